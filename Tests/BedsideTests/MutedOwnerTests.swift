import TestKit
import Testing

@testable import Bedside

/// Nobody is heard through a closed microphone, whatever the service reports; what was spoken before it was closed
/// counts, however late that is reported (SOUND-4, TALK-9).
@Suite(.requirement("SOUND-4", "TALK-9"))
struct MutedOwnerTests {
    /// Everything by which the owner may be heard.
    private static func speak(_ bedside: VirtualBedside, pause: TimeSpan = .seconds(3)) {
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: pause)
        bedside.companion(.said(.owner, PrivateText("No."), turn: 2))
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
    }

    private static func heard(_ bedside: VirtualBedside) -> BootTime? {
        bedside.machine?.conversation?.lastOwnerVoice
    }

    private static func skip(_ bedside: VirtualBedside) throws -> String {
        CompanionRightsTests.call(bedside, "skip_next", #"{"habit":"wake"}"#)
        bedside.advance(by: .seconds(3))
        return try #require(CompanionRightsTests.answers(bedside).last)
    }

    @Test(arguments: [CompanionRightsTests.Ear.muted, .noMicrophone])
    func whoHasNoMicrophoneIsNotHeard(ear: CompanionRightsTests.Ear) throws {
        let bedside = try CompanionRightsTests.talk(ear)
        Self.speak(bedside)
        #expect(Self.heard(bedside) == nil && bedside.machine?.conversation?.hasSaidNo == false)
        #expect(try Self.skip(bedside).contains(#""ok":false"#))
        // Nor does a silence that the service hears as speech keep the talk open.
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .seconds(25))
        #expect(bedside.machine?.conversation == nil)
    }

    @Test func whoMutesThemselvesBeforeTheySpeakIsNotHeard() throws {
        let bedside = try CompanionRightsTests.talk(.unheard)
        bedside.press(.mute)
        bedside.advance(by: .seconds(5))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        #expect(Self.heard(bedside) == nil)
        #expect(try Self.skip(bedside).contains(#""ok":false"#))
    }

    @Test func whatWasSpokenBeforeCountsHoweverLateItIsReported() throws {
        let spoken = try CompanionRightsTests.talk(.heard)
        spoken.press(.mute)
        spoken.advance(by: .seconds(10))
        #expect(try Self.skip(spoken).contains(#""ok":true"#))
        let late = try CompanionRightsTests.talk(.unheard)
        late.press(.mute)
        late.advance(by: .seconds(1))
        late.companion(.ownerSpeaking(true))
        #expect(Self.heard(late) == late.now.boot)
        late.advance(by: .seconds(4))
        late.companion(.said(.owner, PrivateText("No."), turn: 2))
        #expect(late.machine?.conversation?.hasSaidNo == true)
    }

    @Test func whoUnmutesThemselvesIsHeardAgain() throws {
        let bedside = try CompanionRightsTests.talk(.muted)
        Self.speak(bedside)
        bedside.press(.mute)
        bedside.advance(by: .seconds(1))
        Self.speak(bedside, pause: .seconds(1))
        #expect(Self.heard(bedside) != nil)
        #expect(bedside.machine?.conversation?.hasSaidNo == true)
    }
}
