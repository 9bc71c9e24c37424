import Bedside
import Glibc

/// A file that could not be read, and why.
public struct FileError: WordedError, Hashable {
    public var path: String
    /// An errno; 0 if `reason` has the cause.
    public var code: Int32
    public var reason: Wording

    init(path: String, code: Int32) {
        self.init(path: path, code: code, reason: SystemReason(code: code, english: errorText(code)).wording)
    }
    init(path: String, code: Int32 = 0, reason: Wording) {
        self.path = path
        self.code = code
        self.reason = reason
    }
    public var wording: Wording { reason.after("\(path): ") }
}

/// Reads and writes whole small files, without Foundation. Any thread.
enum Files {
    /// Reads a file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// Reads to the end; `name` is for the error.
    static func read(descriptor: Int32, name: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = retryingOnInterrupt { Glibc.read(descriptor, &chunk, chunk.count) }
            if count < 0 { throw FileError(path: name, code: errno) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk.prefix(count))
            if bytes.count > limit {
                throw FileError(
                    path: name, reason: Wording("larger than \(limit) bytes", "\(limit)バイトを超えています"))
            }
        }
    }

    /// The target of a symbolic link; nil if the path is not a link.
    static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let capacity = buffer.count
        let count = buffer.withUnsafeMutableBytes { raw in
            guard let base = raw.baseAddress else { return -1 }
            return readlink(path, base.assumingMemoryBound(to: CChar.self), capacity)
        }
        guard count > 0, count < capacity else { return nil }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// The path of a program that is on the PATH.
    static func executable(_ name: String) -> String? {
        (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 && isFile($0) }
    }

    /// With less free space than this, settings may soon not be saved.
    static let scarceMegabytes = 10

    static func megabytes(_ disk: statvfs) -> Int { Int(disk.f_bavail) * Int(disk.f_frsize) / 1_000_000 }

    /// The free space for this user on the disk of a folder; nil if it is not known.
    static func freeMegabytes(_ folder: String) -> Int? {
        var disk = Glibc.statvfs()
        return statvfs(folder, &disk) == 0 ? megabytes(disk) : nil
    }

    /// The path without links, `.` and `..`; nil if a part of it is missing.
    static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }
    static func isFile(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFREG } ?? false }
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    /// False only where nothing is there: a folder that may not be searched counts, so that reading names the reason.
    static func mayExist(_ path: String) -> Bool { exists(path) || (errno != ENOENT && errno != ENOTDIR) }
    static func owner(_ path: String) -> uid_t? {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_uid : nil
    }
    private static func mode(_ path: String) -> mode_t? {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode : nil
    }

    /// The parent: `/a/b` for `/a/b/c`.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
    static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }

    /// Gives a file that root has just made to whoever typed `sudo`, since nobody else could read it.
    static func giveToInvoker(_ descriptor: Int32) {
        guard geteuid() == 0, let user = environment("SUDO_UID").flatMap({ uid_t($0) }),
            let group = environment("SUDO_GID").flatMap({ gid_t($0) })
        else { return }
        _ = fchown(descriptor, user, group)
    }

    /// Makes a folder and its missing parents, mode 0700 for the last.
    static func makeFolder(_ path: String) throws(FileError) {
        if isFolder(path) { return }
        let parent = folder(of: path)
        if parent != path, parent != ".", !isFolder(parent) { try makeFolder(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path: path, code: errno) }
        guard isFolder(path) else {
            throw FileError(path: path, reason: Wording("is not a folder", "フォルダーではありません"))
        }
    }

    /// The value of an environment variable; nil if unset or empty.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
