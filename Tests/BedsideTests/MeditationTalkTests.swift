import TestKit
import Testing

@testable import Bedside

/// MIND-5, D-4, D-7, TALK-9: a meditation in a live talk, whose call stays open and muted.
@Suite(.requirement("MIND-5", "TALK-4", "TALK-9")) struct MeditationTalkTests {
    /// A live talk in which the owner has spoken.
    static func talk(at start: String = "2026-11-20T12:00", isHeard: Bool = true) throws -> VirtualBedside {
        var profile = Profile(companion: .openai)
        profile.habits[0].isOn = true
        let local = try #require(LocalDateTime(start))
        let civil = try #require(ZoneRules.utc.instant(of: local))
        var configuration = Configuration(clockFloor: civil - .days(30), outputs: ["usb"])
        configuration.meditation = try MeditationScriptTests.shipped()
        let bedside = VirtualBedside(profile: profile, at: civil, configuration: configuration)
        bedside.powerOn()
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(3))
        bedside.companion(.speaking(false))
        if isHeard {
            bedside.advance(by: .seconds(2))
            bedside.post(.voice(isActive: true))
            bedside.companion(.ownerSpeaking(true))
            bedside.companion(.said(.owner, PrivateText("Let us meditate."), turn: 1))
            bedside.companion(.ownerSpeaking(false))
            bedside.post(.voice(isActive: false))
        }
        return bedside
    }

    static func ask(_ bedside: VirtualBedside, minutes: String = "8") -> ToolAnswer? {
        let before = bedside.performed.count
        bedside.companion(
            .toolCall(
                ToolRequest(callID: "m", name: "start_meditation", arguments: #"{"minutes":"\#(minutes)"}"#)))
        return bedside.performed.dropFirst(before).lazy.compactMap {
            if case .answerTool(let answer) = $0 { answer } else { nil }
        }.first
    }

    private static func callEvents(_ actions: some Sequence<Action>) -> [Action] {
        actions.filter { action in
            switch action {
            case .connect, .open, .handOver, .disconnect, .summarize, .answerTool: true
            default: false
            }
        }
    }

    @Test func theCallStaysOpenAndMutedAndNothingIsAskedOfIt() throws {
        let bedside = try Self.talk()
        let answer = try #require(Self.ask(bedside))
        // Nothing is to be said about it: no response is requested.
        #expect(answer.isSilent && answer.output.contains(#""ok":true"#))
        let before = bedside.performed.count
        #expect(!bedside.isMicrophoneOpen)
        bedside.advance(by: .seconds(6 + 480 - 10))
        let performed = bedside.performed.dropFirst(before)
        #expect(Self.callEvents(performed).isEmpty && !bedside.isMicrophoneOpen)
        #expect(performed.contains { $0 == .callVolume(percent: 0) })
        #expect(bedside.machine?.call.stage == .open && bedside.machine?.conversation != nil)
    }

    /// D-7: the word is said to the companion, once the device has asked for it.
    @Test func theOwnerIsHeardAgainWhenTheyAreAskedForAWord() throws {
        let bedside = try Self.talk()
        _ = Self.ask(bedside)
        let plan = MeditationPlan(try MeditationScriptTests.shipped(), .eight, in: .english)
        let asks = try #require(plan.item("close-ask"))
        bedside.advance(by: .seconds(6) + asks.at + .milliseconds(1))
        #expect(bedside.isMicrophoneOpen && bedside.performed.contains { $0 == .callVolume(percent: 60) })
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.companion(.speaking(true))
        #expect(bedside.status?.meditation == nil && bedside.machine?.conversation != nil)
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(21))
        #expect(bedside.entries(.conversationEnded).map(\.detail) == ["silence"])
    }

    @Test func withoutAWordTheTalkEndsTwentySecondsAfterTheLastBell() throws {
        let bedside = try Self.talk()
        _ = Self.ask(bedside, minutes: "3")
        bedside.advance(by: .seconds(6 + 180 + 19))
        #expect(bedside.status?.meditation == nil && bedside.machine?.conversation != nil)
        bedside.advance(by: .seconds(2))
        #expect(bedside.machine?.conversation == nil)
        #expect(bedside.entries(.conversationEnded).map(\.detail) == ["silence"])
    }

    @Test func anOwnerWhoWasNotHeardIsNotLedIntoOne() throws {
        let bedside = try Self.talk(isHeard: false)
        let answer = try #require(Self.ask(bedside))
        #expect(answer.output.contains(#""ok":false"#) && !answer.isSilent && bedside.status?.meditation == nil)
    }

    @Test func stopEndsBothWithABell() throws {
        let bedside = try Self.talk()
        _ = Self.ask(bedside)
        bedside.advance(by: .seconds(100))
        bedside.press(.stop)
        #expect(bedside.machine?.conversation == nil && bedside.status?.meditation == nil)
        #expect(bedside.played.last?.source == .tone(.bell(decibels: -30)))
    }

    @Test func aPauseKeepsTheCallMuted() throws {
        let bedside = try Self.talk()
        _ = Self.ask(bedside)
        bedside.advance(by: .seconds(100))
        bedside.press(.start)
        bedside.advance(by: .minutes(9))
        #expect(!bedside.isMicrophoneOpen && bedside.machine?.call.stage == .open)
        bedside.advance(by: .minutes(2))
        #expect(bedside.machine?.conversation == nil && bedside.machine?.call.stage == nil)
    }

    @Test(arguments: [ConversationEvent.failed(.network), .failed(.quota), .ended])
    func aLostCallIsNotHeardOfInIt(event: ConversationEvent) throws {
        let bedside = try Self.talk()
        _ = Self.ask(bedside)
        bedside.advance(by: .seconds(100))
        let before = bedside.played.count
        bedside.companion(event)
        #expect(bedside.machine?.conversation == nil && bedside.played.count == before)
        bedside.advance(by: .minutes(8))
        #expect(bedside.entries(.meditationEnded).map(\.detail) == ["480 of 480 s, completed"])
    }

    @Test func anAlarmRingsThroughItAlthoughTheOwnerSpokeAMinuteAgo() throws {
        let bedside = try Self.talk(at: "2026-11-20T05:59:20")
        _ = Self.ask(bedside)
        bedside.advance(by: .seconds(36))
        #expect(bedside.light == .ringing && bedside.machine?.conversation == nil)
        #expect(bedside.machine?.practice?.isPaused == true)
    }

    /// TALK-4's 30 minutes, and the day's minutes of talk, do not count it.
    @Test func itIsNoTalk() throws {
        let bedside = try Self.talk()
        bedside.advance(by: .seconds(10))
        _ = Self.ask(bedside)
        bedside.advance(by: .seconds(480))
        let seconds = bedside.disk.talks.seconds
        #expect(seconds < 40)
        #expect(bedside.machine?.conversation != nil)
    }

    @Test func noSequenceContradictsItself() throws {
        for second in [1, 60, 6 + 472] {
            let bedside = try Self.talk(at: "2026-11-21T05:50")
            _ = Self.ask(bedside)
            bedside.advance(by: .seconds(second))
            let machine = try #require(bedside.machine)
            #expect(machine.practice != nil && machine.conversation != nil)
            var found: [String] = []
            WalkTests.walk(machine, at: bedside.now, depth: 3, found: &found) { machine, now in
                WalkTests.alphabet(machine, at: now) + [
                    (.milliseconds(10), .command(.meditate(MeditationRequest(minutes: .three)), ticket: 1)),
                    (.milliseconds(10), .command(.talk(nil), ticket: 1)),
                    (.milliseconds(10), .command(.upEarly, ticket: 1)),
                ]
            }
            #expect(found.isEmpty, "\(second): \(found)")
        }
    }
}
