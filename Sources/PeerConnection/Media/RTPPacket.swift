/// The header of an RTP packet (RFC 3550 §5.1) and where its payload lies; holds offsets, never a copy of the bytes.
package struct RTPPacket: Sendable, Equatable {
    /// Sequence number, timestamp and so on as they are in the packet, not unwrapped.
    var payloadType: UInt8
    var hasMarker: Bool
    var sequence: UInt16
    var timestamp: UInt32
    var ssrc: UInt32
    /// Where the payload lies in the bytes that were parsed; CSRC list, extension and padding are outside it.
    package var payload: Range<Int>

    static let headerBytes = 12

    /// Reads one packet; nil for anything except a whole RTP packet of version 2.
    package init?(parsing bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerBytes, bytes.count <= 65_535, bytes[0] >> 6 == 2 else { return nil }
        var start = Self.headerBytes + Int(bytes[0] & 0x0F) * 4
        var end = bytes.count
        if bytes[0] & 0x10 != 0 {
            guard start + 4 <= end else { return nil }
            start += 4 + Int(bytes.bigEndian16(at: start + 2)) * 4
        }
        guard start <= end else { return nil }
        if bytes[0] & 0x20 != 0 {
            let padding = Int(bytes[end - 1])
            guard padding > 0, padding <= end - start else { return nil }
            end -= padding
        }
        payloadType = bytes[1] & 0x7F
        hasMarker = bytes[1] & 0x80 != 0
        sequence = bytes.bigEndian16(at: 2)
        timestamp = bytes.bigEndian32(at: 4)
        ssrc = bytes.bigEndian32(at: 8)
        payload = start..<end
    }

    init(payloadType: UInt8, hasMarker: Bool, sequence: UInt16, timestamp: UInt32, ssrc: UInt32, payloadBytes: Int = 0)
    {
        self.payloadType = payloadType
        self.hasMarker = hasMarker
        self.sequence = sequence
        self.timestamp = timestamp
        self.ssrc = ssrc
        payload = Self.headerBytes..<Self.headerBytes + max(0, payloadBytes)
    }

    /// Writes the twelve bytes of a header without CSRC, extension or padding; false if they do not fit.
    func writeHeader(into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard bytes.count >= Self.headerBytes else { return false }
        bytes[0] = 0x80
        bytes[1] = (hasMarker ? 0x80 : 0) | (payloadType & 0x7F)
        bytes.setBigEndian16(sequence, at: 2)
        bytes.setBigEndian32(timestamp, at: 4)
        bytes.setBigEndian32(ssrc, at: 8)
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// The caller has checked the bounds.
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The caller has checked the bounds.
    func setBigEndian16(_ value: UInt16, at offset: Int) {
        storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt16.self)
    }

    func setBigEndian32(_ value: UInt32, at offset: Int) {
        storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt32.self)
    }
}

/// Extends wrapping 16-bit sequence numbers to numbers that never wrap, choosing the one nearest to the last.
struct SequenceUnwrapper: Sendable {
    private(set) var last: Int64?

    mutating func unwrap(_ sequence: UInt16) -> Int64 {
        guard let last else {
            // Leaves room below, so that reordered packets from before the first stay positive.
            let first = Int64(sequence) + 1 << 16
            self.last = first
            return first
        }
        let value = last + Int64(Int16(truncatingIfNeeded: Int64(sequence) &- last))
        if value > last { self.last = value }
        return value
    }

    mutating func reset() { last = nil }
}

/// Extends wrapping 32-bit timestamps in the same way.
struct TimestampUnwrapper: Sendable {
    private(set) var last: Int64?

    mutating func unwrap(_ timestamp: UInt32) -> Int64 {
        guard let last else {
            let first = Int64(timestamp) + 1 << 32
            self.last = first
            return first
        }
        let value = last + Int64(Int32(truncatingIfNeeded: Int64(timestamp) &- last))
        self.last = value
        return value
    }

    mutating func reset() { last = nil }
}
