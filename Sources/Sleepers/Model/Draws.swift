import Glibc

/// A stream of random draws that belongs to one owner, one purpose and one day.
///
/// Streams are found by their numbers and not by the order of use, so that the same owner has the same nights under
/// every rule: two rules differ by what they do, and not by luck. SplitMix64; the same seed gives the same life on every
/// machine whose C library computes `exp`, `log` and `sin` alike.
struct Draws: Sendable {
    private var state: UInt64

    init(seed: UInt64, owner: Int, purpose: Purpose, day: Int = 0) {
        var mixed = Self.mix(seed ^ 0xA076_1D64_78BD_642F)
        mixed = Self.mix(mixed ^ UInt64(truncatingIfNeeded: owner))
        mixed = Self.mix(mixed ^ UInt64(purpose.rawValue) << 32 ^ UInt64(truncatingIfNeeded: day))
        state = mixed
    }

    /// What a stream is for.
    enum Purpose: UInt8 {
        case owner = 1
        case life, calibration, night, relapse
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to and without 1.
    mutating func fraction() -> Double { Double(bits() >> 11) * 0x1p-53 }

    /// A whole number of the range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(fraction() * Double(range.upperBound - range.lowerBound + 1))
    }

    /// A draw of the standard normal distribution (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }

    /// A nearly normal draw for the noise within a night: the sum of four uniform ones, scaled. Its tails end at 3.5
    /// standard deviations, and it costs a tenth.
    mutating func quickNormal() -> Double {
        let b = bits()
        let sum = (b & 0xFFFF) + (b >> 16 & 0xFFFF) + (b >> 32 & 0xFFFF) + (b >> 48)
        return (Double(sum) * (1 / 65_536.0) - (2 - 2 / 65_536.0)) * 1.732_050_807_568_877_2
    }
}
