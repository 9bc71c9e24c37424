import GRDB

struct SQLiteMigrationSteps: MigrationSteps {
    let db: Database

    func begin() throws(EngineError) { try sqlite { try db.beginTransaction(.immediate) } }
    func commit() throws(EngineError) { try sqlite { try db.commit() } }
    func rollback() { if db.isInsideTransaction { try? db.rollback() } }

    func hasMigrationsTable() throws(EngineError) -> Bool { try sqlite { try db.tableExists("migrations") } }
    func script(_ text: String) throws(EngineError) { try sqlite { try db.execute(sql: text) } }
    func rows(_ text: String) throws(EngineError) -> [Row] { try SQLiteStatements(db).run(Query(text)()) }
}

struct PostgresMigrationSteps: MigrationSteps {
    /// Any number that nothing else in the database uses: "anic" in ASCII.
    static let lock: Int32 = 0x616E_6963
    /// The server's limit, and a little more for this side.
    static let patienceMilliseconds: Int64 = 70_000

    let connection: PostgresConnection

    /// Another instance may be migrating for a while, so the limits are wider here.
    func begin() throws(EngineError) {
        try connection.script(
            """
            BEGIN; SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '60s';
            SELECT pg_advisory_xact_lock(\(Self.lock), hashtext(current_schema()))
            """)
    }

    func commit() throws(EngineError) { try connection.script("COMMIT") }

    func rollback() {
        // The connection is closed next, which ends the transaction in any case.
        _ = try? connection.script("ROLLBACK")
    }

    func hasMigrationsTable() throws(EngineError) -> Bool {
        guard let row = try connection.script("SELECT to_regclass('migrations')::text").first else {
            throw .shape("no row")
        }
        return try row.textIfAny(0) != nil
    }

    func script(_ text: String) throws(EngineError) { try connection.script(text) }
    func rows(_ text: String) throws(EngineError) -> [Row] { try connection.script(text) }
}
