/// What a nudge offers to an owner who has pressed Start (MIND-8, N-3).
public enum NudgeOffer: String, CaseIterable, Hashable, Sendable {
    /// A minute of paced breathing; there always is one.
    case breath
    /// A phrase of the owner's.
    case phrase
    /// A talk with the live companion.
    case talk

    /// One offer for a nudge, each in its turn.
    ///
    /// - Parameter number: how many nudges there were, this one included.
    static func choice(of available: Set<NudgeOffer>, nudge number: Int) -> NudgeOffer {
        let offers = allCases.filter { $0 == .breath || available.contains($0) }
        let turn = max(number - 1, 0) % max(offers.count, 1)
        return offers.indices.contains(turn) ? offers[turn] : .breath
    }
}

/// A day on which the owner intends to do something for a habit after something else that they do (N-3): no word of what
/// it is.
public struct NudgeCue: Hashable, Codable, Comparable, Sendable {
    public var habit: HabitID
    public var date: LocalDate

    public init(habit: HabitID, date: LocalDate) {
        self.habit = habit
        self.date = date
    }

    enum CodingKeys: String, CodingKey { case habit, date }

    public static func < (a: NudgeCue, b: NudgeCue) -> Bool { (a.date, a.habit) < (b.date, b.habit) }
}
