import Bedside
import GRDB

/// The night log: appended to, read by time, pruned from its old end. Its table is created by the first migration
/// (`Schema.firstTables`).
enum NightTable: PartTables {
    static let name = "night"
    static let logs = ["night"]
    private static let waitingLimit = 500

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .night(let entry): try append(entry, to: db)
        case .forgetNight(let oldest): try forget(before: oldest, db)
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup, .memory, .talks, .teaching, .meditation, .fading, .nudge, .affirmation,
            .account, .ownVoice, .wipe:
            break
        }
    }

    static func waiting(_ change: Change) -> Waiting {
        if case .forgetNight = change { .overrides("forget") } else { .adds(atMost: waitingLimit) }
    }

    static func append(_ entry: NightEntry, to db: Database) throws {
        try db.put(
            "night",
            [
                "at": entry.at.nanoseconds, "kind": entry.kind.rawValue, "habit": entry.occurrence?.habit.name,
                "date": entry.occurrence?.date.description, "follow_up": entry.followUp,
                "cause": entry.cause?.rawValue, "detail": entry.detail,
            ])
    }

    /// Row ids ascend without gaps at the old end, so the surplus is a range of ids: no counting, no index on time.
    static func prune(_ db: Database, after changes: [Change]) throws {
        guard changes.contains(where: { if case .night = $0 { true } else { false } }),
            let row = try Row.fetchOne(db, sql: "SELECT min(id) AS first, max(id) AS last FROM night"),
            let first = try Columns(row).optionalInteger("first"), let last = try Columns(row).optionalInteger("last")
        else { return }
        let keepFrom = last - Int64(HistoryLimit.nightEntries) + 1
        if first < keepFrom {
            try db.run("DELETE FROM night WHERE id < ?", [keepFrom])
        }
    }

    /// Removes entries from before `oldest`, oldest first and a bounded number at a time. The core decides which time
    /// is long enough ago, because the newest entry may come from a clock that was ahead.
    static func forget(before oldest: CivilTime, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM night WHERE at < ?
                AND id IN (SELECT id FROM night ORDER BY id LIMIT \(HistoryLimit.batch))
            """,
            [oldest.nanoseconds])
    }

    /// The newest `limit` entries with `since <= at < until`, oldest first. Entries that cannot be understood (kinds of
    /// another version, a damaged page) are left out, so that the rest can still be read.
    static func read(_ db: Database, since: CivilTime?, until: CivilTime?, limit: Int) throws -> [NightEntry] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT habit, date, at, kind, follow_up, cause, detail FROM night
                WHERE at >= ? AND at < ? ORDER BY id DESC LIMIT ?
                """,
            arguments: [since?.nanoseconds ?? .min, until?.nanoseconds ?? .max, max(limit, 0)])
        var entries: [NightEntry] = []
        while let row = try rows.next() {
            if let entry = try? entry(Columns(row)) { entries.append(entry) }
        }
        return entries.reversed()
    }

    private static func entry(_ columns: Columns) throws(StoreError) -> NightEntry {
        var occurrence: Occurrence?
        if let habit = try columns.optionalParsed("habit", { HabitID($0) }),
            let date = try columns.optionalParsed("date", { LocalDate($0) })
        {
            occurrence = Occurrence(habit: habit, date: date)
        }
        return NightEntry(
            at: CivilTime(nanoseconds: try columns.integer("at")),
            kind: try columns.parsed("kind") { NightEntry.Kind(rawValue: $0) }, occurrence: occurrence,
            followUp: try columns.optionalInteger("follow_up").map { Int($0) },
            cause: try columns.optionalParsed("cause") { NightEntry.Cause(rawValue: $0) },
            detail: try columns.optionalText("detail"))
    }
}
