/// Runs episodes: rings, follow-ups, and how they end (ALARM-2, ALARM-3, ALARM-4, ALARM-5, ALARM-14).
extension Bedside {
    /// The episode that owns the rings: the newest, unless a conversation holds it.
    var ringing: Episode? { episodes.last.flatMap { $0.phase == .held ? nil : $0 } }

    var isSounding: Bool {
        if case .ringing = ringing?.phase { true } else { false }
    }

    /// Begins an episode: its habit has fallen due, or is resumed after a power cut. Its first ring follows at once, or
    /// when it is due.
    mutating func begin(_ episode: Episode, at now: Moment) {
        // A soft chime takes no ring's place, and then the day does not count (F-11).
        if episode.isSoft, !episodes.isEmpty {
            end(episode.record, as: .skipped, at: now, cause: .timer)
            return
        }
        // A question gives way to a ring: Start and Stop are about that.
        features.fading.forgetQuestion()
        features.affirmations.forgetQuestion()
        leavePracticeForAlarm(at: now)
        if let conversation {
            if conversation.goodbyeBy == nil, conversation.heardOwner(within: Conversation.justNow, of: now.boot) {
                if episode.habit.guardsAgainstSleep, canHear {
                    // Having spoken a minute ago does not prove that they are awake now, so the episode is answered
                    // only when they speak again (ALARM-14).
                    hold(episode)
                } else {
                    end(
                        episode.record, as: .answered, at: now, cause: .companion,
                        ending: OccurrenceEnding(isInTalk: true))
                }
                handOver(to: episode.habit, occurrence: episode.occurrence, at: now)
                return
            }
            endConversation(at: now, cause: .timer, as: .alarm)
        }
        // The newer habit takes over; the older ones end with it (ALARM-5).
        quietNewest(at: now, cause: .timer)
        var episode = episode
        episode.record.outcome = .open
        if episode.phase == .committed {
            episode.record.committedFollowUp = max(episode.record.committedFollowUp ?? 0, episode.followUp)
        }
        if durable.records[episode.occurrence] != episode.record { write(.record(episode.record)) }
        episodes.append(episode)
    }

    private mutating func hold(_ episode: Episode) {
        var episode = episode
        episode.phase = .held
        episode.isInTalk = true
        episode.record.outcome = .open
        if durable.records[episode.occurrence] != episode.record { write(.record(episode.record)) }
        episodes.append(episode)
    }

    mutating func advanceEpisodes(to now: Moment) {
        guard let episode = ringing, let deadline = episode.deadline, deadline <= now.boot,
            let index = episodes.indices.last
        else { return }
        switch episode.phase {
        case .waiting where episode.followUp > episode.habit.followUps:
            // A newer habit cut its last ring short, and that habit's episode is over.
            endNewest(at: now)
        case .waiting:
            episodes[index].phase = .committed
            commitFollowUp(of: index)
            prepare(episode.habit, followUp: episode.followUp, of: episode.occurrence, isSoft: episode.isSoft, at: now)
        case .committed:
            ring(index, at: now)
        case .ringing:
            quietNewest(at: now, cause: .timer)
            if episode.followUp >= episode.habit.followUps { endNewest(at: now) }
        case .held:
            break
        }
    }

    /// Begins a ring of the newest episode. Its progress is on disk before it sounds (ALARM-7).
    private mutating func ring(_ index: Int, at now: Moment) {
        let episode = episodes[index]
        let isLast = episode.followUp >= episode.habit.followUps
        var until = now.boot + Episode.ringSpan(episode.habit)
        if !isLast {
            let end = episode.due(episode.followUp + 1) - Episode.clearance
            until = min(until, end)
            // Too late for this ring: the next one is only seconds away.
            if until - now.boot < .seconds(3), now.boot - episode.due(episode.followUp) > .seconds(3) {
                episodes[index].followUp += 1
                episodes[index].phase = .waiting
                return
            }
        }
        // A prepared ring has nothing left to write, so its sound begins at once.
        commit()
        episodes[index].phase = .ringing(until: until)
        episodes[index].isProven = false
        obey(
            speaker.ring(
                alarm(
                    episode.habit, followUp: episode.followUp, of: episode.occurrence, isSoft: episode.isSoft, at: now),
                at: now.boot),
            at: now)
        // Once: with its first ring, or where a power cut took that, with the first one after it.
        if episode.isNet, !episode.isNetNoted, episode.record.rings == 0 {
            episodes[index].isNetNoted = true
            note(.net, at: now, episode.occurrence, cause: .timer)
        }
        // A soft chime is a net, and not a ring (F-11).
        if !episode.isSoft {
            note(.ring, at: now, episode.occurrence, followUp: episode.followUp, cause: .timer)
        }
        warmUp(for: episode.habit, at: now)
    }

    private mutating func commitFollowUp(of index: Int) {
        let followUp = episodes[index].followUp
        guard (episodes[index].record.committedFollowUp ?? -1) < followUp else { return }
        episodes[index].record.committedFollowUp = followUp
        episodes[index].record.endedAt = nil
        write(.record(episodes[index].record))
    }

    /// Ends the newest episode as missed, because nobody answered its last ring. The episode that it had taken over
    /// from continues with its own next ring, if it has one left.
    private mutating func endNewest(at now: Moment) {
        while let ended = episodes.popLast() {
            end(ended.record, as: .missed, at: now, cause: .timer, ending: ended.unanswered)
            guard let older = episodes.last, let index = episodes.indices.last else { return }
            let next = older.nextOnGrid(after: now.boot)
            episodes[index].phase = .waiting
            if next <= older.habit.followUps {
                episodes[index].followUp = next
                return
            }
        }
    }

    /// Counts the ring that sounds as rung: frames have left the device, or the buzzer is on and has not failed
    /// (SOUND-6).
    mutating func proveRing() {
        guard let index = episodes.indices.last, case .ringing = episodes[index].phase, !episodes[index].isProven
        else { return }
        episodes[index].isProven = true
        episodes[index].record.rings += 1
        write(.record(episodes[index].record))
    }

    /// Ends the sounding of the newest episode's ring, not the episode.
    mutating func quietNewest(at now: Moment, cause: NightEntry.Cause) {
        guard let index = episodes.indices.last, case .ringing = episodes[index].phase else { return }
        // A buzzer that was switched on in this very instant may still fail.
        if speaker.isBuzzerProven(at: now.boot) { proveRing() }
        stopPlaying(at: now)
        let episode = episodes[index]
        if !episode.isProven {
            note(.unheard, at: now, episode.occurrence, followUp: episode.followUp, cause: .device)
        }
        if !episode.isSoft {
            note(.silence, at: now, episode.occurrence, followUp: episode.followUp, cause: cause)
        }
        episodes[index].phase = .waiting
        episodes[index].followUp += 1
    }

    /// Ends every open episode in the same way (ALARM-5).
    mutating func endAll(as outcome: OccurrenceOutcome, at now: Moment, cause: NightEntry.Cause) {
        let ended = episodes
        episodes = []
        for episode in ended {
            end(episode.record, as: outcome, at: now, cause: cause, ending: episode.ending(pressedAt: now.boot))
        }
    }

    /// Writes the end of one occurrence.
    mutating func end(
        _ record: OccurrenceRecord, as outcome: OccurrenceOutcome, at now: Moment, cause: NightEntry.Cause,
        ending: OccurrenceEnding = OccurrenceEnding()
    ) {
        var record = record
        record.outcome = outcome
        record.endedAt = now.civil
        write(.record(record))
        rememberRing(record, at: now)
        var ending = ending
        ending.isUsual = durable.exceptions[record.occurrence] == nil
        tell(.occurrenceEnded(record, ending), at: now)
        switch outcome {
        case .answered: note(.answered, at: now, record.occurrence, cause: cause)
        case .dismissed: note(.dismissed, at: now, record.occurrence, cause: cause)
        case .missed:
            note(.missed, at: now, record.occurrence, cause: cause)
            agenda.unseenMisses?.insert(record.occurrence)
            if !settings.hasUnseenMiss { writeSettings { $0.hasUnseenMiss = true } }
        case .skipped: note(.skipped, at: now, record.occurrence, cause: cause)
        case .unaided: note(.upEarly, at: now, record.occurrence, cause: cause)
        case .open: break
        }
        if record.occurrence.habit.isOneOff {
            agenda.refresh(record.occurrence.habit)
            forgetOldOneOffs()
        }
        reopenEnded(record.occurrence, at: now)
    }

    /// A one-off alarm that is settled is kept for some days, because clock and zone may be corrected; but only so many.
    private mutating func forgetOldOneOffs() {
        let settled = durable.oneOffs.filter { alarm in
            let record = durable.records[Occurrence(habit: alarm.id, date: alarm.at.date)]
            return record.map { $0.outcome != .open } ?? false
        }
        let inOrder = settled.sorted { ($0.id.oneOffNumber ?? 0) < ($1.id.oneOffNumber ?? 0) }
        for alarm in inOrder.dropLast(Agenda.keptOneOffs) {
            write(.removeOneOff(alarm.id))
            agenda.refresh(alarm.id)
        }
    }

    mutating func writeSettings(_ change: (inout Settings) -> Void) {
        var settings = settings
        change(&settings)
        if settings != self.settings { write(.settings(settings)) }
    }

    /// Silences the ring when Start is pressed. Episodes then end as answered; those that guard against falling asleep
    /// again are held until the owner is heard (ALARM-14).
    mutating func answerEpisodes(at now: Moment, cause: NightEntry.Cause) {
        quietNewest(at: now, cause: cause)
        var held: [Episode] = []
        for episode in episodes {
            // An earlier fault of the microphone does not matter here: it is tried again, and reports if it fails.
            if episode.habit.guardsAgainstSleep, configuration.hasMicrophone, !settings.isMicrophoneMuted {
                var episode = episode
                episode.phase = .held
                episode.pressedAt = now.boot
                held.append(episode)
            } else {
                end(
                    episode.record, as: .answered, at: now, cause: cause, ending: episode.ending(pressedAt: now.boot))
            }
        }
        episodes = held
    }

    /// Ends held episodes as answered: the owner was heard, or cannot be heard at all, so that the press of Start has
    /// to suffice.
    mutating func believeHeld(at now: Moment, cause: NightEntry.Cause) {
        for episode in episodes where episode.phase == .held {
            end(episode.record, as: .answered, at: now, cause: cause, ending: episode.ending(pressedAt: nil))
        }
        episodes.removeAll { $0.phase == .held }
    }

    /// Lets held episodes ring again. The conversation is over and the owner was not heard in it, so they are taken to
    /// be asleep: all remaining follow-ups ring, from the next instant of the episode's own grid on (ALARM-14).
    mutating func releaseHeld(at now: Moment) {
        for index in episodes.indices where episodes[index].phase == .held {
            let episode = episodes[index]
            let shift = episode.habit.followUpInterval * max(episode.nextOnGrid(after: now.boot) - episode.followUp, 0)
            episodes[index].phase = .waiting
            episodes[index].fellAsleep = episode.pressedAt != nil
            guard episode.followUp <= episode.habit.followUps else { continue }
            note(.stillAsleep, at: now, episode.occurrence, followUp: episode.followUp, cause: .timer)
            episodes[index].anchor = episode.anchor + shift
            episodes[index].record.due = episode.record.due + shift
            // What has rung is over, though its time by the new grid may not be: a power cut must not repeat it.
            let isOver = (episode.record.committedFollowUp ?? -1) < episode.followUp
            episodes[index].record.endedAt = isOver ? now.civil : nil
            write(.record(episodes[index].record))
        }
        // An episode whose rings are used up has nothing left to ring.
        for episode in episodes where episode.followUp > episode.habit.followUps {
            end(episode.record, as: .missed, at: now, cause: .timer, ending: episode.unanswered)
        }
        episodes.removeAll { $0.followUp > $0.habit.followUps }
    }

    // MARK: Sound of a ring

    mutating func prepare(
        _ habit: Habit, followUp: Int, of occurrence: Occurrence, isSoft: Bool, at now: Moment
    ) {
        obey(speaker.prepare(alarm(habit, followUp: followUp, of: occurrence, isSoft: isSoft, at: now)), at: now)
    }

    private func alarm(
        _ habit: Habit, followUp: Int, of occurrence: Occurrence, isSoft: Bool, at now: Moment
    ) -> Speaker.Alarm {
        let span = Episode.ringSpan(habit)
        if isSoft {
            return Speaker.Alarm(
                source: .chime, loudness: RingLoudness(softly: profile.volume), limitMilliseconds: span.milliseconds)
        }
        let loudness = RingLoudness(
            range: profile.volume, curve: habit.curve, followUp: followUp, followUps: habit.followUps,
            interval: habit.followUpInterval, span: span)
        let isSquare = RingPlan.isSquare(habit, followUp: followUp)
        return Speaker.Alarm(
            source: isSquare ? .square : .alarm(file: habit.sound), loudness: loudness,
            limitMilliseconds: span.milliseconds,
            shape: RingPlan.shape(
                of: habit, followUp: followUp, message: spokenMessage(for: habit, of: occurrence, at: now),
                profile: profile))
    }
}
