/// What the light and the voice say of the appliance's health (BOARD-3, GUARD-7).
extension Bedside {
    /// What would fail the morning, as it is said when bedtime's alarm is answered or stopped; nil: nothing.
    func wordsBeforeSleep(_ habits: [Habit]) -> Phrase? {
        habits.contains { $0.subject == .bedtime } ? wordsBeforeSleep : nil
    }

    var wordsBeforeSleep: Phrase? {
        let reasons = attention
        return reasons.isEmpty ? nil : .beforeSleep(reasons)
    }
}
