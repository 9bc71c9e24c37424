import Foundation
import TestKit
import Testing

@testable import Bedside

/// The value that holds what is remembered.
@Suite(.requirement("MIND-3"))
struct MemoryTests {
    private func said(
        _ text: String, slot: String, on now: String, to memory: inout Memory, kind: MemoryKind? = nil,
        until: String? = nil
    ) throws -> Result<[MemoryChange], MemoryRefusal> {
        memory.keep(
            MemoryCandidate(
                kind: kind, slot: slot, text: PrivateText(text), quote: PrivateText(text),
                validUntil: until.flatMap { LocalDate($0) }),
            at: try MemoryRun.moment(now), talk: 1, habit: .bedtime)
    }

    private func texts(_ memory: Memory) -> [String] { memory.active.map(\.text.words) }

    // MARK: Supersession and time

    @Test func theNewerOfASlotReplacesTheOlder() throws {
        var memory = Memory()
        _ = try said("Drives a van", slot: "car", on: "2026-11-01T22:00", to: &memory)
        _ = memory.pin(MemoryID(1), true)
        _ = try said("Drives a tram", slot: "car", on: "2026-12-01T22:00", to: &memory)
        #expect(texts(memory) == ["Drives a tram"])
        let story = try #require(memory.why(MemoryID(2)))
        #expect(story.older.map(\.text.words) == ["Drives a van"])
        #expect(story.older.map(\.use.status) == [.superseded])
        #expect(story.item.use.isPinned)
        #expect(try said("Drives a tram", slot: "car", on: "2026-12-02T22:00", to: &memory) == .failure(.alreadyKnown))
        let now = try MemoryRun.moment("2026-12-03T06:00")
        #expect(!MemoryPrompt(memory, habit: .wake, at: now, language: .english).text.contains("van"))
    }

    @Test func plansEndWithTheirDayAndStatesAfterThirty() throws {
        var memory = Memory()
        _ = try said("Cabin until Sunday", slot: "cabin", on: "2027-02-19T22:00", to: &memory, until: "2027-02-21")
        _ = try said("Has a cold", slot: "ill", on: "2027-02-19T22:00", to: &memory)
        _ = try said("Has a sister", slot: "sister", on: "2027-02-19T22:00", to: &memory, kind: .person)
        #expect(memory.expire(at: try MemoryRun.moment("2027-02-21T23:59")).isEmpty)
        _ = memory.expire(at: try MemoryRun.moment("2027-02-22T00:00"))
        #expect(texts(memory) == ["Has a cold", "Has a sister"])
        _ = memory.expire(at: try MemoryRun.moment("2027-03-21T12:00"))
        #expect(texts(memory) == ["Has a cold", "Has a sister"])
        _ = memory.expire(at: try MemoryRun.moment("2027-03-22T12:00"))
        #expect(texts(memory) == ["Has a sister"])
        #expect(memory.items.map(\.use.status) == [.expired, .expired, .active])
    }

    // MARK: The owner's hands

    @Test func theOwnerAddsEditsPinsAndForgets() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-20T12:00")
        _ = try memory.add(slot: "tea", text: " Likes oolong ", at: now, language: .english).get()
        #expect(memory.item(MemoryID(1))?.source == .ownerCommandLine)
        #expect(memory.add(slot: "Tea!", text: "x", at: now, language: .english) == .failure(.badSlot))
        #expect(memory.add(slot: "tea", text: "{x}", at: now, language: .english) == .failure(.markup))
        #expect(
            memory.add(slot: "tea", text: String(repeating: "x", count: 161), at: now, language: .english)
                == .failure(.tooLong))
        _ = try memory.edit(MemoryID(1), text: "Likes sencha", language: .english).get()
        #expect(texts(memory) == ["Likes sencha"])
        #expect(memory.pin(MemoryID(1), true).count == 1)
        #expect(memory.pin(MemoryID(1), true).isEmpty)
        #expect(memory.pin(MemoryID(9), true).isEmpty)
        let changes = memory.forget(MemoryID(1))
        #expect(memory.active.isEmpty)
        #expect(memory.item(MemoryID(1))?.use.status == .forgotten)
        #expect(changes.count == 1)
        #expect(memory.item(MemoryID(1))?.privateTexts.allSatisfy { $0.words.isEmpty } ?? false)
        #expect(memory.forget(MemoryID(1)).isEmpty)
    }

    @Test func forgettingErasesWhatWasReplacedAndWhatADaySays() throws {
        var memory = Memory()
        _ = try said("Engaged to Tomas", slot: "partner", on: "2026-11-01T22:00", to: &memory)
        _ = try said("Split up with Tomas", slot: "partner", on: "2026-11-08T22:00", to: &memory)
        _ = try said("Likes figs", slot: "figs", on: "2026-11-08T22:00", to: &memory)
        let date = LocalDate(dayNumber: 20_765)
        _ = memory.keepDay(["Split up with Tomas", "Ate figs"].map { PrivateText($0) }, of: date, language: .english)
        _ = memory.forget(MemoryID(2))
        let words = memory.items.flatMap(\.privateTexts) + memory.days.flatMap(\.lines)
        #expect(!words.contains { $0.words.contains("Tomas") })
        #expect(texts(memory) == ["Likes figs"])
        #expect(memory.days.flatMap(\.lines).map(\.words) == ["Ate figs"])
    }

    @Test func forgettingAboutSomethingFindsItByItsName() throws {
        var memory = Memory()
        _ = try said("弟の由香里と旅行", slot: "trip", on: "2026-11-01T22:00", to: &memory)
        _ = try said("由紀はピアノを弾く", slot: "yuki", on: "2026-11-01T22:00", to: &memory)
        _ = try said("Owes Priya a dinner", slot: "priya", on: "2026-11-01T22:00", to: &memory)
        #expect(memory.forget(about: "由紀").count == 1)
        #expect(memory.forget(about: "my friend Priyanka").isEmpty)
        #expect(memory.forget(about: "").isEmpty)
        #expect(memory.forget(about: "ＰＲＩＹＡ").count == 1)
        #expect(texts(memory) == ["弟の由香里と旅行"])
    }

    // MARK: Bounds

    @Test func expiredRecordsAreDroppedFirstAndThenThoseNotUsed() throws {
        var memory = Memory()
        for number in 0..<40 {
            _ = try said(
                "Fact number \(number)", slot: "s\(number)", on: "2026-11-01T22:00", to: &memory,
                until: number == 7 ? "2026-11-02" : nil)
        }
        _ = memory.expire(at: try MemoryRun.moment("2026-11-05T12:00"))
        _ = memory.pin(MemoryID(1), true)
        _ = memory.use([MemoryID(2)], offered: nil, at: try MemoryRun.moment("2026-11-06T12:00"))
        var dropped: [MemoryID] = []
        for number in 40..<43 {
            let changes = try said("Fact number \(number)", slot: "s\(number)", on: "2026-11-05T22:00", to: &memory)
                .get()
            for case .remove(let id) in changes { dropped.append(id) }
        }
        #expect(dropped == [8, 3, 4].map { MemoryID($0) })
        #expect(memory.active.count == 40)
    }

    /// Ten years of talks: the bounds hold at every step, the block too, and the store stays small.
    @Test func tenYearsOfTalksStayWithinTheBounds() throws {
        var memory = Memory()
        var random = SeededRandom(seed: 19)
        var longest = [Language.english: 0, .japanese: 0]
        let start = try MemoryRun.moment("2026-11-01T22:30")
        for day in 0..<3653 {
            let local = LocalDateTime(wallSeconds: start.local.wallSeconds + Int64(day) * 86_400)
            let now = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
            let language: Language = day.isMultiple(of: 2) ? .english : .japanese
            _ = memory.expire(at: now)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let word = language == .english ? "word" : "言葉"
                let text =
                    "\(Int.random(in: 0..<100_000, using: &random)) "
                    + String(repeating: word, count: language == .english ? 37 : 36)
                let until =
                    Bool.random(using: &random) ? now.date.adding(days: Int.random(in: 0...9, using: &random)) : nil
                _ = memory.keep(
                    MemoryCandidate(
                        kind: MemoryKind.allCases.randomElement(using: &random) == .boundary ? .boundary : nil,
                        slot: "slot-\(Int.random(in: 0..<200, using: &random))", text: PrivateText(text),
                        quote: PrivateText(text), validUntil: until),
                    at: now, talk: day, habit: Bool.random(using: &random) ? .bedtime : .training)
            }
            _ = memory.keepDay(
                (0..<3).map { PrivateText("\(day) \($0) " + String(repeating: "y", count: 70)) }, of: now.evening,
                language: language)
            if day.isMultiple(of: 17), let item = memory.active.randomElement(using: &random) {
                _ = memory.pin(item.id, true)
            }
            #expect(memory.items.count { $0.use.status == .active || $0.use.status == .expired } <= MemoryLimits.items)
            #expect(memory.items.count <= MemoryLimits.items + MemoryLimits.history)
            #expect(memory.days.count <= MemoryLimits.days)
            for habit in [HabitID.wake, .training, .bedtime, nil] where day.isMultiple(of: 7) {
                let block = MemoryPrompt(memory, habit: habit, at: now, language: language)
                let count = block.text.unicodeScalars.count
                longest[language] = max(longest[language] ?? 0, count)
                #expect(count <= MemoryPrompt.maximumCharacters(in: language))
                #expect(block.text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x250 ? 1 : 2) } <= 1200)
                _ = memory.use(block.ids, offered: block.offered, at: now)
            }
        }
        let bytes = (memory.items.flatMap(\.privateTexts) + memory.days.flatMap(\.lines)).reduce(0) {
            $0 + $1.words.utf8.count
        }
        print(
            "ten years: \(memory.items.count) records, \(memory.days.count) days, \(bytes) bytes of words, longest block \(longest)"
        )
        #expect(bytes < 500_000)
    }

    // MARK: Changes

    /// A store that mirrors the changes holds the same memory, whatever happens in whatever order.
    @Test(arguments: 0..<20) func theChangesAloneGiveTheSameMemory(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var memory = Memory()
        var mirror = Memory()
        let start = try MemoryRun.moment("2026-11-01T21:00")
        for step in 0..<150 {
            let local = LocalDateTime(wallSeconds: start.local.wallSeconds + Int64(step) * 40_000)
            let now = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
            let id = MemoryID(Int.random(in: 1...60, using: &random))
            let number = Int.random(in: 0..<30, using: &random)
            var changes: [MemoryChange] = []
            switch Int.random(in: 0..<11, using: &random) {
            case 0: changes = memory.expire(at: now)
            case 1: changes = memory.pin(id, Bool.random(using: &random))
            case 2: changes = memory.forget(id)
            case 3: changes = memory.forget(about: "number \(number)")
            case 4: changes = memory.use([id], offered: id, at: now)
            case 5: changes = memory.keepDay([PrivateText("Day \(step)")], of: now.evening, language: .english)
            case 6:
                let intention = Self.intention("act \(step)", habit: HabitID("h\(number % 3)") ?? .wake, for: now)
                changes = (try? memory.keep(MemoryCandidate(intention), at: now, talk: step, habit: nil).get()) ?? []
            case 7:
                if let open = memory.intentionsToAsk(at: now).first { changes = memory.ask(open.id, at: now) }
                changes += memory.answer(.not, at: now).changes
            case 8: changes = (try? memory.edit(id, text: "Edited \(step)", language: .english).get()) ?? []
            case 9: changes = memory.takeBack([id, MemoryID(id.number + 3)]) + memory.eraseAnswerWords(of: [id])
            default:
                changes =
                    (try? said(
                        "Number \(number) at \(step)", slot: "s\(number)", on: now.local.description, to: &memory
                    ).get())
                    ?? []
            }
            for change in changes { mirror.apply(change) }
            #expect(mirror == memory)
        }
        #expect(!memory.items.isEmpty)
    }

    static func intention(_ act: String, habit: HabitID = .wake, for now: LocalMoment) -> Intention {
        Intention(
            habit: habit, forDate: now.evening.adding(days: 1), cueKind: .wake, cue: PrivateText("waking"),
            action: PrivateText(act), words: PrivateText("When I wake, \(act)"))
    }

    // MARK: Loops

    /// A companion that recalls everything and saves all of it again after each talk: nothing is remembered twice.
    @Test func aHundredTalksThatRecallAndSummarizeRepeatNothing() throws {
        var memory = Memory()
        let facts = ["Plays the cello in a quartet", "Sister lives in Oslo", "Allergic to peanuts"]
        let spoken = ["I play the cello in a quartet.", "My sister lives in Oslo.", "I'm allergic to peanuts."]
        let start = try MemoryRun.moment("2026-11-01T22:30")
        for talk in 0..<100 {
            let local = LocalDateTime(wallSeconds: start.local.wallSeconds + Int64(talk) * 86_400)
            let now = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
            let block = MemoryPrompt(memory, habit: nil, at: now, language: .english)
            var lines = block.lines.map { TalkLine(.companion, PrivateText($0)) }
            // Every tenth time the owner says it all again, in the same words.
            if talk.isMultiple(of: 10) { lines += spoken.map { TalkLine(.owner, PrivateText($0)) } }
            lines.append(TalkLine(.owner, PrivateText("Yes, quite right, good night.")))
            var gate = MemoryGate(lines: lines, told: block.lines.map { PrivateText($0) }, language: .english)
            let recalled = memory.active.map(\.text.words) + facts
            for (index, text) in recalled.enumerated() {
                for quote in [spoken[index % spoken.count], text, "Yes, quite right"] {
                    let candidate = MemoryCandidate(
                        slot: "slot-\(talk)-\(index % 7)", text: PrivateText(text), quote: PrivateText(quote))
                    guard gate.refusal(of: candidate, today: now.date) == nil else { continue }
                    if (try? memory.keep(candidate, at: now, talk: talk, habit: nil).get()) != nil {
                        gate.keep(candidate)
                    }
                }
            }
        }
        #expect(texts(memory).sorted() == facts.sorted())
        #expect(memory.items.count == facts.count)
    }

    @Test func aQuestionAboutWhatWasNeverSaidFindsNothing() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-02T12:00")
        _ = try said("Sister Imke grows beans", slot: "sister", on: "2026-11-01T22:00", to: &memory)
        _ = try said("猫の名前はむぎ", slot: "cat", on: "2026-11-01T22:00", to: &memory)
        #expect(memory.recall("What do you remember about my brother?", at: now).isEmpty)
        #expect(memory.recall("What do you know about my sisters?", at: now).map(\.slot?.words) == ["sister"])
        #expect(memory.recall("むぎのことで何を覚えてる？", at: now).map(\.slot?.words) == ["cat"])
        #expect(memory.recall("犬のことは？", at: now).isEmpty)
        #expect(memory.recall("What do you remember about me?", at: now).count == 2)
    }

    /// A day's lines are remembered, too: who asks hears of them after what lasts, with the day and no name (M-8).
    @Test func aQuestionFindsTheLinesAboutDays() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-03T12:00")
        _ = try said("Sister Imke grows beans", slot: "sister", on: "2026-11-01T22:00", to: &memory)
        for (day, lines) in [("2026-11-01", ["A quiet walk"]), ("2026-11-02", ["Rain all day", "Beans with Imke"])] {
            let date = try #require(LocalDate(day))
            _ = memory.keepDay(lines.map { PrivateText($0) }, of: date, language: .english)
        }
        func texts(_ question: String) -> [String] { memory.recall(question, at: now).map(\.text.words) }
        #expect(
            texts("What do you remember about me?")
                == ["Sister Imke grows beans", "Rain all day", "Beans with Imke", "A quiet walk"])
        #expect(texts("And the beans?") == ["Sister Imke grows beans", "Beans with Imke"])
        #expect(memory.recall("the walk", at: now).map(\.date.description) == ["2026-11-01"])
        #expect(memory.recall("the walk", at: now).map(\.slot) == [nil])
        #expect(texts("What are my plans?").isEmpty)
    }

    /// G-5: whom the owner trusts, and what the device noted for itself, is read by no companion, whatever it asks.
    @Test(.requirement("SAFE-3")) func noReservedSlotIsRead() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-03T12:00")
        _ = try memory.trust(PrivateText("my sister Aiko"), at: now, language: .english).get()
        _ = memory.doctorNamed(at: now, .english)
        _ = memory.recordIntention(true, at: now, .english)
        #expect(memory.active.count == ReservedSlot.allCases.count)
        for question in [
            "What do you remember about me?", "my sister Aiko", "trusted person", "the doctor", "全部教えて",
        ] {
            #expect(memory.recall(question, at: now).isEmpty, "\(question)")
        }
    }

    /// "Forget that" after one line was read out means that line, whatever it is.
    @Test func whatWasReadOutIsMeant() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-03T12:00")
        _ = try said("Sister Imke grows beans", slot: "sister", on: "2026-11-01T22:00", to: &memory)
        _ = memory.keepDay([PrivateText("A quiet walk")], of: now.date, language: .english)
        for (question, isItem) in [("my sister", true), ("the walk", false)] {
            var talk = RememberedTalk(number: 2, habit: nil, at: now)
            talk.read = Set(memory.recall(question, at: now))
            switch talk.lastMeant(by: "that", in: memory) {
            case .item(let item): #expect(isItem && item.slot.words == "sister")
            case .dayLine(let line): #expect(!isItem && line.words == "A quiet walk")
            case nil: Issue.record("\(question): nothing")
            }
        }
    }

    // MARK: Privacy

    @Test func noWordIsPrintedOrEncoded() throws {
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-01T22:00")
        _ = try said("Secret zebra", slot: "zebra", on: "2026-11-01T22:00", to: &memory)
        var changes = try memory.keep(
            MemoryCandidate(Self.intention("feed the zebra", for: now)), at: now, talk: 1, habit: nil
        ).get()
        changes += memory.keepDay([PrivateText("A zebra day")], of: now.date, language: .english)
        let encoded = try TestJSON.encode(memory) + TestJSON.encode(changes)
        #expect(!encoded.contains("zebra"))
        #expect(!"\(memory)\(changes)".contains("zebra"))
        let decoded = try TestJSON.decode(Memory.self, TestJSON.encode(memory))
        #expect(decoded.items.map(\.id) == memory.items.map(\.id))
        #expect(try TestJSON.decode([MemoryChange].self, TestJSON.encode(changes)).count == changes.count)
    }
}

/// JSON as a text.
private enum TestJSON {
    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
