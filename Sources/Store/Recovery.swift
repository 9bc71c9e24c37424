import Bedside
import GRDB
import Glibc

/// Sets a damaged database aside, builds a new one, and reads a folder that can no longer be written.
extension Opening {
    private var unfinished: String { folder.database + ".new" }

    /// Removes a build that a power cut interrupted.
    func removeUnfinished() throws(StoreError) {
        for suffix in [""] + StateFolder.sidecars { try folder.remove(unfinished + suffix) }
    }

    /// Renames the database and what SQLite keeps beside it to `anicca.db.corrupt-20260329T060003[-n]` (UTC); nothing
    /// is deleted, so that it can still be examined. Returns the new name; nil if there was nothing.
    func setAside(now: CivilTime) throws(StoreError) -> String? {
        let present = [""] + StateFolder.sidecars.filter { folder.exists(folder.database + $0) }
        guard folder.exists(folder.database) || present.count > 1 else { return nil }
        let base = StateFolder.databaseName + ".corrupt-" + Opening.stamp(now)
        var name = base
        var number = 1
        while ([""] + StateFolder.sidecars).contains(where: { folder.exists(folder.path + "/" + name + $0) }) {
            number += 1
            name = "\(base)-\(number)"
        }
        // Rename the log first. If the power goes in between, the next start sets the database aside alone. In the
        // other order, a fresh database beside the old log would be given that log's pages.
        for suffix in present.reversed() where folder.exists(folder.database + suffix) {
            try folder.rename(folder.database + suffix, to: folder.path + "/" + name + suffix)
        }
        try folder.synchronize()
        return name
    }

    /// Writes a time as `20260329T060003` (UTC).
    static func stamp(_ time: CivilTime) -> String {
        let text = LocalDateTime(wallSeconds: time.seconds)
        let (hour, minute, second) = (text.time.hour, text.time.minute, text.time.second)
        func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
        return text.date.description.filter { $0 != "-" } + "T" + two(hour) + two(minute) + two(second)
    }

    /// Builds a fresh database that holds `durable` and `night`. It gets its name only when it is complete: after a
    /// power cut before that, the next start finds the folder as it was and does the same again.
    func build(_ durable: Durable, commits: Int64, night: [NightEntry] = []) throws(StoreError) {
        try removeUnfinished()
        try folder.touchPrivate(unfinished)
        try attempt {
            let queue = try DatabaseQueue(path: unfinished)
            do {
                try migrator.migrate(queue)
                try queue.write { db in
                    try DurableTables.write(durable, to: db, seals)
                    for entry in night { try NightTable.append(entry, to: db) }
                    // So that `isSuspect` ignores an older schedule copy.
                    try db.execute(
                        sql: "UPDATE store SET commits = ?, schedule_commits = ? WHERE id = 1",
                        arguments: [commits, commits])
                }
                try queue.close()
            } catch {
                try? queue.close()
                throw error
            }
        }
        try folder.rename(unfinished, to: folder.database)
        try folder.synchronize()
    }

    /// Replaces the database's content with `durable`, because it lost commits that the schedule copy or memory has, or
    /// differs from them where it must not.
    func bringForward(_ result: inout Result, to durable: Durable, commits: Int64) throws(StoreError) {
        let queue = result.queue
        // The end of a silence may be among the commits that the database has lost.
        var durable = durable
        let ends = durable.fading.endSilences()
        do {
            try queue.write { db in
                try DurableTables.replace(with: durable, in: db, seals)
                for change in ends { try DurableTables.apply(.fading(change), to: db, seals) }
                try db.execute(sql: "UPDATE store SET commits = ? WHERE id = 1", arguments: [commits])
            }
        } catch {
            try? queue.close()
            throw StoreError(error, folder: folder.path)
        }
        result.durable = durable
        result.commits = commits
        result.report = .recovered(fromCopy: true, setAside: nil)
    }

    /// The records of a damaged database, if at least that table is whole: damage elsewhere must not cost the history.
    func soundRecords() -> [Occurrence: OccurrenceRecord] {
        guard let queue = try? DatabaseQueue(path: folder.database, configuration: configuration(readOnly: true)) else {
            return [:]
        }
        defer { try? queue.close() }
        let records = try? queue.read { db in
            guard try String.fetchOne(db, sql: "PRAGMA quick_check('record')") == "ok" else {
                throw StoreError.corrupt("record")
            }
            return try ScheduleTables.readRecords(db)
        }
        return records ?? [:]
    }

    /// Reads what the folder holds, without writing to it: the database (from a copy of it in memory-backed or
    /// temporary storage) or the schedule copy, whichever has seen more commits. Nil if neither can be read.
    func salvage() -> Durable? {
        let copy = ScheduleCopy.read(from: folder)
        guard let database = salvageDatabase() else {
            return copy.map { copy in
                var durable = Durable()
                durable.schedule = copy.schedule
                return durable
            }
        }
        var durable = database.durable
        if let copy, copy.commits > database.commits {
            durable.schedule = copy.schedule
            durable.records.merge(database.durable.records) { newer, _ in newer }
        }
        return durable
    }

    private func salvageDatabase() -> (durable: Durable, commits: Int64)? {
        guard let database = folder.read(folder.database, limit: 64 << 20), !database.isEmpty else { return nil }
        let logs = ["-journal", "-wal"].compactMap { suffix in
            folder.read(folder.database + suffix, limit: 64 << 20).map { (suffix, $0) }
        }
        for place in ["/dev/shm", "/run", "/tmp"] {
            var template = Array("\(place)/anicca-XXXXXX".utf8CString)
            guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
                continue
            }
            let temporary = StateFolder(path: String(cString: made))
            defer {
                for suffix in [""] + StateFolder.sidecars { unlink(temporary.database + suffix) }
                rmdir(temporary.path)
            }
            do {
                try temporary.replace(temporary.database, with: database)
                for (suffix, log) in logs { try temporary.replace(temporary.database + suffix, with: log) }
                // Open it for writing: it may need migrations first.
                let result = try Opening(folder: temporary, migrator: migrator).openExisting(report: .clean)
                try? result.queue.close()
                return (result.durable, result.commits)
            } catch {
                continue
            }
        }
        return nil
    }
}
