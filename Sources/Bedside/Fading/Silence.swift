/// Complete silence, which a graduate asked for in their own words (FADE-1, F-2): the habit does not even ring as a net.
///
/// It is part of the ledger, so a ledger that cannot be read is never a silent one. Recall, a step to another level and
/// any new plan of the owner's for the habit end it. It holds for the alarm that the owner knew, so a ledger that is
/// older than the profile silences none that was set since.
public struct Silence: Hashable, Codable, Sendable {
    /// The alarm that is silent.
    public struct Plan: Hashable, Codable, Sendable {
        public var at: LocalTime
        public var days: WeekdaySet

        public init(at: LocalTime, days: WeekdaySet) {
            self.at = at
            self.days = days
        }

        init(_ habit: Habit) { self.init(at: habit.at, days: habit.days) }
    }

    /// The day on which the owner asked for it.
    public var since: LocalDate
    public var plan: Plan
    /// How many weekly questions in a row were answered with no.
    public var noes: Int

    public init(since: LocalDate, plan: Plan, noes: Int = 0) {
        self.since = since
        self.plan = plan
        self.noes = noes
    }

    /// For how many weeks the device asks how it goes.
    static let weeks: Int32 = 12

    /// The week of silence in which a date lies, 1 to 12; nil: nothing is asked then.
    func week(on date: LocalDate) -> Int32? {
        let week = (date.dayNumber - since.dayNumber) / 7
        return (1...Self.weeks).contains(week) ? week : nil
    }

    enum CodingKeys: String, CodingKey { case since, plan, noes }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        since = try values.decode(LocalDate.self, forKey: .since)
        plan = try values.decode(Plan.self, forKey: .plan)
        noes = try values.value(.noes, or: 0)
    }
}

/// What the owner said to the weekly question, or to the offer after a no.
public enum WeekAnswer: String, Codable, CaseIterable, Sendable, Hashable {
    case asMeant = "as_meant"
    case notAsMeant = "not_as_meant"
    /// The owner takes the offer that the device rings again.
    case ringAgain = "ring_again"
}

extension FadingKeeper {
    /// The hours in which a question is asked by day: somebody who presses a button in the small hours sleeps badly
    /// enough.
    static let askingHours = 5..<24
    /// The least pause between two weekly questions, in days.
    private static let betweenWeeks: Int32 = 4

    /// After a press: the weekly question about a silent habit, once at most in each week of its silence.
    ///
    /// - Parameter isBedtime: whether the press answered bedtime; then it may be asked at any hour.
    func wishAboutWeek(in context: FeatureContext, isBedtime: Bool = false) -> Wish? {
        let now = context.local
        guard context.isClockTrusted, !context.isAtRisk,
            isBedtime || Self.askingHours.contains(now.local.time.hour)
        else { return nil }
        let wishes = context.profile.habits.compactMap { habit -> Wish? in
            guard habit.isOn, let silence = context.durable.fading.silence(of: habit),
                let week = silence.week(on: now.date), let ledger = context.durable.fading.ledgers[habit.id]
            else { return nil }
            if ledger.lacksOffer(on: now.date) { return Wish(habit: habit.id, question: .ringAgain) }
            let wish = Wish(habit: habit.id, question: .week)
            guard let last = ledger.lastAsking(.week)?.entry.date else { return wish }
            // Whoever was asked late in a week is not asked on the first day of the next.
            let isDue =
                silence.week(on: last) != week && abs(now.date.dayNumber - last.dayNumber) >= Self.betweenWeeks
            return isDue ? wish : nil
        }
        return wishes.first { mayBegin($0, in: context) }
    }

    /// Takes the answer to the weekly question, or to the offer that follows a no.
    mutating func answerWeek(_ answer: WeekAnswer, of id: HabitID, in context: FeatureContext) -> FeatureOutput<Self> {
        guard let silence = context.durable.fading.silence(of: id) else { return FeatureOutput() }
        let output = add(.week(context.local.date, answer), to: id, in: context)
        // A second no brings the net back by itself, so nothing is left to offer.
        if answer == .notAsMeant, silence.noes == 0 { wishes.append(Wish(habit: id, question: .ringAgain)) }
        listen(at: context.now.boot)
        return output
    }

    /// The owner wants a habit to be silent, or no longer.
    mutating func silence(_ id: HabitID, isOn: Bool, in context: FeatureContext) -> FeatureOutput<Self> {
        // A wish that has no effect now must have none after a correction either.
        guard !isOn || context.durable.fading.level(of: id) == .graduated else { return FeatureOutput() }
        guard let habit = context.profile.habit(id) else { return FeatureOutput() }
        let fading = context.durable.fading
        // A silence that another alarm than this one was meant for gives way to a new one.
        guard isOn ? fading.silence(of: habit) == nil : fading.silence(of: id) != nil else { return FeatureOutput() }
        return add(.silence(context.local.date, isOn ? Silence.Plan(habit) : nil), to: id, in: context)
    }

    /// Whether the owner has planned the habit again, which ends its silence: another time or day, or switched on, or
    /// another time by which it rings.
    static func isPlannedAnew(_ habit: Habit, since old: Habit) -> Bool {
        habit.at != old.at || habit.days != old.days || habit.isOn && !old.isOn || habit.latest != old.latest
    }
}

extension FadingLedger {
    /// Whether the weekly question was answered with no on this date, and the offer after it was not heard yet.
    fileprivate func lacksOffer(on date: LocalDate) -> Bool {
        let answer = entries.last { if case .week = $0.entry { true } else { false } }
        guard let answer, answer.entry == .week(date, .notAsMeant) else { return false }
        return answer.number > lastAsking(.ringAgain)?.number ?? 0
    }
}

extension Bedside {
    /// Carries out the owner's wish for silence, or its end (FADE-1, F-2).
    mutating func silence(_ id: HabitID, isOn: Bool, at now: Moment, cause: NightEntry.Cause) -> Reply {
        guard profile.habit(id) != nil else { return unknownHabit(id) }
        guard !isOn || durable.fading.level(of: id) == .graduated else { return .refused(.notRipe(id)) }
        // Nobody would be asked how it goes if it had begun on a wrong date.
        guard !isOn || clock == .trusted else { return .refused(.clockNotSet) }
        let before = agenda
        visitFading(by: cause == .companion ? .companion : .owner, at: now) { $0.silence(id, isOn: isOn, in: $1) }
        // What a companion takes away is announced with its answer.
        let isQuiet = !isRinging && !isTalking && !isPractising
        if isOn, cause != .companion, isQuiet, !before.isSilent(id) {
            announceTaken([id], since: before, answer: nil, isUpEarly: false, at: now)
        }
        return .next(nextUp(at: now))
    }

    /// Ends the silence of the habits whose alarm the owner asks for, also where it is set already: "wake me at six"
    /// means a ring at six.
    mutating func endSilence(
        askedBy patch: ProfilePatch, by author: NightEntry.Cause, at now: Moment
    ) -> [ProfileDifference] {
        patch.habits.compactMap { one in
            guard one.at != nil || one.days != nil || one.isOn == true || one.latest?.isEmpty == false,
                durable.fading.silence(of: one.id) != nil
            else { return nil }
            visitFading(by: author, at: now) { $0.silence(one.id, isOn: false, in: $1) }
            return ProfileDifference(path: "habits.\(one.id).silence", before: "true", after: "false")
        }
    }
}
