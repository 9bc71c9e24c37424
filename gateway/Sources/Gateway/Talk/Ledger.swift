import GatewayRules
import SQLEngines

/// What the owner is told about the account.
struct Entitlement: Hashable, Sendable {
    let plan: Plan
    /// Minutes granted for the month.
    let limit: Int64
    let balance: Balance
    /// When the month is over for the owner, in milliseconds.
    let endsAt: Int64
    /// Until when the plan is paid for, as far as is known; nil: without an end.
    var planEndsAt: Int64?
    /// That time is over, and whoever sells the plan has not said yet what follows.
    var isInGrace = false

    var json: JSON {
        .members([
            "plan": .text(plan.rawValue), "status": isInGrace ? "grace" : "active",
            "monthly_usage_limit": .integer(limit),
            "monthly_usage_remaining": .integer(max(0, balance.month)),
            "monthly_usage_count": .integer(max(0, limit - balance.month)), "period_ends_at": .integer(endsAt / 1000),
            "packs_remaining": .integer(max(0, balance.packs)), "held": .integer(balance.held + balance.heldByEarlier),
            "plan_ends_at": planEndsAt.map { .integer($0 / 1000) },
        ])
    }
}

/// The minutes of each plan in a month.
struct PlanLimits: Hashable, Sendable {
    var free: Int64 = 30
    var pro: Int64 = 300
    var owner: Int64 = 100_000

    subscript(_ plan: Plan) -> Int64 {
        switch plan {
        case .free: free
        case .pro: pro
        case .owner: owner
        }
    }
}

/// An account's plan and month, as they were read.
struct AccountRow: Hashable, Sendable {
    /// With what the ledger has of the newest month seen, and of packs.
    private static let columns = """
        a.plan, a.zone, a.period, a.plan_until,
          CAST(COALESCE(SUM(CASE WHEN l.plan_minutes IS NOT NULL THEN l.minutes ELSE 0 END), 0) AS BIGINT),
          CAST(COALESCE(SUM(l.minutes), 0) AS BIGINT),
          CAST((SELECT COALESCE(SUM(p.minutes), 0) FROM ledger p WHERE p.account_id = a.id AND p.period = '') AS BIGINT)
        """
    static let byID = Query(
        """
        SELECT \(columns) FROM accounts a LEFT JOIN ledger l ON l.account_id = a.id AND l.period = a.period
        WHERE a.id = $1 GROUP BY a.id
        """)
    static let byCredential = Query(
        """
        SELECT \(columns) FROM credentials c JOIN users u ON u.id = c.user_id JOIN accounts a ON a.id = u.account_id
          LEFT JOIN ledger l ON l.account_id = a.id AND l.period = a.period
        WHERE c.hash = $1 GROUP BY a.id
        """)

    let id: String
    let plan: Plan
    let zone: String
    /// The newest month seen, as it is stored.
    let storedPeriod: String
    /// The owner's month: by the account's zone, never back.
    let month: Month
    let planMinutes: Int64
    private let planEndsAt: Int64?
    private let isInGrace: Bool

    init(id: String, _ row: Row, at now: Int64, limits: PlanLimits) throws(EngineError) {
        guard let plan = Plan(rawValue: try row.text(0)) else { throw .shape("a plan that is none") }
        self.id = id
        self.plan = plan
        zone = try row.text(1)
        storedPeriod = try row.text(2)
        month = .current(newestSeen: Month(storedPeriod), local: .local(zone: zone, at: now))
        planMinutes = limits[plan]
        planEndsAt = try row.integerIfAny(3)
        isInGrace = planEndsAt.map { $0 < now } ?? false
    }

    func entitlement(_ sums: LedgerSums) -> Entitlement {
        Entitlement(
            plan: plan, limit: sums.granted, balance: sums.balance, endsAt: month.end(zone: zone),
            planEndsAt: planEndsAt, isInGrace: isInGrace)
    }
}

/// An account that is locked for a transaction about minutes, with what its ledger adds up to: read once under the lock,
/// and kept by what the transaction writes. Locks are taken in one order everywhere: account, then session. It must not
/// leave the transaction.
final class LockedAccount {
    private static let savePeriod = Query("UPDATE accounts SET period = $2 WHERE id = $1")
    private static let insertEntry = Query(
        """
        INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING
        """)

    private let row: AccountRow
    private var minutes: AccountMinutes

    var id: String { row.id }
    var plan: Plan { row.plan }
    var month: Month { row.month }

    private init(_ row: AccountRow, _ minutes: AccountMinutes) {
        self.row = row
        self.minutes = minutes
    }

    /// Locks the account, and gives its month what it lacks: the first request of a month makes the grant.
    static func lock(
        _ id: String, limits: PlanLimits, in transaction: any Transaction
    ) throws(EngineError) -> LockedAccount {
        try lock(id, limits: limits, reading: [], in: transaction).account
    }

    /// The same, with what else is read or locked in that round trip.
    static func lock(
        _ id: String, limits: PlanLimits, reading others: [Statement], in transaction: any Transaction
    ) throws(EngineError) -> (account: LockedAccount, rows: [[Row]]) {
        // The lock has a statement of its own: what is read by a later one is what the last holder left.
        let own = [RowLock.account(.text(id)), AccountRow.byID(.text(id)), AccountMinutes.ofOpen(.text(id))]
        let results = try transaction.run(own + others)
        guard results.count == own.count + others.count else { throw .shape("too few results") }
        guard !results[0].isEmpty, let found = results[1].first else { throw .gone }
        let now = try transaction.now()
        let row = try AccountRow(id: id, found, at: now, limits: limits)
        let account = LockedAccount(row, try AccountMinutes(of: row, found, open: results[2]))
        let period = row.month.description
        if row.storedPeriod != period {
            try transaction.enqueue(savePeriod(.text(id), .text(period)))
            // One that nobody has used before has no month to close.
            if !row.storedPeriod.isEmpty { try ClosedMonths.close(of: id, in: row.month, in: transaction) }
        }
        let granted = try account.sums(of: period, in: transaction).granted
        if let grant = Grant.missing(month: row.month, planMinutes: row.planMinutes, granted: granted) {
            try transaction.enqueue(
                insertEntry(
                    .text(id), .text(grant.key), .text(period), .integer(grant.minutes), .integer(row.planMinutes),
                    .integer(now)))
            account.minutes.grant(grant.minutes, in: period)
        }
        return (account, Array(results.dropFirst(own.count)))
    }

    func sums(of period: String, in transaction: any Transaction) throws(EngineError) -> LedgerSums {
        if let known = minutes.sums(of: period) { return known }
        let results = try transaction.run([AccountMinutes.ofPeriod(.text(id), .text(period))])
        return try minutes.read(results, of: period)
    }

    func entitlement(in transaction: any Transaction) throws(EngineError) -> Entitlement {
        row.entitlement(try sums(of: month.description, in: transaction))
    }

    /// What a conversation that began in a month may still be lent. One that goes on after the month's end uses what is
    /// left of it, and then what any other would.
    func available(of period: String, in transaction: any Transaction) throws(EngineError) -> Int64 {
        let free = try sums(of: month.description, in: transaction).balance.available
        guard period != month.description else { return free }
        let own = try sums(of: period, in: transaction).balance
        return max(0, own.month - own.held) + free
    }

    /// Takes a conversation's minutes: of its month first, then of the current one, then of packs.
    func charge(
        session: String, period: String, minutes charged: Int64, in transaction: any Transaction
    ) throws(EngineError) {
        guard charged > 0 else { return }
        let now = try transaction.now()
        let current = month.description
        let parts = Balance.DrawDown(
            charged, month: try sums(of: period, in: transaction).month,
            laterMonth: period == current ? 0 : try sums(of: current, in: transaction).month)
        for (key, period, minutes) in [
            ("session:\(session)", period, parts.month), ("session:\(session):later", current, parts.laterMonth),
            ("session:\(session):pack", "", parts.packs),
        ] where minutes > 0 {
            try transaction.enqueue(
                Self.insertEntry(.text(id), .text(key), .text(period), .integer(-minutes), nil, .integer(now)))
            self.minutes.take(minutes, of: period)
        }
    }

    /// A conversation holds so much now, instead of what it held.
    func hold(_ loan: Loan, insteadOf before: Loan) {
        minutes.hold(-before.minutes, of: before.period)
        minutes.hold(loan.minutes, of: loan.period)
    }

    /// Adds a pack, once for each purchase, whichever account had it first. Its minutes do not end with the month. Whether
    /// it was new is only known to the database: what is summed in this transaction is without it.
    func addPack(_ purchase: String, minutes: Int64, in transaction: any Transaction) throws(EngineError) {
        try transaction.enqueue(
            Self.insertEntry(
                .text(id), .text("pack:\(purchase)"), "", .integer(minutes), nil, .integer(try transaction.now())))
    }
}

// MARK: - Without a lock

extension Entitlement {
    /// What `read` needs to know of whoever has a credential, by its hash.
    static let ofCredential = [AccountRow.byCredential, AccountMinutes.ofOpenByCredential]

    /// Reads it without a lock and without a write: the grant that a month lacks is imagined.
    static func read(
        of id: String, limits: PlanLimits, in engine: any Engine
    ) async throws(EngineError) -> Entitlement {
        let results = try await engine.read([AccountRow.byID(.text(id)), AccountMinutes.ofOpen(.text(id))])
        return try await read(of: id, results, limits: limits, in: engine)
    }

    /// - Parameter results: Of `ofCredential`.
    static func read(
        of id: String, _ results: [[Row]], limits: PlanLimits, in engine: any Engine
    ) async throws(EngineError) -> Entitlement {
        guard results.count == 2 else { throw .shape("too few results") }
        guard let found = results[0].first else { throw .gone }
        let row = try AccountRow(id: id, found, at: engine.now(), limits: limits)
        var minutes = try AccountMinutes(of: row, found, open: results[1])
        let period = row.month.description
        var sums: LedgerSums
        if let known = minutes.sums(of: period) {
            sums = known
        } else {
            // A month in which nobody has talked yet.
            let results = try await engine.read([AccountMinutes.ofPeriod(.text(id), .text(period))])
            sums = try minutes.read(results, of: period)
        }
        if let grant = Grant.missing(month: row.month, planMinutes: row.planMinutes, granted: sums.granted) {
            sums.granted += grant.minutes
            sums.month += grant.minutes
        }
        return row.entitlement(sums)
    }
}
