import TestKit
import Testing

@testable import Bedside

/// The level rule of FADE-3 against the table, written a second time and in another way.
@Suite(.requirement("FADE-2", "FADE-3"))
struct FadingRuleTests {
    /// A Monday.
    static let monday = LocalDate(dayNumber: 20_787)

    static func date(_ index: Int) -> LocalDate { monday.adding(days: index) }

    static func day(_ index: Int, _ word: DayWord) -> FadingEntry {
        .day(CountedDay(date: date(index), observed: word))
    }

    /// The table as sentences over the whole history, which it reads again for every day.
    struct Table: Hashable {
        var level = 0
        var words: [DayWord] = []
        /// For each step the number of days before it, and whether it led up.
        var steps: [(days: Int, isUp: Bool)] = []
        var score = 0

        static func == (a: Table, b: Table) -> Bool { a.level == b.level && a.words == b.words }
        func hash(into hasher: inout Hasher) { hasher.combine(words) }

        private var here: [DayWord] { Array(words.dropFirst(steps.last?.days ?? 0)) }
        private func last(_ count: Int) -> [DayWord] { Array(here.suffix(count)) }
        private func count(_ days: [DayWord], _ kinds: DayWord...) -> Int { days.filter { kinds.contains($0) }.count }

        private mutating func go(to level: Int) {
            steps.append((words.count, level > self.level))
            self.level = level
            score = 0
        }

        private var mayGoUp: Bool {
            guard let step = steps.last else { return true }
            return here.count >= (step.isUp ? 7 : 14)
        }

        mutating func day(_ word: DayWord) {
            words.append(word)
            if level >= 1, count(last(7), .missed) >= 2 { return go(to: level - 1) }
            if level == 3, here.count >= 7, count(last(14), .prompt, .slow, .missed) >= 6 { return go(to: 2) }
            guard mayGoUp else { return }
            if level == 0 {
                let isRun = here.count >= 5 && count(last(5), .unaided) == 5
                let isGoodWeek =
                    here.count >= 7 && count(last(7), .unaided, .prompt) >= 6 && count(last(7), .missed) == 0
                if isRun || isGoodWeek { go(to: 1) }
            } else if level == 1 {
                if here.count >= 7, count(last(7), .unaided) >= 4, count(last(7), .missed) == 0 { go(to: 2) }
            }
        }

        var isRipe: Bool {
            guard level == 2, here.count >= 28, mayGoUp else { return false }
            let first = words.count - 28
            let weekend = words.indices.filter { $0 >= first && $0 % 7 >= 5 }
            let good = weekend.filter { words[$0] == .unaided }
            return count(last(28), .unaided) >= 24 && count(last(14), .missed) == 0
                && Double(good.count) >= 0.75 * Double(weekend.count)
        }

        mutating func consent() { if isRipe, score >= 5 { go(to: 3) } }
        mutating func recall() { if level >= 2 { go(to: 1) } }
    }

    /// Both take the same days; returns where they differ first.
    private func compare(
        _ standing: inout FadingStanding, _ table: inout Table, _ word: DayWord
    ) -> Bool {
        _ = standing.take(Self.day(table.words.count, word))
        table.day(word)
        return standing.level.rawValue == table.level && standing.isRipeForQuestion() == table.isRipe
    }

    /// Compares every sequence of `depth` words after this point.
    private func walk(_ standing: FadingStanding, _ table: Table, depth: Int, _ visited: inout Int) -> [DayWord]? {
        guard depth > 0 else { return nil }
        for word in DayWord.allCases {
            var (nextStanding, nextTable) = (standing, table)
            visited += 1
            if !compare(&nextStanding, &nextTable, word) { return nextTable.words }
            if let found = walk(nextStanding, nextTable, depth: depth - 1, &visited) { return found }
        }
        return nil
    }

    /// Days that lead to each level, and to the pauses after a step down.
    static let histories: [[DayWord]] = [
        [], run(5), run(12), run(12) + run(28), run(12) + run(3) + miss(2), run(12) + run(3) + miss(2) + run(10),
        run(5) + miss(2), run(5) + miss(2) + run(9), run(5) + run(4) + [.prompt, .slow, .prompt],
    ]
    static func run(_ count: Int) -> [DayWord] { Array(repeating: .unaided, count: count) }
    static func miss(_ count: Int) -> [DayWord] { Array(repeating: .missed, count: count) }

    @Test(arguments: histories, [false, true]) func everyWeekOfWordsLeadsWhereTheTableSays(
        history: [DayWord], graduates: Bool
    ) {
        var (standing, table) = (FadingStanding(), Table())
        for word in history { #expect(compare(&standing, &table, word)) }
        if graduates {
            _ = standing.take(.automaticity(Self.date(table.words.count), score: 6))
            table.score = 6
            _ = standing.take(.consent(Self.date(table.words.count), isGiven: true))
            table.consent()
        }
        #expect(standing.level.rawValue == table.level)
        var visited = 0
        let found = walk(standing, table, depth: 8, &visited)
        #expect(found == nil, "\(found ?? [])")
        #expect(visited == (1...8).reduce(0) { sum, depth in sum + (0..<depth).reduce(1) { power, _ in power * 4 } })
    }

    @Test func everyLevelIsAmongTheHistories() {
        #expect(Self.monday.weekday == .monday)
        var levels: Set<FadingLevel> = []
        for history in Self.histories {
            var standing = FadingStanding()
            for (index, word) in history.enumerated() { _ = standing.take(Self.day(index, word)) }
            levels.insert(standing.level)
            if standing.isRipeForQuestion() {
                _ = standing.take(.automaticity(Self.date(history.count), score: 7))
                _ = standing.take(.consent(Self.date(history.count), isGiven: true))
                levels.insert(standing.level)
            }
        }
        #expect(levels == Set(FadingLevel.allCases))
    }

    /// A year of an owner who wakes unaided with a probability that changes now and then.
    struct Year {
        var random: SeededRandom
        private var good = 50

        init(seed: UInt64) { random = SeededRandom(seed: seed) }

        mutating func word() -> DayWord {
            if Int.random(in: 0..<40, using: &random) == 0 { good = Int.random(in: 5...99, using: &random) }
            let roll = Int.random(in: 0..<100, using: &random)
            if roll < good { return .unaided }
            return [DayWord.prompt, .prompt, .slow, .missed].randomElement(using: &random) ?? .slow
        }
    }

    @Test(arguments: 1...40) func aYearOfRandomDaysLeadsWhereTheTableSays(seed: Int) {
        var year = Year(seed: UInt64(seed))
        var (standing, table) = (FadingStanding(), Table())
        for index in 0..<730 {
            #expect(compare(&standing, &table, year.word()), "day \(index)")
            switch Int.random(in: 0..<100, using: &year.random) {
            case 0..<10:
                let score = Int.random(in: 1...7, using: &year.random)
                _ = standing.take(.automaticity(Self.date(index), score: score))
                table.score = score
            case 10..<40:
                _ = standing.take(.consent(Self.date(index), isGiven: true))
                table.consent()
            case 40: _ = standing.take(.consent(Self.date(index), isGiven: false))
            case 41:
                _ = standing.take(.recall(Self.date(index)))
                table.recall()
            default: break
            }
            #expect(standing.level.rawValue == table.level, "after day \(index)")
        }
    }
}

/// What must hold of the levels whatever the owner does.
@Suite(.requirement("FADE-3"))
struct FadingPropertyTests {
    private struct Made: Hashable {
        var after: Int
        var step: LevelStep
    }

    private func entries(seed: UInt64, days: Int) -> [FadingEntry] {
        var year = FadingRuleTests.Year(seed: seed)
        return (0..<days).flatMap { index -> [FadingEntry] in
            let date = FadingRuleTests.date(index)
            let isCorrected = Int.random(in: 0..<12, using: &year.random) == 0
            var entries: [FadingEntry] = [
                .day(CountedDay(date: date, observed: year.word(), isCorrected: isCorrected))
            ]
            switch Int.random(in: 0..<60, using: &year.random) {
            case 0..<8: entries.append(.automaticity(date, score: Int.random(in: 1...7, using: &year.random)))
            case 8..<30: entries.append(.consent(date, isGiven: true))
            case 30: entries.append(.recall(date))
            case 31: entries.append(.newTime(date))
            case 32: entries.append(.asked(.consent, date))
            case 33: entries.append(.silence(date, SilenceTests.plan))
            case 34: entries.append(.week(date, .notAsMeant))
            default: break
            }
            return entries
        }
    }

    @Test(arguments: 1...30) func stepsAreSingleAndRest(seed: Int) {
        var standing = FadingStanding()
        var (days, made) = (0, [Made]())
        for entry in entries(seed: UInt64(seed), days: 900) {
            if case .day = entry { days += 1 }
            if let step = standing.take(entry) { made.append(Made(after: days, step: step)) }
        }
        #expect(!made.isEmpty)
        for (one, next) in zip(made, made.dropFirst()) {
            let pause = next.after - one.after
            #expect(one.step.to == next.step.from)
            let isOwners = next.step.reason == .recalled || next.step.reason == .newTime
            if next.step.to > next.step.from {
                #expect(next.step.to.rawValue == next.step.from.rawValue + 1)
                #expect(pause >= (one.step.to < one.step.from ? 14 : 7))
            } else if next.step.reason != .missedTwice, next.step.reason != .silenceEnded, !isOwners {
                #expect(pause >= 7)
            }
            if isOwners { #expect(next.step.to == .ringOnly) }
        }
        for one in made where one.step.to == .graduated { #expect(one.step.reason == .consented) }
    }

    /// F-3: whatever is corrected and whenever the ledger is cut, the levels are those of the days.
    @Test(arguments: 1...20) func theLevelIsComputedFromTheCorrectedDays(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var ledger = FadingLedger()
        for entry in entries(seed: UInt64(seed), days: 200) {
            ledger.put(FadingLedger.Numbered(number: ledger.nextNumber, entry: entry))
        }
        // Correcting a day is the same as if it had been unaided from the beginning.
        var other = FadingLedger()
        for (index, one) in ledger.entries.enumerated() {
            guard case .day(var day) = one.entry, Int.random(in: 0..<5, using: &random) == 0 else {
                other.put(one)
                continue
            }
            day.isCorrected = true
            ledger.put(FadingLedger.Numbered(number: index + 1, entry: .day(day)))
            let asUnaided = CountedDay(date: day.date, observed: .unaided)
            other.put(FadingLedger.Numbered(number: index + 1, entry: .day(asUnaided)))
        }
        let (standing, steps) = ledger.replay()
        #expect(standing == other.standing)
        #expect(steps.map(\.step) == other.replay().steps.map(\.step))
        // A base in the middle leads to the same end.
        let cut = Int.random(in: 1...ledger.entries.count, using: &random)
        var based = ledger
        based.rebase(ledger.rebased(through: cut))
        #expect(based.standing == standing)
        for number in 1...cut { based.remove(number) }
        #expect(based.standing == standing)
        #expect(based.nextNumber == ledger.nextNumber)
    }

    /// F-1: a program with other thresholds goes on from the level that was reached.
    @Test func newThresholdsDemoteNobody() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var ledger = FadingLedger()
            for entry in entries(seed: seed, days: 150) {
                ledger.put(FadingLedger.Numbered(number: ledger.nextNumber, entry: entry))
            }
            let before = ledger.standing
            ledger.rebase(ledger.rebased())
            #expect(ledger.standing == before)
            #expect(ledger.base.rules == FadingRules.current.version)
        }
    }

    @Test func theWindowIsReadBackFromItsLetters() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var standing = FadingStanding()
            for entry in entries(seed: seed, days: 100) {
                _ = standing.take(entry)
                let read = FadingStanding(
                    level: standing.level, since: standing.since, daysHere: standing.daysHere,
                    wasStepDown: standing.wasStepDown, automaticity: standing.automaticity, days: standing.letters,
                    silence: standing.silence)
                #expect(read == standing)
            }
        }
    }

    @Test func theVersionsOfTheRulesAreNumberedInOrder() {
        #expect(FadingRules.versions.map(\.version) == Array(1...FadingRules.versions.count))
        #expect(FadingRules.versions.last == FadingRules.current)
    }
}

/// The word of a day (FADE-2).
@Suite(.requirement("FADE-2"))
struct DayWordTests {
    private func word(
        _ outcome: OccurrenceOutcome, pressedAfter seconds: Int? = nil, isWhole: Bool = true, isUsual: Bool = true,
        rings: Int = 1
    ) -> DayWord? {
        let record = OccurrenceRecord(
            occurrence: Occurrence(habit: .wake, date: FadingRuleTests.monday), due: CivilTime(seconds: 0),
            outcome: outcome, rings: rings)
        let pressed = seconds.map { TimeSpan.seconds($0) }
        return OccurrenceEnding(pressedAfter: pressed, isWhole: isWhole, isUsual: isUsual).word(record)
    }

    @Test func aPressWithin30SecondsIsPrompt() {
        #expect(word(.answered, pressedAfter: 0) == .prompt)
        #expect(word(.dismissed, pressedAfter: 30) == .prompt)
        #expect(word(.dismissed, pressedAfter: 31) == .slow)
        #expect(word(.answered, pressedAfter: 600) == .slow)
    }

    @Test func theOtherWords() {
        #expect(word(.unaided, isWhole: false, rings: 0) == .unaided)
        #expect(word(.missed) == .missed)
    }

    @Test func whatDoesNotCount() {
        #expect(word(.skipped) == nil)
        #expect(word(.open) == nil)
        // The power was off, or nothing could be heard.
        #expect(word(.missed, isWhole: false) == nil)
        #expect(word(.missed, rings: 0) == nil)
        #expect(word(.dismissed, pressedAfter: 10, isWhole: false) == nil)
        // Settings ended it.
        #expect(word(.dismissed) == nil)
        // A moved alarm is at another time.
        #expect(word(.unaided, isUsual: false) == nil)
        #expect(word(.missed, isUsual: false) == nil)
    }
}
