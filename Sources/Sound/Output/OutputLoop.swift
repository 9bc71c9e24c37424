import Synchronization

/// Keeps one playback device filled with what the driver asked for, and takes it back when that changes.
///
/// Theory of operation. `step` is called by the playback thread whenever it wakes: on a command, or when the queue has
/// run down to one period less than it shall have. It asks the device what is still queued, tops it up, and says how long
/// to sleep. The queue is as long as the device's ability to take frames back allows: tens of milliseconds where it
/// can, two periods where it cannot, because what is queued delays Stop. After an underrun it grows for a while
/// (`QueueLength`). Time comes in as an argument, so that tests run it against a simulated device on a virtual clock.
///
/// Real-time thread only after `init`, which allocates everything.
final class OutputLoop<Port: OutputPort> {
    enum Outcome: Equatable {
        case sleep(nanoseconds: Int64)
        /// Nothing sounds any more and the device's time is over.
        case closed
        case lost(Int32)
        /// The device has moved no frames for this long.
        case stuck(milliseconds: Int)
    }
    struct Limits {
        var periodNanoseconds: Int64 = 1_000_000
        /// Where it cannot.
        var queueNanoseconds: Int64 = 3_000_000
        /// Where the device can take frames back.
        var rewindableQueueNanoseconds: Int64 = 30_000_000
        var lingerNanoseconds: Int64 = 250_000_000
        var stuckNanoseconds: Int64 = 500_000_000
    }

    private let port: Port
    private let link: OutputLink
    private let limits: Limits
    private var mixer: Mixer
    private let resampler: Resampler?
    private let rate: Int
    private let period: Int
    private let fadeFrames: Int
    private var length: QueueLength
    /// While a line is open nothing is taken back, so that the queue is short on every device: it is latency, and what
    /// the line has rendered cannot be rendered again.
    private let lineTarget: Int
    private let usualTarget: Int
    /// The line that the mixer has.
    private var line: Unmanaged<LineSource>?

    /// Device-rate work areas.
    private let mono: UnsafeMutablePointer<Float>
    private let upstream: UnsafeMutablePointer<Float>
    private let spill: UnsafeMutablePointer<Float>
    private var spillCount = 0
    private let spillCapacity: Int
    private let encoded: UnsafeMutableRawPointer
    /// What was written last, so that taken-back frames can be written again, faded.
    private let history: RecentSamples
    /// Faded frames to be added to what is rendered next.
    private let tail: UnsafeMutablePointer<Float>
    private var tailCount = 0
    private var tailIndex = 0
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
    /// The chunk in `encoded` is not all silence.
    private var chunkHasSound = false
    private var filterFrames = 0
    private var holdUntil: Int64 = 0
    private var plannedWakeUp: Int64 = .max
    private var isClosing = false
    private var recoveries = 0
    private var kickedAt: Int64 = 0
    /// A server may take a quarter of a second ahead.
    private var pace: Pace
    /// The device has no clock of its own: its queue is always empty, and the time is the limit.
    private var isClockless = false
    private var endedVoice: Voice?
    private var marks = PlayedMarks()

    init(port: Port, link: OutputLink, limits: Limits, click: [Float]) {
        self.port = port
        self.link = link
        self.limits = limits
        mixer = Mixer(click: click)
        rate = port.rate
        resampler = port.rate == 48_000 ? nil : Resampler(from: 48_000, to: port.rate)
        func frames(_ nanoseconds: Int64) -> Int { Int(nanoseconds) * port.rate / 1_000_000_000 }
        period = max(16, min(frames(limits.periodNanoseconds), port.bufferFrames / 2, 2048))
        let most = max(period, port.bufferFrames)
        let wanted = frames(
            port.rewindGuardFrames == nil ? limits.queueNanoseconds : limits.rewindableQueueNanoseconds)
        usualTarget = min(max(wanted, 2 * period), most)
        lineTarget = min(max(frames(limits.queueNanoseconds), 2 * period), most)
        length = QueueLength(least: usualTarget, most: min(most, max(usualTarget, frames(60_000_000))), step: period)
        fadeFrames = Mixer.fadeFrames * port.rate / 48_000
        mono = lockedFloats(Mixer.maximumFrames)
        upstream = lockedFloats(Mixer.maximumFrames)
        spillCapacity = 2 * Mixer.maximumFrames + (resampler?.bound(outputsFor: Mixer.maximumFrames) ?? 0)
        spill = lockedFloats(spillCapacity)
        encoded = .allocate(byteCount: Mixer.maximumFrames * port.channels * 4, alignment: 16)
        history = RecentSamples(minimumCapacity: port.bufferFrames + 2 * Mixer.maximumFrames)
        tail = lockedFloats(fadeFrames)
        pace = Self.pace(port, now: 0)
    }

    private static func pace(_ port: Port, now: Int64) -> Pace {
        let burst = port.bufferFrames + port.rate / 4
        return Pace(rate: port.rate, burstFrames: burst, startFrames: burst, now: now)
    }

    deinit {
        freeLocked(mono, Mixer.maximumFrames)
        freeLocked(upstream, Mixer.maximumFrames)
        freeLocked(spill, spillCapacity)
        freeLocked(tail, fadeFrames)
        encoded.deallocate()
    }

    /// One turn; `now` is boot time in nanoseconds.
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

    private var isSounding: Bool { mixer.isSounding || tailIndex < tailCount || (isRunning && playedBefore < soundEnd) }

    private func takeCommands(_ now: Int64) throws(PortFault) {
        // First: what was sent before it is in the ring then, and must not begin after it.
        let isToClose = link.isToClose
        while let command = link.commands.pop() {
            switch command {
            case .start(let voice):
                try stopCurrent(now)
                mixer.start(voice)
                marks.begin()
                progressAt = now
            case .stop:
                try stopCurrent(now)
            case .click:
                mixer.click()
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
        let published = isClosing ? nil : link.line.current
        if line?.toOpaque() != published?.toOpaque() {
            if line != nil {
                mixer.closeLine()
                guard !mixer.hasLine else { return }
            }
            line = published
            if let line {
                mixer.open(line, serial: link.serial)
                length.shorten(to: lineTarget)
                if !isRunning { progressAt = now }
                let isExact = port.rewindGuardFrames != nil
                line._withUnsafeGuaranteedRef { $0.begin(isExact: isExact, serial: link.serial) }
            } else {
                length.lengthen(to: usualTarget)
            }
        }
        link.line.acknowledge(published)
    }

    /// Fades out what plays, starting with what is queued where the device gives it back.
    private func stopCurrent(_ now: Int64) throws(PortFault) {
        guard mixer.current != nil || marks.isEnding else { return }
        marks.drop()
        var takenBack = 0
        if isRunning, unsentCount == 0, line == nil, let keep = port.rewindGuardFrames {
            let queued = try queuedOrRecover(now)
            if queued > keep {
                takenBack = min(port.rewind(queued - keep), history.count)
            }
        }
        if takenBack > 0 {
            written -= takenBack
            soundEnd = min(soundEnd, written)
            let faded = min(takenBack, fadeFrames)
            let old = tailCount - tailIndex
            // What was left of an earlier fade goes on behind the frames that came back.
            for i in stride(from: fadeFrames - 1, through: 0, by: -1) {
                var x: Float = 0
                if i < takenBack {
                    x = history.fromNewest(takenBack - i)
                } else if i - takenBack < old {
                    x = tail[tailIndex + i - takenBack]
                }
                mono[i] = x * fadeOutGain(i, of: fadeFrames)
            }
            history.removeNewest(takenBack)
            for i in 0..<fadeFrames { tail[i] = mono[i] }
            tailIndex = 0
            tailCount = min(fadeFrames, max(faded, min(fadeFrames, takenBack + old)))
            // The filter still holds the old sound's last frames, which are in the tail already.
            if takenBack >= fadeFrames {
                resampler?.reset()
                spillCount = 0
            }
        }
        mixer.stop(fadedFrames: takenBack * 48_000 / rate)
    }

    private func fill(_ now: Int64) throws(PortFault) {
        let recoveriesBefore = recoveries
        var queued = try queuedOrRecover(now)
        if isRunning {
            // An xrun has been counted, and its queue is empty because of it.
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
                taken = try port.write(encoded + unsentIndex * frameBytes, count: unsentCount)
            } catch {
                switch error {
                case .busy: return
                case .lost: throw error
                case .xrun, .suspended:
                    // Again at once: the device is of no use before the next turn.
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

    /// A sound server does not say that it ran dry: the queue is found empty.
    private func noteStarvation(_ queued: Int, _ now: Int64) {
        guard queued == 0, written > startedWritten, now - startedAt > 100_000_000, !isClockless else { return }
        link.totals.underruns.increase()
        markBreak()
        length.ranDry(at: now, isSure: false)
    }

    private func noteWritten() {
        if mixer.isAudible, let voice = mixer.current ?? endedVoice {
            soundEnd = written
            if marks.wroteAudible(id: voice.id, to: written) { note(.handed(id: voice.id, at: bootNanoseconds())) }
        }
        if let ended = endedVoice {
            endedVoice = nil
            soundEnd = written
            marks.wroteEnd(id: ended.id, at: written)
        }
        if chunkHasSound { soundEnd = written }
    }

    /// Makes `count` frames ready in `encoded`.
    private func render(_ count: Int) {
        let frames = min(count, Mixer.maximumFrames / 2)
        if mixer.isSounding || tailIndex < tailCount {
            // The filter gives the last frames that late.
            filterFrames = resampler.map { $0.delay * rate / 48_000 + period } ?? 0
            chunkHasSound = true
        } else {
            chunkHasSound = filterFrames > 0
            filterFrames = max(0, filterFrames - frames)
        }
        if let resampler {
            while spillCount < frames {
                let inputs = min(max(1, resampler.inputsNeeded(outputs: frames - spillCount)), Mixer.maximumFrames)
                mixer.render(into: upstream, count: inputs)
                keepEnded()
                if line != nil {
                    for i in 0..<inputs { upstream[i] = softLimit(upstream[i]) }
                    wroteLine(upstream, count: inputs)
                }
                spillCount += resampler.process(
                    upstream, count: inputs, into: spill + spillCount, capacity: spillCapacity - spillCount)
            }
            for i in 0..<frames { mono[i] = spill[i] }
            spillCount -= frames
            for i in 0..<spillCount { spill[i] = spill[i + frames] }
        } else {
            mixer.render(into: mono, count: frames)
            keepEnded()
        }
        var energy: Float = 0
        for i in 0..<frames {
            var x = mono[i]
            if tailIndex < tailCount {
                x += tail[tailIndex]
                tailIndex += 1
            }
            x = softLimit(x)
            mono[i] = x
            energy += x * x
            history.append(x)
        }
        if resampler == nil { wroteLine(mono, count: frames) }
        link.totals.level.store(
            Int(decibels(meanSquare: Double(energy) / Double(frames)) * 100), ordering: .relaxed)
        port.format.encode(mono, count: frames, channels: port.channels, to: encoded)
        unsentIndex = 0
        unsentCount = frames
    }

    private func wroteLine(_ samples: UnsafePointer<Float>, count: Int) {
        line?._withUnsafeGuaranteedRef { $0.wrote(samples, count: count, serial: link.serial) }
    }

    private func markBreak() { line?._withUnsafeGuaranteedRef { $0.markBreak(serial: link.serial) } }

    /// Tells the line when the frame that it renders next will be heard.
    private func markLine(_ now: Int64, delay: Int) {
        guard let line, !isClockless else { return }
        let waiting = nanoseconds(delay + unsentCount + spillCount)
        let filter = resampler.map { Int64($0.delay) * 1_000_000_000 / 48_000 } ?? 0
        line._withUnsafeGuaranteedRef { $0.mark(nextHeardAt: now + waiting + filter, serial: link.serial) }
    }

    private func keepEnded() {
        if let voice = mixer.takeEnded() { endedVoice = voice }
    }

    private func reportReleased() {
        while let token = mixer.takeReleased() { note(.released(token: token)) }
    }

    private func note(_ note: OutputNote) {
        // A full ring means that the driver's thread has stood still for seconds; nothing better to do here.
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

    /// The device threw these frames away sooner than it can have played them: nobody heard them, and it has not moved.
    private func forget(_ frames: Int) {
        written -= frames
        pace.giveBack(frames)
        soundEnd = min(soundEnd, written)
        marks.forget(after: written)
    }

    /// What has been heard, what that means, and how long to sleep.
    private func rest(_ now: Int64) throws(PortFault) -> Outcome {
        guard isRunning else { return idle(now) }
        let queued = try queuedOrRecover(now)
        let account = line == nil ? nil : port.account(now: now)
        let delay = account?.delayFrames ?? port.delayFrames()
        if let account { markLine(account.at, delay: account.delayFrames) }
        let played = max(playedBefore, written - max(queued, delay))
        while let due = marks.next(played: played) { note(due) }
        playedBefore = played
        // Not by the delay, which a sound server's client goes on counting down when the server stands still.
        let consumed = written - queued
        accountedAt = now
        if consumed > consumedBefore {
            consumedBefore = max(consumed, consumedBefore)
            progressAt = now
            kickedAt = now
        } else if now - kickedAt >= 20_000_000, queued < port.bufferFrames - period {
            // A sound server that ran dry may wait for more than is kept ready before it goes on.
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
            spillCount = 0
            resampler?.reset()
            history.removeAll()
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
