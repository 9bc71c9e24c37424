import TestKit
import Testing

@testable import Bedside

/// Nothing that happens before a net or while it waits takes the alarm away, but the owner's own sign of life (FADE-2,
/// FADE-5, ALARM-11).
@Suite(.requirement("FADE-2", "ALARM-11")) struct WaitingNetTests {
    private func at(_ time: String, _ bedside: VirtualBedside) throws {
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T\(time)")))
    }

    private func rings(_ bedside: VirtualBedside) -> [String] {
        bedside.log.filter { $0.kind == .ring && $0.followUp == 0 && $0.occurrence?.habit == .wake }
            .map { bedside.zone.local($0.at).time.description }
    }

    private func net(_ change: (inout Profile) -> Void = { _ in }) throws -> VirtualBedside {
        try FadingStoryTests.bedside(levels: [.wake: .net], change)
    }

    /// A talk in a sleepless night never costs the alarm, whoever moves meanwhile.
    @Test func aSensorDuringATalkSettlesNothing() throws {
        let bedside = try net()
        try at("05:40:00", bedside)
        bedside.press(.start)
        try at("05:40:10", bedside)
        #expect(bedside.machine?.conversation != nil)
        bedside.post(.presence)
        bedside.press(.stop)
        try at("12:00:00", bedside)
        #expect(rings(bedside) == ["06:10"])
    }

    /// Nor does a meditation; it goes on, no word is said into it, and the day counts once the ring is answered.
    @Test func aSensorDuringAMeditationSettlesNothing() throws {
        let bedside = try net()
        try at("05:40:00", bedside)
        #expect(bedside.ask(.meditate(MeditationRequest(minutes: .one))) == .done)
        try at("05:40:15", bedside)
        let played = bedside.played.count
        bedside.post(.presence)
        #expect(bedside.status?.meditation?.isPaused == false && bedside.played.count == played)
        try at("06:10:10", bedside)
        #expect(rings(bedside) == ["06:10"])
        bedside.press(.stop)
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .unaided)
    }

    /// What the owner says counts for more than what a sensor sees.
    @Test func aSensorDoesNotOverruleTheOwner() throws {
        let asked = try net()
        try at("05:40:00", asked)
        asked.press(.stop)
        try at("05:40:10", asked)
        asked.press(.stop)
        try at("05:45:00", asked)
        asked.post(.presence)
        try at("12:00:00", asked)
        #expect(rings(asked) == ["06:10"], "not yet")
        let seen = try net()
        try at("05:40:00", seen)
        seen.post(.presence)
        try at("05:40:05", seen)
        seen.press(.stop)
        try at("05:45:00", seen)
        seen.post(.presence)
        try at("12:00:00", seen)
        #expect(rings(seen) == ["06:10"], "taken back")
    }

    /// "I was already up" before the net has rung is a sign of life, which Stop takes back.
    @Test(arguments: [true, false]) func alreadyUpSettlesANetThatIsStillToRing(isTakenBack: Bool) throws {
        for id in [nil, HabitID.wake] {
            let bedside = try net()
            try at("06:05:00", bedside)
            #expect(bedside.ask(.fading(.alreadyUp(id))) == .done)
            bedside.advance(by: .seconds(5))
            if isTakenBack { bedside.press(.stop) }
            try at("12:00:00", bedside)
            #expect(rings(bedside) == (isTakenBack ? ["06:10"] : []))
            let day = bedside.disk.fading.ledgers[.wake]?.days.last
            #expect(day?.word == (isTakenBack ? .missed : .unaided))
        }
        // It is about the wake alarm, and not about whatever is still to come.
        let evening = try FadingStoryTests.bedside(levels: [.training: .net]) { $0.habits[1].isOn = true }
        let training = evening.disk.profile.habits[1].at
        evening.advance(to: LocalDateTime(date: try #require(LocalDate("2026-11-20")), time: training))
        evening.advance(by: .minutes(5))
        #expect(evening.ask(.fading(.alreadyUp(nil))) == .refused(.nothingToCorrect))
        #expect(evening.ask(.fading(.alreadyUp(.training))) == .done)
    }

    /// Start held for 5 s passes 2 s, which alone would say "I am up".
    @Test(.requirement("FADE-5")) func callMeAgainBeforeTheAlarmKeepsTheAlarm() throws {
        let bedside = try net()
        try at("05:00:00", bedside)
        bedside.press(.start, heldMilliseconds: 5500)
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        try at("12:00:00", bedside)
        #expect(rings(bedside) == ["06:00"])
        // While the net waits, who holds the button is up.
        let waiting = try net()
        try at("06:05:00", waiting)
        waiting.press(.start, heldMilliseconds: 5500)
        try at("12:00:00", waiting)
        #expect(rings(waiting).isEmpty)
    }

    /// A sign of life before the ring counts, however late that is answered.
    @Test func whoWasSeenWasUpHoweverLateTheyAnswer() throws {
        let bedside = try FadingStoryTests.bedside()
        try at("05:45:00", bedside)
        bedside.post(.presence)
        try at("06:01:10", bedside)
        bedside.press(.stop)
        let date = try #require(LocalDate("2026-11-21"))
        #expect(bedside.disk.fading.ledgers[.wake]?.day(on: date)?.word == .unaided)
    }

    /// A zone or a new time that leaves a waiting net in the past rings it at once.
    @Test func aChangeWhileItWaitsCostsNoAlarm() throws {
        let zoned = try net()
        try at("06:05:00", zoned)
        zoned.post(.zone(try TestZones.load("Asia/Tokyo")))
        zoned.advance(by: .minutes(20))
        #expect(rings(zoned).count == 1)
        for (time, expected) in [("05:50", 1), ("05:58", 1), ("06:03", 1)] {
            let bedside = try net()
            try at("06:04:00", bedside)
            var patch = ProfilePatch()
            var change = ProfilePatch.HabitPatch(id: .wake)
            change.at = LocalTime(time)
            patch.habits = [change]
            bedside.ask(.apply(patch))
            try at("12:00:00", bedside)
            #expect(rings(bedside).count == expected, "\(time): \(rings(bedside))")
        }
        // Off is off.
        let off = try net()
        try at("06:04:00", off)
        var patch = ProfilePatch()
        var change = ProfilePatch.HabitPatch(id: .wake)
        change.isOn = false
        patch.habits = [change]
        off.ask(.apply(patch))
        try at("12:00:00", off)
        #expect(rings(off).isEmpty)
    }

    /// A soft chime takes no ring's place (F-11), and a question gives way to a ring.
    @Test func aChimeAndAQuestionGiveWayToARing() throws {
        let bedside = try FadingStoryTests.bedside(levels: [.training: .net]) { profile in
            for index in profile.habits.indices where profile.habits[index].id == .training {
                profile.habits[index].isOn = true
                profile.habits[index].at = LocalTime("05:31") ?? profile.habits[index].at
            }
        }
        try at("05:59:40", bedside)
        bedside.press(.stop)
        #expect(bedside.machine?.features.fading.asked != nil)
        try at("06:00:05", bedside)
        #expect(bedside.machine?.features.fading.asked == nil)
        try at("06:05:00", bedside)
        let log = bedside.log.filter { $0.kind == .ring }.map { ($0.occurrence?.habit, $0.followUp) }
        #expect(log.allSatisfy { $0.0 == .wake }, "\(log)")
        #expect(log.map { $0.1 } == [0, 1, 2])
    }

    /// Housekeeping removes a record of long ago, and the day stays counted.
    @Test(.requirement("FADE-3")) func anOldRecordThatIsClearedOutTakesNoDayAlong() throws {
        let bedside = try FadingStoryTests.bedside()
        try at("06:00:20", bedside)
        bedside.press(.stop)
        let date = try #require(LocalDate("2026-11-21"))
        var machine = try #require(bedside.machine)
        machine.clearOut(Occurrence(habit: .wake, date: date))
        #expect(machine.durable.records[Occurrence(habit: .wake, date: date)] == nil)
        #expect(machine.durable.fading.ledgers[.wake]?.day(on: date)?.word == .prompt)
    }
}
