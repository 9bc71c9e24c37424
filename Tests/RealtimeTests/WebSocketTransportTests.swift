import Cloud
import Dispatch
import Foundation
import TestKit
import Testing

@testable import Realtime

/// The transport against aiohttp on loopback; a serial queue is the event thread.
@Suite(.requirement("TALK-3"), .serialized) struct WebSocketTransportTests {
    let servers: FaultySockets

    init() throws { servers = try FaultySockets.shared.get() }

    private struct Line {
        let transport: WebSocketTransport
        let events = Arrivals<TransportEvent>()
        private let queue = DispatchQueue(label: "events")

        init(_ url: String, authority: String?, key: String = "ek_test") {
            let queue = queue
            transport = WebSocketTransport(
                url: url, credential: Credential(key), authorityFile: authority, openMilliseconds: 2_000,
                run: { work in queue.async { work() } }, report: { [events] in events.put($0) })
        }

        /// Runs on the event thread, and has finished when it returns.
        func run(_ work: (WebSocketTransport) -> Void) { queue.sync { work(transport) } }

        func opened() throws -> String {
            run { $0.connect(session: Array("{}".utf8)) }
            guard case .phase(.connected)? = events.next(), case .opened? = events.next() else {
                Issue.record("not opened")
                return ""
            }
            return try message()
        }

        func message() throws -> String {
            let event = try #require(events.next())
            guard case .message(let bytes) = event else {
                Issue.record("no message: \(event)")
                return ""
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        func failure() throws -> RealtimeFailure {
            while true {
                if case .failed(let failure) = try #require(events.next()) { return failure }
            }
        }
    }

    private func line(_ name: String, _ query: String) -> Line {
        Line(servers.url(name, query), authority: servers.authority)
    }

    @Test func opensWithTheBearerAndSendsEvents() throws {
        let line = line("good", "case=echo")
        #expect(try line.opened().contains(#""authorization": "Bearer ek_test""#))
        line.run { $0.send(Array(#"{"type":"response.create"}"#.utf8)) }
        #expect(try line.message() == #"{"type":"response.create"}"#)
        #expect(line.transport.statistics.bytesSent == 26)
        line.run { $0.close() }
    }

    @Test(arguments: [
        ("case=status&code=401", RealtimeFailure.credentials), ("case=status&code=402", .quota),
        ("case=status&code=429", .rateLimited), ("case=status&code=503", .provider(status: 503)),
        ("case=status&code=404", .refused(code: "HTTP status 404")),
        (
            "case=close&code=1001&reason=Your%20session%20hit%20the%20maximum%20duration%20of%2060%20minutes.",
            .sessionExpired
        ),
        ("case=close&code=1001", .lost), ("case=close&code=1011", .provider(status: 1_011)),
        ("case=close&code=3000&reason=invalid_request_error.invalid_api_key", .credentials),
        ("case=close&code=4000&reason=insufficient_quota", .quota), ("case=abort", .lost),
    ])
    func tellsWhyItEnded(_ query: String, _ expected: RealtimeFailure) throws {
        let line = line("good", query)
        line.run { $0.connect(session: []) }
        let failure = try line.failure()
        #expect(failure == expected)
        #expect(line.events.next(seconds: 0.05) == nil)
    }

    @Test func reportsWhyItDidNotOpen() throws {
        for (name, expected) in [
            ("expired", RealtimeFailure.tls), ("closed", .network), ("silent", .timedOut(.opened)),
        ] {
            let line = line(name, "case=echo")
            line.run { $0.connect(session: []) }
            #expect(try line.failure() == expected)
        }
    }

    @Test func anExpiredSessionIsKnownByItsAgeToo() {
        let closed = WebSocketFailure.closed(code: 1_001, reason: "")
        #expect(WebSocketRelay.meaning(of: closed, openMinutes: 59) == .sessionExpired)
        #expect(WebSocketRelay.meaning(of: closed, openMinutes: 5) == .lost)
        #expect(WebSocketRelay.meaning(of: closed, openMinutes: nil) == .lost)
    }

    @Test func theMicrophoneArrivesInRealTimeAndOnlyWhileItIsOn() throws {
        let line = line("good", "case=count")
        _ = try line.opened()
        let sound = [Float](repeating: 0.25, count: 480)
        func speak(milliseconds: Int) {
            for _ in 0..<(milliseconds / 10) {
                sound.withUnsafeBufferPointer { line.transport.capture($0) }
                usleep(10_000)
            }
        }
        speak(milliseconds: 200)
        #expect(line.events.next(seconds: 0.1) == nil)
        line.run { $0.setSending(true) }
        speak(milliseconds: 600)
        var bytes = 0
        var pieces = 0
        while let event = line.events.next(seconds: 0.05), bytes < 28_800 {
            guard case .message(let message) = event else { continue }
            struct Seen: Decodable {
                let bytes: Int
                let head: String
            }
            let seen = try JSONDecoder().decode(Seen.self, from: Data(message))
            #expect(seen.head.hasPrefix(#"{"type":"input_audio_buffer.append","audio":""#))
            bytes += (seen.bytes - 47) / 4 * 3
            pieces += 1
        }
        // 600 ms of 48 bytes each, in pieces of at most 40 ms.
        #expect(bytes >= 24_000)
        #expect(pieces >= 12)
        line.run { $0.close() }
    }

    @Test func playsWhatItIsGivenAndCutsAtOnce() throws {
        let line = line("good", "case=echo")
        _ = try line.opened()
        let second = [UInt8](repeating: 0x20, count: 48_000)
        line.run { transport in
            for _ in 0..<5 { transport.play(second, item: "item_1", contentIndex: 0) }
        }
        var frames = [Float](repeating: 0, count: 480)
        func render() -> Int { frames.withUnsafeMutableBufferPointer { line.transport.render(into: $0) } }
        var voice = 0
        // Faster than real time, and the transport's thread still keeps the ring filled.
        let end = Date().addingTimeInterval(10)
        while voice < 48_000, Date() < end {
            voice += render()
            usleep(5_000)
        }
        #expect(voice == 48_000)
        line.run { $0.cut() }
        let played = try #require(line.transport.playout.item)
        #expect(
            played == PlayoutItem(id: "item_1", contentIndex: 0, playedMilliseconds: 1_000, receivedMilliseconds: 5_000)
        )
        #expect(render() <= 240)
        #expect(render() == 0)
        #expect(line.transport.playout.pendingMilliseconds == 0)
        line.run { $0.close() }
    }

    @Test func theEndOfTheSoundIsReadFromTheEvents() throws {
        #expect(
            WebSocketRelay.endsSound(Array(#"{"event_id":"e","type":"response.output_audio.done","item_id":"i"}"#.utf8))
        )
        #expect(WebSocketRelay.endsSound(Array(#"{"type": "response.done"}"#.utf8)))
        #expect(!WebSocketRelay.endsSound(Array(#"{"type":"response.output_audio.delta","delta":"AAAA"}"#.utf8)))
        #expect(!WebSocketRelay.endsSound(Array("\"response.don".utf8)))
        #expect(!WebSocketRelay.endsSound([]))
        let line = line("good", "case=echo")
        _ = try line.opened()
        var frames = [Float](repeating: 0, count: 480)
        func render() -> Int { frames.withUnsafeMutableBufferPointer { line.transport.render(into: $0) } }
        line.run { $0.play([UInt8](repeating: 0x20, count: 1_920), item: "i", contentIndex: 0) }
        #expect(render() == 0)
        line.run { $0.send(Array(#"{"type":"response.output_audio.done"}"#.utf8)) }
        _ = try line.message()
        #expect(waitFor(seconds: 0.2) { render() > 0 })
        line.run { $0.close() }
    }

    /// While the event thread is busy, messages accumulate behind it; it closes while they wait.
    @Test func nothingComesAfterClose() throws {
        let line = line("good", "case=burst&count=5000&bytes=500")
        _ = try line.opened()
        var reported = 0
        line.run { transport in
            let before = transport.statistics.bytesReceived
            #expect(waitFor { transport.statistics.bytesReceived > before + 250_000 })
            transport.close()
            reported = line.events.count
        }
        // What was waiting has been handled now.
        line.run { _ in }
        #expect(line.events.count == reported)
        line.run { transport in
            transport.connect(session: [])
            transport.send([0x7B, 0x7D])
            transport.setSending(true)
            transport.play([0, 0], item: "i", contentIndex: 0)
            transport.cut()
            transport.close()
        }
        usleep(300_000)
        line.run { _ in }
        #expect(line.events.count == reported)
        #expect(reported < 5_000)
        #expect(line.transport.playout == Playout())
    }

    /// Opened, refused or cut off while the event thread was busy: it closes before it is notified.
    @Test(arguments: ["case=echo", "case=status&code=401", "case=abort"])
    func noEndAndNoBeginningComesAfterClose(_ query: String) throws {
        // How long it takes until there is something to report.
        let other = self.line("good", query)
        let began = Date()
        other.run { $0.connect(session: []) }
        var isReported = false
        while !isReported, let event = other.events.next(seconds: 5) {
            if case .phase = event { continue }
            isReported = true
        }
        #expect(isReported)
        let needed = Date().timeIntervalSince(began)
        other.run { $0.close() }
        let line = self.line("good", query)
        line.run { transport in
            transport.connect(session: [])
            usleep(UInt32(max(0.3, 3 * needed) * 1_000_000))
            transport.close()
        }
        usleep(100_000)
        line.run { _ in }
        #expect(line.events.count == 0)
    }

    @Test func aServiceThatAcceptsNothingCountsAsLost() throws {
        let line = line("plain", "case=slow")
        _ = try line.opened()
        line.run { transport in
            for _ in 0..<40 { transport.send([UInt8](repeating: 0x20, count: 1 << 19)) }
        }
        #expect(try line.failure() == .lost)
    }
}
