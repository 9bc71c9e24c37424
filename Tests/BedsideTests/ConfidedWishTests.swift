import TestKit
import Testing

@testable import Bedside

/// What the owner confides, and what they take back without naming it, is not remembered (M-8).
@Suite(.requirement("MIND-2", "MIND-3"))
struct ConfidedWishTests {
    typealias Talk = MemoryToolStoryTests.Talk

    // MARK: Confided

    @Test(arguments: [
        "This is not for the record, my salary got cut.", "Not for the record: my salary got cut.",
        "Just for you, not for your memory: my salary got cut.", "Keep this to yourself: my salary got cut.",
        "Please keep this to yourself: my salary got cut.", "Strictly confidential: my salary got cut.",
        "In confidence: my salary got cut.", "This doesn't leave the room: my salary got cut.",
        "I'm telling you this in confidence, my salary got cut.", "Could you keep that to yourself?",
        "This goes no further, okay?", "This is not to be remembered.", "This is confidential, please.",
        "これは内緒だけど、給料が下がった。", "内緒にしてね、給料が下がった。", "他言無用でお願い、給料が下がった。", "二人だけの秘密ね、給料が下がった。",
        "ここからは秘密。", "絶対内緒だからね。", "これは内緒だよ、給料が下がった。", "秘密にしておいてください。", "他言無用で。", "この話は口外しないでね。",
        "妻には内緒にしてね、指輪を買った。",
    ]) func whatIsConfidedIsOffTheRecord(words: String) {
        #expect(OffRecordWish.isSaid(in: words), "\(words)")
    }

    @Test(arguments: [
        "I record my runs.", "My job is confidential.", "I keep a diary to myself.", "For the record, I hate tea.",
        "I ran it for fun, not for the record.", "It's good for the heart, not for the memory.",
        "He told me in confidence.", "I was told in confidence.", "The cat never leaves the room.",
        "You can keep that to yourself.", "Don't keep this to yourself.", "Is this confidential?",
        "It's confidential.", "I keep a secret garden.", "It's not in your memory.", "Let's leave it in this room.",
        "I'm gaining in confidence.", "She said to keep it to herself.",
        "秘密の場所は裏庭。", "会社に内緒で登録した。", "秘密基地を作った。", "妻に内緒にしてる。", "値段は内緒だけど、車を買った。", "それは秘密です。",
        "内緒にしてくれた。", "内緒の話が好き。",
    ]) func whatOnlySoundsLikeItIsNoWish(words: String) {
        #expect(!OffRecordWish.isSaid(in: words), "\(words)")
    }

    @Test(arguments: [
        ("Keep that to yourself.", true), ("Please keep this to yourself.", true), ("内緒にしてね。", true),
        ("二人だけの秘密ね。", true), ("In confidence:", false), ("これは内緒だけど。", false),
    ]) func aWishAloneIsAboutWhatWasJustSaid(words: String, isBack: Bool) {
        #expect(OffRecordWish.isSaid(in: words) && OffRecordWish.refersBack(in: words) == isBack, "\(words)")
    }

    // MARK: Taken back without a name

    private static func talk(_ lines: [String], keepingAfter place: Int, _ isEnglish: Bool) throws -> Talk {
        let talk = try Talk()
        talk.begin()
        for (index, line) in lines.enumerated() {
            talk.says(line)
            guard index == place else { continue }
            let answer =
                isEnglish
                ? talk.remember("work", "Works at the harbour", "I work at the harbour")
                : talk.remember("dog", "犬の名前はポチ", "犬はポチといいます", kind: "person")
            #expect(answer.contains(#""ok":true"#), "\(answer)")
        }
        return talk
    }

    private static func isLeft(_ talk: Talk) -> Bool { !talk.memory.active.isEmpty }

    @Test(arguments: [
        "Please forget that.", "Forget what I just said.", "Delete that.", "Scratch that.", "Strike that, please.",
        "Oh no. Please forget that.", "Forget that. I had a good day.", "Sorry, please forget that.",
    ]) func whatWasKeptGoesWithoutTheTool(wish: String) throws {
        let talk = try Self.talk(["I work at the harbour.", wish], keepingAfter: 0, true)
        #expect(!Self.isLeft(talk), "\(wish)")
        #expect(!talk.memory.items.flatMap(\.privateTexts).contains { $0.words.contains("harbour") })
    }

    @Test(arguments: ["今の忘れて。", "今の、消して。", "それ忘れて。", "ごめん、今のは忘れて。"])
    func whatWasKeptInJapaneseGoesWithoutTheTool(wish: String) throws {
        let talk = try Self.talk(["うちの犬はポチといいます。", wish], keepingAfter: 0, false)
        #expect(!Self.isLeft(talk), "\(wish)")
    }

    @Test(arguments: [
        "Don't forget that.", "Forget that photo.", "I'll never forget that.", "It was a shock.", "それ消して。", "それは忘れないで。",
    ]) func otherWordsTakeNothing(words: String) throws {
        let talk = try Self.talk(["I work at the harbour.", words], keepingAfter: 0, true)
        #expect(Self.isLeft(talk), "\(words)")
    }

    /// What was said since is meant, not what was kept before it.
    @Test(arguments: [
        ["I work at the harbour.", "I have a headache.", "Forget that."],
        ["I work at the harbour.", "I have a headache. Forget that."],
        ["I work at the harbour.", "I have a headache, forget that."],
    ]) func whatWasKeptBeforeStays(lines: [String]) throws {
        let talk = try Self.talk(lines, keepingAfter: 0, true)
        #expect(Self.isLeft(talk))
    }

    @Test func theLineItselfMayHoldTheWish() {
        #expect(ForgetWish.target(inLine: "My bank is closing my account. Forget that.") == .sameLine)
        #expect(ForgetWish.target(inLine: "My bank is closing my account, please forget that.") == .sameLine)
        #expect(ForgetWish.target(inLine: "Sorry. Forget that. I live in York.") == .lineBefore)
        #expect(ForgetWish.target(inLine: "銀行口座が閉じられる。今の忘れて。") == .sameLine)
        #expect(ForgetWish.target(inLine: "ごめん。今の忘れて。") == .lineBefore)
        #expect(ForgetWish.target(inLine: "I live in York.") == nil)
    }

    /// The tool finds it gone, says so, and takes nothing else.
    @Test func theToolMayFollow() throws {
        let talk = try Self.talk(["I work at the harbour.", "Please forget that."], keepingAfter: 0, true)
        let answer = talk.calls("forget", #"{"query":"that"}"#)
        #expect(answer.contains(#""forgotten":1"#), "\(answer)")
        talk.says("My dog is called Bruno.")
        let kept = talk.remember("dog", "Has a dog named Bruno", "My dog is called Bruno", kind: "person")
        #expect(kept.contains(#""ok":true"#), "\(kept)")
        #expect(talk.memory.active.map(\.text.words) == ["Has a dog named Bruno"])
    }
}
