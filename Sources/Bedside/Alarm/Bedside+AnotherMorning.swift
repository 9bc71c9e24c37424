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
        agenda.rangAtBoot = [:]
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
                removeReopened(record.occurrence)
            }
        }
        if let armed = durable.armedSince[habit.id], armed < since { write(.armedSince(habit.id, since)) }
    }

    /// Whether it did not ring because the habit was silent (F-2), and not because this one was skipped. Such a one may
    /// come again like any other: the owner may have ended the silence by then.
    func wasSilent(_ record: OccurrenceRecord) -> Bool {
        record.outcome == .skipped && !record.occurrence.habit.isOneOff
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
        guard !record.occurrence.habit.isOneOff, let due = agenda.due(record.occurrence),
            due.at >= agenda.lastRing(in: record) + Agenda.anotherMorning
        else { return }
        agenda.comesAgain.insert(record.occurrence)
    }

    /// Reopens the occurrence of an episode that has ended, if its local time in the new zone is still ahead, or if its
    /// owner asked for another time today while it was held.
    mutating func reopenEnded(_ occurrence: Occurrence, at now: Moment) {
        let isAskedForLater = agenda.askedForLater.remove(occurrence) != nil
        guard isAskedForLater || agenda.comesAgain.contains(occurrence), let due = agenda.due(occurrence) else {
            return
        }
        let last = agenda.lastRing(of: occurrence.habit, by: now.civil)
        guard due.at > now.civil else {
            // A clock that is ahead says so. It is asked again once that is corrected.
            if let last { agenda.rangAtBoot[occurrence] = now.boot - (now.civil - last) }
            return
        }
        agenda.comesAgain.remove(occurrence)
        if isAskedForLater {
            write(.removeRecord(occurrence))
            agenda.refresh(occurrence.habit)
        } else if let last {
            reopen(occurrence, due, after: last)
        }
    }

    /// Has it ring once more, if it is another morning than that of the last ring.
    private mutating func reopen(_ occurrence: Occurrence, _ due: Due, after last: CivilTime) {
        guard due.at >= last + Agenda.anotherMorning else { return }
        write(.lastRing(occurrence.habit, last))
        removeReopened(occurrence)
        agenda.refresh(occurrence.habit)
    }

    /// Decides again, by a clock that was corrected, about what rang in another zone while it was wrong: whether its
    /// local time is another morning could not be known then. What rang at the very time at which it is due stays
    /// settled.
    private mutating func reopenByClock(at now: Moment) {
        for (occurrence, rangAt) in agenda.rangAtBoot.sorted(by: { $0.key < $1.key }) {
            guard let due = agenda.due(occurrence), due.at > now.civil else { continue }
            agenda.rangAtBoot[occurrence] = nil
            agenda.comesAgain.remove(occurrence)
            reopen(occurrence, due, after: now.civil - (now.boot - rangAt))
        }
        // An owner who got up early for a moved alarm has been up on that date.
        let rung = durable.records.values.filter { record in
            // A journey brings no alarm again that was set for once.
            !record.occurrence.habit.isOneOff
                && record.outcome != .unaided && (record.outcome != .skipped || wasSilent(record))
        }
        for record in rung.sorted(by: { $0.occurrence < $1.occurrence }) {
            guard let due = agenda.due(record.occurrence), due.at > now.civil,
                due.at >= max(record.due, agenda.lastRing(in: record)) + Agenda.anotherMorning
            else { continue }
            if record.outcome == .open {
                agenda.comesAgain.insert(record.occurrence)
            } else if let last = agenda.lastRing(of: record.occurrence.habit, by: now.civil) {
                reopen(record.occurrence, due, after: last)
            } else {
                removeReopened(record.occurrence)
            }
        }
    }

    /// Has the records of episodes follow a civil clock that was set: what rings goes on by the boot clock, and a restart
    /// would read them. Only by a clock that is trusted: by another none is moved or withdrawn (ALARM-8).
    mutating func moveEpisodes(at now: Moment) {
        for index in episodes.indices {
            episodes[index].record.due = now.civil - (now.boot - episodes[index].anchor)
            write(.record(episodes[index].record))
        }
        withdrawEpisodesAhead(at: now)
    }

    /// Withdraws episodes that began while the clock was hours ahead, once it is corrected: their time comes again.
    private mutating func withdrawEpisodesAhead(at now: Moment) {
        guard episodes.contains(where: { agenda.isFarAhead($0.record, of: now.civil) }) else { return }
        if let newest = ringing, agenda.isFarAhead(newest.record, of: now.civil) { quietNewest(at: now, cause: .clock) }
        let withdrawn = episodes.map(\.record).filter { agenda.isFarAhead($0, of: now.civil) }
        for record in withdrawn {
            episodes.removeAll { $0.occurrence == record.occurrence }
            agenda.comesAgain.remove(record.occurrence)
            write(.removeRecord(record.occurrence))
        }
    }

    /// Decides again, by a clock that was corrected or is trusted again, about what has rung and is yet to come. If a time
    /// server or the owner vouches for the clock, whoever was called in the evening is called in the morning, too. Else
    /// nobody knows whether the clock was wrong then or is wrong now, and only what rang about half a day before its time
    /// rings again.
    ///
    /// - Parameters:
    ///   - step: by how much the clock was corrected now; nil: not in this run, or nobody knows.
    ///   - isConfirmed: whether the owner has just said that it is right.
    mutating func forgiveByClock(step: TimeSpan?, isConfirmed: Bool = false, at now: Moment) {
        agenda.rangBefore = agenda.rangBefore.filter { durable.records[$0.key] == $0.value.record }
        recallArmed(at: now)
        let isVouchedFor = isConfirmed || agenda.steady.isSynchronized
        for (record, due) in settledAhead(at: now) {
            let rang = lastRing(in: record, beforeStep: step, at: now)
            let before = Agenda.RingBefore(record: record, rangAt: now.boot - (now.civil - rang), dueAt: due.at)
            if due.at - rang >= (isVouchedFor ? Agenda.anotherMorning : Agenda.aboutHalfADay) {
                agenda.armedAgain[record.occurrence] = before
                agenda.rangBefore[record.occurrence] = nil
                // The day that it counted for is taken back only once it rings again.
                clearOut(record.occurrence)
                forgiveMisses([record], at: now)
            } else {
                agenda.rangBefore[record.occurrence] = before
            }
        }
        reopenByClock(at: now)
    }

    /// Ends the light for missed alarms if all that it stands for are forgiven: they are ahead again, and ring.
    mutating func forgiveMisses(_ forgiven: [OccurrenceRecord], at now: Moment) {
        let misses = forgiven.filter { $0.outcome == .missed }.map(\.occurrence)
        guard settings.hasUnseenMiss, !misses.isEmpty else { return }
        if let unseen = agenda.unseenMisses?.subtracting(misses) {
            agenda.unseenMisses = unseen
            guard unseen.isEmpty else { return }
        } else if durable.records.values.contains(where: { $0.outcome == .missed && $0.due <= now.civil }) {
            return
        }
        writeSettings { $0.hasUnseenMiss = false }
        agenda.unseenMisses = []
    }

    /// Occurrences that are yet to come by the clock, and are settled all the same.
    private func settledAhead(at now: Moment) -> [(record: OccurrenceRecord, due: Due)] {
        durable.records.values.sorted { $0.occurrence < $1.occurrence }.compactMap { record in
            guard record.outcome != .open, record.outcome != .skipped || wasSilent(record),
                let due = agenda.due(record.occurrence), due.at > now.civil,
                // A one-off alarm that is due at another instant now has rung in another zone.
                !record.occurrence.habit.isOneOff
                    || agenda.rangBefore[record.occurrence]?.dueAt ?? record.due == due.at
            else { return nil }
            return (record, due)
        }
    }

    /// When what is ahead now last rang, by the clock as it is now: as the boot clock has seen it; by the step; or, after a
    /// start, at least as long ago as something was last written after it.
    private func lastRing(in record: OccurrenceRecord, beforeStep step: TimeSpan?, at now: Moment) -> CivilTime {
        if let known = agenda.rangBefore[record.occurrence] { return now.civil - (now.boot - known.rangAt) }
        let told = agenda.lastRing(in: record)
        if let step { return min(told + step, now.civil) }
        return now.civil - max(.zero, (durable.lastWritten ?? told) - told)
    }

    /// Remembers when something last rang that is settled now.
    mutating func rememberRing(_ record: OccurrenceRecord, at now: Moment) {
        let rang = min(agenda.lastRing(in: record), now.civil)
        agenda.rangBefore[record.occurrence] = Agenda.RingBefore(
            record: record, rangAt: now.boot - (now.civil - rang), dueAt: agenda.due(record.occurrence)?.at)
        guard agenda.rangBefore.count > Agenda.rememberedRings,
            let oldest = agenda.rangBefore.min(by: { ($0.value.rangAt, $0.key) < ($1.value.rangAt, $1.key) })
        else { return }
        agenda.rangBefore[oldest.key] = nil
    }

    /// Forgets the day for which an occurrence counted before it was armed again, because it rings now. A day on which
    /// the owner was up unaided stays.
    mutating func forgetDayOfEarlierRing(_ occurrence: Occurrence, at now: Moment) {
        guard let before = agenda.armedAgain.removeValue(forKey: occurrence), before.record.outcome != .unaided else {
            return
        }
        forgetDay(occurrence, at: now)
    }

    /// Gives back the record of what was armed again, if by a clock that was set again meanwhile it rang in the same
    /// morning. Else it has yet to ring.
    private mutating func recallArmed(at now: Moment) {
        for (occurrence, armed) in agenda.armedAgain.sorted(by: { $0.key < $1.key }) {
            let rang = now.civil - (now.boot - armed.rangAt)
            guard let due = agenda.due(occurrence), durable.records[occurrence] == nil else {
                agenda.armedAgain[occurrence] = nil
                continue
            }
            if due.at - rang < Agenda.anotherMorning {
                agenda.armedAgain[occurrence] = nil
                write(.record(armed.record))
            } else if due.at <= now.civil {
                agenda.armedAgain[occurrence] = nil
            }
        }
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
            // The next follow-up may be committed already, seconds before it rings.
            case .missed, .open, .answered, .dismissed, .unaided:
                if record.due <= now { return min(lastRing(in: record), now) }
                // Up before its time, or the clock was set back since: it is settled all the same.
                return record.endedAt.map { min($0, now) }
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
