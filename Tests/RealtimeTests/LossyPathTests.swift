import Cloud
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Realtime

/// A conversation whose media goes over a bad path (`udp_forwarder.py`), measured sample by sample.
@Suite(.requirement("TALK-1"), .serialized, .bounded) struct LossyPathTests {
    /// `Tests/Peers/udp_forwarder.py`; ended by its id.
    private final class Forwarder {
        let port: Int
        private let process = Process()
        private let http = HTTPClient()

        init() throws {
            let script = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Peers/udp_forwarder.py")
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", script.path, "--port", "0", "--seed", "7"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            var line = Data()
            while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]), !byte.isEmpty {
                line += byte
            }
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard let port = words.last.flatMap({ Int($0) }) else {
                kill(process.processIdentifier, SIGKILL)
                throw ServiceProcess.NotStarted()
            }
            self.port = port
        }

        /// Sets the phases from now on.
        func phases(_ json: String) {
            let answer = ask(
                HTTPRequest(method: .post, url: "http://127.0.0.1:\(port)/phases", body: Array(json.utf8)))
            #expect(answer == "{}")
        }

        /// Sums a counter over both directions of all paths.
        func count(_ counter: String) -> Int {
            paths.flatMap(\.values).reduce(0) { $0 + ($1[counter] ?? 0) }
        }

        /// How much later than the phase requested the service's media was on the path, since the phases were set.
        var lateMilliseconds: Double { Double(paths.compactMap { $0["out"]?["late_ms"] }.max() ?? 0) }

        private var paths: [[String: [String: Int]]] {
            let text = ask(HTTPRequest(url: "http://127.0.0.1:\(port)/stats"))
            let stats = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
            return stats?["paths"] as? [[String: [String: Int]]] ?? []
        }

        private final class Box: Sendable { let body = Mutex<String?>(nil) }

        private func ask(_ request: HTTPRequest) -> String {
            let box = Box()
            http.send(request) { result in
                let text = (try? result.get()).map { String(decoding: $0.body, as: UTF8.self) }
                box.body.withLock { $0 = text ?? "" }
            }
            _ = waits(seconds: 5) { box.body.withLock { $0 != nil } }
            return box.body.withLock { $0 ?? "" }
        }

        func stop() {
            http.shutDown()
            kill(process.processIdentifier, SIGKILL)
            _ = waits(seconds: 5) { !process.isRunning }
        }
    }

    /// What a speaker rendered, and for how long it was silent.
    private final class Speaker: Sendable {
        struct Period: Sendable {
            var at: Double
            /// The silence that this period ends or is in the middle of.
            var longestSilenceMilliseconds: Double
            var level: Float
            /// How much later the card was than a real one would have been.
            var lateMilliseconds: Double
        }
        private let state = Mutex<(periods: [Period], isOver: Bool)>(([], false))

        init(_ client: RealtimeClient) {
            Thread.detachNewThread { [self] in
                // Like the program's own sound threads, if the machine allows it: a card that is late reads in bursts,
                // which the jitter buffer would take for delay.
                var priority = sched_param(sched_priority: 20)
                pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
                var speaker = [Float](repeating: 0, count: 480)
                let microphone = speaker
                var next = Talk.seconds
                var silence = 0
                while !state.withLock({ $0.isOver }) {
                    _ = speaker.withUnsafeMutableBufferPointer { client.audio.render(into: $0) }
                    var (longest, energy): (Int, Float) = (0, 0)
                    for sample in speaker {
                        silence = abs(sample) < 1e-4 ? silence + 1 : 0
                        longest = max(longest, silence)
                        energy += sample * sample
                    }
                    let period = Period(
                        at: Talk.seconds, longestSilenceMilliseconds: Double(longest) / 48,
                        level: (energy / 480).squareRoot(), lateMilliseconds: (Talk.seconds - next) * 1000)
                    state.withLock { $0.periods.append(period) }
                    microphone.withUnsafeBufferPointer { client.audio.capture($0) }
                    next += 0.01
                    let wait = next - Talk.seconds
                    if wait > 0 { usleep(UInt32(wait * 1e6)) }
                }
            }
        }

        func stop() { state.withLock { $0.isOver = true } }

        func periods(from: Double, to: Double = .infinity) -> [Period] {
            state.withLock { $0.periods.filter { $0.at >= from && $0.at < to } }
        }

        func longestSilence(from: Double, to: Double = .infinity) -> Double {
            periods(from: from, to: to).map(\.longestSilenceMilliseconds).max() ?? .infinity
        }

        func lateMilliseconds(from: Double, to: Double = .infinity) -> Double {
            periods(from: from, to: to).map(\.lateMilliseconds).max() ?? 0
        }

        func level(from: Double, to: Double = .infinity) -> Float {
            let levels = periods(from: from, to: to).map(\.level)
            return levels.isEmpty ? 0 : (levels.reduce(0) { $0 + $1 * $1 } / Float(levels.count)).squareRoot()
        }
    }

    /// How late the machine is for a thread without priority, as the network's threads are.
    private final class Watch: Sendable {
        private let state = Mutex<(late: [(at: Double, milliseconds: Double)], isOver: Bool)>(([], false))

        init() {
            Thread.detachNewThread { [self] in
                while !state.withLock({ $0.isOver }) {
                    let began = Talk.seconds
                    usleep(5000)
                    let late = (Talk.seconds - began) * 1000 - 5
                    if late > 10 { state.withLock { $0.late.append((began, late)) } }
                }
            }
        }

        func stop() { state.withLock { $0.isOver = true } }

        func lateMilliseconds(from: Double) -> Double {
            state.withLock { $0.late.filter { $0.at >= from }.map(\.milliseconds).max() ?? 0 }
        }
    }

    private final class Reports: Sendable {
        let all = Mutex<[RealtimeReport]>([])
        let events = Atomic<Int>(0)
        private let lines = Mutex<[String]>([])
        func log(_ text: String) {
            let isEvent = text.contains("unknown_parameter")
            if isEvent { events.add(1, ordering: .relaxed) } else { lines.withLock { $0.append(text) } }
        }
        /// A summary for whoever reads about a failure.
        var story: String {
            (all.withLock { $0.map { "\($0)" } } + lines.withLock { $0 }).joined(separator: "\n")
        }
        func has(_ report: RealtimeReport) -> Bool { all.withLock { $0.contains(report) } }
        /// Whether it failed or ended.
        var isOver: Bool {
            all.withLock { reports in
                reports.contains {
                    switch $0 {
                    case .failed, .ended: true
                    default: false
                    }
                }
            }
        }
    }

    /// A call in the middle of a continuous tone that the service sends.
    private final class Call {
        let service: ServiceProcess
        let forwarder: Forwarder
        let client: RealtimeClient
        let speaker: Speaker
        private let watch = Watch()
        let reports = Reports()
        private let http = HTTPClient()

        init() throws {
            forwarder = try Forwarder()
            let script = """
                {"turns":[{"tone":{"hertz":440,"milliseconds":60000}}],"after":"repeat",
                 "faults":{"peer":{"forwarder":"http://127.0.0.1:\(forwarder.port)","tcp":"none"}}}
                """
            service = try ServiceProcess(script: script, isHurried: true)
            var configuration = RealtimeConfiguration(
                address: try ServiceAddress(parsing: service.address), credential: Credential("sk-stand-in"))
            configuration.localAddresses = ["127.0.0.1"]
            let reports = reports
            client = RealtimeClient(
                configuration: configuration, http: http,
                report: { report in reports.all.withLock { $0.append(report) } },
                log: { _, text in reports.log(text) })
            speaker = Speaker(client)
            client.connect(
                SessionRequest(
                    id: 7, instructions: "Wake the owner.", tools: [], language: "en", history: [], isMuted: false))
        }

        var delay: Double { client.statistics().transportFigures.bufferMilliseconds }

        /// How much the machine has disturbed the path, the card and the network's thread since then and since the
        /// phases were set. This is not part of what is tested, and is measured by observers that do not take part. It
        /// is zero on a machine that keeps its time, so that every bound holds unchanged; a machine that stalled for
        /// 200 ms has made a path with 200 ms of jitter.
        func disturbance(since: Double) -> Double {
            let path = forwarder.lateMilliseconds
            let card = speaker.lateMilliseconds(from: since)
            let network = watch.lateMilliseconds(from: since)
            return (path > 20 ? path : 0) + (card > 10 ? card : 0) + network
        }

        /// Events of the service that the conversation only logs.
        func sendEvents(_ count: Int) {
            for number in 0..<count {
                let error = #"{"type":"invalid_request_error","code":"unknown_parameter","message":"for the test"}"#
                service.control(
                    #"{"send":{"type":"error","event_id":"event_lossy_\#(number)","error":\#(error)}}"#)
            }
        }

        var loggedEvents: Int { reports.events.load(ordering: .relaxed) }

        func stop() {
            speaker.stop()
            watch.stop()
            client.shutDown()
            http.shutDown()
            service.stop()
            forwarder.stop()
        }
    }

    private func pass(seconds: Double, watching: () -> Void = {}) {
        let end = Talk.seconds + seconds
        while Talk.seconds < end {
            watching()
            usleep(20_000)
        }
    }

    @Test func lossAndJitterAreConcealedAndLeaveNoDelayBehind() throws {
        let call = try Call()
        defer { call.stop() }
        try #require(waits(seconds: 30) { call.reports.has(.speaking(id: 7, true)) || call.reports.isOver })
        try #require(!call.reports.isOver, "\(call.reports.story)")
        pass(seconds: 1.5)
        // What follows is compared with this second; another one is used if the machine interrupted it.
        var clean = Talk.seconds
        #expect(
            waits(seconds: 15) {
                clean = Talk.seconds
                pass(seconds: 1)
                return call.speaker.longestSilence(from: clean) <= 10 || call.disturbance(since: clean) == 0
            })
        let level = call.speaker.level(from: clean)
        #expect(level > 0.05)

        let bad = Talk.seconds
        call.forwarder.phases(#"[{"loss":0.05,"jitter_ms":30,"reorder":0.05,"duplicate":0.05}]"#)
        let events = call.loggedEvents
        var largest = 0.0
        for _ in 0..<8 {
            call.sendEvents(3)
            pass(seconds: 1) { largest = max(largest, call.delay) }
        }
        let roughness = call.disturbance(since: bad)
        // Events may be late but never lost.
        #expect(waits(seconds: 4) { call.loggedEvents == events + 24 }, "\(call.loggedEvents - events) events")
        let good = Talk.seconds
        call.forwarder.phases("[{}]")
        #expect(largest > 20 && largest < 150 + roughness, "delay \(largest) ms, disturbed by \(roughness) ms")
        #expect(call.client.statistics().transportFigures.concealedMilliseconds > 0)
        for counter in ["lost", "reordered", "duplicated"] { #expect(call.forwarder.count(counter) > 10) }

        #expect(waits(seconds: 10) { call.delay < 80 || call.delay < 80 + call.disturbance(since: good) })
        #expect(Talk.seconds - good < 10)
        var longest = 0.0
        pass(seconds: 2) { longest = max(longest, call.delay) }
        let disturbance = call.disturbance(since: good)
        #expect(longest < 80 + disturbance, "delay \(longest) ms, disturbed by \(disturbance) ms")

        let silence = call.speaker.longestSilence(from: clean)
        #expect(silence <= 10 + max(roughness, disturbance), "\(silence) ms")
        #expect(call.speaker.level(from: bad, to: good) > level * 0.8)
        // Some whole second is as it was before.
        #expect(waits(seconds: 15) { abs(call.speaker.level(from: Talk.seconds - 1) - level) < level * 0.1 })
        #expect(!call.reports.isOver, "\(call.reports.story)")
        #expect(call.client.statistics().connections == 1)
        #expect(!call.reports.has(.speaking(id: 7, false)))
    }

    /// On a bad path a few checks in a row are lost in every conversation; the call is good as long as it is heard.
    @Test func outlivesTheLossOfThePathsChecks() throws {
        let call = try Call()
        defer { call.stop() }
        try #require(waits(seconds: 30) { call.reports.has(.speaking(id: 7, true)) || call.reports.isOver })
        try #require(!call.reports.isOver, "\(call.reports.story)")
        pass(seconds: 1)
        let lost = Talk.seconds
        call.forwarder.phases(#"[{"checks_lost":true}]"#)
        pass(seconds: 13)
        #expect(call.forwarder.count("lost") > 1)
        #expect(call.speaker.longestSilence(from: lost) <= 10 + call.disturbance(since: lost))
        #expect(!call.reports.isOver, "\(call.reports.story)")
        #expect(call.client.statistics().connections == 1)
    }

    @Test func survivesThreeSecondsWithoutAnyPath() throws {
        let call = try Call()
        defer { call.stop() }
        try #require(waits(seconds: 30) { call.reports.has(.speaking(id: 7, true)) || call.reports.isOver })
        try #require(!call.reports.isOver, "\(call.reports.story)")
        pass(seconds: 1)
        let level = call.speaker.level(from: Talk.seconds - 0.5)
        #expect(level > 0.05)
        let events = call.loggedEvents
        let cut = Talk.seconds
        call.forwarder.phases(#"[{"seconds":3,"blackhole":true},{}]"#)
        call.sendEvents(5)
        pass(seconds: 2.9 - (Talk.seconds - cut))
        // It was really cut.
        #expect(call.speaker.level(from: cut + 1, to: cut + 2.8) < level * 0.05)
        #expect(call.loggedEvents == events)
        let back = cut + 3
        #expect(
            waits(seconds: 15) {
                Talk.seconds > back && call.speaker.level(from: Talk.seconds - 0.2) > level * 0.8
            })
        let took = Talk.seconds - back
        #expect(took < 2 + call.disturbance(since: cut) / 1000, "\(took) s")
        // What was said to us meanwhile comes too.
        #expect(waits(seconds: 4) { call.loggedEvents == events + 5 }, "\(call.loggedEvents - events) events")
        pass(seconds: 1)
        let silence = call.speaker.longestSilence(from: Talk.seconds - 1)
        let disturbance = call.disturbance(since: back)
        #expect(silence <= 10 + disturbance, "silent for \(silence) ms, disturbed by \(disturbance) ms")
        #expect(call.delay < 150 + disturbance, "delay \(call.delay) ms, disturbed by \(disturbance) ms")
        #expect(!call.reports.isOver, "\(call.reports.story)")
        #expect(call.client.statistics().connections == 1)
    }
}
