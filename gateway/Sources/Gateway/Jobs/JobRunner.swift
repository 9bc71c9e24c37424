import GatewayRules
import Logging
import SQLEngines
import ServiceLifecycle

private enum JobStatements {
    static let due = Query(
        """
        SELECT key, attempts, asks FROM jobs WHERE kind = $1 AND (due_at <= $2 OR due_at > $3)
          ORDER BY due_at, key LIMIT 4
        """, locking: .rowIfFree)
    static let claim = Query("UPDATE jobs SET due_at = $3, attempts = attempts + 1 WHERE kind = $1 AND key = $2")
    static let lock = Query("SELECT due_at, asks FROM jobs WHERE kind = $1 AND key = $2", locking: .row)
    static let delete = Query("DELETE FROM jobs WHERE kind = $1 AND key = $2")
    static let again = Query("UPDATE jobs SET due_at = $3, attempts = 0 WHERE kind = $1 AND key = $2")
    static let postpone = Query("UPDATE jobs SET due_at = $3 WHERE kind = $1 AND key = $2")
}

/// Runs the jobs of one kind, in every instance. They are claimed by row, so there is no leader; whoever claims one has it
/// until the time to which it moves its due time.
struct JobRunner<Worker: JobWorker>: Service {
    /// A job whose instance has vanished is due again after this.
    static var leaseMilliseconds: Int64 { 60_000 }
    static var longestRestMilliseconds: Int64 { 3_600_000 }
    /// What is to rest for longer was put off by a clock that was ahead, and is due: no rest is so long.
    private static var farthestMilliseconds: Int64 { 2 * longestRestMilliseconds }

    struct Claim: Sendable {
        let job: Job
        let work: Worker.Work
        let until: Int64
    }

    struct Batch: Sendable {
        var claims: [Claim] = []
        /// Those that were claimed, and those with nothing to do.
        var handled = 0
        var wait: Int64?
    }

    let worker: Worker
    let engine: any Engine
    let logger: Logger
    let wakeUp: WakeUp
    var pauseMilliseconds: ClosedRange<Int64> = 7_000...13_000

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isShuttingDownGracefully && !Task.isCancelled {
                    let pause = Duration.milliseconds(Int64.random(in: pauseMilliseconds))
                    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
                    wakeUp.wake()
                }
                wakeUp.end()
            }
            for await _ in wakeUp.calls {
                do throws(EngineError) { try await runUntilIdle() } catch {
                    logger.notice(
                        "jobs have to wait",
                        metadata: ["kind": "\(worker.kind)", "inside": "\(Failure(error).inside ?? "")"])
                }
            }
        }
    }

    private func runUntilIdle() async throws(EngineError) {
        while let wait = try await runDue(), !Task.isShuttingDownGracefully, !Task.isCancelled {
            try? await cancelWhenGracefulShutdown {
                try await Task.sleep(for: .milliseconds(min(max(wait, 50), 5_000)))
            }
        }
    }

    /// Runs what is due and allowed. Returns how long what limits them has nothing left; nil: nothing is due.
    @discardableResult func runDue() async throws(EngineError) -> Int64? {
        try await worker.lookAround()
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            let batch = try await claim()
            guard batch.handled > 0 else { return batch.wait }
            let failures = await withTaskGroup(of: EngineError?.self) { group in
                for claim in batch.claims {
                    group.addTask {
                        do throws(EngineError) { try await carryOut(claim) } catch { return error }
                        return nil
                    }
                }
                return await group.reduce(into: [EngineError]()) { all, failure in
                    if let failure { all.append(failure) }
                }
            }
            if let failure = failures.first { throw failure }
        }
        return nil
    }

    /// Takes what is due. Whatever then becomes of this instance, it is due again when the lease is over.
    func claim() async throws(EngineError) -> Batch {
        let worker = worker
        return try await engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            let kind = Value.text(worker.kind)
            var batch = Batch()
            let farthest = Value.integer(now + Self.farthestMilliseconds)
            for row in try transaction.run(JobStatements.due(kind, .integer(now), farthest)) {
                let job = Job(key: try row.text(0), attempts: try row.integer(1), asks: try row.integer(2))
                switch try worker.prepare(job, in: transaction) {
                case .wait(let milliseconds):
                    batch.wait = milliseconds
                    return batch
                case .done: try transaction.enqueue(JobStatements.delete(kind, .text(job.key)))
                case .work(let work):
                    let until = now + Self.leaseMilliseconds
                    try transaction.enqueue(JobStatements.claim(kind, .text(job.key), .integer(until)))
                    batch.claims.append(Claim(job: job, work: work, until: until))
                }
                batch.handled += 1
            }
            return batch
        }
    }

    func carryOut(_ claim: Claim) async throws(EngineError) {
        let finding = await worker.perform(claim.work)
        let worker = worker
        let jitter = Double.random(in: 1...1.25)
        let isPutOff = try await engine.write { transaction throws(EngineError) in
            let (kind, key) = (Value.text(worker.kind), Value.text(claim.job.key))
            let row = try transaction.run(JobStatements.lock(kind, key)).first
            let outcome = try worker.finish(claim.work, finding, in: transaction)
            // It took too long: another has it now, or has done it.
            guard let row, try row.integer(0) == claim.until else { return false }
            let now = try transaction.now()
            switch outcome {
            case .done:
                let isOver = try row.integer(1) == claim.job.asks
                try transaction.enqueue(
                    isOver ? JobStatements.delete(kind, key) : JobStatements.again(kind, key, .integer(now)))
                return false
            case .later(let asked):
                let rest = min(Self.longestRestMilliseconds, asked ?? restAfterFailure(attempts: claim.job.attempts))
                try transaction.enqueue(
                    JobStatements.postpone(kind, key, .integer(now + Int64(Double(rest) * jitter))))
                return true
            }
        }
        guard isPutOff else { return }
        // The key may be an owner's; the metrics say what the other side has answered.
        logger.notice(
            "a job is put off", metadata: ["kind": "\(worker.kind)", "attempt": "\(claim.job.attempts + 1)"])
    }
}

/// Lets a request wake a service of the same instance, so that nobody waits for its next round. Safe on any thread.
final class WakeUp: Sendable {
    /// For the service alone.
    let calls: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func wake() { continuation.yield() }
    func end() { continuation.finish() }
}
