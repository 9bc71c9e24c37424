import TestKit
import Testing

@testable import Bedside

/// TALK-6: the offline companion's pace.
@Suite(.requirement("TALK-6"))
struct RoutineTests {
    private func time(_ milliseconds: Int) -> BootTime { .zero + .milliseconds(milliseconds) }
    private static func line(_ text: String) -> OfflineScript.Line { OfflineScript.Line(text: text) }
    private static let script = OfflineScript(
        key: "wake_up.en",
        steps: [
            OfflineScript.Step(
                lines: [line("One."), line("Two.")], listenSeconds: 6, insisting: [line("Hey."), line("Hey!")],
                pauseSeconds: 2),
            OfflineScript.Step(lines: [line("Three.")]),
        ])

    /// The routine at the moment at which the second line has been said, 1 s in.
    private func listening(canHear: Bool = true) -> Routine {
        var routine = Routine(script: Self.script, canHear: canHear)
        #expect(routine.begin(at: time(0)) == [.say(Self.line("One."), key: "wake_up.en.1.say.1", emphasis: 0)])
        #expect(routine.said(at: time(500)) == [.say(Self.line("Two."), key: "wake_up.en.1.say.2", emphasis: 0)])
        #expect(routine.said(at: time(1000)).isEmpty)
        #expect(routine.isListening)
        return routine
    }

    @Test func theEndOfItsOwnVoiceIsNotAnAnswer() {
        var routine = listening()
        #expect(routine.voice(isActive: true, at: time(1200)).isEmpty)
        #expect(routine.voice(isActive: false, at: time(1400)).isEmpty)
        #expect(routine.advance(to: time(7299)).isEmpty)
        #expect(routine.advance(to: time(7300)) == [.say(Self.line("Hey."), key: "wake_up.en.1.again.1", emphasis: 1)])
    }

    @Test func thePauseFollowsTheEndOfAnAnswer() {
        var routine = listening()
        #expect(routine.voice(isActive: true, at: time(1500)) == [.heard])
        #expect(routine.advance(to: time(9000)).isEmpty, "the routine waits while the owner speaks")
        #expect(routine.voice(isActive: false, at: time(9000)).isEmpty)
        #expect(routine.deadline == time(9700))
        #expect(routine.advance(to: time(9700)).isEmpty)
        #expect(routine.deadline == time(11_700))
        #expect(
            routine.advance(to: time(11_700)) == [.say(Self.line("Three."), key: "wake_up.en.2.say.1", emphasis: 0)])
        #expect(routine.said(at: time(12_000)).isEmpty)
        #expect(routine.advance(to: time(12_000)) == [.finished])
        #expect(routine.deadline == nil)
    }

    @Test func somebodyWhoSpeaksOverTheEndOfALineIsHeard() {
        var routine = Routine(script: Self.script, canHear: true)
        _ = routine.begin(at: time(0))
        _ = routine.said(at: time(500))
        #expect(
            routine.voice(isActive: true, at: time(900)).isEmpty, "a voice that may be the speaker's own is ignored")
        _ = routine.said(at: time(1000))
        #expect(routine.deadline == time(2000))
        #expect(routine.advance(to: time(2000)) == [.heard])
    }

    @Test func itInsistsLouderEachTimeAndThenGoesOn() {
        var routine = listening()
        #expect(routine.advance(to: time(7300)) == [.say(Self.line("Hey."), key: "wake_up.en.1.again.1", emphasis: 1)])
        #expect(routine.said(at: time(8000)).isEmpty)
        #expect(
            routine.advance(to: time(14_300)) == [.say(Self.line("Hey!"), key: "wake_up.en.1.again.2", emphasis: 2)])
        #expect(routine.said(at: time(15_000)).isEmpty)
        #expect(routine.advance(to: time(21_300)).isEmpty)
        #expect(routine.stage == .pausing(until: time(23_300)))
    }

    @Test func withNobodyToHearItKeepsThePaceWithoutInsisting() {
        var routine = listening(canHear: false)
        #expect(routine.deadline == time(5300))
        #expect(routine.advance(to: time(5300)).isEmpty)
        #expect(routine.stage == .pausing(until: time(7300)))
    }

    @Test func anEndlessVoiceDoesNotHoldItUpForever() {
        var routine = listening()
        #expect(routine.voice(isActive: true, at: time(2000)) == [.heard])
        #expect(routine.deadline == time(22_000))
        #expect(routine.advance(to: time(22_000)).isEmpty)
        #expect(routine.stage == .pausing(until: time(24_000)))
    }

    @Test func anEmptyScriptEndsAtOnce() {
        var routine = Routine(script: OfflineScript(key: "x.en", steps: []), canHear: true)
        #expect(routine.begin(at: time(0)) == [.finished])
    }
}
