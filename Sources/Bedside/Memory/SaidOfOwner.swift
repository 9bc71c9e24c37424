/// Whether a quote holds the report itself that its memory leaves out: "My friend said I am lazy" is not "Is lazy", and
/// 友達に怠け者だって言われた not 怠け者だ.
///
/// `SomebodyElse` looks for a report around the quote. This looks into it. What a doctor says of the owner is theirs.
enum SaidOfOwner {
    static func isReported(_ quote: Surroundings, text: String) -> Bool {
        EnglishWords(text).words.isEmpty ? isJapanese(quote, text) : isEnglish(quote, text)
    }

    // MARK: English

    private static let opinions: Set<String> = [
        "think", "thinks", "thought", "believe", "believes", "believed", "reckon", "reckons", "claim", "claims",
        "claimed",
        "assume", "assumes", "assumed", "imagine", "imagines", "jokes", "joked", "teases",
    ]
    private static let reports: Set<String> = [
        "say", "says", "said", "tell", "tells", "told", "swear", "swears", "insists", "insisted", "shouted",
        "complains",
        "complained", "wrote", "writes", "texted", "goes", "sings", "reads",
    ]
    private static let between: Set<String> = ["me", "us", "that", "to", "everyone", "once", "always", "how", "like"]
    private static let adverbs: Set<String> = [
        "always", "often", "just", "once", "also", "still", "even", "has", "have", "had", "never", "sometimes", "keeps",
        "really", "all", "both", "usually",
    ]
    private static let firstPersons: Set<String> = ["i", "i'm", "i've", "i'd", "i'll", "we", "we're", "my"]
    /// What somebody is called or seems to be; not what they arranged: "My boss said I get the Friday off".
    private static let judging: Set<String> = [
        "am", "was", "look", "looked", "seem", "sound", "act", "snore", "talk", "should", "must", "need", "never",
        "always", "worry", "eat", "drink", "sleep", "drive", "work", "behave",
    ]
    /// Those who do not report but know, and the owner.
    private static let knowing: Set<String> = [
        "i", "we", "you", "i've", "we've", "doc", "doctor", "doctors", "gp", "dentist", "nurse", "midwife", "physio",
        "physiotherapist", "consultant", "surgeon", "optician", "dietician", "pharmacist", "coach", "trainer",
        "therapist",
        "boss", "manager", "school", "hospital", "clinic", "office", "contract", "calendar", "rota", "schedule",
        "letter",
        "test", "tests", "scan", "results", "scale", "scales", "watch", "app", "certificate", "passport", "it", "to",
        "who", "that", "not", "can", "could", "would", "don't", "didn't", "doesn't", "was",
        "were", "been",
    ]
    private static let media: Set<String> = [
        "song", "film", "movie", "book", "novel", "play", "poem", "show", "advert", "lyrics", "lyric", "tv", "telly",
        "radio", "podcast", "story", "series", "chorus", "line", "verse", "cartoon", "comic", "actor", "actress",
        "singer",
        "character", "hero", "heroine", "script", "quote", "meme", "joke", "tarot", "horoscope",
    ]
    /// By these a memory says that it is what others say.
    private static let telling: Set<String> = [
        "said", "says", "say", "told", "tells", "call", "called", "calls", "thinks", "think", "thought", "believes",
        "believe", "according", "considered", "nicknamed", "known", "regarded", "seen", "reputation", "claims", "heard",
        "teased", "film", "song", "book", "quotes", "sings", "reckons", "reckon", "goes", "says", "jokes", "swears",
        "tv", "advert", "others", "people", "friends", "joke",
        "supposedly",
    ]
    private static let agreements = [
        "and i am", "and it's true", "it's true", "she's right", "he's right", "they're right", "is right", "are right",
        "i agree", "which is true", "fair enough", "and i do", "rightly",
    ]

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = Set(EnglishWords(text).words)
        guard kept.isDisjoint(with: telling), SomebodyElse.relations(in: text).isEmpty,
            !EnglishWords(quote.sentence + " " + String(quote.rest.prefix(60))).contains(anyOf: agreements)
        else { return false }
        let own = Denial.roots(of: text)
        // "He says: I am a spy" is one clause.
        let marks: Set<Character> = [":", "\"", "“", "”", "‘"]
        let said = (quote.before + quote.quote).split(whereSeparator: marks.contains).joined(separator: " ")
        return Denial.clauses(said).contains { isReported($0.words, own) }
    }

    private static func isReported(_ words: [String], _ own: Set<String>) -> Bool {
        words.indices.contains { place in
            let isOpinion = opinions.contains(words[place])
            guard isOpinion || reports.contains(words[place]),
                let reporter = words[..<place].last(where: { !adverbs.contains($0) }), !knowing.contains(reporter)
            else { return false }
            let rest = words[(place + 1)...].drop(while: between.contains)
            guard let first = rest.first, firstPersons.contains(first),
                !own.isDisjoint(with: rest.map(Denial.root)), !isDenied(words[..<place])
            else { return false }
            if !words[..<place].allSatisfy({ !media.contains($0) }) { return true }
            // Nobody reads or sings the owner's life.
            guard !["goes", "sings", "reads"].contains(words[place]) else { return false }
            let next = rest.dropFirst().first ?? ""
            return isOpinion || first == "i'm" || judging.contains(next)
        }
    }

    /// "Nobody thinks I'm a doctor" is denied, not reported.
    private static func isDenied(_ words: ArraySlice<String>) -> Bool { words.contains("nobody") }

    // MARK: Japanese

    private static let passives = ["って言われ", "と言われ", "っていわれ", "といわれ", "って思われ", "と思われ", "ってからかわれ", "とからかわれ", "って噂"]
    private static let actives = [
        "って言って", "と言って", "って言った", "と言った", "って言う", "と言う", "って言い", "と言い", "っていって", "って歌", "って思って", "と思って",
        "って信じて", "って主張",
    ]
    private static let experts = [
        "医者", "先生", "医師", "病院", "主治医", "看護", "薬剤師", "歯科", "コーチ", "検査", "診断", "会社", "上司", "店長", "学校", "役所", "保健師",
    ]
    private static let persons = [
        "友達", "友だち", "友人", "みんな", "周り", "人", "彼", "さん", "くん", "ちゃん", "テレビ", "ラジオ", "ドラマ", "映画", "アニメ", "歌", "主人公",
        "あいつ",
        "子", "誰か", "仲間", "隣",
    ]
    private static let own = ["私", "僕", "俺", "わたし", "あたし", "ぼく", "おれ"]
    /// Before these marks somebody asks or arranges, and says nothing of the owner: 来週来てと言われた.
    private static let requests = [
        "て", "ろ", "な", "なさい", "よう", "れ", "け", "せ", "め", "から", "まで", "ください", "に", "を", "へ", "時", "日", "分",
    ]

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        guard !text.contains(anyOf: ["言", "聞", "呼", "思わ", "噂", "らしい", "そう", "いわれ", "歌", "評判"]) else { return false }
        let own = OwnWords(text).words
        guard !own.isEmpty, SomebodyElse.relations(in: text).isEmpty else { return false }
        let said = quote.before + quote.quote + quote.after
        for mark in passives + actives {
            guard let range = said.firstRange(of: mark) else { continue }
            let before = String(said[..<range.lowerBound])
            guard !isKnown(before), !requests.contains(where: before.hasSuffix) || isVerdict(before),
                !OwnWords(before).words.isDisjoint(with: own)
            else { continue }
            if passives.contains(mark) { return isWithin(before, own) }
            if hasSpeaker(before, text) { return isWithin(before, own) }
        }
        return false
    }

    /// 医者に糖尿病だって言われた, 検査で; but not 私は医者ですって言われた.
    private static func isKnown(_ before: String) -> Bool {
        experts.contains { expert in ["に", "が", "は", "から"].contains { before.contains(expert + $0) } }
            || before.contains(anyOf: ["検査で", "検診で", "診断", "病院で", "会社で", "学校で"])
    }

    private static func isVerdict(_ before: String) -> Bool { ["だな", "みたいな"].contains(where: before.hasSuffix) }

    /// Whether the memory is in the last clause, which is what was said, and in none before: 妻は医者で、変だって言われる.
    private static func isWithin(_ before: String, _ own: Set<String>) -> Bool {
        let last = String(before.split { "、,。！!".contains($0) }.last ?? "")
        return !own.isDisjoint(with: OwnWords(last).words)
    }

    /// Whether somebody else is named as who says it, and the owner does not begin: 私は行くって言った.
    private static func hasSpeaker(_ before: String, _ text: String) -> Bool {
        let particles = ["が", "は", "も"]
        guard !own.contains(where: { me in particles.contains { before.hasPrefix(me + $0) } }) else { return false }
        return (SomebodyElse.japaneseRelations + persons).contains { person in
            !text.contains(person) && particles.contains { before.contains(person + $0) }
        }
    }
}
