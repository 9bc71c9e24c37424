/// How one counted day of a habit went (FADE-2).
public enum DayWord: String, Codable, CaseIterable, Sendable, Hashable {
    /// A sign of life came before the ring.
    case unaided
    /// A button was pressed within 30 s of the main ring.
    case prompt
    /// A button was pressed later in the episode.
    case slow
    /// No button was pressed in the whole episode.
    case missed
}

/// One day that counts: the habit was due, was not skipped, and the power was on.
public struct CountedDay: Hashable, Codable, Sendable {
    public var date: LocalDate
    /// The word as the episode showed it.
    public var observed: DayWord
    /// Whether the owner said afterwards that they were up already.
    public var isCorrected: Bool

    public init(date: LocalDate, observed: DayWord, isCorrected: Bool = false) {
        self.date = date
        self.observed = observed
        self.isCorrected = isCorrected
    }

    /// The word that counts: a corrected day is an unaided one.
    public var word: DayWord { isCorrected ? .unaided : observed }
}

/// How an occurrence ended, as far as fading judges it.
struct OccurrenceEnding: Hashable, Sendable {
    /// The time from the moment at which the ring was due to the press that ended the episode, or the
    /// first one if it ended without; nil: there was none.
    var pressedAfter: TimeSpan?
    /// Whether the episode began with its main ring and the power stayed on; false if it never began.
    var isWhole = false
    /// Whether the time was the habit's own, and not that of a move or a one-off alarm (ALARM-13).
    var isUsual = true
    /// Whether it fell due while the owner was talking, so that nothing had to ring.
    var isInTalk = false
    /// Whether the owner fell asleep after an earlier press, so that the rings were put off (ALARM-14).
    var fellAsleep = false
    /// Whether the owner said that they are up, and no sensor did.
    var isSaid = false

    /// The longest delay of a press that is still prompt: half a minute, and the moment after which a contact is believed.
    static let promptly = TimeSpan.seconds(30) + .milliseconds(50)

    /// The day's word; nil if the day does not count: it was skipped or moved, the power was off, the alarm could not
    /// be heard, or a change of settings ended the episode.
    func word(_ record: OccurrenceRecord) -> DayWord? {
        guard isUsual else { return nil }
        switch record.outcome {
        case .open, .skipped: return nil
        case .unaided: return .unaided
        // Whoever talks then is awake already; that they begin to train is the talk's doing, too.
        case .answered where isInTalk, .dismissed where isInTalk:
            return record.occurrence.habit == .wake ? .unaided : .prompt
        case .answered, .dismissed:
            guard isWhole, let pressedAfter else { return nil }
            return pressedAfter <= Self.promptly && !fellAsleep ? .prompt : .slow
        case .missed:
            guard isWhole, record.rings > 0 else { return nil }
            // An owner who pressed Start and fell asleep again was late, but did not miss the alarm.
            return pressedAfter == nil ? .missed : .slow
        }
    }
}
