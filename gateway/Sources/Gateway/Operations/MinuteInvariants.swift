import GatewayRules
import SQLEngines

extension Invariant {
    /// What must be true of minutes (GATEWAY-2).
    static let aboutMinutes: [Invariant] = [
        Invariant(
            number: "I1", sentence: "no month's and no packs' balance is below zero",
            violations: Query(
                "SELECT account_id FROM ledger GROUP BY account_id, period HAVING SUM(minutes) < 0")),
        Invariant(
            number: "I2", sentence: "an ended session is charged exactly its minutes, once, to its months or to packs",
            violations: Query(
                """
                SELECT s.id FROM sessions s WHERE s.ended_at IS NOT NULL AND s.minutes <> -COALESCE((
                  SELECT SUM(l.minutes) FROM ledger l WHERE l.account_id = s.account_id
                    AND ((l.key = 'session:' || s.id AND l.period = s.period)
                      OR (l.key = 'session:' || s.id || ':later' AND l.period > s.period)
                      OR (l.key = 'session:' || s.id || ':pack' AND l.period = ''))), 0)
                """)),
        Invariant(
            number: "I3", sentence: "nothing is charged without an ended session, as long as sessions are kept",
            violations: Query(
                """
                SELECT l.key FROM ledger l WHERE l.minutes < 0 AND l.key <> 'returned:' || l.period
                  AND l.at >= $1 - \(keptMilliseconds(Tidying.sessionDays)) AND NOT EXISTS (
                    SELECT 1 FROM sessions s WHERE s.account_id = l.account_id AND s.ended_at IS NOT NULL
                      AND l.key IN ('session:' || s.id, 'session:' || s.id || ':later', 'session:' || s.id || ':pack'))
                """), takesTime: true),
        Invariant(
            number: "I4", sentence: "a month is granted at most its largest plan, and each grant names its cause",
            violations: Query(
                """
                SELECT account_id FROM ledger WHERE plan_minutes IS NOT NULL GROUP BY account_id, period
                  HAVING SUM(minutes) > MAX(plan_minutes)
                UNION ALL SELECT key FROM ledger WHERE plan_minutes IS NOT NULL AND key <> 'grant:' || period
                  AND key <> 'upgrade:' || period || ':' || CAST(plan_minutes AS TEXT)
                UNION ALL SELECT key FROM ledger WHERE plan_minutes IS NULL AND minutes > 0
                  AND (period <> '' OR key NOT LIKE 'pack:%') AND key <> 'close:' || period
                """)),
        Invariant(
            number: "I4", sentence: "a month that is closed has one row",
            violations: Query(
                """
                SELECT account_id FROM ledger WHERE period <> '' GROUP BY account_id, period
                  HAVING COUNT(*) > 1 AND MIN(CASE WHEN key = 'close:' || period THEN 0 ELSE 1 END) = 0
                """)),
        Invariant(
            number: "I5", sentence: "what open sessions hold is covered by their months, the current one and packs",
            violations: Query(
                """
                SELECT x.account_id FROM (
                  SELECT h.account_id, h.held, CASE WHEN h.period = a.period THEN 0 ELSE COALESCE((
                    SELECT SUM(l.minutes) FROM ledger l WHERE l.account_id = h.account_id AND l.period = h.period), 0)
                    END AS earlier
                  FROM (SELECT account_id, period, SUM(held_minutes) AS held FROM sessions WHERE ended_at IS NULL
                    GROUP BY account_id, period) h JOIN accounts a ON a.id = h.account_id) x
                GROUP BY x.account_id HAVING SUM(CASE WHEN x.held > x.earlier THEN x.held - x.earlier ELSE 0 END) >
                  COALESCE((SELECT SUM(l.minutes) FROM ledger l JOIN accounts a ON a.id = l.account_id
                    WHERE l.account_id = x.account_id AND l.period IN (a.period, '')), 0)
                """)),
        Invariant(
            number: "I6", sentence: "a speaker has at most one open session",
            violations: Query(
                "SELECT device FROM sessions WHERE ended_at IS NULL GROUP BY device HAVING COUNT(*) > 1")),
        Invariant(
            number: "I7", sentence: "minutes are the seconds rounded up, and no more",
            violations: Query("SELECT id FROM sessions WHERE ended_at IS NOT NULL AND minutes * 60 >= seconds + 60")),
        Invariant(
            number: "I8", sentence: "nothing stays open past its lease while an instance is at work",
            violations: Query(
                """
                SELECT s.id FROM sessions s JOIN pulse p ON p.name = 'gateway' WHERE s.ended_at IS NULL
                  AND s.lease_until + \(3 * Conversation.minute) < $1 AND p.at + \(Sweep.outageMilliseconds) > $1
                  AND p.resumed_at + \((Conversation.sliceMinutes + 3) * Conversation.minute) < $1
                """), takesTime: true),
        Invariant(
            number: "I9", sentence: "what nobody answered is free",
            violations: Query(
                """
                SELECT id FROM sessions WHERE talk_at IS NULL AND (minutes > 0 OR held_minutes > 0)
                UNION ALL SELECT id FROM sessions WHERE connected_at IS NULL AND minutes > 0
                """)),
        Invariant(
            number: "I9", sentence: "what began with Start and has a call is not free",
            violations: Query(
                """
                SELECT id FROM sessions WHERE ended_at IS NULL AND connected_at IS NOT NULL AND prepared_at IS NULL
                  AND talk_at IS NULL
                """)),
        Invariant(
            number: "I11", sentence: "a speaker's key has opened one session",
            violations: Query(
                "SELECT device FROM sessions GROUP BY device, request_key HAVING COUNT(*) > 1")),
    ]
}
