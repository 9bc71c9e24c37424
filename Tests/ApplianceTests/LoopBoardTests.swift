import Bedside
import Board
import TestKit
import Testing

@testable import Appliance

/// The loop with a board: contacts, light and buzzer, through to the drivers.
@Suite struct LoopBoardTests {
    private func ringing() throws -> LoopRig {
        let rig = try LoopRig()
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(601))
        try #require(rig.appliance.machine.light == .ringing)
        rig.story.lines = []
        return rig
    }

    @Test(.requirement("BOARD-2", "ALARM-3")) func aContactOfStopSilencesTheAlarmOnceItHasHeld() throws {
        let rig = try ringing()
        try rig.contact(.stop, isActive: true)
        try rig.advance(by: .milliseconds(4))
        #expect(rig.speaker.playing != nil)
        try rig.advance(by: .milliseconds(1))
        #expect(rig.speaker.playing == nil)
        let silence = try #require(rig.story.index("silence"))
        #expect(
            rig.story.index("commit record").map { $0 > silence } == true,
            "the sound stops before the record is committed")
        #expect(rig.board.light.shown.last == .idle)
    }

    @Test(.requirement("BOARD-2")) func aContactThatShakesIsNoPress() throws {
        let rig = try ringing()
        for _ in 0..<10 {
            try rig.contact(.stop, isActive: true)
            try rig.advance(by: .milliseconds(2))
            try rig.contact(.stop, isActive: false)
            try rig.advance(by: .milliseconds(2))
        }
        #expect(rig.speaker.playing != nil)
        #expect(rig.appliance.status.buttonGlitches == 10)
    }

    /// The release waits in the kernel while the loop is late: it is older than the deadline of the press.
    @Test(.requirement("BOARD-2")) func edgesThatWaitAreHandledBeforeTheDeadlineThatTheyAreOlderThan() throws {
        let rig = try ringing()
        try rig.contact(.stop, isActive: true)
        let pressed = rig.now
        rig.board.buttons.set(.stop, isActive: false, at: pressed + .milliseconds(3))
        rig.late(by: .milliseconds(20))
        #expect(rig.speaker.playing != nil)
        #expect(rig.appliance.status.buttonGlitches == 1)
    }

    /// A driver that takes 3 s, and reports in the middle of that: a press of Stop in the meantime has the time it had, and
    /// not that of its reading.
    @Test(.requirement("BOARD-2")) func edgesKeepTheirTimesWhereADriverReportsInTheMiddleOfItsWork() throws {
        let rig = try ringing()
        try rig.contact(.start, isActive: true)
        let pressed = rig.now
        rig.speaker.onSilence = { [weak rig] in
            guard let rig else { return }
            rig.speaker.onSilence = {}
            rig.pass(.seconds(3))
            rig.board.buttons.set(.stop, isActive: true, at: pressed + .seconds(1))
            rig.board.buttons.set(.stop, isActive: false, at: pressed + .milliseconds(1200))
            rig.appliance.handle(.tick)
        }
        rig.late(by: .milliseconds(20))
        try rig.turn()
        #expect(rig.appliance.status.buttonGlitches == 0)
        #expect(rig.appliance.machine.activity == .idle, "Stop ended the conversation")
    }

    @Test(.requirement("BOARD-2", "ALARM-3")) func aButtonThatIsLostIsNoPressAndIsFoundAgain() throws {
        let rig = try ringing()
        rig.board.buttons.lose(.stop)
        try rig.turn()
        #expect(rig.speaker.playing != nil)
        #expect(rig.appliance.status.attention.contains(.button))
        try rig.advance(by: .seconds(5))
        #expect(rig.board.missingButtons == 1)
        rig.board.buttons.isBack = true
        try rig.advance(by: .seconds(3))
        #expect(rig.board.missingButtons == 0)
        #expect(!rig.appliance.status.attention.contains(.button))
        #expect(rig.speaker.playing != nil)
        try rig.contact(.stop, isActive: true)
        try rig.advance(by: .milliseconds(5))
        #expect(rig.speaker.playing == nil)
    }

    @Test(.requirement("SOUND-2")) func aBuzzerThatFailsIsTriedAgainUntilItSounds() throws {
        let rig = try LoopRig()
        let buzzer = try #require(rig.board.buzzer)
        buzzer.fault = .unplugged(what: "the chip")
        let report = rig.ways.event
        rig.speaker.onPlay = { report(.sound(.failed(id: $0.id, reason: "no card"))) }
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(605))
        #expect(!buzzer.isSounding)
        #expect(rig.story.lines.count { $0 == "buzzer true" } > 3)
        #expect(rig.board.light.shown.last == .ringing)
        buzzer.fault = nil
        try rig.advance(by: .seconds(3))
        #expect(buzzer.isSounding)
        try rig.contact(.stop, isActive: true)
        try rig.advance(by: .milliseconds(5))
        #expect(!buzzer.isSounding)
        #expect(rig.story.lines.last { $0.hasPrefix("buzzer") } == "buzzer false")
    }

    /// S-7.
    @Test(.requirement("SOUND-7")) func theBedShakesWhileItRingsAndNoLonger() throws {
        let rig = try LoopRig()
        let shaker = try #require(rig.board.shaker)
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(599))
        #expect(!shaker.isSounding)
        try rig.advance(by: .seconds(2))
        #expect(shaker.isSounding)
        // Not between two rings.
        try rig.advance(by: .seconds(40))
        #expect(!shaker.isSounding && rig.board.light.shown.last == .ringing)
        try rig.advance(by: .seconds(20))
        #expect(shaker.isSounding)
        try rig.contact(.stop, isActive: true)
        try rig.advance(by: .milliseconds(5))
        #expect(!shaker.isSounding)
    }

    /// The net of any habit but `wake` is one soft chime (F-11).
    @Test(.requirement("SOUND-7", "FADE-1"), arguments: [true, false])
    func aSoftChimeShakesNoBedAndSoundsNoBuzzer(isHeard: Bool) throws {
        let usual = try LoopRig()
        let now = usual.appliance.parts.clock.now().civil
        var profile = usual.appliance.machine.durableState.profile
        let index = try #require(profile.habits.firstIndex { $0.id == .training })
        profile.habits[index].isOn = true
        profile.habits[index].at = usual.appliance.machine.zoneRules.local(now + .minutes(20)).time
        let standing = FadingStanding(
            level: .net, since: nil, daysHere: 0, wasStepDown: false, automaticity: nil, days: "")
        let base = FadingLedger.Base(through: 1, standing: standing)
        let rig = try LoopRig(with: [.profile(profile), .fading(.base(.training, base))])
        let shaker = try #require(rig.board.shaker)
        let buzzer = try #require(rig.board.buzzer)
        let report = rig.ways.event
        if !isHeard { rig.speaker.onPlay = { report(.sound(.failed(id: $0.id, reason: "no card"))) } }
        // The net comes half an hour after the habit's time.
        try rig.advance(by: .minutes(49))
        #expect(rig.board.light.shown.last != .ringing)
        rig.story.lines = []
        try rig.advance(by: .seconds(65))
        #expect(rig.board.light.shown.last == .ringing)
        #expect(!shaker.isSounding && !buzzer.isSounding)
        #expect(!rig.story.lines.contains("shaker true") && !rig.story.lines.contains("buzzer true"))
        // It has what it needs to open a device all the same (SOUND-2).
        #expect(rig.appliance.descriptorReserve.count == 0)
    }

    @Test(.requirement("SOUND-7")) func aShakerThatFailsIsTriedAgainAndSilencesNothing() throws {
        let rig = try LoopRig()
        let shaker = try #require(rig.board.shaker)
        shaker.fault = .unplugged(what: "the chip")
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(605))
        #expect(!shaker.isSounding && rig.speaker.playing != nil)
        #expect(rig.appliance.status.attention.contains(.sound) == false)
        shaker.fault = nil
        try rig.advance(by: .seconds(3))
        #expect(shaker.isSounding)
    }

    /// A sensor never keeps an alarm of this level from ringing; it says how the day is counted.
    @Test(.requirement("FADE-2"), arguments: [true, false]) func theSensorsLineCountsOnceItHasHeld(isHeld: Bool) throws
    {
        let rig = try LoopRig()
        let sensor = try #require(rig.board.presence)
        let now = rig.appliance.parts.clock.now().civil
        let ring = rig.appliance.machine.zoneRules.local(now + .minutes(20))
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        (habit.isOn, habit.at, habit.days) = (true, ring.time, .everyDay)
        patch.habits = [habit]
        rig.command(.apply(patch))
        try rig.advance(by: .minutes(10))
        sensor.set(isActive: true, at: rig.now)
        try rig.turn()
        if isHeld { try rig.advance(by: .milliseconds(6)) }
        sensor.set(isActive: false, at: rig.now)
        try rig.turn()
        try rig.advance(by: .minutes(10) + .seconds(5))
        #expect(rig.appliance.machine.activity == .ringing)
        try rig.contact(.stop, isActive: true)
        try rig.advance(by: .milliseconds(50))
        let day = rig.appliance.machine.durableState.fading.ledgers[.wake]?.days.last
        #expect(day?.word == (isHeld ? .unaided : .prompt))
    }

    @Test(.requirement("FADE-2")) func aSensorThatFailsIsTriedAgain() throws {
        let rig = try LoopRig()
        let sensor = try #require(rig.board.presence)
        sensor.fail(.unplugged(what: "the chip"))
        try rig.turn()
        #expect(!sensor.isThere)
        sensor.fail(nil)
        try rig.advance(by: .seconds(3))
        #expect(sensor.isThere)
    }

    @Test(.requirement("BOARD-3")) func theLightShowsEachActivity() throws {
        let rig = try LoopRig()
        let light = rig.board.light
        #expect(light.shown == [.idle])
        rig.command(.talk(nil))
        #expect(light.shown.last == .connecting)
        try rig.turn()
        rig.told(.ready)
        rig.told(.speaking(true))
        try rig.turn()
        #expect(light.shown.last == .speaking)
        rig.told(.speaking(false))
        try rig.turn()
        #expect(light.shown.last == .listening)
        rig.press(.stop)
        try rig.advance(by: .seconds(1))
        #expect(light.shown.last == .idle)
        rig.command(.mute(true))
        #expect(light.shown.last == .muted)
        rig.command(.mute(false))
        rig.store.fault = .diskFull
        rig.command(.volume(percent: 35))
        try rig.turn()
        #expect(light.shown.last == .needsAttention)
        rig.store.fault = nil
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(601))
        #expect(light.shown.last == .ringing)
        rig.press(.stop)
        try rig.turn()
        #expect(light.shown.last == .idle)
    }

    /// A lamp that fails keeps nothing else from its work, and shows the state once it is back.
    @Test(.requirement("BOARD-3")) func aLightThatFailsIsShownAnewOnceItIsThere() throws {
        let rig = try LoopRig()
        rig.board.light.fault = .unplugged(what: "the lamp")
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(601))
        #expect(rig.speaker.playing != nil)
        #expect(rig.board.light.shown.last == .idle)
        rig.board.light.fault = nil
        try rig.advance(by: .seconds(3))
        #expect(rig.board.light.shown.last == .ringing)
    }

    @Test(.requirement("BOARD-3")) func aLampThatFailsAtRestIsSearchedForAndShowsTheStateOnceItIsBack() throws {
        let rig = try LoopRig()
        rig.board.light.fault = .unplugged(what: "the lamp")
        rig.command(.mute(true))
        try rig.advance(by: .seconds(10))
        #expect(rig.board.light.shown.last == .idle)
        rig.board.light.fault = nil
        try rig.advance(by: .seconds(3))
        #expect(rig.board.light.shown.last == .muted)
    }
}
