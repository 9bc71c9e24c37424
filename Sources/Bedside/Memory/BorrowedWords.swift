/// Words that somebody only lends their voice to, or that another voice spoke: a broadcast, a song, a story, a letter
/// read out, a guest. A line alone seldom shows it; what is said just before or just after does.
enum BorrowedWords {
    /// Whether the owner announced the words as no own ones, or said so afterwards.
    static func isBorrowed(_ quote: Surroundings, in scene: Scene, text: String) -> Bool {
        // What was read out ends with its quotation mark.
        let isReadOut = quote.lead.contains(anyOf: ["」", "”", "』"]) || quote.lead.count(where: { $0 == "\"" }) >= 2
        let lead = quote.lead.sentences
        let announced = isReadOut ? Array(lead.suffix(1)) : lead + scene.previous.sentences.suffix(1)
        if announced.contains(where: isAnnouncement) || isPart(quote.before + quote.quote) { return true }
        let isNoun = !asks(scene.reply, english: ["what", "which"], japanese: ["何", "なに", "どんな", "どの"])
        let said = quote.rest.sentences.prefix(5) + scene.following.sentences.prefix(4)
        if said.contains(where: { isSource($0, mayBeNoun: isNoun) }) { return true }
        return scene.following.sentences.prefix(3).contains { isOtherVoice($0, reply: scene.reply, text: text) }
    }

    private static func asks(_ text: String, english: [String], japanese: [String]) -> Bool {
        (text.contains("?") || text.contains("？") || text.contains("か。"))
            && (EnglishWords(text).contains(anyOf: english) || text.contains(anyOf: japanese))
    }

    /// "In the play I'm a widow": who somebody is on a stage or in a game.
    private static func isPart(_ said: String) -> Bool {
        EnglishWords(said).contains(anyOf: [
            "in the play i'm", "in the show i'm", "in the panto i'm", "in the film i'm", "in the game i'm",
            "in the musical i'm", "in the sketch i'm", "on stage i'm", "my character's", "my character is",
        ])
            || said.contains(anyOf: ["劇では", "舞台では", "芝居では", "ゲームの中では", "ゲームでは", "役では", "小説では", "映画では"])
    }

    // MARK: Before

    /// "I'll read you this one", 台詞の練習な.
    private static func isAnnouncement(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: [
            "run lines", "my lines", "lines with me", "read you", "read this out", "reading this out", "listen to this",
            "repeat after", "once upon a time", "dear occupant", "dear customer", "dear sir", "dear madam",
            "it says here",
            "the letter says", "the email says", "the message says", "here's my part", "rehearse", "rehearsing",
            "here's the caption", "here's the headline", "here's the first line",
            "the sign says", "the label says", "the leaflet says", "the card says", "the poster says", "my character",
        ])
            || sentence.contains(anyOf: [
                "台詞", "セリフ", "せりふ", "読むぞ", "読むね", "読むよ", "読んでみる", "読み上げるよ", "読み上げるね", "リピートし", "朗読",
                "むかしむかし", "昔々", "怪談", "い話な", "い話ね", "話をするね", "話をするよ", "って書いてあ", "と書いてあ",
            ])
    }

    // MARK: Afterwards

    private static let englishSources: Set<String> = [
        "show", "series", "film", "movie", "book", "novel", "comic", "play", "plot", "telly", "tv", "television",
        "radio",
        "podcast", "advert", "ad", "commercial", "song", "lyric", "lyrics", "quiz", "programme", "program", "audiobook",
        "script", "quote", "poem", "letter", "email", "scam", "spam", "video", "youtube", "news", "documentary", "soap",
        "drama", "cartoon", "story", "article", "headline", "dream", "audition", "sketch", "trailer", "game",
    ]
    private static let determiners: Set<String> = [
        "the", "my", "from", "on", "off", "some", "just", "only", "in", "out", "of", "that", "this",
    ]
    private static let fillers: Set<String> = [
        "a", "an", "it's", "that's", "it", "was", "is", "no", "oh", "ah", "ha", "haha", "sorry", "love", "old",
        "stupid",
        "bloody", "silly", "daft", "thing", "new", "by", "and", "again", "yes", "yeah", "well", "um", "er",
    ]
    private static let japaneseSources = [
        "テレビ", "ラジオ", "番組", "ドラマ", "アニメ", "映画", "動画", "ＣＭ", "CM", "広告", "漫画", "マンガ", "まんが", "小説", "詐欺", "メール",
        "手紙", "ニュース", "歌詞", "台詞", "セリフ", "ゲーム", "芝居", "落語", "怪談", "コント", "ポッドキャスト", "ユーチューブ", "物語", "絵本",
        "人生相談", "夢の中", "電話", "留守電", "教科書", "の本", "の歌", "の話じゃない",
    ]

    /// "It's the telly, love." "Podcast." "っていう漫画。"
    private static func isSource(_ sentence: String, mayBeNoun: Bool) -> Bool {
        let words = Array(EnglishWords(sentence).words.drop { fillers.contains($0) && !points([$0]) })
        if let place = words.prefix(6).firstIndex(where: englishSources.contains) {
            let before = Set(words[..<place])
            if points(words), !before.isDisjoint(with: determiners), place <= 4 { return true }
            if points(words), words[place] == "dream" { return true }
            let isNoun = words.allSatisfy {
                englishSources.contains($0) || determiners.contains($0) || fillers.contains($0)
            }
            if mayBeNoun, isNoun, !before.contains("my") || words[place] == "dream" { return true }
        }
        if isSwitchedOff(sentence) { return true }
        return sentence.phrases.prefix(4).contains { isJapaneseSource($0, mayBeNoun: mayBeNoun) }
    }

    /// "Let me turn the telly off", テレビ消すね.
    private static func isSwitchedOff(_ sentence: String) -> Bool {
        let english = EnglishWords(sentence)
        return english.contains(anyOf: ["telly", "tv", "television", "radio", "podcast"])
            && english.contains(anyOf: ["turn", "switch", "turning", "switching"])
            && english.contains(anyOf: ["off", "down"])
            || sentence.contains(anyOf: ["テレビ", "ラジオ", "動画"])
                && sentence.contains(anyOf: ["消すね", "消します", "消すわ", "消すよ", "切るね", "止めるね"])
    }

    /// Whether the words begin with "that's", "it was" and the like.
    private static func points(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        if ["that's", "it's"].contains(first) { return true }
        return words.count > 1 && ["that", "it", "this"].contains(first) && ["was", "is"].contains(words[1])
    }

    private static let japanesePointers = [
        "いまのは", "今のは", "いまの", "今の", "さっきのは", "これは", "それは", "っていう", "という", "って",
    ]
    private static let japaneseCopulas = [
        "でした", "だった", "だよ", "だね", "だわ", "です", "やねん", "やで", "なの", "なんだ", "だけど", "のやつ", "だ", "や", "よ", "ね", "な",
        "か", "の", "さ", "わ",
    ]

    private static func isJapaneseSource(_ phrase: String, mayBeNoun: Bool) -> Bool {
        var rest = phrase
        let pointer = japanesePointers.first { rest.hasPrefix($0) }
        if let pointer { rest.removeFirst(pointer.count) }
        if pointer != nil, rest.contains("始まるやつ") { return true }
        while let copula = japaneseCopulas.first(where: { rest.hasSuffix($0) && rest.count > $0.count }) {
            rest.removeLast(copula.count)
        }
        guard pointer != nil || mayBeNoun, rest.count <= 10, !rest.contains(where: { "をがはにでもと".contains($0) })
        else { return false }
        return rest == "夢" || rest == "本" || japaneseSources.contains { rest.hasSuffix($0) }
    }

    // MARK: Another voice

    /// "That was my brother." "That wasn't me." "いまの、たけし。"
    private static func isOtherVoice(_ sentence: String, reply: String, text: String) -> Bool {
        let english = EnglishWords(sentence)
        if english.contains(anyOf: [
            "wasn't me", "was not me", "not me", "isn't me", "ignore him", "ignore her", "ignore them", "ignore that",
            "ignore it", "don't listen to", "stop messing", "give that back", "give it back", "it's coming from",
            "came from the",
        ]) {
            return true
        }
        if isEnglishOther(sentence, text: text),
            !asks(reply, english: ["who", "who's", "what"], japanese: [])
        {
            return true
        }
        let own = ["私", "わたし", "あたし", "俺", "おれ", "僕", "ぼく", "本気", "本当", "ほんと"]
        guard !sentence.contains(anyOf: own) else { return false }
        let phrases = sentence.phrases
        return phrases.contains { $0.hasPrefix("いまのは") || $0.hasPrefix("今のは") || $0.hasPrefix("さっきのは") }
            || sentence.contains(anyOf: ["無視して", "いたずら", "こら、", "勝手にしゃべ", "勝手に話しかけ"])
            || phrases.dropLast().contains { $0 == "いまの" || $0 == "今の" || $0 == "さっきの" }
    }

    private static func isEnglishOther(_ sentence: String, text: String) -> Bool {
        sentence.phrases.prefix(3).contains { names($0, otherThan: text) }
    }

    /// Whether a phrase presents somebody whom the memory does not name: "that was my cousin".
    private static func names(_ phrase: String, otherThan text: String) -> Bool {
        let words = phrase.split(separator: " ").map(String.init)
        let lower = words.map { $0.lowercased().replacing("’", with: "'") }
        guard let start = lower.firstIndex(where: { ["that's", "that", "this"].contains($0) }), start <= 3 else {
            return false
        }
        var next = start + 1
        if lower[start] != "that's" {
            guard lower.count > next, ["was", "is"].contains(lower[next]) else { return false }
            next += 1
        }
        let named = words.dropFirst(next).prefix(3)
        guard let first = named.first else { return false }
        if ["her", "him", "them"].contains(first.lowercased()) { return true }
        let relations = SomebodyElse.relations(in: named.joined(separator: " "))
        let isOwned = named.contains { $0.hasSuffix("'s") || $0.hasSuffix("’s") }
        if !relations.isEmpty { return !isOwned && relations.isDisjoint(with: SomebodyElse.relations(in: text)) }
        let isName = first.first?.isUppercase ?? false
        return isName && !isOwned && first.count > 1 && !SomebodyElse.isNoName(first) && !text.contains(first)
    }
}

/// What is heard around a line that holds a quote.
struct Scene: Sendable {
    /// The companion's line that it answers; empty if there is none.
    var question = ""
    /// The owner's line before.
    var previous = ""
    /// The companion's answer.
    var reply = ""
    /// The owner's next line.
    var following = ""
    /// The owner's next few lines.
    var later: [String] = []
    /// The few lines around.
    var nearby = ""
}

extension String {
    /// Its sentences without their stops.
    var sentences: [String] {
        split { ".!?。！？…\n".contains($0) }.map { String($0).trimmed() }.filter { !$0.isEmpty }
    }

    /// The parts between commas.
    var phrases: [String] { split { "、,".contains($0) }.map { String($0).trimmed() }.filter { !$0.isEmpty } }
}
