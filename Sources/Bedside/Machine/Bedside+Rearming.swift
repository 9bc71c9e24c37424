/// Follows a change of the profile: arms changed alarms again, and removes what their old form left behind (SETUP-3,
/// ALARM-13).
extension Bedside {
    /// Arms changed habits from now on, and removes what their old form left behind and would keep them from ringing.
    ///
    /// - Parameter keepsSettled: whether what is settled today stays so, although the new time is still ahead.
    /// - Returns: the moved alarms that give way.
    mutating func rearm(
        from before: Profile, by author: NightEntry.Cause, keepsSettled: Bool, at now: Moment
    ) -> [ProfileDifference] {
        var givenWay: [ProfileDifference] = []
        let today = zone.local(now.civil).date
        for habit in profile.habits {
            let old = before.habit(habit.id)
            if old?.isOn == habit.isOn, old?.at == habit.at, old?.days == habit.days { continue }
            write(.armedSince(habit.id, clock == .trusted && habit.isOn ? now.civil : nil))
            if durable.lastRings[habit.id] != nil { write(.lastRing(habit.id, nil)) }
            agenda.armedAtBoot[habit.id] = now.boot
            // A new time is a new wish, whatever has rung by another clock.
            if old?.at != habit.at { agenda.armedAgain = agenda.armedAgain.filter { $0.key.habit != habit.id } }
            // First, so that a moved alarm that rings gives way to a new time today.
            givenWay += dropMoves(of: habit, since: old, by: author, at: now)
            if !habit.isOn || isDueLaterToday(habit, at: now) { endEpisode(of: habit.id, by: author, at: now) }
            if keepsSettled { continue }
            // The owner asks for a new time today, so today's earlier alarm does not settle it.
            for record in records(of: habit.id, from: today) where record.outcome != .open {
                // An owner who is already up is not woken, unless they set a new time (ALARM-11).
                if record.outcome == .unaided, old?.at == habit.at { continue }
                if let due = agenda.due(habit, on: record.occurrence.date), due.at > now.civil {
                    write(.removeRecord(record.occurrence))
                }
            }
        }
        let gone = Set(before.habits.map(\.id)).subtracting(profile.habits.map(\.id))
        for id in gone.sorted() { write(.armedSince(id, nil)) }
        for id in gone.sorted() where durable.lastRings[id] != nil { write(.lastRing(id, nil)) }
        for id in gone.sorted() { endEpisode(of: id, by: author, at: now) }
        // A habit of that name that is added later is another one, which nobody has skipped or moved.
        let left = durable.exceptions.keys.filter { gone.contains($0.habit) }
        for occurrence in left.sorted() { write(.exception(occurrence, nil)) }
        return givenWay
    }

    /// Drops the moves of a habit that has another time now, or was switched off or on after their time (ALARM-13).
    ///
    /// To move one date is as explicit a wish as the new time, so that date rings at the earlier of both: the move stays
    /// if the new time does not come before it. It stays whatever the days are, and while the habit is off. What is
    /// dropped and was still to ring is noted.
    ///
    /// - Returns: those that were still to ring.
    private mutating func dropMoves(
        of habit: Habit, since old: Habit?, by author: NightEntry.Cause, at now: Moment
    ) -> [ProfileDifference] {
        var dropped: [ProfileDifference] = []
        for (occurrence, exception) in durable.exceptions.sorted(by: { $0.key < $1.key }) {
            guard occurrence.habit == habit.id, case .move(let target) = exception else { continue }
            let plain = agenda.due(habit, on: occurrence.date, ignoringMove: true)
            // A time that is another one rings exactly; a net comes later than its time.
            let isExact = old.map { Net.isOtherTime($0.at, habit.at) } ?? true
            let usual = plain.map { isExact ? $0.time : $0.at }.flatMap { $0 > now.civil ? $0 : nil }
            let moved = zone.instant(of: target).flatMap { $0 > now.civil ? $0 : nil }
            let isSettled = durable.records[occurrence] != nil
            let isAhead = moved != nil && !isSettled
            let comesFirst = isAhead && (moved.map { moved in usual.map { moved < $0 } ?? true } ?? false)
            let stays = old?.at == habit.at ? isAhead || old?.isOn == habit.isOn : old != nil && comesFirst
            if stays { continue }
            write(.exception(occurrence, nil))
            guard isAhead else { continue }
            let end = ProfileDifference.noLongerMoved
            note(.settingsChanged, at: now, occurrence, cause: author, detail: end)
            dropped.append(
                ProfileDifference(
                    path: "\(occurrence.habit).\(occurrence.date)", before: target.description, after: end))
        }
        return dropped
    }

    /// Whether the new time is still ahead on the date whose alarm rings; that alarm then gives way to it.
    private func isDueLaterToday(_ habit: Habit, at now: Moment) -> Bool {
        guard let episode = episodes.first(where: { $0.occurrence.habit == habit.id }) else { return false }
        return agenda.due(habit, on: episode.occurrence.date).map { $0.at > now.civil } ?? false
    }

    /// Ends what rings for the old form of a habit that has another time now, or is gone.
    mutating func endEpisode(of id: HabitID, by author: NightEntry.Cause, at now: Moment) {
        guard let index = episodes.firstIndex(where: { $0.occurrence.habit == id }) else { return }
        // The owner has not been heard yet, and the companion's word cannot replace that (ALARM-14).
        if author == .companion, episodes[index].phase == .held {
            agenda.askedForLater.insert(episodes[index].occurrence)
            return
        }
        if index == episodes.indices.last { quietNewest(at: now, cause: .owner) }
        end(episodes.remove(at: index).record, as: .dismissed, at: now, cause: author)
    }

    private func records(of id: HabitID, from date: LocalDate) -> [OccurrenceRecord] {
        durable.records.values.filter { $0.occurrence.habit == id && $0.occurrence.date >= date }
            .sorted { $0.occurrence < $1.occurrence }
    }
}
