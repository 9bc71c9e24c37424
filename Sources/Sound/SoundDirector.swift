import Bedside
import Glibc
import System

/// Performs what `SoundMachine` decides: starts the threads that read, synthesize and play, and turns their reports
/// into events for the machine. Runs on one ordinary thread, which sleeps while there is nothing to do.
///
/// Theory of operation. A turn takes the messages of the main loop and of the loader threads, the notes of the playback
/// threads, and changes of the device files. Nearly all of them become events, and the resulting actions are performed
/// at once. The machine knows openings and loads by number; the director keeps what belongs to them. A sound that was
/// sent to a playback thread stays in `lent` until that thread has released it or ended, because the thread reads it
/// without counting references.
struct SoundDirector {
    private static let closeLimit = TimeSpan.seconds(1)
    /// No voice interrupts a ring sooner.
    private static let firstVoiceMilliseconds = 2000
    /// More than a turn of the playback thread and the fade; less than what `VoiceLine` promises.
    private static let lineFadeMilliseconds: Int64 = 80

    private let configuration: SoundConfiguration
    private let mailbox: SoundMailbox
    private let totals: SoundTotals
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    /// Reads the owner's recording of a phrase; nil if there is none that can be read. Blocks.
    private let phrase: @Sendable (Int) -> [Float]?
    /// Reads what the companion's voice has said beforehand; nil if there is nothing with these words. Blocks.
    private let reading: @Sendable (Utterance) -> [Float]?
    /// Reads what the owner's own voice has said beforehand; nil if there is no such clip. Blocks.
    private let clip: @Sendable (VoiceScript) -> [Float]?
    private let watch: DeviceWatch
    private var microphone: MicrophoneKeeper

    private var machine: SoundMachine
    private var session: OutputSession?
    /// Sessions that were asked to close, or given up while opening, until their threads have ended.
    private var retired: [OutputSession] = []
    /// Sources of cues, by load.
    private var sources: [Int: SoundSource] = [:]
    /// Sounds that playback threads may still read, by load.
    private var lent: [Int: LentSound] = [:]
    private var line = OpenLine()

    /// A conversation's line: the last request, and what was made for it.
    private struct OpenLine {
        var wanted: LineWish?
        var source: LineSource?
        /// The echo canceller's name, for the counters.
        var engine: String?
    }

    init(
        configuration: SoundConfiguration, mailbox: SoundMailbox, totals: SoundTotals,
        post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void,
        phrase: @escaping @Sendable (Int) -> [Float]? = { _ in nil },
        reading: @escaping @Sendable (Utterance) -> [Float]? = { _ in nil },
        clip: @escaping @Sendable (VoiceScript) -> [Float]? = { _ in nil }
    ) {
        (self.configuration, self.mailbox, self.totals) = (configuration, mailbox, totals)
        self.post = post
        self.log = log
        self.phrase = phrase
        self.reading = reading
        self.clip = clip
        watch = DeviceWatch(folder: configuration.devicesFolder)
        microphone = MicrophoneKeeper(
            inputs: configuration.inputs, wakeUp: mailbox.wakeUp, totals: totals, post: post, log: log)
        machine = SoundMachine(
            outputs: configuration.outputs, preparedFor: .milliseconds(configuration.preparedMilliseconds))
    }

    /// Runs until `.shutDown`.
    mutating func run() {
        while true {
            let now = bootTime()
            for message in mailbox.takeAll() {
                if case .shutDown = message { return shutDown(now) }
                take(message, now)
            }
            takeNotes(now)
            reviewSessions(now)
            if watch.takeChange() { handle(.devicesChanged(hasArrival: watch.takeArrival()), now) }
            handle(.turn(session?.thread ?? PlaybackThread()), now)
            microphone.review(at: now)
            publish()
            wait(now)
        }
    }

    private mutating func take(_ message: SoundMessage, _ now: BootTime) {
        switch message {
        case .prepare(let playback): handle(.prepare(playback), now)
        case .play(let playback): handle(.play(playback), now)
        case .silence: handle(.silence, now)
        case .click: handle(.click, now)
        case .listen(let on): microphone.listen(on, at: now)
        case .openLine(let wish):
            line.wanted = wish
            handle(.openLine(output: wish.output), now)
        case .lineVolume(let percent): line.source?.setVolume(percent: percent)
        case .closeLine: handle(.closeLine, now)
        case .loaded(let load, let material):
            guard machine.awaits(load) else { return }
            sources[load] = material.map { SoundSource(material: $0) }
            handle(.loaded(load: load, isThere: material != nil), now)
        case .speechEnded(let load, let reason): handle(.speechEnded(load: load, reason: reason), now)
        case .shutDown: break
        }
    }

    /// Gives the machine an event and performs its actions; does the same at once with events that an action causes.
    private mutating func handle(_ event: SoundInput, _ now: BootTime) {
        var events = [event]
        while !events.isEmpty {
            let next = events.removeFirst()
            for action in machine.handle(next, at: now) {
                if let answer = perform(action) { events.append(answer) }
            }
        }
    }

    private mutating func perform(_ action: SoundAction) -> SoundInput? {
        switch action {
        case .load(let load, let playback): return beginLoad(load, playback)
        case .useSynthesizedAlarm(let load):
            sources[load] = SoundSource(material: .pattern())
        case .makeVoice(let load, let voice): makeVoice(load, voice)
        case .synthesize(let load, let utterance): return synthesize(load, utterance)
        case .discard(let load):
            let source = sources.removeValue(forKey: load)
            source?.speech?.cancel()
            source?.clip?.cancel()
        case .open(let number, let output): return open(number, output)
        case .start(let number, let load, let playback): return start(number, load, playback)
        case .stop(let number): _ = send(.stop, number)
        case .click(let number): _ = send(.click, number)
        case .hold(let number, let until): _ = send(.hold(until.nanoseconds), number)
        case .giveUp(let number): giveUp(number)
        case .connectLine: connectLine()
        case .giveLine(let number): giveLine(number)
        case .disconnectLine(let number): disconnectLine(number)
        case .report(let event): post(.sound(event))
        case .log(let level, let text): log(level, text)
        }
        return nil
    }

    // MARK: Sounds

    private mutating func beginLoad(_ load: Int, _ playback: Playback) -> SoundInput? {
        let loader = MaterialLoader(configuration: configuration, log: log)
        let mailbox = mailbox
        do throws(SoundError) {
            switch playback.source {
            case .chime:
                sources[load] = SoundSource(material: Material(Tones.chime(), isLooping: false))
            case .square:
                sources[load] = SoundSource(material: .pattern())
            case .alarm(let file):
                try startSoundThread("sound-load") {
                    let material = loader.alarm(
                        file: file, limitMilliseconds: playback.limitMilliseconds,
                        fromPercent: min(playback.fromPercent, playback.toPercent))
                    mailbox.send(.loaded(load: load, material))
                }
            case .speech(let utterance):
                let clip = clip
                try startSoundThread("sound-load") {
                    let own = utterance.script.flatMap(clip).map {
                        Material(VoiceTakeSound.levelled($0), isLooping: false)
                    }
                    mailbox.send(.loaded(load: load, own ?? loader.renderedSpeech(key: utterance.key)))
                }
            case .phrase(let number, _):
                let phrase = phrase
                try startSoundThread("sound-load") {
                    mailbox.send(.loaded(load: load, phrase(number).map { Material($0, isLooping: false) }))
                }
            case .tone(let tone):
                try startSoundThread("sound-load") {
                    mailbox.send(.loaded(load: load, .tone(tone)))
                }
            }
            return nil
        } catch {
            log(.error, "\(error)")
            let material: Material
            switch playback.source {
            case .alarm, .square: material = .pattern()
            case .tone(let tone): material = .tone(tone)
            case .speech, .chime: material = Material(Tones.chime(), isLooping: false)
            case .phrase: return .loaded(load: load, isThere: false)
            }
            sources[load] = SoundSource(material: material)
            return .loaded(load: load, isThere: true)
        }
    }

    private mutating func makeVoice(_ load: Int, _ voice: RingVoice) {
        guard let source = sources[load] else { return }
        let clip = RingClip()
        let loader = RingVoiceLoader(
            materials: MaterialLoader(configuration: configuration, log: log), reading: reading)
        sources[load]?.clip = clip
        do throws(SoundError) {
            try startSoundThread("sound-voice") { loader.load(voice, beside: source.material, into: clip) }
        } catch {
            log(.error, "\(error); the alarm rings without a voice")
        }
    }

    private mutating func synthesize(_ load: Int, _ utterance: Utterance) -> SoundInput? {
        let mailbox = mailbox
        do throws(SoundError) {
            let speech = try SpeechProcess(utterance, synthesizer: configuration.synthesizer) { reason in
                mailbox.send(.speechEnded(load: load, reason: reason))
            }
            sources[load] = SoundSource(speech: speech)
            return nil
        } catch {
            return .speechEnded(load: load, reason: "\(error)")
        }
    }

    private mutating func start(_ number: Int, _ load: Int, _ playback: Playback) -> SoundInput? {
        guard let session = playing(number), let source = sources[load], var voice = source.voice else { return nil }
        voice.id = playback.id
        voice.token = load
        voice.curve = GainCurve(
            fromPercent: playback.fromPercent, toPercent: playback.toPercent,
            riseFrames: frames(playback.riseMilliseconds))
        voice.limitFrames = frames(playback.limitMilliseconds)
        if let ring = playback.ring {
            voice.curve.fade = fade(ring, lowestGain: (source.material?.lowestGain ?? 1) / voice.curve.from)
            if let spoken = ring.voice {
                // On another output the ring has to be heard again first (SOUND-6).
                let at = max(spoken.atMilliseconds - ring.elapsedMilliseconds, Self.firstVoiceMilliseconds)
                voice.clipFrame = frames(at)
                voice.clipPauseFrames = frames(spoken.againAfterMilliseconds ?? 0)
            }
        }
        lent[load] = LentSound(source, opening: number)
        return session.send(.start(voice)) ? nil : .refused(opening: number, load: load)
    }

    private func frames(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 86_400_000) * 48 }

    private func fade(_ ring: RingShape, lowestGain: Float) -> FadeIn {
        guard let fade = ring.fade else { return .none }
        return FadeIn(
            fromDecibels: Float(fade.fromDecibels), toDecibels: Float(fade.toDecibels),
            frames: frames(fade.milliseconds), glideFrames: frames(RingFade.glideMilliseconds), lowest: lowestGain,
            elapsedFrames: frames(ring.elapsedMilliseconds))
    }

    private func send(_ command: OutputCommand, _ number: Int) -> Bool { playing(number)?.send(command) ?? false }

    private func playing(_ number: Int) -> OutputSession? { session?.number == number ? session : nil }

    // MARK: Devices

    private mutating func open(_ number: Int, _ output: Int) -> SoundInput? {
        guard configuration.outputs.indices.contains(output) else {
            return .failed(opening: number, reason: "\(SoundError.noDevice(index: output))")
        }
        do throws(SoundError) {
            session = try OutputSession(
                number: number, device: configuration.outputs[output].name, configuration: configuration,
                driverWakeUp: mailbox.wakeUp, totals: totals)
            return nil
        } catch {
            return .failed(opening: number, reason: "\(error)")
        }
    }

    private mutating func giveUp(_ number: Int) {
        guard let given = playing(number) else { return }
        if given.link.giveUp() { takeBack(from: given) }
        retired.append(given)
        session = nil
    }

    /// Takes back what was lent to a session whose thread reads nothing any more: it has ended, or was given up before
    /// it began, and reports nothing else.
    private mutating func takeBack(from session: OutputSession) {
        lent = lent.filter { $0.value.opening != session.number }
    }

    private mutating func takeNotes(_ now: BootTime) {
        for session in retired { drain(session, now) }
        if let session { drain(session, now) }
    }

    private mutating func drain(_ session: OutputSession, _ now: BootTime) {
        while let note = session.link.notes.pop() {
            switch note {
            case .released(let token): lent[token] = nil
            case .handed(let id, let at):
                mailbox.snapshot.withLock {
                    $0.lastHandedID = id
                    $0.lastHandedBootNanoseconds = at
                }
            case .audible(let id): handle(.audible(opening: session.number, id: id), now)
            case .finished(let id): handle(.finished(opening: session.number, id: id), now)
            case .silent(let id): handle(.silent(opening: session.number, id: id), now)
            }
        }
    }

    private mutating func reviewSessions(_ now: BootTime) {
        let over = retired.filter { $0.result != nil && $0.link.notes.count == 0 }
        retired.removeAll { session in over.contains { $0 === session } }
        for session in over {
            takeBack(from: session)
            handle(.closed(opening: session.number, lost: LostCommands()), now)
        }
        guard let session else { return }
        guard let result = session.result else {
            if session.openSummary != nil { handle(.opened(opening: session.number), now) }
            return
        }
        drain(session, now)
        self.session = nil
        switch result {
        case .failed(let error): handle(.failed(opening: session.number, reason: "\(error)"), now)
        case .closed: handle(.closed(opening: session.number, lost: session.takeLostCommands()), now)
        }
        takeBack(from: session)
    }

    // MARK: A conversation's line

    private mutating func connectLine() {
        guard let wish = line.wanted else { return }
        line.source?.end(withinMilliseconds: Self.lineFadeMilliseconds)
        let source = LineSource(render: wish.voice.render, volumePercent: wish.volumePercent)
        let canceller = EchoCanceller.make(configuration.echoEngine, wish.voice.bandwidth)
        if canceller == nil { log(.warning, "no echo canceller: the companion will hear itself") }
        line = OpenLine(source: source, engine: canceller?.engine.libraryName)
        totals.echoDelay.store(SoundTotals.unknown, ordering: .relaxed)
        totals.echoEnhancement.store(SoundTotals.unknown, ordering: .relaxed)
        microphone.use(
            CapturePath(line: wish.voice, source: source, canceller: canceller, totals: totals, tap: wish.tap))
    }

    private func giveLine(_ number: Int) {
        guard let session = playing(number), let source = line.source else { return }
        source.give(to: session.link)
        session.link.line.publish(source)
        session.link.wakeUp.signal()
    }

    private mutating func disconnectLine(_ number: Int?) {
        let session = number.flatMap(playing)
        line.source?.end(withinMilliseconds: session == nil ? 0 : Self.lineFadeMilliseconds)
        line = OpenLine()
        session?.link.line.publish(nil)
        session?.link.wakeUp.signal()
        microphone.use(nil)
    }

    // MARK: The thread

    private func publish() {
        mailbox.snapshot.withLock {
            $0.deviceErrors = machine.deviceErrors
            $0.openOutput = session?.openSummary
            $0.lentSounds = lent.count
            $0.isRealTime = session?.isRealTime ?? $0.isRealTime
            $0.openInput = microphone.openSummary
            $0.captureErrors = microphone.errors
            $0.isLineOpen = machine.line.isOpen
            $0.echoEngine = line.engine
        }
    }

    private func wait(_ now: BootTime) {
        let deadlines = [machine.deadline, microphone.deadline(at: now)].compactMap { $0 }
        var entries = [
            pollfd(fd: mailbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // A descriptor of -1 is skipped by poll.
        let limit =
            deadlines.min().map { Int32(clamping: max(0, (($0 - now).nanoseconds + 999_999) / 1_000_000)) } ?? -1
        _ = poll(&entries, nfds_t(entries.count), limit)
        mailbox.wakeUp.clear()
    }

    private mutating func shutDown(_ now: BootTime) {
        handle(.shutDown, now)
        microphone.listen(false, at: now)
        let deadline = now + Self.closeLimit
        while bootTime() < deadline {
            retired.removeAll { $0.result != nil }
            microphone.review(at: bootTime())
            if retired.isEmpty && microphone.isClosed { break }
            mailbox.wakeUp.wait(nanoseconds: 50_000_000)
        }
        // A thread that hangs in a driver's call may still read the sounds that were lent to it, so they are never
        // freed.
        if !retired.isEmpty { for sound in lent.values { _ = Unmanaged.passRetained(sound) } }
        publish()
    }
}

private func bootTime() -> BootTime { BootTime(nanoseconds: bootNanoseconds()) }
