import RealtimeTestKit
import TestKit
import Testing

@testable import PeerConnection

@Suite struct RTPPacketTests {
    private func parse(_ bytes: [UInt8]) -> RTPPacket? { bytes.withUnsafeBytes { RTPPacket(parsing: $0) } }

    private let header: [UInt8] = [0x80, 0xEF, 0x12, 0x34, 0xDE, 0xAD, 0xBE, 0xEF, 0, 0, 0, 77]

    @Test func readsAPlainPacket() throws {
        let packet = try #require(parse(header + [1, 2, 3]))
        #expect(packet.payloadType == 111)
        #expect(packet.hasMarker)
        #expect(packet.sequence == 0x1234)
        #expect(packet.timestamp == 0xDEAD_BEEF)
        #expect(packet.ssrc == 77)
        #expect(packet.payload == 12..<15)
    }

    @Test func skipsContributorsExtensionAndPadding() throws {
        var bytes = header
        bytes[0] = 0x80 | 0x20 | 0x10 | 2
        bytes += [UInt8](repeating: 7, count: 8)
        bytes += [0xBE, 0xDE, 0, 1, 0x10, 5, 0, 0]
        bytes += [10, 11, 12, 0, 0, 3]
        let packet = try #require(parse(bytes))
        #expect(Array(bytes[packet.payload]) == [10, 11, 12])
    }

    @Test(.requirement("GUARD-6")) func refusesWhatIsNotAWholePacket() {
        for length in 0..<12 { #expect(parse(Array(header.prefix(length))) == nil) }
        var wrongVersion = header
        wrongVersion[0] = 0x40
        #expect(parse(wrongVersion) == nil)
        var contributors = header
        contributors[0] = 0x8F
        #expect(parse(contributors + [1, 2, 3]) == nil)
        var longExtension = header
        longExtension[0] = 0x90
        #expect(parse(longExtension + [0, 0, 0xFF, 0xFF, 1]) == nil)
        #expect(parse(longExtension + [0, 0]) == nil)
        var padded = header
        padded[0] = 0xA0
        #expect(parse(padded + [1, 2, 0]) == nil)
        #expect(parse(padded + [1, 2, 9]) == nil)
        #expect(parse(padded) == nil)
    }

    @Test func writesWhatItReads() throws {
        let packet = RTPPacket(
            payloadType: 96, hasMarker: true, sequence: 65_535, timestamp: 4_000_000_000, ssrc: 0xFFFF_FFFF,
            payloadBytes: 2)
        var bytes = [UInt8](repeating: 0, count: 14)
        let isWritten = bytes.withUnsafeMutableBytes { packet.writeHeader(into: $0) }
        #expect(isWritten)
        #expect(parse(bytes) == packet)
        var short = [UInt8](repeating: 0, count: 11)
        let isShortWritten = short.withUnsafeMutableBytes { packet.writeHeader(into: $0) }
        #expect(!isShortWritten)
    }

    @Test func numbersAreExtendedOverTheirWraps() {
        var sequences = SequenceUnwrapper()
        let first = sequences.unwrap(65_534)
        let extended = [1, 65_535, 2].map { sequences.unwrap($0) - first }
        #expect(extended == [3, 1, 4])
        var timestamps = TimestampUnwrapper()
        let start = timestamps.unwrap(.max - 959)
        let steps = [0, UInt32.max - 959].map { timestamps.unwrap($0) - start }
        #expect(steps == [960, 0])
    }

    @Test(.requirement("GUARD-6")) func changedBytesNeverTrap() {
        var random = SplitMix(seed: 11)
        var outside = 0
        for _ in 0..<5_000 {
            var bytes =
                header
                + (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.withUnsafeBytes { ParserEntryPoints.rtp($0) }
            guard let packet = parse(bytes) else { continue }
            if packet.payload.lowerBound < 12 || packet.payload.upperBound > bytes.count { outside += 1 }
        }
        #expect(outside == 0)
    }
}
