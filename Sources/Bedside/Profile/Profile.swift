public enum Language: String, Codable, CaseIterable, Sendable, Hashable {
    case english = "en"
    case japanese = "ja"
}

public enum TrainingFocus: String, Codable, CaseIterable, Sendable, Hashable {
    case pushUp = "push-up"
    case core, cardio, stretch
}

/// Which companion speaks in a conversation.
public enum Companion: String, Codable, CaseIterable, Sendable, Hashable {
    /// Online with the owner's key if there is one, else offline.
    case automatic
    case offline, openai, gateway
}

/// The owner's bounds for the alarm, in percent of full scale (ALARM-2: never over the ceiling).
public struct VolumeRange: Hashable, Codable, Sendable {
    public var floorPercent: Int
    public var ceilingPercent: Int
    /// How long the volume takes from floor to ceiling, counted from the first ring: 0 … 600 (S-2).
    public var fadeSeconds: Int

    public init(floorPercent: Int = 20, ceilingPercent: Int = 80, fadeSeconds: Int = 240) {
        self.floorPercent = floorPercent
        self.ceilingPercent = ceilingPercent
        self.fadeSeconds = fadeSeconds
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = VolumeRange()
        floorPercent = try values.value(.floorPercent, or: standard.floorPercent)
        ceilingPercent = try values.value(.ceilingPercent, or: standard.ceilingPercent)
        fadeSeconds = try values.value(.fadeSeconds, or: standard.fadeSeconds)
    }
}

/// The owner's choices (SETUP-3). `applying(_:)` checks their values.
public struct Profile: Hashable, Codable, Sendable {
    public var ownerName: String?
    public var language: Language
    /// Where the owner lives; nil: the zone's country is taken (SAFE-4).
    public var country: CountryCode?
    public var age: AgeBand
    public var sleepLocation: String?
    public var trainingFocus: [TrainingFocus]
    public var companion: Companion
    /// The most that a live companion talks on one day (SAFE-5).
    public var talkMinutes: Int
    public var volume: VolumeRange
    /// Habits in the order of the profile, the built-in three first.
    public var habits: [Habit]

    public init(
        ownerName: String? = nil, language: Language = .english, country: CountryCode? = nil, age: AgeBand = .notSaid,
        sleepLocation: String? = nil, trainingFocus: [TrainingFocus] = [], companion: Companion = .automatic,
        talkMinutes: Int = 60, volume: VolumeRange = VolumeRange(), habits: [Habit] = Profile.builtInHabits
    ) {
        self.ownerName = ownerName
        self.language = language
        self.country = country
        self.age = age
        self.sleepLocation = sleepLocation
        self.trainingFocus = trainingFocus
        self.companion = companion
        self.talkMinutes = talkMinutes
        self.volume = volume
        self.habits = habits
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = Profile()
        ownerName = try values.decodeIfPresent(String.self, forKey: .ownerName)
        language = try values.choice(.language, or: standard.language)
        country = try values.decodeIfPresent(String.self, forKey: .country).flatMap { CountryCode($0) }
        age = try values.choice(.age, or: standard.age)
        sleepLocation = try values.decodeIfPresent(String.self, forKey: .sleepLocation)
        trainingFocus = try values.value(.trainingFocus, or: []).compactMap(TrainingFocus.init(rawValue:))
        companion = try values.choice(.companion, or: standard.companion)
        talkMinutes = try values.value(.talkMinutes, or: standard.talkMinutes)
        volume = try values.value(.volume, or: standard.volume)
        habits = try values.value(.habits, or: standard.habits)
    }

    /// The three built-in habits, off until the owner chooses them.
    public static var builtInHabits: [Habit] {
        [
            Habit(id: .wake, isOn: false, at: LocalTime(wrappingSecondOfDay: 6 * 3600)),
            Habit(id: .training, isOn: false, at: LocalTime(wrappingSecondOfDay: 19 * 3600)),
            Habit(id: .bedtime, isOn: false, at: LocalTime(wrappingSecondOfDay: 22 * 3600 + 1800)),
        ]
    }

    public func habit(_ id: HabitID) -> Habit? { habits.first { $0.id == id } }
}
