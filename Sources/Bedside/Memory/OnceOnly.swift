/// What tells a single occasion from what comes again (MIND-1, M-5). Pure functions.
enum OnceOnly {
    /// Whether a sentence speaks of one occasion: "this" or "next", a time of the clock, an exam, a flight.
    static func isOnce(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence)
        return words.contains(anyOf: english) || isProgressive(words) || hasClock(sentence)
            || sentence.contains(anyOf: japanese)
    }

    /// Whether a sentence speaks of what will be, and not of what is so each time: "I'll", "we're at Anna's", 行く.
    static func isPlanned(_ sentence: String) -> Bool {
        guard !isHabit(sentence) else { return false }
        let words = EnglishWords(sentence)
        let isThere = zip(words.words, words.words.dropFirst()).contains { be.contains($0) && places.contains($1) }
        return isOnce(sentence) || isThere || words.contains(anyOf: plans) || sentence.contains(anyOf: japanesePlans)
    }

    static func isHabit(_ sentence: String) -> Bool {
        EnglishWords(sentence).contains(anyOf: habits) || sentence.contains(anyOf: japaneseHabits)
    }

    private static let be: Set<String> = ["i'm", "we're", "they're", "he's", "she's", "you're", "am", "are"]
    private static let places: Set<String> = ["at", "in", "on", "with", "away", "off", "home", "due"]

    /// "I'm flying".
    private static func isProgressive(_ words: EnglishWords) -> Bool {
        zip(words.words, words.words.dropFirst()).contains { be.contains($0) && $1.count > 4 && $1.hasSuffix("ing") }
    }

    private static func hasClock(_ sentence: String) -> Bool {
        let letters = Array(sentence)
        if letters.contains(where: { ("0"..."9").contains($0) || ("０"..."９").contains($0) }) { return true }
        return zip(letters, letters.dropFirst()).contains { "一二三四五六七八九十".contains($0) && $1 == "時" }
    }

    private static let english: [String] =
        [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "half",
            "noon", "midnight",
        ].map { "at \($0)" } + [
            "this", "next", "coming", "tomorrow", "today", "tonight", "o'clock", "half past", "quarter past",
            "exam", "exams", "test", "interview", "appointment", "dentist", "dentist's", "doctor", "doctor's",
            "hospital", "surgery", "operation", "scan", "viva", "recital", "wedding", "funeral", "party", "concert",
            "flight", "deadline", "due", "graduation", "results", "inspection", "hearing", "fly", "flies", "flying",
            "visit", "visits", "visiting", "arrive", "arrives", "arriving", "leave", "leaves", "leaving", "move",
            "moves", "moving", "travel", "travels", "travelling", "traveling", "meet", "meets", "see", "sees", "start",
            "starts", "starting", "marry", "marries", "marrying", "getting married", "gets married", "get married",
            "graduate", "graduates", "going to", "i've got", "i'll", "we'll", "he'll", "she'll", "they'll", "will",
        ]
    private static let japanese = [
        "今週", "来週", "今度", "次の", "この", "明日", "あした", "今日", "今夜", "今月", "来月", "試験", "テスト", "面接", "歯医者", "病院", "手術",
        "検査", "健診", "検診", "結婚", "葬式", "葬儀", "通夜", "法事", "引っ越", "旅行", "出張", "飛行機", "予約", "締め切り", "締切", "発表", "大会",
        "本番", "卒業", "入学", "運動会", "選挙", "投票", "出発", "到着", "会う", "会いま", "帰る", "帰りま", "泊ま", "飛ぶ", "予定", "約束", "母の日",
        "父の日", "入院", "退院", "誕生", "記念", "面談", "参観", "飲み会", "パーティ", "デート", "コンサート",
    ]

    private static let plans = ["is due", "ends", "expires", "finishes", "closes", "retire", "retires", "quit"]
    private static let japanesePlans = [
        "行く", "行きま", "来る", "来ま", "来て", "にいる", "にいま", "始ま", "始め", "終わ", "辞め", "出産", "転職", "転勤", "退職", "就職",
        "入社", "留学", "帰国", "帰省", "集ま",
    ]

    private static let habits = [
        "always", "usually", "normally", "often", "generally", "typically", "every", "each", "love", "loves", "like",
        "likes", "hate", "hates", "favourite", "favorite", "tradition",
    ]
    private static let japaneseHabits = ["いつも", "毎", "必ず", "普段", "ふだん", "たいてい", "好き", "嫌い", "苦手", "恒例", "伝統"]
}

/// Days with a name of their own, which come every year.
enum Holidays {
    /// Whether a sentence tells what somebody does on such a day each year, and no plan for the next one.
    static func isTradition(_ sentence: String) -> Bool {
        let isNamed = NamedDay.names(
            sentence, english: ["christmas", "new year's eve", "new years eve", "new year's day", "new years day"],
            japanese: ["クリスマス", "大晦日", "大みそか", "おおみそか", "元日", "元旦"])
        return isNamed && !OnceOnly.isPlanned(sentence)
    }
}
