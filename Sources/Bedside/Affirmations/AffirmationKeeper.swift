/// Plays the owner's phrases at the times that they chose, as a feature (MIND-7, V-7).
///
/// A phrase is never heard within an alarm, a talk, a meditation or anything else that sounds, while the microphone is
/// muted, while the owner may be at risk, or under a clock that is not trusted. If that lasts for ten minutes after its
/// time, it is skipped that day. A play is on disk before it is heard, so that a power cut never plays it twice.
public struct AffirmationKeeper: Feature {
    public typealias Change = OwnerAffirmations.Change
    public typealias Command = AffirmationCommand

    /// The next chosen time.
    private var nextAt: CivilTime?
    /// When to try to play what is due.
    private var tryAt: BootTime?
    /// When to ask whether the phrases help, and until when that may be tried.
    private var askAt: BootTime?
    private var askUntil: BootTime?
    /// The question that waits for its answer.
    private(set) var asked: Asked?
    /// The recording that is being made.
    var recording: PhraseRecording?
    /// The recording that the owner has asked for in a talk, and that begins once the talk is over.
    var awaited: AwaitedRecording?
    /// The phrase for which a gentler form was offered in a talk, and its words (V-7).
    var gentlerOffered: PrivateText?
    /// The phrase that is heard once the device has said that it was kept.
    var heardNext: Int?
    private var takes = 0
    var lastTake: PhraseTake?
    /// Now, if the recording must end.
    private var endsAt: BootTime?
    /// Now, if times were chosen under a clock that ran ahead.
    private var correctsAt: BootTime?

    /// A question that waits for its answer.
    struct Asked: Hashable, Sendable {
        var question: AffirmationPhrase
        var until: BootTime
        /// Whether it was said to its end; a device that cannot be heard asks nothing.
        var isHeard = false
    }

    var deadline: Deadline {
        Deadline(
            civil: nextAt,
            boot: tryAt.earlier(askAt).earlier(asked?.until).earlier(recording?.until).earlier(endsAt)
                .earlier(correctsAt).earlier(awaited?.nextTry))
    }

    mutating func plan(in context: FeatureContext) {
        let part = context.durable.affirmations
        endsAt = recording != nil && !mayRecord(in: context) || isAwaitedOver(in: context) ? context.now.boot : nil
        guard context.isClockTrusted, !part.phrases.isEmpty else {
            return (nextAt, tryAt, correctsAt) = (nil, nil, nil)
        }
        let (now, zone) = (context.now.civil, context.calendar.zone)
        correctsAt = part.phrases.contains { $0.isAhead(of: now) } ? context.now.boot : nil
        nextAt = AffirmationRules.next(part, after: now, in: zone)
        if AffirmationRules.open(part, at: now, in: zone) == nil {
            tryAt = nil
        } else if tryAt == nil {
            tryAt = context.now.boot
        }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        // No answer changes nothing.
        if let open = asked, open.until <= context.now.boot { asked = nil }
        if let ending = endRecording(in: context) { return ending }
        if isAwaitedOver(in: context) {
            endsAt = nil
            return endAwaited(in: context)
        }
        if let at = awaited?.nextTry, at <= context.now.boot { return announceRecording(in: context) }
        if let at = correctsAt, at <= context.now.boot { return correct(in: context) }
        if let at = askAt, at <= context.now.boot { return ask(in: context) }
        return playDue(in: context)
    }

    private mutating func playDue(in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now
        guard let due = tryAt, due <= now.boot else { return FeatureOutput() }
        tryAt = now.boot + AffirmationRules.pause
        let part = context.durable.affirmations
        guard context.isClockTrusted, mayBegin(in: context),
            let slot = AffirmationRules.open(part, at: now.civil, in: context.calendar.zone),
            let sound = OwnerPhraseSound(slot.phrase)
        else { return FeatureOutput() }
        tryAt = nil
        if part.owesQuestion(after: slot.play) {
            (askAt, askUntil) = (now.boot + AffirmationRules.beforeQuestion, now.boot + AffirmationRules.patience)
        }
        let first: [Change] = part.firstPlayedOn == nil ? [.firstPlayed(on: slot.play.on)] : []
        return FeatureOutput(changes: first + [.played(slot.play)], requests: [.playPhrase(sound)])
    }

    /// A clock that was set back: times before now are past, and those after it come.
    private mutating func correct(in context: FeatureContext) -> FeatureOutput<Self> {
        correctsAt = nil
        let now = context.now.civil
        let ahead = context.durable.affirmations.phrases.filter { $0.isAhead(of: now) }
        return FeatureOutput(
            changes: ahead.map { phrase in
                var phrase = phrase
                phrase.since = now
                return .keep(phrase)
            })
    }

    // MARK: Recording

    private func mayRecord(in context: FeatureContext) -> Bool {
        guard !context.isAtRisk, !context.settings.isMicrophoneMuted, !context.health.has(.microphone) else {
            return false
        }
        guard let phrase = recording?.phrase else { return context.isKeepingIntention }
        return context.isFree && context.durable.affirmations.phrases.contains { $0.id == phrase }
    }

    /// Ends a recording that must give way, or of which the driver reports nothing.
    private mutating func endRecording(in context: FeatureContext) -> FeatureOutput<Self>? {
        guard let made = recording else { return nil }
        let isOver = made.until <= context.now.boot
        guard isOver || !mayRecord(in: context) else { return nil }
        if made.phrase == nil {
            (recording, endsAt) = (nil, nil)
            return FeatureOutput(requests: [.intentionRecorded(.failed)], effects: [.drop])
        }
        (recording, endsAt, lastTake) = (nil, nil, .failed)
        // A microphone that failed is not the same as giving way to another sound: the owner has to know.
        let hasFailed = isOver || context.health.has(.microphone)
        let words: [FeatureRequest] = hasFailed && context.isFree ? [.say(.affirmation(.takeFailed))] : []
        return FeatureOutput(requests: words, effects: [.drop])
    }

    /// The owner has pressed Start or Stop: the recording is over, and is judged.
    mutating func finishRecording(in context: FeatureContext) -> FeatureOutput<Self> {
        guard recording?.isFinishing == false else { return FeatureOutput() }
        recording?.isFinishing = true
        recording?.until = context.now.boot + PhraseRecording.judgement
        return FeatureOutput(effects: [.finish])
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self> {
        guard case .recorded(let result, let take) = event else { return FeatureOutput() }
        // It had to give way while it was being sealed.
        guard let made = recording, made.take == take else { return forget(result, and: []) }
        if made.phrase == nil {
            let isWanted = mayRecord(in: context)
            (recording, endsAt) = (nil, nil)
            return isWanted
                ? FeatureOutput(requests: [.intentionRecorded(result)], effects: [.drop]) : forget(result, and: [.drop])
        }
        (recording, endsAt, lastTake) = (nil, nil, result)
        if let words = result.phrase {
            return FeatureOutput(requests: [.say(.affirmation(words))], effects: [.drop])
        }
        guard case .kept(let file) = result,
            var phrase = context.durable.affirmations.phrases.first(where: { $0.id == made.phrase })
        else { return forget(result, and: [.drop]) }
        // The store removes the file of an older one, once this is on disk.
        phrase.recording = file
        let sound = OwnerPhraseSound(phrase)
        // Heard once, so that the owner knows how it sounds.
        var requests: [FeatureRequest] = sound.map { [.playPhrase($0)] } ?? []
        if made.isAskedInTalk { (heardNext, requests) = (phrase.id, [.say(.affirmation(.takeWasKept))]) }
        return FeatureOutput(changes: [.keep(phrase)], requests: requests, effects: [.drop])
    }

    private func forget(_ result: PhraseTake, and effects: [Effect]) -> FeatureOutput<Self> {
        guard case .kept(let file) = result else { return FeatureOutput(effects: effects) }
        return FeatureOutput(effects: effects + [.forget(file)])
    }

    /// Records what the owner says at bedtime about tomorrow.
    ///
    /// - Returns: Nil if nothing can be recorded now.
    mutating func recordIntention(in context: FeatureContext) -> FeatureOutput<Self>? {
        guard recording == nil, context.isKeepingIntention, !context.isAtRisk, !context.settings.isMicrophoneMuted,
            let output = context.output
        else { return nil }
        let until = context.now.boot + PhraseRecording.longest + Routine.firstSilence + PhraseRecording.judgement
        let recording = PhraseRecording(take: takes + 1, until: until)
        return begin(recording, output, thinking: Routine.firstSilence, context)
    }

    private mutating func begin(
        _ recording: PhraseRecording, _ output: Int, thinking: TimeSpan = .zero, _ context: FeatureContext
    ) -> FeatureOutput<Self> {
        takes = recording.take
        self.recording = recording
        let effect = Effect.record(
            take: takes, output: output, volumePercent: context.settings.audiblePercent,
            thinkingMilliseconds: thinking.milliseconds)
        // A recording tries the microphone again, as a talk does.
        return FeatureOutput(requests: [.learn(.microphoneIsTriedAgain)], effects: [effect])
    }

    mutating func record(
        _ phrase: Affirmation, isAskedInTalk: Bool = false, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        guard !context.isAtRisk else { return (.refused(.onlySafety), FeatureOutput()) }
        guard context.isFree, recording == nil else { return (.refused(.sounding), FeatureOutput()) }
        guard !context.settings.isMicrophoneMuted else { return refuse(.muted) }
        guard let output = context.output else { return (.refused(.noOutput), FeatureOutput()) }
        (asked, lastTake, awaited, heardNext) = (nil, nil, nil, nil)
        let recording = PhraseRecording(
            phrase: phrase.id, take: takes + 1, until: context.now.boot + PhraseRecording.longest,
            isAskedInTalk: isAskedInTalk)
        return (.done, begin(recording, output, context))
    }

    /// Everything of the owner's is erased.
    mutating func forgetAll() -> FeatureOutput<Self> {
        let (isRecording, takes) = (recording != nil, takes)
        self = AffirmationKeeper()
        // A report of a recording from before is still told from one of a new recording.
        self.takes = takes
        return FeatureOutput(effects: isRecording ? [.drop] : [])
    }

    // MARK: "Does this help?" (V-8)

    /// Asks as soon as the phrase is over and nothing else is going on; not later, when nobody would know what is meant.
    private mutating func ask(in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now.boot
        guard let until = askUntil, now < until, context.isClockTrusted, !context.isAtRisk,
            context.durable.affirmations.askedOn == nil, context.durable.affirmations.firstPlayedOn != nil
        else {
            (askAt, askUntil) = (nil, nil)
            return FeatureOutput()
        }
        guard mayBegin(in: context) else {
            askAt = now + AffirmationRules.beforeQuestion
            return FeatureOutput()
        }
        (askAt, askUntil) = (nil, nil)
        return FeatureOutput(
            changes: [.asked(on: context.local.date)], requests: [begin(.doesThisHelp, in: context)])
    }

    private mutating func begin(_ question: AffirmationPhrase, in context: FeatureContext) -> FeatureRequest {
        asked = Asked(question: question, until: context.now.boot + AffirmationRules.answerWithin)
        return .ask(.affirmation(question))
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .said(.affirmation(.speakAfterTone)): return recordAwaited(in: context)
        case .said(.affirmation(.takeWasKept)): return playKept(in: context)
        case .said(let phrase):
            if let open = asked, phrase == .affirmation(open.question) {
                asked?.until = context.now.boot + AffirmationRules.answerAfterQuestion
                asked?.isHeard = true
            }
        case .conversationBegan: (asked, awaited, heardNext, gentlerOffered) = (nil, nil, nil, nil)
        case .conversationEnded(let end, _): talkEnded(end, in: context)
        case .heard(.owner, let words, _): if refuses(words, in: context) { awaited = nil }
        // Stop is "no", and another habit's turn in the talk comes first.
        case .pressed(.stop), .callOpened, .concernRaised: (awaited, heardNext) = (nil, nil)
        case .pressed, .occurrenceEnded, .heard, .wentOffRecord, .profileChanged, .clockTrusted, .calendarChanged,
            .devicesChanged, .alarmChecked, .companionChecked:
            break
        }
        return FeatureOutput()
    }

    /// Takes the owner's answer to the question that was asked last.
    mutating func answer(isYes: Bool, in context: FeatureContext) -> FeatureOutput<Self> {
        guard let open = asked else { return FeatureOutput() }
        asked = nil
        switch open.question {
        case .doesThisHelp where !isYes: return FeatureOutput(requests: [begin(.shallIStop, in: context)])
        case .shallIStop where isYes:
            let phrases = context.durable.affirmations.phrases.filter { !$0.times.isEmpty }
            let quiet = phrases.map { phrase in
                var phrase = phrase
                phrase.times = []
                return Change.keep(phrase)
            }
            let changes = context.durable.affirmations.completed(quiet)
            return FeatureOutput(changes: changes, requests: [.say(.affirmation(.stopped))])
        case .doesThisHelp, .shallIStop, .goesOn, .stopped, .speakAfterTone, .takeWasKept, .takeWasSilent,
            .takeWasClipped, .takeWasShort, .takeWasLong, .takeHadNoRoom, .takeFailed:
            return FeatureOutput(requests: [.say(.affirmation(.goesOn))])
        }
    }

    /// Whether it neither asks nor records, and is not about to.
    var isIdle: Bool { asked == nil && recording == nil && awaited == nil }

    /// A ring comes before every question: Start and Stop are about that.
    mutating func forgetQuestion() {
        asked = nil
        (askAt, askUntil) = (nil, nil)
    }

    private func mayBegin(in context: FeatureContext) -> Bool {
        let next = context.calendar.next(after: context.now.civil)
        let isAlarmNear = next.map { $0.at - AffirmationRules.beforeAlarm <= context.now.civil } ?? false
        return isIdle && context.isFree && !context.isAtRisk && !context.settings.isMicrophoneMuted && !isAlarmNear
            && context.output != nil
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        let part = context.durable.affirmations
        if let fault = part.fault { return (.refused(.memoryUnreadable(fault)), FeatureOutput()) }
        switch command {
        case .list:
            let reply = AffirmationReply.list(part.phrases, isRecording: recording != nil, take: lastTake)
            return (.affirmation(reply), FeatureOutput())
        case .record(let place):
            guard let phrase = part.phrase(at: place) else { return unknown(place, part) }
            return record(phrase, in: context)
        case .recordAfterTalk(let words, let place): return awaitRecording(words, place, in: context)
        case .add(let text, let kana, let times): return add(text, kana, times, in: context)
        case .remove(let place):
            guard let phrase = part.phrase(at: place) else { return unknown(place, part) }
            return (.done, FeatureOutput(changes: part.completed([.remove(id: phrase.id)])))
        case .play(let place):
            guard let phrase = part.phrase(at: place) else { return unknown(place, part) }
            guard let sound = OwnerPhraseSound(phrase) else { return refuse(.unsayable) }
            // An owner who may be at risk hears none of it (V-7).
            guard !context.isAtRisk else { return (.refused(.onlySafety), FeatureOutput()) }
            guard context.isFree, recording == nil else { return (.refused(.sounding), FeatureOutput()) }
            guard context.output != nil else { return (.refused(.noOutput), FeatureOutput()) }
            // What the owner wants now comes before what the device asked.
            asked = nil
            return (.done, FeatureOutput(requests: [.playPhrase(sound)]))
        }
    }

    func unknown(_ place: Int, _ part: OwnerAffirmations) -> (reply: Reply, output: FeatureOutput<Self>) {
        refuse(.noSuchPhrase(place, count: part.phrases.count))
    }

    func refuse(_ refusal: AffirmationRefusal) -> (reply: Reply, output: FeatureOutput<Self>) {
        (.refused(.affirmation(refusal)), FeatureOutput())
    }
}

extension OwnerAffirmations {
    /// The phrase at a place of the list, from 1.
    func phrase(at place: Int) -> Affirmation? {
        // Any number may come from outside.
        guard place >= 1, phrases.indices.contains(place - 1) else { return nil }
        return phrases[place - 1]
    }
}

extension Affirmation {
    /// Whether its times were chosen later than it is now.
    fileprivate func isAhead(of now: CivilTime) -> Bool { since.map { $0 > now } ?? false }
}
