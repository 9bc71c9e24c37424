/// Compares what a voice has said with what it was to say (MIND-4). A voice model is no reader: it may change a word, and
/// one word can turn an act into its opposite.
public enum SpokenText {
    public enum Match: String, Hashable, Sendable {
        /// Letter by letter, but for spaces.
        case exact
        /// Word for word: punctuation, spaces, case, width and the two kana make no difference.
        case loose
    }

    /// Nil: a word more, less or other.
    public static func match(_ said: String, of text: String) -> Match? {
        if said.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace) { return .exact }
        let wanted = folded(text)
        return !wanted.isEmpty && folded(said) == wanted ? .loose : nil
    }

    private static func folded(_ text: String) -> [UInt32] {
        var folded: [UInt32] = []
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format:
                continue
            // A percent sign, a plus and their like are words.
            case .otherPunctuation where !"%％&＆@＠#＃*＊/／".unicodeScalars.contains(scalar): continue
            default: append(scalar, to: &folded)
            }
        }
        return folded
    }

    /// Small letters for capital ones, full width for half, hiragana for katakana, one character for a kana and its mark.
    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt32]) {
        switch scalar.value {
        case 0x30A1...0x30F6: folded.append(scalar.value - 0x60)
        case 0xFF21...0xFF3A: folded.append(scalar.value - 0xFEE0 + 0x20)
        case 0xFF01...0xFF5E: folded.append(scalar.value - 0xFEE0)
        case 0xFF66...0xFF9D: folded.append(halfWidth[Int(scalar.value) - 0xFF66])
        case 0x3099, 0x309B, 0xFF9E: mark(&folded, by: 1)
        case 0x309A, 0x309C, 0xFF9F: mark(&folded, by: 2)
        default: folded += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
        }
    }

    /// U+FF66 to U+FF9D.
    private static let halfWidth =
        "をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん".unicodeScalars
        .map(\.value)

    private static func mark(_ folded: inout [UInt32], by step: UInt32) {
        guard let kana = folded.popLast() else { return }
        let takesMark = step == 1 ? takesVoicedMark : takesSemivoicedMark
        if step == 1, kana == 0x3046 {
            folded.append(0x3094)
        } else {
            folded.append(takesMark.contains(kana) ? kana + step : kana)
        }
    }

    private static let takesVoicedMark = Set("かきくけこさしすせそたちつてとはひふへほ".unicodeScalars.map(\.value))
    private static let takesSemivoicedMark = Set("はひふへほ".unicodeScalars.map(\.value))
}
