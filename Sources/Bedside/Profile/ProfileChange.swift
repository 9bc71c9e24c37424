extension Profile {
    /// The profile with a patch applied, and the differences; if anything is wrong, all faults instead.
    ///
    /// Absent fields keep their values, as do habits that are not listed. A habit whose time is given is switched on
    /// unless the patch says otherwise. Every value is checked here, because patches come from the control socket too.
    public func applying(
        _ patch: ProfilePatch
    ) -> Result<(profile: Profile, differences: [ProfileDifference]), FieldErrors> {
        var faults = FieldReader()
        var after = self
        for field in Profile.fields { field.apply(&after, patch, field.path, &faults) }
        after.checkVolume(patch, &faults)
        after.remove(patch, &faults)
        var seen: Set<HabitID> = []
        for change in patch.habits {
            let path = "habits.\(change.id)"
            guard seen.insert(change.id).inserted, !patch.removedHabits.contains(change.id) else {
                faults.fail(.unknown, path, .givenTwice)
                continue
            }
            after.applyHabit(change, path, &faults)
        }
        if after.habits.count > max(ProfileRules.habits, habits.count) {
            faults.fail(
                .unknown, "habits", .expected(.habits(atMost: ProfileRules.habits), found: .number(after.habits.count)))
        }
        guard faults.errors.isEmpty else { return .failure(FieldErrors(faults.errors)) }
        return .success((after, ProfileDifference.between(self, after)))
    }

    /// Applies a patch if the owner may make it: in gateway mode, habits can be changed only after sign-in (SETUP-3).
    func changed(
        by patch: ProfilePatch, isSignedIn: Bool
    ) -> Result<(profile: Profile, differences: [ProfileDifference]), Refusal> {
        switch applying(patch) {
        case .failure(let errors): return .failure(.profile(errors.fields))
        case .success(let result):
            let isSignedOut = !isSignedIn && companion == .gateway && result.profile.companion == .gateway
            if isSignedOut, result.profile.habits != habits { return .failure(.signInFirst) }
            return .success(result)
        }
    }

    /// Checks the two bounds together, because neither alone shows that the other is wrong.
    private func checkVolume(_ patch: ProfilePatch, _ faults: inout FieldReader) {
        let isTouched = patch.ceilingPercent != nil || patch.floorPercent != nil
        guard isTouched, volume.floorPercent > volume.ceilingPercent else { return }
        if patch.floorPercent != nil {
            faults.fail(
                .unknown, "volume.floor",
                .expected(.atMostCeiling(volume.ceilingPercent), found: .number(volume.floorPercent)))
        } else {
            faults.fail(
                .unknown, "volume.ceiling",
                .expected(.atLeastFloor(volume.floorPercent), found: .number(volume.ceilingPercent)))
        }
    }

    private mutating func remove(_ patch: ProfilePatch, _ faults: inout FieldReader) {
        for id in patch.removedHabits {
            if ProfileRules.isBuiltIn(id) {
                faults.fail(.unknown, "habits.\(id)", .builtIn)
            } else if habit(id) == nil {
                let known = habits.map(\.id.name)
                let near = FieldReader.suggestion(for: id.name, among: known)
                faults.fail(.unknown, "habits.\(id)", .unknownHabit(known: known, suggestion: near))
            }
            habits.removeAll { $0.id == id }
        }
    }

    private mutating func applyHabit(
        _ change: ProfilePatch.HabitPatch, _ path: String, _ faults: inout FieldReader
    ) {
        guard !ProfileRules.isReserved(change.id) else {
            return faults.fail(.unknown, path, .reservedForOneOffs)
        }
        let index = habits.firstIndex { $0.id == change.id }
        guard let time = change.at ?? index.map({ habits[$0].at }) else {
            let near = FieldReader.suggestion(for: change.id.name, among: habits.map(\.id.name))
            return faults.fail(.unknown, "\(path).at", .missingForNewHabit(.time, suggestion: near))
        }
        var habit = index.map { habits[$0] } ?? Habit(id: change.id, at: time)
        habit.apply(change, path, &faults)
        if let index {
            habits[index] = habit
        } else {
            habits.append(habit)
        }
    }
}

extension Habit {
    fileprivate mutating func apply(_ change: ProfilePatch.HabitPatch, _ path: String, _ faults: inout FieldReader) {
        // Giving a time switches the habit on, unless the patch says otherwise.
        if change.at != nil { isOn = true }
        for field in Habit.fields { field.apply(&self, change, "\(path).\(field.path)", &faults) }
        if change.followUps != nil || change.followUpIntervalSeconds != nil { checkEpisode(path, &faults) }
    }

    /// Checks both together, because neither alone shows that the episode is too long.
    private func checkEpisode(_ path: String, _ faults: inout FieldReader) {
        guard ProfileRules.followUps.contains(followUps),
            ProfileRules.intervalSeconds.contains(followUpIntervalSeconds),
            followUps * followUpIntervalSeconds > ProfileRules.episodeSeconds
        else { return }
        faults.fail(
            .unknown, "\(path).follow_ups",
            .expected(
                .lastFollowUpWithin(hours: ProfileRules.episodeSeconds / 3600),
                found: .followUps(followUps, everySeconds: followUpIntervalSeconds)))
    }
}
