import NIOPosix
import SQLEngines
import Synchronization

/// An engine that counts what it is asked. `BEGIN`, the question for the time and `COMMIT` travel with others, and are
/// not counted as statements; the commit is a round trip.
final class CountingEngine: Engine {
    struct Count: Hashable, Sendable {
        var roundTrips = 0
        var statements = 0
        /// In one transaction, of those that nobody waits for.
        var mostEnqueued = 0
        /// Reads that were asked for on the thread of an event loop.
        var readsOnLoop = 0

        /// Round trips, and statements.
        var asked: [Int] { [roundTrips, statements] }
    }

    let base: any Engine
    private let count = Mutex(Count())

    init(base: any Engine) { self.base = base }

    /// What was counted since it was last asked.
    func take() -> Count {
        count.withLock { count in
            defer { count = Count() }
            return count
        }
    }

    fileprivate func add(roundTrips: Int = 0, statements: Int = 0, mostEnqueued: Int = 0) {
        count.withLock { count in
            count.roundTrips += roundTrips
            count.statements += statements
            count.mostEnqueued = max(count.mostEnqueued, mostEnqueued)
        }
    }

    func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]] {
        add(roundTrips: 1, statements: statements.count)
        let isOnLoop = MultiThreadedEventLoopGroup.currentEventLoop != nil
        if isOnLoop { count.withLock { $0.readsOnLoop += 1 } }
        return try await base.read(statements)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result {
        add(roundTrips: 1)
        return try await base.write { transaction throws(EngineError) in
            try body(CountingTransaction(base: transaction, engine: self))
        }
    }

    func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport {
        try await base.migrate(migrations, apply: apply)
    }
    func now() -> Int64 { base.now() }
    func close() async { await base.close() }
    var waiting: (reads: Int, writes: Int) { base.waiting }
}

private final class CountingTransaction: Transaction {
    let base: any Transaction
    let engine: CountingEngine
    private var enqueued = 0

    init(base: any Transaction, engine: CountingEngine) {
        self.base = base
        self.engine = engine
    }

    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]] {
        engine.add(roundTrips: 1, statements: statements.count)
        return try base.run(statements)
    }

    func enqueue(_ statement: Statement) throws(EngineError) {
        enqueued += 1
        engine.add(statements: 1, mostEnqueued: enqueued)
        try base.enqueue(statement)
    }

    func now() throws(EngineError) -> Int64 { try base.now() }
}
