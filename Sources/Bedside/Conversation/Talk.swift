/// Tracks who speaks on an open call, and for how long nobody does.
struct Talk: Hashable, Sendable {
    let openedAt: BootTime
    private(set) var isSpeaking = false
    private(set) var isOwnerSpeaking = false
    /// Whether the companion was heard on this call.
    private(set) var isHeard = false
    /// When the last sample was played or the owner fell silent; counts while neither speaks.
    private(set) var quietSince: BootTime
    /// Whether the local detector hears a voice that is not the speaker's.
    var isVoiceNear = false
    /// Whether the companion broke off in mid-sentence, and whether that was explained.
    var gap = Gap.none
    private var companionQuietSince: BootTime
    /// Whether the microphone is open: nobody is heard through a closed one, whatever the service reports (SOUND-4).
    private var isMicrophoneOpen = true
    /// When the microphone was last closed on this call; nil: it was not, or has been closed since its beginning.
    private var deafSince: BootTime?

    /// How late the service may report that somebody began or stopped speaking.
    private static let lateVoice = TimeSpan.seconds(2)
    /// How late it may report the words.
    private static let lateWords = TimeSpan.seconds(30)

    enum Gap: Hashable, Sendable {
        /// Can go to `unexplained`.
        case none
        /// Can go to `explained`, `none`.
        case unexplained
        /// Explained by the appliance's own words, which are said once. Can go to `none`.
        case explained
    }

    init(openedAt: BootTime) {
        self.openedAt = openedAt
        quietSince = openedAt
        companionQuietSince = openedAt
    }

    var isQuiet: Bool { !isSpeaking && !isOwnerSpeaking }

    func isCompanionQuiet(for span: TimeSpan, at now: BootTime) -> Bool {
        !isSpeaking && now - companionQuietSince >= span
    }

    /// Whether the companion broke off, nobody has explained it, and nobody is speaking.
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

    /// Notes that the owner began or stopped speaking, according to the service. What was spoken before the microphone
    /// was closed counts, but nobody goes on speaking into a closed one.
    ///
    /// - Returns: false if it cannot have been the owner.
    mutating func owner(isSpeaking: Bool, at now: BootTime) -> Bool {
        guard isHearable(within: Self.lateVoice, at: now) else { return false }
        isOwnerSpeaking = isSpeaking && isMicrophoneOpen
        quietSince = now
        return true
    }

    /// Whether words that the service reports now can be the owner's.
    func mayHaveSpoken(at now: BootTime) -> Bool { isHearable(within: Self.lateWords, at: now) }

    private func isHearable(within span: TimeSpan, at now: BootTime) -> Bool {
        isMicrophoneOpen || deafSince.map { now - $0 <= span } ?? false
    }

    /// Notes whether the microphone is open. An owner who was speaking cannot be heard to stop once it is closed, so they
    /// count as silent then.
    mutating func microphone(isOpen: Bool, at now: BootTime) {
        guard isOpen != isMicrophoneOpen else { return }
        isMicrophoneOpen = isOpen
        guard !isOpen else { return }
        // On a call that began with a closed microphone nothing was spoken before.
        deafSince = now > openedAt ? now : nil
        if isOwnerSpeaking {
            isOwnerSpeaking = false
            quietSince = now
        }
    }

    mutating func handedOver(at now: BootTime) { quietSince = now }

    func deadline(_ timing: ConversationTiming) -> BootTime? {
        if !isHeard { return isOwnerSpeaking ? nil : quietSince + .seconds(timing.firstVoiceSeconds) }
        // A voice that never ends (noise that the server takes for speech) must not hold the call for ever: the cap does.
        return isSpeaking || isOwnerSpeaking ? nil : quietSince + .seconds(timing.silenceSeconds)
    }
}

/// A tool call that was carried out, with its result. A resumed conversation begins with the text of what was said,
/// without the tool calls, so the companion may call again for the same "yes" (TALK-5, TALK-9).
struct CompanionChange: Hashable, Sendable {
    static let maximumKept = 8
    var call: Int
    var tool: ToolCall
    var output: String
}
