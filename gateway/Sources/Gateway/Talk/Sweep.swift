import GatewayRules
import Logging
import SQLEngines
import ServiceLifecycle

/// Ends what nobody renews, and calls that were to end, in every instance (gateway-design §3.1). Work is claimed by row,
/// so there is no leader.
struct Sweep: Service {
    /// When no instance was at work for so long, speakers could not renew: nothing is ended for a slice.
    static let outageMilliseconds: Int64 = 60_000
    /// A job that somebody has claimed is due again after this.
    static let claimMilliseconds: Int64 = 60_000
    static let mostAtOnce = 50
    /// Tries to end a call; then it has ended by itself: none lasts longer than an hour.
    static let mostHangUps: Int64 = 40

    private static let makePulse = Query(
        "INSERT INTO pulse (name, at, resumed_at) VALUES ('gateway', $1, 0) ON CONFLICT (name) DO NOTHING")
    private static let readPulse = Query("SELECT at, resumed_at FROM pulse WHERE name = 'gateway'", locking: .row)
    private static let savePulse = Query("UPDATE pulse SET at = $1, resumed_at = $2 WHERE name = 'gateway'")
    static let candidates = Query(
        """
        SELECT id, account_id FROM sessions WHERE ended_at IS NULL AND lease_until > 0 AND lease_until < $1
          AND (swept_at IS NULL OR swept_at < $2) ORDER BY lease_until LIMIT \(mostAtOnce)
        """)
    private static let byID = Query("SELECT \(SessionRow.columns) FROM sessions WHERE id = $1", locking: .row)
    /// What is due, and what a clock that was ahead has put off: no grace and no pause is as long as two graces.
    ///
    /// - Parameters: `$1` now, `$2` two graces later, both in milliseconds.
    private static let dueJobs = Query(
        """
        SELECT key, attempts FROM jobs WHERE kind = 'hangup' AND (due_at <= $1 OR due_at > $2)
          ORDER BY due_at, key LIMIT \(mostAtOnce)
        """, locking: .rowIfFree)
    private static let claimJob = Query(
        "UPDATE jobs SET due_at = $2, attempts = attempts + 1 WHERE kind = 'hangup' AND key = $1")
    private static let deleteJob = Query("DELETE FROM jobs WHERE kind = 'hangup' AND key = $1")
    private static let postponeJob = Query("UPDATE jobs SET due_at = $2 WHERE kind = 'hangup' AND key = $1")

    let metering: Metering
    let provider: any VoiceProvider
    let logger: Logger
    var pauseMilliseconds: ClosedRange<Int64> = 7_000...13_000

    /// Leases, sign-outs and hang-ups apart: a crowd that hangs up at a slow provider must not hold up the pulse, nor the
    /// end of what costs minutes.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await again { () async throws(EngineError) in try await sweepLeases() } }
            group.addTask { await again { () async throws(EngineError) in try await metering.revokeSignedOut() } }
            group.addTask { await again { () async throws(EngineError) in try await hangUp() } }
        }
    }

    private func again(_ round: () async throws(EngineError) -> Void) async {
        while !Self.isEnding {
            do throws(EngineError) { try await round() } catch {
                logger.notice("the sweep has to wait", metadata: ["inside": "\(Failure(error).inside ?? "")"])
            }
            let pause = Duration.milliseconds(Int64.random(in: pauseMilliseconds))
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
        }
    }

    private static var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    /// Ends all conversations whose lease is over, one batch after another. Each has its pulse, so that many of them do
    /// not look like an outage.
    func sweepLeases() async throws(EngineError) {
        while try await beat() {
            let batch = try await endBatch()
            if batch.found >= Self.mostAtOnce, batch.ended > 0, !Self.isEnding { continue }
            // What failed before is found again.
            if let failure = batch.failure { throw failure }
            return
        }
    }

    /// Notes that an instance is at work. False: all were away a short time ago, and speakers are given a slice to renew,
    /// so nothing may be ended.
    ///
    /// A time that is still to come is of a clock that was ahead, and counts as now.
    func beat() async throws(EngineError) -> Bool {
        try await metering.engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            try transaction.enqueue(Self.makePulse(.integer(now)))
            guard let row = try transaction.run(Self.readPulse()).first else { throw .shape("no pulse") }
            let (at, resumed) = (try row.integer(0), try row.integer(1))
            let resumedAt = now - at > Self.outageMilliseconds ? now : min(resumed, now)
            try transaction.enqueue(Self.savePulse(.integer(now), .integer(resumedAt)))
            return now - resumedAt >= Conversation.sliceMinutes * Conversation.minute
        }
    }

    struct Batch: Sendable {
        let found: Int
        var ended = 0
        /// Why a conversation could not be ended; those of other accounts were.
        var failure: EngineError?
    }

    /// Ends conversations whose lease is over, one batch.
    func endBatch() async throws(EngineError) -> Batch {
        let now = metering.engine.now()
        let found = try await metering.engine.read(
            Self.candidates(.integer(now), .integer(now - Metering.sweepMilliseconds)))
        // By account: two at once would be in each other's way there.
        var sessions: [String: [String]] = [:]
        for row in found { sessions[try row.text(1), default: []].append(try row.text(0)) }
        // All accounts at once: a provider that does not answer must not hold up the others.
        let outcomes = await withTaskGroup(of: Result<Int, EngineError>.self) { group in
            for (account, sessions) in sessions {
                group.addTask {
                    do throws(EngineError) {
                        var ended = 0
                        for session in sessions where try await end(session: session, account: account) { ended += 1 }
                        return .success(ended)
                    } catch {
                        // The account was deleted meanwhile, and its sessions with it.
                        return error == .gone ? .success(0) : .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var batch = Batch(found: found.count)
        for outcome in outcomes {
            switch outcome {
            case .success(let ended): batch.ended += ended
            case .failure(let failure): batch.failure = failure
            }
        }
        return batch
    }

    /// In three steps, so that nobody waits for the provider: claim, ask, charge. Once it is claimed a sync does not renew
    /// it, so a call is never ended under a speaker that was given more time.
    ///
    /// A call whose last minute is over goes on for the grace first, as it does after a sync: the speaker may not reach
    /// the gateway while its owner is at risk (SAFE-2).
    private func end(session: String, account: String) async throws(EngineError) -> Bool {
        let limits = metering.limits
        let claimed = try await metering.engine.write { transaction throws(EngineError) -> SessionRow? in
            // The account first, as everybody; one that is busy is left for the next time.
            guard !(try transaction.run(RowLock.accountIfFree(.text(account))).isEmpty),
                let found = try transaction.run(Self.byID(.text(session))).first
            else { return nil }
            var row = try SessionRow(found)
            let now = try transaction.now()
            guard row.conversation.end == nil, row.conversation.leaseUntil < now else { return nil }
            if let sweptAt = row.sweptAt {
                if now - sweptAt < Metering.sweepMilliseconds { return nil }
            } else if row.call != nil {
                let locked = try LockedAccount.lock(account, limits: limits, in: transaction)
                if try row.beginGrace(locked, in: transaction) { return nil }
            }
            row.sweptAt = now
            try row.update(in: transaction)
            return row
        }
        guard let claimed else { return false }
        var hungUp = HangUp.gone
        if let call = claimed.call { hungUp = await provider.hangUp(call) }
        return try await charge(session, account: account, call: claimed.call, hungUp)
    }

    private func charge(
        _ session: String, account: String, call: String?, _ hungUp: HangUp
    ) async throws(EngineError) -> Bool {
        let limits = metering.limits
        return try await metering.recorded { transaction throws(EngineError) in
            var notes = Metering.Notes()
            let (locked, rows) = try LockedAccount.lock(
                account, limits: limits, reading: [Self.byID(.text(session))], in: transaction)
            guard let found = rows.first?.first else { return (false, notes) }
            var row = try SessionRow(found)
            // Meanwhile the speaker may have stopped it; another instance may have taken it over and ended it.
            guard row.conversation.end == nil, row.sweptAt != nil else { return (false, notes) }
            // A call that was alive is evidence; what nobody knows of is not.
            try row.close(
                by: row.conversation.isInGrace && hungUp == .ended ? .quota : .lease,
                evidence: hungUp == .ended ? .alive : .gone,
                isCallOver: hungUp != .unknown && row.call == call, locked, in: transaction)
            notes.note(row, locked.plan)
            return (true, notes)
        }
    }

    private struct Job: Sendable {
        let call: String
        let attempts: Int64
        var result = HangUp.unknown
    }

    /// Ends calls that were to end. What the provider does not confirm is tried again.
    func hangUp() async throws(EngineError) {
        while !Self.isEnding {
            let due = try await claimJobs()
            let provider = provider
            let tried = await withTaskGroup(of: Job.self) { group in
                for job in due {
                    group.addTask {
                        Job(call: job.call, attempts: job.attempts, result: await provider.hangUp(job.call))
                    }
                }
                return await group.reduce(into: [Job]()) { $0.append($1) }
            }
            try await finish(tried.sorted { $0.call < $1.call })
            guard due.count >= Self.mostAtOnce else { return }
        }
    }

    private func claimJobs() async throws(EngineError) -> [Job] {
        try await metering.engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            var due: [Job] = []
            let farthest = Value.integer(now + 2 * Conversation.grace)
            for row in try transaction.run(Self.dueJobs(.integer(now), farthest)) {
                due.append(Job(call: try row.text(0), attempts: try row.integer(1)))
                try transaction.enqueue(Self.claimJob(.text(try row.text(0)), .integer(now + Self.claimMilliseconds)))
            }
            return due
        }
    }

    private func finish(_ jobs: [Job]) async throws(EngineError) {
        guard !jobs.isEmpty else { return }
        try await metering.engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            for job in jobs {
                if job.result != .unknown || job.attempts + 1 >= Self.mostHangUps {
                    try transaction.enqueue(Self.deleteJob(.text(job.call)))
                } else {
                    let pause = min(120_000, Int64(2_000) << min(job.attempts, 6))
                    try transaction.enqueue(Self.postponeJob(.text(job.call), .integer(now + pause)))
                }
            }
        }
    }
}
