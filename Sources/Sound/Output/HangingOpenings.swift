/// Openings of one output that have not come back: a thread stays of each, so that there are only so many at a time.
enum HangingOpenings {
    static let most = 4
    /// After the newest of them, where there are that many.
    static let pauseNanoseconds: Int64 = 10_000_000_000

    /// How many keep another from being tried now; 0: it may be.
    /// - Parameters:
    ///   - startedAt: of each that hangs, boot time in nanoseconds.
    ///   - now: boot time in nanoseconds.
    static func inTheWay(startedAt: [Int64], now: Int64) -> Int {
        guard startedAt.count >= most, let newest = startedAt.max() else { return 0 }
        return now < newest + pauseNanoseconds ? startedAt.count : 0
    }
}
