import TestKit
import Testing

@testable import Bedside

/// Days, levels and the net as an owner lives with them (FADE-1 to FADE-5).
@Suite(.requirement("FADE-1", "FADE-2"))
struct FadingStoryTests {
    /// An owner who gets up at 06:00 every day, with one ring and two follow-ups.
    static func bedside(
        _ start: String = "2026-11-20T12:00", levels: [HabitID: FadingLevel] = [:],
        _ change: (inout Profile) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 2
        change(&profile)
        let local = try #require(LocalDateTime(start))
        let civil = try #require(ZoneRules.utc.instant(of: local))
        var disk = Durable()
        disk.profile = profile
        for habit in profile.habits where habit.isOn { disk.armedSince[habit.id] = civil }
        disk.lastWritten = civil
        for (id, level) in levels { disk.fading.apply(.base(id, base(level))) }
        let bedside = VirtualBedside(at: civil, disk: disk)
        bedside.powerOn()
        return bedside
    }

    static func base(_ level: FadingLevel) -> FadingLedger.Base {
        let standing = FadingStanding(
            level: level, since: nil, daysHere: 0, wasStepDown: false, automaticity: nil, days: "")
        return FadingLedger.Base(through: 1, standing: standing)
    }

    func at(_ text: String, _ bedside: VirtualBedside) throws {
        bedside.advance(to: try #require(LocalDateTime(text)))
    }

    func level(_ bedside: VirtualBedside, _ id: HabitID = .wake) -> FadingLevel {
        bedside.disk.fading.level(of: id)
    }

    func day(_ bedside: VirtualBedside, _ date: String, _ id: HabitID = .wake) throws -> CountedDay? {
        bedside.disk.fading.ledgers[id]?.day(on: try #require(LocalDate(date)))
    }

    func rings(_ bedside: VirtualBedside, on date: String) -> [String] {
        bedside.log.filter { $0.kind == .ring && $0.occurrence?.date.description == date }
            .map { bedside.zone.local($0.at).time.description }
    }

    // MARK: Words

    @Test func eachDayGetsItsWord() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T06:00:20", bedside)
        bedside.press(.stop)
        try at("2026-11-22T06:01:10", bedside)
        bedside.press(.stop)
        try at("2026-11-24T05:30:00", bedside)
        bedside.press(.start, heldMilliseconds: 2500)
        try at("2026-11-24T12:00:00", bedside)
        #expect(try day(bedside, "2026-11-21")?.word == .prompt)
        #expect(try day(bedside, "2026-11-22")?.word == .slow)
        #expect(try day(bedside, "2026-11-23")?.word == .missed)
        #expect(try day(bedside, "2026-11-24")?.word == .unaided)
    }

    @Test func whatTheOwnerOrThePowerTookAwayDoesNotCount() throws {
        let bedside = try Self.bedside()
        #expect(bedside.ask(.skip(.wake)) != nil)
        try at("2026-11-21T12:00:00", bedside)
        let five = try #require(LocalTime("05:00"))
        #expect(bedside.ask(.move(.wake, time: five, date: nil)) != nil)
        try at("2026-11-22T05:00:10", bedside)
        bedside.press(.stop)
        try at("2026-11-22T12:00:00", bedside)
        bedside.cutPower()
        try at("2026-11-23T12:00:00", bedside)
        bedside.powerOn()
        try at("2026-11-24T06:00:10", bedside)
        bedside.cutPower()
        try at("2026-11-24T06:00:20", bedside)
        bedside.powerOn()
        try at("2026-11-24T06:01:02", bedside)
        bedside.press(.stop)
        #expect(bedside.disk.fading.ledgers[.wake]?.days ?? [] == [])
    }

    /// An alarm that falls due while its owner talks rings for nobody, and the day counts (ALARM-5).
    @Test(arguments: [(HabitID.wake, DayWord.unaided), (.training, .prompt)], [true, false])
    func whoTalksWhenItFallsDueIsAwake(habit: (id: HabitID, word: DayWord), isStopped: Bool) throws {
        let six = try #require(LocalTime("06:00"))
        let bedside = try Self.bedside { profile in
            profile.companion = .openai
            for index in profile.habits.indices {
                profile.habits[index].isOn = profile.habits[index].id == habit.id
                profile.habits[index].at = six
            }
        }
        try at("2026-11-21T05:59:40", bedside)
        CompanionRightsTests.open(bedside, .heard)
        try at("2026-11-21T06:00:10", bedside)
        if isStopped {
            bedside.press(.stop)
        } else {
            bedside.companion(.ownerSpeaking(true))
        }
        #expect(rings(bedside, on: "2026-11-21") == [])
        #expect(try day(bedside, "2026-11-21", habit.id)?.word == habit.word)
    }

    /// Whoever falls asleep over such a talk is rung for, and only slow.
    @Test(.requirement("ALARM-14")) func whoFallsAsleepInTheTalkIsNotUnaided() throws {
        let bedside = try Self.bedside { $0.companion = .openai }
        try at("2026-11-21T05:59:40", bedside)
        CompanionRightsTests.open(bedside, .heard)
        try at("2026-11-21T06:01:40", bedside)
        #expect(!rings(bedside, on: "2026-11-21").isEmpty)
        bedside.press(.stop)
        #expect(try day(bedside, "2026-11-21")?.word == .slow)
    }

    @Test func aStartThatIsTakenForSleepIsLateAndNotMissed() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T06:00:05", bedside)
        bedside.press(.start)
        try at("2026-11-21T12:00:00", bedside)
        #expect(bedside.disk.records.values.map(\.outcome) == [.missed])
        #expect(try day(bedside, "2026-11-21")?.word == .slow)
    }

    /// Whoever falls asleep after Start and presses it again is late, in the next ring or just before it.
    @Test(.requirement("ALARM-14"), arguments: [(1, "06:01:05"), (35, "06:01:15")])
    func aSecondStartIsSlow(speaks: Int, time: String) throws {
        let bedside = try Self.bedside { $0.companion = .openai }
        for (time, speaks) in [("06:00:10", speaks), (time, 1)] {
            try at("2026-11-21T\(time)", bedside)
            bedside.press(.start)
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(speaks))
            bedside.companion(.speaking(false))
        }
        #expect(bedside.entries(.stillAsleep).count == 1)
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        #expect(bedside.disk.records.values.map(\.outcome) == [.answered])
        #expect(try day(bedside, "2026-11-21")?.word == .slow)
    }

    @Test func anUpEarlyThatIsTakenBackDoesNotCount() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T05:30:00", bedside)
        bedside.press(.start, heldMilliseconds: 2500)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
        bedside.advance(by: .seconds(3))
        bedside.press(.stop)
        #expect(try day(bedside, "2026-11-21") == nil)
        try at("2026-11-21T06:00:05", bedside)
        bedside.press(.stop)
        #expect(try day(bedside, "2026-11-21")?.word == .prompt)
    }

    // MARK: "I was already up"

    @Test func aStopHeldForASecondSaysThatTheyWereUp() throws {
        for held in [900, 1000, 10_000, 10_001, .max] {
            let bedside = try Self.bedside()
            try at("2026-11-21T06:01:10", bedside)
            bedside.press(.stop, heldMilliseconds: held)
            let day = try #require(try day(bedside, "2026-11-21"))
            #expect(day.observed == .slow)
            #expect(day.word == ((1000...10_000).contains(held) ? .unaided : .slow))
        }
    }

    @Test func theSameByTheContactsOfTheButton() throws {
        for held in [TimeSpan.milliseconds(900), .milliseconds(1100)] {
            let bedside = try Self.bedside()
            bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
            try at("2026-11-21T06:01:10", bedside)
            bedside.post(.edge(.stop, isActive: true))
            bedside.advance(by: .milliseconds(10))
            #expect(bedside.status?.activity == .idle)
            bedside.advance(by: held)
            bedside.post(.edge(.stop, isActive: false))
            bedside.advance(by: .milliseconds(100))
            #expect(try day(bedside, "2026-11-21")?.isCorrected == (held > .seconds(1)))
        }
    }

    /// A hand under the pillow, or a contact that shorts: nothing is said and no day is counted, and the room stays
    /// quiet.
    @Test func aStopThatStaysDownSaysNothing() throws {
        let bedside = try Self.bedside()
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        try at("2026-11-21T06:01:10", bedside)
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .milliseconds(10))
        let played = bedside.played.count
        for pause in [TimeSpan.seconds(11), .seconds(80)] {
            bedside.advance(by: pause)
            #expect(bedside.played.count == played)
            #expect(try day(bedside, "2026-11-21")?.isCorrected == false)
        }
        bedside.post(.edge(.stop, isActive: false))
        bedside.advance(by: .seconds(10))
        #expect(bedside.played.count == played)
        #expect(try day(bedside, "2026-11-21")?.word == .slow)
    }

    @Test func afterAMissTheNextPressIsAskedOnce() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T08:00:00", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
        bedside.advance(by: .seconds(3))
        bedside.press(.start)
        #expect(bedside.status?.activity == .speaking)
        #expect(bedside.machine?.conversation == nil)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
        // The next miss is asked about too, and then no more.
        try at("2026-11-22T08:00:00", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(60))
        #expect(try day(bedside, "2026-11-22")?.word == .missed)
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.features.fading.asked == nil)
    }

    @Test func theCommandCorrectsTheLastRing() throws {
        let bedside = try Self.bedside()
        #expect(bedside.ask(.fading(.alreadyUp(nil))) == .refused(.nothingToCorrect))
        try at("2026-11-21T06:05:00", bedside)
        #expect(bedside.ask(.fading(.alreadyUp(nil))) == .done)
        #expect(try day(bedside, "2026-11-21")?.isCorrected == true)
        #expect(bedside.ask(.fading(.alreadyUp(nil))) == .refused(.nothingToCorrect))
        // While it rings, the command ends the ring too.
        try at("2026-11-22T06:00:40", bedside)
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(bedside.status?.activity != .ringing)
        #expect(try day(bedside, "2026-11-22")?.word == .unaided)
    }

    // MARK: Levels

    @Test(.requirement("FADE-3")) func fiveUnaidedDaysLeadToRingOnlyAndAreTold() throws {
        let bedside = try Self.bedside()
        for date in 21...25 {
            #expect(level(bedside) == .companion)
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
        }
        #expect(level(bedside) == .ringOnly)
        #expect(bedside.entries(.levelChanged).map(\.detail) == ["wake: 0 -> 1, five_unaided"])
        bedside.advance(by: .minutes(1))
        let said = bedside.played.compactMap { playback in
            if case .speech(let utterance) = playback.source { utterance.key } else { nil }
        }
        #expect(said.last == "phrase.fading_up_1.en")
        try at("2026-11-26T06:00:05", bedside)
        #expect(bedside.status?.activity == .ringing)
        #expect(bedside.status?.habits.first?.level == .ringOnly)
    }

    @Test(.requirement("FADE-3")) func aPowerCutLosesNoDay() throws {
        let bedside = try Self.bedside()
        for date in 21...25 {
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
            bedside.cutPower()
            bedside.powerOn()
        }
        #expect(level(bedside) == .ringOnly)
    }

    @Test(.requirement("FADE-3")) func twoMissedDaysLeadDownAndAreSaidAtTheNextPress() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        try at("2026-11-22T08:00:00", bedside)
        #expect(level(bedside) == .ringOnly)
        let quiet = bedside.played.count
        try at("2026-11-22T09:00:00", bedside)
        #expect(bedside.played.count == quiet)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        let said = bedside.played.dropFirst(quiet).compactMap { playback in
            if case .speech(let utterance) = playback.source { utterance.key } else { nil }
        }
        // First the question whose answer may undo it.
        #expect(said.prefix(2) == ["phrase.fading_ask_were_you_up.en", "phrase.fading_down_1.en"])
        #expect(said.count { $0 == "phrase.fading_down_1.en" } == 1)
        try at("2026-11-23T06:00:05", bedside)
        #expect(bedside.status?.activity == .ringing)
    }

    // MARK: "Call me again"

    @Test(.requirement("FADE-5")) func callMeAgainRestoresTheAlarm() throws {
        for byButton in [true, false] {
            let bedside = try Self.bedside(levels: [.wake: .graduated]) {
                $0.habits[0].sound = "bell.wav"
                $0.volume = VolumeRange(floorPercent: 30, ceilingPercent: 70)
            }
            let before = bedside.disk.profile
            // Also a year later, without a single use.
            bedside.advance(by: .days(1))
            bedside.cutPower()
            bedside.advance(by: .days(365))
            bedside.powerOn()
            try at("2027-11-21T20:00:00", bedside)
            if byButton {
                bedside.press(.start, heldMilliseconds: 5000)
                #expect(bedside.machine?.conversation == nil)
            } else {
                let reply = bedside.ask(.fading(.recall(nil)))
                guard case .next(let next) = reply else { Issue.record("\(String(describing: reply))"); return }
                #expect(next?.local.description == "2027-11-22T06:00")
            }
            #expect(level(bedside) == .ringOnly)
            #expect(bedside.disk.profile == before)
            try at("2027-11-22T06:00:01", bedside)
            #expect(bedside.status?.activity == .ringing)
            #expect(bedside.played.last?.source == .alarm(file: "bell.wav"))
            #expect(bedside.ask(.fading(.recall(.wake))) == .refused(.nothingToRecall))
        }
    }

    @Test(.requirement("FADE-5")) func fiveSecondsByTheContactsRecall() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .milliseconds(4900))
        #expect(level(bedside) == .net)
        bedside.advance(by: .milliseconds(200))
        #expect(level(bedside) == .ringOnly)
        bedside.post(.edge(.start, isActive: false))
        bedside.advance(by: .seconds(1))
        #expect(bedside.machine?.conversation == nil)
    }

    @Test(.requirement("FADE-5")) func callMeAgainInTheNetSettlesThisMorning() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        try at("2026-11-21T06:05:00", bedside)
        bedside.press(.start, heldMilliseconds: 6000)
        try at("2026-11-21T12:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-21") == [])
        #expect(level(bedside) == .ringOnly)
        // By a command nobody need be up: it rings at once.
        let other = try Self.bedside(levels: [.wake: .net])
        try at("2026-11-21T06:01:10", other)
        #expect(other.ask(.fading(.recall(nil))) != nil)
        #expect(other.status?.activity == .ringing)
    }

    /// Also when the follow-ups that belong to the habit's own time would be over.
    @Test(.requirement("FADE-5", "ALARM-6"), arguments: ["06:00:30", "06:02:59", "06:05:00", "06:09:58", "06:09:59.9"])
    func noChangeDuringTheWaitCostsAnAlarm(time: String) throws {
        var latest = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.latest = "06:00"
        latest.habits = [habit]
        var days = ProfilePatch()
        habit = ProfilePatch.HabitPatch(id: .wake)
        habit.days = WeekdaySet([.saturday, .sunday])
        days.habits = [habit]
        for (index, command) in [Command.fading(.recall(.wake)), .apply(latest), .apply(days)].enumerated() {
            let bedside = try Self.bedside(levels: [.wake: .net])
            try at("2026-11-21T\(time.prefix(8))", bedside)
            if time.count > 8 { bedside.advance(by: .milliseconds(900)) }
            #expect(bedside.ask(command) != nil)
            try at("2026-11-21T12:00:00", bedside)
            let ring = bedside.log.filter { $0.kind == .ring && $0.occurrence?.date.description == "2026-11-21" }
            #expect(ring.map(\.followUp) == [0, 1, 2], "\(command) at \(time)")
            let first = try #require(ring.first.map { bedside.zone.local($0.at).time.description })
            // Another weekday leaves the net as it is; the two others bring it forward.
            #expect(first == (index == 2 ? "06:10" : first) && first.hasPrefix("06:0") == (index < 2))
            #expect(try day(bedside, "2026-11-21")?.word == .missed)
            #expect(bedside.unwrittenRings == 0)
        }
    }

    @Test func anAnswerAfterTheRingSettlesNoOtherAlarm() throws {
        let bedside = try Self.bedside {
            $0.habits[1].isOn = true
            $0.habits[1].at = LocalTime("06:20") ?? $0.habits[1].at
        }
        try at("2026-11-21T05:59:50", bedside)
        bedside.press(.stop)
        #expect(bedside.machine?.features.fading.asked?.question == .areYouUp)
        try at("2026-11-21T06:00:02", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        bedside.press(.start)
        try at("2026-11-21T12:00:00", bedside)
        #expect(bedside.log.contains { $0.kind == .ring && $0.occurrence?.habit == .training })
    }

    /// A time at which nothing is known yet rings at that time.
    @Test func anotherTimeIsRungAtUntilItIsKnown() throws {
        for (time, expected) in [("06:20", FadingLevel.graduated), ("04:00", .ringOnly)] {
            let bedside = try Self.bedside(levels: [.wake: .graduated])
            var patch = ProfilePatch()
            var habit = ProfilePatch.HabitPatch(id: .wake)
            habit.at = LocalTime(time)
            patch.habits = [habit]
            #expect(bedside.ask(.apply(patch)) != nil)
            #expect(level(bedside) == expected)
        }
    }
}
