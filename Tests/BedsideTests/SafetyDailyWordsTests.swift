import TestKit
import Testing

@testable import Bedside

/// What people say every day, plainly and shortly, and what must still be found beside it: a dose of one's own
/// medicine, what one cannot stand, words that only lead to others, and the last night of a stay.
@Suite(.requirement("SAFE-2")) struct SafetyDailyWordsTests {
    private func level(_ text: String) -> SafetyLevel { SafetyDetector.level(of: text, spokenBy: .owner) }

    /// Whether the masks leave an utterance as it is, so that it is judged as without them.
    private func isUntouched(_ text: String) -> Bool {
        var steps = 0
        let scalars = SafetyText.folded(text)
        let english = SafetyText.englishUtterance(scalars)
        let japanese = SafetyText.japaneseUtterance(scalars)
        return SafetyMask.english.masked(english, spokenBy: .owner, steps: &steps) == english
            && SafetyMask.japanese.masked(japanese, spokenBy: .owner, steps: &steps) == japanese
    }

    // MARK: A dose

    @Test(arguments: [
        "I took my pills.", "I took my pills tonight.", "Yes, I took my pills.", "I've taken my pills.",
        "I took my pill.", "I've taken my medication.", "I've taken it.", "I took my pills", "I already took my pills.",
        "I took my blood pressure tablets this morning.", "I took my pills with a glass of water.",
        "I took two sleeping pills.", "I took my sleeping pill before bed.", "I have to take my pills.",
        "I forgot to take my insulin.", "I took the medicine after breakfast.", "I've had my tablets.",
        "Took my meds.", "I took my pills at seven.", "I didn't take my pills today.",
    ]) func aDoseOfOnesOwnIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "夜の薬はもう飲んだ。", "もう薬飲んだ。", "睡眠薬を飲んだ。", "薬を三錠飲んだ。", "毎晩薬を飲んでいます。", "はい、薬を飲みました。",
        "朝の薬はちゃんと飲みました。", "うん、薬飲んだよ。", "血圧の薬を飲んだ", "さっき寝る前の薬を飲んだ。", "薬は食後に飲みました。",
        "お薬はもう飲みましたよ。",
    ]) func aDoseOfOnesOwnIsNoRiskInJapanese(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "I took all my pills", "I took all my pills.", "I took the whole bottle of pills", "I took too many pills",
        "I took my pills with a bottle of vodka so I won't wake up", "I took thirty pills", "睡眠薬を全部飲んだ", "薬を大量に飲んだ",
        "薬を三十錠飲んだ", "薬を全部飲んだ。", "薬を飲んだ。死にたい。", "I took my pills. I want to die.",
    ]) func aHeapOfThemIsFound(text: String) { #expect(level(text) > .none) }

    @Test(arguments: [
        "I took all my pills", "I took the pills.", "I took the pills this morning.", "I took my pills. All of them.",
        "I took my pills. I'm sorry.", "I took my pills, thirty of them.", "I took my mother's pills.",
        "I took some pills.",
        "I took my pills and I lie down.", "I took five pills.", "I took my pills. Don't call an ambulance.",
        "薬をたくさん飲んだ。", "薬を飲んだ。もう起こさないで。", "薬を十錠飲んだ。", "睡眠薬をいっぱい飲んだ。", "今飲んだ。もう戻れないね。",
        "薬を飲んだ。ごめんね。",
    ]) func whatMayBeMoreThanADoseIsJudgedAsEver(text: String) { #expect(isUntouched(text)) }

    // MARK: The companion's question

    private static func answer(_ words: String, to question: String) throws -> (handed: Int, numbers: Int) {
        let bedside = try SafetyStoryTests.talking()
        bedside.companion(.said(.companion, PrivateText(question), turn: 3))
        SafetyStoryTests.says(words, bedside, turn: 4)
        let numbers = SafetyStoryTests.said(bedside).count { $0.text.contains("0120-279-338") }
        return (SafetyStoryTests.handed(bedside).count, numbers)
    }

    @Test(arguments: [
        ("Did you take your pills after breakfast?", "Yes, I took my pills."),
        ("Did you take your pills after breakfast?", "Yes, I took them after breakfast."),
        ("Have you taken your medication?", "I took it."), ("Did you drink your water?", "Yes, I've drunk it all."),
        ("Did you drink your water?", "I drank the whole glass."), ("Have you eaten?", "I've eaten it all."),
        ("薬は飲みましたか。", "はい、飲みました。"), ("薬は飲みましたか？", "もう飲んだよ。"), ("お水は飲みましたか。", "全部飲みました"),
        ("お水は飲みましたか。", "はい、全部飲みました。"), ("朝ごはんは食べましたか。", "残さず食べました。"),
    ]) func whatRepeatsAQuestionOfEveryDayIsNoRisk(question: String, answer: String) throws {
        let found = try Self.answer(answer, to: question)
        #expect(found.handed == 0 && found.numbers == 0)
    }

    @Test(arguments: [
        ("Did you take your pills after breakfast?", "I took all my pills."),
        ("Did you drink your water?", "I took all my pills."), ("薬は飲みましたか。", "薬を全部飲んだ。"),
        ("お水は飲みましたか。", "薬を全部飲んだ。"), ("Did you drink your water?", "I want to die."),
        ("Did you take your pills?", "Yes, and I want to kill myself."),
    ]) func whatSaysMoreIsJudgedAsEver(question: String, answer: String) throws {
        let found = try Self.answer(answer, to: question)
        #expect(found.numbers == 1)
    }

    @Test func onlyAQuestionOfEveryDayIsOne() {
        let expected: [(words: String, asked: SafetyQuestion.Asked?)] = [
            ("Good morning. Did you take your pills?", .dose), ("Have you had a glass of water?", .meal),
            ("Did you take all your pills?", .dying), ("How many pills did you take?", nil),
            ("Have you taken any pills?", nil), ("Did you take your pills? Are you safe?", nil),
            ("You took your pills.", nil), ("Did you drink wine with your dinner?", nil),
            ("Do you want to die?", .dying), ("薬は飲みましたか。", .dose), ("お水は飲んだ？", .meal), ("薬を全部飲みましたか。", nil),
            ("薬を何錠飲みましたか。", .dying), ("飲みましたか。", nil),
        ]
        for (words, asked) in expected {
            #expect(SafetyQuestion.askedLast(in: words) == asked, "\(words)")
        }
    }

    /// Once there is a concern, nothing is taken for an answer of every day.
    @Test func afterAHintEveryAnswerIsJudged() throws {
        let bedside = try SafetyStoryTests.talking()
        SafetyStoryTests.says("Nobody would miss me.", bedside)
        bedside.companion(.said(.companion, PrivateText("Did you drink your water?"), turn: 3))
        SafetyStoryTests.says("Yes, I've drunk it all.", bedside, turn: 4)
        #expect(SafetyStoryTests.said(bedside).contains { $0.text.contains("0120-279-338") })
    }

    @Test func allOfADrinkIsNotAllOfThePills() {
        #expect(SafetyQuestion.isRepeated(.meal, by: "全部飲みました"))
        #expect(!SafetyQuestion.isRepeated(.dose, by: "全部飲みました"))
        #expect(SafetyQuestion.isRepeated(.meal, by: "I drank the whole bottle."))
        #expect(!SafetyQuestion.isRepeated(.dose, by: "I took the whole bottle."))
        #expect(!SafetyQuestion.isRepeated(.meal, by: "I took them all."))
        #expect(!SafetyQuestion.isRepeated(.dying, by: "はい"))
        #expect(!SafetyQuestion.isRepeated(.dose, by: "") && !SafetyQuestion.isRepeated(.meal, by: "…"))
    }

    // MARK: What one cannot stand

    @Test(arguments: [
        "I can't stand being late", "I can't stand being cold.", "I can't stand being told to smile.",
        "I can't stand it when people chew loudly.", "I can't bear people shouting.", "I can't stand waiting.",
        "I can't stand getting up so early.", "I can't stand it when my husband snores.",
        "I cannot stand it when it rains.", "I can't bear ironing.",
    ]) func whatAnnoysIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: ["I can't stand living like this", "I can't stand it anymore", "I can't bear being alive"])
    func aLifeThatOneCannotStandIsFound(text: String) { #expect(level(text) > .none) }

    @Test(arguments: [
        "I can't stand living like this", "I can't stand it anymore", "I can't bear being alive", "I can't stand it.",
        "I can't stand being here.", "I can't stand being me.", "I can't stand myself.", "I can't stand being alone.",
        "I can't bear people any more.", "I can't stand being late and I want to die.", "もう無理。", "もう無理", "もう無理。死にたい。",
        "生きるのが怖い。",
    ]) func whatMayBeMeantOfLifeIsJudgedAsEver(text: String) { #expect(isUntouched(text)) }

    // MARK: Words that lead to others

    @Test(arguments: [
        "You should know that I have to go.", "I don't know if I told you, but I decided to go.",
        "Could you remember that I have to go?", "変かもしれないけど、もう寝ます。", "変なこと言うかもしれないけど、もう寝ます。",
    ]) func wordsThatLeadToOthersAreNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: ["You should know that I want to die.", "変かもしれないけど、死にたい。"])
    func whatTheyLeadToCounts(text: String) { #expect(level(text) == .explicit) }

    // MARK: A last night, a leave, a word of the moment

    @Test(arguments: [
        "I won't be here at Christmas", "I won't be home for Easter this year.",
        "I said goodbye to everyone at work, it was my last day.", "It's my last night in this flat",
        "Today is my last day at work.", "この家で過ごす最後の夜です", "今日がこの会社での最後の日です。", "明日からいなくなるから、出張で",
        "出張で明日からいなくなります。", "邪魔者扱いされた。", "もう無理。眠い。", "眠くてもう無理。", "暗いのが怖い。",
    ]) func aLastNightOfAStayIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "I won't be here tomorrow.", "This is my last night.", "It's my last night on earth.",
        "I said goodbye to everyone.",
        "最後の夜です。", "この世で過ごす最後の夜です。", "明日からいなくなる。", "この家で過ごす最後の夜です。さようなら。",
    ]) func aLastNightOfALifeIsJudgedAsEver(text: String) { #expect(isUntouched(text)) }
}
