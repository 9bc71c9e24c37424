/// Words by which an owner names what a tool is about: saying one of them repeats the wish for it (SAFE-6, G-11).
struct ToolTopics: Sendable {
    let english: [String]
    let japanese: [String]

    /// A tool that nobody has to ask for twice.
    static let none = ToolTopics(english: [], japanese: [])
    static let alarms = ToolTopics(
        english: [
            "alarm", "alarms", "ring", "rings", "ringing", "wake", "waking", "call me", "calling me", "get up",
            "got up", "am up", "i'm up", "was up", "been up", "awake", "off", "skip", "cancel", "move", "change",
            "remove", "delete", "switch", "turn it", "set it", "silent", "silence", "quiet", "alone", "by myself",
            "on my own",
        ],
        japanese: [
            "アラーム", "目覚まし", "めざまし", "起床", "起こ", "起き", "鳴ら", "鳴り", "ならさ", "呼ん", "呼ば", "止めて", "とめて", "消して", "けして", "オフ",
            "オン", "スキップ", "飛ばし", "変えて", "かえて", "変更", "ずらし", "動かし", "外して", "設定", "セット", "静か", "しずか", "黙って", "だまって",
            "一人で", "ひとりで", "自分で",
        ])
    /// Less help than before, for a habit that steps back.
    static let less = ToolTopics(
        english: [
            "alone", "by myself", "on my own", "silent", "silence", "quiet", "stop ringing", "stop calling",
            "stop waking", "without the alarm", "without an alarm", "without your", "without you", "step back",
            "have to ring", "have to call", "have to wake", "need to ring", "need to call", "need to wake",
        ],
        japanese: ["一人で", "ひとりで", "自分で", "鳴らさな", "鳴らなく", "呼ばな", "起こさな", "静か", "しずか", "黙って", "なしで", "一歩引"])
    static let nudges = ToolTopics(
        english: ["chime", "chimes", "nudge", "nudges", "reminder", "reminders"],
        japanese: ["チャイム", "知らせ", "通知", "リマイン"])
    static let memory = ToolTopics(
        english: [
            "remember", "remembered", "memory", "memories", "what do you know", "you know about", "know about", "read",
            "tell me", "i said", "i told", "remind",
        ],
        japanese: ["覚え", "おぼえ", "記憶", "メモ", "思い出", "知って", "教えて", "読んで", "読み上げ"])
    static let everything = ToolTopics(
        english: ["everything", "all of it"], japanese: ["全部", "ぜんぶ", "すべて", "全て"])
    static let meditation = ToolTopics(
        english: ["meditate", "meditation", "meditating", "breathe", "breath", "breaths", "breathing"],
        japanese: ["瞑想", "めいそう", "呼吸"])
    static let voice = ToolTopics(
        english: ["record", "recording", "phrase", "phrases", "my voice", "own voice", "standard"],
        japanese: ["録音", "フレーズ", "自分の声", "標準"])
    static let signIn = ToolTopics(
        english: ["sign in", "sign me in", "log in", "gateway"], japanese: ["サインイン", "ログイン", "ゲートウェイ"])
}

/// What the arguments of a call name, and an owner who repeats the wish is likely to name again.
struct WishedThing: Sendable {
    /// Names of a habit in all languages, or the owner's own words; empty: the call names nothing.
    let words: PrivateText
    private let time: LocalTime?

    /// - Parameter habit: nil: the owner named none.
    init(_ habit: HabitID? = nil, at time: LocalTime? = nil) {
        let names = habit.map { habit in Language.allCases.map { HabitName(habit).text(in: $0) } } ?? []
        words = PrivateText(names.joined(separator: " "))
        self.time = time
    }

    init(words: PrivateText?) {
        self.words = words ?? PrivateText("")
        time = nil
    }

    /// The numbers of its time, as they may be said.
    var numbers: Set<Int> { time.map { Set([$0.hour, $0.hour % 12, $0.minute]) } ?? [] }
}
