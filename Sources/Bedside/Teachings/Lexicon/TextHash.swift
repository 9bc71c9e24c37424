/// FNV-1a over code points, folded to 48 bits: the same on every machine and in every run.
struct TextHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var isEmpty = true

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars { append(scalar) }
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        state = (state ^ UInt64(scalar.value)) &* 0x100_0000_01B3
        isEmpty = false
    }

    var value: UInt64 { (state ^ (state >> 48)) & 0xFFFF_FFFF_FFFF }

    static func of(_ scalars: some Sequence<Unicode.Scalar>) -> UInt64 { TextHash(scalars).value }
}
