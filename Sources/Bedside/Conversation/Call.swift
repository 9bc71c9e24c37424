/// The call to the online companion; there is at most one at a time (TALK-1, ALARM-12).
///
/// A call is dialled, then ready (connected, but muted), then opened for a conversation. It may exist without a
/// conversation, because it is made while an alarm rings; and a conversation may exist without a call. Calls are
/// numbered, so that late reports about an earlier call are ignored. The verbs return what the driver has to do.
struct Call: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        /// - Parameter isResumed: the call continues the conversation so far.
        case connect(id: Int, habit: Habit?, isResumed: Bool)
        case open(id: Int)
        case handOver(id: Int, Habit)
        /// - Parameter isFinal: nothing of the conversation is kept.
        case disconnect(isFinal: Bool)
    }

    enum Stage: Hashable, Sendable {
        /// Can go to `ready`, `open` (if Start was pressed already), or the call is gone.
        case dialling
        /// Connected and muted: nothing is sent to it or heard from it. Can go to `open`.
        case ready
        /// Microphone and speaker are connected to it, and the companion speaks.
        case open
    }

    struct Connection: Hashable, Sendable {
        let id: Int
        /// The habit whose instructions the companion was given; nil: a plain conversation.
        fileprivate(set) var habit: Habit?
        /// Everything that it was given last.
        fileprivate(set) var request: ConversationRequest?
        let madeAt: BootTime
        fileprivate(set) var stage = Stage.dialling
        /// Whether new instructions wait until the companion is heard again.
        fileprivate var owesHandOver = false
    }

    /// What is known of the way to a companion since the start, or since the owner chose it or gave a key.
    enum Reach: Hashable, Sendable {
        case unknown, answered
        /// No key was found, so only the offline companion can answer.
        case noKey
    }

    /// A call that is to be made a while after a ring has begun.
    struct Planned: Hashable, Sendable {
        let habit: Habit
        let at: BootTime
    }

    /// The current call; nil if there is none.
    private(set) var connection: Connection?
    private(set) var planned: Planned?
    /// Whether the driver keeps what was said in a lost call, for the next one.
    private(set) var keepsWords = false
    /// The last call that was spoken on, left to its driver: words that were said on it may still be written down, also
    /// while an alarm that ended the talk rings, or when another talk is on.
    private(set) var handedOff: Int?
    private(set) var nextID = 1
    /// Whether the companion is inaudible while the device says something more important.
    private(set) var isHushed = false
    private(set) var reach = Reach.unknown
    /// How the last conversation ended, with a call or without.
    private(set) var lastEnd: ConversationEnd?

    /// Maximum age of a call that waits: what the companion was told about the time and the alarms is out of date after
    /// this.
    static let maximumWait = TimeSpan.minutes(10)
    /// A call that lasted this long and then drops starts a new series of redials.
    static let steady = TimeSpan.seconds(30)

    var stage: Stage? { connection?.stage }
    /// Whether there is a call that is not open yet.
    var isWaiting: Bool { stage == .dialling || stage == .ready }

    /// Makes a call while an alarm rings, so that Start is answered at once (ALARM-12).
    mutating func warmUp(for habit: Habit, at now: BootTime) -> [Output] {
        if let connection, connection.habit?.id == habit.id, connection.madeAt + Self.maximumWait > now { return [] }
        return dial(habit, at: now)
    }

    /// Plans the call of `warmUp` for later, because not every speaker that rings at this minute may call at once.
    mutating func planWarmUp(for habit: Habit, at time: BootTime) {
        if planned?.habit.id != habit.id { planned = Planned(habit: habit, at: time) }
    }

    /// Makes the call that was planned, once its time has come.
    mutating func advance(to now: BootTime) -> [Output] {
        guard let planned, planned.at <= now else { return [] }
        self.planned = nil
        return warmUp(for: planned.habit, at: now)
    }

    /// Makes a call for the habit (nil: a plain conversation), unless there is one.
    mutating func reach(_ habit: Habit?, at now: BootTime) -> [Output] {
        if let connection, connection.habit?.id == habit?.id { return [] }
        return dial(habit, at: now)
    }

    mutating func dial(_ habit: Habit?, isResumed: Bool = false, at now: BootTime) -> [Output] {
        defer { nextID &+= 1 }
        planned = nil
        connection = Connection(id: nextID, habit: habit, madeAt: now)
        return [.connect(id: nextID, habit: habit, isResumed: isResumed)]
    }

    /// Notes that the call is connected.
    ///
    /// - Returns: whether it was being dialled.
    mutating func connected() -> Bool {
        guard stage == .dialling else { return false }
        connection?.stage = .ready
        return true
    }

    /// Silences the companion, or lets it be heard again.
    mutating func hush(_ isHushed: Bool) { self.isHushed = isHushed }

    /// Whether the companion is given new instructions once it is heard again.
    var owesHandOver: Bool { connection?.owesHandOver ?? false }

    mutating func oweHandOver() { connection?.owesHandOver = true }

    /// Uses up the hand-over that waited.
    ///
    /// - Returns: whether there was one.
    mutating func takeHandOver() -> Bool {
        defer { connection?.owesHandOver = false }
        return owesHandOver
    }

    /// Notes whether a companion was reached.
    mutating func noteReach(_ reach: Reach) { self.reach = reach }

    /// Notes how the last conversation ended; nil: it is forgotten.
    mutating func noteEnd(_ end: ConversationEnd?) { lastEnd = end }

    mutating func open() -> [Output] {
        guard let connection, connection.stage == .ready else { return [] }
        self.connection?.stage = .open
        return [.open(id: connection.id)]
    }

    /// Gives the companion another habit's instructions.
    mutating func handOver(to habit: Habit) -> [Output] {
        connection?.habit = habit
        return connection.map { [.handOver(id: $0.id, habit)] } ?? []
    }

    /// Notes what the companion of the call is given.
    mutating func gave(_ request: ConversationRequest) {
        if connection?.id == request.call { connection?.request = request }
    }

    /// Forgets a call that failed.
    ///
    /// - Parameter goesOn: the conversation goes on, so what was said is kept for the next call.
    mutating func lost(goesOn: Bool) -> [Output] {
        connection = nil
        keepsWords = goesOn
        return [.disconnect(isFinal: !goesOn)]
    }

    /// Closes an open call. A call that was spoken on is not used again, even if the next conversation begins in the
    /// same instant.
    mutating func hangUp() -> [Output] {
        guard stage == .open else { return [] }
        handedOff = connection?.id
        return close()
    }

    /// Leaves the open call to its driver, which closes it after one last question.
    mutating func handOff() {
        handedOff = connection?.id
        connection = nil
        keepsWords = false
    }

    /// Closes the call, if there is one; what was said is forgotten (GUARD-1).
    mutating func close() -> [Output] {
        guard connection != nil || keepsWords else { return [] }
        connection = nil
        keepsWords = false
        return [.disconnect(isFinal: true)]
    }

    /// Closes a call that is no longer needed.
    ///
    /// - Parameters:
    ///   - isInUse: a conversation has it, or waits for it.
    ///   - mayBeWanted: an alarm rings, and Start would use the call.
    mutating func closeUnused(isInUse: Bool, mayBeWanted: Bool) -> [Output] {
        if !mayBeWanted { planned = nil }
        if isInUse || (mayBeWanted && connection != nil) { return [] }
        return close()
    }
}

/// Times of a conversation (TALK-4, TALK-5); they can be set in the configuration file.
public struct ConversationTiming: Hashable, Codable, Sendable {
    /// When the appliance says something itself because nobody else has, so that Start is answered by a voice within
    /// two seconds. Also used after the companion has broken off in mid-sentence.
    public var voiceWithinMilliseconds: Int
    /// When a call that has not connected is given up.
    public var reachSeconds: Int
    /// When a companion that has said nothing on an open call is given up.
    public var firstVoiceSeconds: Int
    public var redialAfterSeconds: Int
    public var redials: Int
    /// How long neither side speaks before the conversation is over.
    public var silenceSeconds: Int
    /// Maximum length of a conversation, kept by the device itself.
    public var longestMinutes: Int
    /// Maximum length of a talk at bedtime, which is to lead to sleep.
    public var bedtimeMinutes: Int

    public init(
        voiceWithinMilliseconds: Int = 1500, reachSeconds: Int = 8, firstVoiceSeconds: Int = 6,
        redialAfterSeconds: Int = 3, redials: Int = 3, silenceSeconds: Int = 20, longestMinutes: Int = 30,
        bedtimeMinutes: Int = 5
    ) {
        self.voiceWithinMilliseconds = voiceWithinMilliseconds
        self.reachSeconds = reachSeconds
        self.firstVoiceSeconds = firstVoiceSeconds
        self.redialAfterSeconds = redialAfterSeconds
        self.redials = redials
        self.silenceSeconds = silenceSeconds
        self.longestMinutes = longestMinutes
        self.bedtimeMinutes = bedtimeMinutes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        voiceWithinMilliseconds = try values.value(.voiceWithinMilliseconds, or: voiceWithinMilliseconds)
        reachSeconds = try values.value(.reachSeconds, or: reachSeconds)
        firstVoiceSeconds = try values.value(.firstVoiceSeconds, or: firstVoiceSeconds)
        redialAfterSeconds = try values.value(.redialAfterSeconds, or: redialAfterSeconds)
        redials = try values.value(.redials, or: redials)
        silenceSeconds = try values.value(.silenceSeconds, or: silenceSeconds)
        longestMinutes = try values.value(.longestMinutes, or: longestMinutes)
        bedtimeMinutes = try values.value(.bedtimeMinutes, or: bedtimeMinutes)
    }
}

/// The state of the call as the owner sees it (TALK-1).
public enum CallState: String, Hashable, Codable, Sendable, CaseIterable {
    case disconnected, connecting, connected
}

/// Why the last conversation ended (TALK-4).
public enum ConversationEnd: String, Hashable, Codable, Sendable, CaseIterable {
    case stopped, goodbye, silence, cap
    /// The minutes of a bedtime talk are over.
    case bedtimeOver = "bedtime_over"
    /// The day's talk is used up, or it is night (SAFE-5).
    case limit
    /// The offline companion's routine came to its end.
    case routineOver = "routine_over"
    /// An alarm interrupted it.
    case alarm
    case upForGood = "up_for_good"

    /// Whether the owner may be told something afterwards; who fell asleep is not woken for it.
    var isOwnerAwake: Bool {
        switch self {
        case .stopped, .goodbye, .upForGood, .limit, .bedtimeOver: true
        case .silence, .cap, .routineOver, .alarm: false
        }
    }
}
