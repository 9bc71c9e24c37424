import Bedside
import GRDB

/// When the owner meditated, and for how long (D-6): no words.
enum MeditationTables: PartTables {
    static let name = "meditation"
    static let tables = ["meditation_session", "meditation_reminder"]
    static let migrations = [Schema.Migration(number: 12, name: "meditation", apply: firstTables)]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE meditation_session (
                    begun_at INTEGER PRIMARY KEY,
                    minutes INTEGER NOT NULL,
                    seconds INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE meditation_reminder (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    date TEXT NOT NULL
                ) STRICT;
                """)
    }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var record = MeditationRecord()
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM meditation_reminder WHERE id = 1") {
            // A value that makes no sense is ignored: no alarm depends on it.
            if let date = LocalDate(try Columns(row).text("date")) { record.apply(.reminded(on: date)) }
        }
        let sessions = try Row.fetchCursor(db, sql: "SELECT * FROM meditation_session ORDER BY begun_at")
        while let row = try sessions.next() {
            let columns = Columns(row)
            let minutes = try columns.integer("minutes", within: 0...1000)
            guard let length = MeditationLength(rawValue: minutes) else { continue }
            record.apply(
                .session(
                    MeditationSession(
                        begunAt: CivilTime(nanoseconds: try columns.integer("begun_at")), minutes: length,
                        seconds: try columns.integer("seconds", within: 0...100_000))))
        }
        durable.meditation = record
    }

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        if let date = durable.meditation.remindedOn { try apply(.reminded(on: date), to: db) }
        for session in durable.meditation.sessions { try apply(.session(session), to: db) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .meditation(let change) = change else { return }
        try apply(change, to: db)
    }

    private static func apply(_ change: MeditationRecord.Change, to db: Database) throws {
        switch change {
        case .reminded(let date): try db.put("meditation_reminder", ["id": 1, "date": date.description])
        case .session(let session):
            try db.put(
                "meditation_session",
                [
                    "begun_at": session.begunAt.nanoseconds, "minutes": session.minutes.minutes,
                    "seconds": session.seconds,
                ])
            try db.run(
                """
                DELETE FROM meditation_session WHERE begun_at NOT IN
                (SELECT begun_at FROM meditation_session ORDER BY begun_at DESC LIMIT ?)
                """, [MeditationRecord.maximumSessions])
        }
    }

    static func waiting(_ change: Change) -> Waiting {
        guard case .meditation(let change) = change else { return .overrides("") }
        switch change {
        case .reminded: return .overrides("reminded")
        case .session: return .adds(atMost: 100)
        }
    }
}
