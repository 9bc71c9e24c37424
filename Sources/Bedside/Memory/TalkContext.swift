/// A line of a talk, prepared for the gate: what it compares of a line is found once.
struct HeardLine: Hashable, Sendable {
    var line: TalkLine
    let scalars: [Unicode.Scalar]
    let folded: FoldedText
    let own: OwnWords
    /// The people that it names by their relation to the owner (`SomebodyElse.relations`).
    let relations: Set<Int>
    /// Every English word of an owner's line, the small ones among them.
    let english: Set<String>
    /// The numbers that it names.
    let numbers: Set<Int>

    init(_ line: TalkLine) {
        self.line = line
        let words = line.words.words
        scalars = Array(words.unicodeScalars.prefix(FoldedText.maximumLength))
        folded = FoldedText(words)
        let text = String(String.UnicodeScalarView(scalars))
        own = OwnWords(text)
        english = line.voice == .owner ? Set(EnglishWords(text).words) : []
        numbers = line.voice == .owner ? SpokenNumbers.values(in: text) : []
        // Only the owner's own words can tell whom they know.
        relations = line.voice == .owner ? SomebodyElse.relations(in: text) : []
    }

    var voice: TalkLine.Voice { line.voice }
    var byteCount: Int { line.words.words.utf8.count }
    var isOffRecord: Bool {
        get { line.isOffRecord }
        set { line.isOffRecord = newValue }
    }

    func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range.clamped(to: 0..<scalars.count)]))
    }

    var text: String { text(0..<scalars.count) }

    /// The part of the line that a quote stands in, with what surrounds it.
    func surroundings(of match: Range<Int>) -> Surroundings {
        let first = folded.places.indices.contains(match.lowerBound) ? folded.places[match.lowerBound] : 0
        let last =
            folded.places.indices.contains(match.upperBound - 1) ? folded.places[match.upperBound - 1] + 1 : first
        let start = scalars[..<first].lastIndex(where: Self.endsSentence).map { $0 + 1 } ?? 0
        // A quote may end in the middle of a sentence or with it.
        let end =
            last > 0 && last <= scalars.count && Self.endsSentence(scalars[last - 1])
            ? last : scalars[last...].firstIndex(where: Self.endsSentence) ?? scalars.count
        return Surroundings(
            before: text(start..<first), quote: text(first..<last), after: text(last..<end),
            rest: text(min(end, scalars.count)..<scalars.count), lead: text(0..<start))
    }

    /// The whole sentence that a part of the folded line stands in, without space around; more than one if each holds a
    /// quarter of that part, since a part that is only alike may begin a few letters too early.
    func sentence(of match: Range<Int>) -> String {
        let places = folded.places[match.clamped(to: 0..<folded.places.count)]
        guard let first = places.first, let last = places.last else { return "" }
        var sentences: [Range<Int>] = []
        var start = 0
        for index in scalars.indices where Self.endsSentence(scalars[index]) {
            sentences.append(start..<index)
            start = index + 1
        }
        sentences.append(start..<scalars.count)
        let held = sentences.filter { 4 * $0.clamped(to: first..<last + 1).count >= last + 1 - first }
        guard let from = held.first?.lowerBound, let to = held.last?.upperBound else { return "" }
        let text = text(from..<to).drop(while: \.isWhitespace)
        return String(text.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "!", "?", "。", "！", "？", "\n": true
        default: false
        }
    }
}

/// The words around a quote in the owner's line, because a model that picks its quote can leave out an "if" or a "not".
struct Surroundings: Sendable {
    /// The quote's sentence, up to the quote.
    let before: String
    let quote: String
    /// The quote's sentence, after the quote.
    let after: String
    /// The sentences after the quote's.
    let rest: String
    /// The sentences before the quote's.
    let lead: String

    var sentence: String { before + quote + after }

    /// The clause in which the quote begins, up to the quote.
    var clauseBefore: String {
        before.split(omittingEmptySubsequences: false, whereSeparator: Self.endsClause).last.map(String.init) ?? ""
    }

    /// The quote with the rest of the clauses that it begins and ends in.
    var clause: String { clauseBefore + quote + after.prefix { !Self.endsClause($0) } }

    private static func endsClause(_ letter: Character) -> Bool { "、,;:–—…".contains(letter) }
}

/// English words in order, in small letters and with plain apostrophes, for finding phrases at word borders: `wife`
/// holds no `if`.
struct EnglishWords: Sendable {
    let words: [String]

    init(_ text: String) {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar == "’" || scalar == "'" {
                if !word.isEmpty { word += "'" }
            } else if scalar.properties.isAlphabetic, scalar.value < 0x250 {
                word += scalar.properties.lowercaseMapping
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    /// The place where a phrase begins. The text is given as words with single spaces.
    func places(of phrase: String) -> [Int] {
        let wanted = phrase.split(separator: " ").map(String.init)
        guard let first = wanted.first, wanted.count <= words.count else { return [] }
        return (0...(words.count - wanted.count)).filter {
            words[$0] == first && words[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }

    func contains(anyOf phrases: [String]) -> Bool { phrases.contains { !places(of: $0).isEmpty } }
}

/// English words by which people speak of themselves, as `EnglishWords` has them.
enum FirstPerson {
    static let subjects: Set<String> = [
        "i", "i'm", "i've", "i'd", "i'll", "we", "we're", "we've", "we'd", "we'll",
    ]
    static let all = subjects.union(["me", "my", "mine", "us", "our"])
}
