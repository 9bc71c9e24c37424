// Intentions: one for a habit and day, asked about once.

extension Memory {
    /// The open intentions for a day, that of the habit first.
    public func intentions(for date: LocalDate, habit: HabitID? = nil) -> [MemoryItem] {
        let open = active.filter { $0.intention?.forDate == date && $0.intention?.status == .open }
        return open.filter { $0.intention?.habit == habit } + open.filter { $0.intention?.habit != habit }
    }

    /// Whether the days to come have their three intentions; those of this evening are about to end.
    func hasNoRoom(for intention: Intention, after evening: LocalDate) -> Bool {
        active.count { item in
            guard let other = item.intention, other.status == .open else { return false }
            return other.forDate > evening || intention.forDate <= evening
        } >= MemoryLimits.intentionsPerDay
    }

    /// The intention to ask about this evening; nil if there is none, or each was asked about.
    public func intentionToAsk(at now: LocalMoment) -> MemoryItem? {
        intentions(for: now.evening).first { $0.intention?.askedAt == nil }
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

    /// Closes the intention that was asked about last, or this evening's only one.
    public mutating func answer(
        _ answer: Intention.Status, words: PrivateText? = nil, at now: LocalMoment
    ) -> (changes: [MemoryChange], advice: IntentionAdvice) {
        let open = intentions(for: now.evening)
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

    /// Ends the habit's intentions for the days to come as well.
    private mutating func drop(_ habit: HabitID, _ changes: inout [MemoryChange]) {
        for item in active where item.intention?.habit == habit && item.intention?.status == .open {
            guard var intention = item.intention else { continue }
            intention.status = .skipped
            replace(intention, in: item, &changes)
            set(.expired, of: item, &changes)
        }
    }
}
