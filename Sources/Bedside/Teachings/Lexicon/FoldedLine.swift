/// A line of folded letters, with its Latin words and where its clauses and sentences end. Words are without
/// apostrophes; a row of long marks counts as one.
struct FoldedLine: Sendable {
    /// The longest line that is read, in code points.
    static let maximumLength = 2_000

    /// A Latin word, and the clause that it stands in: punctuation begins the next one.
    struct Word: Hashable, Sendable {
        var text: String
        var clause: Int
        var sentence: Int
    }

    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var words: [Word] = []

    init(_ text: some StringProtocol) {
        var letters: [UInt32] = []
        for scalar in text.unicodeScalars.prefix(Self.maximumLength) { FoldedLetters.append(scalar, to: &letters) }
        for scalar in letters.compactMap(Unicode.Scalar.init) {
            // "つかれたーー" is said with one long mark or with three.
            if scalar != "ー" || scalars.last != scalar { scalars.append(scalar) }
        }
        splitWords()
    }

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
