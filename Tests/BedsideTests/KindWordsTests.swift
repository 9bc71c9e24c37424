import Foundation
import Testing

@testable import Bedside

/// Nothing that an owner hears blames them, or makes them feel guilty for leaving (R-8, SAFE-5).
@Suite(.requirement("SAFE-5", "PROMPT-2"))
struct KindWordsTests {
    /// Written for self-forgiveness: none of this may be said.
    private static let english = [
        "already leaving", "don't leave", "do not leave", "don't go", "i'll miss you", "i miss you", "i missed you",
        "lonely",
        "you failed", "failed again", "failure", "disappoint", "ashamed", "shame", "guilt", "your fault", "lazy",
        "you should have", "should've", "why didn't", "why did you not", "why not", "you promised", "let me down",
        "weak",
        "streak", "as usual you", "not again", "give up on", "excuses", "pathetic", "you never", "you always",
    ]
    private static let japanese = [
        "情けない", "なさけない", "行かないで", "いかないで", "寂し", "さびし", "さみし", "がっかり", "怠け", "なまけ", "サボ", "さぼ", "また失敗",
        "失敗した", "どうしてできな", "なぜできな", "なんでできな", "約束したのに", "見捨て", "恥ずかし", "あなたのせい", "言い訳", "だめな", "ダメな", "だめじゃ", "だめです",
        "もう帰るの", "もう終わりですか", "連続記録", "弱い",
    ]

    static func faults(_ text: String) -> [String] {
        let folded = text.lowercased().replacing("’", with: "'")
        return (english + japanese).filter { folded.contains($0) }
    }

    @Test func whatIsLookedForIsFound() {
        #expect(Self.faults("Already leaving? I'll miss you.") == ["already leaving", "i'll miss you"])
        #expect(Self.faults("情けないですね。行かないで。") == ["情けない", "行かないで"])
    }

    @Test(arguments: PhraseTests.phrases) func noPhraseBlames(phrase: Phrase) {
        for language in Language.allCases {
            #expect(Self.faults(phrase.text(in: language)) == [])
            if let reading = phrase.reading(in: language) { #expect(Self.faults(reading) == []) }
        }
    }

    @Test func noTextOfSetupOrOfACommandBlames() {
        for language in Language.allCases {
            let texts =
                PhraseTests.setupQuestions.map { $0.text(in: language) }
                + PhraseTests.setupTexts.map { $0.text(in: language) }
                + PhraseTests.commandTexts.map { $0.text(in: language) }
                + ConversationEnd.allCases.map { $0.text(in: language) }
                + NightEntry.Kind.allCases.map { $0.text(in: language) }
            for text in texts { #expect(Self.faults(text) == [], "\(text)") }
        }
    }

    /// Rules may name what is not to be said; what the companion may say stands in quotation marks.
    @Test func noSampleOfAPromptBlames() throws {
        var count = 0
        for name in try Self.files("") where name.hasSuffix(".txt") {
            let text = try #require(ShippedPromptsTests.source(name).text)
            let quoted = text.matches(of: /"([^"]+)"|「([^」]+)」/).map { String($0.output.1 ?? $0.output.2 ?? "") }
            count += quoted.count
            for sample in quoted where !Self.isOfTheOwner(sample) {
                #expect(Self.faults(sample) == [], "\(name): \(sample)")
            }
        }
        #expect(count > 100)
    }

    /// Words of a prompt that the owner may say, or that it forbids.
    private static func isOfTheOwner(_ sample: String) -> Bool { ["why not", "なぜできなかったのか"].contains(sample) }

    @Test func noLineOfTheOfflineCompanionBlames() throws {
        for name in try Self.files("offline") where name.hasSuffix(".txt") {
            let text = try #require(ShippedPromptsTests.source("offline/\(name)").text)
            #expect(Self.faults(text) == [], "\(name)")
        }
    }

    @Test func noAdditionToAPromptBlames() {
        for language in Language.allCases {
            for words in [PromptTemplate.disclosure, PromptTemplate.gentle] {
                #expect(Self.faults(words.text(in: language)) == [])
            }
            #expect(Self.faults(PromptTemplate.shortNights(hours: 6).text(in: language)) == [])
            #expect(Self.faults(PromptTemplate.late(.adult).text(in: language)) == [])
            for words in [PromptTemplate.lightTraining, PromptTemplate.closing, PromptTemplate.minor] {
                #expect(Self.faults(words.text(in: language)) == [])
            }
        }
    }

    /// What comes from the memory, in each of its shapes, a forbidden "why not" apart.
    @Test func noLineFromTheMemoryBlames() throws {
        let date = try #require(LocalDate("2026-11-24"))
        let local = try #require(LocalDateTime("2025-11-24T22:30"))
        let at = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
        let item = MemoryItem(
            id: MemoryID(1), kind: .profile, slot: PrivateText("pet"), text: PrivateText("X"), quote: PrivateText("X"),
            saidAt: at)
        for language in Language.allCases {
            let words = MemoryPromptWords(language: language, today: date)
            let entries: [MemoryPart.Entry] = [
                .intention(item), .day(date, PrivateText("X")), .reflection(item), .fact(item),
            ]
            let lines =
                entries.flatMap { entry in [true, false].map { words.line(for: entry, isOffered: $0) } }
                + [words.opening, words.closing, words.intention(item), words.question(about: item), words.person]
            for line in lines {
                #expect(Self.faults(line.replacing("without any \"why not\"", with: "")) == [], "\(line)")
                #expect(Self.remarks(line) == [], "\(line)")
            }
        }
    }

    /// The texts that steer a companion's calls, and what it is answered.
    @Test func noTextOfAToolBlames() {
        for tool in ToolCatalog.all {
            let texts = [tool.description, tool.constantAnswer ?? ""] + tool.parameters.map(\.description)
            for text in texts {
                let allowed = text.replacing("why not", with: "").replacing("WHY NOT", with: "")
                #expect(Self.faults(allowed) == [] && Self.remarks(text) == [], "\(tool.name): \(text)")
            }
        }
    }

    // MARK: The owner's voice (E-3)

    /// Nobody remarks on how the owner sounds, or takes a mood from it.
    private static let voice = [
        "you sound", "you're sounding", "your tone", "in your voice", "your voice is", "your voice sounds", "you seem",
        "i can hear that you", "by the sound of you",
        "声が沈", "声が暗", "声が疲れ", "声が明る", "声に元気", "声の調子が", "声のトーン", "お声が沈", "疲れた声", "眠そうな声", "元気がないですね", "お疲れのよう",
        "落ち込んでいるよう", "機嫌がよさそう",
    ]

    private static func remarks(_ text: String) -> [String] {
        let folded = text.lowercased().replacing("’", with: "'")
        return voice.filter { folded.contains($0) }
    }

    @Test(.requirement("MIND-2")) func nobodyRemarksOnTheOwnersVoice() throws {
        #expect(Self.remarks("You sound tired tonight.") == ["you sound"])
        #expect(Self.remarks("声が沈んでいますね。") == ["声が沈"])
        for name in try Self.files("") where name.hasSuffix(".txt") {
            let text = try #require(ShippedPromptsTests.source(name).text)
            for match in text.matches(of: /"([^"]+)"|「([^」]+)」/) {
                #expect(Self.remarks(String(match.output.0)) == [], "\(name): \(match.output.0)")
            }
        }
        for name in try Self.files("offline") where name.hasSuffix(".txt") {
            #expect(Self.remarks(try #require(ShippedPromptsTests.source("offline/\(name)").text)) == [], "\(name)")
        }
        for language in Language.allCases {
            for phrase in PhraseTests.phrases { #expect(Self.remarks(phrase.text(in: language)) == []) }
            for words in [
                PromptTemplate.disclosure, PromptTemplate.gentle, PromptTemplate.minor, PromptTemplate.lightTraining,
                PromptTemplate.closing, PromptTemplate.shortNights(hours: 6), PromptTemplate.late(.adult),
            ] { #expect(Self.remarks(words.text(in: language)) == []) }
        }
    }

    private static func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: ShippedPromptsTests.prompts.appending(path: folder).path(percentEncoded: false))
    }
}
