/// The parts of a line whose weights `ThemeWeights` has: stems of English words, pairs of neighbouring stems, and the
/// beginnings of long ones; single kanji, and every two and three neighbouring kana or kanji.
///
/// `Tests/Memory/learn_themes.py` takes the same parts from the lines by which it learns.
struct LineFeatures {
    /// Hashes of the parts, each once.
    private(set) var keys: Set<UInt64> = []

    /// - Parameter hidden: Places of words and of characters that belong to an idiom and say nothing by themselves.
    init(_ line: FoldedLine, hidden: (words: Set<Int>, characters: Set<Int>) = ([], [])) {
        addWords(of: line, without: hidden.words)
        addCharacters(of: line, without: hidden.characters)
    }

    private static let beginning = 5

    private mutating func addWords(of line: FoldedLine, without hidden: Set<Int>) {
        var previous: [Unicode.Scalar] = []
        for (place, word) in line.words.enumerated() {
            guard !hidden.contains(place) else {
                previous = []
                continue
            }
            let stem = Self.stem(of: word.text)
            keys.insert(TextHash.of(stem))
            if stem.count > Self.beginning { keys.insert(TextHash.of(stem.prefix(Self.beginning) + ["*"])) }
            if !previous.isEmpty { keys.insert(TextHash.of(previous + [" "] + stem)) }
            previous = stem
        }
    }

    private mutating func addCharacters(of line: FoldedLine, without hidden: Set<Int>) {
        var run: [Unicode.Scalar] = []
        for (place, scalar) in line.scalars.enumerated() {
            let isKanji = FoldedLine.isKanji(scalar)
            guard isKanji || FoldedLine.isKana(scalar), !hidden.contains(place) else {
                run = []
                continue
            }
            run = run.suffix(2) + [scalar]
            if isKanji { keys.insert(TextHash.of([scalar])) }
            if run.count > 1 { keys.insert(TextHash.of(run.suffix(2))) }
            if run.count > 2 { keys.insert(TextHash.of(run)) }
        }
    }

    private static let endings: [(ending: [Unicode.Scalar], replacement: [Unicode.Scalar])] = [
        (["i", "e", "s"], ["y"]), (["i", "n", "g"], []), (["e", "d"], []), (["e", "s"], []), (["s"], []),
        (["l", "y"], []),
    ]

    /// A word without its ending, so that "waited", "waits" and "waiting" are one: coarse, and the same in learning.
    static func stem(of word: String) -> [Unicode.Scalar] {
        var stem = Array(word.unicodeScalars)
        let found = endings.first {
            stem.count - $0.ending.count >= 3 && stem.suffix($0.ending.count) == $0.ending[...]
        }
        if let found {
            stem = stem.dropLast(found.ending.count) + found.replacement
            if stem.count > 3, let last = stem.last, last == stem.dropLast().last, last != "s", last != "l" {
                stem.removeLast()
            }
        }
        if stem.count > 4, stem.last == "e" { stem.removeLast() }
        return stem
    }
}
