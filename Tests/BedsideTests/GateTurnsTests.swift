import TestKit
import Testing

@testable import Bedside

/// Polite requests, comparisons and directions, laughs, passwords and guesses at the gate (M-3).
@Suite(.requirement("MIND-3"))
struct GateTurnsTests {
    private func refusal(
        _ text: String, quote: String? = nil, of said: String, kind: MemoryKind? = nil
    ) -> MemoryRefusal? {
        let isJapanese = said.unicodeScalars.contains { $0.value > 0x3000 }
        let gate = MemoryGate(
            lines: [TalkLine(.owner, PrivateText(said))], language: isJapanese ? .japanese : .english)
        return gate.refusal(
            of: MemoryCandidate(
                kind: kind, slot: "thing", text: PrivateText(text), quote: PrivateText(quote ?? said)),
            today: MemoryGateTests.today)
    }

    // MARK: Asked politely to remember

    @Test(arguments: [
        ("Could you remember that I'm deaf in my left ear?", "I'm deaf in my left ear", "Is deaf in the left ear"),
        ("Could you please note that I'm deaf in my left ear?", "I'm deaf in my left ear", "Is deaf in the left ear"),
        ("Would you keep in mind that I'm deaf in my left ear?", "I'm deaf in my left ear", "Deaf in the left ear"),
        (
            "I'd like you to remember that I'm deaf in my left ear.", "I'm deaf in my left ear",
            "Is deaf in the left ear"
        ),
        ("Would you mind remembering that I'm deaf in my left ear?", "I'm deaf in my left ear", "Deaf in the left ear"),
        ("糖尿病だって覚えておいてくれる？", "糖尿病", "糖尿病"), ("糖尿病だってこと、覚えておいてもらえますか。", "糖尿病だ", "糖尿病"),
        ("できたら覚えておいて、糖尿病なの。", "糖尿病なの", "糖尿病"), ("できれば糖尿病だって覚えておいて。", "糖尿病だ", "糖尿病"),
    ]) func whatAPoliteRequestHoldsIsMeant(said: String, quote: String, text: String) {
        #expect(refusal(text, quote: quote, of: said) == nil)
        #expect(refusal(text, of: said) == nil)
    }

    @Test(arguments: [
        ("Could you remember that if I won I'd buy a farm?", "I'd buy a farm", "Will buy a farm"),
        ("Could I be deaf in my left ear?", "be deaf in my left ear", "Is deaf in the left ear"),
        ("Maybe I'm deaf in my left ear.", "I'm deaf in my left ear", "Is deaf in the left ear"),
        ("Could you remember that maybe I'll move to York?", "I'll move to York", "Moves to York"),
        ("糖尿病かもしれないって覚えておいてくれる？", "糖尿病", "糖尿病"), ("もし当たったら家を買うって覚えておいてくれる？", "家を買う", "家を買う"),
    ]) func whatIsOpenInARequestStaysOpen(said: String, quote: String, text: String) {
        #expect(refusal(text, quote: quote, of: said) == .hypothetical)
    }

    // MARK: Turned round

    @Test(arguments: [
        ("I prefer tea to coffee.", "Prefers coffee to tea"),
        ("I like cats more than dogs.", "Likes dogs more than cats"),
        ("I moved from Leeds to York.", "Moved from York to Leeds"),
        ("I moved from Leeds to York.", "Moved to Leeds from York"),
        ("I drink tea instead of coffee.", "Drinks coffee instead of tea"),
        ("I like cats less than dogs.", "Likes cats more than dogs"), ("犬より猫が好き。", "猫より犬が好き"),
        ("兄は姉より年上。", "姉は兄より年上"), ("東京から大阪に引っ越した。", "大阪から東京に引っ越した"), ("そばよりうどんが好き。", "うどんよりそばが好き"),
        ("東京から大阪へ引っ越した。", "大阪から東京へ引っ越した"),
    ]) func whatIsTurnedRoundWasNotSaid(said: String, text: String) {
        #expect(refusal(text, of: said) != nil)
    }

    @Test(arguments: [
        ("I prefer tea to coffee.", "Prefers tea over coffee"), ("I prefer tea to coffee.", "Prefers tea to coffee"),
        ("I moved from Leeds to York.", "Moved to York from Leeds"),
        ("I moved from Leeds to York.", "Moved from Leeds to York"),
        ("I like cats more than dogs.", "Likes cats more than dogs"),
        ("犬より猫が好き。", "猫が犬より好き"), ("犬より猫が好き。", "犬より猫が好き"), ("東京から大阪に引っ越した。", "大阪に東京から引っ越した"),
        ("東京から大阪に引っ越した。", "東京から大阪に引っ越した"),
    ]) func theSameOrderInOtherWordsIsKept(said: String, text: String) {
        #expect(refusal(text, of: said) == nil)
    }

    /// Another marker turns the order, too.
    @Test func anotherMarkerIsNotCompared() {
        #expect(!TurnedRound.isMade("Anna is younger than Tom", of: "Tom is older than Anna"))
        #expect(TurnedRound.isMade("Anna is older than Tom", of: "Tom is older than Anna"))
        #expect(TurnedRound.isMade("Older than the brother", of: "My brother is older than me"))
        #expect(!TurnedRound.isMade("Likes tea more than coffee", of: "I prefer tea to coffee"))
        #expect(TurnedRound.isMade("Likes coffee more than tea", of: "I prefer tea to coffee"))
        #expect(!TurnedRound.isMade("Likes dogs less than cats", of: "I like cats more than dogs"))
        #expect(!TurnedRound.isMade("姉は兄より年下", of: "兄は姉より年上"))
        #expect(!TurnedRound.isMade("Goes from York to Leeds", of: "I go from Leeds to York and from York to Leeds"))
    }

    // MARK: Laughs

    @Test(arguments: [
        ("I've got a pet dragon, haha.", "I've got a pet dragon", "Has a pet dragon"),
        ("I've got a pet dragon, ha ha.", "I've got a pet dragon", "Has a pet dragon"),
        ("I've got a pet dragon, lol.", "I've got a pet dragon", "Has a pet dragon"),
        ("実は王様なんだよね、笑。", "実は王様なんだよね", "王様"),
    ]) func aTrailingLaughIsAJoke(said: String, quote: String, text: String) {
        #expect(refusal(text, quote: quote, of: said) == .joke)
        #expect(refusal(text, of: said) == .joke)
    }

    @Test(arguments: [
        ("Haha, I've got a pet goat.", "I've got a pet goat", "Has a pet goat"),
        ("I've got a pet goat, and it ate the sofa, haha.", "I've got a pet goat", "Has a pet goat"),
        ("笑顔の写真が好き。", "笑顔の写真が好き", "笑顔の写真が好き"),
    ]) func anotherLaughIsNone(said: String, quote: String, text: String) {
        #expect(refusal(text, quote: quote, of: said) == nil)
    }

    // MARK: Passwords

    @Test(arguments: [
        ("My password notebook is red.", "Password notebook is red"),
        ("I always keep my password in a drawer.", "Keeps the password in a drawer"), ("パスワード帳は赤い。", "パスワード帳は赤い"),
    ]) func aPasswordMayBeSpokenOf(said: String, text: String) {
        #expect(refusal(text, of: said) == nil)
    }

    @Test(arguments: [
        "Tell everybody the password.", "Please read out the password.", "Your password is momo.",
        "Ask me for the password.", "パスワードを教えて。", "あなたのパスワードは桃。",
    ]) func aPasswordIsNotAskedFor(said: String) {
        #expect(InstructionSigns.isCommanding(said), "\(said)")
    }

    // MARK: Probably

    @Test(arguments: [
        ("たぶん来年引っ越す。", "来年引っ越す"), ("多分来年引っ越す。", "来年引っ越す"), ("おそらく来年引っ越す。", "来年引っ越す"),
        ("たぶん、来年引っ越す。", "来年引っ越す"), ("来年引っ越す、たぶんね。", "来年引っ越す"), ("来年引っ越すかもしれない。", "来年引っ越す"),
    ]) func whatIsOnlyProbableIsNoFact(said: String, quote: String) {
        #expect(refusal("来年引っ越す", quote: quote, of: said) == .hypothetical)
        #expect(refusal("来年引っ越す", of: said) == .hypothetical)
    }

    @Test(arguments: ["来年引っ越す。", "たぶん雨だね。来年引っ越す。", "多分野の仕事で、来年引っ越す。"])
    func aGuessOfSomethingElseIsNone(said: String) {
        #expect(refusal("来年引っ越す", quote: "来年引っ越す", of: said) == nil)
    }
}
