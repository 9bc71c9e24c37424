extension VoiceRefusal: Worded {
    public var wording: Wording {
        switch self {
        case .age:
            Wording(
                "a voice of one's own is for owners who have said that they are 18 or older: anicca profile set owner.age=18-plus",
                "自分の声を作れるのは、18歳以上と登録している人だけです：anicca profile set owner.age=18-plus")
        case .noName:
            Wording(
                "the consent names its owner, and no name is set: anicca profile set owner.name=NAME",
                "同意の文には名前が入ります。先に名前を登録してください：anicca profile set owner.name=名前")
        case .signInFirst:
            Wording(
                "a voice is made through a gateway; sign in first: anicca sign-in",
                "声を作るには、ゲートウェイへのサインインが必要です：anicca sign-in")
        case .hasVoice:
            Wording(
                "there is a voice already; to delete it: anicca voice delete", "声はもうあります。消すには：anicca voice delete")
        case .deleting:
            Wording(
                "the earlier voice is still being deleted at the provider; a new one can be made after that",
                "前の声を、提供元でまだ消しているところです。新しい声は、そのあとで作れます")
        case .sending:
            Wording(
                "an earlier recording was sent, and its answer is not known yet; please wait",
                "前の録音を送りましたが、結果がまだ分かりません。しばらくお待ちください")
        case .destroying:
            Wording(
                "an earlier recording is still being destroyed; please wait a moment", "前の録音を消しているところです。少しお待ちください")
        case .learning: Wording("your voice is being learned already", "声を覚えているところです")
        case .muted:
            Wording(
                "the microphone is muted; to unmute it: anicca mute off", "マイクがミュートです。解除するには：anicca mute off")
        case .noMicrophone: Wording("the board has no microphone", "このボードにはマイクがありません")
        case .noVoice:
            Wording("there is no voice of your own yet: anicca voice learn", "ご自分の声は、まだありません：anicca voice learn")
        case .anotherAccount:
            Wording(
                "the voice belongs to another account than the speaker's", "この声は、スピーカーのアカウントとは別のアカウントのものです")
        }
    }

    var code: ExitStatus {
        switch self {
        case .age, .signInFirst, .anotherAccount: .notAllowed
        case .noName, .noVoice: .badData
        case .hasVoice, .deleting, .sending, .destroying, .learning, .muted: .temporary
        case .noMicrophone: .unavailable
        }
    }
}

extension VoiceFailure: Worded {
    public var wording: Wording {
        switch self {
        case .unreachable:
            Wording(
                "the gateway was not reached in time; please try again later", "ゲートウェイに接続できませんでした。あとでもう一度お試しください")
        case .plan: Wording("the plan has no voice of one's own", "今のプランでは、自分の声を作れません")
        case .off: Wording("this gateway makes no voices", "このゲートウェイでは、声を作れません")
        case .taken:
            Wording(
                "the account has a voice already, which another speaker may have made; to delete it: anicca voice delete",
                "このアカウントにはもう声があります。ほかのスピーカーで作ったものかもしれません。消すには：anicca voice delete")
        case .signedOut: Wording("the speaker is signed out; please sign in again", "サインアウトしています。もう一度サインインしてください")
        case .refused: Wording("the provider does not take this recording", "この録音からは声を作れないと、提供元が答えました")
        case .deleted: Wording("the voice was deleted while it was being made", "声は、作っている間に消されました")
        case .otherWords:
            Wording(
                "three times, other words than those of the consent were heard", "同意の文とは別の言葉が、3回聞こえました")
        case .takes:
            Wording(
                "three recordings were silent, too loud or too short", "録音が3回とも、無音か、大きすぎるか、短すぎました")
        case .unheard:
            Wording(
                "the consent could not be put into words, because the service was not reached",
                "サービスに接続できず、同意の言葉を確かめられませんでした")
        case .noRoom: Wording("the disk has too little room", "ディスクの空きが足りません")
        case .device:
            Wording("the microphone, the speaker or the disk failed", "マイクかスピーカーかディスクに問題がありました")
        case .interrupted: Wording("something else came first, such as an alarm", "アラームなど、ほかのことが先になりました")
        case .stopped: Wording("given up", "中止しました")
        case .powerCut:
            Wording("the power failed meanwhile, and no voice was made", "途中で電源が切れ、声は作られませんでした")
        }
    }
}
