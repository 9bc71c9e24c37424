/// Runs a guided meditation on the device itself (MIND-5): what Start and Stop mean in it, and what takes over from it.
extension Bedside {
    /// When a meditation begins after the press or the command.
    private static var meditationDelay: TimeSpan { .seconds(2) }

    mutating func meditate(_ request: MeditationRequest, at now: Moment, cause: NightEntry.Cause) -> Reply {
        guard MeditationRequest.delay.contains(request.delaySeconds) else {
            return .refused(.meditationDelay(seconds: request.delaySeconds))
        }
        guard !isRinging else { return .refused(.sounding) }
        guard speaker.outputs.count > 0 else { return .refused(.noOutput) }
        // A companion begins none for an owner who may be asleep.
        if cause == .companion, conversation?.lastOwnerVoice == nil { return .refused(.ownerUnheard) }
        let today = zone.local(now.civil).date
        guard let plan = plan(for: request, on: today) else { return .refused(.noMeditation) }
        guard configuration.meditation?.has(request.breath, for: request.minutes) != false else {
            return .refused(.noSigh)
        }
        var from = TimeSpan.zero
        if let step = request.from {
            guard let item = plan.item(step) else {
                return .refused(.noSuchStep(step, known: plan.items.map(\.id)))
            }
            from = item.at
        }
        endPractice(as: .replaced, at: now, cause: cause)
        let isInTalk = restsTalk(at: now)
        if isTalking, !isInTalk { endConversation(at: now, cause: cause, as: .stopped) }
        stopForeground(at: now)
        let delay = isInTalk ? Self.delayInTalk : Self.meditationDelay
        let start = now.boot + delay + .seconds(request.delaySeconds)
        practice = Practice(plan, from: from, at: start, begunAt: now.civil)
        if clock == .trusted, let script = configuration.meditation,
            plan.reminds(request.breath, from: from, script: script)
        {
            write(.meditation(.reminded(on: today)))
        }
        note(.meditation, at: now, cause: cause, detail: "\(request.minutes.minutes) min")
        return .done
    }

    /// What is to be heard; nil: the script cannot be used.
    private func plan(for request: MeditationRequest, on today: LocalDate) -> MeditationPlan? {
        if request.minutes == .one { return .breathing(hasBells: request.hasBells) }
        let record = durable.meditation
        return configuration.meditation.map { script in
            MeditationPlan(
                script, request.minutes, breath: request.breath, in: profile.language, hasBells: request.hasBells
            ) {
                record.owesReminder(every: $0, on: today)
            }
        }
    }

    /// The current place in the meditation; nil without a meditation.
    func meditationStanding(at now: Moment) -> MeditationStanding? {
        guard let practice, let item = practice.plan.item(at: practice.place(at: now.boot)) else { return nil }
        return MeditationStanding(
            minutes: practice.plan.minutes, step: item.id, part: item.part,
            atSeconds: practice.place(at: now.boot).milliseconds / 1000, isPaused: practice.isPaused)
    }

    // MARK: In a talk (D-4)

    /// How long a companion has to finish its sentence before the first sound.
    private static var delayInTalk: TimeSpan { .seconds(6) }

    /// Keeps the open call of a live talk through the meditation, muted in both directions.
    ///
    /// - Returns: whether there is one.
    private mutating func restsTalk(at now: Moment) -> Bool {
        guard case .online = conversation?.mode, call.stage == .open else { return false }
        conversation?.rest(at: now.boot)
        return true
    }

    /// From now on the owner and the companion hear each other again.
    private mutating func goOnWithTalk(at now: Moment) {
        conversation?.goOn(at: now.boot)
    }

    /// Whether a meditation keeps the microphone closed.
    var isMicrophoneResting: Bool { conversation?.isResting ?? false }

    /// Notes that the companion begins to speak: the owner has said something, and is in the talk again.
    mutating func companionSpeaksIntoPractice(at now: Moment) {
        if isPractising, conversation?.isResting == false { endPractice(as: .completed, at: now, cause: .owner) }
    }

    mutating func advancePractice(to now: Moment) {
        guard let deadline = practice?.deadline, deadline <= now.boot else { return }
        for output in practice?.advance(to: now.boot) ?? [] {
            switch output {
            case .prepare(let cue):
                // The sound of an alarm that is near is not put aside for it.
                if agenda.prepared == nil { obey(speaker.prepare(cue, percent: settings.audiblePercent), at: now) }
            case .play(let cue):
                hushResting()
                obey(speaker.play(cue, percent: settings.audiblePercent, at: now.boot), at: now)
            case .asks: goOnWithTalk(at: now)
            case .keep: if let practice { keep(practice, at: now) }
            case .over(let ending): endPractice(as: ending, at: now, cause: .timer)
            }
        }
    }

    /// Mutes what a companion still says when the first sound is heard.
    private mutating func hushResting() {
        guard conversation?.isResting == true, call.stage == .open, !call.isHushed else { return }
        call.hush(true)
        emit(.callVolume(percent: 0))
    }

    // MARK: Buttons

    /// Start pauses it, or lets it go on at the same step (D-5). When the owner is asked for a word in a talk, it leads
    /// back to the talk.
    mutating func pauseOrResumePractice(at now: Moment) {
        if conversation?.isResting == false {
            endPractice(as: .completed, at: now, cause: .owner)
        } else if practice?.isPaused == true {
            stopForeground(at: now)
            practice?.resume(at: now.boot)
        } else {
            pausePractice(at: now)
        }
        emit(.click)
    }

    /// An alarm that falls due rings at its time, and the meditation waits.
    mutating func leavePracticeForAlarm(at now: Moment) {
        pausePractice(at: now)
        // An owner who meditates has not spoken, and may be asleep: no companion is handed the alarm.
        if conversation?.isResting == true { endConversation(at: now, cause: .timer, as: .alarm) }
    }

    /// Pauses it, because of a press, or because something else is to be heard. If the owner is in the talk again, it is
    /// over.
    mutating func pausePractice(at now: Moment) {
        guard practice?.isPaused == false else { return }
        if conversation?.isResting == false { return endPractice(as: .completed, at: now, cause: .owner) }
        practice?.pause(at: now.boot)
        if playing?.purpose == .practice { stopPlaying(at: now) }
    }

    /// Ends it with one soft bell, or with a click where the owner wants no bells (D-5).
    mutating func stopPractice(at now: Moment, cause: NightEntry.Cause) {
        let hasBells = practice?.plan.hasBells == true
        endPractice(as: .stopped, at: now, cause: cause)
        // Before the talk ends, so that nothing is said over the bell.
        if hasBells {
            obey(speaker.play(.farewell, percent: settings.audiblePercent, at: now.boot), at: now)
        } else {
            emit(.click)
        }
        endConversation(at: now, cause: cause, as: .stopped)
    }

    /// Saves the time practised so far, replacing what was saved of this session before (D-6).
    ///
    /// - Returns: that time, in seconds.
    @discardableResult private mutating func keep(_ practice: Practice, at now: Moment) -> Int {
        let seconds = practice.practised(at: now.boot).milliseconds / 1000
        if clock == .trusted, seconds > 0 {
            let session = MeditationSession(
                begunAt: practice.begunAt, minutes: practice.plan.minutes, seconds: seconds)
            write(.meditation(.session(session)))
        }
        return seconds
    }

    /// Ends it, and keeps how long it was (D-6).
    mutating func endPractice(as ending: Practice.Ending, at now: Moment, cause: NightEntry.Cause) {
        guard let ended = practice else { return }
        practice = nil
        // The last bell of a whole one may die away.
        if playing?.purpose == .practice, ending != .completed { stopPlaying(at: now) }
        let seconds = keep(ended, at: now)
        let whole = ended.plan.length.milliseconds / 1000
        note(.meditationEnded, at: now, cause: cause, detail: "\(seconds) of \(whole) s, \(ending.rawValue)")
        switch ending {
        case .completed, .replaced, .stopped: goOnWithTalk(at: now)
        case .left: endConversation(at: now, cause: cause, as: .silence)
        }
    }
}

extension MeditationPlan {
    /// Whether what is said now and then is heard, for an owner who begins at this place.
    fileprivate func reminds(_ breath: BreathStyle, from: TimeSpan, script: MeditationScript) -> Bool {
        script.steps(for: minutes, breath).contains { step in
            guard case .say(let sentence) = step.act, sentence.onceInDays != nil, let item = item(step.id),
                item.at >= from
            else { return false }
            return cues.contains { $0.at == item.at }
        }
    }
}

extension MeditationPlan.Cue {
    fileprivate static let farewell = MeditationPlan.Cue(
        at: .zero, until: .milliseconds(Tone.bellMilliseconds), sound: .tone(.farewell))
}
