/// Gaussian noise of deviation 1 that is the same every time (SplitMix64, sum of twelve).
package struct SeededNoise {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> Float {
        (0..<12).reduce(Float(-6)) { sum, _ in sum + uniform() }
    }

    /// 0 ..< 1.
    package mutating func uniform() -> Float {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float((z ^ (z >> 31)) >> 40) / Float(1 << 24)
    }
}
