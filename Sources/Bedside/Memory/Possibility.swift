/// Whether an owner only said that something may be, or that it is so in a case that the memory leaves out.
enum Possibility {
    /// - Parameter text: the memory, which may say itself that it is only possible, or name the case.
    static func isOpen(_ quote: Surroundings, text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard !kept.isEmpty else {
            return isWonderedAt(quote, text) || isCaseLeftOut(quote, text)
        }
        let own = Denial.roots(of: text)
        guard kept.allSatisfy({ !hedges.contains($0) }) else { return false }
        return Denial.clauses(quote.clause).contains { clause in
            guard !own.isDisjoint(with: clause.words.map(Denial.root)) else { return false }
            return isAble(clause.words, kept) || isMay(clause, quote) || isDoubted(clause)
                || isConditioned(clause, own)
        }
    }

    // MARK: English

    /// Words by which a memory says that something is open.
    private static let hedges: Set<String> = [
        "could", "can", "may", "might", "maybe", "perhaps", "possible", "possibly", "considers", "considering",
        "thinks",
        "thinking", "thought", "wonders", "wondering", "wants", "wish", "wishes", "hopes", "option", "idea", "doubts",
        "doubt", "doubtful", "unsure", "suspects", "suspect", "feeling", "if", "when", "not", "no", "never", "able",
        "probably", "should",
    ]
    private static let choices: Set<String> = [
        "be", "become", "have", "get", "move", "live", "work", "buy", "take", "quit", "learn", "try", "start", "join",
        "marry", "sell", "teach", "study", "retire", "leave", "write", "open", "adopt", "apply", "give",
    ]
    private static let realised: Set<String> = ["finally", "still", "only", "at"]

    /// "I could become a teacher": not "I could hear the sea", and not "I could finally get a seat".
    private static func isAble(_ words: [String], _ kept: [String]) -> Bool {
        words.indices.contains { place in
            guard words[place] == "could", place > 0, ["i", "we", "that", "it", "this"].contains(words[place - 1])
            else { return false }
            let next = words.dropFirst(place + 1)
            guard
                let verb = next.first(where: { !["also", "always", "maybe", "well", "easily", "just"].contains($0) }),
                choices.contains(verb), next.prefix(3).allSatisfy({ !realised.contains($0) }),
                // "I don't think I could live without it"
                words[..<place].allSatisfy({ !Polarity.negations.contains($0) })
            else { return false }
            // "We could leave early" may have happened.
            return kept.allSatisfy {
                !$0.hasSuffix("ed") && !["got", "took", "left", "bought", "had", "was"].contains($0)
            }
        }
    }

    private static let subjects: Set<String> = ["i", "we", "he", "she", "they", "it", "that", "there", "this"]

    /// "I may have a cold"; "I may be old, but I run" gives in.
    private static func isMay(_ clause: EnglishWords, _ quote: Surroundings) -> Bool {
        clause.places(of: "may").contains { place in
            place > 0 && subjects.contains(clause.words[place - 1]) && place + 1 < clause.words.count
                && !["as", "if"].contains(clause.words[place - 1])
        } && !EnglishWords(quote.sentence).words.contains("but")
    }

    /// "I doubt that I have talent", but not "No doubt I like it".
    private static func isDoubted(_ clause: EnglishWords) -> Bool {
        if clause.contains(anyOf: [
            "i suspect", "i have a feeling", "it's possible that", "it is possible that", "i'm considering",
            "i am considering", "we're considering", "we are considering", "i've been considering",
        ]) {
            return true
        }
        return ["doubt", "doubtful"].flatMap(clause.places).contains { place in
            let before = clause.words[..<place].suffix(2)
            return before.allSatisfy {
                !["no", "don't", "never", "without", "not", "didn't", "a", "beyond"].contains($0)
            }
                && clause.words[place...].contains { ["i", "i'm", "i'll", "i've", "my", "we"].contains($0) }
        }
    }

    private static let cases = ["as long as", "so long as", "on condition that", "depending on whether", "in case"]

    /// "I run as long as it's dry": the memory must name the case.
    private static func isConditioned(_ clause: EnglishWords, _ own: Set<String>) -> Bool {
        guard !own.contains(Denial.root("long")) else { return false }
        return cases.contains { phrase in
            guard let place = clause.places(of: phrase).first else { return false }
            let condition = OwnWords(
                clause.words.dropFirst(place + phrase.split(separator: " ").count).joined(separator: " "))
            // "As long as I can remember" is always.
            guard !condition.words.contains(where: { $0.hasPrefix("rememb") || $0.hasPrefix("liv") }) else {
                return false
            }
            return !condition.isEmpty && own.isDisjoint(with: condition.words.map(Denial.trimmed))
        }
    }

    // MARK: Japanese

    /// By these a memory says itself that something is open.
    private static let japaneseHedges = [
        "かも", "かな", "かしら", "だろうか", "でしょうか", "疑", "心配", "考", "思", "可能性", "検討", "迷", "か？",
    ]

    /// ナッツアレルギーなのかな, 引っ越そうかなと思っている: what an owner only wonders about.
    private static func isWonderedAt(_ quote: Surroundings, _ text: String) -> Bool {
        guard !text.contains(anyOf: japaneseHedges) else { return false }
        let own = OwnWords(text).words
        return Denial.segments(quote.clause).contains { clause in
            if isToyedWith(clause, own) { return true }
            guard
                let mark = ["のかな", "のかしら", "かしら", "んだろうか", "のだろうか", "のでしょうか", "んでしょうか"].first(where: {
                    clause.contains($0)
                }),
                let range = clause.firstRange(of: mark)
            else { return false }
            let before = String(clause[..<range.lowerBound])
            return !before.contains(anyOf: ["何", "なに", "なん", "どう", "いつ", "誰", "どこ", "なぜ"])
                && !OwnWords(before).words.isDisjoint(with: own)
        }
    }

    private static let toys = ["かなと思", "かなって思", "かなーと思", "かなーって思", "かなとも思"]
    /// What ends a sentence behind 思; 楽しいかなと思って始めた tells what came of it.
    private static let thoughts = [
        "う", "うけど", "うんだ", "います", "いますけど", "って", "ってる", "ってるけど", "ってます", "っている", "っているけど", "っています", "ったり", "ったりする",
        "うよ", "ってるんだ", "ってて", "っていて", "ってね", "ってるよ", "ってるところ",
    ]

    /// 会社を辞めてもいいかなと思う, 結婚するのもいいかな: what an owner only toys with.
    private static func isToyedWith(_ clause: String, _ own: Set<String>) -> Bool {
        let end = clause.trimmed().filter { !"。！!".contains($0) }
        var before: String?
        if let range = toys.compactMap({ end.firstRange(of: $0) }).first,
            thoughts.contains(String(end[range.upperBound...]))
        {
            before = String(end[..<range.lowerBound])
        } else if let mark = ["もいいかな", "もいいかも", "も悪くないかな"].first(where: end.hasSuffix) {
            before = String(end.dropLast(mark.count))
        }
        return before.map { !OwnWords($0).words.isDisjoint(with: own) } ?? false
    }

    /// What a memory names the case with.
    private static let namings = ["なら", "れば", "たら", "だら", "とき", "る時", "た時", "い時", "の時", "場合", "ないと", "次第", "の日"]

    /// 雨が降らなければ明日走る, 雨ならバスに乗る: the memory must name the case.
    private static func isCaseLeftOut(_ quote: Surroundings, _ text: String) -> Bool {
        guard !text.contains(anyOf: namings) else { return false }
        let own = OwnWords(text).words
        let said = quote.clauseBefore + quote.quote
        for sentence in said.split(whereSeparator: { "。！？!?".contains($0) }).map(String.init) {
            guard let range = conditionEnd(of: sentence) else { continue }
            let start = sentence[..<range.lowerBound].lastIndex { "、,".contains($0) }
            let condition = OwnWords(sentence[(start ?? sentence.startIndex)..<range.lowerBound]).words
            let rest = OwnWords(sentence[range.upperBound...]).words
            if !condition.isEmpty, own.isDisjoint(with: condition), !own.isDisjoint(with: rest) { return true }
        }
        return false
    }

    /// The end of a condition with なければ or なら. 飲まなければならない, それなら and ならぶ are no conditions.
    private static func conditionEnd(of sentence: String) -> Range<String.Index>? {
        if let range = sentence.firstRange(of: "なければ") {
            let rest = sentence[range.upperBound...]
            let isDuty = ["なら", "いけ", "だめ", "ダメ", "と", "。"].contains(where: rest.hasPrefix)
            if !rest.isEmpty, !isDuty { return range }
        }
        return sentence.ranges(of: "なら").first { range in
            let rest = sentence[range.upperBound...]
            guard let next = rest.first, let last = sentence[..<range.lowerBound].last,
                !"なんぶべびぼっうえいすしくわればー".contains(next)
            else { return false }
            let isWord = ["それ", "さよ", "だか", "そん"].contains { sentence[..<range.lowerBound].hasSuffix($0) }
            return !isWord && !"、がはをにもとの".contains(last)
        }
    }
}

/// Whether what an owner called an intention is none: an act in a world that is not, or one of somebody else.
enum UnreadyIntention {
    private static let woulds: Set<String> = ["would", "wouldn't", "could", "couldn't", "i'd", "we'd"]
    private static let pasts: Set<String> = [
        "were", "was", "had", "could", "did", "didn't", "wasn't", "weren't", "hadn't", "won", "knew", "felt", "got",
    ]

    /// "I would stretch if I were younger", 若かったら走るのに.
    static func isUnreal(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        if english.contains(anyOf: ["if i were", "if we were", "if only", "were i"]) { return true }
        if let place = english.words.firstIndex(of: "if"), english.words.contains(where: woulds.contains),
            english.words.dropFirst(place + 1).prefix(5).contains(where: { pasts.contains($0) || $0.hasSuffix("ed") })
        {
            return true
        }
        let end = sentence.trimmed().filter { !"。！!、".contains($0) }
        return ["のに", "んだけどなあ", "んだけどな", "だろうに", "のになあ", "のにな"].contains(where: end.hasSuffix)
            && sentence.contains(anyOf: ["たら", "だら", "れば", "けば", "えば", "なら"])
    }

    private static let openings: Set<String> = [
        "tomorrow", "tonight", "today", "then", "and", "so", "on", "monday", "tuesday", "wednesday", "thursday",
        "friday",
        "saturday", "sunday", "morning", "evening", "in", "the", "this", "at", "first", "thing", "well", "okay", "next",
    ]
    private static let owners: Set<String> = [
        "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've", "me", "us",
    ]
    private static let pronouns: Set<String> = ["he", "she", "they", "he'll", "she'll", "they'll"]

    /// "My wife will stretch when she wakes up", 妻は明日起きたら走る: somebody else acts, and the owner does not.
    static func isOfAnother(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        guard !words.isEmpty else { return LeftOutSubject.isTopicAnother(of: sentence) }
        guard words.allSatisfy({ !owners.contains($0) }) else { return false }
        let rest = Array(words.drop(while: openings.contains))
        return rest.first.map(pronouns.contains) ?? false || LeftOutSubject.person(in: rest) != nil
    }
}
