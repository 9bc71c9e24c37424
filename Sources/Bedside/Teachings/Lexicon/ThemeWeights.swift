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

    /// Sorted; a part that speaks for several themes is there for each of them.
    private let keys: [UInt32]
    private let themes: [UInt8]
    private let weights: [UInt8]

    init(_ lists: [List]) {
        var rows: [UInt64] = []
        rows.reserveCapacity(lists.flatMap(\.groups).reduce(0) { $0 + $1.parts.utf8.count / 4 })
        for list in lists {
            let theme = UInt64(Theme.allCases.firstIndex(of: list.theme) ?? 0)
            for group in list.groups {
                // Without a copy of any part: there are tens of thousands.
                var hash = TextHash()
                func add() {
                    guard !hash.isEmpty else { return }
                    rows.append(UInt64(Self.short(hash.value)) << 16 | theme << 8 | UInt64(group.weight))
                    hash = TextHash()
                }
                for scalar in group.parts.unicodeScalars {
                    if scalar == "," || scalar == "\n" { add() } else { hash.append(scalar) }
                }
                add()
            }
        }
        rows.sort()
        keys = rows.map { UInt32(truncatingIfNeeded: $0 >> 16) }
        themes = rows.map { UInt8(truncatingIfNeeded: $0 >> 8) }
        weights = rows.map { UInt8(truncatingIfNeeded: $0) }
    }

    var count: Int { keys.count }
    /// The memory that the table takes.
    var bytes: Int { keys.capacity * MemoryLayout<UInt32>.stride + themes.capacity + weights.capacity }

    /// A line with fewer parts hints no more than one with so many.
    private static let leastLength = 24

    /// For each theme, the sum of the weights of a line's parts over the root of their number, so that a long line
    /// counts no more than a short one: in hundredths.
    func hundredths(of line: LineFeatures) -> [Theme: Int] {
        let features = line.keys
        var sums = Array(repeating: 0, count: Theme.allCases.count)
        for feature in features {
            let key = Self.short(feature)
            var place = first(notBelow: key)
            while place < keys.count, keys[place] == key {
                let theme = Int(themes[place])
                if sums.indices.contains(theme) { sums[theme] += Int(weights[place]) }
                place += 1
            }
        }
        let length = Double(max(Self.leastLength, features.count)).squareRoot()
        return zip(Theme.allCases, sums).reduce(into: [:]) { result, found in
            if found.1 > 0 { result[found.0] = Int(Double(found.1) * 25 / length) }
        }
    }

    private static func short(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) }

    private func first(notBelow key: UInt32) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
