/// Remembers when the civil clock was last set, so that nothing is forgotten because it was ahead for a while.
///
/// A clock that is days or years ahead for a minute makes everything between look past. What is confirmed (one-off alarms,
/// moves, skips) and what was recorded is therefore forgotten only where the boot clock itself has seen the time pass, or
/// a time server keeps the clock (ALARM-6, ALARM-13).
struct SteadyTime: Hashable, Sendable {
    /// The start of the program, or the last step of the civil clock.
    private var since: CivilTime
    private var isSynchronized: Bool

    init(since: CivilTime, isSynchronized: Bool) {
        self.since = since
        self.isSynchronized = isSynchronized
    }

    mutating func clockChanged(isStep: Bool, isSynchronized: Bool, at now: Moment) {
        self.isSynchronized = isSynchronized
        if isStep { since = now.civil }
    }

    /// Whether `time` certainly lies at least `span` back.
    func hasPassed(_ time: CivilTime, by span: TimeSpan, at now: Moment) -> Bool {
        now.civil - time >= span && (isSynchronized || time >= since)
    }
}
