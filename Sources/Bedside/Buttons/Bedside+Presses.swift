/// Decides what the buttons mean (ALARM-3, ALARM-11; SETUP-4).
extension Bedside {
    mutating func obey(_ outputs: [Buttons.Output], at now: Moment) {
        for output in outputs {
            switch output {
            case .pressed(let button): pressed(button, from: .button, at: now)
            case .released(let button, let held):
                if button == .start {
                    // A hold that ends in the moment in which it counts, counts.
                    let isRecall = upEarly.recallHold != nil && held >= RecallHold.span
                    advanceUpEarly(to: now)
                    decideStart(at: now)
                    if isRecall { recallByButton(from: .button, at: now) }
                }
                let stop = button == .stop ? upEarly.stopHold : nil
                upEarly.released(button)
                if let stop { stopReleased(stop, held: held, from: .button, at: now) }
            case .stuck(let button):
                if button == .start { buttons.forgetHeldStart(of: .button) }
                upEarly.released(button)
                health.learn(.buttonStuck)
                note(.buttonStuck, at: now, cause: .device, detail: button.rawValue)
                emit(.log(.warning, "button \(button.rawValue) is stuck or shorted; it is ignored until released"))
            case .freed:
                if buttons.stuck.isEmpty { health.learn(.noButtonStuck) }
            }
        }
        buttons.followEraseHold()
    }

    /// Takes a complete press from a surface without contacts (socket, terminal).
    mutating func press(_ button: Button, heldMilliseconds: Int, from cause: NightEntry.Cause, at now: Moment) {
        let isHold = button == .start && heldMilliseconds >= UpEarly.hold.milliseconds
        let isRecall = button == .start && heldMilliseconds >= RecallHold.span.milliseconds && canRecall(at: now)
        if isHold, isAskingForConsent {
            answerFading(isYes: true, from: cause, at: now)
        } else if isHold, let due = upEarlyCandidate(at: now) {
            seeMissed()
            beUpEarly(due, at: now, cause: cause)
        } else {
            pressed(button, from: cause, at: now)
            decideStart(at: now)
        }
        let stop = upEarly.stopHold
        upEarly.forgetHolds()
        if let stop { stopReleased(stop, held: .milliseconds(heldMilliseconds), from: cause, at: now) }
        if isRecall { recallByButton(from: cause, at: now) }
    }

    private mutating func pressed(_ button: Button, from cause: NightEntry.Cause, at now: Moment) {
        seeMissed()
        tell(.pressed(button), at: now)
        switch button {
        case .start: startPressed(from: cause, at: now)
        case .stop: stopPressed(from: cause, at: now)
        case .volumeUp: setVolume(settings.voicePercent + Self.volumeStep)
        case .volumeDown: setVolume(settings.voicePercent - Self.volumeStep)
        case .mute: setMute(!settings.isMicrophoneMuted, at: now)
        }
    }

    /// Whether this press of Start is the other half of the hold that erases everything (SETUP-4).
    private var isHalfOfErasing: Bool { buttons.heldSince(.stop) != nil }

    private mutating func startPressed(from cause: NightEntry.Cause, at now: Moment) {
        upEarly.stopHold = nil
        if isRecordingPhrase { return finishRecordingPhrase(at: now) }
        if isRecordingIntention { return finishRecordingIntention(at: now) }
        if isAnnouncingRecording { return recordPhraseAtOnce(at: now) }
        if isLearningVoice { return pressedWhileLearning(.start, at: now) }
        if isAskingAboutPhrases {
            emit(.click)
            if !isHalfOfErasing { answerAboutPhrases(isYes: true, at: now) }
            return
        }
        if isFadingAsking {
            emit(.click)
            guard !isHalfOfErasing else { return }
            // Holding the button on means recall, and not only this answer.
            if canRecall(at: now) { upEarly.recallHold = RecallHold(since: now.boot) }
            if isAskingForConsent {
                features.fading.waitForHold(at: now.boot)
                buttons.startHeld(since: now.boot, cause: cause)
            } else {
                answerFading(isYes: true, from: cause, at: now)
            }
            return
        }
        if isNudging {
            emit(.click)
            return acceptNudge(at: now)
        }
        if canRecall(at: now) { upEarly.recallHold = RecallHold(since: now.boot) }
        if !isRinging, upEarlyCandidate(at: now) != nil {
            emit(.click)
            guard !isHalfOfErasing else { return }
            // A hold of 2 s says "I am up". Only in these 90 minutes does a plain press wait until Start is let go.
            buttons.startHeld(since: now.boot, cause: cause)
        } else {
            start(from: cause, at: now)
        }
    }

    /// Carries out a plain press of Start: answers the alarm, or opens a conversation.
    mutating func start(from cause: NightEntry.Cause, at now: Moment) {
        if let newest = ringing {
            let words = wordsBeforeSleep(episodes.map(\.habit))
            answerEpisodes(at: now, cause: cause)
            openConversation(
                with: newest.habit, occurrence: newest.occurrence, saying: words, at: now, cause: cause)
        } else if isPractising {
            pauseOrResumePractice(at: now)
        } else if isSignInOffered {
            signInAgain(at: now)
        } else if isTalking {
            conversation?.pressedStart(at: now.boot)
            if !answerQuestion(isYes: true, at: now) { emit(.click) }
        } else {
            openConversation(with: nil, occurrence: nil, at: now, cause: cause)
        }
    }

    private mutating func stopPressed(from cause: NightEntry.Cause, at now: Moment) {
        buttons.forgetHeldStart()
        upEarly.forgetHolds()
        if isRinging {
            let words = wordsBeforeSleep(episodes.map(\.habit))
            let stopped = episodes.map(\.occurrence)
            quietNewest(at: now, cause: cause)
            stopForeground(at: now)
            endAll(as: .dismissed, at: now, cause: cause)
            if let words { announce(words, at: now) }
            upEarly.stopHold = StopHold(occurrences: stopped)
        } else if let taken = upEarly.takeBack, stopClosed(from: cause, at: now) <= taken.until {
            takeBack(taken, at: now, cause: cause)
        } else if isRecordingPhrase {
            finishRecordingPhrase(at: now)
        } else if isRecordingIntention {
            finishRecordingIntention(at: now)
        } else if isLearningVoice {
            pressedWhileLearning(.stop, at: now)
        } else if isAskingAboutPhrases {
            emit(.click)
            answerAboutPhrases(isYes: false, at: now)
        } else if isFadingAsking {
            emit(.click)
            answerFading(isYes: false, from: cause, at: now)
        } else if isNudging {
            emit(.click)
            declineNudge(at: now)
        } else if isPractising {
            stopPractice(at: now, cause: cause)
        } else if isTalking {
            if !answerQuestion(isYes: false, at: now) { endConversation(at: now, cause: cause, as: .stopped) }
        } else if isPlaying {
            let isDawn = playing?.purpose == .dawn
            stopForeground(at: now)
            // The birds before an alarm have woken somebody.
            if isDawn { askWhetherUp(at: now) }
        } else if !askWhetherUp(at: now) {
            emit(.click)
        }
    }

    /// When the contact of Stop closed that is believed now; a press without contacts has no earlier moment.
    private func stopClosed(from cause: NightEntry.Cause, at now: Moment) -> BootTime {
        cause == .button ? buttons.heldSince(.stop) ?? now.boot : now.boot
    }

    /// Stops a preview, an announcement or a line of the offline companion: whatever sounds that is not a ring.
    mutating func stopForeground(at now: Moment) {
        if playing?.purpose != .ring { stopPlaying(at: now) }
    }

    private mutating func seeMissed() {
        guard settings.hasUnseenMiss else { return }
        writeSettings { $0.hasUnseenMiss = false }
        agenda.unseenMisses = []
    }

    /// What one press of a volume button changes, in percent.
    static let volumeStep = 10

    /// Sets the volume of the voice, from a button or a command (SOUND-4).
    mutating func setVolume(_ percent: Int) {
        writeSettings { $0.voicePercent = min(max(percent, 0), 100) }
        emitCallVolume()
        emit(.click)
    }

    /// Mutes the microphone or unmutes it, from a button or a command; an alarm stays audible (SOUND-4).
    mutating func setMute(_ isMuted: Bool, at now: Moment) {
        writeSettings { $0.isMicrophoneMuted = isMuted }
        if isMuted { believeHeld(at: now, cause: .owner) }
        emit(.click)
    }

    // MARK: Up early (ALARM-11)

    /// The occurrence that a held Start would settle now: of `wake`, else of another habit whose time is near or whose
    /// net is still to come (FADE-2).
    func upEarlyCandidate(at now: Moment) -> Due? {
        guard clock == .trusted, episodes.isEmpty else { return nil }
        if let due = agenda.next(of: .wake, after: now.civil), due.time - now.civil <= UpEarly.window { return due }
        return agenda.upcoming.first { due in
            !due.isSkipped && !due.isOneOff && due.at > now.civil && due.time - now.civil <= Net.window
        }
    }

    mutating func beUpEarly(_ due: Due, at now: Moment, cause: NightEntry.Cause) {
        buttons.forgetHeldStart()
        pausePractice(at: now)
        if agenda.prepared == due.occurrence { dropPrepared() }
        // If the companion asked for it, the conversation goes on; what it took away is announced with its answer.
        let isOfCompanion = cause == .companion && call.stage == .open
        // A sensor ends no talk.
        let isBesideTalk = cause == .device && isTalking
        if !isOfCompanion, !isBesideTalk { endConversation(at: now, cause: .owner, as: .upForGood) }
        let before = AlarmBefore(due.occurrence.habit, in: durable)
        end(
            OccurrenceRecord(occurrence: due.occurrence, due: due.at), as: .unaided, at: now, cause: cause,
            ending: OccurrenceEnding(isSaid: cause != .device))
        agenda.refresh(due.occurrence.habit)
        // Whoever says so is up, whatever a companion changed before.
        if !isOfCompanion { upEarly.beforeCompanion = nil }
        guard !isOfCompanion, !isBesideTalk else { return }
        let isWake = due.occurrence.habit == .wake
        upEarly.takeBack = TakeBack([before], isUpEarly: isWake, at: now.boot)
        announce(isWake ? .upEarlyConfirmed : .fading(.done(due.occurrence.habit)), at: now)
    }

    private mutating func decideStart(at now: Moment) {
        if let held = buttons.takeHeldStart() { start(from: held.cause, at: now) }
    }

    mutating func advanceUpEarly(to now: Moment) {
        if let held = buttons.takeHeldStart(heldUntil: now.boot) {
            if isAskingForConsent {
                answerFading(isYes: true, from: held.cause, at: now)
            } else if let due = upEarlyCandidate(at: now) {
                beUpEarly(due, at: now, cause: held.cause)
            } else {
                start(from: held.cause, at: now)
            }
        }
        if let taken = upEarly.takeBack, taken.forgottenAt <= now.boot {
            giveAnswers()
            upEarly.takeBack = nil
        }
        if let known = upEarly.beforeCompanion, known.forgottenAt <= now.boot { upEarly.beforeCompanion = nil }
        advanceHolds(to: now)
    }

    // MARK: Erasing by both buttons (SETUP-4)

    mutating func advanceErase(to now: Moment) {
        switch buttons.advanceErase(to: now.boot) {
        case .erase:
            erase(at: now, cause: .button)
        case .warn:
            buttons.forgetHeldStart()
            upEarly.forgetHolds()
            // A ring that began meanwhile gives way to the warning. Its follow-ups stay, in case the buttons are let
            // go.
            quietNewest(at: now, cause: .button)
            endConversation(at: now, cause: .button, as: .stopped)
            pausePractice(at: now)
            announce(.resetWarning, at: now)
        case nil:
            break
        }
    }

    /// Erases everything that belongs to the owner; the appliance is as new. It is gone from the disk when the driver
    /// reports `erased`.
    mutating func erase(at now: Moment, cause: NightEntry.Cause) {
        ending = .erasing(profile.language)
        conversation = nil
        practice = nil
        call.noteEnd(nil)
        episodes = []
        stopPlaying(at: now)
        buttons.forgetHeldStart()
        upEarly = UpEarly()
        forgetTalks(at: now)
        agenda.armedAtBoot = [:]
        (agenda.rangBefore, agenda.armedAgain) = ([:], [:])
        agenda.prepared = nil
        agenda.unseenMisses = []
        speaker.forgetPrepared()
        health.learn(.erased)
        commit()
        write(.wipe)
        commit()
        agenda.refresh()
        note(.reset, at: now, cause: cause)
    }

    /// Announces that everything was erased, or that it was not: only once the driver has reported it.
    mutating func erased(isComplete: Bool, at now: Moment) {
        let phrase: Phrase = isComplete ? .resetDone : .resetFailed
        let language = if case .erasing(let spoken) = ending { spoken } else { profile.language }
        say(phrase.utterance(in: language), for: .announcement, at: now)
        if ending != .exit { ending = .none }
    }
}

/// The time during which Stop takes "I am up" back (ALARM-11), and the holds of one button that tell of being up.
struct UpEarly: Hashable, Sendable {
    var takeBack: TakeBack?
    /// Every alarm as it stood before a companion's changes of the last ten seconds, whatever they were: a change that
    /// takes an alarm away is taken back together with those before it.
    var beforeCompanion: TakeBack?
    /// Stop ended a ring, and may still be held to say "I was already up" (FADE-2).
    var stopHold: StopHold?
    /// Start is down, and may be held until it says "call me again" (FADE-5).
    var recallHold: RecallHold?
    /// The wake alarm before which the owner said that they are not up yet.
    var notUp: Occurrence?

    static let window = TimeSpan.minutes(90)
    static let hold = HeldStart.span

    /// The end of a hold, or when nothing is left that Stop could take back.
    var deadline: BootTime? {
        (takeBack?.forgottenAt).earlier(beforeCompanion?.forgottenAt).earlier(recallHold?.deadline)
    }

    mutating func companionChanged(_ old: Durable, at now: BootTime) {
        let ids = old.profile.habits.map(\.id) + old.oneOffs.map(\.id)
        beforeCompanion = TakeBack(ids.map { AlarmBefore($0, in: old) }, isUpEarly: false, at: now)
            .joined(to: beforeCompanion)
    }

    mutating func released(_ button: Button) {
        switch button {
        case .start: recallHold = nil
        case .stop: stopHold = nil
        case .volumeUp, .volumeDown, .mute: break
        }
    }

    mutating func forgetHolds() {
        stopHold = nil
        recallHold = nil
    }
}
