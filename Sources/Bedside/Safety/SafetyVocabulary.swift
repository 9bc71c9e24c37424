/// The symbol of each key that stands in a phrase. Two sorted arrays, which take a third of a dictionary that has grown: four
/// of these stay in memory through every talk.
struct SafetyVocabulary: Sendable {
    private let keys: [UInt64]
    private let symbols: [UInt32]

    init(_ symbols: [UInt64: UInt32]) {
        let sorted = symbols.sorted { $0.key < $1.key }
        keys = sorted.map(\.key)
        self.symbols = sorted.map(\.value)
    }

    /// Nil: it stands in no phrase.
    subscript(key: UInt64) -> UInt32? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key ? symbols[low] : nil
    }
}
