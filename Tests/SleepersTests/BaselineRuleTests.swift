import Bedside
import TestKit
import Testing

@testable import Sleepers

@Suite(.requirement("FADE-6")) struct BaselineRuleTests {
    private func live(_ rule: some WakingRule, _ words: [DayWord]) -> [Int] {
        var rule = rule
        return words.enumerated().map { index, word in
            rule.ended(CountedDay(date: LocalDate(dayNumber: Int32(20_458 + index)), observed: word))
            return rule.level.rawValue
        }
    }

    @Test func alwaysRingsWhateverHappens() {
        #expect(live(AlwaysRule(), Array(repeating: .unaided, count: 50)).allSatisfy { $0 == 0 })
        #expect(AlwaysRule().plan == MorningPlan(ringMinutes: 0, heedsSigns: false, opensTalk: true))
    }

    @Test func fiveInARowTakesFiveAndTenMore() {
        let levels = live(FiveInARowRule(), Array(repeating: .unaided, count: 15))
        #expect(levels == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3])
    }

    @Test func aPromptDayNeitherHelpsNorHarmsARow() {
        #expect(live(FiveInARowRule(), [.unaided, .unaided, .prompt, .unaided, .unaided, .unaided]).last == 1)
        #expect(live(FiveInARowRule(), [.unaided, .unaided, .slow, .unaided, .unaided, .unaided]).last == 0)
    }

    @Test func twoMissedOfSevenLeadOneStepBack() {
        let risen = Array(repeating: DayWord.unaided, count: 5)
        #expect(live(FiveInARowRule(), risen + [.missed, .unaided, .missed]).last == 0)
        #expect(live(FiveInARowRule(), risen + [.missed] + Array(repeating: .prompt, count: 6) + [.missed]).last == 1)
    }

    @Test func fiveInARowIsSilentAtTheEnd() {
        var rule = FiveInARowRule()
        for index in 0..<15 { rule.ended(CountedDay(date: LocalDate(dayNumber: Int32(index)), observed: .unaided)) }
        #expect(rule.plan.ringMinutes == nil)
    }

    @Test(arguments: [(0.8, 3, 15), (0.7, 2, 10), (0.5, 1, 0), (0.1, 0, 0)])
    func theOracleFollowsTheChance(chance: Double, level: Int, minutes: Int) {
        var rule = OracleRule()
        rule.know(chance: chance)
        #expect(rule.level.rawValue == level)
        #expect(rule.plan.ringMinutes == minutes)
    }

    /// The shipped rule rings at T, T, T+10 and T+15, and opens a talk at level 0 only (FADE-1).
    @Test func theShippedRuleAsksBeforeItGraduates() {
        var rule = ShippedRule()
        var asked: [FadingQuestion] = []
        var levels: [Int] = []
        for index in 0..<120 {
            let date = LocalDate(dayNumber: Int32(20_458 + index))
            rule.ended(CountedDay(date: date, observed: .unaided))
            levels.append(rule.level.rawValue)
            guard let question = rule.question(on: date) else { continue }
            asked.append(question)
            rule.answered(question, question == .consent ? .consent(true) : .rating(6), on: date)
        }
        #expect(asked == [.automaticity, .consent])
        #expect(levels.last == 3)
        #expect(rule.plan == MorningPlan(ringMinutes: 15))
    }

    @Test func threeRefusalsEndTheQuestion() {
        var rule = ShippedRule()
        var consents: [Int] = []
        for index in 0..<300 {
            let date = LocalDate(dayNumber: Int32(20_458 + index))
            rule.ended(CountedDay(date: date, observed: .unaided))
            guard let question = rule.question(on: date) else { continue }
            if question == .consent { consents.append(index) }
            rule.answered(question, question == .consent ? .consent(false) : .rating(7), on: date)
        }
        #expect(consents.count == 3)
        #expect(zip(consents, consents.dropFirst()).allSatisfy { $1 - $0 >= 14 })
        #expect(rule.level == .net)
    }
}
