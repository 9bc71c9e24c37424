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

/// Packets on their way from the event thread to the playback thread: a ring of headers, and a payload slot for each. No
/// locks, and no allocation after `init`.
///
/// `@unchecked Sendable`: a payload belongs to the same side as its header, and `nextSlot` to the producer.
final class PacketRing: @unchecked Sendable {
    private struct Waiting: BitwiseCopyable {
        var header = PacketHeader()
        var slot = 0
    }

    static let slotBytes = Audio.maximumPacketBytes
    private let waiting: Ring<Waiting>
    /// Each page is memory only once it is touched, and few are: see `push`.
    private let payloads: UnsafeMutableRawPointer
    private var nextSlot = 0

    init(minimumSlots: Int) {
        waiting = Ring(minimumCapacity: min(minimumSlots, 1 << 12), zero: Waiting())
        payloads = .allocate(byteCount: waiting.capacity * Self.slotBytes, alignment: 16)
    }

    deinit { payloads.deallocate() }

    var slotCount: Int { waiting.capacity }

    /// How many packets wait. Any thread; exact only on the two threads that use the ring, each for its own side.
    var count: Int { waiting.count }

    private func payload(in slot: Int) -> UnsafeMutableRawPointer { payloads + slot * Self.slotBytes }

    /// Adds a packet. False: the ring is full or the payload exceeds a slot, and nothing was added. Producer only.
    func push(_ header: PacketHeader, payload bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= Self.slotBytes, waiting.free > 0 else { return false }
        // What waits is in slots one after the other. If nothing does, the first slot is as good as any.
        if waiting.count == 0 { nextSlot = 0 }
        if let base = bytes.baseAddress { payload(in: nextSlot).copyMemory(from: base, byteCount: bytes.count) }
        var stored = Waiting(header: header, slot: nextSlot)
        stored.header.payloadBytes = bytes.count
        nextSlot = (nextSlot + 1) & (waiting.capacity - 1)
        return waiting.push(stored)
    }

    /// Time between the arrivals of the oldest and the newest waiting packet. Consumer only.
    var waitingSpanNanoseconds: Int64 {
        let (first, end) = (waiting.read, waiting.written)
        guard end &- first > 0 else { return 0 }
        return waiting.element(end &- 1).header.arrivalNanoseconds &- waiting.element(first).header.arrivalNanoseconds
    }

    /// When the oldest waiting packet arrived; nil if none waits. The consumer may have taken it since. Producer only.
    var oldestArrivalNanoseconds: Int64? {
        let first = waiting.read
        guard waiting.written &- first > 0 else { return nil }
        return waiting.element(first).header.arrivalNanoseconds
    }

    /// Shows the oldest packet to `body` and then frees its slot. False: the ring is empty. Consumer only.
    @inline(__always)
    func pop(_ body: (PacketHeader, UnsafeRawBufferPointer) -> Void) -> Bool {
        let number = waiting.read
        guard waiting.written &- number > 0 else { return false }
        let packet = waiting.element(number)
        body(packet.header, UnsafeRawBufferPointer(start: payload(in: packet.slot), count: packet.header.payloadBytes))
        _ = waiting.discard(1)
        return true
    }
}
