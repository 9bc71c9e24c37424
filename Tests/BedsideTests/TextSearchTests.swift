import TestKit
import Testing

@testable import Bedside

/// Bytes find what characters find.
@Suite(.requirement("MIND-3"))
struct TextSearchTests {
    /// Letters, marks that join them, and letters that are written in two ways.
    private static let letters = [
        "a", "b", "é", "e\u{301}", "か", "が", "か\u{3099}", "ハ", "ﾊ", "ﾟ", "時", "。", "？", "’", "\u{200D}", "\u{FE0F}",
        "👩", "👩\u{200D}🚀", "\r", "\n", "\u{302A}", "ｱ", "Å", "\u{212B}", "각", "\u{1100}", "\u{AD}", "\u{20DD}", "豈",
        "\u{F900}",
    ]

    @Test func bytesFindWhatCharactersFind() {
        var random = SeededRandom(seed: 20_261_127)
        var (found, missed) = (0, 0)
        for _ in 0..<60_000 {
            // Few of them, so that much is found.
            let few = (0..<Int.random(in: 2...6, using: &random)).compactMap { _ in
                Self.letters.randomElement(using: &random)
            }
            func word(upTo count: Int) -> String {
                (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in few.randomElement(using: &random) }
                    .joined()
            }
            let (text, part) = (word(upTo: 12), word(upTo: 3))
            func isThere(in text: some StringProtocol) -> Bool { part.isEmpty || text.firstRange(of: part) != nil }
            #expect(text.contains(part) == isThere(in: text), "\(text.unicodeScalars) \(part.unicodeScalars)")
            let rest = text.dropFirst()
            #expect(rest.contains(part) == isThere(in: rest), "\(rest.unicodeScalars) \(part.unicodeScalars)")
            if isThere(in: text) { found += 1 } else { missed += 1 }
        }
        #expect(found > 5_000 && missed > 5_000)
    }

    @Test func whatIsSpokenIsFound() {
        #expect("I have a cold, sorry.".contains("a cold"))
        #expect("昨日から風邪で".contains("風邪"))
        #expect(!"か\u{3099}".contains("か"))
        #expect("cafe\u{301}".contains("café"))
        #expect("anything".contains("") && "".contains(""))
        #expect(!"".contains("a") && !"ab".contains("abc"))
    }
}
