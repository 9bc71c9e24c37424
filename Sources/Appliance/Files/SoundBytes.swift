/// Sound as it is sealed: 16 bits each, little-endian.
enum SoundBytes {
    static func bytes(of samples: [Float]) -> [UInt8] {
        samples.flatMap { sample in
            let value = Int16(clamping: Int((min(max(sample, -1), 1) * 32_767).rounded()))
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
    }

    static func samples(of bytes: [UInt8]) -> [Float] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            Float(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8)) / 32_768
        }
    }
}
