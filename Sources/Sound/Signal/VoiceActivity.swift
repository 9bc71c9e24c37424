import Glibc

/// Decides from the microphone's level whether somebody speaks (TALK-6): energy in the band of speech above a noise
/// floor that follows the room. Pure; fed 10 ms of mono 48 kHz at a time.
struct VoiceActivity: Sendable {
    /// A block counts above the floor by this much; people talk in bursts of 15 dB and more over a quiet bedroom.
    static let aboveFloorDB = 9.0
    /// Below this nothing counts, however quiet the room.
    static let quietestDBFS = -58.0
    /// Activity within the last 400 ms that makes a voice: a knock or a click is shorter.
    static let onsetMilliseconds = 150
    /// Pauses between words do not end it.
    static let hangoverMilliseconds = 700

    private(set) var isActive = false
    private(set) var floorDBFS = -60.0
    private(set) var levelDBFS = -120.0
    private var blocks = 0
    private var recent: UInt64 = 0
    private var quietBlocks = 0
    private var highPass = Biquad.highPass(hertz: 180, rate: 48_000)
    private var lowPass = Biquad.lowPass(hertz: 3800, rate: 48_000)

    /// Takes one block (10 ms); true if `isActive` changed.
    mutating func process(_ samples: UnsafePointer<Float>, count: Int, isEcho: Bool = false) -> Bool {
        guard count > 0 else { return false }
        var sum: Float = 0
        for i in 0..<count {
            let x = lowPass.step(highPass.step(samples[i]))
            sum += x * x
        }
        let level = decibels(meanSquare: Double(sum) / Double(count))
        // What is left of an echo says nothing of the room, and is nobody's voice.
        return process(bandLevelDBFS: isEcho ? floorDBFS : level)
    }

    /// The decision on one block's level in the band of speech.
    mutating func process(bandLevelDBFS level: Double) -> Bool {
        levelDBFS = level
        blocks += 1
        // The first 300 ms find the floor of the room.
        if blocks <= 30 {
            floorDBFS = blocks == 1 ? level : min(floorDBFS, level)
            floorDBFS = min(max(floorDBFS, -95), -35)
            return false
        }
        let isLoud = level > max(floorDBFS + Self.aboveFloorDB, Self.quietestDBFS)
        // Falls at once, rises slowly: 1.5 dB a second in between, so that a fan switched on ceases to be a voice
        // after some seconds, and the gaps between words pull the floor of real speech down again.
        if level < floorDBFS {
            floorDBFS += (level - floorDBFS) * 0.2
        } else {
            floorDBFS += min(level - floorDBFS, isLoud ? 0.015 : 0.05)
        }
        floorDBFS = min(max(floorDBFS, -95), -30)

        recent = (recent << 1 | (isLoud ? 1 : 0)) & ((1 << 40) - 1)
        quietBlocks = isLoud ? 0 : quietBlocks + 1
        let was = isActive
        if isActive {
            if quietBlocks * 10 >= Self.hangoverMilliseconds { isActive = false }
        } else if recent.nonzeroBitCount * 10 >= Self.onsetMilliseconds {
            isActive = true
        }
        return was != isActive
    }
}

/// A second-order filter, transposed direct form II (coefficients: R. Bristow-Johnson's cookbook, Q = 0.7071).
struct Biquad: Sendable {
    private var b0: Float, b1: Float, b2: Float, a1: Float, a2: Float
    private var z1: Float = 0
    private var z2: Float = 0

    private init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
        self.b0 = Float(b0 / a0)
        self.b1 = Float(b1 / a0)
        self.b2 = Float(b2 / a0)
        self.a1 = Float(a1 / a0)
        self.a2 = Float(a2 / a0)
    }

    static func lowPass(hertz: Double, rate: Double) -> Biquad {
        let w = 2 * .pi * hertz / rate
        let alpha = sin(w) / (2 * 0.7071)
        let c = cos(w)
        return Biquad(b0: (1 - c) / 2, b1: 1 - c, b2: (1 - c) / 2, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
    }

    static func highPass(hertz: Double, rate: Double) -> Biquad {
        let w = 2 * .pi * hertz / rate
        let alpha = sin(w) / (2 * 0.7071)
        let c = cos(w)
        return Biquad(b0: (1 + c) / 2, b1: -(1 + c), b2: (1 + c) / 2, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
    }

    @inline(__always)
    mutating func step(_ x: Float) -> Float {
        let y = b0 * x + z1
        z1 = b1 * x - a1 * y + z2
        z2 = b2 * x - a2 * y
        return y
    }
}
