import Bedside
import GRDB

/// How one part of what survives a power cut lies in the database: a file a part, which alone knows the part's tables.
///
/// A feature with something to keep adds such a file, names it in `DurableTables.parts` and `part(of:)`, and nothing else
/// in this target changes.
protocol PartTables {
    /// Tells its changes from the other parts' while they wait for the disk.
    static var name: String { get }
    /// What brings an older database forward; see `Schema`.
    static var migrations: [Schema.Migration] { get }
    /// All that hold its part of `Durable`.
    static var tables: [String] { get }
    /// All that are only appended to, and that `Durable` does not hold.
    static var logs: [String] { get }

    static func read(_ db: Database, into durable: inout Durable) throws
    /// Fills empty tables; inside the caller's transaction.
    static func write(_ durable: Durable, to db: Database) throws
    /// One of its changes; inside the caller's transaction.
    static func apply(_ change: Change, to db: Database) throws
    /// What becomes of an earlier change of its that still waits for the disk when this one is made.
    static func waiting(_ change: Change) -> Waiting
    /// Removes what is older than is kept, a little at a time.
    static func prune(_ db: Database, after changes: [Change]) throws
}

extension PartTables {
    static var migrations: [Schema.Migration] { [] }
    static var tables: [String] { [] }
    static var logs: [String] { [] }
    static func read(_ db: Database, into durable: inout Durable) throws {}
    static func write(_ durable: Durable, to db: Database) throws {}
    static func prune(_ db: Database, after changes: [Change]) throws {}
}

/// How a change stands to earlier ones that could not be written yet.
enum Waiting: Hashable {
    /// It overrides the earlier change of the same part with the same key.
    case overrides(String)
    /// It is added to them; of so many the newest are kept.
    case adds(atMost: Int)
}

/// `Durable` as rows: reading all of it, writing all of it, and applying one `Change`.
///
/// Invariant: applying changes here and reading back equals `Durable.apply` in memory, for values within the bounds that
/// the core documents (what lies outside is held to them on reading).
enum DurableTables {
    static var parts: [any PartTables.Type] { [ScheduleTables.self, NightTable.self] }

    /// Whose change it is; nil: everybody's.
    static func part(of change: Change) -> (any PartTables.Type)? {
        switch change {
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup:
            ScheduleTables.self
        case .night, .forgetNight: NightTable.self
        case .wipe: nil
        }
    }

    /// Reads everything but the logs.
    static func read(_ db: Database) throws -> Durable {
        var durable = Durable()
        for part in parts { try part.read(db, into: &durable) }
        return durable
    }

    /// Fills empty tables; inside the caller's transaction.
    static func write(_ durable: Durable, to db: Database) throws {
        for part in parts { try part.write(durable, to: db) }
    }

    /// In place of what is there, except for the logs; inside the caller's transaction.
    static func replace(with durable: Durable, in db: Database) throws {
        for table in parts.flatMap({ $0.tables }) { try db.execute(sql: "DELETE FROM \(table)") }
        try write(durable, to: db)
    }

    /// Inside the caller's transaction.
    static func apply(_ change: Change, to db: Database) throws {
        if let part = part(of: change) { return try part.apply(change, to: db) }
        for table in parts.flatMap({ $0.tables + $0.logs }) { try db.execute(sql: "DELETE FROM \(table)") }
        try db.execute(sql: "UPDATE store SET last_written = NULL, zone = NULL, is_wiping = 1 WHERE id = 1")
    }

    static func prune(_ db: Database, after changes: [Change]) throws {
        for part in parts { try part.prune(db, after: changes) }
    }
}

/// How much of the past is kept.
enum HistoryLimit {
    static let nightEntries = 20_000
    /// Night entries that one change forgets at most.
    static let batch = 1024
}

extension Database {
    /// One statement, compiled once for the life of the connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// One row by the names of its columns, in place of the row with the same primary key. Names and values stand side by
    /// side, so that none of them can slip by one.
    func put(_ table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>) throws {
        let names = row.map(\.key).joined(separator: ", ")
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        try run(
            "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))", StatementArguments(row.map { $0.value }))
    }
}
