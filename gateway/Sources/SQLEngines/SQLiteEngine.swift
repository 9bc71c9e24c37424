import Foundation
import GRDB
import Synchronization

/// SQLite: one writer thread whose transactions share a commit, and reader threads of their own. One process only.
///
/// Every commit is on disk before anybody is answered (`synchronous=FULL`). What waits while a commit is written shares
/// the next one, each in a savepoint, so a closure that fails undoes its own work alone.
public final class SQLiteEngine: Engine {
    static let mostInOneCommit = 64
    static let readers = 2

    private let reads: Lane<PendingRead>
    private let writes: Lane<any PendingWrite>
    private let threads = DatabaseThreads()
    private let clock: SQLiteClock
    private let lock: FileLock?
    private let writer: DatabaseQueue

    /// What this process is to the database.
    public enum Role: Sendable {
        /// The one server, or a migration: refused while another has it.
        case server
        /// A command beside a running server: a few rows under SQLite's own locks.
        case command
    }

    /// - Parameters:
    ///   - path: The file, made if it is missing. Its folder must be there.
    ///   - queue: How many requests may wait in each lane.
    ///   - leapShifts: What moves the times of everything that is running when this machine's clock leaps: by the first
    ///     parameter, in milliseconds; the second is the time before the leap. It is done before any transaction has the
    ///     new time, so that nothing becomes longer or shorter.
    public init(
        path: String, role: Role = .server, queue: Int = 256, time: EngineTime = .database, leapShifts: [Query] = []
    ) throws(EngineError) {
        switch role {
        case .server: lock = try FileLock(database: path)
        case .command: lock = nil
        }
        clock = SQLiteClock(time)
        reads = Lane(maximum: queue)
        writes = Lane(maximum: queue)
        Self.makePrivate(path)
        writer = try Self.open(path, readOnly: false)
        let writer = SQLiteWriter(queue: writer, lane: writes, clock: clock, leapShifts: leapShifts)
        threads.start("sqlite-write") { writer.run() }
        for number in 1...Self.readers {
            let reader = SQLiteReader(queue: try Self.open(path, readOnly: true), lane: reads)
            threads.start("sqlite-read-\(number)") { reader.run() }
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
        lock?.release()
    }

    public func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport {
        try migrateHere(migrations, apply: apply)
    }

    /// Waits for the writer. Only at start, and in commands.
    private func migrateHere(_ migrations: [Migration], apply: Bool) throws(EngineError) -> MigrationReport {
        let now = clock.now()
        return try writer.writeWithoutTransaction { db in
            Result { () throws(EngineError) in
                try runMigrations(migrations, on: SQLiteMigrationSteps(db: db), apply: apply, now: now)
            }
        }.get()
    }

    /// Makes a file that is not there yet, for its user alone, whatever the umask is: SQLite gives its companions (`-wal`,
    /// `-shm`) the same mode. One that is there is not opened: closing it would drop SQLite's own locks.
    private static func makePrivate(_ path: String) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Opens the file, and checks what GRDB's own set-up may have changed: it is read back.
    private static func open(_ path: String, readOnly: Bool) throws(EngineError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.label = readOnly ? "sqlite-read" : "sqlite-write"
        return try sqlite {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            guard !readOnly else { return queue }
            // Not inside a transaction, where `synchronous` cannot be changed.
            let (journal, synchronous) = try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
                return (
                    try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous")
                )
            }
            guard journal == "wal", synchronous == 2 else {
                throw EngineError.unusable("\(path): SQLite does not write durably there; put the file on a local disk")
            }
            return queue
        }
    }
}

/// Runs code that throws GRDB's errors and turns them into ours.
func sqlite<Result>(_ body: () throws(any Error) -> Result) throws(EngineError) -> Result {
    do { return try body() } catch let error as EngineError { throw error } catch let error as DatabaseError {
        throw EngineError(error)
    } catch { throw .refused("SQLite: an error of an unknown kind") }
}

extension EngineError {
    /// Only SQLite's code and, for a constraint, its message, which names the table and columns but no value.
    init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: self = .constraint(error.message ?? "a constraint")
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .conflict("the file is locked")
        case .SQLITE_FULL: self = .unusable("the disk is full")
        case .SQLITE_CANTOPEN:
            self = .unusable("the database file cannot be opened: does its folder exist, and is it writable?")
        case .SQLITE_READONLY, .SQLITE_PERM: self = .unusable("the database file may not be written")
        case .SQLITE_NOTADB: self = .unusable("the file is not an SQLite database")
        case .SQLITE_CORRUPT: self = .unusable("the database is damaged: restore a backup")
        case .SQLITE_IOERR: self = .unusable("the disk reports an error")
        default: self = .refused("SQLite error \(error.extendedResultCode.rawValue)")
        }
    }
}

/// The time of the process, without steps.
final class SQLiteClock: Sendable {
    private let time: EngineTime
    private let steady = Mutex(SteadyTime(boot: bootMilliseconds(), civil: civilMilliseconds()))

    init(_ time: EngineTime) { self.time = time }

    func now() -> Int64 { read().now }

    func read() -> TimeAndLeaps {
        switch time {
        case .manual(let manual): manual.nowAndLeaps
        case .database:
            steady.withLock { steady in
                let now = steady.read(boot: bootMilliseconds(), civil: civilMilliseconds())
                return TimeAndLeaps(now: now, leaps: steady.leaps)
            }
        }
    }
}
