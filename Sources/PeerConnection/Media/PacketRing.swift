import Synchronization

/// What the playback thread needs to know of a packet besides its payload.
struct PacketHeader: BitwiseCopyable, Sendable, Equatable {
    var sequence: UInt16 = 0
    var timestamp: UInt32 = 0
    var ssrc: UInt32 = 0
    var hasMarker = false
    var payloadBytes = 0
    /// When it came in, on the event thread's monotonic clock.
    var arrivalNanoseconds: Int64 = 0
}

/// Packets from the event thread to the playback thread: slots made once, no locks, no allocation.
///
/// `@unchecked Sendable`: each slot belongs to one side at a time, handed over by release and acquire of the counts.
final class PacketRing: @unchecked Sendable {
    static let slotBytes = Audio.maximumPacketBytes
    let slotCount: Int
    private let headers: UnsafeMutablePointer<PacketHeader>
    private let payloads: UnsafeMutableRawPointer
    private let produced = Atomic<Int>(0)
    private let consumed = Atomic<Int>(0)

    init(minimumSlots: Int) {
        var size = 2
        while size < minimumSlots && size < 1 << 12 { size *= 2 }
        slotCount = size
        headers = .allocate(capacity: size)
        headers.initialize(repeating: PacketHeader(), count: size)
        // Left untouched until used, so that an idle line costs no resident memory.
        payloads = .allocate(byteCount: size * Self.slotBytes, alignment: 16)
    }

    deinit {
        headers.deallocate()
        payloads.deallocate()
    }

    /// Any thread; exact only on the two that use the ring, for their own side.
    var count: Int { produced.load(ordering: .acquiring) &- consumed.load(ordering: .acquiring) }

    /// Producer only; false: full, or the payload is over a slot's size, and nothing was taken.
    func push(_ header: PacketHeader, payload: UnsafeRawBufferPointer) -> Bool {
        let at = produced.load(ordering: .relaxed)
        guard payload.count <= Self.slotBytes, at &- consumed.load(ordering: .acquiring) < slotCount else {
            return false
        }
        let slot = at & (slotCount - 1)
        var stored = header
        stored.payloadBytes = payload.count
        headers[slot] = stored
        if let base = payload.baseAddress {
            (payloads + slot * Self.slotBytes).copyMemory(from: base, byteCount: payload.count)
        }
        produced.store(at &+ 1, ordering: .releasing)
        return true
    }

    /// Consumer only: how long after the oldest packet that waits the newest one came in.
    var waitingSpanNanoseconds: Int64 {
        let at = consumed.load(ordering: .relaxed)
        let end = produced.load(ordering: .acquiring)
        guard end &- at > 0 else { return 0 }
        return headers[(end &- 1) & (slotCount - 1)].arrivalNanoseconds
            &- headers[at & (slotCount - 1)].arrivalNanoseconds
    }

    /// Producer only: when the oldest packet that waits came in; nil: none waits. It may be gone by then: headers are
    /// written by the producer alone, so that reading one here races with nobody.
    var oldestArrivalNanoseconds: Int64? {
        let at = consumed.load(ordering: .relaxed)
        guard produced.load(ordering: .relaxed) &- at > 0 else { return nil }
        return headers[at & (slotCount - 1)].arrivalNanoseconds
    }

    /// Consumer only; shows the oldest packet to `body` and then frees its slot. False: empty.
    @inline(__always)
    func pop(_ body: (PacketHeader, UnsafeRawBufferPointer) -> Void) -> Bool {
        let at = consumed.load(ordering: .relaxed)
        guard produced.load(ordering: .acquiring) &- at > 0 else { return false }
        let slot = at & (slotCount - 1)
        let header = headers[slot]
        let bytes = UnsafeRawBufferPointer(start: payloads + slot * Self.slotBytes, count: header.payloadBytes)
        body(header, bytes)
        consumed.store(at &+ 1, ordering: .releasing)
        return true
    }
}
