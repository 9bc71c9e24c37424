import System

/// What the playback thread needs to know of a packet besides its payload.
struct PacketHeader: BitwiseCopyable, Sendable, Equatable {
    var sequence: UInt16 = 0
    var timestamp: UInt32 = 0
    var ssrc: UInt32 = 0
    var hasMarker = false
    var payloadBytes = 0
    /// When it came in, on the boot clock.
    var arrivalNanoseconds: Int64 = 0
}

/// Packets from the event thread to the playback thread: a ring of headers, and a slot for the payload beside each. No
/// locks, and no allocation but in `init`.
///
/// `@unchecked Sendable`: a payload belongs to the side that its header belongs to.
final class PacketRing: @unchecked Sendable {
    static let slotBytes = Audio.maximumPacketBytes
    private let headers: Ring<PacketHeader>
    private let payloads: UnsafeMutableRawPointer

    init(minimumSlots: Int) {
        headers = Ring(minimumCapacity: min(minimumSlots, 1 << 12), zero: PacketHeader())
        // Left untouched until used, so that an idle line costs no resident memory.
        payloads = .allocate(byteCount: headers.capacity * Self.slotBytes, alignment: 16)
    }

    deinit { payloads.deallocate() }

    var slotCount: Int { headers.capacity }

    /// Any thread; exact only on the two that use the ring, for their own side.
    var count: Int { headers.count }

    private func payload(of number: Int) -> UnsafeMutableRawPointer {
        payloads + (number & (headers.capacity - 1)) * Self.slotBytes
    }

    /// Producer only; false: full, or the payload is over a slot's size, and nothing was taken.
    func push(_ header: PacketHeader, payload bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= Self.slotBytes, headers.free > 0 else { return false }
        if let base = bytes.baseAddress {
            payload(of: headers.written).copyMemory(from: base, byteCount: bytes.count)
        }
        var stored = header
        stored.payloadBytes = bytes.count
        return headers.push(stored)
    }

    /// Consumer only: how long after the oldest packet that waits the newest one came in.
    var waitingSpanNanoseconds: Int64 {
        let (first, end) = (headers.read, headers.written)
        guard end &- first > 0 else { return 0 }
        return headers.element(end &- 1).arrivalNanoseconds &- headers.element(first).arrivalNanoseconds
    }

    /// Producer only: when the oldest packet that waits came in; nil: none waits. It may be gone by then.
    var oldestArrivalNanoseconds: Int64? {
        let first = headers.read
        guard headers.written &- first > 0 else { return nil }
        return headers.element(first).arrivalNanoseconds
    }

    /// Consumer only; shows the oldest packet to `body` and then frees its slot. False: empty.
    @inline(__always)
    func pop(_ body: (PacketHeader, UnsafeRawBufferPointer) -> Void) -> Bool {
        let number = headers.read
        guard headers.written &- number > 0 else { return false }
        let header = headers.element(number)
        body(header, UnsafeRawBufferPointer(start: payload(of: number), count: header.payloadBytes))
        _ = headers.discard(1)
        return true
    }
}
