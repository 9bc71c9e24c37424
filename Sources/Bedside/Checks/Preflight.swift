/// The evening's look at everything that the morning needs (GUARD-7): when it is due, and what became of the last one.
///
/// An hour before bedtime, or at 21:00 where the evening has none. Which evening a bedtime belongs to: one before noon
/// ends the evening of the day before.
struct Preflight: Hashable, Sendable {
    /// Evenings up to here have been looked at.
    private(set) var lookedUntil: CivilTime
    /// A look was asked for, and the way to the companion has not been told yet.
    var awaitsCompanion = false
    /// The network was missing: when to look for it again.
    var looksAgainAt: BootTime?
    /// A card came or went where one was missed: looked at again from then on.
    private var wantedAt: CivilTime?
    /// Something sounded, or was about to, when it was due: not before then.
    private var postponedUntil: CivilTime?
    /// Computed anew when the calendar's answer may be another.
    private var planned: Plan?

    private struct Plan: Hashable, Sendable {
        /// Nil: none is ahead, or it is skipped.
        var bedtime: CivilTime?
        var hasAlarms: Bool
        var at: CivilTime?
    }

    static let lead = TimeSpan.hours(1)
    static let standardTime = LocalTime(wrappingSecondOfDay: 21 * 3600)
    /// After a start in the evening, a look that was due this long ago is taken still.
    static let latest = TimeSpan.hours(3)
    static let lookAgain = TimeSpan.minutes(15)
    static let postponement = TimeSpan.minutes(5)

    init(now: CivilTime) { lookedUntil = now - Self.latest }

    /// When the next look is due; nil: no alarm is ahead that could fail.
    mutating func plan(_ agenda: Agenda) {
        let bedtime = agenda.upcoming.first { $0.occurrence.habit == .bedtime }.flatMap { $0.isSkipped ? nil : $0.at }
        let hasAlarms = !agenda.upcoming.isEmpty
        if let planned, planned.bedtime == bedtime, planned.hasAlarms == hasAlarms { return }
        planned = Plan(bedtime: bedtime, hasAlarms: hasAlarms, at: hasAlarms ? next(agenda) : nil)
    }

    var at: CivilTime? {
        guard let due = [planned?.at, wantedAt].compactMap({ $0 }).min() else { return nil }
        return postponedUntil.map { max($0, due) } ?? due
    }

    mutating func want(at now: CivilTime) { wantedAt = wantedAt ?? now }

    mutating func postpone(at now: CivilTime) { postponedUntil = now + Self.postponement }

    mutating func looked(at now: CivilTime) {
        // One that was wanted in between is no evening's.
        if let due = planned?.at, due <= now { lookedUntil = now }
        wantedAt = nil
        postponedUntil = nil
        planned = nil
    }

    /// The clock or the zone was changed.
    mutating func forgetPlan(now: CivilTime) {
        lookedUntil = min(lookedUntil, now)
        postponedUntil = nil
        planned = nil
    }

    private func next(_ agenda: Agenda) -> CivilTime? {
        let bedtime = agenda.next(of: .bedtime, after: lookedUntil + Self.lead).map { $0.at - Self.lead }
        let today = agenda.zone.local(lookedUntil).date
        let standard = (0...8).lazy.map { today.adding(days: $0) }
            .filter { !Self.hasBedtime($0, agenda) }
            .compactMap { agenda.zone.instant(of: LocalDateTime(date: $0, time: Self.standardTime)) }
            .first { $0 > lookedUntil }
        return [bedtime, standard].compactMap { $0 }.min()
    }

    private static func hasBedtime(_ evening: LocalDate, _ agenda: Agenda) -> Bool {
        guard let habit = agenda.durable.profile.habit(.bedtime), habit.isOn else { return false }
        return [evening, evening.adding(days: 1)].contains { date in
            guard let due = agenda.due(habit, on: date), !due.isSkipped else { return false }
            let local = agenda.zone.local(due.at)
            return (local.time.hour < 12 ? local.date.adding(days: -1) : local.date) == evening
        }
    }
}

extension Bedside {
    /// Takes the evening's look where it is due.
    mutating func advancePreflight(to now: Moment) {
        if clock == .trusted, let at = preflight.at, at <= now.civil {
            if needsDevices(soonAfter: now.civil) {
                preflight.postpone(at: now.civil)
            } else {
                preflight.looked(at: now.civil)
                look(at: now)
            }
        }
        if let again = preflight.looksAgainAt, again <= now.boot {
            preflight.looksAgainAt = nil
            guard health.isNetworkMissed else { return }
            preflight.awaitsCompanion = true
            emit(.lookAtCompanion(profile.companion))
        }
    }

    /// A card that has one user at a time is no check's while an alarm or a conversation has it, or soon will.
    private func needsDevices(soonAfter now: CivilTime) -> Bool {
        let isNear = agenda.upcoming.first.map { !$0.isSkipped && $0.at - Episode.rehearsal <= now } ?? false
        return isNear || ringing != nil || conversation != nil || playing != nil
    }

    private mutating func look(at now: Moment) {
        // A night's alarms: whatever rings within a day.
        let soon = agenda.upcoming.filter { !$0.isSkipped && $0.at <= now.civil + .hours(24) }
        preflight.awaitsCompanion = true
        // A muted microphone is not even tried (SOUND-4).
        emit(.preflight(soon.map(\.habit), profile.companion, triesMicrophone: !settings.isMicrophoneMuted))
    }

    /// The devices were looked at. A ring in progress knows better whether it is heard.
    mutating func preflightFound(_ failing: [Attention], at now: Moment) {
        let failing = Set(failing).intersection(Health.ofDevices)
        var known: Set<Attention> = ringing == nil ? [] : [.sound]
        // One that is muted was not tried; one that is open had a conversation's user when it was.
        if settings.isMicrophoneMuted || isListening { known.insert(.microphone) }
        health.learn(.devicesChecked(failing: failing, untried: known))
        let words = failing.sorted().map(\.rawValue).joined(separator: ", ")
        note(.preflight, at: now, cause: .timer, detail: words.isEmpty ? "all is well" : words)
        if !failing.isEmpty { emit(.log(.warning, "the evening's look: \(words)")) }
    }

    /// The way to the companion was looked at, for the evening or for an alarm that is near.
    mutating func companionLookedAt(_ failure: ConversationFailure?, at now: Moment) {
        companionIs(failing: failure, isOnlyLookedAt: true)
        guard preflight.awaitsCompanion else { return }
        preflight.awaitsCompanion = false
        health.eveningFoundCompanion()
        guard health.has(.network) else { return }
        preflight.looksAgainAt = now.boot + Preflight.lookAgain
    }

    /// A card came or went: where the evening's look missed one, it is taken again.
    mutating func lookAgainAtDevices(at now: Moment) {
        guard health.isCardMissed else { return }
        preflight.want(at: now.civil)
    }

    /// What would fail the morning, as it is said when bedtime's alarm is answered or stopped; nil: nothing.
    func wordsBeforeSleep(_ habits: [Habit]) -> Phrase? {
        habits.contains { $0.subject == .bedtime } ? wordsBeforeSleep : nil
    }

    var wordsBeforeSleep: Phrase? {
        let reasons = attention
        return reasons.isEmpty ? nil : .beforeSleep(reasons)
    }
}
