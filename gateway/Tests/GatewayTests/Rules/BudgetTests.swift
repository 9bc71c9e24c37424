import GatewayRules
import Testing

@Suite("How often something may happen", .requirement("GATEWAY-1"))
struct BudgetTests {
    /// The rule in its simplest form: the times of what was taken, and exact fractions.
    private struct Model {
        let allowance: Allowance
        var left: Double
        var at: Int64

        mutating func take(at now: Int64) -> Bool {
            left = min(
                Double(allowance.burst),
                left + Double(max(0, now - at)) * Double(allowance.refill) / Double(allowance.periodMilliseconds))
            at = at - now > 60_000 ? now : max(at, now)
            // A millisecond's part is larger than any rounding of the model.
            guard left >= 1 - 1e-9 else { return false }
            left -= 1
            return true
        }
    }

    @Test("It allows what the model allows, in random histories of any allowance", arguments: 0..<200)
    func model(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let allowance = Allowance(
            burst: .random(in: 1...20, using: &generator), refill: .random(in: 1...30, using: &generator),
            periodMilliseconds: [1_000, 60_000, 900_000, 3_600_000].randomElement(using: &generator) ?? 1_000)
        var now: Int64 = 1_800_000_000_000
        var budget = Budget(full: allowance, at: now)
        var model = Model(allowance: allowance, left: Double(allowance.burst), at: now)
        for _ in 0..<300 {
            // Mostly forward, sometimes back: a clock that is set refills nothing, and is followed after a minute.
            now += Int64.random(in: -500...2 * allowance.periodMilliseconds / allowance.refill, using: &generator)
            let wait = budget.take(allowance, at: now)
            #expect((wait == nil) == model.take(at: now))
        }
    }

    @Test("The wait that it names is exact: then it allows one, a millisecond earlier none")
    func waitIsExact() throws {
        let allowance = Allowance(burst: 5, refill: 7, periodMilliseconds: 60_000)
        var budget = Budget(full: allowance, at: 0)
        for _ in 0..<5 { #expect(budget.take(allowance, at: 0) == nil) }
        let refused = budget.take(allowance, at: 0)
        let wait = try #require(refused)
        var early = budget
        #expect(early.take(allowance, at: wait - 1) == 1)
        #expect(budget.take(allowance, at: wait) == nil)
    }

    @Test("A clock that was ahead by years and comes back keeps nobody waiting for longer than usual")
    func ahead() {
        let allowance = Allowance.perHour(20)
        var budget = Budget(units: 0, at: .max / 2)
        #expect(budget.wait(allowance, at: 0) == 180_000)
        #expect(budget.wait(allowance, at: 180_000) == nil)
    }

    @Test("A pause of years fills it once")
    func longPause() {
        let allowance = Allowance.perHour(600)
        var budget = Budget(units: 0, at: 0)
        #expect(budget.wait(allowance, at: .max / 2) == nil)
        #expect(budget.isFull(allowance, at: .max / 2))
    }
}
