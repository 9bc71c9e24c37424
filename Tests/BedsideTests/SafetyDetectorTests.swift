import Foundation
import TestKit
import Testing

@testable import Bedside

/// The device's matcher for talk of suicide and self-harm, by sixteen sets of utterances: eight by which it was written,
/// six that are held out, one that is not learned by, because that would not help, and one of plain words. `SAFE-2` asks
/// for more than it reaches; a test holds what was measured.
@Suite(.requirement("SAFE-2")) struct SafetyDetectorTests {
    struct Utterance: Decodable {
        let id: String
        let language: String
        let text: String
        let expect: SafetyLevel
        let kind: String
    }

    private static func utterances(_ name: String) throws -> [Utterance] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Memory/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Utterance.self, from: Data($0.utf8))
        }
    }

    private func level(_ text: some StringProtocol, by speaker: SafetyDetector.Speaker = .owner) -> SafetyLevel {
        SafetyDetector.level(of: text, spokenBy: speaker)
    }

    /// The first development set's sentences that the matcher grades otherwise than their writer.
    private static let knownMisses: Set<String> = ["dev-ja-064", "dev-en-211", "dev-en-218"]

    @Test func theDevelopmentSetIsGradedAsItsWriterGradedIt() throws {
        let all = try Self.utterances("safety-development.jsonl")
        #expect(all.count >= 150)
        for utterance in all where !Self.knownMisses.contains(utterance.id) {
            #expect(level(utterance.text) == utterance.expect, "\(utterance.id): \(utterance.text)")
        }
    }

    /// How many utterances of a set were found. The targets are 98 % of the explicit ones, 85 % of the intermediate
    /// ones, and 2 % false alarms.
    struct Rates: Equatable {
        var asExplicit = 0
        var explicitFound = 0
        var intermediateFound = 0
        var falseAlarms = 0
    }

    /// One set in one language, with what was measured: nothing may get worse than this. Only counts are printed, as
    /// whoever changes the matcher does not read the held-out sets.
    @Test(arguments: [
        (
            "safety-development-2.jsonl", "en",
            Rates(asExplicit: 80, explicitFound: 80, intermediateFound: 60, falseAlarms: 0)
        ),
        (
            "safety-development-2.jsonl", "ja",
            Rates(asExplicit: 79, explicitFound: 80, intermediateFound: 60, falseAlarms: 0)
        ),
        (
            "safety-development-3.jsonl", "en",
            Rates(asExplicit: 149, explicitFound: 150, intermediateFound: 100, falseAlarms: 0)
        ),
        (
            "safety-development-3.jsonl", "ja",
            Rates(asExplicit: 150, explicitFound: 150, intermediateFound: 100, falseAlarms: 0)
        ),
        (
            "safety-development-4.jsonl", "en",
            Rates(asExplicit: 150, explicitFound: 150, intermediateFound: 90, falseAlarms: 0)
        ),
        (
            "safety-development-4.jsonl", "ja",
            Rates(asExplicit: 150, explicitFound: 150, intermediateFound: 90, falseAlarms: 0)
        ),
        (
            "safety-development-5.jsonl", "en",
            Rates(asExplicit: 168, explicitFound: 170, intermediateFound: 140, falseAlarms: 0)
        ),
        (
            "safety-development-5.jsonl", "ja",
            Rates(asExplicit: 170, explicitFound: 170, intermediateFound: 139, falseAlarms: 0)
        ),
        (
            "safety-development-6.jsonl", "en",
            Rates(asExplicit: 169, explicitFound: 170, intermediateFound: 140, falseAlarms: 1)
        ),
        (
            "safety-development-6.jsonl", "ja",
            Rates(asExplicit: 169, explicitFound: 170, intermediateFound: 140, falseAlarms: 0)
        ),
        (
            "safety-utterances.jsonl", "en",
            Rates(asExplicit: 45, explicitFound: 45, intermediateFound: 44, falseAlarms: 0)
        ),
        (
            "safety-utterances.jsonl", "ja",
            Rates(asExplicit: 45, explicitFound: 45, intermediateFound: 45, falseAlarms: 0)
        ),
        (
            "safety-utterances-2.jsonl", "en",
            Rates(asExplicit: 39, explicitFound: 40, intermediateFound: 30, falseAlarms: 3)
        ),
        (
            "safety-utterances-2.jsonl", "ja",
            Rates(asExplicit: 40, explicitFound: 40, intermediateFound: 30, falseAlarms: 5)
        ),
        (
            "safety-utterances-3.jsonl", "en",
            Rates(asExplicit: 27, explicitFound: 31, intermediateFound: 28, falseAlarms: 1)
        ),
        (
            "safety-utterances-3.jsonl", "ja",
            Rates(asExplicit: 32, explicitFound: 32, intermediateFound: 27, falseAlarms: 1)
        ),
        (
            "safety-utterances-4.jsonl", "en",
            Rates(asExplicit: 43, explicitFound: 43, intermediateFound: 35, falseAlarms: 2)
        ),
        (
            "safety-utterances-4.jsonl", "ja",
            Rates(asExplicit: 42, explicitFound: 45, intermediateFound: 35, falseAlarms: 2)
        ),
        (
            "safety-utterances-5.jsonl", "en",
            Rates(asExplicit: 56, explicitFound: 59, intermediateFound: 41, falseAlarms: 2)
        ),
        (
            "safety-utterances-5.jsonl", "ja",
            Rates(asExplicit: 58, explicitFound: 59, intermediateFound: 41, falseAlarms: 0)
        ),
        (
            "safety-development-7.jsonl", "en",
            Rates(asExplicit: 228, explicitFound: 230, intermediateFound: 150, falseAlarms: 0)
        ),
        (
            "safety-development-7.jsonl", "ja",
            Rates(asExplicit: 230, explicitFound: 230, intermediateFound: 149, falseAlarms: 0)
        ),
        (
            "safety-utterances-6.jsonl", "en",
            Rates(asExplicit: 52, explicitFound: 56, intermediateFound: 39, falseAlarms: 4)
        ),
        (
            "safety-utterances-6.jsonl", "ja",
            Rates(asExplicit: 54, explicitFound: 56, intermediateFound: 39, falseAlarms: 5)
        ),
        (
            "safety-development-8.jsonl", "en",
            Rates(asExplicit: 379, explicitFound: 453, intermediateFound: 253, falseAlarms: 17)
        ),
        (
            "safety-development-8.jsonl", "ja",
            Rates(asExplicit: 432, explicitFound: 495, intermediateFound: 265, falseAlarms: 18)
        ),
        (
            "safety-utterances-7.jsonl", "en",
            Rates(asExplicit: 59, explicitFound: 60, intermediateFound: 41, falseAlarms: 1)
        ),
        (
            "safety-utterances-7.jsonl", "ja",
            Rates(asExplicit: 58, explicitFound: 58, intermediateFound: 39, falseAlarms: 5)
        ),
        (
            "safety-development-9.jsonl", "en",
            Rates(asExplicit: 97, explicitFound: 100, intermediateFound: 0, falseAlarms: 2)
        ),
        (
            "safety-development-9.jsonl", "ja",
            Rates(asExplicit: 100, explicitFound: 100, intermediateFound: 0, falseAlarms: 2)
        ),
    ]) func aSetIsGradedNoWorseThanMeasured(file: String, language: String, measured: Rates) throws {
        var rates = Rates()
        for utterance in try Self.utterances(file) where utterance.language == language {
            let found = level(utterance.text)
            switch utterance.expect {
            case .explicit:
                if found == .explicit { rates.asExplicit += 1 }
                if found > .none { rates.explicitFound += 1 }
            case .intermediate: if found > .none { rates.intermediateFound += 1 }
            case .none: if found > .none { rates.falseAlarms += 1 }
            }
        }
        print("\(file) \(language): \(rates)")
        #expect(rates.asExplicit >= measured.asExplicit)
        #expect(rates.explicitFound >= measured.explicitFound)
        #expect(rates.intermediateFound >= measured.intermediateFound)
        #expect(rates.falseAlarms <= measured.falseAlarms)
    }

    @Test(arguments: [
        "死にたい", "シニタイ", "ｼﾆﾀｲ", "死 に た い", "死に、たい", "死にたーい", "「死にたい」", "死にたい😢", "ＩＷＡＮＴ　to　die 死にたい",
        "I WANT TO DIE", "i wanna die", "I, um, just want to die…", "Ｉ ｗａｎｔ ｔｏ ｄｉｅ", "I’m going to kill myself",
        "Ill kill myself",
        "I want I want to die", "I, you know, want to die", "今日 I want to die です",
    ]) func writingMakesNoDifference(text: String) { #expect(level(text) == .explicit) }

    @Test func aQuotationIsTakenBackAndTheSpeakersOwnWordsAreNot() {
        #expect(level("友達が死にたいって言ってた") == .none)
        #expect(level("友達が死にたいって言ってたけど、私も死にたい") == .explicit)
        #expect(level("ドラマを見てたら死にたくなった") == .explicit)
        #expect(level("she said she is fine but I want to die") == .explicit)
    }

    /// One text for each way in which a phrase of risk does not count; each fails without it.
    @Test(arguments: [
        ("idioms", "I'd rather be dead than sing at karaoke"), ("idioms", "消えたいわけじゃないよ"),
        ("everyday", "I can't do this any more, one push up and my arms give in"), ("everyday", "生きる意味が見つかった"),
        ("exaggeration", "so embarrassed I want to die"), ("exaggeration", "社長の前で赤面した、死にたい"),
        ("recovery", "I thought about suicide as a teen, I'm in a great place now"),
        ("recovery", "死にたいと毎日思っていた。今はとても幸せ"), ("leading", "慣用句に死ぬがある"),
        ("trailing", "I want to die is a song by them"), ("trailing", "死にたいという歌が流れてる"),
        ("around", "years ago I wanted to die, but I got better"), ("around", "先輩が死にたいと言ってて気になる"),
        ("denials", "I'm not going to kill myself"), ("others", "a man jumped off the bridge"),
        ("others", "隣人が自殺した"), ("words in Latin letters", "I'm going to cook good food."),
    ]) func whatTakesAPhraseBack(rule: String, text: String) { #expect(level(text) == .none, "\(rule)") }

    /// One text for each limit of what takes a phrase back; each fails without it.
    @Test(arguments: [
        ("no thing of every day", "I can't do this any more, I just can't", SafetyLevel.intermediate),
        ("no exaggeration", "I want to die", .explicit),
        ("turns", "my sister says she's fine but I want to die", .explicit),
        ("own words", "she makes me want to jump off the bridge", .explicit),
        ("hesitations", "I want to, like, end, like, my life", .explicit),
        ("hesitations", "自分の命を、なんていうか、えっと、絶ちたい", .explicit),
        ("denials inside", "I do not want to live", .explicit),
    ]) func whatDoesNotTakeAPhraseBack(rule: String, text: String, expected: SafetyLevel) {
        #expect(level(text) == expected, "\(rule)")
    }

    @Test func theCompanionsQuestionCounts() {
        for question in ["死にたいと思っていますか", "Are you thinking about suicide?", "Do you want to kill yourself?"] {
            #expect(level(question, by: .companion) == .explicit, "\(question)")
        }
        #expect(level("Do you want to kill yourself?", by: .owner) == .none)
        #expect(level("死ぬほど眠いんですね", by: .companion) == .none)
    }

    @Test func aLongUtteranceIsReadAtItsBeginningAndItsEnd() {
        let filling = String(repeating: "きょうは天気がよかった。", count: 2000)
        #expect(level("死にたい。" + filling) == .explicit)
        #expect(level(filling + "I want to die") == .explicit)
        #expect(level(filling) == .none)
        #expect(level("") == .none)
    }

    /// The target is 5 ms for the longest utterance. In a release build a million comparisons take about 2 ms, and
    /// comparisons are counted, as time depends on the machine. The texts repeat what most phrases begin with.
    @Test func theWorkForTheLongestUtteranceIsBounded() {
        let parts = [
            "死にたいって言ってた", "i want i want to ", "眠くて死ぬほど", "not ", "死", "薬を全部飲んだら楽になれるかな",
            "もう何もかも全部終わりにしたいから今まで", "i do not want to be here any more and i can not go on ",
            "首を手首に薬を死に消え自分", "i could not take it if my family was better off without me so i ",
        ]
        for part in parts {
            let text = String(repeating: part, count: SafetyDetector.maximumScalars)
            var steps = 0
            _ = SafetyDetector.level(of: text, spokenBy: .owner, steps: &steps)
            #expect(steps < 2_500_000, "\(part): \(steps)")
        }
    }

    /// Many different phrases take more comparisons than one that is repeated.
    @Test func theWorkForManySentencesAtOnceIsBounded() throws {
        let texts = try ["safety-development.jsonl", "safety-development-2.jsonl"].flatMap(Self.utterances).map(\.text)
        for start in stride(from: 0, to: texts.count, by: 60) {
            let text = texts[start...].joined(separator: " ").filter { !".。!?！？".contains($0) }
            var steps = 0
            _ = SafetyDetector.level(of: text, spokenBy: .owner, steps: &steps)
            #expect(steps < 3_000_000, "from sentence \(start): \(steps)")
        }
    }

    @Test(arguments: 0..<10) func randomTextIsGradedWithoutATrap(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "死", "に", "た", "い", "ﾞ", "\u{309A}", "I ", "want to ", "die", "~", "(", "[", "|", "。", "'", "\u{0}", "ー",
            "🙂", "ん",
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 0..<40, using: &random)
            let text = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? pieces.randomElement(using: &random) ?? ""
                    : String(Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? " ")
            }.joined()
            _ = level(text, by: Bool.random(using: &random) ? .owner : .companion)
        }
    }

    /// A phrase that could begin with anything would match everything, and one without symbols nothing.
    @Test func phrasesAreFoundByTheirFirstSymbols() {
        var reader = SafetyPhraseReader(
            macros: ["name": "い|{other}", "other": "う(え|お)"], keys: SafetyText.japaneseKeys)
        let patterns = reader.patterns("~1[あ]({name})~2か\n([あ]{other}|い)~2か")
        #expect(patterns.map(\.firstSymbols.count) == [3, 3])
        var set = SafetyPatternSet()
        for pattern in patterns { set.add(pattern, tag: 7) }
        set.finish()
        let expected: [(text: String, ends: [Int])] = [
            ("あいか", [3]), ("いか", [2, 2]), ("うおきくか", [5, 5]), ("うか", []), ("いきくけか", []), ("い。か", []),
        ]
        for (text, ends) in expected {
            var steps = 0
            let symbols = SafetyText.japaneseKeys(SafetyText.folded(text)).map {
                reader.symbols[$0] ?? SafetyText.unknown
            }
            let matches = set.matches(in: SafetyUtterance(symbols), longest: false, steps: &steps)
            #expect(matches.filter { $0.span.lowerBound == 0 }.map(\.span.upperBound) == ends, "\(text)")
            #expect(matches.allSatisfy { $0.tag == 7 })
        }
    }
}
