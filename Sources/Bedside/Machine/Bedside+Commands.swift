/// Carries out commands of the control socket and the command line (SETUP-3, ALARM-10, ALARM-13).
extension Bedside {
    /// Answers a command from the stored state while no appliance runs: nothing rings, and missed alarms are not caught
    /// up with.
    ///
    /// - Returns: the answer, and what to write before it is given.
    public static func answer(
        _ command: Command, configuration: Configuration, durable: Durable, zone: ZoneRules,
        isClockSynchronized: Bool, at now: Moment
    ) -> (reply: Reply, changes: [Change]) {
        var machine = Bedside(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: isClockSynchronized,
            at: now)
        machine.agenda.rescan(now: now.civil)
        machine.perform(command, ticket: 0, at: now)
        var reply = Reply.done
        var changes: [Change] = []
        for action in machine.takeActions() {
            switch action {
            case .commit(let written): changes += written
            case .reply(let answer, _): reply = answer
            default: break
            }
        }
        // Only the appliance itself records when it last wrote, because what fell due since then is still to be caught
        // up with.
        changes.removeAll { if case .lastWritten = $0 { true } else { false } }
        return (reply, changes)
    }

    mutating func perform(_ command: Command, ticket: Int, at now: Moment) {
        let answer = carryOut(command, at: now, cause: .socket)
        if case .preview = command, answer == .done { return awaitPreview(for: ticket) }
        emitAfterCommit(.reply(answer, ticket: ticket))
    }

    mutating func carryOut(_ command: Command, at now: Moment, cause: NightEntry.Cause) -> Reply {
        guard cause != .companion, upEarly.takeBack != nil || upEarly.beforeCompanion != nil else {
            return dispatch(command, at: now, cause: cause)
        }
        let (before, since) = (durable, upEarly.takeBack?.since)
        let answer = dispatch(command, at: now, cause: cause)
        let after = durable
        // What the owner sets themselves is not undone with what a companion took away.
        if upEarly.takeBack?.since == since { upEarly.takeBack?.adopt(from: before, to: after) }
        upEarly.beforeCompanion?.adopt(from: before, to: after)
        return answer
    }

    private mutating func dispatch(_ command: Command, at now: Moment, cause: NightEntry.Cause) -> Reply {
        let answer: Reply
        // The night log says when the companion changed something; every other surface is the owner's (TALK-9).
        let author: NightEntry.Cause = cause == .companion ? .companion : .owner
        switch command {
        case .status: answer = .status(status(at: now))
        case .next: answer = .next(nextUp(at: now))
        case .apply(let patch): answer = provision(patch, by: author, at: now)
        case .skip(let id): answer = skip(id, by: author, at: now)
        case .unskip(let id): answer = unskip(id, by: author, at: now)
        case .move(let id, let time, let date): answer = move(id, to: time, on: date, by: author, at: now)
        case .once(let time, let date, let like): answer = once(at: time, on: date, like: like, by: author, now: now)
        case .cancelOnce(let id): answer = cancelOnce(id, by: author, at: now)
        case .tryOut(let seconds): answer = tryOut(afterSeconds: seconds, at: now)
        case .press(let button, let held, let cause):
            press(button, heldMilliseconds: held, from: cause, at: now)
            answer = .done
        case .talk(let id): answer = talk(id, at: now)
        case .preview(let id): answer = preview(id, at: now)
        case .volume(let percent):
            if (0...100).contains(percent) {
                setVolume(percent)
                answer = .done
            } else {
                answer = .refused(.volume(percent: percent))
            }
        case .mute(let isMuted):
            setMute(isMuted, at: now)
            answer = .done
        case .upEarly:
            // A companion's word that somebody is up is about the wake alarm alone.
            if let due = upEarlyCandidate(at: now), cause != .companion || due.occurrence.habit == .wake {
                beUpEarly(due, at: now, cause: cause)
                answer = .next(nextUp(at: now))
            } else {
                answer = .refused(.noWakeSoon)
            }
        case .setup(let command): answer = self.answer(command, at: now)
        case .memory(let command): answer = self.answer(command, at: now)
        case .teaching(let command): answer = self.answer(command, at: now)
        case .recordings(let command): answer = self.answer(command, at: now)
        case .fading(let command): answer = self.answer(command, at: now, cause: cause)
        case .nudge(let command): answer = self.answer(command, at: now)
        case .affirmation(let command): answer = self.answer(command, at: now)
        case .account(let command): answer = self.answer(command, at: now)
        case .ownVoice(let command): answer = self.answer(command, at: now)
        case .safetyConcern(let level): answer = self.answer(level, at: now)
        case .meditate(let request): answer = meditate(request, at: now, cause: cause)
        case .trustClock:
            answer =
                trustClock(at: now)
                ? .next(nextUp(at: now))
                : .refused(.clockBeforeBuild)
        case .keyChanged:
            keyChanged()
            answer = .done
        case .reset:
            erase(at: now, cause: cause)
            answer = .done
        }
        return answer
    }

    // MARK: Settings

    /// Applies what the owner has given, which may be all that setup would ask (SETUP-2).
    private mutating func provision(_ patch: ProfilePatch, by author: NightEntry.Cause, at now: Moment) -> Reply {
        let reply = apply(patch, by: author, at: now)
        if case .changed = reply, author == .owner, durable.setup.isCompleted(by: patch, profile: profile) {
            _ = answer(Setup.Command.go(to: nil), at: now)
        }
        return reply
    }

    /// - Parameter keepsSettled: whether what is settled today stays so, although the new time is still ahead.
    mutating func apply(
        _ patch: ProfilePatch, by author: NightEntry.Cause, keepsSettled: Bool = false, at now: Moment
    ) -> Reply {
        let before = profile
        if let fault = gatewayFault(patch) { return .refused(.profile([fault])) }
        switch before.changed(by: patch, isSignedIn: durable.account.isSignedIn) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let result):
            var differences = result.differences
            if let mode = patch.memory, mode != durable.memory.mode {
                let change = ProfileDifference(
                    path: ProfileKey.memory, before: durable.memory.mode.rawValue, after: mode.rawValue)
                if case .refused(let refusal) = answer(MemoryCommand.mode(mode), at: now) { return .refused(refusal) }
                differences.append(change)
            }
            differences += giveGateway(patch)
            differences += endSilence(askedBy: patch, by: author, at: now)
            guard result.profile != before else { return .changed(differences, next: nextUp(at: now)) }
            let waiting = waitingNets(at: now)
            dropPrepared()
            health.learn(.settingsChanged)
            write(.profile(result.profile))
            if result.profile.companion != before.companion { companionChanged(at: now) }
            differences += rearm(from: before, by: author, keepsSettled: keepsSettled, at: now)
            tell(.profileChanged(from: before), by: author, at: now)
            note(
                .settingsChanged, at: now, cause: author,
                detail: result.differences.map(\.path).joined(separator: " "))
            agenda.refresh()
            ringNets(waiting, at: now)
            return .changed(differences, next: nextUp(at: now))
        }
    }

    /// Why the gateway's address cannot be taken: whoever is signed in stays where they are.
    private func gatewayFault(_ patch: ProfilePatch) -> FieldError? {
        guard let address = patch.gateway, address != durable.account.gateway else { return nil }
        guard GatewayAddress.isUsable(address) else {
            return FieldError(path: ProfileKey.gatewayAddress, fault: .expected(.gatewayAddress))
        }
        guard durable.account.isSignedIn, let own = durable.account.gateway else { return nil }
        return FieldError(
            path: ProfileKey.gatewayAddress,
            fault: .told(Wording("signed in at \(own): sign out first", "\(own) にサインインしています。先にサインアウトしてください")))
    }

    /// Notes where the owner wants to sign in. Another gateway knows nothing of the sessions of the one before.
    private mutating func giveGateway(_ patch: ProfilePatch) -> [ProfileDifference] {
        guard let address = patch.gateway, address != durable.account.gateway else { return [] }
        let change = ProfileDifference(
            path: ProfileKey.gatewayAddress, before: durable.account.gateway, after: address)
        write(.account(AccountStanding(gateway: address)))
        return [change]
    }

    // MARK: Exceptions (ALARM-13)

    private mutating func skip(_ id: HabitID, by author: NightEntry.Cause, at now: Moment) -> Reply {
        guard profile.habit(id) != nil else { return unknownHabit(id) }
        guard let due = agenda.next(of: id, after: now.civil) else {
            return .refused(.nothingToSkip(id))
        }
        return except(due, .skip, after: "skipped", by: author, at: now)
    }

    private mutating func unskip(_ id: HabitID, by author: NightEntry.Cause, at now: Moment) -> Reply {
        guard let habit = profile.habit(id) else { return unknownHabit(id) }
        dropPrepared()
        let ahead = durable.exceptions.keys.filter { occurrence in
            guard occurrence.habit == id, durable.records[occurrence] == nil, let due = agenda.due(occurrence)
            else { return false }
            return due.at > now.civil
        }
        // Without the move, such an alarm would have been due already, and so would not ring at all.
        let ringing = ahead.filter { one in
            agenda.due(habit, on: one.date, ignoringMove: true).map { $0.at > now.civil } ?? true
        }
        guard let first = ringing.min() else {
            return .refused(ahead.isEmpty ? .nothingToTakeBack(id) : .usualTimePassed(id))
        }
        write(.exception(first, nil))
        agenda.refresh(id)
        return changed(first, before: "exception", after: "as usual", by: author, at: now)
    }

    private mutating func move(
        _ id: HabitID, to time: LocalTime, on date: LocalDate?, by author: NightEntry.Cause, at now: Moment
    ) -> Reply {
        guard let habit = profile.habit(id) else { return unknownHabit(id) }
        if let date, date > CivilTime.lastDate { return .refused(.tooFarAhead(date, last: CivilTime.lastDate)) }
        guard let planned = agenda.movable(habit, after: now.civil) else {
            return .refused(.nothingToMove(id))
        }
        guard let date else {
            // The next one for which that time is still ahead: "05:30" at 05:45 is about tomorrow, and today's rings.
            let coming = sequence(first: planned) { [agenda] in agenda.movable(habit, after: $0.at) }.prefix(4)
            for due in coming {
                guard let target = moved(due, to: time, after: now.civil) else { continue }
                return except(due, .move(to: target), after: target.description, by: author, at: now)
            }
            return .refused(.noSuchTime(time, date: nil, zone: zone.name))
        }
        let target = LocalDateTime(date: date, time: time)
        guard let instant = zone.instant(of: target), instant > now.civil else {
            return .refused(.noSuchTime(time, date: date, zone: zone.name))
        }
        guard habit.isOn, let due = agenda.nearest(of: habit, to: instant) else {
            return .refused(.tooFarToMove(id, to: target))
        }
        return except(due, .move(to: target), after: target.description, by: author, at: now)
    }

    /// When an occurrence rings that is moved to a time of day: the time nearest to its own, on its date or within the
    /// reach of a move; nil if that has passed. On the day before only what is a few hours from it counts: training at
    /// 06:00 that is moved to 19:00 is not tonight's.
    private func moved(_ due: Due, to time: LocalTime, after now: CivilTime) -> LocalDateTime? {
        let own = zone.local(due.at).wallSeconds
        let nearest = [-1, 0, 1].map { LocalDateTime(date: due.occurrence.date.adding(days: $0), time: time) }
            .filter { zone.instant(of: $0) != nil }
            .filter { target in
                let date = due.occurrence.date
                let reach = target.date < date ? Agenda.moveReachBackOverMidnight : Agenda.moveReach
                return target.date == date || abs(target.wallSeconds - own) <= reach.nanoseconds / 1_000_000_000
            }
            .min { abs($0.wallSeconds - own) < abs($1.wallSeconds - own) }
        return nearest.flatMap { target in zone.instant(of: target).flatMap { $0 > now ? target : nil } }
    }

    private mutating func except(
        _ due: Due, _ exception: OccurrenceException, after: String, by author: NightEntry.Cause, at now: Moment
    ) -> Reply {
        dropPrepared()
        write(.exception(due.occurrence, exception))
        agenda.refresh(due.occurrence.habit)
        return changed(due.occurrence, before: zone.local(due.at).description, after: after, by: author, at: now)
    }

    private mutating func changed(
        _ occurrence: Occurrence, before: String?, after: String?, by author: NightEntry.Cause, at now: Moment
    ) -> Reply {
        let path = "\(occurrence.habit).\(occurrence.date)"
        note(.settingsChanged, at: now, occurrence, cause: author, detail: after)
        return .changed([ProfileDifference(path: path, before: before, after: after)], next: nextUp(at: now))
    }

    private mutating func once(
        at time: LocalTime, on date: LocalDate?, like: HabitID, by author: NightEntry.Cause, now: Moment
    ) -> Reply {
        guard profile.habit(like) != nil else { return unknownHabit(like) }
        if let date, date > CivilTime.lastDate { return .refused(.tooFarAhead(date, last: CivilTime.lastDate)) }
        let today = zone.local(now.civil).date
        let target = (date.map { [$0] } ?? [today, today.adding(days: 1), today.adding(days: 2)])
            .map { LocalDateTime(date: $0, time: time) }
            .first { zone.instant(of: $0).map { $0 > now.civil } ?? false }
        guard let target else {
            return .refused(.noSuchTime(time, date: date, zone: zone.name))
        }
        return add(target, like: like, by: author, at: now)
    }

    private mutating func tryOut(afterSeconds seconds: Int, at now: Moment) -> Reply {
        guard (1...3600).contains(seconds) else {
            return .refused(.tryOut(seconds: seconds))
        }
        let local = LocalDateTime(wallSeconds: zone.local(now.civil).wallSeconds + Int64(seconds))
        let isAhead = zone.instant(of: local).map { $0 > now.civil } ?? false
        guard isAhead else { return .refused(.clockGoesBack) }
        return add(local, like: nextUp(at: now)?.habit ?? .wake, by: .owner, at: now)
    }

    private mutating func add(_ target: LocalDateTime, like: HabitID, by author: NightEntry.Cause, at now: Moment)
        -> Reply
    {
        guard clock == .trusted else { return .refused(.clockNotSet) }
        let ahead = durable.oneOffs.count(where: agenda.isAhead)
        guard ahead < Agenda.maximumOneOffsAhead else { return .refused(.tooManyOneOffs(ahead)) }
        let alarm = OneOffAlarm(id: HabitID.once(nextOneOffNumber), at: target, like: like)
        dropPrepared()
        write(.oneOff(alarm))
        agenda.refresh(alarm.id)
        return changed(
            Occurrence(habit: alarm.id, date: target.date), before: nil, after: target.description, by: author, at: now)
    }

    private var nextOneOffNumber: Int {
        let used = durable.oneOffs.map(\.id) + durable.records.keys.map(\.habit)
        return (used.compactMap { $0.oneOffNumber }.max() ?? 0) + 1
    }

    private mutating func cancelOnce(_ id: HabitID, by author: NightEntry.Cause, at now: Moment) -> Reply {
        let shown = durable.oneOffs.filter(isShown)
        guard let alarm = shown.first(where: { $0.id == id }) else {
            return .refused(.noSuchOneOff(id, known: shown.map(\.id)))
        }
        if agenda.prepared?.habit == id { dropPrepared() }
        endEpisode(of: id, by: author, at: now)
        write(.removeOneOff(id))
        agenda.refresh(id)
        return changed(
            Occurrence(habit: id, date: alarm.at.date), before: alarm.at.description, after: nil, by: author, at: now)
    }

    // MARK: Conversations and sound

    /// Opens a conversation. A second trigger joins the one that is on; if it names another habit, the conversation is
    /// handed over to that habit, as when one falls due (TALK-10, ALARM-5).
    private mutating func talk(_ id: HabitID?, at now: Moment) -> Reply {
        if let id, profile.habit(id) == nil { return unknownHabit(id) }
        if !isRinging { endPractice(as: .replaced, at: now, cause: .socket) }
        if let newest = ringing {
            // Start would answer that alarm, with its own habit's words.
            if let id, id != newest.habit.subject { return .refused(.alarmOfAnother(newest.habit.subject)) }
            start(from: .socket, at: now)
        } else if let current = conversation {
            if let habit = id.flatMap(profile.habit), habit.id != current.habit?.subject {
                emit(.click)
                handOver(to: habit, occurrence: current.occurrence, at: now)
            } else {
                start(from: .socket, at: now)
            }
        } else {
            let habit = id.flatMap(profile.habit)
            openConversation(
                with: habit, occurrence: nil, saying: habit.flatMap { wordsBeforeSleep([$0]) }, at: now, cause: .socket)
        }
        return .done
    }

    func unknownHabit(_ id: HabitID) -> Reply { profile.unknownHabit(id) }

    // MARK: Store and shutdown

    mutating func storeChanged(isWorking: Bool, at now: Moment) {
        if isWorking {
            guard health.learn(.storeWorks) else { return }
            note(.storage, at: now, cause: .device, detail: "works again")
        } else if health.learn(.storeFails) {
            emit(.log(.error, "the store cannot be written; alarms ring from memory"))
        }
    }

    /// Handles SIGTERM with silence at once. An open episode stays open on disk, and is resumed at the next start; what
    /// was said in a talk is summed up with the next one.
    mutating func terminate(at now: Moment) {
        // The signal may come twice, to the program and to its group; one end is noted.
        guard ending != .exit else { return }
        if isSounding { quietNewest(at: now, cause: .owner) }
        endPractice(as: .replaced, at: now, cause: .owner)
        stopPlaying(at: now)
        conversation = nil
        leaveTalk(at: now)
        finishAbsence(at: now)
        note(.stopped, at: now, cause: .owner)
        ending = .exit
    }
}

extension Profile {
    /// The answer to a command about a habit that the profile does not have.
    func unknownHabit(_ id: HabitID) -> Reply { .refused(.noSuchHabit(id, known: habits.map(\.id))) }
}
