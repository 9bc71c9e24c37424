import Testing

@testable import Bedside

/// The one reader of documents: every fault at its place, and nothing believed that is not good.
@Suite(.requirement("GUARD-6", "SETUP-2"))
struct FieldReaderTests {
    private static func scalar(_ text: String, _ line: Int = 3) -> Field {
        .scalar(text, at: Position(line: line, column: 7))
    }
    private static func map(_ pairs: (String, Field)...) -> Field {
        let entries = pairs.enumerated().map { index, pair in
            Field.Entry(key: pair.0, at: Position(line: index + 1, column: 1), value: pair.1)
        }
        return .mapping(entries, at: Position(line: 1, column: 1))
    }

    private static func faults(_ body: (inout FieldReader) -> Void) -> [String] {
        var reader = FieldReader()
        body(&reader)
        return reader.errors.map { $0.wording(inFile: "x.yaml").english }
    }

    @Test func valuesThatAreGoodAreReadWithoutAFault() {
        var reader = FieldReader()
        #expect(reader.text(Self.scalar("  usb  "), "name", expected: .sound, limit: 8) == "usb")
        #expect(reader.integer(Self.scalar("42"), "count", 1...64) == 42)
        #expect(reader.number(Self.scalar("20ms"), "hold", 1...50, suffix: "ms", example: "5ms") == 20)
        #expect(["true", "yes", "on"].allSatisfy { reader.flag(Self.scalar($0), "on") == true })
        #expect(["false", "no", "off"].allSatisfy { reader.flag(Self.scalar($0), "on") == false })
        #expect(reader.choice(Self.scalar("high"), "bias", ["high": 1, "low": 0]) == 1)
        #expect(reader.choice(Self.scalar("ja"), "language", of: Language.self) == .japanese)
        let list = Field.list([Self.scalar("a"), Self.scalar("b")], at: Position(line: 2))
        #expect(reader.texts(list, "outputs", expected: .sound) == ["a", "b"])
        #expect(reader.texts(Self.scalar("a"), "outputs", expected: .sound) == ["a"])
        #expect(reader.texts(.null(at: Position(line: 2)), "outputs", expected: .sound) == [])
        let values = reader.mapping(Self.map(("at", Self.scalar("06:00"))), "wake", known: ["at", "on"])
        #expect(values?.keys.sorted() == ["at"])
        #expect(reader.errors.isEmpty)
    }

    @Test func absentFieldsAreNilWithoutAFault() {
        var reader = FieldReader(takesNullAsAbsent: true)
        #expect(reader.text(nil, "name", expected: .sound) == nil)
        #expect(reader.integer(nil, "count", 0...1) == nil)
        #expect(reader.flag(.null(at: Position(line: 4)), "on") == nil)
        #expect(reader.texts(nil, "outputs", expected: .sound) == nil)
        #expect(reader.mapping(.null(at: Position(line: 4)), "sound", known: ["rate"]) == [:])
        #expect(reader.errors.isEmpty)
    }

    @Test func everyFaultNamesItsPlaceAndWhatWasExpected() {
        let found = Self.faults { reader in
            _ = reader.text(Self.map(), "name", expected: .sound)
            _ = reader.text(Self.scalar("", 4), "name", expected: .promptName, limit: 8)
            _ = reader.text(Self.scalar("a\u{7}b", 5), "name", expected: .promptName, limit: 8)
            _ = reader.integer(Self.scalar("65", 6), "count", 1...64)
            _ = reader.number(Self.scalar("20", 7), "hold", 1...50, suffix: "ms", example: "5ms")
            _ = reader.flag(Self.scalar("maybe", 8), "on")
            _ = reader.choice(Self.scalar("hihg", 9), "bias", ["high": 1, "low": 0])
            _ = reader.choice(Self.scalar("jaa", 10), "language", of: Language.self)
            _ = reader.mapping(Self.scalar("06:00", 11), "wake", known: ["at"])
        }
        #expect(found.count == 9)
        let parts = [
            "x.yaml:1:1: name", "x.yaml:4:7: name: expected", "1 to 8 characters", "1 to 64", "1ms to 50ms",
            "maybe", "high", "ja", "x.yaml:11:7: wake",
        ]
        for (line, part) in zip(found, parts) { #expect(line.contains(part), "\(line) lacks \(part)") }
        #expect(found.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } })
    }

    @Test func listsReportEachEntryThatIsWrong() {
        let many = Field.list((0..<17).map { Self.scalar("\($0)") }, at: Position(line: 2))
        let mixed = Field.list([Self.scalar("a"), Self.scalar("a"), Self.map()], at: Position(line: 2))
        let found = Self.faults { reader in
            #expect(reader.texts(many, "outputs", expected: .sound) == nil)
            #expect(reader.texts(mixed, "outputs", expected: .sound) == ["a"])
            #expect(reader.texts(Self.map(), "outputs", expected: .sound) == nil)
            #expect(reader.choices(Self.map(), "days", names: ["mon"], choice: { Weekday(shortName: $0) }) == nil)
        }
        #expect(found.count == 5)
        #expect(found[0].contains("at most 16 entries") && found[1].contains("outputs[1]"))
        #expect(found[2].contains("outputs[2]"))
    }

    @Test func keysThatAreUnknownOrRepeatedAreLeftOut() {
        let document = Self.map(
            ("at", Self.scalar("1")), ("att", Self.scalar("2")), ("at", Self.scalar("3")), ("", Self.scalar("4")))
        let found = Self.faults { reader in
            #expect(reader.entries(of: document, at: "", names: ["at"], expected: .fields(["at"])).count == 1)
            _ = reader.entries(of: Self.scalar("x"), at: "", names: nil, expected: .fields(["at"]))
        }
        #expect(found.count == 4)
        #expect(found[0].contains("att") && found[0].contains("at"))
        #expect(found[2].contains("\"\"") && found[3].contains("document"))
    }

    @Test func faultsAreOrderedByPlaceAndBounded() {
        var reader = FieldReader()
        for line in (1...40).reversed() { reader.fail(Position(line: line), "p\(line)", .givenTwice) }
        #expect(reader.errors.count == FieldErrors.limit)
        let errors = FieldErrors(reader.errors)
        #expect(errors.fields.map(\.line) == errors.fields.map(\.line).sorted())
        #expect(errors.description.split(separator: "\n").count == FieldErrors.limit)
        #expect(Wording.summary(of: []) == nil)
        #expect(
            Wording.summary(of: errors.fields.map { $0.wording(inFile: "f") })?.english.hasSuffix("(and 19 more)")
                == true)
        var moved = errors.fields[0]
        moved.position = Position(line: 9, column: 2)
        #expect(moved.wording(inFile: "f").english.hasPrefix("f:9:2: "))
        #expect(moved.description == moved.text(in: .english))
    }
}
