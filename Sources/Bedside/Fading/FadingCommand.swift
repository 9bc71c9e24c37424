/// A request of the owner's about fading.
public enum FadingCommand: Hashable, Codable, Sendable {
    /// Answered by `Reply.fading`.
    case progress
    /// "Call me again" (FADE-5); nil: every habit that rings only as a net.
    case recall(HabitID?)
    /// "I was already up" (FADE-2); nil: whatever rang last today.
    case alreadyUp(HabitID?)
    /// The owner agrees that the habit graduates (F-6).
    case consent(HabitID)
    /// How much it happens by itself, 1 to 7 (F-10).
    case automaticity(HabitID, score: Int)
    /// The answer to the question that the device asked last.
    case answer(isYes: Bool)
    /// A graduated habit is to be completely silent, or no longer (F-2). Answered by `Reply.next`.
    case silence(HabitID, isOn: Bool)

    public var isWrite: Bool { self != .progress }

    enum CodingKeys: String, CodingKey { case progress, recall, alreadyUp, consent, automaticity, answer, silence }
    enum RecallCodingKeys: String, CodingKey { case _0 = "habit" }
    enum AlreadyUpCodingKeys: String, CodingKey { case _0 = "habit" }
    enum ConsentCodingKeys: String, CodingKey { case _0 = "habit" }
    enum AutomaticityCodingKeys: String, CodingKey { case _0 = "habit", score }
    enum AnswerCodingKeys: String, CodingKey { case isYes }
    enum SilenceCodingKeys: String, CodingKey { case _0 = "habit", isOn }
}

/// How far the habits have come (FADE-4).
public struct FadingReply: Hashable, Codable, Sendable {
    public struct Row: Hashable, Codable, Sendable {
        public var habit: HabitID
        public var level: FadingLevel
        /// The day of the last change; nil: there was none.
        public var since: LocalDate?
        /// The counted days, the oldest first.
        public var days: [CountedDay]
        /// Unaided days among the last 28 counted ones, 0 to 1; nil: none was counted yet.
        public var rate28: Double?
        /// What leads on.
        public var next: FadingNext
        /// Whether it is silent at the owner's wish; nil: it is not.
        public var isSilent: Bool?

        public init(
            habit: HabitID, level: FadingLevel, since: LocalDate?, days: [CountedDay], rate28: Double?,
            next: FadingNext, isSilent: Bool? = nil
        ) {
            self.habit = habit
            self.level = level
            self.since = since
            self.days = days
            self.rate28 = rate28
            self.next = next
            self.isSilent = isSilent
        }

        enum CodingKeys: String, CodingKey { case habit, level, since, days, rate28, next, isSilent }
    }

    public var rows: [Row]
    public var language: Language
    public var today: LocalDate

    public init(rows: [Row], language: Language, today: LocalDate) {
        self.rows = rows
        self.language = language
        self.today = today
    }

    enum CodingKeys: String, CodingKey { case rows, language, today }

    init(_ context: FeatureContext) {
        let fading = context.durable.fading
        let hasBedtime = EveningCheck.hasBedtime(in: context)
        rows = context.profile.habits.filter { $0.isOn || fading.ledgers[$0.id] != nil }.map { habit in
            let days = fading.ledgers[habit.id]?.days ?? []
            let last = days.suffix(Self.rateDays)
            let unaided = last.count { $0.word == .unaided }
            let standing = fading.standings[habit.id] ?? FadingStanding()
            return Row(
                habit: habit.id, level: standing.level, since: standing.since, days: days,
                rate28: last.isEmpty ? nil : Double(unaided) / Double(last.count),
                next: FadingNext(standing, hasBedtime: hasBedtime),
                isSilent: fading.silence(of: habit) == nil ? nil : true)
        }
        language = context.profile.language
        today = context.local.date
    }

    /// Over how many of the last counted days the rate is taken.
    public static let rateDays = 28
}

/// What leads a habit on from where it is.
public enum FadingNext: String, Hashable, Codable, Sendable, CaseIterable {
    /// Some more unaided days.
    case unaidedDays = "unaided_days"
    /// A few weeks like the last ones.
    case weeks
    /// The owner's answer to how much happens by itself.
    case question
    /// The owner's answer to how much happens by itself, given by a button because no bedtime rings.
    case questionAtPress = "question_at_press"
    case consent
    /// Nothing more: it has graduated.
    case none
    /// First a pause after the last change.
    case rest

    init(_ standing: FadingStanding, hasBedtime: Bool) {
        self =
            switch standing.level {
            case .graduated: .none
            case _ where standing.isRipeForConsent(): .consent
            case _ where standing.isRipeForQuestion(): hasBedtime ? .question : .questionAtPress
            case _ where !standing.isRested: .rest
            case .net: .weeks
            case .companion, .ringOnly: .unaidedDays
            }
    }
}
