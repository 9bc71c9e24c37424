/// An act that the owner intends for one day (MIND-1): when this happens, I do that.
public struct Intention: Hashable, Codable, Sendable {
    /// The kind of cue that reminds the owner. An event serves better than a time.
    public enum CueKind: String, Codable, CaseIterable, Sendable, Hashable {
        case wake
        case afterAction = "after_action"
        case place, obstacle, time
    }

    public enum Status: String, Codable, CaseIterable, Sendable, Hashable {
        /// Can go to every other status.
        case open
        /// Answered by the owner. Final.
        case done, partly, not
        /// Not asked about on its evening, so it is never asked about. Final.
        case skipped
    }

    public var habit: HabitID
    public var forDate: LocalDate
    /// The weekdays on which it comes again; nil: it is for its day alone.
    public var recurrence: WeekdaySet?
    public var cueKind: CueKind
    public var cue: PrivateText
    public var action: PrivateText
    public var obstacle: PrivateText?
    public var coping: PrivateText?
    /// The owner's sentence, word for word.
    public var words: PrivateText
    /// Whether the owner said the act once more.
    public var isRehearsed: Bool
    public var status: Status
    public var askedAt: CivilTime?
    public var answerWords: PrivateText?
    /// The owner's recording of it, in the place of words that nobody wrote down.
    public var recording: PhraseRecordingFile?

    public init(
        habit: HabitID, forDate: LocalDate, recurrence: WeekdaySet? = nil, cueKind: CueKind, cue: PrivateText,
        action: PrivateText,
        obstacle: PrivateText? = nil, coping: PrivateText? = nil, words: PrivateText, isRehearsed: Bool = false,
        status: Status = .open, askedAt: CivilTime? = nil, answerWords: PrivateText? = nil,
        recording: PhraseRecordingFile? = nil
    ) {
        self.habit = habit
        self.forDate = forDate
        self.recurrence = recurrence
        self.cueKind = cueKind
        self.cue = cue
        self.action = action
        self.obstacle = obstacle
        self.coping = coping
        self.words = words
        self.isRehearsed = isRehearsed
        self.status = status
        self.askedAt = askedAt
        self.answerWords = answerWords
        self.recording = recording
    }

    enum CodingKeys: String, CodingKey {
        case habit, forDate, recurrence, cueKind, cue, action, obstacle, coping, words, isRehearsed, status, askedAt,
            answerWords, recording
    }

    /// The evening that asks about it: that of its day; for a bedtime the next one, since its own is only beginning.
    var questionDay: LocalDate { habit == .bedtime ? forDate.adding(days: 1) : forDate }

    var privateTexts: [PrivateText] { [cue, action, words] + [obstacle, coping, answerWords].compactMap { $0 } }
}

/// Counts how often in a row the owner answered "not today", for one habit.
public struct IntentionRun: Hashable, Codable, Sendable {
    public var notToday: Int
    public var wasSmallerOffered: Bool

    public init(notToday: Int = 0, wasSmallerOffered: Bool = false) {
        self.notToday = notToday
        self.wasSmallerOffered = wasSmallerOffered
    }

    enum CodingKeys: String, CodingKey { case notToday, wasSmallerOffered }
}

/// The companion's next step after an answer.
public enum IntentionAdvice: String, Codable, CaseIterable, Sendable, Hashable {
    case none
    /// Offers a smaller act, or to drop it; once.
    case offerSmaller
    /// Says kindly that it is dropped.
    case drop
}
