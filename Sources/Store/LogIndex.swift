import CLinux
import GRDBSQLite
import Glibc
import Synchronization

/// Where SQLite's index of the write-ahead log is: in memory, not on the disk, if the service has a folder in memory.
///
/// SQLite maps that file, `anicca.db-shm` beside the database. A store to a page of it that the kernel has written back
/// waits for the file system's journal: for as long as a card answers nothing. Until Linux 6.7 every thread of the process
/// that maps memory, or touches new memory, then waits as well, because they share `mmap_lock`; one of them opens the
/// sound device at a ring. mlock(2) does not help.
///
/// SQLite opens and unlinks files by two functions that can be replaced. Ours give it another path for this file and leave
/// everything else as it is, its locks above all. Two connections to one database must not use different indexes. So the
/// service writes into the file beside the database where the index is, and locks it: the byte that tells SQLite that
/// somebody uses it, by which programs of others find the database locked, and one more, by which other commands of ours
/// know that they have to look elsewhere. If somebody uses the file already when the service starts, it waits for a moment,
/// because a command of ours is soon done; then it uses the file too.
///
/// One case remains. A reader that outlives a killed service has an index of its own, and may find the database damaged.
/// It cannot damage it, because it has opened it for reading only.
enum LogIndex {
    /// To be called before a database is opened. Any thread, as often as wanted.
    /// - Parameter isOwner: whether this process owns a state folder, so that it may decide where the index is.
    static func prepare(isOwner: Bool) {
        if isOwner { mayDecide.store(true, ordering: .relaxed) }
        _ = isInstalled
    }

    private static let mayDecide = Atomic(false)

    /// The folder that systemd made for the service (`RuntimeDirectory=`); nil for everybody else.
    private static let serviceFolder = getenv("RUNTIME_DIRECTORY").flatMap {
        String(cString: $0).split(separator: ":").first.map(String.init)
    }

    /// Files beside databases that this process has locked: their descriptors.
    private static let held = Mutex<[String: Int32]>([:])

    // MARK: The place

    /// The path of the index in memory, for the path beside the database that SQLite asks for. Nil if that path is to be
    /// used as it is, as for every file that is not an index.
    private static func place(of file: String) -> String? {
        let suffix = "-shm"
        guard file.hasSuffix("/" + StateFolder.databaseName + suffix) else { return nil }
        var database = stat()
        guard stat(String(file.dropLast(suffix.count)), &database) == 0 else { return nil }
        // In whatever folder, no file of another kind has such a name.
        let name = "index-\(String(database.st_dev, radix: 16))-\(String(database.st_ino, radix: 16))"
        if mayDecide.load(ordering: .relaxed), let folder = serviceFolder {
            guard isUsable(folder) else {
                release(file)
                return nil
            }
            if hold(file, folder: folder, name: name) { return "\(folder)/\(name)" }
        }
        return folderOfAnother(file).map { "\($0)/\(name)" }
    }

    /// Whether the folder is in memory, has room, and nobody else can write to it.
    private static func isUsable(_ folder: String) -> Bool {
        var (info, system) = (stat(), statvfs())
        guard stat(folder, &info) == 0, info.st_uid == geteuid(), info.st_mode & 0o022 == 0,
            clinux_is_in_memory(folder) != 0, statvfs(folder, &system) == 0
        else { return false }
        let isUnlimited = system.f_blocks == 0
        return isUnlimited || UInt64(system.f_bavail) * UInt64(system.f_frsize) >= 1 << 20
    }

    // MARK: The lock

    /// The byte of the file that everybody locks who uses it (`UNIX_SHM_DMS` in SQLite's os_unix.c), and the next one,
    /// which SQLite leaves alone.
    private static let (useByte, memoryByte): (off_t, off_t) = (128, 129)

    /// Locks the file and writes the folder of the index into it. Returns false if somebody uses the file, or if it
    /// cannot be written.
    private static func hold(_ file: String, folder: String, name: String) -> Bool {
        held.withLock { held in
            if let descriptor = held[file] {
                if isSame(descriptor, file) { return true }
                close(descriptor)
                held[file] = nil
            }
            let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return false }
            let text = Array(folder.utf8)
            guard lockForUse(descriptor), ftruncate(descriptor, 0) == 0,
                pwrite(descriptor, text, text.count, 0) == text.count
            else {
                close(descriptor)
                return false
            }
            // An earlier service's, which a reader may still use, although others have written since.
            Glibc.unlink("\(folder)/\(name)")
            held[file] = descriptor
            return true
        }
    }

    /// Locks both bytes. Returns false if somebody still uses the file after half a second.
    private static func lockForUse(_ descriptor: Int32) -> Bool {
        let pauseMicroseconds: UInt32 = 10_000
        for attempt in 0..<50 {
            if attempt > 0 { usleep(pauseMicroseconds) }
            var lock = lock(F_WRLCK, from: useByte, bytes: 2)
            if fcntl(descriptor, setLock, &lock) == 0 { return true }
            guard errno == EAGAIN || errno == EACCES else { return false }
        }
        return false
    }

    private static func release(_ file: String) {
        held.withLock { held in _ = held.removeValue(forKey: file).map(close) }
    }

    /// The folder that a service has written into the file, if it holds it now.
    private static func folderOfAnother(_ file: String) -> String? {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = lock(F_RDLCK, from: memoryByte, bytes: 1)
        guard fcntl(descriptor, getLock, &lock) == 0, Int32(lock.l_type) != F_UNLCK else { return nil }
        var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = pread(descriptor, &text, text.count, 0)
        return count > 0 ? String(decoding: text.prefix(count), as: UTF8.self) : nil
    }

    private static func isSame(_ descriptor: Int32, _ file: String) -> Bool {
        var (ours, theirs) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && stat(file, &theirs) == 0
            && (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino)
    }

    // Linux's own, which Glibc's module lacks: locks of an open file, not of the process, so that closing another
    // descriptor of the file does not release them.
    private static let (getLock, setLock): (Int32, Int32) = (36, 37)

    private static func lock(_ type: Int32, from start: off_t, bytes: off_t) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = start
        lock.l_len = bytes
        return lock
    }

    // MARK: The functions that SQLite calls

    private typealias Open = @Sendable @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Int32
    private typealias Unlink = @Sendable @convention(c) (UnsafePointer<CChar>) -> Int32

    private static let system: (open: Open, unlink: Unlink)? = {
        guard let vfs = sqlite3_vfs_find(nil), vfs.pointee.iVersion >= 3,
            let open = vfs.pointee.xGetSystemCall?(vfs, "open"),
            let unlink = vfs.pointee.xGetSystemCall?(vfs, "unlink")
        else { return nil }
        return (unsafeBitCast(open, to: Open.self), unsafeBitCast(unlink, to: Unlink.self))
    }()

    private static let isInstalled: Bool = {
        guard system != nil, let vfs = sqlite3_vfs_find(nil), let replace = vfs.pointee.xSetSystemCall else {
            return false
        }
        let open: Open = { LogIndex.open($0, flags: $1, mode: $2) }
        let unlink: Unlink = { LogIndex.unlink($0) }
        return replace(vfs, "open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
            && replace(vfs, "unlink", unsafeBitCast(unlink, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
    }()

    /// Like open(2). SQLite calls it while no connection of this process has the file open, so that closing our
    /// descriptors releases none of its locks.
    private static func open(_ path: UnsafePointer<CChar>, flags: Int32, mode: Int32) -> Int32 {
        guard let system else {
            errno = EIO
            return -1
        }
        let file = String(cString: path)
        if let place = place(of: file) {
            let descriptor = system.open(place, flags, mode)
            if descriptor >= 0 { return descriptor }
            release(file)
        }
        return system.open(path, flags, mode)
    }

    /// Like unlink(2). SQLite calls it only while nobody else has the database open.
    private static func unlink(_ path: UnsafePointer<CChar>) -> Int32 {
        guard let system else {
            errno = EIO
            return -1
        }
        let file = String(cString: path)
        if let place = place(of: file) {
            _ = system.unlink(place)
            release(file)
        }
        return system.unlink(path)
    }
}
