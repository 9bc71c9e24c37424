import Bedside
import Glibc

/// The state folder: created with mode 0700, refused if others can write to it, locked by its owner.
struct StateFolder: Sendable {
    let path: String

    var database: String { path + "/" + StateFolder.databaseName }
    var scheduleCopy: String { path + "/schedule.json" }
    /// Whether the database has a log with something in it.
    var hasLog: Bool { (size(of: database + "-wal") ?? 0) > 0 }
    static let databaseName = "anicca.db"
    static let vaultKeyName = "vault.key"
    static let recordingsName = "recordings"
    static let recordingsKeyName = "recordings.key"
    /// Recordings that are to be destroyed and are still there (`RecordingDebts`).
    static let recordingsOwedName = "recordings.owed"
    /// Says, by being there, that words are still to be erased in databases that were set aside (`SetAside`).
    static let setAsideOwedName = "set-aside.owed"
    /// The head of a recording that is being rewritten under another key (`RecordingShelf.renewKey`).
    static let recordingsHeadName = "recordings.head"
    /// The owner's recordings of their phrases, and their key.
    static let phrasesName = "phrases"
    static let phrasesKeyName = "phrases.key"
    /// The next wake message in the companion's voice, and its key.
    static let wakeVoiceName = "wake-voice"
    static let wakeVoiceKeyName = "wake-voice.key"
    /// The recordings of which the owner's voice is made, and their key.
    static let rawVoiceName = "voice-raw"
    static let rawVoiceKeyName = "voice-raw.key"
    /// What the owner's own voice says, and its key.
    static let voiceClipsName = "voice-clips"
    static let voiceClipsKeyName = "voice-clips.key"
    /// The folder of a store that was made without one.
    static let nowhere = StateFolder(path: "/")

    /// Suffixes of the files that SQLite keeps beside the database. The rollback journal exists while a database is
    /// made, and for the moment in which readers are let in again.
    static let sidecars = ["-journal", "-wal", "-shm"]

    /// Changes a path so that SQLite cannot take it for a URI or an in-memory name.
    init(path: String) {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = trimmed.hasPrefix("/") ? trimmed : "./" + trimmed
    }

    /// Creates the folder and its parents (0700 each) where they are missing.
    func make() throws(StoreError) {
        var prefix = ""
        for part in path.split(separator: "/") {
            prefix += (prefix.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            if mkdir(prefix, 0o700) != 0, errno != EEXIST {
                let code = errno
                // A parent that exists can still answer EROFS or EACCES to mkdir.
                if exists(prefix) { continue }
                switch code {
                case ENOSPC, EDQUOT: throw .diskFull
                default:
                    let why = Self.reason(code)
                    throw .unusableFolder(
                        path: path,
                        reason: Wording(
                            "cannot make \(prefix): \(why.english)", "\(prefix) を作れません：\(why.japanese)"))
                }
            }
        }
    }

    /// Throws unless the folder exists and, for `writing`, only we can write to it: others who could would be able to
    /// change an alarm.
    func check(writing: Bool) throws(StoreError) {
        var info = stat()
        guard stat(path, &info) == 0 else {
            if errno == ENOENT { throw .missing(path: path) }
            throw .unusableFolder(path: path, reason: Self.reason(errno))
        }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            throw .unusableFolder(path: path, reason: Wording("is not a folder", "フォルダーではありません"))
        }
        guard writing else { return }
        guard info.st_uid == geteuid() else {
            throw .unusableFolder(
                path: path,
                reason: Wording(
                    "belongs to user \(info.st_uid), not to you (\(geteuid())): run this as its owner",
                    "ユーザー \(info.st_uid) のものです（今は \(geteuid())）。そのユーザーで実行してください"))
        }
        guard info.st_mode & 0o022 == 0 else {
            throw .unusableFolder(
                path: path,
                reason: Wording(
                    "others can write to it: chmod go-w, or give another folder",
                    "ほかのユーザーも書き込めます。chmod go-w を実行するか、別のフォルダーを指定してください"))
        }
        guard access(path, W_OK | X_OK) == 0 else {
            if errno == EROFS { throw .readOnly }
            let why = Self.reason(errno)
            throw .unusableFolder(
                path: path, reason: Wording("is not writable: \(why.english)", "書き込めません：\(why.japanese)"))
        }
    }

    private static func reason(_ code: Int32) -> Wording {
        SystemReason(code: code, english: String(cString: strerror(code))).wording
    }

    func exists(_ file: String) -> Bool { access(file, F_OK) == 0 }

    /// Size in bytes; nil if there is no such file.
    func size(of file: String) -> Int? {
        var info = stat()
        return stat(file, &info) == 0 ? Int(info.st_size) : nil
    }

    /// Bytes that the file system has left for users other than root; nil if it does not report them.
    var freeBytes: Int? {
        var info = statvfs()
        return statvfs(path, &info) == 0 ? Int(clamping: info.f_bavail) * Int(clamping: info.f_frsize) : nil
    }

    /// Changes whenever the file is written in place or replaced.
    struct Stamp: Sendable, Hashable {
        let device: UInt
        let inode: UInt
        let bytes: Int
        let modifiedSeconds: Int
        let modifiedNanoseconds: Int
    }

    /// The file's stamp; nil if there is no such file.
    func stamp(of file: String) -> Stamp? {
        var info = stat()
        guard stat(file, &info) == 0 else { return nil }
        return Stamp(
            device: UInt(info.st_dev), inode: UInt(info.st_ino), bytes: Int(info.st_size),
            modifiedSeconds: info.st_mtim.tv_sec, modifiedNanoseconds: info.st_mtim.tv_nsec)
    }

    /// Creates the file with mode 0600 if it is missing, so that SQLite gives the files beside it the same mode,
    /// whatever our umask is.
    func touchPrivate(_ file: String) throws(StoreError) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(errno: errno, file, folder: path) }
        if fchmod(descriptor, 0o600) != 0 {
            let code = errno
            close(descriptor)
            throw StoreError(errno: code, file, folder: path)
        }
        close(descriptor)
    }

    /// Synchronizes the folder: only then is a rename on disk.
    func synchronize() throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path, folder: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, path, folder: path) }
    }

    /// Runs the body while no other thread and no other process runs one about this folder. A folder that is missing holds
    /// nothing that could be meant, so then nobody waits. Not to be nested.
    func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
        return try body()
    }

    /// Runs the body alone, as `alone` does, for the store's thread, which an alarm may need next: throws `.busy` if it
    /// cannot begin within 0.1 s.
    func aloneSoon(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var tries = 20
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            tries -= 1
            guard tries > 0 else { throw .busy }
            usleep(5000)
        }
        try body()
    }

    func rename(_ old: String, to new: String) throws(StoreError) {
        guard Glibc.rename(old, new) == 0 else { throw StoreError(errno: errno, old, folder: path) }
    }

    /// Removes a file; a file that is missing is not an error.
    func remove(_ file: String) throws(StoreError) {
        if unlink(file) != 0, errno != ENOENT { throw StoreError(errno: errno, file, folder: path) }
    }

    /// Overwrites a whole file with zeros, on disk when it returns; a file that is missing is not an error.
    func overwrite(_ file: String) throws(StoreError) {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw StoreError(errno: errno, file, folder: path)
        }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw StoreError(errno: errno, file, folder: path) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        let size = Int(info.st_size)
        var place = 0
        while place < size {
            let count = zeros.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, min($0.count, size - place), off_t(place))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StoreError(errno: count == 0 ? ENOSPC : errno, file, folder: path) }
            place += count
        }
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, file, folder: path) }
    }

    /// Names in the folder, sorted.
    func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Replaces `file` by `bytes`: readers and power cuts see the old content or the new, never a mixture.
    func replace(_ file: String, with bytes: [UInt8]) throws(StoreError) {
        let temporary = file + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(errno: errno, temporary, folder: path) }
        var failure: Int32 = 0
        var rest = bytes[...]
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                failure = count == 0 ? ENOSPC : errno
            }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        close(descriptor)
        if failure == 0, Glibc.rename(temporary, file) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(temporary)
            throw StoreError(errno: failure, file, folder: path)
        }
        try synchronize()
    }

    /// The whole file; nil if it is missing, unreadable or larger than `limit` bytes.
    func read(_ file: String, limit: Int) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, (0...limit).contains(Int(info.st_size))
        else { return nil }
        let wanted = Int(info.st_size)
        return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            count = 0
            while count < wanted {
                guard let base = buffer.baseAddress else { return }
                let got = Glibc.read(descriptor, base + count, wanted - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                count += got
            }
        }
    }
}

/// The owner's exclusive lock on a state folder: two appliances on one database would each ring. It is a flock(2), and
/// not the presence of a file, so that it is released however the process ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    init(folder: StateFolder) throws(StoreError) {
        let file = folder.path + "/lock"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(errno: errno, file, folder: folder.path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let pid = FolderLock.pid(in: descriptor)
            close(descriptor)
            throw code == EWOULDBLOCK ? .inUse(pid: pid) : StoreError(errno: code, file, folder: folder.path)
        }
        // The pid is only for the message that a second process shows: a full disk must not keep the first from
        // starting.
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }

    private static func pid(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
