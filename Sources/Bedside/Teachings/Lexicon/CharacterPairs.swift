/// An index of the teachings by pairs of neighbouring Japanese characters, single kanji, and English words as written,
/// for choosing among teachings of one theme by the words that they share with the owner's.
///
/// SQLite's trigram tokenizer cannot find two-character Japanese words, so the index is made here, in memory: a sorted
/// list of key and position, 8 bytes for each.
struct CharacterPairs: Sendable {
    /// A key in the upper 48 bits, the position of a teaching in the lower 16.
    private var postings: [UInt64] = []
    private let count: Int

    /// A key that more than one teaching in eight has says nothing about any of them.
    private static let commonShare = 8

    init(_ texts: [[String]]) {
        count = min(texts.count, Int(UInt16.max))
        for (position, parts) in texts.prefix(count).enumerated() {
            let keys = parts.reduce(into: Set<UInt64>()) { $0.formUnion(Self.keys(of: FoldedLine($1))) }
            postings.append(contentsOf: keys.map { $0 << 16 | UInt64(position) })
        }
        postings.sort()
        dropCommon()
        // A copy without spare room.
        postings = postings.map { $0 }
    }

    /// The memory that the index takes.
    var bytes: Int { postings.capacity * MemoryLayout<UInt64>.stride }

    /// For each teaching, how much it shares with a text; rarer keys count more.
    func overlap(with text: FoldedLine) -> [Int] {
        var result = Array(repeating: 0, count: count)
        for key in Self.keys(of: text) {
            let found = range(of: key)
            guard !found.isEmpty else { continue }
            let worth = found.count == 1 ? 3 : found.count <= 4 ? 2 : 1
            for posting in postings[found] { result[Int(posting & 0xFFFF)] += worth }
        }
        return result
    }

    private mutating func dropCommon() {
        let most = max(2, count / Self.commonShare)
        var kept: [UInt64] = []
        var start = postings.startIndex
        while start < postings.endIndex {
            let key = postings[start] >> 16
            let end = postings[start...].firstIndex { $0 >> 16 != key } ?? postings.endIndex
            if end - start <= most { kept.append(contentsOf: postings[start..<end]) }
            start = end
        }
        postings = kept
    }

    /// The postings of a key, found by bisection.
    private func range(of key: UInt64) -> Range<Int> {
        func first(notBelow value: UInt64) -> Int {
            var (low, high) = (0, postings.count)
            while low < high {
                let middle = (low + high) / 2
                if postings[middle] < value { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return first(notBelow: key << 16)..<first(notBelow: (key + 1) << 16)
    }

    private static func keys(of text: FoldedLine) -> Set<UInt64> {
        var keys: Set<UInt64> = []
        for word in text.words where word.text.utf8.count > 2 { keys.insert(TextHash.of(word.text.unicodeScalars)) }
        var previous: Unicode.Scalar?
        for scalar in text.scalars {
            guard FoldedLine.isKana(scalar) || FoldedLine.isKanji(scalar) else {
                previous = nil
                continue
            }
            if FoldedLine.isKanji(scalar) { keys.insert(TextHash.of([scalar])) }
            if let previous { keys.insert(TextHash.of([previous, scalar])) }
            previous = scalar
        }
        return keys
    }
}
