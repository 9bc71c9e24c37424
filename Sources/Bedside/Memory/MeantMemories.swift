/// What somebody means who wants something forgotten or read out, where they name no thing.
enum MeantMemories: Hashable, Sendable {
    /// "Everything", "全部".
    case all
    /// "That", "それ": what was kept last in this talk.
    case last
    /// What the words name.
    case named

    init(_ query: String) {
        let query = String(query.prefix(FoldedText.maximumLength / 10))
        let english = EnglishWords(query).words
        let japanese = query.filter { $0.isLetter || $0.isNumber }
        if Self.isAll(english) || Self.isAll(japanese) {
            self = .all
        } else if Self.isLast(english) || Self.isLast(japanese) {
            self = .last
        } else {
            self = .named
        }
    }

    // MARK: English

    private static let whole: Set<String> = ["everything", "anything", "all"]
    /// Words beside "everything" that name nothing.
    private static let beside: Set<String> = [
        "forget", "please", "you", "you've", "know", "remember", "remembered", "about", "me", "have", "of", "it", "the",
        "can", "could", "my", "memories", "memory", "kept", "keep", "erase", "delete", "ever", "do", "what",
    ]
    private static let pointing: Set<String> = [
        "that", "it", "this", "that one", "this one", "the last one", "the last thing", "what i said",
        "what i just said", "what i told you", "what i just told you",
    ]
    private static let plans: Set<String> = [
        "that plan", "this plan", "that intention", "this intention", "the plan for tomorrow", "my plan for tomorrow",
    ]
    private static let kept: Set<String> = [
        "that memory", "this memory", "that note", "this note", "that thing", "this thing", "the last memory",
    ]

    private static func isAll(_ words: [String]) -> Bool {
        let rest = words.filter { !beside.contains($0) }
        return !rest.isEmpty && rest.allSatisfy(whole.contains)
    }

    private static func isLast(_ words: [String]) -> Bool {
        pointing.union(plans).union(kept).contains(phrase(words))
    }

    private static func phrase(_ words: [String]) -> String {
        words.filter { !["forget", "please", "about"].contains($0) }.joined(separator: " ")
    }

    // MARK: What is pointed at

    enum Target { case words, plan, memory }

    /// What a query points at that means what was kept last.
    static func pointsAt(_ query: String) -> Target {
        let words = phrase(EnglishWords(query).words)
        if plans.contains(words) || query.contains(anyOf: plansJapanese) { return .plan }
        return kept.contains(words) || query.contains(anyOf: keptJapanese) ? .memory : .words
    }

    /// "What I just said", さっき言ったこと: nothing that was read out.
    static func isAboutSaying(_ query: String) -> Bool {
        EnglishWords(query).contains(anyOf: ["i said", "i just said", "i told you", "i just told you"])
            || query.contains(anyOf: ["言った", "話した"])
    }

    // MARK: Japanese

    private static let wholeJapanese = ["全部", "ぜんぶ", "すべて", "全て", "なんでも", "何でも", "何もかも", "なにもかも"]
    private static let pointingJapanese = [
        "さっき言ったこと", "今言ったこと", "今のこと", "いまのこと", "さっきのこと", "そのこと", "このこと", "今の話", "その話", "この話", "さっきの話", "今の", "いまの",
        "さっきの", "それ", "これ", "あれ",
    ]
    private static let plansJapanese = ["その予定", "この予定", "その計画", "この計画", "明日の予定", "明日の計画"]
    private static let keptJapanese = ["その記憶", "この記憶", "そのメモ", "このメモ"]
    private static let requests = ["忘れて", "わすれて", "消して", "けして", "ください", "下さい", "お願い"]
    private static let owner = [
        "私のこと", "わたしのこと", "僕のこと", "ぼくのこと", "俺のこと", "覚えていること", "覚えてること", "覚えている", "覚えてる", "記憶", "のこと", "こと",
    ]

    private static func isAll(_ text: String) -> Bool {
        let rest = without(requests + owner, text)
        return wholeJapanese.contains { isOnlyParticles(in: rest, beside: $0) }
    }

    private static func isLast(_ text: String) -> Bool {
        let rest = without(requests, text)
        return (pointingJapanese + plansJapanese + keptJapanese).contains { isOnlyParticles(in: rest, beside: $0) }
    }

    private static func without(_ parts: [String], _ text: String) -> String {
        parts.reduce(text) { $0.replacing($1, with: "") }
    }

    private static func isOnlyParticles(in text: String, beside word: String) -> Bool {
        guard let range = text.firstRange(of: word) else { return false }
        let rest = String(text[..<range.lowerBound]) + String(text[range.upperBound...])
        return rest.allSatisfy { "をはのもでに".contains($0) }
    }
}
