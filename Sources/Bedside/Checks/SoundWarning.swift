/// Why a sound of the owner's is likely not to wake them (S-6). The sound is used all the same: only its owner knows what
/// wakes them.
public enum SoundWarning: Hashable, Sendable {
    /// Nothing of it is heard, so another sound is played in its place (SOUND-2).
    case silent
    /// Little of its energy lies where the ear wakes and small speakers are loud, in percent.
    case outsideBand(percent: Int)
    /// It is soft for this long at its beginning.
    case quietBeginning(seconds: Int)
    /// It is heard for so little of the time, in percent.
    case sparse(percent: Int)
    /// Even raised to full scale it is this soft, in LUFS.
    case soft(loudness: Int)

    /// At least this share of the energy should lie between 400 and 2,500 Hz.
    public static let bandPercent = 70
    /// A sound should reach its loudness within this time, since a ring lasts 30 s.
    public static let beginningSeconds = 5
    /// A sound should be heard for at least this much of the time; beeps with pauses between them are.
    public static let heardPercent = 20
    /// The alarm that ships has -16 LUFS.
    public static let softestLoudness = -24
}

extension SoundWarning: Worded {
    public var wording: Wording {
        switch self {
        case .silent: Wording("it is silent, so another sound rings in its place", "無音なので、代わりに別の音が鳴ります")
        case .outsideBand(let percent):
            Wording(
                "only \(percent) % of its energy is between 400 and 2,500 Hz, where sounds wake best; "
                    + "\(Self.bandPercent) % or more is better",
                "目が覚めやすい400〜2,500 Hzの成分が\(percent)%しかありません（\(Self.bandPercent)%以上が目安です）")
        case .quietBeginning(let seconds):
            Wording(
                "it is quiet for its first \(seconds) s, and a ring lasts 30 s at most",
                "はじめの\(seconds)秒間は音が小さく、アラームは一回30秒までです")
        case .sparse(let percent):
            Wording(
                "it sounds for only \(percent) % of the time; \(Self.heardPercent) % or more is better",
                "音が鳴っている時間が\(percent)%しかありません（\(Self.heardPercent)%以上が目安です）")
        case .soft(let loudness):
            Wording(
                "it is soft throughout: \(loudness) LUFS at full scale; the shipped alarm has -16",
                "全体に音が小さめです（最大でも\(loudness) LUFS。付属のアラームは-16）")
        }
    }
}
