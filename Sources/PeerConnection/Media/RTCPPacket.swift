/// What one receiver reports about one source (RFC 3550 §6.4.1).
struct ReportBlock: Sendable, Equatable {
    var ssrc: UInt32
    /// Lost since the last report, in 1/256.
    var fractionLost: UInt8
    /// Lost since the beginning; signed 24 bits, because duplicates count against it.
    var cumulativeLost: Int32
    var extendedHighestSequence: UInt32
    /// In units of the media clock.
    var jitter: UInt32
    /// The middle 32 bits of the last sender report's time; 0 if none has come.
    var lastSenderReport: UInt32
    /// Time since that report came in, in 1/65536 s.
    var delaySinceLastSenderReport: UInt32

    static let byteCount = 24
}

/// An RTCP packet (RFC 3550 §6, RFC 4585); a compound packet is an array of these.
enum RTCPPacket: Sendable, Equatable {
    case senderReport(ssrc: UInt32, ntp: UInt64, rtpTimestamp: UInt32, packets: UInt32, octets: UInt32, [ReportBlock])
    case receiverReport(ssrc: UInt32, [ReportBlock])
    /// Only the canonical names are kept.
    case sourceDescription([Name])
    case bye([UInt32])
    /// Generic NACK: the sequence numbers that are requested again.
    case nack(sender: UInt32, media: UInt32, [UInt16])
    /// Well-formed but of no use here: PLI, REMB, XR, APP …
    case ignored(type: UInt8)

    struct Name: Sendable, Equatable {
        var ssrc: UInt32
        var cname: String
    }

    private enum PacketType {
        static let senderReport: UInt8 = 200
        static let receiverReport: UInt8 = 201
        static let sourceDescription: UInt8 = 202
        static let bye: UInt8 = 203
        static let transportFeedback: UInt8 = 205
    }

    /// Whether a packet that shares the RTP port is RTCP: types 192 to 223 (RFC 5761 §4).
    static func looksLikeRTCP(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 8 && bytes[0] >> 6 == 2 && (192...223).contains(bytes[1])
    }

    static let maximumBytes = 2048

    /// Reads a compound or reduced-size packet (RFC 5506); nil if any part of it is malformed.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [RTCPPacket]? {
        guard bytes.count >= 4, bytes.count <= maximumBytes, bytes.count % 4 == 0 else { return nil }
        var packets: [RTCPPacket] = []
        var at = 0
        while at < bytes.count {
            guard at + 4 <= bytes.count, bytes[at] >> 6 == 2 else { return nil }
            let size = (Int(bytes.bigEndian16(at: at + 2)) + 1) * 4
            guard at + size <= bytes.count else { return nil }
            var end = at + size
            if bytes[at] & 0x20 != 0 {
                // Only the last packet of a compound may be padded.
                let padding = Int(bytes[end - 1])
                guard end == bytes.count, padding > 0, padding % 4 == 0, padding <= size - 4 else { return nil }
                end -= padding
            }
            let body = UnsafeRawBufferPointer(rebasing: bytes[(at + 4)..<end])
            guard let packet = one(type: bytes[at + 1], count: Int(bytes[at] & 0x1F), body: body) else { return nil }
            packets.append(packet)
            at += size
        }
        return packets
    }

    private static func one(type: UInt8, count: Int, body: UnsafeRawBufferPointer) -> RTCPPacket? {
        switch type {
        case PacketType.senderReport:
            guard body.count >= 24, let blocks = blocks(count, in: body, from: 24) else { return nil }
            return .senderReport(
                ssrc: body.bigEndian32(at: 0),
                ntp: UInt64(body.bigEndian32(at: 4)) << 32 | UInt64(body.bigEndian32(at: 8)),
                rtpTimestamp: body.bigEndian32(at: 12), packets: body.bigEndian32(at: 16),
                octets: body.bigEndian32(at: 20), blocks)
        case PacketType.receiverReport:
            guard body.count >= 4, let blocks = blocks(count, in: body, from: 4) else { return nil }
            return .receiverReport(ssrc: body.bigEndian32(at: 0), blocks)
        case PacketType.sourceDescription: return names(count, in: body)
        case PacketType.bye:
            guard body.count >= count * 4 else { return nil }
            return .bye((0..<count).map { body.bigEndian32(at: $0 * 4) })
        case PacketType.transportFeedback where count == 1:
            guard body.count >= 8, body.count % 4 == 0 else { return nil }
            return nack(in: body)
        default: return .ignored(type: type)
        }
    }

    private static func blocks(_ count: Int, in body: UnsafeRawBufferPointer, from start: Int) -> [ReportBlock]? {
        guard body.count >= start + count * ReportBlock.byteCount else { return nil }
        return (0..<count).map { index in
            let at = start + index * ReportBlock.byteCount
            let lost = body.bigEndian32(at: at + 4)
            return ReportBlock(
                ssrc: body.bigEndian32(at: at), fractionLost: UInt8(lost >> 24),
                cumulativeLost: Int32(bitPattern: lost << 8) >> 8,
                extendedHighestSequence: body.bigEndian32(at: at + 8),
                jitter: body.bigEndian32(at: at + 12), lastSenderReport: body.bigEndian32(at: at + 16),
                delaySinceLastSenderReport: body.bigEndian32(at: at + 20))
        }
    }

    private static func names(_ count: Int, in body: UnsafeRawBufferPointer) -> RTCPPacket? {
        var names: [Name] = []
        var at = 0
        for _ in 0..<count {
            guard at + 4 <= body.count else { return nil }
            let ssrc = body.bigEndian32(at: at)
            at += 4
            while true {
                guard at < body.count else { return nil }
                let item = body[at]
                if item == 0 {
                    at = (at / 4 + 1) * 4
                    break
                }
                guard at + 2 <= body.count, at + 2 + Int(body[at + 1]) <= body.count else { return nil }
                let text = body[(at + 2)..<(at + 2 + Int(body[at + 1]))]
                if item == 1 { names.append(Name(ssrc: ssrc, cname: String(decoding: text, as: UTF8.self))) }
                at += 2 + text.count
            }
        }
        return .sourceDescription(names)
    }

    private static func nack(in body: UnsafeRawBufferPointer) -> RTCPPacket {
        var sequences: [UInt16] = []
        var at = 8
        while at + 4 <= body.count {
            let first = body.bigEndian16(at: at)
            let mask = body.bigEndian16(at: at + 2)
            sequences.append(first)
            for bit in 0..<16 where mask & (1 << UInt16(bit)) != 0 { sequences.append(first &+ UInt16(bit) &+ 1) }
            at += 4
        }
        return .nack(sender: body.bigEndian32(at: 0), media: body.bigEndian32(at: 4), sequences)
    }

    // MARK: Writing

    /// Writes a compound packet. At most 31 report blocks, names and sources each; more are left out.
    static func written(_ packets: [RTCPPacket]) -> [UInt8] {
        var bytes: [UInt8] = []
        for packet in packets { packet.append(to: &bytes) }
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += [0x80, 0, 0, 0]
        let type: UInt8
        let count: Int
        switch self {
        case .senderReport(let ssrc, let ntp, let rtpTimestamp, let packets, let octets, let blocks):
            type = PacketType.senderReport
            bytes.append(bigEndian: ssrc)
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: ntp >> 32))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: ntp))
            bytes.append(bigEndian: rtpTimestamp)
            bytes.append(bigEndian: packets)
            bytes.append(bigEndian: octets)
            count = Self.append(blocks, to: &bytes)
        case .receiverReport(let ssrc, let blocks):
            type = PacketType.receiverReport
            bytes.append(bigEndian: ssrc)
            count = Self.append(blocks, to: &bytes)
        case .sourceDescription(let names):
            type = PacketType.sourceDescription
            count = min(31, names.count)
            for name in names.prefix(count) {
                bytes.append(bigEndian: name.ssrc)
                let text = Array(name.cname.utf8.prefix(255))
                bytes += [1, UInt8(text.count)] + text + [0]
                while (bytes.count - start) % 4 != 0 { bytes.append(0) }
            }
        case .bye(let sources):
            type = PacketType.bye
            count = min(31, sources.count)
            for source in sources.prefix(count) { bytes.append(bigEndian: source) }
        case .nack(let sender, let media, let sequences):
            type = PacketType.transportFeedback
            count = 1
            bytes.append(bigEndian: sender)
            bytes.append(bigEndian: media)
            Self.append(nack: sequences, to: &bytes)
        case .ignored(let other):
            type = other
            count = 0
        }
        bytes[start] = 0x80 | UInt8(count)
        bytes[start + 1] = type
        let words = (bytes.count - start) / 4 - 1
        bytes[start + 2] = UInt8(truncatingIfNeeded: words >> 8)
        bytes[start + 3] = UInt8(truncatingIfNeeded: words)
    }

    private static func append(_ blocks: [ReportBlock], to bytes: inout [UInt8]) -> Int {
        for block in blocks.prefix(31) {
            bytes.append(bigEndian: block.ssrc)
            let lost = UInt32(bitPattern: min(max(block.cumulativeLost, -0x80_0000), 0x7F_FFFF)) & 0xFF_FFFF
            bytes.append(bigEndian: UInt32(block.fractionLost) << 24 | lost)
            bytes.append(bigEndian: block.extendedHighestSequence)
            bytes.append(bigEndian: block.jitter)
            bytes.append(bigEndian: block.lastSenderReport)
            bytes.append(bigEndian: block.delaySinceLastSenderReport)
        }
        return min(31, blocks.count)
    }

    /// Appends pairs of a first number and a mask of the sixteen after it; the numbers must be ascending.
    private static func append(nack sequences: [UInt16], to bytes: inout [UInt8]) {
        var at = 0
        while at < sequences.count {
            let first = sequences[at]
            var mask: UInt16 = 0
            at += 1
            while at < sequences.count, case let distance = sequences[at] &- first, (1...16).contains(distance) {
                mask |= 1 << (distance - 1)
                at += 1
            }
            bytes.append(bigEndian: UInt32(first) << 16 | UInt32(mask))
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: UInt32) {
        append(UInt8(truncatingIfNeeded: value >> 24))
        append(UInt8(truncatingIfNeeded: value >> 16))
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }
}
