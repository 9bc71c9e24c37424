import Bedside
import TestKit
import Testing

@testable import Board

@Suite(.requirement("BOARD-1")) struct KeyParserTests {
    private let second: Int64 = 1_000_000_000
    private func at(_ seconds: Double) -> BootTime { BootTime.zero + .seconds(fraction: seconds) }
    private func keys(_ text: String) -> [PanelKey] {
        var parser = KeyParser()
        return parser.feed(Array(text.utf8), at: at(1))
    }

    @Test(arguments: [
        ("s", PanelKey.press(.start, heldMilliseconds: 100)), ("S", .press(.start, heldMilliseconds: 2500)),
        ("x", .press(.stop, heldMilliseconds: 100)), (" ", .press(.stop, heldMilliseconds: 100)),
        ("X", .press(.stop, heldMilliseconds: 2500)), ("+", .press(.volumeUp, heldMilliseconds: 100)),
        ("=", .press(.volumeUp, heldMilliseconds: 100)), ("-", .press(.volumeDown, heldMilliseconds: 100)),
        ("m", .press(.mute, heldMilliseconds: 100)), ("t", .tryOut), ("p", .preview), ("q", .quit), ("\u{3}", .quit),
        ("\u{C}", .redraw),
    ])
    func eachKeyHasItsMeaning(text: String, key: PanelKey) {
        #expect(keys(text) == [key])
    }

    @Test func keysBecomeCommandsOfTheTerminal() {
        #expect(
            PanelKey.press(.start, heldMilliseconds: 2500).command
                == .press(.start, heldMilliseconds: 2500, from: .terminal))
        #expect(PanelKey.tryOut.command == .tryOut(afterSeconds: 10))
        #expect(PanelKey.preview.command == .preview(nil))
        #expect(PanelKey.reset.command == .reset)
        #expect(PanelKey.resetAsked.command == nil)
        #expect(PanelKey.quit.command == nil)
    }

    /// The letters in these have meanings as keys, but none of them may count.
    @Test(arguments: [
        "\u{1B}OS", "\u{1B}OR", "\u{1B}[A", "\u{1B}[24;80R", "\u{1B}[1;5S", "\u{1B}[<0;1;1m", "\u{1B}[?1;2c", "\u{1B}s",
        "\u{1B}]11;rgb:1e1e/x s/m\u{7}", "\u{1B}]0;stop q\u{1B}\\", "\u{1B}P1$r q m\u{1B}\\", "\u{1B}_s\u{1B}\\",
        "\u{1B}(s",
        "\u{1B}[200~start q RR tm\n\u{1B}[201~", "\u{1B}[200~ \u{1B}[A q \u{1B}[201~", "寝室 s".replacing(" s", with: ""),
        "\u{1B}\u{1B}[A", "ß", "😀",
    ])
    func sequencesAndOtherCharactersAreNotKeys(text: String) {
        #expect(keys(text) == [])
        // The sequences end: the next key counts.
        #expect(keys(text + "x") == [.press(.stop, heldMilliseconds: 100)])
    }

    @Test func aSequenceSplitBetweenReadsIsStillOne() {
        for text in ["\u{1B}OS", "\u{1B}[24;80R", "\u{1B}[200~s\u{1B}[201~"] {
            var parser = KeyParser()
            var keys: [PanelKey] = []
            for (index, byte) in text.utf8.enumerated() {
                keys += parser.feed([byte], at: at(1 + Double(index) * 0.01))
            }
            #expect(keys == [])
        }
    }

    @Test func escapeAloneDoesNotSwallowTheNextKey() {
        var parser = KeyParser()
        #expect(parser.feed([0x1B], at: at(1)) == [])
        #expect(parser.feed(Array("s".utf8), at: at(1.2)) == [.press(.start, heldMilliseconds: 100)])
    }

    @Test func brokenSequenceIsForgotten() {
        for start in ["\u{1B}[12", "\u{1B}]0;", "\u{1B}[200~", "\u{1B}O"] {
            var parser = KeyParser()
            #expect(parser.feed(Array(start.utf8), at: at(1)) == [])
            #expect(parser.feed(Array("x".utf8), at: at(3.5)) == [.press(.stop, heldMilliseconds: 100)], "\(start)")
        }
    }

    @Test func invalidUTF8IsIgnoredAndTheNextKeyCounts() {
        var parser = KeyParser()
        #expect(
            parser.feed([0xC3, 0x28, 0xFF, 0xFE, 0x80, 0xE3, 0x73], at: at(1)) == [
                .press(.start, heldMilliseconds: 100)
            ])
    }

    @Test func resetNeedsASecondPressAfterAPause() {
        var parser = KeyParser()
        let r = Array("R".utf8)
        #expect(parser.feed(r, at: at(1)) == [.resetAsked])
        #expect(parser.feed(r, at: at(3)) == [.reset])
        #expect(parser.feed(r, at: at(5)) == [.resetAsked])
    }

    @Test func aHeldRIsNotASecondPress() {
        var parser = KeyParser()
        let r = Array("R".utf8)
        #expect(parser.feed(r, at: at(1)) == [.resetAsked])
        for step in 0..<100 { #expect(parser.feed(r, at: at(1.5 + Double(step) * 0.03)) == []) }
    }

    @Test func anotherKeyOrTimeCancelsTheQuestion() {
        var parser = KeyParser()
        let r = Array("R".utf8)
        _ = parser.feed(r, at: at(1))
        #expect(parser.feed(Array("x".utf8), at: at(3)) == [.resetTakenBack, .press(.stop, heldMilliseconds: 100)])
        #expect(parser.feed(r, at: at(4)) == [.resetAsked])
        #expect(parser.feed(r, at: at(15)) == [.resetAsked])
    }

    @Test func pasteOfManyKeysIsBounded() {
        #expect(keys(String(repeating: "s", count: 5_000)).count == KeyParser.keyLimit)
    }

    @Test(.requirement("GUARD-6")) func survivesNoise() {
        var random = SeededRandom(seed: 3)
        var parser = KeyParser()
        for step in 0..<20_000 {
            let bytes = (0..<Int(random.next() % 12)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(parser.feed(bytes, at: at(Double(step) * 0.05)).count <= KeyParser.keyLimit + 1)
        }
        _ = parser.feed([], at: at(5_000))
        #expect(parser.feed(Array("q".utf8), at: at(6_000)).last == .quit)
    }
}
