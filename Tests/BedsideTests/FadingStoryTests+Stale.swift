import TestKit
import Testing

@testable import Bedside

/// Questions that were due when a button was pressed, and are no longer once the talk after it has ended; and questions that
/// others must not crowd out (FADE-2, FADE-3).
extension FadingStoryTests {
    enum Talk: CaseIterable { case small, ofARisk, switchesOff }

    /// At 21:10 on the evening on which consent to the last step is due.
    private func eveningOfConsent(_ companion: Companion) throws -> VirtualBedside {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.companion = companion }
        let first = try #require(LocalDate("2026-11-21"))
        for index in 0..<28 {
            bedside.advance(
                to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("05:30"))))
            bedside.press(.start, heldMilliseconds: 2500)
        }
        #expect(bedside.ask(.fading(.automaticity(.wake, score: 6))) == .done)
        try at("2026-12-18T21:10:00", bedside)
        return bedside
    }

    private static let switchesOff: ProfilePatch = {
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.isOn = false
        var patch = ProfilePatch()
        patch.habits = [habit]
        return patch
    }()

    @Test(.requirement("FADE-3"), arguments: Talk.allCases) func aQuestionIsDueAfterTheTalkToo(talk: Talk) throws {
        let bedside = try eveningOfConsent(talk == .ofARisk ? .openai : .offline)
        bedside.press(.start)
        if talk == .ofARisk {
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
            bedside.companion(.speaking(false))
        }
        bedside.advance(by: .seconds(2))
        switch talk {
        case .small: break
        case .ofARisk: bedside.companion(.said(.owner, PrivateText("I want to kill myself."), turn: 2))
        case .switchesOff: bedside.ask(.apply(Self.switchesOff))
        }
        bedside.advance(by: .seconds(20))
        bedside.press(.stop)
        var asked: Set<FadingQuestion> = []
        for _ in 0..<90 {
            bedside.advance(by: .seconds(1))
            if let open = bedside.machine?.features.fading.asked { asked.insert(open.question) }
        }
        #expect(bedside.machine?.conversation == nil)
        #expect(asked == (talk == .small ? [.consent] : []))
    }

    /// Nobody who fell asleep over the talk is woken for a question. It is asked at the next press, and has not been counted.
    @Test(.requirement("FADE-3"), arguments: [Companion.offline, .openai])
    func whoFellAsleepOverTheTalkIsAskedNothing(companion: Companion) throws {
        let bedside = try eveningOfConsent(companion)
        let before = bedside.disk.fading.ledgers[.wake]?.entries
        bedside.press(.start)
        if companion == .openai {
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
            bedside.companion(.speaking(false))
        }
        bedside.advance(by: .minutes(5))
        #expect(bedside.machine?.call.lastEnd == (companion == .offline ? .routineOver : .silence))
        #expect(bedside.disk.fading.ledgers[.wake]?.entries == before)
        bedside.press(.stop)
        bedside.advance(by: .seconds(5))
        #expect(bedside.machine?.features.fading.asked?.question == .consent)
    }

    /// Whoever has answered the routine is awake at its end.
    @Test(.requirement("FADE-3")) func whoAnsweredTheRoutineIsAskedAfterIt() throws {
        let bedside = try eveningOfConsent(.offline)
        bedside.ownerSpeaks = true
        bedside.press(.start)
        for _ in 0..<90 where bedside.machine?.features.fading.asked == nil { bedside.advance(by: .seconds(1)) }
        #expect(bedside.machine?.call.lastEnd == .routineOver)
        #expect(bedside.machine?.features.fading.asked?.question == .consent)
    }

    /// Start held on means "call me again", also where two seconds of it were an answer.
    @Test(.requirement("FADE-3", "FADE-5"), arguments: [true, false])
    func fiveSecondsAreNoConsent(byContact: Bool) throws {
        let bedside = try eveningOfConsent(.offline)
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        bedside.press(.stop)
        bedside.advance(by: .seconds(8))
        #expect(bedside.machine?.isAskingForConsent == true)
        if byContact {
            bedside.post(.edge(.start, isActive: true))
            bedside.advance(by: .milliseconds(5100))
            bedside.post(.edge(.start, isActive: false))
            bedside.advance(by: .seconds(1))
        } else {
            bedside.press(.start, heldMilliseconds: 5000)
        }
        #expect(level(bedside) == .ringOnly)
        #expect(bedside.entries(.levelChanged).last?.detail == "wake: 3 -> 1, recalled")
        #expect(bedside.machine?.conversation == nil)
    }

    /// A hold that begins while the question waits is an answer, though it ends later.
    @Test(.requirement("FADE-3"), arguments: [100, 1000, 1900])
    func aHoldThatBeginsInTimeIsConsent(milliseconds: Int) throws {
        let bedside = try eveningOfConsent(.offline)
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        bedside.press(.stop)
        bedside.advance(by: .seconds(8))
        #expect(bedside.machine?.isAskingForConsent == true)
        let until = try #require(bedside.machine?.features.fading.asked?.until)
        bedside.advance(by: until - bedside.now.boot - .milliseconds(milliseconds))
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .milliseconds(2100))
        #expect(level(bedside) == .graduated)
        bedside.post(.edge(.start, isActive: false))
        bedside.advance(by: .seconds(1))
        #expect(bedside.machine?.conversation == nil)
    }

    @Test(.requirement("FADE-3")) func nothingIsAskedAboutAHabitThatIsOff() throws {
        let bedside = try eveningOfConsent(.offline)
        bedside.ask(.apply(Self.switchesOff))
        for day in 18...22 {
            try at("2026-12-\(day)T21:30:00", bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(8))
            #expect(bedside.machine?.features.fading.asked == nil, "\(day)")
        }
    }

    @Test(.requirement("FADE-7")) func whoHasJustSetAnotherTimeIsOfferedNone() throws {
        for isSet in [false, true] {
            let bedside = try Self.bedside { $0.habits[2].isOn = true }
            let first = try #require(LocalDate("2026-11-21"))
            let night = try #require(bedside.machine?.profile.habits[2].at)
            for index in 0..<61 {
                bedside.advance(
                    to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("06:00:50"))))
                bedside.press(.stop)
            }
            bedside.advance(to: LocalDateTime(date: first.adding(days: 60), time: night))
            bedside.advance(by: .seconds(5))
            bedside.press(.start)
            bedside.advance(by: .seconds(1))
            if isSet {
                var habit = ProfilePatch.HabitPatch(id: .wake)
                habit.at = LocalTime("07:00")
                var patch = ProfilePatch()
                patch.habits = [habit]
                bedside.ask(.apply(patch))
            }
            bedside.press(.stop)
            bedside.advance(by: .seconds(10))
            #expect((bedside.machine?.features.fading.asked?.question == .laterTime) == !isSet)
        }
    }

    /// A missed alarm is asked about at the next press, which may well be that of the bedtime alarm.
    @Test(.requirement("FADE-2"), arguments: [true, false]) func aMissIsAskedAboutAtBedtimeToo(stops: Bool) throws {
        let bedside = try Self.bedside { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        bedside.advance(to: LocalDateTime(date: try #require(LocalDate("2026-11-21")), time: night))
        #expect(try day(bedside, "2026-11-21")?.word == .missed)
        bedside.advance(by: .seconds(5))
        bedside.press(stops ? .stop : .start)
        if !stops {
            bedside.advance(by: .seconds(20))
            bedside.press(.stop)
        }
        bedside.advance(by: .seconds(10))
        #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
        bedside.press(.start)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
    }

    /// Whoever silences the birds before the alarm may be up.
    @Test(.requirement("FADE-2", "ALARM-11")) func whoStopsTheDawnIsAskedWhetherTheyAreUp() throws {
        let bedside = try Self.bedside { $0.habits[0].hasDawn = true }
        try at("2026-11-21T05:55:00", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(3))
        #expect(bedside.machine?.features.fading.asked?.question == .areYouUp)
        bedside.press(.start)
        try at("2026-11-21T06:00:05", bedside)
        #expect(bedside.status?.activity != .ringing)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
    }
}
