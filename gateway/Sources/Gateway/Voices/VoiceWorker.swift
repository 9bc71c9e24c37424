import GatewayRules
import SQLEngines

/// Deletes voices at the provider until it confirms, for ever if need be (MIND-9, I16). A job's key is "id:" with the
/// provider's name for a voice, or "name:" with ours for one of which nobody knows whether it was made.
struct VoiceWorker: JobWorker {
    /// A search is repeated once after this, in case the upload was still on its way.
    static let searchMilliseconds: Int64 = 3_600_000
    /// A request is begun this long after the claim at the latest: with its own ten seconds it ends within the lease.
    static let patience = Duration.seconds(40)

    private static let age = Query("SELECT created_at FROM jobs WHERE kind = 'voice' AND key = $1")
    /// Whoever was at it has vanished. One that is to be deleted stays until the search is over.
    private static let deleteAbandoned = Query(
        "DELETE FROM voices WHERE id = $1 AND provider_id IS NULL AND deleting_at IS NULL")
    /// Of a voice that is gone there remains that its owner had agreed to it.
    private static let setGone = Query(
        """
        UPDATE voices SET gone_at = $2, provider_id = NULL, name = '', request_key = id WHERE provider_id = $1
          AND deleting_at IS NOT NULL
        """)
    private static let setNeverMade = Query(
        """
        UPDATE voices SET gone_at = $2, name = '', request_key = id WHERE id = $1 AND provider_id IS NULL
          AND deleting_at IS NOT NULL AND gone_at IS NULL
        """)

    enum Work: Hashable, Sendable {
        case delete(String)
        case search(name: String, since: Int64)
    }

    let maker: VoiceMaker

    var kind: String { Store.voiceJob }

    func lookAround() async throws(EngineError) {}

    func prepare(_ job: Job, in transaction: any Transaction) throws(EngineError) -> JobPreparation<Work> {
        if job.key.hasPrefix("id:") { return .work(.delete(String(job.key.dropFirst(3)))) }
        guard job.key.hasPrefix("name:"), let since = try transaction.run(Self.age(.text(job.key))).first?.integer(0)
        else {
            return .done
        }
        let name = String(job.key.dropFirst(5))
        // Before the search: what comes back from the provider later finds no row, and is deleted by its own job.
        try transaction.enqueue(Self.deleteAbandoned(.text(name)))
        return .work(.search(name: name, since: since))
    }

    func perform(_ work: Work) async -> Result<Void, CloningFailure> {
        switch work {
        case .delete(let id): return await maker.delete(id)
        case .search(let name, _):
            let started = ContinuousClock.now
            switch await maker.find(name: name) {
            case .failure(let failure): return .failure(failure)
            case .success(let found):
                for id in found {
                    guard started.duration(to: .now) < Self.patience else { return .failure(.busy(retryAfter: nil)) }
                    if case .failure(let failure) = await maker.delete(id) { return .failure(failure) }
                }
                return .success(())
            }
        }
    }

    func finish(
        _ work: Work, _ finding: Result<Void, CloningFailure>, in transaction: any Transaction
    ) throws(EngineError) -> JobOutcome {
        switch finding {
        case .failure(.busy(let seconds)): return .later(milliseconds: seconds.map { max(1, min($0, 3_600)) * 1000 })
        case .failure: return .later(milliseconds: nil)
        case .success: break
        }
        let now = try transaction.now()
        switch work {
        case .delete(let id): try transaction.enqueue(Self.setGone(.text(id), .integer(now)))
        case .search(let name, let since):
            let rest = since + Self.searchMilliseconds - now
            guard rest <= 0 else { return .later(milliseconds: max(60_000, rest)) }
            try transaction.enqueue(Self.setNeverMade(.text(name), .integer(now)))
        }
        return .done
    }
}
