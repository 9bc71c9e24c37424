import Logging
import SQLEngines
import ServiceLifecycle

/// Deletes what nobody needs any more, a few rows at a time, in every instance (GATEWAY-8).
///
/// Others wait for their turn between two batches, never for a whole round: a batch is one short transaction, and what is
/// left after a round's batches is the next round's.
struct Tidying: Service {
    static let dayMilliseconds: Int64 = 86_400_000
    /// Conversations: 13 months, so that a month can be compared with the one a year before.
    static let sessionDays: Int64 = 396
    static let auditDays: Int64 = 400
    static let eventDays: Int64 = 30
    /// Rows of one transaction, the number in each statement.
    static let batchRows = 100
    static let mostBatches = 20

    /// One kind of row, and how long it is kept after the moment that its statement compares.
    private struct Rule: Sendable {
        let find: Query
        let delete: Query
        let age: Int64

        /// - Parameters:
        ///   - time: The column that is compared.
        ///   - condition: More of what must be true of a row that is deleted.
        init(
            _ table: String, key: String, by time: String, _ condition: String = "", days: Int64 = 0, hours: Int64 = 0
        ) {
            find = Query(
                "SELECT \(key) FROM \(table) WHERE \(time) < $1\(condition) ORDER BY \(time), \(key) "
                    + "LIMIT \(Tidying.batchRows)", locking: .rowIfFree)
            delete = Query("DELETE FROM \(table) WHERE \(key) = $1\(condition)")
            age = days * Tidying.dayMilliseconds + hours * 3_600_000
        }
    }

    private static let rules = [
        // Full again after that time.
        Rule("rate_limits", key: "bucket", by: "at", hours: 2),
        Rule("device_grants", key: "device_code_hash", by: "expires_at", days: 1),
        Rule("owner_codes", key: "hash", by: "expires_at", days: 1),
        Rule("invitations", key: "id", by: "expires_at", days: 1),
        Rule("used_codes", key: "hash", by: "expires_at"),
        // Tokens of speakers and of browsers: until then a late one is told what became of it.
        Rule("credentials", key: "hash", by: "expires_at", days: 30),
        // An hour more than they are good for: clocks differ.
        Rule("apple_nonces", key: "hash", by: "expires_at", hours: 1),
        Rule("apple_sign_ins", key: "hash", by: "expires_at", hours: 1),
        Rule("passkey_challenges", key: "hash", by: "expires_at", hours: 1),
        // What waits for its effect is kept.
        Rule("webhook_inbox", key: "event_id", by: "received_at", " AND done_at IS NOT NULL", days: eventDays),
        // When the month is over, a deleted person could not have a second one of it.
        Rule("forgotten", key: "hash", by: "ends_at"), Rule("deleted_speakers", key: "hash", by: "ends_at"),
        Rule("audit", key: "key", by: "at", days: auditDays),
    ]
    /// By its id, which begins with the time of its opening: so this needs no index of its own.
    private static let oldSessions = Query(
        "SELECT id FROM sessions WHERE id < $1 AND ended_at < $2 ORDER BY id LIMIT \(batchRows)", locking: .rowIfFree)
    private static let deleteSession = Query("DELETE FROM sessions WHERE id = $1")

    let store: Store
    let logger: Logger
    /// Sound of owners' words, which is dropped after a day although nobody asks for it again.
    var desk: SpeechDesk?

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            do throws(EngineError) { try await tidy() } catch {
                logger.notice("tidying has to wait", metadata: ["inside": "\(Failure(error).inside ?? "")"])
            }
            let pause = Duration.milliseconds(Int64.random(in: 50_000...70_000))
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
        }
    }

    /// One round.
    func tidy() async throws(EngineError) {
        await desk?.tidy()
        for rule in Self.rules {
            try await inBatches(rule.delete) { now in rule.find(.integer(now - rule.age)) }
        }
        try await inBatches(Self.deleteSession) { now in
            let before = now - Self.sessionDays * Self.dayMilliseconds
            return Self.oldSessions(.text(firstID("ses_", at: before)), .integer(before))
        }
    }

    private func inBatches(
        _ delete: Query, _ find: @escaping @Sendable (_ now: Int64) -> Statement
    ) async throws(EngineError) {
        for _ in 0..<Self.mostBatches where !Task.isCancelled {
            let count = try await store.engine.write { transaction throws(EngineError) in
                let rows = try transaction.run(find(try transaction.now()))
                for row in rows { try transaction.enqueue(delete(.text(try row.text(0)))) }
                return rows.count
            }
            guard count >= Self.batchRows else { return }
        }
    }
}
