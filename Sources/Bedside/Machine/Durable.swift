/// What survives a power cut, as a value: the schedule, and one part for each feature that has something to keep. The
/// store keeps exactly this; the simulator keeps it in memory.
///
/// Not `Codable`, so that no file can hold the whole: what may be in the schedule copy and in the journal is
/// `Schedule`. The schedule's fields are also reached directly: `durable.profile`.
@dynamicMemberLookup
public struct Durable: Hashable, Sendable {
    public var schedule = Schedule()
    public var memory = OwnerMemory()
    public var talks = TalkRecord()
    public var teachings = OwnerTeachings()
    public var meditation = MeditationRecord()
    public var fading = OwnerFading()
    public var nudges = OwnerNudges()
    public var affirmations = OwnerAffirmations()
    public var account = AccountStanding()
    public var ownVoice = OwnerVoice()

    public init() {}

    /// Applies one change; night entries belong to the log and are not kept here.
    public mutating func apply(_ change: Change) {
        switch change {
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup:
            schedule.apply(change)
        case .memory(let change):
            memory.apply(change)
            // They are sealed with the same key.
            if change == .wipe {
                affirmations.forgetWords()
                ownVoice.forgetWords()
            }
        case .talks(let record): talks = record
        case .teaching(let change): teachings.apply(change)
        case .meditation(let change): meditation.apply(change)
        case .fading(let change): fading.apply(change)
        case .nudge(let change): nudges.apply(change)
        case .affirmation(let change): affirmations.apply(change)
        case .account(let standing): account = standing
        case .ownVoice(let part): ownVoice = part
        case .night, .forgetNight: break
        case .wipe: self = Durable()
        }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Schedule, Value>) -> Value {
        get { schedule[keyPath: path] }
        set { schedule[keyPath: path] = newValue }
    }
}

/// What rings and when, and what the owner chose about it. This alone is in the schedule copy that survives a lost
/// database, is compared with it at a start, and is in the journal. So the only words of the owner's that it holds are
/// the profile's.
public struct Schedule: Hashable, Codable, Sendable {
    public var profile = Profile()
    public var settings = Settings()
    public var records: [Occurrence: OccurrenceRecord] = [:]
    public var exceptions: [Occurrence: OccurrenceException] = [:]
    public var oneOffs: [OneOffAlarm] = []
    /// When each habit got its present form: earlier times are not occurrences of it.
    public var armedSince: [HabitID: CivilTime] = [:]
    /// When each habit had last rung before the zone changed: it does not ring for the same morning again.
    public var lastRings: [HabitID: CivilTime] = [:]
    /// The civil time of the last write under a trusted clock (ALARM-8).
    public var lastWritten: CivilTime?
    /// The zone that was in force at the last write; nil: not known.
    public var zone: String?
    public var setup = SetupProgress()

    public init() {}

    /// A habit's latest record that is not open any more: of the last days, or else of all. A status is made after every
    /// event, and there may be a thousand records.
    func lastSettled(of habit: HabitID, on today: LocalDate) -> OccurrenceRecord? {
        for day in -1..<30 {
            let record = records[Occurrence(habit: habit, date: today.adding(days: -day))]
            if let record, record.outcome != .open { return record }
        }
        return records.values.lazy.filter { $0.occurrence.habit == habit && $0.outcome != .open }
            .max { $0.occurrence < $1.occurrence }
    }

    /// The records of some habits on the days counted from a date. Takes the same time however many records there are.
    func records(of habits: [HabitID], on days: ClosedRange<Int>, from date: LocalDate) -> [OccurrenceRecord] {
        var found: [OccurrenceRecord] = []
        for day in days {
            for habit in habits {
                if let record = records[Occurrence(habit: habit, date: date.adding(days: day))] { found.append(record) }
            }
        }
        return found
    }

    /// Applies a change of the schedule; others leave it as it is.
    public mutating func apply(_ change: Change) {
        switch change {
        case .profile(let value): profile = value
        case .settings(let value): settings = value
        case .record(let record): records[record.occurrence] = record
        case .removeRecord(let occurrence): records[occurrence] = nil
        case .exception(let occurrence, let value): exceptions[occurrence] = value
        case .oneOff(let alarm):
            oneOffs.removeAll { $0.id == alarm.id }
            oneOffs.append(alarm)
        case .removeOneOff(let id): oneOffs.removeAll { $0.id == id }
        case .armedSince(let id, let time): armedSince[id] = time
        case .lastRing(let id, let time): lastRings[id] = time
        case .lastWritten(let time): lastWritten = time
        case .zone(let name): zone = name
        case .setup(let progress): setup = progress
        case .memory, .talks, .teaching, .meditation, .fading, .nudge, .affirmation, .account, .ownVoice, .night,
            .forgetNight:
            break
        case .wipe: self = Schedule()
        }
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        profile = try values.value(.profile, or: profile)
        settings = try values.value(.settings, or: settings)
        records = try values.value(.records, or: records)
        exceptions = try values.value(.exceptions, or: exceptions)
        oneOffs = try values.value(.oneOffs, or: oneOffs)
        armedSince = try values.value(.armedSince, or: armedSince)
        lastRings = try values.value(.lastRings, or: lastRings)
        lastWritten = try values.decodeIfPresent(CivilTime.self, forKey: .lastWritten)
        zone = try values.decodeIfPresent(String.self, forKey: .zone)
        setup = try values.value(.setup, or: setup)
    }
}

/// Small choices that are not part of the profile document.
public struct Settings: Hashable, Codable, Sendable {
    /// Loudness of speech, percent; the alarm has bounds of its own (`VolumeRange`).
    public var voicePercent = 60
    /// Whether the owner muted the microphone: then it is never opened (SOUND-4).
    public var isMicrophoneMuted = false
    /// Whether an episode was missed and no button has been pressed since; the light shows it (ALARM-4).
    public var hasUnseenMiss = false
    public var recordings = RecordingChoice()

    public init() {}
    public init(
        voicePercent: Int, isMicrophoneMuted: Bool, hasUnseenMiss: Bool, recordings: RecordingChoice = RecordingChoice()
    ) {
        self.voicePercent = voicePercent
        self.isMicrophoneMuted = isMicrophoneMuted
        self.hasUnseenMiss = hasUnseenMiss
        self.recordings = recordings
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        voicePercent = try values.value(.voicePercent, or: voicePercent)
        isMicrophoneMuted = try values.value(.isMicrophoneMuted, or: isMicrophoneMuted)
        hasUnseenMiss = try values.value(.hasUnseenMiss, or: hasUnseenMiss)
        recordings = try values.value(.recordings, or: recordings)
    }
}

extension Settings {
    /// The loudness of the device's own speech, in percent: as the owner set it, but never inaudible.
    public var audiblePercent: Int { max(voicePercent, Self.leastAudiblePercent) }
    /// Below this nothing would be heard, and a person would take the device for dead.
    public static let leastAudiblePercent = 5
}

/// One durable change. A list of them is one transaction.
public enum Change: Hashable, Codable, Sendable {
    case profile(Profile)
    case settings(Settings)
    case record(OccurrenceRecord)
    case removeRecord(Occurrence)
    /// Nil removes the exception.
    case exception(Occurrence, OccurrenceException?)
    case oneOff(OneOffAlarm)
    case removeOneOff(HabitID)
    /// Nil forgets it.
    case armedSince(HabitID, CivilTime?)
    /// Nil forgets it.
    case lastRing(HabitID, CivilTime?)
    case lastWritten(CivilTime)
    case zone(String)
    case setup(Setup.Change)
    case memory(MemoryKeeper.Change)
    case talks(TalkKeeper.Change)
    case teaching(TeachingKeeper.Change)
    case meditation(MeditationRecord.Change)
    case fading(FadingKeeper.Change)
    case nudge(NudgeKeeper.Change)
    case affirmation(AffirmationKeeper.Change)
    case account(AccountKeeper.Change)
    case ownVoice(VoiceKeeper.Change)
    case night(NightEntry)
    /// Removes older entries of the night log.
    case forgetNight(before: CivilTime)
    /// Erases everything, the night log too (SETUP-4).
    case wipe
}
