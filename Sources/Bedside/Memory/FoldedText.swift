/// A text reduced to what two spellings of the same words have in common (MIND-3): width, case, katakana and hiragana,
/// accents, punctuation and spaces make no difference. Long vowel marks stay.
///
/// It is for comparing only and is never shown.
struct FoldedText: Hashable, Sendable {
    /// The longest text that is folded, in code points; the rest is left out.
    static let maximumLength = 4000

    /// The code points that are left.
    let scalars: [UInt32]
    /// For each of `scalars`, its place in the original text, counted in code points.
    let places: [Int]

    init(_ text: some StringProtocol) {
        var letters: [UInt32] = []
        var places: [Int] = []
        for (place, scalar) in text.unicodeScalars.prefix(Self.maximumLength).enumerated() {
            FoldedLetters.append(scalar, to: &letters)
            while places.count < letters.count { places.append(place) }
        }
        var scalars: [UInt32] = []
        self.places = zip(letters, places).flatMap { letter, place in
            let plain = Self.plain(letter)
            scalars += plain
            return plain.map { _ in place }
        }
        self.scalars = scalars
    }

    static func == (a: FoldedText, b: FoldedText) -> Bool { a.scalars == b.scalars }
    func hash(into hasher: inout Hasher) { hasher.combine(scalars) }

    var isEmpty: Bool { scalars.isEmpty }
    var count: Int { scalars.count }

    // MARK: Comparing

    /// Whether the other text stands in this one without a gap; an empty text stands nowhere.
    func contains(_ other: FoldedText) -> Bool { range(of: other) != nil }

    /// The first place of the other text in this one, as a range of `scalars`.
    func range(of other: FoldedText) -> Range<Int>? {
        guard let first = other.scalars.first, other.count <= count else { return nil }
        for start in 0...(count - other.count)
        where scalars[start] == first && scalars[start..<(start + other.count)].elementsEqual(other.scalars) {
            return start..<(start + other.count)
        }
        return nil
    }

    /// The likeness of two whole texts, 0 … 1: twice the shared pairs of neighbouring code points over all pairs.
    func overlap(with other: FoldedText) -> Double {
        guard scalars != other.scalars else { return isEmpty ? 0 : 1 }
        let (mine, theirs) = (pairs, other.pairs)
        guard !mine.isEmpty, !theirs.isEmpty else { return 0 }
        var left = Self.counts(theirs)
        return 2 * Double(Self.shared(mine, &left)) / Double(mine.count + theirs.count)
    }

    /// How much of this text stands close together in the other, 0 … 1, and where: the share of its pairs that are
    /// found in one stretch of at most one and a half times its length.
    func bestOverlap(in other: FoldedText) -> (share: Double, range: Range<Int>) {
        if let range = other.range(of: self) { return (1, range) }
        let (mine, theirs) = (pairs, other.pairs)
        guard !mine.isEmpty, !theirs.isEmpty else { return (0, 0..<0) }
        let width = min(theirs.count, mine.count * 3 / 2)
        let wanted = Self.counts(mine)
        var window: [UInt64: Int] = [:]
        var shared = 0
        var best = (shared: 0, start: 0)
        for (index, pair) in theirs.enumerated() {
            let now = window[pair, default: 0]
            if now < wanted[pair, default: 0] { shared += 1 }
            window[pair] = now + 1
            if index >= width {
                let gone = theirs[index - width]
                let before = window[gone, default: 0]
                if before <= wanted[gone, default: 0] { shared -= 1 }
                window[gone] = before - 1
            }
            if shared > best.shared { best = (shared, max(0, index - width + 1)) }
        }
        let end = min(other.count, best.start + width + 1)
        return (Double(best.shared) / Double(mine.count), best.start..<end)
    }

    private var pairs: [UInt64] {
        zip(scalars, scalars.dropFirst()).map { UInt64($0) << 32 | UInt64($1) }
    }

    private static func counts(_ pairs: [UInt64]) -> [UInt64: Int] {
        pairs.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func shared(_ pairs: [UInt64], _ left: inout [UInt64: Int]) -> Int {
        var shared = 0
        for pair in pairs {
            guard let count = left[pair], count > 0 else { continue }
            left[pair] = count - 1
            shared += 1
        }
        return shared
    }

    // MARK: Folding

    /// The letters and digits of a folded letter, without accents; empty for spaces, punctuation and marks.
    private static func plain(_ letter: UInt32) -> [UInt32] {
        switch letter {
        case 0x30...0x39, 0x61...0x7A, 0x3041...0x3096, 0x3400...0x4DBF, 0x4E00...0x9FFF: return [letter]
        case 0x00...0x7F: return []
        default: break
        }
        guard let scalar = Unicode.Scalar(letter) else { return [] }
        if let type = scalar.properties.numericType, type != .numeric, let value = scalar.properties.numericValue,
            value >= 0, value < 10
        {
            return [0x30 + UInt32(value)]
        }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol, .control, .format, .surrogate, .privateUse, .unassigned,
            .nonspacingMark, .enclosingMark:
            return []
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
            .decimalNumber, .letterNumber, .otherNumber:
            return withoutAccent(letter)
        @unknown default: return withoutAccent(letter)
        }
    }

    /// The letters below an accent, for Latin letters up to U+017F.
    private static func withoutAccent(_ letter: UInt32) -> [UInt32] {
        guard (0xDF...0x17F).contains(letter) else { return [letter] }
        for (base, letters) in accented where letters.contains(letter) { return base }
        return [letter]
    }

    private static let accented: [(base: [UInt32], letters: Set<UInt32>)] = [
        ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņň"), ("o", "òóôõöøōŏő"),
        ("r", "ŕŗř"), ("s", "śŝşš"), ("t", "ţťŧ"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ("ae", "æ"), ("oe", "œ"), ("ss", "ß"),
    ].map { base, letters in
        (base.unicodeScalars.map(\.value), Set(letters.unicodeScalars.map(\.value)))
    }
}
