import Foundation
import TestKit
import Testing

@testable import Bedside

/// GUARD-6: the core's own reader and writer of JSON, compared with Foundation's.
@Suite(.requirement("GUARD-6"))
struct JSONValueTests {
    @Test func readsEveryKindOfValueInOrder() throws {
        let value = try JSONValue.parse(
            #" { "b" : [ 1 , -2.5e1, true ,false, null, "x" ], "a":{} , "":"" } "#)
        #expect(
            value
                == .object([
                    "b": .list([.integer(1), .decimal(-25), .flag(true), .flag(false), .null, .text("x")]),
                    "a": .object([]), "": .text(""),
                ]))
        #expect(value.line == #"{"b":[1,-25.0,true,false,null,"x"],"a":{},"":""}"#)
    }

    @Test func numbersAreIntegersWhereTheyFit() throws {
        #expect(try JSONValue.parse("9223372036854775807") == .integer(.max))
        #expect(try JSONValue.parse("-9223372036854775808") == .integer(.min))
        #expect(try JSONValue.parse("9223372036854775808") == .decimal(9_223_372_036_854_775_808))
        #expect(try JSONValue.parse("-0") == .integer(0))
        #expect(try JSONValue.parse("1e-999") == .decimal(0))
        #expect(try JSONValue.parse("1E2") == .decimal(100))
    }

    @Test func escapesAndSurrogatesBecomeTheirScalars() throws {
        #expect(
            try JSONValue.parse(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE42\u0000""#)
                == .text("\"\\/\u{8}\u{C}\n\r\t\u{E9}🙂\0"))
        // A line end made of two escapes stays two scalars.
        #expect(try JSONValue.parse(#""e\u0301\r\n""#).line == "\"e\u{301}\\r\\n\"")
    }

    @Test(
        arguments: [
            ("", .incomplete), (" ", .incomplete), ("{", .incomplete), ("[1", .incomplete), (#"{"a""#, .incomplete),
            (#"{"a":"#, .incomplete), (#""a"#, .incomplete), (#""\"#, .incomplete), (#""\u12"#, .incomplete),
            (#""\ud83d"#, .incomplete), ("tru", .incomplete), ("-", .incomplete), ("1.", .incomplete),
            ("1e", .incomplete), ("1e+", .incomplete), ("01", .badNumber(offset: 0)), ("[-a]", .badNumber(offset: 1)),
            ("[1.]", .badNumber(offset: 1)), ("1e999", .badNumber(offset: 0)), ("+1", .unexpected(offset: 0)),
            (".5", .unexpected(offset: 0)), ("NaN", .unexpected(offset: 0)), ("nul1", .unexpected(offset: 3)),
            ("1 2", .unexpected(offset: 2)), ("[1,]", .unexpected(offset: 3)), (#"{"a":1,}"#, .unexpected(offset: 7)),
            ("{a:1}", .unexpected(offset: 1)), (#"{"a" 1}"#, .unexpected(offset: 5)), ("'a'", .unexpected(offset: 0)),
            ("[1 2]", .unexpected(offset: 3)), ("\u{FEFF}1", .unexpected(offset: 0)), ("// x", .unexpected(offset: 0)),
            (#""\x""#, .badText(offset: 1)), ("\"a\nb\"", .badText(offset: 2)), (#""\ud83d""#, .badText(offset: 1)),
            (#""\ud83dx""#, .badText(offset: 1)), (#""\ud83d\n""#, .badText(offset: 1)),
            (#""\ud83d\ud83d""#, .badText(offset: 1)), (#""\ude42""#, .badText(offset: 1)),
            (#""\ud83d\u0041""#, .badText(offset: 1)), (#""\ud83d\ue000""#, .badText(offset: 1)),
            ("\"\u{1F}\"", .badText(offset: 1)),
            (#""\u12g4""#, .badText(offset: 1)), (#""\u12é""#, .badText(offset: 1)),
            (#"{"a":1,"b":{"a":1},"a":2}"#, .repeated(name: PrivateText("a"))),
        ] as [(String, JSONFault)]
    ) func whatIsNotStrictlyJSONIsRefused(text: String, fault: JSONFault) {
        #expect(throws: fault) { try JSONValue.parse(text) }
        #expect(!"\(fault)".isEmpty && !"\(fault)".contains { $0.isNewline })
    }

    @Test func lengthAndDepthAreBounded() throws {
        let depth = JSONValue.maximumDepth
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(throws: Never.self) { try JSONValue.parse(deep) }
        #expect(throws: JSONFault.tooDeep(maximumDepth: depth)) { try JSONValue.parse("[\(deep)]") }
        #expect(throws: JSONFault.tooDeep(maximumDepth: depth)) {
            try JSONValue.parse(String(repeating: #"{"a":"#, count: 3000))
        }
        let text = "\"" + String(repeating: "a", count: JSONValue.maximumBytes - 2) + "\""
        #expect(throws: Never.self) { try JSONValue.parse(text) }
        #expect(throws: JSONFault.tooLong(maximumBytes: JSONValue.maximumBytes)) { try JSONValue.parse(text + " ") }
    }

    @Test func numbersAndValuesAreBounded() throws {
        #expect(try JSONValue.parse("0." + String(repeating: "1", count: 62)) == .decimal(0.1111111111111111111))
        #expect(throws: JSONFault.badNumber(offset: 0)) {
            try JSONValue.parse("0." + String(repeating: "1", count: 63))
        }
        let few = JSONValue.Limits(bytes: 100, depth: 2, values: 4)
        #expect(try JSONValue.read(Array("[1,2,3]".utf8), within: few).list.count == 3)
        #expect(throws: JSONFault.tooManyValues(maximum: 4)) {
            try JSONValue.read(Array("[1,2,3,4]".utf8), within: few)
        }
        #expect(throws: JSONFault.tooDeep(maximumDepth: 2)) { try JSONValue.read(Array("[[[".utf8), within: few) }
    }

    @Test(arguments: [JSONValue.Mode.strict, .lenient]) func whatIsNotUTF8IsRefused(mode: JSONValue.Mode) {
        for bytes in [[0xC3, 0x28], [0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x5C, 0x6E, 0xFF]] {
            #expect(throws: JSONFault.badText(offset: 1)) {
                try JSONValue.read([0x22] + bytes.map(UInt8.init) + [0x22], mode)
            }
        }
    }

    /// C1 control characters too, because some terminals act on them.
    @Test func controlCharactersAreEscaped() {
        let text = JSONValue.text("\u{0}\u{7}\u{1B}[2J\u{7F}\u{80}\u{9B}\u{9F}\u{A0}é\r\n\t")
        #expect(text.line == #""\u0000\u0007\u001b[2J\u007f\u0080\u009b\u009f"# + "\u{A0}é" + #"\r\n\t""#)
    }

    @Test func nonFiniteDecimalsAreWrittenAsNull() {
        #expect(JSONValue.list([.decimal(.nan), .decimal(.infinity), .decimal(0.5)]).line == "[null,null,0.5]")
    }

    // MARK: Against Foundation

    private static let scalars: [Unicode.Scalar] = [
        "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "é", "あ", "🙂",
        "\u{301}", "\u{2028}", "\u{FFFF}", "\u{10FFFF}",
    ]

    private static func randomText(_ random: inout SeededRandom) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            text.append(scalars.randomElement(using: &random) ?? "x")
        }
        return String(text)
    }

    private static func randomValue(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0...(depth < 5 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .flag(Bool.random(using: &random))
        case 2: return .integer(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0...62, using: &random))
        case 3: return .decimal(Double.random(in: -1...1, using: &random) * 1e6)
        case 4, 5: return .text(randomText(&random))
        case 6:
            return .list(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth + 1, &random) })
        default:
            var names: Set<String> = []
            let members = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ -> JSONValue.Member? in
                let name = randomText(&random)
                let value = randomValue(depth: depth + 1, &random)
                return names.insert(name).inserted ? JSONValue.Member(name: name, value: value) : nil
            }
            return .object(members)
        }
    }

    /// Compares scalar by scalar, because `==` of strings treats é like e with an accent.
    private static func isSame(_ value: JSONValue, _ peer: Any) -> Bool {
        switch value {
        case .null: return peer is NSNull
        case .flag(let flag): return (peer as? Bool) == flag
        case .integer(let number): return (peer as? NSNumber)?.int64Value == Int64(number)
        case .decimal(let number):
            guard let peer = peer as? NSNumber else { return false }
            return abs(peer.doubleValue - number) <= abs(number) * 1e-15
        case .text(let text):
            return (peer as? String).map { Array($0.unicodeScalars) == Array(text.unicodeScalars) } ?? false
        case .list(let values):
            guard let peers = peer as? [Any], peers.count == values.count else { return false }
            return zip(values, peers).allSatisfy { isSame($0, $1) }
        case .object(let members):
            guard let peers = peer as? [String: Any], peers.count == members.count else { return false }
            return members.allSatisfy { member in peers[member.name].map { isSame(member.value, $0) } ?? false }
        }
    }

    private static func peer(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    }

    @Test func itAndFoundationReadItsOutputAlike() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let value = Self.randomValue(depth: 0, &random)
            #expect(try JSONValue.parse(value.line) == value, "\(value.line)")
            let peer = try #require(Self.peer(value.line), "\(value.line)")
            #expect(Self.isSame(value, peer), "\(value.line)")
        }
    }

    /// Whether Foundation accepts the document although RFC 8259 does not: a comma before a closing brace, or a NUL at
    /// the end (it also keeps the last of two members with the same name).
    private static func isLaxOfFoundation(_ document: String) -> Bool {
        document.contains(/,[ \n\r\t]*\}/) || document.unicodeScalars.last == "\0"
    }

    @Test func damagedDocumentsAreJudgedAsFoundationJudgesThem() {
        var random = SeededRandom(seed: 4)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d83d", "\\ude42", "0", "1", "-", ".", "e", "E5", "true",
            "null", " ", "\n", "\u{0}", "あ", "🙂", "'", "/", "NaN",
        ]
        var accepted = 0
        var refused = 0
        for _ in 0..<6000 {
            var text = Array(Self.randomValue(depth: 2, &random).line.unicodeScalars)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                if Bool.random(using: &random), place < text.count { text.remove(at: place) }
                let piece = Bool.random(using: &random) ? pieces.randomElement(using: &random) ?? "" : ""
                text.insert(contentsOf: piece.unicodeScalars, at: min(place, text.count))
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: text)
            let document = String(view)
            let peer = Self.peer(document)
            do {
                let value = try JSONValue.parse(document)
                accepted += 1
                if let peer {
                    #expect(Self.isSame(value, peer), "\(document)")
                } else {
                    Issue.record("Foundation refuses \(document)")
                }
            } catch {
                refused += 1
                if case .repeated = error { continue }
                #expect(peer == nil || Self.isLaxOfFoundation(document), "\(document): \(error)")
            }
        }
        #expect(accepted > 200 && refused > 200, "\(accepted), \(refused)")
    }
}
