/// Whether a memory says the contrary of its quote, because a "not" or a "used to" was lost on the way.
enum Polarity {
    static func isLost(_ quote: Surroundings, text: String) -> Bool {
        isEnglishLost(quote, text) || isJapaneseLost(quote, text)
    }

    // MARK: English

    static let negations: Set<String> = [
        "not", "never", "no", "hardly", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "won't",
        "can't", "cannot", "haven't", "hasn't", "nobody", "stopped", "quit", "without", "ain't", "rarely", "barely",
        "neither", "nor", "couldn't", "wouldn't", "shouldn't", "dont", "hate", "hates", "avoid",
    ]
    /// Words by which a memory may say "not" in its own way.
    private static let refusals: Set<String> = [
        "hate", "hates", "dislike", "dislikes", "avoid", "avoids", "cannot", "unable", "allergic", "stop", "stops",
        "gave",
        "gives", "free", "lack", "lacks", "against", "instead", "only", "less", "except", "former", "formerly", "used",
        "ex", "skip", "skips", "bad", "dreads", "fears", "non", "off", "rather",
        "fail", "fails", "failed", "refuse", "refuses", "refused", "declines", "declined",
        "badly", "poorly", "nothing", "intolerant", "nightmare", "nightmares", "insomnia", "sleepless",
    ]
    /// Phrases with a "not" that denies nothing.
    static let idioms = [
        "can't wait", "can't stop", "can't help", "can't live without", "not only", "not just", "couldn't be happier",
        "never miss", "never misses", "never fail", "never fails", "no doubt", "no wonder", "why not", "why don't",
        "don't forget", "isn't it", "aren't i", "don't i", "don't you", "not to mention", "no matter", "don't mind",
        "not bad", "not looking forward", "anything but", "anyone but", "anything except", "anyone except",
    ]

    private static func isEnglishLost(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = Set(EnglishWords(text).words)
        let inside = EnglishWords(quote.quote).words
        guard kept.isDisjoint(with: negations) else { return false }
        let before = Denial.lastClause(EnglishWords(quote.clauseBefore).words, before: inside.first ?? "").suffix(4)
        // "I stopped smoking and took up rowing": what was stopped is said before the "and".
        let isNew =
            before.last == "and" && before.allSatisfy { !negations.contains($0) || ["stopped", "quit"].contains($0) }
        if !isNew, before.contains(where: negations.contains),
            inside.allSatisfy({ !negations.contains($0) })
        {
            return true
        }
        guard kept.isDisjoint(with: refusals) else { return false }
        let own = Denial.roots(of: text)
        let isDenied = Denial.clauses(quote.quote).contains { clause in
            let lost = denied(clause, own)
            return !lost.isEmpty
                && !Denial.isSaidPlainly(own, denied: lost, in: clause, of: quote.sentence)
        }
        return isDenied || isPast(quote, kept)
    }

    /// The words of a memory that a clause denies: its first "not" stands shortly before them.
    private static func denied(_ clause: EnglishWords, _ own: Set<String>) -> Set<String> {
        let places = clause.words.indices.filter { negations.contains(clause.words[$0]) }
        // Two of them are a yes: "I can't sleep without the fan".
        guard places.count == 1, let place = places.first, !clause.contains(anyOf: idioms) else { return [] }
        return own.intersection(clause.words.dropFirst(place + 1).prefix(3).map(Denial.root))
    }

    /// "I used to smoke", "I don't … any more": true once, and the memory does not say so.
    private static func isPast(_ quote: Surroundings, _ kept: Set<String>) -> Bool {
        let sentence = EnglishWords(quote.before + quote.quote)
        guard
            sentence.contains(anyOf: [
                "used to", "when i was little", "when i was a kid", "when i was a child", "when i was young",
                "as a kid",
                "as a child", "back when i",
            ]), !sentence.contains(anyOf: ["am used to", "i'm used to", "get used to", "got used to"])
        else { return false }
        return kept.isDisjoint(with: [
            "used", "was", "were", "had", "once", "former", "formerly", "past", "since", "ago", "as", "childhood",
            "grew",
            "did", "wanted", "lived", "worked", "played",
        ])
    }

    // MARK: Japanese

    private static let endings = [
        "ない", "なく", "なかった", "ません", "じゃな", "ではな", "くな", "わけじゃ", "わけでは", "とは思", "とか無理", "はやめた", "のはやめ",
    ]
    /// What in a memory says "not" in its own way.
    private static let denials = [
        "ない", "なく", "なし", "ません", "ず", "ぬ", "嫌", "きらい", "苦手", "にがて", "不", "無", "やめ", "だめ", "ダメ", "避", "禁", "なかった", "以外",
        "むり", "未", "卒業", "離",
    ]
    private static let denying = [
        "じゃない", "ではない", "じゃなく", "くない", "じゃありません", "ではありません", "しない", "べない", "まない", "わない", "らない", "きない", "てない", "でない",
        "せん",
    ]
    /// What only looks like a "not".
    private static let harmless = [
        "かもしれない", "しかない", "なければ", "ないと", "なきゃ", "なくちゃ", "ないかな", "間違いない", "仕方ない", "しょうがない", "たまらない", "とんでもない",
        "やばくない", "わけない", "ないことはない", "なくはない", "なくもない",
    ]

    private static func isJapaneseLost(_ quote: Surroundings, _ text: String) -> Bool {
        let tail = quote.after.prefix { !"、,。 ".contains($0) }
        if endings.contains(where: { tail.prefix($0.count + 4).contains($0) }) {
            return !endings.contains { (quote.quote + text).contains($0) }
        }
        guard !text.contains(anyOf: denials), !text.hasSuffix("ん") else { return isPastJapanese(quote, text) }
        // "よくない？" asks for a yes.
        let said = (quote.quote + tail).replacing("ない？", with: "").replacing("ない?", with: "")
        for clause in said.split(whereSeparator: { "、。！？".contains($0) }) {
            let clause = String(clause)
            guard !clause.contains(anyOf: harmless), clause.contains(anyOf: denying) else { continue }
            for mark in denying {
                guard let range = clause.firstRange(of: mark) else { continue }
                // The word that is denied stands in the memory too: its last kanji, or its last two letters.
                let before = clause[..<range.lowerBound]
                let isKanji = before.unicodeScalars.last.map { (0x4E00...0x9FFF).contains($0.value) } ?? false
                let word = before.suffix(isKanji ? 1 : 2)
                if word.count == (isKanji ? 1 : 2), text.contains(word), !isOnly(clause, text),
                    !Denial.isSaidPlainly(String(word), text: text, of: quote.sentence)
                {
                    return true
                }
            }
        }
        return isPastJapanese(quote, text)
    }

    /// 野菜しか食べない says that they eat vegetables.
    private static func isOnly(_ clause: String, _ text: String) -> Bool {
        guard let range = clause.firstRange(of: "しか"), let last = clause[..<range.lowerBound].last else { return false }
        return text.contains(last)
    }

    private static func isPastJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        (quote.before + quote.quote).contains(anyOf: [
            "子どものころ", "子供のころ", "子供の頃", "小さいころ", "小さい頃", "ちっちゃいころ", "ちっちゃい頃", "若いころ", "若い頃", "昔は", "むかしは",
            "前までは", "以前は",
        ])
            && !text.contains(anyOf: [
                "ころ", "頃", "昔", "むかし", "以前", "前は", "かつて", "だった", "した", "いた", "元", "子ども", "子供", "幼",
            ])
    }
}
