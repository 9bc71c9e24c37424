/// What the light shows (BOARD-3), highest priority first.
public enum Light: String, Codable, CaseIterable, Sendable, Hashable {
    case ringing, missed, connecting, listening, speaking, muted
    case needsAttention = "needs_attention"
    /// A daytime nudge waits for Start (MIND-8).
    case nudge
    /// The soft sound before the wake alarm is on (S-2).
    case dawn
    case idle
}

/// Why the light asks for attention.
public enum Attention: String, Codable, CaseIterable, Sendable, Hashable, Comparable {
    case clock, sound, storage, button, microphone, network, credentials, quota
    /// Found by the evening check (GUARD-7): the disk is nearly full, the file of an alarm that is near cannot be used,
    /// there is no synthesizer.
    case disk
    case alarmSound = "alarm_sound"
    case voice
    /// The owner wants to talk through a gateway, which does not know the speaker.
    case gateway
    /// A file of settings cannot be used; this start uses the copy of an earlier one.
    case settings
    /// The settings came from a copy after damage; cleared when the owner next changes one.
    case recovered
    public static func < (a: Attention, b: Attention) -> Bool { a.rawValue < b.rawValue }
}

/// What the appliance is doing, in one word.
public enum Activity: String, Codable, Sendable, Hashable {
    case idle, ringing
    /// An episode is open, between two of its rings.
    case waiting
    case connecting, listening, speaking, preview
    /// A guided meditation is on, or paused (MIND-5).
    case meditating
    /// The soft sound before the wake alarm (S-2).
    case dawn
}

/// The nearest future alarm (ALARM-9).
public struct NextUp: Hashable, Codable, Sendable {
    public var occurrence: Occurrence
    /// The habit whose name is spoken; differs from the occurrence's for a one-off alarm.
    public var habit: HabitID
    public var at: CivilTime
    public var local: LocalDateTime
    public var offsetSeconds: Int
    public var isMoved: Bool
    public var isOneOff: Bool
    /// The sentence of ALARM-9, in the owner's language.
    public var sentence: String
    /// How much is done for the habit; nil: an older version answers.
    public var level: FadingLevel?
    /// Why the level last changed; nil: it never did, a one-off alarm rings, or an older version answers.
    public var levelReason: FadingReason?

    public init(
        occurrence: Occurrence, habit: HabitID, at: CivilTime, local: LocalDateTime, offsetSeconds: Int,
        isMoved: Bool, isOneOff: Bool, sentence: String, level: FadingLevel? = nil,
        levelReason: FadingReason? = nil
    ) {
        self.occurrence = occurrence
        self.habit = habit
        self.at = at
        self.local = local
        self.offsetSeconds = offsetSeconds
        self.isMoved = isMoved
        self.isOneOff = isOneOff
        self.sentence = sentence
        self.level = level
        self.levelReason = levelReason
    }
}

/// A pure function of the whole state, for `anicca status`, the panel and metrics.
public struct Status: Hashable, Codable, Sendable {
    public struct HabitRow: Hashable, Codable, Sendable {
        public var habit: Habit
        public var next: LocalDateTime?
        public var isSkippedNext: Bool
        public var isMovedNext: Bool
        public var lastOutcome: OccurrenceOutcome?
        public var lastDate: LocalDate?
        /// How much is still done for it (FADE-1); nil: an older version answers.
        public var level: FadingLevel? = nil
        /// Why the level last changed; nil: it never did.
        public var reason: FadingReason? = nil
        /// True if only the owner's consent is missing for the last step (FADE-3); else nil, so that the key is missing,
        /// as in older versions.
        public var mayStepBack: Bool? = nil
        /// True if a companion may ask at bedtime how much it happens by itself (F-10); else nil, so that the key is
        /// missing, as in older versions.
        public var isRatingDue: Bool? = nil
        /// True if a companion may ask at bedtime for that consent (F-6), now or again; else nil, so that the key is
        /// missing, as in older versions.
        public var isConsentDue: Bool? = nil
        /// True if it does not ring at all, at the owner's wish (F-2); else nil, so that the key is missing, as in older
        /// versions: it rings as its level says.
        public var isSilent: Bool? = nil
        /// The day that is skipped before `next`; nil: none is, or an older version answers, and then `isSkippedNext` alone
        /// says so.
        public var skippedDate: LocalDate? = nil
    }
    public struct OneOffRow: Hashable, Codable, Sendable {
        public var alarm: OneOffAlarm
    }
    public var now: CivilTime
    public var local: LocalDateTime
    public var offsetSeconds: Int
    public var zone: String
    public var isClockTrusted: Bool
    public var activity: Activity
    public var light: Light
    public var attention: [Attention]
    /// The occurrence that rings, waits or is talked about.
    public var occurrence: Occurrence?
    public var followUp: Int?
    public var next: NextUp?
    public var profile: Profile
    public var habits: [HabitRow]
    public var oneOffs: [OneOffRow]
    public var settings: Settings
    public var setup: SetupProgress
    /// Contact glitches since the start that were shorter than the hold time (BOARD-2).
    public var buttonGlitches: Int
    /// When the open episode rings next; nil while it rings, or if none is open.
    public var ringsAgain: LocalDateTime? = nil
    /// The call to the online companion (TALK-1).
    public var call = CallState.disconnected
    public var lastConversationEnd: ConversationEnd? = nil
    /// The habit whose words the alarm or conversation has: for a one-off alarm, the habit that it is like.
    public var subject: HabitID? = nil
    /// Which companion answers in the conversation that is on; nil if none is on, or nobody answers yet.
    public var answering: Answering? = nil
    /// Whether talks are remembered; never what is remembered (M-10); nil: an older version answers.
    public var memory: MemoryMode? = nil
    /// Why the memory cannot be read; nil if it can.
    public var memoryFault: VaultFault? = nil
    /// Talk with a live companion on this day (SAFE-5); nil: an older version answers.
    public var talk: TalkStanding? = nil
    /// The guided meditation that is on (MIND-5); nil: none is.
    public var meditation: MeditationStanding? = nil
    /// The account at a gateway (ACCOUNT-1); nil: an older version answers.
    public var account: AccountStatus? = nil
    /// The owner's own voice (MIND-9); nil: an older version answers.
    public var ownVoice: VoiceStanding? = nil

    /// The names on the wire since version 0.1.0; `CallCodingTests` finds one that is missing here.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case call = "line"
        case now, local, offsetSeconds, zone, isClockTrusted, activity, light, attention, occurrence, followUp,
            next, profile, habits, oneOffs, settings, setup, buttonGlitches, ringsAgain, lastConversationEnd,
            subject, answering, memory, memoryFault, talk, meditation, account, ownVoice
    }
}

/// Which companion answers in a conversation.
public enum Answering: String, Hashable, Codable, Sendable, CaseIterable {
    case live, offline
}
