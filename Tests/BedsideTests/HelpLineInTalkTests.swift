import TestKit
import Testing

@testable import Bedside

/// A talk in which the device says the help line: the companion asks nothing unheard, and nothing but an alarm or the
/// owner cuts the number off (SAFE-2; G-2, G-3).
@Suite(.requirement("SAFE-2")) struct HelpLineInTalkTests {
    private static let risk = "I want to die."
    private static let concern = ToolRequest(
        callID: "1", name: "safety_concern", arguments: #"{"level":"explicit"}"#)

    /// A talk in which the device has just begun to say the help line, which takes 20 s.
    private static func inNeed(byTool: Bool = false) throws -> VirtualBedside {
        let bedside = try SafetyStoryTests.talking()
        bedside.speechSpan = .seconds(20)
        if byTool {
            bedside.companion(.toolCall(concern))
        } else {
            SafetyStoryTests.says(risk, bedside)
        }
        return bedside
    }

    /// How often the device began to say the number.
    private static func numbers(_ bedside: VirtualBedside) -> Int {
        SafetyStoryTests.said(bedside).count { $0.text.contains("0120-279-338") }
    }

    private static func answers(_ bedside: VirtualBedside) -> [ToolAnswer] {
        bedside.performed.compactMap { if case .answerTool(let answer) = $0 { answer } else { nil } }
    }

    private static func ownerFallsSilent(_ bedside: VirtualBedside) {
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
    }

    // MARK: The companion's question

    @Test(arguments: [false, true]) func theCompanionAsksOnceItIsHeard(byTool: Bool) throws {
        let bedside = try Self.inNeed(byTool: byTool)
        bedside.advance(by: .seconds(19))
        #expect(SafetyStoryTests.handed(bedside).isEmpty && Self.numbers(bedside) == 1)
        bedside.advance(by: .seconds(2))
        #expect(SafetyStoryTests.handed(bedside).map(\.care) == [.crisis])
        let volume = bedside.performed.lastIndex { if case .callVolume(let it) = $0 { it > 0 } else { false } }
        let handed = bedside.performed.lastIndex { if case .handOver = $0 { true } else { false } }
        #expect(try #require(volume) < #require(handed))
        bedside.advance(by: .minutes(1))
        #expect(SafetyStoryTests.handed(bedside).count == 1 && Self.numbers(bedside) == 1)
    }

    /// What a tool is answered makes the companion speak, too.
    @Test func toolsAreAnsweredAtOnceAndNothingIsSaidToThat() throws {
        let bedside = try Self.inNeed(byTool: true)
        bedside.companion(.toolCall(ToolRequest(callID: "2", name: "next_up", arguments: "{}")))
        #expect(Self.answers(bedside).map(\.callID) == ["1", "2"])
        #expect(Self.answers(bedside).map(\.isSilent) == [true, true])
        bedside.advance(by: .seconds(21))
        bedside.companion(.toolCall(ToolRequest(callID: "3", name: "next_up", arguments: "{}")))
        #expect(Self.answers(bedside).map(\.isSilent) == [true, true, false])
    }

    /// Stop ends the talk, and a call that is made again has the instructions from its beginning.
    @Test func whatWaitsGoesWithItsCall() throws {
        let stopped = try Self.inNeed()
        stopped.advance(by: .seconds(5))
        stopped.press(.stop)
        #expect(stopped.machine?.conversation == nil)
        stopped.advance(by: .minutes(1))
        #expect(SafetyStoryTests.handed(stopped).isEmpty && stopped.machine?.call.isHushed == false)
        let lost = try Self.inNeed()
        lost.companion(.failed(.network))
        lost.advance(by: .seconds(4))
        lost.companion(.ready)
        lost.advance(by: .seconds(20))
        let calls = lost.performed.compactMap { if case .connect(let request) = $0 { request.care } else { nil } }
        #expect(calls == [.usual, .crisis] && SafetyStoryTests.handed(lost).isEmpty)
        #expect(lost.machine?.call.stage == .open)
    }

    /// The alarm is handed to the companion, and not rung; its instructions wait with the others.
    @Test(.requirement("ALARM-5")) func anAlarmThatFallsDueMeanwhileIsHandedOverWithIt() throws {
        let bedside = try SafetyStoryTests.talking()
        bedside.speechSpan = .seconds(20)
        bedside.ask(.once(time: try #require(LocalTime("22:01")), date: nil, like: .wake))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:00:50"))
        SafetyStoryTests.says(Self.risk, bedside)
        bedside.advance(by: .seconds(12))
        #expect(SafetyStoryTests.handed(bedside).isEmpty && Self.numbers(bedside) == 1)
        #expect(bedside.machine?.conversation?.habit != nil && bedside.entries(.ring).isEmpty)
        bedside.advance(by: .seconds(10))
        #expect(SafetyStoryTests.handed(bedside).map(\.care) == [.crisis])
        let habit = bedside.machine?.conversation?.habit?.id
        #expect(SafetyStoryTests.handed(bedside).map(\.habit?.id) == [habit])
    }

    // MARK: Exercises

    /// A companion calls the tool before the words are written down that show why it should not.
    @Test(.requirement("MIND-5"), arguments: [("I want to die.", 1), ("Nobody would miss me.", 0)])
    func aMeditationGivesWay(words: String, numbers: Int) throws {
        for seconds in [1, 20] {
            let bedside = try MeditationTalkTests.talk()
            bedside.speechSpan = .seconds(20)
            let answer = try #require(MeditationTalkTests.ask(bedside))
            #expect(answer.output.contains(#""ok":true"#))
            bedside.advance(by: .seconds(seconds))
            let before = bedside.played.count
            SafetyStoryTests.says(words, bedside)
            #expect(bedside.status?.meditation == nil && bedside.machine?.conversation != nil, "\(seconds) s")
            #expect(bedside.isMicrophoneOpen, "\(seconds) s")
            bedside.advance(by: .seconds(25))
            // Nothing else is heard of the device, and then the companion is.
            #expect(bedside.played.count == before + numbers, "\(seconds) s")
            #expect(SafetyStoryTests.handed(bedside).map(\.care) == [.crisis], "\(seconds) s")
            #expect(bedside.machine?.call.isHushed == false, "\(seconds) s")
        }
    }

    // MARK: What would cut it off

    /// The call is made again behind it, and opened when the number has been said.
    @Test func aLostCallIsExplainedAfterwardsIfAtAll() throws {
        let bedside = try Self.inNeed()
        let before = bedside.played.count
        bedside.advance(by: .seconds(2))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(13))
        #expect(bedside.played.count == before && bedside.machine?.call.stage == .ready)
        bedside.advance(by: .seconds(2))
        #expect(bedside.played.count == before && bedside.machine?.call.stage == .open)
        #expect(bedside.stuckDeadlines == 0)
        // If no companion answers in time, the device says that it is still trying.
        let late = try Self.inNeed()
        late.companion(.failed(.network))
        late.advance(by: .seconds(19))
        #expect(late.played.count == before)
        late.advance(by: .milliseconds(2700))
        #expect(late.played.count == before + 1 && late.stuckDeadlines == 0)
        let words = try #require(SafetyStoryTests.said(late).last?.text)
        #expect(words == Phrase.stillReaching.text(in: .english))
    }

    @Test func aCompanionThatBreaksOffIsNotExplainedOverIt() throws {
        let bedside = try Self.inNeed()
        Self.ownerFallsSilent(bedside)
        bedside.companion(.speaking(true))
        bedside.companion(.voiceMissing(true))
        let before = bedside.played.count
        bedside.advance(by: .seconds(15))
        #expect(bedside.played.count == before && bedside.stuckDeadlines == 0)
    }

    /// The ring comes at its time, and the number once more after it (G-3).
    @Test(.requirement("ALARM-3")) func anAlarmThatEndsTheTalkLeavesTheNumberForAfterwards() throws {
        let bedside = try SafetyStoryTests.talking()
        bedside.speechSpan = .seconds(20)
        bedside.ask(.once(time: try #require(LocalTime("22:02")), date: nil, like: .wake))
        SafetyStoryTests.says(Self.risk, bedside)
        Self.ownerFallsSilent(bedside)
        bedside.companion(.speaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:02:01"))
        #expect(bedside.entries(.conversationEnded).map(\.detail) == ["alarm"])
        #expect(bedside.status?.activity == .ringing && Self.numbers(bedside) == 1)
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        #expect(Self.numbers(bedside) == 2)
        bedside.advance(by: .minutes(10))
        #expect(Self.numbers(bedside) == 2)
    }

    /// With a hint alone the companion asks first; who ends the talk instead of answering hears the number then (G-3).
    @Test func whoOnlyHintsHearsTheNumberAtTheEnd() throws {
        for isAwake in [true, false] {
            let bedside = try SafetyStoryTests.talking()
            SafetyStoryTests.says("Nobody would miss me.", bedside)
            bedside.companion(.ownerSpeaking(false))
            bedside.post(.voice(isActive: false))
            bedside.advance(by: .seconds(1))
            #expect(SafetyStoryTests.handed(bedside).map(\.isHelpLineSaid) == [false] && Self.numbers(bedside) == 0)
            if isAwake { bedside.press(.stop) }
            bedside.advance(by: .minutes(3))
            #expect(bedside.entries(.conversationEnded).count == 1)
            #expect(Self.numbers(bedside) == (isAwake ? 1 : 0))
        }
        let late = try SafetyStoryTests.talking()
        late.press(.stop)
        SafetyStoryTests.says("Nobody would miss me.", late, turn: 4)
        late.advance(by: .minutes(1))
        #expect(Self.numbers(late) == 1)
        let plain = try SafetyStoryTests.talking()
        SafetyStoryTests.says(Self.risk, plain)
        plain.advance(by: plain.speechSpan + .seconds(1))
        #expect(SafetyStoryTests.handed(plain).map(\.isHelpLineSaid) == [true])
    }
}
