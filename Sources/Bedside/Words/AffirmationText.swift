/// What the command line says about the owner's phrases (MIND-7).
public enum AffirmationText: Hashable, Sendable {
    case none
    case kept(place: Int)
    case removed
    /// Something of it could not be removed yet.
    case removing
    case playing
    /// Nothing is played by itself.
    case noTimes
    /// The device's voice cannot say it.
    case needsKana
    /// Another form for a phrase that claims too much.
    case offer(String)
    case voice, recorded, unheard
    /// Recording begins.
    case speakNow
    case taken
    /// Why a recording is not kept, as the device says it.
    case notTaken(AffirmationPhrase)
    case heading(Heading)

    public enum Heading: Hashable, Sendable, CaseIterable { case place, times, voice, phrase }
}

extension AffirmationText {
    /// Why it is not kept; nil if it is.
    public init?(_ take: PhraseTake) {
        guard let phrase = take.phrase else { return nil }
        self = .notTaken(phrase)
    }
}

extension AffirmationText: Worded {
    public var wording: Wording {
        switch self {
        case .none: Wording("no phrase is kept", "フレーズはまだありません")
        case .kept(let place): Wording("kept as phrase \(place)", "\(place)番のフレーズとして残しました")
        case .removed: Wording("erased", "消しました")
        case .removing:
            Wording(
                "the phrase is gone, but a trace of it could not be removed from the disk yet; the device tries it again",
                "フレーズは消しましたが、ディスクにまだ消せていないものが残っています。本体がもう一度試します")
        case .playing: Wording("playing on the speaker; Stop ends it", "スピーカーで流しています。ストップで止まります")
        case .noTimes:
            Wording(
                "it has no time, so it is heard only when you ask: anicca affirmation play N",
                "時刻がないので、頼んだときだけ流れます：anicca affirmation play 番号")
        case .needsKana:
            Wording(
                "the voice cannot read kanji, so nothing is heard yet: add it again with --kana and its reading",
                "合成音声は漢字を読めないので、まだ流れません。読みを付けて、もう一度追加してください（--kana 読み）")
        case .offer(let form):
            Wording(
                "Nobody manages that every day. Would this say it, too? \(form)",
                "毎日そうはいかないものです。こんな言い方もあります：\(form)")
        case .speakNow:
            Wording(
                "after the tone, say it; then press Stop (at the latest after ten seconds it is over)",
                "音が鳴ったら話してください。終わったらストップを押します（長くても10秒で終わります）")
        case .taken: Wording("kept; this is how it sounds", "残しました。こう聞こえます")
        case .notTaken(let phrase): phrase.wording
        case .voice: Wording("device's voice", "合成音声")
        case .recorded: Wording("your recording", "ご自分の声")
        case .unheard: Wording("cannot be said", "読めません")
        case .heading(.place): Wording("#", "番号")
        case .heading(.times): Wording("times", "時刻")
        case .heading(.voice): Wording("heard as", "声")
        case .heading(.phrase): Wording("phrase", "フレーズ")
        }
    }
}

extension AffirmationRefusal: Worded {
    public var wording: Wording {
        switch self {
        case .empty: Wording("expected a phrase", "フレーズを入力してください")
        case .tooManyWords(let count):
            Wording(
                "a phrase has at most \(AffirmationRules.maximumWords) words and "
                    + "\(AffirmationRules.maximumEnglishCharacters) characters; this one has \(count) words",
                "英語のフレーズは\(AffirmationRules.maximumWords)語、\(AffirmationRules.maximumEnglishCharacters)文字までです（入力：\(count)語）"
            )
        case .tooManyCharacters(let count):
            Wording(
                "a Japanese phrase has at most \(AffirmationRules.maximumJapaneseCharacters) characters; this one has "
                    + "\(count)",
                "フレーズは\(AffirmationRules.maximumJapaneseCharacters)文字までです（入力：\(count)文字）")
        case .kana:
            Wording(
                "the reading is kana and spaces only, as it sounds, and not longer than "
                    + "\(AffirmationRules.maximumKanaCharacters) characters",
                "読みは、発音どおりの仮名と空白だけで、\(AffirmationRules.maximumKanaCharacters)文字までにしてください")
        case .full:
            Wording(
                "there are \(AffirmationRules.maximumPhrases) phrases already; remove one first: "
                    + "anicca affirmation remove N",
                "フレーズは\(AffirmationRules.maximumPhrases)つまでです。先に1つ消してください：anicca affirmation remove 番号")
        case .tooManyTimes(let count):
            Wording(
                "phrases are played at most \(AffirmationRules.maximumPlaysPerDay) times a day, all together; "
                    + "this would make \(count)",
                "流せるのは、全部合わせて1日\(AffirmationRules.maximumPlaysPerDay)回までです（指定：\(count)回）")
        case .noSuchPhrase(let place, let count):
            Wording(
                count == 0 ? "there is no phrase yet" : "there is no phrase \(place); the last is \(count)",
                count == 0 ? "フレーズはまだありません" : "\(place)番のフレーズはありません（最後は\(count)番）")
        case .muted:
            Wording(
                "the microphone is muted; to unmute it: anicca mute off", "マイクがミュートです。解除するには：anicca mute off")
        case .noMicrophone: Wording("the board has no microphone", "このボードにはマイクがありません")
        case .gentler(let form):
            Wording(
                "nobody manages that every day: offer the owner this form, once: \"\(form.words)\"; then call again with "
                    + "the words that they choose, which may be their own",
                "毎日そうはいかないものです。こんな言い方もあります：\(form.words)")
        case .ambiguous(let count):
            Wording(
                "there are \(count) phrases: ask the owner which one they mean", "フレーズは\(count)つあります。どれかを選んでください")
        case .awaited:
            Wording(
                "a phrase is about to be recorded already, once the talk is over: say goodbye",
                "録音は、もう頼まれています。会話が終わると始まります")
        case .unsayable:
            Wording(
                "the voice cannot read kanji: add the phrase again with --kana and its reading",
                "合成音声は漢字を読めません。読みを付けて、もう一度追加してください（--kana 読み）")
        }
    }
}
