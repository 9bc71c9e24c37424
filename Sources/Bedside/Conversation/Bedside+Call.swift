/// Makes, opens and closes the call to the online companion, and redials when it is lost (TALK-1, TALK-4, TALK-5;
/// ALARM-12).
extension Bedside {
    mutating func obey(_ outputs: [Call.Output], at now: Moment) {
        for output in outputs {
            switch output {
            case .connect(let id, let habit, let isResumed):
                emit(.connect(request(call: id, about: habit, isResumed: isResumed, at: now)))
            case .open(let id):
                conversation?.opened(at: now.boot)
                tell(.callOpened(call.connection?.habit?.subject), at: now)
                emit(
                    .open(
                        CallOpening(
                            call: id, output: speaker.outputs.first,
                            volumePercent: max(callPercent, Settings.leastAudiblePercent))))
            case .handOver(let id, let habit):
                // The one that waits will be about this habit.
                if !call.owesHandOver { emit(.handOver(request(call: id, about: habit, at: now))) }
                // A call that is still being made tells of itself once it opens.
                guard call.stage == .open else { continue }
                companionWasTold(at: now)
                tell(.callOpened(habit.subject), at: now)
            case .disconnect(let isFinal): emit(.disconnect(isFinal: isFinal))
            }
        }
    }

    /// How loud the companion is, in percent: as the owner set it, and a step less in a talk that began at night (G-8).
    var callPercent: Int {
        conversation?.lowersVoice == true ? max(settings.voicePercent - Self.volumeStep, 0) : settings.voicePercent
    }

    /// Makes an open call as loud as it is to be, unless the device is saying something more important.
    mutating func emitCallVolume() {
        guard call.stage == .open, !call.isHushed, conversation?.isResting != true else { return }
        emit(.callVolume(percent: callPercent))
    }

    /// Whether it is night for talks: 23:00 to 05:00, by a clock that is trusted.
    func isNight(at now: Moment) -> Bool {
        clock == .trusted && TalkLimits.untilNight(zone.local(now.civil)) == .zero
    }

    /// Everything that a companion is given now. In a crisis it gets nothing from the memory, except for whom it may
    /// mention.
    mutating func request(
        call id: Int, about habit: Habit?, isResumed: Bool = false, isRenewed: Bool = false, at now: Moment
    ) -> ConversationRequest {
        let care = care(at: now)
        let subject = habit?.subject
        var request = ConversationRequest(
            call: id, companion: profile.companion, habit: habit, isResumed: isResumed,
            told: care == .crisis
                ? tellInNeed(at: now) : tellFromMemory(subject, isRenewed: isRenewed, at: now), care: care,
            teaching: teachingRequest(subject, at: now), isRecorded: isTalkRecorded(at: now))
        request.isRenewed = isRenewed
        request.isHelpLineSaid = features.safety.concern == .explicit
        request.isPrepared = !isTalking
        request.joinsLate = conversation?.isOffline == true
        let status = status(at: now)
        request.talk = status.talk
        // Without the status, which the machine can make at any time.
        call.gave(request)
        request.status = status
        return request
    }

    /// Gives a call that is not open yet new instructions in the place of those that it was made with, because what its
    /// companion may know has changed, or how it is to treat the owner (M-9, M-10; G-2, G-4).
    mutating func renewRequest(at now: Moment) {
        guard call.isWaiting, let waiting = call.connection else { return }
        emit(.handOver(request(call: waiting.id, about: waiting.habit, isRenewed: true, at: now)))
        if waiting.stage == .ready { companionWasTold(at: now) }
    }

    /// How a companion that is told something now is to treat the owner.
    func care(at now: Moment) -> ConversationRequest.Care {
        if features.safety.concern > .none { return .crisis }
        return features.safety.isGentle(at: now.boot) ? .gentle : .usual
    }

    /// Connects while an alarm rings, so that Start is answered at once (ALARM-12): through a gateway only if it wants
    /// that, and when it wants it (ACCOUNT-3).
    mutating func warmUp(for habit: Habit, at now: Moment) {
        guard !isTalking, talkLimit(isForAlarm: true, at: now) == nil else { return }
        switch profile.companion {
        case .offline: return
        // Nothing would answer. The check before an alarm finds a key that was put there meanwhile.
        case .automatic where call.reach == .noKey: return
        case .openai, .automatic: obey(call.warmUp(for: habit, at: now.boot), at: now)
        case .gateway:
            guard let wait = features.account.earlyConnection(durable.account) else { return }
            call.planWarmUp(for: habit, at: now.boot + wait)
            advanceCall(to: now)
        }
    }

    /// Makes the call that was planned when the ring began.
    mutating func advanceCall(to now: Moment) {
        guard !isTalking, isRinging else { return }
        obey(call.advance(to: now.boot), at: now)
    }

    /// Why no talk through the gateway can be tried; nil: it can, or the owner wants another companion (ACCOUNT-4).
    var accountRefusal: ConversationFailure? {
        profile.companion == .gateway ? AccountKeeper.refusal(durable.account) : nil
    }

    /// Reaches the companion when Start is pressed: over the call that exists, or over a new one.
    mutating func reachCompanion(at now: Moment) {
        obey(call.reach(conversation?.habit, at: now.boot), at: now)
        openCall(at: now)
    }

    /// Opens the call once it is ready and the appliance has said its own words.
    mutating func openCall(at now: Moment) {
        guard playing?.purpose != .bridge, !isSpeakingOverCompanion, conversation?.isConnecting == true else { return }
        // Only now is there a talk that can be recorded. One thing at a time: where other words came first, it is not
        // recorded yet.
        if call.stage == .ready, conversation?.hadFirstWords == false, let words = wordsAboutRecording(at: now) {
            conversation?.announced(at: now.boot)
            return obey([.say(words)], at: now)
        }
        obey(call.open(), at: now)
    }

    /// Handles a change of companion: forgets what is known about the old one, and closes a call that was made to it in
    /// advance.
    mutating func companionChanged(at now: Moment) {
        call.noteReach(.unknown)
        companionIs(failing: nil)
        dropLate(at: now)
        if !isTalking { obey(call.close(), at: now) }
    }

    /// Handles a new key: the light stops asking for one, and the companion is checked again at once.
    mutating func keyChanged() {
        call.noteReach(.unknown)
        companionIs(failing: nil)
        emit(.checkCompanion(profile.companion))
    }

    /// Closes a call that is no longer needed, neither by a conversation nor by a ring that may become one.
    mutating func closeUnusedCall(at now: Moment) {
        // A missing network that the check before an alarm found does not matter after that alarm: the light goes dark
        // again.
        if health.has(.network), !health.isNetworkMissed, let checked = agenda.checked, !isTalking,
            !isRinging,
            let record = durable.records[checked.occurrence], record.outcome != .open
        {
            health.learn(.networkNotNeeded)
        }
        let isInUse = conversation?.usesCall ?? false
        let mayBeWanted = !isTalking && isRinging
        let goesOn = ending != .exit
        obey(call.closeUnused(isInUse: isInUse && goesOn, mayBeWanted: mayBeWanted && goesOn), at: now)
    }

    mutating func conversation(_ event: ConversationEvent, call id: Int, at now: Moment) {
        guard call.connection?.id == id else {
            // The owner's last words are written down only after Stop.
            if case .said(let voice, let words, let turn) = event, call.handedOff == id {
                guard !isTalking else { return tellOfLastTalk(voice, words, turn: turn, at: now) }
                tell(.heard(voice, words, turn: turn), at: now)
                heedWish(voice, words, at: now)
            }
            return
        }
        switch event {
        case .ready:
            guard call.connected() else { return }
            call.noteReach(.answered)
            companionWasTold(at: now)
            companionIs(failing: nil)
            conversation?.lateCallIsReady()
            joinLate(at: now)
            openCall(at: now)
        case .speaking(let isSpeaking):
            guard case .online = conversation?.mode else { return }
            conversation?.companionSpoke(isSpeaking, at: now.boot)
            if isSpeaking {
                endBridge(at: now)
                companionSpeaksIntoPractice(at: now)
            }
        case .ownerSpeaking(let isSpeaking):
            let isQuiet = !isPlaying
            let isHeard = conversation?.ownerSpoke(isSpeaking, on: id, isSpeakerQuiet: isQuiet, at: now.boot)
            if isHeard == true { believeHeld(at: now, cause: .owner) }
        case .voiceMissing(let isMissing):
            if conversation?.voiceMissing(isMissing, at: now.boot) == true { endBridge(at: now) }
        case .toolCall(let request):
            guard call.stage == .open else { return }
            answer(request, at: now)
        case .said(let voice, let words, let turn):
            guard call.stage == .open else { return }
            if voice == .owner {
                // Services make words of silence, too: nobody said them into a closed microphone.
                guard conversation?.mayHaveSpoken(at: now.boot) ?? true else { return }
                conversation?.ownerSaid(words, turn: turn)
            }
            tell(.heard(voice, words, turn: turn), at: now)
            heedWish(voice, words, at: now)
        case .ended:
            if call.stage == .open {
                endConversation(at: now, cause: .companion, as: .goodbye)
            } else {
                callFailed(.network, at: now)
            }
        case .failed(let failure):
            // A service that was reached may have got them.
            if failure.mayHaveReached { companionWasTold(at: now) }
            callFailed(failure, at: now)
        }
    }

    /// Ends the appliance's own words: it and the companion never speak at the same time.
    private mutating func endBridge(at now: Moment) {
        if playing?.purpose == .bridge { stopPlaying(at: now) }
    }

    mutating func obey(_ outputs: [Conversation.Output], at now: Moment) {
        for output in outputs {
            switch output {
            case .over(let end, let cause): endConversation(at: now, cause: cause, as: end)
            case .say(let phrase):
                // The help line is not cut off (G-2): it is a voice, too.
                guard !isSpeakingOverCompanion else { continue }
                say(phrase.utterance(in: profile.language), for: .bridge, at: now)
            case .brokeOff: emit(.log(.notice, "the companion broke off"))
            case .openCall:
                guard !isSpeakingOverCompanion else { continue }
                stopForeground(at: now)
                openCall(at: now)
            case .redial: obey(call.dial(conversation?.habit, isResumed: true, at: now.boot), at: now)
            case .callLate: callLate(at: now)
            case .dropLate: dropLate(at: now)
            case .callFailed(let failure): callFailed(failure, at: now)
            case .callLost(let failure):
                emit(.log(.notice, "the call to the companion was lost: \(failure.rawValue)"))
            case .fallBack(let failure): fallBack(failure, turn: turn(after: failure, at: now), at: now)
            case .offerEnd: offerEnd(at: now)
            }
        }
    }

    /// Has the companion of a bedtime talk offer to end. Its new instructions repeat what it knows from the memory
    /// and about short nights.
    private mutating func offerEnd(at now: Moment) {
        guard call.stage == .open, var request = call.connection?.request else { return }
        request.isClosing = true
        if request.care != .crisis { request.told = tellAgain(request.habit?.subject, at: now) }
        if durable.memory.mode == .paused { request.teaching = nil }
        // It has said so long ago, or the device says it.
        request.talk?.owesDisclosure = false
        request.joinsLate = false
        request.status = status(at: now)
        emit(.handOver(request))
    }

    /// Calls the companion that was busy, unless the owner wants no such talk any more (ACCOUNT-3).
    private mutating func callLate(at now: Moment) {
        let limit = talkLimit(isForAlarm: conversation?.occurrence != nil, at: now)
        guard profile.companion == .gateway, accountRefusal == nil, limit == nil, !mayBeAtRisk else {
            return dropLate(at: now)
        }
        emit(.log(.info, "the companion was busy, and is called again"))
        obey(call.dial(conversation?.habit, at: now.boot), at: now)
    }

    /// Has the companion that was busy take over from the offline one as soon as that pauses.
    mutating func joinLate(at now: Moment) {
        guard conversation?.late?.isReady == true else { return }
        if mayBeAtRisk || conversation?.isTooLateToJoin(at: now.boot) == true { return dropLate(at: now) }
        guard !isPlaying, conversation?.joins(at: now.boot) == true else { return }
        emit(.log(.info, "the companion joins late"))
        obey([.say(.companionJoins)], at: now)
    }

    private var mayBeAtRisk: Bool { features.safety.concern > .none }

    /// Leaves the talk to the offline companion.
    private mutating func dropLate(at now: Moment) {
        if conversation?.dropLate() == true { obey(call.close(), at: now) }
    }

    /// When a companion that is only busy can be called again; nil: not in this talk, or it was there already.
    private mutating func turn(after failure: ConversationFailure, at now: Moment) -> BootTime? {
        guard profile.companion == .gateway, conversation?.redials == 0 else { return nil }
        switch failure {
        case .busy, .provider: return features.account.takeTurn(at: now.boot)
        case .network, .tls, .media, .silent, .unavailable, .credentials, .quota, .incomplete: return nil
        }
    }

    /// Handles a call that dropped, or that could not be made.
    private mutating func callFailed(_ failure: ConversationFailure, at now: Moment) {
        if isOfflineByChoice(failure) { call.noteReach(.noKey) }
        if failure.needsOwner, !isOfflineByChoice(failure) { companionIs(failing: failure) }
        // A meditation needs no call: it goes on without, and nobody speaks into it.
        let isResting = conversation?.isResting == true
        if conversation?.isResting == false { endPractice(as: .completed, at: now, cause: .device) }
        obey(call.lost(goesOn: isTalking && !isResting), at: now)
        if isResting { return endConversation(at: now, cause: .device, as: .silence) }
        if let outputs = conversation?.callFailed(failure, at: now.boot) {
            if conversation?.isOffline == true, let turn = turn(after: failure, at: now) { conversation?.awaits(turn) }
            return obey(outputs, at: now)
        }
        let level: LogLevel = isOfflineByChoice(failure) ? .debug : .notice
        emit(.log(level, "the call to the companion cannot be prepared: \(failure.rawValue)"))
    }

    /// Takes the result of a check of the companion, made in the evening or shortly before an alarm.
    mutating func companionChecked(_ failure: ConversationFailure?, at now: Moment) {
        if let failure {
            if call.reach == .noKey, !isOfflineByChoice(failure) { call.noteReach(.unknown) }
        } else {
            call.noteReach(.answered)
        }
        companionIs(failing: failure, isCheck: true)
        tell(.companionChecked(failure), at: now)
    }

    /// Whether the offline companion is what the owner wants: there is no key, and none is expected.
    func isOfflineByChoice(_ failure: ConversationFailure) -> Bool {
        failure == .unavailable && profile.companion == .automatic
    }

    /// Records why the online companion cannot be reached, for the light; nil: it can. A call that fails is explained
    /// aloud, and leaves the night dark unless the owner has to do something.
    mutating func companionIs(failing failure: ConversationFailure?, isCheck: Bool = false) {
        health.learn(
            .companion(failure, isCheck: isCheck, wantsGateway: profile.companion == .gateway))
    }
}
