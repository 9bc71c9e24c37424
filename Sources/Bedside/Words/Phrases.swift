/// Every fixed text that the appliance says aloud by itself (SETUP-5); routines of habits are `OfflineScript`s, and
/// what is only shown is in `PanelText`, `SetupText` and `CommandText`.
public enum Phrase: Hashable, Sendable {
    /// The next alarm (ALARM-9).
    case nextUp(HabitID, at: LocalDateTime, now: LocalDateTime, isOneOff: Bool)
    case nothingPlanned
    /// "I am up" was understood (ALARM-11).
    case upEarlyConfirmed
    case upEarlyTakenBack
    /// The companion has switched an alarm off, removed, skipped or postponed it (TALK-9); `next` nil: it no
    /// longer rings.
    case alarmTaken(HabitID, next: LocalDateTime?, now: LocalDateTime)
    /// Said after `alarmTaken`.
    case stopTakesBack
    case changeTakenBack
    /// Both buttons have been held for 5 s (SETUP-4).
    case resetWarning
    case resetDone
    /// The card takes no writes, or some of the owner's data could not be removed.
    case resetFailed
    /// The online companion cannot be reached and the offline one takes over (TALK-5).
    case companionUnavailable(ConversationFailure)
    /// The online companion is busy: the offline one begins, and it joins later (ACCOUNT-3).
    case companionLater
    case companionJoins
    /// The online companion is being reached, for a habit; nil: for a plain conversation.
    case oneMoment(HabitID?)
    case lineLost
    case stillReaching
    /// The companion broke off in mid-sentence, and nobody knows yet whether it goes on.
    case voiceMissing
    case microphoneUnavailable
    case microphoneMuted
    case clockUntrusted
    /// What would make the morning fail, said at bedtime (GUARD-7): the first three reasons.
    case beforeSleep([Attention])
    /// How many things of a talk were kept (M-10).
    case memoryKept(Int)
    /// About the limits of talks (SAFE-1, SAFE-5).
    case limit(LimitPhrase)
    /// A bedtime talk has lasted as long as it may (R-11).
    case bedtimeOver
    /// After three "not today" (R-7).
    case smallerAct
    /// After six (R-7).
    case intentionDropped
    /// After what the owner said at bedtime was recorded, or was not; and before it is heard in the morning (R-12).
    case intentionRecorded, intentionNotRecorded, recordedForToday
    /// Said once, before the first talk that is recorded (GUARD-1).
    case talksAreRecorded
    /// About what the device does less and less (FADE-3).
    case fading(FadingPhrase)
    case nudge(NudgePhrase)
    /// About the owner's phrases (MIND-7).
    case affirmation(AffirmationPhrase)
    case account(AccountPhrase)
    /// While the owner's voice is learned (MIND-9).
    case ownVoice(VoicePhrase)
}

extension Phrase: Worded {
    public var wording: Wording {
        switch self {
        case .nextUp(let habit, let at, let now, let isOneOff):
            Phrase.nextUp(HabitName(habit), CallTime(at: at, now: now), isOneOff: isOneOff)
        case .nothingPlanned:
            Wording(
                "No alarm is planned. Once one is, I'll be there.",
                "アラームの予定はありません。設定すると、その時間に声をおかけします。",
                kana: "アラームの よていわ ありません。せってい すると、その じかんに こえを おかけします。")
        case .upEarlyConfirmed:
            Wording(
                "Good, you're up. I won't ring your wake-up alarm today. To undo that, press Stop within ten seconds.",
                "もう起きたんですね。今日の起床アラームは鳴らしません。取り消すときは、10秒以内にストップを押してください。",
                kana: "もう おきたんですね。きょうの きしょうアラームわ ならしません。"
                    + "とりけす ときわ、じゅうびょう いないに ストップを おして ください。")
        case .upEarlyTakenBack:
            Wording(
                "All right. Your wake-up alarm will ring as usual.",
                "わかりました。起床アラームは、いつも通り鳴らします。",
                kana: "わかりました。きしょうアラームわ、いつもどおり ならします。")
        case .alarmTaken(let habit, let next, let now):
            Phrase.alarmTaken(HabitName(habit), next.map { CallTime(at: $0, now: now) })
        case .stopTakesBack:
            Wording(
                "Press Stop within ten seconds to undo that.",
                "戻すなら、10秒以内にストップを。",
                kana: "もどすなら、じゅうびょう いないに ストップを。")
        case .changeTakenBack:
            Wording(
                "All right. Your alarms stay as they were.",
                "わかりました。アラームは元のままにします。",
                kana: "わかりました。アラームわ もとの ままに します。")
        case .resetWarning:
            Wording(
                "In five seconds everything will be erased. To keep it, let go now.",
                "あと5秒で、すべて消去されます。やめるなら、今、指を離してください。",
                kana: "あと ごびょうで、すべて しょうきょ されます。やめるなら、いま、ゆびを はなして ください。")
        case .resetDone:
            Wording(
                "Everything has been erased. I'm back to where I began.",
                "すべて消去しました。最初の状態に戻りました。",
                kana: "すべて しょうきょ しました。さいしょの じょうたいに もどりました。")
        case .resetFailed:
            Wording(
                "I could not erase everything. The card may no longer accept writes. Please destroy it.",
                "すべては消去できませんでした。カードに書き込めないようです。カードは物理的に壊してください。",
                kana: "すべてわ しょうきょ できませんでした。カードに かきこめない ようです。カードわ ぶつりてきに こわして ください。")
        case .companionUnavailable(let failure):
            Phrase.companionUnavailable(failure)
        case .companionLater:
            Wording(
                "Your companion is busy right now. I'll begin, and it joins us as soon as it can.",
                "話し相手は、今こみ合っています。わたしが先に始めます。話し相手は、あとから加わります。",
                kana: "はなしあいてわ、いま こみあって います。わたしが さきに はじめます。はなしあいてわ、あとから くわわります。")
        case .companionJoins:
            Wording("Your companion is here now.", "話し相手が来ました。", kana: "はなしあいてが きました。")
        case .oneMoment(.wake):
            Wording(
                "Good morning. One moment, I'm coming.",
                "おはようございます。今まいりますので、少しお待ちください。",
                kana: "おはよう ございます。いま まいりますので、すこし おまち ください。")
        case .oneMoment:
            Wording("One moment, I'm coming.", "少しお待ちください。", kana: "すこし おまち ください。")
        case .lineLost:
            Wording(
                "The line has dropped. One moment, I'm calling back.",
                "通信が切れました。つなぎ直しますので、少しお待ちください。",
                kana: "つうしんが きれました。つなぎなおしますので、すこし おまち ください。")
        case .stillReaching:
            Wording(
                "I'm still trying. Stay with me.",
                "まだつながりません。そのままお待ちください。",
                kana: "まだ つながりません。そのまま おまち ください。")
        case .voiceMissing:
            Wording(
                "The voice has cut out. One moment.",
                "声が途切れました。少しお待ちください。",
                kana: "こえが とぎれました。すこし おまち ください。")
        case .microphoneUnavailable:
            Wording(
                "I have no working microphone, so I cannot hear you. I'll keep talking; press Stop when you are done.",
                "マイクが使えないので、お声が聞こえません。このまま話しますので、終わったらストップを押してください。",
                kana: "マイクが つかえないので、おこえが きこえません。このまま はなしますので、"
                    + "おわったら ストップを おして ください。")
        case .microphoneMuted:
            Wording(
                "The microphone is muted, so I cannot hear you. I'll keep talking; press Stop when you are done.",
                "マイクがミュートになっているので、お声が聞こえません。このまま話しますので、終わったらストップを押してください。",
                kana: "マイクが ミュートに なって いるので、おこえが きこえません。このまま はなしますので、"
                    + "おわったら ストップを おして ください。")
        case .clockUntrusted:
            Wording(
                "I don't know what time it is. Your alarms wait until the clock is set.",
                "今の時刻がわかりません。時計が合うまで、アラームは鳴りません。",
                kana: "いまの じこくが わかりません。とけいが あうまで、アラームわ なりません。")
        case .beforeSleep(let reasons):
            Phrase.beforeSleep(reasons)
        case .memoryKept(let count):
            Wording(
                count == 1 ? "I kept one thing." : "I kept \(count) things.",
                Phrase.countedInJapanese(count).text + "、覚えました。",
                kana: Phrase.countedInJapanese(count).kana + "、おぼえました。")
        case .talksAreRecorded:
            Wording(
                "Our talks are recorded on this device.", "これからの会話は、この機器に録音します。",
                kana: "これからの かいわわ、この ききに ろくおん します。")
        case .smallerAct:
            Wording(
                "That is all right. Perhaps a smaller step will do: half of it is enough.",
                "だいじょうぶです。もっと小さくしてもいいんです。半分で十分ですよ。",
                kana: "だいじょうぶです。もっと ちいさく しても いいんです。はんぶんで じゅうぶんですよ。")
        case .intentionDropped:
            Wording(
                "That is all right. Let's put this one down, and choose something else when you like.",
                "だいじょうぶです。これは、いったん置いておきましょう。また別のことを選べます。",
                kana: "だいじょうぶです。これわ、いったん おいて おきましょう。また べつの ことを えらべます。")
        case .intentionRecorded:
            Wording(
                "I have that. You will hear it in the morning.", "録音しました。明日の朝、お聞かせします。",
                kana: "ろくおん しました。あしたの あさ、おきかせ します。")
        case .intentionNotRecorded:
            Wording(
                "That was not recorded. It is enough if you keep it in mind.",
                "録音はできませんでしたが、心に留めておけば十分です。",
                kana: "ろくおんわ できませんでしたが、こころに とめて おけば じゅうぶんです。")
        case .recordedForToday:
            Wording(
                "This is what you said last night.", "ゆうべの、あなたの言葉です。", kana: "ゆうべの、あなたの ことばです。")
        case .bedtimeOver:
            Wording(
                "That is enough for today. Sleep well.", "今日はここまでにしましょう。おやすみなさい。",
                kana: "きょうわ ここまでに しましょう。おやすみなさい。")
        case .limit(let phrase): phrase.wording
        case .fading(let phrase): phrase.wording
        case .nudge(let phrase): phrase.wording
        case .affirmation(let phrase): phrase.wording
        case .account(let phrase): phrase.wording
        case .ownVoice(let phrase): phrase.wording
        }
    }

    /// Whether words of the owner's, which no journal has, are the reason to say it.
    var dependsOnWords: Bool {
        switch self {
        // Phrases are words, and so is when they were heard.
        case .memoryKept, .limit(.disclosure), .affirmation, .intentionRecorded, .intentionNotRecorded,
            .recordedForToday, .account(.code), .ownVoice:
            true
        case .nextUp, .nothingPlanned, .upEarlyConfirmed, .upEarlyTakenBack, .alarmTaken, .stopTakesBack,
            .changeTakenBack, .resetWarning, .resetDone, .resetFailed, .companionUnavailable, .companionLater,
            .companionJoins, .oneMoment, .lineLost, .stillReaching, .voiceMissing, .microphoneUnavailable,
            .microphoneMuted, .clockUntrusted, .beforeSleep, .limit, .bedtimeOver, .smallerAct, .intentionDropped,
            .talksAreRecorded, .fading, .nudge, .account:
            false
        }
    }

    /// The name of a pre-rendered file; nil where the words vary.
    public var key: String? {
        switch self {
        case .nextUp, .beforeSleep, .alarmTaken, .memoryKept: nil
        case .bedtimeOver: "bedtime_over"
        case .smallerAct: "smaller_act"
        case .intentionDropped: "intention_dropped"
        case .intentionRecorded: "intention_recorded"
        case .intentionNotRecorded: "intention_not_recorded"
        case .recordedForToday: "recorded_for_today"
        case .talksAreRecorded: "talks_are_recorded"
        case .stopTakesBack: "stop_takes_back"
        case .changeTakenBack: "change_taken_back"
        case .nothingPlanned: "nothing_planned"
        case .upEarlyConfirmed: "up_early_confirmed"
        case .upEarlyTakenBack: "up_early_taken_back"
        case .resetWarning: "reset_warning"
        case .resetDone: "reset_done"
        case .resetFailed: "reset_failed"
        case .companionUnavailable(let failure): "companion_\(failure.rawValue)"
        case .companionLater: "companion_later"
        case .companionJoins: "companion_joins"
        case .oneMoment(.wake): "one_moment_wake"
        case .oneMoment: "one_moment"
        case .lineLost: "line_lost"
        case .stillReaching: "still_reaching"
        case .voiceMissing: "voice_missing"
        case .microphoneUnavailable: "microphone_unavailable"
        case .microphoneMuted: "microphone_muted"
        case .clockUntrusted: "clock_untrusted"
        case .limit(let phrase): phrase.key
        case .fading(let phrase): phrase.key
        case .nudge(let phrase): phrase.key
        case .affirmation(let phrase): phrase.key
        case .account(let phrase): phrase.key
        case .ownVoice(let phrase): phrase.key
        }
    }

    /// The phrase for the sound driver; its key is `phrase.KEY.LANGUAGE`.
    public func utterance(in language: Language) -> Utterance {
        var utterance = Utterance(
            key: key.map { "phrase.\($0).\(language.rawValue)" }, text: text(in: language),
            reading: reading(in: language), language: language)
        if case .account(.code) = self { utterance.isPrivate = true }
        return utterance
    }
}

extension Utterance {
    /// Joins phrases that are said in one breath; nil if there are none. A single one keeps its pre-rendered file.
    init?(joining phrases: [Phrase], in language: Language) {
        let all = phrases.map { $0.utterance(in: language) }
        guard var joined = all.first else { return nil }
        for next in all.dropFirst() {
            let gap = language == .japanese ? "" : " "
            joined = Utterance(
                text: joined.text + gap + next.text, reading: joined.reading.map { $0 + " " + next.spoken },
                language: language)
        }
        self = joined
    }
}

extension Phrase {
    /// Maximum time that any phrase takes to say.
    static let maximumSaying = TimeSpan.seconds(25)

    private static func beforeSleep(_ reasons: [Attention]) -> Wording {
        let said = reasons.prefix(3).map(\.spoken)
        return Wording(
            (["Before you sleep:"] + said.map(\.english)).joined(separator: " "),
            (["おやすみの前に、お知らせがあります。"] + said.map(\.japanese)).joined(),
            kana: (["おやすみの まえに、おしらせが あります。"] + said.compactMap(\.kana)).joined(separator: " "))
    }

    private static func nextUp(_ habit: HabitName, _ when: CallTime, isOneOff: Bool) -> Wording {
        let name = habit.wording
        return Wording(
            "You're all set! Next up: \(when.text(in: .english)) I'll nudge you for \(name.english)"
                + (isOneOff ? ", just this once." : "."),
            "準備は整いました。次は\(when.text(in: .japanese))、\(isOneOff ? "今回だけ、" : "")"
                + "\(name.japanese)の時間に声をおかけします。",
            kana: "じゅんびわ ととのいました。つぎわ \(when.japaneseReading)、\(isOneOff ? "こんかいだけ、" : "")"
                + "\(habit.kana)の じかんに こえを おかけします。")
    }

    private static func alarmTaken(_ habit: HabitName, _ next: CallTime?) -> Wording {
        let name = habit.wording
        // The name of a one-off alarm says already that it is one.
        let isOneOff = habit.habit.isOneOff
        let (alarm, kana) =
            isOneOff ? (name.japanese, habit.kana) : ("\(name.japanese)のアラーム", "\(habit.kana)の アラーム")
        guard let next else {
            return Wording(
                "\(name.english) won't ring any more.",
                "\(alarm)は、もう鳴りません。",
                kana: "\(kana)わ、もう なりません。")
        }
        return Wording(
            "\(name.english) has been changed. It will next ring \(next.text(in: .english)).",
            "\(alarm)が変わりました。次は\(next.text(in: .japanese))です。",
            kana: "\(kana)が かわりました。つぎわ \(next.japaneseReading)です。")
    }
}

/// The sentence of ALARM-9: "You're all set! Next up: tonight at 19:00 I'll nudge you for Training." `now` and `at` are
/// by the same wall clock.
public func nextUpSentence(
    habit: HabitID, at: LocalDateTime, now: LocalDateTime, language: Language, isOneOff: Bool
) -> String {
    Phrase.nextUp(habit, at: at, now: now, isOneOff: isOneOff).text(in: language)
}

extension Phrase {
    private static let countsInKana = ["ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ"]

    /// A small number of things; "several" beyond nine.
    fileprivate static func countedInJapanese(_ count: Int) -> (text: String, kana: String) {
        guard countsInKana.indices.contains(count - 1) else { return ("いくつか", "いくつか") }
        return ("\(count)つ", countsInKana[count - 1])
    }
}
