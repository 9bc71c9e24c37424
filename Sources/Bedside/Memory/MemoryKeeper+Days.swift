// The days for which something is kept: those that the owner's words name (MIND-1, M-5).

extension WeekdaySet {
    fileprivate var nonEmpty: WeekdaySet? { isEmpty ? nil : self }
}

extension RememberedTalk {
    /// The earlier talk whose second try this one's summary is, if a quote was said in it and not in this one.
    func earlierTalk(saying quote: PrivateText) -> PendingTalk? {
        let folded = FoldedText(quote.words)
        func isSaid(in lines: [TalkLine]) -> Bool {
            lines.contains { line in
                line.voice == .owner && !line.isOffRecord && FoldedText(line.words.words).contains(folded)
            }
        }
        guard let pending, isSaid(in: pending.lines), !isSaid(in: transcript.lines) else { return nil }
        return pending
    }

    /// The day of the talk in which a quote was said.
    func evening(of quote: PrivateText) -> LocalDate { earlierTalk(saying: quote)?.at.evening ?? at.evening }

    /// The lines that a summary gave about days, by the day of the talk in which the owner said them.
    func byEvening(_ lines: [PrivateText], _ gate: MemoryGate) -> [LocalDate: [PrivateText]] {
        Dictionary(grouping: lines) { line in gate.sentence(ofDayLine: line).map(evening(of:)) ?? at.evening }
    }
}

extension MemoryKeeper {
    /// How far ahead the day of an intention may be.
    private static let maximumDaysAhead = 366

    /// An intention for the day that the owner's words name, or for each of the weekdays that they name; else for the day
    /// that the companion names, else for the habit's next one. A habit that does not ring on a day changes nothing: the
    /// intention is for the talk of that day.
    static func intention(
        _ said: SaidIntention, heard gate: MemoryGate, in context: FeatureContext
    ) -> Intention {
        let evening = context.local.evening
        let next = nextDay(of: said.habit, in: context)
        let sentences = gate.sentences(of: said.words)
        var intention = said.intention(for: next)
        intention.recurrence = nil
        // "I overslept today, so when I wake up" is about the next morning, and "after lunch today" is not.
        func isOver(_ day: LocalDate) -> Bool {
            guard said.habit != .bedtime, day == evening, day < next else { return false }
            let plans = [said.cue.words, said.action.words].filter { !$0.isEmpty }
            let clauses =
                plans
                + sentences.flatMap { Self.clauses(of: $0) }.filter { clause in
                    plans.contains { FoldedText(clause).contains(FoldedText($0)) }
                }
            return !clauses.contains { NamedDay.date(in: $0, from: evening) == day }
        }
        let named = sentences.lazy.compactMap { NamedDay.date(in: $0, from: evening) }.first { !isOver($0) }
        if let day = named {
            // After midnight, today's bedtime may be the one of the evening before; nothing else can be.
            intention.forDate = said.habit == .bedtime ? day : max(day, context.local.date)
            return intention
        }
        let own = sentences.lazy.compactMap { NamedDay.recurrence(in: $0) }.first
        let listed = sentences.lazy.compactMap { NamedDay.list(in: $0) }.first
        let isAgreed = listed != nil && listed == said.recurrence
        // "From Friday on", "this weekend".
        let start = sentences.lazy.compactMap { NamedDay.span(in: $0, from: evening)?.first }.first
        let listedDay = listed.flatMap { days in
            (1...7).lazy.map { evening.adding(days: $0) }.first { days.contains($0.weekday) }
        }
        let first = max(next, start ?? listedDay ?? next)
        let given = own != nil || gate.speaksOfMoreDays || isAgreed ? said.recurrence : nil
        if let days = own.flatMap(\.nonEmpty) ?? given, !days.isEmpty {
            intention.recurrence = days
            if !days.contains(first.weekday) || first > next {
                let from = first > next ? first : evening.adding(days: 1)
                intention.forDate =
                    (0...6).lazy.map { from.adding(days: $0) }.first { days.contains($0.weekday) } ?? next
            }
        } else if let days = said.recurrence?.days, days.count == 1, let only = days.first,
            let day = gate.named(only, from: evening)
        {
            intention.forDate = day
        } else if let day = said.forDate {
            let today = context.local.date
            let days = today...today.adding(days: maximumDaysAhead)
            if days.contains(day), !isOver(day) { intention.forDate = day }
        } else {
            intention.forDate = first
        }
        return intention
    }

    private static func clauses(of sentence: String) -> [String] {
        var text = sentence
        for joint in [" so ", " but ", " and ", "から", "けど"] { text = text.replacing(joint, with: ",") }
        return text.split { ",;.。、".contains($0) }.map(String.init)
    }

    /// The habit's next day, or tomorrow for a habit that is not due. A bedtime after midnight belongs to the evening
    /// before.
    private static func nextDay(of habit: HabitID, in context: FeatureContext) -> LocalDate {
        let zone = context.calendar.zone
        guard let due = context.calendar.next(of: habit, after: context.now.civil) else {
            return context.local.evening.adding(days: 1)
        }
        guard habit == .bedtime else { return due.occurrence.date }
        return LocalMoment(civil: due.at, zone: zone.name, local: zone.local(due.at)).evening
    }

    /// The intentions to ask about in a talk that begins now: at bedtime, or late on an evening that no bedtime
    /// ends, then without what is still ahead or is what the talk is for.
    static func questions(of memory: Memory, for habit: HabitID?, in context: FeatureContext) -> [MemoryItem] {
        let items = memory.intentionsToAsk(at: context.local)
        if habit == .bedtime { return items }
        guard habit != .wake, isLateWithoutBedtime(in: context) else { return [] }
        return items.filter { item in
            guard let intention = item.intention, intention.habit != habit else { return false }
            let next = context.calendar.next(of: intention.habit, after: context.now.civil)
            return next?.occurrence.date != intention.forDate
        }
    }

    private static let lateHour = 18

    private static func isLateWithoutBedtime(in context: FeatureContext) -> Bool {
        let local = context.local
        return (local.local.time.hour >= lateHour || local.evening != local.date)
            && !EveningCheck.hasBedtime(local.evening, context.calendar)
    }
}
