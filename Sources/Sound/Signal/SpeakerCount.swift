import Glibc

/// Whether a recording is likely to hold two voices (V-5). It can only warn: the pitch of a lively speaker wanders, and two
/// people may sound alike.
///
/// Theory of operation. The pitch of each 40 ms is found by autocorrelation, and stretches of speech get the pitch in their
/// middle. One speaker's stretches lie around one pitch; those of a man and a woman, or of a child, around two, with little
/// in between. Where two speak at once, the sound stays periodic after the stronger voice was taken out of it. Allocates:
/// ordinary threads only.
public enum SpeakerCount {
    /// 8 kHz are enough for a pitch.
    private static let factor = 6
    private static let rate = 8000
    private static let frameSamples = 320
    private static let hopSamples = 160
    /// 70 to 400 Hz.
    private static let shortestLag = 20
    private static let longestLag = 114
    /// Periodic enough for a voice.
    private static let voicedness: Float = 0.6
    /// Shorter stretches say nothing about a voice.
    private static let shortestStretch = 5
    /// Fewer voiced frames say nothing at all: two seconds.
    private static let fewestFrames = 100
    /// Two voices are at least this far apart; within itself one is closer together.
    private static let leastOctaves: Float = 0.42
    private static let leastRatio: Float = 4.2
    /// What the second voice has of the speech.
    private static let leastShare: Float = 0.15
    private static let leastOverlap: Float = 0.07

    /// What a recording looks like; internal, so that tests and bounds can be set by it.
    struct Finding: Sendable, Equatable {
        var voicedFrames = 0
        /// Between the two groups of stretches, in octaves.
        var octaves: Float = 0
        /// The distance between the two groups, divided by the standard deviation within them, which counts as at
        /// least 0.02 octaves.
        var ratio: Float = 0
        /// The smaller group's share of the speech.
        var share: Float = 0
        /// The share of the voiced frames that have a second pitch in them.
        var overlap: Float = 0

        var isTwo: Bool {
            guard voicedFrames >= SpeakerCount.fewestFrames else { return false }
            let isApart = octaves >= leastOctaves && ratio >= leastRatio && share >= leastShare
            return isApart || overlap >= leastOverlap
        }
    }

    /// - Parameter samples: one channel at 48 kHz; a minute of it is examined.
    public static func isLikelyTwo(_ samples: [Float]) -> Bool { examine(samples).isTwo }

    static func examine(_ samples: [Float]) -> Finding {
        let sound = reduced(samples.prefix(60 * 48_000).map { $0.isFinite ? min(max($0, -1), 1) : 0 })
        var finding = Finding()
        guard sound.count >= frameSamples + longestLag else { return finding }
        let peak = sound.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > 0.003 else { return finding }
        var stretches: [(pitch: Float, frames: Int)] = []
        var pitches: [Float] = []
        var overlapping = 0
        func close() {
            if pitches.count >= shortestStretch {
                stretches.append((pitches.sorted()[pitches.count / 2], pitches.count))
            }
            pitches = []
        }
        for start in stride(from: 0, through: sound.count - frameSamples - longestLag, by: hopSamples) {
            let frame = sound[start..<start + frameSamples + longestLag]
            guard let (lag, level) = period(frame), level > 1e-3 * peak * peak else {
                close()
                continue
            }
            finding.voicedFrames += 1
            let pitch = log2f(Float(rate) / Float(lag))
            // A jump is a new stretch: another voice, or an octave that was mistaken.
            if let last = pitches.last, abs(last - pitch) > 0.2 { close() }
            pitches.append(pitch)
            if hasSecond(frame, lag) { overlapping += 1 }
        }
        close()
        finding.overlap = Float(overlapping) / Float(max(finding.voicedFrames, 1))
        (finding.octaves, finding.ratio, finding.share) = groups(stretches)
        return finding
    }

    /// Low-passed and at 8 kHz.
    private static func reduced(_ samples: [Float]) -> [Float] {
        let low = Resampler.convert(samples, from: rate * factor, to: rate)
        var highPass = Biquad.highPass(hertz: 60, rate: Double(rate))
        return low.map { highPass.step($0) }
    }

    /// The period of a frame in samples, and the frame's energy; nil if it is not voiced.
    private static func period(_ frame: ArraySlice<Float>) -> (lag: Int, level: Float)? {
        let correlations = correlations(frame)
        let best = correlations.values.max() ?? 0
        guard best >= voicedness else { return nil }
        // The shortest period that is nearly as good: a multiple of it is no worse.
        let lags = correlations.values
        for at in 1..<(lags.count - 1)
        where lags[at] >= 0.88 * best && lags[at] >= lags[at - 1] && lags[at] >= lags[at + 1] {
            return (shortestLag + at, correlations.level)
        }
        return nil
    }

    private static func correlations(_ frame: ArraySlice<Float>) -> (values: [Float], level: Float) {
        frame.withUnsafeBufferPointer { x in
            var own: Float = 0
            for i in 0..<frameSamples { own += x[i] * x[i] }
            guard own > 1e-9 else { return ([], 0) }
            var values = [Float](repeating: 0, count: longestLag - shortestLag + 1)
            for lag in shortestLag...longestLag {
                var cross: Float = 0
                var other: Float = 0
                for i in 0..<frameSamples {
                    cross += x[i] * x[i + lag]
                    other += x[i + lag] * x[i + lag]
                }
                values[lag - shortestLag] = other > 1e-9 ? cross / (own * other).squareRoot() : 0
            }
            return (values, own / Float(frameSamples))
        }
    }

    /// Whether a second voice is left when what repeats after this many samples is taken out.
    private static func hasSecond(_ frame: ArraySlice<Float>, _ lag: Int) -> Bool {
        let x = Array(frame)
        var rest: [Float] = []
        rest.reserveCapacity(x.count)
        for i in lag..<x.count { rest.append(x[i] - x[i - lag]) }
        let energy = rest.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(rest.count, 1))
        let whole = x.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(x.count, 1))
        guard whole > 0, energy > 0.2 * whole else { return false }
        let count = rest.count - longestLag
        guard count >= frameSamples / 2 else { return false }
        var best: Float = 0
        for other in shortestLag...longestLag {
            // Not the same voice again: neither its period nor a multiple or part of it.
            let parts = Float(max(lag, other)) / Float(min(lag, other))
            guard abs(parts - parts.rounded()) > 0.12 else { continue }
            var (cross, own, moved): (Float, Float, Float) = (0, 0, 0)
            for i in 0..<count {
                cross += rest[i] * rest[i + other]
                own += rest[i] * rest[i]
                moved += rest[i + other] * rest[i + other]
            }
            if own * moved > 1e-12 { best = max(best, cross / (own * moved).squareRoot()) }
        }
        return best > 0.75
    }

    /// The best division of the stretches into a lower and a higher group.
    private static func groups(
        _ stretches: [(pitch: Float, frames: Int)]
    ) -> (octaves: Float, ratio: Float, share: Float) {
        let sorted = stretches.sorted { $0.pitch < $1.pitch }
        let total = sorted.reduce(0) { $0 + $1.frames }
        guard sorted.count >= 4, total > 0 else { return (0, 0, 0) }
        var best: (spread: Float, octaves: Float, share: Float)?
        for cut in 1..<sorted.count {
            let (low, high) = (Array(sorted[..<cut]), Array(sorted[cut...]))
            let (lowMean, lowSpread, lowFrames) = statistics(low)
            let (highMean, highSpread, highFrames) = statistics(high)
            let spread = (lowSpread + highSpread) / Float(total)
            let share = Float(min(lowFrames, highFrames)) / Float(total)
            if best.map({ spread < $0.spread }) ?? true { best = (spread, highMean - lowMean, share) }
        }
        guard let best else { return (0, 0, 0) }
        return (best.octaves, best.octaves / max(best.spread.squareRoot(), 0.02), best.share)
    }

    /// Mean, sum of squares around it, and frames; each stretch counts by its length.
    private static func statistics(_ group: [(pitch: Float, frames: Int)]) -> (Float, Float, Int) {
        let frames = group.reduce(0) { $0 + $1.frames }
        let mean = group.reduce(Float(0)) { $0 + $1.pitch * Float($1.frames) } / Float(max(frames, 1))
        let squares = group.reduce(Float(0)) { $0 + ($1.pitch - mean) * ($1.pitch - mean) * Float($1.frames) }
        return (mean, squares, frames)
    }
}
