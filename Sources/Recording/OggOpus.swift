/// Writes recorded packets as an Ogg Opus file (RFC 7845) that every player reads: the owner on the left, the companion
/// on the right.
///
/// Mapping family 1 with two streams that are not coupled, so the packets are the recording's own, not encoded again.
public struct OggOpusWriter {
    private let serial: UInt32
    private var sequence: UInt32 = 0
    private var granule: UInt64 = 0
    /// What the encoder delays, at 48 kHz.
    private static let preSkip: UInt16 = 312
    private static let maximumSegments = 255

    public init(serial: UInt32) { self.serial = serial }

    /// The pages before the sound.
    public mutating func head() -> [UInt8] {
        let head =
            Array("OpusHead".utf8) + [1, 2] + little(Self.preSkip) + little(UInt32(RecordedSound.samplesPerSecond))
            + [0, 0] + [1, 2, 0, 0, 1]
        let vendor = Array("anicca".utf8)
        let tags = Array("OpusTags".utf8) + little(UInt32(vendor.count)) + vendor + little(UInt32(0))
        return page([head], flags: 2) + page([tags], flags: 0)
    }

    /// Pages with the packets of one chunk.
    public mutating func sound(_ packets: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        var waiting: [[UInt8]] = []
        var segments = 0
        for packet in packets {
            let needed = packet.count / 255 + 1
            if segments + needed > Self.maximumSegments {
                bytes += page(waiting, flags: 0)
                (waiting, segments) = ([], 0)
            }
            waiting.append(packet)
            segments += needed
            granule += UInt64(RecordedSound.packetSamples)
        }
        return waiting.isEmpty ? bytes : bytes + page(waiting, flags: 0)
    }

    /// Silence of that many packets: code 0 packets without a frame, which a decoder conceals.
    public mutating func silence(packets: Int) -> [UInt8] {
        // Configuration 9: SILK, wideband, 20 ms. The first of two streams says how long it is.
        sound(Array(repeating: [0x48, 0, 0x48], count: packets))
    }

    /// The last page.
    public mutating func end() -> [UInt8] { page([], flags: 4) }

    private mutating func page(_ packets: [[UInt8]], flags: UInt8) -> [UInt8] {
        var table: [UInt8] = []
        for packet in packets {
            table += Array(repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        var bytes =
            Array("OggS".utf8) + [0, flags] + little(granule) + little(serial) + little(sequence) + little(UInt32(0))
            + [UInt8(clamping: table.count)] + table
        for packet in packets { bytes += packet }
        bytes.replaceSubrange(22..<26, with: little(Self.checksum(bytes)))
        sequence &+= 1
        return bytes
    }

    private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }

    /// CRC-32 with the polynomial 0x04C11DB7, not reflected (RFC 3533 §6).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0
        for byte in bytes { crc = crc << 8 ^ table[Int((crc >> 24 ^ UInt32(byte)) & 0xFF)] }
        return crc
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { crc, _ in crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1 }
    }
}
