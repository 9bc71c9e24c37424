import TestKit
import Testing

@testable import Bedside

/// A memory says what the owner said, and not something else with most of the owner's words (M-3, M-12).
@Suite(.requirement("MIND-3"))
struct GateSubstitutionTests {
    private func gate(_ said: String, _ language: Language) -> MemoryGate {
        MemoryGate(lines: [TalkLine(.owner, PrivateText(said))], language: language)
    }

    private func refusal(_ text: String, of said: String, _ language: Language = .english) -> MemoryRefusal? {
        gate(said, language).refusal(
            of: MemoryCandidate(kind: nil, slot: "thing", text: PrivateText(text), quote: PrivateText(said)),
            today: MemoryGateTests.today)
    }

    @Test(arguments: [
        ("My husband is a doctor.", "The husband is a lawyer"), ("My sister is a nurse.", "The sister is a teacher"),
        ("I drink green tea.", "Drinks black tea"), ("My birthday is in March.", "Birthday is in June"),
        ("I'm married to Anna.", "Is divorced from Anna"), ("I slept well.", "Slept badly"),
        ("Anna left Tom.", "Tom left Anna"),
        ("My dog is called Momo.", "The dog is called Momo and the owner is a thief"),
        ("I live in Leeds.", "Lives in Paris"), ("I sold the car.", "Bought the car"), ("I work nights.", "Works days"),
        ("Well, my husband is a doctor, and I like it.", "The husband is a lawyer"),
    ]) func anEnglishWordIsNotExchanged(said: String, text: String) {
        #expect(refusal(text, of: said) != nil)
    }

    @Test(arguments: [
        ("My lad Rhys plays the trombone.", "Son Rhys plays the trombone"),
        ("I'm a paramedic.", "Works as a paramedic"),
        ("My husband is a doctor.", "Husband is a doctor"), ("I've been teaching Year Four.", "Has taught Year Four"),
        ("My knees hurt in the morning.", "Knees are sore in the morning"),
        (
            "I'm up in Aberdeen for work.",
            "Away in Aberdeen for work"
        ), ("My thesis is due on the nineteenth.", "Thesis is due on 19 March"),
        ("I bought a bike, and I ride it to work.", "Bought a bike"),
        ("Anna and Tom are friends.", "Tom and Anna are friends"),
        ("I like tea with oat milk.", "Prefers tea with oat milk"),
    ]) func otherEnglishWordsForTheSameAreKept(said: String, text: String) {
        #expect(refusal(text, of: said) == nil)
    }

    @Test(arguments: [
        ("ニューヨークに住んでいる。", "ロンドンに住んでいる"), ("夫は医者です。", "夫は弁護士"), ("母の名前は花子。", "母の名前は良子"),
        ("お茶が好き。", "コーヒーが好き"), ("妹は看護師。", "弟は看護師"), ("誕生日は五月。", "誕生日は六月"), ("車を売った。", "車を買った"),
        ("右利きなんだ。", "左利き"), ("リーズに住んでる。", "パリに住んでいる"), ("子どもが三人いる。", "子どもが五人いる"),
        ("えっと、夫は医者です。", "夫は弁護士"),
    ]) func aJapaneseWordIsNotExchanged(said: String, text: String) {
        #expect(refusal(text, of: said, .japanese) != nil)
    }

    @Test(arguments: [
        ("奥さんは医者です。", "妻は医者"), ("カレーが大好き。", "カレーが好き"), ("うちの犬はモモ。", "犬の名前はモモ"), ("看護師やってます。", "看護師の仕事をしている"),
        ("毎朝ジョギングしてる。", "毎朝ジョギングをする"), ("右の肩が痛い。", "右肩が痛い"), ("リーズに住んでる。", "リーズに住んでいる"),
    ]) func otherJapaneseWordsForTheSameAreKept(said: String, text: String) {
        #expect(refusal(text, of: said, .japanese) == nil)
    }

    /// The lines about a day have no quote, and are held to the owner's words all the same.
    @Test(arguments: [
        ("I live in Leeds and the cat slept here.", "Lives in Paris", Language.english),
        ("I slept well.", "Slept badly", .english), ("The cat ate my soup.", "The cat is called Luna", .english),
        ("My boss was angry.", "The boss had a heart attack", .english), ("今日は猫とスープを飲んだ。", "猫の名前はルナ", .japanese),
        ("リーズに住んでる。", "パリに住んでいる", .japanese), ("妹と話した。", "妹が入院し、離婚した", .japanese),
    ]) func aDayLineIsNotInvented(said: String, line: String, language: Language) {
        #expect(gate(said, language).lines(ofDay: [PrivateText(line)]).isEmpty)
    }

    @Test(arguments: [
        ("I slept well.", "Slept well", Language.english), ("The cat ate my soup.", "The cat ate the soup", .english),
        ("Gran's funeral was today.", "Gran died; the funeral was today", .english),
        ("今日は猫とスープを飲んだ。", "猫とスープを飲んだ", .japanese), ("おばあちゃんの葬式だった。", "祖母が亡くなり、葬式だった", .japanese),
    ]) func aDayLineThatWasSaidIsKept(said: String, line: String, language: Language) {
        #expect(gate(said, language).lines(ofDay: [PrivateText(line)]).count == 1)
    }

    /// The same in other words is no news (M-7).
    @Test(arguments: [
        ("The dog is called Momo", "The dog's name is Momo", Language.english),
        ("Sister is named Imogen", "The sister's name is Imogen", .english),
        ("犬の名前はモモ", "犬はモモ", .japanese),
    ]) func aNameIsKeptOnce(first: String, second: String, language: Language) {
        #expect(Statement(second).repeats(Statement(first)))
        #expect(Statement(first).repeats(Statement(second)))
    }

    @Test func anotherNameIsNews() {
        #expect(!Statement("The dog's name is Coco").repeats(Statement("The dog is called Momo")))
        #expect(!Statement("The cat's name is Momo").repeats(Statement("The dog is called Momo")))
    }
}
