/// Texts that say why a command was not carried out, and what to do instead.
extension Refusal: Worded {
    public var wording: Wording {
        switch self {
        case .profile(let fields):
            Wording(
                fields.first?.text(in: .english) ?? "the profile is not valid",
                fields.first?.text(in: .japanese) ?? "プロフィールに誤りがあります")
        case .noSuchHabit(let id, let known):
            Wording(
                "no habit named \(id); there are: \(Refusal.listed(known, in: .english))",
                "\(id) という習慣はありません（ある習慣：\(Refusal.listed(known, in: .japanese))）")
        case .nothingToSkip(let id):
            Wording("\(id) has no coming occurrence to skip", "\(Refusal.name(id))に、スキップできる予定はありません")
        case .nothingToMove(let id):
            Wording("\(id) has no coming occurrence to move", "\(Refusal.name(id))に、動かせる予定はありません")
        case .nothingToTakeBack(let id):
            Wording(
                "\(id) has no coming occurrence that is skipped or moved", "\(Refusal.name(id))に、取り消せるスキップや変更はありません")
        case .usualTimePassed(let id):
            Wording(
                "the usual time of \(id) has passed, so its moved alarm stays; to silence that one: anicca habit skip \(id)",
                "\(Refusal.name(id))のいつもの時刻はもう過ぎたので、動かしたアラームはそのままです。鳴らさないなら：anicca habit skip \(id)")
        case .noSuchTime(let time, let date, let zone):
            Wording(
                "\(date.map { "\($0) " } ?? "")\(time) has passed, or does not exist in \(zone)",
                "\(date.map { "\($0) " } ?? "")\(time) は過ぎたか、\(zone) にはない時刻です")
        case .tooFarAhead(let date, let last):
            Wording(
                "\(date) is too far ahead; expected a date up to \(last)",
                "\(date) は先すぎます。\(last) までの日付にしてください")
        case .tooFarToMove(let id, let time):
            Wording(
                "\(id) has no occurrence within 12 hours of \(time); for a separate alarm: anicca alarm once",
                "\(time) の前後12時間に、\(Refusal.name(id))の予定はありません。別のアラームにするなら：anicca alarm once")
        case .noSuchOneOff(let id, let known):
            Wording(
                "no one-off alarm named \(id)"
                    + (known.isEmpty ? "" : "; there are: \(Refusal.listed(known, in: .english))"),
                "\(id) という一度だけのアラームはありません"
                    + (known.isEmpty ? "" : "（あるもの：\(Refusal.listed(known, in: .japanese))）"))
        case .tooManyOneOffs(let count):
            Wording("there are \(count) one-off alarms already", "一度だけのアラームは、もう\(count)個あります")
        case .volume(let percent):
            Wording("volume: expected 0 to 100 percent; found \(percent)", "音量は0から100までにしてください（入力：\(percent)）")
        case .tryOut(let seconds):
            Wording(
                "try-out: expected 1 to 3600 seconds; found \(seconds)", "お試しは1秒から3600秒までにしてください（入力：\(seconds)）")
        case .clockGoesBack:
            Wording(
                "the clock is being put back just now; try again in an hour", "ちょうど時計が戻る時間帯です。1時間後にもう一度試してください")
        case .clockNotSet:
            Wording("the clock is not set; alarms wait until it is", "時計が合っていません。合うとアラームが有効になります")
        case .clockBeforeBuild:
            Wording(
                "the clock is before this firmware's build date: set it first",
                "時計がこのファームウェアの作成日より前です。先に時計を合わせてください")
        case .noWakeSoon:
            Wording(
                "no wake alarm within the next 90 minutes, or one is ringing", "90分以内に起床のアラームがないか、いま鳴っています")
        case .notRipe(let id):
            Wording(
                "\(id) is not ready for that step yet; anicca progress shows what comes next",
                "\(Refusal.name(id))は、まだその段階ではありません。次に必要なこと：anicca progress")
        case .automaticity(let score):
            Wording("expected a number from 1 to 7; found \(score)", "1から7までにしてください（入力：\(score)）")
        case .nothingToCorrect:
            Wording("nothing rang today that could be corrected", "今日は、訂正できるアラームがありません")
        case .nothingToRecall:
            Wording("it rings at its time already", "もう、いつもの時刻に鳴るようになっています")
        case .nothingAsked:
            Wording("no question is waiting for an answer", "答えを待っている質問はありません")
        case .nudgeWindow:
            Wording(
                "a window for nudges lasts at least half an hour, and lies between an hour after waking and an hour before bedtime",
                "時間帯は30分以上で、起床の1時間後から就寝の1時間前までのあいだにしてください")
        case .noNudges: Wording("no nudges are on", "昼間のお知らせは、どの習慣でもオフです")
        case .memory(let refusal): refusal.wording
        case .memoryOff(.paused):
            Wording(
                "the memory is paused; to remember again: anicca memory resume", "記憶は一時停止中です。再開：anicca memory resume")
        case .memoryOff:
            Wording(
                "the memory is off; the owner can switch it on: anicca memory resume",
                "記憶はオフです。オンにするには：anicca memory resume")
        case .memoryUnreadable(let fault): fault.wording
        case .noSuchMemory(let id): Wording("there is no memory \(id)", "\(id) 番の記憶はありません")
        case .tooManyPinned(let maximum):
            Wording("\(maximum) memories are pinned already", "固定した記憶が、もう\(maximum)個あります")
        case .keepDays(let days):
            Wording(
                "recordings are kept for 1 to \(RecordingChoice.maximumDays) days, not \(days)",
                "録音を残せるのは1日から\(RecordingChoice.maximumDays)日までです（指定：\(days)）")
        case .noOutput: RecordingText.noSpeaker.wording
        case .silent(let reason):
            Wording(
                "no sound could be made\(reason.map { " (\($0))" } ?? ""); what is wrong: anicca doctor",
                "音を出せませんでした\(reason.map { "（\($0)）" } ?? "")。原因を調べるには：anicca doctor")
        case .noOpenIntention: Wording("no intention waits for an answer", "答えを待っている「すること」はありません")
        case .noTalk: Wording("no live talk is on", "オンラインの会話が始まっていません")
        case .ownerUnheard:
            Wording(
                "the owner has not been heard in this conversation: ask them, and wait for their answer",
                "この会話では、本人の声がまだ聞こえていません。確かめて、返事を待ってください")
        case .sayAgain:
            Wording(
                "the owner has to say it again within ten seconds, or press Start: ask for that in one short sentence, "
                    + "then call this again",
                "本人に、10秒以内にもう一度言うか、スタートを押してもらう必要があります。短い一文で頼み、そのあとでもう一度呼んでください")
        case .unsaid:
            Wording(
                "the owner's words in this conversation do not say that: ask them in one short sentence, and call this only "
                    + "if their answer says it",
                "この会話で、本人はそう言っていません。短い一文で尋ね、本人がそう答えたときだけ呼んでください")
        case .onlySafety:
            Wording(
                "not in this conversation: it is about how the owner is, and nothing else",
                "この会話では、本人のことだけに向き合います。ほかのことはしません")
        case .sounding:
            Wording(
                "an alarm or a conversation is on; press stop first", "アラームか会話の音が出ています。先にストップを押してください")
        case .alarmOfAnother(let id):
            Wording(
                "the alarm for \(id) is active: anicca press start answers it, anicca press stop ends it",
                "\(Refusal.name(id))のアラームの途中です。応えるなら anicca press start、止めるなら anicca press stop を実行してください")
        case .signInFirst:
            Wording(
                "sign in at the gateway first: anicca sign-in ADDRESS; companion offline or openai needs no sign-in",
                "先にゲートウェイにサインインしてください：anicca sign-in アドレス。companion が offline か openai なら、サインインは要りません")
        case .gatewayAddress:
            Wording(
                "name the gateway's address: anicca sign-in https://gateway.example",
                "ゲートウェイのアドレスを指定してください：anicca sign-in https://gateway.example")
        case .noMeditation:
            Wording(
                "the guided meditation cannot be read: Prompts/meditation.guided.json is missing, or has a mistake that the log names",
                "ガイド付き瞑想を読み込めません。Prompts/meditation.guided.json がないか、間違いがあります（場所はログにあります）")
        case .noSigh:
            Wording(
                "the guided meditation has no sighs: Prompts/meditation.guided.json has no breath with top_up for this length",
                "ガイド付き瞑想に、sigh の呼吸がありません。Prompts/meditation.guided.json に、この長さの top_up 付きの breath がありません")
        case .noSuchStep(let step, let known):
            Wording(
                "this version has no step \"\(PrintableText.line(step, limit: 40))\"; it has: \(FieldFault.listed(known, in: .english))",
                "「\(PrintableText.line(step, limit: 40))」という段はありません（この長さの段：\(FieldFault.listed(known, in: .japanese))）")
        case .meditationDelay(let seconds):
            Wording(
                "a meditation begins after 0 to 300 s, not \(seconds)", "始めるまでの時間は0〜300秒です（指定：\(seconds)）")
        case .affirmation(let refusal): refusal.wording
        case .ownVoice(let refusal): refusal.wording
        case .notSaved(let reason):
            Wording(
                "in force, but not on disk (lost when the power goes): \(reason.english)",
                "今は有効ですが、ディスクに保存できていません（電源が切れると失われます）：\(reason.japanese)")
        case .told(_, let text): Wording(text, "処理できませんでした（\(text)）")
        }
    }

    private static func listed(_ ids: [HabitID], in language: Language) -> String {
        FieldFault.listed(ids.map(\.name), in: language)
    }

    private static func name(_ id: HabitID) -> String { HabitName(id).text(in: .japanese) }
}
