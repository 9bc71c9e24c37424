import Foundation

/// A reader's thread: what waits is sent in one round trip.
struct PostgresReader {
    static let mostInOneRoundTrip = 64

    let lane: Lane<PendingRead>
    let link: PostgresLink

    func run() {
        while true {
            let group = lane.take(atMost: Self.mostInOneRoundTrip)
            guard !group.isEmpty else { return }
            let answers = answer(group.map(\.statements))
            for (read, answer) in zip(group, answers) { read.continuation.resume(returning: answer) }
        }
    }

    /// A connection that had died since its last use is replaced once, without anybody noticing.
    private func answer(_ batches: [[Statement]]) -> [Result<[[Row]], EngineError>] {
        var mayRetry = link.isOpen
        while true {
            do throws(EngineError) {
                let connection = try link.open()
                do throws(EngineError) { return try connection.runTogether(batches).map(Result.success) } catch {
                    if case .away = error { throw error }
                }
                // One that fails must not touch the others.
                return try connection.runApart(batches).enumerated().map { index, answer throws(EngineError) in
                    guard case .failure(.conflict) = answer, batches.indices.contains(index) else { return answer }
                    return Result { () throws(EngineError) in try connection.run(batches[index]) }
                }
            } catch {
                link.drop()
                guard mayRetry else { return Array(repeating: .failure(error), count: batches.count) }
                mayRetry = false
            }
        }
    }
}

/// A writer's thread: one transaction at a time.
struct PostgresWriter {
    /// How often a transaction runs before a conflict is reported.
    static let attempts = 3

    let lane: Lane<any PendingWrite>
    let link: PostgresLink
    let clock: PostgresClock

    func run() {
        while let write = lane.take(atMost: 1).first { write.finish(outcome(of: write)) }
    }

    private func outcome(of write: any PendingWrite) -> EngineError? {
        var attempt = 1
        var mayReconnect = link.isOpen
        while true {
            let transaction: PostgresTransaction
            do throws(EngineError) { transaction = PostgresTransaction(try link.open(), clock) } catch { return error }
            do throws(EngineError) {
                try write.perform(transaction)
                try transaction.commit()
                return nil
            } catch {
                let wasCommitting = transaction.isCommitting
                if !transaction.rollback() { link.drop() }
                switch error {
                // Before the commit was sent nothing can have happened.
                case .away where mayReconnect && !wasCommitting: mayReconnect = false
                case .conflict where attempt < Self.attempts: attempt += 1
                case .away, .busy, .conflict, .constraint, .gone, .refused, .shape, .unusable: return error
                }
            }
        }
    }
}

/// A transaction on a writer's thread. `BEGIN` and the question for the time travel with the first statements, what was
/// enqueued with the next ones, and the last with `COMMIT`.
final class PostgresTransaction: Transaction {
    private static let begin = Query("BEGIN")
    private static let time = Query("SELECT CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)")
    private static let commit = Query("COMMIT")
    private static let rollback = Query("ROLLBACK")

    private let connection: PostgresConnection
    private let clock: PostgresClock
    private var startedAt: Int64?
    private var enqueued: [Statement] = []
    private var failure: EngineError?
    private(set) var isCommitting = false

    init(_ connection: PostgresConnection, _ clock: PostgresClock) {
        self.connection = connection
        self.clock = clock
    }

    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]] {
        if let failure { throw failure }
        let before = startedAt == nil ? [Self.begin(), Self.time()] : []
        let all = before + enqueued + statements
        let results: [[Row]]
        do throws(EngineError) { results = try connection.run(all) } catch {
            failure = error
            throw error
        }
        if startedAt == nil {
            guard let row = results.dropFirst().first?.first else { throw .shape("no time") }
            let now = try row.integer(0)
            clock.learn(now)
            startedAt = now
        }
        enqueued = []
        return Array(results.suffix(statements.count))
    }

    func enqueue(_ statement: Statement) { enqueued.append(statement) }

    func now() throws(EngineError) -> Int64 {
        if case .manual(let manual) = clock.time { return manual.now }
        if let startedAt { return startedAt }
        _ = try run([])
        guard let startedAt else { throw .shape("no time") }
        return startedAt
    }

    /// Ends the transaction durably. A failed statement that the closure ignored fails it here.
    func commit() throws(EngineError) {
        if let failure { throw failure }
        guard startedAt != nil || !enqueued.isEmpty else { return }
        isCommitting = true
        _ = try run([Self.commit()])
    }

    /// Whether the connection can be used further.
    func rollback() -> Bool {
        if case .away = failure { return false }
        guard startedAt != nil || failure != nil else { return true }
        do throws(EngineError) {
            _ = try connection.run([Self.rollback()])
            return true
        } catch { return false }
    }
}
