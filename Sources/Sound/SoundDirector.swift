import Bedside
import Glibc

/// Directs the driver's threads: which device is open, what plays on it, what has failed. Runs on one ordinary thread,
/// which sleeps while there is nothing to direct.
struct SoundDirector {
    /// A device that has not opened after this is given up, so that the next one sounds within a second (SOUND-2).
    private static let openMilliseconds: Int64 = 700
    /// An alarm file that has not been read after this is replaced by the synthesized alarm.
    private static let loadMilliseconds: Int64 = 400
    private static let closeMilliseconds: Int64 = 1000
    /// A call into an open device that takes this long hangs: a sound server that stands still, a dead bus.
    private static let hangMilliseconds: Int64 = 500

    private let configuration: SoundConfiguration
    private let mailbox: SoundMailbox
    private let totals: SoundTotals
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let watch: DeviceWatch
    private var microphone: MicrophoneKeeper

    private var complaints = Complaints()
    private var line = LineKeeper()
    private var current: Cue?
    private var prepared: Cue?
    private var session: OutputSession?
    /// Told to close, or given up while opening; until their threads have ended.
    private var retired: [OutputSession] = []
    /// By load number.
    private var lent: [Int: LentSound] = [:]
    private var loads = 0
    private var lastOutput = 0
    private var devicesChangedAt: Int64?
    /// When that was last said.
    private var settledAt: Int64 = .min

    init(
        configuration: SoundConfiguration, mailbox: SoundMailbox, totals: SoundTotals,
        post: @escaping @Sendable (Event) -> Void, log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.configuration = configuration
        self.mailbox = mailbox
        self.totals = totals
        self.post = post
        self.log = log
        watch = DeviceWatch(folder: configuration.devicesFolder)
        microphone = MicrophoneKeeper(
            inputs: configuration.inputs, wakeUp: mailbox.wakeUp, totals: totals, post: post, log: log)
    }

    /// Until `.shutDown`.
    mutating func run() {
        while true {
            let now = bootNanoseconds()
            for message in mailbox.takeAll() {
                if case .shutDown = message { return shutDown() }
                take(message, now)
            }
            takeNotes()
            reviewSessions(now)
            reviewDeadlines(now)
            microphone.review(now)
            publish()
            wait(now)
        }
    }

    private mutating func take(_ message: SoundMessage, _ now: Int64) {
        switch message {
        case .prepare(let playback): prepare(playback, now)
        case .play(let playback): play(playback, now)
        case .silence: silence()
        case .click: click()
        case .listen(let on): microphone.listen(on, now)
        case .openLine(let voice, let output, let percent, let tap):
            openLine(voice, output: output, volumePercent: percent, tap: tap, now)
        case .lineVolume(let percent): line.source?.setVolume(percent: percent)
        case .closeLine: closeLine()
        case .loaded(let load, let material): loaded(load, material)
        case .speechEnded(let load, let reason): speechEnded(load, reason)
        case .shutDown: break
        }
    }

    // MARK: what the main loop asks for

    private mutating func prepare(_ playback: Playback, _ now: Int64) {
        if prepared?.playback == playback { return }
        prepared?.speech?.cancel()
        prepared = begin(playback, now)
        guard let session = try? openSession(playback.output) else { return }
        _ = session.send(.hold(now + Int64(configuration.preparedMilliseconds) * 1_000_000))
    }

    private mutating func play(_ playback: Playback, _ now: Int64) {
        stopCurrent()
        guard configuration.outputs.indices.contains(playback.output) else {
            return fail(playback.id, "\(SoundError.noDevice(index: playback.output))")
        }
        if var cue = prepared, cue.playback == playback {
            prepared = nil
            cue.isSent = false
            current = cue
        } else {
            current = begin(playback, now)
        }
        do throws(SoundError) {
            try openSession(playback.output)
            sendCurrent()
        } catch {
            failCurrent("\(error)")
        }
    }

    private mutating func silence() {
        stopCurrent()
    }

    private mutating func click() {
        guard let session = try? session ?? openSession(lastOutput) else { return }
        _ = session.send(.click)
    }

    private mutating func stopCurrent() {
        guard let cue = current else { return }
        current = nil
        if cue.isSent { _ = session?.send(.stop) }
        cue.speech?.cancel()
    }

    // MARK: a conversation's line

    private mutating func openLine(_ voice: VoiceLine, output: Int, volumePercent: Int, tap: EchoTap?, _ now: Int64) {
        guard !configuration.outputs.isEmpty else { return log(.warning, "no sound output for the conversation") }
        let source = LineSource(render: voice.render, volumePercent: volumePercent)
        let canceller = EchoCanceller.make(configuration.echoEngine)
        if canceller == nil { log(.warning, "no echo canceller: the companion will hear itself") }
        let path = CapturePath(line: voice, source: source, canceller: canceller, totals: totals, tap: tap)
        line.open(
            source, engine: canceller?.engine.libraryName,
            output: configuration.outputs.indices.contains(output) ? output : 0)
        totals.echoDelay.store(SoundTotals.unknown, ordering: .relaxed)
        totals.echoEnhancement.store(SoundTotals.unknown, ordering: .relaxed)
        microphone.use(path)
        if let session, session.result == nil { line.follow(session) } else { _ = try? openSession(line.output) }
    }

    private mutating func closeLine() {
        line.close(session)
        microphone.use(nil)
    }

    // MARK: material

    /// Starts getting what is to be heard.
    private mutating func begin(_ playback: Playback, _ now: Int64) -> Cue {
        loads += 1
        var cue = Cue(playback: playback, load: loads)
        let load = loads
        let loader = MaterialLoader(configuration: configuration, log: log)
        let mailbox = mailbox
        do throws(SoundError) {
            switch playback.source {
            case .chime:
                cue.material = Material(Tones.chime(), isLooping: false)
            case .alarm(let file):
                cue.loadDeadline = now + Self.loadMilliseconds * 1_000_000
                try startThread("sound-load") {
                    let material = loader.alarm(
                        file: file, limitMilliseconds: playback.limitMilliseconds,
                        fromPercent: min(playback.fromPercent, playback.toPercent))
                    mailbox.send(.loaded(load: load, material))
                }
            case .speech(let utterance):
                try startThread("sound-load") {
                    mailbox.send(.loaded(load: load, loader.renderedSpeech(key: utterance.key)))
                }
            }
        } catch {
            log(.error, "\(error)")
            cue.loadDeadline = nil
            if case .alarm = playback.source {
                cue.material = Material(Tones.alarm(), isLooping: true)
            } else {
                cue.material = Material(Tones.chime(), isLooping: false)
            }
        }
        return cue
    }

    private mutating func loaded(_ load: Int, _ material: Material?) {
        if var cue = current, cue.load == load {
            supply(material, to: &cue)
            current = cue
            sendCurrent()
        } else if var cue = prepared, cue.load == load {
            supply(material, to: &cue)
            prepared = cue
        }
    }

    private mutating func supply(_ material: Material?, to cue: inout Cue) {
        guard cue.material == nil, cue.speech == nil else { return }
        cue.loadDeadline = nil
        cue.material = material
        guard material == nil, case .speech(let utterance) = cue.playback.source else { return }
        let load = cue.load
        let mailbox = mailbox
        do throws(SoundError) {
            cue.speech = try SpeechProcess(utterance, synthesizer: configuration.synthesizer) { reason in
                mailbox.send(.speechEnded(load: load, reason: reason))
            }
        } catch {
            mailbox.send(.speechEnded(load: load, reason: "\(error)"))
        }
    }

    private mutating func speechEnded(_ load: Int, _ reason: String?) {
        guard let reason else { return }
        if let cue = current, cue.load == load {
            stopCurrent()
            fail(cue.playback.id, reason)
        } else if prepared?.load == load {
            log(.warning, reason)
            prepared = nil
        }
    }

    private mutating func sendCurrent() {
        guard var cue = current, !cue.isSent, let session, session.index == cue.playback.output else { return }
        var voice: Voice
        if let material = cue.material {
            voice = material.voice
        } else if let speech = cue.speech {
            voice = Voice()
            voice.stream = Unmanaged.passUnretained(speech.stream)
        } else {
            return
        }
        let playback = cue.playback
        voice.id = playback.id
        voice.token = cue.load
        func frames(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 86_400_000) * 48 }
        voice.curve = GainCurve(
            fromPercent: playback.fromPercent, toPercent: playback.toPercent,
            riseFrames: frames(playback.riseMilliseconds))
        voice.limitFrames = frames(playback.limitMilliseconds)
        lent[cue.load] = LentSound(cue, serial: session.link.serial)
        guard session.send(.start(voice)) else { return }
        cue.isSent = true
        current = cue
    }

    // MARK: devices

    /// The session of this output, opened if need be. Throws where it cannot even be begun; the line, and a sound on its
    /// way there, are told.
    @discardableResult
    private mutating func openSession(_ index: Int) throws(SoundError) -> OutputSession {
        if let session, session.index == index, session.result == nil { return session }
        guard let device = configuration.outputs.indices.contains(index) ? configuration.outputs[index] : nil else {
            throw .noDevice(index: index)
        }
        let hanging = hangingOpenings(index, bootNanoseconds())
        // What sounds on another output goes on.
        if hanging > 0, session != nil { throw .openingsHang(device: device.name, count: hanging) }
        retireSession()
        lastOutput = index
        do throws(SoundError) {
            if hanging > 0 { throw .openingsHang(device: device.name, count: hanging) }
            let opened = try OutputSession(
                index: index, device: device.name, configuration: configuration, driverWakeUp: mailbox.wakeUp,
                totals: totals)
            session = opened
            line.follow(opened)
            return opened
        } catch {
            sessionFailed("\(error)")
            throw error
        }
    }

    /// How many openings of this output hang, where one more has to wait; else 0.
    private func hangingOpenings(_ index: Int, _ now: Int64) -> Int {
        let limit = Self.openMilliseconds * 1_000_000
        let hanging = retired.filter { $0.index == index && $0.isOpening && now - $0.startedAt >= limit }
        return HangingOpenings.inTheWay(startedAt: hanging.map(\.startedAt), settledAt: settledAt, now: now)
    }

    private mutating func retireSession() {
        guard let session else { return }
        if session.link.giveUp() { takeBack(from: session) }
        retired.append(session)
        self.session = nil
    }

    private mutating func takeNotes() {
        for session in retired { drain(session, isCurrent: false) }
        if let session { drain(session, isCurrent: true) }
    }

    private mutating func drain(_ session: OutputSession, isCurrent: Bool) {
        while let note = session.link.notes.pop() {
            switch note {
            case .released(let token):
                lent[token] = nil
            case .handed(let id, let at):
                mailbox.snapshot.withLock {
                    $0.lastHandedID = id
                    $0.lastHandedBootNanoseconds = at
                }
            case .audible(let id):
                if isCurrent, current?.playback.id == id { post(.sound(.audible(id: id))) }
            case .finished(let id):
                guard isCurrent, let cue = current, cue.playback.id == id else { continue }
                current = nil
                // By its limit there may be words left.
                cue.speech?.cancel()
                post(.sound(.finished(id: id)))
            case .silent(let id):
                guard isCurrent, current?.playback.id == id else { continue }
                stopCurrent()
                fail(id, "the sound is silent")
            }
        }
    }

    private mutating func reviewSessions(_ now: Int64) {
        let over = retired.filter { $0.result != nil && $0.link.notes.count == 0 }
        retired.removeAll { session in over.contains { $0 === session } }
        for session in over { takeBack(from: session) }
        guard let session, let result = session.result else { return }
        drain(session, isCurrent: true)
        self.session = nil
        switch result {
        case .failed(let error):
            sessionFailed("\(error)")
        case .closed:
            // It closed at the very moment when something was sent: that is done again on a new opening.
            var lostClick = false
            var lostHold: Int64?
            while let command = session.link.commands.pop() {
                switch command {
                case .click: lostClick = true
                case .hold(let until): lostHold = until
                case .start, .stop: break
                }
            }
            // What was prepared and not played in time gives its memory back.
            if current == nil, lostHold == nil { dropPrepared() }
            if var cue = current {
                cue.isSent = false
                current = cue
                _ = try? openSession(cue.playback.output)
                sendCurrent()
            } else if let lostHold, let output = prepared?.playback.output {
                _ = try? openSession(output).send(.hold(lostHold))
            }
            if lostClick { click() }
            if line.isOpen, self.session == nil { _ = try? openSession(line.output) }
        }
        takeBack(from: session)
    }

    private mutating func dropPrepared() {
        prepared?.speech?.cancel()
        prepared = nil
    }

    /// Its thread reads nothing any more: it has ended, or is given up before it began, and tells of nothing else.
    private mutating func takeBack(from session: OutputSession) {
        lent = lent.filter { $0.value.serial != session.link.serial }
    }

    private mutating func sessionFailed(_ reason: String) {
        mailbox.snapshot.withLock { $0.deviceErrors += 1 }
        line.lostDevice(lastOutput, of: configuration.outputs.count, bootNanoseconds())
        if current == nil {
            dropPrepared()
            complain(reason)
        }
        failCurrent(reason)
    }

    private mutating func failCurrent(_ reason: String) {
        guard let cue = current else { return }
        current = nil
        cue.speech?.cancel()
        fail(cue.playback.id, reason)
    }

    private mutating func complain(_ reason: String) {
        log(complaints.level(of: reason, at: bootNanoseconds()), reason)
    }

    private mutating func fail(_ id: Int, _ reason: String) {
        complain(reason)
        post(.sound(.failed(id: id, reason: reason)))
    }

    private mutating func reviewDeadlines(_ now: Int64) {
        if let session, session.openSummary != nil, session.result == nil { line.hasDevice() }
        if line.isDue(now), session == nil { _ = try? openSession(line.output) }
        if let session, session.openSummary == nil, session.result == nil,
            now - session.startedAt >= Self.openMilliseconds * 1_000_000
        {
            retireSession()
            let error = SoundError.openTimedOut(device: session.device, milliseconds: Int(Self.openMilliseconds))
            sessionFailed("\(error)")
        }
        if let session, isHanging(session, now) {
            // The thread cannot be ended from outside; it closes by itself when the call returns.
            retireSession()
            sessionFailed("\(SoundError.stuck(device: session.device, milliseconds: Int(Self.hangMilliseconds)))")
        }
        if let cue = current, let deadline = cue.loadDeadline, now >= deadline {
            log(.warning, "the alarm's file takes too long to read; the synthesized alarm is taken")
            loaded(cue.load, Material(Tones.alarm(), isLooping: true))
        }
        if watch.takeChange() { devicesChangedAt = now }
        // Cards come with a flurry of device files; said once, when it has settled.
        if let at = devicesChangedAt, now - at >= 300_000_000 {
            devicesChangedAt = nil
            settledAt = now
            if watch.takeArrival() { line.cardArrived() }
            post(.sound(.devicesChanged))
        }
        // What is being said is said to its end.
        if current == nil, line.takeComeback() { _ = try? openSession(0) }
    }

    private func isHanging(_ session: OutputSession, _ now: Int64) -> Bool {
        guard session.openSummary != nil, session.result == nil else { return false }
        let due = session.link.dueBack.load(ordering: .relaxed)
        return due < now - Self.hangMilliseconds * 1_000_000
    }

    private func publish() {
        mailbox.snapshot.withLock {
            $0.openOutput = session?.openSummary
            $0.lentSounds = lent.count
            $0.isRealTime = session?.isRealTime ?? $0.isRealTime
            $0.openInput = microphone.openSummary
            $0.captureErrors = microphone.errors
            $0.isLineOpen = line.isOpen
            $0.echoEngine = line.engine
        }
    }

    private func wait(_ now: Int64) {
        var deadline = microphone.deadline
        func sooner(_ at: Int64) { deadline = min(deadline ?? at, at) }
        if let session, session.openSummary == nil, session.result == nil {
            sooner(session.startedAt + Self.openMilliseconds * 1_000_000)
        }
        if let at = current?.loadDeadline { sooner(at) }
        if let at = line.retryAt { sooner(at) }
        // A thread that was just sent something may not have said yet when it will be back.
        if let session, session.openSummary != nil, session.result == nil,
            session.link.commands.count > 0 || session.link.dueBack.load(ordering: .relaxed) != .max
        {
            sooner(now + 100_000_000)
        }
        if let at = devicesChangedAt { sooner(at + 300_000_000) }
        var entries = [
            pollfd(fd: mailbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // A descriptor of -1 is skipped by poll.
        let limit = deadline.map { Int32(clamping: max(0, ($0 - now + 999_999) / 1_000_000)) } ?? -1
        _ = poll(&entries, nfds_t(entries.count), limit)
        mailbox.wakeUp.clear()
    }

    private mutating func shutDown() {
        stopCurrent()
        closeLine()
        prepared?.speech?.cancel()
        retireSession()
        microphone.listen(false, bootNanoseconds())
        let deadline = bootNanoseconds() + Self.closeMilliseconds * 1_000_000
        while bootNanoseconds() < deadline {
            retired.removeAll { $0.result != nil }
            microphone.review(bootNanoseconds())
            if retired.isEmpty && microphone.isClosed { break }
            mailbox.wakeUp.wait(nanoseconds: 50_000_000)
        }
        // A thread that hangs in a driver's call may still read what it was lent: that is never freed.
        if !retired.isEmpty { for sound in lent.values { _ = Unmanaged.passRetained(sound) } }
        publish()
    }
}
