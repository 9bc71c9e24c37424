import Foundation
import GRDB

/// The writer's thread: group commit.
struct SQLiteWriter: Sendable {
    let queue: DatabaseQueue
    let lane: Lane<any PendingWrite>
    let clock: SQLiteClock
    let leapShifts: [Query]

    private static let begin = Query("BEGIN IMMEDIATE")
    private static let commit = Query("COMMIT")
    private static let rollback = Query("ROLLBACK")
    private static let savepoint = Query("SAVEPOINT one")
    private static let rollbackOne = Query("ROLLBACK TO one")
    private static let releaseOne = Query("RELEASE one")

    func run() {
        var statements: SQLiteStatements?
        // What the rows have followed of the clock's leaps, on disk.
        var leaps: Int64 = 0
        while true {
            let group = lane.take(atMost: SQLiteEngine.mostInOneCommit)
            guard !group.isEmpty else { return }
            var outcomes: [EngineError?] = []
            do {
                try sqlite {
                    try queue.writeWithoutTransaction { db in
                        let own = try statements ?? SQLiteStatements(db)
                        statements = own
                        outcomes = try commit(group, own, after: &leaps)
                    }
                }
            } catch {
                outcomes = Array(repeating: error, count: group.count)
            }
            for (write, outcome) in zip(group, outcomes) { write.finish(outcome) }
        }
    }

    /// Each write's own outcome, after a commit that was written to disk. Throws if there was none: all have failed.
    ///
    /// - Parameter leaps: The clock's leaps that the rows have followed, in milliseconds; updated once the commit is on
    ///   disk.
    private func commit(
        _ group: [any PendingWrite], _ statements: SQLiteStatements, after leaps: inout Int64
    ) throws -> [EngineError?] {
        var followed = leaps
        try statements.run(Self.begin())
        defer {
            // After an error. What SQLite has rolled back by itself (a full disk) is not open any more.
            if statements.isInsideTransaction { _ = try? statements.run(Self.rollback()) }
        }
        var outcomes: [EngineError?] = []
        for write in group {
            let time = clock.read()
            let leap = time.leaps - followed
            if leap != 0 {
                for shift in leapShifts { try statements.run(shift(.integer(leap), .integer(time.now - leap))) }
                followed = time.leaps
            }
            try statements.run(Self.savepoint())
            let transaction = SQLiteTransaction(statements: statements, time: time.now)
            var outcome: EngineError?
            do throws(EngineError) {
                try write.perform(transaction)
                outcome = transaction.failure
            } catch { outcome = error }
            guard statements.isInsideTransaction else { throw outcome ?? .refused("SQLite ended the transaction") }
            if outcome != nil { try statements.run(Self.rollbackOne()) }
            try statements.run(Self.releaseOne())
            outcomes.append(outcome)
        }
        try statements.run(Self.commit())
        leaps = followed
        return outcomes
    }
}

/// A reader's thread: what waits is answered from one snapshot.
struct SQLiteReader: Sendable {
    let queue: DatabaseQueue
    let lane: Lane<PendingRead>

    private static let begin = Query("BEGIN")
    private static let commit = Query("COMMIT")

    func run() {
        var statements: SQLiteStatements?
        while true {
            let group = lane.take(atMost: SQLiteEngine.mostInOneCommit)
            guard !group.isEmpty else { return }
            var answers: [Result<[[Row]], EngineError>] = []
            do {
                // The connection itself can only read, so GRDB need not see to that each time.
                try sqlite {
                    try queue.unsafeRead { db in
                        let own = try statements ?? SQLiteStatements(db)
                        statements = own
                        try own.run(Self.begin())
                        defer { _ = try? own.run(Self.commit()) }
                        for read in group {
                            let answer = Result { () throws(EngineError) in try runAll(read.statements, own) }
                            answers.append(answer)
                        }
                    }
                }
            } catch { answers = Array(repeating: .failure(error), count: group.count) }
            for (read, answer) in zip(group, answers) { read.continuation.resume(returning: answer) }
        }
    }
}

/// A transaction on the writer's thread.
final class SQLiteTransaction: Transaction {
    private let statements: SQLiteStatements
    private let time: Int64
    /// The first error that the closure met. It fails the transaction even if the closure ignores it, as PostgreSQL does.
    private(set) var failure: EngineError?

    init(statements: SQLiteStatements, time: Int64) {
        self.statements = statements
        self.time = time
    }

    func run(_ batch: [Statement]) throws(EngineError) -> [[Row]] {
        if let failure { throw failure }
        do throws(EngineError) { return try runAll(batch, statements) } catch {
            failure = error
            throw error
        }
    }

    func enqueue(_ statement: Statement) throws(EngineError) { _ = try run([statement]) }

    func now() -> Int64 { time }
}

private func runAll(_ batch: [Statement], _ statements: SQLiteStatements) throws(EngineError) -> [[Row]] {
    var results: [[Row]] = []
    results.reserveCapacity(batch.count)
    for statement in batch { results.append(try statements.run(statement)) }
    return results
}
