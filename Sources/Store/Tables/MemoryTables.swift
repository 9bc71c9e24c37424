import Bedside
import Foundation
import GRDB

/// What is remembered of the owner (MIND-3). Numbers, dates of use and states are columns; every word is sealed, the
/// slot's name, the kind and the day of a memory too (GUARD-1). The schedule copy does not hold it, so a database that
/// takes the copy's schedule keeps its own memory.
enum MemoryTables: PartTables {
    static let name = "memory"
    static let tables = [
        "memory_mode", "memory", "memory_day", "memory_run", "memory_talk", "memory_pending", "memory_label",
        "memory_label_week", "memory_label_off",
    ]
    static let migrations = [
        Schema.Migration(number: 4, name: "memory", apply: firstTables),
        Schema.Migration(number: 9, name: "labels", apply: MemoryLabels.tables),
    ]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE memory_mode (id INTEGER PRIMARY KEY CHECK (id = 1), mode TEXT NOT NULL) STRICT;
                CREATE TABLE memory (
                    id INTEGER PRIMARY KEY,
                    status TEXT NOT NULL,
                    is_pinned INTEGER NOT NULL,
                    last_used_at INTEGER,
                    last_offered_at INTEGER,
                    use_count INTEGER NOT NULL,
                    sealed BLOB NOT NULL
                ) STRICT;
                CREATE TABLE memory_day (date TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE memory_run (
                    habit TEXT PRIMARY KEY,
                    not_today INTEGER NOT NULL,
                    was_smaller_offered INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                -- What a companion was told.
                CREATE TABLE memory_talk (talk INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
                -- A talk that waits for the second try at its summary.
                CREATE TABLE memory_pending (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL) STRICT;
                """)
    }

    // MARK: Reading

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var part = OwnerMemory()
        do {
            if let row = try Row.fetchOne(db, sql: "SELECT mode FROM memory_mode WHERE id = 1") {
                part.mode = try Columns(row).parsed("mode") { MemoryMode(rawValue: $0) }
            }
            try readSealed(db, into: &part, seals)
        } catch let error as VaultError {
            part = unreadable(part, VaultFault(error))
        } catch StoreError.corrupt {
            // A value that makes no sense concerns the memory alone: the alarms are read from other tables.
            part = unreadable(part, .damaged)
        }
        durable.memory = part
    }

    /// What can be opened of it is of little use, and the owner must learn of it.
    private static func unreadable(_ part: OwnerMemory, _ fault: VaultFault) -> OwnerMemory {
        var empty = OwnerMemory()
        empty.mode = part.mode
        empty.fault = fault
        return empty
    }

    private static func readSealed(_ db: Database, into part: inout OwnerMemory, _ seals: Seals) throws {
        let items = try Row.fetchCursor(db, sql: "SELECT * FROM memory ORDER BY id")
        while let row = try items.next() {
            let columns = Columns(row)
            let id = try columns.integer("id")
            var item = try seals.open(MemoryItem.self, try columns.blob("sealed"), for: purpose("memory", id))
            guard Int64(item.id.number) == id else { throw VaultError.damagedRecord }
            item.use = try use(columns)
            part.apply(.record(.keep(item)))
        }
        let days = try Row.fetchCursor(db, sql: "SELECT * FROM memory_day")
        while let row = try days.next() {
            let columns = Columns(row)
            let date = try columns.text("date")
            let day = try seals.open(DaySummary.self, try columns.blob("sealed"), for: purpose("day", date))
            part.apply(.record(.keepDay(day)))
        }
        let runs = try Row.fetchCursor(db, sql: "SELECT * FROM memory_run")
        while let row = try runs.next() {
            let columns = Columns(row)
            let run = IntentionRun(
                notToday: try columns.integer("not_today", within: 0...1_000),
                wasSmallerOffered: try columns.flag("was_smaller_offered"))
            part.apply(.record(.run(try columns.parsed("habit") { HabitID($0) }, run)))
        }
        let talks = try Row.fetchCursor(db, sql: "SELECT * FROM memory_talk ORDER BY talk")
        while let row = try talks.next() {
            let columns = Columns(row)
            let number = try columns.integer("talk")
            part.apply(
                .sent(try seals.open(SentTalk.self, try columns.blob("sealed"), for: purpose("talk", number))))
        }
        for change in try MemoryLabels.read(db, seals) { part.apply(.record(.label(change))) }
        if let row = try Row.fetchOne(db, sql: "SELECT sealed FROM memory_pending WHERE id = 1") {
            part.pending = try seals.open(PendingTalk.self, try Columns(row).blob("sealed"), for: "pending")
        }
    }

    private static func use(_ columns: Columns) throws(StoreError) -> MemoryItem.Use {
        MemoryItem.Use(
            status: try columns.parsed("status") { MemoryStatus(rawValue: $0) },
            isPinned: try columns.flag("is_pinned"),
            lastUsedAt: try columns.optionalInteger("last_used_at").map(CivilTime.init(nanoseconds:)),
            lastOfferedAt: try columns.optionalInteger("last_offered_at").map(CivilTime.init(nanoseconds:)),
            useCount: try columns.integer("use_count", within: 0...1_000_000_000))
    }

    private static func purpose(_ kind: String, _ name: some CustomStringConvertible) -> String { "\(kind)/\(name)" }

    // MARK: Writing

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        let part = durable.memory
        if part.mode != .off { try apply(.mode(part.mode), to: db, seals) }
        for item in part.memory.items { try apply(.record(.keep(item)), to: db, seals) }
        for day in part.memory.days { try apply(.record(.keepDay(day)), to: db, seals) }
        for (habit, run) in part.memory.runs { try apply(.record(.run(habit, run)), to: db, seals) }
        for change in MemoryLabels.changes(of: part.memory.labels) {
            try apply(.record(.label(change)), to: db, seals)
        }
        for talk in part.sent { try apply(.sent(talk), to: db, seals) }
        if let pending = part.pending { try apply(.pending(pending), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .memory(let change) = change else { return }
        do {
            try apply(change, to: db, seals)
        } catch let error as VaultError {
            seals.note(error)
        }
    }

    private static func apply(_ change: OwnerMemory.Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .mode(let mode): try db.put("memory_mode", ["id": 1, "mode": mode.rawValue])
        case .record(let change): try apply(change, to: db, seals)
        case .sent(let talk):
            let sealed = try seal(talk, for: purpose("talk", talk.talk), db, seals)
            try db.put("memory_talk", ["talk": talk.talk, "sealed": sealed])
        case .removeSent(let talk): try db.run("DELETE FROM memory_talk WHERE talk = ?", [talk])
        case .pending(let talk?):
            try db.put("memory_pending", ["id": 1, "sealed": try seal(talk, for: "pending", db, seals)])
        case .pending(nil): try db.run("DELETE FROM memory_pending", [])
        case .wipe:
            for table in sealedTables { try db.execute(sql: "DELETE FROM \(table)") }
            try AffirmationTables.forgetFirstPlay(db)
            try db.execute(sql: "DELETE FROM memory_run; DELETE FROM memory_label_off")
        case .rekey: try sealAgain(db, seals)
        }
    }

    private static func apply(_ change: MemoryChange, to db: Database, _ seals: Seals) throws {
        switch change {
        case .keep(let item), .erase(let item):
            let sealed = try seal(item, for: purpose("memory", item.id), db, seals)
            try db.put(
                "memory",
                [
                    "id": item.id.number, "status": item.use.status.rawValue, "is_pinned": item.use.isPinned,
                    "last_used_at": item.use.lastUsedAt?.nanoseconds,
                    "last_offered_at": item.use.lastOfferedAt?.nanoseconds, "use_count": item.use.useCount,
                    "sealed": sealed,
                ])
        case .use(let id, let use):
            try db.run(
                """
                UPDATE memory SET status = ?, is_pinned = ?, last_used_at = ?, last_offered_at = ?, use_count = ?
                WHERE id = ?
                """,
                [
                    use.status.rawValue, use.isPinned, use.lastUsedAt?.nanoseconds, use.lastOfferedAt?.nanoseconds,
                    use.useCount, id.number,
                ])
        case .remove(let id): try db.run("DELETE FROM memory WHERE id = ?", [id.number])
        case .keepDay(let day):
            let date = day.date.description
            try db.put("memory_day", ["date": date, "sealed": try seal(day, for: purpose("day", date), db, seals)])
        case .removeDay(let date): try db.run("DELETE FROM memory_day WHERE date = ?", [date.description])
        case .run(let habit, let run):
            guard run != IntentionRun() else {
                return try db.run("DELETE FROM memory_run WHERE habit = ?", [habit.name])
            }
            try db.put(
                "memory_run",
                ["habit": habit.name, "not_today": run.notToday, "was_smaller_offered": run.wasSmallerOffered])
        case .label(let change): try MemoryLabels.apply(change, to: db) { try seal($0, for: $1, db, seals) }
        }
    }

    private static let sealedTables = [
        "memory", "memory_day", "memory_talk", "memory_pending", "memory_label", "memory_label_week",
        // The owner's phrases and consents have their own parts, and the same key.
        AffirmationTables.sealedTable, VoiceTables.sealedTable,
    ]

    private static func seal(
        _ value: some Encodable, for purpose: String, _ db: Database, _ seals: Seals
    ) throws -> Data {
        Data(try seals.seal(value, for: purpose, holdsRecords: try holdsRecords(db)))
    }

    /// Whether something is sealed with the vault's key.
    static func holdsRecords(_ db: Database) throws -> Bool {
        try sealedTables.contains { try Row.fetchOne(db, sql: "SELECT 1 FROM \($0) LIMIT 1") != nil }
    }

    /// Seals every record under a new key. The older key opens what is still in the database's log, so it stays until
    /// the log is folded in (`BedsideStore.finishKeyChange`).
    private static func sealAgain(_ db: Database, _ seals: Seals) throws {
        guard try seals.addKey(holdsRecords: try holdsRecords(db)) else { return }
        for (table, key, kind) in [
            ("memory", "id", "memory"), ("memory_day", "date", "day"), ("memory_talk", "talk", "talk"),
            ("memory_pending", "id", nil), ("memory_label", "date", "label"), ("memory_label_week", "monday", "week"),
            (AffirmationTables.sealedTable, "id", AffirmationTables.purpose),
            (VoiceTables.sealedTable, "id", VoiceTables.purpose),
        ] {
            for row in try Row.fetchAll(db, sql: "SELECT CAST(\(key) AS TEXT) AS name, sealed FROM \(table)") {
                let columns = Columns(row)
                // A row that makes no sense concerns the memory alone, not the database with the alarms in it.
                guard let name = try? columns.text("name"), let record = try? columns.blob("sealed") else {
                    throw VaultError.damagedRecord
                }
                guard let sealed = try seals.resealed(record, for: kind.map { purpose($0, name) } ?? "pending") else {
                    continue
                }
                try db.run("UPDATE \(table) SET sealed = ? WHERE \(key) = ?", [Data(sealed), name])
            }
        }
    }

    // MARK: Waiting for the disk

    static func waiting(_ change: Change) -> Waiting {
        guard case .memory(let change) = change else { return .overrides("") }
        switch change {
        case .mode: return .overrides("mode")
        case .record(.keep(let item)), .record(.erase(let item)): return .overrides("item \(item.id)")
        // Comes after the record itself, which it does not replace.
        case .record(.use(let id, _)): return .overrides("use \(id)")
        case .record(.remove(let id)): return .overrides("item \(id)")
        case .record(.keepDay(let day)): return .overrides("day \(day.date)")
        case .record(.removeDay(let date)): return .overrides("day \(date)")
        case .record(.run(let habit, _)): return .overrides("run \(habit)")
        case .record(.label(let change)): return MemoryLabels.waiting(change)
        case .sent(let talk): return .overrides("talk \(talk.talk)")
        case .removeSent(let talk): return .overrides("talk \(talk)")
        case .pending: return .overrides("pending")
        case .wipe: return .overrides("wipe")
        case .rekey: return .overrides("rekey")
        }
    }
}
