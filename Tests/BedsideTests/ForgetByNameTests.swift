import TestKit
import Testing

@testable import Bedside

/// What "forget …" names, and what only looks like it (M-8). Told by somebody who had seen the papers alone.
@Suite(.requirement("MIND-3"))
struct ForgetByNameTests {
    private static let now = LocalMoment(
        civil: CivilTime(seconds: 1_800_000_000), zone: "UTC",
        local: ZoneRules.utc.local(CivilTime(seconds: 1_800_000_000)))

    private static func memory(_ texts: [String]) throws -> Memory {
        var memory = Memory()
        for (number, text) in texts.enumerated() {
            let isJapanese = text.unicodeScalars.contains { $0.value > 0x3000 }
            let added = memory.add(
                slot: "fact-\(number)", text: text, at: Self.now, language: isJapanese ? .japanese : .english)
            try #require((try? added.get()) != nil, "\(text)")
        }
        return memory
    }

    private static func left(_ texts: [String], without query: String) throws -> [String] {
        var memory = try memory(texts)
        _ = memory.forget(about: query)
        return memory.active.map(\.text.words)
    }

    @Test(arguments: [
        ("art", "I hate parties at work"), ("art", "My heart doctor is Dr Lee"), ("Ann", "Joanna is my sister"),
        ("京都", "東京都に住んでいる"), ("アン", "アンナは姉の名前"), ("犬", "犬小屋を作るのが仕事"), ("父", "祖父は九州にいる"), ("son", "A person called Lee"),
    ])
    func aWordWithinAnotherIsNotNamed(query: String, text: String) throws {
        #expect(try Self.left([text], without: query) == [text])
    }

    @Test(arguments: [
        ("art", "Art school was in Leeds"), ("Ann", "Ann's dog is old"), ("Ann", "My sister is called Ann"),
        ("京都", "京都に住んでいる"),
        ("京都", "京都府の生まれ"), ("田中", "田中先生は担当の医師"), ("アン", "アンは姉の名前"), ("犬", "犬を飼っている"), ("犬", "愛犬の名前はモモ"),
        ("夫", "元夫は大阪にいる"),
        ("犬のこと", "犬を飼っている"), ("the dog", "The dog is called Momo"), ("膝", "左膝が痛む"), ("離婚", "離婚調停が続いている"),
    ])
    func aWordOfItsOwnIsErased(query: String, text: String) throws {
        #expect(try Self.left([text], without: query) == [])
    }

    /// One kanji says enough also in a talk.
    @Test func oneKanjiMayBeNamedInATalk() {
        let gate = MemoryGate(lines: [TalkLine(.owner, PrivateText("犬のことを忘れて。"))], language: .japanese)
        #expect(gate.mayForget(PrivateText("犬")))
        #expect(!gate.mayForget(PrivateText("猫")))
    }

    /// In one slot, what says something else replaces what is known; the same again does not (M-4).
    @Test(arguments: [
        ("Allergic to nuts", "Not allergic to nuts", true), ("6時半に起きる", "6時に起きる", true), ("六時半に起きる", "六時に起きる", true),
        ("The dog is allowed on the bed", "The dog is not allowed on the bed", true),
        ("Drinks coffee in the morning", "Drinks no coffee in the morning", true), ("来年小学校に入る", "今年小学校に入る", true),
        ("犬はベッドで寝ていい", "犬はベッドで寝てはだめ", true), ("Starts school next year", "Starts school this year", true),
        ("Allergic to nuts", "Allergic to nuts.", false), ("The dog is called Momo", "The dog's name is Momo", false),
        ("犬の名前はモモ", "犬の名前はモモです", false),
    ])
    func whatSaysSomethingElseIsNews(first: String, second: String, isNews: Bool) throws {
        var memory = Memory()
        let language: Language = first.unicodeScalars.contains { $0.value > 0x3000 } ? .japanese : .english
        _ = memory.add(slot: "fact", text: first, at: Self.now, language: language)
        let again = memory.add(slot: "fact", text: second, at: Self.now, language: language)
        #expect(((try? again.get()) != nil) == isNews)
        #expect(memory.active.map(\.text.words) == [isNews ? second : first])
    }

    /// Slots that mean something to the device are not to be typed (G-10, R-12).
    @Test func theDevicesOwnSlotsCannotBeTyped() {
        for slot in ReservedSlot.allCases {
            var memory = Memory()
            let added = memory.add(slot: slot.rawValue, text: "x y", at: Self.now, language: .english)
            #expect(added == .failure(.badSlot), "\(slot)")
        }
    }

    /// The name of a forgotten fact stands in nothing that companions were told (M-9).
    @Test func theSlotOfAForgottenFactGoesToo() {
        for language in Language.allCases {
            let words = MemoryPromptWords(language: language, today: Self.now.date)
            var memory = Memory()
            for slot in ["joanna-divorce", "pet"] {
                _ = memory.add(slot: slot, text: "Something of \(slot)", at: Self.now, language: .english)
            }
            let line = PrivateText(words.names(of: memory) ?? "")
            let rest = MemoryPromptWords.without(["joanna-divorce"], line)
            #expect(!rest.words.contains("joanna") && rest.words.hasSuffix("pet"))
            #expect(MemoryPromptWords.without(["pet"], rest).words.isEmpty)
            #expect(MemoryPromptWords.without(["pet"], PrivateText("The pet is old")).words == "The pet is old")
        }
    }

    @Test(arguments: [
        "Keep this between us.", "Between you and me, I dislike my boss.", "Stop remembering.", "Don't keep that.",
        "Let's keep it between us", "これは残さないで。", "Don't store any of this.", "Don't store that.",
        "Stop remembering things.", "You shouldn't remember this.", "Please don't record the next bit.",
        "Don't take notes.", "これから話すことは忘れて。", "今からの話は残さないで。",
    ])
    func offTheRecordInOtherWords(words: String) { #expect(OffRecordWish.isSaid(in: words)) }

    @Test(arguments: [
        "It's a choice between us and them.", "There is a wall between you and me and the sea.",
        "Stop recording shows on TV.",
        "ご飯は残さないで食べた。", "Don't keep me waiting.", "Don't store it in the fridge.", "Don't take notes at school.",
        "You shouldn't keep that for tomorrow.", "Don't record the next episode.", "これから話すことは大事です。",
        "今から話すことを忘れてた。",
    ])
    func whatOnlySoundsLikeIt(words: String) { #expect(!OffRecordWish.isSaid(in: words)) }

    // MARK: What was said just before

    @Test(arguments: [
        "Delete that.", "Please erase what I just said.", "Actually, delete that, please.", "Can you delete that?",
        "それは忘れて。", "今言ったことは忘れて。", "今の話は消して。", "ごめん、今の話はなかったことにして。", "やっぱり今言ったことは忘れてね。",
    ])
    func aWishThatPointsBackTakesTheLineBefore(wish: String) {
        let gate = MemoryGate(
            lines: [TalkLine(.owner, PrivateText("I play the harp.")), TalkLine(.owner, PrivateText(wish))],
            language: .english)
        let candidate = MemoryCandidate(
            slot: "harp", text: PrivateText("Plays the harp"), quote: PrivateText("I play the harp"))
        #expect(gate.refusal(of: candidate, today: MemoryGateTests.today) == .offTheRecord, "\(wish)")
    }

    @Test(arguments: [
        "I should delete that app.", "Delete that photo.", "Erase the board.", "They removed that.", "電気を消して。",
        "それ消して。", "それは忘れていた。", "今の話は忘れないで。", "それは忘れてしまった。", "それは忘れてはいけない。",
    ])
    func whatNamesSomethingElseTakesNothing(words: String) {
        let gate = MemoryGate(
            lines: [TalkLine(.owner, PrivateText("I play the harp.")), TalkLine(.owner, PrivateText(words))],
            language: .english)
        let candidate = MemoryCandidate(
            slot: "harp", text: PrivateText("Plays the harp"), quote: PrivateText("I play the harp"))
        #expect(gate.refusal(of: candidate, today: MemoryGateTests.today) == nil, "\(words)")
    }
}
