/// Carries out for the machine what fading asks of it: signs of life, corrections, answers and "call me again" (FADE-2,
/// FADE-5).
extension Bedside {
    /// A habit may ring at another time now.
    mutating func levelChanged(of id: HabitID) {
        if agenda.prepared?.habit == id { dropPrepared() }
        agenda.refresh(id)
    }

    /// The nets that are still to come although their habit's time is past.
    func waitingNets(at now: Moment) -> [Due] {
        guard clock == .trusted else { return [] }
        return agenda.upcoming.filter { $0.isNet && !$0.isSkipped && $0.time <= now.civil && $0.at > now.civil }
    }

    /// Begins those among them that would have rung by now, or would never ring, after a change of the level, of the
    /// habit or of the zone. They ring from now on and not from a time in the past, because its follow-ups may be over:
    /// no change may cost an alarm.
    mutating func ringNets(_ waiting: [Due], at now: Moment) {
        for old in waiting {
            guard
                let due = agenda.due(old.occurrence), due.habit.isOn, !due.isSkipped,
                durable.records[due.occurrence] == nil || agenda.prepared == due.occurrence,
                due.at <= now.civil || !agenda.upcoming.contains(where: { $0.occurrence == due.occurrence })
            else { continue }
            dropPrepared()
            begin(
                Episode(
                    occurrence: due.occurrence, habit: due.habit,
                    record: OccurrenceRecord(occurrence: due.occurrence, due: now.civil), anchor: now.boot,
                    followUp: 0, phase: .committed, isWhole: agenda.isWatched(old), isNet: due.isNet), at: now)
            agenda.refresh(due.occurrence.habit)
        }
    }

    /// Takes back a counted day whose record is taken back.
    mutating func forgetDay(_ occurrence: Occurrence, at now: Moment) {
        let id = occurrence.habit
        guard let number = durable.fading.ledgers[id]?.recentDay(on: occurrence.date) else { return }
        let before = durable.fading.calling(id)
        write(.fading(.removeEntry(id, number: number)))
        let after = durable.fading.calling(id)
        guard after != before else { return }
        // Nor is anything said about the step.
        for change in durable.fading.ledgers[id]?.forgettingUntold(of: id) ?? [] { write(.fading(change)) }
        let step = LevelStep(from: before.level, to: after.level, reason: .takenBack)
        note(.levelChanged, at: now, cause: .device, detail: "\(id): \(step)")
        features.fading.stepTakenBack(id, step)
        levelChanged(of: id)
    }

    // MARK: Signs of life

    /// The board's sensor sees somebody in the half hour before the wake alarm, or while its net is still to come.
    ///
    /// Only a net is settled by that. An alarm that rings at its time rings all the same, because a sensor cannot tell
    /// the owner from a cat; the day counts as unaided once the alarm is answered. So it is with a net during a
    /// meditation: no word is said into that, and no alarm is taken away without a word.
    mutating func presenceSeen(at now: Moment) {
        // A talk in a sleepless night costs no alarm (ALARM-11), and the owner's own word counts for more.
        guard clock == .trusted, episodes.isEmpty, !isTalking,
            let due = agenda.next(of: .wake, after: now.civil), due.time - now.civil <= Net.window, !due.isMoved,
            upEarly.notUp != due.occurrence
        else { return }
        if due.isNet, !isPractising {
            beUpEarly(due, at: now, cause: .device)
        } else {
            features.fading.sawSomebody(before: due.occurrence)
        }
    }

    mutating func presenceEdge(isActive: Bool, at now: Moment) {
        if buttons.presence.edge(isActive: isActive, at: now.boot) { presenceSeen(at: now) }
    }

    mutating func advancePresence(to now: Moment) {
        if buttons.presence.advance(to: now.boot) { presenceSeen(at: now) }
    }

    /// The owner said that they are not up: no sensor says otherwise until the wake alarm has rung.
    mutating func ownerIsNotUp(at now: Moment) {
        upEarly.notUp = agenda.next(of: .wake, after: now.civil)?.occurrence
        features.fading.ownerSleepsOn()
    }

    /// Asks whether the owner is up, because Stop was pressed shortly before the wake alarm.
    ///
    /// - Returns: whether it asks.
    @discardableResult mutating func askWhetherUp(at now: Moment) -> Bool {
        guard let due = upEarlyCandidate(at: now), due.occurrence.habit == .wake, due.time - now.civil <= Net.window
        else { return false }
        ask(.areYouUp, .wake, at: now)
        return true
    }

    private mutating func ask(_ question: FadingQuestion, _ id: HabitID, at now: Moment) {
        visitFading(at: now) { fading, context in
            fading.asks(question, id, in: context)
            return FeatureOutput()
        }
        announce(.fading(.question(question, id)), at: now)
    }

    // MARK: Answers

    /// Whether a button would answer a question about fading now: one that is being heard, or was. An alarm and a talk
    /// come first.
    var isFadingAsking: Bool {
        guard let asked = features.fading.asked, !isRinging, !isTalking else { return false }
        guard !asked.isHeard else { return true }
        return speaker.announced == Announced(phrase: .fading(.question(asked.question, asked.habit)), isHeard: true)
    }

    var isAskingForConsent: Bool { isFadingAsking && features.fading.asked?.question == .consent }

    mutating func answerFading(isYes: Bool, from cause: NightEntry.Cause, at now: Moment) {
        guard let asked = features.fading.asked else { return }
        stopForeground(at: now)
        visitFading(by: cause, at: now) { $0.noteHeard(in: $1) }
        visitFading(by: cause, at: now) { $0.answer(isYes: isYes, in: $1) }
        guard isYes else {
            if asked.question == .areYouUp { ownerIsNotUp(at: now) }
            return
        }
        switch asked.question {
        case .areYouUp:
            // An answer that comes after the ring settles no other alarm.
            if let due = upEarlyCandidate(at: now), due.occurrence.habit == asked.habit {
                beUpEarly(due, at: now, cause: .button)
            }
        case .wereYouUp: announce(.fading(.alreadyUp(asked.habit)), at: now)
        case .laterTime: makeLater(asked.habit, at: now)
        case .automaticity, .consent, .week, .ringAgain: break
        }
    }

    /// The owner takes the offer of a later time (F-12). What is settled today stays settled, because their yes does not ask
    /// for another alarm today (ALARM-11).
    private mutating func makeLater(_ id: HabitID, at now: Moment) {
        guard let habit = profile.habit(id), Net.mayBeLater(habit) else { return }
        var patch = ProfilePatch()
        var change = ProfilePatch.HabitPatch(id: id)
        change.at = LocalTime(wrappingSecondOfDay: Int(habit.at.secondOfDay) + Net.later * 60)
        patch.habits = [change]
        guard case .changed = apply(patch, by: .owner, keepsSettled: true, at: now) else { return }
        announce(.fading(.laterTimeSet), at: now)
    }

    // MARK: "I was already up"

    /// Stop, which ended a ring, was let go.
    mutating func stopReleased(_ hold: StopHold, held: TimeSpan, from cause: NightEntry.Cause, at now: Moment) {
        if StopHold.spans.contains(held) { wereAlreadyUp(hold.occurrences, from: cause, at: now) }
    }

    /// Serves a hold of Start that has lasted long enough.
    mutating func advanceHolds(to now: Moment) {
        if let hold = upEarly.recallHold, hold.deadline <= now.boot {
            upEarly.recallHold = nil
            if buttons.heldSince(.start) != nil { recallByButton(from: .button, at: now) }
        }
    }

    private mutating func wereAlreadyUp(
        _ occurrences: [Occurrence], from cause: NightEntry.Cause, at now: Moment
    ) {
        for occurrence in occurrences { visitFading(by: cause, at: now) { $0.correct(occurrence, in: $1) } }
        emit(.click)
        // Not every ring belongs to a day that counts.
        let noted = occurrences.last { durable.fading.ledgers[$0.habit]?.day(on: $0.date)?.word == .unaided }
        guard !isPlaying, !isRinging, !isTalking, let noted else { return }
        announce(.fading(.alreadyUp(noted.habit)), at: now)
    }

    /// Corrects the day of the last episode of a habit, or of any; while a net is still to ring, settles that. A ring that
    /// the owner means ends with it. A refusal changes nothing: what rings goes on.
    private mutating func correctLast(_ id: HabitID?, from cause: NightEntry.Cause, at now: Moment) -> Reply {
        // Before a net has rung it is a sign of life. A companion has a tool for that, and says what it takes away.
        if cause != .companion, episodes.isEmpty,
            let net = waitingNets(at: now).last(where: { $0.occurrence.habit == id ?? .wake })
        {
            beUpEarly(net, at: now, cause: cause)
            return .done
        }
        let before = self
        var rung: [Occurrence]?
        // A companion ends no ring; the owner's voice or hand does.
        if isRinging, cause != .companion, id == nil || episodes.contains(where: { $0.occurrence.habit == id }) {
            rung = episodes.map(\.occurrence)
            press(.stop, heldMilliseconds: 0, from: cause, at: now)
        }
        let meant = rung
        var occurrence: Occurrence?
        visitFading(by: cause == .companion ? .companion : .owner, at: now) { fading, context in
            occurrence = fading.correctable(id, among: meant, in: context)
            return occurrence.map { fading.correct($0, in: context) } ?? FeatureOutput()
        }
        guard occurrence == nil else { return .done }
        self = before
        return .refused(.nothingToCorrect)
    }

    // MARK: "Call me again"

    /// Whether any habit rings only as a net.
    var hasNets: Bool { durable.fading.standings.values.contains { $0.level.isNet } }

    /// Whether "call me again" would have an effect.
    func canRecall(at now: Moment) -> Bool { hasNets || !recallable(nil, at: now).isEmpty }

    /// The habits on which "call me again" has an effect, among all or the one that is named: those that ring only as a
    /// net, and those that would do so again after a correction.
    private func recallable(_ id: HabitID?, at now: Moment) -> [HabitID] {
        let context = context(at: now)
        return profile.habits.map(\.id).filter { one in
            guard id == nil || one == id else { return false }
            return durable.fading.level(of: one).isNet || features.fading.mayReturnToNet(one, in: context)
        }
    }

    /// Start was held for 5 s. After 2 s the same hold said "I am up", which is taken back: the alarm that is ahead
    /// rings at its own time. A net whose own time has passed is settled, because who holds the button is up.
    mutating func recallByButton(from cause: NightEntry.Cause, at now: Moment) {
        buttons.forgetHeldStart()
        // Whoever grips the device in their sleep is not up: an alarm whose owner was not heard rings on (ALARM-14).
        if episodes.contains(where: { $0.phase == .held }) { endConversation(at: now, cause: .timer, as: .stopped) }
        if let taken = upEarly.takeBack, now.boot <= taken.since + RecallHold.span {
            takeBack(taken, at: now, cause: cause)
        }
        endConversation(at: now, cause: cause, as: .stopped)
        for due in agenda.upcoming where due.isNet && due.time <= now.civil && due.at > now.civil {
            if agenda.prepared == due.occurrence { dropPrepared() }
            end(OccurrenceRecord(occurrence: due.occurrence, due: due.at), as: .unaided, at: now, cause: cause)
            agenda.refresh(due.occurrence.habit)
        }
        recall(nil, by: cause, at: now)
        announce(.fading(.recalled), at: now)
    }

    /// Restores the level that rings at the habit's time, of one habit or of all (FADE-5). The habit's entry in the
    /// profile was never touched, so time, sound, volume and follow-ups are those of before.
    ///
    /// - Returns: whether it had an effect: a level changed, or no correction of today will change it.
    @discardableResult
    private mutating func recall(_ id: HabitID?, by cause: NightEntry.Cause, at now: Moment) -> Bool {
        let ids = recallable(id, at: now)
        for id in ids { visitFading(by: cause, at: now) { $0.add(.recall($1.local.date), to: id, in: $1) } }
        upEarly.takeBack?.keepLedgers(of: ids)
        upEarly.beforeCompanion?.keepLedgers(of: ids)
        return !ids.isEmpty
    }

    // MARK: What a companion is told

    /// Whether a companion may pass on how much a habit happens by itself (F-10).
    private func mayRate(_ id: HabitID, at now: Moment) -> Bool {
        durable.fading.ledgers[id].map { FadingKeeper.mayRate($0, on: zone.local(now.civil).date) } ?? false
    }

    /// What a companion may ask about a habit at bedtime: how much it happens by itself, or whether the owner agrees to
    /// the last step (F-6, F-10); nil: nothing.
    func bedtimeQuestion(_ habit: Habit, at now: Moment) -> FadingQuestion? {
        guard clock == .trusted, durable.fading.standings[habit.id]?.isRipeForQuestion() == true,
            care(at: now) == .usual, let ledger = durable.fading.ledgers[habit.id]
        else { return nil }
        return FadingKeeper.question(ledger, of: habit, on: zone.local(now.civil).date)
    }

    // MARK: Commands

    mutating func answer(_ command: FadingCommand, at now: Moment, cause: NightEntry.Cause) -> Reply {
        let author: NightEntry.Cause = cause == .companion ? .companion : .owner
        switch command {
        // A companion passes on only what was asked for: a number in a talk may be about anything.
        case .automaticity(let id, _)
        where cause == .companion && profile.habit(id) != nil && !mayRate(id, at: now):
            return .refused(.notRipe(id))
        case .progress, .consent, .automaticity:
            var reply = Reply.done
            visitFading(by: author, at: now) { fading, context in
                let (answer, output) = fading.answer(command, in: context)
                reply = answer
                return output
            }
            return reply
        case .recall(let id):
            if let id, profile.habit(id) == nil { return unknownHabit(id) }
            let waiting = waitingNets(at: now)
            guard recall(id, by: author, at: now) else { return .refused(.nothingToRecall) }
            ringNets(waiting, at: now)
            return .next(nextUp(at: now))
        case .alreadyUp(let id):
            if let id, profile.habit(id) == nil { return unknownHabit(id) }
            return correctLast(id, from: cause, at: now)
        case .silence(let id, let isOn): return silence(id, isOn: isOn, at: now, cause: cause)
        case .answer(let isYes):
            if features.affirmations.asked != nil, !isRinging, !isTalking {
                answerAboutPhrases(isYes: isYes, at: now)
            } else if answerQuestion(isYes: isYes, at: now) {
                return .done
            } else if features.fading.asked != nil {
                answerFading(isYes: isYes, from: author, at: now)
            } else if isNudgeOffered {
                if isYes { acceptNudge(at: now) } else { declineNudge(at: now) }
            } else {
                return .refused(.nothingAsked)
            }
            return .done
        }
    }
}
