import Bedside
import TestKit
import Testing

@testable import Sleepers

@Suite(.requirement("FADE-6")) struct StudyTests {
    @Test func theSameSeedGivesTheSameStudy() {
        let study = Study(owners: 60, days: 200, seed: 42)
        let (first, second) = (study.run().json().line, study.run().json().line)
        #expect(first == second)
        #expect(Study(owners: 60, days: 200, seed: 43).run().json().line != first)
    }

    /// A rule that is left out changes no figure of another rule.
    @Test func rulesAreIndependent() throws {
        let all = try #require(Study(owners: 40, days: 150, seed: 1).run()[.shipped])
        let alone = try #require(Study(owners: 40, days: 150, seed: 1, rules: [.shipped]).run()[.shipped])
        for measure in Measure.allCases { #expect(all.all[measure] == alone.all[measure], "\(measure)") }
    }

    /// An owner lives alone, and after others, as in a study: each has streams of their own.
    @Test func ownersAreIndependent() throws {
        let study = Study(owners: 40, days: 150, seed: 1, rules: [.shipped])
        let together = try #require(study.run()[.shipped]).all
        let clockwork = SleepClockwork(study.parameters)
        var records: [OwnerRecord] = []
        for number in (0..<study.owners).reversed() {
            let sleeper = Sleeper(number: number, seed: study.seed, clockwork: clockwork)
            var life = Life()
            life.draw(sleeper, number: number, seed: study.seed, days: study.days, parameters: study.parameters)
            var run = OwnerRun<ShippedRule>(sleeper: sleeper, number: number, seed: study.seed, clockwork: clockwork)
            run.live(life) { _, _ in }
            records.append(run.record)
        }
        let alone = Outcomes(records.reversed())
        for measure in Measure.allCases { #expect(alone[measure] == together[measure], "\(measure)") }
        // They have mornings of their own; two of them may agree by chance.
        #expect(Set(records.map(\.minutesAfter)).count > study.owners / 2)
    }

    /// A plain alarm rings every due day, so it rings at those who are up as often as they are up.
    @Test func theBaselinesDoWhatTheirNamesSay() throws {
        let result = Study(owners: 200, days: 200, seed: 9).run()
        let always = try #require(result[.always]).all
        #expect(always[.rings].value == 7)
        #expect(always[.levelChanges].value == 0)
        #expect(always[.reachedLevel1].value == 0)
        #expect(always[.premature].value == nil)
        let five = try #require(result[.fiveInARow]).all
        #expect(five[.ringsAsGraduate].value == 0)
        #expect(five[.steppedDownAtLow].value == 0)
        let oracle = try #require(result[.oracle]).all
        #expect(oracle[.premature].value == 0)
        #expect(oracle[.steppedDownAtLow].value == 1)
    }

    /// Days and shares stay in their ranges, levels come in order, and each week's shares add up to one.
    @Test func figuresAreConsistent() throws {
        let result = Study(owners: 150, days: 300, seed: 5).run()
        for rule in RuleName.allCases {
            let outcomes = try #require(result[rule])
            for week in outcomes.levelsByWeek { #expect(abs(week.reduce(0, +) - 1) < 1e-9) }
            #expect(outcomes.levelsByWeek.count == 43)
            #expect(outcomes.kinds.values.reduce(0) { $0 + $1.owners } == 150)
            for measure in Measure.allCases {
                let statistic = outcomes.all[measure]
                #expect((statistic.value ?? 0) >= 0, "\(rule) \(measure)")
                if measure.isShare { #expect((statistic.value ?? 0) <= 1) }
                if let p10 = statistic.p10, let p50 = statistic.p50, let p90 = statistic.p90 {
                    #expect(p10 <= p50 && p50 <= p90)
                }
            }
            let all = outcomes.all
            #expect((all[.reachedLevel1].value ?? 0) >= (all[.reachedLevel2].value ?? 0))
            #expect((all[.reachedLevel2].value ?? 0) >= (all[.reachedLevel3].value ?? 0))
            #expect((all[.unneededRings].value ?? 0) <= (all[.rings].value ?? 0))
        }
    }

    /// The speaker makes itself unnecessary: it speaks less at the end of the year than at its beginning.
    @Test func wordsBecomeFewer() throws {
        let shipped = try #require(Study(owners: 300, days: 365, seed: 2, rules: [.shipped]).run()[.shipped]).all
        let (first, last) = (try #require(shipped[.wordsFirst].value), try #require(shipped[.wordsLast].value))
        #expect(last < first / 2, "\(first) to \(last)")
    }

    @Test func aStudyOfAWeekHasNothingToDivideByZero() throws {
        let result = Study(owners: 1, days: 7, seed: 0).run()
        #expect(result.json().line.contains("\"median_day_to_level_3\":null"))
        #expect(!result.json().line.contains("nan"))
    }

    @Test func aFigureWithoutAValueIsNeitherReachedNorMissed() throws {
        let result = Study(owners: 20, days: 60, seed: 7).run()
        let open = result.requiredFigures.filter { $0.value == nil }
        #expect(!open.isEmpty && open.allSatisfy { $0.verdict == .noValue })
        let gates = try #require(result.json()["gates"]).list
        #expect(gates.count { $0["met"] == JSONValue.null } == open.count)
        #expect(StudyPage(result, language: .english).html.split(separator: "– no value").count == open.count + 1)
    }

    @Test func theJSONHasEveryRuleAndMeasure() throws {
        let json = Study(owners: 20, days: 60, seed: 3).run().json()
        for rule in RuleName.allCases {
            let outcomes = try #require(json["outcomes"]?[rule.rawValue])
            for measure in Measure.allCases { #expect(outcomes[measure.rawValue] != nil, "\(rule) \(measure)") }
            #expect(outcomes["kinds"]?["all"]?["owners"]?.integer == 20)
        }
        #expect(json["gates"]?.list.count == 8)
    }
}
