import Bedside
import GRDB

/// How long the owner has talked on the day that was last counted, and when they were told what an owner has to be told
/// now and then (SAFE-1, SAFE-5). No word of a talk is in it. Without it the owner hears once more that they talk with
/// an AI, and the day's count starts again.
enum TalkTables: PartTables {
    static let name = "talks"
    static let tables = ["talk_record"]
    static let migrations = [Schema.Migration(number: 6, name: "talk record", apply: firstTable)]

    @Sendable private static func firstTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE talk_record (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    day TEXT,
                    seconds INTEGER NOT NULL,
                    disclosed_on TEXT,
                    short_nights_told_on TEXT
                ) STRICT;
                """)
    }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM talk_record WHERE id = 1") else { return }
        let columns = Columns(row)
        // A value that makes no sense is ignored: no alarm depends on it.
        durable.talks = TalkRecord(
            day: try columns.optionalText("day").flatMap { LocalDate($0) },
            seconds: try columns.integer("seconds", within: 0...1_000_000),
            disclosedOn: try columns.optionalText("disclosed_on").flatMap { LocalDate($0) },
            shortNightsToldOn: try columns.optionalText("short_nights_told_on").flatMap { LocalDate($0) })
    }

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        if durable.talks != TalkRecord() { try apply(.talks(durable.talks), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .talks(let record):
            try db.put(
                "talk_record",
                [
                    "id": 1, "day": record.day?.description, "seconds": record.seconds,
                    "disclosed_on": record.disclosedOn?.description,
                    "short_nights_told_on": record.shortNightsToldOn?.description,
                ])
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup, .memory, .teaching, .meditation, .fading, .nudge, .affirmation, .account,
            .ownVoice,
            .night,
            .forgetNight, .wipe:
            break
        }
    }

    static func waiting(_ change: Change) -> Waiting { .overrides("talks") }
}
