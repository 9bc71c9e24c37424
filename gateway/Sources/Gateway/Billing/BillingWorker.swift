import GatewayRules
import SQLEngines

/// The one way in which a plan changes: the seller is asked what an account's customers have, and one transaction takes
/// that over (gateway-design §3.4). Webhooks, speakers that ask, and plans near their end only ask for this.
struct BillingWorker: JobWorker {
    /// A request is begun this long after the claim at the latest: with its own ten seconds it ends within the lease.
    static let patience = Duration.seconds(40)

    private static let readAccount = Query("SELECT plan, plan_as_of FROM accounts WHERE id = $1 AND deleted_at IS NULL")
    private static let lockAccount = Query(
        "SELECT plan, plan_until, plan_as_of, plan_revision FROM accounts WHERE id = $1 AND deleted_at IS NULL",
        locking: .row)
    private static let saveAccount = Query(
        "UPDATE accounts SET plan = $2, plan_until = $3, plan_as_of = $4, plan_revision = $5 WHERE id = $1")
    private static let insertChange = Query(
        "INSERT INTO plan_changes (account_id, revision, as_of, plan_before, plan, at) VALUES ($1, $2, $3, $4, $5, $6)")
    private static let anyUser = Query(
        "SELECT id FROM users WHERE account_id = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1")
    private static let newestEvent = Query(
        "SELECT MAX(received_at) FROM webhook_inbox WHERE account_id = $1 AND done_at IS NULL")
    private static let coverEvents = Query(
        "UPDATE webhook_inbox SET as_of = $2 WHERE account_id = $1 AND done_at IS NULL")
    private static let finishEvents = Query(
        "UPDATE webhook_inbox SET done_at = $3 WHERE account_id = $1 AND as_of = $2 AND done_at IS NULL")
    private static let disregardEvents = Query(
        "UPDATE webhook_inbox SET done_at = $2, outcome = $3 WHERE account_id = $1 AND done_at IS NULL")

    struct Work: Hashable, Sendable {
        let account: String
        let customers: [String]
        /// When the question counts as asked. An answer to an older question never replaces one to a newer.
        let asOf: Int64
    }

    let store: Store
    let client: RevenueCatClient
    let offer: Offer
    let limits: PlanLimits
    let metrics: GatewayMetrics

    var kind: String { Store.billingKind }

    func lookAround() async throws(EngineError) {
        try await store.askAboutEndingPlans()
    }

    func prepare(_ job: Job, in transaction: any Transaction) throws(EngineError) -> JobPreparation<Work> {
        let account = job.key
        let now = try transaction.now()
        let customers = try Store.customers(of: account, in: transaction)
        let row = try transaction.run(Self.readAccount(.text(account))).first
        guard let row, !customers.isEmpty else {
            try transaction.enqueue(Self.disregardEvents(.text(account), .integer(now), "gone"))
            return .done
        }
        guard let plan = Plan(rawValue: try row.text(0)) else { throw .shape("a plan that is none") }
        guard plan != .owner else {
            // Whoever runs the gateway buys nothing here.
            try transaction.enqueue(Self.disregardEvents(.text(account), .integer(now), "owner"))
            return .done
        }
        let cost = Int64(customers.count) * RevenueCatClient.cost
        if let wait = try SharedBudget.revenueCat.take(cost, in: transaction) { return .wait(milliseconds: wait) }
        // The events that this reading covers are marked: what comes later is not among them, and asks again.
        let record = PlanRecord(plan: plan, until: nil, asOf: try row.integer(1), revision: 0)
        let newest = try transaction.run(Self.newestEvent(.text(account))).first?.integerIfAny(0)
        let asOf = max(record.nextQuestion(at: now), newest ?? 0)
        try transaction.enqueue(Self.coverEvents(.text(account), .integer(asOf)))
        return .work(Work(account: account, customers: customers, asOf: asOf))
    }

    /// All that the account's customers have, or the first failure: half of it could take a plan away.
    func perform(_ work: Work) async -> Result<[CustomerReading], RevenueCatFailure> {
        let started = ContinuousClock.now
        var readings: [CustomerReading] = []
        for customer in work.customers {
            guard started.duration(to: .now) < Self.patience else { return .failure(.busy(milliseconds: nil)) }
            switch await client.customer(customer) {
            case .failure(let failure): return .failure(failure)
            // Nobody of that name has bought anything.
            case .success(let reading): if let reading { readings.append(reading) }
            }
        }
        return .success(readings)
    }

    func finish(
        _ work: Work, _ finding: Result<[CustomerReading], RevenueCatFailure>, in transaction: any Transaction
    ) throws(EngineError) -> JobOutcome {
        switch finding {
        case .failure(.busy(let milliseconds)):
            if let milliseconds {
                try SharedBudget.revenueCat.pause(milliseconds: milliseconds, in: transaction)
            }
            return .later(milliseconds: milliseconds)
        case .failure(.refused): return .later(milliseconds: nil)
        case .success(let readings):
            try take(offer.bought(readings), work, in: transaction)
            return .done
        }
    }

    /// Everything that follows from an answer, or nothing: the plan, what the month lacks of it, packs, the events.
    private func take(_ bought: Bought, _ work: Work, in transaction: any Transaction) throws(EngineError) {
        let account = Value.text(work.account)
        guard let row = try transaction.run(Self.lockAccount(account)).first else { return }
        guard let before = Plan(rawValue: try row.text(0)) else { throw .shape("a plan that is none") }
        var record = PlanRecord(
            plan: before, until: try row.integerIfAny(1), asOf: try row.integer(2), revision: try row.integer(3))
        let now = try transaction.now()
        guard record.take(bought, asOf: work.asOf) else {
            if before == .owner {
                try transaction.enqueue(Self.disregardEvents(account, .integer(now), "owner"))
            }
            return
        }
        try transaction.enqueue(
            Self.saveAccount(
                account, .text(record.plan.rawValue), Value(record.until), .integer(record.asOf),
                .integer(record.revision)))
        if record.plan != before {
            try transaction.enqueue(
                Self.insertChange(
                    account, .integer(record.revision), .integer(record.asOf), .text(before.rawValue),
                    .text(record.plan.rawValue), .integer(now)))
            let user = try transaction.run(Self.anyUser(account)).first?.text(0)
            try AuditEntry(
                key: "plan:\(work.account):\(record.revision)", user: user, action: "plan-change",
                detail: "\(before.rawValue) \(record.plan.rawValue)"
            ).write(in: transaction)
        }
        // Locks it again, and gives the month what it lacks of the plan that it has now.
        let locked = try LockedAccount.lock(work.account, limits: limits, in: transaction)
        try Store.add(bought.packs, to: locked, in: transaction)
        try transaction.enqueue(Self.finishEvents(account, .integer(work.asOf), .integer(now)))
    }
}
