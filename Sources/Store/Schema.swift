import GRDB

/// The tables, as a history of migrations that only ever goes forward.
///
/// A migration that has shipped is never edited: databases out there have it behind them. A version that does not know a
/// migration found in the file refuses the file and leaves it alone (GUARD-4: the old package stays installable, and it
/// then rings from the schedule copy), because writing with old rules into new tables is the one mistake that cannot be
/// undone. Columns are real ones, not documents, so that a person with `sqlite3` can read a night without our program.
///
/// Times are nanoseconds since 1970 (`datetime(due / 1000000000, 'unixepoch')`), dates and local times are text.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1 first tables", migrate: firstTables)
        migrator.registerMigration("v2 unseen miss", migrate: unseenMiss)
        migrator.registerMigration("v3 zone", migrate: zone)
        return migrator
    }

    /// What the file has behind it, and what this program would still apply.
    struct Standing {
        var applied: [String]
        var missing: [String]
        var unknown: [String]
    }

    static func standing(of db: Database, migrator: DatabaseMigrator) throws -> Standing {
        let known = migrator.migrations
        let hasTable = try Row.fetchOne(
            db, sql: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'")
        guard hasTable != nil else { return Standing(applied: [], missing: known, unknown: []) }
        let applied = try Row.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid").map {
            try Columns($0).text(0)
        }
        return Standing(
            applied: applied, missing: known.filter { !applied.contains($0) },
            unknown: applied.filter { !known.contains($0) })
    }

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE profile (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    owner_name TEXT,
                    language TEXT NOT NULL,
                    sleep_location TEXT,
                    training_focus TEXT NOT NULL,
                    companion TEXT NOT NULL,
                    volume_floor_percent INTEGER NOT NULL,
                    volume_ceiling_percent INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE habit (
                    position INTEGER PRIMARY KEY,
                    id TEXT NOT NULL,
                    is_on INTEGER NOT NULL,
                    at TEXT NOT NULL,
                    days TEXT NOT NULL,
                    follow_ups INTEGER NOT NULL,
                    follow_up_interval_seconds INTEGER NOT NULL,
                    sound TEXT,
                    curve TEXT NOT NULL,
                    prompt TEXT NOT NULL,
                    guards_against_sleep INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE settings (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    voice_percent INTEGER NOT NULL,
                    is_microphone_muted INTEGER NOT NULL
                ) STRICT;
                -- A step that is NULL means: set up.
                CREATE TABLE setup (id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT) STRICT;
                CREATE TABLE record (
                    habit TEXT NOT NULL,
                    date TEXT NOT NULL,
                    due INTEGER NOT NULL,
                    outcome TEXT NOT NULL,
                    committed_follow_up INTEGER,
                    rings INTEGER NOT NULL,
                    ended_at INTEGER,
                    PRIMARY KEY (date, habit)
                ) STRICT, WITHOUT ROWID;
                -- A moved_to that is NULL means: skip.
                CREATE TABLE exception (
                    habit TEXT NOT NULL,
                    date TEXT NOT NULL,
                    moved_to TEXT,
                    PRIMARY KEY (date, habit)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE one_off (
                    position INTEGER PRIMARY KEY,
                    id TEXT NOT NULL,
                    at TEXT NOT NULL,
                    like_habit TEXT NOT NULL
                ) STRICT;
                CREATE TABLE armed_since (habit TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                -- In the order of writing, which a stepped clock does not change.
                CREATE TABLE night (
                    id INTEGER PRIMARY KEY,
                    at INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    habit TEXT,
                    date TEXT,
                    follow_up INTEGER,
                    cause TEXT,
                    detail TEXT
                ) STRICT;
                CREATE TABLE store (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    -- Counts commits, so that a schedule copy newer than the database is recognized.
                    commits INTEGER NOT NULL,
                    -- The last of them that the schedule copy had to follow at once.
                    schedule_commits INTEGER NOT NULL,
                    last_written INTEGER,
                    -- 1 from a wipe's transaction until its last trace is off the disk.
                    is_wiping INTEGER NOT NULL
                ) STRICT;
                INSERT INTO store (id, commits, schedule_commits, is_wiping) VALUES (1, 0, 0, 0);
                """)
    }
}

extension Schema {
    /// ALARM-4: until the next press, through a power cut too.
    @Sendable fileprivate static func unseenMiss(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE settings ADD COLUMN has_unseen_miss INTEGER NOT NULL DEFAULT 0")
    }

    /// ALARM-6: after a change of the zone, also one while the power was off, the same local time may come again.
    @Sendable fileprivate static func zone(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE store ADD COLUMN zone TEXT;
                CREATE TABLE last_ring (habit TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }
}

/// A row's columns, believed only after a look: GRDB's own subscripts trap on a value of the wrong kind, and a damaged
/// database has those.
struct Columns {
    private let row: Row

    init(_ row: Row) { self.row = row }

    private func value(_ index: Int) -> DatabaseValue.Storage {
        guard index < row.count else { return .null }
        let value: DatabaseValue = row[index]
        return value.storage
    }

    private func name(_ index: Int) -> String {
        var names = row.columnNames.makeIterator()
        for _ in 0..<index { _ = names.next() }
        return names.next() ?? "column \(index)"
    }

    func bad(_ index: Int) -> StoreError { .corrupt("a value of \(name(index)) makes no sense") }

    func optionalInteger(_ index: Int) throws(StoreError) -> Int64? {
        switch value(index) {
        case .null: return nil
        case .int64(let value): return value
        case .double, .string, .blob: throw bad(index)
        }
    }

    func integer(_ index: Int) throws(StoreError) -> Int64 {
        guard let value = try optionalInteger(index) else { throw bad(index) }
        return value
    }

    /// Held inside the documented bounds of a field, so that no number on disk can surprise the rules.
    func integer(_ index: Int, within range: ClosedRange<Int>) throws(StoreError) -> Int {
        min(max(Int(try integer(index)), range.lowerBound), range.upperBound)
    }

    func flag(_ index: Int) throws(StoreError) -> Bool { try integer(index) != 0 }

    func optionalText(_ index: Int) throws(StoreError) -> String? {
        switch value(index) {
        case .null: return nil
        case .string(let value): return value
        case .double, .int64, .blob: throw bad(index)
        }
    }

    func text(_ index: Int) throws(StoreError) -> String {
        guard let value = try optionalText(index) else { throw bad(index) }
        return value
    }

    /// A text that `make` understands.
    func parsed<Value>(_ index: Int, _ make: (String) -> Value?) throws(StoreError) -> Value {
        guard let value = make(try text(index)) else { throw bad(index) }
        return value
    }

    func optionalParsed<Value>(_ index: Int, _ make: (String) -> Value?) throws(StoreError) -> Value? {
        guard let text = try optionalText(index) else { return nil }
        guard let value = make(text) else { throw bad(index) }
        return value
    }
}
