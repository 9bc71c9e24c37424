import TestKit
import Testing

@testable import Bedside

/// MIND-6: which entries are taken and which are named as faults, on entries made by hand; `TeachingsFileTests` in
/// BoardTests reads the file that ships.
@Suite(.requirement("MIND-6"))
struct TeachingDocumentTests {
    /// A field of an entry: one text, a list of texts, or an empty value.
    enum Value: Sendable {
        case text(String)
        case list([String])
        case empty

        fileprivate var field: Field {
            switch self {
            case .text(let text): .scalar(text, at: .unknown)
            case .list(let texts): .list(texts.map { .scalar($0, at: .unknown) }, at: .unknown)
            case .empty: .null(at: .unknown)
            }
        }
    }

    private static let entry: [(String, Value)] = [
        ("id", .text("river-stone")), ("themes", .list(["anger", "impermanence"])), ("labels", .list(["sadness"])),
        ("habit", .text("wake")), ("en", .text("The river goes round the stone.")), ("ja", .text("川は石をよけて流れる。")),
        ("practice_en", .text("Breathe out once, slowly.")), ("practice_ja", .text("ひと息、ゆっくり吐く。")),
        ("source", .text("AN 3.132")), ("tradition", .text("theravada")), ("checked_by", .empty),
        ("checked_on", .empty), ("weight", .text("3")),
    ]

    /// The entry with some of its fields changed; nil leaves one out.
    private static func read(_ changes: [[String: Value?]] = [[:]]) -> Result<[Teaching], FieldErrors> {
        let items = changes.map { change in
            let known = entry.compactMap { key, value -> (String, Value)? in
                guard let changed = change[key] else { return (key, value) }
                return changed.map { (key, $0) }
            }
            let more = change.filter { key, _ in !entry.contains { $0.0 == key } }.compactMap { key, value in
                value.map { (key, $0) }
            }
            return Field.mapping(
                (known + more).map { Field.Entry(key: $0.0, at: .unknown, value: $0.1.field) }, at: .unknown)
        }
        return TeachingDocument.read(.list(items, at: .unknown))
    }

    @Test func anEntryIsReadWithAllItSays() throws {
        let expected = Teaching(
            id: "river-stone", themes: [.anger, .impermanence], labels: [.sadness], occasion: .wake,
            sentence: Wording("The river goes round the stone.", "川は石をよけて流れる。"),
            practice: Wording("Breathe out once, slowly.", "ひと息、ゆっくり吐く。"),
            source: .text(try #require(TextPlace("AN 3.132"))), tradition: .theravada, check: nil, weight: 3)
        #expect(try Self.read().get() == [expected])
    }

    @Test(
        arguments: [("own words", Teaching.Source.ownWords)]
            + Teacher.allCases.map { ("after a theme of \($0.rawValue)", .teacher($0)) })
    func aSourceIsOurOwnATeacherOrAPlace(text: String, source: Teaching.Source) throws {
        #expect(try Self.read([["source": .text(text)]]).get().map(\.source) == [source])
    }

    @Test func aCheckHasAPersonAndADay() throws {
        let checked = try Self.read([["checked_by": .text("Ann"), "checked_on": .text("2026-11-25")]]).get()
        #expect(checked.map(\.check?.person) == ["Ann"])
        #expect(checked.map(\.check?.date) == [LocalDate("2026-11-25")])
    }

    /// What is changed in the second of two entries, and the field that is named.
    @Test(
        arguments: [
            (["id": .text("River stone")], "id"), (["id": .text("a--b")], "id"),
            (["id": .text(String(repeating: "a", count: 41))], "id"), (["id": .text("river-stone")], "id"),
            (["id": .empty], "id"), (["themes": .list([])], "themes"), (["themes": .list(["angry"])], "themes"),
            (["themes": .list(["anger", "anger"])], "themes"), (["themes": .empty], "themes"),
            (["themes": .list(["anger", "worry", "honesty", "loneliness"])], "themes"),
            (["labels": .list(["sleepy"])], "labels"),
            (["habit": .text("lunch")], "habit"), (["en": .text(String(repeating: "a", count: 161))], "en"),
            (["ja": .text(String(repeating: "あ", count: 81))], "ja"), (["ja": nil], "ja"),
            (["practice_en": .text(String(repeating: "a", count: 121))], "practice_en"),
            (["practice_ja": .list(["a"])], "practice_ja"), (["source": .text("the Buddha said")], "source"),
            (["source": .text("after a theme of Nobody")], "source"), (["source": .text("AN 3")], "source"),
            (["tradition": .text("x")], "tradition"), (["weight": .text("4")], "weight"),
            (["weight": .text("0")], "weight"),
            (["checked_by": .text("Ann")], "checked_on"), (["checked_on": .text("2026-11-25")], "checked_by"),
            (["checked_by": .text("Ann"), "checked_on": .text("yesterday")], "checked_on"),
            (["wait": .text("3")], "wait"),
        ] as [([String: Value?], String)])
    func aFaultIsNamedAtItsEntry(change: [String: Value?], field: String) throws {
        var change = change
        if change["id"] == nil { change["id"] = .text("second") }
        guard case .failure(let errors) = Self.read([[:], change]) else {
            Issue.record("taken")
            return
        }
        #expect(errors.fields.map(\.path).contains("[1].\(field)"), "\(errors)")
        #expect(errors.fields.allSatisfy { $0.path.hasPrefix("[1].") }, "\(errors)")
    }

    @Test func oneFaultDoesNotHideAnother() {
        guard case .failure(let errors) = Self.read([["weight": .text("9"), "habit": .text("x")], ["en": nil]]) else {
            Issue.record("taken")
            return
        }
        // The second entry repeats the first one's name, too.
        #expect(Set(errors.fields.map(\.path)) == ["[0].weight", "[0].habit", "[1].en", "[1].id"], "\(errors)")
    }

    @Test func aListOfOneToFourHundredEntriesIsExpected() {
        let many = (0...400).map { number -> [String: Value?] in
            [
                "id": .text(
                    "n-"
                        + String(number).map {
                            ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][$0.wholeNumberValue ?? 0]
                        }.joined())
            ]
        }
        #expect(throws: Never.self) { try Self.read(Array(many.dropLast())).get() }
        for document in [Self.read(many), Self.read([]), TeachingDocument.read(.scalar("a", at: .unknown))] {
            guard case .failure = document else {
                Issue.record("taken")
                continue
            }
        }
    }
}
