import SQLEngines

extension Invariant {
    /// What must be true of plans and of what the seller tells (GATEWAY-6).
    static let aboutPlans: [Invariant] = [
        Invariant(
            number: "I10", sentence: "an older answer of the seller's never replaces a newer one",
            violations: Query(
                """
                SELECT c.account_id FROM plan_changes c JOIN plan_changes o ON o.account_id = c.account_id
                  AND o.revision < c.revision AND o.as_of >= c.as_of
                UNION ALL SELECT a.id FROM accounts a JOIN plan_changes c ON c.account_id = a.id
                  WHERE c.as_of > a.plan_as_of OR c.revision > a.plan_revision
                """)),
        Invariant(
            number: "I10",
            sentence: "a plan is what its last change made it, and each change begins where the last ended",
            violations: Query(
                """
                SELECT a.id FROM accounts a JOIN plan_changes c ON c.account_id = a.id AND c.revision = a.plan_revision
                  WHERE a.plan <> c.plan AND a.plan <> 'owner'
                UNION ALL SELECT c.account_id FROM plan_changes c JOIN plan_changes o ON o.account_id = c.account_id
                  AND o.revision + 1 = c.revision WHERE o.plan <> c.plan_before
                UNION ALL SELECT account_id FROM plan_changes WHERE plan = plan_before OR 'owner' IN (plan, plan_before)
                UNION ALL SELECT a.id FROM accounts a WHERE a.plan_revision <> (
                  SELECT COUNT(*) FROM plan_changes c WHERE c.account_id = a.id)
                UNION ALL SELECT id FROM accounts WHERE plan NOT IN ('free', 'owner') AND plan_revision = 0
                """)),
        Invariant(
            number: "I14", sentence: "an event without its effect has a job",
            violations: Query(
                """
                SELECT w.event_id FROM webhook_inbox w WHERE w.done_at IS NULL AND (w.account_id = '' OR NOT EXISTS (
                  SELECT 1 FROM jobs j WHERE j.kind = 'billing' AND j.key = w.account_id))
                """)),
        Invariant(
            number: "I14", sentence: "an event is done when the answer that covers it is in the account, and only then",
            violations: Query(
                """
                SELECT w.event_id FROM webhook_inbox w JOIN accounts a ON a.id = w.account_id WHERE w.outcome IS NULL
                  AND (w.done_at IS NOT NULL) <> (w.as_of IS NOT NULL AND w.as_of <= a.plan_as_of)
                UNION ALL SELECT event_id FROM webhook_inbox WHERE as_of < received_at
                UNION ALL SELECT event_id FROM webhook_inbox WHERE outcome IS NOT NULL AND done_at IS NULL
                """)),
        Invariant(
            number: "I17", sentence: "each change of a plan is in the audit, as long as that is kept",
            violations: Query(
                """
                SELECT account_id FROM plan_changes c WHERE c.at >= $1 - \(keptMilliseconds(Tidying.auditDays))
                  AND NOT EXISTS (
                    SELECT 1 FROM audit WHERE key = 'plan:' || c.account_id || ':' || CAST(c.revision AS TEXT))
                """), takesTime: true),
    ]
}
