/// Everything that is remembered about the owner (MIND-1, MIND-3): a bounded value that uses neither clock nor disk.
///
/// Every verb returns its changes in order, so that a store can make the same ones. Time is given with each verb.
public struct Memory: Hashable, Codable, Sendable {
    /// Every record by its number, the erased ones among them.
    public private(set) var items: [MemoryItem] = []
    /// By date.
    public private(set) var days: [DaySummary] = []
    public private(set) var runs: [HabitID: IntentionRun] = [:]
    public private(set) var labels = LabelDiary()
    private var nextID = 1

    public init() {}

    enum CodingKeys: String, CodingKey { case items, days, runs, labels, nextID }

    public func item(_ id: MemoryID) -> MemoryItem? { items.first { $0.id == id } }
    public var active: [MemoryItem] { items.filter(\.isActive) }

    /// The names of the facts that hold, the latest first, each once: for a training, of those alone that it may know of
    /// (M-6).
    public func names(for habit: HabitID? = nil) -> [String] {
        var names: [String] = []
        for item in active.reversed() where item.detail == nil && ReservedSlot(item) == nil {
            if habit == .training, !MemoryPart.isForTraining(item) { continue }
            let name = item.slot.words
            if MemoryGate.isSlot(name), !names.contains(name) { names.append(name) }
        }
        return Array(names.prefix(MemoryLimits.names))
    }

    /// What the owner typed, and nothing of a talk.
    var typed: Memory {
        var typed = self
        typed.items.removeAll { $0.source != .ownerCommandLine }
        (typed.days, typed.runs, typed.labels) = ([], [:], LabelDiary())
        return typed
    }

    // MARK: Changes

    /// Makes a change that this or another memory returned.
    public mutating func apply(_ change: MemoryChange) {
        switch change {
        case .keep(let item), .erase(let item):
            if let index = items.firstIndex(where: { $0.id == item.id }) {
                items[index] = item
            } else {
                let index = items.firstIndex { $0.id > item.id } ?? items.endIndex
                items.insert(item, at: index)
            }
            nextID = max(nextID, item.id.number + 1)
        case .use(let id, let use):
            if let index = items.firstIndex(where: { $0.id == id }) { items[index].use = use }
        case .remove(let id): items.removeAll { $0.id == id }
        case .keepDay(let day):
            days.removeAll { $0.date == day.date }
            days.insert(day, at: days.firstIndex { $0.date > day.date } ?? days.endIndex)
        case .removeDay(let date): days.removeAll { $0.date == date }
        case .run(let habit, let run): runs[habit] = run == IntentionRun() ? nil : run
        case .label(let change): labels.apply(change)
        }
    }

    /// Makes a change and adds it to the list.
    mutating func make(_ change: MemoryChange, _ changes: inout [MemoryChange]) {
        apply(change)
        changes.append(change)
    }

    mutating func make(_ labels: [LabelDiary.Change], _ changes: inout [MemoryChange]) {
        for change in labels { make(.label(change), &changes) }
    }

    /// Switches labels on, or off: then all of them are erased, those of the reflections too (E-4).
    public mutating func keepLabels(_ isOn: Bool) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        guard isOn != labels.isOn else { return [] }
        make(.label(.isOn(isOn)), &changes)
        for item in items where !isOn { eraseLabels(of: item, &changes) }
        return changes
    }

    /// Erases the labels of a reflection, which stays.
    mutating func eraseLabels(of item: MemoryItem, _ changes: inout [MemoryChange]) {
        guard var reflection = item.reflection, !reflection.feelings.isEmpty else { return }
        var changed = item
        reflection.feelings = []
        changed.detail = .reflection(reflection)
        make(.keep(changed), &changes)
    }

    mutating func set(_ status: MemoryStatus, of item: MemoryItem, _ changes: inout [MemoryChange]) {
        guard var use = self.item(item.id)?.use, use.status != status else { return }
        use.status = status
        make(.use(item.id, use), &changes)
    }

    // MARK: Keeping

    /// Keeps what the gate let through, in the place of what has the same slot (M-4).
    ///
    /// The refusals are those that only the memory can give: it knows the thing already, or the day has its three
    /// intentions.
    public mutating func keep(
        _ candidate: MemoryCandidate, at now: LocalMoment, talk: Int?, habit: HabitID?, source: MemorySource = .owner
    ) -> Result<[MemoryChange], MemoryRefusal> {
        guard !knows(candidate) else { return .failure(.alreadyKnown) }
        let older = superseded(by: candidate)
        if let older, candidate.kind == .intention, older.text == candidate.text {
            return .success(again(candidate, older))
        }
        if let intention = candidate.intention, older == nil, hasNoRoom(for: intention, after: now.evening) {
            return .failure(.tooManyIntentions)
        }
        var changes: [MemoryChange] = []
        let kind = candidate.keptKind
        let item = MemoryItem(
            id: MemoryID(nextID), kind: kind, slot: PrivateText(candidate.slot), text: candidate.text,
            quote: candidate.quote, saidAt: now, talk: talk, habit: habit, source: source,
            validUntil: MemoryTime.lastDay(of: candidate, from: now.date), supersedes: older?.id,
            detail: candidate.detail,
            use: MemoryItem.Use(isPinned: older?.use.isPinned ?? false))
        if let older { set(.superseded, of: older, &changes) }
        make(.keep(item), &changes)
        if let reflection = candidate.reflection {
            make(labels.keeping(LabelledDay(date: reflection.date, feelings: reflection.feelings)), &changes)
        }
        bound(&changes, keeping: item.id)
        return .success(changes)
    }

    /// Whether an active record says the same about the same thing. A reserved slot stands for itself: what it holds is
    /// no fact that a companion knows, and is not said by one either.
    private func knows(_ candidate: MemoryCandidate) -> Bool {
        guard ReservedSlot(rawValue: candidate.slot) == nil else { return false }
        let text = Statement(candidate.text.words)
        return active.contains { item in
            if ReservedSlot(item) != nil { return false }
            if candidate.intention != nil { return false }
            if let reflection = candidate.reflection {
                return item.reflection?.date == reflection.date && item.text == candidate.text
            }
            guard item.detail == nil, item.validUntil == MemoryTime.lastDay(of: candidate, from: item.saidAt.date)
            else {
                return false
            }
            let (new, old) = (candidate.text.words.utf8.count, item.text.words.utf8.count)
            guard new <= 4 * old, old <= 4 * new else { return false }
            let known = FoldedText(item.text.words)
            if text.folded == known { return true }
            guard text.folded.count * 3 >= known.count * 2, text.folded.count * 2 <= known.count * 3 else {
                return false
            }
            let statement = Statement(item.text.words)
            return text.isKnown(by: statement)
                && (item.slot.words == candidate.slot || statement.own.words.isSubset(of: text.own.words))
        }
    }

    /// Takes over what is new in an intention that is known already: the owner has rehearsed it by then, or wants it on
    /// more days.
    private mutating func again(_ candidate: MemoryCandidate, _ older: MemoryItem) -> [MemoryChange] {
        guard var intention = older.intention, let said = candidate.intention else { return [] }
        var changes: [MemoryChange] = []
        intention.isRehearsed = intention.isRehearsed || said.isRehearsed
        intention.recurrence = said.recurrence ?? intention.recurrence
        guard intention != older.intention else { return [] }
        replace(intention, in: older, &changes)
        return changes
    }

    /// Adds labels to the look back on a day that was kept without any.
    ///
    /// - Returns: The changes, that of the record first; none if there is no such record.
    mutating func label(
        _ feelings: [FeltLabel], reflectionOf date: LocalDate, line: PrivateText
    ) -> [MemoryChange] {
        guard !feelings.isEmpty, var item = active.last(where: { $0.reflection?.date == date && $0.text == line }),
            var reflection = item.reflection, reflection.feelings.isEmpty
        else { return [] }
        var changes: [MemoryChange] = []
        reflection.feelings = feelings
        item.detail = .reflection(reflection)
        make(.keep(item), &changes)
        make(labels.keeping(LabelledDay(date: date, feelings: feelings)), &changes)
        return changes
    }

    /// The active record whose place a candidate takes.
    func superseded(by candidate: MemoryCandidate) -> MemoryItem? {
        active.last { item in
            if let intention = candidate.intention {
                guard let other = item.intention, other.habit == intention.habit else { return false }
                return other.forDate == intention.forDate || (other.recurrence != nil && intention.recurrence != nil)
            }
            if let reflection = candidate.reflection { return item.reflection?.date == reflection.date }
            return item.detail == nil && !candidate.slot.isEmpty && item.slot.words == candidate.slot
        }
    }

    /// Keeps what a day was about; lines of an earlier talk of the day come first.
    public mutating func keepDay(_ lines: [PrivateText], of date: LocalDate, language: Language) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        let earlier = days.first { $0.date == date }?.lines ?? []
        var all = earlier
        for line in lines where !all.contains(where: { Statement(line.words).isKnown(by: Statement($0.words)) }) {
            all.append(line)
        }
        let day = DaySummary(date: date, lines: all, language: language)
        guard day.lines != earlier, !day.lines.isEmpty else { return [] }
        make(.keepDay(day), &changes)
        while days.count > MemoryLimits.days, let oldest = days.first { make(.removeDay(oldest.date), &changes) }
        return changes
    }

    // MARK: Bounds

    /// Drops what exceeds the bounds (M-1): the oldest expired record first, then the one that was not used for
    /// longest. Neither what the owner pinned nor an intention that is open is dropped, nor a reserved slot or what was
    /// just kept.
    mutating func bound(_ changes: inout [MemoryChange], keeping new: MemoryID? = nil) {
        while items.count(where: isLive) > MemoryLimits.items, let item = nextToDrop(except: new) {
            make(.remove(item.id), &changes)
        }
        while items.count(where: { !isLive($0) }) > MemoryLimits.history,
            let oldest = items.first(where: { !isLive($0) })
        {
            make(.remove(oldest.id), &changes)
        }
    }

    private func isLive(_ item: MemoryItem) -> Bool { item.use.status == .active || item.use.status == .expired }

    private func nextToDrop(except new: MemoryID?) -> MemoryItem? {
        if let expired = items.first(where: { $0.use.status == .expired }) { return expired }
        return active.filter { item in
            !item.use.isPinned && item.id != new && item.intention?.status != .open && ReservedSlot(item) == nil
        }
        .min { ($0.use.lastUsedAt ?? $0.saidAt.civil, $0.id) < ($1.use.lastUsedAt ?? $1.saidAt.civil, $1.id) }
    }
}

extension MemoryCandidate {
    var intention: Intention? {
        guard case .intention(let intention) = detail else { return nil }
        return intention
    }

    var reflection: Reflection? {
        guard case .reflection(let reflection) = detail else { return nil }
        return reflection
    }
}
