/// What is kept about guided meditations (D-6): times and lengths. No word that was said, and no count of days in a row.
public struct MeditationRecord: Hashable, Sendable {
    public enum Change: Hashable, Codable, Sendable {
        /// The owner heard that eyes may stay open, and that they can stop at any time.
        case reminded(on: LocalDate)
        case session(MeditationSession)

        enum RemindedCodingKeys: String, CodingKey { case on }
        enum SessionCodingKeys: String, CodingKey { case _0 = "session" }
    }

    /// The date on which the owner last heard that eyes may stay open and that they can stop at any time.
    public private(set) var remindedOn: LocalDate?
    /// Oldest first.
    public private(set) var sessions: [MeditationSession] = []

    /// Older ones are forgotten.
    public static let maximumSessions = 400

    public init() {}

    public mutating func apply(_ change: Change) {
        switch change {
        case .reminded(let date): remindedOn = date
        case .session(let session):
            sessions.removeAll { $0.begunAt == session.begunAt }
            sessions.append(session)
            sessions.sort { $0.begunAt < $1.begunAt }
            if sessions.count > Self.maximumSessions { sessions.removeFirst(sessions.count - Self.maximumSessions) }
        }
    }

    /// Whether the sentence that is said only every few days is due. A date ahead comes from a clock that was wrong.
    func owesReminder(every days: Int, on date: LocalDate) -> Bool {
        guard let remindedOn else { return true }
        return !(0..<Int32(clamping: days)).contains(date.dayNumber - remindedOn.dayNumber)
    }
}

/// One meditation, whole or in part.
public struct MeditationSession: Hashable, Codable, Sendable {
    public var begunAt: CivilTime
    public var minutes: MeditationLength
    /// How long the owner meditated, without pauses.
    public var seconds: Int

    public init(begunAt: CivilTime, minutes: MeditationLength, seconds: Int) {
        self.begunAt = begunAt
        self.minutes = minutes
        self.seconds = seconds
    }
}

/// What an owner or their companion asks for (D-8).
public struct MeditationRequest: Hashable, Codable, Sendable {
    public var minutes: MeditationLength
    public var breath: BreathStyle
    /// The step to begin with; nil: the first.
    public var from: String?
    public var hasBells: Bool
    /// How long to wait before it begins.
    public var delaySeconds: Int

    public static let delay = 0...300

    public init(
        minutes: MeditationLength = .eight, breath: BreathStyle = .even, from: String? = nil, hasBells: Bool = true,
        delaySeconds: Int = 0
    ) {
        self.minutes = minutes
        self.breath = breath
        self.from = from
        self.hasBells = hasBells
        self.delaySeconds = delaySeconds
    }

    /// A journal of an older version names no way of breathing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            minutes: try values.decode(MeditationLength.self, forKey: .minutes),
            breath: try values.choice(.breath, or: .even),
            from: try values.decodeIfPresent(String.self, forKey: .from),
            hasBells: try values.decode(Bool.self, forKey: .hasBells),
            delaySeconds: try values.decode(Int.self, forKey: .delaySeconds))
    }
}

/// The current place in a meditation, for the status and the panel.
public struct MeditationStanding: Hashable, Codable, Sendable {
    public var minutes: MeditationLength
    public var step: String
    public var part: MeditationPart
    /// The place in the whole; 0 until it begins.
    public var atSeconds: Int
    public var isPaused: Bool
}
