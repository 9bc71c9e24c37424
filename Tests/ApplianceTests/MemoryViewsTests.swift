import Bedside
import TestKit
import Testing

@testable import Appliance

/// What an owner gets of their memory as JSON (E-1, M-8).
@Suite(.requirement("MIND-2")) struct MemoryViewsTests {
    private static let feelings = [
        FeltLabel(.shame, intensity: 3), FeltLabel(.tired, intensity: 1, source: .confirmed),
    ]

    /// Researchers and other programs know Plutchik's names and a valence, not ours.
    @Test func anExportedLabelHasItsValenceAndPlutchiksName() throws {
        var memory = Memory()
        let date = try #require(LocalDate("2026-11-24"))
        memory.apply(.label(.keep(LabelledDay(date: date, feelings: Self.feelings))))
        let labels = MemoryViews.json(memory.labels).line
        #expect(
            labels.contains(#"{"label":"shame","intensity":3,"valence":-1,"plutchik":"sadness","source":"owner"}"#),
            "\(labels)")
        #expect(labels.contains(#"{"label":"tired","intensity":1,"valence":-1,"plutchik":null,"source":"confirmed"}"#))
        let local = try #require(LocalDateTime("2026-11-24T22:30"))
        let at = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
        let item = MemoryItem(
            id: MemoryID(1), kind: .reflection, slot: PrivateText(""), text: PrivateText("X"), quote: PrivateText("X"),
            saidAt: at, detail: .reflection(Reflection(date: date, feelings: Self.feelings)))
        let reflection = MemoryViews.json(item).line
        #expect(reflection.contains(#""valences":[-1,-1],"plutchik":["sadness",null]"#), "\(reflection)")
        #expect(reflection.contains(#""sources":["owner","confirmed"]"#))
    }

    private static func moment() throws -> LocalMoment {
        let local = try #require(LocalDateTime("2026-11-24T22:30"))
        return LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
    }

    /// M-8: every word that is kept of an intention can be read.
    @Test(.requirement("MIND-3")) func anIntentionIsShownWhole() throws {
        let words = ["I stretch", "The floor is cold", "I put on socks", "Yes, on the rug"].map { PrivateText($0) }
        let intention = Intention(
            habit: .wake, forDate: try #require(LocalDate("2026-11-25")), cueKind: .wake, cue: words[0],
            action: words[0], obstacle: words[1], coping: words[2], words: words[0], status: .done,
            answerWords: words[3])
        let item = MemoryItem(
            id: MemoryID(1), kind: .intention, slot: PrivateText(""), text: words[0], quote: words[0],
            saidAt: try Self.moment(), detail: .intention(intention))
        let json = MemoryViews.json(item).line
        #expect(json.contains(#""obstacle":"The floor is cold","coping":"I put on socks""#), "\(json)")
        #expect(json.contains(#""answer":"done","answerWords":"Yes, on the rug""#), "\(json)")
        for language in Language.allCases {
            let lines = MemoryViews.lines(item, language: language).joined(separator: "\n")
            #expect(words.allSatisfy { lines.contains($0.words) }, "\(lines)")
        }
    }

    /// What has no slot is listed by its kind, which a Japanese owner reads in Japanese; programs get one name.
    @Test(.requirement("SETUP-5"), arguments: MemoryKind.allCases) func aKindIsNamedInTheOwnersLanguage(
        kind: MemoryKind
    ) throws {
        let item = MemoryItem(
            id: MemoryID(1), kind: kind, slot: PrivateText(""), text: PrivateText("X"), quote: PrivateText("X"),
            saidAt: try Self.moment())
        for shown in [MemoryViews.lines(item, language: .japanese), MemoryViews.table([item], language: .japanese)] {
            let words = shown.joined(separator: "\n")
            #expect(words.contains(kind.wording.japanese) && !words.contains(kind.rawValue), "\(words)")
        }
        #expect(MemoryViews.table([item], language: .english).joined().contains(kind.rawValue))
        #expect(MemoryViews.json(item).line.contains(#""kind":"\#(kind.rawValue)""#))
    }

    /// The transcript that waits for its second summary is exported, too.
    @Test(.requirement("MIND-3")) func aTalkThatWaitsIsShownLineByLine() throws {
        let lines = [TalkLine(.owner, PrivateText("I like tea.")), TalkLine(.companion, PrivateText("Oh."))]
        let json = MemoryViews.json(PendingTalk(at: try Self.moment(), talk: 4, habit: .bedtime, lines: lines)).line
        #expect(json.contains(#""talk":4,"at":"2026-11-24T22:30:00+00:00","habit":"bedtime""#), "\(json)")
        #expect(json.contains(#"{"voice":"owner","words":"I like tea.","offRecord":false}"#), "\(json)")
        #expect(json.contains(#"{"voice":"companion","words":"Oh.","offRecord":false}"#), "\(json)")
    }
}
