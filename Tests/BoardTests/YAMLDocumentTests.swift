import Bedside
import TestKit
import Testing

@testable import Board

@Suite(.requirement("GUARD-6")) struct YAMLDocumentTests {
    private func read(_ text: String) throws -> Field { try YAMLDocument.read(text: text, fileName: "p.yaml") }
    private func failure(_ text: String) -> String? {
        do {
            _ = try YAMLDocument.read(text: text, fileName: "p.yaml")
            return nil
        } catch {
            return error.description
        }
    }

    private func at(_ line: Int, _ column: Int) -> Position { Position(line: line, column: column) }

    @Test func keepsScalarsAsWrittenWithTheirPlaces() throws {
        let field = try read("on: 06:00\nlist: [yes, \"0x10\"]\n\nempty:\n")
        #expect(
            field
                == .mapping(
                    [
                        .init(key: "on", at: at(1, 1), value: .scalar("06:00", at: at(1, 5))),
                        .init(
                            key: "list", at: at(2, 1),
                            value: .list([.scalar("yes", at: at(2, 8)), .scalar("0x10", at: at(2, 13))], at: at(2, 7))),
                        .init(key: "empty", at: at(4, 1), value: .null(at: at(4, 7))),
                    ], at: at(1, 1)))
    }

    @Test(arguments: ["", "# only a comment\n", "\n\n"])
    func readsAnEmptyDocumentAsNullOnLineZero(text: String) throws {
        #expect(try read(text) == .null(line: 0))
    }

    @Test(arguments: ["~", "null", "Null", "NULL"])
    func readsThePlainWordsForNothingAsNullAndQuotedOnesAsText(word: String) throws {
        func document(_ value: Field) -> Field { .mapping([.init(key: "a", at: at(1, 1), value: value)], at: at(1, 1)) }
        #expect(try read("a: \(word)") == document(.null(at: at(1, 4))))
        #expect(try read("a: '\(word)'") == document(.scalar(word, at: at(1, 4))))
    }

    @Test(arguments: [
        ("a: 1\nb: [1, 2\nc: 3\n", "p.yaml:3: expected YAML: "),
        ("a: 1\n\tb: 2\n", "p.yaml:2: expected YAML: "),
        ("a: 1\nb: 2\na: 3\n", "p.yaml:1: a: expected once in its block, is there twice"),
        ("a: 1\n'a': 3\n", "p.yaml:1: a: expected once in its block, is there twice"),
        ("a: 1\n---\nb: 1\n", "p.yaml:2: expected one document, found another one"),
        ("a: 1\nb: &x 1\n", "p.yaml:2: anchors and aliases"),
        ("a: &x 1\nb: *x\n", "p.yaml:1: anchors and aliases"),
        ("a: *x\n", "p.yaml:1: anchors and aliases"),
        ("a:\n  - !!int 3\n", "p.yaml:2: tags (!…) are not supported"),
        ("a: !!binary aGk=\n", "p.yaml:1: tags (!…) are not supported"),
        ("a: !own {}\n", "p.yaml:1: tags (!…) are not supported"),
        ("? [a, b]\n: 1\n", "p.yaml:1: expected a name before the colon"),
        ("a: \u{1}", "p.yaml:1: expected YAML: "),
    ])
    func namesFileLineAndFault(text: String, expected: String) {
        let message = failure(text)
        #expect(message?.hasPrefix(expected) == true, "\(message ?? "accepted")")
        #expect(message?.contains("\n") == false)
    }

    @Test func refusesDeepNestingWithoutOverflowingTheStack() {
        #expect(
            failure(String(repeating: "[", count: 17) + String(repeating: "]", count: 17))?.contains("16 levels")
                == true)
        for depth in [900, 5_000, 30_000] {
            #expect(failure(String(repeating: "[", count: depth) + String(repeating: "]", count: depth)) != nil)
            #expect(failure(String(repeating: "{a: ", count: depth / 2)) != nil)
            #expect(failure(String(repeating: "- ", count: depth)) != nil)
            #expect(failure(String(repeating: "? ", count: depth)) != nil)
        }
    }

    @Test func acceptsSixteenLevels() throws {
        _ = try read(String(repeating: "[", count: 15) + "x" + String(repeating: "]", count: 15))
    }

    @Test func refusesAliasBombsQuickly() {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...60 {
            bomb +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        var keyBomb = "- &k0 [x, x]\n"
        for level in 1...60 { keyBomb += "- &k\(level) [*k\(level - 1),*k\(level - 1)]\n" }
        keyBomb += "- {*k60 : 1}\n"
        let clock = ContinuousClock()
        let took = clock.measure {
            #expect(failure(bomb)?.contains("aliases") == true)
            #expect(failure(keyBomb)?.contains("aliases") == true)
        }
        #expect(took < .seconds(2))
    }

    @Test func acceptsStarsInComments() throws {
        _ = try read("# *one* *two* *three* *four*\na: 1 # a * b\nb: 2*3\nc: '**'\n")
    }

    @Test func boundsSizeAndCount() {
        #expect(failure("a: " + String(repeating: "x", count: 65_536)) == "p.yaml: expected at most 64 KiB")
        #expect(failure("[" + String(repeating: "1,", count: 9_000) + "]")?.contains("8192 values") == true)
        #expect(throws: YAMLError.tooLarge(file: "f", limitBytes: 2048)) {
            try YAMLDocument.read(
                bytes: Array(repeating: UInt8(ascii: "#"), count: 2049), fileName: "f", limitBytes: 2048)
        }
    }

    @Test func reportsWhichLineIsNotUTF8() {
        #expect(throws: YAMLError.notUTF8(file: "f", line: 2)) {
            try YAMLDocument.read(bytes: Array("a: 1\nb: ".utf8) + [0xC3, 0x28], fileName: "f")
        }
        #expect(throws: YAMLError.notUTF8(file: "f", line: 1)) {
            try YAMLDocument.read(bytes: [0xFF, 0xFE, 0x61, 0x00], fileName: "f")
        }
    }

    @Test func readsByteOrderMarkAndJapanese() throws {
        #expect(
            try YAMLDocument.read(bytes: Array("\u{FEFF}name: 寝室\r\n".utf8), fileName: "f")
                == .mapping([.init(key: "name", at: at(1, 1), value: .scalar("寝室", at: at(1, 7)))], at: at(1, 1)))
    }

    @Test func keepsTerminalEscapesOutOfMessages() {
        let message = failure("\"\\e[31mred\": 1\n\"\\e[31mred\": 2\n")
        #expect(message?.unicodeScalars.contains("\u{1B}") == false)
        #expect(message?.contains("\u{FFFD}[31mred") == true)
    }

    /// Random bytes and mutated documents: an answer or one clear line, never a trap.
    @Test func survivesNoise() {
        var random = SeededRandom(seed: 7)
        let seed = Array("habits:\n  wake: { at: \"06:00\", days: [mon, tue] }\n  x: |\n   hi\n- a\n? k\n: v\n".utf8)
        let alphabet = Array("[]{}:,-?&*!|>'\"%@` \n\t#a0~\\".utf8)
        for round in 0..<4_000 {
            var bytes = round.isMultiple(of: 2) ? seed : []
            for _ in 0..<Int(random.next() % 24) {
                let byte =
                    random.next() % 5 == 0
                    ? UInt8(truncatingIfNeeded: random.next()) : alphabet[Int(random.next() % UInt64(alphabet.count))]
                let place = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
                bytes.insert(byte, at: place)
            }
            do {
                _ = try YAMLDocument.read(bytes: bytes, fileName: "noise.yaml")
            } catch {
                #expect(error.description.hasPrefix("noise.yaml:"))
                #expect(!error.description.contains("\n"))
            }
        }
    }
}
