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

        enum CodingKeys: String, CodingKey { case summarized }
        enum SummarizedCodingKeys: String, CodingKey { case _0 = "summary", talk }
    }

    /// What was decided, for simulations and tests; it holds words.
    enum Report: Hashable, Sendable {
        case kept(MemoryItem), refused(MemoryRefusal), forgot(MemoryID), asked(MemoryItem)
    }

    /// The talk that is on.
    private(set) var talk: RememberedTalk?
    /// A talk that is over and whose summary is still awaited.
    private(set) var ended: RememberedTalk?
    /// What the companion of the next call was told when that call was made.
    private var prepared: Prepared?
    /// How many things were kept and not announced yet (M-10).
    private var owedCount = 0
    private var announceBy: BootTime?
    private var announceFrom = BootTime.zero
    private var reports: [Report] = []
    /// How often the gate refused, by reason.
    public private(set) var refusals: [MemoryRefusal: Int] = [:]

    private struct Prepared: Hashable, Sendable {
        /// The number of the talk.
        var talk: Int
        var habit: HabitID?
        var told: MemoryTold
        var prompt: MemoryPrompt
        var isSent = false
    }

    /// How long an announcement waits for silence.
    private static let announcementPatience = TimeSpan.seconds(60)
    /// The silence before it: who pressed Stop hears first that it is silent.
    private static let announcementPause = TimeSpan.seconds(1)
    private static let maximumReports = 64

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

    /// Chooses what the companion of a new call is told from the memory.
    mutating func tell(_ habit: HabitID?, in context: FeatureContext) -> MemoryTold {
        let (told, prompt) = Self.told(habit, in: context)
        prepared = Prepared(
            talk: talk?.number ?? context.durable.memory.nextTalk, habit: habit, told: told, prompt: prompt)
        return told
    }

    /// Notes what has left the device with the instructions of a call, whether anybody talks on it or not (M-11).
    mutating func sent(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let prepared, !prepared.isSent else { return FeatureOutput() }
        self.prepared?.isSent = true
        let part = context.durable.memory
        let lines = prepared.told.lines(prepared.prompt)
        guard !lines.isEmpty else { return FeatureOutput() }
        let earlier = part.sent.first { $0.talk == prepared.talk }?.lines ?? []
        let sent = SentTalk(
            talk: prepared.talk, at: talk?.at ?? context.local, habit: prepared.habit, lines: earlier + lines)
        return FeatureOutput(changes: Self.sending(sent, part))
    }

    static func told(_ habit: HabitID?, in context: FeatureContext) -> (MemoryTold, MemoryPrompt) {
        let part = context.durable.memory
        let language = context.profile.language
        let mayTell = part.mode != .paused && part.fault == nil && context.isClockTrusted
        var memory = mayTell ? part.memory : Memory()
        _ = memory.expire(at: context.local)
        let prompt = MemoryPrompt(memory, habit: habit, at: context.local, language: language)
        let words = MemoryPromptWords(language: language, today: context.local.date)
        var told = MemoryTold(isOn: mayTell && part.mode == .on, block: PrivateText(prompt.text), ids: prompt.ids)
        if told.isOn { told.names = words.names(of: memory).map { PrivateText($0) } }
        if habit == .bedtime {
            told.asked = memory.intentionToAsk(at: context.local)?.id
            told.last = told.asked.flatMap(memory.item).map { PrivateText(words.question(about: $0)) }
            if !memory.labels.offering(on: context.local.evening).isEmpty { told.offer = PrivateText(words.person) }
        } else if let habit, let item = memory.intentions(for: context.local.date, habit: habit).first,
            item.intention?.habit == habit
        {
            told.first = PrivateText(words.intention(item))
        }
        return (told, prompt)
    }

    /// The line with the names of the facts that are kept.
    static func names(in context: FeatureContext) -> PrivateText? {
        MemoryPromptWords(language: context.profile.language, today: context.local.date)
            .names(of: context.durable.memory.memory).map { PrivateText($0) }
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
            return voice == .owner ? rehearsed(in: context) : FeatureOutput()
        case .conversationBegan:
            // The service had its time.
            let output = summarized(nil, in: context)
            talk = nil
            return output
        case .conversationEnded(let end):
            ended?.isOwnerAwake = end.isOwnerAwake
            talk?.isOwnerAwake = end.isOwnerAwake
            // What is owed from an earlier talk waits for a moment of silence after this one, too.
            if announceBy != nil { announceFrom = context.now.boot + Self.announcementPause }
            return leftWithoutSummary(in: context)
        case .concernRaised: return crisis(in: context)
        case .wentOffRecord, .pressed, .said, .occurrenceEnded, .profileChanged, .clockTrusted, .calendarChanged,
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
        talk.habit = habit
        if part.mode == .on, talk.pending == nil, let pending = part.pending { talk.join(pending) }
        var memory = part.memory
        var changes = memory.expire(at: context.local)
        if let prepared {
            let (told, prompt) = (prepared.told, prepared.prompt)
            talk.told += told.lines(prompt)
            changes += memory.use(prompt.ids, offered: prompt.offered, at: context.local)
            if let asked = told.asked, let item = memory.item(asked) {
                let marked = memory.ask(asked, at: context.local)
                if !marked.isEmpty { report(.asked(item)) }
                changes += marked
            }
            if told.offer != nil { memory.make(memory.labels.offering(on: context.local.evening), &changes) }
        }
        let output = FeatureOutput<MemoryKeeper>(changes: changes.map { .record($0) })
        prepared = nil
        self.talk = talk
        return output
    }

    /// Forgets what was kept of the talk before somebody was found at risk in it (G-4): the sentence that gave it away was
    /// seldom the first.
    private mutating func crisis(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        let number = talk?.number ?? ended?.number
        if talk == nil { ended?.isCrisis = true } else { talk?.isCrisis = true }
        guard let number else { return FeatureOutput() }
        let kept = context.durable.memory.memory.items.filter { $0.talk == number && $0.use.status != .forgotten }
        guard !kept.isEmpty else { return FeatureOutput() }
        let (_, output) = OwnerOfMemory(context: context).forget(kept.map(\.id))
        forget(output.changes, about: nil, in: context)
        return output
    }

    /// Notes which intentions of this talk the owner has said once more since they were kept.
    private func rehearsed(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let talk = talk ?? ended else { return FeatureOutput() }
        var memory = context.durable.memory.memory
        let open = memory.active.filter { $0.talk == talk.number && $0.intention?.isRehearsed == false }
        guard !open.isEmpty else { return FeatureOutput() }
        let gate = talk.gate(context.profile.language)
        let changes = open.flatMap { item in
            item.intention.map(gate.isRehearsed) == true ? memory.rehearse(item) : []
        }
        return FeatureOutput(changes: changes.map { .record($0) })
    }

    private static func sending(_ talk: SentTalk, _ part: OwnerMemory) -> [Change] {
        var changes: [Change] = []
        let isNew = !part.sent.contains { $0.talk == talk.talk }
        if isNew, part.sent.count >= OwnerMemory.maximumSent, let oldest = part.sent.first {
            changes.append(.removeSent(talk: oldest.talk))
        }
        return changes + [.sent(talk)]
    }

    /// The lines to be summarized, when a talk over a live call ends; nil if there is nothing to ask for.
    mutating func summaryLines(in context: FeatureContext) -> (talk: Int, lines: [TalkLine])? {
        guard let talk, context.durable.memory.mode == .on else { return nil }
        let lines = talk.summaryLines
        guard !lines.isEmpty else { return nil }
        ended = talk
        self.talk = nil
        return (talk.number, lines)
    }

    /// Ends a talk for which no summary was asked: its call was lost, or there was nothing to ask for.
    private mutating func leftWithoutSummary(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let talk else { return FeatureOutput() }
        self.talk = nil
        owe(talk, at: context.now.boot)
        let part = context.durable.memory
        guard part.mode == .on, part.fault == nil else { return FeatureOutput() }
        let waiting = talk.remainder(isEarlierTried: false)
        return FeatureOutput(changes: waiting == nil || waiting == part.pending ? [] : [.pending(waiting)])
    }

    /// Leaves the talk to the next start, because the program ends: there is no time for a summary.
    mutating func leave(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        ended == nil ? leftWithoutSummary(in: context) : summarized(nil, in: context)
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        switch event {
        case .summarized(let summary, let talk):
            guard ended?.number == talk else { return FeatureOutput() }
            return summarized(summary, in: context)
        }
    }

    /// Ends the wait for a summary. Without one the talk is kept for a day, unless it was the second try already.
    private mutating func summarized(
        _ summary: MemorySummary?, in context: FeatureContext
    ) -> FeatureOutput<MemoryKeeper> {
        guard var talk = ended else { return FeatureOutput() }
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
        if !talk.isCrisis { output.requests.append(.log(.info, Self.note(of: summary, refused))) }
        let language = context.profile.language
        let day = gate.lines(ofDay: summary.day)
        output.changes += memory.keepDay(day, of: talk.at.evening, language: language).map { .record($0) }
        if talk.pending != nil { output.changes.append(.pending(nil)) }
        owe(talk, at: context.now.boot)
        return output
    }

    /// A line for the log for each memory that was dropped because there is no more room (M-1): its number alone.
    private static func dropped(_ changes: [MemoryChange]) -> [FeatureRequest] {
        changes.compactMap { change in
            guard case .remove(let id) = change else { return nil }
            return .log(.info, "memory \(id.number) was dropped for room")
        }
    }

    /// What became of a summary, without a word of it.
    private static func note(of summary: MemorySummary, _ refused: [MemoryRefusal]) -> String {
        let reasons = refused.isEmpty ? "" : " (\(refused.map(\.rawValue).joined(separator: ", ")))"
        return "the summary: \(summary.items.count - refused.count) kept, \(refused.count) refused\(reasons)"
    }

    /// Lets the gate and the memory decide about one candidate.
    private mutating func consider(
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
        let result = memory.keep(candidate, at: context.local, talk: talk.number, habit: talk.habit)
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
        guard !talk.kept.isEmpty, talk.isOwnerAwake, !talk.isCrisis else { return }
        owedCount += talk.kept.count
        announceBy = now + Self.announcementPatience
        announceFrom = now + Self.announcementPause
    }

    var deadline: Deadline {
        Deadline(civil: destroyAt, boot: announceBy == nil ? nil : nextLook)
    }

    private var nextLook: BootTime?
    /// When the talk that waits for a second try is destroyed.
    private var destroyAt: CivilTime?

    mutating func plan(in context: FeatureContext) {
        // Made anew before every look at the deadlines: in silence one that lies ahead would never come.
        nextLook = announceBy.map { until in
            max(announceFrom, context.isQuiet ? context.now.boot : min(until, context.now.boot + .seconds(1)))
        }
        destroyAt = context.durable.memory.pending.map { $0.at.civil + PendingTalk.maximumAge }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        var output = FeatureOutput<MemoryKeeper>()
        if let destroyAt, destroyAt <= context.now.civil, context.isClockTrusted {
            output.changes.append(.pending(nil))
            talk?.leaveEarlierTalk()
            ended?.leaveEarlierTalk()
            self.destroyAt = nil
        }
        guard let until = announceBy, announceFrom <= context.now.boot else { return output }
        if context.isQuiet {
            output.requests.append(.say(.memoryKept(owedCount)))
        } else if context.now.boot < until {
            return output
        }
        announceBy = nil
        owedCount = 0
        return output
    }

    // MARK: Requests

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        if let fault = context.durable.memory.fault, command != .wipe { return refuse(.memoryUnreadable(fault)) }
        if case .call(let call) = command { return answer(call, in: context) }
        let (reply, output) = OwnerOfMemory(context: context).answer(command)
        var about: PrivateText?
        if case .forgetAbout(let query) = command { about = query }
        forget(output.changes, about: about, in: context)
        return (reply, output)
    }

    private func refuse(_ refusal: Refusal) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        (.refused(refusal), FeatureOutput())
    }

    /// Takes the lines of the talk that hold what is forgotten off the record: a summary must not bring it back.
    private mutating func forget(_ changes: [Change], about: PrivateText?, in context: FeatureContext) {
        var gone = [about].compactMap { $0 }.filter(\.namesSomething)
        for case .record(.erase(let item)) in changes {
            report(.forgot(item.id))
            if let before = context.durable.memory.memory.item(item.id) { gone += [before.text, before.quote] }
        }
        if changes.contains(.wipe) { (talk, ended) = (nil, nil) }
        for case .mode(let mode) in changes where mode != .on {
            talk?.forgetAll()
            ended = nil
        }
        talk?.forget(gone)
        ended?.forget(gone)
    }

    private mutating func answer(
        _ call: MemoryCall, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        let part = context.durable.memory
        guard part.mode == .on else { return refuse(.memoryOff(part.mode)) }
        guard var talk else { return refuse(context.isClockTrusted ? .noTalk : .clockNotSet) }
        defer { self.talk = talk }
        var memory = part.memory
        let now = context.local
        func keep(_ candidate: MemoryCandidate) -> (Reply, FeatureOutput<MemoryKeeper>) {
            var gate = talk.gate(context.profile.language)
            switch consider(candidate, &gate, &memory, &talk, in: context) {
            case .failure(let refusal): return refuse(.memory(refusal))
            case .success(let changes):
                let items = changes.compactMap { if case .keep(let item) = $0 { item } else { nil } }
                var output = FeatureOutput<MemoryKeeper>(changes: changes.map { .record($0) })
                output.requests = Self.dropped(changes)
                return (.memory(.changed(kept: items, forgotten: [])), output)
            }
        }
        switch call {
        case .remember(let candidate): return keep(candidate)
        case .saveIntention(let said):
            var intention = said.intention(for: day(of: said.habit, in: context))
            if !talk.gate(context.profile.language).speaksOfMoreDays { intention.recurrence = nil }
            return keep(MemoryCandidate(intention))
        case .saveReflection(let said):
            let feelings = memory.labels.isOn ? talk.gate(context.profile.language).confirmed(said.feelings) : []
            let reflection = Reflection(date: now.evening, feelings: feelings, oneWord: said.oneWord)
            return keep(MemoryCandidate(reflection, line: said.line, quote: said.quote))
        case .offRecord:
            talk.transcript.goOffRecord()
            // The companion may have kept something before it heeded the wish, which often stands in the same line.
            let kept = memory.items.filter { $0.talk == talk.number && $0.isActive && talk.isOffRecord($0.quote) }
            for item in kept { talk.drop(quote: item.quote) }
            let (_, output) = OwnerOfMemory(context: context).forget(kept.map(\.id))
            self.talk = talk
            forget(output.changes, about: nil, in: context)
            talk = self.talk ?? talk
            return (.done, output)
        case .forget(let query):
            guard talk.gate(context.profile.language).mayForget(query) else { return refuse(.memory(.unquoted)) }
            let (reply, output) = OwnerOfMemory(context: context).answer(.forgetAbout(query))
            self.talk = talk
            forget(output.changes, about: query, in: context)
            talk = self.talk ?? talk
            return (reply, output)
        case .answerIntention(let answer, let words):
            // Only the owner's own words are kept, and nothing off the record.
            let own = words.flatMap { talk.gate(context.profile.language).ownWords($0) }
            let (changes, advice) = memory.answer(answer, words: own, at: now)
            guard !changes.isEmpty else { return refuse(.noOpenIntention) }
            return (.memory(.advice(advice)), FeatureOutput(changes: changes.map { .record($0) }))
        case .read(let query):
            let all = memory.recall(query.words, at: now)
            let rest = all.filter { !talk.read.contains($0.id) }
            // Asked again when all was read: from the beginning.
            let left = rest.isEmpty ? all : rest
            let found = Array(left.prefix(Self.maximumRead))
            if rest.isEmpty { talk.read.subtract(all.map(\.id)) }
            talk.read.formUnion(found.map(\.id))
            let lines = found.map(\.text)
            talk.told += lines
            let earlier = part.sent.first { $0.talk == talk.number }
            let sent = SentTalk(
                talk: talk.number, at: earlier?.at ?? talk.at, habit: earlier?.habit ?? talk.habit,
                lines: (earlier?.lines ?? []) + lines)
            return (
                .memory(.recalled(found, more: left.count - found.count)),
                FeatureOutput(changes: lines.isEmpty ? [] : Self.sending(sent, part))
            )
        }
    }

    private static let maximumRead = 5

    /// The day of an intention: the habit's next one, or tomorrow for a habit that is not due.
    private func day(of habit: HabitID, in context: FeatureContext) -> LocalDate {
        let next = context.calendar.next(of: habit, after: context.now.civil)?.occurrence.date
        return next ?? context.local.evening.adding(days: 1)
    }
}

extension FeatureContext {
    /// Now, by the owner's clock.
    var local: LocalMoment {
        LocalMoment(civil: now.civil, zone: calendar.zone.name, local: calendar.zone.local(now.civil))
    }
}
