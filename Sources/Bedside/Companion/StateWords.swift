extension Light: Worded {
    public var wording: Wording {
        switch self {
        case .ringing: Wording("ringing", "アラーム中")
        case .missed: Wording("missed", "応答なし")
        case .connecting: Wording("connecting", "接続中")
        case .listening: Wording("listening", "聞いています")
        case .speaking: Wording("speaking", "話しています")
        case .muted: Wording("microphone muted", "マイクオフ")
        case .needsAttention: Wording("needs attention", "確認が必要")
        case .idle: Wording("dark", "消灯")
        }
    }
}

extension Activity: Worded {
    public var wording: Wording {
        switch self {
        case .idle: Wording("at rest", "待機中")
        case .ringing: Wording("ringing", "アラーム中")
        case .waiting: Wording("waiting for the next ring", "次のアラームまで待機中")
        case .connecting: Wording("connecting", "接続中")
        case .listening: Wording("listening", "聞いています")
        case .speaking: Wording("speaking", "話しています")
        case .preview: Wording("trying the alarm", "アラームを試聴中")
        }
    }
}

extension Answering: Worded {
    public var wording: Wording {
        switch self {
        case .live: Wording("live companion", "オンラインの相手")
        case .offline: Wording("offline companion", "オフラインの相手")
        }
    }
}

extension OccurrenceOutcome: Worded {
    public var wording: Wording {
        switch self {
        case .open: Wording("in progress", "進行中")
        case .answered: Wording("answered", "応答済み")
        case .dismissed: Wording("stopped", "停止済み")
        case .missed: Wording("missed", "応答なし")
        case .skipped: Wording("skipped", "スキップ")
        case .unaided: Wording("up unaided", "自力で起床")
        }
    }
}

extension Attention: Worded {
    public var wording: Wording {
        switch self {
        case .clock: Wording("the clock is not set", "時計が合っていません")
        case .sound: Wording("no sound output works", "音が出せません")
        case .recovered: Wording("settings were restored from a copy", "設定を控えから復元しました")
        case .storage: Wording("settings cannot be saved", "設定を保存できません")
        case .button: Wording("a button is stuck", "ボタンが押されたままです")
        case .microphone: Wording("the microphone does not work", "マイクが使えません")
        case .network: Wording("no network", "ネットワークにつながりません")
        case .credentials:
            Wording("the online companion has no valid key", "オンラインの相手の鍵がないか、使えません")
        case .quota: Wording("the online companion's paid use is used up", "オンラインの相手の利用枠を使い切りました")
        case .gateway: Wording("the gateway is not there yet", "ゲートウェイはまだ使えません")
        }
    }

    /// What the owner can do about it.
    public var remedy: Wording {
        switch self {
        case .clock:
            Wording(
                "Connect the network so that the time can be set, or set it with date and then run anicca doctor.",
                "ネットワークにつなぐと時刻が合います。手動なら date で合わせ、anicca doctor で確認してください。")
        case .sound:
            Wording(
                "Check the speaker's cable and power, then run anicca alarm preview.",
                "スピーカーのケーブルと電源を確認し、anicca alarm preview で音を確かめてください。")
        case .recovered:
            Wording(
                "The database was damaged and set aside. Check anicca status; any change confirms.",
                "データベースが壊れていたため、よけてあります。anicca status で確かめ、何か変更すると消えます。")
        case .storage:
            Wording(
                "Free some disk space or check the card; alarms still ring with the last known settings.",
                "ディスクの空き容量とカードを確認してください。アラームは最後の設定のまま鳴ります。")
        case .button:
            Wording(
                "Release the button, or check its wiring; the other buttons still work.",
                "ボタンを離すか、配線を確認してください。ほかのボタンは使えます。")
        case .microphone:
            Wording(
                "Check that the microphone is plugged in, then run anicca doctor.",
                "マイクがつながっているか確認し、anicca doctor を実行してください。")
        case .network:
            Wording(
                "Check the network; alarms and the offline companion work without it.",
                "ネットワークを確認してください。アラームとオフラインの会話は、そのまま使えます。")
        case .credentials:
            Wording(
                "Give it a new key with anicca key set; until then the offline companion answers.",
                "anicca key set で新しい鍵を入れてください。それまではオフラインで応答します。")
        case .quota:
            Wording(
                "Look at the plan and credit of the key's account; until then the offline companion answers.",
                "鍵のアカウントの契約と残高を確認してください。それまではオフラインで応答します。")
        case .gateway:
            Wording(
                "The offline companion answers; with a key of your own: anicca profile set companion=automatic",
                "オフラインで応答します。自分の鍵を使うなら anicca profile set companion=automatic を実行してください。")
        }
    }
}

extension Companion: Worded {
    public var wording: Wording {
        switch self {
        case .automatic:
            Wording("online where there is a key, else offline", "鍵があればオンライン、なければオフライン")
        case .offline: Wording("offline, on this device", "オフライン（この機器）")
        case .openai: Wording("online, with your own key", "オンライン（自分のキー）")
        case .gateway: Wording("online, through the gateway", "オンライン（ゲートウェイ）")
        }
    }
}

extension TrainingFocus: Worded {
    public var wording: Wording {
        switch self {
        case .pushUp: Wording("push-ups", "腕立て伏せ", kana: "うでたてふせ")
        case .core: Wording("core", "体幹", kana: "たいかん")
        case .cardio: Wording("cardio", "有酸素運動", kana: "ゆうさんそ うんどう")
        case .stretch: Wording("stretching", "ストレッチ", kana: "ストレッチ")
        }
    }
}

extension VolumeCurve: Worded {
    public var wording: Wording {
        switch self {
        case .gentle: Wording("gentle", "ゆるやか")
        case .steady: Wording("steady", "一定")
        case .brisk: Wording("brisk", "はやめ")
        }
    }
}

extension Language: Worded {
    public var wording: Wording {
        switch self {
        case .english: Wording("English", "英語")
        case .japanese: Wording("Japanese", "日本語")
        }
    }
}

extension Button: Worded {
    public var wording: Wording {
        switch self {
        case .start: Wording("Start", "スタート")
        case .stop: Wording("Stop", "ストップ")
        case .volumeUp: Wording("Volume up", "音量を上げる")
        case .volumeDown: Wording("Volume down", "音量を下げる")
        case .mute: Wording("Mute", "マイクのオン・オフ")
        }
    }
}
