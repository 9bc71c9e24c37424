import Cloud
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Realtime

/// SIGTERM ends the program cleanly whatever a conversation is doing.
@Suite struct ShutDownTests {
    private final class Gate: Sendable {
        let isOpen = Atomic<Bool>(false)
        let isReached = Atomic<Bool>(false)
        func wait() {
            isReached.store(true, ordering: .releasing)
            while !isOpen.load(ordering: .acquiring) { usleep(1000) }
        }
    }

    @Test func aStuckThreadHoldsNothingUp() throws {
        let gate = Gate()
        let logged = Mutex("")
        let http = HTTPClient()
        let address = try ServiceAddress(parsing: "http://127.0.0.1:9/v1")
        let client = RealtimeClient(
            configuration: RealtimeConfiguration(address: address, credential: nil), http: http,
            report: { _ in gate.wait() }, log: { _, text in logged.withLock { $0 += text + "\n" } })
        client.connect(SessionRequest(id: 1, instructions: "x"))
        let end = Talk.seconds + 10
        while !gate.isReached.load(ordering: .acquiring), Talk.seconds < end { usleep(1000) }
        let isReached = gate.isReached.load(ordering: .acquiring)
        #expect(isReached)
        let standstill = Standstill.begin()
        let began = Talk.seconds
        client.shutDown()
        let took = Talk.seconds - began
        #expect(took < 1.5 + Standstill.seconds(since: standstill))
        #expect(logged.withLock { $0 }.contains("stuck"))
        gate.isOpen.store(true, ordering: .releasing)
        http.shutDown()
    }
}
