import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// Random histories: events are repeated, reordered and lost, instances die, the seller fails, speakers ask. What comes out
/// is what a model says to which each change of the world happens once and in its order.
@Suite("Purchases in random histories", .requirement("GATEWAY-6", "GATEWAY-3"))
struct SalesHistoryTests {
    private static let accounts = 3

    /// The model: no events, no clocks, no failures.
    private struct Reference {
        var plans = [String](repeating: "free", count: accounts)
        var granted = [Int64](repeating: 30, count: accounts)
        var packs = [[String: Int64]](repeating: [:], count: accounts)

        mutating func subscribe(_ account: Int) {
            plans[account] = "pro"
            granted[account] = 300
        }
        mutating func lapse(_ account: Int) { plans[account] = "free" }
        mutating func buy(_ account: Int, _ transaction: String, _ minutes: Int64) {
            packs[account]["pack:\(transaction)"] = minutes
        }
        /// The plan moves; what was granted stays where it is.
        mutating func transfer(from: Int, to: Int) {
            guard plans[from] == "pro" else { return }
            plans[from] = "free"
            subscribe(to)
        }
    }

    /// Two instances on one database, and what the world does to them.
    private struct World: Sendable {
        let seller: StandInRevenueCat
        let base: any Engine
        let store: Store
        let runners: [JobRunner<BillingWorker>]
        let time: ManualTime

        init(_ seller: StandInRevenueCat, _ base: any Engine, _ fault: MutantEngine.Fault, _ time: ManualTime) throws {
            self.seller = seller
            self.base = base
            self.time = time
            let engine = MutantEngine(base: base, fault: fault)
            store = Store(engine: engine)
            var settings = Settings()
            settings.revenueCat = Sales.settings(seller)
            let logger = CollectedLogs().logger
            runners = try (0..<2).map { _ in
                try #require(GatewayServer(settings: settings, engine: engine, logger: logger).billing)
            }
        }

        /// Repeats, reorders and loses events, asks, runs, dies: a few of it at once.
        func turmoil(_ generator: inout SeededGenerator) async throws {
            var actions: [@Sendable () async throws -> Void] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0...3:
                    let place = Int.random(in: 0..<1_000, using: &generator)
                    let isKept = Int.random(in: 0..<3, using: &generator) == 0
                    // One in five is lost.
                    guard let picked = seller.event(place, isKept: isKept), Int.random(in: 0..<5, using: &generator) > 0
                    else { continue }
                    for _ in 0..<Int.random(in: 1...3, using: &generator) {
                        actions.append {
                            let event = try RevenueCatEvent(JSON(parsing: Array(picked.body.utf8)))
                            _ = try await store.receive(event, isSandbox: false)
                        }
                    }
                case 4:
                    let account = Int.random(in: 0..<accounts, using: &generator)
                    actions.append { _ = try await store.askForPlan(of: "account-\(account)") }
                case 5: actions.append { _ = try await runners[0].claim() }
                case 6:
                    let status = [500, 429, 200].randomElement(using: &generator) ?? 500
                    seller.change { $0.faults.append((status, status == 429 ? "2" : nil, "")) }
                case 7: time.advance(milliseconds: Int64.random(in: 100...70_000, using: &generator))
                default: for runner in runners { actions.append { try await runner.runDue() } }
                }
            }
            try await together(actions)
        }

        func together(_ actions: [@Sendable () async throws -> Void]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for action in actions { group.addTask { try await action() } }
                try await group.waitForAll()
            }
        }

        /// Every speaker asks, and all jobs come to their end.
        func settle() async throws {
            seller.change { $0.faults = [] }
            _ = try await store.engine.write { transaction throws(EngineError) in
                for account in 0..<accounts {
                    try Job.ask(Store.billingKind, "account-\(account)", in: transaction)
                }
            }
            for _ in 0..<40 {
                try await together(runners.map { runner in { try await runner.runDue() } })
                guard try await base.rows(Query("SELECT key FROM jobs")()).isEmpty == false else { return }
                time.advance(milliseconds: 30_000)
            }
            Issue.record("jobs that never end")
        }
    }

    /// Plays a history, and returns what is not as it should be.
    private func play(
        _ kind: DatabaseKind, seed: Int, _ fault: MutantEngine.Fault = .none, steps: Int = 40
    ) async throws -> Set<String> {
        let time = ManualTime()
        let database = try TestDatabase(kind, time: time)
        let base = try database.open(queue: 10_000)
        _ = try await base.migrate(Schema.migrations, apply: true)
        for account in 0..<Self.accounts { try await Sales.makeAccount(account, in: base) }
        var wrong: Set<String> = []
        try await StandInRevenueCat.with { seller in
            let world = try World(seller, base, fault, time)
            seller.change { $0.milliseconds = 2 }
            var generator = SeededGenerator(UInt64(seed))
            var model = Reference()
            do {
                for step in 0..<steps {
                    let account = Int.random(in: 0..<Self.accounts, using: &generator)
                    let customer = "user-\(account)"
                    switch Int.random(in: 0..<12, using: &generator) {
                    case 0, 1:
                        seller.subscribe(customer, until: time.now + 90 * 86_400_000)
                        model.subscribe(account)
                    case 2:
                        // What was never read cannot have been granted.
                        try await world.settle()
                        seller.lapse(customer)
                        model.lapse(account)
                    case 3:
                        let product = step % 2 == 0 ? "prod_small" : "prod_large"
                        seller.buy(customer, .init(product: product, transaction: "t\(step)"))
                        model.buy(account, "t\(step)", StandInRevenueCat.packs[product] ?? 0)
                    case 4:
                        try await world.settle()
                        let other = (account + 1) % Self.accounts
                        seller.transfer(from: customer, to: "user-\(other)")
                        model.transfer(from: account, to: other)
                    default: try await world.turmoil(&generator)
                    }
                    // What settling would repair must not be wrong in between, either.
                    for invariant in Invariant.aboutPlans
                    where !(try await base.rows(invariant.statement(at: base.now())).isEmpty) {
                        wrong.insert(invariant.number)
                    }
                }
                try await world.settle()
            } catch let error as EngineError {
                wrong.insert("\(error)")
            }
            for account in 0..<Self.accounts {
                if try await Sales.plan(account, in: base) != model.plans[account] { wrong.insert("plan") }
                let ledger = try await Sales.ledger(account, in: base)
                let packs = ledger.filter { $0.key.hasPrefix("pack:") }
                if packs != model.packs[account] { wrong.insert("packs") }
                if ledger.filter({ !$0.key.hasPrefix("pack:") }).values.reduce(0, +) != model.granted[account] {
                    wrong.insert("month")
                }
            }
        }
        for (invariant, count) in try await Invariant.counts(in: base) where count > 0 {
            wrong.insert(invariant.number)
        }
        await base.close()
        return wrong
    }

    @Test(
        "Repeated, reordered, lost and parallel: plan and minutes are the model's",
        .requirement("I4", "I10", "I14", "I17"), .timeLimit(.minutes(10)), arguments: DatabaseKind.allCases)
    func histories(kind: DatabaseKind) async throws {
        for seed in 1...8 {
            let wrong = try await play(kind, seed: seed)
            #expect(wrong == [], "seed \(seed)")
        }
    }

    @Test("Grants keyed by the message and lost statements are noticed", .timeLimit(.minutes(10)))
    func mutants() async throws {
        let faults: [(String, MutantEngine.Fault)] = [
            ("key", .keyOfMessage), ("plan", .lostStatement("UPDATE accounts SET plan =")),
            ("change", .lostStatement("INSERT INTO plan_changes")), ("audit", .lostStatement("INSERT INTO audit")),
            ("done", .lostStatement("UPDATE webhook_inbox SET done_at = $3")),
            ("cover", .lostStatement("UPDATE webhook_inbox SET as_of")),
            ("job", .lostStatement("INSERT INTO jobs")),
        ]
        for (name, fault) in faults {
            var wrong: Set<String> = []
            for seed in 1...6 where wrong.isEmpty { wrong = try await play(.sqlite, seed: seed, fault) }
            #expect(!wrong.isEmpty, "\(name)")
        }
    }
}
