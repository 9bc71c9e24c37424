import TestKit
import Testing

@testable import Bedside

/// A companion that breaks off in mid-sentence: no silence remains unexplained (TALK-5).
@Suite(.requirement("TALK-5"))
struct VoiceMissingTests {
    /// In the middle of an answer.
    private func speaking() throws -> VirtualBedside {
        let bedside = try EpisodeTests.bedside()
        var patch = ProfilePatch()
        patch.companion = .openai
        bedside.ask(.apply(patch))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(2))
        return bedside
    }

    private func text(_ phrase: Phrase) -> String { phrase.text(in: .english) }

    @Test func theApplianceSaysItsOwnWordsOnceAndThenThatTheCallIsLost() throws {
        let bedside = try speaking()
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .milliseconds(1499))
        #expect(bedside.said.isEmpty)
        bedside.advance(by: .milliseconds(1))
        #expect(bedside.said == [text(.voiceMissing)])
        #expect(bedside.status?.call == .connected, "the call stays open, because the voice may go on")
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .seconds(5))
        #expect(bedside.said.count == 1)
        bedside.companion(.failed(.network))
        #expect(bedside.said == [text(.voiceMissing), text(.lineLost)])
    }

    @Test func aVoiceThatResumesInTimeIsNotSpokenOver() throws {
        let bedside = try speaking()
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .milliseconds(1400))
        bedside.companion(.voiceMissing(false))
        bedside.advance(by: .seconds(10))
        #expect(bedside.said.isEmpty)
        // The next gap is treated as a new one.
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .milliseconds(1500))
        #expect(bedside.said == [text(.voiceMissing)])
    }

    @Test func aVoiceThatResumesSilencesTheAppliancesOwn() throws {
        let bedside = try speaking()
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .milliseconds(1600))
        #expect(bedside.said.count == 1)
        bedside.companion(.voiceMissing(false))
        #expect(bedside.performed.last == .silence)
        #expect(bedside.light == .speaking)
    }

    @Test(arguments: [true, false]) func nothingIsSaidOverTheOwner(isByTheServicesEar: Bool) throws {
        let bedside = try speaking()
        func owner(_ isSpeaking: Bool) {
            if isByTheServicesEar {
                bedside.companion(.ownerSpeaking(isSpeaking))
            } else {
                bedside.post(.voice(isActive: isSpeaking))
            }
        }
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .milliseconds(1000))
        owner(true)
        bedside.advance(by: .seconds(4))
        #expect(bedside.said.isEmpty)
        owner(false)
        bedside.advance(by: .milliseconds(1499))
        #expect(bedside.said.isEmpty)
        bedside.advance(by: .milliseconds(1))
        #expect(bedside.said == [text(.voiceMissing)], "the device speaks, because the owner got no answer")
    }

    @Test func whatIsSaidOnceIsNotSaidAgainAfterTheOwnersNextWord() throws {
        let bedside = try speaking()
        bedside.companion(.voiceMissing(true))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .seconds(4))
        #expect(bedside.said.count == 1)
    }

    @Test func pausesBeforeTheFirstWordAndInAGoodbyeAreNotGaps() throws {
        let bedside = try EpisodeTests.bedside()
        var patch = ProfilePatch()
        patch.companion = .openai
        bedside.ask(.apply(patch))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.voiceMissing(true))
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .milliseconds(1600))
        #expect(
            bedside.said == [text(.oneMoment(nil))], "before the first word, the device says only its bridging line")

        let leaving = try speaking()
        leaving.companion(.voiceMissing(true))
        leaving.companion(.toolCall(ToolRequest(callID: "c1", name: "end_conversation", arguments: "{}")))
        leaving.advance(by: .seconds(3))
        #expect(leaving.said.isEmpty)
    }

    @Test func theWaitIsAsConfigured() throws {
        let bedside = try speaking()
        let configured = bedside.configuration.conversation.voiceWithinMilliseconds
        bedside.companion(.voiceMissing(true))
        let deadline = try #require(bedside.machine?.deadline.boot)
        #expect(deadline == bedside.now.boot + .milliseconds(configured))
        #expect(bedside.stuckDeadlines == 0)
    }
}
