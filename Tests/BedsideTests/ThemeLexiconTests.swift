import TestKit
import Testing

@testable import Bedside

/// MIND-6: the themes of what an owner says.
@Suite(.requirement("MIND-6"))
struct ThemeLexiconTests {
    private func themes(_ text: String) -> [Theme] { ThemeLexicon.shared.themes(of: [FoldedLine(text)]) }

    @Test(arguments: [
        ("I was so angry at him", Theme.anger), ("会議で腹が立った", .anger), ("ふあんで しかたない", .worry),
        ("I couldn't sleep", .sleep),
        ("なかなか眠れなかった", .sleep), ("集中できなかった", .restlessness), ("Haven't practised, gave up after a week", .returning),
    ]) func aThemeIsFound(text: String, theme: Theme) {
        #expect(themes(text).contains(theme), "\(themes(text))")
    }

    @Test(arguments: [
        ("きょうは怒らなかった", Theme.anger), ("怒ってはいない", .anger), ("不安はなかった", .worry), ("心配していません", .worry),
        ("それほど疲れていない", .tiredness), ("焦らずにやれた", .patience), ("I was not angry", .anger),
        ("I didn't get angry at all", .anger),
        ("never felt worried", .worry), ("no longer jealous", .comparison),
    ]) func aNegatedFeelingIsNoTheme(text: String, theme: Theme) {
        #expect(!themes(text).contains(theme), "\(themes(text))")
    }

    @Test(arguments: [
        ("不安でしかたない", Theme.worry), ("疲れがとれない", .tiredness), ("怒りがおさまらない", .anger), ("不安で眠れなかった", .worry),
        ("怒らないようにしたい", .anger), ("I couldn't stop worrying", .worry), ("I couldn't help feeling jealous", .comparison),
        ("I did not eat because I was worried", .worry), ("never felt so lonely", .loneliness),
        ("I couldn't sleep, I was so angry", .anger),
    ]) func aNegationThatBelongsElsewhereHidesNothing(text: String, theme: Theme) {
        #expect(themes(text).contains(theme), "\(themes(text))")
    }

    @Test func aNegationReachesFourTokensAndNotFive() {
        #expect(themes("not in the very least angry").contains(.anger) == true)
        #expect(themes("not in the least angry").contains(.anger) == false)
    }

    @Test(arguments: [
        ("死ぬほど眠い", Theme.grief), ("うれし泣きした", .grief), ("上司に怒られた", .anger), ("tears of joy today", .grief),
    ])
    func anIdiomHidesItsWords(text: String, theme: Theme) {
        #expect(!themes(text).contains(theme), "\(themes(text))")
    }

    @Test func widthKanaAndCaseMakeNoDifference() {
        #expect(FoldedLine("ｲﾗｲﾗ ガッカリ ＯＫ").scalars == FoldedLine("イライラ　がっかり ok").scalars)
        #expect(FoldedLine("ﾊﾟﾁﾝｺ").scalars == FoldedLine("ぱちんこ").scalars)
        #expect(FoldedLine("カ\u{3099}").scalars == FoldedLine("が").scalars)
        #expect(FoldedLine("つかれたーーー").scalars == FoldedLine("ﾂｶﾚﾀｰ").scalars)
        #expect(FoldedLine("I Don’t KNOW").words.map(\.text) == ["i", "dont", "know"])
    }

    @Test func theLastMentionedOfTwoComesFirst() {
        #expect(themes("疲れたけど、楽しかった").first == .joy)
        #expect(themes("It was fun but I am exhausted").first == .tiredness)
    }

    @Test func theNewestLineCountsMost() {
        let lines = ["今日は寂しかった", "腹が立った", "腹が立った"].map { FoldedLine($0) }
        #expect(ThemeLexicon.shared.themes(of: lines).prefix(2) == [.loneliness, .anger])
    }

    @Test(arguments: ["", "。。。", "blub", "ふ", "\u{FFFD}\u{0}🙂", "～～～"]) func textWithoutAThemeFallsBack(text: String) {
        #expect(themes(text).isEmpty)
        #expect(ThemeLexicon.filledUp([]) == [.returning, .selfBlame, .habit])
    }

    @Test func everyThemeHasThreeOthersBesideIt() {
        for theme in Theme.allCases {
            #expect(Set(theme.related).subtracting([theme]).count == 3)
            #expect(ThemeLexicon.filledUp([theme]).count == 3)
        }
        #expect(Theme.allCases.count == 20 && EmotionLabel.allCases.count == 12)
    }

    @Test func anExpressionIsNotEmptyAndHasNoCapital() {
        for list in ThemeLexicon.englishEntries.flatMap(\.lists) {
            let odd = list.text.filter { !$0.isLowercase && !" ,*~\n0123456789".contains($0) }
            #expect(odd.isEmpty, "\(odd)")
        }
        let lexicon = ThemeLexicon.shared
        #expect((8_000...12_000).contains(lexicon.expressionCount), "\(lexicon.expressionCount)")
        #expect(lexicon.bytes < 768 * 1024, "\(lexicon.bytes)")
    }

    /// The sets by which the lexicon was made; those that judge it are in `HeldOutReflectionsTests`.
    @Test(arguments: ["reflections-development.jsonl", "reflections-development-2.jsonl"])
    func theDevelopmentSetIsFound(file: String) throws {
        let reflections = try Reflections(file: file)
        #expect(reflections.lines.count >= 80)
        let score = reflections.score()
        print("development set \(file)\n\(reflections.table)")
        #expect(score.firstShare >= 0.9 && score.threeShare >= 0.95, "\(reflections.table)")
    }

    /// Two thousand characters, all that is ever read of a line, of words that match often.
    @Test func aLongLineTakesNoLongerThanItMay() {
        let line = String(repeating: "怒って不安で疲れて眠れなくて I was angry and tired and worried ", count: 200)
        let text = FoldedLine(line)
        #expect(text.scalars.count <= FoldedLine.maximumLength)
        _ = ThemeLexicon.shared.themes(of: [text])
        // 0.8 ms with optimization on a 3 GHz core, a sentence 0.04 ms; without it some fifty times as long.
        let time = ContinuousClock().measure { _ = ThemeLexicon.shared.themes(of: [text]) }
        #expect(time < .seconds(1), "\(time)")
    }
}
