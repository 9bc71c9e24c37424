/// The call to the online companion: made, opened, lost, made anew (TALK-1, -4, -5; ALARM-12).
extension Bedside {
    /// While it rings for a habit, the call may already be made, so that Start is heard at once (ALARM-12). Not through a
    /// gateway, which would meter it.
    mutating func warmUp(for habit: Habit, at now: Moment) {
        guard profile.companion == .openai || profile.companion == .automatic, conversation == nil,
            call?.habit?.id != habit.id || (call.map { $0.madeAt + Call.longestWait <= now.boot } ?? false)
        else { return }
        dial(habit, at: now)
    }

    /// Start: over the call that is there, else over a new one.
    mutating func reachCompanion(at now: Moment) {
        if call == nil || call?.habit?.id != conversation?.habit?.id { dial(conversation?.habit, at: now) }
        openCall(at: now)
    }

    private mutating func dial(_ habit: Habit?, isResumed: Bool = false, at now: Moment) {
        let fresh = Call(id: newCallID(), habit: habit, madeAt: now.boot)
        call = fresh
        emit(
            .connect(
                ConversationRequest(
                    call: fresh.id, companion: profile.companion, habit: habit, isResumed: isResumed)))
    }

    /// Once the call is ready and the appliance's own word has been said.
    mutating func openCall(at now: Moment) {
        guard let ready = call, ready.stage == .ready, playing?.purpose != .bridge,
            case .connecting = conversation?.mode
        else { return }
        call?.stage = .open
        conversation?.mode = .online(Talk(openedAt: now.boot))
        emit(
            .open(
                CallOpening(call: ready.id, output: speaker.outputs.first, volumePercent: max(settings.voicePercent, 5))
            ))
    }

    /// Another companion: what is known of the old one is forgotten, and a call that waits for Start is not its.
    mutating func companionChanged() {
        companionIs(failing: nil)
        guard call != nil, conversation == nil else { return }
        call = nil
        emit(.disconnect(isFinal: true))
    }

    /// The light does not ask for a key that was just given: it is looked at again at once.
    mutating func keyChanged() {
        companionIs(failing: nil)
        emit(.lookAtCompanion(profile.companion))
    }

    /// What was spoken over is not spoken over again, even where the next conversation begins in the same instant.
    mutating func hangUp() {
        guard call?.stage == .open else { return }
        call = nil
        keepsWords = false
        emit(.disconnect(isFinal: true))
    }

    /// Nobody needs it any more: not a conversation, not a ring that may become one.
    mutating func closeUnusedCall() {
        forgetWords()
        // What a look ahead of an alarm found is over with that alarm: the night is dark again.
        if troubles.contains(.network), !isNetworkMissed, let looked = rehearsed, conversation == nil, ringing == nil,
            let record = durable.records[looked], record.outcome != .open
        {
            troubles.remove(.network)
        }
        guard call != nil else { return }
        switch conversation?.mode {
        case .connecting, .waiting, .online: if !isEnding { return }
        case .offline: break
        case nil: if ringing != nil, !isEnding { return }
        }
        call = nil
        keepsWords = false
        emit(.disconnect(isFinal: true))
    }

    /// Nobody goes on with what was said (GUARD-1).
    private mutating func forgetWords() {
        switch conversation?.mode {
        case .connecting, .waiting, .online: return
        case .offline, nil: break
        }
        guard keepsWords, call == nil else { return }
        keepsWords = false
        emit(.disconnect(isFinal: true))
    }

    mutating func conversation(_ event: ConversationEvent, call id: Int, at now: Moment) {
        guard let current = call, current.id == id else { return }
        switch event {
        case .ready:
            guard current.stage == .dialling else { return }
            call?.stage = .ready
            companionIs(failing: nil)
            openCall(at: now)
        case .speaking(let isSpeaking):
            companion(isSpeaking: isSpeaking, at: now)
        case .ownerSpeaking(let isSpeaking):
            guard case .online(var talk) = conversation?.mode else { return }
            talk.owner(isSpeaking: isSpeaking, at: now.boot)
            conversation?.mode = .online(talk)
            if !isSpeaking, conversation?.lastOwnerVoice != nil { conversation?.lastOwnerVoice = now.boot }
            if isSpeaking {
                // They go on talking: it is not over.
                conversation?.goodbyeBy = nil
                // What they want now they have heard the companion ask for.
                if talk.isHeard { conversation?.forgetChanges(ofOtherCallsThan: current.id) }
            } else if !talk.isHeard, conversation?.voiceBy != nil {
                // They spoke before the companion did: its answer to that is the voice that is waited for.
                beginWaitForVoice(at: now)
            }
            // The service hears the speaker, too: beside it the device's own ear decides, or how long it lasts.
            let silence = TimeSpan.milliseconds(isSpeaking ? 500 : 1500)
            if playing == nil, talk.isCompanionQuiet(for: silence, at: now.boot) || (isSpeaking && talk.isVoiceNear) {
                ownerHeard(at: now)
            }
            awaitVoice(at: now)
        case .voiceMissing(let isMissing):
            voiceMissing(isMissing, at: now)
        case .toolCall(let request):
            guard current.stage == .open else { return }
            answer(request, at: now)
        case .ended:
            if current.stage == .open {
                endConversation(at: now, cause: .companion, as: .goodbye)
            } else {
                callFailed(.network, at: now)
            }
        case .failed(let failure):
            callFailed(failure, at: now)
        }
    }

    private mutating func companion(isSpeaking: Bool, at now: Moment) {
        guard case .online(var talk) = conversation?.mode else { return }
        talk.companion(isSpeaking: isSpeaking, at: now.boot)
        conversation?.mode = .online(talk)
        if isSpeaking {
            conversation?.voiceBy = nil
            // Two voices at once are none.
            if playing?.purpose == .bridge { stopPlaying(at: now) }
            if conversation?.goodbyeBy != nil { sayGoodbye(by: now.boot + Self.longestGoodbye) }
        } else if conversation?.goodbyeBy != nil {
            sayGoodbye(by: now.boot)
        }
    }

    /// The companion broke off in mid-sentence: no silence that nobody explains (TALK-5).
    private mutating func voiceMissing(_ isMissing: Bool, at now: Moment) {
        guard case .online(var talk) = conversation?.mode, talk.isHeard else { return }
        if isMissing {
            guard talk.gap == .none else { return }
            talk.gap = .unexplained
        } else {
            talk.gap = .none
            // It goes on: two voices at once are none.
            if talk.isSpeaking, playing?.purpose == .bridge { stopPlaying(at: now) }
        }
        conversation?.mode = .online(talk)
        awaitVoice(at: now)
    }

    /// What is said over the owner explains nothing: the wait begins when they have ended.
    mutating func awaitVoice(at now: Moment) {
        guard case .online(let talk) = conversation?.mode, talk.isHeard else { return }
        guard talk.isUnexplained, conversation?.goodbyeBy == nil else {
            conversation?.voiceBy = nil
            return
        }
        if conversation?.voiceBy == nil { beginWaitForVoice(at: now) }
    }

    /// The companion asked to end it: what it is saying is said to its end.
    mutating func companionSaysGoodbye(at now: Moment) {
        guard case .online(let talk) = conversation?.mode else { return }
        sayGoodbye(by: now.boot + (talk.isSpeaking ? Self.longestGoodbye : Self.goodbyePause))
        awaitVoice(at: now)
    }

    private mutating func sayGoodbye(by time: BootTime) { conversation?.goodbyeBy = time }

    /// A last reply may be long: three guided breaths and a good night.
    private static let longestGoodbye = TimeSpan.seconds(90)
    /// What was said last may be on its way still.
    private static let goodbyePause = TimeSpan.milliseconds(1200)

    mutating func advanceCall(of current: Conversation, to now: Moment) {
        if let goodbyeBy = current.goodbyeBy, goodbyeBy <= now.boot {
            endConversation(at: now, cause: .companion, as: .goodbye)
        } else if let voiceBy = current.voiceBy, voiceBy <= now.boot {
            if case .online(let talk) = current.mode, talk.isOwnerSpeaking, talk.isVoiceNear, !talk.isHeard,
                now.boot < talk.openedAt + .seconds(configuration.conversation.firstVoiceSeconds)
            {
                // Not over the owner, whom both ears hear; a television goes on for longer.
                beginWaitForVoice(at: now)
            } else if case .online(var talk) = current.mode, talk.isHeard {
                talk.gap = .explained
                conversation?.mode = .online(talk)
                emit(.log(.notice, "the companion broke off"))
                bridge(.voiceMissing, at: now)
            } else if playing?.purpose == .bridge {
                // Its own word is a voice: the wait begins when that has been said.
                beginWaitForVoice(at: now)
            } else if current.redials == 0 {
                bridge(.oneMoment(current.habit?.subject), at: now)
            } else if case .connecting = current.mode {
                bridge(.stillReaching, at: now)
            } else {
                bridge(.oneMoment(nil), at: now)
            }
        } else {
            advanceMode(of: current, to: now)
        }
    }

    private mutating func advanceMode(of current: Conversation, to now: Moment) {
        switch current.mode {
        case .connecting(let until):
            guard until <= now.boot else { return }
            if call?.stage == .ready {
                // Its own word takes this long: the call is there, and waits.
                conversation?.mode = .connecting(until: now.boot + .seconds(2))
                stopForeground(at: now)
                openCall(at: now)
            } else {
                callFailed(.network, at: now)
            }
        case .waiting(let until):
            guard until <= now.boot else { return }
            guard profile.companion != .offline else { return fallBack(.network, at: now) }
            conversation?.mode = .connecting(until: now.boot + .seconds(configuration.conversation.reachSeconds))
            // It may hang, too.
            beginWaitForVoice(at: now)
            dial(current.habit, isResumed: true, at: now)
        case .online(let talk):
            if talk.isHeard {
                endConversation(at: now, cause: .timer, as: .silence)
            } else {
                callFailed(.silent, at: now)
            }
        case .offline:
            break
        }
    }

    /// From now on: without a voice for so long, it says a word of its own.
    mutating func beginWaitForVoice(at now: Moment) {
        let by = now.boot + .milliseconds(configuration.conversation.voiceWithinMilliseconds)
        conversation?.voiceBy = by
    }

    /// The appliance's own word, so that a pressed Start is never without a voice.
    mutating func bridge(_ phrase: Phrase, at now: Moment) {
        conversation?.voiceBy = nil
        say(phrase.utterance(in: profile.language), for: .bridge, at: now)
    }

    /// The call is gone, or never came.
    private mutating func callFailed(_ failure: ConversationFailure, at now: Moment) {
        call = nil
        if failure.needsOwner, !isOfflineByChoice(failure) { companionIs(failing: failure) }
        emit(.disconnect(isFinal: conversation == nil))
        keepsWords = conversation != nil
        // A call that held is not one of a row that broke.
        if case .online(let talk) = conversation?.mode, talk.isHeard, talk.openedAt + Call.steady <= now.boot {
            conversation?.redials = 0
        }
        guard let current = conversation else {
            emit(
                .log(
                    isOfflineByChoice(failure) ? .debug : .notice,
                    "the call to the companion cannot be prepared: \(failure.rawValue)"))
            return
        }
        if current.goodbyeBy != nil {
            // It has taken its leave: nobody is called back for the rest of it.
            return endConversation(at: now, cause: .companion, as: .goodbye)
        }
        let wasOnline: Bool
        switch current.mode {
        case .offline: return
        // One that never said a word on its first call is not called back, unless the call broke under it.
        case .online(let talk): wasOnline = talk.isHeard || failure == .network || current.redials > 0
        case .connecting, .waiting: wasOnline = current.redials > 0
        }
        guard wasOnline, !failure.needsOwner, current.redials < configuration.conversation.redials else {
            fallBack(failure, at: now)
            return
        }
        emit(.log(.notice, "the call to the companion is lost: \(failure.rawValue)"))
        conversation?.redials += 1
        conversation?.goodbyeBy = nil
        conversation?.mode = .waiting(until: now.boot + .seconds(configuration.conversation.redialAfterSeconds))
        bridge(explanation(of: failure, redials: current.redials, about: current.habit), at: now)
    }

    /// What is said while it is called back: of a call that is there, nobody says that it has dropped.
    private func explanation(of failure: ConversationFailure, redials: Int, about habit: Habit?) -> Phrase {
        guard redials == 0 else { return .stillReaching }
        switch failure {
        case .busy, .provider: return .oneMoment(habit?.subject)
        case .network, .tls, .media, .silent, .unavailable, .credentials, .quota: return .lineLost
        }
    }

    /// No key, and none is expected: the offline companion is whom the owner has.
    func isOfflineByChoice(_ failure: ConversationFailure) -> Bool {
        failure == .unavailable && profile.companion == .automatic
    }

    /// What will keep the online companion away is shown by the light; nil: it is there. A call that fails is explained
    /// aloud, and leaves the night dark unless the owner has to do something.
    mutating func companionIs(failing failure: ConversationFailure?, isOnlyLookedAt: Bool = false) {
        // A look at the way says nothing of the key, unless it is of that.
        let isOfKey = !isOnlyLookedAt || failure?.needsOwner == true
        troubles.subtract(isOfKey ? [.network, .credentials, .quota, .gateway] : [.network])
        switch failure {
        case .network, .tls, .media: troubles.insert(.network)
        case .unavailable where profile.companion == .gateway: troubles.insert(.gateway)
        case .credentials, .unavailable: troubles.insert(.credentials)
        case .quota: troubles.insert(.quota)
        case .busy, .provider, .silent, nil: break
        }
    }
}
