/// The words of the terminal board's panel (BOARD-1); states are `Light`, `Activity` and `Attention`.
public enum PanelText: Hashable, CaseIterable, Sendable {
    // Labels in front of values.
    case time, nextUp, light, state, volume, microphone, recordings, recordingsWait, attention, keys, output
    // Values.
    case nothingPlanned, muted, live, noMicrophone, noSpeaker, clockUnset
    /// The panel's title line.
    case title
    // Key help: what a key does.
    case startKey, startHoldKey, stopKey, stopHoldKey, bothHoldKey, volumeUpKey, volumeDownKey, muteKey
    case tryOutKey, quitKey
    /// The window is smaller than 80×24.
    case windowTooSmall
    case goodbye
}

extension PanelText: Worded {
    public var wording: Wording {
        switch self {
        case .time: Wording("Time", "時刻")
        case .nextUp: Wording("Next up", "次の予定")
        case .light: Wording("Light", "ライト")
        case .state: Wording("State", "状態")
        case .volume: Wording("Voice volume", "声の音量")
        case .microphone: Wording("Microphone", "マイク")
        case .recordings: Wording("Talks are recorded", "会話を録音します")
        case .recordingsWait: Wording("Talks are not recorded now", "今は会話を録音しません")
        case .attention: Wording("Attention", "要確認")
        case .keys: Wording("Keys", "キー操作")
        case .output: Wording("Speaker", "スピーカー")
        case .nothingPlanned: Wording("nothing planned", "予定なし")
        case .muted: Wording("muted", "オフ")
        case .live: Wording("on", "オン")
        case .noMicrophone: Wording("none", "なし")
        case .noSpeaker: Wording("none: the light and this panel still show alarms", "なし（アラームはライトと画面に出ます）")
        case .clockUnset: Wording("not set: alarms wait", "未設定（アラームは待機）")
        case .title: Wording("Anicca bedside", "アニッチャ ベッドサイド")
        case .startKey: Wording("Start: answer and talk", "スタート：止めて話す")
        case .startHoldKey: Wording("hold Start 2 s: I am up already", "スタート長押し（2秒）：もう起きています")
        case .stopKey: Wording("Stop: silence, end", "ストップ：止める・終わる")
        case .stopHoldKey: Wording("hold Stop", "ストップ長押し")
        case .bothHoldKey: Wording("hold both 10 s: erase everything", "両方を長押し（10秒）：すべて消去")
        case .volumeUpKey: Wording("louder", "音量を上げる")
        case .volumeDownKey: Wording("quieter", "音量を下げる")
        case .muteKey: Wording("microphone on or off", "マイクのオン・オフ")
        case .tryOutKey: Wording("try it: alarm in 10 seconds", "お試し：10秒後にアラーム")
        case .quitKey: Wording("quit", "終了")
        case .windowTooSmall: Wording("Please enlarge the window to 80×24.", "ウィンドウを80×24以上にしてください。")
        case .goodbye:
            Wording("Anicca has stopped. No alarms ring until it runs again.", "アニッチャを終了しました。次に起動するまでアラームは鳴りません。")
        }
    }
}
