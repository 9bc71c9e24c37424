/// Books each counted day of each habit, keeps the levels, and says and asks what belongs to them, as a feature (FADE-1
/// to FADE-5, FADE-7).
///
/// It decides about no ring: the machine reads the level where it computes when a habit rings (`Agenda.due`). What it
/// has to say waits until a button was pressed, because only then somebody listens, and until all is quiet.
public struct FadingKeeper: Feature {
    public typealias Event = Never
    typealias Effect = Never
    public typealias Change = OwnerFading.Change
    public typealias Command = FadingCommand

    /// What a simulation shows of its decisions.
    enum Report: Hashable, Sendable {
        case day(HabitID, CountedDay)
        case level(HabitID, LevelStep)
        case question(HabitID, FadingQuestion)
    }

    /// The question that waits for its answer.
    var asked: Asked?
    /// The occurrence before whose ring the sensor saw somebody. Forgotten at a restart: then the day is as the ring
    /// showed it.
    private(set) var seen: Occurrence?
    private var reports: [Report] = []
    /// What is to be said, once somebody listens: what the ledgers hold that is not told yet.
    var words: [FadingPhrase] = []
    /// Whether `words` has been read from the ledgers.
    var hasReadWords = false
    var wishes: [Wish] = []
    /// What was begun to be asked today.
    var begun: Begun?
    /// How long after a press somebody is taken to listen.
    private var listensUntil: BootTime?
    /// When to try again to say or ask something.
    private var tryAt: BootTime?

    /// A question waits this long for its answer once it has been said (F-6).
    static let answerAfterQuestion = TimeSpan.seconds(30)
    /// A question whose end is not reported waits this long, including the time in which it is said.
    static let answerWithin = TimeSpan.seconds(45)
    /// How long after a press something may be said: a talk comes before it.
    private static let listening = TimeSpan.minutes(15)
    /// Long enough for the button to be held for "I am already up", which is announced over what is said then.
    static let pause = HeldStart.span + .seconds(1)
    /// While Stop takes something back, nothing is asked that Stop would answer.
    private static let takeBack = TakeBack.window + .seconds(2)
    private static let maximumReports = 64

    mutating func takeReports() -> [Report] {
        defer { reports = [] }
        return reports
    }

    mutating func report(_ report: Report) {
        if reports.count < Self.maximumReports { reports.append(report) }
    }

    // MARK: When to act

    var deadline: Deadline { Deadline(boot: tryAt.earlier(asked?.until)) }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now.boot
        var output = FeatureOutput<Self>()
        if let open = asked, open.until <= now {
            asked = nil
            // No answer means no (F-6), but not to a question that nobody heard.
            if open.question == .consent, open.isHeard { output = refuse(open.habit, in: context) }
        }
        guard let due = tryAt, due <= now else { return output }
        readWords(in: context)
        wishes = wishes.filter { isStillDue($0, in: context) }
        guard let until = listensUntil, now < until, !(words.isEmpty && wishes.isEmpty) else {
            tryAt = nil
            // A later press asks what is due then, and not whoever has just been woken.
            wishes = []
            return output
        }
        tryAt = now + Self.pause
        guard context.isQuiet, !context.isNudging, asked == nil else { return output }
        if let wish = takeQuestionBeforeStep() {
            ask(wish, &output, in: context)
        } else if !words.isEmpty {
            tellNext(&output, in: context)
        } else {
            ask(wishes.removeFirst(), &output, in: context)
        }
        return output
    }

    /// Somebody pressed a button, so somebody listens.
    mutating func listen(at now: BootTime, after pause: TimeSpan = pause) {
        listensUntil = now + Self.listening
        if !(words.isEmpty && wishes.isEmpty) { tryAt = now + pause }
    }

    /// The time in which Stop takes something back begins only now.
    mutating func waitForTakeBack(at now: BootTime) {
        if let tryAt { self.tryAt = max(tryAt, now + Self.takeBack) }
    }

    /// The sensor saw somebody before the ring of this occurrence.
    mutating func sawSomebody(before occurrence: Occurrence) { seen = occurrence }

    /// The owner is not up yet. Whoever sleeps on is asked nothing.
    mutating func ownerSleepsOn() { (seen, wishes) = (nil, []) }

    // MARK: What happens

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        readWords(in: context)
        switch notice {
        case .pressed:
            if let wish = wishAboutMiss(in: context) {
                wishes.removeAll { $0.habit == wish.habit && $0.question == .wereYouUp }
                wishes.insert(wish, at: 0)
            }
            if wishes.isEmpty, let wish = wishAboutWeek(in: context) { wishes = [wish] }
            if mayWishMore { wishes += wishesOutsideBedtime(in: context) }
            listen(at: context.now.boot)
        case .occurrenceEnded(let record, let ending): return ended(record, ending, in: context)
        case .profileChanged(let before): return profileChanged(from: before, in: context)
        case .said(let phrase):
            // The time for the answer counts from the end of the question (F-6).
            if let open = asked, phrase == .fading(.question(open.question, open.habit)) {
                asked?.until = context.now.boot + Self.answerAfterQuestion
                return noteHeard(in: context)
            }
        case .conversationBegan:
            // A talk takes up what a question would.
            forgetQuestion()
        case .conversationEnded(_, fellAsleep: true):
            // Nobody is woken for it: the words wait for another press, which asks what is due then.
            (wishes, listensUntil) = ([], nil)
        case .callOpened(.bedtime): return companionAsks(in: context)
        case .callOpened, .heard, .conversationEnded, .concernRaised, .wentOffRecord, .clockTrusted, .calendarChanged,
            .devicesChanged, .alarmChecked, .companionChecked:
            break
        }
        return FeatureOutput()
    }

    private mutating func ended(
        _ record: OccurrenceRecord, _ ending: OccurrenceEnding, in context: FeatureContext
    ) -> FeatureOutput<Self> {
        let (id, date) = (record.occurrence.habit, record.occurrence.date)
        guard context.profile.habit(id) != nil else { return FeatureOutput() }
        var output = FeatureOutput<Self>()
        let ledger = context.durable.fading.ledgers[id] ?? FadingLedger()
        // A date that a zone brings twice counts once.
        if let word = ending.word(record), ledger.day(on: date) == nil {
            // A sign of life before the ring, however late it is answered (FADE-2). If nobody answers, the sensor may have
            // seen somebody else, and the owner may have slept through all of it.
            let isSeen = seen == record.occurrence && record.outcome != .missed
            let day = CountedDay(date: date, observed: isSeen ? .unaided : word)
            output = change(id, ledger, in: context) { $0 = [.entry(id, number: ledger.nextNumber, .day(day))] }
            output.changes += trim(id, ledger)
            report(.day(id, day))
        }
        // Whoever pressed a button and slept on over the last ring does not listen.
        let isPressed = ending.pressedAfter != nil && record.outcome != .missed
        if id == .bedtime, isPressed || record.outcome == .unaided {
            wishes = wishes.filter { $0.question == .wereYouUp } + wishesAtBedtime(in: context)
            if mayWishMore, let wish = wishAboutWeek(in: context, isBedtime: true) { wishes.append(wish) }
        }
        if ending.isSaid, mayWishMore { wishes += wishesOutsideBedtime(in: context, isUp: true) }
        if isPressed { listen(at: context.now.boot) }
        if record.outcome == .unaided { listen(at: context.now.boot, after: Self.takeBack) }
        return output
    }

    /// Whether nothing is to be asked yet, but what the last ring was like.
    private var mayWishMore: Bool { wishes.allSatisfy { $0.question == .wereYouUp } }

    /// Makes changes of one habit's ledger, and notes and says what they lead to.
    mutating func change(
        _ id: HabitID, _ ledger: FadingLedger, in context: FeatureContext, _ make: (inout [Change]) -> Void
    ) -> FeatureOutput<Self> {
        readWords(in: context)
        var output = FeatureOutput<Self>()
        make(&output.changes)
        // A new ledger notes the rules by which it counts; one of other rules goes on from its level (F-1).
        if ledger.entries.isEmpty, ledger.base.through == 0 {
            // Rows that could not be read may be left of an earlier one; they would make this one unreadable too.
            output.changes.insert(contentsOf: [.forget(id), .base(id, FadingLedger.Base())], at: 0)
        } else if ledger.base.rules != FadingRules.current.version {
            output.changes.insert(.base(id, ledger.rebased()), at: 0)
        }
        var after = context.durable.fading
        let before = after.calling(id)
        for change in output.changes { after.apply(change) }
        let now = after.calling(id)
        guard now != before else { return output }
        let isSilence = now.level == before.level
        // A changed day that gives an earlier level back makes no step of its own, and nothing is said again (F-8).
        let isCorrected = after.ledgers[id]?.onlyUndoes(ledger) ?? true
        let reason: FadingReason = isCorrected ? .corrected : after.reasons[id] ?? .recalled
        let step = LevelStep(
            from: before.level, to: now.level,
            reason: isSilence ? now.isSilent ? .silent : .silenceOff : reason)
        output.requests.append(.note(.levelChanged, detail: "\(id): \(step)"))
        report(.level(id, step))
        let isToBeTold =
            isCorrected ? undoesWhatWasTold(step, ledger) : ![.recalled, .newTime].contains(reason)
        output.changes += expect(!isSilence && isToBeTold ? step : nil, of: id, in: after, on: context.local.date)
        wishes.removeAll { $0.habit == id }
        return output
    }

    /// Old entries become part of the base.
    private func trim(_ id: HabitID, _ ledger: FadingLedger) -> [Change] {
        guard ledger.entries.count >= FadingLedger.maximumEntries || ledger.days.count >= FadingLedger.daysKept else {
            return []
        }
        let old = ledger.entries.prefix(32)
        guard let last = old.last else { return [] }
        let base: [Change] =
            last.number > ledger.base.through ? [.base(id, ledger.rebased(through: last.number))] : []
        let since = ledger.standing.since
        let gone = old.filter { one in
            // An offer that is made once is remembered for good, and the askings for consent as long as they count.
            !one.entry.isOffer && !one.entry.isUntold && !one.entry.isConsentAsked(since: since)
        }
        return base + gone.map { .removeEntry(id, number: $0.number) }
    }

    private mutating func profileChanged(from before: Profile, in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        let fading = context.durable.fading
        for id in fading.ledgers.keys.sorted() {
            guard let habit = context.profile.habit(id) else {
                output.changes.append(.forget(id))
                words.removeAll { $0.habit == id }
                wishes.removeAll { $0.habit == id }
                if asked?.habit == id { asked = nil }
                continue
            }
            guard let old = before.habit(id) else {
                // It was removed before this ledger could follow: the new habit starts from the beginning.
                output.changes.append(.forget(id))
                continue
            }
            // Whoever sets another time needs none offered.
            if old.at != habit.at { wishes.removeAll { $0.habit == id && $0.question == .laterTime } }
            guard let ledger = fading.ledgers[id], fading.level(of: id).isNet else { continue }
            let today = context.local.date
            let entry: FadingEntry
            if Net.isOtherTime(old.at, habit.at) {
                entry = .newTime(today)
            } else if fading.silence(of: id) != nil, Self.isPlannedAnew(habit, since: old) {
                entry = .silence(today, nil)
            } else {
                continue
            }
            let changed = change(id, ledger, in: context) {
                $0 = [.entry(id, number: ledger.nextNumber, entry)]
            }
            output.changes += changed.changes
            output.requests += changed.requests
        }
        return output
    }

    /// The day that led to the last step does not count after all, so nothing is said about it.
    mutating func stepTakenBack(_ id: HabitID, _ step: LevelStep?) {
        if let step { report(.level(id, step)) }
        // The ledger is another one now, and is read again.
        (words, hasReadWords) = ([], false)
        wishes.removeAll { $0.habit == id && ($0.question == .week || $0.question == .ringAgain) }
    }

    // MARK: Corrections and answers

    /// The owner was up already: the day counts as unaided (FADE-2).
    mutating func correct(_ occurrence: Occurrence, in context: FeatureContext) -> FeatureOutput<Self> {
        let id = occurrence.habit
        guard let ledger = context.durable.fading.ledgers[id],
            let numbered = ledger.entries.last(where: { one in
                if case .day(let day) = one.entry { day.date == occurrence.date } else { false }
            }), case .day(var day) = numbered.entry, day.word != .unaided
        else { return FeatureOutput() }
        day.isCorrected = true
        wishes.removeAll { $0.habit == id && $0.question == .wereYouUp }
        var output = change(id, ledger, in: context) {
            $0 = [.entry(id, number: numbered.number, .day(day))]
        }
        output.requests.insert(.note(.alreadyUp, detail: occurrence.description), at: 0)
        report(.day(id, day))
        return output
    }

    /// Adds an entry about a habit's level.
    mutating func add(_ entry: FadingEntry, to id: HabitID, in context: FeatureContext) -> FeatureOutput<Self> {
        let ledger = context.durable.fading.ledgers[id] ?? FadingLedger()
        var output = change(id, ledger, in: context) { $0 = [.entry(id, number: ledger.nextNumber, entry)] }
        output.changes += trim(id, ledger)
        return output
    }

    private mutating func refuse(_ id: HabitID, in context: FeatureContext) -> FeatureOutput<Self> {
        add(.consent(context.local.date, isGiven: false), to: id, in: context)
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        switch command {
        case .progress: return (.fading(FadingReply(context)), FeatureOutput())
        case .consent(let id):
            guard context.profile.habit(id) != nil else { return (context.unknownHabit(id), FeatureOutput()) }
            guard context.durable.fading.standings[id]?.isRipeForConsent() == true else {
                return (.refused(.notRipe(id)), FeatureOutput())
            }
            return (.done, add(.consent(context.local.date, isGiven: true), to: id, in: context))
        case .automaticity(let id, let score):
            guard context.profile.habit(id) != nil else { return (context.unknownHabit(id), FeatureOutput()) }
            guard (1...7).contains(score) else { return (.refused(.automaticity(score)), FeatureOutput()) }
            // It is asked for the step from the net only, and forgotten with every other.
            guard context.durable.fading.level(of: id) == .net else { return (.refused(.notRipe(id)), FeatureOutput()) }
            return (.done, add(.automaticity(context.local.date, score: score), to: id, in: context))
        // The machine carries these out.
        case .recall, .alreadyUp, .answer, .silence: return (.done, FeatureOutput())
        }
    }
}
