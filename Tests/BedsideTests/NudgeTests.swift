import TestKit
import Testing

@testable import Bedside

/// Soft chimes during the day (MIND-8), as an owner notices them.
@Suite(.requirement("MIND-8")) struct NudgeTests {
    private static let noon = LocalTime(wrappingSecondOfDay: 12 * 3600)
    private static let six = LocalTime(wrappingSecondOfDay: 18 * 3600)
    static let window = NudgeChoice(opens: noon, closes: six)
    static let today = "2026-11-20"
    static let date = LocalDate(today) ?? LocalDate(dayNumber: 0)

    /// A morning after which `wake` was slow on two days of the last week, with nudges on.
    static func bedside(
        words: [DayWord] = [.slow, .prompt, .slow, .prompt], choice: NudgeChoice? = window,
        level: FadingLevel = .companion,
        zone: ZoneRules = .utc, nudges: [Nudge] = [], shape: (inout Durable) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var disk = Durable()
        disk.profile.habits[0].isOn = true
        let start = try #require(zone.instant(of: try EpisodeTests.at("\(today)T08:00")))
        disk.armedSince[.wake] = start
        disk.lastWritten = start
        let standing = FadingStanding(
            level: level, since: nil, daysHere: 4, wasStepDown: false, automaticity: nil, days: "")
        disk.fading.apply(.base(.wake, FadingLedger.Base(standing: standing)))
        for (index, word) in words.enumerated() {
            let day = CountedDay(date: date.adding(days: Int(index) - words.count + 1), observed: word)
            disk.fading.apply(.entry(.wake, number: index + 1, .day(day)))
        }
        if let choice {
            disk.nudges.apply(.choice(.wake, choice))
            disk.nudges.apply(.since(date.adding(days: -60)))
        }
        for nudge in nudges { disk.nudges.apply(.nudge(nudge)) }
        shape(&disk)
        let bedside = VirtualBedside(zone: zone, at: start, disk: disk)
        bedside.powerOn()
        return bedside
    }

    private static func chimes(_ bedside: VirtualBedside) -> Int { bedside.played.count { $0.source == .chime } }

    static func untilLit(_ bedside: VirtualBedside) -> Bool {
        for _ in 0..<(11 * 60) where bedside.light != .nudge { bedside.advance(by: .minutes(1)) }
        return bedside.light == .nudge
    }

    @Test(.requirement("MIND-8")) func aSoftChimeAndTheLightForAMinuteAndNoWord() throws {
        let bedside = try Self.bedside()
        #expect(Self.untilLit(bedside))
        let time = try #require(bedside.status?.local.time)
        #expect((Self.noon.secondOfDay...Self.six.secondOfDay).contains(time.secondOfDay))
        #expect(Self.chimes(bedside) == 1)
        bedside.advance(by: .seconds(61))
        #expect(bedside.light != .nudge)
        #expect(!bedside.played.contains { if case .speech = $0.source { true } else { false } })
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.ignored])
        bedside.advance(by: .hours(12))
        #expect(Self.chimes(bedside) == 1)
    }

    @Test func stopMeansNotToday() throws {
        let bedside = try Self.bedside()
        #expect(Self.untilLit(bedside))
        bedside.press(.stop)
        #expect(bedside.light != .nudge)
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.declined])
    }

    @Test func notTodayIsKeptOverAPowerCut() throws {
        let bedside = try Self.bedside()
        #expect(bedside.ask(.nudge(.notToday)) == .done)
        bedside.cutPower()
        bedside.powerOn()
        #expect(!Self.untilLit(bedside))
    }

    /// A power cut in the minute of the light: the day had its nudge.
    @Test func aPowerCutDoesNotRepeatIt() throws {
        let bedside = try Self.bedside()
        #expect(Self.untilLit(bedside))
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .hours(6))
        #expect(Self.chimes(bedside) <= 1)
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.none])
    }

    struct Quiet: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var shape: @Sendable (inout Durable) -> Void = { _ in }
        var words: [DayWord] = [.slow, .prompt, .slow, .prompt]
        var level = FadingLevel.companion
        var choice: NudgeChoice? = NudgeTests.window
    }

    static let quiet: [Quiet] = [
        Quiet(testDescription: "off", choice: nil),
        Quiet(testDescription: "no reason", words: [.prompt, .unaided, .slow, .prompt]),
        Quiet(testDescription: "muted", shape: { $0.settings.isMicrophoneMuted = true }),
        Quiet(testDescription: "the habit rings only as a net", level: .net),
        Quiet(testDescription: "the habit is off", shape: { $0.profile.habits[0].isOn = false }),
        Quiet(
            testDescription: "the next one is skipped",
            shape: { $0.exceptions[Occurrence(habit: .wake, date: NudgeTests.date.adding(days: 1))] = .skip }),
        Quiet(testDescription: "nobody has answered for two days", words: [.slow, .slow, .missed, .missed]),
        Quiet(
            testDescription: "the night of who sleeps at day",
            shape: { durable in
                for index in durable.profile.habits.indices {
                    durable.profile.habits[index].isOn = true
                    let isWake = durable.profile.habits[index].id == .wake
                    durable.profile.habits[index].at = LocalTime(wrappingSecondOfDay: (isWake ? 18 : 11) * 3600)
                }
            }),
    ]

    @Test(arguments: quiet) func noneFor(quiet: Quiet) throws {
        let bedside = try Self.bedside(
            words: quiet.words, choice: quiet.choice, level: quiet.level, shape: quiet.shape)
        #expect(!Self.untilLit(bedside))
        #expect(bedside.disk.nudges.nudges.isEmpty)
    }

    /// Within an hour before an alarm there is none; a one-off alarm every half hour leaves no place for one.
    @Test func noneInTheHourBeforeAnAlarm() throws {
        let bedside = try Self.bedside(shape: { durable in
            durable.oneOffs = (1...13).compactMap { number in
                let at = LocalDateTime(
                    date: NudgeTests.date, time: LocalTime(wrappingSecondOfDay: 41_400 + number * 1800))
                return HabitID("once-\(number)").map { OneOffAlarm(id: $0, at: at, like: .training) }
            }
        })
        for _ in 0..<(7 * 60) {
            bedside.advance(by: .minutes(1))
            if bedside.light == .ringing { bedside.press(.stop) }
            #expect(bedside.light != .nudge)
        }
        #expect(bedside.disk.nudges.nudges.isEmpty)
    }

    /// Three owners: one sleeps in, one is up before the later time, one goes to bed early (N-1).
    @Test(arguments: [
        (HabitID.wake, "08:00", "08:50", false), (.wake, "08:45", "09:15", true), (.bedtime, "21:05", "21:28", false),
    ]) func noneInANightThatAMovedAlarmMakesLonger(id: HabitID, opens: String, closes: String, isUp: Bool) throws {
        let choice = NudgeChoice(
            opens: try #require(LocalTime(opens)), closes: try #require(LocalTime(closes)))
        let time = LocalTime(wrappingSecondOfDay: (id == .wake ? 10 : 20) * 3600)
        for isMoved in [false, true] {
            let bedside = try Self.bedside(choice: nil) { disk in
                for index in [1, 2] {
                    disk.profile.habits[index].isOn = true
                    disk.armedSince[disk.profile.habits[index].id] = disk.armedSince[.wake]
                    let day = CountedDay(date: Self.date.adding(days: -index), observed: .slow)
                    disk.fading.apply(.entry(.training, number: 3 - index, .day(day)))
                }
                disk.nudges.apply(.choice(.training, choice))
                guard isMoved else { return }
                let target = LocalDateTime(date: Self.date, time: time)
                disk.exceptions[Occurrence(habit: id, date: Self.date)] = .move(to: target)
            }
            for minute in 1...(14 * 60) {
                bedside.advance(by: .minutes(1))
                if bedside.light == .ringing { bedside.press(.stop) }
                if isUp, minute == 40 { bedside.ask(.upEarly) }
            }
            #expect(bedside.disk.nudges.nudges.count == (isMoved ? 0 : 1))
        }
    }

    @Test func anAlarmThatFallsDueEndsItAndIsHeard() throws {
        let bedside = try Self.bedside()
        #expect(Self.untilLit(bedside))
        let reply = bedside.ask(.tryOut(afterSeconds: 5))
        if case .refused = reply { Issue.record("\(String(describing: reply))") }
        bedside.advance(by: .seconds(6))
        #expect(bedside.light == .ringing)
        // Its minute ends under the ring, so it was not ignored; and Stop is for the ring.
        bedside.advance(by: .seconds(60))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        #expect(bedside.light != .ringing)
        bedside.advance(by: .seconds(70))
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.none])
    }

    /// Stop may end the ring before the nudge's minute is over.
    @Test func oneThatARingCoversForMomentsWasNotIgnored() throws {
        let bedside = try Self.bedside()
        #expect(Self.untilLit(bedside))
        if case .refused(let why) = bedside.ask(.tryOut(afterSeconds: 5)) { Issue.record("\(why)") }
        bedside.advance(by: .seconds(10))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .seconds(90))
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.none])
    }

    /// Start would take its offer, and Stop would answer both.
    @Test func noneWhileTheDeviceWaitsForAnAnswer() throws {
        func bedside() throws -> VirtualBedside {
            try Self.bedside { disk in
                let standing = FadingStanding(
                    level: .companion, since: nil, daysHere: 70, wasStepDown: false, automaticity: nil, days: "")
                disk.fading.apply(.base(.wake, FadingLedger.Base(standing: standing)))
            }
        }
        let first = try bedside()
        #expect(Self.untilLit(first))
        let second = try bedside()
        second.advance(by: first.now.civil - second.now.civil - .seconds(20))
        second.press(.stop)
        var questions = 0
        for _ in 0..<60 {
            second.advance(by: .seconds(1))
            guard let machine = second.machine, machine.features.fading.asked != nil else { continue }
            questions += 1
            #expect(machine.features.nudges.open == nil)
        }
        #expect(questions > 20)
    }

    @Test func fourThatNobodyAnswersEndItAndTheNextTalkSaysSo() throws {
        let ignored = [40, 30, 20, 10].map { Nudge(date: Self.date.adding(days: -$0), habit: .wake, answer: .ignored) }
        let bedside = try Self.bedside(nudges: ignored)
        #expect(bedside.disk.nudges.isStopped)
        #expect(!Self.untilLit(bedside))
        bedside.press(.start)
        bedside.advance(by: .seconds(3))
        bedside.press(.stop)
        bedside.advance(by: .seconds(10))
        #expect(bedside.said.last?.contains("no longer chime") == true)
        #expect(bedside.disk.nudges.isStopTold)
        #expect(bedside.ask(.nudge(.on(.wake, Self.window))) == .done)
        #expect(!bedside.disk.nudges.isStopped && !bedside.disk.nudges.isStopTold)
    }

    /// Nobody who fell asleep over a talk is woken for that word; it comes after the next one.
    @Test func whoFellAsleepOverTheTalkIsToldAfterAnother() throws {
        let ignored = [40, 30, 20, 10].map { Nudge(date: Self.date.adding(days: -$0), habit: .wake, answer: .ignored) }
        let bedside = try Self.bedside(nudges: ignored)
        for (pause, isTold) in [(TimeSpan.minutes(5), false), (TimeSpan.seconds(3), true)] {
            bedside.press(.start)
            bedside.advance(by: pause)
            #expect((bedside.machine?.conversation == nil) == !isTold)
            if isTold { bedside.press(.stop) }
            bedside.advance(by: .seconds(10))
            #expect(bedside.said.contains { $0.contains("no longer chime") } == isTold)
            #expect(bedside.disk.nudges.isStopTold == isTold)
        }
    }

    @Test(arguments: [("12:00", "12:20"), ("18:00", "12:00"), ("23:00", "23:59"), ("02:00", "05:00")])
    func aWindowThatIsTooShortOrAtNightIsRefused(window: (from: String, until: String)) throws {
        let bedside = try Self.bedside(choice: nil)
        let choice = NudgeChoice(
            opens: try #require(LocalTime(window.from)), closes: try #require(LocalTime(window.until)))
        #expect(bedside.ask(.nudge(.on(.wake, choice))) == .refused(.nudgeWindow))
        #expect(bedside.ask(.nudge(.on(.wake, Self.window))) == .done)
        guard case .refused(.noSuchHabit) = bedside.ask(.nudge(.on(HabitID("yoga") ?? .wake, Self.window))) else {
            Issue.record("a habit that does not exist")
            return
        }
    }
}
