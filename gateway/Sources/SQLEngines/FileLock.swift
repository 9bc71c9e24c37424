import Foundation
import Synchronization

/// One server at a time has an SQLite database: a second one would count its own time and run its own sweep (GATEWAY-3).
final class FileLock: Sendable {
    private let descriptor: Int32
    private let isReleased = Mutex(false)

    init(database path: String) throws(EngineError) {
        let file = destination(of: path)
        let folder = (file as NSString).deletingLastPathComponent
        if let network = networkFileSystem(of: folder, mounts: kernelText("/proc/self/mounts")) {
            throw .unusable("\(path) is on a network folder (\(network)); SQLite needs a local disk")
        }
        // Beside the database: closing any descriptor of the database itself would drop SQLite's own locks.
        descriptor = open(file + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            throw .unusable(
                code == ENOENT
                    ? "the folder \(folder) does not exist; make it for this user, or set database to another place"
                    : "\(file).lock: \(String(cString: strerror(code)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            throw .unusable("\(path): another anicca-gateway has it; several instances need PostgreSQL")
        }
    }

    func release() {
        isReleased.withLock { isReleased in
            if !isReleased { Glibc.close(descriptor) }
            isReleased = true
        }
    }

    deinit { release() }
}

/// The file to which a path leads by symbolic links: one database has one lock, whatever it is called. It need not be there
/// yet; SQLite then makes it at the end of the links, too.
private func destination(of path: String) -> String {
    var path = path
    // The kernel follows so many.
    for _ in 0..<40 {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
        path = target.hasPrefix("/") ? target : (path as NSString).deletingLastPathComponent + "/" + target
    }
    guard let folder = realpath((path as NSString).deletingLastPathComponent, nil) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + (path as NSString).lastPathComponent
}

/// The whole text of a file that the kernel writes as it is read; empty if it cannot be read.
///
/// Foundation's `String(contentsOfFile:)` takes such a file, whose size is 0, to end where a read returns fewer bytes than
/// were asked for, which is after 4 KiB at most.
func kernelText(_ path: String) -> String {
    let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
    return String(decoding: bytes ?? Data(), as: UTF8.self)
}

/// The kind of network file system that a folder is on, or nil.
/// - Parameter mounts: `/proc/self/mounts`: device, mount point, kind, …, a line each (proc(5)).
func networkFileSystem(of folder: String, mounts: String) -> String? {
    var longest: (length: Int, kind: Substring)?
    for line in mounts.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard let point = fields.dropFirst().first, let kind = fields.dropFirst(2).first else { continue }
        let isAbove = point == "/" || folder == point || folder.hasPrefix("\(point)/")
        if isAbove, point.count >= longest?.length ?? 0 { longest = (point.count, kind) }
    }
    let kinds: Set<Substring> = ["nfs", "nfs4", "cifs", "smb3", "ceph", "glusterfs", "fuse.sshfs", "fuse.glusterfs"]
    guard let kind = longest?.kind, kinds.contains(kind) else { return nil }
    return String(kind)
}
