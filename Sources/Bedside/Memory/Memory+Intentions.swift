// Intentions: one for a habit and day, asked about once.

extension Memory {
    /// The open intentions for a day, that of the habit first.
    public func intentions(for date: LocalDate, habit: HabitID? = nil) -> [MemoryItem] {
        let open = active.filter { $0.intention?.forDate == date && $0.intention?.status == .open }
        return open.filter { $0.intention?.habit == habit } + open.filter { $0.intention?.habit != habit }
    }

    /// The open intention of a habit for a day, with which that day's talk and ring begin; also one that comes again then
    /// and whose last day is not closed yet.
    public func intention(of habit: HabitID, on date: LocalDate) -> MemoryItem? {
        let own = active.filter { $0.intention?.habit == habit }
        let dated = own.filter { $0.intention?.forDate == date }
        guard dated.isEmpty else { return dated.first { $0.intention?.status == .open } }
        return own.last { item in
            guard let intention = item.intention, let days = intention.recurrence else { return false }
            return intention.forDate < date && days.contains(date.weekday)
        }
    }

    /// The open intentions about which an evening asks.
    private func due(on evening: LocalDate) -> [MemoryItem] {
        active.filter { $0.intention?.questionDay == evening && $0.intention?.status == .open }
    }

    /// Whether the days to come have their three intentions; those of this evening are about to end.
    func hasNoRoom(for intention: Intention, after evening: LocalDate) -> Bool {
        active.count { item in
            guard let other = item.intention, other.status == .open || other.recurrence != nil else { return false }
            return other.recurrence != nil || other.forDate > evening || intention.forDate <= evening
        } >= MemoryLimits.intentionsPerDay
    }

    /// The intentions to ask about this evening, each once, in this order.
    public func intentionsToAsk(at now: LocalMoment) -> [MemoryItem] {
        due(on: now.evening).filter { $0.intention?.askedAt == nil }
    }

    /// Notes that the companion asks about an intention now, so that it is never asked about again.
    public mutating func ask(_ id: MemoryID, at now: LocalMoment) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        guard let item = item(id), item.isActive, var intention = item.intention, intention.askedAt == nil else {
            return []
        }
        intention.askedAt = now.civil
        replace(intention, in: item, &changes)
        return changes
    }

    /// Closes the intention that was asked about last, or this evening's only one. Of those that one companion was told to
    /// ask about, the answers come in their order.
    ///
    /// - Parameter id: the one that is answered, where that is known.
    public mutating func answer(
        _ answer: Intention.Status, words: PrivateText? = nil, about id: MemoryID? = nil, at now: LocalMoment
    ) -> (changes: [MemoryChange], advice: IntentionAdvice) {
        let open = due(on: now.evening).filter { id == nil || $0.id == id }
        let asked = open.filter { $0.intention?.askedAt != nil }
            .max { ($0.intention?.askedAt ?? now.civil) < ($1.intention?.askedAt ?? now.civil) }
        guard let item = asked ?? open.first, var intention = item.intention, answer != .open, answer != .skipped else {
            return ([], .none)
        }
        var changes: [MemoryChange] = []
        intention.status = answer
        intention.answerWords = words
        intention.askedAt = intention.askedAt ?? now.civil
        replace(intention, in: item, &changes)
        let advice = count(answer, of: intention.habit, &changes)
        if advice == .drop { drop(intention.habit, &changes) }
        return (changes, advice)
    }

    /// Notes that the owner has said the act once more.
    mutating func rehearse(_ item: MemoryItem) -> [MemoryChange] {
        guard var intention = item.intention, !intention.isRehearsed else { return [] }
        var changes: [MemoryChange] = []
        intention.isRehearsed = true
        replace(intention, in: item, &changes)
        return changes
    }

    private mutating func count(
        _ answer: Intention.Status, of habit: HabitID, _ changes: inout [MemoryChange]
    ) -> IntentionAdvice {
        guard answer == .not else {
            if runs[habit] != nil { make(.run(habit, IntentionRun()), &changes) }
            return .none
        }
        guard runs[habit] != nil || runs.count < MemoryLimits.runs else { return .none }
        var run = runs[habit] ?? IntentionRun()
        run.notToday += 1
        var advice = IntentionAdvice.none
        if run.notToday >= Self.notTodayBeforeDropping {
            run = IntentionRun()
            advice = .drop
        } else if run.notToday >= Self.notTodayBeforeSmaller, !run.wasSmallerOffered {
            run.wasSmallerOffered = true
            advice = .offerSmaller
        }
        make(.run(habit, run), &changes)
        return advice
    }

    private static let notTodayBeforeSmaller = 3
    private static let notTodayBeforeDropping = 6

    /// Moves a recurring intention to its next day, on which it is asked about again. A day that has an intention of
    /// its own for the habit is left to that.
    mutating func renew(_ item: MemoryItem, at now: LocalMoment, _ changes: inout [MemoryChange]) -> Bool {
        guard var intention = item.intention, let days = intention.recurrence else { return false }
        // A bedtime's is asked about on the evening after.
        let first = intention.habit == .bedtime ? now.evening.adding(days: -1) : now.evening
        let next = (0..<14).map { first.adding(days: $0) }.first { date in
            days.contains(date.weekday)
                && !active.contains { other in
                    other.id != item.id && other.intention?.habit == intention.habit && other.intention?.forDate == date
                }
        }
        guard let next, var changed = self.item(item.id) else { return false }
        intention.forDate = next
        intention.status = .open
        intention.askedAt = nil
        intention.answerWords = nil
        changed.detail = .intention(intention)
        changed.validUntil = next
        make(.keep(changed), &changes)
        return true
    }

    /// Ends the habit's intentions for the days to come as well.
    private mutating func drop(_ habit: HabitID, _ changes: inout [MemoryChange]) {
        for item in active where item.intention?.habit == habit {
            guard var intention = item.intention, intention.status == .open || intention.recurrence != nil else {
                continue
            }
            if intention.status == .open { intention.status = .skipped }
            intention.recurrence = nil
            replace(intention, in: item, &changes)
            set(.expired, of: item, &changes)
        }
    }
}
