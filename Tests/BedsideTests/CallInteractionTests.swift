import TestKit
import Testing

@testable import Bedside

/// Cases in which a rule of the live conversation and another rule affect each other. Each was a fault once; the test
/// repeats the events that showed it.
struct CallInteractionTests {
    private static func bedside(
        _ companion: Companion = .openai, at time: String = "2026-11-20T22:00"
    ) throws -> VirtualBedside {
        let bedside = try EpisodeTests.bedside()
        change(companion, of: bedside)
        bedside.advance(to: try EpisodeTests.at(time))
        return bedside
    }

    private static func change(_ companion: Companion, of bedside: VirtualBedside) {
        var patch = ProfilePatch()
        patch.companion = companion
        bedside.ask(.apply(patch))
    }

    /// A plain talk; the companion has said its first words.
    private static func talking(at time: String = "2026-11-20T22:00") throws -> VirtualBedside {
        let bedside = try Self.bedside(at: time)
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        return bedside
    }

    private func finals(_ bedside: VirtualBedside) -> Int {
        bedside.performed.count { $0 == .disconnect(isFinal: true) }
    }

    private func call(_ bedside: VirtualBedside, _ tool: String) {
        bedside.companion(.toolCall(ToolRequest(callID: "c", name: tool, arguments: "{}")))
    }

    private func isHandedOver(_ bedside: VirtualBedside) -> Bool {
        bedside.performed.contains {
            if case .handOver(let request) = $0 { request.habit?.id == .wake } else { false }
        }
    }

    // MARK: Alarms that fall due in a conversation (ALARM-5)

    @Test(.requirement("ALARM-5")) func aGoodbyeJustBeforeTheAlarmDoesNotSwallowIt() throws {
        let bedside = try Self.talking(at: "2026-11-21T05:59:50")
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .seconds(2))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:58"))
        bedside.companion(.speaking(true))
        call(bedside, "end_conversation")
        bedside.advance(by: .milliseconds(3500))
        bedside.companion(.speaking(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T08:00"))
        #expect(!bedside.entries(.ring).isEmpty)
    }

    @Test(.requirement("ALARM-5")) func anOwnerWhoFallsAsleepBeforeTheHandOverIsCalled() throws {
        let bedside = try Self.talking(at: "2026-11-21T05:59:30")
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:30"))
        #expect(!bedside.entries(.ring).isEmpty)
        #expect(bedside.entries(.answered).isEmpty)
    }

    @Test(.requirement("ALARM-5")) func theHandOverHasItsOwnSilenceAndCap() throws {
        let bedside = try Self.talking(at: "2026-11-21T05:59:30")
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:41"))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.status?.call == .connected)
        let long = try Self.talking(at: "2026-11-21T05:30:05")
        long.companion(.speaking(true))
        long.advance(to: try EpisodeTests.at("2026-11-21T05:59:50"))
        long.companion(.speaking(false))
        long.advance(by: .seconds(1))
        long.companion(.ownerSpeaking(true))
        long.advance(by: .seconds(3))
        long.companion(.ownerSpeaking(false))
        long.companion(.speaking(true))
        long.advance(to: try EpisodeTests.at("2026-11-21T06:05"))
        #expect(long.status?.call == .connected)
    }

    @Test(.requirement("ALARM-5")) func sixtySecondsCountFromTheLastWordAndNoRingInterruptsTheOwner() throws {
        let bedside = try Self.talking(at: "2026-11-21T05:58:40")
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:50"))
        bedside.companion(.ownerSpeaking(false))
        bedside.companion(.speaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        #expect(bedside.entries(.ring).isEmpty)
        #expect(isHandedOver(bedside))
        let speaking = try Self.talking(at: "2026-11-21T05:58:40")
        speaking.companion(.ownerSpeaking(true))
        speaking.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        #expect(speaking.entries(.ring).isEmpty)
        #expect(isHandedOver(speaking))
    }

    // MARK: The wake guard and its ears (ALARM-14, ALARM-11)

    @Test(.requirement("ALARM-14")) func theAppliancesOwnWordsAreNotTheOwnersVoice() throws {
        // The service alone takes it for the owner, and then the detector does, too.
        for event in [nil, Event.voice(isActive: true)] {
            let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
            bedside.press(.start)
            bedside.companion(.ready)
            bedside.advance(by: .milliseconds(1700))
            let isSpeech = if case .speech? = bedside.played.last?.source { true } else { false }
            #expect(isSpeech, "it says that it takes a moment")
            bedside.companion(.ownerSpeaking(true))
            if let event { bedside.post(event) }
            #expect(bedside.entries(.answered).isEmpty)
        }
    }

    @Test(.requirement("ALARM-14")) func anEchoThatTheServiceTakesForSpeechAnswersNothing() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .milliseconds(400))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .milliseconds(600))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .minutes(30))
        #expect(bedside.entries(.ring).count > 1)
    }

    @Test(.requirement("ALARM-11")) func anOwnerWhoWasNotHeardIsNotUpForGood() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:00:00")
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        call(bedside, "up_for_good")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00"))
        #expect(!bedside.entries(.ring).isEmpty)
    }

    // MARK: What is left behind (GUARD-1)

    @Test(.requirement("GUARD-1")) func wordsOfALostCallAreForgottenIfTheConversationDoesNotContinue() throws {
        let ends: [(VirtualBedside) -> Void] = [
            {
                $0.companion(.failed(.network))
                $0.press(.stop)
            },
            { $0.companion(.failed(.credentials)) },
            {
                $0.companion(.failed(.network))
                $0.ask(.reset)
            },
        ]
        for end in ends {
            let bedside = try Self.talking()
            end(bedside)
            bedside.advance(by: .hours(1))
            #expect(finals(bedside) == 1)
        }
    }

    @Test(.requirement("BOARD-3")) func theNightIsDarkAgain() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.failed(.credentials))
        bedside.press(.stop)
        Self.change(.offline, of: bedside)
        #expect(bedside.status?.attention == [])
        let checked = try Self.bedside(at: "2026-11-21T05:59:00")
        checked.post(.companionChecked(.network))
        checked.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        checked.companion(.failed(.network))
        checked.press(.stop)
        #expect(checked.light == .idle)
    }

    @Test func aCheckOfTheNetworkSaysNothingAboutTheKey() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.failed(.credentials))
        bedside.post(.companionChecked(nil))
        #expect(bedside.status?.attention == [.credentials])
    }

    @Test(arguments: [ConversationFailure.credentials, .quota, .unavailable])
    func aNewKeyIsCheckedAtOnce(failure: ConversationFailure) throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.failed(failure))
        bedside.press(.stop)
        #expect(bedside.light == .needsAttention)
        #expect(bedside.ask(.keyChanged) == .done)
        #expect(bedside.light == .idle)
        #expect(bedside.performed.contains(.checkCompanion(.openai)))
        // The key was removed, or cannot be read.
        bedside.post(.companionChecked(.unavailable))
        #expect(bedside.status?.attention == [.credentials])
    }

    @Test func anOwnerWhoChoseTheGatewayIsInformedThatNobodyIsSignedIn() throws {
        let bedside = try Self.bedside()
        Self.change(.gateway, of: bedside)
        bedside.ask(.talk(nil))
        bedside.companion(.failed(.unavailable))
        let said = bedside.said
        #expect(said.last == Phrase.companionUnavailable(.unavailable).text(in: .english))
        bedside.press(.stop)
        #expect(
            bedside.status?.attention == [.gateway], "the light does not ask for a key, because a key would not help")
        Self.change(.automatic, of: bedside)
        #expect(bedside.status?.attention == [])
    }

    @Test func statusSaysWhoAnswersAndWhoseWordsAOneOffAlarmHas() throws {
        let bedside = try Self.bedside()
        #expect(bedside.status?.answering == nil)
        bedside.ask(.tryOut(afterSeconds: 2))
        bedside.advance(by: .seconds(3))
        #expect(bedside.status?.subject == .wake)
        bedside.press(.start)
        #expect(bedside.status?.answering == nil, "no companion is answering yet")
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(1))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        #expect(bedside.status?.oneOffs.isEmpty == true, "the one-off alarm is removed once it is answered")
        #expect(bedside.status?.subject == .wake)
        #expect(bedside.status?.answering == .live)
        bedside.companion(.failed(.quota))
        #expect(bedside.status?.answering == .offline)
    }

    // MARK: Ends, retries, another companion

    @Test(.requirement("TALK-4")) func aGoodbyeSaidAfterTheCallIsSaidToItsEnd() throws {
        let bedside = try Self.talking()
        call(bedside, "end_conversation")
        bedside.advance(by: .milliseconds(300))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.call == .connected)
        bedside.companion(.speaking(false))
        #expect(bedside.status?.lastConversationEnd == .goodbye)
    }

    @Test(.requirement("TALK-4")) func anOwnerWhoSpeaksIntoTheGoodbyeIsListenedTo() throws {
        let bedside = try Self.talking()
        bedside.companion(.speaking(true))
        call(bedside, "end_conversation")
        bedside.advance(by: .milliseconds(500))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .milliseconds(100))
        #expect(bedside.status?.call == .connected)
    }

    @Test(.requirement("TALK-5")) func aCallThatBreaksAtEveryFirstWordIsGivenUp() throws {
        let bedside = try Self.talking()
        for _ in 0..<20 {
            bedside.companion(.failed(.network))
            bedside.advance(by: .milliseconds(3001))
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
        }
        #expect(bedside.connects.count == 4)
    }

    @Test(.requirement("SETUP-3")) func switchingTheCompanionReplacesTheCall() throws {
        let bedside = try Self.talking()
        Self.change(.offline, of: bedside)
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(4))
        #expect(bedside.connects.count == 1)
        let ringing = try Self.bedside()
        AccountTests.signIn(ringing)
        Self.change(.openai, of: ringing)
        ringing.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        ringing.companion(.ready)
        Self.change(.gateway, of: ringing)
        #expect(ringing.machine?.call.connection == nil)
        ringing.press(.start)
        #expect(ringing.connects.last?.companion == .gateway)
    }

    @Test(.requirement("ALARM-12")) func aCallThatWaitedLongIsReconnectedWithTheNextRing() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:01")
        bedside.companion(.ready)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:09:30"))
        #expect(bedside.connects.count == 1)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:10:02"))
        #expect(bedside.connects.count == 2)
    }

    @Test(.requirement("GUARD-1"), arguments: 0..<200) func noLifeLeavesACallOrAMicrophoneOpen(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        func pick<Value>(_ values: [Value]) throws -> Value { try #require(values.randomElement(using: &random)) }
        let bedside = try Self.bedside(
            try pick([.openai, .automatic, .gateway]), at: "2026-11-21T05:5\(Int.random(in: 0...9, using: &random)):00")
        for _ in 0..<60 {
            switch Int.random(in: 0..<16, using: &random) {
            case 0: bedside.press(.start)
            case 1: bedside.press(.stop)
            case 2, 3: bedside.companion(.ready)
            case 4: bedside.companion(.speaking(true))
            case 5: bedside.companion(.speaking(false))
            case 6: bedside.companion(.ownerSpeaking(true))
            case 7: bedside.companion(.ownerSpeaking(false))
            case 8: bedside.companion(.failed(try pick(ConversationFailure.allCases)))
            case 9: call(bedside, try pick(["end_conversation", "up_for_good", "next_up", "nonsense"]))
            case 10: bedside.press(.mute)
            case 11: bedside.post(.voice(isActive: Bool.random(using: &random)))
            case 12: bedside.ask(.talk(try pick([nil, .wake])))
            case 13: Self.change(try pick(Companion.allCases), of: bedside)
            case 14: bedside.step(.seconds(Int.random(in: -300...300, using: &random)))
            default: bedside.companion(.ended)
            }
            bedside.advance(by: .milliseconds(try pick([0, 10, 300, 1500, 3000, 9000, 25_000])))
            let machine = try #require(bedside.machine)
            #expect(machine.contradictions(at: bedside.now).isEmpty)
            #expect(bedside.stuckDeadlines == 0)
        }
        bedside.advance(by: .hours(3))
        let machine = try #require(bedside.machine)
        #expect(machine.conversation == nil && machine.call.connection == nil && machine.playing == nil)
        #expect(!bedside.isMicrophoneOpen)
    }
}
