/// What a received RTCP packet means for the connection.
package struct RTCPNews: Sendable, Equatable {
    /// The source that we receive said goodbye.
    var hasLeft = false
    /// The peer reported on our packets: loss and round trip are new.
    var hasReport = false
    /// How many packets the peer requested again. They are not kept, so this is only counted.
    var askedAgain = 0
}

/// The reports of both directions for one audio stream, and when to send ours. Pure; event thread only.
///
/// With only two peers the interval is about 1 s, each time drawn at random from 0.5 to 1.5 s (RFC 3550 §6.2, RFC
/// 4585). Times are nanoseconds of one monotonic clock, which also serves as the sender reports' wall clock (§4 allows
/// it).
package struct RTCPSession: Sendable {
    private(set) var reception = ReceptionStatistics()
    private(set) var sender: SenderStatistics
    package private(set) var malformed = 0
    /// When ``report(at:)`` next returns a report.
    private(set) var nextReportNanoseconds: Int64
    private let cname: String
    private var random: SplitMix
    private var hasSentBye = false

    private static let intervalNanoseconds: Int64 = 1_000_000_000

    package init(ssrc: UInt32, cname: String, startNanoseconds: Int64, seed: UInt64) {
        sender = SenderStatistics(ssrc: ssrc)
        self.cname = cname
        random = SplitMix(seed: seed)
        // The first report goes out early, so that the round trip is known soon.
        nextReportNanoseconds = startNanoseconds &+ Self.intervalNanoseconds / 2
    }

    var roundTripMilliseconds: Double? { sender.roundTripMilliseconds }
    package var lossPercentSeenByPeer: Int { sender.lossPercent }

    /// Records one of our RTP packets, before SRTP.
    package mutating func sent(rtp bytes: UnsafeRawBufferPointer, at nowNanoseconds: Int64) {
        guard let packet = RTPPacket(parsing: bytes) else { return }
        sender.sent(timestamp: packet.timestamp, payloadBytes: packet.payload.count, at: nowNanoseconds)
    }

    /// Records a received RTP packet.
    package mutating func received(_ packet: RTPPacket, at nowNanoseconds: Int64) {
        reception.receive(packet, arrivalNanoseconds: nowNanoseconds)
    }

    /// Takes in RTCP after SRTCP; malformed packets are counted and ignored.
    package mutating func receive(rtcp bytes: UnsafeRawBufferPointer, at nowNanoseconds: Int64) -> RTCPNews {
        var news = RTCPNews()
        guard let packets = RTCPPacket.parse(bytes) else {
            malformed += 1
            return news
        }
        for packet in packets {
            switch packet {
            case .senderReport(let ssrc, let ntp, _, _, _, let blocks):
                reception.receiveSenderReport(ssrc: ssrc, ntp: ntp, arrivalNanoseconds: nowNanoseconds)
                take(blocks, at: nowNanoseconds, &news)
            case .receiverReport(_, let blocks): take(blocks, at: nowNanoseconds, &news)
            case .bye(let sources):
                if let ssrc = reception.ssrc, sources.contains(ssrc) { news.hasLeft = true }
            case .nack(_, let media, let sequences):
                if media == sender.ssrc { news.askedAgain += sequences.count }
            case .sourceDescription, .ignored: break
            }
        }
        return news
    }

    private mutating func take(_ blocks: [ReportBlock], at nowNanoseconds: Int64, _ news: inout RTCPNews) {
        for block in blocks where block.ssrc == sender.ssrc {
            sender.receive(block, at: nowNanoseconds)
            news.hasReport = true
        }
    }

    /// Our report if it is due, else nil: a sender report while we send, a receiver report otherwise.
    package mutating func report(at nowNanoseconds: Int64) -> [UInt8]? {
        guard nowNanoseconds >= nextReportNanoseconds, !hasSentBye else { return nil }
        let half = Self.intervalNanoseconds / 2
        nextReportNanoseconds = nowNanoseconds &+ half &+ Int64(random.next() % UInt64(2 * half))
        return RTCPPacket.written([ownReport(at: nowNanoseconds), ownName])
    }

    /// Our goodbye. Sent once; no report follows it.
    mutating func bye(at nowNanoseconds: Int64) -> [UInt8] {
        hasSentBye = true
        return RTCPPacket.written([ownReport(at: nowNanoseconds), ownName, .bye([sender.ssrc])])
    }

    private var ownName: RTCPPacket { .sourceDescription([.init(ssrc: sender.ssrc, cname: cname)]) }

    private mutating func ownReport(at nowNanoseconds: Int64) -> RTCPPacket {
        let blocks = reception.reportBlock(at: nowNanoseconds).map { [$0] } ?? []
        guard let last = sender.lastSentNanoseconds, nowNanoseconds &- last < 2 * Self.intervalNanoseconds else {
            return .receiverReport(ssrc: sender.ssrc, blocks)
        }
        return .senderReport(
            ssrc: sender.ssrc, ntp: NTPTime.time(nanoseconds: nowNanoseconds),
            rtpTimestamp: sender.timestamp(at: nowNanoseconds), packets: sender.packets, octets: sender.octets, blocks)
    }
}

/// Sebastiano Vigna's SplitMix64: small, seeded, good enough to spread timers and to drive tests.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
