import Bedside
import Foundation
import TestKit
import Testing

/// What others must not read cannot be written down by mistake (MIND-3, GUARD-1).
@Suite(.requirement("GUARD-1")) struct PrivateTextTests {
    private static let words = "the blue door 青い戸"
    private static let told = "private, 17 characters"

    /// As a feature would carry it, in every kind of container.
    private struct Note: Hashable, Codable, Sendable {
        var id = 7
        var text = PrivateText(words)
        var more: [PrivateText]? = [PrivateText(words)]
        var byName = ["a": PrivateText(words)]
    }

    private enum Effect: Hashable, Codable, Sendable {
        case keep(Int, PrivateText)
    }

    private static func expectSilence(_ text: String, _ how: String) {
        for part in ["blue", "door", "青", "戸"] { #expect(!text.contains(part), "\(how): \(text)") }
    }

    @Test func itPrintsAsItsLengthHoweverItIsPrinted() {
        let text = PrivateText(Self.words)
        #expect("\(text)" == Self.told)
        #expect(String(describing: text) == Self.told)
        #expect(String(reflecting: text) == Self.told)
        #expect(PrivateText("x").description == "private, 1 character")
        for value in [text, Note(), Effect.keep(1, text), [text], ["k": text], text as PrivateText?] as [Any?] {
            Self.expectSilence("\(value as Any)", "interpolated")
            Self.expectSilence(String(describing: value), "described")
            Self.expectSilence(String(reflecting: value), "reflected")
            var dumped = ""
            dump(value, to: &dumped)
            Self.expectSilence(dumped, "dumped")
        }
    }

    @Test func aMirrorDoesNotReachTheWords() {
        func walk(_ value: Any) -> [String] {
            [String(describing: value)] + Mirror(reflecting: value).children.flatMap { walk($0.value) }
        }
        for text in walk(Note()) + walk(Effect.keep(1, PrivateText(Self.words))) {
            Self.expectSilence(text, "walked")
        }
    }

    @Test func itIsEncodedAsItsLengthAndDecodedAsNothing() throws {
        let encoder = JSONEncoder()
        let note = String(decoding: try encoder.encode(Note()), as: UTF8.self)
        Self.expectSilence(note, "JSON")
        #expect(note.contains(#""text":"private, 17 characters""#))
        Self.expectSilence(
            String(decoding: try encoder.encode(Effect.keep(1, PrivateText(Self.words))), as: UTF8.self), "JSON")
        let list = try PropertyListEncoder().encode([PrivateText(Self.words)])
        Self.expectSilence(String(decoding: list, as: UTF8.self), "property list")
        // A record that contains it stays readable.
        let read = try JSONDecoder().decode(Note.self, from: Data(note.utf8))
        #expect(read.id == 7)
        #expect(read.text == PrivateText(""))
        // Even text that somebody put there in clear is not read.
        let clear = try JSONDecoder().decode([PrivateText].self, from: Data(#"["the blue door"]"#.utf8))
        #expect(clear == [PrivateText("")])
    }

    @Test func itIsComparedByItsText() {
        #expect(PrivateText("a") == PrivateText("a"))
        #expect(PrivateText("a") != PrivateText("b"))
        #expect(PrivateText(Self.words).words == Self.words)
    }
}
