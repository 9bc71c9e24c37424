/// Packets of Opus as an Ogg file (RFC 7845): one channel, packets of 20 ms.
public enum OggOpusFile {
    /// Granules a second, whatever the rate of what was encoded.
    public static let rate = 48_000
    private static let packetGranules = rate / 50
    private static let packetsOnPage = 50
    private static let maximumSegments = 255

    /// - Parameters:
    ///   - packets: Each at most 1,275 bytes, as all of Opus.
    ///   - preSkip: By how much the encoder delays, in granules.
    ///   - granules: How long the sound is; what the last packet has beyond it is not played.
    ///   - inputRate: Of what was encoded, in samples a second, for information: players ignore it.
    ///   - serial: Names the stream; at random.
    public static func bytes(
        packets: [[UInt8]], preSkip: UInt16, granules: Int, inputRate: UInt32, serial: UInt32
    ) -> [UInt8] {
        let head = Array("OpusHead".utf8) + [1, 1] + little(preSkip) + little(inputRate) + [0, 0, 0]
        let vendor = Array("anicca".utf8)
        let tags = Array("OpusTags".utf8) + little(UInt32(vendor.count)) + vendor + little(UInt32(0))
        var bytes = page([head], granule: 0, flags: 2, sequence: 0, serial)
        bytes += page([tags], granule: 0, flags: 0, sequence: 1, serial)
        var (waiting, segments, sequence, taken): ([[UInt8]], Int, UInt32, Int) = ([], 0, 2, 0)
        let end = Int(preSkip) + granules
        for (place, packet) in packets.enumerated() {
            let needed = packet.count / 255 + 1
            if waiting.count == packetsOnPage || segments + needed > maximumSegments {
                bytes += page(waiting, granule: taken, flags: 0, sequence: sequence, serial)
                (waiting, segments) = ([], 0)
                sequence += 1
            }
            waiting.append(packet)
            segments += needed
            taken += packetGranules
            if place == packets.count - 1 {
                bytes += page(waiting, granule: min(taken, end), flags: 4, sequence: sequence, serial)
            }
        }
        return bytes
    }

    private static func page(
        _ packets: [[UInt8]], granule: Int, flags: UInt8, sequence: UInt32, _ serial: UInt32
    ) -> [UInt8] {
        var table: [UInt8] = []
        for packet in packets {
            table += Array(repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        var bytes = Array("OggS".utf8) + [0, flags] + little(Int64(granule)) + little(serial) + little(sequence)
        bytes += little(UInt32(0)) + [UInt8(clamping: table.count)] + table
        for packet in packets { bytes += packet }
        bytes.replaceSubrange(22..<26, with: little(checksum(bytes)))
        return bytes
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }

    /// CRC-32 with the polynomial 0x04C11DB7, not reflected (RFC 3533 §6).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0
        for byte in bytes { crc = crc << 8 ^ remainders[Int(crc >> 24 ^ UInt32(byte))] }
        return crc
    }

    private static let remainders: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { crc, _ in crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1 }
    }
}
