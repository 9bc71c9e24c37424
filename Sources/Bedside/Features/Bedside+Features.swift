/// Visits all features and grants their requests. No other file calls a feature.
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

        /// All features; `FeatureWalkTests` fails if one is missing here.
        var all: [any Feature] {
            [
                eveningCheck, setup, memory, safety, talks, teachings, recordings, fading, nudges, affirmations,
                wakeVoice,
            ]
        }

        /// The earliest deadline of all features, on each clock. Read several times an event, so without `all`, which
        /// makes an array; `FeatureWalkTests` fails if a feature is missing here.
        var deadline: Deadline {
            eveningCheck.deadline.earlier(setup.deadline).earlier(memory.deadline).earlier(safety.deadline)
                .earlier(talks.deadline).earlier(teachings.deadline).earlier(recordings.deadline)
                .earlier(fading.deadline).earlier(nudges.deadline).earlier(affirmations.deadline)
                .earlier(wakeVoice.deadline)
        }
    }

    /// Lets each feature plan from the current calendar, before its deadline is read.
    mutating func planFeatures(at now: Moment) {
        // One view for all: planning changes nothing that another feature sees, and it is done with every event.
        let context = context(at: now)
        features.eveningCheck.plan(in: context)
        features.setup.plan(in: context)
        features.memory.plan(in: context)
        features.safety.plan(in: context)
        features.talks.plan(in: context)
        features.teachings.plan(in: context)
        features.recordings.plan(in: context)
        features.nudges.plan(in: context)
        features.affirmations.plan(in: context)
        features.wakeVoice.plan(in: context)
    }

    /// Lets each feature act if its deadline has come; with most events, none has.
    mutating func advanceFeatures(to now: Moment) {
        guard features.deadline.hasCome(at: now, isClockTrusted: clock == .trusted) else { return }
        visitAll(.advance, at: now)
    }

    /// Passes a notice to every feature.
    mutating func tell(_ notice: Notice, at now: Moment) { visitAll(.hear(notice), at: now) }

    private mutating func visitAll(_ visit: FeatureVisit, at now: Moment) {
        visitEveningCheck(at: now) { visit.make(to: &$0, in: $1) }
        visitSetup(at: now) { visit.make(to: &$0, in: $1) }
        visitMemory(at: now) { visit.make(to: &$0, in: $1) }
        visitSafety(at: now) { visit.make(to: &$0, in: $1) }
        visitTalks(at: now) { visit.make(to: &$0, in: $1) }
        visitTeachings(at: now) { visit.make(to: &$0, in: $1) }
        visitRecordings(at: now) { visit.make(to: &$0, in: $1) }
        visitFading(at: now) { visit.make(to: &$0, in: $1) }
        visitNudges(at: now) { visit.make(to: &$0, in: $1) }
        visitAffirmations(at: now) { visit.make(to: &$0, in: $1) }
        visitWakeVoice(at: now) { visit.make(to: &$0, in: $1) }
    }

    mutating func take(_ event: EveningCheck.Event, at now: Moment) {
        visitEveningCheck(at: now) { $0.take(event, in: $1) }
    }

    mutating func answer(_ command: Setup.Command, at now: Moment) -> Reply {
        let (reply, output) = features.setup.answer(command, in: context(at: now))
        visitSetup(at: now) { _, _ in output }
        return reply
    }

    mutating func take(_ event: MemoryKeeper.Event, at now: Moment) {
        visitMemory(at: now) { $0.take(event, in: $1) }
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

    mutating func take(_ event: RecordingKeeper.Event, at now: Moment) {
        visitRecordings(at: now) { $0.take(event, in: $1) }
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

    /// How many hours the last nights should have had, if the next companion has to mention that they were shorter (G-10).
    func shortNightHours(_ habit: HabitID?, at now: Moment) -> Int? {
        features.talks.shortNightHours(habit, in: context(at: now))
    }

    /// Whether training is to be offered as a light one (G-10).
    func isTrainingLight(_ habit: HabitID?, at now: Moment) -> Bool {
        habit == .training && features.talks.isTrainingLight(in: context(at: now))
    }

    /// Whether a talk about this habit begins with a word on the late hour.
    func isLate(_ habit: HabitID?, at now: Moment) -> Bool { features.talks.isLate(habit, in: context(at: now)) }

    /// What the device itself says of the late hour, or of short nights, as a talk about this habit begins.
    func wordsOnNights(_ habit: HabitID?, at now: Moment) -> Phrase? {
        if isLate(habit, at: now) { return .limit(.late) }
        return shortNightHours(habit, at: now) == nil ? nil : .limit(.shortNights)
    }

    /// Whether the next companion has to say that it is an AI (SAFE-1).
    func owesDisclosure(at now: Moment) -> Bool { features.talks.owesDisclosure(in: context(at: now)) }

    mutating func take(_ event: TeachingKeeper.Event, at now: Moment) {
        visitTeachings(at: now) { $0.take(event, in: $1) }
    }

    mutating func answer(_ command: TeachingKeeper.Command, at now: Moment) -> Reply {
        let context = context(at: now)
        let today =
            mayTeach(at: now) ? features.teachings.request(MemoryKeeper.saidLately(in: context), in: context) : nil
        let (reply, output) = features.teachings.answer(command, today: today, in: context)
        visitTeachings(at: now) { _, _ in output }
        return reply
    }

    /// The facts by which theme and teaching of a morning's talk are chosen; nil for any other talk.
    mutating func teachingRequest(_ habit: HabitID?, at now: Moment) -> TeachingRequest? {
        let context = context(at: now)
        let request = features.teachings.prepare(MemoryKeeper.saidLately(in: context), in: context)
        return habit == .wake && mayTeach(at: now) ? request : nil
    }

    /// Not in the day after a talk in which the owner seemed to be at risk (T-6, SAFE-3).
    private func mayTeach(at now: Moment) -> Bool { care(at: now) == .usual }

    /// What the companion of a new call is told from the memory.
    mutating func tellFromMemory(_ habit: HabitID?, at now: Moment) -> MemoryTold {
        features.memory.tell(habit, in: context(at: now))
    }

    /// What is added to the instructions of a call while the owner seems to be at risk.
    func tellInNeed(at now: Moment) -> MemoryTold { MemoryKeeper.toldInNeed(in: context(at: now)) }

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

    // MARK: One visit

    private mutating func visitEveningCheck(
        at now: Moment, _ body: (inout EveningCheck, FeatureContext) -> FeatureOutput<EveningCheck>
    ) {
        let output = body(&features.eveningCheck, context(at: now))
        grant(output, at: now, action: Action.eveningCheck, change: impossible)
    }

    private mutating func visitSetup(at now: Moment, _ body: (inout Setup, FeatureContext) -> FeatureOutput<Setup>) {
        let output = body(&features.setup, context(at: now))
        grant(output, at: now, action: impossible, change: Change.setup)
    }

    mutating func visitMemory(
        at now: Moment, _ body: (inout MemoryKeeper, FeatureContext) -> FeatureOutput<MemoryKeeper>
    ) {
        let output = body(&features.memory, context(at: now))
        grant(output, at: now, action: impossible, change: Change.memory)
    }

    private mutating func visitSafety(
        at now: Moment, _ body: (inout SafetyKeeper, FeatureContext) -> FeatureOutput<SafetyKeeper>
    ) {
        let output = body(&features.safety, context(at: now))
        grant(output, at: now, action: impossible, change: impossible)
    }

    private mutating func visitTalks(
        at now: Moment, _ body: (inout TalkKeeper, FeatureContext) -> FeatureOutput<TalkKeeper>
    ) {
        let output = body(&features.talks, context(at: now))
        grant(output, at: now, action: impossible, change: Change.talks)
    }

    private mutating func visitTeachings(
        at now: Moment, _ body: (inout TeachingKeeper, FeatureContext) -> FeatureOutput<TeachingKeeper>
    ) {
        let output = body(&features.teachings, context(at: now))
        grant(output, at: now, action: impossible, change: Change.teaching)
    }

    private mutating func visitRecordings(
        at now: Moment, _ body: (inout RecordingKeeper, FeatureContext) -> FeatureOutput<RecordingKeeper>
    ) {
        let output = body(&features.recordings, context(at: now))
        var settings = settings
        grant(output, at: now, action: Action.recording) { choice in
            settings.recordings = choice
            return .settings(settings)
        }
    }

    mutating func visitFading(
        at now: Moment, _ body: (inout FadingKeeper, FeatureContext) -> FeatureOutput<FadingKeeper>
    ) {
        let output = body(&features.fading, context(at: now))
        let before = durable.fading
        grant(output, at: now, action: impossible, change: Change.fading)
        let habits = Set(before.standings.keys).union(durable.fading.standings.keys)
        for id in habits.sorted() where durable.fading.calling(id) != before.calling(id) {
            levelChanged(of: id)
        }
    }

    mutating func visitNudges(
        at now: Moment, _ body: (inout NudgeKeeper, FeatureContext) -> FeatureOutput<NudgeKeeper>
    ) {
        let output = body(&features.nudges, context(at: now))
        grant(output, at: now, action: impossible, change: Change.nudge)
    }

    mutating func visitAffirmations(
        at now: Moment, _ body: (inout AffirmationKeeper, FeatureContext) -> FeatureOutput<AffirmationKeeper>
    ) {
        let output = body(&features.affirmations, context(at: now))
        grant(output, at: now, action: Action.affirmation, change: Change.affirmation)
    }

    mutating func visitWakeVoice(
        at now: Moment, _ body: (inout WakeVoice, FeatureContext) -> FeatureOutput<WakeVoice>
    ) {
        var context = context(at: now)
        context.morning = comingMorning(at: now)
        let output = body(&features.wakeVoice, context)
        // What leaves the device is written down first (M-11).
        for case .render(let words, _) in output.effects {
            visitMemory(at: now) { memory, context in memory.sentToBeRead(words, in: context) }
        }
        grant(output, at: now, action: Action.wakeVoice, change: impossible)
    }

    private mutating func grant<F: Feature>(
        _ output: FeatureOutput<F>, at now: Moment, action: (F.Effect) -> Action, change: (F.Change) -> Change
    ) {
        for value in output.changes { write(change(value)) }
        for request in output.requests { grant(request, at: now) }
        for effect in output.effects { emitAfterCommit(action(effect)) }
    }

    private mutating func grant(_ request: FeatureRequest, at now: Moment) {
        switch request {
        case .say(let phrase):
            if isQuiet { announce(phrase, at: now) }
        case .chime:
            if isQuiet { chime(at: now) }
        case .offerNudge: if isQuiet { offerNudge(at: now) }
        case .sayOverCompanion(let phrase):
            guard conversation != nil, ringing == nil, playing == nil, practice == nil else { return }
            sayOverCompanion(
                phrase.utterance(in: profile.language), telling: phrase, isJournaled: !phrase.dependsOnWords, at: now)
        case .openConversation(let id):
            guard isQuiet else { return }
            openConversation(with: id.flatMap(profile.habit), occurrence: nil, at: now, cause: .timer)
        case .endConversation(let end): endConversation(at: now, cause: .timer, as: end)
        case .raiseConcern(let level): concernRaised(level, at: now)
        case .sayHelpLines: if ringing == nil, conversation == nil { sayHelpLines(at: now) }
        case .apply(let patch):
            if case .refused = apply(patch, by: .owner, at: now) {
                emit(.log(.error, "a feature's change of the profile was refused"))
            }
        case .trust(let person):
            if case .refused = answer(MemoryCommand.trust(person), at: now) {
                emit(.log(.error, "a feature's change of the memory was refused"))
            }
        case .learn(let fact): health.learn(fact)
        case .note(let kind, let detail): note(kind, at: now, cause: .timer, detail: detail)
        case .log(let level, let text): emit(.log(level, text))
        case .checkCompanion: emit(.checkCompanion(profile.companion))
        case .playPhrase(let sound): play(sound, at: now)
        case .ask(let phrase): ask(phrase, at: now)
        case .intentionRecorded(let take): intentionRecorded(take, at: now)
        }
    }

    var isQuiet: Bool { isSilent && features.affirmations.isIdle }

    private var isSilent: Bool { ringing == nil && conversation == nil && practice == nil && playing == nil }

    /// Whether nothing at all is going on: no button would answer a question, and no recording of a talk is played.
    var isFree: Bool { isSilent && features.fading.asked == nil && !features.recordings.isPlaying }
}

/// Maps an effect or a change for a feature that has none.
private func impossible<Value>(_ value: Never) -> Value {}

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
