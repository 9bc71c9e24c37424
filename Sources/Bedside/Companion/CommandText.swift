/// What the command line says in the owner's language; errors about files stay in English, with file and line.
public enum CommandText: Hashable, Sendable {
    case notRunning
    /// A change written while the appliance is off.
    case savedForNextStart
    case nothingChanged
    case done
    case skipped(HabitID, LocalDate)
    case unskipped(HabitID)
    case moved(HabitID, at: LocalDateTime, now: LocalDateTime)
    case onceSet(at: LocalDateTime, now: LocalDateTime)
    case onceCancelled
    /// A line of "what changed": one day's exception, `after` a time or "skipped".
    case exceptionChanged(HabitID, LocalDate, before: String, after: String)
    case exceptionTakenBack(HabitID, LocalDate)
    case oneOffAdded(HabitID, at: String)
    case oneOffRemoved(HabitID, at: String)
    case setupUnfinished
    case clockTrusted
    case clockNotTrusted
    case tryOutSet(afterSeconds: Int)
    case previewing(HabitID)
    case volumeSet(percent: Int)
    case microphoneMuted
    case microphoneLive
    case talking
    case resetQuestion
    case resetDone
    case resetCancelled
    case noEntries
    case on
    case off
    case yes
    case no
    /// Headings of tables.
    case heading(Heading)

    public enum Heading: Hashable, CaseIterable, Sendable {
        case habit, state, at, days, next, last, followUps, sound, prompt, date, time, event, detail, setting, value
        case zone, clock, light, activity, attention, companion, ownerName, language, sleepLocation, trainingFocus
        case volumeRange, voiceVolume, microphone, setup, before, after, check, result, remedy
    }
}

extension CommandText: Worded {
    public var wording: Wording {
        switch self {
        case .notRunning:
            Wording("Anicca is not running. Start it with: anicca run", "アニッチャは起動していません。anicca run で起動してください。")
        case .savedForNextStart:
            Wording("Saved. It takes effect when Anicca starts.", "保存しました。次の起動から有効になります。")
        case .nothingChanged: Wording("Nothing changed.", "変更はありません。")
        case .done: Wording("Done.", "完了しました。")
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
        case .oneOffAdded(let id, let at):
            Wording("One-off alarm \(id): \(at)", "一度だけのアラーム \(id)：\(at)")
        case .oneOffRemoved(let id, let at):
            Wording("One-off alarm \(id): \(at) → cancelled", "一度だけのアラーム \(id)：\(at) → 取り消し")
        case .setupUnfinished:
            Wording("not finished: run anicca setup", "未完了：anicca setup で続けられます")
        case .clockTrusted: Wording("The clock is trusted; alarms are armed.", "時計を信頼します。アラームは有効です。")
        case .clockNotTrusted:
            Wording("The clock is not trusted; alarms wait.", "時計はまだ信頼されていません。アラームは待機しています。")
        case .tryOutSet(let seconds):
            Wording("The alarm rings in \(seconds) s.", "\(seconds)秒後にアラームが鳴ります。")
        case .previewing(let habit):
            Wording(
                "Playing the alarm for \(HabitName(habit).text(in: .english)).",
                "\(HabitName(habit).text(in: .japanese))のアラームを鳴らしています。")
        case .volumeSet(let percent): Wording("Voice volume: \(percent) %", "声の音量：\(percent)%")
        case .microphoneMuted: Wording("The microphone is muted.", "マイクをオフにしました。")
        case .microphoneLive: Wording("The microphone is on.", "マイクをオンにしました。")
        case .talking: Wording("I am with you.", "お話ししましょう。")
        case .resetQuestion:
            Wording(
                "Erase the profile, all habits and the night log? This cannot be undone. (y/n)",
                "プロフィール、すべての習慣、記録を消去しますか。元には戻せません。（y/n）")
        case .resetDone: Wording("Everything is erased.", "すべて消去しました。")
        case .resetCancelled: Wording("Nothing was erased.", "何も消していません。")
        case .noEntries: Wording("The log is empty.", "記録はありません。")
        case .on: Wording("on", "オン")
        case .off: Wording("off", "オフ")
        case .yes: Wording("yes", "はい")
        case .no: Wording("no", "いいえ")
        case .heading(let heading): heading.wording
        }
    }
}

extension CommandText.Heading: Worded {
    public var wording: Wording {
        switch self {
        case .habit: Wording("Habit", "習慣")
        case .state: Wording("State", "状態")
        case .at: Wording("At", "時刻")
        case .days: Wording("Days", "曜日")
        case .next: Wording("Next", "次回")
        case .last: Wording("Last", "前回")
        case .followUps: Wording("Follow-ups", "再アラーム")
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
        case .companion: Wording("Companion", "会話の相手")
        case .ownerName: Wording("Name", "名前")
        case .language: Wording("Language", "言語")
        case .sleepLocation: Wording("Sleeps in", "寝る場所")
        case .trainingFocus: Wording("Training focus", "トレーニング内容")
        case .volumeRange: Wording("Alarm volume", "アラームの音量")
        case .voiceVolume: Wording("Voice volume", "声の音量")
        case .microphone: Wording("Microphone", "マイク")
        case .setup: Wording("Setup", "設定")
        case .before: Wording("Before", "変更前")
        case .after: Wording("After", "変更後")
        case .check: Wording("Check", "確認")
        case .result: Wording("Result", "結果")
        case .remedy: Wording("What to do", "対処")
        }
    }
}
