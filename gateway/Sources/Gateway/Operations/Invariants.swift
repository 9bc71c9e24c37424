import SQLEngines

/// What must be true of the database at any moment (gateway-design §3.5). Each is a statement that finds what violates
/// it; tests and `anicca-gateway invariants` run them.
struct Invariant: Sendable {
    /// "I12"
    let number: String
    let sentence: String
    /// Rows that should not be there.
    let violations: Query
    /// Whether the statement takes the database's time.
    var takesTime = false

    func statement(at now: Int64) -> Statement { takesTime ? violations(.integer(now)) : violations() }

    /// In the order of their numbers.
    static let all: [Invariant] =
        (aboutMinutes + aboutSignIn + aboutPlans + aboutDeletion + aboutVoices + aboutPasskeys).enumerated()
        .sorted { one, other in (one.element.place, one.offset) < (other.element.place, other.offset) }.map(\.element)

    private var place: Int { Int(number.dropFirst()) ?? 0 }

    private static let aboutSignIn: [Invariant] = [
        Invariant(
            number: "I12", sentence: "at most one used token of a speaker works",
            violations: Query(
                """
                SELECT device FROM credentials WHERE kind = 'device' AND used_at IS NOT NULL AND revoked_at IS NULL
                  AND superseded_at IS NULL GROUP BY device HAVING COUNT(*) > 1
                """)),
        Invariant(
            number: "I12",
            sentence: "a token is superseded only by the first use of another of its speaker, as long as that is kept",
            violations: Query(
                """
                SELECT c.hash FROM credentials c WHERE c.superseded_at >= $1 - \(keptMilliseconds(30))
                  AND NOT EXISTS (SELECT 1 FROM credentials o WHERE o.device = c.device AND o.hash <> c.hash
                    AND o.used_at = c.superseded_at)
                """), takesTime: true),
        Invariant(
            number: "I12", sentence: "of a speaker's unused tokens at most four work",
            violations: Query(
                """
                SELECT device FROM credentials WHERE kind = 'device' AND used_at IS NULL AND revoked_at IS NULL
                  AND superseded_at IS NULL GROUP BY device HAVING COUNT(*) > 4
                """)),
        Invariant(
            number: "I13", sentence: "an approved code has an owner and a time, one that was not approved has neither",
            violations: Query(
                """
                SELECT device_code_hash FROM device_grants WHERE (user_id IS NULL) <> (decided_at IS NULL)
                  OR (user_id IS NULL AND (redeemed_at IS NOT NULL OR consumed_at IS NOT NULL))
                """)),
        Invariant(
            number: "I13", sentence: "one token at most of those issued for a code was ever used",
            violations: Query(
                """
                SELECT grant_hash FROM credentials WHERE grant_hash IS NOT NULL AND used_at IS NOT NULL
                  GROUP BY grant_hash HAVING COUNT(*) > 1
                """)),
        Invariant(
            number: "I13", sentence: "a code is used up when one of its tokens was used, and only then",
            violations: Query(
                """
                SELECT g.device_code_hash FROM device_grants g WHERE (g.consumed_at IS NOT NULL) <> EXISTS (
                  SELECT 1 FROM credentials c WHERE c.grant_hash = g.device_code_hash AND c.used_at IS NOT NULL)
                """)),
        Invariant(
            number: "I17", sentence: "each approval, sign-in and revocation is in the audit, as long as that is kept",
            violations: Query(
                """
                SELECT 'approve:' || device_code_hash FROM device_grants g WHERE user_id IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE key = 'approve:' || g.device_code_hash)
                UNION ALL SELECT 'sign-in:' || device_code_hash FROM device_grants g WHERE consumed_at IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE key = 'sign-in:' || g.device_code_hash)
                UNION ALL SELECT 'web-sign-in:' || hash FROM credentials c WHERE kind = 'web'
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE key = 'web-sign-in:' || c.hash)
                UNION ALL SELECT 'apple-sign-in:' || hash FROM credentials c WHERE kind = 'device' AND way = 'apple'
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE key = 'apple-sign-in:' || c.hash)
                UNION ALL SELECT 'revocation:' || hash FROM credentials c
                  WHERE revoked_at >= $1 - \(keptMilliseconds(Tidying.auditDays)) AND NOT EXISTS (
                    SELECT 1 FROM audit a WHERE a.user_id = c.user_id AND a.at = c.revoked_at
                      AND a.action IN (\(revokingActions)))
                  AND (used_at IS NOT NULL
                    OR (revoked_at >= $1 - \(keptMilliseconds(30)) AND NOT EXISTS (\(droppedForAnother))))
                """), takesTime: true),
    ]

    /// What may revoke a token, as the audit names it.
    private static let revokingActions =
        "'sign-out', 'take-back', 'browsers-signed-out', 'passkey-removed', 'apple-consent-revoked', "
        + "'apple-account-deleted'"

    /// The oldest of a speaker's unused tokens goes when another is issued, which is nobody's doing. The other one's row is
    /// kept for 30 days at least.
    private static let droppedForAnother = """
        SELECT 1 FROM credentials o WHERE o.device = c.device AND o.hash <> c.hash
          AND o.issued_at >= c.revoked_at AND o.issued_at < c.revoked_at + 1000
        """

    /// What is compared for so long: a day less than it is kept, as clocks differ.
    static func keptMilliseconds(_ days: Int64) -> Int64 { (days - 1) * Tidying.dayMilliseconds }

    /// How many rows violate each, in the order of `all`.
    static func counts(in engine: any Engine) async throws(EngineError) -> [(invariant: Invariant, violations: Int)] {
        var counts: [(Invariant, Int)] = []
        for invariant in all {
            counts.append((invariant, try await engine.read(invariant.statement(at: engine.now())).count))
        }
        return counts
    }
}
