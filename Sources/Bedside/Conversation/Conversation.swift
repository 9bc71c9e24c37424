/// A live voice session with the companion.
struct Conversation: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        /// The call is being made, or waits muted until the appliance has finished its own word. Can go to `online`,
        /// `waiting` (lost once more), `offline`.
        case connecting(until: BootTime)
        /// The call was lost, and is made anew then. Can go to `connecting`.
        case waiting(until: BootTime)
        /// Can go to `waiting`, `offline`.
        case online(Talk)
        case offline(Routine)
    }
    var habit: Habit?
    var occurrence: Occurrence?
    var mode: Mode
    var startedAt: BootTime
    var lastOwnerVoice: BootTime?
    /// The owner waits for a voice, since they pressed Start or since the companion broke off: the appliance says a word
    /// itself then; nil: it has, or the companion was heard.
    var voiceBy: BootTime?
    /// What the appliance says itself before anybody else speaks (GUARD-7); nil: nothing, or it has been said.
    var firstWords: Phrase?
    /// Bedtime fell due in it: what would fail the morning is still to be said (GUARD-7).
    var owesWordsBeforeSleep = false
    /// Why the owner cannot be heard, as it was known before this began; nil: nothing is known, or it is a habit's.
    var deafness: Phrase?
    /// What the companion has changed, and the owner may not have heard of: not done again on a call made anew.
    private(set) var changes: [CompanionChange] = []
    /// How often the call was made anew since the companion was last heard.
    var redials = 0
    /// The companion has said goodbye: over then.
    var goodbyeBy: BootTime?

    func heardOwner(within span: TimeSpan, of now: BootTime) -> Bool {
        if case .online(let talk) = mode, talk.isOwnerSpeaking { return lastOwnerVoice != nil }
        return lastOwnerVoice.map { now - $0 <= span } ?? false
    }

    mutating func note(_ change: CompanionChange) {
        changes.append(change)
        if changes.count > CompanionChange.mostKept { changes.removeFirst() }
    }

    mutating func forgetChanges(ofOtherCallsThan call: Int) { changes.removeAll { $0.call != call } }

    func cap(_ timing: ConversationTiming) -> BootTime { startedAt + .minutes(timing.longestMinutes) }

    func deadline(_ timing: ConversationTiming) -> BootTime {
        let own: BootTime? =
            switch mode {
            case .connecting(let until), .waiting(let until): until
            case .online(let talk): talk.deadline(timing)
            case .offline(let routine): routine.deadline
            }
        return [own, voiceBy, goodbyeBy].compactMap { $0 }.reduce(cap(timing), min)
    }
}

/// A tool call that was carried out, with its result. The text that a resumed conversation begins with holds what was
/// said and not what was called, so a companion may call again for the same "yes" (TALK-5, TALK-9).
struct CompanionChange: Hashable, Sendable {
    static let mostKept = 8
    var call: Int
    var tool: ToolCall
    var output: String
}

/// Who speaks on an open call.
struct Talk: Hashable, Sendable {
    let openedAt: BootTime
    private(set) var isSpeaking = false
    private(set) var isOwnerSpeaking = false
    /// The companion was heard on this call.
    private(set) var isHeard = false
    /// Since the last sample was played or the owner fell silent; counts while neither speaks.
    private(set) var quietSince: BootTime
    /// The device's own ear hears a voice that is not the speaker's.
    var isVoiceNear = false
    /// The companion broke off in the middle of what it says.
    var gap = Gap.none
    private var companionQuietSince: BootTime

    enum Gap: Hashable, Sendable {
        /// Can go to `unexplained`.
        case none
        /// Can go to `explained`, `none`.
        case unexplained
        /// By the appliance's own word, said once. Can go to `none`.
        case explained
    }

    init(openedAt: BootTime) {
        self.openedAt = openedAt
        quietSince = openedAt
        companionQuietSince = openedAt
    }

    func isCompanionQuiet(for span: TimeSpan, at now: BootTime) -> Bool {
        !isSpeaking && now - companionQuietSince >= span
    }

    /// Nobody is heard who could say why.
    var isUnexplained: Bool { gap == .unexplained && !isOwnerSpeaking && !isVoiceNear }

    mutating func companion(isSpeaking: Bool, at now: BootTime) {
        self.isSpeaking = isSpeaking
        if isSpeaking {
            isHeard = true
            gap = .none
        }
        quietSince = now
        companionQuietSince = now
    }

    mutating func owner(isSpeaking: Bool, at now: BootTime) {
        isOwnerSpeaking = isSpeaking
        quietSince = now
    }

    mutating func handedOver(at now: BootTime) { quietSince = now }

    func deadline(_ timing: ConversationTiming) -> BootTime? {
        if !isHeard { return isOwnerSpeaking ? nil : quietSince + .seconds(timing.firstVoiceSeconds) }
        // A voice that never ends (noise that the server takes for speech) must not hold the call for ever: the cap does.
        return isSpeaking || isOwnerSpeaking ? nil : quietSince + .seconds(timing.silenceSeconds)
    }
}
