/// What the owner has yet to hear about a habit's level: kept in its ledger until it is said, so that a power cut loses
/// no word, and none is said twice (F-8).
extension FadingKeeper {
    /// Reads what is not told yet: after a start, or where a ledger was given back its earlier form.
    mutating func readWords(in context: FeatureContext) {
        guard !hasReadWords else { return }
        hasReadWords = true
        words = context.durable.fading.untold.map { .step($0.habit, $0.step) }
    }

    /// Has a habit's last step said once somebody listens; nil: there is nothing to say, and no earlier one is said.
    ///
    /// - Parameter fading: the ledgers with all changes so far.
    /// - Returns: the further changes that this needs.
    mutating func expect(
        _ step: LevelStep?, of id: HabitID, in fading: OwnerFading, on date: LocalDate
    ) -> [Change] {
        words.removeAll { $0.habit == id }
        let ledger = fading.ledgers[id] ?? FadingLedger()
        guard let step else { return ledger.forgettingUntold(of: id) }
        words.append(.step(id, step))
        return ledger.forgettingUntold(of: id) + [.entry(id, number: ledger.nextNumber, .untold(date, step))]
    }

    /// Whether a correction undoes a step down of which the owner has heard: then they hear that it is as before.
    ///
    /// - Parameter earlier: the ledger before the correction.
    func undoesWhatWasTold(_ step: LevelStep, _ earlier: FadingLedger) -> Bool {
        guard step.to > step.from, !earlier.entries.contains(where: \.entry.isUntold) else { return false }
        let undone = earlier.replay().steps.last?.step.reason
        return undone == .missedTwice || undone == .neededNet
    }

    /// Says the next one. It is marked as told on disk first, so that a power cut repeats nothing.
    mutating func tellNext(_ output: inout FeatureOutput<Self>, in context: FeatureContext) {
        let word = words.removeFirst()
        if let id = word.habit, let ledger = context.durable.fading.ledgers[id] {
            output.changes += ledger.forgettingUntold(of: id)
        }
        output.requests.append(.sayOnce(.fading(word)))
    }
}

extension FadingLedger {
    /// The changes after which nothing is left to be told about a habit's level.
    func forgettingUntold(of id: HabitID) -> [OwnerFading.Change] {
        entries.filter(\.entry.isUntold).map { .removeEntry(id, number: $0.number) }
    }
}

extension OwnerFading {
    /// The last step of each habit of which its owner has not heard yet, the oldest first.
    var untold: [(habit: HabitID, step: LevelStep)] {
        var found: [(date: LocalDate, habit: HabitID, step: LevelStep)] = []
        for (id, ledger) in ledgers {
            guard case .untold(let date, let step)? = ledger.entries.last(where: { $0.entry.isUntold })?.entry else {
                continue
            }
            found.append((date: date, habit: id, step: step))
        }
        return found.sorted { ($0.date, $0.habit) < ($1.date, $1.habit) }
            .map { (habit: $0.habit, step: $0.step) }
    }
}
