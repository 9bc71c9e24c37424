import Foundation
import Synchronization

/// PostgreSQL through libpq, on threads of our own with a connection each.
///
/// Two lanes: a row lock that waits holds up everything behind it on its connection, so reads have connections of their
/// own, which answer all that waits in one round trip. A write has a connection for itself while it lasts.
public final class PostgresEngine: Engine {
    private let information: String
    private let reads: Lane<PendingRead>
    private let writes: Lane<any PendingWrite>
    private let threads = DatabaseThreads()
    private let clock: PostgresClock

    /// Connects with the first request, not here. The server's first one is the migration before it listens: it ends if the
    /// database is away then, and is started again by systemd. One that goes away later is waited for.
    /// - Parameters:
    ///   - information: A connection string or URI as libpq takes it.
    ///   - readers: Connections that read.
    ///   - writers: Connections that write; so many transactions at once.
    ///   - queue: How many requests may wait in each lane.
    public init(
        _ information: String, readers: Int = 2, writers: Int = 8, queue: Int = 256, time: EngineTime = .database
    ) {
        self.information = information
        reads = Lane(maximum: queue)
        writes = Lane(maximum: queue)
        clock = PostgresClock(time)
        for number in 0..<max(1, readers) {
            threads.start("pg-read-\(number)") { [reads] in
                PostgresReader(lane: reads, link: PostgresLink(information)).run()
            }
        }
        for number in 0..<max(1, writers) {
            threads.start("pg-write-\(number)") { [writes, clock] in
                PostgresWriter(lane: writes, link: PostgresLink(information), clock: clock).run()
            }
        }
    }

    public func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]] {
        try await reads.read(statements)
    }

    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result { try await writes.write(body) }

    public func now() -> Int64 { clock.now() }

    public var waiting: (reads: Int, writes: Int) { (reads.count, writes.count) }

    public func close() async {
        writes.close()
        reads.close()
        await threads.waitForAll()
    }

    /// On a connection of its own, in a thread that may wait for another instance's migration.
    public func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport {
        let (information, now) = (information, clock.now())
        return try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<MigrationReport, EngineError>, Never>) in
            threads.start("pg-migrate") {
                continuation.resume(
                    returning: Result { () throws(EngineError) in
                        let steps = PostgresMigrationSteps(
                            connection: try PostgresConnection(
                                information, patienceMilliseconds: PostgresMigrationSteps.patienceMilliseconds))
                        return try runMigrations(migrations, on: steps, apply: apply, now: now)
                    })
            }
        }.get()
    }
}

/// The database's time, known from its last answer and counted on by this machine's boot clock.
final class PostgresClock: Sendable {
    let time: EngineTime
    /// The database's clock less this machine's boot clock, in milliseconds.
    private let offset = Mutex<Int64>(civilMilliseconds() - bootMilliseconds())

    init(_ time: EngineTime) { self.time = time }

    func learn(_ now: Int64) { offset.withLock { $0 = now - bootMilliseconds() } }

    func now() -> Int64 {
        switch time {
        case .manual(let manual): manual.now
        case .database: offset.withLock { $0 } + bootMilliseconds()
        }
    }
}

/// A connection that is made when it is needed, and again after it was lost. Belongs to one thread.
final class PostgresLink {
    static let longestPauseMilliseconds: Int64 = 2_000

    private let information: String
    private var connection: PostgresConnection?
    private var pauseMilliseconds: Int64 = 50
    private var notBefore: Int64 = 0
    private var lastError = EngineError.away("not connected yet")

    init(_ information: String) { self.information = information }

    /// While the database is away nobody waits for an attempt that failed just now.
    func open() throws(EngineError) -> PostgresConnection {
        if let connection { return connection }
        guard bootMilliseconds() >= notBefore else { throw lastError }
        do throws(EngineError) {
            let fresh = try PostgresConnection(information)
            try fresh.enterPipeline()
            connection = fresh
            pauseMilliseconds = 50
            return fresh
        } catch {
            lastError = error
            notBefore = bootMilliseconds() + Int64.random(in: pauseMilliseconds / 2...pauseMilliseconds)
            pauseMilliseconds = min(Self.longestPauseMilliseconds, pauseMilliseconds * 2)
            throw error
        }
    }

    /// Whether a connection is open: one that was open before may have died meanwhile.
    var isOpen: Bool { connection != nil }

    func drop() { connection = nil }
}
