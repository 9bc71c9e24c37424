/// What the parts of a line say about its theme, learned from example sentences (Tests/Memory).
///
/// The lexicon finds what names a theme; this finds what only hints at it, by many small hints that add up. The lists
/// are made by `Tests/Memory/learn_themes.py` and may be read, though nobody edits them: add a sentence to the
/// examples and learn again. Pure: nothing is learned on the device.
struct ThemeWeights: Sendable {
    /// Made at the first use.
    static let shared = ThemeWeights(lists)

    /// Parts that speak for a theme with the same weight, separated by commas or line ends.
    struct Group: Sendable {
        /// In quarters.
        var weight: UInt8
        var parts: String

        init(_ weight: UInt8, _ parts: String) {
            self.weight = weight
            self.parts = parts
        }
    }

    struct List: Sendable {
        var theme: Theme
        var groups: [Group]
    }

    static var lists: [List] {
        [
            anger, restlessness, drowsiness, worry, grief, selfBlame, desire, rightSpeech, honesty, tiredness, joy,
            gratitude, impermanence, comparison, loneliness, patience, habit, sleep, returning, kindness,
        ]
    }

    /// The hash of a part, the place of a theme among all, and the weight: 32, 16 and 16 bits. A part that speaks for
    /// several themes is there for each of them. In 256 pieces by the hash's first bits, each sorted.
    private var pieces: [[UInt64]] = Array(repeating: [], count: 256)

    init(_ lists: [List]) {
        // Counted first, since an array that grows leaves its smaller copies behind in the heap.
        var counts = Array(repeating: 0, count: pieces.count)
        Self.forEachRow(of: lists) { counts[Self.piece(of: $0)] += 1 }
        for (piece, count) in counts.enumerated() { pieces[piece].reserveCapacity(count) }
        Self.forEachRow(of: lists) { pieces[Self.piece(of: $0)].append($0) }
        for piece in pieces.indices { pieces[piece].sort() }
    }

    private static func forEachRow(of lists: [List], _ take: (UInt64) -> Void) {
        for list in lists {
            let theme = UInt64(Theme.allCases.firstIndex(of: list.theme) ?? 0)
            for group in list.groups {
                var hash = TextHash([])
                func end() {
                    guard !hash.isEmpty else { return }
                    take(short(hash.value) << 32 | theme << 16 | UInt64(group.weight))
                    hash = TextHash([])
                }
                for scalar in group.parts.unicodeScalars {
                    if scalar == "," || scalar == "\n" { end() } else { hash.append(scalar) }
                }
                end()
            }
        }
    }

    private static func piece(of row: UInt64) -> Int { Int(row >> 56) }

    var count: Int { pieces.reduce(0) { $0 + $1.count } }
    /// The memory that the table takes.
    var bytes: Int { pieces.reduce(0) { $0 + $1.capacity * MemoryLayout<UInt64>.stride } }

    /// A line with fewer parts hints no more than one with so many.
    private static let leastLength = 24

    /// For each theme, the sum of the weights of a line's parts over the root of their number, so that a long line
    /// counts no more than a short one: in hundredths.
    func hundredths(of line: LineFeatures) -> [Theme: Int] {
        let features = line.keys
        var sums = Array(repeating: 0, count: Theme.allCases.count)
        for feature in features {
            let key = Self.short(feature)
            let rows = pieces[Self.piece(of: key << 32)]
            for row in rows[Self.first(of: rows, notBelow: key)...].prefix(while: { $0 >> 32 == key }) {
                let theme = Int(row >> 16 & 0xFFFF)
                if sums.indices.contains(theme) { sums[theme] += Int(row & 0xFFFF) }
            }
        }
        let length = Double(max(Self.leastLength, features.count)).squareRoot()
        return zip(Theme.allCases, sums).reduce(into: [:]) { result, found in
            if found.1 > 0 { result[found.0] = Int(Double(found.1) * 25 / length) }
        }
    }

    private static func short(_ hash: UInt64) -> UInt64 { hash & 0xFFFF_FFFF }

    private static func first(of rows: [UInt64], notBelow key: UInt64) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] >> 32 < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
