/// Which days "I was already up" may still correct (FADE-2, F-3).
extension FadingKeeper {
    /// A counted day that is not over yet.
    struct OpenDay: Hashable, Sendable {
        var occurrence: Occurrence
        /// Its number in the ledger.
        var number: Int
        var word: DayWord
        var due: CivilTime
    }

    /// For how long after its last ring an episode may be corrected although the date has changed.
    static let correctedWithin = TimeSpan.hours(6)

    /// The days of a habit that may still be corrected. An episode's day is the local date of its last ring, in the zone
    /// now in force, and the six hours after that ring: it may begin before midnight, ring as a net after it, or come on a
    /// date to which a flight leads back.
    func openDays(of id: HabitID, in context: FeatureContext) -> [OpenDay] {
        let calendar = context.calendar
        let (now, today) = (context.now.civil, context.local.date)
        let entries = context.durable.fading.ledgers[id]?.entries.suffix(FadingLedger.recentEntries) ?? []
        return entries.compactMap { one -> OpenDay? in
            guard case .day(let day) = one.entry,
                let record = context.durable.records[Occurrence(habit: id, date: day.date)]
            else { return nil }
            let last = calendar.lastRing(in: record)
            let isLately = last - Self.correctedWithin <= now && now <= last + Self.correctedWithin
            guard isLately || day.date == today || calendar.zone.local(last).date == today else { return nil }
            return OpenDay(occurrence: record.occurrence, number: one.number, word: day.word, due: record.due)
        }
    }

    /// The occurrence that "I was already up" corrects: the last one of a habit, or of any.
    ///
    /// - Parameter rung: the occurrences of the ring that the owner answers with it; nil: none rings.
    func correctable(_ id: HabitID?, among rung: [Occurrence]? = nil, in context: FeatureContext) -> Occurrence? {
        let days = context.durable.fading.ledgers.keys.filter { id == nil || $0 == id }
            .flatMap { openDays(of: $0, in: context) }
        return days.filter { $0.word != .unaided && rung?.contains($0.occurrence) ?? true }
            .max { ($0.due, $0.occurrence) < ($1.due, $1.occurrence) }?.occurrence
    }

    /// After a press: whether the owner was up when it rang last and nobody pressed. Asked once about each ring.
    func wishAboutMiss(in context: FeatureContext) -> Wish? {
        guard !context.isAtRisk else { return nil }
        for habit in context.profile.habits where habit.isOn {
            guard let last = openDays(of: habit.id, in: context).max(by: { $0.due < $1.due }), last.word == .missed
            else { continue }
            let asked = context.durable.fading.ledgers[habit.id]?.lastAsking(.wereYouUp)?.number ?? 0
            let wish = Wish(habit: habit.id, question: .wereYouUp, occurrence: last.occurrence)
            if asked < last.number, mayBegin(wish, in: context) { return wish }
        }
        return nil
    }

    /// Whether missed days have ended the net of a habit and a correction could still bring it back. "Call me again" holds
    /// against that, although the habit rings at its time already (FADE-5).
    func mayReturnToNet(_ id: HabitID, in context: FeatureContext) -> Bool {
        guard let ledger = context.durable.fading.ledgers[id], let last = ledger.replay().steps.last,
            last.step.from.isNet, !last.step.to.isNet, last.step.reason == .missedTwice
        else { return false }
        let recalled = ledger.entries.last { if case .recall = $0.entry { true } else { false } }?.number ?? 0
        return openDays(of: id, in: context).contains { day in
            day.word != .unaided && day.occurrence.date <= last.on && day.number > recalled
        }
    }
}
