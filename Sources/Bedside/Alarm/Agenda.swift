/// One occurrence that has not been settled yet, and when it is due.
public struct Due: Hashable, Sendable {
    public var occurrence: Occurrence
    public var at: CivilTime
    /// The habit in force; for a one-off alarm a copy of the one that it is like, under the alarm's own name.
    public var habit: Habit
    public var isSkipped: Bool
    public var isMoved: Bool
    public var isOneOff: Bool
}

/// When habits are due: the calendar side of the rules (ALARM-1, -6, -13). Everything is computed from what is durable
/// and the zone's rules; an occurrence with a record is settled and never comes up again.
struct Agenda: Hashable, Sendable {
    var durable: Durable
    var zone: ZoneRules
    /// The occurrence whose main ring is on disk and loaded, before it is due: it has a record, and is unsettled still.
    var prepared: Occurrence?
    /// What was last checked ahead of its alarm (ALARM-12).
    var checked: Occurrence?
    /// When habits were set while the clock was not trusted.
    var armedAtBoot: [HabitID: BootTime] = [:]
    /// No unsettled occurrence lies before this date.
    private(set) var scanFrom: LocalDate
    /// The first unsettled occurrence of each habit and one-off alarm, by due time; at the same, the last of the profile
    /// first.
    private(set) var upcoming: [Due] = []

    /// Occurrences whose episode was open while the zone changed, and that fall due once more by the new zone: settled
    /// for the old zone only when that episode ends.
    var comesAgain: Set<Occurrence> = []
    /// Decides whether a time has certainly passed.
    var steady: SteadyTime
    /// The day on which old records were last looked for.
    var recordsForgottenOn: LocalDate?

    /// What was due more than this long ago, while the device was off, is no longer recorded one by one; nor is a record
    /// kept for longer.
    static let maximumAbsenceDays = 400
    /// Old records that one day removes at most.
    static let forgottenAtOnce = 64
    /// A local time that comes again this long after the habit's last ring is another morning (ALARM-6).
    static let anotherMorning = TimeSpan.hours(4)

    init(durable: Durable, zone: ZoneRules, now: CivilTime) {
        self.durable = durable
        self.zone = zone
        steady = SteadyTime(since: now, isSynchronized: false)
        scanFrom = zone.local(now).date
    }

    /// Looks again from the last write (or `now`, whichever is earlier): after a start, a set clock, a new zone.
    mutating func rescan(now: CivilTime) {
        let today = zone.local(now).date
        let since = durable.lastWritten.map { min($0, now) } ?? now
        scanFrom = max(zone.local(since).date.adding(days: -2), today.adding(days: -Agenda.maximumAbsenceDays))
        refresh()
    }

    /// Forgets the past up to `now`: everything due by then has been settled.
    mutating func settled(through now: CivilTime) {
        let horizon = zone.local(now).date.adding(days: -2)
        if horizon > scanFrom { scanFrom = horizon }
    }

    /// Finds the first unsettled occurrence of everything anew.
    mutating func refresh() {
        upcoming = durable.profile.habits.compactMap(firstUnsettled) + durable.oneOffs.compactMap(firstUnsettled)
        order()
    }

    /// The same for one habit or one-off alarm.
    ///
    /// - Parameter date: all before it is known to be settled; nil: looks at all that may not be. A long absence settles
    ///   hundreds of days one after the other, and would look at those behind it each time.
    mutating func refresh(_ id: HabitID, from date: LocalDate? = nil) {
        upcoming.removeAll { $0.occurrence.habit == id }
        if let habit = durable.profile.habit(id) {
            if let due = firstUnsettled(habit, from: date) { upcoming.append(due) }
        } else if let alarm = durable.oneOffs.first(where: { $0.id == id }), let due = firstUnsettled(alarm) {
            upcoming.append(due)
        }
        order()
    }

    /// The nearest occurrence after `now` that will ring (ALARM-9).
    func next(after now: CivilTime) -> Due? {
        var best: Due?
        for due in upcoming {
            guard let candidate = ringing(due, after: now) else { continue }
            if let known = best, known.at <= candidate.at { continue }
            best = candidate
        }
        return best
    }

    /// The nearest occurrence of one habit after `now`; skipped ones only where asked for.
    func next(of id: HabitID, after now: CivilTime, includingSkipped: Bool = false) -> Due? {
        guard let due = upcoming.first(where: { $0.occurrence.habit == id }) else { return nil }
        return includingSkipped && due.at > now ? due : ringing(due, after: now)
    }

    /// The occurrence of a habit whose due time is nearest to an instant, within twelve hours (ALARM-13).
    func nearest(of habit: Habit, to instant: CivilTime) -> Due? {
        let date = zone.local(instant).date
        return (-1...1).compactMap { due(habit, on: date.adding(days: $0), ignoringMove: true) }
            .filter { abs(distance($0.at, instant)) <= TimeSpan.hours(12).nanoseconds }
            .filter { isUnsettled($0.occurrence) }
            .min { abs(distance($0.at, instant)) < abs(distance($1.at, instant)) }
    }

    /// When a habit is due on a date, whatever has become of it; nil on days that are not its own or do not exist.
    func due(_ habit: Habit, on date: LocalDate, ignoringMove: Bool = false) -> Due? {
        let occurrence = Occurrence(habit: habit.id, date: date)
        let exception = durable.exceptions[occurrence]
        if case .move(let target) = exception, !ignoringMove {
            guard let at = zone.instant(of: target) else { return nil }
            var moved = habit
            moved.at = target.time
            return Due(occurrence: occurrence, at: at, habit: moved, isSkipped: false, isMoved: true, isOneOff: false)
        }
        guard habit.days.contains(date.weekday),
            let at = zone.instant(of: LocalDateTime(date: date, time: habit.at))
        else { return nil }
        return Due(
            occurrence: occurrence, at: at, habit: habit, isSkipped: exception == .skip, isMoved: false,
            isOneOff: false)
    }

    /// The habit as it rings: a one-off alarm borrows from the habit that it is like.
    func habit(for occurrence: Occurrence) -> Habit? {
        if let habit = durable.profile.habit(occurrence.habit) { return habit }
        return durable.oneOffs.first { $0.id == occurrence.habit }.flatMap { due($0) }?.habit
    }

    /// By the zone now in force; nil: there is no such habit or alarm on that day.
    func due(_ occurrence: Occurrence) -> Due? {
        if let habit = durable.profile.habit(occurrence.habit) { return due(habit, on: occurrence.date) }
        return durable.oneOffs.first { $0.id == occurrence.habit }.flatMap(due)
    }

    private func due(_ alarm: OneOffAlarm) -> Due? {
        let occurrence = Occurrence(habit: alarm.id, date: alarm.at.date)
        guard let at = zone.instant(of: alarm.at) else { return nil }
        var habit = durable.profile.habit(alarm.like) ?? Habit(id: alarm.like, at: alarm.at.time)
        habit.guardsAgainstSleep = habit.guardsAgainstSleep && habit.id == .wake
        habit.id = alarm.id
        habit.isOn = true
        habit.at = alarm.at.time
        return Due(occurrence: occurrence, at: at, habit: habit, isSkipped: false, isMoved: false, isOneOff: true)
    }

    /// Whether a one-off alarm is still to ring.
    func isAhead(_ alarm: OneOffAlarm) -> Bool { isUnsettled(Occurrence(habit: alarm.id, date: alarm.at.date)) }

    private func isUnsettled(_ occurrence: Occurrence) -> Bool {
        durable.records[occurrence] == nil || occurrence == prepared
    }

    private func firstUnsettled(_ alarm: OneOffAlarm) -> Due? {
        due(alarm).flatMap { isUnsettled($0.occurrence) ? $0 : nil }
    }

    private func firstUnsettled(_ habit: Habit) -> Due? { firstUnsettled(habit, from: nil) }

    private func firstUnsettled(_ habit: Habit, from settled: LocalDate?) -> Due? {
        guard habit.isOn, let since = durable.armedSince[habit.id] else { return nil }
        var date = max(scanFrom, zone.local(since).date.adding(days: -1))
        if let settled { date = max(date, settled) }
        for _ in 0..<(Agenda.maximumAbsenceDays + 40) {
            if let due = due(habit, on: date), due.at >= since, isUnsettled(due.occurrence), !isSameMorning(due) {
                return due
            }
            date = date.adding(days: 1)
        }
        return nil
    }

    /// `due` itself, or the habit's next one after it that is neither past nor skipped.
    private func ringing(_ due: Due, after now: CivilTime) -> Due? {
        if due.at > now, !due.isSkipped { return due }
        guard !due.isOneOff else { return nil }
        guard let habit = durable.profile.habit(due.occurrence.habit) else { return nil }
        var date = due.occurrence.date
        for _ in 0..<(Agenda.maximumAbsenceDays + 40) {
            date = date.adding(days: 1)
            if let later = self.due(habit, on: date), later.at > now, !later.isSkipped,
                isUnsettled(later.occurrence)
            {
                return later
            }
        }
        return nil
    }

    private mutating func order() {
        guard upcoming.count > 1 else { return }
        let habits = durable.profile.habits
        let ranked = upcoming.map { due in
            (due: due, rank: habits.firstIndex { $0.id == due.occurrence.habit } ?? habits.count)
        }
        // At the same instant the last one begun owns the rings: that is the first of the profile, wake before all.
        upcoming = ranked.sorted { ($0.due.at, -$0.rank) < ($1.due.at, -$1.rank) }.map(\.due)
    }

    private func distance(_ a: CivilTime, _ b: CivilTime) -> Int64 { (a - b).nanoseconds }
}
