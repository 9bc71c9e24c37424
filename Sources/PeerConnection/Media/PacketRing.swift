import System

/// What the playback thread needs to know about a packet besides its payload.
struct PacketHeader: BitwiseCopyable, Sendable, Equatable {
    var sequence: UInt16 = 0
    var timestamp: UInt32 = 0
    var ssrc: UInt32 = 0
    var hasMarker = false
    var payloadBytes = 0
    /// When it arrived, on the boot clock.
    var arrivalNanoseconds: Int64 = 0
}

/// Packets on their way from the event thread to the playback thread: a ring of headers, and a payload slot beside
/// each. No locks, and no allocation after `init`.
///
/// `@unchecked Sendable`: a payload belongs to the same side as its header.
final class PacketRing: @unchecked Sendable {
    static let slotBytes = Audio.maximumPacketBytes
    private let headers: Ring<PacketHeader>
    private let payloads: UnsafeMutableRawPointer

    init(minimumSlots: Int) {
        headers = Ring(minimumCapacity: min(minimumSlots, 1 << 12), zero: PacketHeader())
        // Left untouched until used, so that an idle call costs no resident memory.
        payloads = .allocate(byteCount: headers.capacity * Self.slotBytes, alignment: 16)
    }

    deinit { payloads.deallocate() }

    var slotCount: Int { headers.capacity }

    /// How many packets wait. Any thread; exact only on the two threads that use the ring, each for its own side.
    var count: Int { headers.count }

    private func payload(of number: Int) -> UnsafeMutableRawPointer {
        payloads + (number & (headers.capacity - 1)) * Self.slotBytes
    }

    /// Adds a packet. False: the ring is full or the payload exceeds a slot, and nothing was added. Producer only.
    func push(_ header: PacketHeader, payload bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= Self.slotBytes, headers.free > 0 else { return false }
        if let base = bytes.baseAddress {
            payload(of: headers.written).copyMemory(from: base, byteCount: bytes.count)
        }
        var stored = header
        stored.payloadBytes = bytes.count
        return headers.push(stored)
    }

    /// Time between the arrivals of the oldest and the newest waiting packet. Consumer only.
    var waitingSpanNanoseconds: Int64 {
        let (first, end) = (headers.read, headers.written)
        guard end &- first > 0 else { return 0 }
        return headers.element(end &- 1).arrivalNanoseconds &- headers.element(first).arrivalNanoseconds
    }

    /// When the oldest waiting packet arrived; nil if none waits. The consumer may have taken it since. Producer only.
    var oldestArrivalNanoseconds: Int64? {
        let first = headers.read
        guard headers.written &- first > 0 else { return nil }
        return headers.element(first).arrivalNanoseconds
    }

    /// Shows the oldest packet to `body` and then frees its slot. False: the ring is empty. Consumer only.
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
