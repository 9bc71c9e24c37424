/// The part of what survives a power cut that concerns fading: a ledger for each habit, and the levels computed from
/// them. It holds words of the table and dates, no words of the owner's.
///
/// Not in the schedule copy: without a ledger a habit is at the level that rings at its time.
public struct OwnerFading: Hashable, Sendable {
    public private(set) var ledgers: [HabitID: FadingLedger] = [:]
    /// What the ledgers lead to; a habit that is missing here has no day yet.
    public private(set) var standings: [HabitID: FadingStanding] = [:]
    /// Why each habit is at its level: the reason of its last step. None where the steps are part of the base.
    public private(set) var reasons: [HabitID: FadingReason] = [:]

    public init() {}

    public enum Change: Hashable, Codable, Sendable {
        /// Adds an entry, or replaces the one with its number.
        case entry(HabitID, number: Int, FadingEntry)
        case removeEntry(HabitID, number: Int)
        case base(HabitID, FadingLedger.Base)
        /// The habit is gone.
        case forget(HabitID)

        enum CodingKeys: String, CodingKey { case entry, removeEntry, base, forget }
        enum EntryCodingKeys: String, CodingKey { case _0 = "habit", number, _2 = "entry" }
        enum RemoveEntryCodingKeys: String, CodingKey { case _0 = "habit", number }
        enum BaseCodingKeys: String, CodingKey { case _0 = "habit", _1 = "base" }
        enum ForgetCodingKeys: String, CodingKey { case _0 = "habit" }

        var habit: HabitID {
            switch self {
            case .entry(let id, _, _), .removeEntry(let id, _), .base(let id, _), .forget(let id): id
            }
        }
    }

    public mutating func apply(_ change: Change) {
        let id = change.habit
        var ledger = ledgers[id] ?? FadingLedger()
        switch change {
        case .entry(_, let number, let entry):
            // What all the others led to is known.
            if ledger.isNew(number) { return add(FadingLedger.Numbered(number: number, entry: entry), for: id) }
            ledger.put(FadingLedger.Numbered(number: number, entry: entry))
        case .removeEntry(_, let number): ledger.remove(number)
        case .base(_, let base): ledger.rebase(base)
        case .forget:
            set(FadingLedger(), for: id)
            return
        }
        set(ledger, for: id)
    }

    /// Applies many changes; each habit's level is computed once.
    public mutating func apply(_ changes: [Change]) {
        var changed: [HabitID: FadingLedger] = [:]
        for change in changes {
            guard case .entry(let id, let number, let entry) = change else {
                if let ledger = changed.removeValue(forKey: change.habit) { set(ledger, for: change.habit) }
                apply(change)
                continue
            }
            changed[id, default: ledgers[id] ?? FadingLedger()].put(
                FadingLedger.Numbered(number: number, entry: entry))
        }
        for (id, ledger) in changed { set(ledger, for: id) }
    }

    public func level(of id: HabitID) -> FadingLevel { standings[id]?.level ?? .companion }

    /// The silence that the owner asked for, for the alarm that the habit had then.
    public func silence(of id: HabitID) -> Silence? { standings[id]?.silence }

    /// The silence of the habit as it is now; nil: it rings as its level says.
    public func silence(of habit: Habit) -> Silence? {
        silence(of: habit.id).flatMap { $0.plan == Silence.Plan(habit) ? $0 : nil }
    }

    /// Ends every silence, where nobody knows whether the owner ended it since.
    ///
    /// - Returns: the changes that it made.
    public mutating func endSilences() -> [Change] {
        let ends: [Change] = ledgers.sorted { $0.key < $1.key }.compactMap { id, ledger in
            guard silence(of: id) != nil else { return nil }
            var base = ledger.rebased()
            base.standing = base.standing.audible
            return .base(id, base)
        }
        apply(ends)
        return ends
    }

    /// How a habit calls: what its alarm depends on.
    struct Calling: Hashable, Sendable {
        var level = FadingLevel.companion
        var silence: Silence.Plan?
        var isSilent: Bool { silence != nil }
    }

    func calling(_ id: HabitID) -> Calling { Calling(level: level(of: id), silence: silence(of: id)?.plan) }

    /// Adds an entry after all the others.
    private mutating func add(_ last: FadingLedger.Numbered, for id: HabitID) {
        var ledger = ledgers.removeValue(forKey: id) ?? FadingLedger()
        var standing = standings[id] ?? ledger.base.standing
        let step = standing.take(last.entry, by: FadingRules.version(ledger.base.rules))
        ledger.put(last)
        ledgers[id] = ledger
        standings[id] = standing
        if let step { reasons[id] = step.reason }
    }

    private mutating func set(_ ledger: FadingLedger, for id: HabitID) {
        let isEmpty = ledger == FadingLedger()
        let replay = ledger.replay()
        ledgers[id] = isEmpty ? nil : ledger
        standings[id] = isEmpty ? nil : replay.standing
        reasons[id] = isEmpty ? nil : replay.steps.last?.step.reason
    }

    // MARK: Rebuilding

    /// The changes that make this of an empty one.
    public var changes: [Change] {
        ledgers.sorted { $0.key < $1.key }.flatMap { id, ledger in
            [Change.base(id, ledger.base)] + ledger.entries.map { Change.entry(id, number: $0.number, $0.entry) }
        }
    }

    /// The changes that give a habit its earlier ledger again; nil: it had none.
    func restoring(_ earlier: FadingLedger?, of id: HabitID) -> [Change] {
        let now = ledgers[id] ?? FadingLedger()
        guard let earlier else { return ledgers[id] == nil ? [] : [.forget(id)] }
        let kept = Set(earlier.entries.map(\.number))
        let known = Set(now.entries)
        return (now.base == earlier.base && ledgers[id] != nil ? [] : [.base(id, earlier.base)])
            + now.entries.filter { !kept.contains($0.number) }.map { .removeEntry(id, number: $0.number) }
            + earlier.entries.filter { !known.contains($0) }.map { .entry(id, number: $0.number, $0.entry) }
    }

    /// The same levels with fewer entries: those before a day are part of the base.
    public func compact(before date: LocalDate) -> OwnerFading {
        var compact = OwnerFading()
        for (id, var ledger) in ledgers {
            let old = ledger.entries.prefix { $0.entry.date < date }
            if let last = old.last {
                ledger.rebase(ledger.rebased(through: last.number))
                for one in old where !one.entry.isQuestion && !one.entry.isUntold { ledger.remove(one.number) }
            }
            compact.set(ledger, for: id)
        }
        return compact
    }
}

extension OwnerFading: Codable {
    public init(from decoder: any Decoder) throws {
        self.init()
        apply(try decoder.singleValueContainer().decode([Change].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(changes)
    }
}

extension FadingEntry {
    /// Whether it only says when the owner was last asked.
    var isQuestion: Bool {
        if case .asked = self { true } else { false }
    }

    /// Whether it is a step of which the owner has not heard yet.
    var isUntold: Bool {
        if case .untold = self { true } else { false }
    }

    /// Whether it says that consent was asked for, on this date or later; nil: on any (F-6).
    func isConsentAsked(since: LocalDate?) -> Bool {
        guard case .asked(.consent, let date) = self else { return false }
        return since.map { date >= $0 } ?? true
    }

    /// Whether it says that the one offer of another time was made (F-12).
    var isOffer: Bool {
        if case .asked(.laterTime, _) = self { true } else { false }
    }
}
