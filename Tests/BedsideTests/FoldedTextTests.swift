import Testing

@testable import Bedside

/// The form in which the words of two speakers are compared.
@Suite(.requirement("MIND-3"))
struct FoldedTextTests {
    @Test(arguments: [
        ("ＡＢＣ １２３", "abc123"), ("ｶﾞｷﾞﾊﾟｰ", "がぎぱー"), ("カ\u{3099}", "が"), ("ヴァイオリン", "ゔぁいおりん"),
        ("コーヒー、ください！", "こーひーください"), ("It’s — “fine”.", "itsfine"), ("Café naïve", "cafenaive"), ("cafe\u{301}", "cafe"),
        ("①②", "12"), ("Straße", "strasse"), ("々", "々"), ("🌙 zzz", "zzz"), ("ﾟ", "ﾟ"), ("三時半", "三時半"),
    ])
    func widthCaseKanaAndPunctuationMakeNoDifference(text: String, folded: String) {
        #expect(FoldedText(text) == FoldedText(folded))
    }

    @Test func differentWordsStayDifferent() {
        for (one, other) in [("びょういん", "びよういん"), ("コーヒー", "コヒ"), ("six", "sixty"), ("由紀", "由香"), ("が", "か")] {
            #expect(FoldedText(one) != FoldedText(other))
        }
    }

    @Test func findsWordsWithoutAGap() {
        let line = FoldedText("うん、コーヒーは三時まで！")
        #expect(line.contains(FoldedText("こーひーは、三時")))
        #expect(!line.contains(FoldedText("コーヒー三時")))
        #expect(!line.contains(FoldedText("")))
        #expect(!FoldedText("").contains(line))
        #expect(line.range(of: FoldedText("三時")) == 7..<9)
    }

    @Test func overlapIsFromNothingToAll() {
        let one = FoldedText("I like strong coffee")
        #expect(one.overlap(with: FoldedText("i LIKE strong coffee!")) == 1)
        #expect(one.overlap(with: FoldedText("ぜんぜん")) == 0)
        #expect(one.overlap(with: FoldedText("")) == 0)
        #expect(FoldedText("").overlap(with: FoldedText("")) == 0)
        let near = one.overlap(with: FoldedText("I like weak coffee"))
        #expect(near > 0.5 && near < 0.9)
    }

    /// Pairs that are scattered over a long speech are no quote.
    @Test func aQuoteStandsCloseTogether() {
        let quote = FoldedText("the red bicycle")
        let near = quote.bestOverlap(in: FoldedText("so anyway, the, um, red bicycle of mine is gone"))
        #expect(near.share >= 0.6)
        let scattered = FoldedText(
            "there we are. her edge was fine. one red thing, then many long weeks without any bike, a cycle of rain and clear days"
        )
        #expect(quote.bestOverlap(in: scattered).share < 0.6)
        #expect(quote.bestOverlap(in: FoldedText("")).share == 0)
    }

    @Test func aTextOfAnyLengthIsFoldedWithinItsBound() {
        #expect(FoldedText(String(repeating: "あ", count: 100_000)).count == FoldedText.maximumLength)
    }
}
