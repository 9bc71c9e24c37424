/// A step of the schema, one text for both databases. Never changed after a release: its checksum is kept.
public struct Migration: Hashable, Sendable {
    /// 1, 2, 3, …, without gaps.
    public let version: Int64
    public let name: String
    /// Whether a program that does not know this step works with its result: then instances of two versions run side by
    /// side during an upgrade.
    public let isAdditive: Bool
    /// Statements, each ended by a semicolon.
    public let text: String

    public init(version: Int64, name: String, isAdditive: Bool, text: String) {
        self.version = version
        self.name = name
        self.isAdditive = isAdditive
        self.text = text
    }

    /// What an operator is told whose program cannot live with a step that it does not know.
    public static func tooNew(_ version: Int64) -> String {
        "the database has step \(version) of a newer anicca-gateway; install that one or a newer"
    }

    /// FNV-1a in 64 bits over the text: against an edited step, not against an attacker.
    var checksum: String {
        let hash = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return String(hash, radix: 16)
    }
}

/// What the schema is, compared with what this program knows.
public struct MigrationReport: Hashable, Sendable {
    /// Applied by this call, or missing if it was only asked: "1 accounts".
    public var applied: [String] = []
    public var missing: [String] = []
    /// Steps of a newer program that this one can live with.
    public var newer: [String] = []

    public var isComplete: Bool { missing.isEmpty }
}

/// What each database does its own way. On a connection of its own, or on the writer's.
protocol MigrationSteps {
    /// Begins a transaction in which no other instance migrates.
    func begin() throws(EngineError)
    func commit() throws(EngineError)
    func rollback()
    /// Whether the table exists.
    func hasMigrationsTable() throws(EngineError) -> Bool
    func script(_ text: String) throws(EngineError)
    func rows(_ text: String) throws(EngineError) -> [Row]
}

/// Compares the steps, and applies what is missing in one transaction. Other instances wait.
func runMigrations(
    _ migrations: [Migration], on steps: some MigrationSteps, apply: Bool, now: Int64
) throws(EngineError) -> MigrationReport {
    try steps.begin()
    do throws(EngineError) {
        let report = try compareAndApply(migrations, on: steps, apply: apply, now: now)
        try steps.commit()
        return report
    } catch {
        steps.rollback()
        throw error
    }
}

private func compareAndApply(
    _ migrations: [Migration], on steps: some MigrationSteps, apply: Bool, now: Int64
) throws(EngineError) -> MigrationReport {
    var report = MigrationReport()
    if !(try steps.hasMigrationsTable()) {
        guard apply else {
            report.missing = migrations.map(\.label)
            return report
        }
        try steps.script(
            """
            CREATE TABLE migrations (
              version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, additive BIGINT NOT NULL,
              applied_at BIGINT NOT NULL);
            """)
    }
    var known: [Int64: Migration] = [:]
    for migration in migrations { known[migration.version] = migration }
    var present: Set<Int64> = []
    for row in try steps.rows("SELECT version, name, checksum, additive FROM migrations ORDER BY version") {
        let (version, name) = (try row.integer(0), try row.text(1))
        present.insert(version)
        if let migration = known[version] {
            guard try row.text(2) == migration.checksum else {
                throw .unusable("step \(version) of the database is not the one that this program knows")
            }
        } else {
            guard try row.integer(3) == 1 else {
                throw .unusable(Migration.tooNew(version))
            }
            report.newer.append("\(version) \(name)")
        }
    }
    for migration in migrations where !present.contains(migration.version) {
        guard apply else {
            report.missing.append(migration.label)
            continue
        }
        try steps.script(migration.text)
        // Nothing here comes from outside: the name and the text are this program's own.
        try steps.script(
            """
            INSERT INTO migrations (version, name, checksum, additive, applied_at) VALUES
              (\(migration.version), '\(migration.name)', '\(migration.checksum)', \(migration.isAdditive ? 1 : 0), \(now));
            """)
        report.applied.append(migration.label)
    }
    return report
}

extension Migration {
    fileprivate var label: String { "\(version) \(name)" }
}
