import Bedside
import Foundation
import Glibc
import Sound
import Store
import Synchronization
import System

/// Records the owner's phrases as the rules ask (MIND-7). Main thread only; the disk is waited for on a queue.
final class PhraseRecorder {
    private let shelf: SoundShelf
    private let line: TakeLine
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "phrases")

    init(
        shelf: SoundShelf, sound: any LineDriver, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.shelf = shelf
        line = TakeLine(sound)
        self.post = post
        self.log = log
        // A change of their key that a power cut has interrupted goes on here, where no alarm waits for it.
        queue.async {
            do throws(RecordingError) {
                try shelf.finishKeyRenewal()
            } catch {
                log(.error, "the older key of recorded phrases is still there: \(error)")
            }
        }
    }

    func perform(_ effect: AffirmationKeeper.Effect) {
        switch effect {
        case .record(let number, let output, let volumePercent, let thinkingMilliseconds):
            let take = PhraseCapture(thinkingMilliseconds: thinkingMilliseconds)
            line.open(take, output: output, volumePercent: volumePercent)
            queue.async { [shelf, post, log] in
                guard let samples = take.wait() else { return }
                if take.isDeaf { log(.error, "a phrase was not recorded: no sound device opened") }
                let result = take.isDeaf ? .failed : Self.keep(samples, on: shelf, log)
                // It had to give way while it was being sealed.
                if take.isDropped { return Self.forget(result, on: shelf, log) }
                post(.affirmation(.recorded(result, take: number)))
            }
        case .finish: line.finish()
        case .drop: line.drop()
        case .forget(let recording):
            queue.async { [shelf, log] in Self.forget(.kept(recording), on: shelf, log) }
        }
    }

    /// Another line is opened, or none is wanted.
    func lineIsTaken() { line.isTaken() }

    /// Removes a recording that came too late; if the disk does not do it, the next start does.
    private static func forget(
        _ result: PhraseTake, on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) {
        guard case .kept(let recording) = result else { return }
        do throws(RecordingError) {
            try shelf.remove(recording.number)
        } catch {
            log(.error, "a recording that came too late is not removed yet: \(error)")
        }
    }

    private static func keep(
        _ samples: [Float], on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> PhraseTake {
        switch PhraseSound.judge(samples) {
        case .silent: return .silent
        case .clipped: return .clipped
        case .short: return .short
        case .long: return .long
        case .good(let sound):
            do throws(RecordingError) {
                let number = try shelf.keep(SoundBytes.bytes(of: sound))
                return .kept(
                    PhraseRecordingFile(
                        number: number, milliseconds: sound.count / (PhraseSound.samplesPerSecond / 1000)))
            } catch {
                log(.error, "the recording of a phrase is not kept: \(error)")
                if case .noRoom = error { return .noRoom }
                return .failed
            }
        }
    }

    /// A recording for the speaker; nil if it cannot be read. Waits for the disk.
    static func samples(
        of recording: Int, from shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> [Float]? {
        do throws(RecordingError) {
            return SoundBytes.samples(of: try shelf.open(recording))
        } catch {
            log(.error, "the recording of a phrase cannot be played: \(error)")
            return nil
        }
    }
}

/// One recording: gives a tone, and then keeps what the microphone hears, until it is finished or full.
final class PhraseCapture: Sendable {
    private static let toneSamples = PhraseSound.samplesPerSecond / 4
    /// After the tone: its echo is in the room.
    private static let pauseSamples = PhraseSound.samplesPerSecond / 5
    /// Before the end by a button: its own clack, and the time until it is read.
    private static let clackSamples = PhraseSound.samplesPerSecond / 5
    private static let longestThinkingMilliseconds = 20_000
    private static let longestSeconds = 30
    private let longestWaitNanoseconds: Int64
    /// Both devices run by then, the second output on the list, too; otherwise nothing will come.
    private static let opensWithinNanoseconds: Int64 = 6_000_000_000

    /// The phrase, and what may come before its first word.
    private let maximumSamples: Int
    private let heard: Ring<Float>
    /// Samples that the speaker has asked for.
    private let rendered = Atomic<Int>(0)
    /// Whether the microphone has given anything, also before the end of the tone.
    private let hasHeard = Atomic<Bool>(false)
    private let isFinished = Atomic<Bool>(false)
    private let dropped = Atomic<Bool>(false)

    /// - Parameter seconds: the longest recording, up to half a minute.
    init(seconds: Int = PhraseSound.maximumSamples / PhraseSound.samplesPerSecond, thinkingMilliseconds: Int = 0) {
        let most = min(max(thinkingMilliseconds, 0), Self.longestThinkingMilliseconds)
        let seconds = min(max(seconds, 1), Self.longestSeconds)
        maximumSamples = seconds * PhraseSound.samplesPerSecond + most * (PhraseSound.samplesPerSecond / 1000)
        heard = Ring(minimumCapacity: maximumSamples, zero: 0)
        longestWaitNanoseconds = Int64(seconds + 8) * 1_000_000_000 + Int64(most) * 1_000_000
    }

    var isDropped: Bool { dropped.load(ordering: .acquiring) }
    /// Whether no speaker or no microphone runs: what is missing then is not the owner's voice.
    var isDeaf: Bool { rendered.load(ordering: .acquiring) == 0 || !hasHeard.load(ordering: .acquiring) }

    /// Fills `frames` with the tone, and then with silence. Playback thread only, real time.
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        var at = rendered.load(ordering: .relaxed)
        for i in frames.indices {
            frames[i] = at < Self.toneSamples ? Self.tone(at) : 0
            at += 1
        }
        rendered.store(at, ordering: .releasing)
        return frames.count
    }

    private static func tone(_ at: Int) -> Float {
        let edge = Float(min(at, toneSamples - at)) / 480
        return 0.2 * min(edge, 1) * sinf(2 * .pi * 660 * Float(at) / Float(PhraseSound.samplesPerSecond))
    }

    /// Capture thread only, real time.
    func hear(_ samples: UnsafeBufferPointer<Float>) {
        hasHeard.store(true, ordering: .releasing)
        guard rendered.load(ordering: .acquiring) >= Self.toneSamples + Self.pauseSamples,
            !isFinished.load(ordering: .relaxed)
        else { return }
        _ = heard.write(
            UnsafeBufferPointer(rebasing: samples.prefix(max(0, maximumSamples - heard.written))))
    }

    func finish() { isFinished.store(true, ordering: .releasing) }
    func drop() { dropped.store(true, ordering: .releasing) }

    /// Waits for the end; nil if nothing is to be kept.
    func wait() -> [Float]? {
        let begin = bootNanoseconds()
        while !isDropped {
            let waited = bootNanoseconds() - begin
            let isOver =
                isFinished.load(ordering: .acquiring) || heard.written >= maximumSamples
                || waited >= (isDeaf ? Self.opensWithinNanoseconds : longestWaitNanoseconds)
            guard isOver else {
                usleep(20_000)
                continue
            }
            let isEndedByButton = isFinished.load(ordering: .acquiring)
            finish()
            var samples = [Float](repeating: 0, count: heard.count)
            let count = samples.withUnsafeMutableBufferPointer { heard.read(into: $0) }
            return Array(samples.prefix(max(0, isEndedByButton ? count - Self.clackSamples : count)))
        }
        return nil
    }
}
