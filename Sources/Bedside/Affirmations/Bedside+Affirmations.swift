/// Has a phrase of the owner's heard (MIND-7).
extension Bedside {
    /// Plays it unless something else is to be heard; what was written for it is on disk first.
    mutating func play(_ sound: OwnerPhraseSound, at now: Moment) {
        guard isFree else { return }
        commit()
        speaker.announce(nil)
        obey(
            speaker.play(
                sound.source.inOwnVoice(approvedScripts(at: now)), limitMilliseconds: sound.limitMilliseconds,
                percent: settings.audiblePercent, at: now.boot), at: now)
    }

    mutating func answer(_ command: AffirmationKeeper.Command, at now: Moment) -> Reply {
        switch command {
        case .record where !configuration.hasMicrophone, .recordAfterTalk where !configuration.hasMicrophone:
            return .refused(.affirmation(.noMicrophone))
        // A routine has no companion that could end it politely.
        case .recordAfterTalk where isTalking && call.stage != .open: return .refused(.sounding)
        case .list, .add, .remove, .play, .record, .recordAfterTalk: break
        }
        let (reply, output) = features.affirmations.answer(command, in: context(at: now))
        visitAffirmations(at: now) { _, _ in output }
        // The microphone is the call's until the companion has said its last words.
        if case (.recordAfterTalk, .affirmation) = (command, reply) { conversation?.saidGoodbye(at: now.boot) }
        return reply
    }

    /// Whether a nudge may offer one now (MIND-8).
    func mayOfferPhrase(at now: Moment) -> Bool { features.affirmations.offered(in: context(at: now)) != nil }

    /// Plays the one that a nudge has offered.
    ///
    /// - Returns: whether there was one.
    mutating func playOfferedPhrase(at now: Moment) -> Bool {
        var isPlayed = false
        visitAffirmations(at: now) { affirmations, context in
            let output = affirmations.playOffered(in: context)
            isPlayed = !output.requests.isEmpty
            return output
        }
        return isPlayed
    }

    /// Asks a question about the phrases; that it was asked is on disk first, so that it is never asked twice.
    mutating func ask(_ phrase: Phrase, at now: Moment) {
        guard isFree else { return }
        commit()
        announce(phrase, at: now)
    }

    /// Whether a button would answer a question about the phrases now: one that is being heard, or was. An alarm and a
    /// talk come first.
    var isAskingAboutPhrases: Bool {
        guard let asked = features.affirmations.asked, !isRinging, !isTalking else { return false }
        return asked.isHeard
            || speaker.announced == Announced(phrase: .affirmation(asked.question), isHeard: true)
    }

    mutating func answerAboutPhrases(isYes: Bool, at now: Moment) {
        stopForeground(at: now)
        visitAffirmations(at: now) { $0.answer(isYes: isYes, in: $1) }
    }

    /// Whether Start or Stop ends the recording of a phrase now.
    var isRecordingPhrase: Bool {
        features.affirmations.recording?.phrase != nil && !isRinging && !isTalking
    }

    /// Whether Start has an awaited recording begin at once: the owner hears that it is about to.
    var isAnnouncingRecording: Bool {
        features.affirmations.isAnnouncingRecording && !isRinging && !isTalking && !isPractising
            && speaker.announced == Announced(phrase: .affirmation(.speakAfterTone), isHeard: true)
    }

    mutating func recordPhraseAtOnce(at now: Moment) {
        stopForeground(at: now)
        visitAffirmations(at: now) { $0.recordAwaited(in: $1) }
    }

    mutating func finishRecordingPhrase(at now: Moment) {
        visitAffirmations(at: now) { $0.finishRecording(in: $1) }
    }
}
