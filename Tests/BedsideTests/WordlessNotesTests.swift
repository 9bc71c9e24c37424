import TestKit
import Testing

@testable import Bedside

/// A replay, to which no word of the owner's is given, comes to the same phrases (GUARD-8, GUARD-1).
@Suite(.requirement("GUARD-8", "GUARD-1")) struct WordlessNotesTests {
    private let bedside = VirtualBedside(at: CivilTime(seconds: 1_795_000_000))

    /// The phrases of a replay of what `body` does, with its notes or without.
    private func replayed(withNotes: Bool = true, _ body: (VirtualBedside) -> Void) throws -> [Affirmation] {
        bedside.powerOn()
        var replay = try #require(bedside.machine)
        var noted = 0
        bedside.observe = { [unowned bedside] event, at, actions in
            let notes = bedside.machine?.wordlessNotes(on: event, actions)
            for phrase in notes?.phrases ?? [] {
                noted += 1
                #expect(phrase.text.words == "")
            }
            _ = replay.replay(event, withNotes ? notes : nil, at: at)
        }
        body(bedside)
        bedside.observe = { _, _, _ in }
        #expect(noted > 0)
        return replay.durable.affirmations.phrases
    }

    private static func add(_ words: String, to bedside: VirtualBedside) {
        bedside.ask(.affirmation(.add(PrivateText(words), kana: nil, times: [])))
    }

    @Test func phrasesAreKeptWithoutTheirWords() throws {
        let phrases = try replayed {
            Self.add("I can come back.", to: $0)
            Self.add("I breathe out.", to: $0)
        }
        let own = bedside.disk.affirmations.phrases
        #expect(own.map(\.text.words) == ["I can come back.", "I breathe out."])
        #expect(phrases.map(\.id) == own.map(\.id) && phrases.allSatisfy { $0.text.words == "" })
    }

    @Test func whatIsRecordedAfterATalkIsFoundByItsNumber() throws {
        let phrases = try replayed {
            Self.add("I can come back.", to: $0)
            $0.ask(.affirmation(.recordAfterTalk(PrivateText("I breathe out."), place: 0)))
        }
        #expect(phrases.map(\.id) == bedside.disk.affirmations.phrases.map(\.id))
    }

    @Test func withoutTheNotesTheyAreMissing() throws {
        #expect(try replayed(withNotes: false) { Self.add("I can come back.", to: $0) }.isEmpty)
    }
}
