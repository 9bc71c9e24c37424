/// Packets in sequence order between the network and the decoder, in slots that are allocated once.
///
/// Packets arrive in any order; each goes to the slot of its unwrapped sequence number (modulo 128) and is taken out in
/// order. A number far from the last one is taken for a restarted sender only if a second packet confirms it. The
/// buffer only stores and orders; `VoicePlayer` decides when to play. Playback thread only.
final class JitterBuffer {
    enum Insertion: Sendable, Equatable {
        case stored
        case duplicate
        /// Its place was played already.
        case late
        /// Its number is far from the last one; dropped unless the next one confirms it.
        case suspect
        /// Stored as the first of a new run of numbers; everything before it was dropped.
        case restarted
        /// Dropped: no room until some of the packets before it are played.
        case full
    }

    struct Packet: BitwiseCopyable, Sendable {
        var sequence: Int64 = -1
        var timestamp: Int64 = 0
        var payloadBytes = 0
        /// How many samples it says it holds; 0 if it holds no Opus.
        var sampleCount = 0
        var isHeld = false
        /// The number of the place that holds its payload; only while the packet is held.
        fileprivate var place: UInt8 = 0
    }

    static let slotCount: Int64 = 128
    private let packets: UnsafeMutablePointer<Packet>
    /// Room for as many payloads as there are slots. The place that was freed last is the next to be used, so that a
    /// call whose packets come in time touches few of them.
    private let payloads: UnsafeMutableRawPointer
    private let freePlaces: UnsafeMutablePointer<UInt8>
    private var freeCount = Int(JitterBuffer.slotCount)
    private var unwrapper = SequenceUnwrapper()
    private var suspect: UInt16?
    var count: Int { Int(Self.slotCount) - freeCount }
    /// The number to be played next; nil before playing begins, when the lowest one will be next.
    private(set) var nextSequence: Int64?
    private(set) var highestSequence: Int64 = -1
    /// Timestamp of the end of the newest packet.
    private(set) var endTimestamp: Int64 = 0

    private static let maximumMisorder: Int64 = 100

    init() {
        packets = .allocate(capacity: Int(Self.slotCount))
        packets.initialize(repeating: Packet(), count: Int(Self.slotCount))
        payloads = .allocate(byteCount: Int(Self.slotCount) * Audio.maximumPacketBytes, alignment: 16)
        freePlaces = .allocate(capacity: Int(Self.slotCount))
        for at in 0..<Int(Self.slotCount) { freePlaces[at] = UInt8(truncatingIfNeeded: Int(Self.slotCount) - 1 - at) }
    }

    deinit {
        packets.deallocate()
        payloads.deallocate()
        freePlaces.deallocate()
    }

    private func slot(_ sequence: Int64) -> Int { Int(sequence & (Self.slotCount - 1)) }

    func insert(sequence short: UInt16, timestamp: Int64, payload: UnsafeRawBufferPointer) -> Insertion {
        var isRestart = false
        if let last = unwrapper.last {
            let distance = Int64(Int16(truncatingIfNeeded: Int64(short) &- last))
            let isFar = distance >= Self.slotCount || distance < -Self.maximumMisorder
            if isFar {
                guard suspect == short else {
                    suspect = short &+ 1
                    return .suspect
                }
                restart()
                isRestart = true
            }
        }
        suspect = nil
        var sequence = unwrapper.unwrap(short)
        if packets[slot(sequence)].sequence == sequence { return .duplicate }
        if let next = nextSequence, sequence < next { return .late }
        // The number needs a slot that is still in use. If many packets are held, a stall has held up words that come
        // before it, so it is dropped; if only a few are held, it is so far ahead that they are worthless, and the
        // buffer restarts.
        if packets[slot(sequence)].isHeld || sequence - (nextSequence ?? sequence) >= Self.slotCount {
            guard Int64(count) <= Self.slotCount / 2 else { return .full }
            restart()
            isRestart = true
            sequence = unwrapper.unwrap(short)
        }
        let isWhole = payload.count <= Audio.maximumPacketBytes
        // Its slot is not in use, so that a place is free.
        freeCount -= 1
        let packet = Packet(
            sequence: sequence, timestamp: timestamp, payloadBytes: isWhole ? payload.count : 0,
            sampleCount: isWhole ? VoiceDecoder.sampleCount(of: payload) : 0, isHeld: true,
            place: freePlaces[freeCount])
        packets[slot(sequence)] = packet
        if let base = payload.baseAddress, isWhole {
            (payloads + Int(packet.place) * Audio.maximumPacketBytes).copyMemory(from: base, byteCount: payload.count)
        }
        if sequence > highestSequence {
            highestSequence = sequence
            endTimestamp = timestamp &+ Int64(packet.sampleCount)
        }
        return isRestart ? .restarted : .stored
    }

    /// The packet of that number, if it is held.
    func packet(_ sequence: Int64) -> Packet? {
        let packet = packets[slot(sequence)]
        return packet.isHeld && packet.sequence == sequence ? packet : nil
    }

    /// Valid until the next packet is inserted, even if this one has been taken.
    func payload(of packet: Packet) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: payloads + Int(packet.place) * Audio.maximumPacketBytes, count: packet.payloadBytes)
    }

    private func release(_ at: Int) {
        guard packets[at].isHeld else { return }
        packets[at].isHeld = false
        freePlaces[freeCount] = packets[at].place
        freeCount += 1
    }

    /// The packet with the lowest number that is held.
    var first: Packet? {
        guard count > 0 else { return nil }
        var sequence = nextSequence ?? max(0, highestSequence - Self.slotCount + 1)
        while sequence <= highestSequence {
            if let packet = packet(sequence) { return packet }
            sequence += 1
        }
        return nil
    }

    /// Frees a packet's slot and makes the number after it the next one; returns how many numbers were skipped.
    func take(_ packet: Packet) -> Int {
        release(slot(packet.sequence))
        let skipped = nextSequence.map { max(0, packet.sequence - $0) } ?? 0
        nextSequence = packet.sequence + 1
        return Int(skipped)
    }

    /// Drops all packets but keeps the numbering, so that older ones will be late.
    func dropAll() {
        for at in 0..<Int(Self.slotCount) { release(at) }
        if highestSequence >= 0 { nextSequence = highestSequence + 1 }
    }

    /// Forgets everything, as for another source or another run of numbers.
    func restart() {
        for at in 0..<Int(Self.slotCount) {
            release(at)
            packets[at] = Packet()
        }
        unwrapper.reset()
        suspect = nil
        nextSequence = nil
        highestSequence = -1
        endTimestamp = 0
    }
}
