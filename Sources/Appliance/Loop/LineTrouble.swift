import Sound

/// Counts how often the sound cards ran dry or over while the last conversation's line was open. The driver's own counters
/// begin at its start.
struct LineTrouble {
    private var before: SoundCounters?
    private var after: SoundCounters?

    mutating func opened(_ counters: SoundCounters) {
        before = counters
        after = nil
    }

    /// Stops counting at these values; does nothing if the line is closed already.
    mutating func closed(_ counters: SoundCounters) {
        if before != nil, after == nil { after = counters }
    }

    /// - Parameter counters: The current values; not used once the line is closed.
    /// - Returns: Nil if no line was opened yet.
    func count(_ counters: SoundCounters) -> (underruns: Int, overruns: Int)? {
        guard let before else { return nil }
        let end = after ?? counters
        return (end.underruns - before.underruns, end.overruns - before.overruns)
    }
}
