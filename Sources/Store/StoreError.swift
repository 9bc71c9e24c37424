import GRDB
import Glibc

/// Why the store cannot do what was asked. Every case is expected in the field; none is a reason to stop ringing.
public enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another process owns the state folder; `pid` where its lock file says so.
    case inUse(pid: Int32?)
    /// The state folder cannot be made or trusted; `reason` says what to do.
    case unusableFolder(path: String, reason: String)
    /// Nothing has been stored here yet (`readOnly` access only; an owner makes what is missing).
    case missing(path: String)
    /// The database was written by a newer version. It has not been touched.
    case newerVersion(found: String, known: String)
    /// What is on disk is damaged and could not be replaced.
    case corrupt(String)
    case diskFull
    /// The file system is mounted read-only, or this store was opened for reading alone.
    case readOnly
    /// Somebody else's transaction held the database for longer than the busy timeout.
    case busy
    /// The device or file system failed; `code` is SQLite's extended code or errno.
    case inputOutput(code: Int32, String)

    public var description: String {
        switch self {
        case .inUse(let pid?): "the state folder is in use by process \(pid): stop that one first"
        case .inUse(nil): "the state folder is in use by another process"
        case .unusableFolder(let path, let reason): "state folder \(path): \(reason)"
        case .missing(let path): "nothing is stored at \(path) yet"
        case .newerVersion(let found, let known):
            "the database is of a newer version (\(found); this program knows \(known)): install that version again"
        case .corrupt(let what): "the database is damaged: \(what)"
        case .diskFull: "the disk is full: free some space"
        case .readOnly: "the state folder is read-only"
        case .busy: "the database is locked by another program"
        case .inputOutput(let code, let what): "storage failed (\(code)): \(what)"
        }
    }
}

extension StoreError {
    /// From whatever GRDB threw. `folder` is looked at where SQLite's code does not tell a full disk from a broken one.
    init(_ error: any Error, folder: String) {
        if let known = error as? StoreError {
            self = known
            return
        }
        guard let error = error as? DatabaseError else {
            self = .corrupt("\(error)")
            return
        }
        let text = error.message ?? error.resultCode.description
        if [.SQLITE_IOERR_READ, .SQLITE_IOERR_DATA, .SQLITE_IOERR_CORRUPTFS].contains(error.extendedResultCode) {
            // A bad block is damage too: a new file gets other blocks, waiting gets none.
            self = .corrupt(text)
            return
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_ERROR,
            .SQLITE_SCHEMA, .SQLITE_INTERNAL:
            // A statement of ours that does not compile or breaks a constraint means that the schema is not ours.
            self = .corrupt(text)
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        default: self = StoreError.failure(code: error.extendedResultCode.rawValue, text, folder: folder)
        }
    }

    /// From errno of a call on a file in `folder`.
    init(errno code: Int32, _ what: String, folder: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull
        case EROFS: self = .readOnly
        default: self = StoreError.failure(code: code, "\(what): \(String(cString: strerror(code)))", folder: folder)
        }
    }

    /// SQLite answers "cannot open" or "I/O error" when it cannot grow its shared memory file, and on a file system that
    /// the kernel has turned read-only: the file system itself knows better.
    private static func failure(code: Int32, _ text: String, folder: String) -> StoreError {
        var info = statvfs()
        if statvfs(folder, &info) == 0 {
            if info.f_flag & UInt(ST_RDONLY) != 0 { return .readOnly }
            if info.f_bavail < 16 || (info.f_files > 0 && info.f_favail == 0) { return .diskFull }
        }
        return .inputOutput(code: code, text)
    }
}

/// What `BedsideStore.open` found.
public enum OpenReport: Hashable, Sendable, CustomStringConvertible {
    case clean
    /// The first start here.
    case created
    /// An older version's database was brought forward; the migrations applied.
    case migrated([String])
    /// The database was damaged, missing or behind the schedule copy. `fromCopy`: settings and schedule came from the
    /// copy (else they are the defaults). `setAside`: the name under which the damaged file was kept.
    case recovered(fromCopy: Bool, setAside: String?)
    /// Nothing is written to disk: see `BedsideStore.inMemory`.
    case inMemory(StoreError, fromDisk: Bool)

    public var description: String {
        switch self {
        case .clean: "clean"
        case .created: "created"
        case .migrated(let names): "brought forward by \(names.joined(separator: ", "))"
        case .recovered(let fromCopy, let setAside):
            "recovered \(fromCopy ? "from the schedule copy" : "with default settings")"
                + (setAside.map { "; the damaged database is kept as \($0)" } ?? "")
        case .inMemory(let reason, let fromDisk):
            "nothing is being saved (\(reason)); settings are \(fromDisk ? "those last saved" : "the defaults")"
        }
    }

    /// Whether commits go to disk; a store that was recovered writes as any other. What is owed for the moment (a full
    /// disk) is another matter: `BedsideStore.isWorking`.
    public var isWritable: Bool {
        switch self {
        case .clean, .created, .migrated, .recovered: true
        case .inMemory: false
        }
    }

    /// Whether the owner ought to be told (light, status).
    public var needsAttention: Bool {
        switch self {
        case .clean, .created, .migrated: false
        case .recovered, .inMemory: true
        }
    }
}
