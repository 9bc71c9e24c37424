/// Conversations: who speaks, when they end, and the hand-over to the offline companion (TALK-4 to -7, -10).
extension Bedside {
    /// Whether the owner's voice could be heard if they spoke.
    var canHear: Bool {
        configuration.hasMicrophone && !settings.isMicrophoneMuted && !troubles.contains(.microphone)
    }

    mutating func openConversation(
        with habit: Habit?, occurrence: Occurrence?, at now: Moment, cause: NightEntry.Cause
    ) {
        stopForeground()
        troubles.remove(.microphone)
        note(.conversation, at: now, occurrence, cause: cause, detail: habit?.prompt)
        let opened = Conversation(
            habit: habit, occurrence: occurrence, mode: .connecting(until: now.boot + Conversation.patience),
            startedAt: now.boot)
        if profile.companion == .offline {
            conversation = opened
            startRoutine(for: habit, explaining: habit == nil ? deafness : nil, at: now)
        } else {
            conversation = opened
            emit(.connect(ConversationRequest(companion: profile.companion, habit: habit?.id)))
        }
    }

    /// Another habit falls due while the owner is talking: the companion is given its prompt (ALARM-5).
    mutating func handOver(to habit: Habit, occurrence: Occurrence, at now: Moment) {
        conversation?.habit = habit
        conversation?.occurrence = occurrence
        switch conversation?.mode {
        case .offline:
            startRoutine(for: habit, explaining: nil, at: now)
        case .connecting, .online:
            emit(.handOver(ConversationRequest(companion: profile.companion, habit: habit.id)))
        case nil:
            break
        }
    }

    /// - Parameter isRungOver: a ring follows at once, and owns the held episodes too.
    mutating func endConversation(at now: Moment, cause: NightEntry.Cause, isRungOver: Bool = false) {
        guard let ended = conversation else { return }
        conversation = nil
        if case .offline = ended.mode {} else { emit(.disconnect) }
        if playing?.purpose == .line { stopPlaying() }
        note(.conversationEnded, at: now, ended.occurrence, cause: cause)
        if cause == .button || cause == .socket || cause == .terminal {
            // Stop is the last word, voice or not.
            endAll(as: .dismissed, at: now, cause: cause)
        } else {
            releaseHeld(at: now)
        }
    }

    mutating func voice(isActive: Bool, at now: Moment) {
        guard isListening else { return }
        switch conversation?.mode {
        case .offline:
            routineStep(at: now) { $0.voice(isActive: isActive, at: now.boot) }
        case .online where isActive:
            ownerHeard(at: now)
        case .online, .connecting, nil:
            break
        }
    }

    mutating func lineSaid(at now: Moment) {
        routineStep(at: now) { $0.said(at: now.boot) }
    }

    mutating func conversation(_ event: ConversationEvent, at now: Moment) {
        guard let current = conversation else { return }
        if case .offline = current.mode { return }
        switch event {
        case .connected: conversation?.mode = .online(isSpeaking: false)
        case .speaking(let isSpeaking): conversation?.mode = .online(isSpeaking: isSpeaking)
        case .listening: conversation?.mode = .online(isSpeaking: false)
        case .ended: endConversation(at: now, cause: .companion)
        case .failed(let failure): fallBack(failure, at: now)
        }
    }

    mutating func advanceConversation(to now: Moment) {
        guard let current = conversation, current.deadline <= now.boot else { return }
        if now.boot - current.startedAt >= Conversation.longest {
            endConversation(at: now, cause: .timer)
            return
        }
        switch current.mode {
        case .connecting: fallBack(.network, at: now)
        case .online: break
        case .offline: routineStep(at: now) { $0.advance(to: now.boot) }
        }
    }

    mutating func microphoneFailed(at now: Moment) {
        guard isListening else { return }
        troubles.insert(.microphone)
        emit(.log(.warning, "the microphone failed"))
        if case .offline(var routine) = conversation?.mode {
            routine.canHear = false
            conversation?.mode = .offline(routine)
        }
        believeHeld(at: now, cause: .owner)
    }

    /// Open in a conversation only, and never while muted (SOUND-4).
    mutating func updateMicrophone() {
        let wanted = conversation != nil && canHear
        guard wanted != isListening else { return }
        isListening = wanted
        emit(.listen(wanted))
    }

    // MARK: The offline companion

    /// The online companion cannot be had: a spoken explanation, then the offline one takes over (TALK-5).
    private mutating func fallBack(_ failure: ConversationFailure, at now: Moment) {
        emit(.disconnect)
        emit(.log(.notice, "no online companion: \(failure.rawValue)"))
        startRoutine(for: conversation?.habit, explaining: .companionUnavailable(failure), at: now)
    }

    /// Why nobody is heard, for a talk that would otherwise invite the owner to speak.
    private var deafness: Phrase? {
        if canHear { return nil }
        return settings.isMicrophoneMuted ? .microphoneMuted : .microphoneUnavailable
    }

    private mutating func startRoutine(for habit: Habit?, explaining phrase: Phrase?, at now: Moment) {
        let preface = phrase.map { $0.utterance(in: profile.language) }
        let routine = Routine(script: script(for: habit), canHear: canHear, preface: preface)
        conversation?.mode = .offline(routine)
        routineStep(at: now) { $0.begin(at: now.boot) }
    }

    private func script(for habit: Habit?) -> OfflineScript {
        let language = profile.language
        let key = OfflineScript.key(prompt: habit?.prompt ?? "talk", language: language)
        let script =
            configuration.scripts[key]
            ?? habit.map { OfflineScript.fallback(habit: $0.id, language: language) }
            ?? OfflineScript.defaultScript(language: language)
        return script.rendered(values: PromptValues(profile: profile, habit: habit))
    }

    private mutating func routineStep(at now: Moment, _ step: (inout Routine) -> [Routine.Output]) {
        guard case .offline(var routine) = conversation?.mode else { return }
        let outputs = step(&routine)
        conversation?.mode = .offline(routine)
        for output in outputs {
            switch output {
            case .say(let line, let key, let emphasis):
                let utterance = Utterance(key: key, text: line.text, reading: line.reading, language: profile.language)
                say(utterance, for: .line, emphasis: emphasis, at: now)
            case .heard:
                ownerHeard(at: now)
            case .finished:
                endConversation(at: now, cause: .companion)
            }
        }
    }

    private mutating func ownerHeard(at now: Moment) {
        conversation?.lastOwnerVoice = now.boot
        believeHeld(at: now, cause: .owner)
    }
}
