import Foundation

/// SplitMix64: the same seed gives the same fleet on every machine.
struct FleetRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, without, 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// By Box and Muller.
    mutating func normal(mean: Double, deviation: Double) -> Double {
        let radius = (-2 * log(1 - unit())).squareRoot()
        return mean + deviation * radius * cos(2 * Double.pi * unit())
    }

    mutating func logNormal(median: Double, sigma: Double) -> Double {
        exp(normal(mean: log(median), deviation: sigma))
    }
}
