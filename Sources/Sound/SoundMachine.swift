import Bedside

/// Decides which output is open, what plays on it, and what is tried next when a device, a file or a voice fails
/// (SOUND-2).
///
/// Pure: no clock, thread, file or C in it. `SoundDirector` hands it each event with its time, performs the actions in
/// their order, and reports their results as events.
///
/// Theory of operation. A *cue* is a sound that is wanted or prepared; it is loaded while its output opens, and sent to
/// the playback thread once it is loaded. An *opening* of an output has a number of its own; a late report from an
/// opening that was given up carries the old number and changes nothing. A device that fails, or does not open in time,
/// fails the current sound, and the core decides what to play next and where. A conversation's line outlives its
/// devices: `LineKeeper` moves it to the next output.
struct SoundMachine: Sendable {
    /// A device that has not opened after this is given up, so that the next one sounds within a second (SOUND-2).
    static let openLimit = TimeSpan.milliseconds(700)
    /// An alarm file that has not been read after this is replaced by the synthesized alarm.
    static let loadLimit = TimeSpan.milliseconds(400)
    /// A call into an open device that takes this long hangs: a sound server that stands still, a dead bus.
    static let hangLimit = TimeSpan.milliseconds(500)
    /// A playback thread that has something to do is checked this often.
    static let checkPause = TimeSpan.milliseconds(100)
    /// Cards arrive with a flurry of device files; their change is reported once, when it has settled.
    static let settlePause = TimeSpan.milliseconds(300)

    private let outputs: [OutputDevice]
    private let preparedFor: TimeSpan

    private var current: Cue?
    private var prepared: Cue?
    private var loads = 0
    private(set) var opening: Opening?
    /// Openings that were given up before their device opened, until their threads have ended.
    private var hanging: [Opening] = []
    private var openings = 0
    private var lastOutput = 0
    private(set) var line = LineKeeper()
    private var complaints = Complaints()
    /// Devices that failed while open or could not be opened.
    private(set) var deviceErrors = 0
    /// When the playback thread is to be checked next; nil: it has nothing to do.
    private var checkAt: BootTime?
    private var devicesChangedAt: BootTime?
    private var hasCardArrived = false
    /// When a change of devices was last reported.
    private var settledAt = BootTime(nanoseconds: .min)
    private var actions: [SoundAction] = []

    init(outputs: [OutputDevice], preparedFor: TimeSpan) {
        self.outputs = outputs
        self.preparedFor = preparedFor
    }

    mutating func handle(_ event: SoundInput, at now: BootTime) -> [SoundAction] {
        switch event {
        case .prepare(let playback): prepare(playback, now)
        case .play(let playback): play(playback, now)
        case .silence: stopCurrent()
        case .click: click(now)
        case .openLine(let output): openLine(output, now)
        case .closeLine: closeLine()
        case .loaded(let load, let isThere): loaded(load, isThere: isThere, now)
        case .speechEnded(let load, let reason): speechEnded(load, reason, now)
        case .opened(let number): if opening?.number == number { opening?.isOpen = true }
        case .audible(let number, let id): if isCurrent(number, id) { report(.audible(id: id)) }
        case .finished(let number, let id): if isCurrent(number, id) { finish(id) }
        case .silent(let number, let id):
            if isCurrent(number, id) {
                if case .tone = current?.playback.source {
                    // A soft bell at a low volume.
                    finish(id)
                } else {
                    stopCurrent()
                    fail(id, "the sound is silent", now)
                }
            }
        case .refused(let number, let load):
            if opening?.number == number, current?.load == load {
                failCurrent("the playback thread takes no more commands", now)
            }
        case .failed(let number, let reason): ended(number) { $0.deviceFailed(reason, now) }
        case .closed(let number, let lost): ended(number) { $0.closed(lost, now) }
        case .devicesChanged(let hasArrival):
            devicesChangedAt = now
            hasCardArrived = hasCardArrived || hasArrival
        case .turn(let thread): turn(thread, now)
        case .shutDown: shutDown()
        }
        defer { actions = [] }
        return actions
    }

    /// When the next `.turn` is due, if nothing happens before.
    var deadline: BootTime? {
        let opens = opening.flatMap { $0.isOpen ? nil : $0.startedAt + Self.openLimit }
        let settles = devicesChangedAt.map { $0 + Self.settlePause }
        let check = opening?.isOpen == true ? checkAt : nil
        return [opens, current?.loadDeadline, line.retryAt, check, settles].compactMap { $0 }.min()
    }

    /// Whether the result of this load is still wanted.
    func awaits(_ load: Int) -> Bool {
        [current, prepared].contains { $0?.load == load && $0?.isLoading == true }
    }
}

// MARK: - Sounds

extension SoundMachine {
    private mutating func prepare(_ playback: Playback, _ now: BootTime) {
        if prepared?.playback == playback { return }
        dropPrepared()
        prepared = begin(playback, now)
        if let opening = try? openOutput(playback.output, now) {
            send(.hold(opening.number, until: now + preparedFor), now)
        }
    }

    private mutating func play(_ playback: Playback, _ now: BootTime) {
        stopCurrent()
        guard outputs.indices.contains(playback.output) else {
            return fail(playback.id, "\(SoundError.noDevice(index: playback.output))", now)
        }
        if let cue = prepared, cue.playback == playback {
            prepared = nil
            current = cue
        } else {
            current = begin(playback, now)
        }
        do throws(SoundError) {
            try openOutput(playback.output, now)
            sendCurrent(now)
        } catch {
            failCurrent("\(error)", now)
        }
    }

    private mutating func click(_ now: BootTime) {
        guard let opening = try? opening ?? openOutput(lastOutput, now) else { return }
        send(.click(opening.number), now)
    }

    /// Starts loading a sound.
    private mutating func begin(_ playback: Playback, _ now: BootTime) -> Cue {
        loads += 1
        actions.append(.load(loads, playback))
        let stage: Cue.Stage =
            switch playback.source {
            case .chime, .square: .ready
            case .alarm: .loading(deadline: now + Self.loadLimit)
            case .speech, .phrase, .tone: .loading(deadline: nil)
            }
        if stage == .ready { makeVoice(of: playback, loads) }
        return Cue(playback: playback, load: loads, stage: stage)
    }

    private mutating func loaded(_ load: Int, isThere: Bool, _ now: BootTime) {
        if let cue = current, cue.load == load {
            if !isThere, cue.isLoading, case .phrase = cue.playback.source {
                // The rules say it, or let it be: the output has not failed.
                stopCurrent()
                return report(.unreadable(id: cue.playback.id))
            }
            current = supplied(cue, isThere: isThere)
            sendCurrent(now)
        } else if let cue = prepared, cue.load == load {
            prepared = supplied(cue, isThere: isThere)
        }
    }

    private mutating func supplied(_ cue: Cue, isThere: Bool) -> Cue {
        guard cue.isLoading else { return cue }
        if !isThere, case .speech(let utterance) = cue.playback.source {
            actions.append(.synthesize(cue.load, utterance))
        }
        var cue = cue
        cue.stage = .ready
        makeVoice(of: cue.playback, cue.load)
        return cue
    }

    /// Has a ring's voice made, once its alarm is loaded, so that it takes nothing from the alarm.
    private mutating func makeVoice(of playback: Playback, _ load: Int) {
        if let voice = playback.ring?.voice { actions.append(.makeVoice(load, voice)) }
    }

    private mutating func speechEnded(_ load: Int, _ reason: String?, _ now: BootTime) {
        guard let reason else { return }
        if let cue = current, cue.load == load {
            stopCurrent()
            fail(cue.playback.id, reason, now)
        } else if prepared?.load == load {
            actions.append(.log(.warning, reason))
            dropPrepared()
        }
    }

    private mutating func sendCurrent(_ now: BootTime) {
        guard var cue = current, cue.stage == .ready, let opening, opening.output == cue.playback.output else { return }
        cue.stage = .sent
        current = cue
        send(.start(opening.number, load: cue.load, cue.playback), now)
    }

    private mutating func send(_ action: SoundAction, _ now: BootTime) {
        actions.append(action)
        // The thread may not have set yet when it is due back.
        checkAt = now + Self.checkPause
    }

    private mutating func stopCurrent() {
        guard let cue = current else { return }
        current = nil
        if cue.stage == .sent, let opening { actions.append(.stop(opening.number)) }
        actions.append(.discard(cue.load))
    }

    private mutating func finish(_ id: Int) {
        // A sound that ended by its limit may have words left.
        if let cue = current { actions.append(.discard(cue.load)) }
        current = nil
        report(.finished(id: id))
    }

    private mutating func dropPrepared() {
        if let cue = prepared { actions.append(.discard(cue.load)) }
        prepared = nil
    }

    private mutating func failCurrent(_ reason: String, _ now: BootTime) {
        guard let cue = current else { return }
        current = nil
        actions.append(.discard(cue.load))
        fail(cue.playback.id, reason, now)
    }

    private mutating func fail(_ id: Int, _ reason: String, _ now: BootTime) {
        complain(reason, now)
        report(.failed(id: id, reason: reason))
    }

    private mutating func complain(_ reason: String, _ now: BootTime) {
        actions.append(.log(complaints.level(of: reason, at: now), reason))
    }

    private mutating func report(_ event: SoundEvent) { actions.append(.report(event)) }

    private func isCurrent(_ number: Int, _ id: Int) -> Bool {
        opening?.number == number && current?.playback.id == id
    }
}

// MARK: - Devices

extension SoundMachine {
    /// The opening of this output, which is begun if need be. Throws if it may not even be begun.
    @discardableResult
    private mutating func openOutput(_ output: Int, _ now: BootTime) throws(SoundError) -> Opening {
        if let opening, opening.output == output { return opening }
        guard outputs.indices.contains(output) else { throw .noDevice(index: output) }
        let inTheWay = openingsInTheWay(of: output, now)
        if inTheWay > 0 {
            let error = SoundError.openingsHang(device: outputs[output].name, count: inTheWay)
            // A sound on another output continues.
            if opening == nil {
                lastOutput = output
                deviceFailed("\(error)", now)
            }
            throw error
        }
        giveUp()
        lastOutput = output
        openings += 1
        let opened = Opening(number: openings, output: output, startedAt: now)
        opening = opened
        actions.append(.open(opened.number, output: output))
        giveLine(to: opened)
        return opened
    }

    /// How many openings of this output hang, if another one has to wait for them; else 0.
    private func openingsInTheWay(of output: Int, _ now: BootTime) -> Int {
        let startedAt = hanging.filter { $0.output == output && now - $0.startedAt >= Self.openLimit }.map(\.startedAt)
        return HangingOpenings.inTheWay(startedAt: startedAt, settledAt: settledAt, now: now)
    }

    private mutating func giveUp() {
        guard let opening else { return }
        actions.append(.giveUp(opening.number))
        if !opening.isOpen { hanging.append(opening) }
        self.opening = nil
        checkAt = nil
    }

    /// Handles the end of a playback thread; only that of the present opening changes anything.
    private mutating func ended(_ number: Int, _ then: (inout SoundMachine) -> Void) {
        hanging.removeAll { $0.number == number }
        guard opening?.number == number else { return }
        opening = nil
        checkAt = nil
        then(&self)
    }

    private mutating func deviceFailed(_ reason: String, _ now: BootTime) {
        deviceErrors += 1
        line.lostDevice(lastOutput, of: outputs.count, now)
        if current == nil {
            dropPrepared()
            complain(reason, now)
        }
        failCurrent(reason, now)
    }

    /// Handles a device that closed because nothing sounded. What was sent at that very moment is sent again, on a new
    /// opening.
    private mutating func closed(_ lost: LostCommands, _ now: BootTime) {
        // Free what was prepared and not played in time.
        if current == nil, lost.heldUntil == nil { dropPrepared() }
        if let cue = current {
            if cue.stage == .sent { current?.stage = .ready }
            _ = try? openOutput(cue.playback.output, now)
            sendCurrent(now)
        } else if let until = lost.heldUntil, let output = prepared?.playback.output,
            let opening = try? openOutput(output, now)
        {
            send(.hold(opening.number, until: until), now)
        }
        if lost.hasClick { click(now) }
        if line.isOpen, opening == nil { _ = try? openOutput(line.output, now) }
    }

    private mutating func turn(_ thread: PlaybackThread, _ now: BootTime) {
        if opening?.isOpen == true { line.hasDevice() }
        if line.isDue(now), opening == nil { _ = try? openOutput(line.output, now) }
        reviewOpening(thread, now)
        if let cue = current, let deadline = cue.loadDeadline, now >= deadline {
            actions.append(.log(.warning, "the alarm's file takes too long to read; the synthesized alarm is used"))
            actions.append(.useSynthesizedAlarm(cue.load))
            loaded(cue.load, isThere: true, now)
        }
        if let at = devicesChangedAt, now - at >= Self.settlePause {
            devicesChangedAt = nil
            settledAt = now
            if hasCardArrived { line.cardArrived() }
            hasCardArrived = false
            report(.devicesChanged)
        }
        // Let the current sound end first.
        if current == nil, line.takeComeback() { _ = try? openOutput(0, now) }
    }

    private mutating func reviewOpening(_ thread: PlaybackThread, _ now: BootTime) {
        guard let opening else { return }
        let device = outputs.indices.contains(opening.output) ? outputs[opening.output].name : ""
        guard opening.isOpen else {
            guard now - opening.startedAt >= Self.openLimit else { return }
            giveUp()
            let error = SoundError.openTimedOut(device: device, milliseconds: Self.openLimit.milliseconds)
            return deviceFailed("\(error)", now)
        }
        if let due = thread.dueBack, now - due > Self.hangLimit {
            // The thread cannot be ended from outside; it closes by itself when the call returns.
            giveUp()
            let error = SoundError.stuck(device: device, milliseconds: Self.hangLimit.milliseconds)
            return deviceFailed("\(error)", now)
        }
        checkAt = thread.dueBack != nil || thread.hasCommands ? now + Self.checkPause : nil
    }

    private mutating func shutDown() {
        stopCurrent()
        closeLine()
        dropPrepared()
        giveUp()
    }
}

// MARK: - A conversation's line

extension SoundMachine {
    private mutating func openLine(_ output: Int, _ now: BootTime) {
        guard !outputs.isEmpty else { return actions.append(.log(.warning, "no sound output for the conversation")) }
        line.open(output: outputs.indices.contains(output) ? output : 0)
        actions.append(.connectLine)
        if let opening { giveLine(to: opening) } else { _ = try? openOutput(line.output, now) }
    }

    private mutating func closeLine() {
        line.close()
        actions.append(.disconnectLine(opening?.number))
    }

    private mutating func giveLine(to opening: Opening) {
        guard line.isOpen else { return }
        line.follow(output: opening.output)
        actions.append(.giveLine(opening.number))
    }
}
