/// A conversation with the companion: who speaks, and when it is over (TALK-1, TALK-4, TALK-5).
///
/// It begins by reaching the online companion. If no voice is heard in time, the appliance says a few words itself, so
/// that the owner never waits in silence. A call that drops is redialled a few times; if that fails, the offline
/// companion's routine takes over, and stays unless a companion that was only busy joins it. The conversation ends with
/// a goodbye, with silence, at its maximum length, or by Stop. Its verbs report what happened, and return what the
/// parent has to do; nobody assigns its fields from outside.
struct Conversation: Hashable, Sendable {
    private(set) var timing: ConversationTiming
    private(set) var habit: Habit?
    private(set) var occurrence: Occurrence?
    private(set) var mode: Mode
    private(set) var startedAt: BootTime
    private(set) var lastOwnerVoice: BootTime?
    /// When the appliance says something itself, because the owner waits for a voice: since Start was pressed, or since
    /// the companion broke off. Nil: it has done so, or the companion was heard.
    private(set) var voiceBy: BootTime?
    /// What the appliance says itself before anybody else speaks (GUARD-7); nil: nothing, or it has been said.
    private(set) var firstWords: Phrase?
    /// Whether it began with such words.
    let hadFirstWords: Bool
    /// Whether bedtime fell due in the conversation, and what would make the morning fail is still to be said
    /// (GUARD-7).
    private(set) var owesWordsBeforeSleep = false
    /// Why the owner cannot be heard, as known before this began; nil: nothing is known, or the conversation is about a
    /// habit.
    let deafness: Phrase?
    /// What the companion has changed and the owner may not have heard about: not done again on a redialled call.
    private(set) var changes: [CompanionChange] = []
    /// A tool call that the owner has to confirm (SAFE-6).
    private var askedAgain: AskedAgain?
    /// What the owner said in it.
    private(set) var said = OwnersWords()
    /// Redials since the last call that was stable (`Call.steady`).
    private(set) var redials = 0
    /// A companion that is to join the offline routine; nil: none is.
    private(set) var late: LateCompanion?
    /// The routine that was left for it, until it is heard.
    private var left: Routine?
    /// When the conversation ends, because the companion has said goodbye; nil if it has not.
    private(set) var goodbyeBy: BootTime?

    /// The start of the meditation during which this talk rests (MIND-5); nil if there is none.
    private(set) var restsSince: BootTime?

    /// Whether the companion knows that the talk will end soon.
    private(set) var isEndOffered = false
    /// The owner may be at risk, so no limit of bedtime's ends it.
    private(set) var isPatient = false

    /// Whether the companion speaks a step lower: the talk began at night, and is about no alarm (G-8).
    private(set) var lowersVoice: Bool

    /// How long before its end the companion of a bedtime talk offers to end.
    static let endOfferedBefore = TimeSpan.minutes(1)
    /// Maximum length of a last reply, which may have three guided breaths and a good night.
    private static let maximumGoodbye = TimeSpan.seconds(90)
    /// How long the last words may still be on their way.
    private static let goodbyePause = TimeSpan.milliseconds(1200)

    init(
        habit: Habit?, occurrence: Occurrence?, timing: ConversationTiming, firstWords: Phrase?, deafness: Phrase?,
        lowersVoice: Bool, at now: BootTime
    ) {
        self.timing = timing
        self.habit = habit
        self.occurrence = occurrence
        self.firstWords = firstWords
        hadFirstWords = firstWords != nil
        self.deafness = deafness
        self.lowersVoice = lowersVoice
        startedAt = now
        let reach = TimeSpan.seconds(timing.reachSeconds)
        mode = .connecting(until: now + reach + (firstWords == nil ? .zero : Phrase.maximumSaying))
        voiceBy = now + .milliseconds(timing.voiceWithinMilliseconds)
    }

    // MARK: Meditation (D-4)

    var isResting: Bool { restsSince != nil }

    /// Nobody speaks until `goOn`: nothing is waited for, and no time counts.
    mutating func rest(at now: BootTime) {
        restsSince = restsSince ?? now
        voiceBy = nil
        goodbyeBy = nil
    }

    /// Begins to count silence again, from now on; the time of the rest lengthens the talk.
    mutating func goOn(at now: BootTime) {
        if let restsSince { startedAt = startedAt + (now - restsSince) }
        restsSince = nil
        voiceBy = nil
        talk { $0.handedOver(at: now) }
    }

    // MARK: What the appliance does

    /// Hands the conversation over to another habit that fell due: its maximum length and its silence count from now.
    mutating func handedOver(to habit: Habit, occurrence: Occurrence?, owesWords: Bool, at now: BootTime) {
        self.habit = habit
        self.occurrence = occurrence
        if occurrence != nil { lowersVoice = false }
        startedAt = now
        goodbyeBy = nil
        left = nil
        isEndOffered = false
        if owesWords { owesWordsBeforeSleep = true }
        talk { $0.handedOver(at: now) }
    }

    /// Notes that the call is open: the companion speaks first.
    mutating func opened(at now: BootTime) { mode = .online(Talk(openedAt: now)) }

    /// Notes that the appliance says something itself: the owner does not wait for a voice meanwhile.
    mutating func bridged() { voiceBy = nil }

    /// Notes that the appliance says something itself although the call is ready, which waits for the end of it.
    mutating func announced(at now: BootTime) {
        bridged()
        if case .connecting(let until) = mode { mode = .connecting(until: max(until, now + Phrase.maximumSaying)) }
    }

    /// Notes that the appliance has said its own words, heard or not.
    mutating func bridgeOver(at now: BootTime) {
        firstWords = nil
        if voiceBy != nil { beginWaitForVoice(at: now) }
    }

    /// Notes that the appliance's own words were not heard. Words before sleep are then said at the end of the
    /// conversation, or by the offline companion.
    mutating func bridgeUnheard() {
        if case .beforeSleep = firstWords { owesWordsBeforeSleep = true }
    }

    /// Hands over to the offline companion, or lets it begin again with another habit; its preface says `firstWords`.
    mutating func offlineCompanionBegan(_ routine: Routine) {
        firstWords = nil
        owesWordsBeforeSleep = false
        voiceBy = nil
        goodbyeBy = nil
        mode = .offline(routine)
    }

    // MARK: A companion that joins late (ACCOUNT-3)

    /// Notes that the companion is busy until then; the offline companion goes on meanwhile.
    mutating func awaits(_ turn: BootTime) { if isOffline { late = LateCompanion(turn: turn) } }

    mutating func lateCallIsReady() { late?.callIsReady() }

    /// - Returns: whether there is a call to close.
    mutating func dropLate() -> Bool {
        defer { late = nil }
        return late?.hasCall == true
    }

    private mutating func lateIsDue(at now: BootTime) -> [Output] {
        guard let late, let deadline = late.deadline, deadline <= now else { return [] }
        guard !late.hasCall, !isTooLateToJoin(at: now) else { return [.dropLate] }
        self.late?.isCalled(until: now + .seconds(timing.reachSeconds))
        return [.callLate]
    }

    /// Leaves the routine, which pauses, for the companion whose call is ready. The appliance then says that it is there,
    /// and opens the call.
    ///
    /// - Returns: whether it was left.
    mutating func joins(at now: BootTime) -> Bool {
        guard case .offline(let routine) = mode, routine.isPausing, late?.isReady == true else { return false }
        late = nil
        left = routine
        mode = .connecting(until: now + Phrase.maximumSaying)
        beginWaitForVoice(at: now)
        return true
    }

    /// Goes on with the routine that was left for a companion of whom nothing was heard.
    ///
    /// - Returns: whether there is one.
    mutating func goesBack() -> Bool {
        guard let left else { return false }
        self.left = nil
        offlineCompanionBegan(left)
        return true
    }

    mutating func step(_ step: (inout Routine) -> [Routine.Output]) -> [Routine.Output] {
        guard case .offline(var routine) = mode else { return [] }
        defer { mode = .offline(routine) }
        return step(&routine)
    }

    /// Notes whether the microphone is open: only then can the owner be heard.
    mutating func microphone(isOpen: Bool, at now: BootTime) { talk { $0.microphone(isOpen: isOpen, at: now) } }

    mutating func noteHearing(_ canHear: Bool) {
        guard case .offline(var routine) = mode else { return }
        routine.canHear = canHear
        mode = .offline(routine)
    }

    mutating func note(_ change: CompanionChange) {
        changes.append(change)
        if changes.count > CompanionChange.maximumKept { changes.removeFirst() }
    }

    // MARK: What is heard

    mutating func ownerHeard(at now: BootTime) {
        lastOwnerVoice = now
        askedAgain?.ownerHeard(at: now)
    }

    // MARK: Saying it twice

    mutating func askAgain(_ call: ToolCall, at now: BootTime) { askedAgain = AskedAgain(call, after: said, at: now) }

    /// Notes a press of Start, which confirms what the companion has asked about.
    mutating func pressedStart(at now: BootTime) { askedAgain?.pressedStart(at: now) }

    /// Notes what the owner said: after a "no" nothing waits for their confirmation any more.
    mutating func ownerSaid(_ words: PrivateText, turn: Int?) {
        said.hear(words, turn: turn)
        askedAgain?.ownerSaid(said)
        if hasSaidNo { askedAgain = nil }
    }

    /// Uses up the owner's confirmation of this call, if there is one.
    mutating func takeConfirmation(of call: ToolCall, at now: BootTime) -> Bool {
        guard askedAgain?.allows(call, at: now) == true else { return false }
        askedAgain = nil
        return true
    }

    // MARK: The companion's voice

    /// Notes that the owner began or stopped speaking, according to the service.
    ///
    /// - Parameters:
    ///   - call: the number of the call that they speak on.
    ///   - isSpeakerQuiet: the appliance itself plays nothing.
    /// - Returns: whether it was certainly the owner.
    mutating func ownerSpoke(_ isSpeaking: Bool, on call: Int, isSpeakerQuiet: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode else { return false }
        guard talk.owner(isSpeaking: isSpeaking, at: now) else { return false }
        mode = .online(talk)
        if !isSpeaking, lastOwnerVoice != nil { lastOwnerVoice = now }
        if isSpeaking {
            // The owner goes on talking, so the conversation is not over.
            goodbyeBy = nil
            // They have heard the companion on this call, so what they ask for now is not a repetition from an earlier
            // one.
            if talk.isHeard { changes.removeAll { $0.call != call } }
        } else if !talk.isHeard, voiceBy != nil {
            // The owner spoke before the companion: the wait for its answer begins now.
            beginWaitForVoice(at: now)
        }
        // The service may mistake the speaker for the owner. So either the companion has been quiet for a while, or the
        // local detector must agree.
        let silence = TimeSpan.milliseconds(isSpeaking ? 500 : 1500)
        let isHeard =
            isSpeakerQuiet && (talk.isCompanionQuiet(for: silence, at: now) || (isSpeaking && talk.isVoiceNear))
        if isHeard { ownerHeard(at: now) }
        awaitVoice(at: now)
        return isHeard
    }

    /// Notes that the local detector hears a voice at the microphone, or no longer does.
    ///
    /// - Returns: whether it was the owner's. The detector takes any rustle of a blanket for a voice, so the service
    ///   must agree (ALARM-14).
    mutating func voiceNear(_ isActive: Bool, isSpeakerQuiet: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode else { return false }
        talk.isVoiceNear = isActive
        mode = .online(talk)
        let isHeard = isActive && isSpeakerQuiet && talk.isOwnerSpeaking
        if isHeard { ownerHeard(at: now) }
        awaitVoice(at: now)
        return isHeard
    }

    /// Waits longer before silence or its length ends it, because the owner may be at risk (G-3).
    mutating func staysOpen() {
        timing.silenceSeconds = max(timing.silenceSeconds, Self.patientSilenceSeconds)
        timing.longestMinutes = max(timing.longestMinutes, Self.patientMinutes)
        isPatient = true
    }

    private static let patientSilenceSeconds = 120
    /// Only noise that is taken for a voice lasts so long.
    private static let patientMinutes = 180

    /// Notes that the companion's voice begins to be heard, or has been played to its end.
    mutating func companionSpoke(_ isSpeaking: Bool, at now: BootTime) {
        guard case .online = mode else { return }
        talk { $0.companion(isSpeaking: isSpeaking, at: now) }
        if isSpeaking {
            voiceBy = nil
            left = nil
        }
        if !isSpeaking { askedAgain?.companionSpoke(at: now) }
        if goodbyeBy != nil { goodbyeBy = isSpeaking ? now + Self.maximumGoodbye : now }
    }

    /// Notes that nothing more is heard of the companion in mid-sentence, or that it goes on (TALK-5).
    ///
    /// - Returns: whether it is heard again.
    mutating func voiceMissing(_ isMissing: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode, talk.isHeard, !isMissing || talk.gap == .none else { return false }
        talk.gap = isMissing ? .unexplained : .none
        mode = .online(talk)
        awaitVoice(at: now)
        return !isMissing && talk.isSpeaking
    }

    /// Notes that the companion asked to end the conversation; what it is saying is still said to its end.
    mutating func saidGoodbye(at now: BootTime) {
        guard case .online(let talk) = mode else { return }
        goodbyeBy = now + (talk.isSpeaking ? Self.maximumGoodbye : Self.goodbyePause)
        awaitVoice(at: now)
    }

    // MARK: Time, and calls that are lost

    /// Serves the deadlines that have passed.
    ///
    /// - Parameters:
    ///   - isBridging: the appliance is saying something itself.
    ///   - isCallReady: the call is connected, and waits muted.
    ///   - isOfflineChosen: the owner has chosen the offline companion meanwhile.
    mutating func advance(
        to now: BootTime, isBridging: Bool, isCallReady: Bool, isOfflineChosen: Bool
    ) -> [Output] {
        guard !isResting else { return [] }
        if let goodbyeBy, goodbyeBy <= now, needsCall { return [.over(.goodbye, cause: .companion)] }
        if cap <= now { return [.over(isShort && needsCall ? .bedtimeOver : .cap, cause: .timer)] }
        guard needsCall else { return lateIsDue(at: now) }
        if let voiceBy, voiceBy <= now { return voiceIsLate(isBridging: isBridging, at: now) }
        if let offerAt, offerAt <= now {
            isEndOffered = true
            return [.offerEnd]
        }
        return modeIsOver(isCallReady: isCallReady, isOfflineChosen: isOfflineChosen, at: now)
    }

    private mutating func voiceIsLate(isBridging: Bool, at now: BootTime) -> [Output] {
        if case .online(let talk) = mode, talk.isOwnerSpeaking, talk.isVoiceNear, !talk.isHeard,
            now < talk.openedAt + .seconds(timing.firstVoiceSeconds)
        {
            // Don't speak over the owner: both the service and the local detector hear them. Give up after
            // `firstVoiceSeconds`, in case it is a television.
            beginWaitForVoice(at: now)
            return []
        }
        if case .online(let talk) = mode, talk.isHeard {
            self.talk { $0.gap = .explained }
            voiceBy = nil
            return [.brokeOff, .say(.voiceMissing)]
        }
        if isBridging {
            // The appliance's own words are a voice: the wait begins when they have been said.
            beginWaitForVoice(at: now)
            return []
        }
        voiceBy = nil
        if redials == 0 { return [.say(.oneMoment(habit?.subject))] }
        return [.say(isConnecting ? .stillReaching : .oneMoment(nil))]
    }

    private mutating func modeIsOver(isCallReady: Bool, isOfflineChosen: Bool, at now: BootTime) -> [Output] {
        switch mode {
        case .connecting(let until):
            guard until <= now else { return [] }
            guard isCallReady else { return [.callFailed(.network)] }
            // The appliance's own words took this long; the call is ready and waits.
            mode = .connecting(until: now + .seconds(2))
            return [.openCall]
        case .waiting(let until):
            guard until <= now else { return [] }
            guard !isOfflineChosen else { return [.fallBack(.network)] }
            mode = .connecting(until: now + .seconds(timing.reachSeconds))
            // The redialled call may hang, too.
            beginWaitForVoice(at: now)
            return [.redial]
        case .online(let talk):
            return talk.isHeard ? [.over(.silence, cause: .timer)] : [.callFailed(.silent)]
        case .offline:
            return []
        }
    }

    /// Decides what follows a call that dropped or could not be made: a redial, the offline companion, or the end.
    mutating func callFailed(_ failure: ConversationFailure, at now: BootTime) -> [Output] {
        // A call that was stable for 30 s resets the redial count.
        if case .online(let talk) = mode, talk.isHeard, talk.openedAt + Call.steady <= now { redials = 0 }
        // The companion has said goodbye: do not redial for the rest of it.
        if goodbyeBy != nil { return [.over(.goodbye, cause: .companion)] }
        let wasOnline: Bool
        switch mode {
        case .offline:
            late = nil
            return []
        // A companion that never spoke on its first call is not redialled, unless the network broke the call.
        case .online(let talk): wasOnline = talk.isHeard || failure == .network || redials > 0
        case .connecting, .waiting: wasOnline = redials > 0
        }
        guard wasOnline, !failure.needsOwner, redials < timing.redials else { return [.fallBack(failure)] }
        let words = explanation(of: failure)
        redials += 1
        voiceBy = nil
        mode = .waiting(until: now + .seconds(timing.redialAfterSeconds))
        return [.callLost(failure), .say(words)]
    }

    /// What is said before a redial. If the service was reached and refused, the words must not say that the connection
    /// dropped.
    private func explanation(of failure: ConversationFailure) -> Phrase {
        guard redials == 0 else { return .stillReaching }
        switch failure {
        case .busy, .provider: return .oneMoment(habit?.subject)
        case .network, .tls, .media, .silent, .unavailable, .credentials, .quota, .incomplete: return .lineLost
        }
    }

    /// Begins or ends the wait for a companion that broke off. Words spoken over the owner would explain nothing, so
    /// the wait begins when they have finished.
    private mutating func awaitVoice(at now: BootTime) {
        guard case .online(let talk) = mode, talk.isHeard, !isResting else { return }
        guard talk.isUnexplained, goodbyeBy == nil else {
            voiceBy = nil
            return
        }
        if voiceBy == nil { beginWaitForVoice(at: now) }
    }

    /// Begins the wait after which the appliance says something itself, if no voice is heard.
    private mutating func beginWaitForVoice(at now: BootTime) {
        voiceBy = now + .milliseconds(timing.voiceWithinMilliseconds)
    }

    private mutating func talk(_ change: (inout Talk) -> Void) {
        guard case .online(var talk) = mode else { return }
        change(&talk)
        mode = .online(talk)
    }
}
