/// Texts of the command line in the owner's language; refusals, faults of fields and findings have their own.
public enum CommandText: Hashable, Sendable {
    case notRunning
    /// Settings were changed or shown while no appliance runs with the folder that they are in.
    case nothingRings(stateFolder: String)
    case nothingChanged
    /// Nothing is remembered of what was to be forgotten.
    case nothingToForget
    /// The owner has named nobody whom a companion may mention in need.
    case nobodyTrusted
    /// `doctor` asks for a press.
    case pressButton(Button, withinSeconds: Int)
    case done
    case skipped(HabitID, LocalDate)
    case unskipped(HabitID)
    case moved(HabitID, at: LocalDateTime, now: LocalDateTime)
    case onceSet(at: LocalDateTime, now: LocalDateTime)
    case onceCancelled
    /// A line of "what changed": one day's exception, `after` a time or "skipped".
    case exceptionChanged(HabitID, LocalDate, before: String, after: String)
    case exceptionTakenBack(HabitID, LocalDate)
    /// A moved alarm that gives way to a new time or other days; `at` is where it was moved to.
    case moveGaveWay(HabitID, LocalDate, at: String)
    case oneOffAdded(HabitID, at: String)
    case oneOffRemoved(HabitID, at: String)
    /// A habit that is new by its name, which may have been mistyped.
    case newHabit(HabitID, meant: HabitID)
    case setupUnfinished
    case clockTrusted
    case clockNotTrusted
    case tryOutSet(afterSeconds: Int)
    case previewing(HabitID)
    case volumeSet(percent: Int)
    case microphoneMuted
    case microphoneLive
    case talking
    case memoryMode(MemoryMode)
    case talkMinutes(TalkStanding)
    case nothingRemembered
    case aboutDays
    case forgottenLines
    /// Forgotten, and a trace of the words is still on the disk.
    case traceKept
    case nothingSent
    /// The numbers of the memories.
    case forgotten(String)
    case memoriesInPrompt(String)
    case memoryWipeQuestion
    case memoryWiped
    /// What an evening check found.
    case allIsWell
    /// What became of a companion's call, in a simulation.
    case toolDone
    case toolRefused
    /// A command line that cannot be read, with the message that explains it.
    case wrongUsage(String)
    case memoryRekeyed
    /// Sealed under a new key, and the old one is still there.
    case memoryRekeying
    /// A line of the status: everything is sealed under a new key, and the old one is still there.
    case oldKeyKept
    case resetQuestion
    case resetDone
    case resetCancelled
    case noEntries
    /// Added to a fault of a habit's days.
    case dayWordsToo
    /// The sound is used, but is likely not to wake anybody (S-6).
    case weakSound(path: String, SoundWarning)
    /// The file of a prompt is missing, and may be added later.
    case promptFileMissing(String, HabitID)
    case readingProfile
    /// The profile names the gateway.
    case gatewayNotThere
    /// In the night log: how often an occurrence rang, and other details.
    case rang(times: Int)
    case asUsual
    case noLongerMoved
    case worksAgain
    case recovered
    /// `simulate`: a time that does not exist in the zone.
    case noSuchTime(LocalDateTime, zone: String)
    case yearsOutOfRange(from: Int, through: Int, found: LocalDate)
    // Results of `replay`.
    case journalDamaged(lines: Int)
    case journalWithoutStart
    case replayDiffers(at: String)
    /// `uncompared`: recorded by version 0.1.0, in a way that cannot be compared.
    case replayed(events: Int, starts: Int, differences: Int, uncompared: Int)
    case on
    case off
    case yes
    case no
    /// Headings of tables.
    case heading(Heading)
    case sleeper(Sleeper)
    case recording(RecordingText)

    public enum Heading: Hashable, CaseIterable, Sendable {
        case habit, state, at, days, next, last, followUps, sleeper, sound, prompt, date, time, event, detail, setting
        case value, zone, clock, light, activity, attention, companion, ownerName, language, sleepLocation,
            trainingFocus
        case volumeRange, voiceVolume, microphone, recordings, talk, memory, ownVoice, setup, before, after, check,
            result, remedy
        case now, trusted, timeServer, level
    }
}

extension CommandText {
    /// What a reset erases, as every question about it names it.
    public static let erasedByReset = Wording(
        "profile, habits, memory, phrases, recordings, voice, night log, key and sign-in",
        "プロフィール、習慣、記憶、フレーズ、録音、ご自分の声、記録、鍵、サインイン")
}

extension CommandText: Worded {
    public var wording: Wording {
        switch self {
        case .notRunning:
            Wording(
                "Anicca is not running. Start it with: sudo systemctl start anicca, or without a service: anicca run",
                "アニッチャは起動していません。sudo systemctl start anicca（サービスがなければ anicca run）で起動してください。")
        case .nothingRings(let folder):
            Wording(
                "Nothing rings until Anicca starts: no appliance is running with \(folder).",
                "アニッチャが起動するまで、アラームは鳴りません（\(folder) で起動しているものはありません）。")
        case .nothingChanged: Wording("Nothing changed.", "変更はありません。")
        case .nothingToForget:
            Wording(
                "Nothing about it was found, so nothing was forgotten.", "それについての記憶は見つかりませんでした。何も消していません。")
        case .nobodyTrusted: Wording("You have named nobody.", "誰も登録していません。")
        case .done: Wording("Done.", "完了しました。")
        case .weakSound(let path, let warning):
            Wording(
                "\(path) is set, but it may not wake you: \(warning.text(in: .english))",
                "\(path) に設定しましたが、目が覚めにくいかもしれません：\(warning.text(in: .japanese))")
        case .sleeper(.normal): Wording("normal", "ふつう")
        case .sleeper(.heavy): Wording("heavy", "深い")
        case .skipped(let habit, let date):
            Wording(
                "\(HabitName(habit).text(in: .english)) on \(date) is skipped.",
                "\(date)の\(HabitName(habit).text(in: .japanese))をスキップします。")
        case .unskipped(let habit):
            Wording(
                "\(HabitName(habit).text(in: .english)) rings again as usual.",
                "\(HabitName(habit).text(in: .japanese))は、いつも通り鳴ります。")
        case .moved(let habit, let at, let now):
            Wording(
                "\(HabitName(habit).text(in: .english)) rings \(CallTime(at: at, now: now).text(in: .english)), "
                    + "just this once.",
                "\(HabitName(habit).text(in: .japanese))は、今回だけ\(CallTime(at: at, now: now).text(in: .japanese))に鳴ります。")
        case .onceSet(let at, let now):
            Wording(
                "An alarm rings once, \(CallTime(at: at, now: now).text(in: .english)).",
                "\(CallTime(at: at, now: now).text(in: .japanese))に、一度だけ鳴ります。")
        case .onceCancelled: Wording("The one-off alarm is cancelled.", "一度だけのアラームを取り消しました。")
        case .exceptionChanged(let habit, let date, let before, let after):
            Wording(
                "\(HabitName(habit).text(in: .english)) on \(date): \(before) → \(after)",
                "\(date)の\(HabitName(habit).text(in: .japanese))：\(before) → \(after)")
        case .exceptionTakenBack(let habit, let date):
            Wording(
                "\(HabitName(habit).text(in: .english)) on \(date): as usual again",
                "\(date)の\(HabitName(habit).text(in: .japanese))：いつも通りに戻しました")
        case .moveGaveWay(let habit, let date, let at):
            Wording(
                "\(HabitName(habit).text(in: .english)) on \(date): no longer moved to \(at); the new setting counts",
                "\(date)の\(HabitName(habit).text(in: .japanese))：\(at)への変更は取り消し、新しい設定に従います")
        case .oneOffAdded(let id, let at):
            Wording("One-off alarm \(id): \(at)", "一度だけのアラーム \(id)：\(at)")
        case .oneOffRemoved(let id, let at):
            Wording("One-off alarm \(id): \(at) → cancelled", "一度だけのアラーム \(id)：\(at) → 取り消し")
        case .newHabit(let id, let meant):
            Wording(
                "\(id) is a new habit of your own. If you meant \(meant): anicca habit remove \(id)",
                "新しい習慣「\(id)」ができました。\(meant) のつもりだった場合：anicca habit remove \(id)")
        case .setupUnfinished:
            Wording("not finished: run anicca setup", "未完了：anicca setup で続けられます")
        case .clockTrusted: Wording("The clock is trusted; alarms are armed.", "今の時刻を正しいものとして使います。アラームは有効です。")
        case .clockNotTrusted:
            Wording("The clock is not trusted; alarms wait.", "時計が合っているか、まだ確認できません。アラームは待機しています。")
        case .tryOutSet(let seconds):
            Wording("The alarm rings in \(seconds) s.", "\(seconds)秒後にアラームが鳴ります。")
        case .previewing(let habit):
            Wording(
                "Playing the alarm for \(HabitName(habit).text(in: .english)).",
                "\(HabitName(habit).text(in: .japanese))のアラームを鳴らしています。")
        case .volumeSet(let percent): Wording("Voice volume: \(percent) %", "声の音量：\(percent)%")
        case .microphoneMuted: Wording("The microphone is muted.", "マイクをオフにしました。")
        case .microphoneLive: Wording("The microphone is on.", "マイクをオンにしました。")
        case .pressButton(let button, let seconds):
            Wording(
                "Press \(button.text(in: .english)) and let go, within \(seconds) s.",
                "\(button.text(in: .japanese))ボタンを押して離してください（\(seconds)秒以内）。")
        case .talking: Wording("I am with you.", "お話ししましょう。")
        case .memoryMode(.on):
            Wording("memory: on; what you state about your life is remembered", "記憶：オン。暮らしについて話したことを覚えます")
        case .memoryMode(.off):
            Wording(
                "memory: off; nothing of a talk is kept, or told to a companion. To agree to it: anicca memory resume",
                "記憶：オフ。会話のことは何も残さず、話し相手にも伝えません。オンにするには：anicca memory resume")
        case .memoryMode(.paused):
            Wording(
                "memory: paused; nothing is kept, and companions are told nothing of it. To go on: anicca memory resume",
                "記憶：一時停止中。何も残さず、何も伝えません。再開：anicca memory resume")
        case .talkMinutes(let talk):
            Wording(
                "\(talk.minutesToday) of \(talk.minutesPerDay) min", "\(talk.minutesToday)分（1日\(talk.minutesPerDay)分まで）"
            )
        case .nothingRemembered: Wording("nothing is remembered", "覚えていることはありません")
        case .nothingSent: Wording("no companion was told anything from the memory", "記憶から伝えたことはありません")
        case .traceKept:
            Wording(
                "forgotten, but a trace of the words could not be removed from the disk yet; the device tries it again",
                "忘れましたが、ディスクにまだ消せていないものが残っています。本体がもう一度試します")
        case .forgottenLines:
            Wording(
                "forgotten: lines about your days, or of what companions were told", "忘れました：一日のまとめか、話し相手に伝えた内容")
        case .aboutDays: Wording("About your days:", "一日のまとめ：")
        case .forgotten(let ids): Wording("forgotten: \(ids)", "忘れました：\(ids)")
        case .memoriesInPrompt(let ids): Wording("(memories in it: \(ids))", "（含まれる記憶：\(ids)）")
        case .memoryWipeQuestion:
            Wording(
                "Erase everything that is remembered, all your phrases with their recordings, and the words of your "
                    + "consent to a voice? This cannot be undone. [y/N]",
                "覚えていることと、自分のフレーズとその録音、声を作るときの同意の言葉を、すべて消しますか。元には戻せません。[y/N]")
        case .memoryWiped:
            Wording(
                "Everything that was remembered is erased, and your phrases with their recordings.",
                "覚えていたことと、自分のフレーズとその録音を、すべて消しました。")
        case .allIsWell: Wording("all is well", "異常なし")
        case .toolDone: Wording("done", "実行しました")
        case .toolRefused: Wording("refused", "実行しませんでした")
        case .wrongUsage(let message): Wording(message, "コマンドの書き方が違います（\(message)）")
        case .memoryRekeyed:
            Wording(
                "The memory is sealed under a new key. Older copies of vault.key do not open it.",
                "記憶を新しい鍵で暗号化し直しました。vault.key の古い控えでは、もう開けません。")
        case .memoryRekeying:
            Wording(
                "The memory is sealed under a new key, but the old key and old pages are still there: most likely another "
                    + "program is reading the database. They are removed as soon as that ends; it is tried again every "
                    + "15 seconds while the appliance runs, and when it starts. anicca status says as long as it lasts.",
                "記憶を新しい鍵で暗号化し直しましたが、古い鍵と古いページがまだ残っています。ほかのプログラムがデータベースを読んでいるようです。"
                    + "それが終わりしだい消します。本体の起動中は15秒ごとに、そうでなければ次の起動のときに、自動でやり直します。"
                    + "残っているあいだは、anicca status に表示します。")
        case .oldKeyKept:
            Wording(
                "the old key is still being removed; tried again every 15 seconds",
                "古い鍵をまだ消せていません。15秒ごとにやり直します")
        case .resetQuestion:
            Wording(
                "Erase everything: \(Self.erasedByReset.english)? This cannot be undone. [y/N]",
                "\(Self.erasedByReset.japanese)を、すべて消去しますか。元には戻せません。[y/N]")
        case .resetDone: Wording("Everything is erased.", "すべて消去しました。")
        case .resetCancelled: Wording("Nothing was erased.", "何も消していません。")
        case .noEntries: Wording("The log is empty.", "記録はありません。")
        case .dayWordsToo:
            Wording("; every, weekdays and weekend are understood too", "。every、weekdays、weekend、毎日、平日、週末も使えます")
        case .promptFileMissing(let file, let habit):
            Wording(
                "warning: \(file) does not exist; until it does, \(habit) uses a plain instruction",
                "注意：\(file) がありません。ファイルができるまで、\(HabitName(habit).text(in: .japanese))には簡単な指示を使います")
        case .gatewayNotThere:
            Wording(
                "warning: \(Attention.gateway.wording.english). \(Attention.gateway.remedy.english)",
                "注意：\(Attention.gateway.wording.japanese)。\(Attention.gateway.remedy.japanese)")
        case .readingProfile:
            Wording("reading the profile from here; end it with Ctrl-D", "ここからプロフィールを読み込みます。終わりはCtrl-Dです")
        case .rang(let times): Wording("rang \(times == 1 ? "once" : "\(times) times")", "\(times)回鳴りました")
        case .asUsual: Wording("as usual", "いつも通り")
        case .noLongerMoved: Wording("no longer moved; the new setting counts", "移動を取り消し、新しい設定に従います")
        case .worksAgain: Wording("works again", "また使えます")
        case .recovered: Wording("recovered", "復元しました")
        case .noSuchTime(let time, let zone): Wording("\(zone) has no \(time)", "\(zone) には \(time) がありません")
        case .yearsOutOfRange(let from, let through, let found):
            Wording(
                "expected years \(from) to \(through); found \(found)", "\(from)年から\(through)年までにしてください（\(found) になります）"
            )
        case .journalDamaged(let lines):
            Wording("\(CommandText.count(lines, "damaged line")) skipped", "壊れた\(lines)行を飛ばしました")
        case .journalWithoutStart: Wording("the journal has no start to replay from", "再生の起点になる起動の記録がありません")
        case .replayDiffers(let time):
            Wording("\(time): the rules now act differently than they did then", "\(time)：今のルールでは、当時と違う動きになります")
        case .replayed(let events, let starts, let differences, let uncompared):
            Wording(
                "\(CommandText.count(events, "event")) of \(CommandText.count(starts, "start")), "
                    + "\(differences) acted differently"
                    + (uncompared > 0 ? ", \(uncompared) recorded by version 0.1.0 and not compared" : ""),
                "起動\(starts)回、できごと\(events)件のうち、\(differences)件が当時と違う動きでした"
                    + (uncompared > 0 ? "（バージョン0.1.0の記録\(uncompared)件は比べられません）" : ""))
        case .on: Wording("on", "オン")
        case .off: Wording("off", "オフ")
        case .yes: Wording("yes", "はい")
        case .no: Wording("no", "いいえ")
        case .heading(let heading): heading.wording
        case .recording(let text): text.wording
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension CommandText.Heading: Worded {
    public var wording: Wording {
        switch self {
        case .habit: Wording("Habit", "習慣")
        case .level: Wording("Level", "段階")
        case .state: Wording("State", "状態")
        case .at: Wording("At", "時刻")
        case .days: Wording("Days", "曜日")
        case .next: Wording("Next", "次回")
        case .last: Wording("Last", "前回")
        case .followUps: Wording("Follow-ups", "再アラーム")
        case .sleeper: Wording("Sleeper", "眠り")
        case .sound: Wording("Sound", "アラーム音")
        case .prompt: Wording("Prompt", "プロンプト")
        case .date: Wording("Date", "日付")
        case .time: Wording("Time", "時刻")
        case .event: Wording("Event", "できごと")
        case .detail: Wording("Detail", "詳細")
        case .setting: Wording("Setting", "項目")
        case .value: Wording("Value", "値")
        case .zone: Wording("Zone", "タイムゾーン")
        case .clock: Wording("Clock", "時計")
        case .light: Wording("Light", "ライト")
        case .activity: Wording("Activity", "動作")
        case .attention: Wording("Attention", "要確認")
        case .companion: Wording("Companion", "話し相手")
        case .ownerName: Wording("Name", "名前")
        case .language: Wording("Language", "言語")
        case .sleepLocation: Wording("Sleeps in", "寝る場所")
        case .trainingFocus: Wording("Training focus", "トレーニング内容")
        case .volumeRange: Wording("Alarm volume", "アラームの音量")
        case .talk: Wording("Talk today", "今日の会話")
        case .memory: Wording("Memory", "記憶")
        case .ownVoice: Wording("Own voice", "ご自分の声")
        case .voiceVolume: Wording("Voice volume", "声の音量")
        case .recordings: Wording("Recordings", "録音")
        case .microphone: Wording("Microphone", "マイク")
        case .setup: Wording("Setup", "設定")
        case .before: Wording("Before", "変更前")
        case .after: Wording("After", "変更後")
        case .check: Wording("Check", "確認")
        case .result: Wording("Result", "結果")
        case .remedy: Wording("What to do", "対処")
        case .now: Wording("Now", "現在")
        case .trusted: Wording("Trusted", "確認済み")
        case .timeServer: Wording("Kept by a time server", "時刻サーバーと同期")
        }
    }
}
