import Glibc

/// Judges a recording from which a voice is made, or with which the owner consents to it (V-1, V-5). It allocates, so it is
/// for ordinary threads only.
public enum VoiceTakeSound {
    /// What is recorded.
    public static let samplesPerSecond = 48_000
    /// What is kept, and sent: enough for speech, and half as much to send.
    public static let keptSamplesPerSecond = 24_000

    public enum Judgement: Sendable, Equatable {
        /// From the first sound to the last, one channel at `keptSamplesPerSecond`. `mayBeTwo`: more than one person may have
        /// spoken.
        case good([Int16], mayBeTwo: Bool)
        case silent, clipped, short
    }

    private static let blockSamples = 480
    /// What is heard before and after the voice.
    private static let marginSamples = samplesPerSecond / 5
    /// Softer than this is the room.
    private static let silencePeak: Float = 0.01
    private static let fullScale: Float = 0.985
    private static let loudness = -20.0
    private static let loudestPeak: Float = 0.89
    private static let strongestGain: Float = 16

    /// - Parameters:
    ///   - samples: one channel at `samplesPerSecond`.
    ///   - speechMilliseconds: how much of it has to be speech.
    ///   - maximumMilliseconds: what may be kept; the rest is cut off.
    public static func judge(_ samples: [Float], speechMilliseconds: Int, maximumMilliseconds: Int) -> Judgement {
        let perMillisecond = samplesPerSecond / 1000
        let sound = samples.prefix(maximumMilliseconds * perMillisecond).map { $0.isFinite ? min(max($0, -1), 1) : 0 }
        let peak = sound.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > silencePeak else { return .silent }
        let loud = loudBlocks(sound, peak: peak)
        guard let first = loud.first, let last = loud.last else { return .silent }
        guard loud.count * blockSamples >= speechMilliseconds * perMillisecond else { return .short }
        let part = Array(
            sound[max(0, first - marginSamples)..<min(sound.count, last + blockSamples + marginSamples)])
        let full = part.count { abs($0) >= fullScale }
        guard full * 1000 < part.count else { return .clipped }
        let kept = Resampler.convert(levelled(part), from: samplesPerSecond, to: keptSamplesPerSecond)
        return .good(
            kept.map { Int16(clamping: Int((min(max($0, -1), 1) * 32_767).rounded())) },
            mayBeTwo: SpeakerCount.isLikelyTwo(part))
    }

    /// As loud as the device's own voice; one channel at `samplesPerSecond`.
    public static func levelled(_ sound: [Float]) -> [Float] {
        let peak = sound.reduce(Float(0)) { max($0, abs($1)) }
        let measured = sound.withUnsafeBufferPointer { Loudness.integrated($0) }
        guard peak > 0, measured.isFinite else { return sound }
        let gain = min(Float(pow(10, (loudness - measured) / 20)), loudestPeak / max(peak, 0.001), strongestGain)
        return sound.map { $0 * gain }
    }

    /// Where the blocks begin that are clearly louder than silence.
    private static func loudBlocks(_ sound: [Float], peak: Float) -> [Int] {
        let threshold = max(0.003, peak * 0.05)
        return stride(from: 0, to: sound.count, by: blockSamples).filter { start in
            let block = sound[start..<min(start + blockSamples, sound.count)]
            let energy = block.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(block.count, 1))
            return energy.squareRoot() > threshold
        }
    }
}
