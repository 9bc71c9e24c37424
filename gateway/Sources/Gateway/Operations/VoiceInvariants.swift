import SQLEngines

extension Invariant {
    /// What must be true of voices (MIND-9). The jobs' keys name nobody, so they outlive a person's deletion.
    static let aboutVoices: [Invariant] = [
        Invariant(
            number: "I16", sentence: "a deleted voice is gone at the provider, or its job is alive",
            violations: Query(
                """
                SELECT v.id FROM voices v WHERE v.provider_id IS NOT NULL AND v.deleting_at IS NOT NULL
                  AND v.gone_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM jobs j WHERE j.kind = 'voice' AND j.key = 'id:' || v.provider_id)
                """)),
        Invariant(
            number: "I16", sentence: "a voice that is being made has a job that looks for what became of it",
            violations: Query(
                """
                SELECT v.id FROM voices v WHERE v.provider_id IS NULL AND v.gone_at IS NULL AND NOT EXISTS (
                  SELECT 1 FROM jobs j WHERE j.kind = 'voice' AND j.key = 'name:' || v.id)
                """)),
        Invariant(
            number: "I16", sentence: "no job deletes a voice that its owner has",
            violations: Query(
                """
                SELECT v.id FROM voices v WHERE v.provider_id IS NOT NULL AND v.deleting_at IS NULL AND EXISTS (
                  SELECT 1 FROM jobs j WHERE j.kind = 'voice' AND j.key IN ('id:' || v.provider_id, 'name:' || v.id))
                """)),
        Invariant(
            number: "I16", sentence: "an account has at most one voice",
            violations: Query(
                "SELECT account_id FROM voices WHERE deleting_at IS NULL GROUP BY account_id HAVING COUNT(*) > 1")),
        Invariant(
            number: "I15", sentence: "a voice is somebody's",
            violations: Query(
                """
                SELECT id FROM voices WHERE user_id NOT IN (SELECT id FROM users)
                UNION ALL SELECT bucket FROM rate_limits WHERE bucket LIKE 'voice:%'
                  AND SUBSTR(bucket, 7) NOT IN (SELECT id FROM users)
                UNION ALL SELECT bucket FROM rate_limits WHERE bucket LIKE 'speech:%'
                  AND SUBSTR(bucket, 8) NOT IN (SELECT id FROM users)
                """)),
    ]
}
