/// What the device says about daytime nudges: no count, no comparison, nothing to sell (N-3, N-6).
public enum NudgePhrase: Hashable, CaseIterable, Sendable {
    /// What is offered once Start was pressed: at most 20 words, or 40 characters.
    case offer(NudgeOffer)
    /// They have stopped by themselves.
    case stopped

    public static let allCases: [NudgePhrase] = NudgeOffer.allCases.map { .offer($0) } + [.stopped]

    /// The name of a pre-rendered file.
    var key: String {
        switch self {
        case .offer(let offer): "nudge_offer_\(offer.rawValue)"
        case .stopped: "nudge_stopped"
        }
    }
}

extension NudgePhrase: Worded {
    public var wording: Wording {
        switch self {
        case .offer(.breath):
            Wording(
                "One minute of breathing? In as the tone rises, out as it falls. Start begins it, Stop leaves it.",
                "1分、呼吸しませんか。上がる音で吸い、下がる音で吐きます。スタートで始めます。",
                kana: "いっぷん、こきゅう しませんか。あがる おとで すい、さがる おとで はきます。スタートで はじめます。")
        case .offer(.phrase):
            Wording(
                "Would you like to hear your own phrase? Start plays it, Stop leaves it for today.",
                "ご自分のフレーズを聞いてみませんか。スタートで流し、ストップで今日は休みます。",
                kana: "ごじぶんの フレーズを きいて みませんか。スタートで ながし、ストップで きょうわ やすみます。")
        case .offer(.talk):
            Wording(
                "Would you like to talk for a moment? Start begins it, Stop leaves it for today.",
                "少しお話ししませんか。スタートで会話を始め、ストップで今日は休みます。",
                kana: "すこし おはなし しませんか。スタートで かいわを はじめ、ストップで きょうわ やすみます。")
        case .stopped:
            Wording(
                "I no longer chime during the day. You can switch that on again whenever you like.",
                "昼間のチャイムは、もう鳴らしません。必要になったら、いつでもまた始められます。",
                kana: "ひるまの チャイムわ、もう ならしません。ひつように なったら、いつでも また はじめられます。")
        }
    }
}

extension Nudge.Answer: Worded {
    public var wording: Wording {
        switch self {
        case .none: Wording("interrupted", "中断")
        case .accepted: Wording("taken up", "応じた")
        case .declined: Wording("not today", "今日は休む")
        case .ignored: Wording("no answer", "応答なし")
        }
    }
}
