/// Buttons and what they mean (ALARM-3, -11; SETUP-4).
extension Bedside {
    mutating func obey(_ outputs: [Buttons.Output], at now: Moment) {
        for output in outputs {
            switch output {
            case .pressed(let button): pressed(button, from: .button, at: now)
            case .released(let button, _):
                if button == .start, let pending = upEarly.pending { decideStart(pending, at: now) }
            case .stuck(let button):
                if upEarly.pending?.cause == .button, button == .start { upEarly.pending = nil }
                health.learn(.buttonStuck)
                note(.buttonStuck, at: now, cause: .device, detail: button.rawValue)
                emit(.log(.warning, "button \(button.rawValue) is stuck or shorted, and ignored until it is let go"))
            case .freed:
                if buttons.stuck.isEmpty { health.learn(.noButtonStuck) }
            }
        }
        followEraseHold(at: now)
    }

    /// A complete press from a surface without contacts.
    mutating func press(_ button: Button, heldMilliseconds: Int, from cause: NightEntry.Cause, at now: Moment) {
        if button == .start, heldMilliseconds >= UpEarly.hold.milliseconds, let due = upEarlyCandidate(at: now) {
            seeMissed()
            beUpEarly(due, at: now, cause: cause)
        } else {
            pressed(button, from: cause, at: now)
            if let pending = upEarly.pending { decideStart(pending, at: now) }
        }
    }

    private mutating func pressed(_ button: Button, from cause: NightEntry.Cause, at now: Moment) {
        seeMissed()
        switch button {
        case .start: startPressed(from: cause, at: now)
        case .stop: stopPressed(from: cause, at: now)
        case .volumeUp: setVolume(settings.voicePercent + 10)
        case .volumeDown: setVolume(settings.voicePercent - 10)
        case .mute: setMute(!settings.isMicrophoneMuted, at: now)
        }
    }

    private mutating func startPressed(from cause: NightEntry.Cause, at now: Moment) {
        if ringing == nil, upEarlyCandidate(at: now) != nil {
            emit(.click)
            // Beside a held Stop it is the other half of erasing (SETUP-4).
            guard buttons.heldSince(.stop) == nil else { return }
            // A hold of 2 s says "I am up"; only in these 90 minutes a plain press waits for the finger to lift.
            upEarly.pending = UpEarly.Pending(since: now.boot, cause: cause)
        } else {
            start(from: cause, at: now)
        }
    }

    /// The plain meaning of Start.
    mutating func start(from cause: NightEntry.Cause, at now: Moment) {
        if let newest = ringing {
            let words = wordsBeforeSleep(episodes.map(\.habit))
            answerEpisodes(at: now, cause: cause)
            openConversation(
                with: newest.habit, occurrence: newest.occurrence, saying: words, at: now, cause: cause)
        } else if conversation != nil {
            emit(.click)
        } else {
            openConversation(with: nil, occurrence: nil, at: now, cause: cause)
        }
    }

    private mutating func stopPressed(from cause: NightEntry.Cause, at now: Moment) {
        upEarly.pending = nil
        if ringing != nil {
            let words = wordsBeforeSleep(episodes.map(\.habit))
            quietNewest(at: now, cause: cause)
            stopForeground(at: now)
            endAll(as: .dismissed, at: now, cause: cause)
            if let words { announce(words, at: now) }
        } else if let taken = upEarly.takeBack, now.boot <= taken.until {
            takeBack(taken.occurrence, at: now, cause: cause)
        } else if conversation != nil {
            endConversation(at: now, cause: cause, as: .stopped)
        } else if playing != nil {
            stopForeground(at: now)
        } else {
            emit(.click)
        }
    }

    /// Preview, announcement or line: whatever sounds that is not a ring.
    mutating func stopForeground(at now: Moment) {
        if playing?.purpose != .ring { stopPlaying(at: now) }
    }

    private mutating func seeMissed() {
        if settings.hasUnseenMiss { writeSettings { $0.hasUnseenMiss = false } }
    }

    mutating func setVolume(_ percent: Int) {
        writeSettings { $0.voicePercent = min(max(percent, 0), 100) }
        if call.stage == .open { emit(.callVolume(percent: settings.voicePercent)) }
        emit(.click)
    }

    mutating func setMute(_ isMuted: Bool, at now: Moment) {
        writeSettings { $0.isMicrophoneMuted = isMuted }
        if isMuted { believeHeld(at: now, cause: .owner) }
        emit(.click)
    }

    // MARK: Up early (ALARM-11)

    /// The wake occurrence that a held Start would answer now.
    func upEarlyCandidate(at now: Moment) -> Due? {
        guard clock == .trusted, episodes.isEmpty,
            let due = agenda.next(of: .wake, after: now.civil), due.at - now.civil <= UpEarly.window
        else { return nil }
        return due
    }

    mutating func beUpEarly(_ due: Due, at now: Moment, cause: NightEntry.Cause) {
        upEarly.pending = nil
        if agenda.prepared == due.occurrence { dropPrepared() }
        // The companion that was told so says it itself, and goes on.
        let isToldToCompanion = cause == .companion && call.stage == .open
        if !isToldToCompanion { endConversation(at: now, cause: .owner, as: .upForGood) }
        end(OccurrenceRecord(occurrence: due.occurrence, due: due.at), as: .unaided, at: now, cause: cause)
        agenda.refresh(due.occurrence.habit)
        upEarly.takeBack = UpEarly.TakeBack(occurrence: due.occurrence, until: now.boot + UpEarly.regret)
        if !isToldToCompanion { announce(.upEarlyConfirmed, at: now) }
    }

    private mutating func takeBack(_ occurrence: Occurrence, at now: Moment, cause: NightEntry.Cause) {
        upEarly.takeBack = nil
        endConversation(at: now, cause: cause, as: .stopped)
        write(.removeRecord(occurrence))
        agenda.refresh(occurrence.habit)
        note(.upEarlyTakenBack, at: now, occurrence, cause: cause)
        announce(.upEarlyTakenBack, at: now)
    }

    private mutating func decideStart(_ pending: UpEarly.Pending, at now: Moment) {
        upEarly.pending = nil
        start(from: pending.cause, at: now)
    }

    mutating func advanceUpEarly(to now: Moment) {
        if let pending = upEarly.pending, pending.since + UpEarly.hold <= now.boot {
            upEarly.pending = nil
            if let due = upEarlyCandidate(at: now) {
                beUpEarly(due, at: now, cause: pending.cause)
            } else {
                start(from: pending.cause, at: now)
            }
        }
        if let taken = upEarly.takeBack, taken.until < now.boot { upEarly.takeBack = nil }
    }

    // MARK: Erasing by both buttons (SETUP-4)

    private mutating func followEraseHold(at now: Moment) {
        guard let start = buttons.heldSince(.start), let stop = buttons.heldSince(.stop) else {
            eraseHold = .none
            return
        }
        if eraseHold == .none { eraseHold = .holding(since: max(start, stop), isWarned: false) }
    }

    mutating func advanceErase(to now: Moment) {
        guard case .holding(let since, let isWarned) = eraseHold else { return }
        if now.boot - since >= EraseHold.erase {
            eraseHold = .done
            erase(at: now, cause: .button)
        } else if !isWarned, now.boot - since >= EraseHold.warning {
            eraseHold = .holding(since: since, isWarned: true)
            upEarly.pending = nil
            // A ring that began meanwhile gives way to the warning; its follow-ups stay, should they let go.
            quietNewest(at: now, cause: .button)
            endConversation(at: now, cause: .button, as: .stopped)
            announce(.resetWarning, at: now)
        }
    }

    /// Everything of the owner's is gone, on disk when the driver says so; the appliance is as new.
    mutating func erase(at now: Moment, cause: NightEntry.Cause) {
        erasedLanguage = profile.language
        conversation = nil
        lastConversationEnd = nil
        episodes = []
        stopPlaying(at: now)
        upEarly = UpEarly()
        armedAtBoot = [:]
        agenda.prepared = nil
        speaker.forgetPrepared()
        health.learn(.erased)
        commit()
        write(.wipe)
        commit()
        agenda.refresh()
        note(.reset, at: now, cause: cause)
    }

    /// Said only for what is on disk.
    mutating func erased(isComplete: Bool, at now: Moment) {
        let phrase: Phrase = isComplete ? .resetDone : .resetFailed
        say(phrase.utterance(in: erasedLanguage ?? profile.language), for: .announcement, at: now)
        erasedLanguage = nil
    }
}

/// A hold of Start before the wake time, and the time to think again (ALARM-11).
struct UpEarly: Hashable, Sendable {
    struct Pending: Hashable, Sendable {
        var since: BootTime
        var cause: NightEntry.Cause
    }
    struct TakeBack: Hashable, Sendable {
        var occurrence: Occurrence
        var until: BootTime
    }
    var pending: Pending?
    var takeBack: TakeBack?

    static let window = TimeSpan.minutes(90)
    static let hold = TimeSpan.seconds(2)
    static let regret = TimeSpan.seconds(10)

    var deadline: BootTime? {
        let hold = pending.map { $0.since + UpEarly.hold }
        // One nanosecond after the last moment at which Stop still takes it back.
        let regret = takeBack.map { $0.until + TimeSpan(nanoseconds: 1) }
        return [hold, regret].compactMap { $0 }.min()
    }
}

/// Both buttons held (SETUP-4).
enum EraseHold: Hashable, Sendable {
    /// Can go to `holding`.
    case none
    /// Can go to `none` (let go), `done`.
    case holding(since: BootTime, isWarned: Bool)
    /// Erased; can go to `none` when the buttons are let go.
    case done

    static let warning = TimeSpan.seconds(5)
    static let erase = TimeSpan.seconds(10)

    var deadline: BootTime? {
        guard case .holding(let since, let isWarned) = self else { return nil }
        return since + (isWarned ? EraseHold.erase : EraseHold.warning)
    }
}
