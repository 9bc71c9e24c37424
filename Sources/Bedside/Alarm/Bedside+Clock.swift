/// Follows the clock and the calendar: steps, trust, zones, and what falls due (ALARM-6, ALARM-8).
extension Bedside {
    /// When to call `handle(.tick)` at the latest, on each clock; nil if nothing is planned there.
    public var deadline: (civil: CivilTime?, boot: BootTime?) {
        deadline(ofFeatures: features.deadline)
    }

    private func deadline(ofFeatures planned: Deadline) -> (civil: CivilTime?, boot: BootTime?) {
        let civil: CivilTime? =
            switch clock {
            case .untrusted(let floor): floor
            case .trusted: alarmDeadline.earlier(planned.civil)
            }
        return (civil, bootDeadline.earlier(planned.boot))
    }

    private var alarmDeadline: CivilTime? {
        guard let due = agenda.upcoming.first else { return nil }
        guard let ring = nextRing, ring.occurrence != agenda.prepared else { return due.at }
        let isChecked = agenda.checked == ScheduledRing(ring)
        return min(due.at, isChecked ? ring.at - Episode.preparation : checkTime(of: ring))
    }

    /// When what an alarm may need is checked (ALARM-12).
    private func checkTime(of ring: Due) -> CivilTime {
        let user = profile.companion == .gateway ? durable.account.user : nil
        return ring.at - AlarmCheck.lead(user: user, on: ring.occurrence.date)
    }

    /// The next occurrence that rings; one that is skipped or silent may come before it, or at the same time.
    private var nextRing: Due? { agenda.upcoming.first { !$0.isSkipped } }

    /// Serves everything that is due by `now`; bounded, so that no state can hang the loop.
    mutating func advance(to now: Moment) {
        obey(buttons.advance(to: now.boot), at: now)
        for _ in 0..<64 {
            // On a line of its own: with this call as an argument, Swift copies the whole machine first.
            let planned = planFeatures(at: now)
            let (civil, boot) = deadline(ofFeatures: planned)
            let isCivilDue = civil.map { $0 <= now.civil } ?? false
            let isBootDue = boot.map { $0 <= now.boot } ?? false
            guard isCivilDue || isBootDue else { break }
            if case .untrusted(let floor) = clock, now.civil >= floor {
                clock = .trusted
                regainClock(at: now, cause: .clock)
            }
            if clock == .trusted { fallDue(at: now, cause: nil) }
            advanceAbsence(to: now)
            advanceFeatures(to: now)
            advanceErase(to: now)
            advanceUpEarly(to: now)
            advancePresence(to: now)
            advanceSound(to: now)
            advanceEpisodes(to: now)
            advanceCall(to: now)
            advanceConversation(to: now)
            advancePractice(to: now)
            obey(buttons.advance(to: now.boot), at: now)
        }
    }

    private var bootDeadline: BootTime? {
        var earliest: BootTime?
        func consider(_ time: BootTime?) {
            guard let time else { return }
            if let known = earliest, known <= time { return }
            earliest = time
        }
        consider(buttons.deadline)
        if isRinging {
            consider(ringing?.deadline)
            if !isTalking { consider(call.planned?.at) }
        }
        if isTalking { consider(conversation?.deadline) }
        if isPractising { consider(practice?.deadline) }
        consider(upEarly.deadline)
        consider(buttons.presence.deadline)
        consider(buttons.gestureDeadline)
        consider(speaker.deadline)
        consider(agenda.absence?.deadline)
        return earliest
    }

    /// Settles every occurrence whose time has come, oldest first.
    ///
    /// - Parameter cause: why they come late (power, clock); nil: their time has just come.
    mutating func fallDue(at now: Moment, cause: NightEntry.Cause?) {
        let bound = agenda.upcoming.count * Agenda.maximumAbsenceDays + 64
        var settledAny = false
        for _ in 0..<bound {
            guard let due = agenda.upcoming.first, due.at <= now.civil else { break }
            settle(due, at: now, cause: cause)
            // An occurrence that is days past neither begins nor ends an episode, so nothing before it can have come up
            // again. One that was moved may come before those of earlier dates.
            let isLongPast = now.civil - due.at > .days(2) && !due.isMoved
            agenda.refresh(due.occurrence.habit, from: isLongPast ? due.occurrence.date : nil)
            settledAny = true
        }
        if settledAny || cause != nil { forgetPast(at: now) }
        checkNext(at: now)
        prepareNext(at: now)
    }

    /// Removes exceptions and one-off alarms that are over (ALARM-13), days after their time: until then, a corrected
    /// clock may bring them up again. A clock that runs ahead for a while does not make anything be forgotten: see
    /// `SteadyTime`.
    private mutating func forgetPast(at now: Moment) {
        agenda.settled(through: now.civil)
        func isOver(_ local: LocalDateTime, after span: TimeSpan) -> Bool {
            zone.instant(of: local).map { agenda.steady.hasPassed($0, by: span, at: now) } ?? true
        }
        for (occurrence, exception) in durable.exceptions.sorted(by: { $0.key < $1.key })
        where occurrence.date < agenda.scanFrom {
            var last = LocalDateTime(date: occurrence.date, time: LocalTime(wrappingSecondOfDay: 86_399))
            if case .move(let target) = exception { last = max(last, target) }
            if isOver(last, after: .days(1)) { write(.exception(occurrence, nil)) }
        }
        for alarm in durable.oneOffs
        where alarm.at.date < agenda.scanFrom && !agenda.isAhead(alarm) && isOver(alarm.at, after: .days(1)) {
            write(.removeOneOff(alarm.id))
        }
        forgetRecords(at: now)
    }

    /// Removes records and night entries that are older than `Agenda.maximumAbsenceDays`, once a day.
    private mutating func forgetRecords(at now: Moment) {
        let today = zone.local(now.civil).date
        guard agenda.recordsForgottenOn != today else { return }
        agenda.recordsForgottenOn = today
        let kept = TimeSpan.days(Agenda.maximumAbsenceDays)
        let old = durable.records.values.filter {
            $0.outcome != .open && $0.occurrence.date < agenda.scanFrom
                && agenda.steady.hasPassed($0.due, by: kept, at: now)
        }
        for record in old.sorted(by: { $0.occurrence < $1.occurrence }).prefix(Agenda.forgottenAtOnce) {
            clearOut(record.occurrence)
        }
        let oldest = now.civil - kept
        if agenda.steady.hasPassed(oldest, by: kept, at: now) { write(.forgetNight(before: oldest)) }
    }

    /// Settles one occurrence: afterwards it has a record, so it is settled only once.
    private mutating func settle(_ due: Due, at now: Moment, cause: NightEntry.Cause?) {
        var known: OccurrenceRecord?
        if agenda.prepared == due.occurrence {
            known = durable.records[due.occurrence]
            agenda.prepared = nil
        }
        let record = known ?? OccurrenceRecord(occurrence: due.occurrence, due: due.at)
        if due.isSkipped {
            end(record, as: .skipped, at: now, cause: .owner)
            return
        }
        let elapsed = now.civil - due.at
        let isOnTime = elapsed <= .seconds(5)
        switch LateArrival(habit: due.habit, elapsed: elapsed, committed: nil) {
        case .missed, .wait:
            end(record, as: .missed, at: now, cause: cause ?? .timer)
        case .ring(let followUp):
            forgetDayOfEarlierRing(due.occurrence, at: now)
            if !isOnTime {
                note(.resumed, at: now, due.occurrence, followUp: followUp, cause: cause ?? .timer)
            }
            begin(
                Episode(
                    occurrence: due.occurrence, habit: due.habit, record: record, anchor: now.boot - elapsed,
                    followUp: followUp, phase: .committed,
                    isWhole: isOnTime && agenda.isWatched(due), isNet: due.isNet), at: now)
        }
    }

    /// Has sound, network and credentials checked shortly before the next alarm (ALARM-12).
    private mutating func checkNext(at now: Moment) {
        guard let due = nextRing else { return }
        let checked = ScheduledRing(due)
        guard checkTime(of: due) <= now.civil else {
            // A clock that was set back: what was found then may be out of date by the time.
            if agenda.checked == checked { agenda.checked = nil }
            return
        }
        guard agenda.checked != checked else { return }
        agenda.checked = checked
        // What is reported about the companion from now on comes from this check.
        tell(.alarmChecked, at: now)
        emit(.checkBeforeAlarm(due.habit, profile.companion))
    }

    /// Writes the next main ring's record and loads its sound shortly before it is due.
    private mutating func prepareNext(at now: Moment) {
        guard let due = nextRing, agenda.prepared != due.occurrence,
            due.at - Episode.preparation <= now.civil
        else { return }
        dropPrepared()
        agenda.prepared = due.occurrence
        write(.record(OccurrenceRecord(occurrence: due.occurrence, due: due.at, committedFollowUp: 0)))
        if episodes.isEmpty, !isTalking, playing.map({ [.practice, .dawn].contains($0.purpose) }) ?? true {
            prepare(due.habit, followUp: 0, of: due.occurrence, isSoft: due.isSoft, at: now)
        }
    }

    // MARK: Steps, zones, trust

    /// Handles a civil clock that was set, or that a time server took over.
    ///
    /// - Parameter step: by how much it was set; nil: the time did not change.
    mutating func clockChanged(by step: TimeSpan?, isSynchronized: Bool, at now: Moment) {
        let isNewlySynchronized = isSynchronized && !agenda.steady.isSynchronized
        agenda.steady.clockChanged(isStep: step != nil, isSynchronized: isSynchronized, at: now)
        if let step {
            // After a step back, what lies ahead again need not be recorded.
            finishAbsence(at: Moment(boot: now.boot, civil: min(now.civil, now.civil - step)))
            agenda.followedSince = min(agenda.followedSince, now.civil)
            note(.clockStep, at: now, cause: .clock, detail: "\(step.milliseconds) ms")
            dropPrepared()
        }
        let before = clock
        clock.set(to: now.civil, buildDate: configuration.clockFloor, isSynchronized: isSynchronized)
        switch (before, clock) {
        case (.untrusted, .trusted):
            regainClock(at: now, cause: .clock)
        case (.trusted, .untrusted):
            dropPrepared()
            note(.untrustedClock, at: now)
        case (.trusted, .trusted):
            // A time server's mark may come a moment after its step.
            guard step != nil || isNewlySynchronized else { return }
            if step == nil { finishAbsence(at: now) } else { moveEpisodes(at: now) }
            forgiveUnrung(byClock: true, at: now)
            forgiveByClock(step: step, at: now)
            rescan(at: now, cause: .clock)
        case (.untrusted, .untrusted):
            break
        }
    }

    mutating func zoneChanged(_ rules: ZoneRules, at now: Moment) {
        guard rules != zone else { return }
        // What fell due in the old zone is settled by its rules.
        if clock == .trusted { fallDue(at: now, cause: nil) }
        finishAbsence(at: now)
        let waiting = waitingNets(at: now)
        dropPrepared()
        note(.zoneChange, at: now, detail: rules.name)
        agenda.zone = rules
        guard clock == .trusted else { return }
        forgiveUnrung(byClock: false, at: now)
        cross(into: rules, isJustOn: false, at: now)
        agenda.rescan(now: now.civil)
        tell(.calendarChanged, at: now)
        fallDue(at: now, cause: .clock)
        ringNets(waiting, at: now)
    }

    /// Trusts the clock because the owner vouches for it (ALARM-8).
    ///
    /// - Returns: false if the clock is before the firmware's build date.
    mutating func trustClock(at now: Moment) -> Bool {
        guard now.civil >= configuration.clockFloor else { return false }
        guard clock != .trusted else { return true }
        clock = .trusted
        regainClock(at: now, cause: .owner)
        return true
    }

    /// Begins to follow the clock: arms what is not armed, and catches up with what fell due in between.
    mutating func regainClock(at now: Moment, cause: NightEntry.Cause) {
        if cause != .power { note(.trustedClock, at: now, cause: cause) }
        agenda.followedSince = now.civil
        moveEpisodes(at: now)
        tell(.clockTrusted, at: now)
        forgiveUnrung(byClock: true, at: now)
        if durable.zone == nil {
            write(.zone(zone.name))
        } else if durable.zone != zone.name {
            // The zone was changed while the power was off or the clock was not trusted.
            cross(into: zone, isJustOn: true, at: now)
        }
        for habit in profile.habits where habit.isOn {
            guard durable.armedSince[habit.id] == nil else { continue }
            // A habit that was set while the clock was wrong counts from then on; the boot clock says how long ago that
            // was.
            let age = agenda.armedAtBoot[habit.id].map { now.boot - $0 } ?? .zero
            write(.armedSince(habit.id, now.civil - age))
        }
        resumeEpisodes(at: now, cause: cause)
        forgiveByClock(step: nil, isConfirmed: cause == .owner, at: now)
        rescan(at: now, cause: cause)
    }

    private mutating func rescan(at now: Moment, cause: NightEntry.Cause) {
        tell(.calendarChanged, at: now)
        for (id, since) in durable.armedSince.sorted(by: { $0.key < $1.key }) where since > now.civil {
            write(.armedSince(id, now.civil))
        }
        for (id, last) in durable.lastRings.sorted(by: { $0.key < $1.key }) where last > now.civil {
            write(.lastRing(id, nil))
        }
        agenda.rescan(now: now.civil)
        agenda.splitAbsence(cause: cause, at: now)
        fallDue(at: now, cause: cause)
    }

    /// Removes the records of occurrences that never rang and are ahead again, so that they ring: after the clock
    /// stepped back (in this run or an earlier one), or in another zone. So do those whose follow-ups are still ahead by a
    /// corrected clock, while they were over by the wrong one (ALARM-6).
    private mutating func forgiveUnrung(byClock: Bool, at now: Moment) {
        func isAhead(_ record: OccurrenceRecord) -> Bool {
            guard let due = agenda.due(record.occurrence), due.habit.isOn else { return record.due > now.civil }
            return max(wasSilent(record) ? due.time : due.at, record.due) > now.civil
        }
        // An owner cannot skip a one-off alarm, so this one was passed over by a new zone.
        func isUnrung(_ record: OccurrenceRecord) -> Bool {
            record.outcome == .missed && record.committedFollowUp == nil
                || record.outcome == .skipped && record.occurrence.habit.isOneOff || wasSilent(record)
        }
        let ahead = durable.records.values.filter { isUnrung($0) && (isAhead($0) || byClock && isOnNow($0, at: now)) }
        for record in ahead.sorted(by: { $0.occurrence < $1.occurrence }) { write(.removeRecord(record.occurrence)) }
        forgiveMisses(ahead, at: now)
    }

    /// Whether an episode that was over by a wrong clock before it could begin is on by the clock as it is now, and its
    /// owner has not answered another day's ring of it meanwhile.
    private func isOnNow(_ record: OccurrenceRecord, at now: Moment) -> Bool {
        guard record.outcome == .missed, let due = agenda.due(record.occurrence), due.habit.isOn, !due.isSkipped,
            case .ring = LateArrival(habit: due.habit, elapsed: now.civil - due.at, committed: nil)
        else { return false }
        return !agenda.rangBefore.contains { occurrence, rang in
            occurrence.habit == record.occurrence.habit && rang.record.outcome != .missed
                && rang.record.outcome != .skipped && now.boot - rang.rangAt < Agenda.anotherMorning
        }
    }

    /// Removes a prepared ring that is not due after all, with its record.
    mutating func dropPrepared() {
        guard let occurrence = agenda.prepared else { return }
        agenda.prepared = nil
        speaker.forgetPrepared()
        write(.removeRecord(occurrence))
        agenda.refresh(occurrence.habit)
    }

    /// Resumes episodes that were open when the power went (ALARM-6, ALARM-7).
    private mutating func resumeEpisodes(at now: Moment, cause: NightEntry.Cause) {
        let open = durable.records.values.filter { record in
            record.outcome == .open && !episodes.contains { $0.occurrence == record.occurrence }
        }
        for record in open.sorted(by: { ($0.due, $0.occurrence) < ($1.due, $1.occurrence) }) {
            expectAgain(record)
            // The owner asked for a later time while this one was held, before the power went.
            if let armed = durable.armedSince[record.occurrence.habit],
                let due = agenda.due(record.occurrence), due.at > now.civil, due.at != record.due,
                armed + due.habit.episodeSpan > record.due
            {
                agenda.askedForLater.insert(record.occurrence)
            }
            if (record.due > now.civil && record.rings == 0) || agenda.isFarAhead(record, of: now.civil) {
                write(.removeRecord(record.occurrence))
            } else if let habit = agenda.habit(for: record.occurrence), habit.isOn {
                resume(record, habit: habit, at: now, cause: cause)
            } else {
                end(record, as: .missed, at: now, cause: cause)
            }
        }
    }

    private mutating func resume(
        _ record: OccurrenceRecord, habit: Habit, at now: Moment, cause: NightEntry.Cause
    ) {
        var record = record
        if record.due > now.civil {
            // The clock went back while the power was off: go on with the ring that had been reached.
            record.due = now.civil - habit.followUpInterval * (record.committedFollowUp ?? 0) - Episode.maximumRing
        }
        let elapsed = now.civil - record.due
        let phase: Episode.Phase
        let followUp: Int
        // What ended before the follow-ups were put off is not in progress.
        let isOver = record.endedAt != nil
        switch LateArrival(
            habit: habit, elapsed: elapsed, committed: record.committedFollowUp, isCommittedOver: isOver)
        {
        case .missed:
            end(record, as: .missed, at: now, cause: cause)
            return
        case .wait(let next): (phase, followUp) = (.waiting, next)
        case .ring(let current): (phase, followUp) = (.committed, current)
        }
        note(.resumed, at: now, record.occurrence, followUp: followUp, cause: cause)
        begin(
            Episode(
                occurrence: record.occurrence, habit: habit, record: record, anchor: now.boot - elapsed,
                followUp: followUp, phase: phase, isWhole: false,
                isNet: agenda.due(record.occurrence)?.isNet ?? false), at: now)
    }
}
