import TestKit
import Testing

@testable import Bedside

/// When a ring makes a call in advance, which Start then finds ready (ALARM-12).
@Suite(.requirement("ALARM-12")) struct EarlyCallTests {
    /// A speaker without a key whose alarm has rung for a minute, and found out.
    private static func ringing(_ companion: Companion = .automatic) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(at: "2026-11-25T05:59", companion: companion)
        bedside.advance(by: .minutes(1))
        #expect(bedside.entries(.ring).count == 1 && calls(bedside) == 1)
        if companion == .openai { bedside.companion(.failed(.unavailable)) }
        return bedside
    }

    private static func calls(_ bedside: VirtualBedside) -> Int {
        bedside.performed.count { if case .connect = $0 { true } else { false } }
    }

    @Test func withoutAKeyOnlyTheFirstRingCalls() throws {
        let bedside = try Self.ringing()
        bedside.advance(by: .minutes(5))
        #expect(bedside.entries(.ring).count == 6 && Self.calls(bedside) == 1)
    }

    @Test func startCallsAllTheSame() throws {
        let bedside = try Self.ringing()
        bedside.press(.start)
        #expect(Self.calls(bedside) == 2)
        #expect(bedside.status?.answering == .offline)
    }

    /// Whoever puts a key there by hand tells nobody: the check before an alarm finds it, also if the service is away.
    @Test(arguments: [nil, .network, .credentials, .provider] as [ConversationFailure?])
    func aKeyThatACheckHasFoundIsUsed(failure: ConversationFailure?) throws {
        let bedside = try Self.ringing()
        bedside.post(.companionChecked(failure))
        bedside.advance(by: .minutes(1))
        #expect(Self.calls(bedside) == 2)
    }

    @Test func aKeyThatIsGivenIsUsed() throws {
        let bedside = try Self.ringing()
        #expect(bedside.ask(.keyChanged) == .done)
        bedside.advance(by: .minutes(1))
        #expect(Self.calls(bedside) == 2)
    }

    /// An owner who wants the online companion has no key by mistake, which may be mended at any time.
    @Test func theOnlineCompanionIsCalledAtEachRing() throws {
        let bedside = try Self.ringing(.openai)
        bedside.advance(by: .minutes(1))
        bedside.companion(.failed(.unavailable))
        bedside.advance(by: .minutes(1))
        #expect(Self.calls(bedside) == 3)
    }
}
