import Glibc

/// Judges a recording of the owner's voice, and makes it as loud as the device's own (MIND-7). It allocates, so it is for
/// ordinary threads only.
public enum PhraseSound {
    public static let samplesPerSecond = 48_000
    /// The longest phrase; what is judged may have as much again before it.
    public static let maximumSamples = 10 * samplesPerSecond

    public enum Judgement: Sendable, Equatable {
        /// From the first sound to the last, mono at 48 kHz.
        case good([Float])
        case silent, clipped, short, long
    }

    private static let blockSamples = 480
    private static let shortestSamples = samplesPerSecond / 2
    /// What is heard before and after the voice.
    private static let marginSamples = samplesPerSecond / 10
    private static let fadeSamples = 480
    private static let loudestPeak: Float = 0.89
    private static let loudness = -20.0
    private static let strongestGain: Float = 16
    /// Softer than this is the room.
    private static let silencePeak: Float = 0.01
    private static let fullScale: Float = 0.985

    public static func judge(_ samples: [Float]) -> Judgement {
        let sound = samples.prefix(3 * maximumSamples).map { $0.isFinite ? min(max($0, -1), 1) : 0 }
        let peak = sound.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > silencePeak, let voice = voice(in: sound, peak: peak) else { return .silent }
        guard voice.count >= shortestSamples else { return .short }
        let isEnded = voice.upperBound <= sound.count - samplesPerSecond / 5
        // Still speaking when the time was over.
        if voice.count > maximumSamples - 2 * marginSamples || sound.count >= maximumSamples && !isEnded {
            return .long
        }
        let part = Array(
            sound[max(0, voice.lowerBound - marginSamples)..<min(sound.count, voice.upperBound + marginSamples)])
        let full = part.count { abs($0) >= fullScale }
        guard full * 1000 < part.count else { return .clipped }
        return .good(faded(levelled(part, peak: peak)))
    }

    /// From the first block that is clearly louder than silence to the last.
    private static func voice(in sound: [Float], peak: Float) -> Range<Int>? {
        let threshold = max(0.003, peak * 0.05)
        var loud: [Int] = []
        for start in stride(from: 0, to: sound.count, by: blockSamples) {
            let block = sound[start..<min(start + blockSamples, sound.count)]
            let energy = block.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(block.count, 1))
            if energy.squareRoot() > threshold { loud.append(start) }
        }
        guard let first = loud.first, let last = loud.last else { return nil }
        return first..<min(last + blockSamples, sound.count)
    }

    private static func levelled(_ sound: [Float], peak: Float) -> [Float] {
        let measured = sound.withUnsafeBufferPointer { Loudness.integrated($0) }
        let wanted = Float(pow(10, (loudness - measured) / 20))
        let gain = min(wanted, loudestPeak / max(peak, 0.001), strongestGain)
        return sound.map { $0 * gain }
    }

    private static func faded(_ sound: [Float]) -> [Float] {
        var sound = sound
        for i in 0..<min(fadeSamples, sound.count / 2) {
            let gain = Float(i) / Float(fadeSamples)
            sound[i] *= gain
            sound[sound.count - 1 - i] *= gain
        }
        return sound
    }
}
