/// Occurrences of a long absence that are still to be recorded as missed (ALARM-6).
///
/// A clock that steps by two years over 32 habits leaves 12,000 missed occurrences. Neither a ring nor a press may wait
/// for them, so the last two days are settled at once and the dates before them a few at a time, a moment apart. None of
/// these can ring any more. A power cut in that fraction of a second leaves the rest of them without a record.
struct Absence: Hashable, Sendable {
    /// The next date to record; all before it are done.
    private(set) var date: LocalDate
    /// The first date that is not part of the absence.
    let end: LocalDate
    /// The habits that were on, as they were set in the absence. One that is set again meanwhile is armed from then on,
    /// so its dates that are not recorded yet no longer count; after a wipe none do.
    let habits: [Habit]
    /// The reason why their alarms did not ring.
    let cause: NightEntry.Cause
    /// When the next few dates are recorded.
    var deadline: BootTime

    /// Maximum number of occurrences that are recorded for one event; an absence without more is recorded at once.
    static let maximumPerEvent = 256
    /// The pause after an event, in which all others are handled.
    static let pause = TimeSpan.milliseconds(1)

    /// - Returns: nil if the absence is short enough to be recorded at once.
    init?(from date: LocalDate, to end: LocalDate, habits: [Habit], cause: NightEntry.Cause, deadline: BootTime) {
        let days = Int(end.dayNumber) - Int(date.dayNumber)
        guard days > 0, days * habits.count > Absence.maximumPerEvent else { return nil }
        self.date = date
        self.end = end
        self.habits = habits
        self.cause = cause
        self.deadline = deadline
    }

    var isOver: Bool { date >= end }

    /// Returns the next dates to record, as many as one event may take, or all.
    mutating func take(all: Bool) -> [LocalDate] {
        var dates: [LocalDate] = []
        let count = max(1, Absence.maximumPerEvent / max(1, habits.count))
        while !isOver, all || dates.count < count {
            dates.append(date)
            date = date.adding(days: 1)
        }
        return dates
    }
}

extension Agenda {
    /// Splits a long absence from what is searched: the search goes on two days before now.
    mutating func splitAbsence(cause: NightEntry.Cause, at now: Moment) {
        let habits = durable.profile.habits.filter { $0.isOn && durable.armedSince[$0.id] != nil }
        guard let armed = habits.compactMap({ durable.armedSince[$0.id] }).min() else { return }
        let first = max(scanFrom, zone.local(armed).date.adding(days: -1))
        let end = zone.local(now.civil).date.adding(days: -2)
        absence = Absence(from: first, to: end, habits: habits, cause: cause, deadline: now.boot + Absence.pause)
        guard absence != nil else { return }
        settled(through: now.civil)
        refresh()
    }

    /// Occurrences of the absence on a date that have no record, oldest first; at the same instant, habits later in the
    /// profile come first.
    func unrecorded(of absence: Absence, on date: LocalDate, by now: CivilTime) -> [Due] {
        let unrecorded = absence.habits.reversed().compactMap { habit -> Due? in
            guard let since = durable.armedSince[habit.id], let due = due(habit, on: date), due.time >= since,
                due.at <= now, durable.records[due.occurrence] == nil, !isSameMorning(due)
            else { return nil }
            return due
        }
        return unrecorded.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }
}

extension Bedside {
    /// Records the next few dates of a long absence, if it is time to.
    mutating func advanceAbsence(to now: Moment) {
        guard let absence = agenda.absence, absence.deadline <= now.boot else { return }
        recordAbsence(all: false, at: now)
    }

    /// Records the rest of a long absence at once, before the clock or the zone by which it is judged changes.
    mutating func finishAbsence(at now: Moment) {
        recordAbsence(all: true, at: now)
    }

    private mutating func recordAbsence(all: Bool, at now: Moment) {
        guard var absence = agenda.absence else { return }
        for date in absence.take(all: all) {
            for due in agenda.unrecorded(of: absence, on: date, by: now.civil) {
                let record = OccurrenceRecord(occurrence: due.occurrence, due: due.at)
                if due.isSkipped {
                    end(record, as: .skipped, at: now, cause: .owner)
                } else {
                    end(record, as: .missed, at: now, cause: absence.cause)
                }
            }
        }
        absence.deadline = now.boot + Absence.pause
        agenda.absence = absence.isOver ? nil : absence
    }
}
