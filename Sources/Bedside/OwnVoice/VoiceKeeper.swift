/// Learns the owner's voice, has clips made of it, and sees to its deletion, as a feature (MIND-9).
///
/// Nothing of it is needed for an alarm: a ring ends what is being recorded, and while something rings, no request is
/// begun. Each part has rules of its own: `VoiceLearning` at the bedside, `RawVoice` for the recordings, `VoiceDelivery`
/// for the upload, `VoiceDeletions` and `VoiceClips`.
public struct VoiceKeeper: Feature {
    public typealias Change = OwnerVoice
    public typealias Command = VoiceCommand

    var learning: VoiceLearning?
    var raw = RawVoice()
    var delivery = VoiceDelivery()
    var deletions = VoiceDeletions()
    var clips = VoiceClips()
    var takes = 0
    /// How the last learning since the start ended.
    var outcome: VoiceOutcome?
    /// The account's voice, as a check has found it, which this speaker has not made.
    var elsewhere: VoiceDeletion?
    /// Whether the last words that were put down were those of the consent; nil: there were none.
    var wasConsentSame: Bool?
    /// Whether more than one person may have been heard in what was sent last (V-5).
    var mayBeTwo = false
    /// Whether the upload that is open was begun since the start.
    var hasSent = false
    /// Now, if learning must end.
    var endsAt: BootTime?
    var deliveryAt: BootTime?
    private var isRinging = false

    /// No clip is asked for and nothing is sent so shortly before an alarm.
    static let beforeAlarm = TimeSpan.minutes(4)

    var isRecording: Bool { learning?.isRecording ?? false }
    /// Whether it is being learned, so that nothing else begins by itself.
    var isAtBedside: Bool { learning != nil }
    var wanted: Set<Int> { (learning?.files ?? []).union(delivery.files) }

    // MARK: When to act

    var deadline: Deadline {
        let always = endsAt.earlier(learning?.deadline).earlier(raw.deadline)
        guard !isRinging else { return Deadline(boot: always) }
        return Deadline(boot: always.earlier(deliveryAt).earlier(deletions.deadline).earlier(clips.deadline))
    }

    mutating func plan(in context: FeatureContext) {
        let (part, now) = (context.durable.ownVoice, context.now.boot)
        isRinging = context.isRinging
        endsAt = learning != nil && !mayGoOn(in: context) ? now : nil
        raw.plan(part, wanted: wanted, mayRecord: isAtBedside, at: now)
        deliveryAt = delivery.deadline(part.sending, canAsk: canAsk(about: part.sending, in: context))
        deletions.plan(owed(in: context), at: now)
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        var visit = VoiceVisit(context)
        let now = context.now.boot
        if learning != nil, !mayGoOn(in: context) { fail(.interrupted, &visit) }
        if raw.hasExpired(at: now) {
            if learning != nil { fail(.interrupted, &visit) }
            delivery.stopSending(at: now)
        }
        if let outputs = learning?.advance(to: now) { obey(outputs, &visit) }
        for asked in raw.advance(visit.part, wanted: wanted, mayRecord: isAtBedside, at: now) {
            switch asked {
            case .destroy(let file): visit.output.effects.append(.destroy(file: file))
            case .sweep: visit.output.effects.append(.sweep)
            }
        }
        if !context.isRinging {
            advanceDelivery(&visit)
            advanceDeletions(&visit)
            advanceClips(&visit)
        }
        return visit.finished
    }

    mutating func advanceDelivery(_ visit: inout VoiceVisit) {
        let (sending, context, now) = (visit.part.sending, visit.context, visit.now.boot)
        let asked = delivery.advance(
            sending, canAsk: canAsk(about: sending, in: context),
            maySend: isNetworkFree(in: context) && raw.remain(for: VoiceDelivery.patience, at: now), at: now)
        for asked in asked {
            switch asked {
            case .send(let upload):
                visit.part.noteSent([upload.consentFile, upload.sampleFile], at: visit.now.civil)
                visit.output.effects.append(.send(upload))
            case .search(let name, let number): visit.output.effects.append(.search(name: name, search: number))
            }
        }
    }

    private mutating func advanceDeletions(_ visit: inout VoiceVisit) {
        guard let id = deletions.advance(owed(in: visit.context), at: visit.now.boot) else { return }
        for index in visit.part.deletions.indices where visit.part.deletions[index].id == id {
            if visit.part.deletions[index].isLate(at: visit.now.civil) {
                visit.output.requests.append(.log(.warning, "a voice is still not deleted at the provider after a day"))
            }
            visit.part.deletions[index].lastTriedAt = visit.now.civil
        }
        visit.output.effects.append(.askDeletion(id: id))
    }

    private mutating func advanceClips(_ visit: inout VoiceVisit) {
        let (context, part) = (visit.context, visit.part)
        let isKnown =
            context.isClockTrusted && context.durable.memory.fault == nil && context.durable.affirmations.fault == nil
        let scripts = context.durable.canOwnVoiceRead ? isKnown ? context.scripts.scripts : nil : []
        let asked = clips.advance(
            scripts, mayHold: part.mayHoldClips, mayFetch: mayFetch(in: context), at: visit.now.boot)
        for asked in asked { obey(asked, &visit) }
    }

    private func obey(_ asked: VoiceClips.Output, _ visit: inout VoiceVisit) {
        switch asked {
        case .fetch(let script, let task):
            visit.part.mayHoldClips = true
            visit.output.effects.append(.fetchClip(script, task: task))
        case .forget(let kept): visit.output.effects.append(.forgetClips(keeping: kept))
        }
    }

    private func canAsk(about sending: VoiceSending?, in context: FeatureContext) -> Bool {
        sending?.isOfAccount(in: context.durable) ?? false
    }

    private func mayFetch(in context: FeatureContext) -> Bool {
        guard let voice = context.durable.ownVoice.voice else { return false }
        return context.durable.isSignedIn(gateway: voice.gateway, user: voice.user) && isNetworkFree(in: context)
            && !context.durable.account.isHeld
    }

    /// Whether nothing needs the network more: an alarm that is near, a talk, or somebody at risk.
    private func isNetworkFree(in context: FeatureContext) -> Bool {
        let next = context.calendar.next(after: context.now.civil)
        let isAlarmNear = next.map { $0.at - Self.beforeAlarm <= context.now.civil } ?? false
        return !isAlarmNear && !context.isAtRisk && context.live == nil && learning == nil
    }

    /// The deletions that the account that is signed in may ask for.
    func owed(in context: FeatureContext) -> [VoiceDeletion] {
        context.durable.ownVoice.deletions.filter { context.durable.isSignedIn(gateway: $0.gateway, user: $0.user) }
    }

    /// Whether the clip of a script is asked for the first time since the start.
    mutating func isFirstRequest(_ script: VoiceScript) -> Bool { clips.isFirst(script) }

    /// The voice goes here at once, and at the gateway as soon as it is reached (V-3).
    mutating func removeVoice(_ visit: inout VoiceVisit) {
        if let voice = visit.part.voice {
            visit.part.owe(
                VoiceDeletion(id: voice.id, gateway: voice.gateway, user: voice.user, askedAt: visit.now.civil))
            visit.part.voice = nil
        }
        if let found = elsewhere { visit.part.owe(found) }
        elsewhere = nil
        if visit.part.choice != .standard { (visit.part.choice, visit.part.chosenAt) = (.standard, visit.now.civil) }
        if visit.part.sending != nil {
            visit.part.sending?.isUnwanted = true
            if hasSent, !delivery.mayHaveArrived { conclude(.failed(.deleted), &visit) }
            if let upload = delivery.uploadUnderWay { visit.output.effects.append(.cancelUpload(upload)) }
            delivery.stopSending(at: visit.now.boot)
        }
        for asked in clips.forgetAll() { obey(asked, &visit) }
        fail(.stopped, &visit)
    }

    /// Everything of the owner's is erased. What is owed to the gateway is asked for once, as long as there is a token.
    mutating func forgetAll(in context: FeatureContext) -> FeatureOutput<Self> {
        let part = context.durable.ownVoice
        let voices = part.voice.map { [(id: $0.id, gateway: $0.gateway, user: $0.user)] } ?? []
        let owed = part.deletions.map { (id: $0.id, gateway: $0.gateway, user: $0.user) }
        let asked = (voices + owed).filter { context.durable.isSignedIn(gateway: $0.gateway, user: $0.user) }
        var effects: [Effect] = isRecording ? [.drop] : []
        if let upload = delivery.uploadUnderWay { effects.append(.cancelUpload(upload)) }
        effects += asked.map { .askDeletion(id: $0.id) }
        if let sending = part.sending, sending.isOfAccount(in: context.durable), !hasSent || delivery.mayHaveArrived {
            effects.append(.askDeletionOfUpload(name: sending.name))
        }
        if part.mayHoldRaw { effects.append(.sweep) }
        if part.mayHoldClips { effects.append(.forgetClips(keeping: [])) }
        let (takes, tasks, requests) = (takes, clips.lastTask, delivery.requests)
        self = VoiceKeeper()
        // Reports from before are still told from new ones.
        self.takes = takes
        clips = VoiceClips(tasks: tasks)
        delivery = VoiceDelivery(requests: requests)
        return FeatureOutput(effects: effects)
    }

    // MARK: What happens elsewhere

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        var visit = VoiceVisit(context)
        switch notice {
        case .said(.ownVoice(let phrase)): obey(learning?.said(phrase, at: visit.now.boot) ?? [], &visit)
        case .conversationBegan: fail(.interrupted, &visit)
        case .profileChanged:
            // A minor has no clone (SAFE-5).
            if context.profile.age.isMinor, visit.part.voice != nil || visit.part.sending != nil {
                removeVoice(&visit)
            }
            clips.scriptsChanged()
        case .companionChecked(nil):
            deletions.trySoon()
            clips.trySoon()
        case .occurrenceEnded, .conversationEnded, .concernRaised, .clockTrusted, .calendarChanged:
            clips.scriptsChanged()
        case .pressed, .callOpened, .heard, .said, .wentOffRecord, .devicesChanged, .alarmChecked, .companionChecked:
            break
        }
        return visit.finished
    }

    /// Something of the owner's was written on which the scripts may depend.
    mutating func scriptsChanged(areClipsLost: Bool) {
        if areClipsLost { clips.areLost() }
        clips.scriptsChanged()
    }
}

/// One visit: what survives a power cut as it will be, and what is asked for.
struct VoiceVisit {
    let context: FeatureContext
    var part: OwnerVoice
    var output = FeatureOutput<VoiceKeeper>()

    init(_ context: FeatureContext) {
        self.context = context
        part = context.durable.ownVoice
    }

    var now: Moment { context.now }

    var finished: FeatureOutput<VoiceKeeper> {
        var output = output
        if part != context.durable.ownVoice { output.changes.append(part) }
        return output
    }
}

extension Durable {
    /// Whether this account is signed in at this gateway now.
    func isSignedIn(gateway: String, user: String) -> Bool { account.gateway == gateway && account.user == user }
}
