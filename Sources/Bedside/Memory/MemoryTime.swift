/// Limits how long a memory holds (M-5).
public enum MemoryTime {
    /// The time for which a state (ill, tired, on a trip) or a plan without a date holds.
    static let stateDays = 30
    /// From this age on a prompt says that a memory is old.
    static let oldDays = 365
    /// The longest time that a plan may reach ahead.
    static let farthestDays = 730

    /// Slots of what passes by itself.
    private static let states: Set<String> = ["ill", "illness", "sick", "tired", "trip", "travel", "away"]

    /// The last day of a memory; nil if it has none.
    static func lastDay(of candidate: MemoryCandidate, from date: LocalDate) -> LocalDate? {
        if let intention = candidate.intention { return intention.forDate }
        if candidate.reflection != nil { return nil }
        if let until = candidate.validUntil { return min(until, date.adding(days: farthestDays)) }
        let passes = candidate.keptKind == .plan || states.contains(candidate.slot)
        return passes ? date.adding(days: stateDays) : nil
    }

    /// Whether a memory is so old that a prompt says so.
    static func isOld(_ item: MemoryItem, on date: LocalDate) -> Bool {
        date.dayNumber - item.saidAt.date.dayNumber >= oldDays
    }
}

extension Memory {
    /// Ends what is over: plans after their last day, and intentions whose evening passed unasked (M-5, R-6).
    public mutating func expire(at now: LocalMoment) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        for item in active {
            if var intention = item.intention {
                guard intention.forDate < now.evening else { continue }
                if renew(item, at: now, &changes) { continue }
                if intention.status == .open {
                    intention.status = .skipped
                    replace(intention, in: item, &changes)
                }
                set(.expired, of: item, &changes)
            } else if let last = item.validUntil, last < now.date {
                set(.expired, of: item, &changes)
            }
        }
        make(labels.counting(on: now.date), &changes)
        bound(&changes)
        return changes
    }

    mutating func replace(_ intention: Intention, in item: MemoryItem, _ changes: inout [MemoryChange]) {
        guard var changed = self.item(item.id) else { return }
        changed.detail = .intention(intention)
        make(.keep(changed), &changes)
    }
}
