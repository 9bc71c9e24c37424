/// Signs that words were told for effect: a reality that is set against them, what cannot be, a voice put on.
enum Exaggeration {
    static func isUnmeant(_ quote: Surroundings, in scene: Scene) -> Bool {
        if quote.rest.sentences.prefix(3).contains(where: isReality) { return true }
        if scene.following.sentences.prefix(2).contains(where: { isInvention($0) || isPlainTruth($0) }) { return true }
        if isSetUp(quote) { return true }
        if quote.rest.sentences.contains(where: isInvention) { return true }
        return isImpossible(quote.sentence) || isMarriedToAThing(quote.sentence) || isDeflated(quote)
            || isPutOn(quote) || isHunger(quote.sentence)
    }

    // MARK: Set against what is

    private static let englishRealities = [
        "truth is", "the truth is", "in truth", "in reality", "in actual fact", "in real life", "back on earth",
        "back in reality", "back in the real world", "real answer", "real life", "joking aside", "jokes aside",
        "seriously though", "but seriously", "all right seriously", "no seriously", "okay seriously", "nah", "nah just",
        "reality is", "the reality is",
    ]
    private static let japaneseRealities = [
        "現実は", "実際は", "実際のところ", "本当は", "ほんとは", "ほんとうは", "ホントは", "まじめな話", "真面目な話", "真面目に言うと", "まじめに言うと", "正直に言うと",
        "正直なところ",
        "それはさておき", "というのは大げさ", "は大げさ", "大げさ", "ってのは大げさ", "現実には", "実物は", "実のところ", "現実の",
    ]

    /// Whether a sentence begins with what is so, against what was said before.
    private static func isReality(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        return englishRealities.contains { words.starts(with: $0.split(separator: " ").map(String.init)) }
            || japaneseRealities.contains { mark in
                sentence.hasPrefix(mark)
                    || ["ま、", "まあ、", "まぁ、", "いや、", "で、", "でも", "あ、", "はは、", "と、"].contains {
                        sentence.hasPrefix($0 + mark)
                    }
            }
    }

    private static func isPlainTruth(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        return [["truth", "is"], ["the", "truth", "is"], ["in", "reality"], ["in", "truth"], ["real", "answer"]]
            .contains(where: words.starts)
            || ["現実は", "実際は", "本当は", "ほんとは", "ほんとうは"].contains(where: sentence.hasPrefix)
    }

    /// 一億円！…を売り上げた部署の隣で, …って毎年言ってる: what was said is a part of a longer sentence.
    private static func isSetUp(_ quote: Surroundings) -> Bool {
        let rest = quote.rest.drop { "。！？!?. 　\n".contains($0) }
        guard rest.hasPrefix("…") || rest.hasPrefix("‥") else { return false }
        let next = rest.drop { "…‥ 　".contains($0) }
        return ["って", "と言", "という", "を", "の", "が", "なんて", "みたいな", "に", "だったら"].contains(where: next.hasPrefix)
            && !["その", "のん", "がん", "がっ", "にし", "には"].contains(where: next.hasPrefix)
    }

    /// Whether a sentence says that what was said is made up.
    private static func isInvention(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: [
            "just dreaming", "daydreaming", "just a daydream", "all in my head", "dream on", "just a fantasy",
            "just imagining", "only imagining", "just thinking out loud", "thinking aloud", "hypothetically speaking",
            "figure of speech", "so to speak", "not literally", "exaggerating", "exaggeration",
            "in a manner of speaking",
        ])
            || sentence.contains(anyOf: [
                "空想だ", "空想です", "妄想だ", "妄想です", "妄想ね", "妄想、", "想像だけ", "想像の話", "絵空事", "言葉のあや", "大げさだ", "大袈裟",
            ])
            || ["妄想", "空想", "想像"].contains(sentence)
    }

    // MARK: What cannot be

    /// "I could eat a horse", 馬でも食べられそう.
    private static func isHunger(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: [
            "could eat a horse", "could sleep for a week", "could sleep for a month", "could sleep for a year",
        ])
            || ["でも食べられそう", "でも食べれそう", "でも食えそう", "日でも寝られそう", "日でも眠れそう"].contains { sentence.contains($0) }
    }

    private static let ages: Set<String> = ["years", "year", "today", "this", "officially", "old", "now", "next", "if"]

    /// "I'm about a hundred and forty.", 三百歳だよ, 一万回起きた.
    private static func isImpossible(_ sentence: String) -> Bool {
        if EnglishWords(sentence).contains(anyOf: [
            "a thousand times", "a million times", "a million years", "a zillion", "zillions", "a gazillion",
            "gazillions",
            "squillions", "a billion times", "four million times",
        ]) {
            return true
        }
        if sentence.contains(anyOf: ["歳", "才", "回", "杯"]),
            Correction.values(in: sentence).contains(where: { found in
                guard case .counted(let counter) = found.value.kind, let number = Int(found.value.word) else {
                    return false
                }
                return "歳才".contains(counter) && number > 120 || "回杯".contains(counter) && number >= 3000
            })
                || sentence.contains(anyOf: ["一万回", "百万回", "一億回", "何億", "何百万"])
        {
            return true
        }
        for clause in sentence.split(whereSeparator: { ",;:–—!?".contains($0) }) {
            let words = EnglishWords(String(clause)).words
            guard
                let place = words.lastIndex(where: {
                    ["i'm", "am", "turned", "turn", "turning", "aged", "live"].contains($0)
                })
            else { continue }
            let rest = words.dropFirst(place + 1).drop {
                ["about", "only", "nearly", "almost", "around", "like", "roughly", "a", "at", "least", "to", "be"]
                    .contains($0)
            }
            let number = rest.prefix { $0 == "and" || $0 == "a" || !SpokenNumbers.values(in: $0).isEmpty }
            guard
                SpokenNumbers.values(in: number.joined(separator: " ")).contains(where: { $0 > 120 })
                    || number.contains("hundred") && number.count > 1
                    || number.contains("thousand") || number.contains("million")
            else { continue }
            let next = rest.dropFirst(number.count).first
            if next.map(ages.contains) ?? true { return true }
        }
        return false
    }

    /// "I'm married to my desk."
    private static func isMarriedToAThing(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        let verbs: Set<String> = [
            "marry", "married", "marrying", "engaged", "divorcing", "divorce", "eloped", "eloping",
        ]
        guard let verb = words.firstIndex(where: verbs.contains) else { return false }
        let persons: Set<String> = [
            "man", "woman", "guy", "girl", "boy", "lad", "lass", "bloke", "person", "one", "love", "chap", "lady",
            "same",
            "partner", "fiancé", "fiancée", "fiance", "fiancee", "sweetheart", "ex", "next", "year", "summer", "spring",
            "autumn", "winter", "weekend", "day", "end", "registry", "church", "doctor", "teacher", "nurse", "baker",
        ]
        func isThing(_ place: Int) -> Bool {
            guard place + 1 < words.count, ["the", "my", "that", "this"].contains(words[place]) else { return false }
            let noun = words[place + 1].split(separator: "'").first.map(String.init) ?? ""
            return !persons.contains(noun) && !noun.hasSuffix("er") && SomebodyElse.relations(in: noun).isEmpty
                && !noun.hasSuffix("day")
        }
        let after = words.dropFirst(verb + 1).first == "to" ? verb + 2 : verb + 1
        if isThing(after) { return true }
        // "I've asked the printer to marry me"
        guard let asked = words.firstIndex(where: ["ask", "asked", "asking"].contains), asked < verb,
            words.dropFirst(verb + 1).first == "me"
        else { return false }
        guard asked + 2 < words.count, ["the", "my", "that", "this"].contains(words[asked + 1]) else { return false }
        let noun = words[asked + 2]
        return !persons.contains(noun) && SomebodyElse.relations(in: noun).isEmpty
    }

    // MARK: Told for effect

    private static let ruin = [
        "破産", "死にかけ", "死ぬか", "全財産", "一億", "百万", "世界一", "宇宙一", "日本一", "国宝", "失神", "気絶", "骨と皮",
        "干からび", "蒸発", "爆発", "廃人", "遭難", "絶滅", "一生分",
    ]

    /// 破産した。…八千円だったけどね: great words, and then a small "though".
    private static func isDeflated(_ quote: Surroundings) -> Bool {
        guard (quote.lead + quote.sentence).contains(anyOf: ruin) else { return false }
        return quote.rest.sentences.prefix(3).contains {
            ["けどね", "だけど", "けどな", "けど", "だけだけど", "だけ", "だけね", "だけだよ"].contains(where: $0.hasSuffix)
        }
    }

    private static let grand = [
        "でございます", "ございまする", "でござる", "あらせられ", "であるぞ", "なのじゃ", "じゃぞ", "でおじゃる", "参上", "つかまつ", "くるしゅうない",
    ]

    /// Whether somebody who else speaks plainly announces something like a butler or a prince.
    private static func isPutOn(_ quote: Surroundings) -> Bool {
        guard quote.sentence.contains(anyOf: grand) else { return false }
        return (quote.lead.sentences + quote.rest.sentences).contains { sentence in
            ["だわ", "だよ", "だね", "だ", "なんだ", "だな", "よね", "やねん", "だけど", "のよ", "たよ", "てる", "てるよ", "した", "った"]
                .contains(where: sentence.hasSuffix)
        }
    }
}
