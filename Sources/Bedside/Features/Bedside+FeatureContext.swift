/// The view of the machine that a feature gets.
extension Bedside {
    /// For one visit; it holds for as long as nothing else happens.
    func context(at now: Moment) -> FeatureContext {
        FeatureContext(
            now: now, boxedCalendar: $agenda, isClockTrusted: clock == .trusted, isRinging: isRinging,
            isListening: isListening, isQuiet: isQuiet, isFree: isFree && !features.ownVoice.isAtBedside,
            health: health,
            output: speaker.outputs.count > 0 ? speaker.outputs.first : nil, live: liveTalk,
            isKeepingIntention: isKeepingIntention, isDawn: playing?.purpose == .dawn,
            isNudging: features.nudges.open != nil,
            isAtRisk: features.safety.concern > .none || features.safety.isGentle(at: now.boot),
            helpCountries: configuration.helpLines.known)
    }

    private var liveTalk: LiveTalk? {
        guard isTalking, let conversation, conversation.usesCall else { return nil }
        let isOpen = if case .online = conversation.mode { !conversation.isResting } else { false }
        return LiveTalk(occurrence: conversation.occurrence, isOpen: isOpen)
    }

    // MARK: What goes on

    // Asked several times an event, so by pattern: `!= nil` copies the whole value.
    var isRinging: Bool {
        guard let index = episodes.indices.last else { return false }
        return episodes[index].phase != .held
    }

    var isTalking: Bool { !$conversation.isNil }
    var isPractising: Bool { !$practice.isNil }
    var isPlaying: Bool { if case .some = speaker.playing { true } else { false } }

    var isQuiet: Bool { isSilent && features.affirmations.isIdle && !features.ownVoice.isAtBedside }

    private var isSilent: Bool { !isRinging && !isTalking && !isPractising && !isPlaying }

    /// Whether nothing at all is going on: no button would answer a question, and no recording of a talk is played.
    var isFree: Bool { isSilent && features.fading.asked == nil && !features.recordings.isPlaying }
}
