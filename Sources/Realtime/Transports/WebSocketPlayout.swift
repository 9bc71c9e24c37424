import PeerConnection
import Synchronization
import System

/// The answer's sound on its way from events to the speaker. It comes in bursts, several times faster than real time,
/// and goes out as an even stream; a count of what was really rendered tells where an interruption cut (TheService.md,
/// WebSocket).
///
/// There are two stages: a backlog of 24 kHz samples under a lock, and 300 ms of 48 kHz samples in a ring that the
/// playback thread empties without locks. `refill` moves samples from the backlog to the ring and must be called about
/// every 20 ms.
final class WebSocketPlayout: Sendable {
    struct Limits: Sendable {
        /// Sound starts, and restarts after a gap, when this much is available …
        var prebufferMilliseconds = 150
        /// … or when nothing more has come for this long.
        var patienceMilliseconds = 250
        var maximumMilliseconds = 120_000
        init() {}
    }

    /// A run of samples of one item, positioned by the ring's count.
    private struct Segment {
        var id: String
        var contentIndex: Int
        var start: Int
        /// Samples written to the ring, 48 kHz.
        var written = 0
        /// Samples received, 24 kHz.
        var received = 0
    }

    private struct Backlog {
        var chunks: [[Int16]] = []
        var head = 0
        /// Samples of the first chunk that are gone already.
        var taken = 0
        var samples = 0
        var segments: [Segment] = []
        /// The item that was last heard before it was cut or ended.
        var last: PlayoutItem?
        var oddByte: UInt8?
        var interpolator = HalfBand.Interpolator()
        var isBuffering = true
        var isComplete = false
        var lastReceived = 0
        var droppedSamples = 0
        /// The ring's count up to which a cut dropped everything.
        var cutAt = 0
    }

    private let limits: Limits
    private let backlog = Mutex(Backlog())
    private let ring = Ring<Float>(minimumCapacity: 1 << 15, zero: 0)
    /// The playback thread skips everything before this count.
    private let discardTo = Atomic<Int>(0)
    /// More is expected, so that running empty is a gap and not the end.
    private let expectsMore = Atomic<Bool>(false)
    private let gapSamples = Atomic<Int>(0)
    private let gaps = Atomic<Int>(0)

    // Playback thread only, through atomics without ordering: how the last block ended.
    private let isSounding = Atomic<Bool>(false)
    private let lastSample = Atomic<UInt32>(0)

    private static let ringTarget = 14_400
    private static let fadeSamples = 240
    private static let fadeInSamples = 96

    init(limits: Limits = Limits()) { self.limits = limits }

    // MARK: - Event thread

    /// Adds PCM16, little-endian, 24 kHz, mono; what exceeds the bound is dropped and counted.
    func append(_ pcm: [UInt8], item: String, contentIndex: Int, at now: Int) {
        guard !pcm.isEmpty else { return }
        backlog.withLock { backlog in
            let isSame = backlog.segments.last.map { $0.id == item && $0.contentIndex == contentIndex } ?? false
            if !isSame { backlog.oddByte = nil }
            var samples: [Int16] = []
            samples.reserveCapacity(pcm.count / 2 + 1)
            // An event may end in the middle of a sample.
            var low = backlog.oddByte
            for byte in pcm {
                if let first = low {
                    samples.append(Int16(bitPattern: UInt16(first) | UInt16(byte) << 8))
                    low = nil
                } else {
                    low = byte
                }
            }
            backlog.oddByte = low
            let room = max(0, limits.maximumMilliseconds * 24 - backlog.samples)
            if samples.count > room {
                backlog.droppedSamples += samples.count - room
                samples.removeLast(samples.count - room)
            }
            backlog.isComplete = false
            backlog.lastReceived = now
            guard !samples.isEmpty else { return }
            if !isSame {
                // Its start is known when its first sample is written to the ring.
                backlog.segments.append(Segment(id: item, contentIndex: contentIndex, start: -1))
            }
            if let last = backlog.segments.indices.last { backlog.segments[last].received += samples.count }
            backlog.samples += samples.count
            backlog.chunks.append(samples)
            expectsMore.store(true, ordering: .relaxed)
        }
    }

    /// Ends the waiting for the pre-buffer, because the service has sent the whole sound of its answer.
    func markComplete() {
        backlog.withLock { backlog in
            backlog.isComplete = true
            if backlog.samples == 0 { expectsMore.store(false, ordering: .relaxed) }
        }
    }

    /// Drops everything that was not rendered yet. The speaker is silent within the first 5 ms of the next block.
    func cut() {
        backlog.withLock { backlog in
            backlog.last = item(backlog)
            backlog.segments = []
            clear(&backlog)
            backlog.oddByte = nil
            backlog.interpolator = HalfBand.Interpolator()
            backlog.isBuffering = true
            backlog.isComplete = true
            backlog.cutAt = ring.written
            expectsMore.store(false, ordering: .relaxed)
            discardTo.store(backlog.cutAt, ordering: .releasing)
        }
    }

    // MARK: - The transport's own thread

    /// Tops up the ring; returns whether anything is left to do later.
    func refill(at now: Int) -> Bool {
        backlog.withLock { backlog in
            if backlog.samples > 0, backlog.isBuffering {
                guard
                    backlog.isComplete || backlog.samples >= limits.prebufferMilliseconds * 24
                        || now - backlog.lastReceived >= limits.patienceMilliseconds
                else { return true }
                backlog.isBuffering = false
            }
            while backlog.samples > 0, WebSocketPlayout.ringTarget - ring.count >= 2 {
                let wanted = min((WebSocketPlayout.ringTarget - ring.count) / 2, backlog.samples)
                move(&backlog, atMost: max(1, wanted))
            }
            if backlog.samples == 0 {
                if backlog.isComplete { expectsMore.store(false, ordering: .relaxed) }
                // The ring is empty, so what comes next waits for its pre-buffer again.
                if ring.count == 0 { backlog.isBuffering = true }
            }
            prune(&backlog)
            return backlog.samples > 0 || ring.count > 0
        }
    }

    /// Interpolates a part of the first chunk, writes it to the ring and counts it for its segment.
    private func move(_ backlog: inout Backlog, atMost limit: Int) {
        guard backlog.chunks.indices.contains(backlog.head),
            let index = backlog.segments.firstIndex(where: { $0.written < $0.received * 2 })
        else {
            clear(&backlog)
            return
        }
        let chunk = backlog.chunks[backlog.head]
        let segment = backlog.segments[index]
        let count = min(limit, chunk.count - backlog.taken, segment.received - segment.written / 2)
        guard count > 0 else {
            clear(&backlog)
            return
        }
        let samples = backlog.interpolator.process(chunk[backlog.taken..<(backlog.taken + count)])
        if segment.start < 0 { backlog.segments[index].start = ring.written }
        // The room was measured before, so the ring takes everything.
        backlog.segments[index].written += samples.withUnsafeBufferPointer { ring.write($0) }
        backlog.samples -= count
        backlog.taken += count
        if backlog.taken >= chunk.count {
            backlog.chunks[backlog.head] = []
            backlog.head += 1
            backlog.taken = 0
            if backlog.head > 64 || backlog.head == backlog.chunks.count {
                backlog.chunks.removeFirst(backlog.head)
                backlog.head = 0
            }
        }
    }

    private func clear(_ backlog: inout Backlog) {
        backlog.chunks = []
        backlog.head = 0
        backlog.taken = 0
        backlog.samples = 0
    }

    /// Forgets items that ended before the one being heard.
    private func prune(_ backlog: inout Backlog) {
        let read = ring.read
        while backlog.segments.count > 1, let first = backlog.segments.first, first.start >= 0,
            let next = backlog.segments.dropFirst().first, next.start >= 0, read > next.start
        {
            backlog.segments.removeFirst()
        }
    }

    // MARK: - Any thread

    var playout: Playout {
        backlog.withLock { backlog in
            let inRing = ring.written - max(ring.read, backlog.cutAt)
            return Playout(
                pendingMilliseconds: backlog.samples / 24 + max(0, inRing) / 48,
                item: item(backlog) ?? backlog.last)
        }
    }

    /// How often, and for how long in all, the sound ran out before the answer was complete.
    var underruns: (count: Int, milliseconds: Int) {
        (gaps.load(ordering: .relaxed), gapSamples.load(ordering: .relaxed) / 48)
    }

    /// The item rendered last since the last cut.
    private func item(_ backlog: borrowing Backlog) -> PlayoutItem? {
        let read = ring.read
        var found: PlayoutItem?
        for segment in backlog.segments where segment.start >= 0 && read > segment.start {
            found = PlayoutItem(
                id: segment.id, contentIndex: segment.contentIndex,
                playedMilliseconds: min(read - segment.start, segment.written) / 48,
                receivedMilliseconds: segment.received / 24)
        }
        return found
    }

    // MARK: - Playback thread

    /// Fills all of `frames` with 48 kHz mono; returns how many samples come from the service. Real time: no
    /// allocation, locks or logging.
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        guard !frames.isEmpty else { return 0 }
        let limit = discardTo.load(ordering: .acquiring)
        let wasSounding = isSounding.load(ordering: .relaxed)
        let given: Int
        if ring.read < limit {
            // After a cut, the next 5 ms are faded out and the rest is dropped.
            given =
                wasSounding ? ring.read(into: frames, atMost: min(WebSocketPlayout.fadeSamples, limit - ring.read)) : 0
            ring.skip(to: limit)
            fadeOut(frames, from: 0, to: given)
            silence(frames, from: given, wasSounding: wasSounding && given == 0)
            isSounding.store(false, ordering: .relaxed)
            return given
        }
        given = ring.read(into: frames, atMost: frames.count)
        if given > 0, !wasSounding { fadeIn(frames, count: given) }
        if given == frames.count {
            lastSample.store(frames[given - 1].bitPattern, ordering: .relaxed)
            isSounding.store(true, ordering: .relaxed)
            return given
        }
        fadeOut(frames, from: max(0, given - WebSocketPlayout.fadeSamples), to: given)
        silence(frames, from: given, wasSounding: wasSounding && given == 0)
        if expectsMore.load(ordering: .relaxed) {
            if wasSounding || given > 0 { gaps.add(1, ordering: .relaxed) }
            if gaps.load(ordering: .relaxed) > 0 { gapSamples.add(frames.count - given, ordering: .relaxed) }
        }
        isSounding.store(false, ordering: .relaxed)
        return given
    }

    private func fadeIn(_ frames: UnsafeMutableBufferPointer<Float>, count: Int) {
        let length = min(count, WebSocketPlayout.fadeInSamples)
        for index in 0..<length { frames[index] *= Float(index) / Float(length) }
    }

    private func fadeOut(_ frames: UnsafeMutableBufferPointer<Float>, from start: Int, to end: Int) {
        let length = end - start
        guard length > 0 else { return }
        for index in start..<end { frames[index] *= Float(end - 1 - index) / Float(length) }
    }

    /// Fills with silence, preceded by a slope if the block before ended in the middle of a sound.
    private func silence(_ frames: UnsafeMutableBufferPointer<Float>, from start: Int, wasSounding: Bool) {
        let level = wasSounding ? Float(bitPattern: lastSample.load(ordering: .relaxed)) : 0
        let length = min(WebSocketPlayout.fadeSamples, frames.count - start)
        for index in start..<frames.count {
            let step = index - start
            frames[index] = step < length ? level * Float(length - 1 - step) / Float(length) : 0
        }
    }
}
