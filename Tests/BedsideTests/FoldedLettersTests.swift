import Testing

@testable import Bedside

/// What counts as the same letter for memory, teachings and safety.
struct FoldedLettersTests {
    private func folded(_ text: String) -> String {
        var letters: [UInt32] = []
        for scalar in text.unicodeScalars { FoldedLetters.append(scalar, to: &letters) }
        return String(String.UnicodeScalarView(letters.compactMap(Unicode.Scalar.init)))
    }

    @Test(arguments: [
        ("ABC xyz 09", "abc xyz 09"), ("ＡＢＣ　ｘｙｚ　０９！", "abc xyz 09!"), ("ÀÉÖ", "àéö"), ("İ", "i\u{307}"),
        ("カタカナ", "かたかな"), ("ｶﾀｶﾅ", "かたかな"), ("ｶﾞｷﾞﾊﾟ", "がぎぱ"), ("か\u{3099}は\u{309A}", "がぱ"), ("ﾊﾟｰﾃｨｰ", "ぱーてぃー"),
        ("う゛ヴｳﾞ", "ゔゔゔ"), ("か゜ア゛", "かあ"), ("\u{3099}", ""), ("｡｢｣､･", "。「」、・"), ("漢字々", "漢字々"),
        ("I’m ‘ok’ ʼ", "i'm 'ok' '"), ("", ""), ("🙂", "🙂"),
    ]) func spellingsOfTheSameLettersAreAlike(text: String, expected: String) {
        #expect(folded(text) == expected)
    }

    /// The half-width forms in their order: none may be mapped to its neighbour.
    @Test func everyHalfWidthFormIsItsFullWidthForm() {
        let half = "｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ"
        let full = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        #expect(half.unicodeScalars.count == 0xFF9D - 0xFF61 + 1)
        #expect(folded(half) == folded(full))
    }

    @Test func everyCodePointIsFoldedWithoutATrapAndStaysFolded() {
        for value in (UInt32(0)...0x1_1000) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = folded("あ" + String(scalar))
            #expect(folded(once) == once)
        }
    }
}
