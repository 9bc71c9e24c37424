import GatewayRules
import SQLEngines

/// Events of the seller until they had their effect, and who is meant by them (gateway-design §3.4).
extension Store {
    static let billingKind = "billing"
    /// Names of one account at the seller that are asked for.
    static let mostCustomers = 8

    private static let accountOfCustomer = Query(
        """
        SELECT account_id FROM users WHERE id = $1 AND deleted_at IS NULL
        UNION SELECT u.account_id FROM identities i JOIN users u ON u.id = i.user_id
          WHERE i.provider = 'apple' AND i.subject = $1 AND u.deleted_at IS NULL
        """)
    private static let customersOfAccount = Query(
        """
        SELECT id FROM users WHERE account_id = $1 AND deleted_at IS NULL
        UNION SELECT i.subject FROM identities i JOIN users u ON u.id = i.user_id
          WHERE i.provider = 'apple' AND u.account_id = $1 AND u.deleted_at IS NULL
        ORDER BY 1 LIMIT \(mostCustomers)
        """)
    private static let insertEvent = Query(
        """
        INSERT INTO webhook_inbox (source, event_id, account_id, type, occurred_at, received_at, done_at, outcome)
        VALUES ('revenuecat', $1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING account_id
        """)

    /// Keeps an event and asks for the jobs that it brings, in one transaction; the same event again changes nothing.
    /// Returns whether there is something to do.
    ///
    /// An event of the other environment, or of nobody here, is kept for an investigation and has no effect.
    func receive(_ event: RevenueCatEvent, isSandbox: Bool) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            let isOurs = event.isSandbox == nil || event.isSandbox == isSandbox
            var accounts: Set<String> = []
            if isOurs {
                for rows in try transaction.run(event.customers.map { Self.accountOfCustomer(.text($0)) }) {
                    for row in rows { accounts.insert(try row.text(0)) }
                }
            }
            let outcome: String? = accounts.isEmpty ? (isOurs ? "unknown" : "environment") : nil
            // In one order for all: two events may be about the same two accounts.
            let ordered = accounts.isEmpty ? [""] : accounts.sorted()
            let inserted = try transaction.run(
                ordered.map { account in
                    Self.insertEvent(
                        .text(event.id), .text(account), .text(event.type), .integer(event.occurredAt), .integer(now),
                        outcome == nil ? nil : .integer(now), Value(outcome))
                })
            var isNew = false
            for (account, rows) in zip(ordered, inserted) where outcome == nil && !rows.isEmpty {
                try Job.ask(Self.billingKind, account, in: transaction)
                isNew = true
            }
            return isNew
        }
    }

    /// What the account's users are called at the seller: by our ids, and by Apple's.
    static func customers(of account: String, in transaction: any Transaction) throws(EngineError) -> [String] {
        var customers: [String] = []
        for row in try transaction.run(customersOfAccount(.text(account))) { customers.append(try row.text(0)) }
        return customers
    }

    /// What an owner may ask for.
    enum SyncAnswer: Hashable, Sendable {
        case asked
        case tooOften(waitMilliseconds: Int64)
    }

    /// Asks for one account's plan to be read again, at most once a minute.
    func askForPlan(of account: String) async throws(EngineError) -> SyncAnswer {
        try await engine.write { transaction throws(EngineError) in
            let (held, wait) = try SharedBudget.lock([.billingSyncs(account: account)], in: transaction)
            if let wait { return .tooOften(waitMilliseconds: wait) }
            try SharedBudget.take(held, in: transaction)
            try Job.ask(Self.billingKind, account, in: transaction)
            return .asked
        }
    }

    /// Plans that end within a day and were not asked about for six hours, and those that ended an hour ago and were not
    /// asked about since.
    ///
    /// - Parameters: `$1` in a day, `$2` an hour ago, `$3` six hours ago.
    private static let nearTheirEnd = Query(
        """
        SELECT id FROM accounts a WHERE plan = 'pro' AND plan_until < $1
          AND ((plan_until < $2 AND plan_as_of < plan_until + \(PlanRecord.patienceMilliseconds)) OR plan_as_of < $3)
          AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'billing' AND key = a.id) ORDER BY plan_until LIMIT 100
        """)

    /// Asks about plans that are near their end or past it: events get lost.
    func askAboutEndingPlans() async throws(EngineError) {
        let now = engine.now()
        let found = try await engine.read(
            Self.nearTheirEnd(
                .integer(now + PlanRecord.earlyMilliseconds), .integer(now - PlanRecord.patienceMilliseconds),
                .integer(now - PlanRecord.restMilliseconds)))
        guard !found.isEmpty else { return }
        var accounts: [String] = []
        for row in found { accounts.append(try row.text(0)) }
        let ordered = accounts.sorted()
        try await engine.write { transaction throws(EngineError) in
            for account in ordered { try Job.ask(Self.billingKind, account, in: transaction) }
        }
    }

    private static let dueJobs = Query("SELECT COUNT(*) FROM jobs WHERE due_at <= $1")
    private static let oldestEvent = Query("SELECT MIN(received_at) FROM webhook_inbox WHERE done_at IS NULL")
    /// By the index for leases (`Schema.openTalks`).
    private static let openSessions = Query(
        "SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL AND lease_until > 0")

    struct Backlog: Hashable, Sendable {
        /// Jobs that wait for an instance.
        let jobs: Int64
        /// For how long the oldest event has waited for its effect.
        let lagMilliseconds: Int64
        /// Talks that are open, prepared ones, too.
        let sessions: Int64
    }

    func backlog() async throws(EngineError) -> Backlog {
        let now = engine.now()
        let results = try await engine.read([Self.dueJobs(.integer(now)), Self.oldestEvent(), Self.openSessions()])
        guard results.count == 3, let jobs = results[0].first, let oldest = results[1].first,
            let open = results[2].first
        else {
            throw .shape("no counts")
        }
        return Backlog(
            jobs: try jobs.integer(0), lagMilliseconds: max(0, now - (try oldest.integerIfAny(0) ?? now)),
            sessions: try open.integer(0))
    }
}

extension SharedBudget {
    static func billingSyncs(account: String) -> SharedBudget {
        SharedBudget(bucket: "billing-sync:\(account)", allowance: .perMinute(1))
    }

    /// Requests to RevenueCat: it takes 480 a minute (gateway-facts §11.2), of which this leaves a fifth.
    static let revenueCat = SharedBudget(
        bucket: "revenuecat", allowance: Allowance(burst: 24, refill: 6, periodMilliseconds: 1_000))

    /// Takes that many, or none: nil. Else the milliseconds until there are so many.
    func take(_ count: Int64, in transaction: any Transaction) throws(EngineError) -> Int64? {
        let now = try transaction.now()
        guard var (_, left) = try Self.lock([self], in: transaction).held.first else { throw .shape("no budget") }
        // More at once than there ever are would wait for ever.
        let cost = min(count, allowance.burst) * allowance.periodMilliseconds
        _ = left.wait(allowance, at: now)
        guard left.units >= cost else { return (cost - left.units + allowance.refill - 1) / allowance.refill }
        left = Budget(units: left.units - cost, at: left.at)
        try save(left, in: transaction)
        return nil
    }

    /// Leaves nothing for that time: whoever sells it has said that it was too much.
    func pause(milliseconds: Int64, in transaction: any Transaction) throws(EngineError) {
        guard var (_, left) = try Self.lock([self], in: transaction).held.first else { throw .shape("no budget") }
        _ = left.wait(allowance, at: try transaction.now())
        left = Budget(units: min(left.units, -milliseconds * allowance.refill), at: left.at)
        try save(left, in: transaction)
    }
}
