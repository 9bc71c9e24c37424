/// Openings of one output that have not come back: a thread stays of each, so that there are only so many at a time.
enum HangingOpenings {
    static let most = 4
    /// With those before the last card came, which may be of another: a card whose files come and go all night would
    /// leave four of each time.
    static let mostInAll = 16
    /// After the newest of them, where there are that many.
    static let pauseNanoseconds: Int64 = 10_000_000_000

    /// How many keep another from being tried now; 0: it may be.
    /// - Parameters:
    ///   - startedAt: of each that hangs, boot time in nanoseconds.
    ///   - settledAt: boot time in nanoseconds at which a card came last.
    ///   - now: boot time in nanoseconds.
    static func inTheWay(startedAt: [Int64], settledAt: Int64, now: Int64) -> Int {
        let ofThisCard = startedAt.count { $0 >= settledAt }
        guard ofThisCard >= most || startedAt.count >= mostInAll, let newest = startedAt.max() else { return 0 }
        return now < newest + pauseNanoseconds ? startedAt.count : 0
    }
}
