/// Carries out what a concern for the owner asks for (SAFE-2, SAFE-3; G-2, G-3).
extension Bedside {
    /// Takes the help lines, which are read with each call. They change no state: only words that are said later.
    public mutating func learn(_ helpLines: HelpLines) { configuration.helpLines = helpLines }

    mutating func concernRaised(_ level: SafetyLevel, at now: Moment) {
        // No word and no level: a log must not tell of it.
        tell(.concernRaised, at: now)
        // Exercises are withdrawn (G-2): no sound of one cuts off the help line, and the owner is heard again.
        if isTalking || level == .explicit { endPractice(as: .replaced, at: now, cause: .companion) }
        // Found in words that were written down after the talk: the feature has the number said.
        guard isTalking else { return renewCare(at: now) }
        conversation?.staysOpen()
        // A call that is still being made is opened once the device has spoken.
        if level == .explicit, call.isWaiting { call.hush(true) }
        if level == .explicit { sayHelpLines(at: now) }
        renewCare(at: now)
        handOverInNeed(at: now)
    }

    /// Has a call that is not open yet begin with the instructions for an owner at risk, or with gentle ones.
    private mutating func renewCare(at now: Moment) {
        guard call.isWaiting, let given = call.connection?.request else { return }
        let isHelpLineSaid = features.safety.concern == .explicit
        if given.care != care(at: now) || given.isHelpLineSaid != isHelpLineSaid { renewRequest(at: now) }
    }

    /// Gives the companion the instructions for an owner at risk. It answers them at once, so they wait while the
    /// device speaks: its question would not be heard (G-2).
    private mutating func handOverInNeed(at now: Moment) {
        guard let open = call.connection, open.stage == .open else { return }
        if call.isHushed { return call.oweHandOver() }
        emit(.handOver(request(call: open.id, about: open.habit, at: now)))
    }

    /// Says the help line that is open, over the companion if one speaks.
    mutating func sayHelpLines(at now: Moment) {
        let zone = zone
        let country = HelpLines.country(of: profile, zone: zone.name)
        let selection = country.flatMap { country in
            // Hours by another zone's clock count as unknown, so only a line that is surely open is named.
            configuration.helpLines.linesOpen(
                country: country, at: now.civil, isMinor: profile.age.isMinor
            ) { $0 == zone.name ? zone : nil }
        }
        sayOverCompanion(
            Utterance(helpIn: selection, language: profile.language), isJournaled: false, at: now)
    }

    /// Says something, over the companion if one speaks: it is silent meanwhile.
    mutating func sayOverCompanion(
        _ utterance: Utterance, telling phrase: Phrase? = nil, isJournaled: Bool, at now: Moment
    ) {
        if call.stage == .open, !call.isHushed {
            call.hush(true)
            emit(.callVolume(percent: 0))
        }
        say(utterance, for: .announcement, telling: phrase, isJournaled: isJournaled, at: now)
    }

    /// Whether the device says something over the companion, such as the help line or what the companion took away
    /// (TALK-9). The call may be lost meanwhile.
    var isSpeakingOverCompanion: Bool {
        playing?.purpose == .announcement && (call.isHushed || upEarly.takeBack?.isBeingSaid == true)
    }

    /// Lets the companion be heard again, once the device has said its own words.
    mutating func endHush(at now: Moment) {
        guard call.isHushed, speaker.playing?.purpose != .announcement, conversation?.isResting != true else { return }
        call.hush(false)
        emitCallVolume()
        if call.takeHandOver() { handOverInNeed(at: now) }
    }
}
