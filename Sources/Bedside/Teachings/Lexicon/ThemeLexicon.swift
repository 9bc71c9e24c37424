/// Finds the themes of what an owner said about a day, by words and expressions in both languages (MIND-6).
///
/// An expression counts once for a line. One that lies within a longer one does not count, so that 怒られた is not
/// anger, and an idiom hides the words that it is made of. A negated one does not count: 怒らなかった, "was not angry".
/// Pure: nothing is learned and nothing is kept.
struct ThemeLexicon: Sendable {
    /// Made at the first use, and kept: for tests and whatever else reads many lines.
    static let shared = ThemeLexicon()

    /// A lexicon for one reading, whose tables go with it.
    static func made() -> ThemeLexicon { ThemeLexicon(weights: ThemeWeights(ThemeWeights.lists)) }
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

    /// The expressions found in a line, and those of them that count.
    private struct Hits {
        var all: Set<Hit>
        var kept: Set<Hit>

        /// The places that an idiom takes.
        var idiomPlaces: Set<Int> { Set(kept.filter { $0.theme == nil }.flatMap(\.range)) }
    }

    static var japaneseEntries: [Entry] { japaneseUnrest + japaneseSorrow + japaneseGrowth }
    static var englishEntries: [Entry] { englishUnrest + englishSorrow + englishGrowth }

    private let japanese: ExpressionTable
    private let english: ExpressionTable
    private let weights: ThemeWeights

    init(
        japanese: [Entry] = Self.japaneseEntries, english: [Entry] = Self.englishEntries,
        weights: ThemeWeights = .shared
    ) {
        self.weights = weights
        self.japanese = ExpressionTable(japanese, separator: \.isWhitespace) { $0.first.map(Self.beginning) ?? 0 }
        self.english = ExpressionTable(english, separator: { $0 == "," || $0.isNewline }, key: Self.beginning)
    }

    var expressionCount: Int { japanese.count + english.count }
    /// The memory that the tables take, without their dictionaries of some 600 keys.
    var bytes: Int { japanese.bytes + english.bytes + weights.bytes }

    // MARK: Ranking

    /// What a line says of one theme.
    struct Evidence: Hashable, Sendable {
        /// Points of the expressions that count.
        var points = 0
        /// The least place after the last of them, in thousandths of the line.
        var last = 0
        /// What the line's parts hint at, in hundredths of a `ThemeWeights` unit.
        var hint = 0

        /// In hundredths.
        var sum: Int { points * Self.pointHundredths + hint }

        static let pointHundredths = 40
        /// Hints alone count as a theme from here on.
        static let leastHint = 40
    }

    /// The themes that a line speaks of or hints at. A theme whose every expression in the line is negated, or part of an
    /// idiom, is left out, whatever the rest hints at.
    func evidence(in line: FoldedLine) -> [Theme: Evidence] {
        var result: [Theme: Evidence] = [:]
        var hidden: Set<Theme> = []
        func add(_ hits: Hits, of length: Int) {
            hidden.formUnion(hits.all.compactMap(\.theme))
            for hit in hits.kept {
                guard let theme = hit.theme else { continue }
                let place = hit.range.upperBound * 1_000 / max(1, length)
                var evidence = result[theme] ?? Evidence()
                evidence.points += hit.points
                evidence.last = max(evidence.last, place)
                result[theme] = evidence
            }
        }
        let (japanese, english) = (japaneseHits(in: line), englishHits(in: line))
        add(japanese, of: line.scalars.count)
        add(english, of: line.words.count)
        let parts = LineFeatures(line, hidden: (words: english.idiomPlaces, characters: japanese.idiomPlaces))
        for (theme, hint) in weights.hundredths(of: parts) where result[theme] != nil || !hidden.contains(theme) {
            result[theme, default: Evidence()].hint = hint
        }
        return result
    }

    /// The themes of some lines, the newest line first.
    struct Found: Hashable, Sendable {
        /// In the order in which they fit; empty if the lines say nothing.
        var themes: [Theme] = []
        /// Those that an expression names; the others are only hinted at.
        var named: Set<Theme> = []

        /// A theme that is only hinted at counts if it is among the first so many.
        static let hintedThemes = 3
    }

    /// By how much a line counts: the newest most.
    private static let ageShares = [8, 3, 1]

    /// Older lines count less. If two themes fit equally well, the one mentioned last comes first: "tired, but it was
    /// fun".
    func found(in lines: [FoldedLine]) -> Found {
        var sums: [Theme: Evidence] = [:]
        for (age, (line, share)) in zip(lines, Self.ageShares).enumerated() {
            for (theme, found) in evidence(in: line) {
                var sum = sums[theme] ?? Evidence(last: found.last - 1_000 * age)
                sum.points += found.points * share
                sum.hint += found.hint * share
                sum.last = max(sum.last, found.last - 1_000 * age)
                sums[theme] = sum
            }
        }
        let order = Dictionary(uniqueKeysWithValues: Theme.allCases.enumerated().map { ($1, $0) })
        let leastHint = (Self.ageShares.first ?? 1) * Evidence.leastHint
        let ranked = sums.sorted {
            ($1.value.sum, $1.value.last, order[$0.key] ?? 0) < ($0.value.sum, $0.value.last, order[$1.key] ?? 0)
        }
        let named = ranked.filter { $1.points > 0 }.map(\.key)
        let first = ranked.prefix(Found.hintedThemes).filter { $1.points > 0 || $1.hint >= leastHint }
        return Found(themes: first.map(\.key) + named.filter { !first.map(\.key).contains($0) }, named: Set(named))
    }

    func themes(of lines: [FoldedLine]) -> [Theme] { found(in: lines).themes }

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
    private func kept(_ hits: [Hit], isNegated: (Hit) -> Bool) -> Hits {
        let distinct = Set(hits.prefix(Self.maximumHits))
        let whole = distinct.filter { !$0.hasGap }
        let kept = distinct.filter { hit in
            let isWithin = whole.contains { longer in
                longer.range.count > hit.range.count && longer.range.lowerBound <= hit.range.lowerBound
                    && hit.range.upperBound <= longer.range.upperBound
            }
            return !isWithin && !isNegated(hit)
        }
        return Hits(all: distinct, kept: kept)
    }

    private func japaneseHits(in line: FoldedLine) -> Hits {
        let scalars = line.scalars
        var hits: [Hit] = []
        for start in scalars.indices where hits.count < Self.maximumHits {
            for expression in japanese.expressions(under: Self.beginning(of: scalars[start])) {
                let pattern = japanese.pattern(of: expression)
                guard Self.startsAlike(pattern, scalars, from: start) else { continue }
                let parts = pattern.split(separator: "~")
                guard let end = Self.end(of: parts, in: scalars, from: start) else { continue }
                hits.append(expression.hit(at: start..<end, hasGap: parts.count > 1))
            }
        }
        return kept(hits) { Self.isNegatedAfter($0.range.upperBound, in: scalars) }
    }

    private func englishHits(in line: FoldedLine) -> Hits {
        let words = line.words
        let letters = words.map { Array($0.text.unicodeScalars) }
        var hits: [Hit] = []
        for start in words.indices where hits.count < Self.maximumHits {
            for expression in english.expressions(under: Self.beginning(of: letters[start][...])) {
                let pattern = english.pattern(of: expression)
                guard Self.startsAlike(pattern, letters, from: start) else { continue }
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

    /// Whether the pattern as far as its first gap is found at a place: nearly every one falls here, without a copy.
    private static func startsAlike(
        _ pattern: ArraySlice<Unicode.Scalar>, _ scalars: [Unicode.Scalar], from start: Int
    ) -> Bool {
        var place = start
        for letter in pattern {
            if letter == "~" { return true }
            guard place < scalars.count, scalars[place] == letter else { return false }
            place += 1
        }
        return true
    }

    private static func startsAlike(
        _ pattern: ArraySlice<Unicode.Scalar>, _ letters: [[Unicode.Scalar]], from start: Int
    ) -> Bool {
        var rest = pattern
        for word in letters[start...] {
            let token = rest.prefix { $0 != " " && $0 != "~" }
            guard matches(token, word) else { return false }
            rest = rest.dropFirst(token.count)
            if rest.isEmpty || rest.first == "~" { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// The letters under which an English expression is found: two, or the only one of its first word.
    private static func beginning(of pattern: ArraySlice<Unicode.Scalar>) -> UInt64 {
        pattern.prefix(2).filter { $0 != " " && $0 != "*" }.reduce(0) { $0 << 32 | UInt64($1.value) }
    }

    /// The letter under which a Japanese one is found.
    private static func beginning(of letter: Unicode.Scalar) -> UInt64 { UInt64(letter.value) }
}

extension Teachings {
    /// The memory that index and lexicon take.
    var bytes: Int { indexBytes + ThemeLexicon.shared.bytes }
}
