import Bedside
import Foundation
import GRDB

/// The owner's phrases (MIND-7): when they are played, and the words, which are sealed with the vault's key (GUARD-1).
enum AffirmationTables: PartTables {
    static let name = "affirmation"
    static let sealedTable = "affirmation"
    /// What a row is sealed for, with its number.
    static let purpose = "affirmation"
    /// More than a life has phrases; what is above it was damaged.
    private static let largestNumber: Int64 = 1_000_000
    static let tables = [sealedTable, "affirmation_play", "affirmation_use"]
    static let migrations = [Schema.Migration(number: 16, name: "affirmation", apply: firstTables)]

    /// The words of one phrase.
    private struct Words: Codable {
        var text: PrivateText
        var kana: PrivateText?
    }

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE affirmation (
                    id INTEGER PRIMARY KEY,
                    language TEXT NOT NULL,
                    -- Local times with a space between them.
                    times TEXT NOT NULL,
                    since INTEGER,
                    -- The number of the recording's file.
                    recording INTEGER,
                    recording_milliseconds INTEGER,
                    sealed BLOB NOT NULL
                ) STRICT;
                -- In the order in which they were played.
                CREATE TABLE affirmation_play (
                    number INTEGER PRIMARY KEY,
                    phrase INTEGER NOT NULL,
                    date TEXT NOT NULL,
                    at TEXT NOT NULL
                ) STRICT;
                CREATE TABLE affirmation_use (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    first_played_on TEXT,
                    asked_on TEXT,
                    -- The highest number that a phrase ever had.
                    last_id INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                """)
    }

    // MARK: Reading

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var part = OwnerAffirmations()
        do {
            try read(db, into: &part, seals)
        } catch let error as VaultError {
            part = OwnerAffirmations()
            part.fault = VaultFault(error)
        } catch StoreError.corrupt {
            // A value that makes no sense concerns the phrases alone: the alarms are read from other tables.
            part = OwnerAffirmations()
            part.fault = .damaged
        }
        durable.affirmations = part
    }

    private static func read(_ db: Database, into part: inout OwnerAffirmations, _ seals: Seals) throws {
        let plays = try Row.fetchCursor(db, sql: "SELECT * FROM affirmation_play ORDER BY number")
        while let row = try plays.next() {
            let columns = Columns(row)
            guard let date = LocalDate(try columns.text("date")), let at = LocalTime(try columns.text("at")) else {
                continue
            }
            part.apply(
                .played(AffirmationPlay(id: Int(clamping: try columns.integer("phrase")), on: date, at: at)))
        }
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM affirmation_use WHERE id = 1") {
            let columns = Columns(row)
            if let date = try columns.optionalText("first_played_on").flatMap({ LocalDate($0) }) {
                part.apply(.firstPlayed(on: date))
            }
            if let date = try columns.optionalText("asked_on").flatMap({ LocalDate($0) }) {
                part.apply(.asked(on: date))
            }
            part.apply(.numbered(upTo: try columns.integer("last_id", within: 0...Int(largestNumber))))
        }
        let phrases = try Row.fetchCursor(db, sql: "SELECT * FROM affirmation ORDER BY id")
        while let row = try phrases.next() {
            let columns = Columns(row)
            let id = try columns.integer("id")
            let words = try seals.open(Words.self, try columns.blob("sealed"), for: "\(purpose)/\(id)")
            let file = try columns.optionalInteger("recording").map { Int(clamping: $0) }
            let length = Int(min(max(try columns.optionalInteger("recording_milliseconds") ?? 0, 0), 600_000))
            part.apply(
                .keep(
                    Affirmation(
                        id: Int(min(max(id, 0), largestNumber)), text: words.text, kana: words.kana,
                        language: try columns.parsed("language") { Language(rawValue: $0) },
                        times: try columns.text("times").split(separator: " ").compactMap { LocalTime($0) },
                        since: try columns.optionalInteger("since").map(CivilTime.init(nanoseconds:)),
                        recording: file.map { PhraseRecordingFile(number: $0, milliseconds: length) })))
        }
    }

    // MARK: Writing

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        for change in durable.affirmations.changes { try apply(.affirmation(change), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .affirmation(let change) = change else { return }
        do {
            try apply(change, to: db, seals)
        } catch let error as VaultError {
            seals.note(error)
        }
    }

    private static func apply(_ change: OwnerAffirmations.Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .keep(let phrase):
            let sealed = try seals.seal(
                Words(text: phrase.text, kana: phrase.kana), for: "\(purpose)/\(phrase.id)",
                holdsRecords: try MemoryTables.holdsRecords(db))
            try db.put(
                sealedTable,
                [
                    "id": phrase.id, "language": phrase.language.rawValue,
                    "times": phrase.times.map(\.description).joined(separator: " "),
                    "since": phrase.since?.nanoseconds, "recording": phrase.recording?.number,
                    "recording_milliseconds": phrase.recording?.milliseconds,
                    "sealed": Data(sealed),
                ])
            try number(upTo: phrase.id, db)
        case .remove(let id):
            try db.run("DELETE FROM affirmation WHERE id = ?", [id])
            try number(upTo: id, db)
        case .played(let play):
            let values: StatementArguments = [play.id, play.on.description, play.at.description]
            try db.run("DELETE FROM affirmation_play WHERE phrase = ? AND date = ? AND at = ?", values)
            try db.run("INSERT INTO affirmation_play (phrase, date, at) VALUES (?, ?, ?)", values)
            try db.run(
                """
                DELETE FROM affirmation_play WHERE number NOT IN
                (SELECT number FROM affirmation_play ORDER BY number DESC LIMIT ?)
                """, [OwnerAffirmations.maximumPlays])
        case .firstPlayed(let date): try use("first_played_on", date, db)
        case .asked(let date): try use("asked_on", date, db)
        case .numbered(let id): try number(upTo: id, db)
        }
    }

    private static func number(upTo id: Int, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO affirmation_use (id, last_id) VALUES (1, ?)
            ON CONFLICT (id) DO UPDATE SET last_id = max(last_id, excluded.last_id)
            """, [id])
    }

    /// Sets one column of the one row, which may not exist yet.
    private static func use(_ column: String, _ date: LocalDate?, _ db: Database) throws {
        try db.run(
            "INSERT INTO affirmation_use (id, \(column)) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET \(column) = ?",
            [date?.description, date?.description])
    }

    /// All phrases were erased with the memory.
    static func forgetFirstPlay(_ db: Database) throws {
        try db.execute(sql: "UPDATE affirmation_use SET first_played_on = NULL")
    }

    static func waiting(_ change: Change) -> Waiting {
        guard case .affirmation(let change) = change else { return .overrides("") }
        switch change {
        case .keep(let phrase): return .overrides("phrase \(phrase.id)")
        case .remove(let id): return .overrides("phrase \(id)")
        case .played: return .adds(atMost: OwnerAffirmations.maximumPlays)
        case .firstPlayed: return .overrides("first played")
        case .asked: return .overrides("asked")
        case .numbered: return .overrides("numbered")
        }
    }
}
