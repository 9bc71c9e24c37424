/// A question from its wish to its answer (F-6, F-10, F-12). It counts as asked once it is heard: one that a power cut, a
/// talk or an alarm cuts off before is not used up.
extension FadingKeeper {
    /// A question that waits for its answer.
    struct Asked: Hashable, Sendable {
        var habit: HabitID
        var question: FadingQuestion
        /// The ring that `wereYouUp` asks about; nil for other questions.
        var occurrence: Occurrence?
        var until: BootTime
        /// Whether it was said to its end; a device that cannot be heard asks nothing.
        var isHeard = false
    }

    /// A question that may be asked once all is quiet.
    struct Wish: Hashable, Sendable {
        var habit: HabitID
        var question: FadingQuestion
        /// The ring that `wereYouUp` asks about, also if midnight comes before the question or its answer; nil for other
        /// questions.
        var occurrence: Occurrence?
    }

    /// What the device has begun to ask on a day, heard or not. Forgotten at a restart.
    struct Begun: Hashable, Sendable {
        var date: LocalDate
        var wishes: [Wish]
    }

    /// How often a question is begun on a day: one that was not heard comes again once, so that it never nags.
    private static let maximumBegun = 2

    /// Whether a question may be asked at a later moment of this day: it does not wait for its answer, and was not begun
    /// too often.
    func mayBegin(_ wish: Wish, in context: FeatureContext) -> Bool {
        if let open = asked, open.habit == wish.habit, open.question == wish.question { return false }
        guard let begun, begun.date == context.local.date else { return true }
        return begun.wishes.count { $0 == wish } < Self.maximumBegun
    }

    mutating func ask(_ wish: Wish, _ output: inout FeatureOutput<Self>, in context: FeatureContext) {
        guard context.durable.fading.ledgers[wish.habit] != nil else { return }
        asked = Asked(
            habit: wish.habit, question: wish.question, occurrence: wish.occurrence,
            until: context.now.boot + Self.answerWithin)
        let today = context.local.date
        let earlier = begun?.date == today ? begun?.wishes ?? [] : []
        begun = Begun(date: today, wishes: earlier + [wish])
        output.requests.append(.say(.fading(.question(wish.question, wish.habit))))
        report(.question(wish.habit, wish.question))
    }

    /// Notes that a question is being asked that the machine has the reason for.
    mutating func asks(_ question: FadingQuestion, _ id: HabitID, in context: FeatureContext) {
        asked = Asked(habit: id, question: question, until: context.now.boot + Self.answerWithin)
        report(.question(id, question))
    }

    /// The question was said to its end, or is answered before that: only now it counts as asked.
    mutating func noteHeard(in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        guard let open = asked, !open.isHeard else { return output }
        asked?.isHeard = true
        // What the machine asks in the half hour before a ring is in no ledger.
        guard open.question != .areYouUp, let ledger = context.durable.fading.ledgers[open.habit] else { return output }
        let entry = FadingEntry.asked(open.question, context.local.date)
        output.changes.append(.entry(open.habit, number: ledger.nextNumber, entry))
        return output
    }

    /// Start went down at a question that takes a hold: the question waits until the hold is long enough.
    mutating func waitForHold(at now: BootTime) {
        if let open = asked { asked?.until = max(open.until, now + Self.pause) }
    }

    /// A question gives way to a ring or a talk.
    mutating func forgetQuestion() { asked = nil }

    /// The question whose answer may undo the step down that is to be told next: it comes first, so that nothing is told
    /// that holds for a few seconds only. It is no wish any more; nil: none waits.
    mutating func takeQuestionBeforeStep() -> Wish? {
        guard case .step(let id, let step)? = words.first, step.to < step.from,
            let index = wishes.firstIndex(where: { $0.habit == id && $0.question == .wereYouUp })
        else { return nil }
        return wishes.remove(at: index)
    }

    /// Takes the owner's answer to the question that was asked last.
    mutating func answer(isYes: Bool, in context: FeatureContext) -> FeatureOutput<Self> {
        guard let open = asked else { return FeatureOutput() }
        asked = nil
        let (id, today) = (open.habit, context.local.date)
        switch open.question {
        case .areYouUp, .laterTime: return FeatureOutput()
        case .wereYouUp:
            guard isYes, let occurrence = open.occurrence else { return FeatureOutput() }
            let output = correct(occurrence, in: context)
            // What is left to be told follows at once.
            listen(at: context.now.boot)
            return output
        case .automaticity:
            // By button only the threshold is asked for.
            let threshold = FadingRules.current.graduation.automaticity
            let output = add(.automaticity(today, score: isYes ? threshold : threshold - 1), to: id, in: context)
            if isYes { wishes.append(Wish(habit: id, question: .consent)) }
            listen(at: context.now.boot)
            return output
        case .consent: return add(.consent(today, isGiven: isYes), to: id, in: context)
        case .week: return answerWeek(isYes ? .asMeant : .notAsMeant, of: id, in: context)
        case .ringAgain: return isYes ? answerWeek(.ringAgain, of: id, in: context) : FeatureOutput()
        }
    }
}
