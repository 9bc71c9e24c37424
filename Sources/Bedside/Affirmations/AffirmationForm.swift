/// Finds phrases that claim more than anybody can keep, and offers an "I can return" form for them (V-7): an offer,
/// not a refusal.
///
/// What somebody will never do is never repeated: a form of it would allow the very thing. A phrase that names harm is
/// offered no form at all, also when it denies it.
public enum AffirmationForm {
    /// The form that is offered; nil if the phrase claims nothing absolute, or names harm.
    public static func offer(for text: PrivateText) -> PrivateText? {
        guard !SafetyDetector.namesRisk(text.words) else { return nil }
        let offer: String? =
            switch AffirmationRules.language(of: text) {
            case .english: english(text.words)
            case .japanese: japanese(text.words)
            }
        return offer.map { PrivateText($0) }
    }

    // MARK: English

    private static let plainEnglish = "I can get tired, and I can come back."

    private static func english(_ text: String) -> String? {
        let words = EnglishPhrase(text)
        if words.holds(negations) { return "I can slip, and I can come back." }
        if words.holds(perfection) { return "I can make mistakes, and I can come back." }
        if words.holds(superlatives) || words.holdsSuperlative { return "I can have a bad day, and I can come back." }
        guard words.holds(absolutes) else { return nil }
        guard let rest = words.without(removable), rest.hasPrefix("I "), !EnglishPhrase(rest).holds(absolutes) else {
            return plainEnglish
        }
        return fitting("\(rest), and when I slip, I can come back.")
    }

    private static func fitting(_ text: String) -> String {
        AffirmationRules.refusal(of: PrivateText(text)) == nil ? text : plainEnglish
    }

    private static let negations = ["never", "not ever", "never-ever", "nevermore"]
    private static let perfection = [
        "perfect", "perfectly", "flawless", "flawlessly", "no mistakes", "without mistakes", "100 percent",
    ]
    private static let superlatives = [
        "the best", "the greatest", "the most", "number one", "better than everyone", "better than anyone",
        "unbeatable", "invincible", "unstoppable",
    ]
    private static let removable = ["always", "constantly", "forever", "absolutely", "totally", "completely"]
    private static let absolutes =
        removable + [
            "all the time", "every time", "no matter what", "nothing can", "nobody can", "everyone loves",
            "impossible", "at all times",
        ]

    // MARK: Japanese

    private static let plainJapanese = "疲れても、また戻れる。"

    private static func japanese(_ text: String) -> String? {
        if negatedAbsolutes.contains(where: text.contains) { return "つまずいても、また戻れる。" }
        if japaneseSuperlatives.contains(where: text.contains) { return "うまくいかない日があっても、また戻れる。" }
        guard let absolute = japaneseAbsolutes.first(where: text.contains) else { return nil }
        // "Never" in other words: without its adverb it would say the same.
        if text.contains("ない") || text.contains("ません") { return "つまずいても、また戻れる。" }
        var rest = remove(absolute, from: text).trimmed()
        while let last = rest.last, "。！!.．".contains(last) { rest.removeLast() }
        let shaped = "\(rest)。できない日があっても、また戻れる。"
        let isShort = shaped.count <= AffirmationRules.maximumJapaneseCharacters
        let isPlain = !japaneseAbsolutes.contains(where: rest.contains)
        return isShort && isPlain && rest.count >= 2 ? shaped : plainJapanese
    }

    private static func remove(_ part: String, from text: String) -> String {
        guard let place = text.firstRange(of: part) else { return text }
        var after = text[place.upperBound...]
        if let next = after.first, "、, ".contains(next) { after.removeFirst() }
        return String(text[..<place.lowerBound] + after)
    }

    private static let negatedAbsolutes = ["決して", "けっして", "二度と", "にどと"]
    private static let japaneseSuperlatives = [
        "完璧", "かんぺき", "完全無欠", "一番", "いちばん", "最高", "最強", "誰より", "だれより", "無敵", "世界一", "日本一",
    ]
    /// The longer ones first: they are taken out of the phrase.
    private static let japaneseAbsolutes = [
        "どんな時でも", "どんなときでも", "どんな時も", "どんなときも", "何があっても", "いつでも", "いつも", "絶対に", "絶対", "ぜったいに", "ぜったい",
        "必ず", "かならず", "常に", "つねに", "永遠に", "ずっと",
    ]
}

/// An English phrase by its words, without punctuation and capitals.
private struct EnglishPhrase {
    /// The words as the owner wrote them.
    private let written: [String]
    private let small: [String]

    init(_ text: String) {
        written = text.split(whereSeparator: \.isWhitespace).map { word in
            String(word.map { $0 == "’" ? "'" : $0 }.filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "-" })
        }.filter { !$0.isEmpty }
        small = written.map { $0.lowercased() }
    }

    func holds(_ expressions: [String]) -> Bool { expressions.contains { place(of: $0) != nil } }

    /// "The strongest", "the kindest person": a word of four letters and more with the ending, after an article.
    var holdsSuperlative: Bool {
        zip(small, small.dropFirst()).contains { article, word in
            ["the", "my"].contains(article) && word.count > 5 && word.hasSuffix("est") && !plainWords.contains(word)
        }
    }

    private var plainWords: Set<String> { ["interest", "forest", "harvest", "request", "honest", "protest", "modest"] }

    /// The phrase without these words; nil if it has none of them.
    func without(_ words: [String]) -> String? {
        let rest = zip(written, small).filter { !words.contains($0.1) }.map(\.0)
        return rest.count == written.count ? nil : rest.joined(separator: " ")
    }

    private func place(of expression: String) -> Int? {
        let words = expression.split(separator: " ").map(String.init)
        guard !words.isEmpty, words.count <= small.count else { return nil }
        return (0...(small.count - words.count)).first { Array(small[$0..<($0 + words.count)]) == words }
    }
}
