import GRDB

/// The tables, as a history of migrations that only ever goes forward.
///
/// A migration that has shipped is never edited: existing databases have applied it. A version that does not know a
/// migration found in the file refuses the file and leaves it alone (GUARD-4: the old package stays installable, and it
/// then rings from the schedule copy), because writing with old rules into new tables is the one mistake that cannot be
/// undone. Columns are real ones, not documents, so that a person with `sqlite3` can read a night without our program.
///
/// Times are nanoseconds since 1970 (`datetime(due / 1000000000, 'unixepoch')`), dates and local times are text.
enum Schema {
    /// One step forward, of one part (`PartTables.migrations`).
    struct Migration: Sendable {
        /// Counts the steps of all parts, in the order in which they shipped.
        let number: Int
        let name: String
        let apply: @Sendable (Database) throws -> Void

        /// The name by which the database records it.
        var identifier: String { "v\(number) \(name)" }
    }

    static var migrations: [Migration] {
        DurableTables.parts.flatMap { $0.migrations }.sorted { $0.number < $1.number }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations { migrator.registerMigration(migration.identifier, migrate: migration.apply) }
        return migrator
    }

    /// The migrations that the file has applied, those that this program would still apply, and those that it does not
    /// know.
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
            try Columns($0).text("identifier")
        }
        return Standing(
            applied: applied, missing: known.filter { !applied.contains($0) },
            unknown: applied.filter { !known.contains($0) })
    }

    /// Creates the tables of the schedule and of the night log, and the store's own.
    @Sendable static func firstTables(_ db: Database) throws {
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
