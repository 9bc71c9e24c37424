/// Why a sound of the owner's is likely not to wake them (S-6). The sound is used all the same: only its owner knows what
/// wakes them.
public enum SoundWarning: Hashable, Sendable {
    /// Little of its energy lies where the ear wakes and small speakers are loud, in percent.
    case outsideBand(percent: Int)
    /// It is soft for this long at its beginning.
    case quietBeginning(seconds: Int)
    /// Even raised to full scale it is this soft, in LUFS.
    case soft(loudness: Int)

    /// At least this share of the energy should lie between 400 and 2,500 Hz.
    public static let bandPercent = 70
    /// A sound should reach its loudness within this time, since a ring lasts 30 s.
    public static let beginningSeconds = 5
    /// The alarm that ships has -16 LUFS.
    public static let softestLoudness = -24
}

extension SoundWarning: Worded {
    public var wording: Wording {
        switch self {
        case .outsideBand(let percent):
            Wording(
                "only \(percent) % of its energy is between 400 and 2,500 Hz, where sounds wake best; "
                    + "\(Self.bandPercent) % or more is better",
                "目が覚めやすい400〜2,500 Hzの成分が\(percent)%しかありません（\(Self.bandPercent)%以上が目安です）")
        case .quietBeginning(let seconds):
            Wording(
                "it is quiet for its first \(seconds) s, and a ring lasts 30 s at most",
                "はじめの\(seconds)秒間は音が小さく、アラームは一回30秒までです")
        case .soft(let loudness):
            Wording(
                "it is soft throughout: \(loudness) LUFS at full scale; the shipped alarm has -16",
                "全体に音が小さめです（最大でも\(loudness) LUFS。付属のアラームは-16）")
        }
    }
}
