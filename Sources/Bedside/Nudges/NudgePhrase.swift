/// What the device says about daytime nudges: no count, no comparison, nothing to sell (N-3, N-6).
public enum NudgePhrase: String, Hashable, CaseIterable, Sendable {
    /// What is offered once Start was pressed: at most 20 words, or 40 characters.
    case offer
    /// They have stopped by themselves.
    case stopped

    /// The name of a pre-rendered file.
    var key: String { "nudge_\(rawValue)" }
}

extension NudgePhrase: Worded {
    public var wording: Wording {
        switch self {
        case .offer:
            Wording(
                "A quiet moment? Start begins three minutes of breathing and stillness, Stop leaves it for today.",
                "ひと息つきませんか。スタートで3分の瞑想、ストップで今日は休みます。",
                kana: "ひといき つきませんか。スタートで さんぷんの めいそう、ストップで きょうわ やすみます。")
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
