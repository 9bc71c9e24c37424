import Bedside
import PeerConnection
import TestKit
import Testing

@testable import Realtime

/// When a call skips WebRTC (TALK-3).
@Suite(.requirement("TALK-3")) struct WebRTCBlockTests {
    private let now = BootTime(nanoseconds: 1_000_000_000)

    @Test func aWebSocketThatOpensInItsPlaceBlocksForFiveMinutes() {
        var block = WebRTCBlock()
        block.unusable(4)
        #expect(!block.isBlocked(at: now))
        block.opened(5, at: now)
        #expect(block.isBlocked(at: now))
        #expect(block.isBlocked(at: now + .seconds(299)))
        #expect(!block.isBlocked(at: now + .minutes(5)))
    }

    @Test func aWebSocketThatReplacesNothingBlocksNothing() {
        var block = WebRTCBlock()
        block.opened(1, at: now)
        block.unusable(4)
        block.opened(3, at: now)
        block.opened(6, at: now)
        #expect(!block.isBlocked(at: now))
    }

    @Test func ifNeitherConnectedNothingIsKnownForTheNextConversation() {
        var block = WebRTCBlock()
        block.unusable(1)
        block.failed(2)
        block.conversationOpens(firstConnection: 3)
        #expect(!block.isBlocked(at: now))
        block.opened(3, at: now)
        #expect(!block.isBlocked(at: now))
    }

    /// A slow network that blocks WebRTC: 8 s pass before the WebSocket is up.
    @Test(arguments: [true, false]) func aWebSocketThatWasCutOffIsTriedFirstOnce(opens: Bool) {
        var block = WebRTCBlock()
        block.unusable(1)
        block.conversationOpens(firstConnection: 3)
        #expect(block.isBlocked(at: now))
        if opens { block.opened(3, at: now) } else { block.failed(3) }
        block.conversationOpens(firstConnection: 4)
        #expect(block.isBlocked(at: now) == opens)
        var cutOffAgain = WebRTCBlock()
        cutOffAgain.unusable(1)
        cutOffAgain.conversationOpens(firstConnection: 3)
        cutOffAgain.conversationOpens(firstConnection: 4)
        #expect(!cutOffAgain.isBlocked(at: now))
    }

    @Test func anotherConversationDoesNotLiftTheBlock() {
        var block = WebRTCBlock()
        block.unusable(1)
        block.opened(2, at: now)
        block.conversationOpens(firstConnection: 3)
        #expect(block.isBlocked(at: now + .minutes(4)))
    }

    @Test func aMissingAddressOrLibrarySaysNothingAboutTheNetwork() {
        #expect(PeerError.noLocalCandidate.isLocal)
        #expect(PeerError.library("libnice", call: "nice_agent_new_full", code: 0).isLocal)
        #expect(!PeerError.pathTimedOut(milliseconds: 4000).isLocal)
        #expect(!PeerError.handshakeTimedOut(milliseconds: 4000).isLocal)
    }

    /// What the numbering is relied on for at a renewal; `ConversationTests` covers the first connection.
    @Test func theNextNumberReplacesAnUnusableSuccessor() {
        var limits = RealtimeLimits()
        limits.renewAfterMilliseconds = 1000
        var rig = Rig(request: SessionRequest(id: 7, instructions: "Wake the owner.", isMuted: true), limits: limits)
        rig.connect()
        rig.pass(milliseconds: 1500)
        let fallback = rig.feed(.transportUnusable(connection: 2, "no path"))
        #expect(
            fallback.contains {
                if case .connect(3, .webSocket, _) = $0 { return true }
                return false
            })
    }
}

/// The same through the engine, over real sockets on loopback.
@Suite(.requirement("TALK-3"), .serialized, .bounded) struct WebRTCBlockLineTests {
    private func request(_ id: Int) -> SessionRequest {
        SessionRequest(id: id, instructions: "Wake the owner.", isMuted: true)
    }

    private func with(
        faults: String, configure: (inout RealtimeConfiguration) -> Void = { _ in },
        _ body: (ServiceProcess, Talk) throws -> Void
    ) throws {
        let service = try ServiceProcess(script: #"{"faults":{\#(faults)}}"#)
        defer { service.stop() }
        let talk = try Talk(service.address, configure: configure)
        defer { talk.end() }
        try body(service, talk)
    }

    @Test func afterACallThatFailedBothWaysWebRTCIsTriedFirst() throws {
        try with(faults: #""calls":{"status":404,"times":1},"websocket":{"drop":true,"times":1}"#) { service, talk in
            talk.client.connect(request(1))
            #expect(talk.waitsForFailure(seconds: 15) != nil)
            #expect(service.seen("dropped").contains("websocket"))
            talk.client.connect(request(2))
            #expect(talk.waits(for: .ready(id: 2)))
            #expect(talk.client.statistics().transport == .webRTC)
            #expect(talk.client.statistics().connections == 1)
        }
    }

    @Test func havingNoAddressYetSaysNothingAboutTheNetwork() throws {
        // No usable address, as before the network has given one. It comes while the WebSocket connects.
        try with(faults: "", configure: { $0.localAddresses = ["none"] }) { _, talk in
            talk.client.connect(request(1))
            #expect(talk.waits(for: .ready(id: 1)))
            #expect(talk.client.statistics().transport == .webSocket)
            talk.client.connect(request(2))
            #expect(talk.waits(for: .ready(id: 2)))
            // WebRTC was tried before the WebSocket again.
            #expect(talk.client.statistics().connections == 2)
            #expect(talk.log.contains("\(PeerError.noLocalCandidate)"))
        }
    }

    @Test func ifOnlyTheWebSocketConnectsTheNextCallUsesItAtOnce() throws {
        try with(faults: #""peer":{"no_candidates":true}"#, configure: { $0.limits.iceMilliseconds = 1000 }) {
            _, talk in
            talk.client.connect(request(1))
            #expect(talk.waits(for: .ready(id: 1), seconds: 15))
            #expect(talk.client.statistics().connections == 2)
            talk.client.connect(request(2))
            #expect(talk.waits(for: .ready(id: 2)))
            #expect(talk.client.statistics().transport == .webSocket)
            #expect(talk.client.statistics().connections == 1)
        }
    }
}
