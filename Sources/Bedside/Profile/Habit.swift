/// A habit's name: `wake`, `training`, `bedtime`, or the owner's own (`[a-z][a-z0-9_-]{0,31}`).
public struct HabitID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public let name: String

    /// Nil unless the name is 1 … 32 characters of `a-z`, `0-9`, `_`, `-`, beginning with a letter.
    public init?(_ name: some StringProtocol) {
        guard (1...32).contains(name.utf8.count), let first = name.utf8.first, (0x61...0x7A).contains(first),
            name.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
            })
        else { return nil }
        self.name = String(name)
    }

    private init(known name: String) { self.name = name }
    public static let wake = HabitID(known: "wake")
    public static let training = HabitID(known: "training")
    public static let bedtime = HabitID(known: "bedtime")
    /// The name of a one-off alarm (ALARM-13), with its number: `once-1`.
    static func once(_ number: Int) -> HabitID { HabitID(known: "\(oneOffPrefix)\(number)") }

    private static let oneOffPrefix = "once-"
    /// The number in a one-off alarm's name; nil for a habit.
    var oneOffNumber: Int? { hasOneOffName ? Int(name.dropFirst(Self.oneOffPrefix.utf8.count)) : nil }
    /// Whether this is the name of a one-off alarm, which no habit can have.
    var isOneOff: Bool { oneOffNumber != nil }
    /// Whether the name begins as a one-off alarm's does. A habit's own name may do so, too: `once-more`.
    public var hasOneOffName: Bool { name.utf8.starts(with: Self.oneOffPrefix.utf8) }

    public static func < (a: HabitID, b: HabitID) -> Bool { a.name < b.name }
    public var description: String { name }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = HabitID(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected a habit name like wake or reading"))
        }
        self = id
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// How the volume climbs from floor to ceiling over an episode (ALARM-2).
public enum VolumeCurve: String, Codable, CaseIterable, Sendable, Hashable {
    /// Stays low for a long time.
    case gentle
    /// Rises in even steps.
    case steady
    /// Is loud early.
    case brisk
}

/// How firmly the owner sleeps, or how well they hear (S-7).
public enum Sleeper: String, Codable, CaseIterable, Sendable, Hashable {
    /// The melody rings first, the 520 Hz pattern from the fourth follow-up on.
    case normal
    /// A heavy sleeper, or hard of hearing: the 520 Hz pattern from the first ring on.
    case heavy
}

/// One daily habit and how the appliance calls for it (ALARM-1).
public struct Habit: Hashable, Codable, Sendable {
    public var id: HabitID
    public var isOn: Bool
    public var at: LocalTime
    public var days: WeekdaySet
    /// Follow-up rings after the main ring, 0 … 30.
    public var followUps: Int
    /// Seconds from one ring to the next, 30 … 600.
    public var followUpIntervalSeconds: Int
    /// A WAV file by name (in the sounds folder) or absolute path; nil means the board's alarm.
    public var sound: String?
    public var curve: VolumeCurve
    /// The prompt's file name without `.txt`; letters, digits, `_`, `-`.
    public var prompt: String
    /// Whether the owner must be heard before the alarm counts as answered (ALARM-14); only `wake` uses it.
    public var guardsAgainstSleep: Bool
    public var sleeper: Sleeper
    /// The latest time at which a net may ring; nil: as late as the level says (FADE-1).
    public var latest: LocalTime?
    /// Whether a soft sound and a light grow for ten minutes before it (S-2); only `wake` uses it.
    public var hasDawn: Bool

    public init(
        id: HabitID, isOn: Bool = true, at: LocalTime, days: WeekdaySet = .everyDay, followUps: Int = 10,
        followUpIntervalSeconds: Int = 60, sound: String? = nil, curve: VolumeCurve = .steady, prompt: String? = nil,
        guardsAgainstSleep: Bool? = nil, sleeper: Sleeper = .normal, latest: LocalTime? = nil,
        hasDawn: Bool = false
    ) {
        self.id = id
        self.isOn = isOn
        self.at = at
        self.days = days
        self.followUps = followUps
        self.followUpIntervalSeconds = followUpIntervalSeconds
        self.sound = sound
        self.curve = curve
        self.prompt = prompt ?? (id == .wake ? "wake_up" : id.name)
        self.guardsAgainstSleep = guardsAgainstSleep ?? (id == .wake)
        self.sleeper = sleeper
        self.latest = latest
        self.hasDawn = hasDawn
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let id = try values.decode(HabitID.self, forKey: .id)
        let standard = Habit(id: id, at: try values.decode(LocalTime.self, forKey: .at))
        self.init(
            id: id, isOn: try values.value(.isOn, or: standard.isOn), at: standard.at,
            days: try values.value(.days, or: standard.days),
            followUps: try values.value(.followUps, or: standard.followUps),
            followUpIntervalSeconds: try values.value(.followUpIntervalSeconds, or: standard.followUpIntervalSeconds),
            sound: try values.decodeIfPresent(String.self, forKey: .sound),
            curve: try values.choice(.curve, or: standard.curve),
            prompt: try values.value(.prompt, or: standard.prompt),
            guardsAgainstSleep: try values.value(.guardsAgainstSleep, or: standard.guardsAgainstSleep),
            sleeper: try values.choice(.sleeper, or: standard.sleeper),
            latest: try values.decodeIfPresent(LocalTime.self, forKey: .latest),
            hasDawn: try values.value(.hasDawn, or: standard.hasDawn))
    }

    /// The task id in prompts: `wake_up__0600`.
    public var taskID: String { "\(prompt)__\(padded(at.hour, 2))\(padded(at.minute, 2))" }
    public var followUpInterval: TimeSpan { .seconds(followUpIntervalSeconds) }
    /// Time from the start of the main ring to the start of the last follow-up.
    public var episodeSpan: TimeSpan { followUpInterval * followUps }
}
