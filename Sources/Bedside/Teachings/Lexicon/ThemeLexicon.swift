/// Finds the themes of what an owner said about a day, by words and expressions in both languages (MIND-6).
///
/// An expression counts once for a line. One that lies within a longer one does not count, so that 怒られた is not
/// anger, and an idiom hides the words that it is made of. A negated one does not count: 怒らなかった, "was not angry".
/// Pure: nothing is learned and nothing is kept.
struct ThemeLexicon: Sendable {
    /// Made at the first use.
    static let shared = ThemeLexicon()
    /// Maximum number of tokens between a negation and the expression that it negates.
    static let negationTokens = 4

    /// The expressions of one theme in one language, separated by spaces in Japanese and by commas in English. `~`
    /// stands for a few words in between, and in English a word ending in `*` for every word that begins so.
    struct Entry: Sendable {
        /// Nil for idioms that say nothing of any theme.
        var theme: Theme?
        /// Names the feeling or the deed itself: 6 points.
        var named = ""
        /// Tells of it: 3 points.
        var strong = ""
        /// Often stands beside it: 1 point.
        var weak = ""

        var lists: [(text: String, points: Int)] { [(named, 6), (strong, 3), (weak, 1)] }
    }

    struct Hit: Hashable, Sendable {
        var theme: Theme?
        var points: Int
        /// Places of characters or of words in the folded text.
        var range: Range<Int>
        var hasGap: Bool
    }

    static var japaneseEntries: [Entry] { japaneseUnrest + japaneseSorrow + japaneseGrowth }
    static var englishEntries: [Entry] { englishUnrest + englishSorrow + englishGrowth }

    private let japanese: ExpressionTable
    private let english: ExpressionTable

    init(
        japanese: [Entry] = Self.japaneseEntries, english: [Entry] = Self.englishEntries
    ) {
        self.japanese = ExpressionTable(japanese, separator: \.isWhitespace) { $0.first.map { [$0] } ?? [] }
        self.english = ExpressionTable(english, separator: { $0 == "," || $0.isNewline }, key: Self.beginning)
    }

    var expressionCount: Int { japanese.count + english.count }
    /// The memory that the tables take, without their dictionaries of some 600 keys.
    var bytes: Int { japanese.bytes + english.bytes }

    // MARK: Ranking

    /// The points of each theme that a line speaks of, and where it was last spoken of, in thousandths of the line.
    func points(in line: FoldedLine) -> [Theme: (points: Int, last: Int)] {
        var result: [Theme: (points: Int, last: Int)] = [:]
        func add(_ hits: [Hit], of length: Int) {
            for hit in hits {
                guard let theme = hit.theme else { continue }
                let place = hit.range.upperBound * 1_000 / max(1, length)
                let before = result[theme] ?? (0, 0)
                result[theme] = (before.points + hit.points, max(before.last, place))
            }
        }
        add(japaneseHits(in: line), of: line.scalars.count)
        add(englishHits(in: line), of: line.words.count)
        return result
    }

    /// The themes of some lines, the newest line first, in the order in which they fit; empty if none is found. Older
    /// lines count less. Of two that fit equally well the one mentioned last comes first: "tired, but it was fun".
    func themes(of lines: [FoldedLine]) -> [Theme] {
        var sums: [Theme: (points: Int, last: Int)] = [:]
        for (age, line) in lines.prefix(3).enumerated() {
            for (theme, found) in points(in: line) {
                let before = sums[theme] ?? (0, found.last - 1_000 * age)
                sums[theme] = (before.points + found.points * (4 >> age), max(before.last, found.last - 1_000 * age))
            }
        }
        let order = Dictionary(uniqueKeysWithValues: Theme.allCases.enumerated().map { ($1, $0) })
        return sums.sorted {
            ($1.value.points, $1.value.last, order[$0.key] ?? 0) < ($0.value.points, $0.value.last, order[$1.key] ?? 0)
        }.map(\.key)
    }

    /// At least three themes, the fitting ones first, then those related to them; the fallback if none fits.
    static func filledUp(_ found: [Theme]) -> [Theme] {
        var themes = found.isEmpty ? [Theme.fallback] : found
        for theme in themes {
            for near in theme.related where themes.count < 3 && !themes.contains(near) { themes.append(near) }
        }
        return themes
    }

    // MARK: Matching

    private static let gapCharacters = 8
    private static let gapWords = 3
    /// Maximum number of hits of a line that count; a reflection has about ten.
    private static let maximumHits = 200

    /// Leaves out hits that lie within a longer one, and negated ones.
    private func kept(_ hits: [Hit], isNegated: (Hit) -> Bool) -> [Hit] {
        let distinct = Set(hits.prefix(Self.maximumHits))
        let whole = distinct.filter { !$0.hasGap }
        return distinct.filter { hit in
            let isWithin = whole.contains { longer in
                longer.range.count > hit.range.count && longer.range.lowerBound <= hit.range.lowerBound
                    && hit.range.upperBound <= longer.range.upperBound
            }
            return !isWithin && !isNegated(hit)
        }
    }

    private func japaneseHits(in line: FoldedLine) -> [Hit] {
        let scalars = line.scalars
        var hits: [Hit] = []
        for start in scalars.indices where hits.count < Self.maximumHits {
            for expression in japanese.expressions(under: [scalars[start]]) {
                let parts = japanese.pattern(of: expression).split(separator: "~")
                guard let end = Self.end(of: parts, in: scalars, from: start) else { continue }
                hits.append(expression.hit(at: start..<end, hasGap: parts.count > 1))
            }
        }
        return kept(hits) { Self.isNegatedAfter($0.range.upperBound, in: scalars) }
    }

    private func englishHits(in line: FoldedLine) -> [Hit] {
        let words = line.words
        let letters = words.map { Array($0.text.unicodeScalars) }
        var hits: [Hit] = []
        for start in words.indices where hits.count < Self.maximumHits {
            for expression in english.expressions(under: Self.beginning(of: letters[start][...])) {
                let pattern = english.pattern(of: expression)
                guard Self.matches(Self.firstToken(of: pattern), letters[start]) else { continue }
                let parts = pattern.split(separator: "~").map { $0.split(separator: " ") }
                guard let end = Self.end(of: parts, in: words, letters: letters, from: start) else { continue }
                hits.append(expression.hit(at: start..<end, hasGap: parts.count > 1))
            }
        }
        return kept(hits) { Self.isNegatedBefore($0.range.lowerBound, in: words) }
    }

    private static func end(
        of parts: [ArraySlice<Unicode.Scalar>], in scalars: [Unicode.Scalar], from start: Int
    ) -> Int? {
        var place = start
        for (index, part) in parts.enumerated() {
            let furthest = index == 0 ? place : min(place + gapCharacters, scalars.count)
            let found = (place...furthest).first { candidate in
                scalars[candidate...].starts(with: part)
                    && !scalars[place..<candidate].contains(where: FoldedLine.endsSentence)
            }
            guard let found else { return nil }
            place = found + part.count
        }
        return place
    }

    private static func end(
        of parts: [[ArraySlice<Unicode.Scalar>]], in words: [FoldedLine.Word], letters: [[Unicode.Scalar]],
        from start: Int
    ) -> Int? {
        func matchesAll(_ part: [ArraySlice<Unicode.Scalar>], at place: Int) -> Bool {
            guard place + part.count <= words.count else { return false }
            return part.indices.allSatisfy { index in
                words[place + index].sentence == words[start].sentence && matches(part[index], letters[place + index])
            }
        }
        var place = start
        for (index, part) in parts.enumerated() {
            let furthest = index == 0 ? place : min(place + gapWords, words.count)
            guard let found = (place...furthest).first(where: { matchesAll(part, at: $0) }) else { return nil }
            place = found + part.count
        }
        return place
    }

    /// Whether a word is the token, or begins with it if the token ends in `*`.
    private static func matches(_ token: ArraySlice<Unicode.Scalar>, _ word: [Unicode.Scalar]) -> Bool {
        token.last == "*" ? word.starts(with: token.dropLast()) : word[...] == token
    }

    private static func firstToken(of pattern: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        pattern.prefix { $0 != " " && $0 != "~" }
    }

    /// The letters under which an expression is found: two, or the only one of its first word.
    private static func beginning(of pattern: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        pattern.prefix(2).filter { $0 != " " && $0 != "*" }
    }
}

extension Teachings {
    /// The memory that index and lexicon take.
    var bytes: Int { indexBytes + ThemeLexicon.shared.bytes }
}
