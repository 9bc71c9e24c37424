/// Signs that the owner did not state a fact about themselves: an if, a wish, a game, a joke, somebody else's words.
enum Unmeant {
    /// The reason not to take a quote at its word; nil if there is none.
    ///
    /// - Parameters:
    ///   - following: what the owner said next.
    ///   - nearby: the few lines around, for a game that was announced before.
    static func refusal(
        _ quote: Surroundings, following: String, nearby: String, text: String, kind: MemoryKind
    ) -> MemoryRefusal? {
        if isTakenBack(quote.after + " " + quote.rest) || isJoke(String(following.prefix(60))) { return .joke }
        if isGame(quote.lead + quote.sentence + quote.rest) || isGame(nearby) { return .hypothetical }
        // An intention is an "if … then …" by its nature.
        if kind != .intention, isConditional(quote.sentence) { return .hypothetical }
        if isDoubtful(quote.clause) || isDream(quote.lead + quote.sentence) || isWish(quote.lead) {
            return .hypothetical
        }
        return isNegated(quote, text: text) ? .negated : nil
    }

    // MARK: If

    /// もし, たら, if, would (M-3), and what else makes a condition.
    static func isConditional(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        let conditions = english.places(of: "if").filter { place in
            place == 0
                || !["as", "even", "ask", "asked", "know", "wonder", "see", "sure"].contains(english.words[place - 1])
        }
        let woulds = english.places(of: "would").filter { place in
            let next = place + 1 < english.words.count ? english.words[place + 1] : ""
            return !["you", "like", "prefer", "rather"].contains(next)
        }
        if !conditions.isEmpty || !woulds.isEmpty { return true }
        if english.contains(anyOf: [
            "unless", "suppose", "supposing", "imagine", "what if", "hypothetically", "wouldn't",
        ]) {
            return true
        }
        return sentence.replacing("かもし", with: "").contains(anyOf: ["もし", "仮に", "万が一"])
            || hasConditionalEnding(sentence)
    }

    /// たら or だら behind a verb or adjective, as far as that shows without a dictionary.
    private static func hasConditionalEnding(_ sentence: String) -> Bool {
        let letters = Array(sentence)
        for index in letters.indices.dropFirst() where index + 1 < letters.count && letters[index + 1] == "ら" {
            let before = letters[..<index].suffix(1).map(String.init).joined()
            let after = String(letters[(index + 2)...].prefix(2))
            switch letters[index] {
            case "た":
                let isWord =
                    after.hasPrefix("こ") || after.hasPrefix("しい") || after.hasPrefix("しく") || after.hasPrefix("か")
                    || after.hasPrefix("す") || after.hasPrefix("た") || after.hasPrefix("い回")
                if !isWord, !["当", "あ", "は", "や", "か", "語"].contains(before) { return true }
            case "だ":
                if before == "ん" || before == "い", !after.hasPrefix("け"), !after.hasPrefix("だ") { return true }
            default: break
            }
        }
        return false
    }

    // MARK: Perhaps, wishes, games

    private static func isDoubtful(_ clause: String) -> Bool {
        EnglishWords(clause).contains(anyOf: [
            "maybe", "perhaps", "might", "can't decide", "haven't decided", "not sure", "torn between", "thinking of",
            "thinking about", "toying with", "one day i'll", "who knows",
        ])
            || clause.replacing("しかも", with: "").replacing("何もかも", with: "").contains(anyOf: [
                "かもしれ", "かもね", "かもな", "かも。", "かなあ", "かなぁ", "迷って", "迷う", "悩んで", "悩む", "どうしよう",
            ]) || clause.hasSuffix("かも") || isWish(clause)
    }

    /// Whether somebody describes what is not so; what they say next is often more of it.
    private static func isWish(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "i wish", "we wish", "if only", "would be nice", "would be lovely", "i'd love to have",
        ])
            || text.contains(anyOf: ["ればなあ", "たらなあ", "ばいいな", "ばよかった", "らいいのに", "ばいいのに", "んだろうなあ", "んだろうな"])
    }

    private static func isDream(_ text: String) -> Bool {
        let words = EnglishWords(text)
        let hopes = ["dream is", "dream job", "dream house", "dream home", "dream of"]
        return words.contains(anyOf: ["dreamt", "dreamed", "nightmare"])
            || words.contains(anyOf: ["dream", "dreams"]) && !words.contains(anyOf: hopes)
            || text.contains(anyOf: ["夢を見", "夢見", "夢で", "夢の中", "な夢", "い夢"])
    }

    private static func isGame(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "pretend", "pretending", "make believe", "let's play", "role play", "playing pirates", "playing house",
            "playing shop", "playing doctors", "playing school", "playing knights", "playing princesses",
        ])
            || text.contains(anyOf: ["ごっこ", "なりきり"])
    }

    private static func isJoke(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "kidding", "joking", "just a joke", "only a joke", "i'm messing", "just messing", "winding you up",
            "having you on", "pulling your leg", "not really", "not true", "sarcasm", "sarcastic", "irony", "ironic",
        ])
            || text.contains(anyOf: [
                "冗談", "うそうそ", "嘘嘘", "嘘だよ", "うそだよ", "ウソだよ", "なんちゃって", "なんてね", "なんつって", "なーんて", "なわけない",
                "皮肉", "嫌味", "いやみ",
            ])
    }

    /// Whether the owner takes their words back in the same breath.
    private static func isTakenBack(_ text: String) -> Bool {
        isJoke(text)
            || EnglishWords(text).contains(anyOf: [
                "scratch that", "never mind", "no wait", "actually no", "forget that", "on second thought",
                "on second thoughts", "strike that",
            ])
            || text.contains(anyOf: ["いや、ない", "いや、やめ", "やっぱりやめ", "やっぱやめ", "やっぱりなし", "やっぱなし", "今のなし", "取り消し"])
    }

    // MARK: Not

    private static let englishNegations: Set<String> = [
        "not", "never", "no", "hardly", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "won't",
        "can't", "haven't", "hasn't", "nobody", "stopped", "quit", "without",
    ]
    private static let japaneseNegations = [
        "ない", "なく", "なかった", "ません", "じゃな", "ではな", "くな", "わけじゃ", "わけでは", "とは思", "とか無理", "はやめた", "のはやめ",
    ]

    /// Whether a "not" that belongs to the quoted words was left outside of both quote and text.
    private static func isNegated(_ quote: Surroundings, text: String) -> Bool {
        let inside = EnglishWords(quote.quote + " " + text).words
        if EnglishWords(quote.clauseBefore).words.suffix(4).contains(where: englishNegations.contains),
            !inside.contains(where: englishNegations.contains)
        {
            return true
        }
        let tail = quote.after.prefix { !"、,。 ".contains($0) }
        return japaneseNegations.contains { tail.prefix($0.count + 4).contains($0) }
            && !japaneseNegations.contains { (quote.quote + text).contains($0) }
    }
}
