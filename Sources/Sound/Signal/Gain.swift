import Glibc

/// The volume of a sound as it plays: a quadratic rise in amplitude (ALARM-2), sample by sample.
struct GainCurve: Sendable, Equatable {
    /// The lowest percent: 0 or 1 must not make an alarm that nobody can hear.
    static let floorPercent = 2

    var from: Float
    var to: Float
    var riseFrames: Int
    /// How a ring begins; below the volume.
    var fade = FadeIn.none

    /// Percent of full scale; a fall (from above to) becomes a steady volume at `to`, which is never exceeded.
    init(fromPercent: Int, toPercent: Int, riseFrames: Int) {
        let top = min(max(toPercent, Self.floorPercent), 100)
        let start = min(max(fromPercent, Self.floorPercent), top)
        from = Float(start) / 100
        to = Float(top) / 100
        self.riseFrames = max(0, riseFrames)
    }

    /// Amplitude factor at a frame counted from the sound's first.
    func gain(at frame: Int) -> Float {
        let faded = fade.gain(at: frame)
        guard frame < riseFrames else { return to * faded }
        let share = Float(max(0, frame)) / Float(riseFrames)
        return (from + (to - from) * share * share) * faded
    }
}

/// The fade at the beginning of a ring (SOUND-7): even in decibels from one level to the next, then up to the full
/// volume within a second.
struct FadeIn: Sendable, Equatable {
    static let none = FadeIn()
    /// Levels as logarithms to the base 2 of the amplitude; 0 or below.
    private var from: Float = 0
    private var to: Float = 0
    private var frames = 0
    private var glideFrames = 0
    /// How much of the fade is over at the sound's first frame.
    private var offset = 0

    private init() {}

    /// - Parameters:
    ///   - lowest: the gain below which the fade must not begin, so that the sound is surely audible at once (SOUND-6).
    ///   - elapsedFrames: how long the ring has sounded already.
    init(fromDecibels: Float, toDecibels: Float, frames: Int, glideFrames: Int, lowest: Float, elapsedFrames: Int) {
        let lowestLevel = log2f(min(max(lowest, 1e-6), 1))
        func level(_ decibels: Float) -> Float { max(min(decibels, 0) / 20 * log2f(10), lowestLevel) }
        from = level(min(fromDecibels, toDecibels))
        to = level(toDecibels)
        self.frames = max(frames, 0)
        self.glideFrames = to < 0 ? max(glideFrames, 0) : 0
        offset = max(elapsedFrames, 0)
    }

    /// Amplitude factor at a frame counted from the sound's first. Real-time threads too.
    func gain(at frame: Int) -> Float {
        let at = max(0, frame) + offset
        if at < frames { return exp2f(from + (to - from) * Float(at) / Float(frames)) }
        guard at - frames < glideFrames else { return 1 }
        return exp2f(to * (1 - Float(at - frames) / Float(glideFrames)))
    }
}

/// Leaves what is below 0.8 alone and bends what is above towards 1, so that nothing clips.
@inline(__always)
func softLimit(_ x: Float) -> Float {
    let size = abs(x)
    guard size > 0.8 else { return x }
    // x / (1 + x) starts with slope 1 and never reaches 1: no kink at the knee.
    let over = (min(size, 64) - 0.8) / 0.2
    let bent = 0.8 + 0.2 * (over / (1 + over))
    return x < 0 ? -bent : bent
}

/// Gain `frame` frames into a fade-out: a half cosine, so that neither end of it has an edge to be heard as a click.
@inline(__always)
func fadeOutGain(_ frame: Int, of length: Int) -> Float {
    guard frame < length, length > 0 else { return 0 }
    guard frame > 0 else { return 1 }
    return 0.5 + 0.5 * cosf(.pi * Float(frame) / Float(length))
}

/// Root mean square of a block in dB of full scale (a full square wave is 0); -120 for silence.
func levelDBFS(_ samples: UnsafePointer<Float>, count: Int) -> Double {
    guard count > 0 else { return -120 }
    var sum: Float = 0
    for i in 0..<count { sum += samples[i] * samples[i] }
    return decibels(meanSquare: Double(sum) / Double(count))
}

package func decibels(meanSquare: Double) -> Double {
    guard meanSquare > 1e-12 else { return -120 }
    return 10 * log10(meanSquare)
}
