import ApplianceTestKit
import Bedside
import Glibc
import Sound
import Store
import Synchronization
import System
import TestKit
import Testing

@testable import Appliance

/// A phrase from the microphone to the disk and back to the speaker (MIND-7, GUARD-1).
@Suite(.requirement("MIND-7")) struct PhraseRecorderTests {
    private final class Heard: Sendable {
        let events = Mutex<[Event]>([])
        let errors = Mutex<[String]>([])
        var reports: [Event] { events.withLock { $0 } }
    }

    private let folder: TemporaryFolder
    private let line = FakeLine()
    private let heard = Heard()
    private let shelf: SoundShelf
    private let recorder: PhraseRecorder

    init() throws {
        folder = try TemporaryFolder()
        shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let heard = heard
        recorder = PhraseRecorder(
            shelf: shelf, sound: line, post: { event in heard.events.withLock { $0.append(event) } },
            log: { level, text in if level == .error { heard.errors.withLock { $0.append(text) } } })
    }

    private static func quiet(_ seconds: Double) -> [Float] { [Float](repeating: 0.0003, count: Int(seconds * 48_000)) }
    private static func voice(_ seconds: Double) -> [Float] {
        (0..<Int(seconds * 48_000)).map { 0.2 * sinf(2 * .pi * 200 * Float($0) / 48_000) }
    }

    private func begin(_ take: Int = 1) {
        recorder.perform(.record(take: take, output: 0, volumePercent: 60))
    }

    @Test func aPhraseIsHeardAfterTheToneSealedAndReadAgain() throws {
        begin()
        let given = line.run(Self.voice(0.4) + Self.quiet(1) + Self.voice(2) + Self.quiet(0.5))
        // A short tone, and silence while the owner speaks.
        #expect(given.prefix(12_000).contains { abs($0) > 0.1 })
        #expect(given.dropFirst(12_000).allSatisfy { $0 == 0 })
        recorder.perform(.finish)
        #expect(eventually { !heard.reports.isEmpty })
        guard case .affirmation(.recorded(.kept(let recording), take: 1)) = heard.reports.first else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        // What was said before the end of the tone is not in it.
        #expect((2000...2300).contains(recording.milliseconds))
        let samples = try #require(PhraseRecorder.samples(of: recording.number, from: shelf) { _, _ in })
        #expect(samples.count / 48 == recording.milliseconds)
        #expect(samples.contains { abs($0) > 0.05 })
        recorder.perform(.drop)
        #expect(line.closings == 1)
    }

    /// The button is loud: it would be the last word of the phrase, or set its loudness.
    @Test func theClackOfTheButtonThatEndsItIsNotInIt() throws {
        begin()
        let clack = (0..<4800).map { Float($0.isMultiple(of: 2) ? 0.95 : -0.95) }
        _ = line.run(Self.quiet(0.5) + Self.voice(1.5) + Self.quiet(0.5) + clack)
        recorder.perform(.finish)
        #expect(eventually { !heard.reports.isEmpty })
        guard case .affirmation(.recorded(.kept(let recording), take: 1)) = heard.reports.first else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        #expect((1500...1750).contains(recording.milliseconds))
    }

    @Test func aRecordingThatGivesWayLeavesNothing() throws {
        begin()
        _ = line.run(Self.quiet(1) + Self.voice(2))
        recorder.perform(.drop)
        #expect(line.closings == 1)
        // The next recording waits behind it, so what came of it is known then.
        begin(2)
        _ = line.run(Self.quiet(1) + Self.voice(2))
        recorder.perform(.finish)
        #expect(eventually { !heard.reports.isEmpty })
        guard case .affirmation(.recorded(.kept(let recording), take: 2)) = heard.reports.first else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        #expect(heard.reports.count == 1 && shelf.recordings == [recording.number])
    }

    /// The earlier one stays, whatever becomes of the later one.
    @Test func aSecondRecordingLeavesTheFirstAlone() throws {
        let first = try shelf.keep([1, 2, 3, 4])
        begin()
        _ = line.run(Self.quiet(1) + Self.voice(2))
        recorder.perform(.finish)
        #expect(eventually { !heard.reports.isEmpty })
        guard case .affirmation(.recorded(.kept(let recording), take: 1)) = heard.reports.first else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        #expect(recording.number != first)
        #expect(try shelf.open(first) == [1, 2, 3, 4])
        // The rules had given it up.
        recorder.perform(.forget(recording))
        #expect(eventually { shelf.recordings == [first] })
    }

    @Test func tenSecondsEndItAndOneThatIsTooLongIsNotKept() throws {
        begin()
        _ = line.run(Self.voice(11))
        #expect(eventually { heard.reports == [.affirmation(.recorded(.long, take: 1))] })
        begin(2)
        _ = line.run(Self.quiet(11))
        #expect(eventually { heard.reports.last == .affirmation(.recorded(.silent, take: 2)) })
        #expect(shelf.recordings.isEmpty)
    }

    /// Nothing of it is the owner's voice: "closer to me" would be no help.
    @Test(arguments: [true, false]) func aDeafRecordingHasFailedAndWasNotSilent(hasSpeaker: Bool) throws {
        begin()
        if hasSpeaker {
            var frames = [Float](repeating: 9, count: 48_000)
            frames.withUnsafeMutableBufferPointer { _ = line.voice?.render($0) }
        } else {
            Self.voice(1).withUnsafeBufferPointer { line.voice?.capture($0) }
        }
        recorder.perform(.finish)
        #expect(eventually { heard.reports == [.affirmation(.recorded(.failed, take: 1))] })
        // It ends by itself, long before a recording would.
        let since = bootNanoseconds()
        begin(2)
        #expect(eventually(withinSeconds: 10) { heard.reports.last == .affirmation(.recorded(.failed, take: 2)) })
        #expect(bootNanoseconds() - since < 9_000_000_000)
    }

    @Test func aDiskThatTakesNothingIsReported() throws {
        begin()
        _ = line.run(Self.quiet(1) + Self.voice(2))
        // A file where the folder should be.
        let descriptor = open(folder.path + "/phrases", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        recorder.perform(.finish)
        #expect(eventually { heard.reports == [.affirmation(.recorded(.failed, take: 1))] })
        #expect(heard.errors.withLock { $0.count } == 1)
    }
}
