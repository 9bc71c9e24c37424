import System

@testable import Sound

/// A playback device on virtual time: consumes at its rate, may or may not be able to rewind, and can underrun, vanish
/// or stall.
final class SimulatedPort: OutputPort {
    let rate: Int
    let channels = 1
    let format = SampleFormat.float
    let bufferFrames: Int
    let rewindGuardFrames: Int?
    /// Every frame that was played, in order, without the silence of underruns.
    private(set) var played: [Float] = []
    private var queue: [Float] = []
    private var lastTime: Int64 = 0
    private var isRunning = false
    var fault: PortFault?
    var isStill = false
    /// Accepts everything at once, as ALSA's null does.
    var isClockless = false
    /// Underruns whenever it is written to.
    var isAlwaysDry = false
    enum ThrowingAway { case never, atOnce, later }
    /// Accepts what is written, and has underrun at once, or when it is checked next.
    var throwsAway = ThrowingAway.never
    var stops = 0
    var recoveries = 0
    /// Frames between the queue and the ear.
    var extraDelay = 0

    init(rate: Int = 48_000, bufferFrames: Int = 2400, canRewind: Bool) {
        self.rate = rate
        self.bufferFrames = bufferFrames
        rewindGuardFrames = canRewind ? rate / 500 : nil
    }

    func advance(to now: Int64) {
        defer { lastTime = now }
        guard isRunning, !isStill else { return }
        if throwsAway == .later {
            queue.removeAll()
            fault = .xrun
            isRunning = false
            return
        }
        let frames = Int(now / 1000) * rate / 1_000_000 - Int(lastTime / 1000) * rate / 1_000_000
        let taken = min(frames, queue.count)
        played += queue.prefix(taken)
        queue.removeFirst(taken)
        if taken < frames {
            fault = .xrun
            isRunning = false
        }
    }

    func queuedFrames() throws(PortFault) -> Int {
        if let fault { throw fault }
        return queue.count
    }

    func delayFrames() -> Int { queue.count + extraDelay }

    func account(now: Int64) -> (delayFrames: Int, at: Int64)? { (delayFrames(), now) }

    func write(_ frames: UnsafeRawPointer, count: Int) throws(PortFault) -> Int {
        if let fault { throw fault }
        if isAlwaysDry { throw .xrun }
        if isClockless {
            for i in 0..<count { played.append(frames.load(fromByteOffset: 4 * i, as: Float.self)) }
            return count
        }
        if throwsAway == .atOnce {
            fault = .xrun
            return count
        }
        let room = bufferFrames - queue.count
        guard room > 0 else { throw .busy }
        let taken = min(room, count)
        for i in 0..<taken { queue.append(frames.load(fromByteOffset: 4 * i, as: Float.self)) }
        isRunning = true
        return taken
    }

    func rewind(_ frames: Int) -> Int {
        let taken = min(frames, queue.count)
        queue.removeLast(taken)
        return taken
    }

    func stop() throws(PortFault) {
        stops += 1
        isRunning = false
        queue.removeAll()
    }

    func recover(from fault: PortFault) throws(PortFault) {
        if case .lost = fault { throw fault }
        recoveries += 1
        self.fault = nil
        queue.removeAll()
        isRunning = false
    }
}

/// An `OutputLoop` over a simulated device, with the clock in hand.
final class SimulatedSpeaker {
    let port: SimulatedPort
    let link = OutputLink(driverWakeUp: WakeUp(), totals: SoundTotals())
    let loop: OutputLoop<SimulatedPort>
    var now: Int64 = 1_000_000_000
    private var wakeAt: Int64 = 1_000_000_000
    private(set) var end: OutputLoop<SimulatedPort>.Outcome?
    private(set) var notes: [OutputNote] = []
    private(set) var steps = 0
    private var materials: [Material] = []

    init(_ port: SimulatedPort, lingerMilliseconds: Int64 = 250) {
        self.port = port
        var limits = OutputLoop<SimulatedPort>.Limits()
        limits.lingerNanoseconds = lingerMilliseconds * 1_000_000
        loop = OutputLoop(port: port, link: link, limits: limits, click: Tones.click())
        _ = link.hasOpened()
        port.advance(to: now)
    }

    func send(_ command: OutputCommand) {
        _ = link.commands.push(command)
        wakeAt = now
    }

    func start(
        _ samples: [Float], id: Int = 1, looping: Bool = true, from: Int = 100, to: Int = 100, rise: Int = 0,
        limit: Int = .max
    ) {
        let material = Material(samples, isLooping: looping)
        materials.append(material)
        var voice = material.voice
        voice.id = id
        voice.token = id
        voice.curve = GainCurve(fromPercent: from, toPercent: to, riseFrames: rise)
        voice.limitFrames = limit
        send(.start(voice))
    }

    /// Lets virtual time pass; `lateness`: how much the thread oversleeps.
    func run(milliseconds: Int, lateness: Int64 = 0) {
        let until = now + Int64(milliseconds) * 1_000_000
        while end == nil, wakeAt <= until {
            now = max(now, wakeAt)
            port.advance(to: now)
            steps += 1
            switch loop.step(now: now) {
            case .sleep(let nanoseconds): wakeAt = now + max(nanoseconds, 1000) + lateness
            case let outcome: end = outcome
            }
            while let note = link.notes.pop() { notes.append(note) }
        }
        if end == nil {
            now = until
            port.advance(to: now)
        }
    }

    /// The link's wake-up was signalled.
    func wake() { wakeAt = now }

    /// Lets time pass without running the thread.
    func sleep(milliseconds: Int) {
        now += Int64(milliseconds) * 1_000_000
        wakeAt = max(wakeAt, now)
    }

    func noted(_ match: (OutputNote) -> Bool) -> Bool { notes.contains(where: match) }
    var isAudible: Bool { noted { if case .audible = $0 { true } else { false } } }
    var isFinished: Bool { noted { if case .finished = $0 { true } else { false } } }
}
