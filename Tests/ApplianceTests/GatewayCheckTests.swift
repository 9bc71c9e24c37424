import Bedside
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// A gateway that answers, and says of itself that nobody can talk through it (GUARD-7, GUARD-5).
@Suite(.requirement("GUARD-7", "GUARD-5"), .serialized, .bounded) struct GatewayCheckTests {
    private static func gateway(_ more: String) -> LoopbackServer? {
        LoopbackServer { _, _ in
            let body = #"{"entitlement":{"monthly_usage_remaining":300}\#(more)}"#
            return """
                HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r
                Connection: close\r\n\r\n\(body)
                """
        }
    }

    /// What follows the entitlement in the answer, and what the owner is told.
    @Test(
        arguments: [
            ("", nil), (#","can_talk":true"#, nil), (#","can_talk":"maybe""#, nil),
            (#","can_talk":false"#, .credentials),
        ] as [(String, ConversationFailure?)])
    func whatWouldFailInTheMorningIsSaidInTheEveningAndByDoctor(more: String, failure: ConversationFailure?) throws {
        let listener = try #require(Self.gateway(more))
        defer { listener.end() }
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let address = try GatewayWire(address: "http://127.0.0.1:\(listener.port)").base
        try files.keep("atk_one", for: address)

        let events = Mutex<[Event]>([])
        let account = GatewayAccount(
            files: files, post: { event in events.withLock { $0.append(event) } }, log: { _, _ in })
        defer { account.shutDown() }
        account.check(address) { failure in events.withLock { $0.append(.companionChecked(failure)) } }
        #expect(eventually(withinSeconds: 10) { events.withLock { $0.count } == 2 })
        let left = Event.account(.left(seconds: 300 * 60, earlyAfterMilliseconds: nil))
        // What is left clears what was wrong: what is wrong now comes after it.
        let expected = [left, .companionChecked(failure)]
        let told = events.withLock { $0 }
        #expect(told == expected)
        // Nor is it cleared by `anicca account`, or after a talk.
        account.perform(.lookUp, gateway: address, user: "u_1")
        let toldAfter = failure == nil ? [left] : expected
        #expect(eventually(withinSeconds: 10) { events.withLock { $0.count } == 2 + toldAfter.count })
        let more = events.withLock { Array($0.dropFirst(2)) }
        #expect(more == toldAfter)

        var standing = AccountStanding()
        (standing.gateway, standing.user) = (address, "u_1")
        let findings = CompanionChecks(
            companion: .gateway, settings: CompanionSettings(), stateFolder: folder.path, account: standing
        ).findings()
        #expect(findings.contains(.gatewayCannotTalk) == (failure != nil), "\(findings)")
    }
}
