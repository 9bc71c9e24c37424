/// Which label the owner's own words suggest (E-2): a companion may ask about it, and only their yes makes it a label.
///
/// A pure function of one line. It is silent where nothing fits or two labels fit as well, about others than the owner,
/// about what is denied or only supposed.
enum EmotionSuggestion {
    static func label(for words: String) -> EmotionLabel? {
        let text = String(words.prefix(maximumCharacters))
        let hits = EmotionLabel.allCases.map { (label: $0, count: english($0, in: text) + japanese($0, in: text)) }
        guard let best = hits.max(by: { $0.count < $1.count }), best.count > 0,
            hits.count(where: { $0.count == best.count }) == 1
        else { return nil }
        return best.label
    }

    private static let maximumCharacters = 600

    // MARK: English

    private static let negationTokens = 4
    private static let negators: Set<String> = [
        "not", "never", "without", "hardly", "no", "nor", "neither", "less", "nobody", "nothing", "cannot",
    ]
    private static let supposing: Set<String> = [
        "if", "would", "wouldn't", "unless", "whether", "asked", "wish", "book", "film", "movie", "documentary",
    ]
    /// Persons who may have the feeling; the last one named before an expression decides.
    private static let selves: Set<String> = [
        "i", "i'm", "i've", "i'd", "i'll", "me", "myself", "we", "we're", "we've", "us", "my", "our",
    ]
    private static let others: Set<String> = [
        "he", "he's", "she", "she's", "they", "they're", "his", "her", "their", "you", "your", "boss", "wife",
        "husband", "partner", "mother", "father", "mum", "mom", "dad", "sister", "brother", "son", "daughter", "kids",
        "children", "child", "baby", "friend", "friends", "neighbour", "neighbours", "neighbor", "neighbors",
        "colleague", "colleagues", "people", "everyone", "everybody", "somebody", "someone", "dog", "cat", "teacher",
        "team", "customer", "man", "woman",
    ]

    private static func english(_ label: EmotionLabel, in text: String) -> Int {
        clauses(text).reduce(0) { count, clause in
            let line = EnglishWords(clause)
            guard !line.words.isEmpty else { return count }
            let isFound = EmotionExpressions.english(label).contains { expression in
                line.places(of: expression).contains { isOwn(line.words, at: $0, expression) }
            }
            return count + (isFound ? 1 : 0)
        }
    }

    private static func isOwn(_ words: [String], at place: Int, _ expression: String) -> Bool {
        let before = words[..<place]
        guard !before.contains(where: supposing.contains) else { return false }
        if let last = before.last(where: { selves.contains($0) || others.contains($0) }), others.contains(last) {
            return false
        }
        // An expression may begin with who it is about, and may hold its own "not".
        if let first = EnglishWords(expression).words.first, selves.contains(first) { return true }
        let near = before.suffix(negationTokens)
        return !near.contains { negators.contains($0) || $0.hasSuffix("n't") } || holdsNegation.contains(expression)
    }

    /// Said with a "not" that belongs to them: "could hardly keep my eyes open", "can't stop smiling".
    private static let holdsNegation: Set<String> = [
        "keep my eyes open", "stop smiling", "sit still", "look him in the eye", "look her in the eye",
        "look them in the eye",
    ]

    private static func clauses(_ text: String) -> [String] {
        text.split { ".,;:!?–—…\n、。！？".contains($0) }.map(String.init)
    }

    // MARK: Japanese

    private static let people = [
        "部長", "課長", "社長", "上司", "先輩", "後輩", "妹", "弟", "兄", "姉", "母", "父", "妻", "夫", "息子", "娘", "子ども", "子供", "孫", "祖父",
        "祖母", "友だち", "友達", "友人", "彼女", "彼", "あの人", "同僚", "先生", "犬", "猫", "みんな", "隣の人", "赤ちゃん", "相手", "お客さん", "家族", "両親",
    ]
    private static let deniers = ["ない", "なかっ", "なく", "ません", "ほどでは", "わけじゃ", "わけでは", "たら", "ば", "ずに"]
    private static let supposingInJapanese = ["もし", "ばいいのに", "たらいいのに", "らしい", "そうだった", "という本", "についての本", "という映画"]
    /// Nouns by which an adjective speaks of the owner's own day.
    private static let ownTimes = ["一日", "日だ", "日で", "時間", "夜", "朝", "午後", "週末", "気持ち", "思い", "ひととき", "こと"]

    private static func japanese(_ label: EmotionLabel, in text: String) -> Int {
        let sentences = text.split { "。！？!?.\n".contains($0) }.map(String.init)
        return sentences.reduce(0) { count, sentence in
            guard !supposingInJapanese.contains(where: sentence.contains) else { return count }
            let isFound = EmotionExpressions.japanese(label).contains { isOwn($0, in: sentence) }
            return count + (isFound ? 1 : 0)
        }
    }

    private static func isOwn(_ expression: String, in sentence: String) -> Bool {
        var rest = sentence[...]
        while let range = rest.firstRange(of: expression) {
            let before = sentence[..<range.lowerBound]
            let after = sentence[range.upperBound...]
            let clause = after.prefix { $0 != "、" }
            let isDenied = deniers.contains { clause.prefix(5).contains($0) }
            if !isDenied, !isOfSomebodyElse(before), !describesAThing(clause) { return true }
            rest = sentence[range.upperBound...]
        }
        return false
    }

    private static func isOfSomebodyElse(_ before: Substring) -> Bool {
        people.contains { person in
            ["が", "は", "も", "たちは", "たちが", "たちも"].contains { before.contains(person + $0) }
        }
    }

    /// Whether an adjective only describes a thing (怖い映画), which says nothing of the day.
    private static func describesAThing(_ after: Substring) -> Bool {
        guard let ending = after.first, ending == "い" || ending == "な" else { return false }
        let noun = after.dropFirst()
        guard let first = noun.unicodeScalars.first else { return false }
        let isNoun = (0x4E00...0x9FFF).contains(first.value) || (0x30A0...0x30FF).contains(first.value)
        return isNoun && !ownTimes.contains { noun.hasPrefix($0) }
    }
}
