import SQLEngines

/// An engine whose batches are timed, with the time for which they waited (`db_seconds`).
struct MeasuredEngine: Engine {
    let base: any Engine
    let metrics: GatewayMetrics

    func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]] {
        let started = ContinuousClock.now
        defer { metrics.databaseRead(elapsed: started.duration(to: .now)) }
        return try await base.read(statements)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result {
        let started = ContinuousClock.now
        defer { metrics.databaseWrote(elapsed: started.duration(to: .now)) }
        return try await base.write(body)
    }

    func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport {
        try await base.migrate(migrations, apply: apply)
    }

    func now() -> Int64 { base.now() }
    func close() async { await base.close() }
    var waiting: (reads: Int, writes: Int) { base.waiting }
}
