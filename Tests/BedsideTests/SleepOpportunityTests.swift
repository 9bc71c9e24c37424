import TestKit
import Testing

@testable import Bedside

/// Short nights are mentioned once, at bedtime, and at most weekly (SAFE-5, G-10).
@Suite(.requirement("SAFE-5"))
struct SleepOpportunityTests {
    private static let evening = LocalDate("2026-11-20") ?? LocalDate(dayNumber: 0)

    /// One night's records: bedtime at `begin` hours after 18:00 of that evening, waking `hours` later.
    private static func night(
        _ daysAgo: Int, _ hours: Double?, bedtime: OccurrenceOutcome = .answered
    ) -> [OccurrenceRecord] {
        let date = evening.adding(days: -daysAgo)
        guard let hours, let begin = ZoneRules.utc.instant(of: LocalDateTime(date: date, time: at(23))) else {
            return []
        }
        let wake = begin + .seconds(fraction: hours * 3600)
        return [
            OccurrenceRecord(
                occurrence: Occurrence(habit: .bedtime, date: date), due: begin - .minutes(30), outcome: bedtime,
                endedAt: begin),
            OccurrenceRecord(
                occurrence: Occurrence(habit: .wake, date: date.adding(days: 1)), due: wake, outcome: .answered,
                endedAt: wake),
        ]
    }

    private static func at(_ hour: Int) -> LocalTime { LocalTime(wrappingSecondOfDay: hour * 3600) }

    private static func isShort(_ nights: [Double?], age: AgeBand = .adult, bedtime: OccurrenceOutcome = .answered)
        -> Bool
    {
        let records = nights.enumerated().flatMap { night($0.offset + 1, $0.element, bedtime: bedtime) }
        return SleepOpportunity.isShort(records, before: evening, age: age, zone: .utc)
    }

    @Test(
        arguments: [
            ([5, 5, 5, 8, 8], true), ([8, 5.9, 8, 5.9, 5.9], true), ([5, 5, 8, 8, 8, 5], false),
            ([6, 6, 6, 6, 6], false),
            ([5, nil, 5, nil, 5], true), ([nil, nil, nil, nil, nil], false), ([5, 5], false),
        ] as [([Double?], Bool)])
    func threeOfFiveNightsAreEnough(nights: [Double?], expected: Bool) {
        #expect(Self.isShort(nights) == expected)
    }

    @Test func whoIsYoungNeedsEightHours() {
        #expect(Self.isShort([7, 7, 7], age: .from13To17) && !Self.isShort([7, 7, 7], age: .notSaid))
    }

    /// Half past ten was meant, eleven was when the alarm was answered; a skipped bedtime says nothing.
    @Test func theAnswerToTheBedtimeAlarmCounts() {
        #expect(Self.isShort([5.8, 5.8, 5.8]) && !Self.isShort([5.8, 5.8, 5.8], bedtime: .missed))
        #expect(!Self.isShort([5, 5, 5], bedtime: .skipped))
    }

    @Test func trainingIsLightSoonAfterWakingFromAVeryShortNight() throws {
        let records = Self.night(1, 4.5)
        let wake = try #require(records.last?.due)
        for (minutes, isLight) in [(0, true), (29, true), (30, false), (-1, false), (120, false)] {
            #expect(
                SleepOpportunity.isTrainingLight(records, at: wake + .minutes(minutes)) == isLight, "\(minutes) min")
        }
        #expect(!SleepOpportunity.isTrainingLight(Self.night(1, 5), at: wake + .minutes(30)))
        #expect(!SleepOpportunity.isTrainingLight(Self.night(1, 4.5, bedtime: .skipped), at: wake))
        #expect(!SleepOpportunity.isTrainingLight([OccurrenceRecord](), at: wake))
    }

    @Test func theTrainingsCompanionIsAskedToOfferALightOne() throws {
        for (hours, isLight) in [(4.5, true), (7, false)] {
            let records = Self.night(1, hours)
            let wake = try #require(records.last?.due)
            let due = ZoneRules.utc.local(wake + .minutes(20))
            let bedside = try TalkLimitTests.bedside(
                "\(due.date)T\(ZoneRules.utc.local(wake + .minutes(15)).time.description)",
                alarms: [(.training, due.time.description)])
            var disk = bedside.disk
            disk.profile.companion = .openai
            for record in records { disk.records[record.occurrence] = record }
            let again = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
            again.powerOn(isClockSynchronized: true)
            #expect(again.status?.talk?.isTrainingLight == isLight)
            again.advance(by: .minutes(6))
            #expect(TalkLimitTests.begin(again))
            #expect(Self.request(again)?.habit?.id == .training)
            #expect(Self.request(again)?.isTrainingLight == isLight)
        }
    }

    // MARK: Through the whole machine

    /// Three nights of five hours, with the bedtime alarm about to be due.
    private static func bedside(_ companion: Companion) throws -> VirtualBedside {
        let bedside = try TalkLimitTests.bedside("2026-11-20T22:25", alarms: [(.bedtime, "22:30")])
        var disk = bedside.disk
        disk.profile.companion = companion
        for record in (1...3).flatMap({ night($0, 5) }) { disk.records[record.occurrence] = record }
        let again = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
        again.powerOn(isClockSynchronized: true)
        return again
    }

    private static func request(_ bedside: VirtualBedside) -> ConversationRequest? {
        bedside.connects.last
    }

    @Test func theBedtimeTalkMentionsItOnceAWeek() throws {
        let bedside = try Self.bedside(.openai)
        // A talk about nothing says nothing of it.
        #expect(TalkLimitTests.begin(bedside) && Self.request(bedside)?.shortNightHours == nil)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:05"))
        #expect(TalkLimitTests.begin(bedside) && Self.request(bedside)?.shortNightHours == 6)
        #expect(bedside.disk.talks.shortNightsToldOn == Self.evening)
        bedside.press(.stop)
        for (days, isDue) in [(Int32(0), false), (6, false), (7, true), (-1, true)] {
            let date = LocalDate(dayNumber: Self.evening.dayNumber + days)
            #expect(bedside.disk.talks.mayMentionShortNights(on: date) == isDue)
        }
        bedside.advance(to: try EpisodeTests.at("2026-11-21T22:30:05"))
        #expect(TalkLimitTests.begin(bedside) && Self.request(bedside)?.shortNightHours == nil)
    }

    @Test(.requirement("TALK-6")) func theOfflineCompanionSaysItToo() throws {
        let bedside = try Self.bedside(.offline)
        let words = Phrase.limit(.shortNights).utterance(in: .english).text
        func heard() -> Int {
            bedside.played.count(where: {
                if case .speech(let utterance) = $0.source { utterance.text.contains(words) } else { false }
            })
        }
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:05"))
        bedside.press(.start)
        // Said to its end, it counts as said.
        #expect(heard() == 1 && bedside.disk.talks.shortNightsToldOn == nil)
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        #expect(bedside.disk.talks.shortNightsToldOn == Self.evening)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T22:30:05"))
        bedside.press(.start)
        #expect(heard() == 1)
    }

    /// A net calls half an hour after bedtime, so its time says nothing of when the owner went to bed; also where the
    /// habit calls at its time again.
    @Test(
        .requirement("FADE-1"),
        arguments: [
            (FadingLevel.net, "22:45", false, nil), (.net, "22:45", true, nil), (.companion, "23:15", false, 6),
            (.net, "23:15", false, 6),
        ] as [(FadingLevel, String, Bool, Int?)])
    func aNetMakesNoNightShort(level: FadingLevel, bedtime: String, isRecalled: Bool, hours: Int?) throws {
        let (evening, morning) = (try #require(LocalTime(bedtime)), try #require(LocalTime("05:00")))
        let bedside = try FadingStoryTests.bedside(levels: [.bedtime: level]) { profile in
            profile.habits[2].isOn = true
            (profile.habits[0].at, profile.habits[2].at) = (morning, evening)
        }
        let before = LocalTime(wrappingSecondOfDay: Int(evening.secondOfDay) - 300)
        for date in (0..<5).map({ Self.evening.adding(days: $0) }) {
            bedside.advance(to: LocalDateTime(date: date, time: before))
            bedside.press(.start, heldMilliseconds: 2500)
            bedside.advance(to: LocalDateTime(date: date.adding(days: 1), time: morning))
            bedside.advance(by: .seconds(10))
            bedside.press(.stop)
        }
        if isRecalled { bedside.ask(.fading(.recall(.bedtime))) }
        bedside.advance(to: try EpisodeTests.at("2026-11-25T20:00"))
        #expect(bedside.disk.records.values.count { $0.outcome == .unaided } == 5)
        #expect(bedside.status?.talk?.shortNightHours == hours)
    }

    /// The speaker would cut off words that are too long, in the middle of this one.
    @Test(.requirement("TALK-5")) func itWaitsForAnotherEveningIfThereIsTooMuchElseToSay() throws {
        let bedside = try Self.bedside(.openai)
        bedside.post(.settingsUnreadable)
        bedside.post(.storeRecovered)
        bedside.post(.eveningCheck([.alarmSound]))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:05"))
        bedside.press(.start)
        bedside.companion(.failed(.tls))
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        func heard(_ phrase: Phrase) -> Bool {
            let words = phrase.text(in: .english)
            return bedside.played.contains {
                if case .speech(let utterance) = $0.source { utterance.text.contains(words) } else { false }
            }
        }
        #expect(heard(.beforeSleep([.alarmSound, .recovered, .settings])) && heard(.companionUnavailable(.tls)))
        #expect(!heard(.limit(.shortNights)) && bedside.disk.talks.shortNightsToldOn == nil)
    }

    // MARK: Late for tonight (R-11)

    @Test(
        .requirement("MIND-2"),
        arguments: [
            ("22:30", "05:01", AgeBand.adult, false), ("22:30", "04:59", .adult, true),
            ("22:30", "04:00", .notSaid, true),
            ("22:30", "07:01", .from13To17, false), ("22:30", "06:59", .from13To17, true),
            ("00:30", "07:01", .adult, false),
            ("00:30", "06:59", .adult, true),
        ])
    func aBedtimeTalkSaysThatItIsLate(bedtime: String, wake: String, age: AgeBand, isLate: Bool) throws {
        for companion in [Companion.openai, .offline] {
            let before = try TalkLimitTests.bedside("2026-11-20T20:00", alarms: [(.bedtime, bedtime), (.wake, wake)])
            var disk = before.disk
            disk.profile.companion = companion
            disk.profile.age = age
            let bedside = VirtualBedside(at: before.now.civil, configuration: before.configuration, disk: disk)
            bedside.powerOn(isClockSynchronized: true)
            bedside.advance(to: try EpisodeTests.at("2026-11-2\(bedtime < "12" ? 1 : 0)T\(bedtime)"))
            bedside.press(.start)
            bedside.advance(by: .seconds(20))
            let words = Phrase.limit(.late).utterance(in: .english).text
            let isSaid = bedside.played.contains {
                if case .speech(let utterance) = $0.source { utterance.text.contains(words) } else { false }
            }
            // Without a live companion the device says it itself; at a minor's night that is so too.
            let request = Self.request(bedside)
            #expect((request.map(\.isLate) ?? isSaid) == isLate, "\(companion)")
            #expect(!isSaid || isLate)
        }
    }

    @Test func withoutAWakeAlarmAndAtOtherTalksNothingIsLate() throws {
        for alarms in [[(HabitID.bedtime, "23:30")], [(.bedtime, "23:30"), (.training, "04:00")]] {
            let bedside = try TalkLimitTests.bedside("2026-11-20T23:29:50", alarms: alarms)
            #expect(bedside.status?.talk?.isLate == false)
        }
        let bedside = try TalkLimitTests.bedside("2026-11-20T23:29:50", alarms: [(.wake, "04:00")])
        #expect(bedside.status?.talk?.isLate == true)
        #expect(TalkLimitTests.begin(bedside) && Self.request(bedside)?.isLate == false)
    }

    @Test func theWordsPraiseNoShortSleep() {
        for language in Language.allCases {
            let words = PromptTemplate.shortNights(hours: 6).text(in: language)
            #expect(words.contains("6") && words.contains(language == .english ? "Never praise" : "ほめず"))
        }
    }
}
