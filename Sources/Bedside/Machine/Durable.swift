/// What survives a power cut, as a value. The store keeps exactly this; the simulator keeps it in memory.
public struct Durable: Hashable, Codable, Sendable {
    public var profile = Profile()
    public var settings = Settings()
    public var records: [Occurrence: OccurrenceRecord] = [:]
    public var exceptions: [Occurrence: OccurrenceException] = [:]
    public var oneOffs: [OneOffAlarm] = []
    /// Since when a habit counts in its present form: what was due before is no occurrence of it.
    public var armedSince: [HabitID: CivilTime] = [:]
    /// The civil time of the last write under a trusted clock (ALARM-8).
    public var lastWritten: CivilTime?
    public var setup = SetupProgress()

    public init() {}

    /// Applies one change; night entries are the log's and not kept here.
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
        case .lastWritten(let time): lastWritten = time
        case .setup(let progress): setup = progress
        case .night: break
        case .wipe: self = Durable()
        }
    }
}

/// Small choices that are not part of the profile document.
public struct Settings: Hashable, Codable, Sendable {
    /// Loudness of speech, percent; the alarm has bounds of its own (`VolumeRange`).
    public var voicePercent = 60
    public var isMicrophoneMuted = false
    /// An episode was missed and nobody has pressed a button since: the light says so (ALARM-4).
    public var hasUnseenMiss = false
    public init() {}
}

/// One durable change. A list of them is one transaction.
public enum Change: Hashable, Codable, Sendable {
    case profile(Profile)
    case settings(Settings)
    case record(OccurrenceRecord)
    case removeRecord(Occurrence)
    /// Nil removes.
    case exception(Occurrence, OccurrenceException?)
    case oneOff(OneOffAlarm)
    case removeOneOff(HabitID)
    case armedSince(HabitID, CivilTime?)
    case lastWritten(CivilTime)
    case setup(SetupProgress)
    case night(NightEntry)
    /// Everything gone, the night log too (SETUP-4).
    case wipe
}
