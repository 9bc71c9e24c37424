/// What is kept about talks with a live companion, for their limits (SAFE-1, SAFE-5): numbers and dates, no word.
public struct TalkRecord: Hashable, Codable, Sendable {
    /// The day whose talk `seconds` counts; nil: nobody has talked yet.
    public var day: LocalDate?
    public var seconds: Int
    /// When the owner last heard that the companion is an AI.
    public var disclosedOn: LocalDate?
    /// When short nights were last mentioned (G-10).
    public var shortNightsToldOn: LocalDate?

    public init(
        day: LocalDate? = nil, seconds: Int = 0, disclosedOn: LocalDate? = nil, shortNightsToldOn: LocalDate? = nil
    ) {
        self.day = day
        self.seconds = seconds
        self.disclosedOn = disclosedOn
        self.shortNightsToldOn = shortNightsToldOn
    }

    enum CodingKeys: String, CodingKey { case day, seconds, disclosedOn, shortNightsToldOn }

    /// The talk of one day, in seconds.
    func seconds(on day: LocalDate) -> Int { self.day == day ? seconds : 0 }

    mutating func add(_ seconds: Int, on day: LocalDate) {
        self.seconds = self.seconds(on: day) + seconds
        self.day = day
    }

    // MARK: Disclosure (SAFE-1, G-7)

    static let daysBetweenDisclosures: Int32 = 30

    /// Whether a companion has to say that it is an AI. A date ahead comes from a clock that was wrong.
    func owesDisclosure(on date: LocalDate) -> Bool {
        guard let disclosedOn else { return true }
        return !(0..<Self.daysBetweenDisclosures).contains(date.dayNumber - disclosedOn.dayNumber)
    }

    /// Whether short nights may be mentioned again.
    func mayMentionShortNights(on date: LocalDate) -> Bool {
        guard let shortNightsToldOn else { return true }
        return !(0..<SleepOpportunity.daysBetweenMentions).contains(date.dayNumber - shortNightsToldOn.dayNumber)
    }
}

/// How talks with a live companion stand: for status, and for showing what one would be told.
public struct TalkStanding: Hashable, Codable, Sendable {
    /// Minutes of talk on this day, and the most that is allowed.
    public var minutesToday: Int
    public var minutesPerDay: Int
    /// Whether the next companion has to say that it is an AI.
    public var owesDisclosure: Bool
    /// How many hours the last nights should have had, if the next bedtime has to mention that they were shorter.
    public var shortNightHours: Int?
    /// Whether a training that begins now is to be offered as a light one.
    public var isTrainingLight: Bool
    /// Whether a bedtime talk that begins now says first that it is late.
    public var isLate: Bool

    public init(
        minutesToday: Int, minutesPerDay: Int, owesDisclosure: Bool = false, shortNightHours: Int? = nil,
        isTrainingLight: Bool = false, isLate: Bool = false
    ) {
        self.minutesToday = minutesToday
        self.minutesPerDay = minutesPerDay
        self.owesDisclosure = owesDisclosure
        self.shortNightHours = shortNightHours
        self.isTrainingLight = isTrainingLight
        self.isLate = isLate
    }
}
