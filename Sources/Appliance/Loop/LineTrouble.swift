import Sound

/// How often the sound cards ran dry or over while the last conversation's line was open: the driver counts from its start.
struct LineTrouble {
    private var before: SoundCounters?
    private var after: SoundCounters?

    mutating func opened(_ counters: SoundCounters) {
        before = counters
        after = nil
    }

    /// Again: nothing.
    mutating func closed(_ counters: SoundCounters) {
        if before != nil, after == nil { after = counters }
    }

    /// - Parameter counters: as they are now; not looked at once the line is closed.
    /// - Returns: nil: no line was opened yet.
    func count(_ counters: SoundCounters) -> (underruns: Int, overruns: Int)? {
        guard let before else { return nil }
        let end = after ?? counters
        return (end.underruns - before.underruns, end.overruns - before.overruns)
    }
}
