import Foundation
import GRDB

/// A copy of a SQLite database, made while a server may write it.
public enum SQLiteBackup {
    /// Writes what the database is at one moment into a new file that only its owner may read.
    ///
    /// The copy has its name once it is whole, checked and on disk; until then it ends in ".partial".
    public static func write(database: String, to file: String) throws(EngineError) {
        guard !exists(file) else { throw .unusable("\(file) exists already; a backup replaces nothing") }
        let partial = file + ".partial"
        // Made before SQLite opens it, which would let everybody read it.
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable(
                errno == EEXIST
                    ? "\(partial) is there: another backup runs, or one was cut off; then remove it"
                    : "\(partial) cannot be made: \(String(cString: strerror(errno)))")
        }
        defer {
            close(descriptor)
            unlink(partial)
        }
        try copy(database, to: partial)
        try check(partial)
        guard fsync(descriptor) == 0 else { throw .unusable("\(partial): the disk does not take it") }
        // Unlike a rename, a link replaces nothing.
        guard link(partial, file) == 0 else {
            throw .unusable("\(file) cannot be made: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: file)
    }

    private static func copy(_ database: String, to file: String) throws(EngineError) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(30)
        try sqlite {
            let queue = try DatabaseQueue(path: database, configuration: configuration)
            try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [file]) }
            try queue.close()
        }
    }

    /// A damaged original makes a damaged copy, and that must not be found out when it is needed.
    private static func check(_ file: String) throws(EngineError) {
        var configuration = Configuration()
        configuration.readonly = true
        let answer = try sqlite {
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
            try queue.close()
            return answer
        }
        guard answer == "ok" else { throw .unusable("the database is damaged: restore an older backup") }
    }

    private static func exists(_ file: String) -> Bool {
        var information = stat()
        return lstat(file, &information) == 0
    }

    private static func syncFolder(of file: String) {
        let folder = open(
            (file as NSString).deletingLastPathComponent.isEmpty ? "." : (file as NSString).deletingLastPathComponent,
            O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
