import Foundation
import PeerConnection
import Synchronization

/// A peer whose microphone hears a steady vowel and, three times a second, a click; for a peer at the other end that
/// sends everything back. Reports how long each click took from the microphone's buffer to the speaker's, and the gaps
/// in the vowel.
///
/// Out: `{"offer": SDP}`, `{"open": milestones}`, then `{"click": ms}`, `{"lost_click": 1}`, `{"gap": ms}`, and the
/// jitter buffer's state four times a second. In: `{"answer": SDP}`; the next line, or the end of input, closes.
final class Click: Sendable {
    private let period: Int
    private let ear: Mutex<Ear>
    private let peer = Mutex<PeerConnection?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let offered = Atomic<Int>(0)

    init(period: Int) {
        self.period = max(48, min(period, 4800))
        ear = Mutex(Ear())
    }

    func run() throws {
        let thread = try EventThread(name: "peer")
        var configuration = PeerConnection.Configuration()
        configuration.localAddresses = ["127.0.0.1"]
        let running = try PeerConnection(configuration: configuration, thread: thread) { self.take($0) }
        peer.withLock { $0 = running }
        running.createChannel(label: "oai-events")
        running.setSending(true)
        running.createOffer()
        guard let line = readLine(), let answer = Click.answer(in: line) else { fail("no answer came") }
        running.accept(answer: answer)
        Thread.detachNewThread {
            _ = readLine()
            self.isOver.store(true, ordering: .relaxed)
        }
        while !isOver.load(ordering: .relaxed) {
            usleep(50_000)
            for line in ear.withLock({ $0.taken() }) { show(line) }
        }
        running.close()
        usleep(400_000)
        thread.stop()
    }

    private static func answer(in line: String) -> String? {
        (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])?["answer"]
    }

    private func take(_ event: PeerEvent) {
        guard let peer = peer.withLock({ $0 }) else { return }
        switch event {
        case .offer(let description):
            offered.store(Int(nanoseconds()), ordering: .relaxed)
            show(["offer": description])
        case .channelOpen:
            let steps = peer.statistics.milestones
            let open: [String: Double] = [
                "since_offer_ms": Double(Int(nanoseconds()) - offered.load(ordering: .relaxed)) / 1e6,
                "gathered_ms": steps.gatheredMilliseconds ?? -1, "answered_ms": steps.answeredMilliseconds ?? -1,
                "connected_ms": steps.connectedMilliseconds ?? -1, "secured_ms": steps.securedMilliseconds ?? -1,
                "channel_ms": steps.channelOpenMilliseconds ?? -1,
            ]
            show(["open": open])
            play(peer)
        case .failed(let error): fail("\(error)")
        default: break
        }
    }

    private func play(_ peer: PeerConnection) {
        let frames = period
        let buffers = Buffers(frames: frames)
        let sound = Mutex(Voice(period: frames))
        everyPeriod(Int64(frames) * 1_000_000_000 / 48_000) { [self] in
            _ = peer.line.render(into: buffers.speaker)
            ear.withLock { $0.hear(buffers.speaker, at: nanoseconds(), playout: { peer.statistics }) }
            let clicks = sound.withLock { $0.fill(buffers.microphone) }
            let now = nanoseconds()
            peer.line.capture(UnsafeBufferPointer(buffers.microphone))
            if clicks { ear.withLock { $0.clicked(at: now) } }
            return !isOver.load(ordering: .relaxed)
        }
    }
}

/// Buffers that only the audio thread uses.
private final class Buffers: @unchecked Sendable {
    let speaker: UnsafeMutableBufferPointer<Float>
    let microphone: UnsafeMutableBufferPointer<Float>

    init(frames: Int) {
        speaker = .allocate(capacity: frames)
        speaker.initialize(repeating: 0)
        microphone = .allocate(capacity: frames)
        microphone.initialize(repeating: 0)
    }
}

/// Ten harmonics of 150 Hz, as a voice has, and clicks: 5 ms of 6 kHz at the start of a buffer.
private struct Voice {
    private var at = 0
    private var untilClick = 48_000
    private var clickLeft = 0
    private let period: Int
    private let vowel: [Float]

    init(period: Int) {
        self.period = period
        vowel = (0..<320).map { at in
            (1...10).reduce(Float(0)) { sum, harmonic in
                let angle = 2 * Float.pi * Float(harmonic * at) / 320
                return sum + 0.15 * powf(0.75, Float(harmonic)) * sinf(angle)
            }
        }
    }

    mutating func fill(_ frames: UnsafeMutableBufferPointer<Float>) -> Bool {
        untilClick -= period
        let clicks = untilClick <= 0
        if clicks {
            // Not a multiple of a packet's 20 ms, so that clicks fall on every position in a packet.
            untilClick = 15_600
            clickLeft = 240
        }
        for index in frames.indices {
            var sample = vowel[at % vowel.count]
            if clickLeft > 0 {
                clickLeft -= 1
                sample += 0.5 * sinf(2 * .pi * Float(at % 8) / 8)
            }
            frames[index] = sample
            at += 1
        }
        return clicks
    }
}

private struct Ear {
    private var lines: [[String: Any]] = []
    private var sent: Int64?
    private var before: (Float, Float) = (0, 0)
    private var quiet = 0
    private var hasHeard = false
    private var frames = 0
    private static let clickLevel: Float = 0.06
    private static let vowelLevel: Float = 0.02
    /// One and a half periods of the vowel; less does not count as a gap.
    private static let shortestGap = 480

    mutating func clicked(at now: Int64) {
        if sent != nil { lines.append(["lost_click": 1]) }
        sent = now
    }

    mutating func hear(
        _ speaker: UnsafeMutableBufferPointer<Float>, at now: Int64, playout: () -> PeerStatistics
    ) {
        for sample in speaker {
            let curve = abs(sample - 2 * before.0 + before.1)
            before = (sample, before.0)
            if curve > Self.clickLevel, let began = sent {
                lines.append(["click": Double(now - began) / 1e6])
                sent = nil
            }
            if abs(sample) > Self.vowelLevel {
                if hasHeard, quiet > Self.shortestGap { lines.append(["gap": Double(quiet) / 48]) }
                hasHeard = true
                quiet = 0
            } else {
                quiet += 1
            }
        }
        frames += speaker.count
        guard frames >= 12_000 else { return }
        frames = 0
        let statistics = playout()
        lines.append([
            "delay_ms": statistics.delayMilliseconds, "target_ms": statistics.playout.targetMilliseconds,
            "concealed_ms": statistics.concealedMilliseconds, "lost": statistics.playout.packetsLost,
            "recovered": statistics.playout.framesRecovered, "underruns": statistics.playout.underruns,
        ])
    }

    mutating func taken() -> [[String: Any]] {
        defer { lines = [] }
        return lines
    }
}
