/// Packets in their order between the network and the decoder: slots made once, no allocation afterwards.
///
/// It only keeps and orders; when to play is the receiver's business. Playback thread only.
final class JitterBuffer {
    enum Insertion: Sendable, Equatable {
        case stored
        case duplicate
        /// Its place has been played already.
        case late
        /// Far out of line; dropped unless the next one confirms it.
        case suspect
        /// Stored as the first of a new run of numbers: everything before it was dropped.
        case restarted
        /// No room until some of those before it are played: dropped.
        case full
    }

    struct Packet: BitwiseCopyable, Sendable {
        var sequence: Int64 = -1
        var timestamp: Int64 = 0
        var payloadBytes = 0
        /// Samples by its own account; 0: no Opus in it.
        var sampleCount = 0
        var isHeld = false
    }

    static let slotCount: Int64 = 128
    private let packets: UnsafeMutablePointer<Packet>
    private let payloads: UnsafeMutableRawPointer
    private var unwrapper = SequenceUnwrapper()
    private var suspect: UInt16?
    private(set) var count = 0
    /// The number that is to be played next; nil: not begun, the lowest one will be it.
    private(set) var nextSequence: Int64?
    private(set) var highestSequence: Int64 = -1
    /// The end of the newest packet, in timestamps.
    private(set) var endTimestamp: Int64 = 0

    private static let maximumMisorder: Int64 = 100

    init() {
        packets = .allocate(capacity: Int(Self.slotCount))
        packets.initialize(repeating: Packet(), count: Int(Self.slotCount))
        payloads = .allocate(byteCount: Int(Self.slotCount) * Audio.maximumPacketBytes, alignment: 16)
    }

    deinit {
        packets.deallocate()
        payloads.deallocate()
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
        // A number that shares the slot of one still held: after a stall there are words before it; with a few only it
        // is so far ahead that they are worthless.
        if packets[slot(sequence)].isHeld || sequence - (nextSequence ?? sequence) >= Self.slotCount {
            guard Int64(count) <= Self.slotCount / 2 else { return .full }
            restart()
            isRestart = true
            sequence = unwrapper.unwrap(short)
        }
        let isWhole = payload.count <= Audio.maximumPacketBytes
        let packet = Packet(
            sequence: sequence, timestamp: timestamp, payloadBytes: isWhole ? payload.count : 0,
            sampleCount: isWhole ? VoiceDecoder.sampleCount(of: payload) : 0, isHeld: true)
        let at = slot(sequence)
        packets[at] = packet
        if let base = payload.baseAddress, isWhole {
            (payloads + at * Audio.maximumPacketBytes).copyMemory(from: base, byteCount: payload.count)
        }
        count += 1
        if sequence > highestSequence {
            highestSequence = sequence
            endTimestamp = timestamp &+ Int64(packet.sampleCount)
        }
        return isRestart ? .restarted : .stored
    }

    /// The packet of that number, if it is here.
    func packet(_ sequence: Int64) -> Packet? {
        let packet = packets[slot(sequence)]
        return packet.isHeld && packet.sequence == sequence ? packet : nil
    }

    func payload(of packet: Packet) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: payloads + slot(packet.sequence) * Audio.maximumPacketBytes, count: packet.payloadBytes)
    }

    /// The lowest one held.
    var first: Packet? {
        guard count > 0 else { return nil }
        var sequence = nextSequence ?? max(0, highestSequence - Self.slotCount + 1)
        while sequence <= highestSequence {
            if let packet = packet(sequence) { return packet }
            sequence += 1
        }
        return nil
    }

    /// Frees a packet and sets the next number after it; returns how many numbers were passed over.
    func take(_ packet: Packet) -> Int {
        let at = slot(packet.sequence)
        if packets[at].isHeld {
            packets[at].isHeld = false
            count -= 1
        }
        let skipped = nextSequence.map { max(0, packet.sequence - $0) } ?? 0
        nextSequence = packet.sequence + 1
        return Int(skipped)
    }

    /// Drops all that is held, keeps the line of numbers: older ones will be late.
    func dropAll() {
        for at in 0..<Int(Self.slotCount) { packets[at].isHeld = false }
        count = 0
        if highestSequence >= 0 { nextSequence = highestSequence + 1 }
    }

    /// Forgets everything: another source, or another run of numbers.
    func restart() {
        for at in 0..<Int(Self.slotCount) { packets[at] = Packet() }
        count = 0
        unwrapper.reset()
        suspect = nil
        nextSequence = nil
        highestSequence = -1
        endTimestamp = 0
    }
}
