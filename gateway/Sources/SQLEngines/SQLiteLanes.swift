import Foundation
import GRDB

/// The writer's thread: group commit.
struct SQLiteWriter: Sendable {
    let queue: DatabaseQueue
    let lane: Lane<any PendingWrite>
    let clock: SQLiteClock

    func run() {
        while true {
            let group = lane.take(atMost: SQLiteEngine.mostInOneCommit)
            guard !group.isEmpty else { return }
            var outcomes: [EngineError?] = []
            do {
                try sqlite { try queue.writeWithoutTransaction { db in outcomes = try commit(group, db) } }
            } catch {
                outcomes = Array(repeating: error, count: group.count)
            }
            for (write, outcome) in zip(group, outcomes) { write.finish(outcome) }
        }
    }

    /// Each write's own outcome, after a commit that was written to disk. Throws if there was none: all have failed.
    private func commit(_ group: [any PendingWrite], _ db: Database) throws -> [EngineError?] {
        try db.beginTransaction(.immediate)
        defer {
            // After an error. What SQLite has rolled back by itself (a full disk) is not open any more.
            if db.isInsideTransaction { try? db.rollback() }
        }
        var outcomes: [EngineError?] = []
        for write in group {
            try db.cachedStatement(sql: "SAVEPOINT one").execute()
            let transaction = SQLiteTransaction(db: db, time: clock.now())
            var outcome: EngineError?
            do throws(EngineError) {
                try write.perform(transaction)
                outcome = transaction.failure
            } catch { outcome = error }
            guard db.isInsideTransaction else { throw outcome ?? .refused("SQLite ended the transaction") }
            if outcome != nil { try db.cachedStatement(sql: "ROLLBACK TO one").execute() }
            try db.cachedStatement(sql: "RELEASE one").execute()
            outcomes.append(outcome)
        }
        try db.commit()
        return outcomes
    }
}

/// A reader's thread: what waits is answered from one snapshot.
struct SQLiteReader: Sendable {
    let queue: DatabaseQueue
    let lane: Lane<PendingRead>

    func run() {
        while true {
            let group = lane.take(atMost: SQLiteEngine.mostInOneCommit)
            guard !group.isEmpty else { return }
            var answers: [Result<[[Row]], EngineError>] = []
            do {
                try sqlite {
                    try queue.read { db in
                        for read in group {
                            let answer = Result { () throws(EngineError) in try runAll(read.statements, db) }
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
    private let db: Database
    private let time: Int64
    /// The first error that the closure met. It fails the transaction even if the closure ignores it, as PostgreSQL does.
    private(set) var failure: EngineError?

    init(db: Database, time: Int64) {
        self.db = db
        self.time = time
    }

    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]] {
        if let failure { throw failure }
        do throws(EngineError) { return try runAll(statements, db) } catch {
            failure = error
            throw error
        }
    }

    func enqueue(_ statement: Statement) throws(EngineError) { _ = try run([statement]) }

    func now() -> Int64 { time }
}

private func runAll(_ statements: [Statement], _ db: Database) throws(EngineError) -> [[Row]] {
    var results: [[Row]] = []
    results.reserveCapacity(statements.count)
    for statement in statements { results.append(try readRows(statement, db)) }
    return results
}

func readRows(_ statement: Statement, _ db: Database) throws(EngineError) -> [Row] {
    do {
        let prepared = try db.cachedStatement(sql: statement.query.sqlite)
        let arguments = StatementArguments(statement.values.map(\.argument))
        guard prepared.columnCount > 0 else {
            try prepared.execute(arguments: arguments)
            return []
        }
        var rows: [Row] = []
        let cursor = try GRDB.Row.fetchCursor(prepared, arguments: arguments)
        while let row = try cursor.next() { rows.append(Row(values: try row.databaseValues.map(Value.init(stored:)))) }
        return rows
    } catch let error as DatabaseError {
        if case .refused(let text) = EngineError(error) { throw .refused("\(text) in '\(statement.query.label)'") }
        throw EngineError(error)
    } catch let error as EngineError { throw error } catch { throw .refused("SQLite: an error of an unknown kind") }
}

extension Value {
    fileprivate var argument: DatabaseValue {
        switch self {
        case .text(let text): text.databaseValue
        case .integer(let integer): integer.databaseValue
        case .null: .null
        }
    }

    fileprivate init(stored: DatabaseValue) throws(EngineError) {
        switch stored.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .string(let text): self = .text(text)
        case .double, .blob: throw .shape("a number with a fraction, or bytes")
        }
    }
}
