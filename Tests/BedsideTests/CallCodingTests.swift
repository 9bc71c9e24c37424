import Foundation
import TestKit
import Testing

@testable import Bedside

/// Names in coded values do not change: journals and control sockets of 0.1.0 use "line" for the call.
struct CallCodingTests {
    private let coded = #"{"conversation":{"event":{"speaking":{"isSpeaking":true}},"line":7}}"#
    private let event = Event.conversation(.speaking(true), call: 7)

    /// `GoldenWireTests` reads the journal of 0.1.0 itself, in which other names are older still.
    @Test(.requirement("GUARD-8")) func anEventUsesTheWordLineForTheCall() throws {
        #expect(try JSONDecoder().decode(Event.self, from: Data(coded.utf8)) == event)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == coded)
    }

    @Test func theStatusUsesTheWordLineForTheCallAndLosesNothing() throws {
        let bedside = try CallTests().talking()
        let status = try #require(bedside.status)
        #expect(status.call == .connected)
        let data = try JSONEncoder().encode(status)
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(members["line"] as? String == "connected")
        #expect(try JSONDecoder().decode(Status.self, from: data) == status)
        #expect(Mirror(reflecting: status).children.count == Status.CodingKeys.allCases.count)
    }
}
