/// What the device would like to ask, and when it may (F-6, F-10, F-12).
extension FadingKeeper {
    /// The pause between two askings of the same question, in days.
    static let askAgain: Int32 = 14
    static let maximumAskings = 3
    /// Counted days without a rise after which another time is offered, once; a later bedtime would only cost sleep.
    static let offerAfter = 60

    /// Counted days for which a question waits for an evening before it is asked by day.
    static let waitsForEvening = 3
    /// For how long after a ring nothing is asked by day: whoever has just answered it may be half asleep.
    static let afterRing = TimeSpan.minutes(15)
    /// The hour at which a morning without a wake alarm is over for an owner without a bedtime.
    private static let morningEnds = 12
    /// No night is taken to be longer, whatever the profile says.
    private static let longestNight = TimeSpan.hours(12)

    /// At bedtime: one question at most for each habit.
    ///
    /// - Parameter days: for how many counted days it must have been due already.
    func wishesAtBedtime(in context: FeatureContext, dueFor days: Int = 0) -> [Wish] {
        guard !context.isAtRisk else { return [] }
        let today = context.local.date
        return context.profile.habits.compactMap { habit -> Wish? in
            guard let ledger = context.durable.fading.ledgers[habit.id],
                let question = Self.question(ledger, of: habit, on: today),
                days == 0 || Self.wasDue(question, ledger, of: habit, before: days, today: today)
            else { return nil }
            let wish = Wish(habit: habit.id, question: question)
            return mayBegin(wish, in: context) ? wish : nil
        }
    }

    /// Whether a question was due already before the last days that were counted. The pause after its last asking must have
    /// been over by then, too.
    private static func wasDue(
        _ question: FadingQuestion, _ ledger: FadingLedger, of habit: Habit, before days: Int, today: LocalDate
    ) -> Bool {
        let then = ledger.days.suffix(days).first?.date.adding(days: -1) ?? today
        return self.question(ledger.withoutLastDays(days), of: habit, on: then) == question
    }

    /// What an owner is asked after a press that does not answer a bedtime. Late on an evening without one it is whatever is
    /// due. By day, and once they say that they are up, it is what has been due for some counted days: no evening has asked
    /// it, because they fell asleep over their routine, or press nothing then.
    ///
    /// - Parameter isUp: Whether they have just said so.
    func wishesOutsideBedtime(in context: FeatureContext, isUp: Bool = false) -> [Wish] {
        guard context.isClockTrusted else { return [] }
        if EveningCheck.isLateWithoutBedtime(in: context) { return wishesAtBedtime(in: context) }
        guard Self.askingHours.contains(context.local.local.time.hour), isUp || isUpByDay(in: context) else {
            return []
        }
        return wishesAtBedtime(in: context, dueFor: Self.waitsForEvening)
    }

    /// Whether somebody who presses a button now is likely to be up: not in bed, with no wake alarm ahead on that date, and
    /// no ring a few minutes ago.
    private func isUpByDay(in context: FeatureContext) -> Bool {
        let now = context.now.civil
        guard !context.isRinging, !isInBed(in: context),
            context.calendar.next(of: .wake, after: now)?.occurrence.date != context.local.date
        else { return false }
        return !context.durable.records.values.contains { record in
            let since = now - context.calendar.lastRing(in: record)
            return record.rings > 0 && since >= .zero && since < Self.afterRing
        }
    }

    /// Whether the owner is likely to be in bed: from half an hour before bedtime, when it may be settled already, until
    /// they got up with a wake alarm, or for the longest night; by the profile, and by the last bedtime, which may have been
    /// moved. Without a bedtime, until they got up, or until noon. A morning without a wake alarm, and one that was missed,
    /// tell nothing.
    private func isInBed(in context: FeatureContext) -> Bool {
        let (now, zone) = (context.now.civil, context.calendar.zone)
        let settled = context.durable.records.values.filter { $0.outcome != .open && $0.outcome != .skipped }
        // What was answered before its time tells nothing yet: a cat may have passed the sensor.
        let wake = context.profile.habit(.wake)?.at
        let awoken = settled.filter { record in
            guard record.occurrence.habit == .wake, record.outcome != .missed else { return false }
            // A net is due later than its habit.
            let usual = wake.flatMap { zone.instant(of: LocalDateTime(date: record.occurrence.date, time: $0)) }
            return min(record.due, usual ?? record.due) <= now
        }
        guard let bedtime = context.profile.habit(.bedtime), bedtime.isOn else {
            return context.local.local.time.hour < Self.morningEnds
                && !awoken.contains { $0.occurrence.date == context.local.date }
        }
        let usual = (-1...1).compactMap { days in
            zone.instant(of: LocalDateTime(date: context.local.date.adding(days: days), time: bedtime.at))
        }
        let latest = settled.filter { $0.occurrence.habit == .bedtime }.map(\.due)
        return (usual + latest).contains { bedtime in
            let since = now - bedtime
            guard since >= TimeSpan.zero - Net.window, since < Self.longestNight else { return false }
            return !awoken.contains { $0.due > bedtime }
        }
    }

    /// Whether what was to be asked when the button was pressed is still to be asked: a talk came before it, in which much
    /// may have been said.
    func isStillDue(_ wish: Wish, in context: FeatureContext) -> Bool {
        guard !context.isAtRisk, mayBegin(wish, in: context), let habit = context.profile.habit(wish.habit), habit.isOn,
            let ledger = context.durable.fading.ledgers[wish.habit]
        else { return false }
        switch wish.question {
        case .week: return context.isClockTrusted
        case .consent: return ledger.standing.isRipeForConsent()
        case .automaticity, .laterTime:
            return Self.question(ledger, of: habit, on: context.local.date) == wish.question
        case .areYouUp, .wereYouUp, .ringAgain: return true
        }
    }

    /// What is to be asked about a habit; nil for nothing.
    static func question(_ ledger: FadingLedger, of habit: Habit, on today: LocalDate) -> FadingQuestion? {
        guard habit.isOn else { return nil }
        let standing = ledger.standing
        func mayAsk(_ question: FadingQuestion) -> Bool {
            ledger.lastAsking(question).map { abs(today.dayNumber - $0.entry.date.dayNumber) >= askAgain } ?? true
        }
        if standing.isRipeForConsent() {
            let askings = ledger.entries.count { $0.entry.isConsentAsked(since: standing.since) }
            return askings < maximumAskings && mayAsk(.consent) ? .consent : nil
        }
        if standing.isRipeForQuestion(), !wasRatedLately(ledger, on: today) { return .automaticity }
        // One bad morning makes nobody one whose habit does not rise. In the days after a step nobody is asked: they have
        // just heard of it.
        if standing.level < .graduated, standing.daysHere >= FadingRules.current.betweenSteps,
            habit.id != .bedtime, Net.mayBeLater(habit), ledger.lastAsking(.laterTime) == nil,
            ledger.daysWithoutRise >= offerAfter
        {
            return .laterTime
        }
        return nil
    }

    /// Whether the owner was asked, or said, in the last days how much the habit happens by itself.
    private static func wasRatedLately(_ ledger: FadingLedger, on today: LocalDate) -> Bool {
        ledger.entries.contains { one in
            switch one.entry {
            case .asked(.automaticity, let date), .automaticity(let date, _):
                abs(today.dayNumber - date.dayNumber) < askAgain
            case .day, .consent, .recall, .newTime, .asked, .silence, .week, .untold: false
            }
        }
    }

    /// Whether a number that the owner says in a talk may be about this habit: it stands where a rating counts, and its
    /// days are enough for the question, or the question was asked in the last days.
    static func mayRate(_ ledger: FadingLedger, on today: LocalDate) -> Bool {
        guard ledger.standing.level == .net else { return false }
        let asked = ledger.lastAsking(.automaticity)?.entry.date
        return ledger.standing.isRipeForQuestion()
            || asked.map { abs(today.dayNumber - $0.dayNumber) < askAgain } ?? false
    }

    /// A companion that begins to speak at bedtime was told what to ask about which habit, so the device asks about none of
    /// them for a while, and each asking counts (F-6, F-10).
    mutating func companionAsks(in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        guard context.isClockTrusted, !context.isAtRisk else { return output }
        let today = context.local.date
        for habit in context.profile.habits {
            guard context.durable.fading.standings[habit.id]?.isRipeForQuestion() == true,
                let ledger = context.durable.fading.ledgers[habit.id],
                let question = Self.question(ledger, of: habit, on: today)
            else { continue }
            wishes.removeAll { $0.habit == habit.id && $0.question == question }
            output.changes.append(.entry(habit.id, number: ledger.nextNumber, .asked(question, today)))
            report(.question(habit.id, question))
        }
        return output
    }
}
