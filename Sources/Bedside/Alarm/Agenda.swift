/// One occurrence that has not been settled yet, and when it is due.
public struct Due: Hashable, Sendable {
    public var occurrence: Occurrence
    /// When it rings, if nothing settles it before.
    public var at: CivilTime
    /// The habit's own time; a net rings later (FADE-1).
    public var time: CivilTime
    /// The habit as it applies on that date; for a one-off alarm, a copy of the habit that it is like, with the alarm's
    /// own identifier.
    public var habit: Habit
    /// Whether it does not ring: the owner skips it, or wants the habit to be silent.
    public var isSkipped: Bool
    public var isMoved: Bool
    public var isOneOff: Bool
    /// Whether the owner wants the habit to be silent (F-2).
    public var isSilent = false

    /// Whether it rings after its time, and only if there was no sign of life.
    public var isNet: Bool { at != time }

    /// Whether it is one soft chime (F-11).
    var isSoft: Bool { isNet && Net.isSoft(occurrence.habit) }
}

/// An alarm at one time: moved to another time, it is another one.
struct ScheduledRing: Hashable, Sendable {
    let occurrence: Occurrence
    let at: CivilTime

    init(_ due: Due) { (occurrence, at) = (due.occurrence, due.at) }
}

/// Computes when habits and one-off alarms are due: the calendar side of the rules (ALARM-1, ALARM-6, ALARM-13).
///
/// Everything follows from the durable state and the zone's rules. An occurrence (a habit on a local date) is unsettled
/// until it has a record; a settled one never comes up again, unless its record is removed because of a corrected clock
/// or a new zone. `upcoming` holds the first unsettled occurrence of each habit and one-off alarm. The machine settles
/// those that have fallen due, oldest first, and refreshes the habit after each.
struct Agenda: Hashable, Sendable {
    var durable: Durable
    var zone: ZoneRules
    /// The occurrence whose main ring is on disk and loaded although it is not due yet: it has a record and still
    /// counts as unsettled.
    var prepared: Occurrence?
    /// The alarm for which the check before it was last made (ALARM-12); at another time it is checked again.
    var checked: ScheduledRing?
    /// When each habit was last set; needed if the civil clock was not trusted then.
    var armedAtBoot: [HabitID: BootTime] = [:]
    /// No unsettled occurrence lies before this date.
    private(set) var scanFrom: LocalDate
    /// The first unsettled occurrence of each habit and one-off alarm, by due time; at the same time, habits later in
    /// the profile come first.
    private(set) var upcoming: [Due] = []

    /// Occurrences whose episode was open when the zone changed and whose time is another morning in the new zone: they
    /// are reopened when that episode ends.
    var comesAgain: Set<Occurrence> = []
    /// When those of them last rang whose episodes ended while the clock put their time in the past. Forgotten at a
    /// restart.
    var rangAtBoot: [Occurrence: BootTime] = [:]
    /// What has rung, by the boot clock: no step of the civil clock changes that.
    struct RingBefore: Hashable, Sendable {
        var record: OccurrenceRecord
        /// When it last rang.
        var rangAt: BootTime
        /// When it was due, in the zone of then.
        var dueAt: CivilTime?
    }
    /// The last ones of this run, with what a clock that was set back has put ahead again.
    var rangBefore: [Occurrence: RingBefore] = [:]
    /// Those that ring again, so that their records were removed. Forgotten at a restart.
    var armedAgain: [Occurrence: RingBefore] = [:]
    /// Open occurrences whose owner asked for another time today while they were held.
    var askedForLater: Set<Occurrence> = []
    /// The missed alarms that the light stands for; nil if it was on at the start, when nobody knows for which.
    var unseenMisses: Set<Occurrence>?
    /// What a long absence left to be recorded; nil outside of it.
    var absence: Absence?
    /// Decides whether a time has certainly passed.
    var steady: SteadyTime
    /// When the device began to follow the calendar: at its start, or when it trusted the clock. It saw no sign of life
    /// before that.
    var followedSince: CivilTime
    /// The date on which old records were last searched for.
    var recordsForgottenOn: LocalDate?

    /// Maximum absence whose missed occurrences are recorded one by one; also how long records are kept.
    static let maximumAbsenceDays = 400
    /// How many dates are searched for a next occurrence: a whole absence, and the weeks after it in which a habit of one
    /// weekday comes again.
    static let searchedDates = maximumAbsenceDays + 40
    /// How many rings of this run are remembered.
    static let rememberedRings = 64
    /// How many one-off alarms may be ahead at once.
    static let maximumOneOffsAhead = 16
    /// How many one-off alarms are kept that have rung.
    static let keptOneOffs = 2 * maximumOneOffsAhead
    /// How far from its own time an occurrence may be moved (ALARM-13).
    static let moveReach = TimeSpan.hours(12)
    /// The same for a time of day on the day before its own, without a date.
    static let moveReachBackOverMidnight = TimeSpan.hours(6)
    /// Maximum number of old records that are removed on one day.
    static let forgottenAtOnce = 64
    /// A local time that comes at least this long after the habit's last ring is another morning (ALARM-6).
    static let anotherMorning = TimeSpan.hours(4)
    /// `anotherMorning` where no time server keeps the clock: a clock that was half a day ahead, less the time of a
    /// ring that was answered late.
    static let aboutHalfADay = TimeSpan.hours(11)

    init(durable: Durable, zone: ZoneRules, now: CivilTime) {
        self.durable = durable
        self.zone = zone
        steady = SteadyTime(since: now, isSynchronized: false)
        followedSince = now
        unseenMisses = durable.settings.hasUnseenMiss ? nil : []
        scanFrom = zone.local(now).date
    }

    /// Searches again from the last write or from `now`, whichever is earlier: after a start, a set clock or a new
    /// zone.
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

    /// Finds the first unsettled occurrence of every habit and one-off alarm again.
    mutating func refresh() {
        upcoming = durable.profile.habits.compactMap(firstUnsettled) + durable.oneOffs.compactMap(firstUnsettled)
        order()
    }

    /// Finds the first unsettled occurrence of one habit or one-off alarm again.
    ///
    /// - Parameter date: everything before it is known to be settled; nil: search everything that may be unsettled.
    ///   After a long absence, hundreds of days are settled one after the other; without `date`, each of them would
    ///   search all the days before it again.
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

    /// The nearest occurrence of one habit after `now`; skipped ones only if asked for.
    func next(of id: HabitID, after now: CivilTime, includingSkipped: Bool = false) -> Due? {
        guard let due = upcoming.first(where: { $0.occurrence.habit == id }) else { return nil }
        return ringing(due, after: now, includingSkipped: includingSkipped)
    }

    /// When a habit is to ring on these dates, after `now`.
    func rings(of id: HabitID, on dates: Set<LocalDate>, after now: CivilTime) -> [CivilTime] {
        guard let habit = durable.profile.habit(id), habit.isOn, durable.armedSince[id] != nil else { return [] }
        return dates.compactMap { due(habit, on: $0) }
            .filter { $0.at > now && !$0.isSkipped && isUnsettled($0.occurrence) && !isSameMorning($0) }
            .map(\.at)
    }

    /// The nearest occurrence of a habit after `now` that its owner may move (ALARM-13). If the habit is silent (F-2),
    /// that is also one that would not ring: a time that is asked for once rings.
    func movable(_ habit: Habit, after now: CivilTime) -> Due? {
        let rings = next(of: habit.id, after: now)
        guard durable.fading.silence(of: habit) != nil,
            let first = upcoming.first(where: { $0.occurrence.habit == habit.id })
        else { return rings }
        var date = first.occurrence.date
        for _ in 0..<Agenda.searchedDates {
            if let due = due(habit, on: date), due.at > now, !due.isMoved, isUnsettled(due.occurrence),
                durable.exceptions[due.occurrence] != .skip
            {
                return rings.map { $0.at < due.at ? $0 : due } ?? due
            }
            date = date.adding(days: 1)
        }
        return rings
    }

    /// The unsettled occurrence of a habit whose due time is nearest to an instant, within the reach of a move.
    func nearest(of habit: Habit, to instant: CivilTime) -> Due? {
        let date = zone.local(instant).date
        return (-1...1).compactMap { due(habit, on: date.adding(days: $0), ignoringMove: true) }
            .filter { abs(distance($0.at, instant)) <= Self.moveReach.nanoseconds }
            .filter { isUnsettled($0.occurrence) }
            .min { abs(distance($0.at, instant)) < abs(distance($1.at, instant)) }
    }

    /// When a habit is due on a date, settled or not; nil if the habit does not ring on that weekday, or if the zone
    /// skips that date.
    func due(_ habit: Habit, on date: LocalDate, ignoringMove: Bool = false) -> Due? {
        let occurrence = Occurrence(habit: habit.id, date: date)
        let exception = durable.exceptions[occurrence]
        if case .move(let target) = exception, !ignoringMove {
            guard let at = zone.instant(of: target) else { return nil }
            var moved = habit
            moved.at = target.time
            // The owner asked for exactly this time, so no net delays it.
            return Due(
                occurrence: occurrence, at: at, time: at, habit: moved, isSkipped: false, isMoved: true,
                isOneOff: false)
        }
        guard habit.days.contains(date.weekday),
            let at = zone.instant(of: LocalDateTime(date: date, time: habit.at))
        else { return nil }
        let (level, isSilent) = (durable.fading.level(of: habit.id), durable.fading.silence(of: habit) != nil)
        // What does not ring is settled at its time, so that a silence which ends meanwhile brings back no past alarm.
        let delay = isSilent ? .zero : netDelay(habit, at: level, from: at, on: date)
        return Due(
            occurrence: occurrence, at: at + delay, time: at, habit: delay > .zero ? softened(habit) : habit,
            isSkipped: exception == .skip || isSilent,
            isMoved: false, isOneOff: false, isSilent: isSilent)
    }

    /// How long after its time on a date a habit rings at a level. The owner's latest time is an instant of that day: if
    /// daylight saving skips it, the first one after the gap (ALARM-6).
    private func netDelay(
        _ habit: Habit, at level: FadingLevel, from time: CivilTime, on date: LocalDate
    ) -> TimeSpan {
        let delay = Net.delay(habit, at: level)
        guard delay > .zero, let latest = habit.latest else { return delay }
        let day = latest < habit.at ? date.adding(days: 1) : date
        guard let until = zone.instant(of: LocalDateTime(date: day, time: latest)) else { return delay }
        return max(.zero, min(delay, until - time))
    }

    /// The habit's own time of an occurrence that is over. Where the habit called as a net, its record has a later one.
    func ownTime(of record: OccurrenceRecord) -> CivilTime {
        let date = record.occurrence.date
        guard let standing = durable.fading.standings[record.occurrence.habit],
            standing.level.isNet || standing.wasStepDown == true,
            let habit = durable.profile.habit(record.occurrence.habit), let due = due(habit, on: date), !due.isMoved
        else { return record.due }
        let delays = [FadingLevel.net, .graduated].map { netDelay(habit, at: $0, from: due.time, on: date) }
        return delays.contains(record.due - due.time) ? due.time : record.due
    }

    /// Whether signs of life could be seen whenever they count: a net says nothing of its owner if the power was off at the
    /// habit's time, or in the half hour before (FADE-2).
    func isWatched(_ due: Due) -> Bool { !due.isNet || followedSince <= due.time - Net.window }

    /// Whether the habit is silent at its owner's wish (F-2).
    func isSilent(_ id: HabitID) -> Bool {
        durable.profile.habit(id).map { durable.fading.silence(of: $0) != nil } ?? false
    }

    /// The habit as it rings: a one-off alarm borrows from the habit that it is like.
    func habit(for occurrence: Occurrence) -> Habit? {
        if let habit = durable.profile.habit(occurrence.habit) {
            return due(occurrence)?.isSoft == true ? softened(habit) : habit
        }
        return durable.oneOffs.first { $0.id == occurrence.habit }.flatMap { due($0) }?.habit
    }

    /// The habit as its net calls: for any but `wake` one soft chime without follow-ups (F-11).
    private func softened(_ habit: Habit) -> Habit {
        guard Net.isSoft(habit.id) else { return habit }
        var soft = habit
        soft.followUps = 0
        return soft
    }

    /// When an occurrence is due in the zone now in force; nil if that habit or alarm does not ring on that date.
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
        return Due(
            occurrence: occurrence, at: at, time: at, habit: habit, isSkipped: false, isMoved: false, isOneOff: true)
    }

    /// Whether a one-off alarm has yet to ring.
    func isAhead(_ alarm: OneOffAlarm) -> Bool { isUnsettled(Occurrence(habit: alarm.id, date: alarm.at.date)) }

    private func isUnsettled(_ occurrence: Occurrence) -> Bool {
        durable.records[occurrence] == nil || occurrence == prepared
    }

    private func firstUnsettled(_ alarm: OneOffAlarm) -> Due? {
        due(alarm).flatMap { isUnsettled($0.occurrence) ? $0 : nil }
    }

    private func firstUnsettled(_ habit: Habit) -> Due? { firstUnsettled(habit, from: nil) }

    /// The earliest one by its time: what was moved may come after the occurrence of a later date.
    private func firstUnsettled(_ habit: Habit, from settled: LocalDate?) -> Due? {
        guard habit.isOn, let since = durable.armedSince[habit.id] else { return nil }
        var date = max(scanFrom, zone.local(since).date.adding(days: -1))
        let moved = moved(habit).filter { $0.occurrence.date >= date && $0.at >= since }
            .min(by: Self.comesFirst)
        if let settled { date = max(date, settled) }
        for _ in 0..<Agenda.searchedDates {
            if let due = due(habit, on: date), !due.isMoved, due.at >= since, isUnsettled(due.occurrence),
                !isSameMorning(due)
            {
                return moved.map { $0.at < due.at ? $0 : due } ?? due
            }
            date = date.adding(days: 1)
        }
        return moved
    }

    /// `due` itself, or the habit's next occurrence after it that is neither past nor skipped.
    private func ringing(_ due: Due, after now: CivilTime, includingSkipped: Bool = false) -> Due? {
        if due.at > now, includingSkipped || !due.isSkipped { return due }
        guard !due.isOneOff else { return nil }
        guard let habit = durable.profile.habit(due.occurrence.habit) else { return nil }
        if durable.fading.silence(of: habit) != nil {
            // A time that was asked for once rings.
            return moved(habit).filter { $0.at > now }.min(by: Self.comesFirst)
        }
        var date = due.occurrence.date
        for _ in 0..<Agenda.searchedDates {
            date = date.adding(days: 1)
            if let later = self.due(habit, on: date), later.at > now, includingSkipped || !later.isSkipped,
                isUnsettled(later.occurrence)
            {
                return later
            }
        }
        return nil
    }

    /// Whether one comes before another by its time, and at the same time by its date.
    private static func comesFirst(_ a: Due, _ b: Due) -> Bool { (a.at, a.occurrence) < (b.at, b.occurrence) }

    /// The unsettled occurrences of a habit that the owner moved, in no order.
    private func moved(_ habit: Habit) -> [Due] {
        durable.exceptions.keys.filter { $0.habit == habit.id }
            .compactMap { due(habit, on: $0.date) }
            .filter { $0.isMoved && isUnsettled($0.occurrence) }
    }

    private mutating func order() {
        guard upcoming.count > 1 else { return }
        let habits = durable.profile.habits
        let ranked = upcoming.map { due in
            (due: due, rank: habits.firstIndex { $0.id == due.occurrence.habit } ?? habits.count)
        }
        // Among occurrences at the same instant, the last one to begin owns the rings. So the first habit of the profile
        // comes last: wake rings rather than any other.
        upcoming = ranked.sorted { ($0.due.at, -$0.rank) < ($1.due.at, -$1.rank) }.map(\.due)
    }

    private func distance(_ a: CivilTime, _ b: CivilTime) -> Int64 { (a - b).nanoseconds }
}
