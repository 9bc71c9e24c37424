/// What happened, for the night log, `simulate`, `replay` and `log`: one line each.
public struct NightEntry: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case ring, silence, conversation, answered, dismissed, missed, resumed, skipped
        case untrustedClock = "untrusted_clock"
        case trustedClock = "trusted_clock"
        case clockStep = "clock_step"
        case zoneChange = "zone_change"
        case conversationEnded = "conversation_ended"
        case upEarly = "up_early"
        case upEarlyTakenBack = "up_early_taken_back"
        /// What the companion had taken away was restored (TALK-9); `detail` names the alarms.
        case changeTakenBack = "change_taken_back"
        case stillAsleep = "still_asleep"
        /// A ring of which no audible frame left any device (SOUND-6).
        case unheard
        case outputFailed = "output_failed"
        case noOutput = "no_output"
        case outputWorks = "output_works"
        case started, stopped
        case settingsChanged = "settings_changed"
        case buttonStuck = "button_stuck"
        case storage
        case reset
        case preview
        /// The evening check (GUARD-7).
        case preflight
        /// A limit kept a live companion from talking, or ended its talk (SAFE-5); `detail` says which.
        case talkLimit = "talk_limit"
        /// A guided meditation began, or is over (MIND-5); `detail` says how long it was.
        case meditation
        case meditationEnded = "meditation_ended"
        /// A habit's level changed (FADE-3); `detail` says which, from where to where, and why.
        case levelChanged = "level_changed"
        /// The owner was up already when it rang; `detail` names the day.
        case alreadyUp = "already_up"
        /// A daytime nudge (MIND-8); `detail` names the habit.
        case nudged
        /// No sign of life came, so the habit rings after its time (FADE-1), or chimes once: then no `ring` follows.
        case net
        /// At a gateway (ACCOUNT-1, ACCOUNT-4); `detail` of `signed_out` says who wanted it.
        case signedIn = "signed_in"
        case signedOut = "signed_out"
        /// In a simulation only (GUARD-8): the answer to a scripted tool call, and why a scripted command or tool call
        /// was not carried out.
        case tool, refused
    }

    /// What caused an entry.
    public enum Cause: String, Codable, Sendable, Hashable {
        case button, socket, terminal, timer, power, clock, owner, companion, device
        /// The owner, from afar: on the gateway's page, or by another speaker (ACCOUNT-2).
        case gateway
    }

    public var at: CivilTime
    public var kind: Kind
    public var occurrence: Occurrence?
    public var followUp: Int?
    public var cause: Cause?
    /// A short English detail for people who look after the device; never spoken words, never a secret.
    public var detail: String?

    public init(
        at: CivilTime, kind: Kind, occurrence: Occurrence? = nil, followUp: Int? = nil, cause: Cause? = nil,
        detail: String? = nil
    ) {
        self.at = at
        self.kind = kind
        self.occurrence = occurrence
        self.followUp = followUp
        self.cause = cause
        self.detail = detail
    }
}
