import Bedside
import Foundation
import Sound
import Store

/// Records the consent to a voice of the owner's own and the sample of which it is made, seals both, and destroys them
/// (V-1, V-2). Main thread only; the disk is waited for on queues.
final class VoiceRecorder {
    /// What must be speech in a recording, and how much of it is sent: the gateway takes up to 30 s.
    private enum Bounds {
        static let consentSpeechMilliseconds = 1_500
        static let sampleSpeechMilliseconds = 8_000
        static let maximumMilliseconds = 29_900
    }

    private let shelf: SoundShelf
    private let line: TakeLine
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    /// Waits for the end of a recording, and seals it.
    private let queue = DispatchQueue(label: "voice-recording")
    /// Removes files: never behind a recording that goes on.
    private let removal = DispatchQueue(label: "voice-removal")
    private var hasRecorded = false
    private static let farewell = DispatchTimeInterval.milliseconds(500)

    init(
        shelf: SoundShelf, sound: any LineDriver, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.shelf = shelf
        line = TakeLine(sound)
        self.post = post
        self.log = log
    }

    func record(_ number: Int, _ kind: VoiceTakeKind, output: Int, volumePercent: Int, seconds: Int) {
        hasRecorded = true
        let take = PhraseCapture(seconds: seconds)
        line.open(take, output: output, volumePercent: volumePercent)
        queue.async { [shelf, post, log] in
            guard let samples = take.wait() else { return }
            if take.isDeaf { log(.error, "no voice was recorded: no sound device opened") }
            let result = take.isDeaf ? .failed : Self.keep(samples, kind, on: shelf, log)
            // It had to give way while it was being sealed. What the disk does not remove now, the rules destroy.
            if take.isDropped, Self.isForgotten(result, on: shelf, log) { return }
            post(.ownVoice(.recorded(result, take: number)))
        }
    }

    /// The owner has spoken.
    func finish() { line.finish() }

    /// Nothing of what is being recorded is kept, and the line is closed.
    func drop() { line.drop() }

    /// Another line is opened, or none is wanted.
    func lineIsTaken() { line.isTaken() }

    /// The program ends, perhaps for good, so that no recording may stay. A start destroys them as well, and a disk that
    /// is slow is not waited for.
    func shutDown() {
        lineIsTaken()
        guard hasRecorded else { return }
        let isDone = DispatchSemaphore(value: 0)
        removal.async { [queue, shelf, log] in
            // What is being sealed comes first; it was dropped above, so this ends soon.
            queue.sync {}
            do throws(RecordingError) {
                try shelf.removeAll()
            } catch {
                log(.error, "recordings of the owner's voice are not destroyed yet: \(error)")
            }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + Self.farewell)
    }

    func destroy(_ file: Int) {
        removal.async { [shelf, post, log] in
            do throws(RecordingError) {
                try shelf.remove(file)
                post(.ownVoice(.destroyed(file: file, isDone: true)))
            } catch {
                log(.error, "a recording of the owner's voice is not destroyed yet: \(error)")
                post(.ownVoice(.destroyed(file: file, isDone: false)))
            }
        }
    }

    func sweep() {
        removal.async { [shelf, post, log] in
            do throws(RecordingError) {
                try shelf.removeAll()
                post(.ownVoice(.swept(isDone: true)))
            } catch {
                log(.error, "recordings of the owner's voice are not destroyed yet: \(error)")
                post(.ownVoice(.swept(isDone: false)))
            }
        }
    }

    private static func keep(
        _ samples: [Float], _ kind: VoiceTakeKind, on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> VoiceTake {
        let speech =
            kind == .consent ? Bounds.consentSpeechMilliseconds : Bounds.sampleSpeechMilliseconds
        let judgement = VoiceTakeSound.judge(
            samples, speechMilliseconds: speech, maximumMilliseconds: Bounds.maximumMilliseconds)
        switch judgement {
        case .silent: return .silent
        case .clipped: return .clipped
        case .short: return .short
        case .good(let kept, let mayBeTwo):
            let sound = SyntheticSound(samples: kept, samplesPerSecond: VoiceTakeSound.keptSamplesPerSecond)
            let bytes = sound.bytes
            do throws(RecordingError) {
                let number = try shelf.keep(bytes)
                let recording = VoiceRecording(
                    number: number, milliseconds: sound.milliseconds, sha256: ContentDigest.sha256(bytes))
                return .kept(recording, mayBeTwo: mayBeTwo)
            } catch {
                log(.error, "a recording of the owner's voice is not kept: \(error)")
                if case .noRoom = error { return .noRoom }
                return .failed
            }
        }
    }

    private static func isForgotten(
        _ result: VoiceTake, on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> Bool {
        guard case .kept(let recording, _) = result else { return true }
        do throws(RecordingError) {
            try shelf.remove(recording.number)
            return true
        } catch {
            log(.error, "a recording of the owner's voice that came too late is not destroyed yet: \(error)")
            return false
        }
    }
}
