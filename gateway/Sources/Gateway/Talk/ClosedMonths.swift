import GatewayRules
import SQLEngines

/// Months that are long over, which the ledger keeps as one row each: `close:2026-11`, with what was left of it.
///
/// Until then each talk has a row, and its key names the talk. Done with the account's lock by the first request of a
/// month, so that nothing has to look for it. Packs stay row by row: their minutes do not end.
enum ClosedMonths {
    /// How many months are kept row by row, so that a year can be compared with the one before. Talks themselves are
    /// kept for 13 months.
    static let monthsInFull = 25

    /// A talk that is on may still be charged to its month.
    private static let isOld = """
        account_id = $1 AND period <> '' AND period < $2
          AND period NOT IN (SELECT s.period FROM sessions s WHERE s.account_id = $1 AND s.ended_at IS NULL)
        """
    /// Those that are still there, as where nothing was tidied for years, go with the rows that charge them (I2).
    private static let deleteTalks = Query(
        "DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE account_id = $1) AND \(isOld)")
    /// Its time is its last row's, which is where a history shows it.
    private static let insert = Query(
        """
        INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at)
          SELECT account_id, 'close:' || period, period, CAST(SUM(minutes) AS BIGINT), CAST(NULL AS BIGINT), MAX(at)
          FROM ledger WHERE \(isOld) GROUP BY account_id, period
        ON CONFLICT (account_id, key) DO UPDATE SET minutes = excluded.minutes
        """)
    private static let deleteRows = Query("DELETE FROM ledger WHERE \(isOld) AND key <> 'close:' || period")

    /// Closes an account's months that are old enough, in the month that has just begun.
    static func close(
        of account: String, in month: Month, in transaction: any Transaction
    ) throws(EngineError) {
        let before = Value.text(month.earlier(by: monthsInFull).description)
        for query in [deleteTalks, insert, deleteRows] { try transaction.enqueue(query(.text(account), before)) }
    }
}
