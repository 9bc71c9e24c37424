/// Runs conversations: who speaks, when they end, and the hand-over to the offline companion (TALK-4, TALK-5, TALK-6,
/// TALK-7, TALK-10).
extension Bedside {
    /// Whether the owner's voice could be heard if they spoke.
    var canHear: Bool {
        configuration.hasMicrophone && !settings.isMicrophoneMuted && !health.has(.microphone)
    }

    /// Opens a conversation.
    ///
    /// - Parameter firstWords: what the appliance says itself before the companion speaks.
    mutating func openConversation(
        with habit: Habit?, occurrence: Occurrence?, saying firstWords: Phrase? = nil, at now: Moment,
        cause: NightEntry.Cause
    ) {
        endPractice(as: .replaced, at: now, cause: cause)
        stopForeground(at: now)
        let known = habit == nil ? deafness : nil
        // A new conversation tries the microphone again.
        health.learn(.microphoneIsTriedAgain)
        note(.conversation, at: now, occurrence, cause: cause, detail: habit?.prompt)
        tell(.conversationBegan(habit?.id), at: now)
        conversation = Conversation(
            habit: habit, occurrence: occurrence, timing: configuration.conversation, firstWords: firstWords,
            deafness: known, lowersVoice: occurrence == nil && isNight(at: now), at: now.boot)
        let limit = profile.companion == .offline ? nil : talkLimit(isForAlarm: occurrence != nil, at: now)
        if let limit {
            note(.talkLimit, at: now, occurrence, cause: .timer, detail: limit.rawValue)
            // At an alarm it is the routine that matters, and not why it is one.
            startRoutine(for: habit, explaining: occurrence == nil ? .limit(.over(limit)) : known, at: now)
        } else if profile.companion == .offline {
            startRoutine(for: habit, explaining: known, at: now)
        } else if let refusal = accountRefusal {
            // Said once; it is not news at the next talk (ACCOUNT-4), and what Start does now says as much.
            let isTold = features.account.isTold || offersSignIn(in: habit)
            visitAccount(at: now) { $0.startWasRefused(in: $1) }
            companionIs(failing: refusal)
            startRoutine(for: habit, explaining: isTold ? known : .companionUnavailable(refusal), at: now)
        } else {
            if let firstWords {
                conversation?.bridged()
                obey([.say(firstWords)], at: now)
            }
            reachCompanion(at: now)
        }
    }

    /// Hands the conversation over to a habit that falls due while the owner is talking: the companion is given its
    /// prompt (ALARM-5).
    mutating func handOver(to habit: Habit, occurrence: Occurrence?, at now: Moment) {
        let owesWords = wordsBeforeSleep([habit]) != nil
        let before = callPercent
        conversation?.handedOver(to: habit, occurrence: occurrence, owesWords: owesWords, at: now.boot)
        if callPercent != before { emitCallVolume() }
        switch conversation?.mode {
        case .offline:
            obey(call.handOver(to: habit), at: now)
            startRoutine(for: habit, explaining: nil, at: now)
        case .connecting, .online:
            // Do not speak over anybody: the words before sleep are said when the conversation is over.
            obey(call.handOver(to: habit), at: now)
        case .waiting, nil:
            // The next call is made with this habit's prompt.
            break
        }
    }

    mutating func endConversation(at now: Moment, cause: NightEntry.Cause, as end: ConversationEnd) {
        guard let ended = conversation else { return }
        conversation = nil
        call.noteEnd(end)
        if let open = call.connection, open.stage == .open, let task = summaryTask(call: open.id, at: now) {
            call.handOff()
            emit(.summarize(task))
        } else {
            // A call to a companion that was to join would not be for what comes now.
            obey(ended.late?.hasCall == true ? call.close() : call.hangUp(), at: now)
        }
        if playing?.purpose == .line || playing?.purpose == .bridge { stopPlaying(at: now) }
        tell(.conversationEnded(end, fellAsleep: ended.fellAsleep(endingAs: end, at: now.boot)), at: now)
        note(.conversationEnded, at: now, ended.occurrence, cause: cause, detail: end.rawValue)
        if cause == .button || cause == .socket || cause == .terminal {
            // Stop dismisses every alarm, whether the owner was heard or not.
            endAll(as: .dismissed, at: now, cause: cause)
        } else {
            releaseHeld(at: now)
        }
        // What a feature says at the end of a talk, such as the help line, is not talked over.
        guard !isPlaying, !isPractising else { return }
        // Owners who fell asleep in the conversation are not woken for these words; the light shows the trouble.
        if end.isOwnerAwake, end != .limit, ended.owesWordsBeforeSleep, let words = wordsBeforeSleep {
            announce(words, at: now)
        } else if end == .bedtimeOver {
            announce(.bedtimeOver, at: now)
        }
    }

    mutating func voice(isActive: Bool, at now: Moment) {
        guard isListening else { return }
        routineStep(at: now) { $0.voice(isActive: isActive, at: now.boot) }
        let isQuiet = !isPlaying
        let isHeard = conversation?.voiceNear(isActive, isSpeakerQuiet: isQuiet, at: now.boot)
        if isHeard == true { believeHeld(at: now, cause: .owner) }
    }

    mutating func lineSaid(at now: Moment) {
        routineStep(at: now) { $0.said(at: now.boot) }
    }

    mutating func advanceConversation(to now: Moment) {
        guard let deadline = conversation?.deadline, deadline <= now.boot else { return }
        let isBridging = playing?.purpose == .bridge || isSpeakingOverCompanion
        let isOfflineChosen = profile.companion == .offline
        let isCallReady = call.stage == .ready
        let outputs = conversation?.advance(
            to: now.boot, isBridging: isBridging, isCallReady: isCallReady, isOfflineChosen: isOfflineChosen)
        if let outputs, !outputs.isEmpty { return obey(outputs, at: now) }
        routineStep(at: now) { $0.advance(to: now.boot) }
    }

    mutating func microphoneFailed(at now: Moment) {
        guard isListening else { return }
        health.learn(.microphoneFailed)
        emit(.log(.warning, "the microphone failed"))
        believeHeld(at: now, cause: .owner)
    }

    /// Opens the microphone in a conversation only, and never while muted (SOUND-4).
    mutating func updateMicrophone(at now: Moment) {
        let canHear = canHear
        conversation?.noteHearing(canHear)
        let isHeardTalking = isTalking && !isMicrophoneResting
        let isRecording = features.affirmations.recording != nil || features.ownVoice.isRecording
        let wanted = (isHeardTalking || isRecording) && canHear
        if !wanted { voice(isActive: false, at: now) }
        if isTalking { conversation?.microphone(isOpen: wanted, at: now.boot) }
        guard wanted != isListening else { return }
        isListening = wanted
        emit(.listen(wanted))
    }

    // MARK: The offline companion

    /// Explains aloud why the online companion cannot be reached; then the offline one takes over (TALK-5).
    ///
    /// - Parameter turn: when the companion, which is only busy, can be called again.
    mutating func fallBack(_ failure: ConversationFailure, turn: BootTime?, at now: Moment) {
        guard features.safety.concern == .none else { return endWithHelpLines(at: now) }
        if isOfflineByChoice(failure) {
            startRoutine(for: conversation?.habit, explaining: conversation?.deafness, at: now)
            return
        }
        emit(.log(.notice, "no online companion: \(failure.rawValue)"))
        if conversation?.goesBack() != true {
            let words = turn == nil ? Phrase.companionUnavailable(failure) : .companionLater
            if failure == .quota, profile.companion == .gateway { features.account.told() }
            startRoutine(for: conversation?.habit, explaining: words, at: now)
        }
        if let turn { conversation?.awaits(turn) }
    }

    /// Ends a talk with an owner who may be at risk and whose companion is lost: the routine of a habit would be out of
    /// place, so the help lines are the last word (G-2, G-3). The log shows the end that the routine would have had.
    private mutating func endWithHelpLines(at now: Moment) {
        // After an explicit one `SafetyKeeper` asks for them whatever ended the talk.
        let areAskedFor = features.safety.concern == .explicit
        endConversation(at: now, cause: .companion, as: .routineOver)
        if !areAskedFor, !isRinging { sayHelpLines(at: now) }
    }

    /// Why the owner cannot be heard, for a conversation that would otherwise invite them to speak; nil if they can.
    private var deafness: Phrase? {
        if canHear { return nil }
        return settings.isMicrophoneMuted ? .microphoneMuted : .microphoneUnavailable
    }

    private mutating func startRoutine(for habit: Habit?, explaining phrase: Phrase?, at now: Moment) {
        // The first line cuts off what was still being said, so that is said again together with it.
        let owed = conversation?.owesWordsBeforeSleep == true ? wordsBeforeSleep : nil
        let nights = wordsOnNights(habit?.subject, at: now)
        let offersSignIn = offersSignIn(in: habit)
        let offer: Phrase? = offersSignIn ? .account(.signInOffer) : nil
        let all = [conversation?.firstWords, owed, phrase, offer, nights].compactMap { $0 }
        let words = Phrase.preface(all, in: profile.language)
        // Last, because Stop takes back what a companion took away for ten seconds after these words.
        let taken = upEarly.takeBack?.words ?? []
        let preface = Utterance(joining: words + taken, in: profile.language)
        let script = script(for: habit, at: now)
        let routine = Routine(
            key: script.key, steps: routineSteps(of: script, for: habit, at: now), canHear: canHear, preface: preface,
            offersSignIn: offersSignIn)
        conversation?.offlineCompanionBegan(routine)
        routineStep(at: now) { $0.begin(at: now.boot) }
        // The first line begins with them, unless they were left out: then they are not counted as said.
        speaker.announce(nights.flatMap { words.contains($0) ? $0 : nil })
    }

    /// Whether the offline companion says in a talk about this habit that Start signs in at the gateway again (ACCOUNT-1).
    private func offersSignIn(in habit: Habit?) -> Bool {
        habit == nil && profile.companion == .gateway && features.account.canSignInAgain(durable.account)
    }

    /// Whether it has said so.
    var isSignInOffered: Bool {
        guard case .offline(let routine) = conversation?.mode else { return false }
        return routine.offersSignIn
    }

    /// Signs in at the gateway again: the talk gives way to the code.
    mutating func signInAgain(at now: Moment) {
        emit(.click)
        endConversation(at: now, cause: .owner, as: .stopped)
        visitAccount(at: now) { $0.signInAgain(in: $1) }
    }

    /// On the day after a talk in which the owner seemed to be at risk, nobody is drilled (G-4).
    private func script(for habit: Habit?, at now: Moment) -> OfflineScript {
        let language = profile.language
        if let habit, care(at: now) != .usual {
            return habit.subject == .bedtime
                ? OfflineScript.defaultScript(language: language) : OfflineScript.gentle(language: language)
        }
        let key = OfflineScript.key(prompt: habit?.prompt ?? "talk", language: language)
        return configuration.scripts[key]
            ?? habit.map { OfflineScript.fallback(habit: $0.id, language: language) }
            ?? OfflineScript.defaultScript(language: language)
    }

    mutating func routineStep(at now: Moment, _ step: (inout Routine) -> [Routine.Output]) {
        for output in conversation?.step(step) ?? [] {
            switch output {
            case .say(let line, _, _) where line.recording != nil:
                if let file = line.recording { play(file, at: now) }
            case .say(let line, let key, let emphasis):
                var utterance = Utterance(key: key, text: line.text, reading: line.reading, language: profile.language)
                utterance.isPrivate = line.isPrivate
                say(utterance, for: .line, emphasis: emphasis, at: now)
            case .heard:
                ownerHeard(at: now)
            case .asks(let id, let question):
                if question == .intention { intentionAsked(id, at: now) }
            case .records: recordIntention(at: now)
            case .hasRecorded: visitAffirmations(at: now) { $0.finishRecording(in: $1) }
            case .answered(let id, let question, let isYes): answered(id, question, isYes: isYes, at: now)
            case .finished:
                endConversation(at: now, cause: .companion, as: .routineOver)
            }
        }
        joinLate(at: now)
    }

    mutating func ownerHeard(at now: Moment) {
        conversation?.ownerHeard(at: now.boot)
        believeHeld(at: now, cause: .owner)
    }
}
