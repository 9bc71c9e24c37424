/// The places of a text at which something is named, as whoever reads it would see it: "art" is not named by "heart", and
/// 京都 not by 東京都 (M-8).
struct NamedPlaces {
    private let letters: [Unicode.Scalar]
    private let folded: FoldedText

    init(_ text: String) {
        letters = Array(text.unicodeScalars.prefix(FoldedText.maximumLength))
        folded = FoldedText(text)
    }

    /// What stands before a name in one run of kanji and leaves it the same name: 元夫, 前職.
    private static let before = Set("元前新旧亡故実義愛".unicodeScalars)
    /// What makes somebody else of a name of one kanji: 祖父.
    private static let others = Set("祖".unicodeScalars)

    /// Whether the name stands in the text as words of its own.
    func hold(_ name: FoldedText) -> Bool {
        guard !name.isEmpty, name.count <= folded.count else { return false }
        return (0...(folded.count - name.count)).contains { start in
            let end = start + name.count
            return folded.scalars[start..<end].elementsEqual(name.scalars) && isNamed(start..<end)
        }
    }

    private func isNamed(_ range: Range<Int>) -> Bool {
        let places = folded.places[range]
        guard let first = places.first, let last = places.last, letters.indices.contains(last) else { return false }
        return isFree(first, before: true, isSingle: range.count == 1)
            && isFree(last, before: false, isSingle: range.count == 1)
    }

    /// Whether a name can begin (or end) with this letter, seen from the one beside it.
    private func isFree(_ place: Int, before isStart: Bool, isSingle: Bool) -> Bool {
        let neighbour = isStart ? place - 1 : place + 1
        guard letters.indices.contains(neighbour) else { return true }
        let (letter, beside) = (letters[place], letters[neighbour])
        guard Self.script(letter) == Self.script(beside) else { return true }
        switch Self.script(letter) {
        case .latin, .digit, .katakana: return false
        case .none: return true
        // The head of a compound comes last: 愛犬 is a dog, and 犬小屋 is none. A name goes on as 田中先生.
        case .kanji where isSingle: return isStart && !Self.others.contains(beside)
        case .kanji: return !isStart || Self.before.contains(beside)
        }
    }

    private static func script(_ letter: Unicode.Scalar) -> OwnWords.Script {
        letter == "ー" ? .katakana : OwnWords.script(of: letter)
    }
}

extension FoldedText {
    /// Whether it says what is to be forgotten: two letters, or one kanji.
    var isLongEnoughToForget: Bool {
        count >= 2 || scalars.first.map { (0x3400...0x9FFF).contains($0) } ?? false
    }
}
