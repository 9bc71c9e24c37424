/// Why a simulation does not take the summary that its script has for a talk.
public enum SummaryRefusal: String, CaseIterable, Hashable, Sendable {
    /// The talk asked for none: it was off the record, somebody was at risk in it, or nobody said anything.
    case notAsked
    case tooLong
    case tooDeep
    /// One object has a name twice, or a text or a number is none that JSON has.
    case unreadable
}

extension SummaryRefusal: Worded {
    public var wording: Wording {
        switch self {
        case .notAsked: Wording("the talk asked for no summary", "この会話では要約を求めていません")
        case .tooLong:
            Wording(
                "the summary is longer than \(JSONValue.Limits.small.bytes) bytes",
                "要約が\(JSONValue.Limits.small.bytes)バイトを超えています")
        case .tooDeep:
            Wording(
                "the summary is nested deeper than \(JSONValue.Limits.small.depth) levels, or has too many values",
                "要約の入れ子が\(JSONValue.Limits.small.depth)段を超えているか、値が多すぎます")
        case .unreadable:
            Wording(
                "the summary has a name twice in one object, or a text or a number that cannot be read",
                "要約に、二回書かれた名前か、読み取れない文字や数値があります")
        }
    }
}
