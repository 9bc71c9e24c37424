/// Learning a voice at the bedside (V-1).
extension VoiceKeeper {
    func mayGoOn(in context: FeatureContext) -> Bool {
        guard !context.isRinging, context.live == nil, !context.isAtRisk, !context.settings.isMicrophoneMuted,
            !context.health.has(.microphone), context.profile.age == .adult
        else { return false }
        return !isRecording || context.isFree
    }

    mutating func obey(_ outputs: [VoiceLearning.Output], _ visit: inout VoiceVisit) {
        for asked in outputs {
            switch asked {
            case .check: visit.output.effects.append(.check)
            case .say(let phrase): visit.output.requests.append(.ask(.ownVoice(phrase)))
            case .record(let take, let kind, let seconds): record(take, kind, seconds, &visit)
            case .finish: visit.output.effects.append(.finish)
            case .transcribe(let file, let take):
                guard let consent = learning?.consent else { continue }
                visit.output.effects.append(
                    .transcribe(
                        file: file.number, take: take, language: consent.language, names: PrivateText(consent.name)))
            case .deliver(let consent, let sample): deliver(consent, sample, &visit)
            case .failed(let failure): fail(failure, &visit)
            }
        }
    }

    private mutating func record(
        _ take: Int, _ kind: VoiceTakeKind, _ seconds: Int, _ visit: inout VoiceVisit
    ) {
        takes = take
        guard let output = visit.context.output else { return fail(.device, &visit) }
        visit.part.mayHoldRaw = true
        // A recording tries the microphone again, as a talk does.
        visit.output.requests.append(.learn(.microphoneIsTriedAgain))
        visit.output.effects.append(
            .record(
                take: take, kind: kind, output: output,
                volumePercent: visit.context.settings.audiblePercent, limitSeconds: seconds))
    }

    private mutating func deliver(
        _ consent: VoiceRecording, _ sample: VoiceRecording, _ visit: inout VoiceVisit
    ) {
        let account = visit.context.durable.account
        guard let sentences = learning?.consent, let gateway = account.gateway, let user = account.user else {
            return fail(.signedOut, &visit)
        }
        guard visit.part.voice == nil else { return fail(.taken, &visit) }
        let digest = String(sample.sha256.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(64))
        let sending = VoiceSending(
            key: "voice-" + digest, name: "bedside-" + digest.prefix(16), gateway: gateway, user: user,
            consent: VoiceConsent(
                text: sentences.text, language: sentences.language, sha256: consent.sha256, givenAt: visit.now.civil))
        if let before = visit.part.sending {
            guard !before.isUnwanted, !before.isOfAccount(in: visit.context.durable) else {
                return fail(.taken, &visit)
            }
            visit.output.requests.append(.log(.notice, "what another account has sent is no longer looked for"))
        }
        visit.part.sending = sending
        delivery.begin(sending, consent: consent, sample: sample, at: visit.now.boot)
        mayBeTwo = learning?.mayBeTwo ?? false
        (learning, endsAt, hasSent) = (nil, nil, true)
        visit.output.requests.append(.say(.ownVoice(.sending)))
        advanceDelivery(&visit)
    }

    mutating func fail(_ failure: VoiceFailure, _ visit: inout VoiceVisit) {
        guard let ended = learning else { return }
        if ended.isRecording { visit.output.effects.append(.drop) }
        (learning, endsAt, outcome) = (nil, nil, .failed(failure))
        visit.output.requests.append(.log(.info, "no voice was learned: \(failure.rawValue)"))
        switch failure {
        case .interrupted, .stopped: break
        case .unreachable, .plan, .off, .taken, .signedOut, .refused, .deleted, .otherWords, .takes, .unheard, .noRoom,
            .device, .powerCut:
            sayIfFree(.notLearned, &visit)
        }
    }

    func sayIfFree(_ phrase: VoicePhrase, _ visit: inout VoiceVisit) {
        if visit.context.isFree, !visit.context.isAtRisk { visit.output.requests.append(.say(.ownVoice(phrase))) }
    }

    /// Start goes on, and Stop gives up.
    mutating func pressed(_ button: Button, in context: FeatureContext) -> FeatureOutput<Self> {
        var visit = VoiceVisit(context)
        switch button {
        case .start: if let outputs = learning?.pressedStart(at: visit.now.boot) { obey(outputs, &visit) }
        case .stop: fail(.stopped, &visit)
        case .volumeUp, .volumeDown, .mute: break
        }
        return visit.finished
    }
}
