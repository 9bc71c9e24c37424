import Bedside
import GRDB
import Synchronization

/// Everything that survives a power cut (ALARM-7): SQLite in the state folder, and the schedule copy beside it.
///
/// When `commit` returns, its changes are on disk. Changes that it could not write are kept and written with the next
/// commit that succeeds. A database found to be damaged, at start or later, is set aside and replaced, with settings
/// and schedule from memory or from the copy; `report` says so. Any thread; calls wait for each other, and for the
/// disk.
public final class BedsideStore: Sendable {
    public enum Access: Sendable, Hashable {
        /// Creates what is missing, holds the folder's lock, and may write.
        case owner
        /// Read-only; can be used while an owner has the store open.
        case readOnly
    }

    enum Backing {
        case database(DatabaseQueue)
        /// The damaged database was set aside and is not replaced yet; every commit tries to.
        case lost
        /// Nothing is written to disk until a `flush` finds that the folder, if there is one, can be used again.
        case memory
        case closed
    }

    struct State {
        var backing: Backing
        /// With a database: what the schedule copy holds (everything except old records). In memory: everything.
        var recent: Durable
        /// What opening read; nil after the first `load` or commit.
        var loaded: Durable?
        var commits: Int64 = 0
        var backlog = Backlog()
        /// The schedule copy lacks a change that it must not lack for long; the next commit or `flush` writes it.
        var copyOwed = false
        /// The schedule copy lacks records only; the next `flush` writes it.
        var copyIsBehind = false
        var wipeOwed = false
        /// The log still holds what was erased from the memory (M-9).
        var eraseOwed = false
        /// The log is from before this start, and may hold such a thing, because the power may have gone before it was
        /// emptied; the next `flush` empties it.
        var isLogOld = false
        /// What is still to be erased in files that were set aside.
        var setAsideOwed = SetAside.Debt.none
        /// Files of recordings that no phrase refers to any more; after a start also those that none refers to yet,
        /// because a power cut may have come between.
        var phrasesOwed: Set<String> = []
        /// Whether clips in the owner's own voice, or raw recordings of it, are to be removed.
        var clipsOwed = false
        var rawVoiceOwed = false
        /// Whether the reading of a wake message is to be destroyed.
        var readingOwed = false
        var keyChange = KeyChange.none
        var commitsSinceCheckpoint = 0
        /// Readers are kept out, because the store was opened on a full disk. Lasts until a `flush` finds room.
        var isExclusive = false
        /// The database file's stamp when its pages were last found to be sound.
        var verified: StateFolder.Stamp?
        var report: OpenReport
        /// The newest entries of the night log; used only in memory.
        var night: [NightEntry] = []
        var now: CivilTime
        /// The lock on the folder, held from opening on.
        var lock: FolderLock?
    }

    /// The journal of events, for `anicca replay`; erased with the rest by `Change.wipe`.
    public let journal: EventJournal
    let folder: StateFolder
    let access: Access
    let log: @Sendable (LogLevel, String) -> Void
    let state: Mutex<State>
    let migrator: DatabaseMigrator
    let seals: Seals

    init(
        folder: StateFolder, access: Access, state: State, journal: EventJournal, migrator: DatabaseMigrator,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.folder = folder
        self.access = access
        self.state = Mutex(state)
        self.journal = journal
        self.migrator = migrator
        seals = Seals(folder: folder)
        self.log = log
    }

    deinit { close() }

    // MARK: Opening

    /// Opens the state folder. `now` goes into the name of a file that has to be set aside; `log` is called on the
    /// calling thread, and must not call the store.
    ///
    /// As owner: creates the folder (0700) if it is missing, and replaces a damaged database. Throws `.inUse`,
    /// `.unusableFolder`, `.newerVersion`, `.diskFull`, `.readOnly`, `.inputOutput`; `openForRinging` throws only the
    /// first.
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
        let hasLog = folder.hasLog
        let result = try opening.openOwned(now: now)
        let phrases = SoundShelf(.phrases, state: folder)
        let store = BedsideStore(
            folder: folder, access: .owner,
            state: State(
                result, lock: lock, now: now, recordings: phrases.names, setAside: SetAside(folder: folder).debtAtStart),
            journal: EventJournal(folder: folder.path), migrator: migrator, log: log)
        // If the database was lost, nobody knows what it said about them.
        let isRawLost = SoundShelf(.rawVoice, state: folder).holdsAny && !result.durable.ownVoice.mayHoldRaw
        if isRawLost { store.state.withLock { $0.rawVoiceOwed = true } }
        if hasLog { store.state.withLock { $0.isLogOld = true } }
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
            case .corrupt, .diskFull, .readOnly, .slow, .inputOutput, .unusableFolder, .unsealed: break
            }
            guard let durable = opening.salvage() else { throw error }
            state = State(backing: .memory, recent: durable, report: .inMemory(error, fromDisk: true), now: now)
        }
        return BedsideStore(
            folder: folder, access: .readOnly, state: state, journal: EventJournal(folder: nil),
            migrator: opening.migrator, log: log)
    }

    /// Opens the store for the appliance: like `open` as owner, except that it continues in memory if the folder cannot
    /// be used, because an appliance that cannot save still has to ring. Throws only `.inUse`: then a working appliance
    /// is running already.
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

    /// A store that behaves the same and writes nothing to disk. It begins with what can still be read from `folder`
    /// (the database, else the schedule copy), else with the defaults; `report` says which. A `flush` returns to the
    /// folder once it can be used.
    public static func inMemory(
        reason: StoreError, folder path: String? = nil, now: CivilTime,
        log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
    ) -> BedsideStore {
        let folder = path.map { StateFolder(path: $0) } ?? .nowhere
        var salvaged = path == nil ? nil : Opening(folder: folder).salvage()
        // Whatever the owner says from here on is in no file until the folder can be used, so nothing stays silent.
        let ends = salvaged?.fading.endSilences() ?? []
        let report = OpenReport.inMemory(reason, fromDisk: salvaged != nil)
        log(.error, "\(report)")
        var state = State(backing: .memory, recent: salvaged ?? Durable(), report: report, now: now)
        state.backlog = state.backlog.adding(ends.map(Change.fading))
        return BedsideStore(
            folder: folder, access: .owner, state: state, journal: EventJournal(folder: nil),
            migrator: Schema.migrator, log: log)
    }

    // MARK: Reading

    /// The state of the store: what opening found, or what a commit has had to do since.
    public var report: OpenReport { state.withLock { $0.report } }

    /// Whether everything ever given to `commit` is on disk and synchronized. False in memory, after `close`, and after
    /// a commit that failed until a later one has written what was owed.
    ///
    /// Must be true before the owner is told that something is saved (ALARM-7). That a later commit returned without an
    /// error, above all one without changes of its own, proves nothing about the changes of an earlier one that threw.
    public var isWorking: Bool {
        state.withLock { state in
            if case .database = state.backing { return state.backlog.isEmpty }
            return false
        }
    }

    /// Whether the vault still has an older key, because a change of keys has not ended: a reader kept the log that is
    /// sealed under it, say. `flush` goes on with it.
    public var isOldKeyKept: Bool { state.withLock { $0.keyChange != .none } || seals.isChangingKeys }

    /// Whether something is still to be removed from the disk that a reader held; `flush` tries again.
    public var owesRemoval: Bool {
        state.withLock { state in
            // While the phrases cannot be read, no recording is removed, and that may last: nothing to wait for.
            let owesRecordings = !state.phrasesOwed.isEmpty && !state.recent.mayHideRecordings
            return state.keyChange != .none || state.eraseOwed || state.isLogOld || state.setAsideOwed > .none
                || state.wipeOwed || owesRecordings || state.readingOwed || state.clipsOwed || state.rawVoiceOwed
        }
    }

    /// Everything that is stored. The first call costs nothing: opening has read it already, to make sure that it is
    /// readable.
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
                return try attempt { try queue.read { try DurableTables.read($0, seals) } }
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

    /// Opens a folder that could not be used at the start and may be usable now (ALARM-7). Memory began with what was
    /// read from it, and the changes made since are owed to it.
    /// - Returns: Whether the store is on disk again; the owed changes are not written yet.
    func returnToDisk(_ state: inout State) -> Bool {
        guard case .inMemory(let reason, let isFromDisk) = state.report, folder.path != StateFolder.nowhere.path else {
            return false
        }
        if case .newerVersion = reason { return false }
        do throws(StoreError) {
            if !isFromDisk {
                // Never overwrite files that could not be read at the start: a new start may be able to read them.
                guard !folder.exists(folder.database), !folder.exists(folder.scheduleCopy) else { return false }
                try folder.make()
            }
            try folder.check(writing: true)
            let lock = try FolderLock(folder: folder)
            let hasLog = folder.hasLog
            let opening = Opening(folder: folder, migrator: migrator)
            var result = try opening.openOwned(now: state.now)
            // If the files were damaged, exchanged or emptied meanwhile, memory decides what rings.
            // The features' parts are not replaced either way: what is owed to their tables is in the backlog.
            var (stored, remembered) = (result.durable.schedule, state.recent.schedule)
            for change in state.backlog.changes { stored.apply(change) }
            (stored.records, remembered.records) = ([:], [:])
            stored.lastWritten = remembered.lastWritten
            if stored != remembered {
                var durable = state.recent
                durable.records = result.durable.records.merging(durable.records) { _, newer in newer }
                try opening.bringForward(&result, to: durable, commits: result.commits)
            }
            let backlog = state.backlog
            // What may be kept at this moment is nobody's yet; the next start looks again.
            state = State(result, lock: lock, now: state.now, recordings: [])
            state.backlog = backlog
            state.isLogOld = hasLog
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

/// How far a change of the vault's keys is (GUARD-1).
enum KeyChange: Sendable {
    case none
    /// Records may still be sealed under the older key.
    case sealing
    /// All are sealed under the newest; the log, and the older key, are still to be removed.
    case removing
}

extension BedsideStore.State {
    /// The state after an owner has opened a database; `recordings` are the files of all recordings of phrases.
    init(
        _ result: Opening.Result, lock: FolderLock, now: CivilTime, recordings: Set<String>,
        setAside: SetAside.Debt = .none
    ) {
        self.init(
            backing: .database(result.queue), recent: result.durable, report: result.report, now: now)
        recent.schedule = ScheduleCopy.trimmed(recent.schedule)
        loaded = result.durable
        phrasesOwed = recordings.subtracting(recent.recordings.map(SoundShelf.Kind.phrases.fileName))
        commits = result.commits
        wipeOwed = result.isWiping
        keyChange = result.isChangingKeys ? .sealing : .none
        isExclusive = result.isExclusive
        copyOwed = result.isCopyBehind || result.report.needsAttention
        setAsideOwed = setAside
        self.lock = lock
    }
}
