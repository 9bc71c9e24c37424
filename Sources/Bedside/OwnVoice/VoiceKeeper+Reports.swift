/// What the driver reports.
extension VoiceKeeper {
    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self> {
        var visit = VoiceVisit(context)
        let now = context.now
        switch event {
        case .checked(let answer):
            noteElsewhere(answer, in: context)
            obey(learning?.checked(answer, at: now.boot) ?? [], &visit)
        case .recorded(let result, let take): recorded(result, take, &visit)
        case .transcribed(let words, let take):
            let isSame = words.flatMap { words in learning?.consent.isGiven(by: words) }
            wasConsentSame = isSame
            obey(learning?.transcribed(isSame: isSame, take: take, at: now.boot) ?? [], &visit)
        case .compared(let isSame, let take):
            obey(learning?.transcribed(isSame: isSame, take: take, at: now.boot) ?? [], &visit)
        case .sent(let answer, let number):
            guard delivery.isAwaiting(upload: number) else { return FeatureOutput() }
            answered(answer, &visit)
        case .destroyed(let file, let isDone): if isDone { visit.part.noteDestroyed([file], at: now.civil) }
        case .swept(let isDone):
            guard isDone, !isAtBedside, wanted.isEmpty else { return FeatureOutput() }
            visit.part.noteDestroyed(visit.part.rawFiles, at: now.civil)
            visit.part.mayHoldRaw = false
        case .found(let answer, let number):
            guard delivery.isAwaiting(search: number) else { return FeatureOutput() }
            found(answer, &visit)
        case .deletion(let answer, let id, let thousandth): deleted(id, answer, thousandth, &visit)
        case .fetched(let outcome, let task):
            guard clips.fetched(outcome, task: task, at: now.boot) else { return FeatureOutput() }
            // Deleted elsewhere.
            if outcome == .unknownVoice { removeVoice(&visit) }
        }
        return visit.finished
    }

    /// A voice that another speaker has made, or this one before its store was lost, can be deleted from here.
    private mutating func noteElsewhere(_ answer: VoiceCheck, in context: FeatureContext) {
        let account = context.durable.account
        elsewhere = nil
        guard case .taken(let id?) = answer, learning != nil, id.utf8.count <= OwnerVoice.maximumNameBytes,
            let gateway = account.gateway, let user = account.user
        else { return }
        elsewhere = VoiceDeletion(id: id, gateway: gateway, user: user, askedAt: context.now.civil)
    }

    private mutating func recorded(_ result: VoiceTake, _ take: Int, _ visit: inout VoiceVisit) {
        let isAwaited = learning?.isRecording == true && take == takes
        if case .kept(let file, _) = result {
            let kind = isAwaited ? learning?.kind ?? .sample : .sample
            visit.part.mayHoldRaw = true
            visit.part.note(
                VoiceReceipt(file: file.number, kind: kind, sha256: file.sha256, made: visit.now.civil))
            raw.made(at: visit.now.boot)
        }
        guard isAwaited, let outputs = learning?.recorded(result, take: take, at: visit.now.boot) else { return }
        visit.output.effects.append(.drop)
        obey(outputs, &visit)
    }

    private mutating func answered(_ answer: VoiceAnswer, _ visit: inout VoiceVisit) {
        switch answer {
        case .made(let id): made(id, &visit)
        case .deleted: conclude(.failed(.deleted), &visit)
        case .taken: conclude(.failed(.taken), &visit)
        case .plan: refused(.plan, &visit)
        case .off: refused(.off, &visit)
        case .refused: conclude(.failed(.refused), &visit)
        case .signedOut: refused(.signedOut, &visit)
        case .failed(let seconds): delivery.uploadFailed(retryAfter: seconds, at: visit.now.boot)
        }
    }

    private mutating func found(_ answer: VoiceSearch, _ visit: inout VoiceVisit) {
        switch answer {
        case .ready(let id): made(id, &visit)
        case .atWork: delivery.searchFailed(retryAfter: 10, at: visit.now.boot)
        case .absent:
            if delivery.acceptAbsence(at: visit.now.boot) {
                conclude(.failed(delivery.refusal ?? (hasSent ? .unreachable : .powerCut)), &visit)
            }
        case .failed(let seconds): delivery.searchFailed(retryAfter: seconds, at: visit.now.boot)
        }
    }

    /// The gateway says so before it looks whether it has made the voice.
    private mutating func refused(_ failure: VoiceFailure, _ visit: inout VoiceVisit) {
        if delivery.acceptRefusal(failure, at: visit.now.boot) { conclude(.failed(failure), &visit) }
    }

    private mutating func made(_ id: String, _ visit: inout VoiceVisit) {
        guard let sending = visit.part.sending, !id.isEmpty, id.utf8.count <= OwnerVoice.maximumNameBytes else {
            return conclude(.failed(.refused), &visit)
        }
        guard !sending.isUnwanted, visit.context.profile.age == .adult else {
            visit.part.owe(
                VoiceDeletion(id: id, gateway: sending.gateway, user: sending.user, askedAt: visit.now.civil))
            return conclude(.failed(.deleted), &visit)
        }
        visit.part.voice = ClonedVoice(
            id: id, gateway: sending.gateway, user: sending.user, madeAt: visit.now.civil, consent: sending.consent)
        (visit.part.choice, visit.part.chosenAt) = (.own, visit.now.civil)
        conclude(.learned, &visit)
    }

    /// The gateway's answer is known: nothing is sent any more, and the recordings go.
    mutating func conclude(_ outcome: VoiceOutcome, _ visit: inout VoiceVisit) {
        visit.part.sending = nil
        delivery.end()
        self.outcome = outcome
        hasSent = false
        visit.output.requests.append(.log(.info, outcome == .learned ? "a voice was learned" : "no voice was made"))
        sayIfFree(outcome == .learned ? .learned : .notLearned, &visit)
    }

    /// The account is deleted at its gateway, with the voice: that is erased here, too. Nothing more is owed to a gateway
    /// that sees to the provider's confirmation by itself, and that nobody could ask any more.
    mutating func accountDeleted(in context: FeatureContext) -> FeatureOutput<Self> {
        var visit = VoiceVisit(context)
        let isTheirs = context.durable.isSignedIn
        let (voice, sending) = (visit.part.voice, visit.part.sending)
        let isVoiceTheirs = voice.map { isTheirs($0.gateway, $0.user) } ?? false
        let isSendingTheirs = sending.map { isTheirs($0.gateway, $0.user) } ?? false
        if isVoiceTheirs || isSendingTheirs { removeVoice(&visit) }
        if isSendingTheirs, visit.part.sending != nil { conclude(.failed(.deleted), &visit) }
        visit.part.deletions.removeAll { isTheirs($0.gateway, $0.user) }
        return visit.finished
    }

    private mutating func deleted(
        _ id: String, _ answer: VoiceDeletionAnswer, _ thousandth: Int, _ visit: inout VoiceVisit
    ) {
        guard let index = visit.part.deletions.firstIndex(where: { $0.id == id }) else { return }
        switch answer {
        case .gone:
            visit.part.deletions.remove(at: index)
            deletions.confirmed(id)
            visit.output.requests.append(.log(.notice, "a voice is deleted at the provider"))
        case .accepted:
            visit.part.deletions[index].isAccepted = true
            deletions.failed(id, retryAfter: nil, thousandth: thousandth, at: visit.now.boot)
        case .failed(let seconds):
            deletions.failed(id, retryAfter: seconds, thousandth: thousandth, at: visit.now.boot)
        }
    }
}
