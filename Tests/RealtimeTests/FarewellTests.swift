import TestKit
import Testing

@testable import Realtime

/// What remains of a conversation that was closed, against the stand-in for the service.
@Suite(.serialized, .bounded) struct FarewellTests {
    /// Each transport holds half a megabyte. When each was held for the whole time limit, they accumulated if
    /// conversations followed one another.
    @Test(arguments: [TransportKind.webRTC, .webSocket])
    func aConnectionIsReleasedAsSoonAsItHasSaidGoodbye(kind: TransportKind) throws {
        let service = try ServiceProcess(script: #"{"turns":[],"after":"silence"}"#)
        defer { service.stop() }
        let talk = try Talk(service.address) { $0.transport = kind == .webRTC ? .webRTC : .webSocket }
        defer { talk.end() }
        talk.client.connect(SessionRequest(id: 1, instructions: "Wake the owner.", isMuted: true))
        #expect(talk.waits(for: .ready(id: 1)))
        #expect(talk.client.farewells == 0)
        let standstill = Standstill.begin()
        let closed = Talk.seconds
        talk.client.close(id: 1)
        #expect(talk.waits(for: .ended(id: 1, .closed), seconds: 1))
        #expect(waits(seconds: 5) { talk.client.farewells == 0 })
        // Its bound is 2 s.
        #expect(Talk.seconds - closed < 1.5 + Standstill.seconds(since: standstill))
        #expect(waits(seconds: 3) { kind == .webSocket || service.seen("request").contains("hangup") })
    }
}
