/// A phrase that the device is saying.
struct Announced: Hashable, Sendable {
    let phrase: Phrase
    /// Whether its sound has left an output; a chime in its place says nothing.
    var isHeard = false
}

/// Has the speaker play sounds, and carries out what it returns (SOUND-2, SOUND-6).
extension Bedside {
    var playing: Playing? { speaker.playing }

    mutating func obey(_ outputs: [Speaker.Output], at now: Moment) {
        for output in outputs {
            switch output {
            case .play(let playback): emit(.play(playback))
            case .silence: emit(.silence)
            case .buzzer(let isOn): emit(.buzzer(isOn))
            case .prepare(let playback): emitAfterCommit(.prepare(playback))
            case .render(let playback): emit(.prepare(playback))
            case .sounds:
                if case .speech? = playing?.playback.source { speaker.announcementIsHeard() }
                if playing?.purpose == .preview { previewIsHeard(at: now) }
                if health.learn(.outputWorks) { note(.outputWorks, at: now, ringing?.occurrence) }
            case .ringProven: proveRing()
            case .outputFailed(let name, let reason):
                speaker.previewFailed("\(name): \(reason)")
                guard !health.has(.sound) else { continue }
                note(.outputFailed, at: now, ringing?.occurrence, detail: "\(name): \(reason)")
                emit(.log(.warning, "output \(name) failed: \(reason)"))
            case .nothingSounds:
                if playing?.purpose == .bridge { wordsAboutRecordingUnheard() }
                if playing?.purpose == .preview { previewIsSilent() }
                if health.learn(.nothingSounds) { note(.noOutput, at: now, ringing?.occurrence) }
            case .voiceLate: emit(.log(.warning, "the voice is late"))
            case .bridgeUnheard:
                conversation?.bridgeUnheard()
                wordsAboutRecordingUnheard()
            case .over(let purpose): soundOver(purpose, at: now)
            }
        }
    }

    /// Says something, in place of what sounds.
    ///
    /// - Parameters:
    ///   - phrase: what features are told once it was said; nil: nothing.
    ///   - emphasis: makes it louder, by 10 percent each, at most four times.
    mutating func say(
        _ utterance: Utterance, for purpose: Playing.Purpose, telling phrase: Phrase? = nil, emphasis: Int = 0,
        isJournaled: Bool = true, at now: Moment
    ) {
        speaker.announce(phrase)
        let percent = min(settings.audiblePercent + 10 * min(emphasis, 4), 100)
        obey(
            speaker.say(utterance, for: purpose, percent: percent, isJournaled: isJournaled, at: now.boot), at: now)
    }

    /// Plays the owner's own recording as a line of a routine.
    mutating func play(_ recording: PhraseRecordingFile, at now: Moment) {
        speaker.announce(nil)
        obey(
            speaker.play(
                .phrase(recording.number, instead: nil), for: .line,
                limitMilliseconds: recording.milliseconds + 500, percent: settings.audiblePercent, at: now.boot),
            at: now)
    }

    mutating func announce(_ phrase: Phrase, at now: Moment) {
        say(
            phrase.utterance(in: profile.language), for: .announcement, telling: phrase,
            isJournaled: !phrase.dependsOnWords, at: now)
    }

    /// One soft chime without words; an own sound of the day, at the loudness of the voice.
    mutating func chime(at now: Moment) {
        speaker.announce(nil)
        obey(speaker.chime(percent: settings.audiblePercent, at: now.boot), at: now)
    }

    /// The soft sound before an alarm that is due after this time (S-2).
    mutating func playDawn(for span: TimeSpan, at now: Moment) {
        speaker.announce(nil)
        obey(speaker.dawn(profile.volume, for: span, at: now.boot), at: now)
    }

    mutating func stopPlaying(at now: Moment) {
        speaker.announce(nil)
        obey(speaker.stop(), at: now)
    }

    mutating func sound(_ event: SoundEvent, at now: Moment) {
        obey(speaker.take(event, at: now.boot), at: now)
        guard event == .devicesChanged else { return }
        health.learn(.microphoneIsTriedAgain)
        tell(.devicesChanged, at: now)
    }

    mutating func advanceSound(to now: Moment) {
        obey(speaker.advance(to: now.boot, isCompanionReady: call.stage == .ready), at: now)
    }

    private mutating func soundOver(_ purpose: Playing.Purpose, at now: Moment) {
        if let said = speaker.announced, purpose == .announcement || purpose == .line {
            speaker.announce(nil)
            if said.isHeard { tell(.said(said.phrase), at: now) }
        }
        switch purpose {
        // An announcement may have cut off a line: the routine goes on after it.
        case .line, .announcement:
            let wasOverCompanion = call.isHushed || upEarly.takeBack?.isBeingSaid == true
            takenIsSaid(at: now)
            lineSaid(at: now)
            // Whoever waits for a companion that is called again waits from now on.
            if wasOverCompanion { conversation?.bridgeOver(at: now.boot) }
            openCall(at: now)
        case .bridge:
            conversation?.bridgeOver(at: now.boot)
            openCall(at: now)
        case .ring, .preview, .practice, .dawn: break
        }
    }
}
