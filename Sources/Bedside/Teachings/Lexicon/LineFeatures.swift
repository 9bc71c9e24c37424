/// The parts of a line whose weights `ThemeWeights` has: stems of English words, pairs of neighbouring stems, and the
/// beginnings of long ones; single kanji, and every two and three neighbouring kana or kanji.
///
/// `Tests/Memory/learn_themes.py` takes the same parts from the lines by which it learns.
struct LineFeatures {
    /// Hashes of the parts, each once.
    private(set) var keys: [UInt64] = []

    /// - Parameter hidden: Places of words and of characters that belong to an idiom and say nothing by themselves.
    init(_ line: FoldedLine, hidden: (words: Set<Int>, characters: Set<Int>) = ([], [])) {
        addWords(of: line, without: hidden.words)
        addCharacters(of: line, without: hidden.characters)
        keys.sort()
        var last: UInt64?
        keys.removeAll { key in
            defer { last = key }
            return key == last
        }
    }

    private static let beginning = 5

    private mutating func addWords(of line: FoldedLine, without hidden: Set<Int>) {
        var previous: TextHash?
        for (place, word) in line.words.enumerated() {
            guard !hidden.contains(place) else {
                previous = nil
                continue
            }
            let stem = Self.stem(of: word.text)
            let hash = TextHash(stem)
            keys.append(hash.value)
            if stem.count > Self.beginning {
                var beginning = TextHash(stem.prefix(Self.beginning))
                beginning.append("*")
                keys.append(beginning.value)
            }
            if var pair = previous {
                pair.append(" ")
                for scalar in stem { pair.append(scalar) }
                keys.append(pair.value)
            }
            previous = hash
        }
    }

    private mutating func addCharacters(of line: FoldedLine, without hidden: Set<Int>) {
        // The last character's hash, and that of the last two.
        var one: TextHash?
        var two: TextHash?
        for (place, scalar) in line.scalars.enumerated() {
            let isKanji = FoldedLine.isKanji(scalar)
            guard isKanji || FoldedLine.isKana(scalar), hidden.isEmpty || !hidden.contains(place) else {
                (one, two) = (nil, nil)
                continue
            }
            two?.append(scalar)
            one?.append(scalar)
            let alone = TextHash([scalar])
            if isKanji { keys.append(alone.value) }
            if let one { keys.append(one.value) }
            if let two { keys.append(two.value) }
            (one, two) = (alone, one)
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
