import Bedside
import TestKit
import Testing

@testable import Sleepers

@Suite(.requirement("FADE-6")) struct MorningTests {
    private let behaviour = MorningBehaviour(
        parameters: SleeperParameters(), snoozer: .heavy, seen: 0.95, answers: 0.8, isEpisode: false)

    private func mornings(_ count: Int, wasUp: Bool, plan: MorningPlan) -> [Morning] {
        var draws = Draws(seed: 5, owner: 1, purpose: .night)
        return (0..<count).map { _ in behaviour.morning(wasUp: wasUp, plan: plan, draws: MorningDraws(&draws)) }
    }

    @Test func somebodyWhoIsSeenIsNotRungAt() {
        let all = mornings(4000, wasUp: true, plan: MorningPlan(ringMinutes: 10))
        let seen = Double(all.count { $0.showedLife }) / 4000
        #expect(abs(seen - 0.95) < 0.015)
        #expect(all.allSatisfy { $0.rang != $0.showedLife })
    }

    @Test func alwaysRingsAtThoseWhoAreSeenToo() {
        let plan = AlwaysRule().plan
        #expect(mornings(200, wasUp: true, plan: plan).allSatisfy { $0.rang })
        #expect(mornings(200, wasUp: false, plan: plan).allSatisfy { $0.rang })
    }

    @Test func aHeavySleeperMissesOneInTen() {
        let all = mornings(8000, wasUp: false, plan: MorningPlan(ringMinutes: 0))
        #expect(abs(Double(all.count { $0.sleptThrough }) / 8000 - 0.10) < 0.015)
        #expect(abs(Double(all.count { $0.observed == .prompt }) / 8000 - 0.12) < 0.015)
    }

    /// Two in a hundred sleepers claim to be up, and are believed.
    @Test func liesAreRareAndBelieved() {
        let all = mornings(8000, wasUp: false, plan: MorningPlan(ringMinutes: 0))
        let lies = all.filter(\.showedLife)
        #expect(abs(Double(lies.count) / 8000 - 0.02) < 0.006)
        #expect(lies.allSatisfy { !$0.rang && $0.observed == .unaided })
    }

    @Test func aSilentRuleNeverRings() {
        #expect(mornings(500, wasUp: false, plan: MorningPlan(ringMinutes: nil)).allSatisfy { !$0.rang })
    }
}
