import Bedside
import GRDB
import Glibc

/// Opens the database: a new one, an existing one, one of an older version, or one rebuilt from the schedule copy.
///
/// Theory of operation. An owner removes an unfinished build, then reads the schedule copy. Without a database, one is
/// built from the copy, or with the defaults if there is no copy. A database of a newer version is refused and left as
/// it is. Any other is opened, made durable (`harden`), checked page by page (`verify`) and migrated. It is then
/// compared with the copy, because SQLite can lose commits without noticing: if the database is behind the copy, or
/// differs from it in what rings, it takes the copy's schedule (`isSuspect`). A damaged database is set aside under
/// another name and rebuilt from the copy and from the records that can still be read.
struct Opening {
    let folder: StateFolder
    var migrator = Schema.migrator
    let seals: Seals

    init(folder: StateFolder, migrator: DatabaseMigrator = Schema.migrator) {
        self.folder = folder
        self.migrator = migrator
        seals = Seals(folder: folder)
    }

    /// How long to wait for another program's transaction, in milliseconds; the calling thread stands still meanwhile.
    static let busyTimeoutMilliseconds = 500

    /// An open database and what it held.
    struct Result {
        var queue: DatabaseQueue
        var durable: Durable
        var commits: Int64
        /// The last commit that the schedule copy had to follow.
        var scheduleCommits: Int64
        var isWiping: Bool
        var report: OpenReport
        /// The schedule copy lacks a commit that it had to follow, because a power cut came in between or the copy is
        /// gone.
        var isCopyBehind = true
        /// Readers are kept out, because the disk was too full for the index that is shared with them.
        var isExclusive = false
        /// A power cut interrupted a change of the vault's keys.
        var isChangingKeys = false
    }

    /// Opens the database for the owner of the folder. Whatever is found there, the result is a working database,
    /// unless the disk refuses or the file belongs to a newer version. `now` goes into the name of a file that is set
    /// aside.
    func openOwned(now: CivilTime) throws(StoreError) -> Result {
        try removeUnfinished()
        let copy = ScheduleCopy.read(from: folder)
        guard hasDatabase else {
            // Set aside a log without its database: it is useless to SQLite, and would spoil the next database of that
            // name.
            _ = try setAside(now: now)
            guard let copy else {
                try build(Durable(), commits: 0)
                return try openExisting(report: .created)
            }
            return try rebuild(from: copy, setAside: nil)
        }
        do throws(StoreError) {
            try refuseNewer()
            var result = try openExisting(report: .clean, requiringTables: copy != nil)
            if let copy, isSuspect(result, beside: copy) {
                var schedule = copy.schedule
                schedule.records = result.durable.records.merging(copy.schedule.records) { _, newer in newer }
                var durable = result.durable
                durable.schedule = schedule
                try bringForward(&result, to: durable, commits: max(copy.commits, result.commits))
            }
            result.isCopyBehind = (copy?.commits ?? -1) < result.scheduleCommits
            return result
        } catch .corrupt(_) {
            let history = soundRecords()
            let name = try setAside(now: now)
            return try rebuild(from: copy, records: history, setAside: name)
        }
    }

    /// Whether the database is wrong, because it is behind the copy or differs from it where the two must agree. SQLite
    /// drops the end of a damaged log silently, and its pages have no checksums; the copy has a checksum, and the
    /// number of the commit that it shows.
    private func isSuspect(_ result: Result, beside copy: ScheduleCopy) -> Bool {
        if copy.commits > result.commits { return true }
        // An older copy proves nothing: a power cut came before it could follow, above all in a wipe.
        guard copy.commits >= result.scheduleCommits else { return false }
        var (stored, copied) = (result.durable.schedule, copy.schedule)
        stored.records = [:]
        copied.records = [:]
        // May differ: the copy need not follow it.
        copied.lastWritten = stored.lastWritten
        return stored != copied
    }

    private var hasDatabase: Bool {
        guard let size = folder.size(of: folder.database) else { return false }
        return size > 0 || (folder.size(of: folder.database + "-wal") ?? 0) > 0
    }

    private func rebuild(
        from copy: ScheduleCopy?, records: [Occurrence: OccurrenceRecord] = [:], setAside: String?
    ) throws(StoreError) -> Result {
        var durable = Durable()
        if let copy { durable.schedule = copy.schedule }
        // Where both have a record, the stored one is newer: records are copied only at idle.
        durable.records.merge(records) { _, stored in stored }
        try build(durable, commits: copy?.commits ?? 0)
        return try openExisting(report: .recovered(fromCopy: copy != nil, setAside: setAside))
    }

    /// Refuses a newer version's database before it is opened for writing, which would fold an unfinished log into it.
    /// Checks through a connection that cannot write.
    private func refuseNewer() throws(StoreError) {
        guard (folder.size(of: folder.database + "-wal") ?? 0) > 0 else { return }
        var standing: Schema.Standing?
        do {
            let queue = try DatabaseQueue(path: folder.database, configuration: configuration(readOnly: true))
            standing = try queue.read { try Schema.standing(of: $0, migrator: migrator) }
            try queue.close()
        } catch {
            // This failure decides nothing: a connection for writing can do more (without shared memory, for example).
            return
        }
        if let standing { try refuse(standing) }
    }

    private func refuse(_ standing: Schema.Standing) throws(StoreError) {
        guard let unknown = standing.unknown.last else { return }
        // A newer version's has a number that we do not know. Under one of ours, it is a name in which bits have flipped.
        func number(_ name: String) -> Int? { Int(name.dropFirst().prefix { $0.isNumber }) }
        if standing.missing.contains(where: { number($0) == number(unknown) }) {
            throw .corrupt("the migration \"\(PrintableText.line(unknown, limit: 64))\" is none of ours")
        }
        throw .newerVersion(found: unknown, known: migrator.migrations.last ?? "none")
    }

    // MARK: Opening for writing

    func openExisting(report: OpenReport, requiringTables: Bool = false) throws(StoreError) -> Result {
        do throws(StoreError) {
            return try openExisting(report: report, requiringTables: requiringTables, exclusively: false)
        } catch .diskFull {
            // The log's index in shared memory needs 32 KiB of disk. We hold the folder's lock anyway, so let SQLite
            // hold the database's lock too and keep the index on the heap: then even a full disk can be read.
            var result = try openExisting(report: report, requiringTables: requiringTables, exclusively: true)
            result.isExclusive = true
            return result
        }
    }

    private func openExisting(
        report: OpenReport, requiringTables: Bool, exclusively: Bool
    ) throws(StoreError) -> Result {
        try folder.touchPrivate(folder.database)
        let queue = try attempt {
            try DatabaseQueue(path: folder.database, configuration: configuration(exclusively: exclusively))
        }
        do {
            let standing = try queue.writeWithoutTransaction { db in
                let standing = try Schema.standing(of: db, migrator: migrator)
                try refuse(standing)
                if requiringTables, standing.applied.isEmpty { throw StoreError.corrupt("it has no tables") }
                try harden(db)
                try verify(db)
                return standing
            }
            var report = report
            if !standing.missing.isEmpty {
                try migrator.migrate(queue)
                if report == .clean { report = standing.applied.isEmpty ? .created : .migrated(standing.missing) }
            }
            return try queue.read { db in
                try read(db, queue, report: report)
            }
        } catch {
            try? queue.close()
            throw StoreError(error, folder: folder.path)
        }
    }

    private func read(_ db: Database, _ queue: DatabaseQueue, report: OpenReport) throws -> Result {
        let sql = "SELECT commits, schedule_commits, is_wiping FROM store WHERE id = 1"
        guard let row = try Row.fetchOne(db, sql: sql) else { throw StoreError.corrupt("table store is empty") }
        let columns = Columns(row)
        let durable = try DurableTables.read(db, seals)
        return Result(
            queue: queue, durable: durable, commits: try columns.integer("commits"),
            scheduleCommits: try columns.integer("schedule_commits"), isWiping: try columns.flag("is_wiping"),
            report: report, isChangingKeys: seals.isChangingKeys)
    }

    /// Makes commits survive a power cut. WAL, because a commit is then one fsync, and appending to one file is what
    /// cheap flash does best. FULL, because with WAL's usual NORMAL the last commits before a power cut may be lost,
    /// and ALARM-7 allows none to be. GRDB's own WAL set-up would write NORMAL, so the mode is set here, after GRDB is
    /// done, and read back: a store that wrongly believes itself durable is worse than one that reports that it is not.
    private func harden(_ db: Database) throws {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = FULL")
        let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard mode == "wal", level == 2 else {
            throw StoreError.inputOutput(
                code: 0, "cannot commit safely (journal mode \(mode ?? "unknown"), synchronous \(level ?? -1))")
        }
        // Deleted rows are overwritten (Debian's library does so by default, others do not): a wipe relies on it. Pages
        // of 4 KiB: about 256 KiB of cache, plenty for tables that fit into it. The log is folded in by `flush` at
        // idle; the automatic limit is only for an appliance that is never idle.
        try db.execute(
            sql: """
                PRAGMA cache_size = -256;
                PRAGMA temp_store = MEMORY;
                PRAGMA wal_autocheckpoint = 1000;
                PRAGMA cell_size_check = ON;
                PRAGMA trusted_schema = OFF;
                PRAGMA secure_delete = ON;
                """)
    }

    /// Undoes `exclusively` on the open connection. Returns false if readers are still kept out; the connection works
    /// in either case.
    ///
    /// SQLite gives up its lock only outside WAL. Between leaving WAL and returning to it a commit is as safe as in it:
    /// EXTRA also synchronizes the folder from which the rollback journal is deleted.
    func letReadersIn(_ db: Database) throws -> Bool {
        let safeOutsideWAL = "PRAGMA synchronous = EXTRA"
        try db.execute(sql: safeOutsideWAL)
        guard (try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")) == "delete" else {
            try harden(db)
            return false
        }
        // SQLite releases the lock at the first read after this.
        try db.execute(sql: "PRAGMA locking_mode = NORMAL; SELECT count(*) FROM store;")
        if (try? harden(db)) != nil { return true }
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        if (try? harden(db)) == nil { try db.execute(sql: safeOutsideWAL) }
        return false
    }

    /// Checks all pages, at every start. That takes a millisecond for the largest database that retention allows (1.3
    /// MB). Damage found here costs nothing, while damage found by a commit is found just before a ring.
    func verify(_ db: Database) throws {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard answer == "ok" else { throw StoreError.corrupt(answer ?? "the check gave no answer") }
    }

    func configuration(readOnly: Bool = false, exclusively: Bool = false) -> GRDB.Configuration {
        LogIndex.prepare(isOwner: !readOnly)
        var configuration = GRDB.Configuration()
        configuration.label = "store"
        configuration.readonly = readOnly
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(Double(Opening.busyTimeoutMilliseconds) / 1000)
        // A transaction that could not even be rolled back (a dying disk) must not trap: `commit` checks for one
        // itself.
        configuration.allowsUnsafeTransactions = true
        if exclusively {
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        }
        return configuration
    }

    /// Opens the database for `readOnly` access.
    func openForReading() throws(StoreError) -> Result {
        let queue = try attempt {
            try DatabaseQueue(path: folder.database, configuration: configuration(readOnly: true))
        }
        do {
            return try queue.read { db in
                let standing = try Schema.standing(of: db, migrator: migrator)
                try refuse(standing)
                guard standing.missing.isEmpty else {
                    throw StoreError.corrupt("it is of an older version, to be brought forward at the next start")
                }
                try db.execute(sql: "PRAGMA cache_size = -256")
                return try read(db, queue, report: .clean)
            }
        } catch {
            try? queue.close()
            throw StoreError(error, folder: folder.path)
        }
    }

    func attempt<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch { throw StoreError(error, folder: folder.path) }
    }
}
