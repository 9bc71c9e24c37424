import Bedside
import GRDB

/// How one part of what survives a power cut is stored in the database. Each part has a file of its own, and only that
/// file knows the part's tables.
///
/// A feature that keeps something adds such a file and names it in `DurableTables.parts` and `part(of:)`. The other
/// switches over `Change` in this target list the changes that are not theirs, so the compiler asks for it there too.
protocol PartTables {
    /// Distinguishes the part's changes from those of other parts while they wait for the disk.
    static var name: String { get }
    /// The steps that bring an older database forward; see `Schema`.
    static var migrations: [Schema.Migration] { get }
    /// The tables that hold the part's share of `Durable`.
    static var tables: [String] { get }
    /// The tables that are only appended to and that `Durable` does not hold.
    static var logs: [String] { get }

    /// Whether the schedule copy holds the part's share of `Durable`.
    static var isInScheduleCopy: Bool { get }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws
    /// Fills empty tables; inside the caller's transaction.
    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws
    /// Applies one of the part's changes; inside the caller's transaction.
    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws
    /// What happens to an earlier change of the part that still waits for the disk when this one is made.
    static func waiting(_ change: Change) -> Waiting
    /// Removes rows that are older than the limit, a few at a time.
    static func prune(_ db: Database, after changes: [Change]) throws
}

extension PartTables {
    static var migrations: [Schema.Migration] { [] }
    static var tables: [String] { [] }
    static var logs: [String] { [] }
    static var isInScheduleCopy: Bool { false }
    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {}
    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {}
    static func prune(_ db: Database, after changes: [Change]) throws {}
}

/// How a change affects earlier ones that could not be written yet.
enum Waiting: Hashable {
    /// It overrides the earlier change of the same part with the same key.
    case overrides(String)
    /// It is added to them; at most this many are kept, the newest.
    case adds(atMost: Int)
}

/// `Durable` as rows: reading all of it, writing all of it, and applying one `Change`.
///
/// Invariant: applying changes here and reading back equals `Durable.apply` in memory, for values within the bounds
/// that the core documents (a value outside them is clamped when it is read).
enum DurableTables {
    static var parts: [any PartTables.Type] {
        [
            ScheduleTables.self, NightTable.self, MemoryTables.self, TalkTables.self, TeachingTables.self,
            MeditationTables.self, FadingTables.self, NudgeTables.self, AffirmationTables.self, AccountTables.self,
            VoiceTables.self,
        ]
    }

    /// The part that a change belongs to; nil if it concerns all parts.
    static func part(of change: Change) -> (any PartTables.Type)? {
        switch change {
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup:
            ScheduleTables.self
        case .night, .forgetNight: NightTable.self
        case .memory: MemoryTables.self
        case .talks: TalkTables.self
        case .teaching: TeachingTables.self
        case .meditation: MeditationTables.self
        case .fading: FadingTables.self
        case .nudge: NudgeTables.self
        case .affirmation: AffirmationTables.self
        case .account: AccountTables.self
        case .ownVoice: VoiceTables.self
        case .wipe: nil
        }
    }

    /// Reads everything except the logs.
    static func read(_ db: Database, _ seals: Seals) throws -> Durable {
        var durable = Durable()
        for part in parts { try part.read(db, into: &durable, seals) }
        return durable
    }

    /// Fills empty tables; inside the caller's transaction.
    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        for part in parts { try part.write(durable, to: db, seals) }
    }

    /// Replaces the content of all tables that the schedule copy follows; inside the caller's transaction.
    static func replace(with durable: Durable, in db: Database, _ seals: Seals) throws {
        let copied = parts.filter { $0.isInScheduleCopy }
        for table in copied.flatMap({ $0.tables }) { try db.execute(sql: "DELETE FROM \(table)") }
        for part in copied { try part.write(durable, to: db, seals) }
    }

    /// Applies one change; inside the caller's transaction.
    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        if let part = part(of: change) { return try part.apply(change, to: db, seals) }
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
    /// The maximum number of night entries that one change removes.
    static let batch = 1024
}

extension Database {
    /// Runs one statement, which is compiled once for the life of the connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Writes one row, in place of a row with the same primary key. Names and values are given in pairs, so that a
    /// value cannot end up in its neighbour's column.
    func put(_ table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>) throws {
        let names = row.map(\.key).joined(separator: ", ")
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        try run(
            "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))", StatementArguments(row.map { $0.value }))
    }
}
