/// Plays one sound at a time, on the first output that proves itself (SOUND-2, SOUND-6).
///
/// It chooses the output, watches for proof that frames leave it, moves on to the next if they do not, and sounds the
/// buzzer for a ring if none is left. What sounds and why is decided elsewhere; its verbs return what has to be done,
/// in order.
struct Speaker: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        case play(Playback)
        case silence
        case buzzer(Bool)
        /// To be done once everything written so far is on disk (ALARM-7).
        case prepare(Playback)
        /// To be done at once: nothing about it has to be on disk.
        case render(Playback)
        /// The sound has left an output.
        case sounds
        /// Frames have left the device, or the buzzer took it: the ring counts as rung.
        case ringProven
        case outputFailed(name: String, reason: String)
        /// No output on the list sounds.
        case nothingSounds
        case voiceLate
        /// The appliance's own words were not heard, and give way to the companion.
        case bridgeUnheard
        /// Played to its end, or as if it had been; nothing sounds now.
        case over(Playing.Purpose)
    }

    /// An alarm's sound, as a ring or to try it out.
    struct Alarm: Hashable, Sendable {
        /// `alarm` or `square`, or the `chime` of a net that is soft (F-11).
        var source: Playback.Source
        var loudness: RingLoudness
        var limitMilliseconds: Int
        /// Nil to try it out, and for a chime.
        var shape: RingShape?
    }

    /// Longer than any text that is said. It bounds a synthesizer that does not end.
    static let speechLimitMilliseconds = 30_000
    /// The chime takes 0.9 s; the rest is for a device that is slow to take it.
    private static let chimeLimitMilliseconds = 2000
    /// A ring ends when its episode says so. One that sounds past its limit is checked again after this.
    private static let ringExtension = TimeSpan.hours(1)
    /// How long after its limit a sound is over although the driver has not reported its end.
    private static let reportGrace = TimeSpan.seconds(5)
    /// About as long as a line takes: a routine goes at its pace although no output sounds.
    private static let unheardSpan = TimeSpan.seconds(3)

    private let outputNames: [String]
    private let hasBuzzer: Bool
    private(set) var playing: Playing?
    private(set) var outputs: Outputs
    private(set) var isBuzzing = false
    /// The alarm that the driver was asked to prepare.
    private(set) var prepared: Playback?
    /// The next sound of a meditation, which the driver was asked to render.
    private(set) var rendered: Playback?
    /// What the device is saying, for the features that have to know whether it was said.
    private(set) var announced: Announced?
    /// The requests that wait for an answer on whether a previewed alarm can be heard.
    private(set) var awaitedPreview: AwaitedPreview?
    private(set) var nextPlaybackID = 1
    private var nextUnjournaledID = -1

    init(outputs names: [String], hasBuzzer: Bool) {
        outputNames = names
        self.hasBuzzer = hasBuzzer
        outputs = Outputs(count: names.count)
    }

    /// When `advance` must be called at the latest.
    var deadline: BootTime? { outputs.retryAt.earlier(playing?.deadline) }

    /// Whether the buzzer has been on for long enough that it would have failed by now.
    func isBuzzerProven(at now: BootTime) -> Bool {
        isBuzzing && (outputs.retryAt.map { $0 < now + Outputs.retry } ?? true)
    }

    // MARK: What is asked of it

    /// Notes the phrase that is to be heard next; nil: none is.
    mutating func announce(_ phrase: Phrase?) { announced = phrase.map { Announced(phrase: $0) } }

    mutating func announcementIsHeard() { announced?.isHeard = true }

    /// Notes who waits for a preview to begin.
    mutating func awaitPreview(_ ticket: Int) {
        awaitedPreview = AwaitedPreview(tickets: (awaitedPreview?.tickets ?? []) + [ticket])
    }

    mutating func previewFailed(_ reason: String) { awaitedPreview?.reason = reason }

    mutating func endPreviewWait() { awaitedPreview = nil }

    /// Says something, in place of what sounds.
    ///
    /// - Parameter isJournaled: whether the journal holds the reason for it.
    mutating func say(
        _ utterance: Utterance, for purpose: Playing.Purpose, percent: Int, isJournaled: Bool = true, at now: BootTime
    ) -> [Output] {
        let playback = Playback(
            id: newPlaybackID(isJournaled: isJournaled), source: .speech(utterance), fromPercent: percent,
            toPercent: percent,
            riseMilliseconds: 0, limitMilliseconds: Self.speechLimitMilliseconds, output: outputs.first)
        return play(playback, for: purpose, at: now)
    }

    /// Plays a soft chime. It replaces what is playing.
    mutating func chime(percent: Int, at now: BootTime) -> [Output] {
        let playback = Playback(
            id: newPlaybackID(isJournaled: true), source: .chime, fromPercent: percent, toPercent: percent,
            riseMilliseconds: 0, limitMilliseconds: Self.chimeLimitMilliseconds, output: outputs.first)
        return play(playback, for: .announcement, at: now)
    }

    /// Plays one of the owner's phrases. It replaces what is playing, and its words are written to no journal.
    mutating func play(
        _ source: Playback.Source, for purpose: Playing.Purpose = .announcement, limitMilliseconds: Int, percent: Int,
        at now: BootTime
    ) -> [Output] {
        let playback = Playback(
            id: newPlaybackID(isJournaled: false), source: source, fromPercent: percent, toPercent: percent,
            riseMilliseconds: 0, limitMilliseconds: limitMilliseconds, output: outputs.first)
        return play(playback, for: purpose, at: now)
    }

    /// Has the sound of a ring loaded before it is due.
    mutating func prepare(_ alarm: Alarm) -> [Output] {
        let playback = playback(of: alarm)
        prepared = playback
        return [.prepare(playback)]
    }

    mutating func forgetPrepared() { prepared = nil }

    /// Begins a ring, with the prepared sound if that is the same.
    mutating func ring(_ alarm: Alarm, at now: BootTime) -> [Output] {
        let fresh = playback(of: alarm)
        let playback = Self.reusing(prepared, for: fresh)
        prepared = nil
        return play(playback, for: .ring, at: now)
    }

    mutating func preview(_ alarm: Alarm, at now: BootTime) -> [Output] {
        play(playback(of: alarm), for: .preview, at: now)
    }

    /// Has the next sound of a meditation rendered before its time.
    mutating func prepare(_ cue: MeditationPlan.Cue, percent: Int) -> [Output] {
        let playback = playback(of: cue, percent: percent)
        rendered = playback
        return [.render(playback)]
    }

    /// Plays a sound of a meditation, the one that was rendered if that is the same.
    mutating func play(_ cue: MeditationPlan.Cue, percent: Int, at now: BootTime) -> [Output] {
        let fresh = playback(of: cue, percent: percent)
        let playback = Self.reusing(rendered, for: fresh)
        rendered = nil
        return play(playback, for: .practice, at: now)
    }

    /// The sound that was made ready, if it is the same but for its number; else the fresh one.
    private static func reusing(_ ready: Playback?, for fresh: Playback) -> Playback {
        guard let ready else { return fresh }
        var renumbered = fresh
        renumbered.id = ready.id
        return renumbered == ready ? ready : fresh
    }

    /// Plays the soft sound before an alarm: it grows until the alarm is due, and goes on until the ring replaces it.
    mutating func dawn(_ range: VolumeRange, for span: TimeSpan, at now: BootTime) -> [Output] {
        let playback = Playback(
            id: newPlaybackID(isJournaled: true), source: .tone(.dawn), fromPercent: 0, toPercent: range.ceilingPercent,
            riseMilliseconds: span.milliseconds, limitMilliseconds: span.milliseconds + 1000, output: outputs.first)
        return play(playback, for: .dawn, at: now)
    }

    /// Stops everything that sounds, the buzzer too.
    mutating func stop() -> [Output] {
        let silence: [Output] = playing == nil ? [] : [.silence]
        playing = nil
        outputs.retryAt = nil
        return silence + buzz(false)
    }

    // MARK: What happens to it

    /// Takes a report of the sound driver; those about an older sound are ignored.
    mutating func take(_ event: SoundEvent, at now: BootTime) -> [Output] {
        switch event {
        case .audible(let id):
            guard let current = playing, current.playback.id == id else { return [] }
            playing?.proofBy = nil
            outputs.first = current.playback.output
            outputs.retryAt = nil
            return (current.purpose == .ring ? [.ringProven] : []) + [.sounds] + buzz(false)
        case .finished(let id):
            guard let ended = playing, ended.playback.id == id else { return [] }
            // The ring's own time decides; a ring that ran out early is not over.
            return ended.purpose == .ring ? [] : over(ended)
        case .failed(let id, let reason):
            guard playing?.playback.id == id else { return [] }
            return nextOutput(at: now, reason: reason)
        case .unreadable(let id):
            guard let current = playing, current.playback.id == id else { return [] }
            return unreadable(current, at: now)
        case .devicesChanged:
            if outputs.retryAt != nil { outputs.retryAt = now }
            // The preferred output may be back: the next sound begins with it.
            outputs.first = 0
            return []
        }
    }

    /// Notes that the buzzer failed; it is tried again together with the outputs.
    mutating func buzzerFailed() { isBuzzing = false }

    /// Serves the deadlines that have passed.
    ///
    /// - Parameter isCompanionReady: the companion waits for the appliance's own words to end.
    mutating func advance(to now: BootTime, isCompanionReady: Bool) -> [Output] {
        var done: [Output] = []
        if let retryAt = outputs.retryAt, retryAt <= now {
            outputs.retryAt = nil
            // The buzzer has been on since the last try.
            if isBuzzing { done.append(.ringProven) }
            if let current = playing, current.purpose == .ring { done += replay(current, output: 0, at: now) }
        }
        guard let current = playing, current.deadline <= now else { return done }
        if current.endsBy <= now {
            if current.purpose == .ring {
                playing?.endsBy = now + Self.ringExtension
                playing?.proofBy = nil
            } else {
                done += [.silence] + over(current)
            }
        } else if current.playback.source.isVoice {
            done += voiceIsLate(current, isCompanionReady: isCompanionReady, at: now)
        } else {
            done += nextOutput(at: now, reason: "no audible frame in time")
        }
        return done
    }

    // MARK: Outputs in turn

    private mutating func play(_ playback: Playback, for purpose: Playing.Purpose, at now: BootTime) -> [Output] {
        outputs.retryAt = nil
        playing = Playing(
            playback: playback, purpose: purpose, startedAt: now, proofBy: playback.source.proof.map { now + $0 },
            endsBy: now + .milliseconds(playback.limitMilliseconds) + Self.reportGrace)
        return outputs.count == 0 ? noOutputLeft(at: now) : [.play(playback)]
    }

    /// Says what a recording was to be heard for; without words for it, ends quietly. No output has failed.
    private mutating func unreadable(_ current: Playing, at now: BootTime) -> [Output] {
        guard case .phrase(_, let words?) = current.playback.source else { return over(current) }
        var playback = current.playback
        playback.id = newPlaybackID(isJournaled: playback.isJournaled)
        playback.source = .speech(words)
        return play(playback, for: current.purpose, at: now)
    }

    /// Replaces a voice that is late with a chime on the same output. The synthesizer may be slow although the output
    /// works, so speech moves to another output only after a chime has failed on this one. Otherwise the companion,
    /// too, might end up on a jack that nothing is plugged into (TALK-5).
    private mutating func voiceIsLate(_ current: Playing, isCompanionReady: Bool, at now: BootTime) -> [Output] {
        // A meditation goes on in silence: a chime would wake the listener from it.
        if current.purpose == .practice { return [.voiceLate, .silence] + over(current) }
        // Unheard words are said at the end of the conversation, or by the offline companion.
        if current.purpose == .bridge, isCompanionReady {
            return [.voiceLate, .bridgeUnheard, .silence] + over(current)
        }
        let chime = chime(insteadOf: current, output: current.playback.output, at: now)
        playing?.insteadOf = current.playback
        return [.voiceLate] + chime
    }

    private mutating func chime(insteadOf current: Playing, output: Int, at now: BootTime) -> [Output] {
        let chime = Playback(
            id: newPlaybackID(isJournaled: current.playback.isJournaled), source: .chime,
            fromPercent: current.playback.fromPercent, toPercent: current.playback.toPercent, riseMilliseconds: 0,
            limitMilliseconds: Self.chimeLimitMilliseconds, output: output)
        return play(chime, for: current.purpose, at: now)
    }

    /// Moves what is left of the sound to the next output of the list, because the one in use failed.
    private mutating func nextOutput(at now: BootTime, reason: String) -> [Output] {
        guard var current = playing else { return [] }
        let failed = current.playback.output
        let name = outputNames.indices.contains(failed) ? outputNames[failed] : "none"
        let report = Output.outputFailed(name: name, reason: reason)
        guard failed + 1 < outputs.count else { return [report] + noOutputLeft(at: now) }
        current.playback = current.insteadOf ?? current.playback
        return [report] + replay(current, output: failed + 1, at: now)
    }

    private mutating func replay(_ current: Playing, output: Int, at now: BootTime) -> [Output] {
        var playback = current.playback
        let elapsed = (now - current.startedAt).milliseconds
        let rise = max(playback.riseMilliseconds, 1)
        let climbed = (playback.toPercent - playback.fromPercent) * min(max(elapsed, 0), rise) / rise
        playback.id = newPlaybackID(isJournaled: playback.isJournaled)
        playback.output = output
        playback.fromPercent += climbed
        playback.riseMilliseconds = max(playback.riseMilliseconds - elapsed, 0)
        playback.limitMilliseconds = max(playback.limitMilliseconds - elapsed, 1000)
        playback.ring?.elapsedMilliseconds += max(elapsed, 0)
        return play(playback, for: current.purpose, at: now)
    }

    /// Handles the failure of every output: a ring sounds the buzzer and is tried again (SOUND-2).
    private mutating func noOutputLeft(at now: BootTime) -> [Output] {
        guard let current = playing else { return [] }
        outputs.first = 0
        let isVoice = current.playback.source.isVoice || current.insteadOf != nil
        if isVoice, current.purpose != .practice, outputs.count > 0,
            current.insteadOf == nil || current.playback.output > 0
        {
            // The voice may be missing although the output works: a chime replaces it.
            return chime(insteadOf: current, output: 0, at: now)
        }
        playing?.proofBy = nil
        switch current.purpose {
        case .ring:
            outputs.retryAt = now + Outputs.retry
            // Nothing louder stands in for a soft chime (F-11).
            return [.nothingSounds] + (current.playback.source == .chime ? [] : buzz(true))
        case .line, .announcement, .preview, .bridge, .practice, .dawn:
            // Silent, but the routine goes on as if it had been said.
            playing?.endsBy = now + Self.unheardSpan
            return [.nothingSounds]
        }
    }

    private mutating func over(_ ended: Playing) -> [Output] {
        playing = nil
        return [.over(ended.purpose)]
    }

    private mutating func buzz(_ isOn: Bool) -> [Output] {
        guard hasBuzzer, isBuzzing != isOn else { return [] }
        isBuzzing = isOn
        return [.buzzer(isOn)]
    }

    private mutating func playback(of alarm: Alarm) -> Playback {
        // Each ring begins with the output that the owner put first. If it was late once, perhaps for a spoken line,
        // that must not send every later alarm to a jack that nothing is plugged into.
        Playback(
            id: newPlaybackID(isJournaled: true), source: alarm.source, fromPercent: alarm.loudness.fromPercent,
            toPercent: alarm.loudness.toPercent, riseMilliseconds: alarm.loudness.riseMilliseconds,
            limitMilliseconds: alarm.limitMilliseconds, output: 0, ring: alarm.shape)
    }

    private mutating func playback(of cue: MeditationPlan.Cue, percent: Int) -> Playback {
        let source: Playback.Source =
            switch cue.sound {
            case .speech(let utterance): .speech(utterance)
            case .tone(let tone): .tone(tone)
            }
        return Playback(
            id: newPlaybackID(isJournaled: true), source: source, fromPercent: percent, toPercent: percent,
            riseMilliseconds: 0, limitMilliseconds: (cue.until - cue.at).milliseconds, output: outputs.first)
    }

    private mutating func newPlaybackID(isJournaled: Bool) -> Int {
        if isJournaled {
            defer { nextPlaybackID &+= 1 }
            return nextPlaybackID
        }
        defer { nextUnjournaledID &-= 1 }
        return nextUnjournaledID
    }
}

extension Playback.Source {
    /// Within which time frames must have left the device; nil for what may be softer than what counts as audible: a
    /// bell, and a dawn as it begins.
    fileprivate var proof: TimeSpan? {
        switch self {
        case .tone: nil
        case .speech, .phrase: Playing.speechProof
        case .alarm, .square, .chime: Playing.proof
        }
    }

    /// Whether it may be late, or missing, although the output works.
    fileprivate var isVoice: Bool {
        switch self {
        case .speech, .phrase: true
        case .alarm, .square, .chime, .tone: false
        }
    }
}
