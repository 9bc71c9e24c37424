/// Signs that the owner did not state a fact about themselves: an if, a wish, a game, a dream.
enum Unmeant {
    /// The reason not to take a quote at its word; nil if there is none.
    static func refusal(_ quote: Surroundings, in scene: Scene, text: String, kind: MemoryKind) -> MemoryRefusal? {
        if Irony.isUnmeant(quote, in: scene, text: text) || Exaggeration.isUnmeant(quote, in: scene) { return .joke }
        if let refusal = Irony.retraction(quote, in: scene, text: text) { return refusal }
        if isGame(quote.lead + quote.sentence + quote.rest) || isGame(scene.nearby) || isFantasy(quote.sentence)
            || kind != .intention && isBeforeTheInnerEye(quote.sentence)
            || !Supposition.isOver(quote) && isRehearsed(quote.lead + quote.sentence + "\n" + scene.nearby)
        {
            return .hypothetical
        }
        // An intention is an "if … then …" by its nature.
        if kind != .intention {
            if isConditional(Supposition.governing(quote)) || Supposition.isInverted(quote.sentence) {
                return .hypothetical
            }
            let isReal = Supposition.isReal(quote.sentence)
            if !isReal, isSupposed(scene.question) { return .hypothetical }
            let last = quote.lead.sentences.last ?? ""
            if isSupposed(last) || isWish(last), Supposition.goesOn(quote.sentence) { return .hypothetical }
            if Supposition.isUnfinished(quote, isOpen: isConditional(last) || isDoubtful(last)) {
                return .hypothetical
            }
            if Supposition.isOwnAnswer(quote) || Supposition.isPlayedOn(quote, in: scene)
                || Supposition.isOnlyWanted(quote, text: text) || JapaneseWish.isLost(quote, text: text, kind: kind)
            {
                return .hypothetical
            }
        }
        if isQuestion(quote) || isDoubtful(quote.clause) || isProbable(quote) || Supposition.isHedged(quote)
            || Supposition.isMissed(quote.clause)
            || isDream(quote.lead + quote.sentence) || Supposition.isAwoken(quote, in: scene)
        {
            return .hypothetical
        }
        // Where two people are contrasted, a "not" that is said of one says nothing about the other.
        let isContrary =
            Contrast.isBorneOut(quote, text: text).map { !$0 }
            ?? (Polarity.isLost(quote, text: text) || Denial.isContradicted(quote, text: text)
                || Contrary.isContrary(quote, text: text))
        if isContrary || Ended.isMissed(quote, text: text) || Correction.isReplaced(quote, in: scene, text: text) {
            return .negated
        }
        let isOpen =
            kind == .intention
            ? UnreadyIntention.isUnreal(quote.sentence) : Possibility.isOpen(quote, text: text)
        return isOpen ? .hypothetical : nil
    }

    /// "When I close my eyes I see the sea": no plan to close them for a minute.
    private static func isBeforeTheInnerEye(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: ["close my eyes", "in my mind's eye"])
            || sentence.contains(anyOf: ["目を閉じると", "目を閉じれば", "目をつぶると", "目をつぶれば"])
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
        let isPolite = english.contains(anyOf: [
            "if i tell you", "if you must know", "if you ask me", "if i'm honest", "if you don't mind", "if i remember",
        ])
        if !conditions.isEmpty && !isPolite || !woulds.isEmpty || hasShortWould(english) { return true }
        if english.contains(anyOf: [
            "assuming", "provided", "providing that", "unless", "suppose", "supposing", "imagine", "what if",
            "hypothetically", "wouldn't",
        ]) {
            return true
        }
        return sentence.replacing("かもし", with: "").contains(anyOf: ["もし", "仮に", "万が一", "けりゃ", "できりゃ", "すりゃ"])
            || hasConditionalEnding(sentence) || hasProvisionalEnding(sentence)
    }

    /// あれば, 飲めば, 雨なら; not 例えば or できれば.
    private static func hasProvisionalEnding(_ sentence: String) -> Bool {
        var rest = sentence
        for word in [
            "なければ", "ねばなら", "ねばねば", "といえば", "そういえば", "言えば", "いえば", "例えば", "たとえば", "できれば", "よければ", "すればいい", "そばえ",
            "ればする",
            "それなら", "さよなら", "さようなら", "ならない", "ならん", "ならぶ", "ならべ", "ばいい",
        ] {
            rest = rest.replacing(word, with: "")
        }
        let letters = Array(rest)
        return rest.contains("なら、")
            || letters.indices.dropFirst().contains {
                letters[$0] == "ば" && "えけげせてべめれ".contains(letters[$0 - 1])
                    && (letters.indices.contains($0 + 1) ? !"れるらりっりたかすんこ".contains(letters[$0 + 1]) : false)
            }
    }

    /// "I'd be", "we'd have"; not "I'd like" or "I'd been".
    private static func hasShortWould(_ english: EnglishWords) -> Bool {
        zip(english.words, english.words.dropFirst()).contains { word, next in
            ["i'd", "we'd", "he'd", "she'd", "they'd", "it'd"].contains(word)
                && [
                    "be", "have", "go", "get", "buy", "live", "move", "quit", "take", "give", "do", "sell", "never",
                    "marry", "probably", "just", "die", "kill",
                ].contains(next)
        }
    }

    /// Whether a sentence invites to suppose something; the next one plays along.
    private static func isSupposed(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        // "I can imagine that it hurt" invites to nothing.
        let first = english.words.first {
            !["so", "okay", "ok", "now", "well", "just", "and", "then", "right"].contains($0)
        }
        return ["suppose", "supposing", "imagine", "pretend", "say"].contains(first ?? "")
            || english.contains(anyOf: [
                "what if", "let's say", "suppose you", "imagine you", "pretend you", "suppose i", "imagine i",
                "in another life", "picture yourself",
            ])
            || !english.places(of: "if you could").isEmpty
                && english.contains(anyOf: ["would", "where", "what", "who", "anywhere", "anything", "anyone"])
            || english.contains(anyOf: ["if you were", "if you won", "if you had"])
            || sentence.contains(anyOf: ["もし", "仮に", "想像してみ", "だとしたら", "としたら"])
                && !sentence.contains(anyOf: ["もしもし", "かもし", "もしよかったら", "もしよければ"])
    }

    /// "Should I quit?", 辞めようかな？: asking is not a plan.
    private static func isQuestion(_ quote: Surroundings) -> Bool {
        let isAsked =
            quote.sentence.hasSuffix("?") || quote.sentence.hasSuffix("？")
            || quote.rest.hasPrefix("?") || quote.rest.hasPrefix("？")
        return isAsked
            && EnglishWords(quote.sentence).contains(anyOf: [
                "should i", "shall i", "could i", "do you think i should", "why don't i", "what about",
            ])
            || Supposition.isAsked(quote) || Supposition.isChoice(quote)
            || quote.clause.contains(anyOf: ["ようかな", "おうかな", "こうかな", "ろうかな", "そうかな、", "べきかな", "たほうがいいかな", "た方がいいかな"])
    }

    /// たら or だら behind a verb or adjective, as far as that shows without a dictionary.
    private static func hasConditionalEnding(_ sentence: String) -> Bool {
        let letters = Array(sentence)
        for index in letters.indices.dropFirst() where index + 1 < letters.count && letters[index + 1] == "ら" {
            if Supposition.isPastTime(String(letters[..<index]), String(letters[(index + 2)...])) { continue }
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
            "thinking about", "toying with", "one day i'll", "who knows", "half a mind to", "tempted to", "ideally",
            "good mind to", "there's talk of", "toyed with", "i wonder", "wonder if", "wonder whether", "i'm wondering",
            "was wondering", "wondering if",
            "on the fence", "debating whether", "wondering whether", "wondering about", "i almost", "i nearly",
            "i could just",
            "i could always", "daydream", "fantasy", "in another life", "we were thinking", "i was thinking",
            "some day",
            "someday", "one of these days", "keep meaning to", "been meaning to", "we nearly", "we almost",
            "came close to", "might as well be", "practically a", "it's either", "in a perfect world", "picture me",
            "imagine me", "could have been", "could've been", "might have been", "part of me", "this close to",
            "talked about getting", "talked about buying", "talked about moving", "talked about having",
            "talking about getting",
            "talking about moving", "as if i", "as though i", "given the chance", "given half a chance",
            "in my head i'm",
            "came this close", "was about to", "very nearly", "in theory", "in an ideal world",
        ])
            || clause.replacing("しかも", with: "").replacing("何もかも", with: "").contains(anyOf: [
                "かもしれ", "かもね", "かもな", "かも。", "かなあ", "かなぁ", "かもしん", "考え中", "検討中", "するかどうか", "いつかは", "だったりして", "迷って",
                "迷う", "悩んで", "悩む", "どうしよう", "未定", "保留", "気が向いたら", "まあそのうち", "まるで", "ようなもん", "うかと思", "かと思って", "つもりだった",
                "予定だったけど", "みたいなもん", "同然", "頭の中では", "そのうちね", "そのうちな", "いずれは",
            ]) || clause.hasSuffix("かも") || isWish(clause)
    }

    private static let probably = ["たぶん", "多分", "おそらく", "恐らく", "もしかすると", "ひょっとすると"]

    /// たぶん来年引っ越す, and たぶん in a clause of its own beside the quote's; 多分に and 多分野 say nothing of it.
    private static func isProbable(_ quote: Surroundings) -> Bool {
        let clause = ["多分野", "多分に", "ご多分"].reduce(quote.clause) { $0.replacing($1, with: "") }
        if clause.contains(anyOf: probably) { return true }
        guard EnglishWords(quote.sentence).words.isEmpty else { return false }
        func isAlone(_ phrase: String?) -> Bool {
            guard var phrase else { return false }
            for lead in ["まあ", "でも", "うん"] where phrase.hasPrefix(lead) { phrase.removeFirst(lead.count) }
            for end in ["ね", "だけど", "だよ", "な"] where phrase.hasSuffix(end) { phrase.removeLast(end.count) }
            return probably.contains(phrase)
        }
        let before = quote.before.trimmed()
        let isBehindComma = before.hasSuffix("、") || before.hasSuffix(",")
        let behind = quote.after.split(omittingEmptySubsequences: false) { "、,".contains($0) }.dropFirst().first
        return isBehindComma && isAlone(before.phrases.last) || isAlone(behind.map { String($0).trimmed() })
    }

    /// Whether somebody describes what is not so; what they say next is often more of it.
    private static func isWish(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "i wish", "we wish", "if only", "would be nice", "would be lovely", "i'd love to have",
        ])
            || text.contains(anyOf: [
                "ればなあ", "たらなあ", "ばいいな", "ばよかった", "らいいのに", "ばいいのに", "んだろうなあ", "んだろうな", "きゃよかった", "んじゃなかった", "のになー",
                "のになあ", "のになぁ",
            ])
    }

    private static func isDream(_ text: String) -> Bool {
        let words = EnglishWords(text)
        let hopes = ["dream is", "dream job", "dream house", "dream home", "dream of"]
        return words.contains(anyOf: ["dreamt", "dreamed", "nightmare"])
            || words.contains(anyOf: ["dream", "dreams"]) && !words.contains(anyOf: hopes)
            || text.contains(anyOf: [
                "夢を見", "夢見", "夢で", "夢の中", "な夢", "い夢", "夢か", "夢だった", "って夢", "という夢", "夢の話", "夢だけど", "夢なんだけど",
            ])
    }

    private static let beings: Set<String> = [
        "dragon", "unicorn", "mermaid", "fairy", "wizard", "witch", "pirate", "princess", "prince", "knight", "king",
        "queen", "robot", "monster", "ghost", "zombie", "vampire", "superhero", "alien", "dinosaur", "goblin", "giant",
        "spaceman", "pope", "emperor", "millionaire", "billionaire", "sultan", "astronaut", "lion", "tiger", "bear",
        "rex", "ninja", "spiderman", "batman",
    ]
    private static let japaneseBeings = [
        "おひめさま", "お姫様", "お姫さま", "プリンセス", "怪獣", "恐竜", "きょうりゅう", "魔法使い", "まほうつかい", "妖精", "人魚", "ドラゴン", "海賊",
        "宇宙人", "忍者", "にんじゃ", "王様", "王子様", "王子さま", "ヒーロー", "おばけ", "お化け", "ロボット", "ライオン", "ゴジラ", "ウルトラマン", "大富豪", "億万長者",
        "仙人", "天使", "大統領",
    ]

    /// Whether somebody says that they are what nobody is.
    private static func isFantasy(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        let isBeing = words.indices.contains { place in
            guard ["i'm", "i", "we're"].contains(words[place]) else { return false }
            let rest = words.dropFirst(place + 1).prefix(4).drop { ["am", "now", "really", "actually"].contains($0) }
            guard let article = rest.first, ["a", "an", "the"].contains(article) else { return false }
            return rest.dropFirst().prefix(2).contains { beings.contains($0) || $0.hasSuffix("saurus") }
        }
        return isBeing
            || sentence.contains(anyOf: ["わたし", "あたし", "ぼく", "おれ", "私", "僕", "俺"])
                && japaneseBeings.contains { being in
                    ["で、", "だぞ", "なんだぞ", "なんだ", "ですよ", "だよ", "なの", "じゃ", "だ！", "だ。"].contains {
                        sentence.contains(being + $0)
                    }
                        || sentence.hasSuffix(being + "だ") || sentence.hasSuffix(being)
                }
    }

    /// "You be the waiter, I'm a count": a part that somebody plays until they leave it.
    private static func isRehearsed(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "let's practise", "let's practice", "let's rehearse", "you be the", "you be my", "you play the",
            "i'll be the",
            "i'll play the", "you're the customer", "in character",
        ])
            || text.contains(anyOf: [
                "役やって", "役をやって", "役をして", "役して", "の役ね", "役になって", "のつもりで話して", "のつもりで答えて", "ものまね", "真似するね", "練習しよう",
            ])
    }

    private static func isGame(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "pretend", "pretending", "make believe", "let's play", "role play", "playing pirates", "playing house",
            "playing shop", "playing doctors", "playing school", "playing knights", "playing princesses",
        ])
            || text.contains(anyOf: ["ごっこ", "なりきり"])
    }
}
