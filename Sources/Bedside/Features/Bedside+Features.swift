/// Visits all features and grants their requests. A visit that returns an output goes through
/// `Bedside+FeatureVisits.swift`; elsewhere the machine only asks a feature, or tells it by a verb, at the point where a
/// ring depends on it.
extension Bedside {
    /// The state of every feature.
    struct Features: Hashable, Sendable {
        var eveningCheck: EveningCheck
        var setup = Setup()
        var memory = MemoryKeeper()
        var safety = SafetyKeeper()
        var talks = TalkKeeper()
        var teachings = TeachingKeeper()
        var recordings = RecordingKeeper()
        var fading = FadingKeeper()
        var nudges = NudgeKeeper()
        var affirmations = AffirmationKeeper()
        var wakeVoice = WakeVoice()
        var dawn = Dawn()
        var account = AccountKeeper()
        var ownVoice = VoiceKeeper()

        /// All features; `FeatureWalkTests` fails if one is missing here.
        var all: [any Feature] {
            [
                eveningCheck, setup, memory, safety, talks, teachings, recordings, fading, nudges, affirmations,
                wakeVoice, dawn, account, ownVoice,
            ]
        }

        /// The earliest deadline of all features, on each clock. Read several times an event, so without `all`, which
        /// makes an array; `FeatureWalkTests` fails if a feature is missing here.
        var deadline: Deadline {
            eveningCheck.deadline.earlier(setup.deadline).earlier(memory.deadline).earlier(safety.deadline)
                .earlier(talks.deadline).earlier(teachings.deadline).earlier(recordings.deadline)
                .earlier(fading.deadline).earlier(nudges.deadline).earlier(affirmations.deadline)
                .earlier(wakeVoice.deadline).earlier(dawn.deadline).earlier(account.deadline)
                .earlier(ownVoice.deadline)
        }

        /// In one access to all, because it is done with every event.
        fileprivate mutating func plan(in context: FeatureContext, voiceContext: FeatureContext) -> Deadline {
            eveningCheck.plan(in: context)
            setup.plan(in: context)
            memory.plan(in: context)
            safety.plan(in: context)
            talks.plan(in: context)
            teachings.plan(in: context)
            recordings.plan(in: context)
            nudges.plan(in: context)
            affirmations.plan(in: context)
            wakeVoice.plan(in: context)
            dawn.plan(in: context)
            account.plan(in: context)
            ownVoice.plan(in: voiceContext)
            return deadline
        }
    }

    /// Lets each feature plan from the current calendar.
    ///
    /// - Returns: their earliest deadline after that.
    mutating func planFeatures(at now: Moment) -> Deadline {
        // One view for all: planning changes nothing that another feature sees, and it is done with every event.
        let context = context(at: now)
        return features.plan(in: context, voiceContext: voiceContext(context))
    }

    /// Lets each feature act if its deadline has come; with most events, none has.
    mutating func advanceFeatures(to now: Moment) {
        guard features.deadline.hasCome(at: now, isClockTrusted: clock == .trusted) else { return }
        visitAll(.advance, at: now)
    }

    /// Passes a notice to every feature.
    ///
    /// - Parameter cause: who caused it; the night log names them if a habit's level changes.
    mutating func tell(_ notice: Notice, by cause: NightEntry.Cause = .timer, at now: Moment) {
        visitAll(.hear(notice), by: cause, at: now)
    }

    /// Passes on that Stop has restored the profile (ALARM-11), except to fading: the ledgers are restored already,
    /// and no time is new.
    ///
    /// - Parameter changed: the profile as it was until now.
    mutating func tellOfRestored(from changed: Profile, at now: Moment) {
        visitAll(.hear(.profileChanged(from: changed)), sparing: .fading, at: now)
    }

    /// - Parameters:
    ///   - spared: the feature that is not visited.
    ///   - cause: who caused it; the night log names them if a habit's level changes.
    private mutating func visitAll(
        _ visit: FeatureVisit, sparing spared: SparedFeature = .none, by cause: NightEntry.Cause = .timer,
        at now: Moment
    ) {
        visitEveningCheck(at: now) { visit.make(to: &$0, in: $1) }
        visitSetup(at: now) { visit.make(to: &$0, in: $1) }
        visitMemory(at: now) { visit.make(to: &$0, in: $1) }
        visitSafety(at: now) { visit.make(to: &$0, in: $1) }
        visitTalks(at: now) { visit.make(to: &$0, in: $1) }
        visitTeachings(at: now) { visit.make(to: &$0, in: $1) }
        visitRecordings(at: now) { visit.make(to: &$0, in: $1) }
        if spared != .fading { visitFading(by: cause, at: now) { visit.make(to: &$0, in: $1) } }
        visitNudges(at: now) { visit.make(to: &$0, in: $1) }
        visitAffirmations(at: now) { visit.make(to: &$0, in: $1) }
        visitWakeVoice(at: now) { visit.make(to: &$0, in: $1) }
        visitDawn(at: now) { visit.make(to: &$0, in: $1) }
        visitAccount(at: now) { visit.make(to: &$0, in: $1) }
        visitOwnVoice(at: now) { visit.make(to: &$0, in: $1) }
    }

    mutating func answer(_ command: Setup.Command, at now: Moment) -> Reply {
        let (reply, output) = features.setup.answer(command, in: context(at: now))
        visitSetup(at: now) { _, _ in output }
        return reply
    }

    mutating func answer(_ command: MemoryKeeper.Command, at now: Moment) -> Reply {
        let (reply, output) = features.memory.answer(command, in: context(at: now))
        visitMemory(at: now) { _, _ in output }
        guard command == .call(.offRecord) else { return reply }
        // Off the record is off every record: a recording obeys although nothing is remembered.
        let wasRecording = features.recordings.isRecording
        tell(.wentOffRecord, at: now)
        return wasRecording ? .done : reply
    }

    /// Goes off the record where the owner wants that in plain words: it holds whether the companion heeds it or not
    /// (M-8).
    mutating func heedWish(_ voice: TalkLine.Voice, _ words: PrivateText, at now: Moment) {
        guard voice == .owner, OffRecordWish.isSaid(in: words.words) else { return }
        _ = answer(MemoryCommand.call(.offRecord), at: now)
    }

    /// Passes on words of the last talk, which were written down when another one was on already: they are read for a
    /// risk all the same, and count among the words of their own talk.
    mutating func tellOfLastTalk(_ voice: TalkLine.Voice, _ words: PrivateText, turn: Int, at now: Moment) {
        visitSafety(at: now) { $0.hearOfLastTalk(voice, words, turn: turn, in: $1) }
        visitMemory(at: now) { $0.hearOfLastTalk(voice, words, turn: turn, in: $1) }
        guard voice == .owner, OffRecordWish.isSaid(in: words.words) else { return }
        visitRecordings(at: now) { recordings, _ in recordings.dropLast() }
    }

    mutating func answer(_ command: RecordingKeeper.Command, at now: Moment) -> Reply {
        let (reply, output) = features.recordings.answer(command, in: context(at: now))
        visitRecordings(at: now) { _, _ in output }
        return reply
    }

    /// What the device says about recordings before a talk whose call is ready.
    mutating func wordsAboutRecording(at now: Moment) -> Phrase? {
        features.recordings.firstWords(in: context(at: now))
    }

    /// Notes that what the device said before a talk was not heard.
    mutating func wordsAboutRecordingUnheard() { features.recordings.firstWordsUnheard() }

    /// Whether the talk that is on, or the next one, is recorded.
    func isTalkRecorded(at now: Moment) -> Bool { features.recordings.records(in: context(at: now)) }

    mutating func answer(_ command: SafetyKeeper.Command, at now: Moment) -> Reply {
        let (reply, output) = features.safety.answer(command, in: context(at: now))
        visitSafety(at: now) { _, _ in output }
        return reply
    }

    /// What keeps a live companion from talking now; nil: nothing does (SAFE-5).
    func talkLimit(isForAlarm: Bool, at now: Moment) -> TalkLimit? {
        features.talks.limit(isForAlarm: isForAlarm, in: context(at: now))
    }

    /// How talks with a live companion stand.
    func talkStanding(at now: Moment) -> TalkStanding { features.talks.standing(in: context(at: now)) }

    /// What the device itself says of the late hour, or of short nights, as a talk about this habit begins.
    func wordsOnNights(_ habit: HabitID?, at now: Moment) -> Phrase? {
        let context = context(at: now)
        if features.talks.isLate(habit, in: context) { return .limit(.late) }
        return features.talks.shortNightHours(habit, in: context) == nil ? nil : .limit(.shortNights)
    }

    mutating func take(_ event: AccountKeeper.Event, at now: Moment) {
        // First, while the account's owner is still known.
        if event == .accountDeleted { visitOwnVoice(at: now) { $0.accountDeleted(in: $1) } }
        visitAccount(at: now) { $0.take(event, in: $1) }
    }

    mutating func answer(_ command: AccountKeeper.Command, at now: Moment) -> Reply {
        // A routine has no companion that could end it politely.
        if command == .signInAfterTalk, isTalking, call.stage != .open { return .refused(.sounding) }
        let (reply, output) = features.account.answer(command, in: context(at: now))
        visitAccount(at: now) { _, _ in output }
        // The code is said once the companion has said its last words.
        if command == .signInAfterTalk, reply == .done { conversation?.saidGoodbye(at: now.boot) }
        return reply
    }

    mutating func answer(_ command: TeachingKeeper.Command, at now: Moment) -> Reply {
        let context = context(at: now)
        var today: TeachingRequest?
        if case .today(let occasion) = command, mayTeach(at: now) {
            let lately = MemoryKeeper.saidLately(in: context)
            today = features.teachings.request(lately, on: occasion ?? .wake, in: context)
        }
        let (reply, output) = features.teachings.answer(command, today: today, in: context)
        visitTeachings(at: now) { _, _ in output }
        return reply
    }

    /// The facts by which theme and teaching of a morning's talk are chosen; nil for any other talk.
    mutating func teachingRequest(_ habit: HabitID?, at now: Moment) -> TeachingRequest? {
        let context = context(at: now)
        let request = features.teachings.prepare(MemoryKeeper.saidLately(in: context), for: habit, in: context)
        return mayTeach(at: now) ? request : nil
    }

    /// Not in the day after a talk in which the owner seemed to be at risk (T-6, SAFE-3).
    private func mayTeach(at now: Moment) -> Bool { care(at: now) == .usual }

    /// What the companion of a call is told from the memory.
    mutating func tellFromMemory(_ habit: HabitID?, isRenewed: Bool, at now: Moment) -> MemoryTold {
        features.memory.tell(habit, isRenewed: isRenewed, in: context(at: now))
    }

    /// What the companion of an open call is told once more.
    mutating func tellAgain(_ habit: HabitID?, at now: Moment) -> MemoryTold {
        let (told, output) = features.memory.tellAgain(habit, in: context(at: now))
        visitMemory(at: now) { _, _ in output }
        return told
    }

    /// What is added to the instructions of a call while the owner seems to be at risk.
    mutating func tellInNeed(at now: Moment) -> MemoryTold {
        features.memory.tellNothing()
        return MemoryKeeper.toldInNeed(in: context(at: now))
    }

    /// Notes that the companion of a call got its instructions.
    mutating func companionWasTold(at now: Moment) { visitMemory(at: now) { $0.sent(in: $1) } }

    /// Forgets what features hold of talks in memory, because everything of the owner's is erased.
    mutating func forgetTalks(at now: Moment) {
        visitRecordings(at: now) { recordings, _ in recordings.forgetTalk() }
        features.memory = MemoryKeeper()
        features.safety = SafetyKeeper()
        features.talks = TalkKeeper()
        features.teachings = TeachingKeeper()
        features.fading = FadingKeeper()
        features.nudges = NudgeKeeper()
        visitAffirmations(at: now) { affirmations, _ in affirmations.forgetAll() }
        visitWakeVoice(at: now) { voice, _ in voice.forgetAll() }
        // Asked for before the token is given back.
        visitOwnVoice(at: now) { voice, context in voice.forgetAll(in: context) }
        visitAccount(at: now) { account, _ in account.forgetAll() }
    }

    // MARK: The evening's questions, asked by the device

    func eveningQuestions(at now: Moment) -> MemoryKeeper.Questions { MemoryKeeper.questions(in: context(at: now)) }

    /// Notes that a question begins: on disk before it is heard, so that it is never asked twice.
    mutating func intentionAsked(_ id: MemoryID, at now: Moment) {
        visitMemory(at: now) { $0.ask(id, in: $1) }
        commit()
    }

    mutating func intentionAnswered(_ id: MemoryID, isDone: Bool, at now: Moment) -> IntentionAdvice {
        let (advice, output) = features.memory.answer(id, isDone: isDone, in: context(at: now))
        visitMemory(at: now) { _, _ in output }
        return advice
    }

    mutating func intendedAgain(_ id: MemoryID, at now: Moment) {
        visitMemory(at: now) { $0.intendAgain(id, in: $1) }
    }

    /// The talk that is to be summarized before its call is closed; nil if there is none.
    mutating func summaryTask(call: Int, at now: Moment) -> SummaryTask? {
        guard let (talk, lines) = features.memory.summaryLines(in: context(at: now)) else { return nil }
        let task = SummaryTask(
            call: call, talk: talk, language: profile.language, lines: lines,
            names: MemoryKeeper.names(in: context(at: now)))
        visitMemory(at: now) { $0.toldSummary(task, in: $1) }
        return task
    }

    /// The program ends.
    mutating func leaveTalk(at now: Moment) {
        visitMemory(at: now) { $0.leave(in: $1) }
    }

    // MARK: Granting

    /// - Parameters:
    ///   - cause: what its notes in the night log name.
    ///   - isLate: whether the effects depend on words, which no journal has. They come last, so that a replay, which
    ///     lacks them, writes the same commits.
    mutating func grant<F: Feature>(
        _ output: FeatureOutput<F>, by cause: NightEntry.Cause = .timer, at now: Moment, isLate: Bool = false,
        action: (F.Effect) -> Action, change: (F.Change) -> Change
    ) {
        for value in output.changes { write(change(value)) }
        for request in output.requests { grant(request, by: cause, at: now) }
        for effect in output.effects {
            if isLate { emitLast(action(effect)) } else { emitAfterCommit(action(effect)) }
        }
    }

    private mutating func grant(_ patch: ProfilePatch, by author: NightEntry.Cause, at now: Moment) {
        if case .refused = apply(patch, by: author, at: now) {
            emit(.log(.error, "a feature's change of the profile was refused"))
        }
    }

    private mutating func grant(_ request: FeatureRequest, by cause: NightEntry.Cause, at now: Moment) {
        switch request {
        case .say(let phrase):
            if isQuiet { announce(phrase, at: now) }
        case .sayOnce(let phrase):
            guard isQuiet else { return }
            commit()
            announce(phrase, at: now)
        case .chime:
            if isQuiet { chime(at: now) }
        case .offerNudge: if isQuiet { offerNudge(at: now) }
        case .sayOverCompanion(let phrase):
            guard isTalking, !isRinging, !isPlaying, !isPractising else { return }
            sayOverCompanion(
                phrase.utterance(in: profile.language), telling: phrase, isJournaled: !phrase.dependsOnWords, at: now)
        case .openConversation(let id):
            guard isQuiet else { return }
            openConversation(with: id.flatMap(profile.habit), occurrence: nil, at: now, cause: .timer)
        case .endConversation(let end): endConversation(at: now, cause: .timer, as: end)
        case .raiseConcern(let level): concernRaised(level, at: now)
        case .sayHelpLines: if !isRinging, !isTalking { sayHelpLines(at: now) }
        case .apply(let patch): grant(patch, by: .owner, at: now)
        case .applyFromGateway(let patch): grant(patch, by: .gateway, at: now)
        case .trust(let person):
            if case .refused = answer(MemoryCommand.trust(person), at: now) {
                emit(.log(.error, "a feature's change of the memory was refused"))
            }
        case .signIn(let gateway): _ = answer(AccountKeeper.Command.signIn(gateway: gateway), at: now)
        case .learn(let fact): health.learn(fact)
        case .note(let kind, let detail): note(kind, at: now, cause: cause, detail: detail)
        case .log(let level, let text): emit(.log(level, text))
        case .checkCompanion: emit(.checkCompanion(profile.companion))
        case .playPhrase(let sound): play(sound, at: now)
        case .ask(let phrase): ask(phrase, at: now)
        case .intentionRecorded(let take): intentionRecorded(take, at: now)
        case .beginDawn(let span): if isQuiet, isFree { playDawn(for: span, at: now) }
        case .endDawn: if playing?.purpose == .dawn { stopPlaying(at: now) }
        }
    }
}

/// The feature that a visit to all features leaves out.
private enum SparedFeature { case none, fading }

/// A kind of visit that is made to every feature.
private enum FeatureVisit {
    case advance
    case hear(Notice)

    func make<F: Feature>(to feature: inout F, in context: FeatureContext) -> FeatureOutput<F> {
        switch self {
        case .advance: return feature.advance(in: context)
        case .hear(let notice): return feature.hear(notice, in: context)
        }
    }
}
