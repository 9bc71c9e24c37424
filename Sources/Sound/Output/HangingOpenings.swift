import Bedside

/// Each `snd_pcm_open` that never returns leaks a thread, so they are capped: a few per card, and so many in all, since a
/// flapping card counts as a new one each time.
enum HangingOpenings {
    /// Of the card that came last.
    static let most = 4
    static let maximumInAll = 16
    /// Where there are that many, the next is tried this long after the newest of them.
    static let pause = TimeSpan.seconds(10)

    /// How many keep another from being tried now; 0: it may be.
    /// - Parameters:
    ///   - startedAt: the beginning of each opening that hangs.
    ///   - settledAt: when a card came last.
    static func inTheWay(startedAt: [BootTime], settledAt: BootTime, now: BootTime) -> Int {
        let ofThisCard = startedAt.count { $0 >= settledAt }
        guard ofThisCard >= most || startedAt.count >= maximumInAll, let newest = startedAt.max() else { return 0 }
        return now < newest + pause ? startedAt.count : 0
    }
}
