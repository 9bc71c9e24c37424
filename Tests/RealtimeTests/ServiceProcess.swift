import Cloud
import Foundation
import Synchronization

@testable import Realtime

/// `Tests/Peers/realtime_service` for one test; ended by `stop`, by its id.
final class ServiceProcess: Sendable {
    let port: Int
    private let process: Mutex<Process>
    private let script: URL?
    private let http = HTTPClient()

    private static let peers = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Peers")

    /// The tests' own Python; created by the first test that needs it.
    private static let interpreter: Result<String, any Error> = Result {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [peers.appending(path: "make_venv.sh").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct NotStarted: Error {}

    /// `script`: JSON, as `script.py` describes.
    /// - Parameter isHurried: with real-time priority if the machine allows it.
    init(script: String? = nil, isHurried: Bool = false) throws {
        let process = Process()
        process.executableURL = URL(filePath: try ServiceProcess.interpreter.get())
        var arguments = [
            ServiceProcess.peers.appending(path: "realtime_service").path, "--port", "0", "--language", "en", "--quiet",
        ]
        if let script {
            let file = FileManager.default.temporaryDirectory.appending(path: "anicca-script-\(UUID().uuidString).json")
            try Data(script.utf8).write(to: file)
            arguments += ["--script", file.path]
            self.script = file
        } else {
            self.script = nil
        }
        process.arguments = arguments + (isHurried ? ["--hurry"] : [])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]), !byte.isEmpty {
            line += byte
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard let port = words.last.flatMap({ Int($0) }) else {
            process.terminate()
            throw NotStarted()
        }
        self.port = port
        self.process = Mutex(process)
    }

    var address: String { "http://127.0.0.1:\(port)/v1" }

    func stop() {
        http.shutDown()
        process.withLock { process in
            // Not SIGTERM, because the child has inherited a mask in which Dispatch blocks it.
            kill(process.processIdentifier, SIGKILL)
            _ = waits(seconds: 5) { !process.isRunning }
        }
        if let script { try? FileManager.default.removeItem(at: script) }
    }

    /// Kills and other actions while it runs.
    func control(_ json: String) {
        var request = HTTPRequest(method: .post, url: "http://127.0.0.1:\(port)/control", body: Array(json.utf8))
        request.headers = [(name: "Content-Type", value: "application/json")]
        _ = answer(to: request)
    }

    /// What it saw, as JSON text.
    func seen(_ kind: String) -> String {
        answer(to: HTTPRequest(url: "http://127.0.0.1:\(port)/control/log?kind=\(kind)"))
    }

    private func answer(to request: HTTPRequest) -> String {
        let body = Mutex<String?>(nil)
        let box = Box(body: body)
        http.send(request) { result in
            let text = (try? result.get()).map { String(decoding: $0.body, as: UTF8.self) }
            box.body.withLock { $0 = text ?? "" }
        }
        _ = waits(seconds: 5) { box.body.withLock { $0 != nil } }
        return box.body.withLock { $0 ?? "" }
    }

    private final class Box: Sendable {
        let body: Mutex<String?>
        init(body: consuming sending Mutex<String?>) { self.body = body }
    }
}

/// Polls for a condition, with a bound.
func waits(seconds: Double, _ condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}

/// A speaker and a microphone (10 ms periods on a thread) around a client, with everything that it reports.
final class Talk: Sendable {
    struct Entry: Sendable {
        var at: Double
        var report: RealtimeReport
    }
    let client: RealtimeClient
    let http = HTTPClient()
    private let state: Shared

    final class Shared: Sendable {
        let entries = Mutex<[Entry]>([])
        let lines = Mutex<[String]>([])
        let isOver = Atomic<Bool>(false)
        /// The owner talks: a buzz with the rhythm of syllables.
        let isTalking = Atomic<Bool>(false)
        let lastAudible = Mutex<Double>(0)
        let answer = Mutex<(@Sendable (Int, String) -> Void)?>(nil)
    }

    init(_ address: String, configure: (inout RealtimeConfiguration) -> Void = { _ in }) throws {
        var configuration = RealtimeConfiguration(
            address: try ServiceAddress(parsing: address), credential: Credential("sk-stand-in"))
        configuration.localAddresses = ["127.0.0.1"]
        configure(&configuration)
        let state = Shared()
        self.state = state
        client = RealtimeClient(
            configuration: configuration, http: http,
            report: { report in
                state.entries.withLock { $0.append(Entry(at: Talk.seconds, report: report)) }
                if case .toolCall(let id, let call, _, _) = report { state.answer.withLock { $0 }?(id, call) }
            }, log: { _, text in state.lines.withLock { $0.append(text) } })
        let client = client
        Thread.detachNewThread {
            var speaker = [Float](repeating: 0, count: 480)
            var microphone = [Float](repeating: 0, count: 480)
            var next = Talk.seconds
            var sample = 0
            while !state.isOver.load(ordering: .relaxed) {
                _ = speaker.withUnsafeMutableBufferPointer { client.audio.render(into: $0) }
                if (speaker.map(abs).max() ?? 0) > 0.001 { state.lastAudible.withLock { $0 = Talk.seconds } }
                let isTalking = state.isTalking.load(ordering: .relaxed)
                for index in microphone.indices {
                    sample += 1
                    let syllable: Float = sample % 12_000 < 9000 ? 0.3 : 0.05
                    microphone[index] = isTalking ? syllable * sin(Float(sample % 48_000) * 0.03) : 0
                }
                microphone.withUnsafeBufferPointer { client.audio.capture($0) }
                next += 0.01
                let wait = next - Talk.seconds
                if wait > 0 { usleep(UInt32(wait * 1e6)) }
            }
        }
    }

    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    var entries: [Entry] { state.entries.withLock { $0 } }
    var reports: [RealtimeReport] { entries.map(\.report) }
    var log: String { state.lines.withLock { $0.joined(separator: "\n") } }
    var lastAudible: Double { state.lastAudible.withLock { $0 } }

    func talk(_ isOn: Bool) { state.isTalking.store(isOn, ordering: .relaxed) }
    func answersTools(with output: String) {
        let client = client
        state.answer.withLock { $0 = { id, call in client.answer(id: id, callID: call, output: output) } }
    }

    func waits(for report: RealtimeReport, seconds: Double = 10) -> Bool {
        RealtimeTests.waits(seconds: seconds) { reports.contains(report) }
    }

    var failure: RealtimeFailure? {
        for case .failed(_, let failure) in reports { return failure }
        return nil
    }

    func waitsForFailure(seconds: Double = 10) -> RealtimeFailure? {
        _ = RealtimeTests.waits(seconds: seconds) { failure != nil }
        return failure
    }

    func time(of report: RealtimeReport) -> Double? { entries.first { $0.report == report }?.at }

    /// Ends the threads; afterwards the object cannot be used.
    func end() {
        client.shutDown()
        state.isOver.store(true, ordering: .relaxed)
        state.answer.withLock { $0 = nil }
        http.shutDown()
    }
}
