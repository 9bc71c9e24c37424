import TestKit
import Testing

@testable import Bedside

/// MIND-6: what a day hints at without naming it.
@Suite(.requirement("MIND-6"))
struct ThemeWeightsTests {
    /// The expected parts are those that `parts` in Tests/Memory/learn_themes.py gives: finding takes a line apart as
    /// learning did.
    @Test(arguments: [
        (
            "I waited for the LADIES' dresses, running hopefully.",
            [
                "i", "i wait", "wait", "wait for", "for", "for the", "the", "the lady", "lady", "lady dress", "dress",
                "dress run", "run", "run hopeful", "hopeful", "hopef*",
            ]
        ),
        (
            "ｶﾞｯｶﾘ、父が３回ねたーー。",
            ["3", "がっ", "っか", "かり", "がっか", "っかり", "父", "父が", "回", "回ね", "ねた", "たー", "回ねた", "ねたー"]
        ),
        ("Café closes", ["café", "café clos", "clos"]), ("。。。", []),
    ]) func aLineHasThePartsByWhichItWasLearned(text: String, parts: [String]) {
        #expect(Set(LineFeatures(FoldedLine(text)).keys) == Set(parts.map { TextHash.of($0.unicodeScalars) }))
    }

    @Test func whatAnIdiomTakesIsNoPart() {
        let line = FoldedLine("one two three 一二三四")
        let characters = line.scalars.indices.filter { "二三".unicodeScalars.contains(line.scalars[$0]) }
        let found = LineFeatures(line, hidden: (words: [1], characters: Set(characters))).keys
        #expect(Set(found) == Set(["one", "thre", "一", "四"].map { TextHash.of($0.unicodeScalars) }))
    }

    /// No word of feeling in any of them, and in none an expression of the lexicon for the theme.
    @Test(arguments: [
        ("The seat beside mine stayed empty at the wedding.", Theme.loneliness),
        ("Her coat still hangs in the hall, and I can't give it to the shop.", .grief),
        ("I stood in front of the shelf and put a third pair in the basket.", .desire),
        ("子どもの部屋が片づいて、声がしなくなった。", .impermanence), ("玄関の鍵を見に、また引き返した。", .worry),
        ("昨日は飲んでしまったので、今日からまた数え直す。", .returning),
    ]) func hintsAddUpToATheme(text: String, theme: Theme) {
        let found = ThemeLexicon.shared.themes(of: [FoldedLine(text)])
        #expect(found.prefix(3).contains(theme), "\(found)")
    }

    @Test func everyPartIsListedOnceForATheme() {
        #expect(ThemeWeights.lists.map(\.theme) == Theme.allCases)
        for list in ThemeWeights.lists {
            let parts = list.groups.flatMap { $0.parts.split { $0 == "," || $0 == "\n" } }
            #expect(parts.count > 500 && Set(parts).count == parts.count, "\(list.theme): \(parts.count)")
            #expect(list.groups.allSatisfy { (1...32).contains($0.weight) }, "\(list.theme)")
        }
        #expect(ThemeWeights.shared.bytes < 320 * 1024, "\(ThemeWeights.shared.bytes)")
    }
}
