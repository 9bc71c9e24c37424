/// The lexicon's expressions in a small space: their texts in one row, and 8 bytes for each.
struct ExpressionTable: Sendable {
    struct Expression: Sendable {
        fileprivate var start: UInt32
        fileprivate var length: UInt8
        fileprivate var points: UInt8
        /// The place of the theme among all; `noTheme` for idioms.
        fileprivate var theme: UInt8
        fileprivate static let noTheme = UInt8.max

        func hit(at range: Range<Int>, hasGap: Bool) -> ThemeLexicon.Hit {
            let themes = Theme.allCases
            let found = themes.indices.contains(Int(theme)) ? themes[Int(theme)] : nil
            return ThemeLexicon.Hit(theme: found, points: Int(points), range: range, hasGap: hasGap)
        }
    }

    private var texts: [Unicode.Scalar] = []
    private var expressions: [Expression] = []
    /// The range of the expressions with the same beginning.
    private var ranges: [UInt64: Range<Int>] = [:]

    /// - Parameters:
    ///   - separator: What stands between two expressions of an entry's lists.
    ///   - key: The beginning under which an expression is found.
    init(
        _ entries: [ThemeLexicon.Entry], separator: (Character) -> Bool, key: (ArraySlice<Unicode.Scalar>) -> UInt64
    ) {
        // Reserved, since an array that grows leaves its smaller copies behind in the heap.
        let length = entries.flatMap(\.lists).reduce(0) { $0 + $1.text.unicodeScalars.count }
        texts.reserveCapacity(length)
        var found: [(key: UInt64, expression: Expression)] = []
        found.reserveCapacity(length / 4)
        for entry in entries {
            let place = entry.theme.flatMap { Theme.allCases.firstIndex(of: $0) }
            let theme = place.map { UInt8(clamping: $0) } ?? Expression.noTheme
            for list in entry.lists {
                for text in list.text.split(whereSeparator: separator) {
                    let pattern = FoldedLine(text.trimmed()).scalars
                    guard !pattern.isEmpty, pattern.count <= Int(UInt8.max) else { continue }
                    let expression = Expression(
                        start: UInt32(clamping: texts.count), length: UInt8(clamping: pattern.count),
                        points: UInt8(clamping: list.points), theme: theme)
                    texts.append(contentsOf: pattern)
                    found.append((key(pattern[...]), expression))
                }
            }
        }
        found.sort { ($0.key, $0.expression.start) < ($1.key, $1.expression.start) }
        var start = found.startIndex
        while start < found.endIndex {
            let key = found[start].key
            let end = found[start...].firstIndex { $0.key != key } ?? found.endIndex
            ranges[key] = start..<end
            start = end
        }
        expressions = found.map(\.expression)
    }

    var count: Int { expressions.count }
    var bytes: Int {
        texts.capacity * MemoryLayout<Unicode.Scalar>.stride + expressions.capacity * MemoryLayout<Expression>.stride
    }

    func expressions(under key: UInt64) -> ArraySlice<Expression> {
        guard let range = ranges[key] else { return [] }
        return expressions[range]
    }

    func pattern(of expression: Expression) -> ArraySlice<Unicode.Scalar> {
        let start = Int(expression.start)
        return texts[start..<(start + Int(expression.length))]
    }
}
