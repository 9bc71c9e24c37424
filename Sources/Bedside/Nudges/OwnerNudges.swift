/// The part of what survives a power cut that concerns daytime nudges (MIND-8): windows, dates and answers, no words.
public struct OwnerNudges: Hashable, Sendable {
    /// What the owner switched on; a habit that is missing here is never a reason for a nudge.
    public private(set) var choices: [HabitID: NudgeChoice] = [:]
    /// One a day at most, the oldest first.
    public private(set) var nudges: [Nudge] = []
    /// The day on which nudges were last switched on; answers of earlier days do not count any more.
    public private(set) var since: LocalDate?
    /// Whether the owner has heard that they have stopped by themselves.
    public private(set) var isStopTold = false

    /// How many nudges are kept: at 96 a year, of more than four years.
    public static let maximumNudges = 400

    public init() {}

    public enum Change: Hashable, Codable, Sendable {
        /// Nil switches the habit's nudges off.
        case choice(HabitID, NudgeChoice?)
        case since(LocalDate)
        /// Adds a nudge, or replaces the one of that day.
        case nudge(Nudge)
        case stopTold

        enum CodingKeys: String, CodingKey { case choice, since, nudge, stopTold }
        enum ChoiceCodingKeys: String, CodingKey { case _0 = "habit", _1 = "choice" }
        enum SinceCodingKeys: String, CodingKey { case _0 = "date" }
        enum NudgeCodingKeys: String, CodingKey { case _0 = "nudge" }
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .choice(let id, let choice): choices[id] = choice
        case .since(let date): (since, isStopTold) = (date, false)
        case .stopTold: isStopTold = since != nil
        case .nudge(let nudge):
            nudges.removeAll { $0.date == nudge.date }
            nudges.insert(nudge, at: nudges.firstIndex { $0.date > nudge.date } ?? nudges.endIndex)
            nudges = nudges.suffix(Self.maximumNudges)
        }
    }

    /// Those that still count.
    var counted: ArraySlice<Nudge> {
        guard let since else { return nudges[...] }
        return nudges.drop { $0.date < since }
    }

    /// How many in a row nobody answered, up to the last one. One that a ring or a power cut ended says nothing.
    var ignoredInRow: Int {
        var count = 0
        for nudge in counted.reversed() {
            switch nudge.answer {
            case .ignored: count += 1
            case .none: continue
            case .accepted, .declined: return count
            }
        }
        return count
    }

    /// Four that nobody answered switch nudges off (N-4).
    public var isStopped: Bool { ignoredInRow >= NudgeRules.ignoredUntilStop }
}

extension OwnerNudges: Codable {
    /// The changes that make this of an empty one.
    private var changes: [Change] {
        (since.map { [.since($0)] } ?? []) + (isStopTold ? [.stopTold] : [])
            + choices.sorted { $0.key < $1.key }.map { .choice($0.key, $0.value) } + nudges.map { .nudge($0) }
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        for change in try decoder.singleValueContainer().decode([Change].self) { apply(change) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(changes)
    }
}

/// When a habit may be a reason for a nudge, by the owner's choice.
public struct NudgeChoice: Hashable, Codable, Sendable {
    /// The daily window, by the local clock; it ends on the same day.
    public var opens: LocalTime
    public var closes: LocalTime
    /// Whether the device speaks at once, and not only after Start.
    public var speaksAtOnce: Bool

    public init(opens: LocalTime, closes: LocalTime, speaksAtOnce: Bool = false) {
        self.opens = opens
        self.closes = closes
        self.speaksAtOnce = speaksAtOnce
    }

    enum CodingKeys: String, CodingKey { case opens, closes, speaksAtOnce }

    static let shortestSeconds = 30 * 60

    var isLongEnough: Bool { Int(closes.secondOfDay) - Int(opens.secondOfDay) >= Self.shortestSeconds }

    /// The second of the day at which a nudge is due: spread over the window, so that it does not come by the clock.
    func moment(on date: LocalDate, of habit: HabitID) -> Int {
        let (opening, span) = (Int(opens.secondOfDay), max(1, Int(closes.secondOfDay) - Int(opens.secondOfDay)))
        let seed = habit.name.utf8.reduce(UInt64(bitPattern: Int64(date.dayNumber))) {
            ($0 &+ UInt64($1)) &* 0x9E37_79B9
        }
        return opening + Int((seed >> 16) % UInt64(span))
    }
}

/// One nudge.
public struct Nudge: Hashable, Codable, Sendable {
    public enum Answer: String, Codable, CaseIterable, Sendable, Hashable {
        /// Not answered yet, or ended by a ring, a talk or a power cut.
        case none
        /// Start was pressed.
        case accepted
        /// "Not today": Stop was pressed.
        case declined
        case ignored
    }

    public var date: LocalDate
    public var habit: HabitID
    public var answer: Answer

    public init(date: LocalDate, habit: HabitID, answer: Answer = .none) {
        self.date = date
        self.habit = habit
        self.answer = answer
    }

    enum CodingKeys: String, CodingKey { case date, habit, answer }
}
