import Bedside
import TestKit
import Testing

@testable import Appliance

/// How long the loop waits for the disk: never into an alarm.
@Suite(.requirement("ALARM-7")) struct PatienceTests {
    private static let told = Action.reply(.done, ticket: 3)

    private static func play(_ source: Playback.Source) -> Action {
        .play(
            Playback(
                id: 1, source: source, fromPercent: 10, toPercent: 90, riseMilliseconds: 0, limitMilliseconds: 30_000,
                output: 0))
    }

    private func patience(_ actions: [Action], untilDue: TimeSpan = .seconds(86_400)) -> TimeSpan {
        Patience.whilePerforming(actions, longest: Patience.ofOwnerAtRest, untilDue: untilDue)
    }

    @Test func aReplyThatSaysSavedWaitsForTheDisk() {
        #expect(patience([]) == Patience.ofRing)
        #expect(patience([.silence]) == Patience.ofRing)
        #expect(patience([Self.told]) == Patience.ofOwnerAtRest)
        // Nobody waits at the panel, and a refusal has nothing to save.
        #expect(patience([.reply(.done, ticket: 0)]) == Patience.ofRing)
        #expect(patience([.reply(.refused(.nothingToSkip(.wake)), ticket: 3)]) == Patience.ofRing)
    }

    /// Nor does a heavy sleeper's, which is another sound (SOUND-7).
    @Test(arguments: [Playback.Source.alarm(file: nil), .square]) func noAlarmWaitsForTheDisk(source: Playback.Source) {
        #expect(patience([Self.told], untilDue: .milliseconds(700)) == .milliseconds(700))
        #expect(patience([Self.told], untilDue: .milliseconds(-5)) == Patience.ofRing)
        #expect(patience([Self.told, Self.play(source)]) == Patience.ofRing)
        #expect(patience([Self.play(source), Self.told]) == Patience.ofRing)
    }

    /// Otherwise it would report that nothing answered, and not what happened to the change.
    @Test func theCommandLineIsAnsweredBeforeItGivesUp() {
        let limit = TimeSpan.seconds(Int(ControlLimits.answerSeconds))
        for patience in [Patience.ofOwnerAtRest, Patience.ofErasure] { #expect(patience < limit) }
    }

    /// ALARM-7, SETUP-2: replies are true. A preview that was heard counts as done, whatever the disk does (ALARM-10),
    /// and a refused command is answered with the reason.
    @Test func onlyWhatIsOnDiskIsConfirmedAsKept() {
        let none = NextUp?.none
        let samples: [(Reply, Command, isWritten: Bool, isStoreWorking: Bool, isUntrue: Bool)] = [
            (.done, .preview(nil), false, false, false),
            (.done, .talk(nil), false, false, false),
            (.done, .mute(true), true, true, false),
            (.done, .mute(true), true, false, true),
            (.done, .mute(true), false, true, true),
            (.done, .press(.stop, heldMilliseconds: 0, from: .socket), false, true, true),
            (.done, .press(.stop, heldMilliseconds: 0, from: .socket), true, false, false),
            (.next(none), .trustClock, false, true, true),
            (.changed([], next: none), .skip(.wake), true, false, true),
            (.changed([], next: none), .skip(.wake), true, true, false),
            (.refused(.sounding), .preview(nil), false, false, false),
            (.refused(.nothingToSkip(.wake)), .skip(.wake), false, false, false),
        ]
        for (reply, command, isWritten, isStoreWorking, isUntrue) in samples {
            #expect(
                reply.isUntrue(command.promise, isWritten: isWritten, isStoreWorking: isStoreWorking) == isUntrue,
                "\(command) answered by \(reply), written: \(isWritten), store works: \(isStoreWorking)")
        }
    }
}
