import Logging
import SQLEngines
import ServiceLifecycle

/// Deletes what nobody needs any more, a few rows at a time, in every instance.
struct Tidying: Service {
    static let dayMilliseconds: Int64 = 86_400_000
    private static let oldBudgets = Query(
        "SELECT bucket FROM rate_limits WHERE at < $1 ORDER BY bucket LIMIT 100", locking: .rowIfFree)
    private static let deleteBudget = Query("DELETE FROM rate_limits WHERE bucket = $1")
    private static let oldGrants = Query(
        "SELECT device_code_hash FROM device_grants WHERE expires_at < $1 ORDER BY expires_at LIMIT 100",
        locking: .rowIfFree)
    private static let deleteGrant = Query("DELETE FROM device_grants WHERE device_code_hash = $1")
    private static let oldCredentials = Query(
        "SELECT hash FROM credentials WHERE expires_at < $1 ORDER BY expires_at LIMIT 100", locking: .rowIfFree)
    private static let deleteCredential = Query("DELETE FROM credentials WHERE hash = $1")

    let store: Store
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            do throws(EngineError) { try await tidy() } catch {
                logger.notice("tidying has to wait", metadata: ["inside": "\(Failure(error).inside ?? "")"])
            }
            let pause = Duration.milliseconds(Int64.random(in: 50_000...70_000))
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
        }
    }

    /// Budgets that are full again, codes a day after their end, credentials 30 days after theirs.
    func tidy() async throws(EngineError) {
        let steps: [(find: Query, delete: Query, age: Int64)] = [
            (Self.oldBudgets, Self.deleteBudget, 2 * 3_600_000),
            (Self.oldGrants, Self.deleteGrant, Self.dayMilliseconds),
            (Self.oldCredentials, Self.deleteCredential, 30 * Self.dayMilliseconds),
        ]
        for step in steps {
            try await store.engine.write { transaction throws(EngineError) in
                let before = try transaction.now() - step.age
                for row in try transaction.run(step.find(.integer(before))) {
                    try transaction.enqueue(step.delete(.text(try row.text(0))))
                }
            }
        }
    }
}
