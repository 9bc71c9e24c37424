/// What the device says about fading: at most two sentences, no number of failures, no reproach (F-8).
public enum FadingPhrase: Hashable, Sendable {
    /// The level has changed.
    case step(HabitID, LevelStep)
    case question(FadingQuestion, HabitID)
    /// "Call me again" was understood (FADE-5).
    case recalled
    /// "I was already up" was understood.
    case alreadyUp(HabitID)
    /// A sign of life came, for another habit than `wake`.
    case done(HabitID)
    /// The habit is completely silent now, at the owner's wish.
    case silent(HabitID)
    /// The time is a quarter of an hour later now.
    case laterTimeSet
    /// The next alarm, which rings only as a net (ALARM-9): the habit's time, and when it would ring.
    case nextNet(HabitID, at: LocalDateTime, rings: LocalDateTime, now: LocalDateTime)

    /// The habit that it is about; nil: it is about none, or about several.
    var habit: HabitID? {
        switch self {
        case .step(let id, _), .question(_, let id), .alreadyUp(let id), .done(let id), .silent(let id),
            .nextNet(let id, _, _, _):
            id
        case .recalled, .laterTimeSet: nil
        }
    }

    /// The name of a pre-rendered file; nil where the words vary.
    var key: String? {
        switch self {
        case .step(.wake, let step) where step.reason == .silenceEnded: "fading_silence_ended"
        case .step(.wake, let step):
            step.to > step.from ? "fading_up_\(step.to.rawValue)" : "fading_down_\(step.to.rawValue)"
        case .question(let question, .wake): "fading_ask_\(question.rawValue)"
        case .alreadyUp(.wake): "fading_already_up"
        case .silent(.wake): "fading_silent"
        case .step, .question, .alreadyUp, .done, .silent, .nextNet: nil
        case .recalled: "fading_recalled"
        case .laterTimeSet: "fading_later_time_set"
        }
    }
}

extension FadingPhrase: Worded {
    public var wording: Wording {
        switch self {
        case .step(let id, let step) where step.reason == .silenceEnded: Self.silenceEnded(id)
        case .step(let id, let step): id == .wake ? Self.wake(step) : Self.other(HabitName(id), step)
        case .question(let question, let id): Self.question(question, id)
        case .recalled:
            Wording(
                "Gladly. I'll call you at your time again, just as before.",
                "わかりました。また前と同じように、いつもの時刻にお呼びします。",
                kana: "わかりました。また まえと おなじように、いつもの じこくに およびします。")
        case .alreadyUp(let id): Self.alreadyUp(id)
        case .done(let id): Self.done(HabitName(id))
        case .silent(let id): Self.silent(id)
        case .nextNet(let id, let at, let rings, let now):
            Self.nextNet(id, CallTime(at: at, now: now), rings.time)
        case .laterTimeSet:
            Wording(
                "Good. From now on it is a quarter of an hour later.", "わかりました。これからは、15分遅くします。",
                kana: "わかりました。これからわ、じゅうごふん おそく します。")
        }
    }

    private static func wake(_ step: LevelStep) -> Wording {
        switch (step.to, step.to > step.from) {
        case (.companion, _):
            Wording(
                "In the mornings I'm here with my voice again. Press Start, and we begin the day together.",
                "朝は、またご一緒しますね。スタートを押せば、お話ししながら一日を始められます。",
                kana: "あさわ、また ごいっしょ しますね。スタートを おせば、おはなし しながら いちにちを はじめられます。")
        case (.ringOnly, true):
            Wording(
                "Tomorrow you can do without my voice; the alarm still rings. Call me if you need me.",
                "明日からは、わたしの声がなくても大丈夫そうです。アラームは鳴りますし、必要なときは呼んでください。",
                kana: "あしたからわ、わたしの こえが なくても だいじょうぶ そうです。"
                    + "アラームわ なりますし、ひつような ときわ よんで ください。")
        case (.ringOnly, false):
            Wording(
                "For a while I'll ring at your time again. If you'd like company, press Start.",
                "しばらくは、いつもの時刻に鳴らしますね。話したくなったら、スタートを押してください。",
                kana: "しばらくわ、いつもの じこくに ならしますね。はなしたく なったら、スタートを おして ください。")
        case (.net, true):
            Wording(
                "You get up by yourself now. From tomorrow I wait a little, and ring only if you are not up yet.",
                "ご自分で起きられるようになりましたね。明日からは少し待って、まだのときだけ鳴らします。",
                kana: "ごじぶんで おきられるように なりましたね。あしたからわ すこし まって、まだの とき だけ ならします。")
        case (.net, false):
            Wording(
                "For a while I'll stay a little closer. Holding Start for five seconds brings back the alarm at your time.",
                "しばらくは、もう少し近くにいますね。スタートを5秒押し続けると、いつもの時刻のアラームに戻せます。",
                kana: "しばらくわ、もう すこし ちかくに いますね。スタートを ごびょう おしつづけると、"
                    + "いつもの じこくの アラームに もどせます。")
        case (.graduated, _):
            Wording(
                "From tomorrow I only wait in the background. Whenever you want me back, hold Start for five seconds.",
                "明日からは、そっと見守るだけにします。また呼んでほしくなったら、スタートを5秒押し続けてください。",
                kana: "あしたからわ、そっと みまもる だけに します。また よんで ほしく なったら、"
                    + "スタートを ごびょう おしつづけて ください。")
        }
    }

    private static func other(_ habit: HabitName, _ step: LevelStep) -> Wording {
        let name = habit.wording
        switch (step.to, step.to > step.from) {
        case (.companion, _):
            return Wording(
                "For \(name.english) I'm here with my voice again. Press Start, and we begin together.",
                "\(name.japanese)は、またご一緒しますね。スタートを押せば、お話ししながら始められます。",
                kana: "\(habit.kana)わ、また ごいっしょ しますね。スタートを おせば、おはなし しながら はじめられます。")
        case (.ringOnly, true):
            return Wording(
                "For \(name.english) you can do without my voice now; it still rings. Call me if you need me.",
                "\(name.japanese)は、わたしの声がなくても大丈夫そうです。アラームは鳴りますし、必要なときは呼んでください。",
                kana: "\(habit.kana)わ、わたしの こえが なくても だいじょうぶ そうです。"
                    + "アラームわ なりますし、ひつような ときわ よんで ください。")
        case (.ringOnly, false):
            return Wording(
                "For \(name.english) I'll ring at your time again for a while. If you'd like company, press Start.",
                "\(name.japanese)は、しばらく、いつもの時刻に鳴らしますね。話したくなったら、スタートを押してください。",
                kana: "\(habit.kana)わ、しばらく、いつもの じこくに ならしますね。"
                    + "はなしたく なったら、スタートを おして ください。")
        case (.net, true):
            return Wording(
                "You start \(name.english) by yourself now. From now on I wait a while, and then only chime softly.",
                "\(name.japanese)は、ご自分で始められていますね。これからはしばらく待って、まだのときだけ、そっとチャイムを鳴らします。",
                kana: "\(habit.kana)わ、ごじぶんで はじめられて いますね。これからわ しばらく まって、"
                    + "まだの とき だけ、そっと チャイムを ならします。")
        case (.net, false):
            return Wording(
                "For \(name.english) I'll stay a little closer for a while. Holding Start for five seconds brings the alarm back.",
                "\(name.japanese)は、しばらく、もう少し近くにいますね。スタートを5秒押し続けると、いつものアラームに戻せます。",
                kana: "\(habit.kana)わ、しばらく、もう すこし ちかくに いますね。スタートを ごびょう おしつづけると、"
                    + "いつもの アラームに もどせます。")
        case (.graduated, _):
            return Wording(
                "For \(name.english) I only wait in the background now. Whenever you want me back, hold Start for five seconds.",
                "\(name.japanese)は、これからは、そっと見守るだけにします。また呼んでほしくなったら、スタートを5秒押し続けてください。",
                kana: "\(habit.kana)わ、これからわ、そっと みまもる だけに します。また よんで ほしく なったら、"
                    + "スタートを ごびょう おしつづけて ください。")
        }
    }

    private static func done(_ habit: HabitName) -> Wording {
        let name = habit.wording
        return Wording(
            "Good. Then I won't call for \(name.english) today. To undo that, press Stop within ten seconds.",
            "わかりました。今日の\(name.japanese)は、声をおかけしません。取り消すときは、10秒以内にストップを押してください。",
            kana: "わかりました。きょうの \(habit.kana)わ、こえを おかけしません。"
                + "とりけす ときわ、じゅうびょう いないに ストップを おして ください。")
    }

    private static func alreadyUp(_ id: HabitID) -> Wording {
        guard id != .wake else {
            return Wording(
                "So you were up already. I've noted that.", "もう起きていらしたんですね。そう覚えておきます。",
                kana: "もう おきて いらしたんですね。そう おぼえて おきます。")
        }
        let habit = HabitName(id)
        let name = habit.wording
        return Wording(
            "So you didn't need me for \(name.english) today. I've noted that.",
            "今日の\(name.japanese)は、お呼びするまでもありませんでしたね。そう覚えておきます。",
            kana: "きょうの \(habit.kana)わ、およびする までも ありませんでしたね。そう おぼえて おきます。")
    }

    private static func nextNet(_ id: HabitID, _ when: CallTime, _ rings: LocalTime) -> Wording {
        let habit = HabitName(id)
        let (name, clock) = (habit.wording, "\(padded(rings.hour, 2)):\(padded(rings.minute, 2))")
        let english = "You're all set! Next up: \(name.english) \(when.text(in: .english))."
        let japanese = "準備は整いました。次は\(when.text(in: .japanese))の\(name.japanese)です。"
        let kana = "じゅんびわ ととのいました。つぎわ \(when.japaneseReading)の \(habit.kana)です。"
        guard Net.isSoft(id) else {
            return Wording(
                "\(english) I'll ring at \(clock), but only if I have seen no sign of you.",
                "\(japanese)\(clock)までに様子が分からなければ、アラームを鳴らします。",
                kana: "\(kana)\(Kana.time(rings))までに ようすが わからなければ、アラームを ならします。")
        }
        return Wording(
            "\(english) I'll chime at \(clock), unless you have held Start by then.",
            "\(japanese)\(clock)までにスタートの長押しがなければ、そっとチャイムを鳴らします。",
            kana: "\(kana)\(Kana.time(rings))までに スタートの ながおしが なければ、そっと チャイムを ならします。")
    }

    private static func question(_ question: FadingQuestion, _ id: HabitID) -> Wording {
        let habit = HabitName(id)
        let name = habit.wording
        switch question {
        case .areYouUp:
            return Wording(
                "Are you up? Start means yes, Stop means not yet.",
                "もう起きていますか。はいならスタート、まだならストップを押してください。",
                kana: "もう おきて いますか。はいなら スタート、まだなら ストップを おして ください。")
        case .wereYouUp where id == .wake:
            return Wording(
                "When I rang today, were you up already? Start means yes, Stop means no.",
                "今日アラームが鳴ったとき、もう起きていましたか。はいならスタート、いいえならストップを押してください。",
                kana: "きょう アラームが なった とき、もう おきて いましたか。"
                    + "はいなら スタート、いいえなら ストップを おして ください。")
        case .wereYouUp:
            return Wording(
                "When I called for \(name.english) today, were you at it already? Start means yes, Stop means no.",
                "今日の\(name.japanese)は、声をかけたとき、もう始めていましたか。はいならスタート、いいえならストップを押してください。",
                kana: "きょうの \(habit.kana)わ、こえを かけた とき、もう はじめて いましたか。"
                    + "はいなら スタート、いいえなら ストップを おして ください。")
        case .automaticity:
            let what = id == .wake ? "Getting up" : name.english
            let japanese = id == .wake ? ("起きること", "おきる こと") : (name.japanese, habit.kana)
            return Wording(
                "\(what) happens by itself: from one to seven, is that five or more? Start means yes, Stop means no.",
                "\(japanese.0)が、ひとりでにできている感じは、7段階で5以上ですか。はいならスタート、いいえならストップを押してください。",
                kana: "\(japanese.1)が、ひとりでに できて いる かんじわ、ななだんかいで ご いじょう ですか。"
                    + "はいなら スタート、いいえなら ストップを おして ください。")
        case .consent:
            guard id != .wake else {
                return Wording(
                    "In the mornings I could step back further, wait a little longer, and say nothing else. If you want that, hold Start for two seconds.",
                    "朝は、もう少し長く待って、そっと見守るだけにしてみましょうか。よければ、スタートを2秒押し続けてください。",
                    kana: "あさわ、もう すこし ながく まって、そっと みまもる だけに して みましょうか。"
                        + "よければ、スタートを にびょう おしつづけて ください。")
            }
            return Wording(
                "For \(name.english) I could step back further and say nothing else. If you want that, hold Start for two seconds.",
                "\(name.japanese)は、そっと見守るだけにしてみましょうか。よければ、スタートを2秒押し続けてください。",
                kana: "\(habit.kana)わ、そっと みまもる だけに して みましょうか。よければ、スタートを にびょう おしつづけて ください。")
        case .laterTime:
            return Wording(
                "Would a quarter of an hour later suit you better for \(name.english)? Start means yes, Stop means no.",
                "\(name.japanese)は、15分遅いほうが楽かもしれません。変えるならスタート、このままならストップを押してください。",
                kana: "\(habit.kana)わ、じゅうごふん おそい ほうが らくかも しれません。"
                    + "かえるなら スタート、このままなら ストップを おして ください。")
        case .week: return week(id)
        case .ringAgain: return ringAgain(id)
        }
    }
}
