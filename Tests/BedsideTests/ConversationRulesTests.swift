import TestKit
import Testing

@testable import Bedside

/// The call and the conversation alone, without the machine around them (TALK-1, TALK-4, TALK-5, ALARM-12).
struct ConversationRulesTests {
    private static func at(_ milliseconds: Int) -> BootTime { BootTime(nanoseconds: 0) + .milliseconds(milliseconds) }
    private static let wake = Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: 6 * 3600))
    private static func conversation(firstWords: Phrase? = nil) -> Conversation {
        Conversation(
            habit: nil, occurrence: nil, timing: ConversationTiming(), firstWords: firstWords, deafness: nil,
            lowersVoice: false, at: at(0))
    }

    // MARK: The call

    @Test(.requirement("ALARM-12")) func aWarmCallIsUsedByStartAndReconnectedWhenItIsOld() {
        var call = Call()
        #expect(call.warmUp(for: Self.wake, at: Self.at(0)) == [.connect(id: 1, habit: Self.wake, isResumed: false)])
        #expect(call.warmUp(for: Self.wake, at: Self.at(60_000)).isEmpty)
        #expect(call.reach(Self.wake, at: Self.at(60_000)).isEmpty)
        #expect(
            call.warmUp(for: Self.wake, at: Self.at(600_000)) == [.connect(id: 2, habit: Self.wake, isResumed: false)])
        #expect(call.reach(nil, at: Self.at(600_000)) == [.connect(id: 3, habit: nil, isResumed: false)])
    }

    @Test(.requirement("TALK-1")) func aCallIsOpenedOnceAndOnlyWhenItIsReady() {
        var call = Call()
        _ = call.reach(nil, at: Self.at(0))
        #expect(call.open().isEmpty)
        #expect(call.connected() && !call.connected())
        #expect(call.hangUp().isEmpty, "a call without a voice ends without any output")
        #expect(call.open() == [.open(id: 1)] && call.open().isEmpty)
        #expect(call.hangUp() == [.disconnect(isFinal: true)])
    }

    @Test(.requirement("GUARD-1")) func whatWasSaidIsForgottenIfTheConversationDoesNotContinue() {
        var call = Call()
        _ = call.reach(nil, at: Self.at(0))
        #expect(call.lost(goesOn: true) == [.disconnect(isFinal: false)])
        #expect(call.closeUnused(isInUse: true, mayBeWanted: false).isEmpty && call.keepsWords)
        #expect(call.closeUnused(isInUse: false, mayBeWanted: true) == [.disconnect(isFinal: true)])
        #expect(!call.keepsWords && call.closeUnused(isInUse: false, mayBeWanted: false).isEmpty)
    }

    // MARK: The conversation

    @Test(.requirement("TALK-5")) func withoutAVoiceTheApplianceSaysAWordOnce() {
        var talk = Self.conversation()
        #expect(talk.deadline == Self.at(1500))
        let word = talk.advance(to: Self.at(1500), isBridging: false, isCallReady: false, isOfflineChosen: false)
        #expect(word == [.say(.oneMoment(nil))])
        #expect(talk.deadline == Self.at(8000))
        let failed = talk.advance(to: Self.at(8000), isBridging: false, isCallReady: false, isOfflineChosen: false)
        #expect(failed == [.callFailed(.network)])
        #expect(talk.callFailed(.network, at: Self.at(8000)) == [.fallBack(.network)], "a first failure is explained")
    }

    @Test(.requirement("TALK-5")) func aCallThatBreaksIsReconnectedThreeTimes() {
        var talk = Self.conversation()
        talk.opened(at: Self.at(300))
        talk.companionSpoke(true, at: Self.at(400))
        #expect(talk.callFailed(.network, at: Self.at(500)) == [.callLost(.network), .say(.lineLost)])
        for _ in 0..<2 {
            let again = talk.advance(
                to: talk.deadline, isBridging: true, isCallReady: false, isOfflineChosen: false)
            #expect(again == [.redial])
            #expect(talk.callFailed(.network, at: Self.at(4000)) == [.callLost(.network), .say(.stillReaching)])
        }
        #expect(talk.callFailed(.network, at: Self.at(9000)) == [.fallBack(.network)])
    }

    @Test(.requirement("TALK-4")) func aGoodbyeIsSaidToItsEndUnlessTheOwnerGoesOn() {
        var talk = Self.conversation()
        talk.opened(at: Self.at(0))
        talk.companionSpoke(true, at: Self.at(100))
        talk.saidGoodbye(at: Self.at(200))
        talk.companionSpoke(false, at: Self.at(5000))
        #expect(talk.deadline == Self.at(5000))
        var wanted = talk
        #expect(
            wanted.ownerSpoke(true, on: 1, isSpeakerQuiet: true, at: Self.at(5000)) == false,
            "what the service hears right after the companion's voice may be an echo")
        #expect(wanted.goodbyeBy == nil)
        let over = talk.advance(to: Self.at(5000), isBridging: false, isCallReady: false, isOfflineChosen: false)
        #expect(over == [.over(.goodbye, cause: .companion)])
    }

    @Test(.requirement("ALARM-14")) func serviceAndDeviceMustBothHaveHeardTheOwner() {
        var talk = Self.conversation()
        talk.opened(at: Self.at(0))
        #expect(
            talk.voiceNear(true, isSpeakerQuiet: true, at: Self.at(100)) == false,
            "a sound that only the device hears is not enough")
        #expect(talk.ownerSpoke(true, on: 1, isSpeakerQuiet: true, at: Self.at(200)) == true)
        #expect(talk.lastOwnerVoice == Self.at(200))
    }

    @Test(.requirement("TALK-4")) func theCapEndsEveryConversation() {
        var talk = Self.conversation()
        talk.opened(at: Self.at(0))
        talk.companionSpoke(true, at: Self.at(0))
        #expect(talk.deadline == Self.at(30 * 60_000))
        let over = talk.advance(
            to: Self.at(30 * 60_000), isBridging: false, isCallReady: false, isOfflineChosen: false)
        #expect(over == [.over(.cap, cause: .timer)])
    }
}
