/// Remembers what the owner said, as a feature (MIND-1, MIND-2, MIND-3).
///
/// It hears both voices of a live talk, decides with `MemoryGate` about everything that a companion asks to keep, and
/// says what the next companion is told. The transcript is in memory only and is forgotten with the talk, except that a
/// talk whose summary failed waits, sealed, for one more try. Nothing is kept unless the owner has agreed.
public struct MemoryKeeper: Feature {
    typealias Effect = Never
    public typealias Change = OwnerMemory.Change
    public typealias Command = MemoryCommand

    /// A report from the driver of the online companion.
    public enum Event: Hashable, Codable, Sendable {
        /// The summary of a talk; nil if the service gave none.
        case summarized(MemorySummary?, talk: Int)
        /// The lines about a morning's theme and teaching that the companion of the call is told, which is being made or
        /// is on.
        case thought([PrivateText])

        enum CodingKeys: String, CodingKey { case summarized, thought }
        enum SummarizedCodingKeys: String, CodingKey { case _0 = "summary", talk }
        enum ThoughtCodingKeys: String, CodingKey { case _0 = "lines" }
    }

    /// What was decided, for simulations and tests; it holds words.
    enum Report: Hashable, Sendable {
        case kept(MemoryItem), refused(MemoryRefusal), forgot(MemoryID), asked(MemoryItem)
    }

    /// The talk that is on.
    var talk: RememberedTalk?
    /// The last talk, for as long as its summary is awaited, or the words that the owner said last in it.
    var ended: RememberedTalk?
    /// What the companion of the next call was told when that call was made.
    private var prepared: Prepared?
    /// The number that the talk of a call which is not open yet will have.
    var preparedTalk: Int? { prepared?.talk }
    private var news = KeptNews()
    /// How many things were kept of talks at whose end nobody was awake.
    var untold = 0
    private var reports: [Report] = []
    /// How often the gate refused, by reason.
    public private(set) var refusals: [MemoryRefusal: Int] = [:]

    private static let maximumReports = 64
    /// How long words may be written down after a talk: the companion's driver waits 8 s.
    private static let lastWords = TimeSpan.seconds(9)

    mutating func takeReports() -> [Report] {
        defer { reports = [] }
        return reports
    }

    mutating func report(_ report: Report) {
        // A crisis is not even counted (G-4).
        if case .refused(let reason) = report, reason != .crisis { refusals[reason, default: 0] += 1 }
        reports.append(report)
        if reports.count > Self.maximumReports { reports.removeFirst() }
    }

    // MARK: What a companion is told

    /// Chooses what the companion of a call is told from the memory.
    ///
    /// - Parameter isRenewed: the call is there already, and is told it in the place of what it was told before.
    mutating func tell(_ habit: HabitID?, isRenewed: Bool, in context: FeatureContext) -> MemoryTold {
        let (told, prompt) = Self.told(habit, in: context, mayOffer: talk?.hasOffer != true)
        let number = talk?.number ?? (isRenewed ? prepared?.talk : nil) ?? context.durable.memory.nextTalk
        prepared = Prepared(talk: number, habit: habit, told: told, prompt: prompt, isRenewed: isRenewed)
        return told
    }

    /// The companion of a call is told nothing that is noted.
    mutating func tellNothing() { prepared = nil }

    /// Notes what has left the device with the instructions of a call, whether anybody talks on it or not (M-11).
    mutating func sent(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let prepared, !prepared.isSent else { return FeatureOutput() }
        self.prepared?.isSent = true
        let part = context.durable.memory
        let known = prepared.isRenewed ? part.lines(sentIn: prepared.talk) : []
        let lines = prepared.lines.filter { !known.contains($0) }
        let changes = Self.sending(lines, to: prepared.talk, at: talk?.at ?? context.local, prepared.habit, part)
        return FeatureOutput(changes: changes)
    }

    /// Notes what the companion of a morning is told besides: chosen by a driver, perhaps after the call was opened, or
    /// chosen once more.
    private mutating func told(_ thought: [PrivateText], in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        let part = context.durable.memory
        guard part.mode != .paused, part.fault == nil, context.isClockTrusted else { return FeatureOutput() }
        if var prepared, !prepared.isSent {
            prepared.thought = thought
            self.prepared = prepared
            return FeatureOutput()
        }
        talk?.told += thought
        guard let number = prepared?.talk ?? talk?.number else { return FeatureOutput() }
        prepared?.thought = thought
        let changes = Self.sending(
            thought, to: number, at: talk?.at ?? context.local, prepared?.habit ?? talk?.habit, part)
        return FeatureOutput(changes: changes)
    }

    /// Notes what the service is told with the request for a summary, as far as this talk was not told it before.
    mutating func toldSummary(_ task: SummaryTask, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        let part = context.durable.memory
        guard let ended, ended.number == task.talk, let names = task.names,
            part.sent.first(where: { $0.talk == task.talk })?.lines.contains(names) != true
        else { return FeatureOutput() }
        return FeatureOutput(changes: Self.sending([names], to: ended.number, at: ended.at, ended.habit, part))
    }

    // MARK: The talk

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        switch notice {
        case .callOpened(let habit): return opened(habit, in: context)
        case .heard(let voice, let words, let turn):
            // What was said before the owner agreed is not heard.
            guard context.durable.memory.mode == .on else { return FeatureOutput() }
            if talk == nil {
                ended?.transcript.hear(voice, words.words, turn: turn)
            } else {
                talk?.transcript.hear(voice, words.words, turn: turn)
            }
            guard voice == .owner else { return FeatureOutput() }
            if let target = ForgetWish.target(inLine: words.words) { return forget(target, in: context) }
            talk?.takenBack = []
            return Irony.isNothingButJoke(words.words) ? takenBack(in: context) : rehearsed(in: context)
        case .conversationBegan:
            // The service had its time. The owner's last words may still be written down.
            let last = ended
            let output = summarized(nil, in: context)
            if var last, last.awaitsSummary, let until = last.wordsUntil, until > context.now.boot {
                (last.awaitsSummary, last.isCounted) = (false, true)
                ended = last
            }
            talk = nil
            return output
        case .conversationEnded(let end, _):
            if talk == nil { ended?.isOwnerAwake = end.isOwnerAwake }
            talk?.isOwnerAwake = end.isOwnerAwake
            // What was kept of a talk that nobody was awake for is said after the first one with somebody awake (M-10).
            if end.isOwnerAwake, !context.isAtRisk {
                if context.durable.memory.mode == .on { news.add(untold, at: context.now.boot) }
                untold = 0
            }
            // What is owed from an earlier talk waits for a moment of silence after this one, too.
            news.waitForSilence(at: context.now.boot)
            return leftWithoutSummary(in: context)
        case .concernRaised: return crisis(in: context)
        case .wentOffRecord: return talk == nil ? offRecordAfterTalk(in: context) : FeatureOutput()
        case .pressed, .said, .occurrenceEnded, .profileChanged, .clockTrusted, .calendarChanged,
            .devicesChanged, .alarmChecked, .companionChecked:
            return FeatureOutput()
        }
    }

    private mutating func opened(_ habit: HabitID?, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        let part = context.durable.memory
        guard part.mode != .paused, part.fault == nil, context.isClockTrusted else {
            talk = nil
            return FeatureOutput()
        }
        var talk = talk ?? RememberedTalk(number: prepared?.talk ?? part.nextTalk, habit: habit, at: context.local)
        (talk.habit, talk.ownerName) = (habit, context.profile.ownerName)
        if part.mode == .on, talk.pending == nil, let pending = part.pending { talk.join(pending) }
        var memory = part.memory
        var changes = memory.expire(at: context.local, countsLabels: context.mayLose)
        if let prepared {
            let (told, prompt) = (prepared.told, prepared.prompt)
            talk.told += prepared.lines
            if prompt.offered != nil { talk.hasOffer = true }
            changes += memory.use(prompt.ids, offered: prompt.offered, at: context.local)
            for asked in told.allAsked {
                guard let item = memory.item(asked) else { continue }
                let marked = memory.ask(asked, at: context.local)
                if !marked.isEmpty { report(.asked(item)) }
                changes += marked
            }
            if told.offer != nil { memory.make(memory.labels.offering(on: context.local.evening), &changes) }
            if told.doctor != nil { changes += memory.doctorNamed(at: context.local, context.profile.language) }
        }
        let output = FeatureOutput<MemoryKeeper>(changes: changes.map { .record($0) })
        prepared = nil
        self.talk = talk
        return output
    }

    /// Takes back what was kept of the talk before somebody was found at risk in it (G-4): the sentence that gave it away
    /// was seldom the first. The same goes for a talk that ended seconds before. Nothing is said of what was kept.
    private mutating func crisis(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        (news, untold) = (KeptNews(), 0)
        talk?.isCrisis = true
        ended?.isCrisis = true
        let talks = [talk, ended].compactMap { $0 }
        guard !talks.isEmpty else { return FeatureOutput() }
        let part = context.durable.memory
        let kept = talks.flatMap { part.memory.kept(of: $0.number) }
        var (_, output) = OwnerOfMemory(context: context).takeBack(kept, answers: talks.flatMap(\.answered))
        dropWaiting(of: talks, &output, in: context)
        forget(output.changes, about: nil, in: context)
        return output
    }

    private func rehearsed(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let talk = talk ?? ended else { return FeatureOutput() }
        let changes = talk.rehearsals(in: context.durable.memory.memory, context.profile.language)
        return FeatureOutput(changes: changes.map { .record($0) })
    }

    /// The lines to be summarized, when a talk over a live call ends; nil if there is nothing to ask for.
    mutating func summaryLines(in context: FeatureContext) -> (talk: Int, lines: [TalkLine])? {
        guard let talk, context.durable.memory.mode == .on else { return nil }
        let lines = talk.summaryLines
        guard !lines.isEmpty else { return nil }
        self.talk = nil
        awaitWords(of: talk, andSummary: true, at: context.now.boot)
        return (talk.number, lines)
    }

    /// Keeps the talk that has just ended for as long as something of it is awaited.
    private mutating func awaitWords(of talk: RememberedTalk, andSummary awaitsSummary: Bool, at now: BootTime) {
        lastWordsAreOver(at: now)
        ended = talk
        ended?.awaitsSummary = awaitsSummary
        ended?.wordsUntil = now + Self.lastWords
    }

    /// Ends the wait for the last words of a talk of which no summary is awaited.
    private mutating func lastWordsAreOver(at now: BootTime) {
        guard let over = ended, !over.awaitsSummary else { return }
        ended = nil
        owe(over, at: now)
    }

    /// Ends a talk for which no summary was asked: its call was lost, or there was nothing to ask for.
    private mutating func leftWithoutSummary(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let talk else { return FeatureOutput() }
        self.talk = nil
        awaitWords(of: talk, andSummary: false, at: context.now.boot)
        let part = context.durable.memory
        guard part.mode == .on, part.fault == nil else { return FeatureOutput() }
        let waiting = talk.remainder(isEarlierTried: false)
        return FeatureOutput(changes: waiting == nil || waiting == part.pending ? [] : [.pending(waiting)])
    }

    /// Leaves the talk to the next start, because the program ends: there is no time for a summary.
    mutating func leave(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        ended?.awaitsSummary == true ? summarized(nil, in: context) : leftWithoutSummary(in: context)
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        switch event {
        case .summarized(let summary, let talk):
            guard ended?.number == talk, ended?.awaitsSummary == true else { return FeatureOutput() }
            return summarized(summary, in: context)
        case .thought(let lines): return told(lines, in: context)
        }
    }

    /// Ends the wait for a summary. Without one the talk is kept for a day, unless it was the second try already.
    private mutating func summarized(
        _ summary: MemorySummary?, in context: FeatureContext
    ) -> FeatureOutput<MemoryKeeper> {
        guard var talk = ended, talk.awaitsSummary else { return FeatureOutput() }
        ended = nil
        var output = FeatureOutput<MemoryKeeper>()
        guard context.durable.memory.mode == .on else { return output }
        guard let summary else {
            owe(talk, at: context.now.boot)
            let waiting = talk.remainder(isEarlierTried: true)
            output.changes = waiting == nil && context.durable.memory.pending == nil ? [] : [.pending(waiting)]
            return output
        }
        var memory = context.durable.memory.memory
        var gate = talk.gate(context.profile.language)
        var refused: [MemoryRefusal] = []
        for candidate in summary.items {
            switch consider(candidate, &gate, &memory, &talk, in: context) {
            case .success(let changes):
                output.changes += changes.map { .record($0) }
                output.requests += Self.dropped(changes)
            case .failure(let refusal): refused.append(refusal)
            }
        }
        let language = context.profile.language
        let day = gate.judged(day: summary.day)
        for refusal in day.refused { report(.refused(refusal)) }
        if !talk.isCrisis { output.requests.append(.log(.info, Self.note(of: summary, refused, ofDay: day.refused))) }
        for (date, lines) in talk.byEvening(day.kept, gate).sorted(by: { $0.key < $1.key }) {
            output.changes += memory.keepDay(lines, of: date, language: language).map { .record($0) }
        }
        if talk.pending != nil { output.changes.append(.pending(nil)) }
        owe(talk, at: context.now.boot)
        return output
    }

    /// Lets the gate and the memory decide about one candidate.
    mutating func consider(
        _ candidate: MemoryCandidate, _ gate: inout MemoryGate, _ memory: inout Memory, _ talk: inout RememberedTalk,
        in context: FeatureContext
    ) -> Result<[MemoryChange], MemoryRefusal> {
        var candidate = candidate
        candidate.isOffRecord = candidate.isOffRecord || talk.transcript.isOffRecord
        if let refusal = gate.refusal(of: candidate, today: context.local.date) {
            report(.refused(refusal))
            return .failure(refusal)
        }
        candidate = gate.completed(candidate)
        candidate = gate.dated(candidate, from: talk.evening(of: candidate.quote), today: context.local.date)
        // An intention or a look back is of the talk in which its tool is called.
        let earlier = candidate.detail == nil ? talk.earlierTalk(saying: candidate.quote) : nil
        let result = memory.keep(
            candidate, at: earlier?.at ?? context.local, talk: earlier?.talk ?? talk.number,
            habit: earlier == nil ? talk.habit : earlier?.habit)
        switch result {
        case .success(let changes):
            gate.keep(candidate)
            talk.keep(candidate)
            for case .keep(let item) in changes { report(.kept(item)) }
        case .failure(let refusal): report(.refused(refusal))
        }
        return result
    }

    // MARK: Telling the owner

    private mutating func owe(_ talk: RememberedTalk, at now: BootTime) {
        guard !talk.isCrisis, !talk.isCounted else { return }
        guard talk.isOwnerAwake else {
            untold += talk.keptCount
            return
        }
        news.add(talk.keptCount, at: now)
    }

    var deadline: Deadline {
        Deadline(civil: destroyAt.earlier(countAt), boot: news.nextCheck.earlier(wordsUntil))
    }

    /// When the last words of the talk that is over are awaited no longer; a summary has a time of its own.
    private var wordsUntil: BootTime? { ended?.awaitsSummary == false ? ended?.wordsUntil : nil }

    /// When the talk that waits for a second try is destroyed.
    private var destroyAt: CivilTime?
    /// When the labels of the oldest day are reduced to counts.
    private var countAt: CivilTime?

    mutating func plan(in context: FeatureContext) {
        news.plan(isQuiet: context.isQuiet, at: context.now.boot)
        destroyAt = context.durable.memory.pending.map { $0.destroyAt(now: context.now.civil) }
        countAt = context.durable.memory.memory.labels.countAt.map { due in
            max(due, context.calendar.steady.earliestLoss(at: context.now))
        }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        var output = FeatureOutput<MemoryKeeper>()
        if let destroyAt, destroyAt <= context.now.civil, context.isClockTrusted {
            output.changes.append(.pending(nil))
            talk?.leaveEarlierTalk()
            ended?.leaveEarlierTalk()
            self.destroyAt = nil
        }
        if let countAt, countAt <= context.now.civil, context.isClockTrusted {
            self.countAt = nil
            var memory = context.durable.memory.memory
            output.changes += memory.countLabels(on: context.local.date).map { .record($0) }
        }
        if let wordsUntil, wordsUntil <= context.now.boot { lastWordsAreOver(at: context.now.boot) }
        if let count = news.tell(isQuiet: context.isQuiet, at: context.now.boot) {
            output.requests.append(.say(.memoryKept(count)))
        }
        return output
    }
}
