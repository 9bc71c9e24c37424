import TestKit
import Testing

@testable import Recording

/// The exported file's pages (RFC 3533, RFC 7845).
@Suite(.requirement("GUARD-1")) struct OggOpusTests {
    private struct Page {
        var flags: UInt8
        var granule: UInt64
        var sequence: UInt32
        var packets: [[UInt8]]
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    private func pages(_ bytes: [UInt8]) throws -> [Page] {
        var pages: [Page] = []
        var at = 0
        while at < bytes.count {
            try #require(bytes.count >= at + 27)
            #expect(Array(bytes[at..<(at + 5)]) == Array("OggS".utf8) + [0])
            let segments = bytes[(at + 27)..<(at + 27 + Int(bytes[at + 26]))]
            var body = at + 27 + segments.count
            let end = body + segments.reduce(0) { $0 + Int($1) }
            var zeroed = Array(bytes[at..<end])
            zeroed.replaceSubrange(22..<26, with: [0, 0, 0, 0])
            #expect(UInt64(OggOpusWriter.checksum(zeroed)) == number(bytes[(at + 22)..<(at + 26)]))
            var (packets, packet): ([[UInt8]], [UInt8]) = ([], [])
            for segment in segments {
                packet += bytes[body..<(body + Int(segment))]
                body += Int(segment)
                if segment < 255 {
                    packets.append(packet)
                    packet = []
                }
            }
            #expect(packet.isEmpty)
            pages.append(
                Page(
                    flags: bytes[at + 5], granule: number(bytes[(at + 6)..<(at + 14)]),
                    sequence: UInt32(number(bytes[(at + 18)..<(at + 22)])), packets: packets))
            at = end
        }
        return pages
    }

    /// The checksum of RFC 3533's polynomial over a known text.
    @Test func theChecksumIsThatOfOgg() { #expect(OggOpusWriter.checksum(Array("123456789".utf8)) == 0x89A1_897F) }

    @Test func pagesHoldThePacketsAsTheyAre() throws {
        let packets = [0, 1, 254, 255, 256, 510, 700].map { [UInt8](repeating: 7, count: $0) }
        let many = (0..<300).map { _ in [UInt8](repeating: 9, count: 60) }
        var writer = OggOpusWriter(serial: 5)
        let bytes =
            writer.head() + writer.sound(packets) + writer.sound(many) + writer.silence(packets: 3) + writer.end()
        let pages = try pages(bytes)
        #expect(pages.first?.flags == 2 && pages.last?.flags == 4)
        #expect(pages.map(\.sequence) == (0..<UInt32(pages.count)).map { $0 })
        #expect(pages[0].packets.first?.starts(with: Array("OpusHead".utf8)) == true)
        #expect(pages[1].packets.first?.starts(with: Array("OpusTags".utf8)) == true)
        #expect(Array(pages.dropFirst(2).flatMap(\.packets).prefix(307)) == packets + many)
        #expect(pages.last?.granule == UInt64(310 * 960))
        let decoder = try TalkDecoder()
        #expect(decoder.decode([0x48, 0, 0x48]).count == 1_920)
    }
}
