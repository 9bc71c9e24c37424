/// A live voice session with the companion: who speaks, and when it is over (TALK-1, -4, -5).
///
/// Its verbs report what happened; nobody assigns its fields from outside. What they return is for the parent to do.
struct Conversation: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        /// The call is being made, or waits muted until the appliance has finished its own word. Can go to `online`,
        /// `waiting` (lost once more), `offline`.
        case connecting(until: BootTime)
        /// The call was lost, and is made anew then. Can go to `connecting`, `offline`.
        case waiting(until: BootTime)
        /// Can go to `waiting`, `offline`.
        case online(Talk)
        /// The offline companion's routine. Stays until the conversation is over.
        case offline(Routine)
    }

    enum Output: Hashable, Sendable {
        case over(ConversationEnd, cause: NightEntry.Cause)
        /// The appliance's own word, so that nobody waits in silence.
        case say(Phrase)
        /// The companion broke off in mid-sentence.
        case brokeOff
        /// The ready call is opened, whatever the appliance is saying.
        case openCall
        case redial
        case callFailed(ConversationFailure)
        case callLost(ConversationFailure)
        case fallBack(ConversationFailure)
    }

    private let timing: ConversationTiming
    private(set) var habit: Habit?
    private(set) var occurrence: Occurrence?
    private(set) var mode: Mode
    private(set) var startedAt: BootTime
    private(set) var lastOwnerVoice: BootTime?
    /// The owner waits for a voice, since they pressed Start or since the companion broke off: the appliance says a word
    /// itself then; nil: it has, or the companion was heard.
    private(set) var voiceBy: BootTime?
    /// What the appliance says itself before anybody else speaks (GUARD-7); nil: nothing, or it has been said.
    private(set) var firstWords: Phrase?
    /// Bedtime fell due in it: what would fail the morning is still to be said (GUARD-7).
    private(set) var owesWordsBeforeSleep = false
    /// Why the owner cannot be heard, as it was known before this began; nil: nothing is known, or it is a habit's.
    let deafness: Phrase?
    /// What the companion has changed, and the owner may not have heard of: not done again on a call made anew.
    private(set) var changes: [CompanionChange] = []
    /// How often the call was made anew since the companion was last heard.
    private(set) var redials = 0
    /// The companion has said goodbye: over then.
    private(set) var goodbyeBy: BootTime?

    /// A last reply may be long: three guided breaths and a good night.
    private static let maximumGoodbye = TimeSpan.seconds(90)
    /// What was said last may be on its way still.
    private static let goodbyePause = TimeSpan.milliseconds(1200)

    init(
        habit: Habit?, occurrence: Occurrence?, timing: ConversationTiming, firstWords: Phrase?, deafness: Phrase?,
        at now: BootTime
    ) {
        self.timing = timing
        self.habit = habit
        self.occurrence = occurrence
        self.firstWords = firstWords
        self.deafness = deafness
        startedAt = now
        let reach = TimeSpan.seconds(timing.reachSeconds)
        mode = .connecting(until: now + reach + (firstWords == nil ? .zero : Phrase.maximumSaying))
        voiceBy = now + .milliseconds(timing.voiceWithinMilliseconds)
    }

    // MARK: What is asked of it

    /// It has a call to the online companion, or will have one.
    var needsCall: Bool {
        switch mode {
        case .connecting, .waiting, .online: true
        case .offline: false
        }
    }

    var isConnecting: Bool {
        switch mode {
        case .connecting: true
        case .waiting, .online, .offline: false
        }
    }

    func heardOwner(within span: TimeSpan, of now: BootTime) -> Bool {
        if case .online(let talk) = mode, talk.isOwnerSpeaking { return lastOwnerVoice != nil }
        return lastOwnerVoice.map { now - $0 <= span } ?? false
    }

    private var cap: BootTime { startedAt + .minutes(timing.longestMinutes) }

    var deadline: BootTime {
        let own: BootTime? =
            switch mode {
            case .connecting(let until), .waiting(let until): until
            case .online(let talk): talk.deadline(timing)
            case .offline(let routine): routine.deadline
            }
        return [own, voiceBy, goodbyeBy].compactMap { $0 }.reduce(cap, min)
    }

    // MARK: What the appliance does

    /// Another habit fell due: it is owed its own time, and a silence that begins now.
    mutating func handedOver(to habit: Habit, occurrence: Occurrence?, owesWords: Bool, at now: BootTime) {
        self.habit = habit
        self.occurrence = occurrence
        startedAt = now
        goodbyeBy = nil
        if owesWords { owesWordsBeforeSleep = true }
        talk { $0.handedOver(at: now) }
    }

    /// The call is open: the companion speaks first.
    mutating func opened(at now: BootTime) { mode = .online(Talk(openedAt: now)) }

    /// The appliance says a word itself: nobody waits for a voice meanwhile.
    mutating func bridged() { voiceBy = nil }

    /// The appliance's own word is over, heard or not.
    mutating func bridgeOver(at now: BootTime) {
        firstWords = nil
        if voiceBy != nil { beginWaitForVoice(at: now) }
    }

    /// Unheard, it is said at the end of the talk, or by the offline companion.
    mutating func bridgeUnheard() {
        if case .beforeSleep = firstWords { owesWordsBeforeSleep = true }
    }

    /// The offline companion takes over, or begins again with another habit; it says `firstWords` with its preface.
    mutating func offlineCompanionBegan(_ routine: Routine) {
        firstWords = nil
        owesWordsBeforeSleep = false
        voiceBy = nil
        goodbyeBy = nil
        mode = .offline(routine)
    }

    mutating func step(_ step: (inout Routine) -> [Routine.Output]) -> [Routine.Output] {
        guard case .offline(var routine) = mode else { return [] }
        defer { mode = .offline(routine) }
        return step(&routine)
    }

    /// Nobody is heard any more: who was speaking is not heard to end it.
    mutating func microphoneClosed(at now: BootTime) {
        talk { if $0.isOwnerSpeaking { $0.owner(isSpeaking: false, at: now) } }
    }

    mutating func canHear(_ canHear: Bool) {
        guard case .offline(var routine) = mode else { return }
        routine.canHear = canHear
        mode = .offline(routine)
    }

    mutating func note(_ change: CompanionChange) {
        changes.append(change)
        if changes.count > CompanionChange.maximumKept { changes.removeFirst() }
    }

    // MARK: What is heard

    mutating func ownerHeard(at now: BootTime) { lastOwnerVoice = now }

    /// The owner begins or ends to speak, by the service's ear.
    ///
    /// - Parameters:
    ///   - call: the number of the call that they speak on.
    ///   - isSpeakerQuiet: nothing of the appliance's own sounds.
    /// - Returns: whether it was them, beyond doubt.
    mutating func ownerSpoke(_ isSpeaking: Bool, on call: Int, isSpeakerQuiet: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode else { return false }
        talk.owner(isSpeaking: isSpeaking, at: now)
        mode = .online(talk)
        if !isSpeaking, lastOwnerVoice != nil { lastOwnerVoice = now }
        if isSpeaking {
            // They go on talking: it is not over.
            goodbyeBy = nil
            // What they want now they have heard the companion ask for.
            if talk.isHeard { changes.removeAll { $0.call != call } }
        } else if !talk.isHeard, voiceBy != nil {
            // They spoke before the companion did: its answer to that is the voice that is waited for.
            beginWaitForVoice(at: now)
        }
        // The service hears the speaker, too: beside it the device's own ear decides, or how long it lasts.
        let silence = TimeSpan.milliseconds(isSpeaking ? 500 : 1500)
        let isHeard =
            isSpeakerQuiet && (talk.isCompanionQuiet(for: silence, at: now) || (isSpeaking && talk.isVoiceNear))
        if isHeard { ownerHeard(at: now) }
        awaitVoice(at: now)
        return isHeard
    }

    /// A voice is at the microphone, or not any more, by the device's own ear.
    ///
    /// - Returns: whether it was the owner's: the device takes any rustle of a blanket for a voice, so both ears must agree
    ///   (ALARM-14).
    mutating func voiceNear(_ isActive: Bool, isSpeakerQuiet: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode else { return false }
        talk.isVoiceNear = isActive
        mode = .online(talk)
        let isHeard = isActive && isSpeakerQuiet && talk.isOwnerSpeaking
        if isHeard { ownerHeard(at: now) }
        awaitVoice(at: now)
        return isHeard
    }

    /// The companion's voice begins to be heard, or has been played to its end.
    mutating func companionSpoke(_ isSpeaking: Bool, at now: BootTime) {
        guard case .online = mode else { return }
        talk { $0.companion(isSpeaking: isSpeaking, at: now) }
        if isSpeaking { voiceBy = nil }
        if goodbyeBy != nil { goodbyeBy = isSpeaking ? now + Self.maximumGoodbye : now }
    }

    /// In the middle of what the companion says nothing of it is heard, or it goes on (TALK-5).
    ///
    /// - Returns: whether it is heard again.
    mutating func voiceMissing(_ isMissing: Bool, at now: BootTime) -> Bool {
        guard case .online(var talk) = mode, talk.isHeard, !isMissing || talk.gap == .none else { return false }
        talk.gap = isMissing ? .unexplained : .none
        mode = .online(talk)
        awaitVoice(at: now)
        return !isMissing && talk.isSpeaking
    }

    /// The companion asked to end it: what it is saying is said to its end.
    mutating func saidGoodbye(at now: BootTime) {
        guard case .online(let talk) = mode else { return }
        goodbyeBy = now + (talk.isSpeaking ? Self.maximumGoodbye : Self.goodbyePause)
        awaitVoice(at: now)
    }

    // MARK: Time, and calls that are lost

    /// - Parameters:
    ///   - isBridging: the appliance is saying a word of its own.
    ///   - isCallReady: the call is there, and waits muted.
    ///   - isOfflineChosen: the owner has chosen the offline companion meanwhile.
    mutating func advance(
        to now: BootTime, isBridging: Bool, isCallReady: Bool, isOfflineChosen: Bool
    ) -> [Output] {
        if cap <= now { return [.over(.cap, cause: .timer)] }
        guard needsCall else { return [] }
        if let goodbyeBy, goodbyeBy <= now { return [.over(.goodbye, cause: .companion)] }
        if let voiceBy, voiceBy <= now { return voiceIsLate(isBridging: isBridging, at: now) }
        return modeIsOver(isCallReady: isCallReady, isOfflineChosen: isOfflineChosen, at: now)
    }

    private mutating func voiceIsLate(isBridging: Bool, at now: BootTime) -> [Output] {
        if case .online(let talk) = mode, talk.isOwnerSpeaking, talk.isVoiceNear, !talk.isHeard,
            now < talk.openedAt + .seconds(timing.firstVoiceSeconds)
        {
            // Not over the owner, whom both ears hear; a television goes on for longer.
            beginWaitForVoice(at: now)
            return []
        }
        if case .online(let talk) = mode, talk.isHeard {
            self.talk { $0.gap = .explained }
            voiceBy = nil
            return [.brokeOff, .say(.voiceMissing)]
        }
        if isBridging {
            // Its own word is a voice: the wait begins when that has been said.
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
            // Its own word takes this long: the call is there, and waits.
            mode = .connecting(until: now + .seconds(2))
            return [.openCall]
        case .waiting(let until):
            guard until <= now else { return [] }
            guard !isOfflineChosen else { return [.fallBack(.network)] }
            mode = .connecting(until: now + .seconds(timing.reachSeconds))
            // It may hang, too.
            beginWaitForVoice(at: now)
            return [.redial]
        case .online(let talk):
            return talk.isHeard ? [.over(.silence, cause: .timer)] : [.callFailed(.silent)]
        case .offline:
            return []
        }
    }

    /// The call is gone, or never came: it is made anew, or the offline companion takes over.
    mutating func callFailed(_ failure: ConversationFailure, at now: BootTime) -> [Output] {
        // A call that held is not one of a row that broke.
        if case .online(let talk) = mode, talk.isHeard, talk.openedAt + Call.steady <= now { redials = 0 }
        // It has taken its leave: nobody is called back for the rest of it.
        if goodbyeBy != nil { return [.over(.goodbye, cause: .companion)] }
        let wasOnline: Bool
        switch mode {
        case .offline: return []
        // One that never said a word on its first call is not called back, unless the call broke under it.
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

    /// What is said while it is called back: of a call that is there, nobody says that it has dropped.
    private func explanation(of failure: ConversationFailure) -> Phrase {
        guard redials == 0 else { return .stillReaching }
        switch failure {
        case .busy, .provider: return .oneMoment(habit?.subject)
        case .network, .tls, .media, .silent, .unavailable, .credentials, .quota: return .lineLost
        }
    }

    /// What is said over the owner explains nothing: the wait begins when they have ended.
    private mutating func awaitVoice(at now: BootTime) {
        guard case .online(let talk) = mode, talk.isHeard else { return }
        guard talk.isUnexplained, goodbyeBy == nil else {
            voiceBy = nil
            return
        }
        if voiceBy == nil { beginWaitForVoice(at: now) }
    }

    /// From now on: without a voice for so long, the appliance says a word of its own.
    private mutating func beginWaitForVoice(at now: BootTime) {
        voiceBy = now + .milliseconds(timing.voiceWithinMilliseconds)
    }

    private mutating func talk(_ change: (inout Talk) -> Void) {
        guard case .online(var talk) = mode else { return }
        change(&talk)
        mode = .online(talk)
    }
}
