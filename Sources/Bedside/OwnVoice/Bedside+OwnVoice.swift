/// Learns the owner's voice at the bedside, and has it read (MIND-9).
extension Bedside {
    /// The voice's own view: while it is learned, nothing else may begin, and the next step of it may.
    func voiceContext(_ context: FeatureContext) -> FeatureContext {
        var context = context
        context.isFree = isFree
        return context
    }

    /// The texts that the owner's own voice may say now (V-4).
    func approvedScripts(at now: Moment) -> ApprovedScripts {
        guard durable.canOwnVoiceRead else { return .none }
        return ApprovedScripts(durable, wakeMessage: comingMorning(at: now)?.words)
    }

    @inline(never)
    mutating func visitOwnVoice(
        at now: Moment, _ body: (inout VoiceKeeper, FeatureContext) -> FeatureOutput<VoiceKeeper>
    ) {
        var context = voiceContext(context(at: now))
        context.scripts = approvedScripts(at: now)
        let output = body(&features.ownVoice, context)
        // What leaves the device is written down first (M-11).
        for case .fetchClip(let script, _) in output.effects where features.ownVoice.isFirstRequest(script) {
            visitMemory(at: now) { memory, context in memory.sentToBeRead(script.utterance, in: context) }
        }
        // Which clips are asked for depends on words.
        let clips = output.effects.filter(\.isAboutClips)
        let first = FeatureOutput<VoiceKeeper>(
            changes: output.changes, requests: output.requests, effects: output.effects.filter { !$0.isAboutClips })
        grant(first, at: now, action: Action.ownVoice, change: Change.ownVoice)
        grant(
            FeatureOutput<VoiceKeeper>(effects: clips), at: now, isLate: true, action: Action.ownVoice,
            change: Change.ownVoice)
    }

    mutating func answer(_ command: VoiceKeeper.Command, at now: Moment) -> Reply {
        if command == .learn, !configuration.hasMicrophone { return .refused(.ownVoice(.noMicrophone)) }
        var reply = Reply.done
        visitOwnVoice(at: now) { voice, context in
            let answer = voice.answer(command, in: context)
            reply = answer.reply
            return answer.output
        }
        return reply
    }

    func voiceStanding(at now: Moment) -> VoiceStanding { features.ownVoice.standing(in: context(at: now)) }

    /// Whether Start and Stop are about what is being learned now.
    var isLearningVoice: Bool {
        features.ownVoice.isAtBedside && !isRinging && !isTalking && !isPractising
    }

    mutating func pressedWhileLearning(_ button: Button, at now: Moment) {
        emit(.click)
        stopForeground(at: now)
        visitOwnVoice(at: now) { $0.pressed(button, in: $1) }
    }
}

extension VoiceKeeper.Effect {
    fileprivate var isAboutClips: Bool {
        switch self {
        case .fetchClip, .forgetClips: true
        case .check, .record, .finish, .drop, .transcribe, .send, .cancelUpload, .destroy, .sweep, .search,
            .askDeletion, .askDeletionOfUpload:
            false
        }
    }
}

extension Change {
    /// Whether other texts may be approved for the owner's own voice after it.
    var mayChangeScripts: Bool {
        switch self {
        case .memory, .affirmation, .account, .ownVoice, .wipe: true
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup, .talks, .teaching, .meditation, .fading, .nudge, .night, .forgetNight:
            false
        }
    }
}

extension Playback.Source {
    /// This source, in the owner's own voice where its words are approved for it; a recording of the owner's comes
    /// first (V-6).
    func inOwnVoice(_ scripts: ApprovedScripts) -> Playback.Source {
        guard case .speech(let utterance) = self else { return self }
        return .speech(utterance.inOwnVoice(scripts))
    }
}

extension Utterance {
    /// Words that are not approved stay in the standard voice.
    func inOwnVoice(_ scripts: ApprovedScripts) -> Utterance {
        guard isPrivate else { return self }
        var utterance = self
        do throws(VoiceScriptRefusal) { utterance.script = try scripts.script(for: self) } catch { return self }
        return utterance
    }
}
