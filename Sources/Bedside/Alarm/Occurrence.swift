/// One habit on one local date.
public struct Occurrence: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public var habit: HabitID
    public var date: LocalDate

    public init(habit: HabitID, date: LocalDate) {
        self.habit = habit
        self.date = date
    }

    public static func < (a: Occurrence, b: Occurrence) -> Bool {
        (a.date, a.habit) < (b.date, b.habit)
    }
    public var description: String { "\(habit)@\(date)" }
}

/// What became of an occurrence. Only `open` can change, to any of the others.
public enum OccurrenceOutcome: String, Codable, Sendable, Hashable {
    /// An episode is in progress (or was, when power went).
    case open
    /// Start was pressed, or the companion took it over.
    case answered
    /// Stop was pressed.
    case dismissed
    /// Nobody answered, or it fell due while the appliance was off.
    case missed
    /// The owner skipped it (ALARM-13).
    case skipped
    /// The owner was up before it (ALARM-11).
    case unaided
}

/// What is kept about one occurrence; written before anything sounds (ALARM-7).
public struct OccurrenceRecord: Hashable, Codable, Sendable {
    public var occurrence: Occurrence
    /// When follow-up 0 is or was due, by the civil clock now in force; shifted when that clock steps during an
    /// episode.
    public var due: CivilTime
    public var outcome: OccurrenceOutcome
    /// The highest follow-up committed to sound; nil before the main ring.
    public var committedFollowUp: Int?
    /// Number of rings that have begun to sound.
    public var rings: Int
    /// When the outcome was reached; of an open one whose follow-ups were put off (ALARM-14), when that was, until the
    /// next one is committed; else nil.
    public var endedAt: CivilTime?

    public init(
        occurrence: Occurrence, due: CivilTime, outcome: OccurrenceOutcome = .open, committedFollowUp: Int? = nil,
        rings: Int = 0, endedAt: CivilTime? = nil
    ) {
        self.occurrence = occurrence
        self.due = due
        self.outcome = outcome
        self.committedFollowUp = committedFollowUp
        self.rings = rings
        self.endedAt = endedAt
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        occurrence = try values.decode(Occurrence.self, forKey: .occurrence)
        due = try values.decode(CivilTime.self, forKey: .due)
        // An outcome that this version does not know counts as over.
        outcome = try values.choice(.outcome, or: .missed)
        committedFollowUp = try values.decodeIfPresent(Int.self, forKey: .committedFollowUp)
        rings = try values.value(.rings, or: 0)
        endedAt = try values.decodeIfPresent(CivilTime.self, forKey: .endedAt)
    }
}

/// What the owner asked for one occurrence alone (ALARM-13).
public enum OccurrenceException: Hashable, Codable, Sendable {
    case skip
    case move(to: LocalDateTime)
}

/// An alarm that rings once (ALARM-13).
public struct OneOffAlarm: Hashable, Codable, Sendable {
    /// The alarm's own name: `once-1`, …
    public var id: HabitID
    public var at: LocalDateTime
    /// The habit whose sound, follow-ups and prompt it uses.
    public var like: HabitID

    public init(id: HabitID, at: LocalDateTime, like: HabitID) {
        self.id = id
        self.at = at
        self.like = like
    }
}
