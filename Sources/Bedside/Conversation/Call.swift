/// The call to the online companion: one at a time, told apart by number, so that news of an older one is ignored.
struct Call: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Can go to `ready`, or the call is gone.
        case dialling
        /// Connected and muted: nothing is sent to it or heard from it. Can go to `open`.
        case ready
        /// The microphone is on it, the companion speaks.
        case open
    }
    let id: Int
    /// The one whose instructions the companion was given.
    let habit: Habit?
    let madeAt: BootTime
    var stage = Stage.dialling

    /// What it was told of the time and the alarms is out of date after this.
    static let longestWait = TimeSpan.minutes(10)
    /// One that held so long and breaks is a new misfortune.
    static let steady = TimeSpan.seconds(30)
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
