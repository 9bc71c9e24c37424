import TestKit
import Testing

@testable import Bedside

/// A companion writes numbers in digits, verbs with other endings and Japanese counts in figures; it is the same memory
/// (M-3, M-4).
@Suite(.requirement("MIND-3"))
struct GateSpellingTests {
    private func refusal(
        _ text: String, of said: String, companion: String? = nil, _ language: Language = .english
    ) -> MemoryRefusal? {
        let lines =
            [TalkLine(.owner, PrivateText(said))] + (companion.map { [TalkLine(.companion, PrivateText($0))] } ?? [])
        return MemoryGate(lines: lines, language: language).refusal(
            of: MemoryCandidate(kind: .profile, slot: "thing", text: PrivateText(text), quote: PrivateText(said)),
            today: MemoryGateTests.today)
    }

    // MARK: Numbers

    @Test(arguments: [
        ("I get up at six.", "Gets up at 6:00"), ("I get up at six.", "Usual wake time is 06:00"),
        ("I get up at five thirty.", "Gets up at 5:30"), ("I get up at half past six.", "Wakes up at 6:30"),
        ("I get up at 5.", "Gets up at five"), ("I get up at half past six.", "6:30"),
        ("I need to be up by quarter to seven.", "Up by 6:45"), ("I go to bed at eleven.", "Bedtime is 11 pm"),
        ("I go to bed at half past ten.", "Bedtime is 22:30"), ("I'm forty two.", "42 years old"),
        ("I walk the dog at noon.", "Walks the dog at 12:00"),
        ("By the way, I get up at seven now.", "Gets up at 7:00"),
    ]) func aNumberInAnotherSpellingIsKept(said: String, text: String) { #expect(refusal(text, of: said) == nil) }

    @Test(arguments: [
        ("六時に起きる。", "6時"), ("十一時に布団に入る。", "就寝は23時"), ("犬が二匹います。", "犬を2匹飼っている"),
        ("うさぎが二匹います。", "うさぎを2匹飼っている"), ("金魚が五匹います。", "金魚を5匹飼っている"), ("車を二台持ってる。", "車を2台持っている"),
    ]) func aJapaneseNumberInAnotherSpellingIsKept(said: String, text: String) {
        #expect(refusal(text, of: said, .japanese) == nil)
    }

    @Test(arguments: [
        ("I get up at six.", "Gets up at 7:00"), ("I get up at six.", "Works at 6:00"),
        ("I get up at six.", "Eats at 6:00"),
        ("I get up at six.", "Bedtime is 6"), ("I go to bed at eleven.", "Gets up at 11"), ("I'm forty.", "Is 41"),
        ("I have two dogs.", "Has 2 wives"), ("I have two sons.", "Has 2 daughters"),
        ("I have two cats.", "Has three cats"),
    ]) func anotherNumberOrDoingIsNot(said: String, text: String) { #expect(refusal(text, of: said) != nil) }

    @Test(arguments: [
        ("犬が二匹いる。", "犬が三匹いる"), ("犬が二匹いる。", "猫が2匹いる"), ("車が二台ある。", "車が三台ある"), ("六時に起きる。", "6時に寝る"),
    ]) func anotherJapaneseNumberOrDoingIsNot(said: String, text: String) {
        #expect(refusal(text, of: said, .japanese) != nil)
    }

    /// A number that the companion repeats in digits stays the owner's.
    @Test func aNumberThatTheCompanionRepeatsIsTheOwners() {
        let said = "I get up at six."
        #expect(refusal("Gets up at 6", of: said, companion: "So you get up at 6?") == nil)
        #expect(refusal("Gets up at 7", of: said, companion: "Why not at 7?") == .saidByCompanionOnly)
    }

    // MARK: Short words

    @Test(arguments: [
        ("I have two kids.", "Has two children"), ("We have three boys.", "Has three sons"),
        ("Both mums live nearby.", "Both mothers live nearby"), ("I teach kids.", "Teaches children"),
        ("I run daily.", "Runs every day"), ("I fly to Berlin soon.", "Flies to Berlin soon"),
        ("I try to sleep early.", "Tries to sleep early"), ("I cry at Disney films.", "Cries at Disney films"),
        ("I do yoga each morning.", "Does yoga every morning"), ("I'm scared of spiders.", "Afraid of spiders"),
        ("My shift ends at five.", "Shift finishes at five"), ("I quit smoking in May.", "Stopped smoking in May"),
    ]) func aShortWordHasItsForms(said: String, text: String) { #expect(refusal(text, of: said) == nil) }

    @Test func stemsOfShortWords() {
        #expect(
            ["kids", "runs", "flies", "tried", "eats"].map { OwnWords.stem($0) } == ["kid", "run", "fly", "try", "eat"])
        #expect(["news", "this", "boss", "movies"].map { OwnWords.stem($0) } == ["news", "this", "boss", "movi"])
    }

    @Test(arguments: [("I have kids.", "Has cats"), ("I run.", "Swims"), ("I own a boat.", "Rents a boat")])
    func anotherShortWordIsNot(said: String, text: String) { #expect(refusal(text, of: said) == .unsupported) }
}
