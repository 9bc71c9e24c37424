/// Remembers when the civil clock was last set, so that nothing is forgotten because it was ahead for a while.
///
/// If the clock is days or years ahead for a minute, everything in between looks past. Things to be forgotten in time
/// (one-off alarms, moves, skips, records) are therefore removed only if their time came after the last step of the
/// clock, or if a time server keeps the clock (ALARM-6, ALARM-13).
struct SteadyTime: Hashable, Sendable {
    /// Civil time of the program's start, or after the clock's last step.
    private var since: CivilTime
    /// Whether a time server keeps the clock.
    private(set) var isSynchronized: Bool

    init(since: CivilTime, isSynchronized: Bool) {
        self.since = since
        self.isSynchronized = isSynchronized
    }

    mutating func clockChanged(isStep: Bool, isSynchronized: Bool, at now: Moment) {
        self.isSynchronized = isSynchronized
        if isStep { since = now.civil }
    }

    /// Whether `time` is certainly at least `span` ago.
    func hasPassed(_ time: CivilTime, by span: TimeSpan, at now: Moment) -> Bool {
        now.civil - time >= span && (isSynchronized || time >= since)
    }
}
