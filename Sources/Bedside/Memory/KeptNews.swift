/// How many things were kept and not announced yet (M-10): said once, in silence, or not at all.
struct KeptNews: Hashable, Sendable {
    private var count = 0
    /// When the news is too old to be told; nil if there is none.
    private var until: BootTime?
    private var from = BootTime.zero
    /// When to check again whether it is silent.
    private(set) var nextCheck: BootTime?

    /// How long it waits for silence.
    private static let patience = TimeSpan.seconds(60)
    /// The silence before it: who pressed Stop hears first that it is silent.
    private static let pause = TimeSpan.seconds(1)

    mutating func add(_ count: Int, at now: BootTime) {
        guard count > 0 else { return }
        self.count += count
        until = now + Self.patience
        from = now + Self.pause
    }

    /// Waits for the silence after a talk, too.
    mutating func waitForSilence(at now: BootTime) {
        if until != nil { from = now + Self.pause }
    }

    mutating func plan(isQuiet: Bool, at now: BootTime) {
        // Recomputed whenever the deadlines are read: in silence, one that lies ahead would never come.
        nextCheck = until.map { until in max(from, isQuiet ? now : min(until, now + .seconds(1))) }
    }

    /// How many things to announce now; nil: none, or it is not the moment. It is dropped if no silence came.
    mutating func tell(isQuiet: Bool, at now: BootTime) -> Int? {
        guard let until, from <= now, isQuiet || now >= until else { return nil }
        defer { self = KeptNews() }
        return isQuiet ? count : nil
    }
}
