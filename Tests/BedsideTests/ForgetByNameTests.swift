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
        "Let's keep it between us", "これは残さないで。",
    ])
    func offTheRecordInOtherWords(words: String) { #expect(OffRecordWish.isSaid(in: words)) }

    @Test(arguments: [
        "It's a choice between us and them.", "There is a wall between you and me and the sea.",
        "Stop recording shows on TV.",
        "ご飯は残さないで食べた。", "Don't keep me waiting.",
    ])
    func whatOnlySoundsLikeIt(words: String) { #expect(!OffRecordWish.isSaid(in: words)) }
}
