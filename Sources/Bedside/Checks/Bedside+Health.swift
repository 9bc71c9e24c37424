/// Says what is wrong with the appliance before the owner sleeps (BOARD-3, GUARD-7).
extension Bedside {
    /// What would make the morning fail, to be said when bedtime's alarm is answered or stopped; nil if nothing would.
    func wordsBeforeSleep(_ habits: [Habit]) -> Phrase? {
        habits.contains { $0.subject == .bedtime } ? wordsBeforeSleep : nil
    }

    var wordsBeforeSleep: Phrase? {
        let reasons = attention
        return reasons.isEmpty ? nil : .beforeSleep(reasons)
    }
}
