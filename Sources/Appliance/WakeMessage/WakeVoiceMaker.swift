import Bedside
import Cloud
import Foundation
import Realtime
import Store
import Synchronization

/// Has the wake message read by the companion's voice, and keeps the reading sealed until the ring (MIND-4). `perform`
/// returns at once; service and disk are waited for on a queue.
///
/// The words are sealed with the sound, and a ring compares them with its own: a reading of other words is never heard.
final class WakeVoiceMaker: Sendable {
    /// Reads a text by the service, until it is not wanted any more. Blocks.
    typealias Reader =
        @Sendable (ReadingRequest, Credential, @escaping @Sendable () -> Bool) -> Result<[Int16], ReadingFailure>
    /// After which a destruction that the disk has refused is tried again.
    private let retrySeconds: Double

    private let shelf: SoundShelf
    private let voice: String
    private let key: @Sendable () -> Result<Credential?, CredentialError>
    private let reader: Reader
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "wake-voice", qos: .utility)
    /// The task that is wanted; 0: none.
    private let wanted = Atomic<Int>(0)

    init(
        shelf: SoundShelf, voice: String, key: @escaping @Sendable () -> Result<Credential?, CredentialError>,
        reader: @escaping Reader, retrySeconds: Double = 60, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.retrySeconds = retrySeconds
        self.shelf = shelf
        self.voice = voice
        self.key = key
        self.reader = reader
        self.post = post
        self.log = log
    }

    func perform(_ effect: WakeVoice.Effect) {
        switch effect {
        case .render(let words, let task, let isSentBefore):
            wanted.store(task, ordering: .releasing)
            queue.async { [self] in
                guard let outcome = make(words, task, isSentBefore: isSentBefore) else { return }
                // It was given up while it was being sealed: what gave it up has removed it, or removes it next.
                guard isWanted(task) else { return }
                post(.wakeVoice(.rendered(outcome, task: task)))
            }
        case .forget:
            wanted.store(0, ordering: .releasing)
            queue.async { [self] in forgetUntilGone() }
        }
    }

    private func isWanted(_ task: Int) -> Bool { wanted.load(ordering: .acquiring) == task }

    /// Nil if it is not wanted any more.
    private func make(_ words: Utterance, _ task: Int, isSentBefore: Bool) -> WakeVoice.Outcome? {
        guard isWanted(task) else { return nil }
        if Self.reading(of: words, on: shelf, log) != nil { return .ready }
        if isSentBefore { return .refused }
        guard forget() else { return .failed }
        let credential: Credential
        switch key() {
        case .failure, .success(nil): return .refused
        case .success(let found?): credential = found
        }
        let request = ReadingRequest(text: words.text, voice: voice)
        switch reader(request, credential, { [self] in isWanted(task) }) {
        // Words that were forgotten meanwhile are not kept.
        case .success(let samples): return isWanted(task) ? keep(samples, of: words) : nil
        case .failure(.cancelled): return nil
        case .failure(let failure):
            log(.notice, "the wake message is not ready in the companion's voice: \(failure)")
            return failure.isFinal ? .refused : .failed
        }
    }

    private func keep(_ samples: [Int16], of words: Utterance) -> WakeVoice.Outcome {
        do throws(RecordingError) {
            _ = try shelf.keep(ReadingFile.bytes(words: words.text, samples: samples))
            return .ready
        } catch {
            log(.error, "the wake message in the companion's voice is not kept: \(error)")
            return .failed
        }
    }

    /// False if some of it is still there.
    private func forget() -> Bool {
        do throws(RecordingError) {
            try shelf.removeAll()
            return true
        } catch {
            log(.error, "a wake message is not removed yet: \(error)")
            return false
        }
    }

    /// A later task sees to it by itself.
    private func forgetUntilGone() {
        guard isWanted(0), !forget() else { return }
        queue.asyncAfter(deadline: .now() + retrySeconds) { [weak self] in self?.forgetUntilGone() }
    }

    /// The reading of exactly these words at 48 kHz, for a ring; nil if there is none, or it cannot be read. Waits for the
    /// disk.
    static func reading(
        of words: Utterance, on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> [Float]? {
        for number in shelf.recordings {
            do throws(RecordingError) {
                if let samples = ReadingFile.samples(in: try shelf.open(number), of: words.text) {
                    return ScriptReader.atDeviceRate(samples)
                }
            } catch {
                log(.warning, "the wake message in the companion's voice cannot be used: \(error)")
            }
        }
        return nil
    }
}

extension ReadingFailure {
    /// Whether trying again soon would change nothing.
    fileprivate var isFinal: Bool {
        switch self {
        case .service(let failure): !failure.isRetryable
        case .notAsWritten, .tooLong, .cancelled: true
        }
    }
}

/// What is sealed: the number of bytes of the words in two bytes, little-endian, the words, and the sound as the service
/// has read it, 16 bits at 24 kHz.
enum ReadingFile {
    static func bytes(words: String, samples: [Int16]) -> [UInt8] {
        let words = Array(words.utf8.prefix(Int(UInt16.max)))
        return [UInt8(truncatingIfNeeded: words.count), UInt8(truncatingIfNeeded: words.count >> 8)] + words
            + SoundBytes.bytes(of: samples)
    }

    /// Nil if it holds other words than these.
    static func samples(in bytes: [UInt8], of words: String) -> [Int16]? {
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[0]) | Int(bytes[1]) << 8
        guard bytes.count >= 2 + count, bytes[2..<(2 + count)].elementsEqual(words.utf8) else { return nil }
        return SoundBytes.integers(of: Array(bytes[(2 + count)...]))
    }
}
