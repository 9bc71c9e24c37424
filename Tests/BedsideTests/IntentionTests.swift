import TestKit
import Testing

@testable import Bedside

/// Intentions: one for a habit and day, asked about once.
@Suite(.requirement("MIND-1"))
struct IntentionTests {
    private func moment(_ day: Int, _ time: String) throws -> LocalMoment {
        let start = try #require(LocalDate("2026-11-01"))
        return try MemoryRun.moment("\(start.adding(days: day))T\(time)")
    }

    private func keep(_ act: String, _ habit: HabitID = .wake, at now: LocalMoment, in memory: inout Memory)
        -> MemoryRefusal?
    {
        switch memory.keep(
            MemoryCandidate(MemoryTests.intention(act, habit: habit, for: now)), at: now, talk: 1, habit: .bedtime)
        {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }

    @Test func aHabitHasOneForADayAndADayHasThree() throws {
        var memory = Memory()
        let evening = try moment(0, "22:30")
        #expect(keep("open the window", at: evening, in: &memory) == nil)
        #expect(keep("drink a glass of water", at: evening, in: &memory) == nil)
        let tomorrow = evening.date.adding(days: 1)
        #expect(memory.intentions(for: tomorrow).map(\.text.words) == ["When I wake, drink a glass of water"])
        #expect(keep("plank", .training, at: evening, in: &memory) == nil)
        #expect(keep("lights out", .bedtime, at: evening, in: &memory) == nil)
        #expect(keep("read", HabitID("reading") ?? .wake, at: evening, in: &memory) == .tooManyIntentions)
        #expect(memory.intentions(for: tomorrow, habit: .training).first?.intention?.habit == .training)
        #expect(memory.intentions(for: tomorrow).count == 3)
    }

    @Test func theMorningBeginsWithItWordForWord() throws {
        var memory = Memory()
        _ = keep("open the window", at: try moment(0, "22:30"), in: &memory)
        // After midnight it is still the same evening, and the day that comes is meant.
        _ = keep("plank", .training, at: try moment(1, "00:30"), in: &memory)
        let block = MemoryPrompt(memory, habit: .wake, at: try moment(1, "06:00"), language: .english)
        #expect(block.lines.first?.contains("When I wake, open the window") ?? false)
        #expect(block.lines.count == 2)
        let coach = MemoryPrompt(memory, habit: .training, at: try moment(1, "18:00"), language: .english)
        #expect(coach.lines.count == 1)
        #expect(coach.lines.first?.contains("When I wake, plank") ?? false)
        #expect(MemoryPrompt(memory, habit: .wake, at: try moment(2, "06:00"), language: .english).text.isEmpty)
    }

    /// A year of evenings, some of them skipped: no intention is asked about twice, and none on another evening.
    @Test func aYearAsksAboutEachAtMostOnce() throws {
        var random = SeededRandom(seed: 6)
        var memory = Memory()
        var asks: [MemoryID: Int] = [:]
        for day in 0..<365 {
            _ = memory.expire(at: try moment(day, "06:00"))
            guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
            // Two talks in one evening, one of them past midnight.
            for now in [try moment(day, "22:30"), try moment(day + 1, "00:40")] {
                _ = memory.expire(at: now)
                for _ in 0..<5 {
                    guard let item = memory.intentionsToAsk(at: now).first else { break }
                    asks[item.id, default: 0] += 1
                    #expect(item.intention?.forDate == now.evening)
                    _ = memory.ask(item.id, at: now)
                    let answers: [Intention.Status] = [.done, .partly, .not]
                    if Bool.random(using: &random), let answer = answers.randomElement(using: &random) {
                        _ = memory.answer(answer, at: now)
                    }
                }
                _ = keep("act \(day)", at: now, in: &memory)
            }
        }
        #expect(asks.count > 150)
        #expect(asks.values.allSatisfy { $0 == 1 })
    }

    @Test func anEveningThatWasSkippedIsNeverMadeUpFor() throws {
        var memory = Memory()
        _ = keep("open the window", at: try moment(0, "22:30"), in: &memory)
        #expect(memory.intentionsToAsk(at: try moment(0, "23:00")).first == nil)
        #expect(memory.intentionsToAsk(at: try moment(1, "22:30")).first != nil)
        _ = memory.expire(at: try moment(2, "04:00"))
        #expect(memory.items.first?.intention?.status == .open)
        _ = memory.expire(at: try moment(2, "05:00"))
        #expect(memory.items.first?.intention?.status == .skipped)
        #expect(memory.intentionsToAsk(at: try moment(2, "22:30")).first == nil)
        #expect(memory.answer(.done, at: try moment(2, "22:30")).changes.isEmpty)
    }

    @Test func threeTimesNotTodayOffersLessAndSixDropsIt() throws {
        func advice(_ answers: [Intention.Status]) throws -> [IntentionAdvice] {
            var memory = Memory()
            return try answers.enumerated().map { day, answer in
                _ = keep("act \(day)", at: try moment(day, "22:30"), in: &memory)
                _ = memory.expire(at: try moment(day + 1, "22:00"))
                return memory.answer(answer, at: try moment(day + 1, "22:20")).advice
            }
        }
        #expect(
            try advice([.not, .not, .not, .not, .not, .not, .not]) == [
                .none, .none, .offerSmaller, .none, .none, .drop, .none,
            ])
        #expect(try advice([.not, .not, .partly, .not, .not, .done, .not]) == Array(repeating: .none, count: 7))
    }

    @Test func theSameAgainCountsAsRehearsedAndIsNotRefused() throws {
        var memory = Memory()
        let evening = try moment(0, "22:30")
        _ = keep("open the window", at: evening, in: &memory)
        var intention = MemoryTests.intention("open the window", for: evening)
        intention.isRehearsed = true
        _ = try memory.keep(MemoryCandidate(intention), at: evening, talk: 1, habit: nil).get()
        #expect(memory.items.count == 1)
        #expect(memory.items.first?.intention?.isRehearsed ?? false)
    }

    /// the instructions have one line for each intention, and the answers are taken in the same order.
    @Test func aCompanionAsksAboutEachInTurn() throws {
        var memory = Memory()
        let evening = try moment(0, "22:30")
        _ = keep("open the window", at: evening, in: &memory)
        _ = keep("plank", .training, at: evening, in: &memory)
        let night = try moment(1, "22:30")
        let items = memory.intentionsToAsk(at: night)
        var told = MemoryTold(isOn: true)
        told.ask(about: items, in: MemoryPromptWords(language: .english, today: night.date))
        #expect(told.allAsked == items.map(\.id) && items.count == 2)
        let lines = told.added(to: "instructions").split(separator: "\n").suffix(2)
        #expect(lines.first?.contains(items[0].text.words) == true && lines.last?.contains(items[1].text.words) == true)
        for id in told.allAsked { _ = memory.ask(id, at: night) }
        #expect(memory.intentionsToAsk(at: night).isEmpty)
        _ = memory.answer(.done, at: night)
        _ = memory.answer(.not, at: night)
        #expect(items.map { memory.item($0.id)?.intention?.status } == [.done, .not])
        // A single intention needs no further lines.
        var single = MemoryTold(isOn: true)
        single.ask(about: Array(items.prefix(1)), in: MemoryPromptWords(language: .english, today: night.date))
        #expect(single.furtherAsked == nil && single.furtherLast == nil)
    }
}
