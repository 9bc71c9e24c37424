/// A change to the profile. Every field is optional; nil leaves it as it is.
public struct ProfilePatch: Hashable, Codable, Sendable {
    public struct HabitPatch: Hashable, Codable, Sendable {
        public var id: HabitID
        public var isOn: Bool?
        public var at: LocalTime?
        public var days: WeekdaySet?
        public var followUps: Int?
        public var followUpIntervalSeconds: Int?
        public var sound: String?
        public var curve: VolumeCurve?
        public var prompt: String?
        public var guardsAgainstSleep: Bool?
        public var sleeper: Sleeper?
        /// A time; an empty text removes it.
        public var latest: String?
        public var hasDawn: Bool?
        public init(id: HabitID) { self.id = id }
    }
    public var ownerName: String?
    public var language: Language?
    /// Two letters; an empty text takes the country of the zone again.
    public var country: String?
    public var age: AgeBand?
    public var sleepLocation: String?
    public var trainingFocus: [TrainingFocus]?
    public var companion: Companion?
    public var talkMinutes: Int?
    public var floorPercent: Int?
    public var ceilingPercent: Int?
    public var fadeSeconds: Int?
    /// Whether talks are remembered. The profile does not hold it: the memory does (M-10).
    public var memory: MemoryMode?
    /// The address at which `anicca sign-in` signs in. The profile does not hold it: the account does (ACCOUNT-1).
    public var gateway: String?
    public var habits: [HabitPatch] = []
    /// The owner's own habits to remove; built-in ones can only be switched off.
    public var removedHabits: [HabitID] = []
    public init() {}

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        ownerName = try values.decodeIfPresent(String.self, forKey: .ownerName)
        language = try values.decodeIfPresent(Language.self, forKey: .language)
        country = try values.decodeIfPresent(String.self, forKey: .country)
        age = try values.decodeIfPresent(AgeBand.self, forKey: .age)
        sleepLocation = try values.decodeIfPresent(String.self, forKey: .sleepLocation)
        trainingFocus = try values.decodeIfPresent([TrainingFocus].self, forKey: .trainingFocus)
        companion = try values.decodeIfPresent(Companion.self, forKey: .companion)
        talkMinutes = try values.decodeIfPresent(Int.self, forKey: .talkMinutes)
        floorPercent = try values.decodeIfPresent(Int.self, forKey: .floorPercent)
        ceilingPercent = try values.decodeIfPresent(Int.self, forKey: .ceilingPercent)
        fadeSeconds = try values.decodeIfPresent(Int.self, forKey: .fadeSeconds)
        memory = try values.decodeIfPresent(MemoryMode.self, forKey: .memory)
        gateway = try values.decodeIfPresent(String.self, forKey: .gateway)
        habits = try values.value(.habits, or: [])
        removedHabits = try values.value(.removedHabits, or: [])
    }
}

extension ProfilePatch {
    /// Adds another patch to this one; where both give a field, the other's value wins.
    public mutating func merge(_ other: ProfilePatch) {
        for field in Profile.fields { field.merge(&self, other) }
        memory = other.memory ?? memory
        gateway = other.gateway ?? gateway
        for habit in other.habits {
            if let index = habits.firstIndex(where: { $0.id == habit.id }) {
                for field in Habit.fields { field.merge(&habits[index], habit) }
            } else {
                habits.append(habit)
            }
        }
        removedHabits += other.removedHabits
    }
}

/// One changed field, to be shown to the owner.
public struct ProfileDifference: Hashable, Codable, Sendable {
    /// The path of what changed, such as `habits.wake.at`.
    public var path: String
    public var before: String?
    public var after: String?

    /// What stands after a moved alarm that gave way to a new time (ALARM-13); the night log has it, too.
    public static let noLongerMoved = "no longer moved"

    public init(path: String, before: String?, after: String?) {
        self.path = path
        self.before = before
        self.after = after
    }
}
