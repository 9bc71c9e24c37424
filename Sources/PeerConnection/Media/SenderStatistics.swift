/// What we sent, and what the other end reports about it (RFC 3550 §6.4).
struct SenderStatistics: Sendable {
    let ssrc: UInt32
    private(set) var packets: UInt32 = 0
    private(set) var octets: UInt32 = 0
    private(set) var lastTimestamp: UInt32 = 0
    private(set) var lastSentNanoseconds: Int64?
    /// Smoothed; nil before the first report on one of our packets.
    private(set) var roundTripMilliseconds: Double?
    private(set) var lastRoundTripMilliseconds: Double?
    /// The share of our packets that the other end missed recently: the larger of its last two reports.
    private(set) var lossPercent = 0
    private(set) var cumulativeLost: Int32 = 0
    private(set) var jitterMilliseconds: Double = 0
    private(set) var reportCount = 0
    private var lastFraction: UInt8 = 0

    init(ssrc: UInt32) { self.ssrc = ssrc }

    mutating func sent(timestamp: UInt32, payloadBytes: Int, at nowNanoseconds: Int64) {
        packets &+= 1
        octets &+= UInt32(clamping: payloadBytes)
        lastTimestamp = timestamp
        lastSentNanoseconds = nowNanoseconds
    }

    /// The media timestamp of an instant, extrapolated from the last packet; for sender reports.
    func timestamp(at nowNanoseconds: Int64) -> UInt32 {
        guard let last = lastSentNanoseconds else { return lastTimestamp }
        return lastTimestamp &+ UInt32(truncatingIfNeeded: (nowNanoseconds &- last) / 125 &* 6 / 1000)
    }

    /// Takes in a report block; blocks about other sources are ignored. `now` is on the clock of our sender reports.
    mutating func receive(_ block: ReportBlock, at nowNanoseconds: Int64) {
        guard block.ssrc == ssrc else { return }
        reportCount += 1
        cumulativeLost = block.cumulativeLost
        jitterMilliseconds = Double(block.jitter) / Double(Audio.samplesPerMillisecond)
        let worse = max(block.fractionLost, lastFraction)
        lastFraction = block.fractionLost
        lossPercent = (Int(worse) * 100 + 128) / 256
        guard block.lastSenderReport != 0 else { return }
        let now = UInt32(truncatingIfNeeded: NTPTime.time(nanoseconds: nowNanoseconds) >> 16)
        let interval = Int32(bitPattern: now &- block.lastSenderReport &- block.delaySinceLastSenderReport)
        // Rounding may make it slightly negative; a minute or more cannot be right.
        guard interval > -655, interval < 60 * 65_536 else { return }
        let milliseconds = Double(max(0, interval)) * 1000 / 65_536
        lastRoundTripMilliseconds = milliseconds
        roundTripMilliseconds = roundTripMilliseconds.map { $0 + (milliseconds - $0) / 8 } ?? milliseconds
    }
}
