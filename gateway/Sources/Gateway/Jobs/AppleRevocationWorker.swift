import SQLEngines

/// Tells Apple that somebody is gone, until Apple answers; then what was needed for that is forgotten (GATEWAY-8). A job's
/// key is the name of a token's row.
struct AppleRevocationWorker: JobWorker {
    static let kindOfJob = "apple-revoke"

    /// Left behind by a program that knows nothing of them: the row of their user went, and took its name out of theirs.
    private static let left = Query(
        """
        SELECT id FROM apple_tokens t WHERE user_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'apple-revoke' AND key = t.id) ORDER BY id LIMIT 100
        """)
    private static let token = Query(
        "SELECT client_id, sealed FROM apple_tokens WHERE id = $1 AND user_id IS NULL")
    private static let forget = Query("DELETE FROM apple_tokens WHERE id = $1 AND user_id IS NULL")

    let store: Store
    let keeper: AppleTokenKeeper
    let metrics: GatewayMetrics

    var kind: String { Self.kindOfJob }

    func lookAround() async throws(EngineError) {
        let found = try await store.engine.read(Self.left())
        guard !found.isEmpty else { return }
        var ids: [String] = []
        for row in found { ids.append(try row.text(0)) }
        let all = ids
        try await store.engine.write { transaction throws(EngineError) in
            for id in all { try Job.ask(Self.kindOfJob, id, in: transaction) }
        }
    }

    func prepare(_ job: Job, in transaction: any Transaction) throws(EngineError) -> JobPreparation<AppleToken> {
        guard let row = try transaction.run(Self.token(.text(job.key))).first else { return .done }
        return .work(AppleToken(id: job.key, client: try row.text(0), sealed: try row.text(1)))
    }

    /// Whether there is nothing left at Apple.
    func perform(_ work: AppleToken) async -> Bool {
        guard let token = keeper.master.open(work.sealed, row: work.id) else {
            // With another key than it was sealed with. The right one may come back.
            metrics.providerError(call: "apple_revoke", code: "master_key")
            return false
        }
        return await keeper.client.revoke(
            token, client: work.client, with: keeper.key, at: store.engine.now() / 1000)
    }

    func finish(_ work: AppleToken, _ isGone: Bool, in transaction: any Transaction) throws(EngineError) -> JobOutcome {
        guard isGone else { return .later(milliseconds: nil) }
        try transaction.enqueue(Self.forget(.text(work.id)))
        return .done
    }
}
