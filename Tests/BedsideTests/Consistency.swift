@testable import Bedside

extension Bedside {
    /// What must hold between any two events; returns the violations.
    func contradictions(at now: Moment) -> [String] {
        var found: [String] = []
        func check(_ holds: Bool, _ text: String) { if !holds { found.append(text) } }
        check((light == .ringing) == (ringing != nil), "light and episode differ")
        check(isSounding == (playing?.purpose == .ring), "a ring without its sound, or the other way round")
        check(!(isSounding && conversation != nil), "a ring over a conversation")
        let held = episodes.filter { $0.phase == .held }
        check(held.isEmpty || (held.count == episodes.count && conversation != nil), "held without a conversation")
        check(conversation == nil || episodes.count == held.count, "an open episode beside a conversation")
        check(Set(episodes.map(\.occurrence)).count == episodes.count, "an episode twice")
        for episode in episodes {
            check(durable.records[episode.occurrence] == episode.record, "an episode is not as on disk")
            check(episode.record.outcome == .open, "an ended episode goes on")
            // One past the last, if its last ring was cut short by a newer habit or a held conversation.
            check((0...episode.habit.followUps + 1).contains(episode.followUp), "a follow-up out of range")
            if case .ringing = episode.phase {
                check(episode == episodes.last, "an older episode rings")
                check(episode.followUp <= episode.habit.followUps, "a ring past the last follow-up")
            }
        }
        let open = durable.records.values.filter { $0.outcome == .open }.map(\.occurrence)
        if clock == .trusted {
            let known = Set(episodes.map(\.occurrence) + [agenda.prepared].compactMap { $0 })
            check(Set(open) == known, "open on disk, and nobody cares")
        }
        let stage = call.stage
        switch conversation?.mode {
        case .online: check(stage == .open, "online without an open call")
        case .connecting: check(stage != nil && stage != .open, "connecting without a call, or with an open one")
        case .waiting: check(stage == nil, "a call while the next is waited for")
        case .offline:
            let hasCall = conversation?.late?.hasCall == true
            check((stage != nil) == hasCall, "a call beside the offline companion, or none to a late one")
            check(stage != .open, "an open call beside the offline companion")
        case nil: check(stage == nil || (ringing != nil && stage != .open), "a call that nobody needs")
        }
        check(!call.keepsWords || conversation != nil || stage != nil, "words are kept for nobody")
        check(playing?.purpose != .bridge || conversation != nil, "a word of its own to nobody")
        if practice != nil, let conversation {
            let isOnline = if case .online = conversation.mode { true } else { false }
            check(isOnline, "a meditation beside a conversation that is not live")
            check(conversation.isResting || practice?.isAsking == true, "a talk goes on in a meditation")
        }
        check(conversation?.isResting != true || practice != nil, "a talk rests, and nobody meditates")
        check(conversation?.isResting != true || !isListening, "the microphone is open in a meditation")
        check(practice == nil || practice?.isPaused == true || ringing == nil, "a meditation goes on under an alarm")
        check(practice.map { $0.deadline > now.boot } ?? true, "a meditation's deadline left standing")
        let isRecording = features.affirmations.recording?.phrase != nil || features.ownVoice.isRecording
        let isKeeping = features.affirmations.recording.map { $0.phrase == nil } ?? false
        check(!isKeeping || isKeepingIntention, "the owner is recorded although no routine asks for it")
        check(!isListening || conversation != nil || isRecording, "the microphone is open without a conversation")
        check(!isRecording || conversation == nil && ringing == nil, "a phrase is recorded under something else")
        check(!isListening || !settings.isMicrophoneMuted, "the microphone is open while muted")
        check(ringing == nil || deadline.boot != nil, "an episode without a deadline")
        if let boot = deadline.boot { check(boot > now.boot, "a deadline left standing") }
        if let civil = deadline.civil { check(civil > now.civil, "a civil deadline left standing") }
        check(agenda.upcoming.allSatisfy { $0.at > now.civil } || clock != .trusted, "something due is not served")
        found += speaker.contradictions(at: now.boot)
        found += call.contradictions(at: now.boot)
        found += conversation?.contradictions(at: now.boot) ?? []
        return found
    }

    /// Whether both buttons do what they promise from this state (ALARM-3).
    func buttonsWork(at now: Moment) -> Bool {
        guard ringing != nil else { return true }
        var stopped = self
        _ = stopped.handle(.press(.stop, heldMilliseconds: 0, from: .button), at: now)
        var started = self
        _ = started.handle(.press(.start, heldMilliseconds: 0, from: .button), at: now)
        return stopped.ringing == nil && stopped.light != .ringing && stopped.conversation == nil
            && started.ringing == nil && started.conversation != nil
    }
}

extension Speaker {
    /// What must hold for the speaker alone.
    func contradictions(at now: BootTime) -> [String] {
        var found: [String] = []
        func check(_ holds: Bool, _ text: String) { if !holds { found.append(text) } }
        check(!isBuzzing || playing?.purpose == .ring, "the buzzer without a ring")
        check(outputs.retryAt == nil || playing?.purpose == .ring, "outputs are tried again, and nothing rings")
        check(outputs.first == 0 || outputs.first < outputs.count, "a sound begins at no output")
        check(deadline.map { $0 > now } ?? true, "the speaker's deadline left standing")
        check(playing.map { $0.playback.id < nextPlaybackID } ?? true, "a number of a sound is given twice")
        check(prepared.map { $0.id < nextPlaybackID } ?? true, "a number of a prepared sound is given twice")
        return found
    }
}

extension Call {
    /// What must hold for the call alone.
    func contradictions(at now: BootTime) -> [String] {
        var found: [String] = []
        func check(_ holds: Bool, _ text: String) { if !holds { found.append(text) } }
        check(connection.map { $0.id < nextID } ?? true, "a number of a call is given twice")
        check(connection.map { $0.madeAt <= now } ?? true, "a call from the future")
        return found
    }
}

extension Conversation {
    /// What must hold for the conversation alone.
    func contradictions(at now: BootTime) -> [String] {
        var found: [String] = []
        func check(_ holds: Bool, _ text: String) { if !holds { found.append(text) } }
        check(deadline > now, "the conversation's deadline left standing")
        check(changes.count <= CompanionChange.maximumKept, "more changes are kept than may be")
        switch mode {
        case .online(let talk):
            check(goodbyeBy == nil || voiceBy == nil || !talk.isHeard, "a voice is waited for after the goodbye")
            check(!talk.isHeard || voiceBy == nil || talk.isUnexplained, "a voice is waited for that is there")
        case .connecting, .waiting:
            check(goodbyeBy == nil, "a goodbye without a call")
        case .offline:
            check(goodbyeBy == nil && voiceBy == nil, "the offline companion is waited for")
            check(firstWords == nil && !owesWordsBeforeSleep, "words are owed beside the offline companion")
        }
        return found
    }
}
