import Synchronization
import System

/// Keeps one playback device filled with what the driver asked for, and takes it back when that changes.
///
/// Theory of operation. `step` is called by the playback thread whenever it wakes: on a command, or when the queue has
/// run down to one period less than it should have. It asks the device what is still queued, tops it up, and returns
/// how long to sleep. The queue is as long as the device's ability to take frames back allows: tens of milliseconds
/// where it can, two periods where it cannot, because what is queued delays Stop. After an underrun it grows for a
/// while (`QueueLength`). Time comes in as an argument, so that tests run it against a simulated device on a virtual
/// clock.
///
/// Real-time thread only after `init`, which allocates everything.
final class OutputLoop<Port: OutputPort> {
    enum Outcome: Equatable {
        case sleep(nanoseconds: Int64)
        /// Nothing sounds any more, and the device was kept open for as long as it should be.
        case closed
        case lost(Int32)
        /// The device has moved no frames for this long.
        case stuck(milliseconds: Int)
    }
    struct Limits {
        var periodNanoseconds: Int64 = 1_000_000
        /// While a line is open: a conversation lasts minutes, and each wake-up costs more than the frames it brings.
        var linePeriodNanoseconds: Int64 = 5_000_000
        /// The queue of a device that cannot take frames back.
        var queueNanoseconds: Int64 = 3_000_000
        /// The queue of a device that can take frames back.
        var rewindableQueueNanoseconds: Int64 = 30_000_000
        var lingerNanoseconds: Int64 = 250_000_000
        var stuckNanoseconds: Int64 = 500_000_000
    }

    private let port: Port
    private let link: OutputLink
    private let limits: Limits
    private let renderer: OutputRenderer
    private let rate: Int
    /// Frames by which the queue is topped up.
    private var period: Int
    private let usualPeriod: Int
    private let linePeriod: Int
    private var length: QueueLength
    /// While a line is open the queue is short on every device: it is latency, and nothing is taken back, because what
    /// the line has rendered cannot be rendered again.
    private let lineTarget: Int
    private let usualTarget: Int
    /// The line that the mixer plays.
    private var line: Unmanaged<LineSource>?

    /// Encoded frames that the device did not take.
    private var unsentIndex = 0
    private var unsentCount = 0

    private var isRunning = false
    /// Device frames written since `init`, less those taken back.
    private var written = 0
    private var playedBefore = 0
    private var consumedBefore = 0
    private var progressAt: Int64 = 0
    /// When `consumedBefore` was read.
    private var accountedAt: Int64 = 0
    private var startedAt: Int64 = 0
    private var startedWritten = 0
    /// Position after the last frame that is not silence.
    private var soundEnd = 0
    private var holdUntil: Int64 = 0
    private var plannedWakeUp: Int64 = .max
    private var isClosing = false
    private var recoveries = 0
    private var kickedAt: Int64 = 0
    /// Allows a server to take a quarter of a second ahead.
    private var pace: Pace
    /// Whether the device has no clock of its own: its queue is always empty, and only `pace` limits it.
    private var isClockless = false
    private var marks = PlayedMarks()

    init(port: Port, link: OutputLink, limits: Limits, click: [Float]) {
        self.port = port
        self.link = link
        self.limits = limits
        renderer = OutputRenderer(port: port, click: click, serial: link.serial)
        rate = port.rate
        func frames(_ nanoseconds: Int64) -> Int { Int(nanoseconds) * port.rate / 1_000_000_000 }
        func period(_ nanoseconds: Int64) -> Int { max(16, min(frames(nanoseconds), port.bufferFrames / 2, 2048)) }
        usualPeriod = period(limits.periodNanoseconds)
        linePeriod = period(limits.linePeriodNanoseconds)
        self.period = usualPeriod
        let most = max(usualPeriod, port.bufferFrames)
        let wanted = frames(
            port.rewindGuardFrames == nil ? limits.queueNanoseconds : limits.rewindableQueueNanoseconds)
        usualTarget = min(max(wanted, 2 * usualPeriod), most)
        let margin = max(usualPeriod, frames(limits.queueNanoseconds) - usualPeriod)
        lineTarget = min(linePeriod + margin, most)
        length = QueueLength(
            least: usualTarget, most: min(most, max(usualTarget, frames(60_000_000))), step: usualPeriod)
        pace = Self.pace(port, now: 0)
    }

    private static func pace(_ port: Port, now: Int64) -> Pace {
        let burst = port.bufferFrames + port.rate / 4
        return Pace(rate: port.rate, burstFrames: burst, startFrames: burst, now: now)
    }

    /// Makes one turn; `now` is boot time in nanoseconds.
    func step(now: Int64) -> Outcome {
        if now > plannedWakeUp {
            let late = now - plannedWakeUp
            if late > nanoseconds(length.frames) / 2 { link.totals.lateWakeUps.increase() }
        }
        plannedWakeUp = .max
        do {
            try takeCommands(now)
            takeLine(now)
            if isSounding || unsentCount > 0 { try fill(now) }
            reportReleased()
            return try rest(now)
        } catch {
            if case .lost(let code) = error { return .lost(code) }
            return .lost(0)
        }
    }

    private var isSounding: Bool { renderer.isSounding || (isRunning && playedBefore < soundEnd) }

    private func takeCommands(_ now: Int64) throws(PortFault) {
        // Read this first: whatever was sent before it is in the ring then, and does not begin after it.
        let isToClose = link.isToClose
        while let command = link.commands.pop() {
            switch command {
            case .start(let voice):
                try stopCurrent(now)
                renderer.mixer.start(voice)
                marks.begin()
                progressAt = now
            case .stop:
                try stopCurrent(now)
            case .click:
                renderer.mixer.click()
                if !isRunning { progressAt = now }
            case .hold(let until):
                holdUntil = max(holdUntil, until)
            }
        }
        if !isClosing, isToClose {
            try stopCurrent(now)
            isClosing = true
        }
    }

    /// Follows the line that the driver has published; an old one fades out first.
    private func takeLine(_ now: Int64) {
        guard isClosing ? line != nil : !link.line.isNewest(line) else { return }
        if line != nil {
            renderer.mixer.closeLine()
            guard !renderer.mixer.hasLine else { return }
        }
        line = isClosing ? nil : link.line.take()
        if let line {
            renderer.mixer.open(line, serial: link.serial)
            period = linePeriod
            length.aim(at: lineTarget)
            if !isRunning { progressAt = now }
            let isExact = port.rewindGuardFrames != nil
            line._withUnsafeGuaranteedRef { $0.begin(isExact: isExact, serial: link.serial) }
        } else {
            link.line.release()
            period = usualPeriod
            length.aim(at: usualTarget)
        }
    }

    /// Fades out what plays, starting with what is queued if the device gives it back.
    private func stopCurrent(_ now: Int64) throws(PortFault) {
        guard renderer.mixer.current != nil || marks.isEnding else { return }
        marks.drop()
        var takenBack = 0
        if isRunning, unsentCount == 0, line == nil, let keep = port.rewindGuardFrames {
            let queued = try queuedOrRecover(now)
            if queued > keep {
                takenBack = min(port.rewind(queued - keep), renderer.rememberedFrames)
            }
        }
        written -= takenBack
        soundEnd = min(soundEnd, written)
        renderer.stop(takenBack: takenBack)
    }

    private func fill(_ now: Int64) throws(PortFault) {
        let recoveriesBefore = recoveries
        var queued = try queuedOrRecover(now)
        if isRunning {
            // An xrun has been counted already, and is the reason for the empty queue.
            if recoveries == recoveriesBefore { noteStarvation(queued, now) }
        } else {
            isRunning = true
            progressAt = now
            accountedAt = now
            kickedAt = now
            startedAt = now
            startedWritten = written
            pace = Self.pace(port, now: now)
            isClockless = false
        }
        pace.advance(to: now)
        if queued > 0 { isClockless = false }
        defer { if pace.isSpent { isClockless = true } }
        var hasRecovered = false
        while queued < length.frames || isClockless, !pace.isSpent {
            if unsentCount == 0 {
                render(isClockless ? period : min(period, max(1, port.bufferFrames - queued)))
            }
            let frameBytes = port.format.bytes * port.channels
            var taken = 0
            do {
                taken = try port.write(renderer.encoded + unsentIndex * frameBytes, count: unsentCount)
            } catch {
                switch error {
                case .busy: return
                case .lost: throw error
                case .xrun, .suspended:
                    // A second fault at once: the device is useless until the next turn.
                    if hasRecovered { return }
                    hasRecovered = true
                    try recover(error, now)
                    queued = 0
                    continue
                }
            }
            guard taken > 0 else { return }
            unsentIndex += taken
            unsentCount -= taken
            written += taken
            queued += taken
            pace.take(taken)
            link.totals.framesDelivered.increase(by: taken)
            if unsentCount == 0 { noteWritten() }
        }
    }

    /// Counts an underrun if the queue is empty: a sound server does not report that it ran dry.
    private func noteStarvation(_ queued: Int, _ now: Int64) {
        guard queued == 0, written > startedWritten, now - startedAt > 100_000_000, !isClockless else { return }
        link.totals.underruns.increase()
        markBreak()
        length.ranDry(at: now, isSure: false)
    }

    private func noteWritten() {
        if renderer.mixer.isAudible, let voice = renderer.mixer.current ?? renderer.endedVoice {
            soundEnd = written
            if marks.wroteAudible(id: voice.id, to: written) { note(.handed(id: voice.id, at: bootNanoseconds())) }
        }
        if let ended = renderer.endedVoice {
            renderer.endedVoice = nil
            soundEnd = written
            marks.wroteEnd(id: ended.id, at: written)
        }
        if renderer.hasSound { soundEnd = written }
    }

    private func render(_ count: Int) {
        let made = renderer.render(count, line: line)
        link.totals.level.store(Int(decibels(meanSquare: made.meanSquare) * 100), ordering: .relaxed)
        unsentIndex = 0
        unsentCount = made.frames
    }

    private func markBreak() { line?._withUnsafeGuaranteedRef { $0.markBreak(serial: link.serial) } }

    /// Reports to the line when the frame that it renders next will be heard.
    private func markLine(_ now: Int64, delay: Int) {
        guard let line, !isClockless else { return }
        let waiting = nanoseconds(delay + unsentCount) + renderer.lagNanoseconds
        line._withUnsafeGuaranteedRef { $0.mark(nextHeardAt: now + waiting, serial: link.serial) }
    }

    private func reportReleased() {
        while let token = renderer.mixer.takeReleased() { note(.released(token: token)) }
    }

    private func note(_ note: OutputNote) {
        // A full ring means that the driver's thread has stood still for seconds; nothing better can be done here.
        _ = link.notes.push(note)
        link.driverWakeUp.signal()
    }

    private func queuedOrRecover(_ now: Int64) throws(PortFault) -> Int {
        do {
            return try port.queuedFrames()
        } catch {
            switch error {
            case .lost: throw error
            case .busy: return 0
            case .xrun, .suspended:
                try recover(error, now)
                return 0
            }
        }
    }

    private func recover(_ fault: PortFault, _ now: Int64) throws(PortFault) {
        if isRunning { link.totals.underruns.increase() }
        markBreak()
        recoveries += 1
        let held = written - consumedBefore
        if now - accountedAt < nanoseconds(held) {
            forget(held)
        } else if held > 0 {
            consumedBefore = written
            progressAt = now
            kickedAt = now
        }
        accountedAt = now
        try port.recover(from: fault)
        // Too late once is likely to be too late again.
        length.ranDry(at: now, isSure: true)
    }

    /// Subtracts frames that the device threw away sooner than it can have played them: they were not heard, and the
    /// device has not moved.
    private func forget(_ frames: Int) {
        written -= frames
        pace.giveBack(frames)
        soundEnd = min(soundEnd, written)
        marks.forget(after: written)
    }

    /// Ends a turn: notes what has been heard, checks that the device moves, and returns how long to sleep.
    private func rest(_ now: Int64) throws(PortFault) -> Outcome {
        guard isRunning else { return idle(now) }
        let queued = try queuedOrRecover(now)
        let account = line == nil ? nil : port.account(now: now)
        let delay = account?.delayFrames ?? port.delayFrames()
        if let account { markLine(account.at, delay: account.delayFrames) }
        let played = max(playedBefore, written - max(queued, delay))
        while let due = marks.next(played: played) { note(due) }
        playedBefore = played
        // Not judged by the delay, which a sound server's client continues to count down when the server stands still.
        let consumed = written - queued
        accountedAt = now
        if consumed > consumedBefore {
            consumedBefore = max(consumed, consumedBefore)
            progressAt = now
            kickedAt = now
        } else if now - kickedAt >= 20_000_000, queued < port.bufferFrames - period {
            // A sound server that ran dry may wait for more than is kept ready before it continues.
            kickedAt = now
            length.ranDry(at: now, isSure: true)
        }
        length.pass(at: now)
        if now - progressAt >= limits.stuckNanoseconds {
            return .stuck(milliseconds: Int((now - progressAt) / 1_000_000))
        }
        if !isSounding && unsentCount == 0 {
            try port.stop()
            isRunning = false
            written = 0
            playedBefore = 0
            consumedBefore = 0
            soundEnd = 0
            renderer.reset()
            link.totals.level.store(-12_000, ordering: .relaxed)
            holdUntil = max(holdUntil, now + limits.lingerNanoseconds)
            return idle(now)
        }
        let surplus = max(0, queued - (length.frames - period))
        let pause = isClockless && pace.isSpent ? 10_000_000 : max(500_000, nanoseconds(surplus))
        plannedWakeUp = now + pause
        return .sleep(nanoseconds: pause)
    }

    private func idle(_ now: Int64) -> Outcome {
        if isClosing || (now >= holdUntil && link.commands.count == 0) { return .closed }
        return .sleep(nanoseconds: max(0, holdUntil - now))
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }
}
