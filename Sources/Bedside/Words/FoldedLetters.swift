/// Folds spellings of the same letters together: full and half width, capital and small letters, katakana and hiragana,
/// and kana whose voicing mark is a character of its own. All else stays, punctuation and spaces too.
///
/// For comparing only. The standard library has no public compatibility normalization (NFKC); this covers what
/// keyboards and voice transcripts produce in the two languages.
enum FoldedLetters {
    /// Appends a code point to a folded text. A voicing mark changes the kana before it and adds nothing.
    static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt32]) {
        switch scalar.value {
        case 0x41...0x5A: folded.append(scalar.value + 0x20)
        case 0x00...0x7F, 0x3041...0x3096, 0x3400...0x9FFF: folded.append(scalar.value)
        case 0x30A1...0x30F6: folded.append(scalar.value - 0x60)
        case 0xFF21...0xFF3A: folded.append(scalar.value - 0xFEE0 + 0x20)
        case 0xFF01...0xFF5E: folded.append(scalar.value - 0xFEE0)
        case 0xFF61...0xFF9D: folded.append(halfWidth[Int(scalar.value) - 0xFF61])
        case 0x3000, 0xA0: folded.append(space)
        case 0x2018, 0x2019, 0x02BC: folded.append(apostrophe)
        case 0x3099, 0x309B, 0xFF9E: mark(&folded, by: 1)
        case 0x309A, 0x309C, 0xFF9F: mark(&folded, by: 2)
        default: folded += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
        }
    }

    static let space: UInt32 = 0x20
    static let apostrophe: UInt32 = 0x27

    /// U+FF61 to U+FF9D: punctuation and half-width kana.
    private static let halfWidth =
        "。「」、・をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん".unicodeScalars
        .map(\.value)

    /// Voices the last kana: か to が and は to ば by 1, は to ぱ by 2. Any other code point stays as it is.
    private static func mark(_ folded: inout [UInt32], by step: UInt32) {
        guard let kana = folded.popLast() else { return }
        let takesMark = step == 1 ? takesVoicedMark : takesSemivoicedMark
        switch kana {
        case 0x3046 where step == 1: folded.append(0x3094)
        case _ where takesMark.contains(kana): folded.append(kana + step)
        default: folded.append(kana)
        }
    }

    private static let takesVoicedMark = Set("かきくけこさしすせそたちつてとはひふへほ".unicodeScalars.map(\.value))
    private static let takesSemivoicedMark = Set("はひふへほ".unicodeScalars.map(\.value))
}
