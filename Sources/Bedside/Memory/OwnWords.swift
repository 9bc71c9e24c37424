/// The words of a text that carry its meaning, for deciding whether one text is about the same things as another.
///
/// Works without a dictionary. In English, words of three letters or more count, without their endings, except for the
/// commonest words. In Japanese, kanji and katakana count; hiragana does not, because most of it is grammar.
struct OwnWords: Hashable, Sendable {
    /// Words and single kanji.
    private(set) var words: Set<String> = []
    /// Numbers and names, which two texts seldom share by chance.
    private(set) var facts: Set<String> = []
    /// Whole runs of kanji and katakana, for finding a name: 由紀 is not 由香.
    private(set) var runs: Set<String> = []

    enum Script { case latin, digit, kanji, katakana, none }

    init(_ text: some StringProtocol) {
        var run = ""
        var script = Script.none
        var isFirst = true
        for scalar in text.unicodeScalars.prefix(FoldedText.maximumLength) {
            var next = Self.script(of: scalar)
            if scalar == "'" || scalar == "’" { next = script == .latin ? .latin : .none }
            if scalar == "ー", script == .katakana { next = .katakana }
            if next != script {
                take(run, script, isFirst)
                isFirst = isFirst && script == .none
                run = ""
                script = next
            }
            run.unicodeScalars.append(scalar)
            if scalar == "." || scalar == "!" || scalar == "?" { isFirst = true }
        }
        take(run, script, isFirst)
    }

    var isEmpty: Bool { words.isEmpty }

    /// The words of several texts together.
    init(_ parts: some Sequence<OwnWords>) {
        for part in parts {
            words.formUnion(part.words)
            facts.formUnion(part.facts)
            runs.formUnion(part.runs)
        }
    }

    static func script(of scalar: Unicode.Scalar) -> Script {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: .latin
        case 0x30...0x39, 0xFF10...0xFF19: .digit
        case 0x30A1...0x30FA, 0xFF66...0xFF9D: .katakana
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x3005, 0x20000...0x3FFFF: .kanji
        case 0...0x7F, 0x3001...0x30A0: .none
        default: scalar.properties.isAlphabetic && scalar.value != 0x30FC ? .latin : .none
        }
    }

    private mutating func take(_ run: String, _ script: Script, _ isFirst: Bool) {
        switch script {
        case .none: break
        case .digit:
            let number = String(String.UnicodeScalarView(FoldedText(run).scalars.compactMap(Unicode.Scalar.init)))
            words.insert(number)
            facts.insert(number)
            runs.insert(number)
        case .kanji:
            for kanji in run where !Self.commonKanji.contains(kanji) { words.insert(String(kanji)) }
            if run.allSatisfy({ Self.numerals.contains($0) }) { facts.insert(run) }
            if !Self.commonRuns.contains(run) { runs.insert(run) }
        case .katakana:
            words.insert(run)
            runs.insert(run)
            if run.count >= 3 { facts.insert(run) }
        case .latin:
            let word = Self.stem(run)
            guard word.count >= 3, !Self.commonWords.contains(word) else { return }
            words.insert(word)
            runs.insert(word)
            let isName = !isFirst && (run.first?.isUppercase ?? false)
            if isName || Self.numberWords.contains(word) { facts.insert(word) }
        }
    }

    /// A word without its ending, in small letters: `neighbours'` and `neighbour's` are `neighbour`.
    static func stem(_ word: String) -> String {
        var stem = word.lowercased().replacing("’", with: "'")
        if let mark = stem.firstIndex(of: "'") { stem = String(stem[..<mark]) }
        for ending in ["ing", "ies", "ed", "es", "s"]
        where stem.hasSuffix(ending) && stem.count >= ending.count + 4 && !stem.hasSuffix("ss") {
            stem.removeLast(ending.count)
            break
        }
        if let short = shortStem(stem) { return short }
        if stem.hasSuffix("ly"), stem.count >= 6 { stem.removeLast(2) }
        if stem.count > 4, stem.hasSuffix("e") || stem.hasSuffix("y") { stem.removeLast() }
        return stem
    }

    /// The stem of a short word, behind the longer endings: `kids` is `kid`, `flie` of `flies` is `fly`, and `tried` is
    /// `try`; nil if it has none of these endings.
    private static func shortStem(_ word: String) -> String? {
        if word.count == 4, word.hasSuffix("ie") { return word.dropLast(2) + "y" }
        if word.count == 5, word.hasSuffix("ied") { return word.dropLast(3) + "y" }
        guard word.count == 4, word.hasSuffix("s"), !word.hasSuffix("ss"), !wholeWords.contains(word) else {
            return nil
        }
        return String(word.dropLast())
    }

    /// Short words whose "s" is no ending.
    private static let wholeWords: Set<String> = ["news", "this", "lens", "plus", "thus", "bias"]

    private static let numerals = Set("〇一二三四五六七八九十百千万半")
    private static let commonKanji = Set("今日明昨私僕俺方事時人一何言思")
    private static let commonRuns: Set<String> = [
        "何", "覚", "今日", "明日", "昨日", "私", "僕", "俺", "事", "方", "知", "教", "話", "言", "思", "思出", "好",
    ]
    private static let numberWords = Set(SpokenNumbers.words.subtracting(["zero"]).map(stem))
    private static let commonWords: Set<String> = Set(
        [
            "the", "and", "for", "are", "was", "were", "has", "have", "had", "you", "your", "his", "her", "hers", "she",
            "him", "they", "them", "their", "its", "our", "this", "that", "these", "those", "with", "from", "into",
            "about", "what", "when", "where", "who", "which", "how", "why", "does", "did", "not", "but", "all", "any",
            "some", "than", "then", "there", "here", "just", "will", "would", "can", "could", "should", "may", "been",
            "being", "too", "very", "out", "off", "one", "get", "got", "user", "owner", "remember", "know", "tell",
            "old", "new", "mine", "like", "want",
        ].map(stem))
}

/// Names in hiragana, which `OwnWords` takes for grammar: あつこ in 妻はあつこ.
enum HiraganaNames {
    /// Whether a word of three letters, at the beginning of a text or behind a particle, stands in the quote too.
    static func shares(_ text: String, with quote: String) -> Bool {
        let quote = FoldedText(quote)
        return words(in: text).contains { quote.contains(FoldedText($0)) }
    }

    private static func words(in text: String) -> [String] {
        var words: [String] = []
        for run in text.split(whereSeparator: { !JapaneseLetters.isHiragana($0) }) {
            let isFirst = run.startIndex == text.startIndex
            let rest = isFirst ? run : run.drop { "はがのをもとに".contains($0) }
            if isFirst || rest.count < run.count, rest.count >= 3 { words.append(String(rest.prefix(3))) }
        }
        return words
    }
}

/// Names by which a text calls people and places, as far as they show without a dictionary.
enum SpokenNames {
    static func names(in text: String) -> [String] { english(text) + japanese(text) }

    private static let calendar: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "christmas", "easter",
        "eve", "day", "new", "year", "english", "british", "american", "japanese",
    ]

    /// Capitals within a sentence; a language, a date or a relation is not a name.
    private static func english(_ text: String) -> [String] {
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }
        return words.dropFirst().compactMap { word in
            let name = String(word.split { "'’".contains($0) }.first ?? "")
            guard name.unicodeScalars.allSatisfy({ $0.value < 0x250 }), name.count >= 3,
                name.first?.isUppercase ?? false, name.dropFirst().allSatisfy(\.isLowercase),
                !calendar.contains(name.lowercased()), SomebodyElse.relations(in: name).isEmpty,
                !["Owner", "Wants", "Likes", "Has", "The", "And", "But", "They", "She", "His", "Her", "Its"].contains(
                    name)
            else { return nil }
            return name
        }
    }

    /// Kanji before さん, くん, ちゃん and the like, unless they name a relation or a trade.
    private static func japanese(_ text: String) -> [String] {
        var names: [String] = []
        for title in ["さん", "くん", "ちゃん", "君", "先生", "部長", "課長", "社長"] {
            for range in text.ranges(of: title) {
                let name = text[..<range.lowerBound].reversed().prefix {
                    $0.unicodeScalars.allSatisfy { (0x4E00...0x9FFF).contains($0.value) }
                }
                if name.count >= 2, !name.contains(where: { "母父兄姉弟妹奥嫁婿孫娘爺婆屋員師者医隣".contains($0) }) {
                    names.append(String(name.reversed()))
                }
            }
        }
        return names
    }
}
