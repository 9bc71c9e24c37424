/// A text made comparable: Latin letters in lower case, full-width and half-width forms unified, katakana as hiragana,
/// Latin words without apostrophes. At most `limit` code points are read.
///
/// The standard library has no public compatibility normalization (NFKC); this covers what keyboards, voice
/// transcripts and the two languages produce.
struct FoldedLine: Sendable {
    static let limit = 2_000

    /// A Latin word, and the clause that it stands in: punctuation begins the next one.
    struct Word: Hashable, Sendable {
        var text: String
        var clause: Int
        var sentence: Int
    }

    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var words: [Word] = []

    init(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars.prefix(Self.limit) { append(scalar) }
        splitWords()
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A: scalars.append(Self.moved(scalar, by: 0x20))
        case 0x00...0x7F: scalars.append(scalar)
        case 0xFF21...0xFF3A: scalars.append(Self.moved(scalar, by: 0x20 - 0xFEE0))
        case 0xFF01...0xFF5E: scalars.append(Self.moved(scalar, by: -0xFEE0))
        case 0x3000, 0xA0: scalars.append(" ")
        case 0x2018, 0x2019, 0x02BC: scalars.append("'")
        case 0x30A1...0x30F6: scalars.append(Self.moved(scalar, by: -0x60))
        case 0x3099, 0x309A, 0xFF9E, 0xFF9F: voice(half: scalar.value == 0x309A || scalar.value == 0xFF9F)
        case 0xFF70: appendLongMark()
        case 0x30FC: appendLongMark()
        case 0xFF66...0xFF9D:
            let index = Int(scalar.value) - 0xFF66
            if Self.halfWidth.indices.contains(index) { scalars.append(Self.halfWidth[index]) }
        default: scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
    }

    /// "つかれたーー" is said with one mark or with three.
    private mutating func appendLongMark() {
        if scalars.last != "ー" { scalars.append("ー") }
    }

    /// Adds a sound mark, which half-width kana carry as a character of their own, to the kana before it.
    private mutating func voice(half: Bool) {
        guard let last = scalars.last else { return }
        let rows = half ? Self.takesHalfMark : Self.takesMark
        guard rows.contains(last) else { return }
        scalars[scalars.count - 1] = last == "う" ? "ゔ" : Self.moved(last, by: half ? 2 : 1)
    }

    private static func moved(_ scalar: Unicode.Scalar, by distance: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(Int(scalar.value) + distance)) ?? scalar
    }

    private static let halfWidth = Array(
        "をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん".unicodeScalars)
    private static let takesMark = Set("うかきくけこさしすせそたちつてとはひふへほ".unicodeScalars)
    private static let takesHalfMark = Set("はひふへほ".unicodeScalars)

    private mutating func splitWords() {
        var word = ""
        var (clause, sentence) = (0, 0)
        func isLetter(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39, 0xDF...0xF6, 0xF8...0x24F: true
            default: false
            }
        }
        for scalar in scalars {
            if isLetter(scalar) {
                word.unicodeScalars.append(scalar)
                continue
            }
            if scalar == "'" { continue }
            if !word.isEmpty { words.append(Word(text: word, clause: clause, sentence: sentence)) }
            word = ""
            if Self.endsSentence(scalar) { sentence += 1 }
            if Self.endsSentence(scalar) || ",;:、()\u{2014}\u{2026}".unicodeScalars.contains(scalar) { clause += 1 }
        }
        if !word.isEmpty { words.append(Word(text: word, clause: clause, sentence: sentence)) }
    }

    static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "!", "?", "。", "\n": true
        default: false
        }
    }

    static func isKana(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x3096).contains(scalar.value) || scalar == "ー" }

    static func isKanji(_ scalar: Unicode.Scalar) -> Bool {
        (0x4E00...0x9FFF).contains(scalar.value) || (0x3400...0x4DBF).contains(scalar.value) || scalar == "々"
    }
}
