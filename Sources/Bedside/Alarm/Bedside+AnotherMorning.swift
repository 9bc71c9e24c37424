/// Decides what a changed zone or a corrected clock means for occurrences that are settled already: which of them ring
/// once more, and which were never due (ALARM-6).
///
/// An occurrence is a habit on a local date. A flight to the west, or a zone that is corrected on the first night,
/// brings the same date again; a flight to the east skips a time. What counts for the owner is the morning, not the
/// date: a local time rings if it comes at least `Agenda.anotherMorning` after the habit's last ring.
extension Bedside {
    /// Applies a changed zone. What the new zone puts before now was never due.
    ///
    /// - Parameter isJustOn: the zone was changed while the power was off. Nobody knows when, so an episode that would
    ///   be on now is still resumed.
    mutating func cross(into rules: ZoneRules, isJustOn: Bool, at now: Moment) {
        if durable.zone != rules.name { write(.zone(rules.name)) }
        agenda.comesAgain = []
        func since(_ habit: Habit) -> CivilTime { isJustOn ? now.civil - habit.episodeSpan : now.civil }
        for habit in profile.habits where habit.isOn { reopen(habit, since: since(habit), at: now) }
        for alarm in durable.oneOffs {
            guard let due = agenda.due(Occurrence(habit: alarm.id, date: alarm.at.date)) else { continue }
            if agenda.isAhead(alarm), due.at <= since(due.habit) { passOver(due, at: now) }
        }
    }

    /// Removes the habit's records that would keep another morning from ringing, and arms the habit from `since` on, so
    /// that what was never due does not count as missed.
    private mutating func reopen(_ habit: Habit, since: CivilTime, at now: Moment) {
        let last = agenda.lastRing(of: habit.id, by: now.civil)
        if durable.lastRings[habit.id] != last { write(.lastRing(habit.id, last)) }
        let records = durable.records.values.filter {
            $0.occurrence.habit == habit.id && ($0.outcome != .skipped || wasSilent($0))
        }
        for record in records.sorted(by: { $0.occurrence < $1.occurrence }) {
            // A silent one was settled at its time, also if it would ring as a net now.
            guard let due = agenda.due(record.occurrence), (wasSilent(record) ? due.time : due.at) > since,
                last.map({ due.at >= $0 + Agenda.anotherMorning }) ?? true
            else { continue }
            if record.outcome == .open {
                agenda.comesAgain.insert(record.occurrence)
            } else {
                write(.removeRecord(record.occurrence))
            }
        }
        if let armed = durable.armedSince[habit.id], armed < since { write(.armedSince(habit.id, since)) }
    }

    /// Whether it did not ring because the habit was silent (F-2), and not because this one was skipped. Such a one may
    /// come again like any other: the owner may have ended the silence by then.
    func wasSilent(_ record: OccurrenceRecord) -> Bool {
        record.outcome == .skipped && record.occurrence.habit.oneOffNumber == nil
            && durable.exceptions[record.occurrence] != .skip
    }

    /// Settles a one-off alarm whose time the new zone puts in the past: it was never due, and is not missed. Another
    /// change of the zone may bring it up again.
    private mutating func passOver(_ due: Due, at now: Moment) {
        var record = OccurrenceRecord(occurrence: due.occurrence, due: due.at)
        record.outcome = .skipped
        record.endedAt = now.civil
        write(.record(record))
        note(.skipped, at: now, due.occurrence, cause: .clock)
    }

    /// Marks the occurrence of an open episode whose local time in the new zone is another morning. It is reopened when
    /// the episode ends, like the occurrence of an episode that had ended before the zone changed.
    mutating func expectAgain(_ record: OccurrenceRecord) {
        guard let due = agenda.due(record.occurrence), due.at >= agenda.lastRing(in: record) + Agenda.anotherMorning
        else {
            return
        }
        agenda.comesAgain.insert(record.occurrence)
    }

    /// Reopens the occurrence of an episode that has ended, if its local time in the new zone is still ahead.
    mutating func reopenEnded(_ occurrence: Occurrence, at now: Moment) {
        guard agenda.comesAgain.remove(occurrence) != nil, let due = agenda.due(occurrence), due.at > now.civil,
            let last = agenda.lastRing(of: occurrence.habit, by: now.civil), due.at >= last + Agenda.anotherMorning
        else { return }
        write(.lastRing(occurrence.habit, last))
        write(.removeRecord(occurrence))
        agenda.refresh(occurrence.habit)
    }

    /// Withdraws episodes that began while the clock was hours ahead, once it is corrected: their time comes again.
    mutating func withdrawEpisodesAhead(at now: Moment) {
        guard episodes.contains(where: { agenda.isFarAhead($0.record, of: now.civil) }) else { return }
        if let newest = ringing, agenda.isFarAhead(newest.record, of: now.civil) { quietNewest(at: now, cause: .clock) }
        let withdrawn = episodes.map(\.record).filter { agenda.isFarAhead($0, of: now.civil) }
        for record in withdrawn {
            episodes.removeAll { $0.occurrence == record.occurrence }
            agenda.comesAgain.remove(record.occurrence)
            write(.removeRecord(record.occurrence))
        }
    }

    /// Removes what was recorded for days that are yet to come: a time server shows that the clock was days ahead then.
    mutating func forgiveFalse(at now: Moment) {
        let ahead = durable.records.values.filter { record in
            guard record.outcome != .open, record.outcome != .skipped || wasSilent(record) else { return false }
            return agenda.due(record.occurrence).map { $0.at - now.civil >= .days(1) } ?? false
        }
        for record in ahead.sorted(by: { $0.occurrence < $1.occurrence }) { write(.removeRecord(record.occurrence)) }
    }
}

extension Agenda {
    /// When the habit last rang, or was settled by its owner without a ring; nil if nothing of it is recorded.
    func lastRing(of id: HabitID, by now: CivilTime) -> CivilTime? {
        let recorded = durable.records.values.compactMap { record -> CivilTime? in
            guard record.occurrence.habit == id else { return nil }
            switch record.outcome {
            case .skipped: return nil
            case .missed where record.committedFollowUp == nil: return nil
            case .missed, .open, .answered, .dismissed, .unaided: return lastRing(in: record)
            }
        }
        return (recorded + [durable.lastRings[id]].compactMap { $0 }).filter { $0 <= now }.max()
    }

    func lastRing(in record: OccurrenceRecord) -> CivilTime {
        let interval = durable.profile.habit(record.occurrence.habit)?.followUpInterval ?? .minutes(1)
        return record.due + interval * (record.committedFollowUp ?? 0)
    }

    /// Whether a local time in a new zone belongs to a morning for which the habit has rung already.
    func isSameMorning(_ due: Due) -> Bool {
        guard !due.isMoved, let last = durable.lastRings[due.occurrence.habit] else { return false }
        return due.at > last && due.at < last + Agenda.anotherMorning
    }

    /// Whether the occurrence falls due so long after `now` that the rings in its record were caused by a wrong clock.
    func isFarAhead(_ record: OccurrenceRecord, of now: CivilTime) -> Bool {
        guard let due = due(record.occurrence) else { return false }
        return due.at - now >= Agenda.anotherMorning
    }
}
