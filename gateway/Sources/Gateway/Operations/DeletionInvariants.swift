import SQLEngines

extension Invariant {
    /// What must be true after somebody was deleted (GATEWAY-8). Rows with a reference to `users` cannot outlive it.
    static let aboutDeletion: [Invariant] = [
        Invariant(
            number: "I17", sentence: "where somebody was deleted the audit has a deletion, and none says whose it was",
            violations: Query(
                """
                SELECT hash FROM forgotten WHERE NOT EXISTS (SELECT 1 FROM audit WHERE action = 'deletion')
                UNION ALL SELECT key FROM audit WHERE action = 'deletion'
                  AND (user_id IS NOT NULL OR COALESCE(detail, 'command') <> 'command')
                """)),
        Invariant(
            number: "I15", sentence: "whatever names a person names one that is there",
            violations: Query(
                """
                SELECT id FROM sessions WHERE user_id <> '' AND user_id NOT IN (SELECT id FROM users)
                UNION ALL SELECT key FROM audit WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM users)
                UNION ALL SELECT key FROM audit WHERE action = 'invitation' AND detail NOT IN (SELECT id FROM users)
                UNION ALL SELECT bucket FROM rate_limits WHERE bucket LIKE 'guess:user:%'
                  AND SUBSTR(bucket, 12) NOT IN (SELECT id FROM users)
                """)),
        Invariant(
            number: "I16", sentence: "what revokes a sign-in at Apple is somebody's, or its job is alive",
            violations: Query(
                """
                SELECT id FROM apple_tokens t WHERE user_id IS NULL
                  AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'apple-revoke' AND key = t.id)
                """)),
        Invariant(
            number: "I15", sentence: "an account is somebody's",
            violations: Query(
                "SELECT id FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.account_id = a.id)")),
        Invariant(
            number: "I15",
            sentence: "what is kept of the deleted is a month and its minutes, and a hash of each purchase and speaker",
            violations: Query(
                """
                SELECT hash FROM forgotten WHERE LENGTH(hash) <> 43 OR LENGTH(period) <> 7 OR granted < 1 OR used < 0
                  OR used > granted
                UNION ALL SELECT hash FROM spent_packs WHERE LENGTH(hash) <> 43
                UNION ALL SELECT hash FROM deleted_speakers WHERE LENGTH(hash) <> 43
                UNION ALL SELECT c.hash FROM credentials c JOIN deleted_speakers d ON d.hash = c.hash
                  WHERE c.revoked_at IS NULL
                  OR NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'delete-user' AND j.key = c.user_id)
                """)),
    ]
}
