import Foundation
import TestKit
import Testing

@testable import Bedside

/// The plainest first-person words of an explicit risk, what borrows them, and what never decides: a full stop.
@Suite(.requirement("SAFE-2")) struct SafetyPlainWordsTests {
    private func level(_ text: some StringProtocol) -> SafetyLevel { SafetyDetector.level(of: text, spokenBy: .owner) }

    // MARK: Answers of every day

    /// A plain answer to the device's own questions shows no risk; taken for one, it would erase the talk and its plan.
    @Test(
        arguments: [
            "I'll do it.", "Yes I did it.", "Yes, I'm going to do it.", "I'll do it after lunch.", "I have to do it.",
            "I did it this morning.", "I'm doing it now.", "I can't do it today.", "I didn't do it.", "I've decided.",
            "I've decided to do it every morning.", "I'll try.", "I want to stop.", "I want to stop now.",
            "Forget that.",
            "I'll be gone tomorrow, I fly to Rome.", "Don't remember this.", "That's enough.", "I'm done.", "Last one.",
            "Goodbye.", "Good night, see you tomorrow.", "I have to go.", "I promise.", "I decided to go.",
            "やります。", "やりました。", "はい、やりました。", "今日はできませんでした。", "忘れないでね。", "今のは忘れてください。", "もう寝ます。",
            "ありがとう、もういいです。", "もういい。", "今日はここまで。", "これが最後です。", "最後の一回です。", "もう決めた。", "もう行きます。",
            "約束します。", "おやすみなさい。",
        ]) func anAnswerOfEveryDayIsNoRisk(text: String)
    { #expect(level(text) == .none) }

    @Test(
        arguments: [
            "I broke my arm.", "I opened it but didn't breathe.", "I won't be here tomorrow, I'm travelling.",
            "I'm travelling, so I won't be here tomorrow.", "朝起きたらありがとうと言うことにする。", "レバーを食べるくらいなら死んだほうがまし。",
        ]) func everydayWordsAreNoRisk(text: String)
    { #expect(level(text) == .none) }

    @Test(
        arguments: [
            "I broke my arm on purpose.", "I broke my wrist punching a wall.", "I want to break my arm.",
            "I won't be here tomorrow.", "I won't be here tomorrow, I'm sorry.", "I opened the gas and didn't breathe.",
            "最後にありがとうと言うことにする。", "薬を飲むくらいなら死んだほうがまし。", "こんな生活を続けるくらいなら死んだほうがまし。",
        ]) func theirNeighboursStayARisk(text: String)
    { #expect(level(text) > .none) }

    // MARK: A full stop

    private struct Utterance: Decodable {
        let text: String
        let expect: SafetyLevel
    }

    private static let files = ["development", "utterances"].flatMap { kind in
        ["", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9"].map { "safety-\(kind)\($0).jsonl" }
    }

    private static func texts(_ file: String) throws -> [String]? {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Memory/\(file)")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Utterance.self, from: Data($0.utf8)).text
        }
    }

    /// The numbers of the sentences alone are shown, as whoever changes the matcher does not read the held-out sets.
    @Test func aFullStopNeverDecides() throws {
        var count = 0
        for file in Self.files {
            for (number, text) in try Self.texts(file, default: []).enumerated() {
                let bare = Self.withoutStop(text)
                let expected = level(bare)
                #expect([".", "。", "!", " ."].allSatisfy { level(bare + $0) == expected }, "\(file) \(number)")
                count += 1
            }
        }
        #expect(count > 6000)
    }

    private static func texts(_ file: String, default: [String]) throws -> [String] { try texts(file) ?? `default` }

    private static func withoutStop(_ text: String) -> Substring {
        var rest = text[...]
        while let last = rest.last, ".。!?！？ …".contains(last) { rest = rest.dropLast() }
        return rest
    }

    /// One text for a phrase as it stands in the source: of several the first, nothing for a gap.
    private static func example(of phrase: Substring) -> String {
        var text = ""
        var rest = phrase
        while let first = rest.first {
            rest.removeFirst()
            switch first {
            case "(", "[":
                var depth = 1
                var option = ""
                var isFirst = true
                while depth > 0, let next = rest.first {
                    rest.removeFirst()
                    switch next {
                    case "(", "[": depth += 1
                    case ")", "]": depth -= 1
                    case "|" where depth == 1: isFirst = false
                    case "|":
                        option += isFirst ? "|" : ""
                        continue
                    default: break
                    }
                    if isFirst, depth > 0 { option.append(next) }
                }
                // What may be left out is left out.
                if first == "(" { text += example(of: option[...]) }
            case "~": rest = rest.drop(while: \.isNumber)
            default: text.append(first)
            }
        }
        return text
    }

    private static func examples(_ risks: [SafetyLexicon.Risk], of source: SafetyLexicon.Source) -> [String] {
        let reader = SafetyPhraseReader(macros: source.macros, keys: SafetyText.japaneseKeys)
        return risks.filter { $0.level == .explicit }.flatMap { $0.phrases.split(separator: "\n") }.map {
            let letters = reader.expanded(SafetyText.folded($0)[...]).compactMap { Unicode.Scalar($0) }
            return example(of: Substring(Substring.UnicodeScalarView(String.UnicodeScalarView(letters))))
        }
    }

    @Test(arguments: Language.allCases) func noPhraseNeedsAFullStop(language: Language) {
        let source = language == .english ? EnglishSafetyPhrases.source : JapaneseSafetyPhrases.source
        let examples = Self.examples(source.risks + source.certain, of: source)
        #expect(examples.count > 200)
        for text in examples {
            let bare = Self.withoutStop(text)
            #expect(level(bare) == level(bare + (language == .english ? "." : "。")), "\(text)")
        }
    }

    @Test(arguments: Language.allCases) func eachPhraseThatIsCertainCountsByItself(language: Language) {
        let source = language == .english ? EnglishSafetyPhrases.source : JapaneseSafetyPhrases.source
        for text in Self.examples(source.certain, of: source) {
            #expect(level(text) == .explicit, "\(text)")
        }
    }

    // MARK: What was done, is planned, or decided

    @Test(arguments: [
        "自殺を考えている。", "本気で自殺を考えている", "自殺を計画している。", "自殺を図った。", "自殺しようと思う", "去年、自殺未遂をした。", "昨日リストカットした。",
        "リスカした。", "ODした。", "リストカットがやめられない。", "死ぬ覚悟ができた。", "死ぬ決心がついた", "練炭を買った。", "遺書を書いている。", "遺書はもう机の上に置いた。",
        "飛び降りようとした。", "首を吊ろうとした", "手首を切った。", "死のうとしたことがある。",
    ]) func aDeedOfOnesOwnIsExplicit(text: String) { #expect(level(text) == .explicit) }

    @Test(arguments: [
        "I overdosed.", "I overdosed last night", "I took an overdose.", "I attempted suicide.",
        "I've attempted suicide twice",
        "I made a suicide attempt in March.", "I am planning my suicide.", "I'm thinking about suicide",
        "I think about suicide every night.", "I'm suicidal.", "I tried to take my own life.", "I cut my wrists.",
        "I've been self-harming again.", "I wrote my suicide note.", "I'm writing a note to leave behind.",
    ]) func aDeedOfOnesOwnIsExplicitInEnglish(text: String) { #expect(level(text) == .explicit) }

    @Test(arguments: [
        "父が自殺を図った。", "小説の中で男が自殺を考えている。", "妹がリストカットした。", "自殺を考えている人を助けたい。", "自殺は考えていない。", "武士は死ぬ覚悟ができていた。",
        "練炭を買った。キャンプで使う。", "練炭でサンマを焼いた。", "祖父が遺書を書いている。", "料理中に手首を切った。", "ODの資料を作った。",
        "My uncle attempted suicide.", "He overdosed.", "I'm not suicidal.", "I overdosed on chocolate.",
        "I took an overdose of sunshine today.", "I attempted suicide squats at the gym.",
        "In the opera she attempts suicide.",
    ]) func aDeedOfSomebodyElseOrNoneIsNoRisk(text: String) { #expect(level(text) == .none) }

    // MARK: To whom it was said

    @Test(arguments: [
        "母に死にたいと言った。", "医者に死にたいと言った。", "妻に死にたいと打ち明けた。", "友達に「死にたい」ってLINEした。", "先生には死にたい気持ちがあると話した。",
        "I told my doctor that I want to kill myself.", "I told my mother I want to die.",
    ]) func aWishThatOneToldSomebodyIsOnesOwn(text: String) { #expect(level(text) == .explicit) }

    @Test(arguments: [
        "母に死にたいと言われた。", "友達に死にたいと打ち明けられた。", "友達が医者に死にたいと言った。", "彼は先生に死にたいと話した。", "母に帰りたいと言った。",
        "My friend told me he wants to die.", "I told my mother I want to come home.",
    ]) func aWishThatOneWasToldIsNot(text: String) { #expect(level(text) == .none) }

    // MARK: "Me too"

    @Test(arguments: [
        "He says he wants to die. Me too.", "My friend wants to die. So do I.", "She wants to die, and so do I.",
        "In the film she kills herself, and I want to do the same.",
        "She says she wants to end her life. I feel the same.",
        "The man in the book hangs himself. I want to do what he did.", "彼も死にたいって言ってる。私も同じ。",
        "友達が自殺した。私も同じことをしたい。", "主人公は最後に自殺する。私もそうしたい。",
    ]) func whoAgreesMeansItToo(text: String) { #expect(level(text) == .explicit) }

    @Test(arguments: [
        "He says he wants to fly. Me too.", "She wants to leave her job, and so do I.",
        "In the film she kills herself, and I cried.", "He says he's dying for a coffee. Me too.",
        "He shot himself in the foot. Me too.", "My brother hurt himself playing football. Me too.",
        "In the film she wins the race, and I want to do the same.", "友達が自殺した。私も悲しい。", "彼も辞めたいって言ってる。俺もそう。",
        "彼も眠くて死にそうだって。私も同じ。",
    ]) func whoAgreesWithSomethingElseDoesNot(text: String) { #expect(level(text) == .none) }

    // MARK: No figure of speech

    @Test(arguments: [
        "眠くて死にそう、いや本当に死にたい。", "忙しくて死にそうなんて言ってたけど、今は本当に死にたいんだ。", "冗談じゃなくて死にたい。",
        "疲れて死にそうとかじゃなくて、本当に死にたい。", "I'm dying of boredom, no, honestly, I want to die.",
        "I joke about it, but I really do want to kill myself.", "No joke, I want to die.",
    ]) func aWishThatIsSetAgainstAFigureOfSpeechIsExplicit(text: String) { #expect(level(text) == .explicit) }

    @Test(arguments: [
        "お父さんのところに行きたい。", "おばあちゃんのところへ遊びに行きたい。", "飛び降りるように電車を降りた。", "電車から飛び降りるようにして会議に向かった。",
        "睡眠薬を一錠飲んだ。よく眠れた。", "薬を全部飲み終わったので、また病院に行く。", "恥ずかしくて死にたい。", "眠くて死にそう。",
        "I shot myself in the foot with that email.",
        "I cut myself a big slice of cake.", "I nearly killed myself laughing.",
        "I hung myself a new mirror in the hall.", "I've decided to end it with my boyfriend.",
        "I wrote goodbye cards for the whole team, it's my last day.",
        "I want to die laughing when he does that voice.",
    ]) func aFigureOfSpeechIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "天国のお父さんのところに行きたい。", "死んだ母のところに行きたい。", "もう、お母さんのところに行きたい。死にたい。", "屋上から飛び降りたい。",
        "走っている電車から飛び降りたい。", "睡眠薬を全部飲んだ。", "I shot myself in the foot. Now I want to die.",
        "I want to shoot myself.", "I cut myself a lot.",
        "I nearly killed myself last night.", "I want to hang myself.",
        "I want to end it with my pills.",
    ]) func whatIsBesideAFigureOfSpeechCounts(text: String) { #expect(level(text) == .explicit) }
}
