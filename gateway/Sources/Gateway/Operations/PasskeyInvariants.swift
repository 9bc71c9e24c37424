import SQLEngines

extension Invariant {
    /// What must be true of passkeys (GATEWAY-5).
    static let aboutPasskeys: [Invariant] = [
        Invariant(
            number: "I15", sentence: "what limits new passkeys is somebody's",
            violations: Query(
                """
                SELECT bucket FROM rate_limits WHERE bucket LIKE 'passkey:user:%'
                  AND SUBSTR(bucket, 14) NOT IN (SELECT id FROM users)
                """)),
        Invariant(
            number: "I17", sentence: "each new passkey is in the audit, as long as that is kept",
            violations: Query(
                """
                SELECT id FROM passkeys p WHERE p.made_at >= $1 - \(keptMilliseconds(Tidying.auditDays))
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE key = 'passkey:' || p.id)
                """), takesTime: true),
    ]
}
