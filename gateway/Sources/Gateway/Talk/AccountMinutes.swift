import GatewayRules
import SQLEngines

/// What the ledger and the open conversations add up to, from one month's view.
struct LedgerSums: Hashable, Sendable {
    var granted: Int64
    var month: Int64
    let packs: Int64
    fileprivate let held: Int64
    fileprivate let heldByEarlier: Int64

    var balance: Balance { Balance(month: month, packs: packs, held: held, heldByEarlier: heldByEarlier) }
}

/// Minutes that an open conversation holds, and the month in which it began.
struct Loan: Hashable, Sendable {
    let period: String
    let minutes: Int64
}

/// What was read of an account's ledger and open conversations. A month that was not read is not guessed.
struct AccountMinutes: Hashable, Sendable {
    static let ofPeriod = Query(
        """
        SELECT CAST(COALESCE(SUM(CASE WHEN plan_minutes IS NOT NULL THEN minutes ELSE 0 END), 0) AS BIGINT),
          CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM ledger WHERE account_id = $1 AND period = $2
        """)
    static let ofOpen = Query(
        """
        SELECT s.period, CAST(SUM(s.held_minutes) AS BIGINT), CAST((SELECT COALESCE(SUM(l.minutes), 0) FROM ledger l
          WHERE l.account_id = $1 AND l.period = s.period) AS BIGINT)
        FROM sessions s WHERE s.account_id = $1 AND s.account_id <> '' AND s.ended_at IS NULL AND s.held_minutes > 0
        GROUP BY s.period
        """)
    static let ofOpenByCredential = Query(
        """
        SELECT s.period, CAST(SUM(s.held_minutes) AS BIGINT), CAST((SELECT COALESCE(SUM(l.minutes), 0) FROM ledger l
          WHERE l.account_id = s.account_id AND l.period = s.period) AS BIGINT)
        FROM credentials c JOIN users u ON u.id = c.user_id JOIN sessions s ON s.account_id = u.account_id
        WHERE c.hash = $1 AND s.account_id <> '' AND s.ended_at IS NULL AND s.held_minutes > 0
        GROUP BY s.account_id, s.period
        """)

    private struct OfMonth: Hashable, Sendable {
        var granted: Int64
        var left: Int64
    }
    private struct OfOpen: Hashable, Sendable {
        var held: Int64
        /// What the ledger has left of their month, before what is held.
        var left: Int64
    }

    private var months: [String: OfMonth]
    private var open: [String: OfOpen] = [:]
    private var packs: Int64

    /// - Parameters:
    ///   - found: Of `AccountRow`.
    ///   - rows: Of `ofOpen`.
    init(of row: AccountRow, _ found: Row, open rows: [Row]) throws(EngineError) {
        // Before an account's first month its rows without a month are packs.
        months =
            row.storedPeriod.isEmpty
            ? [:] : [row.storedPeriod: OfMonth(granted: try found.integer(4), left: try found.integer(5))]
        packs = try found.integer(6)
        for row in rows { open[try row.text(0)] = OfOpen(held: try row.integer(1), left: try row.integer(2)) }
    }

    /// Nil: that month was not read.
    func sums(of period: String) -> LedgerSums? {
        guard let month = months[period] else { return nil }
        var heldByEarlier: Int64 = 0
        for (other, open) in open where other != period { heldByEarlier += max(0, open.held - open.left) }
        return LedgerSums(
            granted: month.granted, month: month.left, packs: packs, held: open[period]?.held ?? 0,
            heldByEarlier: heldByEarlier)
    }

    /// - Parameter results: Of `ofPeriod`.
    mutating func read(_ results: [[Row]], of period: String) throws(EngineError) -> LedgerSums {
        guard let row = results.first?.first else { throw .shape("no sums") }
        months[period] = OfMonth(granted: try row.integer(0), left: try row.integer(1))
        guard let sums = sums(of: period) else { throw .shape("no sums") }
        return sums
    }

    // MARK: What a transaction writes

    mutating func grant(_ minutes: Int64, in period: String) {
        months[period]?.granted += minutes
        take(-minutes, of: period)
    }

    /// - Parameter period: '' for packs.
    mutating func take(_ minutes: Int64, of period: String) {
        if period.isEmpty { packs -= minutes }
        months[period]?.left -= minutes
        open[period]?.left -= minutes
    }

    mutating func hold(_ minutes: Int64, of period: String) {
        guard minutes != 0 else { return }
        open[period, default: OfOpen(held: 0, left: months[period]?.left ?? 0)].held += minutes
    }
}
