import Glibc
import TestKit
import Testing

@testable import Bedside

/// How often nudges come, over many owners' years (N-1, N-4, N-5). The keeper itself decides; the calendar is real, with
/// the clocks put back and forward.
@Suite(.requirement("MIND-8")) struct NudgeRuleTests {
    /// How an owner answers: shares of accepted and declined nudges, and of days that are a reason.
    struct Owner: Sendable {
        var accepts: Double
        var declines: Double
        var slow: Double
        /// The share of days with an open intention that follows something.
        var intends = 0.0
    }

    private struct Year {
        var nudges = 0
        var outside = 0
        var twice = 0
        var weeks: [Int32: Int] = [:]
    }

    private static let zones = [
        ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"), ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
        ("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"), ("Asia/Tokyo", "JST-9"),
    ]

    private static func days() -> Int {
        getenv("NUDGE_OWNER_DAYS").flatMap { Int(String(cString: $0)) } ?? 20_000
    }

    /// A year of one owner: the keeper is visited whenever it asks to be, as the machine does.
    private static func year(of owner: Owner, zone: ZoneRules, seed: UInt64) throws -> Year {
        var random = SeededRandom(seed: seed)
        func chance(_ share: Double) -> Bool { Double(random.next() >> 11) / 9_007_199_254_740_992 < share }
        var durable = Durable()
        durable.profile.habits[0].isOn = true
        let opens = LocalTime(wrappingSecondOfDay: 3600 * Int(9 + random.next() % 6))
        let choice = NudgeChoice(
            opens: opens,
            closes: LocalTime(wrappingSecondOfDay: Int(opens.secondOfDay) + 1800 * Int(1 + random.next() % 8)))
        let start = try #require(LocalDate("2026-03-01"))
        durable.nudges.apply(.choice(.wake, choice))
        durable.nudges.apply(.since(start))
        var keeper = NudgeKeeper()
        var cues: Set<NudgeCue> = []
        var year = Year()
        for index in 0..<365 {
            let date = start.adding(days: index)
            let word: DayWord = chance(owner.slow) ? (chance(0.2) ? .missed : .slow) : .prompt
            let day = CountedDay(date: date, observed: word)
            durable.fading.apply(.entry(.wake, number: index + 1, .day(day)))
            if index >= 30 { durable.fading.apply(.removeEntry(.wake, number: index - 29)) }
            cues = chance(owner.intends) ? [NudgeCue(habit: .wake, date: date)] : []
            let noon = try #require(
                zone.instant(of: LocalDateTime(date: date, time: LocalTime(wrappingSecondOfDay: 0))))
            let end = noon + .hours(24)
            var now = noon
            var isOpen = false
            while now < end {
                let calendar = Agenda(durable: durable, zone: zone, now: now)
                let context = FeatureContext(
                    now: Moment(boot: BootTime(nanoseconds: (now - CivilTime(nanoseconds: 0)).nanoseconds), civil: now),
                    boxedCalendar: Boxed(wrappedValue: calendar), isClockTrusted: true, isRinging: false,
                    isListening: false,
                    isQuiet: true,
                    health: Health(), output: 0)
                keeper.replayedCues = cues
                keeper.plan(in: context)
                var output = keeper.advance(in: context)
                if keeper.open != nil, !isOpen {
                    let local = zone.local(now)
                    year.nudges += 1
                    let second = local.time.secondOfDay
                    if !(choice.opens.secondOfDay..<choice.closes.secondOfDay).contains(second) { year.outside += 1 }
                    if durable.nudges.nudges.contains(where: { $0.date == local.date }) { year.twice += 1 }
                    year.weeks[date.dayNumber / 7, default: 0] += 1
                    for change in output.changes { durable.nudges.apply(change) }
                    output.changes = []
                    if chance(owner.accepts) {
                        for change in keeper.accept([.breath], in: context).output.changes {
                            durable.nudges.apply(change)
                        }
                    } else if chance(owner.declines) {
                        for change in keeper.decline(in: context).changes { durable.nudges.apply(change) }
                    }
                }
                for change in output.changes { durable.nudges.apply(change) }
                isOpen = keeper.open != nil
                let deadline = keeper.deadline
                let boot = deadline.boot.map { CivilTime(nanoseconds: $0.nanoseconds) }
                now = max(now + .seconds(1), [deadline.civil, boot].compactMap { $0 }.min() ?? end)
            }
        }
        return year
    }

    @Test func overManyYearsNoneIsOutsideItsWindowAndNobodyGetsTooMany() throws {
        let zones = try Self.zones.map { try ZoneRules(name: $0.0, posix: $0.1) }
        let owners = [
            Owner(accepts: 0, declines: 0, slow: 0.5), Owner(accepts: 0.2, declines: 0.3, slow: 0.3),
            Owner(accepts: 0.5, declines: 0.2, slow: 0.3), Owner(accepts: 0.95, declines: 0, slow: 0.6),
            Owner(accepts: 1, declines: 0, slow: 1), Owner(accepts: 0.1, declines: 0.9, slow: 1),
            Owner(accepts: 0.3, declines: 0.1, slow: 0.15),
            Owner(accepts: 0.9, declines: 0, slow: 0, intends: 1),
            Owner(accepts: 0.2, declines: 0.4, slow: 0.1, intends: 0.5),
        ]
        var years: [Year] = []
        for index in 0..<max(owners.count, Self.days() / 365) {
            years.append(
                try Self.year(
                    of: owners[index % owners.count], zone: zones[index % zones.count], seed: UInt64(index + 1)))
        }
        let counts = years.map(\.nudges).sorted()
        #expect(years.reduce(0) { $0 + $1.outside } == 0)
        #expect(years.reduce(0) { $0 + $1.twice } == 0)
        #expect(counts.last ?? 0 <= 100)
        #expect(counts[counts.count / 2] <= 20, "\(counts)")
        #expect(counts.last ?? 0 > 20, "owners who take them up are nudged")
        print("nudges a year: median \(counts[counts.count / 2]), most \(counts.last ?? 0), \(years.count) years")
    }

    @Test func theWeeklyNumberIsHalvedUnlessMostAreTakenUp() throws {
        let start = try #require(LocalDate("2026-01-01"))
        for (accepted, halvings) in [(0, 3), (1, 3), (2, 0)] {
            var owner = OwnerNudges()
            owner.apply(.since(start))
            for period in 0..<3 {
                for index in 0..<3 {
                    let date = start.adding(days: 28 * period + 7 * index)
                    owner.apply(
                        .nudge(Nudge(date: date, habit: .wake, answer: index < accepted ? .accepted : .declined)))
                }
            }
            #expect(NudgeRules.halvings(owner, on: start.adding(days: 84)) == halvings)
            #expect(NudgeRules.halvings(owner, on: start.adding(days: 83)) == max(0, halvings - 1))
        }
    }

    /// A reason is two of the last seven days, which are today and the six before it (N-3).
    @Test func twoOfTheLastSevenDaysAreAReason() throws {
        let today = try #require(LocalDate("2026-11-20"))
        let cases: [(late: [Int], isReason: Bool)] = [
            ([], false), ([0], false), ([3], false), ([6], false), ([0, 1], true), ([0, 6], true), ([5, 6], true),
            ([0, 7], false), ([6, 7], false), ([7, 8], false), ([0, 6, 7], true),
        ]
        for word in [DayWord.slow, .missed] {
            for (late, isReason) in cases {
                let days = (0...13).reversed().map { ago in
                    CountedDay(date: today.adding(days: -ago), observed: late.contains(ago) ? word : .prompt)
                }
                #expect(NudgeRules.isReason(days, on: today) == isReason, "\(word) \(late)")
            }
        }
        // "I was already up" takes the reason away.
        let corrected = [0, 1].map {
            CountedDay(date: today.adding(days: -$0), observed: .slow, isCorrected: $0 == 0)
        }
        #expect(!NudgeRules.isReason(corrected, on: today))
    }

    /// Days that a clock counted which was ahead stand among the others, and hide none of them.
    @Test func daysThatAreStillToComeHideNoReason() throws {
        let today = try #require(LocalDate("2026-11-20"))
        func day(_ ahead: Int, _ word: DayWord) -> CountedDay {
            CountedDay(date: today.adding(days: ahead), observed: word)
        }
        let ahead = (20...27).map { day($0, .slow) }
        #expect(!NudgeRules.isReason(ahead + [day(0, .slow)], on: today))
        #expect(NudgeRules.isReason([day(-2, .slow)] + ahead + [day(0, .slow)], on: today))
        #expect(NudgeRules.isAnswered([day(-1, .prompt)] + ahead, on: today))
    }

    /// Two in a row that nobody answered: seven silent days.
    @Test func twoIgnoredSilenceThemForAWeek() throws {
        let start = try #require(LocalDate("2026-01-01"))
        var owner = OwnerNudges()
        owner.apply(.since(start))
        for day in [0, 3] {
            owner.apply(.nudge(Nudge(date: start.adding(days: day), habit: .wake, answer: .ignored)))
        }
        for day in 4...10 { #expect(!NudgeRules.allows(owner, on: start.adding(days: day))) }
        #expect(NudgeRules.allows(owner, on: start.adding(days: 11)))
    }
}
