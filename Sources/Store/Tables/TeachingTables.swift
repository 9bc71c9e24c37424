import Bedside
import GRDB

/// The owner's choice for teachings, and when each was heard (MIND-6): names of entries and dates, no words.
enum TeachingTables: PartTables {
    static let name = "teaching"
    static let tables = ["teaching_choice", "teaching_heard"]
    static let migrations = [Schema.Migration(number: 8, name: "teaching", apply: firstTables)]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE teaching_choice (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    mode TEXT,
                    includes_grief INTEGER
                ) STRICT;
                CREATE TABLE teaching_heard (id TEXT PRIMARY KEY, date TEXT NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var part = OwnerTeachings()
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM teaching_choice WHERE id = 1") {
            let columns = Columns(row)
            // A value that makes no sense is ignored: no alarm depends on it.
            part.mode = try columns.optionalText("mode").flatMap { TeachingMode(rawValue: $0) } ?? part.mode
            part.includesGrief = try columns.optionalInteger("includes_grief").map { $0 != 0 } ?? part.includesGrief
        }
        let heard = try Row.fetchCursor(db, sql: "SELECT * FROM teaching_heard")
        while let row = try heard.next() {
            let columns = Columns(row)
            guard let date = LocalDate(try columns.text("date")) else { continue }
            part.apply(.heard(try columns.text("id"), on: date))
        }
        durable.teachings = part
    }

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        let (part, standard) = (durable.teachings, OwnerTeachings())
        if part.mode != standard.mode { try apply(.mode(part.mode), to: db) }
        if part.includesGrief != standard.includesGrief { try apply(.includesGrief(part.includesGrief), to: db) }
        for (id, date) in part.lastHeard { try apply(.heard(id, on: date), to: db) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .teaching(let change) = change else { return }
        try apply(change, to: db)
    }

    private static func apply(_ change: OwnerTeachings.Change, to db: Database) throws {
        switch change {
        case .mode(let mode): try choose("mode", mode.rawValue, db)
        case .includesGrief(let isIncluded): try choose("includes_grief", isIncluded, db)
        case .heard(let id, let date): try db.put("teaching_heard", ["id": id, "date": date.description])
        case .forget(let id): try db.run("DELETE FROM teaching_heard WHERE id = ?", [id])
        }
    }

    /// Sets one column of the one row, which may not exist yet.
    private static func choose(_ column: String, _ value: some DatabaseValueConvertible, _ db: Database) throws {
        try db.run(
            "INSERT INTO teaching_choice (id, \(column)) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET \(column) = ?",
            [value, value])
    }

    static func waiting(_ change: Change) -> Waiting {
        guard case .teaching(let change) = change else { return .overrides("") }
        switch change {
        case .mode: return .overrides("mode")
        case .includesGrief: return .overrides("includes grief")
        case .heard(let id, _), .forget(let id): return .overrides("heard \(id)")
        }
    }
}
