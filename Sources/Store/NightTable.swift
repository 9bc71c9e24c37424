import Bedside
import GRDB

/// The night log: appended to, read by time, pruned from its old end.
enum NightTable {
    static func append(_ entry: NightEntry, to db: Database) throws {
        try db.run(
            "INSERT INTO night (at, kind, habit, date, follow_up, cause, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                entry.at.nanoseconds, entry.kind.rawValue, entry.occurrence?.habit.name,
                entry.occurrence?.date.description, entry.followUp, entry.cause?.rawValue, entry.detail,
            ])
    }

    /// Row ids ascend without gaps at the old end, so the surplus is a range of ids: no counting, no index on time.
    static func prune(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT min(id), max(id) FROM night"),
            let first = try Columns(row).optionalInteger(0), let last = try Columns(row).optionalInteger(1)
        else { return }
        let keepFrom = last - Int64(HistoryLimit.nightEntries) + 1
        if first < keepFrom {
            try db.run("DELETE FROM night WHERE id < ?", [keepFrom])
        }
    }

    /// Entries from before `oldest` go, oldest first and a bounded number at a time. Which time lies so far back is the
    /// rules' to decide: the newest entry may be of a clock that was ahead.
    static func forget(before oldest: CivilTime, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM night WHERE at < ?
                AND id IN (SELECT id FROM night ORDER BY id LIMIT \(HistoryLimit.batch))
            """,
            [oldest.nanoseconds])
    }

    /// The newest `limit` entries with `since <= at < until`, oldest first. Entries that make no sense (an older version's
    /// kinds, a damaged page) are left out: the log is for reading, and the rest of it still is.
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
        if let habit = try columns.optionalParsed(0, { HabitID($0) }),
            let date = try columns.optionalParsed(1, { LocalDate($0) })
        {
            occurrence = Occurrence(habit: habit, date: date)
        }
        return NightEntry(
            at: CivilTime(nanoseconds: try columns.integer(2)),
            kind: try columns.parsed(3) { NightEntry.Kind(rawValue: $0) }, occurrence: occurrence,
            followUp: try columns.optionalInteger(4).map { Int($0) },
            cause: try columns.optionalParsed(5) { NightEntry.Cause(rawValue: $0) },
            detail: try columns.optionalText(6))
    }
}
