import TestKit
import Testing

@testable import Bedside

/// Intentions that come again on more days than one.
@Suite(.requirement("MIND-1"))
struct RecurringIntentionTests {
    private static let monday = "2026-11-23"

    private static func moment(_ day: Int, _ time: String) throws -> LocalMoment {
        let start = try #require(LocalDate(monday))
        return try MemoryRun.moment("\(start.adding(days: day))T\(time)")
    }

    private static func keep(
        _ act: String, on days: WeekdaySet?, at now: LocalMoment, in memory: inout Memory
    ) throws {
        var intention = MemoryTests.intention(act, for: now)
        intention.recurrence = days
        _ = try memory.keep(MemoryCandidate(intention), at: now, talk: 1, habit: .bedtime).get()
    }

    /// What the morning begins with, and whether the evening asks: each day once, whatever is answered.
    @Test func itComesEveryDayAndIsAskedAboutOnceEachEvening() throws {
        var memory = Memory()
        try Self.keep("open the window", on: .everyDay, at: try Self.moment(0, "22:30"), in: &memory)
        var random = SeededRandom(seed: 3)
        for day in 1...60 {
            _ = memory.expire(at: try Self.moment(day, "06:00"))
            let date = try Self.moment(day, "06:00").date
            #expect(memory.intentions(for: date, habit: .wake).map(\.id) == [MemoryID(1)], "day \(day)")
            // Some evenings are skipped.
            guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
            let evening = try Self.moment(day, "22:40")
            let item = try #require(memory.intentionsToAsk(at: evening).first)
            _ = memory.ask(item.id, at: evening)
            #expect(memory.intentionsToAsk(at: evening).isEmpty)
            if Bool.random(using: &random) { _ = memory.answer(.done, at: evening) }
            #expect(memory.intentionsToAsk(at: try Self.moment(day + 1, "01:00")).isEmpty)
        }
        #expect(memory.items.count == 1)
    }

    @Test func itKeepsToItsWeekdays() throws {
        var memory = Memory()
        try Self.keep("pack my bag", on: .weekdays, at: try Self.moment(3, "22:30"), in: &memory)
        for day in 4...14 {
            _ = memory.expire(at: try Self.moment(day, "06:00"))
            let date = try Self.moment(day, "06:00").date
            #expect(memory.intentions(for: date).isEmpty == [.saturday, .sunday].contains(date.weekday), "\(date)")
        }
    }

    /// one active intention for a habit and day; the recurring one comes back on the day after.
    @Test func anIntentionOfItsOwnHasTheDayToItself() throws {
        var memory = Memory()
        try Self.keep("open the window", on: .everyDay, at: try Self.moment(0, "22:30"), in: &memory)
        _ = memory.expire(at: try Self.moment(1, "06:00"))
        try Self.keep("drink water", on: nil, at: try Self.moment(1, "22:30"), in: &memory)
        func acts(_ day: Int) throws -> [String] {
            _ = memory.expire(at: try Self.moment(day, "06:00"))
            return memory.intentions(for: try Self.moment(day, "06:00").date).compactMap { $0.intention?.action.words }
        }
        #expect(try acts(2) == ["drink water"])
        #expect(try acts(3) == ["open the window"])
        // Another one for every day takes its place.
        try Self.keep("stretch", on: .everyDay, at: try Self.moment(3, "22:30"), in: &memory)
        #expect(try acts(4) == ["stretch"] && (try acts(5)) == ["stretch"])
    }

    @Test func afterSixTimesNotTodayItDoesNotComeBack() throws {
        var memory = Memory()
        try Self.keep("open the window", on: .everyDay, at: try Self.moment(0, "22:30"), in: &memory)
        var advice: [IntentionAdvice] = []
        for day in 1...6 {
            let evening = try Self.moment(day, "22:30")
            _ = memory.expire(at: evening)
            advice.append(memory.answer(.not, at: evening).advice)
        }
        #expect(advice == [.none, .none, .offerSmaller, .none, .none, .drop])
        for day in 7...10 {
            _ = memory.expire(at: try Self.moment(day, "06:00"))
            #expect(memory.intentions(for: try Self.moment(day, "06:00").date).isEmpty)
        }
    }

    @Test func theSameOneSaidForMoreDaysBecomesARecurringOne() throws {
        var memory = Memory()
        let evening = try Self.moment(0, "22:30")
        try Self.keep("open the window", on: nil, at: evening, in: &memory)
        try Self.keep("open the window", on: .everyDay, at: evening, in: &memory)
        #expect(memory.items.count == 1 && memory.items.first?.intention?.recurrence == .everyDay)
    }

    /// No model makes a habit of what was meant for tomorrow alone.
    @Test func onlyTheOwnersOwnWordsMakeItComeAgain() throws {
        func kept(_ words: String) throws -> Intention? {
            let lines = try MemoryStoryTests.run([
                ("2026-11-24T22:30:10", MemoryStoryTests.start), ("2026-11-24T22:30:30", MemoryStoryTests.owner(words)),
                (
                    "2026-11-24T22:30:40",
                    .tool(
                        name: "save_intention",
                        arguments: """
                            {"habit":"wake","words":"\(words)","action":"open the window","cue":"waking","cue_kind":"wake",\
                            "days":["mon","tue","wed","thu","fri","sat","sun"]}
                            """)
                ), ("2026-11-24T22:31:30", MemoryStoryTests.stop),
            ])
            return MemoryStoryTests.kept(lines).first?.intention
        }
        #expect(try kept("When I wake I open the window every day")?.recurrence == .everyDay)
        let once = try #require(try kept("Tomorrow when I wake I open the window"))
        #expect(once.recurrence == nil)
    }
}
