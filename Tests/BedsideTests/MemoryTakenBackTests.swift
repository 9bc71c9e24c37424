import TestKit
import Testing

@testable import Bedside

/// What was kept of a talk and turns out to be a joke, off the record or said by somebody at risk goes, and what it
/// replaced holds again (M-4, M-8, G-4).
@Suite(.requirement("MIND-2", "MIND-3"))
struct MemoryTakenBackTests {
    typealias Talk = MemoryToolStoryTests.Talk

    private static func texts(_ memory: Memory) -> [String] { memory.active.map(\.text.words) }

    /// Whether a record still has this word.
    private static func holds(_ word: String, _ memory: Memory) -> Bool {
        memory.items.flatMap(\.privateTexts).contains { $0.words.contains(word) }
    }

    @discardableResult private static func keep(
        _ text: String, until: String? = nil, at now: String = "2026-11-20T22:00", talk: Int, in memory: inout Memory
    ) throws -> [MemoryChange] {
        let words = PrivateText(text)
        let candidate = MemoryCandidate(
            slot: "dog", text: words, quote: words, validUntil: until.flatMap { LocalDate($0) })
        return try memory.keep(candidate, at: try MemoryRun.moment(now), talk: talk, habit: nil).get()
    }

    /// A memory of an earlier talk.
    private static func knowing(_ text: String) throws -> OwnerMemory {
        var part = OwnerMemory()
        let words = PrivateText(text)
        _ = part.memory.keep(
            MemoryCandidate(slot: "dog", text: words, quote: words), at: try MemoryToolStoryTests.earlier(), talk: 1,
            habit: nil)
        return part
    }

    // MARK: In a talk

    @Test(arguments: Language.allCases) func aJokeBringsBackWhatItReplaced(language: Language) throws {
        let isEnglish = language == .english
        let older = isEnglish ? "Has a dog named Momo" : "犬の名前はモモ"
        let newer = isEnglish ? "Has a dog named Bruno" : "犬の名前はポチ"
        let talk = try Talk(try Self.knowing(older))
        talk.begin()
        let sent = talk.bedside.disk.memory.sent
        talk.says(isEnglish ? "My dog is called Bruno." : "うちの犬はポチといいます。")
        let quote = isEnglish ? "My dog is called Bruno" : "犬はポチといいます"
        let answer = talk.remember("dog", newer, quote, kind: "person")
        #expect(answer.contains(#""ok":true"#), "\(answer)")
        #expect(Self.texts(talk.memory) == [newer])
        talk.says(isEnglish ? "Just kidding!" : "うそだよ")
        #expect(Self.texts(talk.memory) == [older])
        #expect(talk.memory.items.map(\.use.status) == [.active, .forgotten])
        #expect(!Self.holds("Bruno", talk.memory) && !Self.holds("ポチ", talk.memory))
        // The record of what the companion was told about the older one stays, including its name.
        #expect(sent.flatMap(\.lines).contains { $0.words.hasSuffix(": dog") })
        #expect(talk.bedside.disk.memory.sent == sent)
    }

    @Test func whatIsOffTheRecordBringsBackWhatItReplaced() throws {
        let talk = try Talk(try Self.knowing("Has a dog named Momo"))
        talk.begin()
        talk.says("Let's leave it in this room. My dog is called Bruno.")
        let answer = talk.remember("dog", "Has a dog named Bruno", "My dog is called Bruno")
        #expect(answer.contains(#""ok":true"#), "\(answer)")
        talk.calls("off_record", "{}")
        #expect(Self.texts(talk.memory) == ["Has a dog named Momo"])
        #expect(!Self.holds("Bruno", talk.memory))
    }

    /// All of this talk goes, also what it replaced itself, and nothing of an earlier one.
    @Test(.requirement("SAFE-3"), arguments: [false, true])
    func aCrisisBringsBackWhatItsTalkReplaced(isOver: Bool) throws {
        let talk = try Talk(try Self.knowing("Has a dog named Momo"))
        talk.begin()
        for name in ["Bruno", "Rex"] {
            talk.says("My dog is called \(name).")
            let answer = talk.remember("dog", "Has a dog named \(name)", "My dog is called \(name)")
            #expect(answer.contains(#""ok":true"#), "\(answer)")
        }
        #expect(talk.memory.items.map(\.use.status) == [.superseded, .superseded, .active])
        if isOver { talk.bedside.press(.stop) }
        talk.says("I want to die. I want to kill myself.")
        #expect(talk.memory.items.map(\.use.status) == [.active, .forgotten, .forgotten])
        #expect(Self.texts(talk.memory) == ["Has a dog named Momo"])
        #expect(!Self.holds("Bruno", talk.memory) && !Self.holds("Rex", talk.memory))
    }

    /// "Forget that" is the owner's own word, and goes as far as ever.
    @Test func whatIsForgottenByTheOwnerBringsNothingBack() throws {
        var memory = try Self.knowing("Has a dog named Momo").memory
        try Self.keep("Has a dog named Bruno", talk: 2, in: &memory)
        _ = memory.forget(MemoryID(2))
        #expect(memory.active.isEmpty && !Self.holds("Momo", memory))
    }

    // MARK: In the memory

    @Test func aChainComesBackLinkByLink() throws {
        var chain = Memory()
        for (talk, name) in ["Momo", "Bruno", "Rex"].enumerated() {
            try Self.keep("Has a dog named \(name)", talk: talk + 1, in: &chain)
        }
        for (ids, names) in [
            ([3], ["Bruno"]), ([2], ["Rex"]), ([2, 3], ["Momo"]), ([3, 2], ["Momo"]), ([1, 2, 3], []), ([1], ["Rex"]),
        ] as [([Int], [String])] {
            var memory = chain
            let changes = memory.takeBack(ids.map { MemoryID($0) })
            #expect(Self.texts(memory) == names.map { "Has a dog named \($0)" }, "\(ids)")
            for id in ids { #expect(memory.item(MemoryID(id))?.use.status == .forgotten) }
            var mirror = chain
            for change in changes { mirror.apply(change) }
            #expect(mirror == memory)
        }
        // One after the other: what replaced the middle one now replaces the first.
        _ = chain.takeBack([MemoryID(2)])
        #expect(chain.item(MemoryID(3))?.supersedes == MemoryID(1))
        _ = chain.takeBack([MemoryID(3)])
        #expect(Self.texts(chain) == ["Has a dog named Momo"])
    }

    @Test func whatTheOwnerHadForgottenStaysForgotten() throws {
        var memory = Memory()
        try Self.keep("Has a dog named Momo", talk: 1, in: &memory)
        try Self.keep("Has a dog named Bruno", talk: 2, in: &memory)
        _ = memory.forget(MemoryID(1))
        _ = memory.takeBack([MemoryID(2)])
        #expect(memory.active.isEmpty && !Self.holds("Momo", memory) && !Self.holds("Bruno", memory))
        #expect(memory.takeBack([MemoryID(1), MemoryID(2), MemoryID(9)]).isEmpty)
    }

    @Test func whatIsOverByNowIsOver() throws {
        var memory = Memory()
        try Self.keep("Minds the dog Momo", until: "2026-11-22", talk: 1, in: &memory)
        try Self.keep("Minds the dog Bruno", until: "2026-11-29", talk: 2, in: &memory)
        _ = memory.takeBack([MemoryID(2)])
        let now = try MemoryRun.moment("2026-11-23T07:00")
        #expect(MemoryPrompt(memory, habit: nil, at: now, language: .english).text.isEmpty)
        #expect(memory.recall("the dog", at: now).isEmpty)
        _ = memory.expire(at: now)
        #expect(memory.items.map(\.use.status) == [.expired, .forgotten])
    }

    /// A day has one intention for a habit (R-1): what has taken the place since stays.
    @Test func whatHasTakenThePlaceSinceStays() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-20T22:00")
        func keep(_ act: String, inDays days: Int, isRecurring: Bool) throws {
            var intention = MemoryTests.intention(act, for: now)
            intention.forDate = now.date.adding(days: days)
            intention.recurrence = isRecurring ? .weekdays : nil
            _ = try memory.keep(MemoryCandidate(intention), at: now, talk: 1, habit: .bedtime).get()
        }
        try keep("stretch", inDays: 3, isRecurring: true)
        try keep("run", inDays: 4, isRecurring: true)
        try keep("rest", inDays: 3, isRecurring: false)
        #expect(memory.items.map(\.use.status) == [.superseded, .active, .active])
        _ = memory.takeBack([MemoryID(2)])
        #expect(memory.items.map(\.use.status) == [.superseded, .forgotten, .active])
    }

    @Test func aLookBackComesBackWithItsLabels() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-20T22:00")
        for (talk, label) in [EmotionLabel.calm, .joy].enumerated() {
            let line = PrivateText("A day of \(label.rawValue)")
            let reflection = Reflection(date: now.evening, feelings: [FeltLabel(label)])
            _ = try memory.keep(
                MemoryCandidate(reflection, line: line, quote: line), at: now, talk: talk + 1, habit: .bedtime
            ).get()
        }
        #expect(memory.labels.days.map(\.feelings) == [[FeltLabel(.joy)]])
        _ = memory.takeBack([MemoryID(2)])
        #expect(Self.texts(memory) == ["A day of calm"])
        #expect(memory.labels.days.map(\.feelings) == [[FeltLabel(.calm)]])
        _ = memory.takeBack([MemoryID(1)])
        #expect(memory.active.isEmpty && memory.labels.days.isEmpty)
    }

    /// What a line off the record had itself replaced is off the record, too.
    @Test func whatWasReplacedOffTheRecordIsFound() throws {
        let now = try MemoryRun.moment("2026-11-20T22:00")
        var talk = RememberedTalk(number: 2, habit: nil, at: now)
        talk.transcript.hear(.owner, "Between us, my dog was Bruno and is Rex.")
        talk.transcript.goOffRecord()
        var memory = Memory()
        try Self.keep("Has a dog named Momo", talk: 1, in: &memory)
        try Self.keep("my dog was Bruno", talk: 2, in: &memory)
        try Self.keep("is Rex", talk: 2, in: &memory)
        #expect(talk.wasOffRecord(in: memory).map(\.id.number) == [2, 3])
    }
}
