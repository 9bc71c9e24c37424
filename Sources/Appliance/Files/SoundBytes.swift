/// Sound as it is sealed: 16 bits each, little-endian.
enum SoundBytes {
    static func bytes(of samples: [Float]) -> [UInt8] {
        bytes(of: samples.map { Int16(clamping: Int((min(max($0, -1), 1) * 32_767).rounded())) })
    }

    static func bytes(of samples: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * samples.count)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }

    static func samples(of bytes: [UInt8]) -> [Float] { integers(of: bytes).map { Float($0) / 32_768 } }

    static func integers(of bytes: [UInt8]) -> [Int16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)
        }
    }
}
