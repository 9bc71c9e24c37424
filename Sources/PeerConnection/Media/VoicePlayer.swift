/// The playing half of a voice: orders packets, decodes, conceals what is missing, and stretches or shortens so that
/// the delay stays near its target even though the two cards' clocks differ.
///
/// Theory of operation. Media time (`nextTimestamp`) advances with what is decoded, recovered or knowingly concealed.
/// While no packet is there, it is not known whether the next one is lost or late, so concealment advances no media
/// time: a late packet can still be played. The delay then grows, and is brought back by playing faster (time-scaling),
/// never by dropping words. Concealment fades out after 240 ms; then the player waits for the first packet again and
/// holds it until the target delay is reached.
/// Playback thread only; allocates only in `init`.
final class VoicePlayer {
    private enum Phase {
        /// Nothing to play. Can go to `playing` when the first packet has waited long enough.
        case waiting
        /// Decoding or concealing. Can go to `waiting` when nothing came for so long that concealment has faded out.
        case playing
    }

    private let buffer = JitterBuffer()
    private let playout = PlayoutBuffer()
    private let scaler = TimeScaler()
    private let decoder: VoiceDecoder
    private var estimator: DelayEstimator
    private let published: PublishedCounters
    private var unwrapper = TimestampUnwrapper()
    private var ssrc: UInt32?
    /// Packets up to this timestamp are not played, because they were on their way at a cut.
    private var ignoredUntil: Int64 = .min
    /// Samples until `ignoredUntil` is forgotten, so that a sender whose clock steps back is not muted forever.
    private var ignoringSamplesLeft = 0
    private var phase = Phase.waiting
    /// Whether something from this source was played, without a long time since in which nobody listened.
    private var hasBegun = false
    /// Samples of silence still to come before the first packet starts; nil if there is no packet yet.
    private var startDelay: Int?
    /// The timestamp of the next sample to be decoded.
    private var nextTimestamp: Int64 = 0
    /// Samples of concealment played without knowing whether anything is missing.
    private var unaccounted = 0
    /// Samples of concealment in a row.
    private var concealed = 0
    private var gain: Float = 0
    /// Smoothed, in milliseconds; see `ReceiverCounters.delayMilliseconds`.
    private var delay: Double?
    private var sinceScaling = 0
    private var periodSamples = 0
    private var lossShare = 0.0
    private var lastFrameSamples = 960
    private var recoveryAge = 1000

    /// Concealment is at full level for the first figure and has faded to nothing at the second.
    private static let concealmentHold = 100 * Audio.samplesPerMillisecond
    private static let concealmentEnd = 240 * Audio.samplesPerMillisecond
    private static let fadeSamples = 240
    private static let clockJump = Int64(Audio.samplesPerSecond)
    /// Only a network stall brings the delay this far above its target; it then plays faster to catch up.
    private static let stallMilliseconds = 200.0
    /// If more than this is in store before a source is first played, it was not meant to be heard so late.
    private static let maximumAtStart = Int64(500 * Audio.samplesPerMillisecond)

    init(decoder: VoiceDecoder, estimator: DelayEstimator, published: PublishedCounters) {
        self.decoder = decoder
        self.estimator = estimator
        self.published = published
    }

    /// Fills all of `frames`.
    func render(into frames: UnsafeMutableBufferPointer<Float>) {
        guard let base = frames.baseAddress else { return }
        // The largest recent request, because no packet can be used between two requests.
        periodSamples = max(frames.count, periodSamples - 1)
        if ignoringSamplesLeft > 0 {
            ignoringSamplesLeft -= frames.count
            if ignoringSamplesLeft <= 0 { ignoredUntil = .min }
        }
        var written = 0
        while written < frames.count {
            let wanted = min(480, frames.count - written)
            produce(atLeast: wanted)
            playout.take(wanted, into: base + written)
            written += wanted
        }
        published.targetMilliseconds.set(Int(estimator.targetMilliseconds))
        published.delayMilliseconds.set(Int(min(max(delay ?? 0, -9999), 9999).rounded()))
    }

    /// Whether nothing is being played, so that the next packet starts afresh.
    var isWaiting: Bool { phase == .waiting }

    func isAnythingWaiting(above level: Float) -> Bool {
        let waiting = playout.waiting
        for at in 0..<playout.count where abs(waiting[at]) > level { return true }
        return false
    }

    /// Drops what waits, and ignores packets up to the newest plus that much of the sender's time.
    func cut(ignoringMilliseconds: Int) {
        if let newest = unwrapper.last {
            let ignored = Int64(ignoringMilliseconds * Audio.samplesPerMillisecond)
            ignoredUntil = max(buffer.endTimestamp - 1, newest) + ignored
            ignoringSamplesLeft = Int(ignored) + Audio.samplesPerSecond
        }
        dropAll()
    }

    /// Drops what waits, with a fade.
    func dropAll() {
        buffer.dropAll()
        // While waiting, what is left to play is silence or the end of a fade.
        if phase == .playing { playout.fadeOut() }
        goSilent()
    }

    /// Nobody has listened for a while, so the next packet is treated like a source's first.
    func beginAnew() { hasBegun = false }

    private func goSilent() {
        phase = .waiting
        startDelay = nil
        delay = nil
        unaccounted = 0
        concealed = 0
        gain = 0
    }

    /// Stores one packet.
    func insert(_ header: PacketHeader, _ payload: UnsafeRawBufferPointer) {
        published.packetsReceived.add(1)
        if header.ssrc != ssrc {
            if ssrc != nil { restart() }
            ssrc = header.ssrc
        }
        let timestamp = unwrapper.unwrap(header.timestamp)
        guard timestamp > ignoredUntil else { return }
        let isEmpty = phase == .waiting && buffer.count == 0
        let insertion = buffer.insert(sequence: header.sequence, timestamp: timestamp, payload: payload)
        switch insertion {
        case .stored, .late: break
        case .restarted:
            published.restarts.add(1)
            if phase == .playing { playout.fadeOut() }
            goSilent()
        case .duplicate:
            published.packetsDuplicated.add(1)
            return
        case .full:
            published.packetsDropped.add(1)
            return
        case .suspect: return
        }
        let relative = estimator.receive(
            timestamp: timestamp, arrivalNanoseconds: header.arrivalNanoseconds, isAfterPause: isEmpty)
        if insertion == .late {
            published.packetsLate.add(1)
            if phase == .playing { estimator.receivedTooLate(relativeMilliseconds: relative) }
            return
        }
        switch phase {
        case .waiting:
            if startDelay == nil {
                let wait = estimator.targetMilliseconds - relative
                startDelay = max(0, Int(wait * Double(Audio.samplesPerMillisecond)))
            }
        case .playing:
            // Headroom of this packet plus its lateness: the headroom that the fastest packet would have.
            let ahead = timestamp - nextTimestamp
            guard ahead > -Self.clockJump, ahead < maximumStored else { return }
            let headroom = Int(clamping: ahead - min(Int64(unaccounted), max(0, ahead))) + playout.count
            let measured = Double(headroom) / Double(Audio.samplesPerMillisecond) + relative
            delay = delay.map { $0 + (measured - $0) / 16 } ?? measured
        }
    }

    /// Starts over for another source; everything about the old one is forgotten.
    private func restart() {
        published.restarts.add(1)
        if phase == .playing { playout.fadeOut() }
        buffer.restart()
        decoder.reset()
        estimator.reset()
        unwrapper.reset()
        ignoredUntil = .min
        hasBegun = false
        goSilent()
    }

    /// How many samples the buffer has room for; a timestamp further ahead is a jump of the sender's clock.
    private var maximumStored: Int64 { max(Self.clockJump, JitterBuffer.slotCount * Int64(lastFrameSamples)) }

    private func produce(atLeast wanted: Int) {
        // Each turn makes at least one sample or skips a packet; the bound is for a sender that sends only rubbish.
        var turns = 0
        while playout.count < wanted {
            turns += 1
            guard turns < 512 else {
                silence(wanted - playout.count)
                return
            }
            switch phase {
            case .waiting: wait(wanted - playout.count)
            case .playing:
                advance()
                scale(wanted)
            }
        }
    }

    private func wait(_ missing: Int) {
        guard let remaining = startDelay, let first = buffer.first else {
            silence(missing)
            return
        }
        guard remaining <= 0 else {
            let samples = min(missing, remaining)
            silence(samples)
            startDelay = remaining - samples
            return
        }
        // Once something was played, what is in store was held up by the network, so none of it is left out.
        if !hasBegun, buffer.endTimestamp - first.timestamp > Self.maximumAtStart,
            first.sequence < buffer.highestSequence
        {
            published.packetsDropped.add(1)
            drop(first)
            return
        }
        delay = delayAtStart(with: first)
        phase = .playing
        hasBegun = true
        startDelay = nil
        nextTimestamp = first.timestamp
        unaccounted = 0
        concealed = 0
        gain = 0
        sinceScaling = 0
    }

    /// The target, or after a stall everything before the newest packet. For a new source the target is enough; the
    /// measured delay soon corrects it.
    private func delayAtStart(with first: JitterBuffer.Packet) -> Double {
        let target = estimator.targetMilliseconds
        guard hasBegun, let newest = buffer.packet(buffer.highestSequence) else { return target }
        let stored = newest.timestamp - first.timestamp
        guard stored < maximumStored else { return target }
        return max(target, Double(stored) / Double(Audio.samplesPerMillisecond))
    }

    private func silence(_ samples: Int) {
        guard let room = playout.room(samples) else { return }
        room.update(repeating: 0, count: samples)
        playout.commit(samples)
    }

    /// Decodes the next packet, makes up what is missing before it, or bridges the time until one comes.
    private func advance() {
        guard let packet = buffer.first else {
            starve()
            return
        }
        let isNextInLine = buffer.nextSequence.map { packet.sequence == $0 } ?? true
        var gap = packet.timestamp - nextTimestamp
        if abs(gap) >= Self.clockJump {
            // The sender's clock jumped, because that much time has not passed since its last packet: go on from here.
            published.restarts.add(1)
            nextTimestamp = packet.timestamp
            gap = 0
            delay = estimator.targetMilliseconds
        }
        if unaccounted > 0 {
            let used = min(Int64(unaccounted), max(0, gap))
            nextTimestamp += used
            gap -= used
            delay = delay.map { $0 + Double(Int64(unaccounted) - used) / Double(Audio.samplesPerMillisecond) }
            unaccounted = 0
        }
        if gap < 0 {
            // Its time was concealed while it was on its way.
            if gap + Int64(packet.sampleCount) <= 0 || packet.sampleCount == 0 {
                drop(packet)
                published.packetsLate.add(1)
                return
            }
            nextTimestamp = packet.timestamp
            gap = 0
        }
        if gap > 0 {
            bridge(gap, before: packet, isPause: isNextInLine)
        } else {
            play(packet)
        }
    }

    private func drop(_ packet: JitterBuffer.Packet) {
        let skipped = buffer.take(packet)
        if skipped > 0 { published.packetsLost.add(skipped) }
        lossShare += ((skipped > 0 ? 1 : 0) - lossShare) / 64
    }

    private func play(_ packet: JitterBuffer.Packet) {
        drop(packet)
        guard packet.sampleCount > 0, let room = playout.room(packet.sampleCount) else { return }
        let payload = buffer.payload(of: packet)
        recoveryAge = VoiceDecoder.hasRecovery(payload) ? 0 : min(recoveryAge + 1, 1000)
        let made = decoder.decode(payload, into: room, capacity: packet.sampleCount)
        guard made > 0 else {
            // It cannot be decoded; its time counts as a pause before the next packet.
            return
        }
        if packet.sampleCount >= 120 { lastFrameSamples = packet.sampleCount }
        emit(room, made, towards: 1)
        nextTimestamp = packet.timestamp + Int64(made)
        concealed = 0
        estimator.neededMilliseconds = neededMilliseconds
    }

    /// In-band recovery needs the packet after the lost one in time; large periods need more in store.
    private var neededMilliseconds: Double {
        let frame = Double(lastFrameSamples) / Double(Audio.samplesPerMillisecond)
        let period = Double(periodSamples) / Double(Audio.samplesPerMillisecond)
        let recovery = lossShare > 0.01 && recoveryAge < 50 ? min(frame, 60) + 20 : 0
        return max(recovery, period + 8)
    }

    /// Appends the samples in `room`, with a ramp from the current gain.
    private func emit(_ room: UnsafeMutablePointer<Float>, _ samples: Int, towards target: Float) {
        if gain != target {
            let length = target > gain ? min(samples, Self.fadeSamples) : samples
            let step = (target - gain) / Float(length)
            for at in 0..<length { room[at] *= gain + step * Float(at + 1) }
            if length < samples && target != 1 {
                for at in length..<samples { room[at] *= target }
            }
            gain = target
        } else if gain != 1 {
            for at in 0..<samples { room[at] *= gain }
        }
        playout.commit(samples)
        sinceScaling += samples
    }

    /// Makes up samples; past the hold time they fade away.
    private func conceal(_ samples: Int) {
        guard samples > 0, let room = playout.room(samples) else { return }
        concealed += samples
        if concealed - samples >= Self.concealmentEnd {
            room.update(repeating: 0, count: samples)
            gain = 0
            playout.commit(samples)
        } else {
            let made = decoder.conceal(samples: samples, into: room)
            if made < samples { (room + made).update(repeating: 0, count: samples - made) }
            let past = Float(concealed - Self.concealmentHold)
            let faded = 1 - past / Float(Self.concealmentEnd - Self.concealmentHold)
            emit(room, samples, towards: min(gain, max(0, min(1, faded))))
        }
        published.concealedSamples.add(samples)
    }

    /// Conceals while no packet is here. Whether it is lost or late is not known yet, so no media time passes.
    private func starve() {
        if unaccounted == 0 { published.underruns.add(1) }
        if concealed >= Self.concealmentEnd {
            goSilent()
            return
        }
        conceal(480)
        unaccounted += 480
    }

    /// Fills the time before a packet that is here: recovers or makes up missing packets, makes noise in a pause.
    private func bridge(_ gap: Int64, before packet: JitterBuffer.Packet, isPause: Bool) {
        if isPause || gain == 0 {
            // Silence may have any length, so shorten it to bring the delay to its target.
            let excess = ((delay ?? estimator.targetMilliseconds) - estimator.targetMilliseconds)
            let skipped = min(gap, max(0, Int64(excess * Double(Audio.samplesPerMillisecond))))
            if skipped > 0 {
                nextTimestamp += skipped
                delay = delay.map { $0 - Double(skipped) / Double(Audio.samplesPerMillisecond) }
                return
            }
        }
        let payload = buffer.payload(of: packet)
        let frame = Int64(packet.sampleCount)
        let canRecover = !isPause && VoiceDecoder.hasRecovery(payload)
        if canRecover, gap == frame, let room = playout.room(Int(frame)) {
            let made = decoder.recover(from: payload, samples: Int(frame), into: room)
            if made > 0 {
                emit(room, made, towards: 1)
                nextTimestamp += Int64(made)
                concealed = 0
                published.framesRecovered.add(1)
                return
            }
        }
        let most = canRecover && gap > frame ? gap - frame : gap
        let samples = min(480, most) / 120 * 120
        guard samples > 0 else {
            // Less than the codec can make up, so it is skipped.
            nextTimestamp += min(gap, 120)
            return
        }
        conceal(Int(samples))
        nextTimestamp += samples
    }

    // MARK: Time-scaling

    /// Brings the delay back to its target, one pitch period at a time; in silence, in one step.
    private func scale(_ wanted: Int) {
        guard let delay, concealed == 0, gain == 1, phase == .playing else { return }
        let target = estimator.targetMilliseconds
        let upper = target + max(10, target / 5)
        let lower = target - max(4, target / 5)
        let isFar = delay > target + 40 || delay < target / 2
        let spacing = delay > target + Self.stallMilliseconds ? 960 : isFar ? 1920 : 4800
        guard delay > upper || delay < lower, sinceScaling >= spacing else { return }
        // A longer stretch of samples offers a better place for the cut.
        while playout.count < 2 * TimeScaler.maximumLag, let packet = buffer.first,
            packet.sequence == buffer.nextSequence, packet.timestamp == nextTimestamp, packet.sampleCount > 0
        {
            play(packet)
        }
        let count = playout.count
        let alike: Float = isFar ? 0.5 : 0.8
        let excess = Int((delay - target) * Double(Audio.samplesPerMillisecond))
        if delay > upper {
            // Always leave the next period and half a frame in store.
            let stored = count + Int(clamping: max(0, buffer.endTimestamp - nextTimestamp))
            let most = min(excess, stored - wanted - 480)
            let removed = scaler.shorten(playout.waiting, count: count, alike: alike, most: most)
            guard removed > 0 else { return }
            playout.truncate(to: count - removed)
            published.acceleratedSamples.add(removed)
            self.delay = delay - Double(removed) / Double(Audio.samplesPerMillisecond)
        } else {
            guard playout.room(TimeScaler.maximumLag) != nil else { return }
            let most = max(TimeScaler.minimumLag * 4, -excess)
            let added = scaler.lengthen(playout.waiting, count: count, alike: alike, most: most)
            guard added > 0 else { return }
            playout.commit(added)
            published.expandedSamples.add(added)
            self.delay = delay + Double(added) / Double(Audio.samplesPerMillisecond)
        }
        sinceScaling = 0
    }
}
