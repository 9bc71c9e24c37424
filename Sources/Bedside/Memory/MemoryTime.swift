/// Limits how long a memory holds (M-5).
public enum MemoryTime {
    /// The time for which a state (ill, tired, on a trip) or a plan without a date holds.
    static let stateDays = 30
    /// From this age on a prompt says that a memory is old.
    static let oldDays = 365
    /// The longest time that a plan may reach ahead.
    static let farthestDays = 730

    /// Slots of what passes by itself.
    private static let states: Set<String> = [
        "ill", "illness", "sick", "sickness", "cold", "flu", "fever", "cough", "tired", "tiredness", "exhausted",
        "jet-lag", "hangover", "trip", "travel", "traveling", "travelling", "away", "mood",
    ]
    /// What a text says of something that passes by itself, whatever its slot is called.
    private static let passing: [Language: [String]] = [
        .english: [
            "a cold", "the flu", "a fever", "a cough", "a sore throat", "a headache", "a hangover", "is ill", "is sick",
            "feels ill", "feels sick", "unwell", "is tired", "feels tired", "exhausted", "jet-lagged", "jet lag",
            "is away",
            "on a trip", "is travelling", "is traveling", "on a business trip", "on holiday", "on vacation",
            "this week",
        ],
        .japanese: [
            "風邪", "インフル", "熱がある", "熱を出", "咳が", "頭痛がする", "のどが痛", "喉が痛", "二日酔い", "体調が悪", "体調を崩", "疲れて",
            "疲れが", "寝不足", "時差ぼけ", "旅行中", "出張中", "入院中", "留守", "今週",
        ],
    ]

    /// Whether a text speaks of a state that passes. A preference or a person stays: "likes to sleep in on holiday".
    private static func passes(_ candidate: MemoryCandidate) -> Bool {
        if states.contains(candidate.slot) { return true }
        guard candidate.keptKind == .profile else { return false }
        let text = candidate.text.words.lowercased()
        let words = " " + String(text.map { $0.isLetter || $0 == "-" ? $0 : " " }) + " "
        return (passing[.english] ?? []).contains { words.contains(" \($0) ") }
            || (passing[.japanese] ?? []).contains { text.contains($0) }
    }

    /// The last day of a memory; nil if it has none.
    static func lastDay(of candidate: MemoryCandidate, from date: LocalDate) -> LocalDate? {
        if let intention = candidate.intention { return intention.forDate }
        if candidate.reflection != nil { return nil }
        if let until = candidate.validUntil { return min(until, date.adding(days: farthestDays)) }
        return candidate.keptKind == .plan || passes(candidate) ? date.adding(days: stateDays) : nil
    }

    /// Whether a memory is so old that a prompt says so.
    static func isOld(_ item: MemoryItem, on date: LocalDate) -> Bool {
        date.dayNumber - item.saidAt.date.dayNumber >= oldDays
    }
}

extension FeatureContext {
    /// Whether something may be reduced that nothing brings back: the clock may be believed that days have passed.
    var mayLose: Bool { calendar.steady.earliestLoss(at: now) <= now.civil }
}

extension Memory {
    /// Ends what is over: plans after their last day, intentions whose evening passed unasked (M-5, R-6), and labels after
    /// their 90 days (E-4).
    ///
    /// - Parameter countsLabels: whether these are reduced to counts, which nothing brings back.
    public mutating func expire(at now: LocalMoment, countsLabels: Bool = true) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        for item in active {
            if var intention = item.intention {
                guard intention.questionDay < now.evening else { continue }
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
        if countsLabels { changes += countLabels(on: now.date) }
        bound(&changes)
        return changes
    }

    /// Reduces the labels of days that are more than 90 days ago to counts (E-4).
    mutating func countLabels(on today: LocalDate) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        make(labels.counting(on: today), &changes)
        for item in items {
            guard let date = item.reflection?.date, LabelDiary.isPast(date, on: today) else { continue }
            eraseLabels(of: item, &changes)
        }
        return changes
    }

    mutating func replace(_ intention: Intention, in item: MemoryItem, _ changes: inout [MemoryChange]) {
        guard var changed = self.item(item.id) else { return }
        changed.detail = .intention(intention)
        make(.keep(changed), &changes)
    }
}
