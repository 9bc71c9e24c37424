import Bedside
import Glibc

/// Samples that the playback thread reads: mono, 48 kHz, locked in memory where that is permitted.
///
/// `@unchecked Sendable`: written in `init` only.
final class Material: @unchecked Sendable {
    let samples: UnsafeMutablePointer<Float>
    let count: Int
    let isLooping: Bool

    init(_ source: [Float], isLooping: Bool) {
        count = source.count
        self.isLooping = isLooping
        samples = lockedFloats(source.count)
        source.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { samples.update(from: base, count: buffer.count) }
        }
    }

    deinit { freeLocked(samples, count) }

    var voice: Voice {
        var voice = Voice()
        voice.samples = UnsafePointer(samples)
        voice.count = count
        voice.isLooping = isLooping
        return voice
    }
}

/// Finds and reads what a `Playback` is made of. Blocks on files: loader threads only.
struct MaterialLoader: Sendable {
    /// No sound file is played for longer than this before it starts over.
    private static let maximumFrames = 120 * 48_000

    let configuration: SoundConfiguration
    let log: @Sendable (LogLevel, String) -> Void

    /// The habit's file, else the board's, else the synthesized alarm: always something (SOUND-2).
    func alarm(file: String?, limitMilliseconds: Int) -> Material {
        let frames = min(Self.maximumFrames, max(1, min(limitMilliseconds, 1_000_000)) * 48 + 4800)
        var candidates: [String] = []
        if let file { candidates.append(path(of: file)) }
        if let board = configuration.alarmFile { candidates.append(board) }
        for candidate in candidates {
            do throws(WAVError) {
                let samples = try WAVReader.read(candidate, maximumFrames: frames)
                if let ready = Self.readyForAlarm(samples) { return Material(ready, isLooping: true) }
                log(.warning, "\(candidate): silent; the next sound is taken")
            } catch {
                log(.warning, "\(error); the next sound is taken")
            }
        }
        return Material(Tones.alarm(), isLooping: true)
    }

    /// The recording of an utterance, if there is a good one.
    func renderedSpeech(key: String?) -> Material? {
        guard let folder = configuration.renderedSpeechFolder, let key, Self.isPlainName(key) else { return nil }
        let file = "\(folder)/\(key).wav"
        guard access(file, R_OK) == 0 else { return nil }
        do throws(WAVError) {
            let samples = try WAVReader.read(file, maximumFrames: Self.maximumFrames)
            if samples.contains(where: { abs($0) > 0.004 }) { return Material(samples, isLooping: false) }
            log(.warning, "\(file): silent; the synthesizer is used")
        } catch {
            log(.warning, "\(error); the synthesizer is used")
        }
        return nil
    }

    /// Cuts silence in front, so that the ring is heard at once, and raises a quiet recording by up to 20 dB, so that
    /// a percent of full scale means the same for all; nil: silent.
    static func readyForAlarm(_ samples: [Float]) -> [Float]? {
        let peak = samples.withUnsafeBufferPointer { buffer in
            var most: Float = 0
            for x in buffer { most = max(most, abs(x)) }
            return most
        }
        guard peak > 0.01 else { return nil }
        let first = samples.firstIndex { abs($0) > peak * 0.02 } ?? 0
        let gain = min(10, 0.9 / peak)
        let body = samples.dropFirst(max(0, first - 48))
        if gain > 1.05 { return body.map { $0 * gain } }
        return body.count == samples.count ? samples : Array(body)
    }

    private func path(of file: String) -> String {
        guard !file.hasPrefix("/"), let folder = configuration.soundsFolder else { return file }
        let plain = "\(folder)/\(file)"
        return file.hasSuffix(".wav") || access(plain, R_OK) == 0 ? plain : plain + ".wav"
    }

    static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            }
    }
}
