import Cloud
import Foundation
import TestKit
import Testing

@testable import Realtime

/// The whole client over real sockets, against the stand-in for the service (aiortc).
@Suite(.serialized, .bounded) struct ClientTests {
    private func request(_ id: Int = 7, history: [Turn] = [], isMuted: Bool = false) -> SessionRequest {
        SessionRequest(
            id: id, instructions: "Wake the owner.",
            tools: [ToolDefinition(name: "next_up", description: "what is next"), .waitForUser],
            language: "en", history: history, isMuted: isMuted)
    }

    private func with(
        script: String? = nil, configure: (inout RealtimeConfiguration) -> Void = { _ in },
        _ body: (ServiceProcess, Talk) throws -> Void
    ) throws {
        let service = try ServiceProcess(script: script)
        defer { service.stop() }
        let talk = try Talk(service.address, configure: configure)
        defer { talk.end() }
        try body(service, talk)
    }

    private static let short = #"{"turns":[{"say":"Good morning, stand up now."}],"after":"silence"}"#
    private static let long =
        #"{"turns":[{"tone":{"hertz":440,"milliseconds":8000}}],"after":"repeat"}"#

    @Test(.requirement("TALK-1"), arguments: [TransportKind.webRTC, .webSocket])
    func speaksFirstAndReportsWhenItIsDone(kind: TransportKind) throws {
        try with(script: ClientTests.short, configure: { $0.transport = kind == .webRTC ? .webRTC : .webSocket }) {
            service, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .ready(id: 7)))
            #expect(talk.waits(for: .speaking(id: 7, true)))
            let standstill = Standstill.begin()
            #expect(talk.waits(for: .speaking(id: 7, false)))
            let ended = try #require(talk.time(of: .speaking(id: 7, false)))
            // The voice ends with some silence of its own.
            let silence = ended - talk.lastAudible
            #expect(silence > 0 && silence < 1.5 + Standstill.seconds(since: standstill))
            #expect(talk.client.history.map(\.text) == ["Good morning, stand up now."])
            let statistics = talk.client.statistics()
            #expect(statistics.transport == kind && statistics.responses == 1)
            #expect(statistics.transportFigures.bytesReceived > 1000)
            talk.client.close(id: 7)
            #expect(talk.waits(for: .ended(id: 7, .closed), seconds: 1))
            if kind == .webRTC {
                #expect(waits(seconds: 3) { service.seen("request").contains("hangup") })
            }
            #expect(service.seen("refused").contains("code") == false)
        }
    }

    @Test(.requirement("ALARM-12")) func warmStartSpeaksOnlyAfterBegin() throws {
        try with(script: ClientTests.short) { _, talk in
            talk.client.connect(request(isMuted: true))
            #expect(talk.waits(for: .ready(id: 7)))
            talk.talk(true)
            usleep(800_000)
            talk.talk(false)
            #expect(talk.reports == [.connecting(id: 7), .ready(id: 7)])
            #expect(talk.lastAudible == 0)
            let standstill = Standstill.begin()
            let begun = Talk.seconds
            talk.client.open(id: 7)
            #expect(talk.waits(for: .speaking(id: 7, true)))
            let took = (talk.time(of: .speaking(id: 7, true)) ?? .infinity) - begun
            #expect(took < 1 + Standstill.seconds(since: standstill))
        }
    }

    @Test(.requirement("TALK-2"), arguments: [TransportKind.webRTC, .webSocket])
    func theOwnersVoiceInterruptsAtOnce(kind: TransportKind) throws {
        try with(script: ClientTests.long, configure: { $0.transport = kind == .webRTC ? .webRTC : .webSocket }) {
            _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, true)))
            usleep(1_000_000)
            let standstill = Standstill.begin()
            talk.talk(true)
            #expect(talk.waits(for: .ownerSpeaking(id: 7, true)))
            usleep(400_000)
            let heard = try #require(talk.time(of: .ownerSpeaking(id: 7, true)))
            #expect(talk.lastAudible - heard < 0.15 + Standstill.seconds(since: standstill))
            talk.talk(false)
            #expect(talk.client.statistics().interruptions == 1)
            #expect(talk.waits(for: .ownerSpeaking(id: 7, false)))
            // And it answers.
            #expect(waits(seconds: 10) { talk.reports.filter { $0 == .speaking(id: 7, true) }.count == 2 })
        }
    }

    @Test(.requirement("TALK-9")) func aToolsOutputIsSpoken() throws {
        let script = #"{"turns":[{"tools":[{"name":"next_up","arguments":{}}],"then":"{output}"}],"after":"silence"}"#
        try with(script: script) { _, talk in
            talk.answersTools(with: "Next up is training")
            talk.client.connect(request())
            #expect(waits(seconds: 10) { talk.client.history.contains { $0.text.contains("training") } })
            #expect(talk.client.statistics().toolCalls == 1)
        }
    }

    @Test(arguments: [
        (#""client_secrets":{"status":401}"#, RealtimeFailure.credentials),
        (#""client_secrets":{"status":402}"#, .quota),
        (#""client_secrets":{"status":429,"code":"insufficient_quota"}"#, .quota),
        (#""client_secrets":{"status":429,"code":"rate_limit_exceeded"}"#, .rateLimited),
        (#""client_secrets":{"status":503}"#, .provider(status: 503)),
        (#""client_secrets":{"malformed":true}"#, .malformed),
        (#""client_secrets":{"hang":true}"#, .timedOut(.secret)),
        (#""client_secrets":{"drop":true}"#, .network),
        (#""calls":{"status":400,"code":"invalid_offer"}"#, .refused(code: "invalid_offer")),
        (#""calls":{"status":500}"#, .provider(status: 500)),
        (#""calls":{"hang":true}"#, .timedOut(.call)),
        (#""session":{"no_session_created":true}"#, .timedOut(.created)),
        (#""session":{"no_session_updated":true}"#, .timedOut(.configured)),
    ])
    func everyFaultOnTheWayHasItsName(fault: String, failure: RealtimeFailure) throws {
        let limits = ClientTests.limits(for: failure)
        try with(script: #"{"faults":{\#(fault)}}"#, configure: { $0.limits = limits }) { _, talk in
            talk.client.connect(request())
            #expect(talk.waitsForFailure(seconds: 15) == failure)
            #expect(talk.reports.last == .failed(id: 7, failure))
        }
    }

    @Test(.requirement("TALK-3")) func afterAMalformedAnswerTheWebSocketIsStillTried() throws {
        let script = #"{"turns":[{"say":"Good morning."}],"faults":{"calls":{"malformed":true}}}"#
        try with(script: script) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .ready(id: 7)))
            #expect(talk.client.statistics().transport == .webSocket)
        }
        try with(script: script, configure: { $0.transport = .webRTC }) { _, talk in
            talk.client.connect(request())
            #expect(talk.waitsForFailure(seconds: 15) == .malformed)
        }
    }

    /// Only the limit that is to be reached is short: a machine that stalls for a second would reach others.
    private static func limits(for failure: RealtimeFailure) -> RealtimeLimits {
        var limits = RealtimeLimits()
        switch failure {
        case .timedOut(.secret), .timedOut(.call): limits.httpMilliseconds = 1000
        case .timedOut(.created): limits.channelMilliseconds = 1000
        case .timedOut(.configured): limits.configuredMilliseconds = 1000
        default: break
        }
        return limits
    }

    @Test func aServerThatDoesNotAnswerIsANetworkFailure() throws {
        let talk = try Talk("http://127.0.0.1:1/v1")
        defer { talk.end() }
        talk.client.connect(request())
        #expect(talk.waitsForFailure(seconds: 15) == .network)
    }

    @Test func anExpiredSecretIsRenewed() throws {
        try with(script: #"{"faults":{"client_secrets":{"key_lifetime_seconds":0,"times":1}}}"#) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .ready(id: 7)))
        }
    }

    @Test(
        .requirement("TALK-3"),
        arguments: [
            #""calls":{"status":404}"#, #""peer":{"no_candidates":true}"#, #""peer":{"stall_dtls":true}"#,
            #""peer":{"wrong_fingerprint":true}"#,
        ])
    func webSocketTakesOverIfWebRTCCannotConnect(fault: String) throws {
        let patience = fault.contains("no_candidates") ? 1000 : RealtimeLimits().iceMilliseconds
        try with(script: #"{"faults":{\#(fault)}}"#, configure: { $0.limits.iceMilliseconds = patience }) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, true), seconds: 30))
            #expect(talk.client.statistics().transport == .webSocket)
            #expect(talk.reports.filter { $0 == .connecting(id: 7) }.count == 1)
        }
    }

    @Test(.requirement("TALK-5"), arguments: [TransportKind.webRTC, .webSocket])
    func aCallThatVanishesInMidSentenceIsLostAndCanBeRestored(kind: TransportKind) throws {
        let script =
            #"{"turns":[{"say":"Good morning. Stand up now, open the window, and drink a glass of water before you go."}],"after":"repeat"}"#
        try with(script: script, configure: { $0.transport = kind == .webRTC ? .webRTC : .webSocket }) {
            service, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, true)))
            #expect(waits(seconds: 5) { !talk.client.history.isEmpty })
            service.control(#"{"do":"vanish"}"#)
            #expect(talk.waitsForFailure(seconds: 12) == .lost)
            let history = talk.client.history
            // As far as it was heard, which is not far.
            let restored = try #require(history.first?.text)
            #expect(
                !restored.isEmpty && "Good morning. Stand up now, open the window".hasPrefix(restored), "\(restored)")
            talk.client.connect(request(8, history: history))
            #expect(talk.waits(for: .speaking(id: 8, true)))
            #expect(service.seen("received").contains("conversation.item.create"))
        }
    }

    @Test func aSecondConversationClosesTheFirst() throws {
        try with(script: ClientTests.long) { _, talk in
            talk.client.connect(request(1))
            #expect(talk.waits(for: .speaking(id: 1, true)))
            talk.client.connect(request(2))
            #expect(talk.waits(for: .ended(id: 1, .replaced)))
            #expect(talk.waits(for: .speaking(id: 2, true)))
            talk.client.close(id: 1)
            talk.client.close(id: 2)
            #expect(talk.waits(for: .ended(id: 2, .closed)))
            let end = talk.reports.firstIndex(of: .ended(id: 1, .replaced)) ?? 0
            #expect(
                talk.reports[(end + 1)...].allSatisfy {
                    if case .speaking(1, _) = $0 { return false }
                    return true
                })
        }
    }

    /// Start follows Stop, or an alarm rings, before the last words are written down: they are reported all the same.
    @Test(.requirement("SAFE-2"), arguments: [TransportKind.webRTC, .webSocket])
    func theLastWordsOfATalkComeBesideTheNext(kind: TransportKind) throws {
        let late = #""delay_ms":{"conversation.item.input_audio_transcription.completed":2000}"#
        let script =
            #"{"turns":[{"tone":{"hertz":440,"milliseconds":8000}}],"after":"repeat","faults":{"session":{\#(late)}}}"#
        try with(script: script, configure: { $0.transport = kind == .webRTC ? .webRTC : .webSocket }) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, true)))
            talk.talk(true)
            #expect(talk.waits(for: .ownerSpeaking(id: 7, true)))
            usleep(400_000)
            talk.talk(false)
            #expect(talk.waits(for: .ownerSpeaking(id: 7, false)))
            talk.client.endAfterLastWords(id: 7)
            talk.client.clearHistory()
            talk.client.connect(request(8))
            #expect(talk.waits(for: .ended(id: 7, .closed)))
            let words = talk.reports.compactMap { report -> String? in
                if case .turn(7, let turn) = report, turn.speaker == .owner { turn.text } else { nil }
            }
            #expect(words == ["Yes."])
            #expect(talk.waits(for: .speaking(id: 8, true)))
            #expect(talk.client.history.allSatisfy { $0.text != "Yes." })
            #expect(talk.failure == nil)
        }
    }

    @Test(.requirement("TALK-4")) func renewsTheSessionUnnoticed() throws {
        try with(
            script: ClientTests.short,
            configure: {
                $0.limits.renewAfterMilliseconds = 4000
                $0.limits.renewSilenceMilliseconds = 300
            }
        ) { service, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, false)))
            #expect(waits(seconds: 10) { talk.client.statistics().connections >= 2 })
            #expect(waits(seconds: 5) { service.seen("received").contains("Good morning, stand up now.") })
            #expect(talk.failure == nil)
            #expect(talk.reports.filter { $0 == .ready(id: 7) }.count == 1)
        }
    }

    @Test(.requirement("GUARD-6")) func hugeAndBrokenEventsDoNotEndIt() throws {
        try with(script: #"{"faults":{"session":{"huge_event_bytes":900000,"garbage_event":true}}}"#) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, true)))
            #expect(waits(seconds: 3) { talk.client.statistics().malformedEvents >= 1 })
            #expect(talk.failure == nil)
        }
    }

    @Test func countsAreReportedWithoutWaitingForOtherEvents() throws {
        // A warm start, and therefore without any report after it.
        try with(script: #"{"faults":{"session":{"garbage_event":true}}}"#) { _, talk in
            talk.client.connect(request(isMuted: true))
            #expect(talk.waits(for: .ready(id: 7)))
            #expect(waits(seconds: 3) { talk.client.statistics().malformedEvents == 1 })
        }
    }

    @Test(.requirement("GUARD-1")) func nothingSaidOrSecretIsLogged() throws {
        try with(script: #"{"turns":[{"say":"Marmalade for breakfast"}]}"#) { _, talk in
            talk.client.connect(request())
            #expect(talk.waits(for: .speaking(id: 7, false)))
            talk.client.close(id: 7)
            #expect(talk.client.history.first?.text == "Marmalade for breakfast")
            for word in ["Marmalade", "sk-stand-in", "ek_", "Wake the owner"] { #expect(!talk.log.contains(word)) }
        }
    }

    /// In a separate process, because other suites open descriptors and threads beside this one. libdispatch opens some
    /// at unpredictable times.
    @Test func opensAndClosesLeakNoDescriptorOrThread() async {
        await #expect(processExitsWith: .success) {
            func count(_ folder: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
            }
            try ClientTests().with(script: ClientTests.short) { _, talk in
                func cycle(_ id: Int) {
                    talk.client.connect(ClientTests().request(id))
                    #expect(talk.waits(for: .ready(id: id)))
                    talk.client.close(id: id)
                    #expect(talk.waits(for: .ended(id: id, .closed)))
                }
                for id in 1...3 { cycle(id) }
                usleep(2_600_000)
                let descriptors = count("/proc/self/fd")
                let threads = count("/proc/self/task")
                for id in 4...15 { cycle(id) }
                #expect(
                    waits(seconds: 10) {
                        count("/proc/self/fd") < descriptors + 4 && count("/proc/self/task") < threads + 4
                    },
                    """
                    descriptors \(descriptors), then \(count("/proc/self/fd")); \
                    threads \(threads), then \(count("/proc/self/task"))
                    """)
            }
        }
    }
}
