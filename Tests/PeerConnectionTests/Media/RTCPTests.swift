import RealtimeTestKit
import TestKit
import Testing

@testable import PeerConnection

@Suite struct RTCPTests {
    private func parse(_ bytes: [UInt8]) -> [RTCPPacket]? { bytes.withUnsafeBytes { RTCPPacket.parse($0) } }

    private let block = ReportBlock(
        ssrc: 5, fractionLost: 12, cumulativeLost: -3, extendedHighestSequence: 0x0001_0002, jitter: 44,
        lastSenderReport: 0xAABB_CCDD, delaySinceLastSenderReport: 65_536)

    @Test func compoundPacketsAreReadAsTheyWereWritten() throws {
        let packets: [RTCPPacket] = [
            .senderReport(
                ssrc: 1, ntp: 0x0123_4567_89AB_CDEF, rtpTimestamp: 9, packets: 10, octets: 11, [block, block]),
            .receiverReport(ssrc: 2, [block]),
            .sourceDescription([.init(ssrc: 1, cname: "speaker"), .init(ssrc: 2, cname: "abcde")]),
            .nack(sender: 1, media: 2, [65_530, 65_535, 3, 100]),
            .bye([1, 2]),
        ]
        let bytes = RTCPPacket.written(packets)
        #expect(bytes.count % 4 == 0)
        #expect(parse(bytes) == packets)
        #expect(bytes.withUnsafeBytes { RTCPPacket.looksLikeRTCP($0) })
    }

    @Test func uselessPacketsAreSkipped() {
        // PLI, XR, APP with bodies, then a goodbye with a reason.
        let pli: [UInt8] = [0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]
        let extended: [UInt8] = [0x80, 207, 0, 1, 0, 0, 0, 1]
        let bye: [UInt8] = [0x81, 203, 0, 2, 0, 0, 0, 7, 3, 98, 121, 101]
        #expect(parse(pli + extended + bye) == [.ignored(type: 206), .ignored(type: 207), .bye([7])])
    }

    @Test(.requirement("GUARD-6")) func malformedPacketsAreRefusedCompletely() {
        let good = RTCPPacket.written([.receiverReport(ssrc: 2, [block])])
        #expect(parse([]) == nil)
        #expect(parse(Array(good.dropLast(4))) == nil)
        #expect(parse(Array(good.dropLast(1))) == nil)
        var count = good
        count[0] = 0x82
        #expect(parse(count) == nil)
        var version = good
        version[0] = 0x41
        #expect(parse(version) == nil)
        #expect(parse([0x81, 202, 0, 1, 0, 0, 0, 1]) == nil)
        #expect(parse([0x81, 202, 0, 2, 0, 0, 0, 1, 1, 200, 65, 65]) == nil)
        // Padding in a packet that is not the last, and padding longer than the packet.
        #expect(parse([0xA0, 203, 0, 1, 0, 0, 0, 4] + good) == nil)
        #expect(parse([0xA0, 203, 0, 1, 0, 0, 0, 8]) == nil)
        #expect(parse([0xA0, 203, 0, 1, 0, 0, 0, 4]) == [.bye([])])
        #expect(parse([UInt8](repeating: 0x80, count: 4096)) == nil)
    }

    @Test(.requirement("GUARD-6")) func changedBytesNeverTrap() {
        var random = SplitMix(seed: 12)
        let good = RTCPPacket.written([
            .senderReport(ssrc: 1, ntp: 7, rtpTimestamp: 9, packets: 10, octets: 11, [block]),
            .sourceDescription([.init(ssrc: 1, cname: "speaker")]), .nack(sender: 1, media: 1, [4, 5]), .bye([1]),
        ])
        var accepted = 0
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            bytes.withUnsafeBytes { ParserEntryPoints.rtcp($0) }
            if parse(bytes) != nil { accepted += 1 }
        }
        #expect(accepted > 100 && accepted < 5_000)
    }
}

@Suite struct ReceptionStatisticsTests {
    private func packet(_ sequence: UInt16, timestamp: UInt32? = nil, ssrc: UInt32 = 9) -> RTPPacket {
        RTPPacket(
            payloadType: 111, hasMarker: false, sequence: sequence,
            timestamp: timestamp ?? UInt32(sequence) &* 960, ssrc: ssrc, payloadBytes: 50)
    }

    @Test func lossIsCountedOverTheWrapAndPerInterval() throws {
        var statistics = ReceptionStatistics()
        let none = statistics.reportBlock(at: 0)
        #expect(none == nil)
        for at in 0..<100 where at % 10 != 5 {
            statistics.receive(
                packet(UInt16(truncatingIfNeeded: 65_500 + at), timestamp: UInt32(at * 960)),
                arrivalNanoseconds: Int64(at) * 20_000_000)
        }
        let firstReport = statistics.reportBlock(at: 2_000_000_000)
        let first = try #require(firstReport)
        #expect(first.cumulativeLost == 10)
        #expect(first.fractionLost == 25)
        #expect(first.extendedHighestSequence == 65_536 + 63)
        #expect(statistics.lost == 10)
        for at in 100..<200 {
            statistics.receive(
                packet(UInt16(truncatingIfNeeded: 65_500 + at), timestamp: UInt32(at * 960)),
                arrivalNanoseconds: Int64(at) * 20_000_000)
        }
        let secondReport = statistics.reportBlock(at: 4_000_000_000)
        let second = try #require(secondReport)
        #expect(second.fractionLost == 0)
        #expect(second.cumulativeLost == 10)
    }

    @Test func jitterFollowsTheFormulaOfTheStandard() {
        var even = ReceptionStatistics()
        var uneven = ReceptionStatistics()
        for at in 0..<500 {
            let nominal = Int64(at) * 20_000_000
            even.receive(packet(UInt16(at)), arrivalNanoseconds: nominal)
            uneven.receive(packet(UInt16(at)), arrivalNanoseconds: nominal + (at % 2 == 0 ? 0 : 10_000_000))
        }
        #expect(even.jitterMilliseconds < 0.1)
        // Each packet is 10 ms off the one before it.
        #expect(abs(uneven.jitterMilliseconds - 10) < 0.2)
    }

    @Test func aRestartedSenderIsAcceptedAtItsSecondPacket() {
        var statistics = ReceptionStatistics()
        for at in 0..<50 { statistics.receive(packet(UInt16(1000 + at)), arrivalNanoseconds: 0) }
        statistics.receive(packet(30_000), arrivalNanoseconds: 0)
        #expect(statistics.received == 50)
        statistics.receive(packet(30_001), arrivalNanoseconds: 0)
        statistics.receive(packet(30_002), arrivalNanoseconds: 0)
        #expect(statistics.lost == 0)
        #expect(statistics.received == 2)
        statistics.receive(packet(1, ssrc: 10), arrivalNanoseconds: 0)
        #expect(statistics.ssrc == 10)
        #expect(statistics.received == 1)
    }

    @Test func duplicatesDoNotMakeTheLossNegative() throws {
        var statistics = ReceptionStatistics()
        for _ in 0..<3 { for at in 0..<20 { statistics.receive(packet(UInt16(at)), arrivalNanoseconds: 0) } }
        #expect(statistics.lost == 0)
        let blockReport = statistics.reportBlock(at: 0)
        let block = try #require(blockReport)
        #expect(block.fractionLost == 0)
        #expect(block.cumulativeLost == -40)
    }
}

@Suite struct RTCPSessionTests {
    private func rtp(_ sequence: UInt16, ssrc: UInt32) -> [UInt8] {
        var bytes = [UInt8](repeating: 1, count: 62)
        _ = bytes.withUnsafeMutableBytes {
            RTPPacket(
                payloadType: 111, hasMarker: false, sequence: sequence, timestamp: UInt32(sequence) * 960, ssrc: ssrc
            )
            .writeHeader(into: $0)
        }
        return bytes
    }

    /// Two ends, 30 ms one way and 50 ms the other, with every fourth packet lost on the way out.
    @Test func bothEndsLearnRoundTripAndLoss() throws {
        var here = RTCPSession(ssrc: 1, cname: "here", startNanoseconds: 0, seed: 1)
        // The other end's clock has a completely different value.
        let offset: Int64 = 77_000_000_000_000
        var there = RTCPSession(ssrc: 2, cname: "there", startNanoseconds: offset, seed: 2)
        var mail: [(at: Int64, toHere: Bool, bytes: [UInt8])] = []
        var reports = 0
        for tick in 0..<1000 {
            let now = Int64(tick) * 10_000_000
            if tick % 2 == 0 {
                let outgoing = rtp(UInt16(tick / 2), ssrc: 1)
                outgoing.withUnsafeBytes { here.sent(rtp: $0, at: now) }
                if tick / 2 % 4 != 3 { mail.append((now + 30_000_000, false, outgoing)) }
                let incoming = rtp(UInt16(tick / 2), ssrc: 2)
                incoming.withUnsafeBytes { there.sent(rtp: $0, at: now + offset) }
                mail.append((now + 50_000_000, true, incoming))
            }
            if let report = here.report(at: now) {
                mail.append((now + 30_000_000, false, report))
                reports += 1
            }
            if let report = there.report(at: now + offset) { mail.append((now + 50_000_000, true, report)) }
            for item in mail where item.at <= now {
                item.bytes.withUnsafeBytes { bytes in
                    if RTCPPacket.looksLikeRTCP(bytes) {
                        _ =
                            item.toHere
                            ? here.receive(rtcp: bytes, at: now) : there.receive(rtcp: bytes, at: now + offset)
                    } else if let packet = RTPPacket(parsing: bytes) {
                        if item.toHere {
                            here.received(packet, at: now)
                        } else {
                            there.received(packet, at: now + offset)
                        }
                    }
                }
            }
            mail.removeAll { $0.at <= now }
        }
        // 10 s at about one a second.
        #expect((7...15).contains(reports))
        #expect(abs(try #require(here.roundTripMilliseconds) - 80) < 12)
        #expect(abs(try #require(there.roundTripMilliseconds) - 80) < 12)
        #expect((20...30).contains(here.lossPercentSeenByPeer))
        #expect(there.lossPercentSeenByPeer == 0)
        #expect(here.malformed == 0 && there.malformed == 0)
    }

    @Test func byeIsUnderstoodAndEndsTheReports() {
        var here = RTCPSession(ssrc: 1, cname: "here", startNanoseconds: 0, seed: 1)
        var there = RTCPSession(ssrc: 2, cname: "there", startNanoseconds: 0, seed: 2)
        rtp(1, ssrc: 1).withUnsafeBytes { bytes in
            if let packet = RTPPacket(parsing: bytes) { there.received(packet, at: 0) }
        }
        let news = here.bye(at: 5).withUnsafeBytes { there.receive(rtcp: $0, at: 10) }
        #expect(news.hasLeft)
        let further = here.report(at: 60_000_000_000)
        #expect(further == nil)
        let other = RTCPPacket.written([.receiverReport(ssrc: 3, []), .bye([3])]).withUnsafeBytes {
            there.receive(rtcp: $0, at: 10)
        }
        #expect(!other.hasLeft)
    }

    @Test(.requirement("GUARD-6")) func nonsenseIsCountedAndChangesNothing() {
        var session = RTCPSession(ssrc: 1, cname: "here", startNanoseconds: 0, seed: 1)
        let news = [UInt8](repeating: 0x80, count: 9).withUnsafeBytes { session.receive(rtcp: $0, at: 10) }
        #expect(news == RTCPNews())
        #expect(session.malformed == 1)
        // A round trip of hours is not believed.
        let block = ReportBlock(
            ssrc: 1, fractionLost: 0, cumulativeLost: 0, extendedHighestSequence: 1, jitter: 0, lastSenderReport: 1,
            delaySinceLastSenderReport: 0)
        _ = RTCPPacket.written([.receiverReport(ssrc: 3, [block])]).withUnsafeBytes {
            session.receive(rtcp: $0, at: 20_000_000_000_000)
        }
        #expect(session.roundTripMilliseconds == nil)
    }
}
