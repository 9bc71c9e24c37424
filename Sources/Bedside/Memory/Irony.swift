/// Signs that words were not meant in earnest: a joke, a lie in a game, irony, or words that the owner takes back.
enum Irony {
    /// - Parameter text: the memory, which a retraction of something else leaves alone: "the karate was a lie".
    static func isUnmeant(_ quote: Surroundings, in scene: Scene, text: String) -> Bool {
        let own = OwnWords(text).words
        let after = quote.after.sentences + quote.rest.sentences
        let next = String(scene.following.prefix(80)).sentences
        if (after + next).contains(where: { isJoke($0) && concerns($0, own) }) { return true }
        if scene.later.contains(where: { line in line.sentences.contains { isNamedLie($0, own) } }) { return true }
        let isAnnounced =
            EnglishWords(quote.before).contains(anyOf: ["for a laugh", "as a joke", "for a joke"])
            || quote.before.contains(anyOf: ["冗談で", "冗談だけど", "ネタで"])
        if isAnnounced || isOwnLie(quote) || isLaughedOff(quote) || isToldAsJoke(quote, text) { return true }
        if isLaughedAt(quote) { return true }
        return isIronic(quote.sentence) || isNuisancePraised(quote) || isHeardAsJoke(quote, scene)
    }

    private static let jokes: Set<String> = [
        "just kidding", "kidding", "i'm kidding", "i'm just kidding", "only kidding", "i'm only kidding", "joking",
        "just joking", "only joking", "i'm joking", "i'm only joking", "yeah right", "in my dreams", "jk",
    ]
    private static let japaneseJokes: Set<String> = [
        "なんちゃって", "なーんちゃって", "なんてね", "なーんてね", "なんてな", "なんつって", "うそうそ", "うそだよ", "うそだけど", "嘘だよ", "嘘だけど", "冗談", "冗談だよ",
        "冗談だけど", "冗談です", "冗談ですけど",
    ]

    /// "Just kidding, I'm the boss", 社長だ、なんてね: a part of the same sentence calls it a joke. Also "As a joke I say
    /// I'm 100".
    private static func isToldAsJoke(_ quote: Surroundings, _ text: String) -> Bool {
        let parts = quote.sentence.split { "、,;:–—…-".contains($0) }.map { String($0).trimmed() }
        let isCalledSo = parts.contains { part in
            japaneseJokes.contains(part) || jokes.contains(EnglishWords(part).words.joined(separator: " "))
        }
        if isCalledSo { return true }
        let said = EnglishWords(quote.before + quote.quote)
        let tellings: Set<String> = ["say", "said", "tell", "told", "claim", "claimed", "pretend", "introduce"]
        if said.contains(anyOf: ["as a joke", "for a joke", "for a laugh", "jokingly"]),
            said.words.contains(where: tellings.contains)
        {
            return EnglishWords(text).words.allSatisfy { !["joke", "jokes", "jokingly", "joking"].contains($0) }
        }
        return (quote.before + quote.quote).contains(anyOf: ["冗談で", "ネタで"])
            && quote.sentence.contains(anyOf: ["言", "名乗", "自己紹介"]) && !text.contains(anyOf: ["冗談", "ネタ"])
    }

    private static let laughs: Set<String> = [
        "ha", "ha ha", "ha ha ha", "haha", "hahaha", "hahahaha", "hehe", "heh", "heh heh", "he he", "lol", "lmao",
        "rofl",
    ]
    private static let spelledLaughs: Set<String> = ["haha", "hahaha", "lol", "lmao", "rofl"]
    private static let japaneseLaughs: Set<String> = [
        "笑", "笑笑", "はは", "ははは", "あはは", "あははは", "わはは", "がはは", "うふふ", "ふふ", "ふふふ", "わら", "ワラ", "草", "ww", "www", "w",
    ]

    /// "I've got a pet dragon, haha", 実は王様なんだよね、笑: a laugh that ends the quote's sentence right behind its clause.
    /// One that begins a sentence may be about anything.
    private static func isLaughedAt(_ quote: Surroundings) -> Bool {
        let separators: Set<Character> = ["、", ",", ";", "–", "—", "…", "(", ")", "（", "）"]
        func parts(_ text: String) -> [String] {
            text.split(omittingEmptySubsequences: false) { separators.contains($0) }.map { String($0).trimmed() }
        }
        func isLaugh(_ part: String) -> Bool {
            japaneseLaughs.contains(part) || laughs.contains(EnglishWords(part).words.joined(separator: " "))
        }
        // The first is the rest of the clause that the quote ends in.
        let after = parts(quote.after)
        let behind = after.dropFirst().filter { !$0.isEmpty }
        if behind.count == 1, let last = behind.first, isLaugh(last) { return true }
        guard behind.isEmpty else { return false }
        let end = (quote.quote + (after.first ?? "")).trimmed()
        let own = parts(end).filter { !$0.isEmpty }
        if own.count > 1, let last = own.last, isLaugh(last) { return true }
        let words = EnglishWords(own.last ?? "").words
        if words.count > 2, let last = words.last, spelledLaughs.contains(last) { return true }
        return end.hasSuffix("笑") && end.dropLast().last.map(JapaneseLetters.isHiragana) ?? false
    }

    // MARK: Taken back

    /// Why not to keep what the owner took back without calling it a joke: "Forget that, please" is to be forgotten, and
    /// behind "No, wait" it is not so. Nil if they took nothing back.
    static func retraction(_ quote: Surroundings, in scene: Scene, text: String) -> MemoryRefusal? {
        let own = OwnWords(text).words
        let later =
            quote.after.sentences + quote.rest.sentences + String(scene.following.prefix(80)).sentences
        let said = later.filter { concerns($0, own) }
        if said.contains(where: isToBeForgotten) { return .offTheRecord }
        return said.contains(where: isTakenBack) ? .negated : nil
    }

    /// "I told my boss that I was ill, which was a lie."
    private static func isOwnLie(_ quote: Surroundings) -> Bool {
        EnglishWords(quote.after).contains(anyOf: [
            "which was a lie", "which is a lie", "which was a fib", "which wasn't true", "which isn't true",
            "but that was a lie", "but that's a lie", "but it was a lie", "but it's a lie",
        ])
            || ["けど嘘", "けど、嘘", "けどうそ", "けど、うそ", "が、嘘", "けどそれは嘘", "けど、それは嘘"].contains { quote.after.contains($0) }
    }

    /// "Forget that", but not "I'll never forget that".
    private static func isToBeForgotten(_ sentence: String) -> Bool {
        if ForgetWish.pointsBack(in: sentence) { return true }
        let english = EnglishWords(sentence)
        let phrases = [
            "forget that", "forget it please", "forget what i said", "forget what i just said",
            "forget what i told you",
        ]
        return phrases.flatMap(english.places).contains { place in
            place == 0
                || !["don't", "never", "won't", "can't", "cannot", "not", "to", "i", "i'd", "let", "me", "you"]
                    .contains(english.words[place - 1])
        }
    }

    private static func isTakenBack(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: [
            "scratch that", "never mind", "no wait", "actually no", "on second thought",
            "on second thoughts", "strike that", "i take that back", "i don't really", "i didn't really",
        ])
            || sentence.contains(anyOf: [
                "いや、ない", "いや、やめ", "やっぱりやめ", "やっぱやめ", "やっぱりなし", "やっぱなし", "今のなし", "いまのなし", "取り消し",
            ])
    }

    /// "I live in a palace. Ha, a bedsit.", "I told them I'm a vegan. I'm not."
    private static func isLaughedOff(_ quote: Surroundings) -> Bool {
        guard let next = quote.rest.sentences.first else { return false }
        let words = EnglishWords(next).words
        if [
            "i'm not", "i don't", "i haven't", "i didn't", "it isn't", "it's not", "not that i am", "i am not",
            "i'm lying",
        ]
        .contains(words.joined(separator: " ")) {
            return true
        }
        return ["ha", "haha"].contains(words.first ?? "") && (2...5).contains(words.count)
            && ["a", "an", "the", "more", "as", "well"].contains(words[1])
    }

    /// "Just kidding!", うそだよ: a line that only says that the one before it was a joke.
    static func isNothingButJoke(_ line: String) -> Bool {
        let sentences = line.sentences
        return !sentences.isEmpty
            && sentences.allSatisfy { sentence in
                let words = EnglishWords(sentence).words
                guard isJoke(sentence), words.count <= 4 else { return false }
                return words.contains { ["kidding", "joking"].contains($0) }
                    || ["joke", "a joke", "only a joke", "just a joke", "that was a joke", "it was a joke"].contains(
                        words.joined(separator: " "))
                    || sentence.count <= 10
                        && sentence.contains(anyOf: ["冗談", "うそだ", "うそです", "嘘だ", "嘘です", "なんちゃって", "なんてね"])
            }
    }

    private static func isJoke(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        let isDenied = english.contains(anyOf: ["not joking", "not kidding", "no joke", "ain't joking"])
        return !isDenied
            && english.contains(anyOf: [
                "kidding", "joking", "joke", "i'm messing", "just messing", "winding you up", "wind you up",
                "having you on", "pulling your leg", "not really", "not true", "isn't true", "made that up",
                "made it up", "i lied", "lying", "sarcasm", "sarcastic", "irony", "ironic", "as if", "yeah right",
                "fooled you", "gotcha", "got you there", "you believed", "april fool",
                "in my dreams", "i jest", "having a laugh", "tall tale",
            ])
            || ["i wish", "not", "ha no", "haha no"].contains(english.words.joined(separator: " "))
            || isUntrue(sentence)
    }

    private static let untrue = ["うそ", "嘘", "ウソ"]

    /// うそやで, 冗談だよ, なーんてね; but not うそでしょ, うそつき or うそみたい.
    private static func isUntrue(_ sentence: String) -> Bool {
        if sentence.contains(anyOf: ["冗談じゃない", "冗談抜き", "冗談ぬき", "嘘じゃない", "うそじゃない", "ウソじゃない"]) { return false }
        if sentence.contains(anyOf: [
            "冗談", "なんちゃって", "なんてね", "なんつって", "なーんて", "なわけない", "皮肉", "嫌味", "いやみ", "作り話", "でたらめ", "んなわけ", "信じた", "だまされた",
            "ひっかかった", "引っかかった",
            "エイプリルフール", "言ってみただけ", "うっそー",
        ]) {
            return true
        }
        return sentence.phrases.contains { phrase in
            untrue.contains { word in
                guard phrase.hasPrefix(word) else { return false }
                let rest = phrase.dropFirst(word.count)
                let isSurprise = ["でしょ", "だろ", "みたい", "つき", "じゃ", "をつ", "やろ", "が", "も", "って"].contains {
                    rest.hasPrefix($0)
                }
                return !isSurprise && rest.count <= 6
            }
        }
    }

    /// Whether a sentence that takes something back can mean the memory: it names nothing, or the same.
    private static func concerns(_ sentence: String, _ own: Set<String>) -> Bool {
        guard let topic = topic(of: sentence) else { return true }
        let named = OwnWords(topic).words
        return named.isEmpty || !named.isDisjoint(with: own)
    }

    /// Whether a later sentence calls just this a lie: 空手はうそ, "the karate bit was a lie".
    private static func isNamedLie(_ sentence: String, _ own: Set<String>) -> Bool {
        guard let topic = topic(of: sentence), !OwnWords(topic).words.isDisjoint(with: own) else { return false }
        let english = EnglishWords(sentence)
        return english.contains(anyOf: ["a lie", "the lie", "a joke", "made up", "not true", "isn't true", "a fib"])
            || sentence.contains(anyOf: ["はうそ", "は嘘", "はウソ", "は冗談", "は作り話", "がうそ", "が嘘"])
    }

    /// What a sentence says something of: 空手 in 空手はうそ.
    private static func topic(of sentence: String) -> String? {
        for mark in ["はうそ", "は嘘", "はウソ", "は冗談", "は作り話", "がうそ", "が嘘"] {
            if let range = sentence.firstRange(of: mark) { return String(sentence[..<range.lowerBound]) }
        }
        let words = sentence.split(separator: " ")
        let verb = words.firstIndex { ["is", "was", "isn't", "wasn't", "were"].contains($0.lowercased()) }
        return verb.flatMap { $0 > 0 ? words[..<$0].joined(separator: " ") : nil }
    }

    // MARK: Irony

    /// Praise so high that nobody means it.
    private static func isIronic(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        let begins = english.words.prefix(5).joined(separator: " ")
        let isExclaimed = ["oh great", "oh brilliant", "oh lovely", "oh joy", "oh wonderful", "oh perfect"].contains {
            begins.hasPrefix($0)
        }
        return isExclaimed || begins.hasPrefix("oh i just love") || begins.hasPrefix("oh i absolutely love")
            || english.contains(anyOf: [
                "best part of my life", "highlight of my life", "just what i needed", "just what i need", "lucky me",
                "living the dream", "yippee", "thanks a bunch", "just what i've always wanted",
                "just what i always wanted",
                "how lovely for me", "what a treat", "what joy",
            ])
            || sentence.contains("最高") && sentence.contains(anyOf: ["ええ、", "はいはい", "いやもう", "ほんと、もう"])
            || sentence.contains(anyOf: ["うれしくて涙", "嬉しくて涙", "ありがたくて涙", "さぞかし"])
    }

    private static let nuisances = [
        "traffic", "ring road", "queue", "queues", "queueing", "queuing", "tax return", "tax", "dentist", "commute",
        "commuting", "roadworks", "delays", "brake lights", "hold music", "on hold", "cold calls", "paperwork", "bills",
        "snoring", "drilling", "leak", "puddles", "overtime", "rush hour", "spreadsheets", "spreadsheet", "ironing",
        "hoovering", "parking ticket", "replacement bus", "hay fever", "root canal", "mondays", "car alarm",
        "car alarms", "mould", "bin day", "motorway", "tailback",
    ]
    private static let japaneseNuisances = [
        "渋滞", "満員電車", "残業", "歯医者", "税金", "雨漏り", "行列", "工事", "徹夜", "花粉", "確定申告", "始末書", "会議", "書類", "請求書", "遅延", "乗り換え",
        "草むしり", "町内会", "蚊", "いびき", "騒音", "苦情", "督促", "休日出勤", "早朝出勤", "びっしょり", "ずぶ濡れ", "ずぶぬれ", "泥だらけ", "土砂降り", "どしゃ降り",
        "筋肉痛",
    ]

    /// "Oh I adore the ring road. … My favourite hobby.": high praise of what nobody likes.
    private static func isNuisancePraised(_ quote: Surroundings) -> Bool {
        let praise = EnglishWords(quote.sentence)
        let near = (quote.lead.sentences.suffix(2) + [quote.sentence]).joined(separator: ". ")
        if praise.contains(anyOf: [
            "i adore", "i love", "i just love", "i do love", "my favourite hobby", "my favorite hobby", "bliss",
            "paradise",
            "heaven", "my happy place", "best part of", "highlight of", "what a joy", "such a joy", "my idea of fun",
            "favourite pastime", "favorite pastime", "can't get enough", "my favourite thing",
        ]), EnglishWords(near).contains(anyOf: nuisances) {
            return true
        }
        return quote.sentence.contains(anyOf: [
            "最高", "大好き", "だいすき", "大好物", "生きがい", "至福", "趣味", "天国", "極楽", "楽しみ", "しあわせ", "幸せ",
        ])
            && near.contains(anyOf: japaneseNuisances)
            && near.contains(anyOf: [
                "いやあ", "いやー", "いいねえ", "だねえ", "ほんと", "もう、", "さすが", "まったく", "ええ、", "はいはい", "ああ", "わあ", "やあ", "！",
            ])
    }

    /// Whether the companion took the words for a joke, irony or a song, of which they do not speak, and the owner did
    /// not object.
    private static func isHeardAsJoke(_ quote: Surroundings, _ scene: Scene) -> Bool {
        let own = quote.lead + quote.sentence + quote.rest
        let english = ["irony", "sarcasm", "joke", "joking", "kidding", "teasing", "singing", "lyrics"]
        let japanese = ["皮肉", "冗談", "歌ですね", "歌だね", "歌詞", "怪談"]
        guard EnglishWords(scene.reply).contains(anyOf: english) || scene.reply.contains(anyOf: japanese),
            !EnglishWords(own).contains(anyOf: english + ["sing", "song", "choir", "jokes", "comedy"]),
            !own.contains(anyOf: japanese + ["歌", "合唱", "コーラス"])
        else { return false }
        let objects = EnglishWords(String(scene.following.prefix(30))).contains(anyOf: [
            "no", "seriously", "i mean it", "really", "honest", "honestly", "true",
        ])
        return !objects && !scene.following.prefix(10).contains("いや")
            && !String(scene.following.prefix(20)).contains(anyOf: ["本当", "ほんと", "本気", "マジ", "まじ"])
    }
}
