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

    /// How long a clock that no time server keeps has to run before days are believed to have passed.
    private static let trial = TimeSpan.days(1)

    /// The earliest time at which something may be reduced that nothing brings back: once a time server keeps the clock,
    /// or it has run for a day since it was last set.
    func earliestLoss(at now: Moment) -> CivilTime { isSynchronized ? now.civil : since + Self.trial }

    mutating func clockChanged(isStep: Bool, isSynchronized: Bool, at now: Moment) {
        self.isSynchronized = isSynchronized
        if isStep { since = now.civil }
    }

    /// Whether `time` is certainly at least `span` ago.
    func hasPassed(_ time: CivilTime, by span: TimeSpan, at now: Moment) -> Bool {
        now.civil - time >= span && (isSynchronized || time >= since)
    }

    /// Whether the clock has not been set for at least `span`, or a time server keeps it.
    func hasRun(for span: TimeSpan, at now: Moment) -> Bool { isSynchronized || now.civil - since >= span }
}

extension Bedside {
    /// The owner's date, where something may be destroyed for good because of it: a time server keeps the clock, or it
    /// has run for a day since the start and since it was last set. Nil until then: it may be ahead.
    public func steadyDate(at now: Moment) -> LocalDate? {
        guard clock == .trusted, agenda.steady.hasRun(for: .days(1), at: now) else { return nil }
        return zone.local(now.civil).date
    }
}
