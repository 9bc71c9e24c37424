import ApplianceTestKit
import Bedside
import Store
import TestKit
import Testing

@testable import Appliance

/// The loop between the core and the drivers, on a virtual clock.
@Suite struct LoopTests {
    /// ALARM-7: the ring's progress is on disk before its sound starts; ALARM-12: loaded before it is due.
    @Test(.requirement("ALARM-7", "ALARM-12", "ALARM-3")) func anAlarmIsPreparedWrittenAndPlayedInThisOrder() throws {
        let rig = try LoopRig()
        // A ring that is not heard would turn to the light.
        let heard = rig.ways.event
        rig.speaker.onPlay = { heard(.sound(.audible(id: $0.id))) }
        rig.command(.tryOut(afterSeconds: 600))
        rig.story.lines = []
        try rig.advance(by: .seconds(601))
        #expect(rig.appliance.machine.light == .ringing)
        let play = try #require(rig.story.index("play alarm"))
        let prepare = try #require(rig.story.index("prepare alarm"))
        #expect(prepare < play)
        #expect(rig.story.lines[..<play].last { $0.hasPrefix("commit") } == "commit record")
        rig.press(.stop)
        #expect(rig.appliance.machine.light == .idle, "\(rig.appliance.status.attention)")
        #expect(rig.story.lines[play...].contains("silence"))
        #expect(rig.speaker.playing == nil)
    }

    /// Also before the pattern of a heavy sleeper, whose device has to be opened like any other.
    @Test(.requirement("SOUND-2", "SOUND-7"), arguments: [false, true])
    func theSpareDescriptorsAreFreeForARing(isHeavySleeper: Bool) throws {
        let rig = try LoopRig()
        var patch = ProfilePatch()
        patch.habits = [.init(id: .wake)]
        patch.habits[0].sleeper = isHeavySleeper ? .heavy : .normal
        rig.command(.apply(patch))
        rig.command(.tryOut(afterSeconds: 600))
        try #require(rig.appliance.descriptorReserve.count > 0)
        try rig.advance(by: .seconds(601))
        #expect(rig.appliance.machine.light == .ringing)
        #expect(rig.appliance.descriptorReserve.count == 0)
    }

    /// A disk that accepts nothing does not keep an alarm from sounding, and the light shows it.
    @Test(.requirement("ALARM-7"), arguments: [StoreError.diskFull, .slow])
    func aDiskThatFailsKeepsNoAlarmFromSounding(fault: StoreError) throws {
        let rig = try LoopRig()
        rig.command(.tryOut(afterSeconds: 600))
        rig.store.fault = fault
        let before = rig.store.patiences.count
        try rig.advance(by: .seconds(601))
        #expect(rig.speaker.playing != nil)
        // No ring waits longer than this for the disk.
        #expect(rig.store.patiences.dropFirst(before).allSatisfy { $0 <= Patience.ofRing })
        if fault != .slow { #expect(rig.appliance.status.attention.contains(.storage)) }
        rig.store.fault = nil
        rig.press(.stop)
        try rig.turn()
        #expect(rig.speaker.playing == nil)
        #expect(!rig.appliance.status.attention.contains(.storage))
    }

    /// The evening check may follow a write at once, as it does after a start.
    @Test(.requirement("ALARM-7", "GUARD-7")) func aDiskThatIsSlowForAMomentHasNotFailed() throws {
        let rig = try LoopRig()
        rig.store.fault = .slow
        rig.command(.tryOut(afterSeconds: 600))
        for _ in 0..<3 { rig.appliance.flushStore(within: Patience.ofRing) }
        try rig.turn()
        #expect(!rig.appliance.status.attention.contains(.storage))
        try rig.advance(by: .seconds(4))
        rig.appliance.flushStore(within: Patience.ofRing)
        try rig.turn()
        #expect(rig.appliance.status.attention.contains(.storage))
        rig.store.fault = nil
        rig.appliance.flushStore(within: Patience.ofRing)
        try rig.turn()
        #expect(!rig.appliance.status.attention.contains(.storage))
    }

    /// TALK-9: nothing is confirmed before it is on disk.
    @Test(.requirement("TALK-9")) func aToolIsConfirmedOnlyOnceItIsOnDisk() throws {
        let rig = try LoopRig()
        try rig.talk()
        rig.callTool(1, percent: 40)
        try rig.turn()
        let answer = try #require(rig.companion.answers.last)
        #expect(answer.output != ToolResult.unsaved)
        #expect(try #require(rig.story.lines.lastIndex(of: "commit")) < #require(rig.story.index("answer")))
        rig.store.fault = .diskFull
        rig.callTool(2, percent: 50)
        try rig.turn()
        #expect(rig.companion.answers.last?.output == ToolResult.unsaved)
        #expect(rig.companion.answers.last?.isSilent == false)
    }

    /// GUARD-6: hundreds of waiting calls do not keep the loop from Stop.
    @Test(.requirement("GUARD-6", "ALARM-3")) func aFloodOfTheCompanionDoesNotKeepTheLoopFromStop() throws {
        let rig = try LoopRig()
        try rig.talk()
        for number in 0..<400 { rig.callTool(number, percent: 10 + number % 80) }
        rig.ways.event(.command(.press(.stop, heldMilliseconds: 80, from: .button), ticket: 0))
        try rig.turn(2)
        #expect(rig.story.lines.contains("disconnect"))
        #expect(rig.companion.answers.count <= 2)
        try rig.turn(500)
        #expect(rig.companion.answers.count <= 2, "a companion that has disconnected gets no more answers")
    }

    /// The owner may be recording a plan for tomorrow while a companion that was busy is called again (ACCOUNT-3).
    @Test(.requirement("MIND-1", "ACCOUNT-3")) func aCallThatWasNeverOpenedEndsNoRecording() throws {
        let rig = try LoopRig()
        let phrases = try #require(rig.appliance.phrases as? FakePhrases)
        rig.command(.talk(nil))
        try rig.turn()
        rig.told(.failed(.network))
        try rig.turn()
        #expect(rig.story.lines.contains("disconnect"))
        #expect(phrases.lineTakings == 0)
        let other = try LoopRig()
        let others = try #require(other.appliance.phrases as? FakePhrases)
        try other.talk()
        #expect(others.lineTakings == 1)
        other.press(.stop)
        #expect(others.lineTakings == 2)
    }

    /// What a driver reports in the middle of its work is handled after that work and not inside it.
    @Test(.requirement("ALARM-7")) func theLoopHandlesOneEventAtATime() throws {
        let rig = try LoopRig()
        rig.command(.tryOut(afterSeconds: 600))
        rig.speaker.onPlay = { [weak rig] _ in
            rig?.press(.stop)
            rig?.story.lines.append("played")
        }
        rig.story.lines = []
        try rig.advance(by: .seconds(601))
        let play = try #require(rig.story.index("play alarm"))
        #expect(rig.story.lines[play + 1] == "played")
        #expect(rig.story.lines.contains("silence"))
        #expect(rig.appliance.machine.light == .idle)
    }

    /// What is destroyed does not come back: a clock that somebody set a year ahead puts no recording past its time.
    @Test(.requirement("GUARD-1"), arguments: [true, false])
    func aClockThatIsAheadDestroysNoRecording(isReported: Bool) throws {
        let rig = try LoopRig()
        rig.recordings.mayHoldAny = true
        rig.appliance.keepHouse()
        let today = try #require(rig.recordings.dates.last ?? nil)
        rig.setClock(by: .days(365), isSynchronized: false, isReported: isReported)
        rig.appliance.keepHouse()
        #expect(rig.recordings.dates == [today, nil])
        rig.setClock(by: .days(-365), isSynchronized: true)
        rig.appliance.keepHouse()
        #expect(rig.recordings.dates == [today, nil, today])
    }
}
