import CALSA

/// Sample encodings that the driver writes and reads, all little-endian.
enum SampleFormat: String, Sendable, CaseIterable {
    case s16, s32, s24, s24packed, float, u8

    /// S24_LE: 24 bits in the low end of four bytes.
    var alsa: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16_LE
        case .s32: SND_PCM_FORMAT_S32_LE
        case .s24: SND_PCM_FORMAT_S24_LE
        case .s24packed: SND_PCM_FORMAT_S24_3LE
        case .float: SND_PCM_FORMAT_FLOAT_LE
        case .u8: SND_PCM_FORMAT_U8
        }
    }

    var bytes: Int {
        switch self {
        case .u8: 1
        case .s16: 2
        case .s24packed: 3
        case .s24, .s32, .float: 4
        }
    }

    /// Mono to interleaved: the same sample on every channel. `target` has room for count * channels samples.
    func encode(_ source: UnsafePointer<Float>, count: Int, channels: Int, to target: UnsafeMutableRawPointer) {
        if self == .s16, channels == 2 {
            // The usual card, without a decision per sample.
            let frames = target.assumingMemoryBound(to: UInt32.self)
            for i in 0..<count {
                let x = UInt16(bitPattern: Int16((min(max(source[i], -1), 1) * 32767).rounded()))
                frames[i] = (UInt32(x) | UInt32(x) << 16).littleEndian
            }
            return
        }
        let stride = bytes
        var at = target
        for i in 0..<count {
            let x = min(max(source[i], -1), 1)
            for _ in 0..<channels {
                store(x, at)
                at += stride
            }
        }
    }

    @inline(__always)
    private func store(_ x: Float, _ at: UnsafeMutableRawPointer) {
        switch self {
        case .s16:
            at.storeBytes(of: Int16((x * 32767).rounded()).littleEndian, as: Int16.self)
        case .s32:
            // 2^31 - 128 is the largest float below 2^31: the conversion cannot overflow.
            at.storeBytes(of: Int32(x * 2_147_483_520).littleEndian, as: Int32.self)
        case .s24:
            at.storeBytes(of: Int32((x * 8_388_607).rounded()).littleEndian, as: Int32.self)
        case .s24packed:
            let value = Int32((x * 8_388_607).rounded())
            at.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
            at.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
            at.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
        case .float:
            at.storeBytes(of: x.bitPattern.littleEndian, as: UInt32.self)
        case .u8:
            at.storeBytes(of: UInt8(truncatingIfNeeded: Int32((x * 127).rounded()) + 128), as: UInt8.self)
        }
    }

    /// Interleaved to mono: the mean of all channels. `source` holds count * channels samples.
    func decode(_ source: UnsafeRawPointer, count: Int, channels: Int, to target: UnsafeMutablePointer<Float>) {
        if self == .s16, channels == 1 {
            for i in 0..<count {
                target[i] =
                    Float(Int16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self))) / 32768
            }
            return
        }
        let stride = bytes
        let share = 1 / Float(max(1, channels))
        var at = source
        for i in 0..<count {
            var sum: Float = 0
            for _ in 0..<channels {
                sum += load(at)
                at += stride
            }
            target[i] = sum * share
        }
    }

    @inline(__always)
    private func load(_ at: UnsafeRawPointer) -> Float {
        switch self {
        case .s16:
            return Float(Int16(littleEndian: at.loadUnaligned(as: Int16.self))) / 32768
        case .s32:
            return Float(Int32(littleEndian: at.loadUnaligned(as: Int32.self))) / 2_147_483_648
        case .s24:
            // The top byte is not defined for S24_LE: shifted out, with the sign kept.
            return Float(Int32(littleEndian: at.loadUnaligned(as: Int32.self)) << 8) / 2_147_483_648
        case .s24packed:
            let low = UInt32(at.load(as: UInt8.self))
            let middle = UInt32(at.load(fromByteOffset: 1, as: UInt8.self))
            let high = UInt32(at.load(fromByteOffset: 2, as: UInt8.self))
            return Float(Int32(bitPattern: low << 8 | middle << 16 | high << 24)) / 2_147_483_648
        case .float:
            let value = Float(bitPattern: UInt32(littleEndian: at.loadUnaligned(as: UInt32.self)))
            // A file's NaN or infinity must not reach the mixer, where it would stay in the filters.
            return value.isFinite ? min(max(value, -4), 4) : 0
        case .u8:
            return (Float(at.load(as: UInt8.self)) - 128) / 128
        }
    }
}
