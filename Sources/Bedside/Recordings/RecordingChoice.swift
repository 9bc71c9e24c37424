/// What the owner chose about recordings of talks (GUARD-1).
public struct RecordingChoice: Hashable, Codable, Sendable {
    /// A quarter of a year: long enough to hear how a habit formed, too short for an archive. What is worth more can be
    /// exported.
    public static let maximumDays = 90

    /// For how many whole days a recording is kept; nil: talks are not recorded.
    public var keepDays: Int?
    /// Whether the device has said aloud that talks are recorded, since that was last switched on.
    public var isTold: Bool

    public init(keepDays: Int? = nil, isTold: Bool = false) {
        self.keepDays = keepDays.map { min(max($0, 1), Self.maximumDays) }
        self.isTold = isTold
    }

    enum CodingKeys: String, CodingKey { case keepDays, isTold }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            keepDays: try values.decodeIfPresent(Int.self, forKey: .keepDays),
            isTold: try values.value(.isTold, or: false))
    }
}

/// Whether the next talk with a live companion is recorded, and why it is not.
public enum RecordingStanding: Hashable, Sendable, CaseIterable {
    case off, on
    /// Switched on, and the memory is paused.
    case paused
    /// Switched on, and the clock is not trusted.
    case clock
    /// Switched on, and the offline companion is chosen, whose talks are not recorded.
    case offline
}

extension Status {
    /// What is true of the next talk, and not only what was chosen.
    public var recordingStanding: RecordingStanding {
        guard settings.recordings.keepDays != nil else { return .off }
        if memory == .paused { return .paused }
        if !isClockTrusted { return .clock }
        return profile.companion == .offline ? .offline : .on
    }
}

/// A request about recordings. Lists, exports and deletions need no rule: the command line makes them with the files.
public enum RecordingCommand: Hashable, Codable, Sendable {
    case on(keepDays: Int)
    case off
    /// Plays a recording on the speaker.
    case play(Int)

    enum CodingKeys: String, CodingKey { case on, off, play }
    enum OnCodingKeys: String, CodingKey { case keepDays }
    enum PlayCodingKeys: String, CodingKey { case _0 = "id" }
}
