extension MemoryRefusal: Worded {
    public var wording: Wording {
        switch self {
        case .empty: Wording("there are no words in it", "言葉がありません")
        case .tooLong: Wording("it is too long to be remembered", "長すぎて覚えられません")
        case .badSlot:
            Wording(
                "slot: expected a name like wake-time: small letters, digits and hyphens, at most 24, none of the device's own",
                "slot: wake-time のような名前にしてください（英小文字・数字・ハイフン、24文字まで。本体が使う名前は選べません）")
        case .markup: Wording("it holds signs that nobody says aloud", "声にしない記号が入っています")
        case .crisis: Wording("words of a crisis are not kept", "つらさがさし迫ったときの言葉は残しません")
        case .offTheRecord: Wording("it was said off the record", "記録しないと約束した話です")
        case .unquoted: Wording("the owner did not say that in this talk", "本人がこの会話で言った言葉ではありません")
        case .saidByCompanionOnly: Wording("only the companion said it", "本人ではなく、話し相手が言ったことです")
        case .saidByAnother: Wording("somebody else said it", "ほかの人が言ったことです")
        case .unsupported: Wording("the owner's words do not say that", "本人の言葉からは、そう言えません")
        case .hypothetical: Wording("the owner only supposed it", "仮の話です")
        case .joke: Wording("the owner meant it as a joke", "冗談です")
        case .negated: Wording("the owner said that it is not so", "本人は、そうではないと言いました")
        case .reported: Wording("the owner repeated what somebody else said", "ほかの人の言葉を、本人が繰り返したものです")
        case .aboutAnother: Wording("the owner spoke of somebody else", "ほかの人の話です")
        case .instruction: Wording("it is an instruction, not a fact", "事実ではなく、指示です")
        case .repeatsPrompt: Wording("it was known before this talk", "この会話の前から知っていることです")
        case .alreadyKnown: Wording("it is known already", "もう覚えています")
        case .over: Wording("its last day is over", "もう期限を過ぎています")
        case .tooMany: Wording("five things of this talk are kept already", "この会話からは、もう五つ覚えました")
        case .tooManyIntentions: Wording("three intentions are waiting already", "これからの「すること」は、もう三つあります")
        }
    }
}

extension MemoryMode: Worded {
    public var wording: Wording {
        switch self {
        case .off: Wording("off", "オフ")
        case .on: Wording("on", "オン")
        case .paused: Wording("paused", "一時停止中")
        }
    }
}

extension VaultFault: Worded {
    public var wording: Wording {
        Wording(
            "\(state.english): \(remedy.english); alarms are not affected",
            "\(state.japanese)。\(remedy.japanese)。アラームには影響ありません")
    }

    var state: Wording {
        switch self {
        case .key:
            Wording(
                "the memory cannot be opened: its key is missing or is another one", "記憶を開けません。鍵がないか、別の鍵です")
        case .keyUnusable:
            Wording("the memory cannot be opened: its key's file cannot be used", "記憶を開けません。鍵のファイルが使えません")
        case .damaged: Wording("the memory is damaged", "記憶が壊れています")
        case .newer: Wording("a newer version wrote the memory", "新しいバージョンが書いた記憶です")
        }
    }

    var remedy: Wording {
        switch self {
        case .key:
            Wording(
                "put vault.key back from a copy and restart anicca, or start anew with anicca memory wipe, which "
                    + "erases your phrases and their recordings, too",
                "vault.key を控えから戻して anicca を再起動するか、anicca memory wipe で消して、最初からやり直してください"
                    + "（フレーズとその録音も消えます）")
        case .keyUnusable:
            Wording(
                "let nobody but the service's user read vault.key (chmod 600) and restart anicca; if it is damaged, put "
                    + "it back from a copy",
                "vault.key を anicca のユーザーだけが読めるようにして（chmod 600）anicca を再起動してください。壊れているときは控えから戻してください")
        case .damaged:
            Wording(
                "put the state folder back from a copy, or start anew with anicca memory wipe, which erases your "
                    + "phrases and their recordings, too",
                "データを控えから戻すか、anicca memory wipe で消して、最初からやり直してください（フレーズとその録音も消えます）")
        case .newer: Wording("install that version again", "そのバージョンを入れ直してください")
        }
    }
}

/// For people; programs get the raw value, which is the English word.
extension MemoryKind: Worded {
    public var wording: Wording {
        switch self {
        case .profile: Wording(rawValue, "本人のこと")
        case .preference: Wording(rawValue, "好み")
        case .person: Wording(rawValue, "身近な存在")
        case .plan: Wording(rawValue, "予定")
        case .reflection: Wording(rawValue, "ふり返り")
        case .intention: Wording(rawValue, "すること")
        case .boundary: Wording(rawValue, "控えてほしいこと")
        }
    }
}

extension MemoryStatus: Worded {
    public var wording: Wording {
        switch self {
        case .active: Wording("in use", "使用中")
        case .superseded: Wording("replaced", "新しいものに置き換え済み")
        case .expired: Wording("past its last day", "期限切れ")
        case .forgotten: Wording("forgotten", "忘れました")
        }
    }
}

/// What the command line says about the labels of days (E-4).
public enum LabelText: Worded, CaseIterable {
    case off, none

    public var wording: Wording {
        switch self {
        case .off: Wording("Labels are off: anicca memory labels --on", "言葉の記録はオフです。anicca memory labels --on で戻せます。")
        case .none: Wording("No day has a label.", "言葉のついた日はありません。")
        }
    }
}

/// What the command line says about recording what the owner intends.
public enum VoiceText: Worded, CaseIterable {
    case on, off

    public var wording: Wording {
        switch self {
        case .on:
            Wording(
                "At bedtime without a live companion, what you say about tomorrow is recorded.",
                "オンラインの話し相手がいない夜は、明日のことばを録音します。")
        case .off: Wording("What you say about tomorrow is not recorded.", "明日のことばは録音しません。")
        }
    }
}
