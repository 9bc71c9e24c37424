import Bedside
import Cloud
import Foundation
import Realtime
import Synchronization

/// The whole client of the service, without a sound card.
final class Client: Sendable {
    private let client: RealtimeClient
    private let http = HTTPClient()
    private let seen = Seen()

    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    init(_ options: Options) throws {
        guard let base = options.text("base"), let credential = Credential(options.text("key") ?? "sk-stand-in") else {
            throw Fault(description: "--base and --key are needed")
        }
        var configuration = RealtimeConfiguration(
            address: try ServiceAddress(parsing: base), credential: credential)
        configuration.localAddresses = ["127.0.0.1"]
        configuration.transport = .webRTC
        let seen = seen
        client = RealtimeClient(
            configuration: configuration, http: http, report: { seen.take($0) },
            log: { level, text in
                if level == .error { FileHandle.standardError.write(Data((text + "\n").utf8)) }
            })
    }

    private func open(_ id: Int, isMuted: Bool) throws {
        client.connect(SessionRequest(id: id, instructions: "Wake the owner.", isMuted: isMuted))
        try wait("ready", 10) { $0.ready == id }
    }

    private func wait(_ what: String, _ seconds: Double, until holds: (Seen.State) -> Bool) throws {
        let end = nanoseconds() + Int64(seconds * 1e9)
        while true {
            let state = seen.state.withLock { $0 }
            if holds(state) { return }
            if let failure = state.failure { throw Fault(description: failure) }
            guard nanoseconds() < end else { throw Fault(description: "not \(what) within \(seconds) s") }
            usleep(1000)
        }
    }

    /// Connects, sends a quiet tone and receives the service's sound, as the reference clients do; then prints its own
    /// figures.
    func converse(seconds: Double) throws {
        let begun = nanoseconds()
        try open(1, isMuted: true)
        let opened = nanoseconds()
        let shared = Shared()
        let client = client
        everyPeriod(10_000_000) {
            shared.turn(client)
            return !shared.isOver.load(ordering: .relaxed)
        }
        client.open(id: 1)
        let before = (nanoseconds(), nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
        Thread.sleep(forTimeInterval: seconds)
        let after = (nanoseconds(), nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
        let footprint = Footprint.now
        shared.isOver.store(true, ordering: .relaxed)
        try wait("well", 0) { $0.failure == nil }
        show([
            "client": "ours", "seconds": Double(after.0 - before.0) / 1e9,
            "cpu_seconds": Double(after.1 - before.1) / 1e9, "rss_kb": footprint.residentKilobytes,
            "private_kb": footprint.privateKilobytes, "connect_ms": Double(opened - begun) / 1e6,
            "loud_frames": shared.loud.load(ordering: .relaxed),
        ])
        client.close(id: 1)
        Thread.sleep(forTimeInterval: 0.5)
        client.shutDown()
        http.shutDown()
    }

    /// Connects and closes; prints a line of figures after every twentieth of the rounds. Closing takes up to 2 s, and
    /// the pause lets it overlap with the next connections, but not with all of them at once.
    func churn(rounds: Int, pauseMilliseconds: Int) throws {
        let step = max(1, rounds / 20)
        for round in 1...max(1, rounds) {
            try open(round, isMuted: true)
            client.close(id: round)
            try wait("closed", 5) { $0.ended == round }
            usleep(UInt32(max(0, pauseMilliseconds) * 1000))
            guard round % step == 0 || round == 1 else { continue }
            Thread.sleep(forTimeInterval: 2.5)
            let footprint = Footprint.now
            show([
                "round": round, "private_kb": footprint.privateKilobytes, "rss_kb": footprint.residentKilobytes,
                "threads": footprint.threads, "descriptors": footprint.descriptors,
            ])
        }
        client.shutDown()
        http.shutDown()
    }
}

/// Collects what the client reports.
private final class Seen: Sendable {
    struct State: Sendable {
        var ready = 0
        var ended = 0
        var failure: String?
    }
    let state = Mutex(State())

    func take(_ report: RealtimeReport) {
        state.withLock { state in
            switch report {
            case .ready(let id): state.ready = id
            case .ended(let id, _): state.ended = id
            case .failed(_, let failure): state.failure = "\(failure)"
            default: break
            }
        }
    }
}

/// The audio thread's sound: sends a quiet tone, and counts the loud buffers that come back. `@unchecked Sendable`:
/// only the audio thread uses the buffers.
private final class Shared: @unchecked Sendable {
    let loud = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    private let speaker = UnsafeMutableBufferPointer<Float>.allocate(capacity: 480)
    private let microphone = UnsafeMutableBufferPointer<Float>.allocate(capacity: 480)

    init() {
        speaker.initialize(repeating: 0)
        for index in microphone.indices {
            // −44 dBFS, as in reference_client.py; 440 Hz would not fit 10 ms, 400 does.
            microphone.initializeElement(
                at: index, to: 300 / 32_768 * sinf(2 * .pi * 400 * Float(index) / 48_000))
        }
    }

    func turn(_ client: RealtimeClient) {
        if client.audio.render(into: speaker) > 0, speaker.contains(where: { abs($0) > 500 / 32_768 }) {
            loud.wrappingAdd(1, ordering: .relaxed)
        }
        client.audio.capture(UnsafeBufferPointer(microphone))
    }
}
