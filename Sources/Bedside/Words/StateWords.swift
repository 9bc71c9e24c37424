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
        case .nudge: Wording("daytime nudge", "昼間のお知らせ")
        case .dawn: Wording("soft light before the alarm", "アラーム前のほのかな光")
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
        case .preview: Wording("playing the alarm", "アラームを試聴中")
        case .meditating: Wording("meditation", "瞑想中")
        case .dawn: Wording("soft sound before the alarm", "アラーム前のやわらかな音")
        }
    }
}

extension MeditationPart: Worded {
    public var wording: Wording {
        switch self {
        case .opening: Wording("opening", "はじめに")
        case .breath: Wording("three breaths", "3回の呼吸")
        case .body: Wording("body", "からだ")
        case .kindness: Wording("kindness", "思いやり")
        case .silence: Wording("silence", "静けさ")
        case .closing: Wording("closing", "おわりに")
        }
    }
}

extension MeditationStanding: Worded {
    /// `body · 2:10 of 8:00`
    public var wording: Wording {
        func clock(_ seconds: Int) -> String {
            "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
        }
        let (at, all) = (clock(atSeconds), clock(minutes.minutes * 60))
        return Wording(
            "\(part.text(in: .english)) · \(at) of \(all)" + (isPaused ? " · paused" : ""),
            "\(part.text(in: .japanese)) · \(at) / \(all)" + (isPaused ? " · 一時停止中" : ""))
    }
}

extension Answering: Worded {
    public var wording: Wording {
        switch self {
        case .live: Wording("live companion", "オンラインの話し相手")
        case .offline: Wording("offline companion", "オフラインの話し相手")
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
        case .settings: Wording("a settings file cannot be used", "設定ファイルが使えません")
        case .storage: Wording("settings cannot be saved", "設定を保存できません")
        case .button: Wording("a button is stuck", "ボタンが押されたままです")
        case .microphone: Wording("the microphone does not work", "マイクが使えません")
        case .network: Wording("no network", "ネットワークにつながりません")
        case .credentials:
            Wording("the online companion has no valid key", "オンラインの話し相手の鍵がないか、使えません")
        case .quota:
            Wording(
                "the online companion's minutes are used up, or nearly", "オンラインの話し相手の利用枠が、もうほとんどありません")
        case .gateway: Wording("the speaker is not signed in at the gateway", "ゲートウェイにサインインしていません")
        case .disk: Wording("the disk is nearly full", "ディスクの空きがほとんどありません")
        case .alarmSound: Wording("an alarm's sound file cannot be used", "アラームの音のファイルが使えません")
        case .voice: Wording("there is no speech synthesizer", "音声合成がありません")
        }
    }

    /// A spoken sentence: what is wrong, and what it means for the morning (GUARD-7).
    public var spoken: Wording {
        switch self {
        case .clock:
            Wording(
                "I don't know what time it is, so tomorrow's alarm may not ring.",
                "時計が合っていないので、明日のアラームが鳴らないかもしれません。",
                kana: "とけいが あって いないので、あしたの アラームが ならないかも しれません。")
        case .sound:
            Wording(
                "My speaker does not work. Please check its cable and power.",
                "スピーカーから音が出ません。ケーブルと電源を確かめてください。",
                kana: "スピーカーから おとが でません。ケーブルと でんげんを たしかめて ください。")
        case .recovered:
            Wording(
                "My settings had to be restored from a copy. Please check your alarms.",
                "設定を控えから戻しました。アラームの時刻を確かめてください。",
                kana: "せっていを ひかえから もどしました。アラームの じこくを たしかめて ください。")
        case .settings:
            Wording(
                "One of my settings files has a mistake. The alarm will ring with the earlier settings.",
                "設定ファイルに間違いがあります。アラームは、前の設定のまま鳴ります。",
                kana: "せってい ファイルに まちがいが あります。アラームわ、まえの せっていの まま なります。")
        case .storage:
            Wording(
                "I cannot save anything. The alarm will ring with the last settings.",
                "設定を保存できません。アラームは、最後の設定のまま鳴ります。",
                kana: "せっていを ほぞん できません。アラームわ、さいごの せっていの まま なります。")
        case .button:
            Wording(
                "One of my buttons is stuck. Please check it.",
                "ボタンがひとつ、押されたままになっています。確かめてください。",
                kana: "ボタンが ひとつ、おされた ままに なって います。たしかめて ください。")
        case .microphone:
            Wording(
                "My microphone does not work, so I won't hear you in the morning.",
                "マイクが使えないので、朝、お声が聞こえません。",
                kana: "マイクが つかえないので、あさ、おこえが きこえません。")
        case .network:
            Wording(
                "There is no network. The alarm will still ring, and I'll talk with you without it.",
                "ネットワークにつながりません。アラームは鳴ります。お話も、この機器だけでできます。",
                kana: "ネットワークに つながりません。アラームわ なります。おはなしも、この きき だけで できます。")
        case .credentials:
            Wording(
                "The online companion has no valid key. The alarm will still ring.",
                "オンラインの話し相手の鍵が使えません。アラームは鳴ります。",
                kana: "オンラインの はなしあいての かぎが つかえません。アラームわ なります。")
        case .quota:
            Wording(
                "The minutes of the online companion are used up, or nearly. The alarm will still ring.",
                "オンラインの話し相手の利用枠が、もうほとんどありません。アラームは鳴ります。",
                kana: "オンラインの はなしあいての りようわくが、もう ほとんど ありません。アラームわ なります。")
        case .gateway:
            Wording(
                "I am not signed in at your gateway. The alarm will still ring.",
                "ゲートウェイにサインインしていません。アラームは鳴ります。",
                kana: "ゲートウェイに サインイン して いません。アラームわ なります。")
        case .disk:
            Wording(
                "My disk is nearly full. Please free some space tomorrow.",
                "ディスクの空きがほとんどありません。明日、空きを増やしてください。",
                kana: "ディスクの あきが ほとんど ありません。あした、あきを ふやして ください。")
        case .alarmSound:
            Wording(
                "I cannot use an alarm's sound file, so another sound will ring.",
                "アラームの音のファイルが使えないので、別の音で鳴らします。",
                kana: "アラームの おとの ファイルが つかえないので、べつの おとで ならします。")
        case .voice:
            Wording(
                "My own voice no longer works.", "わたしの声が出せません。", kana: "わたしの こえが だせません。")
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
                "The database was damaged and set aside. Check the settings with anicca status; changing any of them clears this.",
                "データベースが壊れていたため、別に残し、控えから復元しました。anicca status で設定を確かめてください。"
                    + "何か一つ変更すると、この注意は消えます。")
        case .settings:
            Wording(
                "anicca doctor names the file and the line. Until they are corrected, the settings of the last good start are "
                    + "used. Then: sudo systemctl restart anicca",
                "anicca doctor がファイルと行を示します。直すまでは、最後にうまく起動したときの設定を使います。"
                    + "直したら sudo systemctl restart anicca を実行してください。")
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
                "Set a new key with anicca key set, or ask whoever runs your gateway to set one; until then the "
                    + "offline companion answers.",
                "anicca key set で新しい鍵を入れてください。ゲートウェイを使っていれば、その管理者に頼んでください。それまではオフラインで応答します。")
        case .quota:
            Wording(
                "Check the plan and credit of the key's account, or of your gateway; until then the offline companion answers.",
                "鍵のアカウント、またはゲートウェイの契約と残高を確認してください。それまではオフラインで応答します。")
        case .gateway:
            Wording(
                "Sign in with anicca sign-in ADDRESS; until then the offline companion answers.",
                "anicca sign-in アドレス でサインインしてください。それまではオフラインで応答します。")
        case .disk:
            Wording(
                "Free some disk space; below 10 MB settings may not be saved.",
                "ディスクの空きを増やしてください。10MBを切ると、設定を保存できないことがあります。")
        case .alarmSound:
            Wording(
                "anicca doctor names the file; until it is corrected, the board's sound rings, or a synthesized one.",
                "どのファイルかは anicca doctor でわかります。直るまでは、ボードのアラーム音か合成音で鳴ります。")
        case .voice:
            Wording(
                "Install espeak-ng; until then a chime replaces the spoken words.",
                "espeak-ng を入れてください。それまでは、言葉の代わりにチャイムが鳴ります。")
        }
    }
}

extension Companion: Worded {
    public var wording: Wording {
        switch self {
        case .automatic:
            Wording("online if there is a key, else offline", "鍵があればオンライン、なければオフライン")
        case .offline: Wording("offline, on this device", "オフライン（この機器）")
        case .openai: Wording("online, with your own key", "オンライン（自分の鍵）")
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
        case .steady: Wording("steady", "均等")
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
