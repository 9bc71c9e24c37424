import Synchronization

@testable import SQLEngines

/// An engine that does something wrong on purpose: a test that does not notice it is not worth much.
struct MutantEngine: Engine {
    enum Fault: Sendable {
        /// None: the test of the mutants themselves.
        case none
        /// Rows are read without being locked.
        case noLocks
        /// A charge is named after the message that told of it, not after its cause.
        case keyOfMessage
        /// What was talked is not charged.
        case noCharge
        /// A statement with these words is forgotten.
        case lostStatement(String)
    }

    let base: any Engine
    let fault: Fault

    private static let sent = Mutex(0)

    /// Whether it adds one row to the ledger: account, key, month, minutes, and when. The closing of months adds sums.
    private static func isEntry(_ statement: Statement) -> Bool {
        statement.query.postgres.contains("INTO ledger") && statement.values.count == 6
    }

    fileprivate static func changed(_ statement: Statement, _ fault: Fault) -> Statement? {
        switch fault {
        case .none: return statement
        case .noLocks:
            let text = statement.query.postgres.replacing(" FOR UPDATE SKIP LOCKED", with: "")
                .replacing(" FOR UPDATE", with: "")
            return Statement(query: Query(text), values: statement.values)
        case .keyOfMessage:
            guard isEntry(statement) else { return statement }
            var values = statement.values
            let number = sent.withLock { count in
                count += 1
                return count
            }
            if case .text(let key) = values[1] { values[1] = .text("\(key)-message-\(number)") }
            return Statement(query: statement.query, values: values)
        case .noCharge:
            if isEntry(statement), case .integer(let minutes) = statement.values[3], minutes < 0 { return nil }
            return statement
        case .lostStatement(let words): return statement.query.postgres.contains(words) ? nil : statement
        }
    }

    func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]] { try await base.read(statements) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result {
        let fault = fault
        return try await base.write { transaction throws(EngineError) in
            try body(MutantTransaction(base: transaction, fault: fault))
        }
    }

    func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport {
        try await base.migrate(migrations, apply: apply)
    }
    func now() -> Int64 { base.now() }
    func close() async { await base.close() }
    var waiting: (reads: Int, writes: Int) { base.waiting }
}

private final class MutantTransaction: Transaction {
    let base: any Transaction
    let fault: MutantEngine.Fault

    init(base: any Transaction, fault: MutantEngine.Fault) {
        self.base = base
        self.fault = fault
    }

    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]] {
        var changed: [Statement] = []
        for statement in statements { if let kept = MutantEngine.changed(statement, fault) { changed.append(kept) } }
        return try base.run(changed)
    }

    func enqueue(_ statement: Statement) throws(EngineError) {
        if let kept = MutantEngine.changed(statement, fault) { try base.enqueue(kept) }
    }

    func now() throws(EngineError) -> Int64 { try base.now() }
}
