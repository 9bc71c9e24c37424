/// Computes light, status and next up: pure functions of the whole state (BOARD-3, ALARM-9).
extension Bedside {
    /// The address of the account at a gateway; nil without one.
    public var gateway: String? { durable.account.gateway }
    /// The gateway's name for whoever is signed in there; nil: nobody is.
    public var gatewayUser: String? { durable.account.user }

    /// Number of edges on the button lines since the start that were too short to be presses (BOARD-2).
    public var buttonGlitches: Int { buttons.glitches }

    public var light: Light {
        // Between two rings too: the alarm will ring again, and both buttons mean the same as while it rings.
        if isRinging { return .ringing }
        if settings.hasUnseenMiss { return .missed }
        switch activity {
        case .connecting: return .connecting
        case .listening: return .listening
        case .speaking, .preview: return .speaking
        case .ringing: return .ringing
        // Dark, for eyes that may be closed.
        case .idle, .waiting, .meditating: break
        // Below what its owner has to know.
        case .dawn: if !isNudging, !settings.isMicrophoneMuted, attention.isEmpty { return .dawn }
        }
        if isNudging { return .nudge }
        if settings.isMicrophoneMuted { return .muted }
        return attention.isEmpty ? .idle : .needsAttention
    }

    public var activity: Activity {
        if isSounding { return .ringing }
        if isPractising, !isRinging { return .meditating }
        if let conversation {
            switch conversation.mode {
            case .connecting, .waiting: return .connecting
            case .online(let talk): return talk.isSpeaking ? .speaking : .listening
            case .offline(let routine): return routine.isListening ? .listening : .speaking
            }
        }
        if isRinging { return .waiting }
        if features.affirmations.recording != nil || features.ownVoice.isRecording { return .listening }
        switch playing?.purpose {
        case .preview: return .preview
        case .practice: return .meditating
        case .dawn: return .dawn
        case .announcement, .line, .bridge: return .speaking
        case .ring, nil: return .idle
        }
    }

    /// Whether the bed shakes (S-7): an alarm sounds, and not the soft chime of a net (F-11).
    public var isShaking: Bool { isSounding && ringing?.isSoft == false }

    public var attention: [Attention] {
        (clock == .trusted ? health.troubles : health.troubles.union([.clock])).sorted()
    }

    public func nextUp(at now: Moment) -> NextUp? {
        guard clock == .trusted, let due = agenda.next(after: now.civil) else { return nil }
        let local = zone.local(due.at)
        let spoken = due.isOneOff ? durable.oneOffs.first { $0.id == due.occurrence.habit }?.like : nil
        let habit = spoken ?? due.occurrence.habit
        return NextUp(
            occurrence: due.occurrence, habit: habit, at: due.at, local: local,
            offsetSeconds: Int(zone.offset(at: due.at)), isMoved: due.isMoved, isOneOff: due.isOneOff,
            sentence: nextUpSentence(due, of: habit, at: now),
            level: due.isOneOff ? .companion : durable.fading.level(of: habit),
            levelReason: due.isOneOff ? nil : durable.fading.reasons[habit])
    }

    private func nextUpSentence(_ due: Due, of habit: HabitID, at now: Moment) -> String {
        let (local, today, language) = (zone.local(due.at), zone.local(now.civil), profile.language)
        guard due.isNet else {
            return Phrase.nextUp(habit, at: local, now: today, isOneOff: due.isOneOff).text(in: language)
        }
        let phrase = FadingPhrase.nextNet(habit, at: zone.local(due.time), rings: local, now: today)
        return phrase.text(in: language)
    }

    /// When a machine that sleeps or is switched off has to be started for the next alarm; nil if no alarm is ahead.
    public func startsMachine(at now: Moment) -> CivilTime? {
        guard let due = agenda.next(after: now.civil) else { return nil }
        let early = due.at - Self.timeToBoot
        let dawn = early - Dawn.span
        if Dawn.comes(before: due), dawn > now.civil { return dawn }
        return early > now.civil ? early : due.at
    }

    /// Longer than any board takes from power-on to its first sound.
    private static let timeToBoot = TimeSpan.minutes(3)

    public func status(at now: Moment) -> Status {
        let shown = episodes.last
        let agenda = agenda
        return Status(
            now: now.civil, local: zone.local(now.civil), offsetSeconds: Int(zone.offset(at: now.civil)),
            zone: zone.name, isClockTrusted: clock == .trusted, activity: activity, light: light, attention: attention,
            occurrence: shown?.occurrence ?? conversation?.occurrence, followUp: shown?.followUp,
            next: nextUp(at: now), profile: profile, habits: profile.habits.map { row($0, in: agenda, at: now) },
            oneOffs: durable.oneOffs.filter { isShown($0) }.map { Status.OneOffRow(alarm: $0) }, settings: settings,
            setup: durable.setup,
            buttonGlitches: buttons.glitches, ringsAgain: ringsAgain(at: now), call: callState,
            lastConversationEnd: call.lastEnd, subject: shown?.habit.subject ?? conversation?.habit?.subject,
            answering: answering, memory: durable.memory.mode,
            memoryFault: durable.memory.fault, talk: talkStanding(at: now),
            meditation: meditationStanding(at: now),
            account: features.account.status(durable.account), ownVoice: voiceStanding(at: now))
    }

    private var answering: Answering? {
        switch conversation?.mode {
        case .online: .live
        case .offline: .offline
        case .connecting, .waiting, nil: nil
        }
    }

    private var callState: CallState {
        switch conversation?.mode {
        case .connecting, .waiting: .connecting
        case .online: .connected
        case .offline: conversation?.late?.hasCall == true ? .connecting : .disconnected
        case nil: .disconnected
        }
    }

    /// Whether a one-off alarm has yet to ring, or rings.
    func isShown(_ alarm: OneOffAlarm) -> Bool {
        agenda.isAhead(alarm) || episodes.contains { $0.occurrence.habit == alarm.id }
    }

    private func ringsAgain(at now: Moment) -> LocalDateTime? {
        guard let episode = ringing, !isSounding else { return nil }
        return zone.local(now.civil + (episode.due(episode.followUp) - now.boot))
    }

    /// - Parameter agenda: this machine's own, which would be copied with every look at it.
    private func row(_ habit: Habit, in agenda: Agenda, at now: Moment) -> Status.HabitRow {
        let next = clock == .trusted ? agenda.next(of: habit.id, after: now.civil) : nil
        let skipped = agenda.next(of: habit.id, after: now.civil, includingSkipped: true)
            .flatMap { $0.isSkipped && !$0.isSilent ? $0 : nil }
        let last = agenda.durable.schedule.lastSettled(of: habit.id, on: agenda.zone.local(now.civil).date)
        let question = bedtimeQuestion(habit, at: now)
        return Status.HabitRow(
            habit: habit, next: next.map { agenda.zone.local($0.at) },
            isSkippedNext: skipped != nil,
            isMovedNext: next?.isMoved ?? false, lastOutcome: last?.outcome, lastDate: last?.occurrence.date,
            level: agenda.durable.fading.level(of: habit.id),
            reason: agenda.durable.fading.reasons[habit.id],
            mayStepBack: agenda.durable.fading.standings[habit.id]?.isRipeForConsent() == true ? true : nil,
            isRatingDue: question == .automaticity ? true : nil,
            isConsentDue: question == .consent ? true : nil,
            isSilent: agenda.durable.fading.silence(of: habit) == nil ? nil : true,
            skippedDate: skipped?.occurrence.date)
    }
}
