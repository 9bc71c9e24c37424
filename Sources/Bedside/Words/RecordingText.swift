/// What `anicca recordings` says.
public enum RecordingText: Hashable, Sendable {
    case on(keepDays: Int)
    /// The last day of what is there; nil if nothing is.
    case off(last: LocalDate?)
    case none
    case deleted(Int)
    case deleteAllQuestion(Int)
    /// Everything is sealed under a new key.
    case rekeyed(Int)
    case playing
    /// The playing ends, because an appliance has started.
    case makesWay
    case exported(String)
    /// Places at which something is missing.
    case damaged(Int)
    case cutShort
    case noSpeaker
    case standing(RecordingStanding)
    case state(State)
    case heading(Heading)

    public enum State: Hashable, Sendable { case whole, cutShort, unreadable, toBeDestroyed }
    public enum Heading: Hashable, Sendable { case id, began, length, until, state }
}

extension RecordingText: Worded {
    public var wording: Wording {
        switch self {
        case .on(let days):
            Wording(
                "recordings: on; from the next talk on, each is kept for \(Self.days(days)), sealed, on this device",
                "録音：オン。次の会話から録音し、暗号化して、この機器に\(days)日間残します")
        case .off(nil): Wording("recordings: off", "録音：オフ")
        case .off(let last?):
            Wording(
                "recordings: off; what is there stays until its time, the last until \(last). To erase it now: "
                    + "anicca recordings delete --all",
                "録音：オフ。今ある録音は期限まで残ります（最後は\(last)まで）。今すぐ消すには：anicca recordings delete --all")
        case .none: Wording("no talk is recorded", "録音はありません")
        case .deleted(let count):
            Wording(count == 1 ? "1 recording erased" : "\(count) recordings erased", "録音を\(count)件消しました")
        case .deleteAllQuestion(let count):
            Wording(
                "Erase \(count == 1 ? "1 recording" : "\(count) recordings"), for ever? [y/N]",
                "録音\(count)件を消しますか。元には戻せません。[y/N]")
        case .rekeyed(let count):
            Wording(
                "sealed under a new key (\(count == 1 ? "1 talk" : "\(count) talks"), and your phrases); the old one is destroyed",
                "録音（会話\(count)件と、自分のフレーズ）を新しい鍵で暗号化し直し、古い鍵を破棄しました")
        case .playing:
            Wording("playing on the speaker; any button ends it", "スピーカーで再生しています。ボタンを押すと止まります")
        case .makesWay:
            Wording("ended: the appliance has started and has the speaker now", "終了しました。本体が起動し、スピーカーを使います")
        case .exported(let file): Wording("written to \(file)", "\(file) に書き出しました")
        case .damaged(let places):
            Wording(
                "damaged at \(places == 1 ? "1 place" : "\(places) places"); the rest is complete, with silence there",
                "\(places)か所が壊れています。そこは無音にして、残りを使います")
        case .cutShort:
            Wording(
                "it has no end: the talk is still on, or the power failed", "終わりの印がありません。会話が続いているか、電源が切れたためです")
        case .noSpeaker: Wording("no speaker works", "使えるスピーカーがありません")
        case .state(.whole): Wording("complete", "完全")
        case .state(.cutShort): Wording("cut short", "途中まで")
        case .state(.unreadable): Wording("unreadable", "読めません")
        case .state(.toBeDestroyed): Wording("to be destroyed", "消去待ち")
        case .standing(.off): Wording("off", "オフ")
        case .standing(.on): Wording("on", "オン")
        case .standing(.paused):
            Wording(
                "no talk is recorded while the memory is paused; to go on: anicca memory resume",
                "記憶を一時停止しているあいだは録音しません。再開：anicca memory resume")
        case .standing(.clock):
            Wording("no talk is recorded while the clock is not set", "時計が合うまで録音しません")
        case .standing(.offline):
            Wording("talks with the offline companion are not recorded", "オフラインの話し相手との会話は録音しません")
        case .heading(.id): Wording("Number", "番号")
        case .heading(.began): Wording("Began", "開始")
        case .heading(.length): Wording("Length", "長さ")
        case .heading(.until): Wording("Kept until", "期限")
        case .heading(.state): Wording("State", "状態")
        }
    }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}
