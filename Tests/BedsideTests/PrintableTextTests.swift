import TestKit
import Testing

@testable import Bedside

/// GUARD-6: whatever a file, a client or the service holds, a message is a line that says what it seems to say.
@Suite(.requirement("GUARD-6")) struct PrintableTextTests {
    @Test(arguments: [
        ("plain, 寝室, é, e\u{301}, 🙂", "plain, 寝室, é, e\u{301}, 🙂"),
        // C0, DEL and C1: what terminals obey.
        ("a\u{0}b\u{7}c\u{1B}[2J", "a\u{FFFD}b\u{FFFD}c\u{FFFD}[2J"),
        ("\u{7F}\u{80}\u{9B}2J", "\u{FFFD}\u{FFFD}\u{FFFD}2J"),
        // White space that breaks a line, and the one that does not.
        ("a\nb\rc\td\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i", "a b c d e f g h i"),
        ("a\u{3000}b\u{A0}c", "a\u{3000}b\u{A0}c"),
        // Marks that turn the reading direction, or hide.
        (
            "a\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}b",
            "a" + String(repeating: "\u{FFFD}", count: 7) + "b"
        ),
        ("a\u{200B}\u{2060}\u{FEFF}\u{AD}\u{E0041}b", "a" + String(repeating: "\u{FFFD}", count: 5) + "b"),
        // Joiners stay: a family is one character.
        ("👩‍👩‍👧 \u{646}\u{200C}\u{645}", "👩‍👩‍👧 \u{646}\u{200C}\u{645}"),
        // No font has these.
        ("\u{E000}\u{378}\u{FFFF}\u{10FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
    func aLineIsWhatItSeems(text: String, shown: String) {
        let line = PrintableText.line(text)
        #expect(Array(line.unicodeScalars) == Array(shown.unicodeScalars), "\(line.debugDescription)")
        #expect(line.unicodeScalars.allSatisfy(PrintableText.isPrintable))
    }

    @Test func isCutByCodePoints() {
        #expect(PrintableText.line("abc", limit: 3) == "abc")
        #expect(PrintableText.line("abcd", limit: 3) == "abc…")
        #expect(PrintableText.line(String(repeating: "e\u{301}", count: 400)).unicodeScalars.count == 301)
        #expect(PrintableText.line("a\u{1B}b\nc", replacement: "") == "ab c")
    }

    @Test func linesKeepTheirEndsAndTabs() {
        #expect(PrintableText.lines("a\tb\nc\r\nd\u{1B}e\u{202E}f") == "a\tb\nc \nd\u{FFFD}e\u{FFFD}f")
    }

    /// Every scalar there is: a printable one is neither a control character nor a mark, and none traps.
    @Test func noScalarGetsThroughThatATerminalObeys() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), PrintableText.isPrintable(scalar) else { continue }
            let isControl = value < 0x20 || (0x7F..<0xA0).contains(value)
            let isMark = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
            if isControl || isMark || value == 0x2028 || value == 0x2029 {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func trimsWhiteSpaceOfEveryScript() {
        #expect("  a b\u{3000}\n".trimmed() == "a b")
        #expect("\u{A0}\r\n\t ".trimmed() == "")
        #expect(Substring(" x").trimmed() == "x" && "".trimmed() == "")
        // An accent on a space is not white space: what stays is the accent.
        #expect(Array(" \u{301}a".trimmed().unicodeScalars) == ["\u{301}", "a"])
    }
}
