import Bedside
import Board
import Glibc

/// The files of settings as they were at the service's last good start, kept in the state folder.
///
/// Half an edit in `/etc/anicca` and a power cut must not silence tomorrow's alarm: where a file cannot be read any more,
/// the service begins with its copy, says so, and asks for a look. Who types `anicca run` is told of the fault instead,
/// and so is a service that has never started well.
struct LastSettings: Sendable {
    enum File: String, CaseIterable {
        case configuration = "last-anicca.yaml"
        case board = "last-board.yaml"
    }

    var stateFolder: String

    /// Nil: there is no copy that can be read.
    func configuration() -> ConfigFile? {
        guard let bytes = contents(of: path(.configuration)) else { return nil }
        return try? ConfigFile.parse(bytes, fileName: path(.configuration))
    }

    /// Nil: there is no copy that can be read.
    func board() -> BoardDescription? {
        guard Files.isFile(path(.board)) else { return nil }
        return try? BoardDescription.read(path: path(.board))
    }

    /// Copies a file that was found good; nil: there is none, and an older copy goes. A failure leaves the older copy: the
    /// alarm does not need it today. Waits for the disk.
    func keep(_ file: File, from source: String?) {
        let copy = path(file)
        guard let source else {
            unlink(copy)
            return
        }
        guard let bytes = contents(of: source), bytes != contents(of: copy) else { return }
        let fresh = copy + ".new"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        if !isWritten || rename(fresh, copy) != 0 { unlink(fresh) }
    }

    private func contents(of path: String) -> [UInt8]? {
        try? Files.read(path, limit: YAMLDocument.defaultLimitBytes)
    }

    private func path(_ file: File) -> String { "\(stateFolder)/\(file.rawValue)" }
}
