import Bedside
import Glibc
import System

/// Samples that the playback thread reads: mono, 48 kHz, locked in memory where that is permitted.
///
/// `@unchecked Sendable`: written in `init` only.
final class Material: @unchecked Sendable {
    let samples: UnsafeMutablePointer<Float>
    let count: Int
    let isLooping: Bool
    /// Whether it is the pattern of fire alarms, made by code.
    let isPattern: Bool
    /// The gain at which the sound is surely audible within 300 ms; 0 where nothing depends on it.
    let lowestGain: Float

    init(_ source: [Float], isLooping: Bool, isPattern: Bool = false) {
        count = source.count
        self.isLooping = isLooping
        self.isPattern = isPattern
        lowestGain = isLooping ? MaterialLoader.lowestGain(source) : 0
        samples = lockedFloats(source.count)
        source.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { samples.update(from: base, count: buffer.count) }
        }
    }

    deinit { freeLocked(samples, count) }

    /// The alarm that needs no file.
    static func pattern() -> Material { Material(Tones.alarm(), isLooping: true, isPattern: true) }

    /// A sound of the device's own. Birds sing until something else sounds.
    static func tone(_ tone: Tone) -> Material {
        Material(Tones.samples(of: tone), isLooping: tone == .dawn)
    }

    var voice: Voice {
        var voice = Voice()
        voice.samples = UnsafePointer(samples)
        voice.count = count
        voice.isLooping = isLooping
        return voice
    }
}

/// Finds and reads the samples of a `Playback`. Blocks on files: loader threads only.
struct MaterialLoader: Sendable {
    /// No sound file is played for longer than this before it starts over.
    private static let maximumFrames = 120 * 48_000
    /// An alarm must be audible within 300 ms, because proof of it is not awaited for much longer (SOUND-6).
    private static let softFrames = 14_400
    private static let blockFrames = 480
    /// 6 dB above what counts as audible, because the mixer divides the sound into blocks elsewhere.
    private static let surelyAudibleMeanSquare = 4 * Mixer.audibleMeanSquare

    let configuration: SoundConfiguration
    let log: @Sendable (LogLevel, String) -> Void

    /// The sound of the habit's file, else of the board's, else the synthesized alarm: there is always one (SOUND-2).
    /// - Parameter fromPercent: the volume at which it begins.
    func alarm(file: String?, limitMilliseconds: Int, fromPercent: Int) -> Material {
        let frames = min(Self.maximumFrames, max(1, min(limitMilliseconds, 1_000_000)) * 48 + 4800)
        var candidates: [String] = []
        if let file { candidates.append(path(of: file)) }
        if let board = configuration.alarmFile { candidates.append(board) }
        for candidate in candidates {
            do throws(WAVError) {
                let samples = try WAVReader.read(candidate, maximumFrames: frames)
                if let ready = Self.readyForAlarm(samples, fromPercent: fromPercent) {
                    return Material(ready, isLooping: true)
                }
                log(.warning, "\(candidate): silent at a volume of \(fromPercent) %; the next sound is used")
            } catch {
                log(.warning, "\(error); the next sound is used")
            }
        }
        return .pattern()
    }

    /// The recording of an utterance, if there is one that can be used.
    func renderedSpeech(key: String?) -> Material? {
        renderedSpeechSamples(key: key).map { Material($0, isLooping: false) }
    }

    func renderedSpeechSamples(key: String?) -> [Float]? {
        guard let key, Self.isPlainName(key) else { return nil }
        for folder in configuration.renderedSpeechFolders {
            let file = "\(folder)/\(key).wav"
            guard access(file, R_OK) == 0 else { continue }
            do throws(WAVError) {
                let samples = try WAVReader.read(file, maximumFrames: Self.maximumFrames)
                if samples.contains(where: { abs($0) > 0.004 }) { return samples }
                log(.warning, "\(file): silent; the next recording or the synthesizer is used")
            } catch {
                log(.warning, "\(error); the next recording or the synthesizer is used")
            }
        }
        return nil
    }

    /// Cuts leading silence, so that the ring is heard at once, and raises a quiet recording by up to 20 dB, so that a
    /// percent of full scale means the same for all. A recording that begins too softly to be proven at its first
    /// volume (SOUND-6) begins further in, and its soft part follows at the end of the loop. Nil if it is silent, or
    /// too soft throughout.
    static func readyForAlarm(_ samples: [Float], fromPercent: Int) -> [Float]? {
        let peak = samples.withUnsafeBufferPointer { buffer in
            var most: Float = 0
            for x in buffer { most = max(most, abs(x)) }
            return most
        }
        guard peak > 0.01 else { return nil }
        let first = max(0, (samples.firstIndex { abs($0) > peak * 0.02 } ?? 0) - 48)
        let wanted = min(10, 0.9 / peak)
        let gain = wanted > 1.05 ? wanted : 1
        let volume = GainCurve(fromPercent: fromPercent, toPercent: 100, riseFrames: 0).from
        guard let start = audibleStart(of: samples, from: first, gain: gain * volume) else { return nil }
        if start == 0, gain == 1 { return samples }
        var ready = Array(samples[start...])
        ready += samples[first..<start]
        if gain > 1 { for i in ready.indices { ready[i] *= gain } }
        return ready
    }

    /// The gain that makes a block within the first 300 ms surely audible; at most 1.
    static func lowestGain(_ samples: [Float]) -> Float {
        samples.withUnsafeBufferPointer { buffer in
            var loudest: Float = 0
            for block in stride(from: 0, to: min(softFrames, buffer.count), by: blockFrames) {
                let end = min(block + blockFrames, buffer.count)
                var energy: Float = 0
                for i in block..<end { energy += buffer[i] * buffer[i] }
                loudest = max(loudest, energy / Float(end - block))
            }
            return loudest > surelyAudibleMeanSquare ? (surelyAudibleMeanSquare / loudest).squareRoot() : 1
        }
    }

    /// The frame to begin with: `first` if a block soon after it is surely audible, else the first such block, else the
    /// loudest block if it is just audible; nil if it is not.
    private static func audibleStart(of samples: [Float], from first: Int, gain: Float) -> Int? {
        samples.withUnsafeBufferPointer { buffer in
            // A recording shorter than a block is judged by its own length.
            let needed = surelyAudibleMeanSquare / (gain * gain) * Float(min(blockFrames, buffer.count - first))
            var loudest: (at: Int, energy: Float) = (first, 0)
            for block in stride(from: first, to: buffer.count, by: blockFrames) {
                var energy: Float = 0
                for i in block..<min(block + blockFrames, buffer.count) { energy += buffer[i] * buffer[i] }
                if energy >= needed { return block - first < softFrames ? first : block }
                if energy > loudest.energy { loudest = (block, energy) }
            }
            // Without the 6 dB in reserve, a quarter of the energy is enough.
            return loudest.energy >= needed / 4 ? loudest.at : nil
        }
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
