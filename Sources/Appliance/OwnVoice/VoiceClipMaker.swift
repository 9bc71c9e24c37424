import Bedside
import Cloud
import Foundation
import Sound
import Store
import Synchronization

/// Has approved words said in the owner's own voice by the gateway, and keeps the clips sealed until they are heard (MIND-9,
/// V-4). `perform` returns at once; gateway and disk are waited for on a queue.
///
/// The words and the voice are sealed with the sound, and whatever plays a clip compares them with its own: a clip of other
/// words, or of an earlier voice, is never heard. Each clip says of itself that it is synthetic.
final class VoiceClipMaker: Sendable {
    /// After which a removal that the disk has refused is tried again.
    private let retrySeconds: Double

    private let shelf: SoundShelf
    private let ask: VoiceCourier.Asking<Void>
    private let today: @Sendable () -> String
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "voice-clips", qos: .utility)
    private let wanted = Mutex(Wanted())

    private struct Wanted: Sendable {
        /// The task that is awaited; 0: none.
        var task = 0
        var script: VoiceScript?
        /// Counts the requests to forget: an earlier one that the disk has refused is not tried again after a later one.
        var forgettings = 0
    }

    /// - Parameter today: the day on which a clip is made, as `2026-11-28`.
    init(
        shelf: SoundShelf, ask: @escaping VoiceCourier.Asking<Void>, today: @escaping @Sendable () -> String,
        retrySeconds: Double = 60, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.shelf = shelf
        self.ask = ask
        self.today = today
        self.retrySeconds = retrySeconds
        self.post = post
        self.log = log
    }

    // MARK: Keeping one

    func fetch(_ script: VoiceScript, task: Int, gateway: String?) {
        wanted.withLock { ($0.task, $0.script) = (task, script) }
        queue.async { [self] in
            guard isWanted(task) else { return }
            if Self.clip(of: script, on: shelf, log) != nil { return tell(.ready, task) }
            let request: @Sendable (GatewayWire) -> HTTPRequest = {
                $0.speak(script.text.words, voice: script.voice, language: script.language.rawValue)
            }
            ask(gateway, request) { [self] result in
                queue.async { [self] in took(result, script, task) }
            }
        }
    }

    private func isWanted(_ task: Int) -> Bool { wanted.withLock { $0.task == task } }

    private func tell(_ outcome: VoiceClipOutcome, _ task: Int) {
        // Words that were forgotten meanwhile are not kept, and nobody waits for the answer.
        guard isWanted(task) else { return }
        post(.ownVoice(.fetched(outcome, task: task)))
    }

    private func took(_ result: Result<HTTPResponse, HTTPFailure>?, _ script: VoiceScript, _ task: Int) {
        guard isWanted(task) else { return }
        if let refusal = VoiceClipOutcome(refusalIn: result) { return tell(refusal, task) }
        guard case .success(let response)? = result else { return tell(.failed(retryAfterSeconds: nil), task) }
        guard var sound = SyntheticSound(response.body, maximumMilliseconds: GatewayWire.maximumClipMilliseconds),
            sound.milliseconds >= 200
        else {
            log(.notice, "the gateway has sent no sound that can be kept")
            return tell(.failed(retryAfterSeconds: nil), task)
        }
        // The gateway names no model; its name for the voice says as much.
        sound.provenance = SyntheticSound.Provenance(model: "own voice \(script.voice)", date: today())
        do throws(RecordingError) {
            _ = try shelf.keep(ClipFile.bytes(script: script, sound: sound))
            tell(.ready, task)
        } catch {
            log(.error, "a clip in the owner's voice is not kept: \(error)")
            tell(.failed(retryAfterSeconds: nil), task)
        }
    }

    // MARK: Forgetting

    func forget(keeping scripts: [VoiceScript]) {
        let number = wanted.withLock { wanted in
            if let script = wanted.script, !scripts.contains(script) { (wanted.task, wanted.script) = (0, nil) }
            wanted.forgettings += 1
            return wanted.forgettings
        }
        queue.async { [self] in forgetUntilGone(scripts, number) }
    }

    private func forgetUntilGone(_ scripts: [VoiceScript], _ number: Int) {
        // A later request sees to it by itself.
        guard wanted.withLock({ $0.forgettings == number }), !isForgotten(keeping: scripts) else { return }
        queue.asyncAfter(deadline: .now() + retrySeconds) { [weak self] in self?.forgetUntilGone(scripts, number) }
    }

    /// False if some of it is still there.
    private func isForgotten(keeping scripts: [VoiceScript]) -> Bool {
        do throws(RecordingError) {
            guard !scripts.isEmpty else {
                try shelf.removeAll()
                return true
            }
            for number in shelf.recordings where !isOf(scripts, number) { try shelf.remove(number) }
            return true
        } catch {
            log(.error, "a clip in the owner's voice is not removed yet: \(error)")
            return false
        }
    }

    /// Whether it is a clip of one of these. One that cannot be read is of none.
    private func isOf(_ scripts: [VoiceScript], _ number: Int) -> Bool {
        guard let bytes = try? shelf.open(number) else { return false }
        return scripts.contains { ClipFile.sound(in: bytes, of: $0) != nil }
    }

    // MARK: Hearing

    /// The clip of exactly this script at 48 kHz, for the speaker; nil if there is none, or it cannot be read. Waits for the
    /// disk.
    static func clip(
        of script: VoiceScript, on shelf: SoundShelf, _ log: @Sendable (LogLevel, String) -> Void
    ) -> [Float]? {
        for number in shelf.recordings {
            do throws(RecordingError) {
                if let sound = ClipFile.sound(in: try shelf.open(number), of: script) { return sound.deviceSamples }
            } catch {
                log(.warning, "a clip in the owner's voice cannot be used: \(error)")
            }
        }
        return nil
    }
}

/// What is sealed: the number of bytes of the head in two bytes, little-endian; the head, which is the voice, the language
/// and the words, each on a line of its own; and the WAV file.
enum ClipFile {
    static func bytes(script: VoiceScript, sound: SyntheticSound) -> [UInt8] {
        let head = head(script)
        return [UInt8(truncatingIfNeeded: head.count), UInt8(truncatingIfNeeded: head.count >> 8)] + head + sound.bytes
    }

    /// Nil if it holds other words or another voice, or does not say that it is synthetic.
    static func sound(in bytes: [UInt8], of script: VoiceScript) -> SyntheticSound? {
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[0]) | Int(bytes[1]) << 8
        guard bytes.count >= 2 + count, bytes[2..<(2 + count)].elementsEqual(head(script)) else { return nil }
        let sound = SyntheticSound(
            Array(bytes[(2 + count)...]), maximumMilliseconds: GatewayWire.maximumClipMilliseconds)
        return sound?.provenance == nil ? nil : sound
    }

    private static func head(_ script: VoiceScript) -> [UInt8] {
        Array("\(script.voice)\n\(script.language.rawValue)\n\(script.text.words)".utf8.prefix(Int(UInt16.max)))
    }
}
