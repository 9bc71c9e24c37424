import Foundation
import TestKit
import Testing

@testable import Bedside

/// What is kept about fading, and what a simulation shows of it.
@Suite(.requirement("FADE-2", "FADE-3"))
struct OwnerFadingTests {
    private func days(_ count: Int, _ word: (Int) -> DayWord) -> OwnerFading {
        var part = OwnerFading()
        part.apply(.base(.wake, FadingLedger.Base()))
        for index in 0..<count {
            part.apply(.entry(.wake, number: index + 1, FadingRuleTests.day(index, word(index))))
        }
        return part
    }

    @Test func theSameIsMadeOfItsChanges() throws {
        let part = days(60) { $0.isMultiple(of: 9) ? .slow : .unaided }
        var again = OwnerFading()
        again.apply(part.changes)
        #expect(again == part)
        var one = OwnerFading()
        for change in part.changes { one.apply(change) }
        #expect(one == part)
        #expect(try JSONDecoder().decode(OwnerFading.self, from: JSONEncoder().encode(part)) == part)
    }

    /// What a new entry leads to is computed from the standing before it; after any other change, from the whole ledger.
    @Test(arguments: 0..<40) func everyChangeLeadsToWhatTheWholeLedgerSays(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var part = OwnerFading()
        for index in 0..<120 {
            let ledger = part.ledgers[.wake] ?? FadingLedger()
            // Half a year of good days takes a habit through all levels; a bad one takes it back.
            let word: DayWord = Int.random(in: 0..<12, using: &random) == 0 ? .missed : .unaided
            let entry = FadingRuleTests.day(index * 2, word)
            let old = Int.random(in: 1...max(ledger.nextNumber, 1), using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0: part.apply(.removeEntry(.wake, number: old))
            case 1: part.apply(.base(.wake, ledger.rebased(through: old)))
            case 2: part.apply(.entry(.wake, number: old, entry))
            case 3: part.apply(.forget(.wake))
            default: part.apply(.entry(.wake, number: ledger.nextNumber, entry))
            }
            let replay = part.ledgers[.wake]?.replay()
            #expect(part.standings[.wake] == replay?.standing)
            #expect(part.reasons[.wake] == replay?.steps.last?.step.reason)
        }
    }

    /// The journal begins with the levels and the last days only, and a replay comes to the same.
    @Test func whatTheJournalBeginsWithLeadsToTheSameLevels() {
        for length in stride(from: 1, to: 90, by: 7) {
            var whole = days(length) { $0.isMultiple(of: 11) ? .missed : .unaided }
            var compact = whole.compact(before: FadingRuleTests.date(length - 3))
            #expect((compact.ledgers[.wake]?.entries.count ?? 0) <= 3)
            for index in length..<(length + 40) {
                let entry = FadingRuleTests.day(index, index.isMultiple(of: 13) ? .missed : .unaided)
                let number = whole.ledgers[.wake]?.nextNumber ?? 1
                #expect(compact.ledgers[.wake]?.nextNumber == number)
                whole.apply(.entry(.wake, number: number, entry))
                compact.apply(.entry(.wake, number: number, entry))
                #expect(compact.standings == whole.standings)
            }
        }
    }

    /// A ledger stays small, and its level does not depend on what is gone.
    @Test func twoYearsOfDaysAreKeptInBounds() throws {
        let bedside = try FadingStoryTests.bedside("2026-11-20T12:00", levels: [.wake: .companion])
        let first = try #require(LocalDate("2026-11-21"))
        for index in 0..<460 {
            bedside.advance(
                to: LocalDateTime(date: first.adding(days: index), time: LocalTime(wrappingSecondOfDay: 6 * 3600 + 15)))
            // A net rings later.
            if bedside.status?.activity != .ringing { bedside.advance(by: .minutes(10)) }
            bedside.press(.stop)
        }
        let ledger = try #require(bedside.disk.fading.ledgers[.wake])
        #expect(ledger.days.count <= FadingLedger.daysKept)
        #expect(ledger.entries.count <= FadingLedger.maximumEntries)
        #expect(ledger.standing.level == .ringOnly)
    }

    @Test(.requirement("GUARD-8")) func aSimulationShowsDaysLevelsNetsAndQuestions() throws {
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 1
        let from = try EpisodeTests.at("2026-11-20T12:00")
        let start = try #require(ZoneRules.utc.instant(of: from))
        var steps: [Simulator.Step] = []
        for index in 0..<16 {
            let at = LocalDateTime(
                date: from.date.adding(days: index + 1), time: LocalTime(wrappingSecondOfDay: 5 * 3600 + 50 * 60))
            // Twelve days with a sign of life and an answered ring, then a net that rings and is corrected, then two
            // that nobody answers.
            if index < 12 || index == 15 { steps.append(Simulator.Step(at: at, kind: .life)) }
            if index < 12 {
                let ring = LocalDateTime(date: at.date, time: LocalTime(wrappingSecondOfDay: 6 * 3600 + 5))
                let press = Simulator.Step.Kind.press(.stop, heldMilliseconds: 0, ownerSpeaks: true)
                steps.append(Simulator.Step(at: ring, kind: press))
            }
            guard index == 12 else { continue }
            let later = LocalDateTime(date: at.date, time: LocalTime(wrappingSecondOfDay: 6 * 3600 + 20 * 60))
            steps.append(Simulator.Step(at: later, kind: .correct))
        }
        let noon = LocalDateTime(date: from.date.adding(days: 15), time: from.time)
        steps.append(Simulator.Step(at: noon, kind: .press(.stop, heldMilliseconds: 0, ownerSpeaks: true)))
        let answer = LocalDateTime(wallSeconds: noon.wallSeconds + 25)
        steps.append(Simulator.Step(at: answer, kind: .answer(isYes: true)))
        var simulator = try #require(
            Simulator(
                configuration: Configuration(clockFloor: start - .days(366)), profile: profile, zone: .utc,
                from: from, days: 16, steps: steps))
        var lines: [String] = []
        simulator.runAll { lines.append($0.json(in: $1)) }
        func of(_ kind: String) -> [String] { lines.filter { $0.contains("\"kind\":\"\(kind)\"") } }
        let levels = of("level")
        #expect(levels.count == 4, "\(levels)")
        #expect(
            levels.first?.hasSuffix(
                #""kind":"level","habit":"wake","from":0,"to":1,"reason":"five_unaided"}"#) == true)
        #expect(levels.dropFirst().first?.contains(#""from":1,"to":2,"reason":"unaided_week""#) == true)
        #expect(of("net").count == 3)
        #expect(of("net").first?.contains(#""at":"2026-12-03T06:10:00"#) == true)
        #expect(
            of("day").contains {
                $0.contains(#""habit":"wake","date":"2026-12-03","word":"missed","corrected":false"#)
            })
        #expect(
            of("day").contains {
                $0.contains(#""habit":"wake","date":"2026-12-03","word":"unaided","corrected":true"#)
            })
        #expect(of("question").contains { $0.contains(#""habit":"wake","question":"were_you_up""#) })
        // Two missed days lead down; correcting the second one leads back to where the days lead.
        #expect(levels.dropFirst(2).first?.contains(#""from":2,"to":1,"reason":"missed_twice""#) == true)
        #expect(levels.last?.contains(#""from":1,"to":2"#) == true)
    }
}
