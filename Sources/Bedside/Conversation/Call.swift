/// The call to the online companion: made, opened, closed; one at a time, told apart by number, so that news of an older
/// one is ignored (TALK-1, ALARM-12).
///
/// A call may be there without a conversation (made while it rings, muted), and a conversation without a call.
struct Call: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        /// - Parameter isResumed: it goes on with the conversation so far.
        case connect(id: Int, habit: Habit?, isResumed: Bool)
        case open(id: Int)
        case handOver(id: Int, Habit)
        /// - Parameter isFinal: nothing of the conversation is kept.
        case disconnect(isFinal: Bool)
    }

    enum Stage: Hashable, Sendable {
        /// Can go to `ready`, `open` (where Start was pressed already), or the call is gone.
        case dialling
        /// Connected and muted: nothing is sent to it or heard from it. Can go to `open`.
        case ready
        /// The microphone is on it, the companion speaks.
        case open
    }

    struct Connection: Hashable, Sendable {
        let id: Int
        /// The one whose instructions the companion was given.
        let habit: Habit?
        let madeAt: BootTime
        fileprivate(set) var stage = Stage.dialling
    }

    /// Nil: there is none.
    private(set) var connection: Connection?
    /// The driver holds what was said in a lost call, for the next.
    private(set) var keepsWords = false
    private(set) var nextID = 1

    /// What it was told of the time and the alarms is out of date after this.
    static let maximumWait = TimeSpan.minutes(10)
    /// One that held so long and breaks is a new misfortune.
    static let steady = TimeSpan.seconds(30)

    var stage: Stage? { connection?.stage }

    /// While it rings for a habit, the call may already be made, so that Start is heard at once (ALARM-12).
    mutating func warmUp(for habit: Habit, at now: BootTime) -> [Output] {
        if let connection, connection.habit?.id == habit.id, connection.madeAt + Self.maximumWait > now { return [] }
        return dial(habit, at: now)
    }

    /// Makes one for the habit (nil: a plain talk), unless it is there.
    mutating func reach(_ habit: Habit?, at now: BootTime) -> [Output] {
        if let connection, connection.habit?.id == habit?.id { return [] }
        return dial(habit, at: now)
    }

    mutating func dial(_ habit: Habit?, isResumed: Bool = false, at now: BootTime) -> [Output] {
        defer { nextID &+= 1 }
        connection = Connection(id: nextID, habit: habit, madeAt: now)
        return [.connect(id: nextID, habit: habit, isResumed: isResumed)]
    }

    /// - Returns: whether that was waited for.
    mutating func connected() -> Bool {
        guard stage == .dialling else { return false }
        connection?.stage = .ready
        return true
    }

    mutating func open() -> [Output] {
        guard let connection, connection.stage == .ready else { return [] }
        self.connection?.stage = .open
        return [.open(id: connection.id)]
    }

    /// The companion is given another habit's instructions.
    func handOver(to habit: Habit) -> [Output] { connection.map { [.handOver(id: $0.id, habit)] } ?? [] }

    /// It failed.
    ///
    /// - Parameter goesOn: what was said is kept for the next.
    mutating func lost(goesOn: Bool) -> [Output] {
        connection = nil
        keepsWords = goesOn
        return [.disconnect(isFinal: !goesOn)]
    }

    /// What was spoken over is not spoken over again, even where the next conversation begins in the same instant.
    mutating func hangUp() -> [Output] { stage == .open ? close() : [] }

    /// It is closed where it is there, and what was said is forgotten (GUARD-1).
    mutating func close() -> [Output] {
        guard connection != nil || keepsWords else { return [] }
        connection = nil
        keepsWords = false
        return [.disconnect(isFinal: true)]
    }

    /// Closes what nobody needs any more.
    ///
    /// - Parameters:
    ///   - isInUse: a conversation has it, or waits for it.
    ///   - mayBeWanted: it rings, and Start would take it.
    mutating func closeUnused(isInUse: Bool, mayBeWanted: Bool) -> [Output] {
        if isInUse || (mayBeWanted && connection != nil) { return [] }
        return close()
    }
}

/// Times of a conversation (TALK-4, -5); settable in the configuration file.
public struct ConversationTiming: Hashable, Codable, Sendable {
    /// Start is answered by a voice within 2 s: by then the appliance says a word itself. As long after the companion has
    /// been found to have broken off.
    public var voiceWithinMilliseconds: Int
    /// A call that is not there by then will not come.
    public var reachSeconds: Int
    /// A companion that says nothing on an open call by then is not there.
    public var firstVoiceSeconds: Int
    public var redialAfterSeconds: Int
    public var redials: Int
    /// Neither side speaks for so long: the conversation is over.
    public var silenceSeconds: Int
    /// The device's own cap.
    public var longestMinutes: Int

    public init(
        voiceWithinMilliseconds: Int = 1500, reachSeconds: Int = 8, firstVoiceSeconds: Int = 6,
        redialAfterSeconds: Int = 3, redials: Int = 3, silenceSeconds: Int = 20, longestMinutes: Int = 30
    ) {
        self.voiceWithinMilliseconds = voiceWithinMilliseconds
        self.reachSeconds = reachSeconds
        self.firstVoiceSeconds = firstVoiceSeconds
        self.redialAfterSeconds = redialAfterSeconds
        self.redials = redials
        self.silenceSeconds = silenceSeconds
        self.longestMinutes = longestMinutes
    }
}

/// The state of the call as the owner sees it (TALK-1).
public enum CallState: String, Hashable, Codable, Sendable, CaseIterable {
    case disconnected, connecting, connected
}

/// Why the last conversation ended (TALK-4).
public enum ConversationEnd: String, Hashable, Codable, Sendable, CaseIterable {
    case stopped, goodbye, silence, cap
    /// The offline companion's routine came to its end.
    case routineOver = "routine_over"
    /// An alarm rang over it.
    case alarm
    case upForGood = "up_for_good"
}
