/// One sound at a time, from the first output that proves itself (SOUND-2, -6).
extension Bedside {
    mutating func play(_ playback: Playback, for purpose: Playing.Purpose, at now: Moment) {
        outputs.retryAt = nil
        let proof = if case .speech = playback.source { Playing.speechProof } else { Playing.proof }
        playing = Playing(
            playback: playback, purpose: purpose, startedAt: now.boot, proofBy: now.boot + proof,
            endsBy: now.boot + .milliseconds(playback.limitMilliseconds) + .seconds(5))
        if outputs.count == 0 {
            noOutputLeft(at: now)
        } else {
            emit(.play(playback))
        }
    }

    /// Says something; replaces what sounds. Louder with `emphasis`.
    mutating func say(_ utterance: Utterance, for purpose: Playing.Purpose, emphasis: Int = 0, at now: Moment) {
        let percent = min(max(settings.voicePercent, 5) + 10 * min(emphasis, 4), 100)
        let playback = Playback(
            id: newPlaybackID(), source: .speech(utterance), fromPercent: percent, toPercent: percent,
            riseMilliseconds: 0, limitMilliseconds: 30_000, output: outputs.first)
        play(playback, for: purpose, at: now)
    }

    mutating func announce(_ phrase: Phrase, at now: Moment) {
        say(phrase.utterance(in: profile.language), for: .announcement, at: now)
    }

    mutating func stopPlaying() {
        if playing != nil { emit(.silence) }
        playing = nil
        outputs.retryAt = nil
        buzz(false)
    }

    private mutating func buzz(_ isOn: Bool) {
        guard configuration.hasBuzzer, isBuzzing != isOn else { return }
        isBuzzing = isOn
        emit(.buzzer(isOn))
    }

    /// It is tried again with the outputs.
    mutating func buzzerFailed() {
        guard isBuzzing else { return }
        isBuzzing = false
    }

    mutating func sound(_ event: SoundEvent, at now: Moment) {
        switch event {
        case .audible(let id):
            guard playing?.playback.id == id else { return }
            playing?.proofBy = nil
            outputs.first = playing?.playback.output ?? 0
            outputs.retryAt = nil
            if playing?.purpose == .ring { proveRing() }
            if troubles.remove(.sound) != nil { note(.outputWorks, at: now, ringing?.occurrence) }
            buzz(false)
        case .finished(let id):
            guard let ended = playing, ended.playback.id == id else { return }
            // The ring's own time decides; a ring that ran out early is not over.
            if ended.purpose != .ring { playbackOver(ended, at: now) }
        case .failed(let id, let reason):
            guard playing?.playback.id == id else { return }
            nextOutput(at: now, reason: reason)
        case .devicesChanged:
            if outputs.retryAt != nil { outputs.retryAt = now.boot }
            troubles.remove(.microphone)
            // The one that is preferred may be back: the next sound begins with it.
            outputs.first = 0
            lookAgainAtDevices(at: now)
        }
    }

    mutating func advanceSound(to now: Moment) {
        if let retryAt = outputs.retryAt, retryAt <= now.boot {
            outputs.retryAt = nil
            // It has been on since the last try.
            if isBuzzing { proveRing() }
            if isSounding, let current = playing { replay(current, output: 0, at: now) }
        }
        guard let current = playing, current.deadline <= now.boot else { return }
        if current.endsBy <= now.boot {
            if current.purpose == .ring {
                playing?.endsBy = now.boot + .seconds(3600)
                playing?.proofBy = nil
            } else {
                emit(.silence)
                playbackOver(current, at: now)
            }
        } else if case .speech = current.playback.source {
            voiceIsLate(current, at: now)
        } else {
            nextOutput(at: now, reason: "no audible frame in time")
        }
    }

    /// The synthesizer may be slow, and its speaker sound: no voice moves to another output before a chime has failed
    /// on this one. A jack that nothing is plugged into would take the companion, too (TALK-5).
    private mutating func voiceIsLate(_ current: Playing, at now: Moment) {
        emit(.log(.warning, "the voice is late"))
        if current.purpose == .bridge, call?.stage == .ready {
            // Unheard, it is said at the end of the talk, or by the offline companion.
            if case .beforeSleep = conversation?.firstWords { conversation?.owesWordsBeforeSleep = true }
            emit(.silence)
            playbackOver(current, at: now)
        } else {
            chime(insteadOf: current, output: current.playback.output, at: now)
            playing?.insteadOf = current.playback
        }
    }

    private mutating func chime(insteadOf current: Playing, output: Int, at now: Moment) {
        let chime = Playback(
            id: newPlaybackID(), source: .chime, fromPercent: current.playback.fromPercent,
            toPercent: current.playback.toPercent, riseMilliseconds: 0, limitMilliseconds: 2000, output: output)
        play(chime, for: current.purpose, at: now)
    }

    /// The output in use failed: the next of the list takes over what is left of the sound.
    private mutating func nextOutput(at now: Moment, reason: String) {
        guard var current = playing else { return }
        let failed = current.playback.output
        let name = configuration.outputs.indices.contains(failed) ? configuration.outputs[failed] : "none"
        if !troubles.contains(.sound) {
            note(.outputFailed, at: now, ringing?.occurrence, detail: "\(name): \(reason)")
            emit(.log(.warning, "output \(name) failed: \(reason)"))
        }
        let next = failed + 1
        guard next < outputs.count else {
            noOutputLeft(at: now)
            return
        }
        current.playback = current.insteadOf ?? current.playback
        replay(current, output: next, at: now)
    }

    private mutating func replay(_ current: Playing, output: Int, at now: Moment) {
        var playback = current.playback
        let elapsed = (now.boot - current.startedAt).milliseconds
        let rise = max(playback.riseMilliseconds, 1)
        let climbed = (playback.toPercent - playback.fromPercent) * min(max(elapsed, 0), rise) / rise
        playback.id = newPlaybackID()
        playback.output = output
        playback.fromPercent += climbed
        playback.riseMilliseconds = max(playback.riseMilliseconds - elapsed, 0)
        playback.limitMilliseconds = max(playback.limitMilliseconds - elapsed, 1000)
        play(playback, for: current.purpose, at: now)
    }

    /// Nothing on the list sounds: buzzer and light, and it keeps trying (SOUND-2).
    private mutating func noOutputLeft(at now: Moment) {
        guard let current = playing else { return }
        outputs.first = 0
        let isVoice = if case .speech = current.playback.source { true } else { current.insteadOf != nil }
        if isVoice, outputs.count > 0, current.insteadOf == nil || current.playback.output > 0 {
            // The voice may be missing and the speaker sound: a chime answers in its place.
            chime(insteadOf: current, output: 0, at: now)
            return
        }
        if troubles.insert(.sound).inserted { note(.noOutput, at: now, ringing?.occurrence) }
        switch current.purpose {
        case .ring:
            buzz(true)
            playing?.proofBy = nil
            outputs.retryAt = now.boot + Outputs.retry
        case .line, .announcement, .preview, .bridge:
            // Silent, but in step: the routine goes on as if it had been said.
            playing?.proofBy = nil
            playing?.endsBy = now.boot + .seconds(3)
        }
    }

    private mutating func playbackOver(_ ended: Playing, at now: Moment) {
        playing = nil
        switch ended.purpose {
        // An announcement may have cut a line off: the routine goes on after it.
        case .line, .announcement: lineSaid(at: now)
        case .bridge:
            conversation?.firstWords = nil
            if conversation?.voiceBy != nil { beginWaitForVoice(at: now) }
            openCall(at: now)
        case .ring, .preview: break
        }
    }
}
