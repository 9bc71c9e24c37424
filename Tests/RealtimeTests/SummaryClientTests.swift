import Cloud
import Foundation
import TestKit
import Testing

@testable import Realtime

/// The summary through the whole client, over real sockets, against the stand-in for the service.
@Suite(.requirement("MIND-3"), .serialized, .timeLimit(.minutes(3))) struct SummaryClientTests {
    private let none: [RealtimeReport] = [.summary(id: 9, arguments: nil)]

    @Test func thereIsNoneOfAConversationThatIsNotOpen() throws {
        let talk = try Talk("http://127.0.0.1:1/v1")
        defer { talk.end() }
        talk.client.end(id: 9, summary: SummaryTests.request)
        #expect(waits(seconds: 5) { talk.reports == none })
        talk.client.shutDown()
        talk.client.end(id: 9, summary: SummaryTests.request)
        #expect(talk.reports == none + none)
    }

    @Test func aConversationThatStillConnectsIsClosedWithoutOne() throws {
        let service = try ServiceProcess(script: #"{"faults":{"client_secrets":{"hang":true}}}"#)
        defer { service.stop() }
        let talk = try Talk(service.address)
        defer { talk.end() }
        talk.client.connect(SessionRequest(id: 9, instructions: "Wake the owner."))
        talk.client.end(id: 9, summary: SummaryTests.request)
        #expect(talk.waits(for: .ended(id: 9, .closed), seconds: 5))
        #expect(talk.reports == [.connecting(id: 9)] + none + [.ended(id: 9, .closed)])
    }
}
