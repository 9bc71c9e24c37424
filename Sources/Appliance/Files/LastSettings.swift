import Bedside
import Board
import Glibc

/// The files of settings as they were at the service's last good start, kept in the state folder.
///
/// Half an edit in `/etc/anicca` and a power cut must not silence tomorrow's alarm: where a file cannot be read any
/// more, the service starts with its copy, says so, and asks for attention. If there was no file, the copy is empty. A
/// person who types `anicca run` gets the fault instead, and so does a service that has never started well.
struct LastSettings: Sendable {
    enum File: String, CaseIterable {
        case configuration = "last-anicca.yaml"
        case board = "last-board.yaml"
    }

    var folder: String

    /// Nil if there is no copy that can be read.
    func configuration() -> ConfigFile? {
        guard let bytes = contents(of: path(.configuration)) else { return nil }
        return try? ConfigFile.parse(bytes, fileName: path(.configuration))
    }

    /// Nil if there is no copy that can be read.
    func board() -> BoardDescription? { contents(of: path(.board)).flatMap { try? board($0) } }

    /// Copies a file (nil if there is none). The older copy stays if the file has become faulty since it was read, or
    /// if the copy cannot be written. Waits for the disk.
    func keep(_ file: File, from source: String?) {
        let copy = path(file)
        guard let bytes = source.map({ contents(of: $0) }) ?? [], bytes != contents(of: copy), isGood(bytes, file)
        else { return }
        let fresh = copy + ".new"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        if !isWritten || rename(fresh, copy) != 0 { unlink(fresh) }
    }

    private func isGood(_ bytes: [UInt8], _ file: File) -> Bool {
        switch file {
        case .configuration: (try? ConfigFile.parse(bytes, fileName: path(file))) != nil
        case .board: (try? board(bytes)) != nil
        }
    }

    /// Without a file, the built-in board was used.
    private func board(_ bytes: [UInt8]) throws -> BoardDescription {
        if bytes.isEmpty { return .terminal }
        return try BoardDescription.read(
            try YAMLDocument.read(bytes: bytes, fileName: path(.board)), fileName: path(.board))
    }

    private func contents(of path: String) -> [UInt8]? {
        guard Files.isFile(path) else { return nil }
        return try? Files.read(path, limit: YAMLDocument.defaultLimitBytes)
    }

    private func path(_ file: File) -> String { "\(folder)/\(file.rawValue)" }
}
