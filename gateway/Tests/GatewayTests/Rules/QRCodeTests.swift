import GatewayRules
import Testing

@Suite("QR codes", .requirement("GATEWAY-5"))
struct QRCodeTests {
    /// Reads a code back, by its own walk over the modules: what is fixed, where each bit is, and the mask.
    private func read(_ code: QRCode) -> [UInt8] {
        let (size, last) = (code.size, code.size - 1)
        func isFixed(_ row: Int, _ column: Int) -> Bool {
            row == 6 || column == 6 || (row < 9 && (column < 9 || column > last - 8)) || (row > last - 8 && column < 9)
                || (size > 21 && (size - 9..<size - 4).contains(row) && (size - 9..<size - 4).contains(column))
        }
        var bits: [Bool] = []
        var (column, isUp) = (last, true)
        while column > 0 {
            if column == 6 { column -= 1 }
            for step in 0..<size {
                let row = isUp ? last - step : step
                for place in [column, column - 1] where !isFixed(row, place) {
                    bits.append(code[row, place] != ((row + place) % 2 == 0))
                }
            }
            (column, isUp) = (column - 2, !isUp)
        }
        func number(_ start: Int, _ count: Int) -> Int {
            bits[start..<start + count].reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
        }
        #expect(number(0, 4) == 4, "bytes")
        return (0..<number(4, 8)).map { UInt8(number(12 + 8 * $0, 8)) }
    }

    @Test("What is written is read back, of every length, and what is too long is none")
    func everyLength() throws {
        var generator = SeededGenerator(1)
        for length in 0...106 {
            let text = String((0..<length).map { _ in Character(.init(UInt8.random(in: 32...126, using: &generator))) })
            let code = try #require(QRCode(text))
            #expect(read(code) == Array(text.utf8), "\(length)")
        }
        #expect(QRCode(String(repeating: "x", count: 107)) == nil)
        #expect(QRCode("家")?.size == 21)
    }

    @Test("A code is as another program has read it")
    func known() throws {
        // zxing-cpp 3.1.1 has read this picture, and one of each length.
        let rows =
            [
                0x1FCD637F, 0x1046EE41, 0x175D055D, 0x174F215D, 0x1744A35D, 0x104AFE41, 0x1FD5557F,
                0x1DD800, 0x1DF73EC4, 0xD179C49, 0x8684CF7, 0x7A3CF42, 0x531DCB, 0x181B91C9,
                0x1AD8C85B, 0x1A0CDF0A, 0x4B2BEB, 0x1238D4D, 0x13E11C33, 0xC809D2A, 0x127F3BF0,
                0x179317, 0x1FDD075B, 0x1056ED1B, 0x175B39F1, 0x17439AB5, 0x17509839, 0x10519F52,
                0x1FD13B33,
            ] as [UInt64]
        let code = try #require(QRCode("https://gateway.home:8443/signin?code=ACDEFGHJKMNP"))
        #expect(code.size == rows.count)
        for (row, bits) in rows.enumerated() {
            let found = (0..<code.size).reduce(UInt64(0)) { $0 << 1 | (code[row, $1] ? 1 : 0) }
            #expect(found == bits, "\(row)")
        }
    }

    @Test("The picture has a quiet zone and no more than its modules")
    func picture() throws {
        let svg = try #require(QRCode("A")).svg(titled: "Title")
        #expect(
            svg.contains("viewBox=\"0 0 29 29\"") && svg.contains("aria-label=\"Title\"") && !svg.contains("style="))
        #expect(svg.contains("M4 4h7v1h-7z"))
    }
}
