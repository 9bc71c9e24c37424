/// One habit or one-off alarm as it was before a change took it away.
struct AlarmBefore: Hashable, Sendable {
    let id: HabitID
    /// The habit, with its place in the profile; nil for a one-off alarm.
    private var habit: Habit?
    private let place: Int
    private var exceptions: [Occurrence: OccurrenceException]
    private var oneOff: OneOffAlarm?
    private var armedSince: CivilTime?
    private let records: [Occurrence: OccurrenceRecord]
    private let ledger: FadingLedger?
    /// When the habit's chimes come, which go with a habit that is removed; nil: at no time.
    private let chimes: NudgeChoice?
    /// Whether the ledger stays as it is now: the owner has said since how the habit is to call.
    var keepsLedger = false

    init(_ id: HabitID, in durable: Durable) {
        self.id = id
        habit = durable.profile.habit(id)
        place = durable.profile.habits.firstIndex { $0.id == id } ?? durable.profile.habits.count
        exceptions = durable.exceptions.filter { $0.key.habit == id }
        oneOff = durable.oneOffs.first { $0.id == id }
        armedSince = durable.armedSince[id]
        records = durable.records.filter { $0.key.habit == id }
        ledger = durable.fading.ledgers[id]
        chimes = durable.nudges.choices[id]
    }

    /// Takes over what the owner has set since: that is not undone with the rest.
    mutating func adopt(from old: Durable, to new: Durable) {
        let (was, isNow) = (old.profile.habit(id), new.profile.habit(id))
        if was != isNow {
            adopt(was, isNow)
            // Times of today that have passed are not missed by the new setting.
            armedSince = new.armedSince[id] ?? armedSince
        }
        let dates = Set(old.exceptions.keys).union(new.exceptions.keys).filter { $0.habit == id }
        for occurrence in dates where old.exceptions[occurrence] != new.exceptions[occurrence] {
            exceptions[occurrence] = new.exceptions[occurrence]
        }
        let oneOffs = (old.oneOffs.first { $0.id == id }, new.oneOffs.first { $0.id == id })
        if oneOffs.0 != oneOffs.1 { oneOff = oneOffs.1 }
    }

    /// What else was changed before stays as it was: an alarm that a companion switched off and its owner then set to
    /// another time is switched on again, at that time.
    private mutating func adopt(_ was: Habit?, _ isNow: Habit?) {
        guard let was, var isNow, let before = habit else {
            habit = isNow
            return
        }
        if was.at == isNow.at { isNow.at = before.at } else { keepsLedger = true }
        if was.days == isNow.days { isNow.days = before.days }
        if was.isOn == isNow.isOn { isNow.isOn = before.isOn }
        habit = isNow
    }

    /// Which occurrence a change has settled since, as one for which nothing rings.
    func settled(in durable: Durable) -> Occurrence? {
        durable.records.values.filter { record in
            record.occurrence.habit == id && Self.isTaken(record)
                && records[record.occurrence].map { !Self.isTaken($0) } ?? true
        }.map(\.occurrence).max()
    }

    /// Whether it did not ring because of a change; what was answered or missed is over.
    private static func isTaken(_ record: OccurrenceRecord) -> Bool {
        switch record.outcome {
        case .skipped, .unaided: true
        case .open, .answered, .dismissed, .missed: false
        }
    }

    /// The changes that restore it. Episodes go on, and those that are over stay so.
    func restoring(_ durable: Durable) -> [Change] {
        var changes: [Change] = []
        if let habit, durable.profile.habit(id) != habit {
            var profile = durable.profile
            profile.habits.removeAll { $0.id == id }
            profile.habits.insert(habit, at: min(place, profile.habits.count))
            changes.append(.profile(profile))
            if let chimes, durable.profile.habit(id) == nil { changes.append(.nudge(.choice(id, chimes))) }
        }
        if let oneOff, !durable.oneOffs.contains(oneOff) { changes.append(.oneOff(oneOff)) }
        if durable.armedSince[id] != armedSince { changes.append(.armedSince(id, armedSince)) }
        let dates = Set(exceptions.keys).union(durable.exceptions.keys.filter { $0.habit == id })
        for occurrence in dates.sorted() where durable.exceptions[occurrence] != exceptions[occurrence] {
            changes.append(.exception(occurrence, exceptions[occurrence]))
        }
        let known = Set(records.keys).union(durable.records.keys.filter { $0.habit == id })
        for occurrence in known.sorted() where durable.records[occurrence] != records[occurrence] {
            if let now = durable.records[occurrence], !Self.isTaken(now) { continue }
            if let record = records[occurrence], record.outcome != .open {
                changes.append(.record(record))
            } else {
                changes.append(.removeRecord(occurrence))
            }
        }
        // With the old time comes the level that was reached at it.
        guard !keepsLedger else { return changes }
        let over = durable.records.values.filter { !Self.isTaken($0) }.map(\.occurrence)
        let days = durable.fading.ledgers[id]?.entries.filter { one in
            if case .day(let day) = one.entry { over.contains(Occurrence(habit: id, date: day.date)) } else { false }
        }.map(\.number)
        let ledgers = durable.fading.restoring(ledger, of: id).filter { change in
            guard case .removeEntry(_, let number) = change else { return true }
            return days?.contains(number) != true
        }
        return changes + ledgers.map { .fading($0) }
    }
}

/// Alarms that were taken away a moment ago and that Stop brings back (ALARM-11, TALK-9).
///
/// A companion may misunderstand, so what it takes away is announced in the device's own voice, and Stop within ten
/// seconds of the last word restores it; what owners take away themselves, within ten seconds of the change. Each
/// alarm is remembered as it was before the change; further changes within the window are added, and Stop restores all
/// of them. The companion's answer waits until the announcement is over.
struct TakeBack: Hashable, Sendable {
    /// Oldest first; each alarm as it stood before the first of these changes.
    private(set) var before: [AlarmBefore]
    /// When the last of them was taken.
    private(set) var since: BootTime
    /// Whether all of this is that the owner is up early, and nothing else was taken.
    private(set) var isUpEarly: Bool
    /// The answers that the companion gets after the announcement: if it spoke at the same time, the owner might not
    /// hear what was taken.
    private(set) var answers: [ToolAnswer] = []
    /// What is being said of a companion's change; empty once that is over, or if no companion made it.
    private(set) var words: [Phrase]
    /// When the ten seconds began, once nothing is being said of the change.
    private var windowBegan: BootTime

    static let window = TimeSpan.seconds(10)
    /// Nothing that the device says takes longer.
    private static let longestAnnouncement = TimeSpan.seconds(30)
    /// An alarm that rings earlier by at most this much still wakes its owner.
    static let earlier = TimeSpan.hours(2)
    /// For how long a contact that closed within the window may settle: longer than a board file can ask for (BOARD-2).
    private static let settling = TimeSpan.seconds(1)

    /// - Parameter words: what is said of a companion's change, from now on.
    init(_ before: [AlarmBefore], isUpEarly: Bool, saying words: [Phrase] = [], at now: BootTime) {
        self.before = before
        self.isUpEarly = isUpEarly
        self.words = words
        (since, windowBegan) = (now, now)
    }

    /// Whether the owner has yet to hear all of what a companion took away.
    var isBeingSaid: Bool { !words.isEmpty }

    /// The last moment at which Stop restores them; what counts is when its contact closed.
    var until: BootTime { (isBeingSaid ? since + TakeBack.longestAnnouncement : windowBegan) + TakeBack.window }
    var forgottenAt: BootTime { until + TakeBack.settling }

    /// This change together with an earlier one, if it comes within that one's window: Stop restores both.
    func joined(to earlier: TakeBack?) -> TakeBack {
        guard var all = earlier, since <= all.until else { return self }
        all.before += before.filter { all.alarm($0.id) == nil }
        (all.since, all.words, all.windowBegan) = (since, words, windowBegan)
        all.isUpEarly = all.isUpEarly && isUpEarly
        return all
    }

    func alarm(_ id: HabitID) -> AlarmBefore? { before.first { $0.id == id } }

    /// The owner has asked for these habits to call again, which is not undone with the rest.
    mutating func keepLedgers(of ids: [HabitID]) {
        for index in before.indices where ids.contains(before[index].id) { before[index].keepsLedger = true }
    }

    /// The owner has set something since, which is not undone with the rest.
    mutating func adopt(from old: Durable, to new: Durable) {
        for index in before.indices { before[index].adopt(from: old, to: new) }
    }

    /// Notes that the announcement is over, heard or not: the ten seconds begin.
    mutating func said(at now: BootTime) {
        words = []
        windowBegan = min(now, since + TakeBack.longestAnnouncement)
    }

    mutating func hold(_ answer: ToolAnswer) { answers.append(answer) }

    mutating func release() -> [ToolAnswer] {
        defer { answers = [] }
        return answers
    }
}

extension Bedside {
    /// The alarms that a change has taken away: switched off, removed, skipped, later, much earlier, or no longer on one
    /// of their days.
    func alarmsTaken(since before: Agenda, at now: Moment) -> [HabitID] {
        let habits = before.durable.profile.habits.filter { old in
            guard old.isOn else { return false }
            guard let habit = profile.habit(old.id), habit.isOn else { return true }
            // The next one may ring all the same, because the owner moved it.
            if agenda.isSilent(old.id), !before.isSilent(old.id) { return true }
            if !Set(old.days.days).isSubset(of: habit.days.days) { return true }
            return isRingLost(of: old.id, since: before, after: now.civil)
        }
        let oneOffs = before.durable.oneOffs.filter { alarm in
            before.isAhead(alarm) && !durable.oneOffs.contains { $0.id == alarm.id }
        }
        return habits.map(\.id) + oneOffs.map(\.id)
    }

    /// Whether a ring of the habit that was coming, in the week of the next one or on a date with an exception, does not
    /// come any more: neither at its time nor somewhat earlier.
    private func isRingLost(of id: HabitID, since before: Agenda, after now: CivilTime) -> Bool {
        guard let next = before.next(of: id, after: now)?.occurrence.date else { return false }
        let exceptions = [before.durable, durable].flatMap(\.exceptions.keys).filter { $0.habit == id }
        let dates = Set((-1...7).map { next.adding(days: $0) } + exceptions.map(\.date))
        let rings = agenda.rings(of: id, on: dates, after: now)
        return before.rings(of: id, on: dates, after: now).contains { old in
            !rings.contains { $0 <= old && old - $0 <= TakeBack.earlier }
        }
    }

    /// Announces what was taken away, in the device's own voice and with the companion silent; its answer waits until
    /// then. Without an answer no companion took it.
    mutating func announceTaken(
        _ ids: [HabitID], since before: Agenda, answer: ToolAnswer?, isUpEarly: Bool, at now: Moment
    ) {
        let phrases: [Phrase] =
            isUpEarly
            ? [.upEarlyConfirmed]
            : ids.prefix(3).map { id in
                if agenda.isSilent(id), !before.isSilent(id) {
                    return .fading(.silent(id))
                }
                let next = agenda.next(of: id, after: now.civil)
                return .alarmTaken(id, next: next.map { zone.local($0.at) }, now: zone.local(now.civil))
            } + [.stopTakesBack]
        let known = answer == nil ? nil : upEarly.beforeCompanion
        var taken = TakeBack(
            ids.map { known?.alarm($0) ?? AlarmBefore($0, in: before.durable) }, isUpEarly: isUpEarly,
            saying: answer == nil ? [] : phrases, at: now.boot
        ).joined(to: upEarly.takeBack)
        if let answer { taken.hold(answer) }
        upEarly.takeBack = taken
        if call.stage == .open { emit(.callVolume(percent: 0)) }
        if let words = Utterance(joining: phrases, in: profile.language) { say(words, for: .announcement, at: now) }
    }

    /// Gives the companion its answers, once the announcement is over or something else sounds.
    mutating func releaseAnswers(at now: Moment) {
        let purpose = speaker.playing?.purpose
        // The offline companion, which takes over a talk whose call is lost, says the words once more.
        if purpose != .announcement, purpose != .line { takenIsSaid(at: now) }
        if purpose != .announcement { giveAnswers() }
    }

    /// Begins the ten seconds after what the device said of a companion's change.
    mutating func takenIsSaid(at now: Moment) {
        guard upEarly.takeBack?.isBeingSaid == true else { return }
        upEarly.takeBack?.said(at: now.boot)
        features.fading.waitForTakeBack(at: now.boot)
    }

    mutating func giveAnswers() {
        guard let answers = upEarly.takeBack?.release(), !answers.isEmpty, call.stage == .open else { return }
        emitCallVolume()
        for answer in answers where answer.call == call.connection?.id { emitAfterCommit(.answerTool(answer)) }
    }

    mutating func takeBack(_ taken: TakeBack, at now: Moment, cause: NightEntry.Cause) {
        (upEarly.takeBack, upEarly.beforeCompanion) = (nil, nil)
        endConversation(at: now, cause: cause, as: .stopped)
        dropPrepared()
        let changed = profile
        let up = taken.before.compactMap { $0.settled(in: durable) }
            .filter { durable.records[$0]?.outcome == .unaided }
        for one in taken.before {
            let before = durable.fading.calling(one.id)
            for change in one.restoring(durable) { write(change) }
            let after = durable.fading.calling(one.id)
            // A level that falls with the day that it came from was reported with that day.
            let step = LevelStep(
                from: before.level, to: after.level, reason: after.isSilent ? .silent : .silenceOff)
            features.fading.stepTakenBack(one.id, before.isSilent == after.isSilent ? nil : step)
            agenda.refresh(one.id)
        }
        agenda.refresh()
        if profile != changed { tellOfRestored(from: changed, at: now) }
        for one in up { note(.upEarlyTakenBack, at: now, one, cause: cause) }
        if up.contains(where: { $0.habit == .wake }) { ownerIsNotUp(at: now) }
        if taken.isUpEarly {
            announce(.upEarlyTakenBack, at: now)
        } else {
            note(
                .changeTakenBack, at: now, cause: cause,
                detail: taken.before.map(\.id.name).joined(separator: " "))
            announce(.changeTakenBack, at: now)
        }
    }
}
