/// How one habit or one-off alarm stood before something took it away.
struct AlarmBefore: Hashable, Sendable {
    let id: HabitID
    /// With its place in the profile; nil for a one-off alarm.
    private let habit: Habit?
    private let place: Int
    private let exceptions: [Occurrence: OccurrenceException]
    private let oneOff: OneOffAlarm?
    private let armedSince: CivilTime?
    private let records: [Occurrence: OccurrenceRecord]

    init(_ id: HabitID, in durable: Durable) {
        self.id = id
        habit = durable.profile.habit(id)
        place = durable.profile.habits.firstIndex { $0.id == id } ?? durable.profile.habits.count
        exceptions = durable.exceptions.filter { $0.key.habit == id }
        oneOff = durable.oneOffs.first { $0.id == id }
        armedSince = durable.armedSince[id]
        records = durable.records.filter { $0.key.habit == id }
    }

    /// What to write so that it stands so again. Open episodes go on as they are.
    func restoring(_ durable: Durable) -> [Change] {
        var changes: [Change] = []
        if let habit, durable.profile.habit(id) != habit {
            var profile = durable.profile
            profile.habits.removeAll { $0.id == id }
            profile.habits.insert(habit, at: min(place, profile.habits.count))
            changes.append(.profile(profile))
        }
        if let oneOff, !durable.oneOffs.contains(oneOff) { changes.append(.oneOff(oneOff)) }
        if durable.armedSince[id] != armedSince { changes.append(.armedSince(id, armedSince)) }
        let dates = Set(exceptions.keys).union(durable.exceptions.keys.filter { $0.habit == id })
        for occurrence in dates.sorted() where durable.exceptions[occurrence] != exceptions[occurrence] {
            changes.append(.exception(occurrence, exceptions[occurrence]))
        }
        let known = Set(records.keys).union(durable.records.keys.filter { $0.habit == id })
        for occurrence in known.sorted() where durable.records[occurrence] != records[occurrence] {
            if durable.records[occurrence]?.outcome == .open { continue }
            if let record = records[occurrence] {
                if record.outcome != .open { changes.append(.record(record)) }
            } else {
                changes.append(.removeRecord(occurrence))
            }
        }
        return changes
    }
}

/// Alarms that were taken away a moment ago, and that Stop brings back (ALARM-11, TALK-9).
struct TakeBack: Hashable, Sendable {
    /// Oldest first; each alarm as it stood before the first of these changes.
    private(set) var before: [AlarmBefore]
    /// Stop takes back until then.
    private(set) var until: BootTime
    /// The owner is up, and nothing else was taken.
    private(set) var isUpEarly: Bool
    /// What the companion waits for while the device announces the change in its own voice: two voices at once would hide
    /// what was taken.
    private(set) var answers: [ToolAnswer] = []

    static let window = TimeSpan.seconds(10)

    init(_ before: [AlarmBefore], isUpEarly: Bool, at now: BootTime) {
        self.before = before
        self.isUpEarly = isUpEarly
        until = now + TakeBack.window
    }

    /// A further change within the window: Stop takes both back.
    mutating func add(_ later: TakeBack) {
        before += later.before.filter { one in !before.contains { $0.id == one.id } }
        until = later.until
        isUpEarly = isUpEarly && later.isUpEarly
    }

    mutating func hold(_ answer: ToolAnswer) { answers.append(answer) }

    mutating func release() -> [ToolAnswer] {
        defer { answers = [] }
        return answers
    }
}

extension Bedside {
    /// Which alarms a change has taken away: switched off, removed, skipped, later, or no more on one of its days.
    func alarmsTaken(since before: Agenda, at now: Moment) -> [HabitID] {
        let habits = before.durable.profile.habits.filter { old in
            guard old.isOn else { return false }
            guard let habit = profile.habit(old.id), habit.isOn else { return true }
            if !Set(old.days.days).isSubset(of: habit.days.days) { return true }
            guard let next = before.next(of: old.id, after: now.civil) else { return false }
            return agenda.next(of: old.id, after: now.civil).map { $0.at > next.at } ?? true
        }
        let oneOffs = before.durable.oneOffs.filter { alarm in
            before.isAhead(alarm) && !durable.oneOffs.contains { $0.id == alarm.id }
        }
        return habits.map(\.id) + oneOffs.map(\.id)
    }

    /// Says what was taken away, in the device's own voice and with the companion silent, and keeps its answer until then.
    mutating func announceTaken(
        _ ids: [HabitID], since before: Agenda, answer: ToolAnswer, isUpEarly: Bool, at now: Moment
    ) {
        var taken = TakeBack(ids.map { AlarmBefore($0, in: before.durable) }, isUpEarly: isUpEarly, at: now.boot)
        if var earlier = upEarly.takeBack, now.boot <= earlier.until {
            earlier.add(taken)
            taken = earlier
        }
        taken.hold(answer)
        upEarly.takeBack = taken
        if call.stage == .open { emit(.callVolume(percent: 0)) }
        let phrases: [Phrase] =
            isUpEarly
            ? [.upEarlyConfirmed]
            : ids.prefix(3).map { id in
                let like = before.durable.oneOffs.first { $0.id == id }?.like ?? id
                let next = agenda.next(of: id, after: now.civil)
                return .alarmTaken(like, next: next.map { zone.local($0.at) }, now: zone.local(now.civil))
            } + [.stopTakesBack]
        if let words = Utterance(joining: phrases, in: profile.language) { say(words, for: .announcement, at: now) }
    }

    /// The announcement is over, or something else sounds: the companion may answer.
    mutating func releaseAnswers() {
        guard speaker.playing?.purpose != .announcement, let answers = upEarly.takeBack?.release(), !answers.isEmpty
        else {
            return
        }
        guard call.stage == .open else { return }
        emit(.callVolume(percent: settings.voicePercent))
        for answer in answers where answer.call == call.connection?.id { emitAfterCommit(.answerTool(answer)) }
    }

    mutating func takeBack(_ taken: TakeBack, at now: Moment, cause: NightEntry.Cause) {
        upEarly.takeBack = nil
        endConversation(at: now, cause: cause, as: .stopped)
        dropPrepared()
        for one in taken.before {
            for change in one.restoring(durable) { write(change) }
            agenda.refresh(one.id)
        }
        agenda.refresh()
        if taken.isUpEarly {
            let occurrence = agenda.next(of: .wake, after: now.civil)?.occurrence
            note(.upEarlyTakenBack, at: now, occurrence, cause: cause)
            announce(.upEarlyTakenBack, at: now)
        } else {
            note(
                .changeTakenBack, at: now, cause: cause,
                detail: taken.before.map(\.id.name).joined(separator: " "))
            announce(.changeTakenBack, at: now)
        }
    }
}
