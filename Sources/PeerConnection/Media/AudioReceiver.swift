import Synchronization

/// Received voice from packets to samples, across threads.
///
/// `receive` is called on one thread (the event thread), `render` on another (playback, real time: no allocation, no
/// locks, no system calls after `init`), `cut` and the properties on any. `@unchecked Sendable`: whatever is not atomic
/// belongs to the playback thread alone.
package final class AudioReceiver: @unchecked Sendable {
    package struct Configuration: Sendable {
        /// Bounds of how long the voice is held back to even out the network's jitter.
        var minimumTargetMilliseconds = 20
        var maximumTargetMilliseconds = 200
        /// Room between the event thread and the playback thread, in packets.
        var ringSlots = Int(JitterBuffer.slotCount)
    }

    private let ring: PacketRing
    private let cutRequests = Atomic<Int>(0)
    private let cutIgnoring = Atomic<Int>(0)
    private let drained = Atomic<Bool>(true)
    private let isStale = Atomic<Bool>(false)
    private let lastArrivalNanoseconds = Atomic<Int64>(.min)
    private let published = PublishedCounters()

    // Playback thread only.
    private let player: VoicePlayer
    private var cutsDone = 0
    private var sinceVoice = AudioReceiver.drainedAfter

    private static let voiceHold = 20 * Audio.samplesPerMillisecond
    /// Longer than the time between two periods of any sound card.
    private static let maximumUnplayedNanoseconds: Int64 = 60_000_000
    private static let drainedAfter = 200 * Audio.samplesPerMillisecond

    package init(configuration: Configuration = Configuration()) throws(MediaError) {
        guard configuration.minimumTargetMilliseconds >= 10,
            configuration.maximumTargetMilliseconds >= configuration.minimumTargetMilliseconds,
            configuration.maximumTargetMilliseconds <= 1000
        else { throw .configuration("a jitter target outside 10…1000 ms") }
        ring = PacketRing(minimumSlots: configuration.ringSlots)
        player = VoicePlayer(
            decoder: try VoiceDecoder(),
            estimator: DelayEstimator(
                minimumMilliseconds: Double(configuration.minimumTargetMilliseconds),
                maximumMilliseconds: Double(configuration.maximumTargetMilliseconds)), published: published)
    }

    // MARK: Other threads

    /// Passes on one packet that carries the audio's payload number. False: there was no room, and it was dropped and
    /// counted. Event thread only.
    package func receive(_ packet: RTPPacket, in bytes: UnsafeRawBufferPointer, arrivalNanoseconds: Int64) -> Bool {
        guard packet.payload.upperBound <= bytes.count, packet.payload.count <= PacketRing.slotBytes else {
            published.packetsDropped.add(1)
            return false
        }
        lastArrivalNanoseconds.store(arrivalNanoseconds, ordering: .relaxed)
        let header = PacketHeader(
            sequence: packet.sequence, timestamp: packet.timestamp, ssrc: packet.ssrc, hasMarker: packet.hasMarker,
            arrivalNanoseconds: arrivalNanoseconds)
        guard ring.push(header, payload: UnsafeRawBufferPointer(rebasing: bytes[packet.payload])) else {
            // Either nothing is playing, in which case the packets in the ring are old and must not be the first thing
            // heard later; or the ring filled all at once after a network stall, in which case only what does not fit
            // is dropped.
            if let oldest = ring.oldestArrivalNanoseconds,
                arrivalNanoseconds &- oldest > Self.maximumUnplayedNanoseconds
            {
                isStale.store(true, ordering: .releasing)
            }
            published.packetsDropped.add(1)
            return false
        }
        return true
    }

    /// Stops playing what is buffered, from the next period on (5 ms of fade). Any thread.
    ///
    /// Packets older than the newest at that moment, plus `ignoringMilliseconds` of the sender's time, are ignored too.
    func cut(ignoringMilliseconds: Int = 0) {
        cutIgnoring.store(max(0, min(ignoringMilliseconds, 60_000)), ordering: .relaxed)
        cutRequests.wrappingAdd(1, ordering: .releasing)
    }

    /// Whether nothing audible was played for 200 ms and nothing audible is decoded and waiting. Any thread.
    var isDrained: Bool { drained.load(ordering: .acquiring) }

    /// Whether a first audible sample has been rendered. Any thread.
    var hasRenderedVoice: Bool { published.voiceSamples.load(ordering: .acquiring) > 0 }

    /// Whether a packet has arrived since `time`, on the clock of ``receive(_:in:arrivalNanoseconds:)``. Any thread.
    func hasReceived(sinceNanoseconds time: Int64) -> Bool { lastArrivalNanoseconds.load(ordering: .relaxed) >= time }

    /// A snapshot of what was received and played so far. Any thread.
    package func counters() -> ReceiverCounters { published.snapshot }

    // MARK: Playback thread

    /// Fills all of `frames` and returns how many samples of it are voice (over −60 dBFS, or within 20 ms after); the
    /// others are silent or nearly so. Playback thread only.
    package func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        takePackets()
        guard frames.count > 0 else { return 0 }
        player.render(into: frames)
        return account(frames)
    }

    private func account(_ frames: UnsafeMutableBufferPointer<Float>) -> Int {
        var voice = 0
        for sample in frames {
            sinceVoice = abs(sample) > Audio.audiblePeak ? 0 : min(sinceVoice + 1, Self.drainedAfter)
            if sinceVoice < Self.voiceHold { voice += 1 }
        }
        published.renderedSamples.add(frames.count)
        if voice > 0 { published.voiceSamples.wrappingAdd(voice, ordering: .releasing) }
        let isDrained = sinceVoice >= Self.drainedAfter && !player.isAnythingWaiting(above: Audio.audiblePeak)
        drained.store(isDrained, ordering: .releasing)
        return voice
    }

    private func takePackets() {
        let requests = cutRequests.load(ordering: .acquiring)
        var most = ring.slotCount
        if isStale.exchange(false, ordering: .acquiring) {
            while most > 0, ring.pop({ _, _ in }) {
                published.packetsDropped.add(1)
                most -= 1
            }
            player.dropAll()
            player.beginAnew()
        }
        // Before the first sample is played, packets that came in while nothing was playing are dropped: played late,
        // they would delay everything after them. A burst after a network pause arrives all at once and is played.
        if player.isWaiting, ring.waitingSpanNanoseconds > Self.maximumUnplayedNanoseconds {
            while most > 0, ring.pop({ _, _ in }) {
                published.packetsDropped.add(1)
                most -= 1
            }
            player.beginAnew()
        }
        while most > 0, ring.pop({ header, payload in player.insert(header, payload) }) { most -= 1 }
        if requests != cutsDone {
            cutsDone = requests
            player.cut(ignoringMilliseconds: cutIgnoring.load(ordering: .relaxed))
        }
    }
}
