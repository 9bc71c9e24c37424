/// What the owner asks for.
extension VoiceKeeper {
    func standing(in context: FeatureContext) -> VoiceStanding {
        let part = context.durable.ownVoice
        return VoiceStanding(
            choice: part.choice, chosenAt: part.chosenAt, madeAt: part.voice?.madeAt,
            isInUse: context.durable.canOwnVoiceRead, isLearning: isAtBedside, isSending: part.sending != nil,
            deletions: part.deletions,
            isDeletionLate: part.deletions.contains { $0.isLate(at: context.now.civil) },
            holdsRecordings: part.mayHoldRaw)
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        var visit = VoiceVisit(context)
        switch command {
        case .report:
            let report = VoiceReport(
                standing: standing(in: context), consent: visit.part.voice?.consent, receipts: visit.part.receipts,
                learning: learning?.standing, outcome: outcome, mayBeTwo: mayBeTwo)
            return (.ownVoice(.report(report)), FeatureOutput())
        case .learn: return learn(in: context)
        case .giveUp: fail(.stopped, &visit)
        case .use(let choice):
            if choice == .own, let refusal = refusalOfOwn(in: context) { return refuse(refusal) }
            if visit.part.choice != choice {
                (visit.part.choice, visit.part.chosenAt) = (choice, visit.now.civil)
            }
        case .delete:
            let part = visit.part
            let isAny = part.voice != nil || part.sending != nil || learning != nil || elsewhere != nil
            guard isAny || !part.deletions.isEmpty else {
                return refuse(.noVoice)
            }
            removeVoice(&visit)
            deletions.trySoon()
        }
        return (.done, visit.finished)
    }

    private func refusalOfOwn(in context: FeatureContext) -> VoiceRefusal? {
        guard let voice = context.durable.ownVoice.voice else { return .noVoice }
        guard context.profile.age == .adult else { return .age }
        return context.durable.isOfAccount(gateway: voice.gateway, user: voice.user) ? nil : .anotherAccount
    }

    private mutating func learn(in context: FeatureContext) -> (reply: Reply, output: FeatureOutput<Self>) {
        let (part, account) = (context.durable.ownVoice, context.durable.account)
        guard context.profile.age == .adult else { return refuse(.age) }
        guard learning == nil else { return refuse(.learning) }
        guard part.voice == nil else { return refuse(.hasVoice) }
        // What another account has sent is looked for when that account is back; only what has to be deleted waits for it.
        let isSending = part.sending.map { $0.isUnwanted || $0.isOfAccount(in: context.durable) } ?? false
        guard !isSending else { return refuse(.sending) }
        guard !part.mayHoldRaw else { return refuse(.destroying) }
        guard account.isSignedIn, account.gateway != nil else { return refuse(.signInFirst) }
        guard owed(in: context).isEmpty, part.deletions.count < OwnerVoice.maximumDeletions else {
            return refuse(.deleting)
        }
        guard !context.settings.isMicrophoneMuted else { return refuse(.muted) }
        guard context.isClockTrusted else { return (.refused(.clockNotSet), FeatureOutput()) }
        let consent = OwnVoiceConsent(
            name: context.profile.ownerName, on: context.local.date, in: context.profile.language)
        guard let consent else { return refuse(.noName) }
        guard !context.isAtRisk else { return (.refused(.onlySafety), FeatureOutput()) }
        guard context.isQuiet, context.isFree else { return (.refused(.sounding), FeatureOutput()) }
        guard context.output != nil else { return (.refused(.noOutput), FeatureOutput()) }
        (outcome, mayBeTwo) = (nil, false)
        learning = VoiceLearning(consent, takes: takes, at: context.now.boot)
        return (.done, FeatureOutput(effects: [.check]))
    }

    private func refuse(_ refusal: VoiceRefusal) -> (reply: Reply, output: FeatureOutput<Self>) {
        (.refused(.ownVoice(refusal)), FeatureOutput())
    }
}
