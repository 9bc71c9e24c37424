/// How well one source is received: loss, jitter and the contents of a report block (RFC 3550 §6.4.1, A.1, A.3, A.8).
package struct ReceptionStatistics: Sendable {
    private(set) var ssrc: UInt32?
    private(set) var received: Int64 = 0
    private(set) var octets: Int64 = 0
    private var unwrapper = SequenceUnwrapper()
    private var baseSequence: Int64 = 0
    private var highestSequence: Int64 = 0
    private var expectedPrior: Int64 = 0
    private var receivedPrior: Int64 = 0
    /// The sequence number that a restarted sender would use next; a second packet in line confirms it (A.1).
    private var suspect: UInt16?
    private var lastTransit: Int64?
    private var jitter: Double = 0
    private var lastTimestamp: UInt32 = 0
    private var lastSenderReport: (middle: UInt32, arrivalNanoseconds: Int64)?
    /// Loss since the last report block, in 1/256.
    private(set) var fractionLost: UInt8 = 0

    private static let maximumDropout: Int64 = 3000
    private static let maximumMisorder: Int64 = 100

    /// Packets that should have come, from the first to the highest number seen.
    var expected: Int64 { received == 0 ? 0 : highestSequence - baseSequence + 1 }
    /// Never below 0, though in a report duplicates may make it negative.
    var lost: Int64 { max(0, expected - received) }
    var jitterMilliseconds: Double { jitter / Double(Audio.samplesPerMillisecond) }

    /// Records a packet; another SSRC starts over.
    package init() {}

    package mutating func receive(_ packet: RTPPacket, arrivalNanoseconds: Int64) {
        if packet.ssrc != ssrc {
            self = ReceptionStatistics()
            ssrc = packet.ssrc
        }
        guard advance(packet.sequence) else { return }
        received += 1
        octets += Int64(packet.payload.count)
        let arrival = (arrivalNanoseconds / 125) &* 6 / 1000
        let transit = arrival &- Int64(packet.timestamp)
        if let lastTransit {
            // Timestamps wrap, so the difference is taken in 32 bits.
            let difference = Double(Int32(truncatingIfNeeded: transit &- lastTransit).magnitude)
            // A jump of the sender's clock is not jitter.
            if difference < Double(Audio.samplesPerSecond) { jitter += (difference - jitter) / 16 }
        }
        lastTransit = transit
        lastTimestamp = packet.timestamp
    }

    /// Advances to a sequence number. False: it is far from the last one, and is not counted unless the next one
    /// confirms it.
    private mutating func advance(_ sequence: UInt16) -> Bool {
        guard received > 0, let last = unwrapper.last else {
            restart(sequence)
            return true
        }
        let distance = Int64(Int16(truncatingIfNeeded: Int64(sequence) &- last))
        if distance >= Self.maximumDropout || distance <= -Self.maximumMisorder {
            guard suspect == sequence else {
                suspect = sequence &+ 1
                return false
            }
            received = 0
            restart(sequence)
            return true
        }
        suspect = nil
        highestSequence = max(highestSequence, unwrapper.unwrap(sequence))
        return true
    }

    private mutating func restart(_ sequence: UInt16) {
        unwrapper.reset()
        baseSequence = unwrapper.unwrap(sequence)
        highestSequence = baseSequence
        expectedPrior = 0
        receivedPrior = 0
        suspect = nil
        lastTransit = nil
    }

    /// Records a sender report of this source.
    mutating func receiveSenderReport(ssrc source: UInt32, ntp: UInt64, arrivalNanoseconds: Int64) {
        guard ssrc == nil || source == ssrc else { return }
        lastSenderReport = (UInt32(truncatingIfNeeded: ntp >> 16), arrivalNanoseconds)
    }

    /// The block for our next report; nil before anything was received. Begins a new interval.
    mutating func reportBlock(at nowNanoseconds: Int64) -> ReportBlock? {
        guard let ssrc, received > 0 else { return nil }
        let expectedNow = expected - expectedPrior
        let lostNow = expectedNow - (received - receivedPrior)
        expectedPrior = expected
        receivedPrior = received
        fractionLost = expectedNow <= 0 || lostNow <= 0 ? 0 : UInt8(min(255, lostNow * 256 / expectedNow))
        var block = ReportBlock(
            ssrc: ssrc, fractionLost: fractionLost,
            cumulativeLost: Int32(min(max(expected - received, -0x80_0000), 0x7F_FFFF)),
            extendedHighestSequence: UInt32(truncatingIfNeeded: highestSequence - 1 << 16),
            jitter: UInt32(min(jitter, Double(Int32.max))), lastSenderReport: 0, delaySinceLastSenderReport: 0)
        if let report = lastSenderReport {
            block.lastSenderReport = report.middle
            block.delaySinceLastSenderReport = NTPTime.shortInterval(
                nanoseconds: nowNanoseconds &- report.arrivalNanoseconds)
        }
        return block
    }
}

/// Times as RTCP writes them (RFC 3550 §4).
enum NTPTime {
    /// Seconds and fraction, 32 bits each, of a count of nanoseconds.
    static func time(nanoseconds: Int64) -> UInt64 {
        let value = UInt64(max(0, nanoseconds))
        let fraction = (value % 1_000_000_000) << 32 / 1_000_000_000
        return (value / 1_000_000_000) << 32 | fraction
    }

    /// An interval in 1/65536 s, clamped at both ends.
    static func shortInterval(nanoseconds: Int64) -> UInt32 {
        UInt32(clamping: UInt64(max(0, min(nanoseconds, 65_000_000_000_000))) * 65_536 / 1_000_000_000)
    }
}
