extension NightEntry.Kind: Worded {
    public var wording: Wording {
        switch self {
        case .ring: Wording("rang", "アラームが鳴りました")
        case .silence: Wording("went silent", "アラームが止まりました")
        case .conversation: Wording("conversation began", "会話を始めました")
        case .answered: Wording("answered", "応答しました")
        case .dismissed: Wording("stopped", "停止しました")
        case .missed: Wording("missed", "応答がありませんでした")
        case .resumed: Wording("resumed", "再開しました")
        case .skipped: Wording("skipped", "スキップしました")
        case .untrustedClock: Wording("clock not trusted", "時計が合っていません")
        case .trustedClock: Wording("clock trusted", "時計が合いました")
        case .clockStep: Wording("clock was set", "時計が変更されました")
        case .zoneChange: Wording("time zone changed", "タイムゾーンが変わりました")
        case .conversationEnded: Wording("conversation ended", "会話が終わりました")
        case .upEarly: Wording("up early", "早起きしました")
        case .upEarlyTakenBack: Wording("up early, taken back", "早起きを取り消しました")
        case .changeTakenBack: Wording("change taken back", "変更を元に戻しました")
        case .tool: Wording("companion's tool", "話し相手のツール")
        case .refused: Wording("refused", "受け付けられませんでした")
        case .stillAsleep: Wording("no voice heard: ringing goes on", "声が聞こえず、アラームを続けます")
        case .unheard: Wording("could not be heard", "音が出ませんでした")
        case .outputFailed: Wording("sound output failed", "音の出力に失敗しました")
        case .noOutput: Wording("no sound output left", "使える音の出力がありません")
        case .started: Wording("started", "起動しました")
        case .stopped: Wording("shut down", "終了しました")
        case .settingsChanged: Wording("settings changed", "設定が変わりました")
        case .buttonStuck: Wording("button stuck", "ボタンが押されたままです")
        case .outputWorks: Wording("sound works again", "音がまた出ます")
        case .storage: Wording("storage", "保存領域")
        case .reset: Wording("everything erased", "すべて消去しました")
        case .preview: Wording("alarm previewed", "アラームを試聴しました")
        case .talkLimit: Wording("limit for talks", "会話の制限です")
        case .meditation: Wording("meditation", "瞑想を始めました")
        case .meditationEnded: Wording("meditation over", "瞑想を終えました")
        case .levelChanged: Wording("level changed", "段階が変わりました")
        case .alreadyUp: Wording("was up already", "もう起きていました")
        case .nudged: Wording("daytime nudge", "昼間のお知らせ")
        case .signedIn: Wording("signed in at the gateway", "ゲートウェイにサインインしました")
        case .signedOut: Wording("signed out at the gateway", "ゲートウェイからサインアウトしました")
        case .net: Wording("no sign of life yet", "起きた気配がまだありません")
        case .preflight: Wording("evening check", "夜の点検をしました")
        }
    }
}

extension NightEntry.Cause: Worded {
    public var wording: Wording {
        switch self {
        case .button: Wording("by button", "ボタン")
        case .socket: Wording("by command", "コマンド")
        case .terminal: Wording("at the terminal", "ターミナル")
        case .timer: Wording("by timer", "タイマー")
        case .power: Wording("by power", "電源")
        case .clock: Wording("by the clock", "時計")
        case .owner: Wording("by the owner", "本人")
        case .companion: Wording("by the companion", "話し相手")
        case .device: Wording("by a device", "機器")
        case .gateway: Wording("through the gateway", "ゲートウェイ")
        }
    }
}

extension SafetyLevel: Worded {
    public var wording: Wording {
        switch self {
        case .none: Wording("none", "なし")
        case .intermediate: Wording("intermediate", "気がかりな言葉")
        case .explicit: Wording("explicit", "はっきりした言葉")
        }
    }
}
