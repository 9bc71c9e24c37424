/// Plays a soft sound that grows, and shows a light, for ten minutes before the wake alarm, as a feature (S-2).
///
/// Off unless the owner switched it on. It does not count as a ring: nothing is recorded, and the alarm rings at its time
/// whether or not this worked. Start or Stop ends it for that morning.
struct Dawn: Feature {
    typealias Event = Never
    typealias Effect = Never
    typealias Change = Never
    typealias Command = Never

    private var tryAt: CivilTime?
    /// The alarm that it was last begun for, whether or not it still sounds. At another time it has a dawn of its own.
    private var begunFor: ScheduledRing?
    /// The alarm before which a button ended it.
    private var endedFor: ScheduledRing?
    private var triedAt: CivilTime?

    static let span = TimeSpan.minutes(10)
    /// Something else sounds, or no output works.
    private static let retry = TimeSpan.seconds(30)

    var deadline: Deadline { Deadline(civil: tryAt) }

    mutating func plan(in context: FeatureContext) {
        let (due, now) = (Self.due(in: context), context.now.civil)
        guard !context.isDawn else {
            tryAt = isStill(due, at: now) ? nil : now
            return
        }
        guard let due, endedFor != ScheduledRing(due) else {
            tryAt = nil
            return
        }
        let begins = due.at - Self.span
        // A time that was tried before a clock was set back says nothing.
        let again = triedAt.flatMap { $0 <= now ? $0 + Self.retry : nil }
        tryAt = again.map { max($0, begins) } ?? begins
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now.civil
        guard context.isClockTrusted, let tryAt, tryAt <= now else { return FeatureOutput() }
        self.tryAt = nil
        let due = Self.due(in: context)
        if context.isDawn {
            return isStill(due, at: now) ? FeatureOutput() : FeatureOutput(requests: [.endDawn])
        }
        guard let due, due.at > now, due.at - Self.span <= now, endedFor != ScheduledRing(due) else {
            return FeatureOutput()
        }
        triedAt = now
        guard context.isQuiet, context.isFree, context.output != nil else { return FeatureOutput() }
        begunFor = ScheduledRing(due)
        return FeatureOutput(requests: [.beginDawn(due.at - now)])
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        guard case .pressed(let button) = notice, button == .start || button == .stop,
            let due = Self.due(in: context), due.at - Self.span <= context.now.civil
        else { return FeatureOutput() }
        endedFor = ScheduledRing(due)
        return FeatureOutput()
    }

    /// Whether what sounds is for this alarm: it may have been moved, or the clock set back.
    private func isStill(_ due: Due?, at now: CivilTime) -> Bool {
        due.map { begunFor == ScheduledRing($0) && $0.at - Self.span <= now } ?? false
    }

    /// The next alarm that has a dawn. A net has none: it rings only if nothing shows that the owner is up.
    private static func due(in context: FeatureContext) -> Due? {
        guard context.isClockTrusted else { return nil }
        return context.calendar.upcoming.first { comes(before: $0) && $0.at > context.now.civil }
    }

    static func comes(before due: Due) -> Bool { due.habit.hasDawn && !due.isSkipped && !due.isNet }
}
