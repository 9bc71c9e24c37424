/// Recognizes that the owner repeats or confirms what a companion's call would do (SAFE-6, G-11).
///
/// Only what says so counts: a plain yes, or words of the wish. A question ("What?"), a hesitation, a doubt and a
/// farewell do not, and neither does a "no".
enum RepeatedWish {
    /// - Parameter wish: what the owner said before the companion was told to ask; nil: they have not asked for it yet,
    ///   so only the words of the wish itself count.
    static func isSaid(in words: String, of call: ToolCall, after wish: String?) -> Bool {
        if SpokenYes.isSaid(in: words) { return true }
        guard !SpokenNo.isSaid(in: words), !SpokenDoubt.isSaid(in: words) else { return false }
        let meant = wish.map { meaning(of: $0).union(meaning(of: call.statedWords)) } ?? []
        return SpokenSentence.all(in: words).contains { sentence in
            guard !sentence.isGreeting, !sentence.isQuestion || call.mayBeAsked(as: sentence) else { return false }
            return !meant.isDisjoint(with: meaning(of: sentence.text)) || call.isNamed(in: sentence.text)
        }
    }

    private static func meaning(of text: String) -> Set<String> { OwnWords(text).runs.subtracting(idleWords) }

    /// Words that two sentences share although they are about different things.
    private static let idleWords = Set(
        [
            "good", "night", "goodnight", "morning", "evening", "hello", "goodbye", "bye", "thank", "thanks", "sorry",
            "please", "okay", "yes", "yeah", "sure", "really", "right", "well", "now", "mean", "think", "thing", "make",
            "going", "let", "say", "said", "never", "mind", "hey", "hmm", "huh", "anicca", "because", "something",
        ].map(OwnWords.stem) + ["分", "本当", "大丈夫", "待", "休", "晩", "今", "今晩", "夜", "僕", "俺"])
}

extension ToolCall {
    /// "What do you remember?" is a wish; "why do you ask?" is none.
    fileprivate func mayBeAsked(as sentence: SpokenSentence) -> Bool {
        name == .memoryRead && !["why", "how", "huh", "なぜ", "なんで", "えっ"].contains(sentence.opening)
    }

    /// What its arguments name: a habit, or the words of the owner.
    fileprivate var statedWords: String {
        func names(_ habit: HabitID) -> String {
            Language.allCases.map { HabitName(habit).text(in: $0) }.joined(separator: " ")
        }
        switch self {
        case .setHabit(let patch, _): return names(patch.id)
        case .removeHabit(let habit), .skipNext(let habit), .moveNextOnce(let habit, _, _),
            .oneOffAlarm(_, _, let habit),
            .cancelException(let habit), .alreadyUp(let habit?), .callMeAgain(let habit?), .stepBack(let habit),
            .staySilent(let habit), .rateHabit(let habit, _):
            return names(habit)
        case .memory(.read(let query)), .memory(.forget(let query)): return query.words
        case .recordPhrase(let words, _): return words?.words ?? ""
        case .nextUp, .upForGood, .alreadyUp(nil), .callMeAgain(nil), .stopNudges, .setVolume, .memory,
            .startMeditation,
            .useVoice, .signIn, .safetyConcern, .endConversation, .waitForUser:
            return ""
        }
    }

    /// The numbers of its time, as they may be said.
    private var numbers: Set<Int> {
        var time: LocalTime?
        if case .setHabit(let patch, _) = self { time = patch.at }
        if case .moveNextOnce(_, let at, _) = self { time = at }
        if case .oneOffAlarm(let at, _, _) = self { time = at }
        return time.map { Set([$0.hour, $0.hour % 12, $0.minute]) } ?? []
    }

    /// Whether somebody names what the tool is about.
    fileprivate func isNamed(in text: String) -> Bool {
        if name == .forget, ForgetWish.isSaid(in: text) { return true }
        if !numbers.isDisjoint(with: SpokenNumbers.values(in: text)) { return true }
        let things = name.things
        return EnglishWords(text).contains(anyOf: things.english) || text.contains(anyOf: things.japanese)
    }
}

extension Tool.Name {
    /// Words by which an owner names what the tool is about.
    fileprivate var things: (english: [String], japanese: [String]) {
        switch self {
        case .setHabit, .removeHabit, .skipNext, .moveNextOnce, .oneOffAlarm, .cancelException, .upForGood, .alreadyUp,
            .callMeAgain, .staySilent:
            Self.alarms
        case .stepBack: Self.less
        case .stopNudges:
            (
                ["chime", "chimes", "nudge", "nudges", "reminder", "reminders"], ["チャイム", "知らせ", "通知", "リマイン"]
            )
        case .memoryRead:
            (
                [
                    "remember", "remembered", "memory", "memories", "what do you know", "you know about", "know about",
                    "read", "tell me", "i said", "i told", "remind",
                ], ["覚え", "おぼえ", "記憶", "メモ", "思い出", "知って", "教えて", "読んで", "読み上げ"]
            )
        case .forget: (["everything", "all of it"], ["全部", "ぜんぶ", "すべて", "全て"])
        case .startMeditation:
            (
                ["meditate", "meditation", "meditating", "breathe", "breath", "breaths", "breathing"],
                ["瞑想", "めいそう", "呼吸"]
            )
        case .recordPhrase, .useVoice:
            (
                ["record", "recording", "phrase", "phrases", "my voice", "own voice", "standard"],
                ["録音", "フレーズ", "自分の声", "標準"]
            )
        case .signIn: (["sign in", "sign me in", "log in", "gateway"], ["サインイン", "ログイン", "ゲートウェイ"])
        case .nextUp, .rateHabit, .setVolume, .remember, .saveIntention, .saveReflection, .answerIntention, .offRecord,
            .safetyConcern, .endConversation, .waitForUser:
            ([], [])
        }
    }

    private static let alarms = (
        english: [
            "alarm", "alarms", "ring", "rings", "ringing", "wake", "waking", "call me", "calling me", "get up",
            "got up", "am up", "i'm up", "was up", "been up", "awake", "off", "skip", "cancel", "move", "change",
            "remove",
            "delete", "switch", "turn it", "set it", "silent", "silence", "quiet", "alone", "by myself", "on my own",
        ],
        japanese: [
            "アラーム", "目覚まし", "めざまし", "起床", "起こ", "起き", "鳴ら", "鳴り", "ならさ", "呼ん", "呼ば", "止めて", "とめて", "消して", "けして", "オフ",
            "オン", "スキップ", "飛ばし", "変えて", "かえて", "変更", "ずらし", "動かし", "外して", "設定", "セット", "静か", "しずか", "黙って", "だまって",
            "一人で",
            "ひとりで", "自分で",
        ]
    )
    private static let less = (
        english: [
            "alone", "by myself", "on my own", "silent", "silence", "quiet", "stop ringing", "stop calling",
            "stop waking",
            "without the alarm", "without an alarm", "without your", "without you", "step back", "have to ring",
            "have to call", "have to wake", "need to ring", "need to call", "need to wake",
        ],
        japanese: ["一人で", "ひとりで", "自分で", "鳴らさな", "鳴らなく", "呼ばな", "起こさな", "静か", "しずか", "黙って", "なしで", "一歩引"]
    )
}
