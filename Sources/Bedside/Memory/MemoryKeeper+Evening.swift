/// The evening without an online companion: what the device's own voice asks, and the answers by button.
extension MemoryKeeper {
    /// What the device may ask this evening.
    struct Questions: Hashable, Sendable {
        /// Today's intentions about which nobody has asked yet.
        var open: [MemoryItem] = []
        /// Earlier intentions for the morning, the newest first, if tomorrow has none yet.
        var earlier: [MemoryItem] = []
    }

    private static let maximumEarlier = 5

    static func questions(in context: FeatureContext) -> Questions {
        let part = context.durable.memory
        guard part.mode != .paused, part.fault == nil, context.isClockTrusted else { return Questions() }
        var memory = part.memory
        _ = memory.expire(at: context.local)
        var questions = Questions(open: memory.intentionsToAsk(at: context.local))
        guard part.mode == .on, let tomorrow = next(.wake, in: context),
            memory.intention(of: .wake, on: tomorrow) == nil
        else { return questions }
        for item in memory.items.reversed() where item.intention?.habit == .wake && item.use.status != .forgotten {
            guard questions.earlier.count < maximumEarlier else { break }
            let isKnown = questions.earlier.contains {
                $0.text == item.text && $0.intention?.recording == item.intention?.recording
            }
            if !isKnown { questions.earlier.append(item) }
        }
        return questions
    }

    /// The habit's next day, if that begins within a day from now.
    private static func next(_ habit: HabitID, in context: FeatureContext) -> LocalDate? {
        guard let due = context.calendar.next(of: habit, after: context.now.civil) else { return nil }
        return due.at - context.now.civil <= .days(1) ? due.occurrence.date : nil
    }

    /// Notes that the device asks about the intention now, so that nobody asks again.
    mutating func ask(_ id: MemoryID, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        var memory = context.durable.memory.memory
        let overdue = memory.expire(at: context.local, countsLabels: context.mayLose)
        guard let item = memory.item(id) else { return FeatureOutput() }
        let changes = memory.ask(id, at: context.local)
        if !changes.isEmpty { report(.asked(item)) }
        return FeatureOutput(changes: (overdue + changes).map { .record($0) })
    }

    /// Takes a button as the answer about today's intention.
    mutating func answer(
        _ id: MemoryID, isDone: Bool, in context: FeatureContext
    ) -> (advice: IntentionAdvice, output: FeatureOutput<MemoryKeeper>) {
        var memory = context.durable.memory.memory
        let (changes, advice) = memory.answer(isDone ? .done : .not, about: id, at: context.local)
        return (advice, FeatureOutput(changes: changes.map { .record($0) }))
    }

    /// Takes an earlier intention for tomorrow, too: the owner's own words of then, chosen by button.
    mutating func intendAgain(_ id: MemoryID, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        var memory = context.durable.memory.memory
        guard var intention = memory.item(id)?.intention, let day = Self.next(intention.habit, in: context) else {
            return FeatureOutput()
        }
        intention.forDate = day
        intention.status = .open
        intention.askedAt = nil
        intention.answerWords = nil
        intention.isRehearsed = false
        var changes = memory.expire(at: context.local, countsLabels: context.mayLose)
        if case .success(let kept) = memory.keep(
            MemoryCandidate(intention), at: context.local, talk: nil, habit: .bedtime)
        {
            for case .keep(let item) in kept { report(.kept(item)) }
            changes += kept
        }
        return FeatureOutput(changes: changes.map { .record($0) })
    }

    // MARK: The owner's own voice

    /// Whether what the owner says this evening about tomorrow is to be recorded: they have agreed, and tomorrow has no
    /// intention yet.
    static func recordsIntention(in context: FeatureContext) -> Bool {
        let part = context.durable.memory
        guard part.mode == .on, part.fault == nil, context.isClockTrusted, !context.isAtRisk,
            part.memory.recordsIntention, let tomorrow = next(.wake, in: context)
        else { return false }
        return part.memory.intention(of: .wake, on: tomorrow) == nil
    }

    /// Keeps a recording as tomorrow's intention. Its words are in the recording alone.
    ///
    /// - Returns: Nil if the memory does not take it.
    mutating func intend(
        _ recording: PhraseRecordingFile, in context: FeatureContext
    ) -> FeatureOutput<MemoryKeeper>? {
        guard Self.recordsIntention(in: context), let day = Self.next(.wake, in: context) else { return nil }
        var memory = context.durable.memory.memory
        let language = context.profile.language
        let date = MemoryPromptWords(language: language, today: context.local.date).date(context.local.date)
        let text = Wording("Recorded in your own voice, \(date)", "自分の声で録音（\(date)）").text(in: language)
        let intention = Intention(
            habit: .wake, forDate: day, cueKind: .wake, cue: PrivateText(""), action: PrivateText(""),
            words: PrivateText(text), recording: recording)
        var candidate = MemoryCandidate(intention)
        candidate.quote = PrivateText("")
        var changes = memory.expire(at: context.local, countsLabels: context.mayLose)
        guard case .success(let kept) = memory.keep(candidate, at: context.local, talk: nil, habit: .bedtime) else {
            return nil
        }
        let items = kept.compactMap { if case .keep(let item) = $0 { item } else { nil } }
        guard items.contains(where: { $0.intention == intention }) else { return nil }
        for item in items { report(.kept(item)) }
        changes += kept + memory.dropOldRecordings(keeping: Self.maximumEarlier)
        return FeatureOutput(changes: changes.map { .record($0) })
    }

    /// The recording of what the owner intends for this morning; nil if there is none, or it may not be played.
    static func recordedIntention(in context: FeatureContext) -> PhraseRecordingFile? {
        let part = context.durable.memory
        guard part.mode != .paused, part.fault == nil, context.isClockTrusted, !context.isAtRisk,
            let intention = part.memory.intentions(for: context.local.date, habit: .wake).first?.intention,
            intention.habit == .wake
        else { return nil }
        return intention.recording
    }
}

extension Memory {
    /// The files of all recordings that intentions refer to.
    public var recordings: Set<Int> { Set(items.compactMap { $0.intention?.recording?.number }) }

    /// Erases the intentions whose recordings are older than the newest ones: sound takes far more room than words.
    mutating func dropOldRecordings(keeping maximum: Int) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        var newest: Set<Int> = []
        for item in items.reversed() {
            guard let number = item.intention?.recording?.number, !newest.contains(number) else { continue }
            if newest.count < maximum { newest.insert(number) } else { make(.erase(item.erased()), &changes) }
        }
        return changes
    }
}
