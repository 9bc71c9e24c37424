/// Why the database did not do what it was asked for. No case carries a value that was stored or sent.
public enum EngineError: Error, Hashable, Sendable {
    /// No connection, or it was lost. A transaction that was just committing may or may not have happened: whoever asks
    /// again must name the same cause, and the same row answers.
    case away(String)
    /// Too much waits already. Nothing happened.
    case busy
    /// Others held the rows for too long, or both waited for each other. Nothing was written. The engine has tried again.
    case conflict(String)
    /// A rule of the schema refused: its name, or the table and columns. Nothing was written.
    case constraint(String)
    /// The person was deleted, or the speaker was signed out, since the request was let in. Nothing was written.
    case gone
    /// The statement is wrong: a fault of this program.
    case refused(String)
    /// An answer that has not the columns which this program expects.
    case shape(String)
    /// The database cannot be used until somebody does something: the sentence says what.
    case unusable(String)
}

/// A transaction, on a database thread. It must not leave the closure that it was given to.
///
/// The closure may run more than once (a deadlock, a connection that had died): it touches nothing but the transaction.
/// It refuses by what it returns, and decides before it writes: what was written before a plain return is committed.
public protocol Transaction: AnyObject {
    /// Runs statements in order, in one round trip, and returns each one's rows.
    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]]
    /// A statement whose rows nobody reads: it goes with the next round trip, at the latest with the commit.
    func enqueue(_ statement: Statement) throws(EngineError)
    /// Milliseconds since 1970 by the database's clock, the same for the whole transaction. It decides expiries and
    /// leases, so that instances need not agree on the time. Free after the first `run`.
    func now() throws(EngineError) -> Int64
}

extension Transaction {
    /// Runs one statement.
    public func run(_ statement: Statement) throws(EngineError) -> [Row] {
        guard let rows = try run([statement]).first else { throw .shape("no result") }
        return rows
    }
}

/// A database: SQLite in this process, or PostgreSQL. Safe on any thread.
public protocol Engine: Sendable {
    /// Runs statements that read, in one round trip. Each sees a snapshot of its own, so two of them may disagree.
    func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]]
    /// Runs a transaction on a database thread and returns after it is durable.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result
    /// Applies the migrations that are missing, or says which are (`MigrationReport`).
    func migrate(_ migrations: [Migration], apply: Bool) async throws(EngineError) -> MigrationReport
    /// Milliseconds since 1970, close to the database's clock: good enough to refuse what expired, not to decide money.
    func now() -> Int64
    /// Ends what was asked for before, then closes. Whatever comes later is refused with `away`.
    func close() async
    /// How many requests wait in each lane, for metrics.
    var waiting: (reads: Int, writes: Int) { get }
}

extension Engine {
    public func read(_ statement: Statement) async throws(EngineError) -> [Row] {
        guard let rows = try await read([statement]).first else { throw .shape("no result") }
        return rows
    }
}
