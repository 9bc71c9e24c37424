/// A request of the owner's about daytime nudges.
public enum NudgeCommand: Hashable, Codable, Sendable {
    /// Answered by `Reply.nudges`.
    case list
    case on(HabitID, NudgeChoice)
    /// Nil: of every habit.
    case off(HabitID?)
    /// None on this day.
    case notToday

    public var isWrite: Bool { self != .list }

    enum CodingKeys: String, CodingKey { case list, on, off, notToday }
    enum OnCodingKeys: String, CodingKey { case _0 = "habit", _1 = "choice" }
    enum OffCodingKeys: String, CodingKey { case _0 = "habit" }
}

/// The habits for which daytime nudges are on, and the last nudges.
public struct NudgeReply: Hashable, Codable, Sendable {
    public struct Row: Hashable, Codable, Sendable {
        public var habit: HabitID
        public var choice: NudgeChoice

        public init(habit: HabitID, choice: NudgeChoice) {
            self.habit = habit
            self.choice = choice
        }

        enum CodingKeys: String, CodingKey { case habit, choice }
    }

    public var rows: [Row]
    /// Whether they have stopped, because nobody answered four in a row.
    public var isStopped: Bool
    /// The last nudges, the newest last.
    public var last: [Nudge]
    public var language: Language

    public init(rows: [Row], isStopped: Bool, last: [Nudge], language: Language) {
        self.rows = rows
        self.isStopped = isStopped
        self.last = last
        self.language = language
    }

    init(_ context: FeatureContext) {
        let owner = context.durable.nudges
        self.init(
            rows: owner.choices.sorted { $0.key < $1.key }.map { Row(habit: $0.key, choice: $0.value) },
            isStopped: owner.isStopped && !owner.choices.isEmpty, last: Array(owner.nudges.suffix(10)),
            language: context.profile.language)
    }

    enum CodingKeys: String, CodingKey { case rows, isStopped, last, language }
}
