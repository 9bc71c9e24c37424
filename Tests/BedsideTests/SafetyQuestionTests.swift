import TestKit
import Testing

@testable import Bedside

/// The companion asks first: what its words raise, before and after there is a concern (SAFE-2, G-2).
@Suite(.requirement("SAFE-2")) struct SafetyQuestionTests {
    private static let hints: [Language: String] = [.english: "Nobody would miss me.", .japanese: "消えたい。"]

    private static func companionSays(_ words: String, _ bedside: VirtualBedside, turn: Int = 3) {
        bedside.companion(.said(.companion, PrivateText(words), turn: turn))
    }

    private static func numbers(_ bedside: VirtualBedside) -> Int {
        SafetyStoryTests.said(bedside).count { $0.text.contains("0120-279-338") }
    }

    // MARK: After a hint

    @Test(arguments: [
        (Language.english, "Thank you for telling me. Are you thinking of ending your life?"),
        (.english, "That sounds heavy. Do you want to die?"), (.japanese, "話してくれてありがとう。死にたいと思っていますか。"),
        (.japanese, "自殺を考えていますか？"),
        // Not only the question: the instructions make the companion speak of it.
        (.english, "I am sorry that you feel that way. Many people who want to die feel alone with it."),
        (.english, "I hear you. It sounds as if you do not want to live like this."),
    ]) func theQuestionAfterAHintRaisesNothingMore(language: Language, words: String) throws {
        let bedside = try SafetyStoryTests.talking(language)
        SafetyStoryTests.says(try #require(Self.hints[language]), bedside)
        #expect(SafetyStoryTests.handed(bedside).map(\.care) == [.crisis])
        Self.companionSays(words, bedside)
        #expect(Self.numbers(bedside) == 0)
        #expect(SafetyStoryTests.handed(bedside).count == 1)
        #expect(!bedside.performed.contains { if case .callVolume(percent: 0) = $0 { true } else { false } })
    }

    @Test(arguments: [
        (Language.english, "Are you thinking of ending your life?", "Yes."),
        (.english, "Do you want to die?", "Yeah, I do."),
        (.english, "Do you want to die?", "Sometimes."), (.english, "Are you thinking about suicide?", "I am."),
        (.japanese, "死にたいと思っていますか。", "はい。"), (.japanese, "死にたいと思っていますか。", "うん、ときどき"),
        (.japanese, "死にたいと思っていますか。", "思っています"), (.english, "Do you want to die?", "I want to die."),
    ]) func theOwnersAnswerDecides(language: Language, question: String, answer: String) throws {
        let bedside = try SafetyStoryTests.talking(language)
        SafetyStoryTests.says(try #require(Self.hints[language]), bedside)
        Self.companionSays(question, bedside)
        #expect(Self.numbers(bedside) == 0)
        SafetyStoryTests.says(answer, bedside, turn: 4)
        #expect(Self.numbers(bedside) == 1)
    }

    @Test(arguments: [
        ("Are you thinking of ending your life?", "No."),
        ("Are you thinking of ending your life?", "No, I'm just tired."),
        ("Are you thinking of ending your life?", "I don't know."),
        ("Are you thinking of ending your life?", "Not really, yes I'm sad, but that's all."),
        ("Are you thinking of ending your life? Are you safe right now?", "Yes."), ("Is someone near you?", "Yes."),
        ("You don't want to die, do you not want to live?", "Yes."), ("死にたいと思っていますか。", "いいえ"),
        ("死にたいと思っていますか。", "ううん、思ってない"), ("死にたいと思っていますか。そばに誰かいますか。", "はい。"),
    ]) func whatIsNoYesRaisesNothing(question: String, answer: String) throws {
        let bedside = try SafetyStoryTests.talking()
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        Self.companionSays(question, bedside)
        SafetyStoryTests.says(answer, bedside, turn: 4)
        #expect(Self.numbers(bedside) == 0)
    }

    /// A yes answers the question that it follows, and no later one.
    @Test func aLaterYesAnswersSomethingElse() throws {
        for last in ["Shall I stay with you?", "Is somebody with you?"] {
            let bedside = try SafetyStoryTests.talking()
            SafetyStoryTests.says("Nobody would miss me.", bedside)
            Self.companionSays("Are you thinking of ending your life?", bedside)
            Self.companionSays(last, bedside, turn: 5)
            SafetyStoryTests.says("Yes.", bedside, turn: 6)
            #expect(Self.numbers(bedside) == 0, "\(last)")
        }
        let bedside = try SafetyStoryTests.talking()
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        Self.companionSays("Are you thinking of ending your life?", bedside)
        SafetyStoryTests.says("No.", bedside, turn: 4)
        SafetyStoryTests.says("Yes.", bedside, turn: 6)
        #expect(Self.numbers(bedside) == 0)
    }

    /// Its tool is there for what it hears and the device does not.
    @Test func theCompanionsOwnConcernStillRaisesIt() throws {
        let bedside = try SafetyStoryTests.talking()
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        bedside.companion(
            .toolCall(ToolRequest(callID: "1", name: "safety_concern", arguments: #"{"level":"explicit"}"#)))
        #expect(Self.numbers(bedside) == 1)
    }

    // MARK: Without a concern

    /// A question shows that the companion sees a hint: its instructions change, and no number is said.
    @Test(arguments: ["Are you thinking of ending your life?", "Do you want to kill yourself?", "死にたいと思っていますか。"])
    func aQuestionOfItsOwnIsAHint(words: String) throws {
        let bedside = try SafetyStoryTests.talking()
        Self.companionSays(words, bedside)
        #expect(SafetyStoryTests.handed(bedside).map(\.care) == [.crisis])
        #expect(Self.numbers(bedside) == 0)
        SafetyStoryTests.says("Yes.", bedside, turn: 4)
        #expect(Self.numbers(bedside) == 1)
    }

    /// The owner's words may not have been written down.
    @Test(arguments: [
        "I am so sorry that you want to die.", "You said that you want to end your life.",
        "I can't help with that. A crisis line is there for you.", "死にたいほどつらいのですね。",
    ]) func whatItSaysToTheOwnerOfDyingIsAPlainWord(words: String) throws {
        let bedside = try SafetyStoryTests.talking()
        Self.companionSays(words, bedside)
        #expect(Self.numbers(bedside) == 1)
    }

    @Test(arguments: [
        "A film about a man who wants to die.", "It is a novel in which the hero wants to die.",
        "In the song she says she wants to die.", "死にたいと言う男の映画です。", "死にたいという歌です。",
        "ロミオは自殺する役です。",
    ]) func aFilmThatItTellsOfRaisesNothing(words: String) throws {
        let bedside = try SafetyStoryTests.talking()
        Self.companionSays(words, bedside)
        #expect(SafetyStoryTests.handed(bedside).isEmpty && Self.numbers(bedside) == 0)
    }

    /// For a minor a question counts as much as a plain word (G-9).
    @Test(.requirement("SAFE-5")) func withAMinorTheQuestionSpeaks() throws {
        let bedside = try SafetyStoryTests.talking(age: .from13To17)
        Self.companionSays("Are you thinking of ending your life?", bedside)
        #expect(Self.numbers(bedside) == 1)
    }

    // MARK: Written down late

    /// After a hint the number is the last line of the talk; a yes that is written down only then does not begin it anew.
    @Test(arguments: [0, 2, 30]) func aYesThatIsWrittenDownAfterStopDoesNotBeginTheNumberAnew(seconds: Int) throws {
        let bedside = try Self.asked()
        bedside.press(.stop)
        bedside.advance(by: .seconds(seconds))
        SafetyStoryTests.says("Yes.", bedside, turn: 4)
        bedside.advance(by: .minutes(2))
        #expect(Self.numbers(bedside) == 1)
    }

    /// It may be written down when the next talk is on: there it counts, and what is asked there is not answered by it.
    @Test func aYesToTheLastTalksQuestionCountsInTheNextTalk() throws {
        let bedside = try Self.asked()
        let first = Self.again(bedside)
        #expect(Self.numbers(bedside) == 1)
        bedside.post(.conversation(.said(.owner, PrivateText("Yes."), turn: 4), call: first))
        #expect(Self.numbers(bedside) == 2)
    }

    @Test func lateWordsOfTheLastTalkAnswerNoQuestionOfTheNextOne() throws {
        let bedside = try SafetyStoryTests.talking()
        let first = Self.again(bedside)
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        Self.companionSays("Are you thinking of ending your life?", bedside)
        bedside.post(.conversation(.said(.owner, PrivateText("Yes."), turn: 4), call: first))
        #expect(Self.numbers(bedside) == 0)
        SafetyStoryTests.says("Yes.", bedside, turn: 4)
        #expect(Self.numbers(bedside) == 1)
    }

    /// A talk with a hint, in which the companion has asked.
    private static func asked() throws -> VirtualBedside {
        let bedside = try SafetyStoryTests.talking()
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        companionSays("Are you thinking of ending your life?", bedside)
        return bedside
    }

    /// Stop, and a second later the next talk.
    ///
    /// - Returns: the number of the call before.
    private static func again(_ bedside: VirtualBedside) -> Int {
        let first = bedside.call
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        return first
    }
}
