/// Whether a memory says something with the owner's words that the owner did not say: one word exchanged for another
/// ("My husband is a doctor" is no lawyer), two names that changed places, or a clause of its own (M-3).
///
/// Without a dictionary nobody knows whether two words mean the same. So an exchange counts only where everything else
/// that has a meaning stands in the same order, and the new word is none that the owner used in this talk.
enum Substitution {
    /// - Parameter said: the words of all that the owner said on the record.
    static func isMade(_ text: String, of quote: String, said: OwnWords) -> Bool {
        if SwappedNumbers.isMade(text, of: quote) || TurnedRound.isMade(text, of: quote) { return true }
        let isJapanese = text.contains(where: Token.isJapanese)
        let kept = Token.tokens(of: text, isJapanese: isJapanese)
        guard !kept.isEmpty else { return false }
        // A clause of one word is too little to compare with.
        let clauses = [quote] + (kept.count > 1 ? Self.clauses(of: quote) : [])
        let heard = clauses.map { Token.tokens(of: $0, isJapanese: isJapanese) }
        // A clause that says just this settles it.
        if heard.contains(kept) { return false }
        return heard.contains { isExchange(kept, $0, said) || !isJapanese && isSwap(kept, $0, quote, text) }
            || hasOwnClause(text, isJapanese, said)
    }

    private static func clauses(of quote: String) -> [String] {
        var text = quote
        for joint in [" but ", " and ", " because ", "けれど", "けど", "から", "ので"] {
            text = text.replacing(joint, with: ",")
        }
        let parts = text.split { ",;.!?、。！？".contains($0) }.map(String.init)
        return parts.count > 1 ? parts : []
    }

    /// Whether both are the same words in the same order, except for one.
    private static func isExchange(_ kept: [String], _ heard: [String], _ said: OwnWords) -> Bool {
        guard kept.count == heard.count else { return false }
        let pairs = zip(kept, heard).filter { $0 != $1 }
        guard pairs.count == 1, let (new, old) = pairs.first, !heard.contains(new), !kept.contains(old) else {
            return false
        }
        return Token.isStrange(new, said) && !Token.mayStand(new, for: old)
    }

    /// "Anna left Tom" is not "Tom left Anna".
    private static func isSwap(_ kept: [String], _ heard: [String], _ quote: String, _ text: String) -> Bool {
        guard kept.count == heard.count, kept.count > 2, kept.sorted() == heard.sorted() else { return false }
        let places = kept.indices.filter { kept[$0] != heard[$0] }
        guard places.count == 2, let first = places.first, let last = places.last, last - first == 2 else {
            return false
        }
        let words = EnglishWords(quote + " " + text)
        let names = [quote, text].flatMap { SpokenNames.names(in: $0) }.map { OwnWords.stem($0) }
        return names.contains(kept[first]) && names.contains(kept[last])
            && !words.contains(anyOf: ["by", "married", "met", "friends", "engaged", "dating", "together", "with"])
    }

    /// A further clause of which the owner said no word: "… and the owner is a thief".
    private static func hasOwnClause(_ text: String, _ isJapanese: Bool, _ said: OwnWords) -> Bool {
        var parted = text
        for joint in [" and ", "、"] { parted = parted.replacing(joint, with: "\n") }
        return parted.split(separator: "\n").dropFirst().contains { clause in
            let tokens = Token.tokens(of: String(clause), isJapanese: isJapanese)
            let words = EnglishWords(String(clause))
            let isWhole = tokens.count > 1 || tokens.count == 1 && words.contains(anyOf: ["is", "are", "has", "was"])
            return isWhole && tokens.allSatisfy { Token.isStrange($0, said) }
                && !tokens.allSatisfy { Token.isGeneric($0) }
        }
    }
}

/// A word of meaning: in English without its ending, in Japanese a run of kanji, of katakana or of letters.
private enum Token {
    static func isJapanese(_ letter: Character) -> Bool {
        JapaneseLetters.isKanji(letter) || JapaneseLetters.isKatakana(letter) || JapaneseLetters.isHiragana(letter)
    }

    static func tokens(of text: String, isJapanese: Bool) -> [String] {
        guard isJapanese else {
            // A number may be told in digits, and which numbers were said is another rule's (`SpokenNumbers`).
            return EnglishWords(text).words
                .filter { !OwnWords($0).isEmpty && !$0.hasSuffix("n't") && !SpokenNumbers.words.contains($0) }
                .map { OwnWords.stem($0) }
        }
        let text = SpokenNumbers.withoutCounts(text)
        var tokens: [String] = []
        for isPart in [JapaneseLetters.isKanji, JapaneseLetters.isKatakana] as [(Character) -> Bool] {
            tokens += text.split { !isPart($0) }.map(String.init).filter {
                $0.count > 1 || $0.first.map(JapaneseLetters.isKanji) == true
            }
        }
        let speakers: Set<String> = ["私", "僕", "俺", "今", "家", "内"]
        return places(of: tokens.filter { !speakers.contains($0) }, in: text)
    }

    /// In the order in which they stand in the text.
    private static func places(of tokens: [String], in text: String) -> [String] {
        tokens.compactMap { token in text.firstRange(of: token).map { (token, $0.lowerBound) } }
            .sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Whether the owner did not use it in this talk.
    static func isStrange(_ token: String, _ said: OwnWords) -> Bool {
        guard !said.runs.contains(token), !said.words.contains(token) else { return false }
        // 大好 has the owner's 好.
        return !said.runs.contains { $0.contains(token) || token.contains($0) && $0.count * 2 >= token.count }
    }

    /// Words that a memory may use for what the owner said in other ways.
    static func isGeneric(_ token: String) -> Bool { generic.contains(token) }

    static func mayStand(_ new: String, for old: String) -> Bool {
        // One kanji is mostly a verb, which people say in many ways; `Opposites` knows those that matter.
        if isVerb(new) || isVerb(old) { return true }
        if generic.contains(new) || generic.contains(old) || calendarKind(new) != calendarKind(old) { return true }
        // "waking" and "wake".
        let shared = zip(new, old).prefix { $0 == $1 }.count
        if shared >= max(3, min(new.count, old.count) - 1) || new.hasPrefix(old) || old.hasPrefix(new) { return true }
        return synonyms.contains { $0.contains(new) && $0.contains(old) }
    }

    private static func isVerb(_ token: String) -> Bool {
        token.count == 1 && token.allSatisfy(JapaneseLetters.isKanji) && !"茶酒肉魚米水犬猫".contains(token)
            && !SomebodyElse.japaneseRelations.contains(token)
    }

    /// Days and months are told in other ways: "on Sunday" is the 24th of January.
    private static func calendarKind(_ token: String) -> Int {
        if months.contains(token) { return 1 }
        if weekdays.contains(token) || token.contains("曜") { return 2 }
        if token.contains("月") { return token.hasSuffix("日") ? 3 : 1 }
        return token.hasSuffix("日") || token.contains("週") || relative.contains(token) ? 4 : 0
    }

    private static let months = Set(
        [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ].map { OwnWords.stem($0) })
    private static let weekdays = Set(
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map { OwnWords.stem($0) })
    private static let relative = Set(
        ["tomorrow", "today", "tonight", "weekend", "christmas"].map { OwnWords.stem($0) })
    private static let generic = Set(
        [
            "work", "live", "name", "named", "call", "called", "gets", "goes", "job", "comes", "find", "take", "use",
            "keep", "stay",
            "prefer", "wish", "plan",
            "wake", "turn", "start", "need", "cannot", "away", "going", "have", "make", "woken", "says", "enjoys",
        ].map { OwnWords.stem($0) }
            + [
                "名前", "仕事", "人", "家族", "住", "作", "子", "店", "寝", "見", "話", "言", "思", "起", "使", "行", "来", "働", "歌", "持",
                "呼", "頼", "決", "願", "今日",
            ])
    private static let synonyms: [Set<String>] = [
        ["son", "lad", "boy"], ["daughter", "lass", "girl"], ["mum", "mom", "mother", "mam", "mama"],
        ["dad", "father", "papa"], ["child", "children", "kid", "bairn", "wean", "little"],
        ["grandmother", "gran", "granny", "grandma", "nan", "nana"], ["grandfather", "grandad", "granddad", "grandpa"],
        ["wife", "missus", "partner", "spouse"], ["husband", "hubby", "partner", "spouse"], ["doctor", "doc"],
        ["flat", "apartment"], ["begin", "began", "start"], ["hate", "dislike", "detest", "loathe"],
        ["love", "adore", "enjoy", "fond", "keen"], ["film", "movie"], ["shop", "store"], ["bike", "bicycle", "cycle"],
        ["sick", "ill", "poorly", "unwell"], ["tired", "exhausted", "knackered", "shattered"],
        ["big", "large", "huge"],
        ["buy", "bought", "purchase"], ["phone", "ring", "rang", "call"], ["exam", "test"], ["holiday", "vacation"],
        ["pupil", "student"], ["university", "uni", "college"], ["teach", "taught"], ["drive", "drove", "driven"],
        ["wake", "woke", "woken"], ["speak", "spoke", "spoken"], ["grow", "grew", "grown"], ["swim", "swam"],
        ["eat", "ate", "eaten"], ["give", "gave", "given"], ["leave", "left"], ["lose", "lost"], ["sleep", "slept"],
        ["feel", "felt"], ["meet", "met"], ["write", "wrote", "written"], ["sing", "sang"], ["drink", "drank"],
        ["break", "broke", "broken"], ["come", "came"], ["see", "saw", "seen"], ["tell", "told"], ["think", "thought"],
        ["find", "found"], ["bring", "brought"], ["build", "built"], ["fall", "fell", "fallen"], ["fly", "flew"],
        ["pay", "paid"], ["sell", "sold"], ["send", "sent"], ["sit", "sat"], ["wear", "wore"], ["win", "won"],
        ["goes", "went", "gone"], ["run", "ran"], ["catch", "caught"], ["choose", "chose", "chosen"], ["draw", "drew"],
        ["hold", "held"], ["know", "knew", "known"], ["lead", "led"], ["make", "made"], ["ride", "rode", "ridden"],
        ["rise", "rose", "risen"], ["spend", "spent"], ["stand", "stood"], ["steal", "stole", "stolen"],
        ["throw", "threw", "thrown"], ["tear", "tore", "torn"], ["understand", "understood"],
        ["each", "every"], ["quit", "stop", "stopped"], ["quit", "leave", "left", "depart"], ["end", "finish"],
        ["scared", "afraid", "fear", "frightened"], ["girlfriend", "partner"], ["boyfriend", "partner"],
        ["appointment", "visit"], ["bed", "bedtime", "sleep", "asleep"],
        ["sore", "hurt", "ache", "achy", "pain"], ["move", "shift"], ["pal", "friend", "mate"],
        ["妻", "奥", "嫁", "家内", "奥様"], ["夫", "旦那", "主人"], ["祖母", "婆"], ["祖父", "爺"], ["父", "親父"], ["母", "お袋"],
        ["医者", "医師", "先生"], ["飲", "呑"], ["会", "逢"], ["子", "子供", "坊主"], ["犬", "ワンコ"], ["猫", "ニャンコ"], ["会社", "職場"],
        ["学校", "小学校", "中学校", "高校"], ["車", "自動車", "クルマ"], ["料理", "飯"], ["眠", "寝"], ["誕生日", "生"],
    ].map { words in Set(words.map { word in word.utf8.allSatisfy { $0 < 0x80 } ? OwnWords.stem(word) : word }) }
}
