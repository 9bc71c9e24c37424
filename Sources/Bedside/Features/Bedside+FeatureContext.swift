/// The view of the machine that a feature gets.
extension Bedside {
    /// For one visit; it holds for as long as nothing else happens.
    func context(at now: Moment) -> FeatureContext {
        FeatureContext(
            now: now, calendar: agenda, isClockTrusted: clock == .trusted, isRinging: ringing != nil,
            isListening: isListening, isQuiet: isQuiet, isFree: isFree && !features.ownVoice.isAtBedside,
            health: health,
            output: speaker.outputs.count > 0 ? speaker.outputs.first : nil, live: liveTalk,
            isKeepingIntention: isKeepingIntention, isDawn: playing?.purpose == .dawn,
            isAtRisk: features.safety.concern > .none || features.safety.isGentle(at: now.boot),
            helpCountries: configuration.helpLines.known)
    }

    private var liveTalk: LiveTalk? {
        guard let conversation, conversation.needsCall else { return nil }
        let isOpen = if case .online = conversation.mode { !conversation.isResting } else { false }
        return LiveTalk(occurrence: conversation.occurrence, isOpen: isOpen)
    }

    // MARK: Whether anything goes on

    var isQuiet: Bool { isSilent && features.affirmations.isIdle && !features.ownVoice.isAtBedside }

    private var isSilent: Bool { ringing == nil && conversation == nil && practice == nil && playing == nil }

    /// Whether nothing at all is going on: no button would answer a question, and no recording of a talk is played.
    var isFree: Bool { isSilent && features.fading.asked == nil && !features.recordings.isPlaying }
}
