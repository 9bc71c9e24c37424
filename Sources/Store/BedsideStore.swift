import Bedside
import GRDB
import Synchronization

/// Everything that survives a power cut (ALARM-7): SQLite in the state folder, and the schedule copy beside it.
///
/// `commit` has its changes on disk when it returns. What it could not write it keeps and writes with the next commit that
/// can. A database that turns out damaged, at start or later, is set aside and replaced, with settings and schedule from
/// memory or from the copy; `report` says so. Any thread; calls wait for each other, and for the disk.
public final class BedsideStore: Sendable {
    public enum Access: Sendable, Hashable {
        /// Makes what is missing, holds the folder's lock, may write.
        case owner
        /// Looks only; next to an owner, too.
        case readOnly
    }

    enum Backing {
        case database(DatabaseQueue)
        /// Set aside and not replaced yet: every commit tries to.
        case lost
        /// Until a `flush` finds the disk usable, where there is one to go back to.
        case memory
        case closed
    }

    struct State {
        var backing: Backing
        /// On a database: what the schedule copy holds (all but old records). In memory: everything.
        var recent: Durable
        /// From opening until the first `load`.
        var loaded: Durable?
        var commits: Int64 = 0
        var backlog = Backlog()
        /// The schedule copy lacks something: to be written by the next commit, or by the next `flush`.
        var copyOwed = false
        var copyIsBehind = false
        var wipeOwed = false
        var commitsSinceCheckpoint = 0
        /// Opened on a full disk, where readers cannot be let in: until a `flush` finds room.
        var isExclusive = false
        /// The database file as it was when its pages were last found to be sound.
        var verified: StateFolder.Stamp?
        var report: OpenReport
        /// In memory: the newest entries.
        var night: [NightEntry] = []
        var now: CivilTime
        /// The folder's, from opening on.
        var lock: FolderLock?
    }

    /// What happened, for `anicca replay`; erased with the rest by `Change.wipe`.
    public let journal: EventJournal
    let folder: StateFolder
    let access: Access
    let log: @Sendable (LogLevel, String) -> Void
    let state: Mutex<State>
    let migrator: DatabaseMigrator

    init(
        folder: StateFolder, access: Access, state: State, journal: EventJournal, migrator: DatabaseMigrator,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.folder = folder
        self.access = access
        self.state = Mutex(state)
        self.journal = journal
        self.migrator = migrator
        self.log = log
    }

    deinit { close() }

    // MARK: Opening

    /// Opens the state folder. `now` names what has to be set aside; `log` is called on the calling thread, and must not
    /// call the store.
    ///
    /// As owner: makes the folder (0700) where it is missing, replaces a damaged database. Throws `.inUse`,
    /// `.unusableFolder`, `.newerVersion`, `.diskFull`, `.readOnly`, `.inputOutput`; `openForRinging` never gives up.
    public static func open(
        folder path: String, access: Access, now: CivilTime,
        log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
    ) throws(StoreError) -> BedsideStore {
        try open(folder: path, access: access, now: now, migrator: Schema.migrator, log: log)
    }

    static func open(
        folder path: String, access: Access, now: CivilTime, migrator: DatabaseMigrator,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) throws(StoreError) -> BedsideStore {
        let folder = StateFolder(path: path)
        let opening = Opening(folder: folder, migrator: migrator)
        guard access == .owner else { return try openForReading(opening, now: now, log: log) }
        try folder.make()
        try folder.check(writing: true)
        let lock = try FolderLock(folder: folder)
        let result = try opening.openOwned(now: now)
        let store = BedsideStore(
            folder: folder, access: .owner, state: State(result, lock: lock, now: now),
            journal: EventJournal(folder: folder.path), migrator: migrator, log: log)
        if result.report.needsAttention { log(.error, "the store was \(result.report)") }
        if result.isWiping || result.report.needsAttention { store.flush() }
        return store
    }

    private static func openForReading(
        _ opening: Opening, now: CivilTime, log: @escaping @Sendable (LogLevel, String) -> Void
    ) throws(StoreError) -> BedsideStore {
        let folder = opening.folder
        try folder.check(writing: false)
        var state: State
        do throws(StoreError) {
            guard folder.exists(folder.database) || folder.exists(folder.scheduleCopy) else {
                throw .missing(path: folder.path)
            }
            let result = try opening.openForReading()
            state = State(backing: .database(result.queue), recent: Durable(), report: .clean, now: now)
            state.loaded = result.durable
        } catch {
            switch error {
            case .missing, .newerVersion, .busy, .inUse: throw error
            case .corrupt, .diskFull, .readOnly, .slow, .inputOutput, .unusableFolder: break
            }
            guard let durable = opening.salvage() else { throw error }
            state = State(backing: .memory, recent: durable, report: .inMemory(error, fromDisk: true), now: now)
        }
        return BedsideStore(
            folder: folder, access: .readOnly, state: state, journal: EventJournal(folder: nil),
            migrator: opening.migrator, log: log)
    }

    /// The appliance's way in: as `open` for the owner, but where the folder cannot be used it goes on in memory, since an
    /// appliance that cannot save still has to ring. Throws `.inUse` alone: there a working appliance exists already.
    public static func openForRinging(
        folder path: String, now: CivilTime, log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
    ) throws(StoreError) -> BedsideStore {
        do throws(StoreError) {
            return try open(folder: path, access: .owner, now: now, log: log)
        } catch .inUse(let pid) {
            throw .inUse(pid: pid)
        } catch {
            return inMemory(reason: error, folder: path, now: now, log: log)
        }
    }

    /// A store with the same behaviour that writes nothing to disk. It begins with what can still be read in `folder`
    /// (the database, else the schedule copy), else with defaults; `report` says which. A `flush` goes back to the folder
    /// once that can be used.
    public static func inMemory(
        reason: StoreError, folder path: String? = nil, now: CivilTime,
        log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
    ) -> BedsideStore {
        let folder = path.map { StateFolder(path: $0) } ?? .nowhere
        let salvaged = path == nil ? nil : Opening(folder: folder).salvage()
        let report = OpenReport.inMemory(reason, fromDisk: salvaged != nil)
        log(.error, "\(report)")
        let state = State(backing: .memory, recent: salvaged ?? Durable(), report: report, now: now)
        return BedsideStore(
            folder: folder, access: .owner, state: state, journal: EventJournal(folder: nil),
            migrator: Schema.migrator, log: log)
    }

    // MARK: Reading

    /// How the store stands: what opening found, or what a commit has had to do since.
    public var report: OpenReport { state.withLock { $0.report } }

    /// Whether everything ever given to `commit` is on disk, synchronized; false in memory, after `close`, and from a
    /// commit that failed until one that wrote what was owed has returned.
    ///
    /// An acknowledgement to the owner needs it to be true (ALARM-7): that a later commit returned, above all one with
    /// nothing of its own to write, says nothing about the changes of an earlier one that threw.
    public var isWorking: Bool {
        state.withLock { state in
            if case .database = state.backing { return state.backlog.isEmpty }
            return false
        }
    }

    /// All that is stored. The first call costs nothing: opening has read it, to be sure that it can be.
    public func load() throws(StoreError) -> Durable {
        try state.withLock { (state) throws(StoreError) -> Durable in
            switch state.backing {
            case .memory, .lost, .closed: return state.recent
            case .database(let queue):
                defer { queue.releaseMemory() }
                if let loaded = state.loaded {
                    state.loaded = nil
                    return loaded
                }
                return try attempt { try queue.read { try DurableTables.read($0) } }
            }
        }
    }

    /// The newest `limit` entries of the night log with `since <= at < until`, oldest first.
    public func night(since: CivilTime? = nil, until: CivilTime? = nil, limit: Int) throws(StoreError) -> [NightEntry] {
        try state.withLock { (state) throws(StoreError) -> [NightEntry] in
            switch state.backing {
            case .memory, .lost, .closed:
                let wanted = state.night.filter { entry in
                    since.map { entry.at >= $0 } ?? true && until.map { entry.at < $0 } ?? true
                }
                return Array(wanted.suffix(max(limit, 0)))
            case .database(let queue):
                return try attempt {
                    try queue.read { try NightTable.read($0, since: since, until: until, limit: limit) }
                }
            }
        }
    }

    /// A disk or a folder that could not be used at the start may be usable now (ALARM-7): memory began with what was read
    /// from it, and what has been changed since is owed to it.
    /// - Returns: whether it is on disk again; what is owed is not written yet.
    func returnToDisk(_ state: inout State) -> Bool {
        guard case .inMemory(let reason, let isFromDisk) = state.report, folder.path != StateFolder.nowhere.path else {
            return false
        }
        if case .newerVersion = reason { return false }
        do throws(StoreError) {
            if !isFromDisk {
                // What could not be read then is not to be written over: only a new start knows it.
                guard !folder.exists(folder.database), !folder.exists(folder.scheduleCopy) else { return false }
                try folder.make()
            }
            try folder.check(writing: true)
            let lock = try FolderLock(folder: folder)
            let opening = Opening(folder: folder, migrator: migrator)
            var result = try opening.openOwned(now: state.now)
            // Damaged, exchanged or emptied since: what rings is what memory has.
            var (stored, remembered) = (result.durable, state.recent)
            for change in state.backlog.changes { stored.apply(change) }
            (stored.records, remembered.records) = ([:], [:])
            stored.lastWritten = remembered.lastWritten
            if stored != remembered {
                var durable = state.recent
                durable.records = result.durable.records.merging(durable.records) { _, newer in newer }
                try opening.bringForward(&result, to: durable, commits: result.commits)
            }
            let backlog = state.backlog
            state = State(result, lock: lock, now: state.now)
            state.backlog = backlog
        } catch {
            return false
        }
        log(.notice, "the store is on disk again, and \(state.report)")
        return true
    }

    func attempt<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch { throw StoreError(error, folder: folder.path) }
    }
}

extension BedsideStore.State {
    /// Of a database that was opened by its owner.
    init(_ result: Opening.Result, lock: FolderLock, now: CivilTime) {
        self.init(
            backing: .database(result.queue), recent: result.durable, report: result.report, now: now)
        recent.schedule = ScheduleCopy.trimmed(recent.schedule)
        loaded = result.durable
        commits = result.commits
        wipeOwed = result.isWiping
        isExclusive = result.isExclusive
        copyOwed = result.isCopyBehind || result.report.needsAttention
        self.lock = lock
    }
}
