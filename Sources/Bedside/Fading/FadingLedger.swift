/// What a habit's ledger holds: counted days, and what the owner said about its fading.
public enum FadingEntry: Hashable, Codable, Sendable {
    case day(CountedDay)
    /// The answer to "it happens by itself", 1 to 7 (F-10).
    case automaticity(LocalDate, score: Int)
    /// The owner agreed to graduate, or did not (F-6).
    case consent(LocalDate, isGiven: Bool)
    /// The owner wants to be called again (FADE-5).
    case recall(LocalDate)
    /// The habit got a time at which nothing is known yet.
    case newTime(LocalDate)
    /// A question was asked, or an offer made: not again for a while.
    case asked(FadingQuestion, LocalDate)
    /// The owner wants complete silence of this alarm (F-2); nil: no longer.
    case silence(LocalDate, Silence.Plan?)
    /// What the owner said to the weekly question.
    case week(LocalDate, WeekAnswer)
    /// A step of which the owner has not heard yet (F-8); it stands here until it is said.
    case untold(LocalDate, LevelStep)

    public var date: LocalDate {
        switch self {
        case .day(let day): day.date
        case .automaticity(let date, _), .consent(let date, _), .recall(let date), .newTime(let date),
            .asked(_, let date), .silence(let date, _), .week(let date, _), .untold(let date, _):
            date
        }
    }

    enum CodingKeys: String, CodingKey {
        case day, automaticity, consent, recall, newTime, asked, silence, week, untold
    }
    enum DayCodingKeys: String, CodingKey { case _0 = "day" }
    enum AutomaticityCodingKeys: String, CodingKey { case _0 = "date", score }
    enum ConsentCodingKeys: String, CodingKey { case _0 = "date", isGiven }
    enum RecallCodingKeys: String, CodingKey { case _0 = "date" }
    enum NewTimeCodingKeys: String, CodingKey { case _0 = "date" }
    enum AskedCodingKeys: String, CodingKey { case _0 = "question", _1 = "date" }
    enum SilenceCodingKeys: String, CodingKey { case _0 = "date", _1 = "plan" }
    enum WeekCodingKeys: String, CodingKey { case _0 = "date", _1 = "answer" }
    enum UntoldCodingKeys: String, CodingKey { case _0 = "date", _1 = "step" }
}

/// What the device may ask about a habit's fading.
public enum FadingQuestion: String, Codable, CaseIterable, Sendable, Hashable {
    /// Whether the owner is up, in the half hour before the ring.
    case areYouUp = "are_you_up"
    /// Whether the owner was up already when it rang and nobody pressed.
    case wereYouUp = "were_you_up"
    /// How much it happens by itself (F-10).
    case automaticity
    /// Whether the owner agrees to graduate (F-6).
    case consent
    /// An offer to an owner whose habit does not rise (F-12): a later time.
    case laterTime = "later_time"
    /// The weekly question to a graduate who wanted silence (F-2).
    case week
    /// An offer after a no to the weekly question: that the net comes back.
    case ringAgain = "ring_again"
}

/// A habit's counted days and its owner's answers, in the order in which they came. The level is computed from it
/// (F-3): a corrected day counts as if it had been unaided from the beginning.
public struct FadingLedger: Hashable, Sendable {
    public struct Numbered: Hashable, Sendable {
        public var number: Int
        public var entry: FadingEntry

        public init(number: Int, entry: FadingEntry) {
            self.number = number
            self.entry = entry
        }
    }

    /// The result of all entries up to a number, where the computation begins.
    public struct Base: Hashable, Codable, Sendable {
        /// The number of the last entry that is part of it; 0: none is.
        public var through: Int
        public var standing: FadingStanding
        /// The version of the rules by which later entries count.
        public var rules: Int

        public init(
            through: Int = 0, standing: FadingStanding = FadingStanding(), rules: Int = FadingRules.current.version
        ) {
            self.through = through
            self.standing = standing
            self.rules = rules
        }
    }

    public private(set) var base: Base
    /// Ascending by number.
    public private(set) var entries: [Numbered] = []

    /// How many days are kept.
    static let daysKept = 400
    /// How many entries are kept at most, whatever they are.
    static let maximumEntries = 1200
    /// Among how many of the last entries a day is looked for that may still change.
    static let recentEntries = 60

    public init(base: Base = Base()) { self.base = base }

    private var lastNumber: Int { max(entries.last?.number ?? 0, base.through) }
    var nextNumber: Int { min(lastNumber, .max - 1) + 1 }
    /// Whether an entry of that number would come after all the others.
    func isNew(_ number: Int) -> Bool { number > lastNumber }
    public var days: [CountedDay] { entries.compactMap { if case .day(let day) = $0.entry { day } else { nil } } }

    /// The number of a day that was counted lately; older ones stay as they are.
    func recentDay(on date: LocalDate) -> Int? {
        entries.suffix(Self.recentEntries).last { one in
            guard one.number > base.through, case .day(let day) = one.entry else { return false }
            return day.date == date
        }?.number
    }

    func day(on date: LocalDate) -> CountedDay? { days.last { $0.date == date } }

    /// The entry that notes when something was last asked; nil: never.
    func lastAsking(_ question: FadingQuestion) -> Numbered? {
        entries.last { if case .asked(question, _) = $0.entry { true } else { false } }
    }

    /// This ledger without the last `count` days that were counted; those that are part of the base stay.
    func withoutLastDays(_ count: Int) -> FadingLedger {
        var earlier = self
        let days = entries.filter { if case .day = $0.entry { true } else { false } }
        for day in days.suffix(count) { earlier.remove(day.number) }
        return earlier
    }

    // MARK: Changes

    public mutating func put(_ numbered: Numbered) {
        let index = entries.lastIndex { $0.number < numbered.number }.map { $0 + 1 } ?? 0
        if entries.indices.contains(index), entries[index].number == numbered.number {
            entries[index] = numbered
        } else {
            entries.insert(numbered, at: index)
        }
    }

    public mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }

    public mutating func rebase(_ base: Base) { self.base = base }

    // MARK: Computing

    /// The standing after all entries.
    ///
    /// - Parameter visit: called after each entry, with the standing then and the step that the entry led to.
    @discardableResult
    private func walk(_ visit: (FadingEntry, FadingStanding, LevelStep?) -> Void) -> FadingStanding {
        var standing = base.standing
        let rules = FadingRules.version(base.rules)
        for numbered in entries where numbered.number > base.through {
            let step = standing.take(numbered.entry, by: rules)
            visit(numbered.entry, standing, step)
        }
        return standing
    }

    /// The standing after all entries, and the steps that led to it from the base, with their days.
    func replay() -> (standing: FadingStanding, steps: [(on: LocalDate, step: LevelStep)]) {
        var steps: [(on: LocalDate, step: LevelStep)] = []
        let standing = walk { entry, _, step in
            if let step { steps.append((entry.date, step)) }
        }
        return (standing, steps)
    }

    var standing: FadingStanding { replay().standing }

    /// For how many counted days the habit has not risen (F-12).
    ///
    /// The count begins when the habit reaches a level for the first time, falls from `graduated` or gets another time. It
    /// stays at 0 while the days are enough for the question that leads on from the net, whatever the owner answers. A
    /// habit that goes back and forth between two levels does not rise. What happened before the base is not known any
    /// more: the level that it had there counts as its highest.
    var daysWithoutRise: Int {
        var highest = base.standing.level
        var days = base.standing.isRipeForQuestion() ? 0 : base.standing.daysHere
        walk { entry, standing, step in
            if case .day = entry { days += 1 }
            if let step, step.to > highest || step.from == .graduated {
                (highest, days) = (step.to, 0)
            } else if case .newTime = entry {
                (highest, days) = (standing.level, 0)
            } else if standing.isRipeForQuestion() {
                days = 0
            }
        }
        return days
    }

    /// Whether all steps of this ledger were made in an earlier form of it too: a day that changed since has only undone
    /// what came after them.
    func onlyUndoes(_ earlier: FadingLedger) -> Bool {
        guard let last = replay().steps.last else { return true }
        return earlier.replay().steps.contains { $0.on == last.on && $0.step == last.step }
    }

    /// The base with all entries up to a number, or all, and the rules in force from then on.
    func rebased(through number: Int? = nil) -> Base {
        var part = self
        if let number { part.entries.removeAll { $0.number > number } }
        return Base(
            through: max(part.entries.last?.number ?? 0, base.through), standing: part.standing,
            rules: number == nil ? FadingRules.current.version : base.rules)
    }
}
