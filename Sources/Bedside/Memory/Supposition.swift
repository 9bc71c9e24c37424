/// How far a supposition reaches: which clauses an "if" governs, which sentences play along, and what is real again.
enum Supposition {
    // MARK: What an "if" governs

    private static let conditions: Set<String> = [
        "if", "unless", "supposing", "provided", "providing", "assuming", "given", "would", "only",
    ]
    /// Those whose "would" says nothing of the owner's plans: "she'd kill me".
    private static let others: Set<String> = [
        "she'd", "he'd", "they'd", "you'd", "people", "nobody", "anyone", "who'd",
    ]

    /// The sentence without what stands behind the quote's clause and has a condition of its own: "I keep bees, can't
    /// move if I wanted to", 毎朝走る、雨だったら休むけど.
    static func governing(_ quote: Surroundings) -> String {
        let after = quote.after.split(omittingEmptySubsequences: false) { "、,;:–—…".contains($0) }.map(String.init)
        let later = after.dropFirst().filter { clause in
            let words = EnglishWords(clause).words
            guard !words.isEmpty else {
                let end = clause.trimmed()
                return ["たら", "だら", "れば", "えば", "けば", "なら", "たらね", "ればね", "ならね", "たらの話", "ればの話"].contains(
                    where: end.hasSuffix)
            }
            if let first = words.first(where: { !["and", "but", "or", "so", "then"].contains($0) }),
                conditions.contains(first)
            {
                return true
            }
            return !words.contains("if") && !words.contains(where: others.contains)
        }
        return quote.before + quote.quote + (after.first ?? "") + later.map { "," + $0 }.joined()
    }

    /// "Were I to win", "had I known".
    static func isInverted(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        return words.indices.contains { place in
            guard place + 2 < words.count, ["i", "we"].contains(words[place + 1]),
                place == 0 || ["and", "but", "or", "so", "well", "oh"].contains(words[place - 1])
            else { return false }
            return words[place] == "were" || words[place] == "should" && words[place + 2] == "ever"
                || words[place] == "had" && (words[place + 2].hasSuffix("n") || words[place + 2].hasSuffix("ed"))
        }
    }

    // MARK: たら of what has happened

    private static let findings = [
        "見", "調べ", "聞い", "きい", "確認し", "確かめ", "数え", "測っ", "計っ", "量っ", "開け", "気づい", "気がつい", "起き", "着い", "帰っ", "のぞい", "覗い",
        "てみ", "かけ", "よく考え", "思い返し", "読ん", "問い合わせ", "目が覚め", "振り返っ",
    ]
    private static let pastEndings = ["た", "だった", "ました", "でした"]

    /// 券を見たら三十日だった, 三年たったら配るほどになった: the past form behind たら tells what happened.
    static func isPastTime(_ before: String, _ after: String) -> Bool {
        if ["て", "てい", "で", "でい", "なかっ", "だっ", "かっ", "もし"].contains(where: before.hasSuffix) { return false }
        if (before + after).contains(anyOf: ["もし", "のに", "はず", "だろう", "でしょ", "かも", "仮に", "絶対", "きっと"]) { return false }
        func plain(_ text: some StringProtocol) -> String {
            var text = String(text).trimmed()
            for ending in ["んだよね", "んだよ", "んだ", "のよ", "よね", "わけ", "ね", "よ", "の", "さ", "わ", "な", "けど"]
            where text.hasSuffix(ending) {
                text.removeLast(ending.count)
                break
            }
            return text
        }
        let body = after.drop { "、, ".contains($0) }
        let clause = plain(body.prefix { !"、,".contains($0) })
        if findings.contains(where: before.hasSuffix), (["だ", "です"] + pastEndings).contains(where: clause.hasSuffix) {
            return true
        }
        // 起きたら白湯を飲むのが習慣で
        let habits = ["習慣", "日課", "いつも", "毎朝", "毎晩", "毎日", "決まり"]
        if ["起き", "帰っ", "着い", "食べ", "飲ん", "入っ", "終わっ", "上がっ"].contains(where: before.hasSuffix),
            (before + after).contains(anyOf: habits)
        {
            return true
        }
        let settled = ["決めてる", "決めている", "決めた", "ことにして", "ようにして", "昔から", "たびに"]
        if (before + after).contains(anyOf: settled) { return true }
        let half = clause.prefix(clause.count / 2)
        if clause.count >= 4, clause == half + half { return true }
        return pastEndings.contains(where: plain(body).hasSuffix)
    }

    // MARK: What plays along, and what is real again

    /// Whether a sentence turns to what is so: "Here in Leeds", 現実は.
    static func isReal(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        let begins = words.first { !["well", "oh", "no", "and", "but", "yeah", "right", "anyway"].contains($0) } ?? ""
        if ["here", "really", "actually", "currently", "meanwhile", "otherwise", "nowadays"].contains(begins) {
            return true
        }
        if EnglishWords(sentence).contains(anyOf: [
            "right now", "at the moment", "these days", "as it is", "for now", "in real life", "in reality", "truth is",
            "as things stand", "at present", "for real",
        ]) {
            return true
        }
        return ["現実", "実際", "今は", "いまは", "でも今", "でも現", "本当は", "ほんとは", "今のところ", "ただ、"].contains(
            where: sentence.hasPrefix)
    }

    /// "I wish I had a dog. He'd sleep on my bed.": what goes on about a supposition. What is so may stand behind it too.
    static func goesOn(_ sentence: String) -> Bool {
        guard !isReal(sentence) else { return false }
        let words = EnglishWords(sentence).words
        guard let first = words.first else {
            return !sentence.contains(anyOf: ["だもん", "だもの", "もんね", "からね", "てる", "ている", "うちの"])
                && !sentence.hasSuffix("のに")
        }
        let anaphors: Set<String> = [
            "it", "it's", "he", "she", "they", "there", "he's", "she's", "they're", "i'd", "we'd", "it'd", "and",
            "then",
            "or", "his", "her", "their", "its", "every", "no", "that's", "always", "never",
        ]
        return anaphors.contains(first) || words.contains { ["would", "could", "i'd", "we'd", "it'd"].contains($0) }
    }

    /// "What would I do? Buy a lighthouse. Live in it.": the answers to an owner's own question.
    static func isOwnAnswer(_ quote: Surroundings) -> Bool {
        guard quote.lead.contains("?"), !isReal(quote.sentence) else { return false }
        let words = EnglishWords(quote.sentence).words
        guard let first = words.first, words.count <= 6,
            !["i", "i'm", "i've", "we", "we're", "we've", "my", "our", "the"].contains(first)
        else { return false }
        return quote.lead.sentences.suffix(2).contains { sentence in
            let asked = EnglishWords(sentence)
            return asked.contains(anyOf: ["would i", "would we", "what if"])
        }
    }

    /// 稚内だったらどうしよう。雪かきして、単身で: a sentence that only strings on to one that is open.
    static func isUnfinished(_ quote: Surroundings, isOpen: Bool) -> Bool {
        guard isOpen, EnglishWords(quote.sentence).words.isEmpty else { return false }
        return ["て", "で"].contains(where: quote.sentence.trimmed().hasSuffix) && !quote.sentence.contains("今")
    }

    private static let wants = [
        "i'd like", "i'd love", "i would like", "i would love", "i want", "i'm hoping", "i hope to", "i dream of",
        "i fancy", "i long", "i've always wanted", "we'd like", "we'd love", "we want",
    ]
    private static let states: Set<String> = [
        "has", "owns", "is", "lives", "works", "speaks", "plays", "drives", "married", "keeps", "got", "moved",
        "bought",
    ]

    /// "I'd love to be on days" is not "Works days".
    static func isOnlyWanted(_ quote: Surroundings, text: String) -> Bool {
        let kept = EnglishWords(text).words
        if let first = kept.first {
            guard states.contains(first),
                !kept.contains(where: {
                    [
                        "want", "wants", "wish", "wishes", "hope", "hopes", "hoping", "like", "likes", "dream",
                        "dreams",
                        "would", "keen", "planning", "plans", "looking", "saving", "named",
                    ].contains($0)
                })
            else { return false }
            let isFragment =
                EnglishWords(quote.sentence).words.first.map { ["a", "an", "one", "big", "called"].contains($0) }
                ?? false
            let last = isFragment ? quote.lead.sentences.last ?? "" : ""
            let said = EnglishWords(quote.clauseBefore + quote.quote)
            return said.contains(anyOf: wants) && !said.contains(anyOf: ["to be called", "to be known"])
                || EnglishWords(last).contains(anyOf: wants)
                    && !EnglishWords(last).contains(anyOf: ["to be called", "to be known"])
        }
        return false
    }

    /// Whether the owner left the part that they played: "Ha. No, my class is on Thursday."
    static func isOver(_ quote: Surroundings) -> Bool {
        if isReal(quote.sentence) { return true }
        let begins = EnglishWords(quote.sentence).words.first ?? ""
        if ["no", "anyway", "right", "seriously", "okay", "ok"].contains(begins) { return true }
        let last = quote.lead.sentences.last ?? ""
        return ["ha", "haha", "okay", "ok", "anyway", "right", "enough", "seriously", "lovely", "thanks"]
            .contains(EnglishWords(last).words.joined(separator: " "))
            || last.contains(anyOf: ["終わり", "おわり", "ここまで", "おしまい", "ストップ", "上手"])
    }

    /// "If I won I'd buy a farm." "And then?" "A boat. I keep it in the harbour."
    static func isPlayedOn(_ quote: Surroundings, in scene: Scene) -> Bool {
        guard !isReal(quote.sentence), scene.question.contains(anyOf: ["?", "？", "か。"]) else { return false }
        let asked = EnglishWords(scene.question).words
        let goesOn =
            ["and", "or", "then"].contains(asked.first ?? "") || asked.contains("would") || asked.contains("else")
            || ["それで", "ほかに", "他に", "そして", "その次", "じゃあ", "では"].contains(where: scene.question.hasPrefix)
        let isOpen = scene.previous.sentences.contains { sentence in
            Unmeant.isConditional(sentence) || EnglishWords(sentence).contains(anyOf: wants)
        }
        guard goesOn, isOpen else { return false }
        let words = EnglishWords(quote.sentence).words
        guard let first = (quote.lead + quote.sentence).sentences.first else { return false }
        if words.isEmpty { return first.count <= 8 }
        let isFragment = words.allSatisfy { word in
            !["i", "i'm", "i've", "we", "we've", "we're", "is", "are", "was", "were"].contains(word)
                && !word.hasSuffix("'s")
        }
        return isFragment
            || EnglishWords(first).words.count <= 3
                && words.contains { ["it", "it's", "them", "there", "he", "she", "they", "him", "her"].contains($0) }
    }

    /// Whether the owner woke from what they tell.
    static func isAwoken(_ quote: Surroundings, in scene: Scene) -> Bool {
        let after = quote.rest.sentences.prefix(3) + scene.following.sentences.prefix(1)
        return after.contains { sentence in
            EnglishWords(sentence).contains(anyOf: [
                "then i woke", "then the alarm", "then my alarm", "and woke up", "then it was morning", "and i woke up",
                "when the alarm went", "it was a dream", "only a dream", "just a dream", "all a dream",
            ])
                || sentence.contains(anyOf: [
                    "ところで目が覚め", "そこで目が覚め", "で目が覚め", "で起きた", "っていう夢", "という夢", "って夢", "夢だった", "夢だよ",
                ])
        }
    }

    // MARK: Asked, open, missed

    /// Whether the quote stands in a question that the owner asks: what is asked is not said.
    static func isAsked(_ quote: Surroundings) -> Bool {
        let marks: Set<Character> = ["?", "？"]
        let isQuestion =
            (quote.quote + quote.after).last.map(marks.contains) ?? false
            || quote.rest.first.map(marks.contains) ?? false
        let ends = (quote.before + quote.quote + quote.after).trimmed()
        if ["でしたっけ", "ましたっけ"].contains(where: ends.hasSuffix) { return true }
        if ["たか", "んだか", "るか", "ますか", "ですか", "うか", "ないか", "たかい", "るかい"].contains(where: ends.hasSuffix) { return true }
        guard isQuestion else { return false }
        let words = EnglishWords(quote.sentence)
        if let first = words.words.first(where: { !["so", "and", "but", "well", "oh", "or"].contains($0) }) {
            return ["should", "shall", "could", "am", "will", "would", "what", "who", "why", "is", "are", "does", "do"]
                .contains(first)
                && !words.contains(anyOf: [
                    "if i tell you", "you know what", "do you know", "what with", "would you believe",
                ])
        }
        // "よくない？" asks for a yes.
        let sentence = (quote.before + quote.quote + quote.after).filter { !marks.contains($0) }
        let tags = ["でしょ", "でしょう", "だろ", "よね", "ない", "だね", "やろ", "やん", "とか", "わかる", "知ってる", "ね", "よ"]
        return !tags.contains(where: sentence.hasSuffix)
    }

    /// ソウルか、釜山か: what stands beside another choice.
    static func isChoice(_ quote: Surroundings) -> Bool {
        let choices = quote.sentence.phrases.filter { $0.hasSuffix("か") && !$0.hasSuffix("とか") }
        return choices.count >= 2 && choices.contains { quote.quote.contains($0) || $0.contains(quote.quote) }
    }

    /// "Could be, depends on flights", 検討中: what is left open in the same sentence or the next short one.
    static func isHedged(_ quote: Surroundings) -> Bool {
        // "I was going to learn Greek but life happened"
        let said = EnglishWords(quote.before + quote.quote + quote.after)
        if said.contains(anyOf: ["i was going to", "we were going to", "i was meant to", "i was supposed to"]),
            said.contains(anyOf: ["but", "until", "except", "though", "and then", "never"])
        {
            return true
        }
        let next = quote.rest.sentences.first ?? ""
        let short = EnglishWords(next).words.count <= 6 && next.count <= 36 ? next : ""
        return EnglishWords(quote.before + quote.quote + quote.after).contains(anyOf: [
            "could be", "we'll see", "don't hold me to", "don't quote me", "nothing booked", "nothing fixed",
            "nothing decided", "not decided", "not booked", "remains to be seen", "touch and go", "up in the air",
        ])
            || EnglishWords(short).contains(anyOf: [
                "we'll see", "don't hold me to it", "nothing booked", "nothing fixed", "nothing decided", "who knows",
                "could be", "depends", "or maybe not", "maybe not", "up in the air", "not decided",
                "remains to be seen",
                "i haven't said yes", "haven't decided", "haven't agreed", "i'd think about it",
                "haven't made up my mind",
            ])
            || short.contains(anyOf: ["まだ決めて", "決まってない", "未定", "まだわから", "まだ分から", "かもね", "どうしよう", "迷って"])
    }

    /// 危うく落とすとこだった, 今も弾いてたはずなんだ: what did not happen.
    static func isMissed(_ clause: String) -> Bool {
        clause.replacing("なったら", with: "").contains(anyOf: [
            "危うく", "あやうく", "とこだった", "ところだった", "もう少しで", "もうちょっとで", "すんでの", "そうになった", "てたはず", "ていたはず", "でたはず", "はずなのに",
            "はずだったのに", "はずやった",
        ])
    }
}
