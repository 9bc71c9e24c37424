import TestKit
import Testing

@testable import Bedside

/// The end of a call (TALK-4).
extension CallTests {
    // MARK: Its end (TALK-4)

    @Test(.requirement("TALK-4")) func twentySecondsOfSilenceEndItCountedFromTheLastSamplePlayed() throws {
        let bedside = try talking()
        bedside.advance(by: .minutes(2))
        #expect(bedside.light == .speaking, "the light shows speaking while the voice still plays")
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(19))
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .seconds(30))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .milliseconds(19_900))
        #expect(bedside.status?.call == .connected)
        bedside.advance(by: .milliseconds(200))
        #expect(bedside.status?.call == .disconnected)
        #expect(bedside.status?.lastConversationEnd == .silence)
    }

    @Test(.requirement("TALK-4")) func noConversationOutlastsHalfAnHour() throws {
        let bedside = try talking()
        bedside.advance(by: .minutes(29))
        #expect(bedside.light == .speaking)
        bedside.advance(by: .minutes(2))
        #expect(bedside.light == .idle)
        #expect(bedside.status?.lastConversationEnd == .cap)
    }

    @Test(.requirement("TALK-4")) func aGoodbyeIsSaidToItsEnd() throws {
        let bedside = try talking()
        bedside.companion(.toolCall(ToolRequest(callID: "c1", name: "end_conversation", arguments: "{}")))
        bedside.advance(by: .seconds(4))
        #expect(bedside.light == .speaking)
        bedside.companion(.speaking(false))
        #expect(bedside.light == .idle)
        #expect(bedside.status?.lastConversationEnd == .goodbye)
        #expect(bedside.performed.contains(.disconnect(isFinal: true)))
    }

    @Test(.requirement("TALK-4")) func aGoodbyeThatNeverEndsIsCutAfterAMinuteAndAHalf() throws {
        let bedside = try talking()
        bedside.companion(.toolCall(ToolRequest(callID: "c1", name: "end_conversation", arguments: "{}")))
        bedside.advance(by: .seconds(75))
        #expect(bedside.light == .speaking, "the goodbye is not cut before 90 s")
        bedside.advance(by: .milliseconds(15_001))
        #expect(bedside.light == .idle)
        #expect(bedside.status?.lastConversationEnd == .goodbye)
    }

    @Test(.requirement("TALK-4")) func thereIsNoRedialForTheRestOfAGoodbye() throws {
        let bedside = try talking()
        bedside.companion(.toolCall(ToolRequest(callID: "c1", name: "end_conversation", arguments: "{}")))
        bedside.advance(by: .seconds(2))
        bedside.companion(.failed(.network))
        #expect(bedside.light == .idle)
        #expect(bedside.status?.lastConversationEnd == .goodbye)
        #expect(
            bedside.performed.last { if case .disconnect = $0 { true } else { false } } == .disconnect(isFinal: true))
        bedside.advance(by: .seconds(30))
        #expect(bedside.connects.count == 1)
    }

    @Test func aCallThatIsBackIsNotAnnouncedAsDropped() throws {
        for (failure, said) in [
            (ConversationFailure.network, Phrase.lineLost), (.provider, .oneMoment(nil)), (.busy, .oneMoment(nil)),
        ] {
            let bedside = try talking()
            bedside.companion(.failed(failure))
            #expect(
                bedside.played.last?.source == .speech(said.utterance(in: bedside.status?.profile.language ?? .english))
            )
        }
    }
}
