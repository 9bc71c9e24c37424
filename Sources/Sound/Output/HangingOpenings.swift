import Bedside

/// Caps the openings that hang, because each `snd_pcm_open` that never returns leaks a thread: a few for each card, and
/// more in all, because a flapping card counts as a new one each time.
enum HangingOpenings {
    /// The maximum for the card that arrived last.
    static let most = 4
    static let maximumInAll = 16
    /// With that many, the next is tried this long after the newest of them.
    static let pause = TimeSpan.seconds(10)

    /// How many hanging openings prevent another from being tried now; 0 if it may be tried.
    /// - Parameters:
    ///   - startedAt: the beginning of each opening that hangs.
    ///   - settledAt: when a card arrived last.
    static func inTheWay(startedAt: [BootTime], settledAt: BootTime, now: BootTime) -> Int {
        let ofThisCard = startedAt.count { $0 >= settledAt }
        guard ofThisCard >= most || startedAt.count >= maximumInAll, let newest = startedAt.max() else { return 0 }
        return now < newest + pause ? startedAt.count : 0
    }
}
