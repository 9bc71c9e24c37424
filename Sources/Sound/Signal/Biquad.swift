import Glibc

/// A second-order filter, transposed direct form II (coefficients: R. Bristow-Johnson's cookbook).
struct Biquad: Sendable {
    private var b0: Float, b1: Float, b2: Float, a1: Float, a2: Float
    private var z1: Float = 0
    private var z2: Float = 0

    init(b0: Double, b1: Double, b2: Double, a0: Double = 1, a1: Double, a2: Double) {
        self.b0 = Float(b0 / a0)
        self.b1 = Float(b1 / a0)
        self.b2 = Float(b2 / a0)
        self.a1 = Float(a1 / a0)
        self.a2 = Float(a2 / a0)
    }

    static func lowPass(hertz: Double, rate: Double, q: Double = 0.7071) -> Biquad {
        let w = 2 * .pi * hertz / rate
        let alpha = sin(w) / (2 * q)
        let c = cos(w)
        return Biquad(b0: (1 - c) / 2, b1: 1 - c, b2: (1 - c) / 2, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
    }

    static func highPass(hertz: Double, rate: Double, q: Double = 0.7071) -> Biquad {
        let w = 2 * .pi * hertz / rate
        let alpha = sin(w) / (2 * q)
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

/// Lets pass what lies between two frequencies, at 48 kHz: 24 dB an octave on both sides (Butterworth of fourth order
/// each).
struct BandFilter: Sendable {
    private static let qualities = [0.541_196_1, 1.306_563]
    private var stages: [Biquad]

    init(fromHertz: Double, toHertz: Double) {
        stages =
            Self.qualities.map { Biquad.highPass(hertz: fromHertz, rate: 48_000, q: $0) }
            + Self.qualities.map { Biquad.lowPass(hertz: toHertz, rate: 48_000, q: $0) }
    }

    mutating func step(_ x: Float) -> Float {
        var y = x
        for index in stages.indices { y = stages[index].step(y) }
        return y
    }
}
