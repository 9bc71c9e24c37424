import CLinux
import Glibc

/// An open file whose reader may stop reading: what it does not accept at once is lost, and nothing waits for it
/// (ALARM-7).
///
/// The journal is a socket, and stalls when its disk does. A pipe or a terminal is opened a second time in non-blocking
/// mode: the original open file is shared with other programs and must stay as it is. Any thread.
final class LossyOutput: Sendable {
    static let standardOutput = LossyOutput(STDOUT_FILENO)
    static let standardError = LossyOutput(STDERR_FILENO)

    private enum Kind {
        case socket
        /// A pipe or terminal that we opened ourselves, non-blocking.
        case unwaiting
        /// A pipe or terminal that could not be opened again; checked before each write.
        case waiting
        /// A file on disk.
        case file
    }
    private let descriptor: Int32
    private let kind: Kind

    /// - Parameter descriptor: belongs to the caller, and must stay open as long as this object exists.
    init(_ descriptor: Int32) {
        var information = stat()
        let mode = fstat(descriptor, &information) == 0 ? information.st_mode & S_IFMT : S_IFREG
        guard mode == S_IFIFO || mode == S_IFCHR else {
            kind = mode == S_IFSOCK ? .socket : .file
            self.descriptor = descriptor
            return
        }
        let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        kind = own >= 0 ? .unwaiting : .waiting
        self.descriptor = own >= 0 ? own : descriptor
    }

    deinit { if kind == .unwaiting { close(descriptor) } }

    /// - Returns: how many bytes were accepted; negative: none, see `errno`.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Int {
        switch kind {
        case .socket: return send(descriptor, bytes, bytes.count, clinux_no_wait | clinux_no_signal)
        case .unwaiting, .file: return Glibc.write(descriptor, bytes, bytes.count)
        case .waiting:
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLOUT) != 0 else {
                errno = EAGAIN
                return -1
            }
            // A pipe that has room accepts this much (PIPE_BUF) without waiting.
            return Glibc.write(descriptor, bytes, min(bytes.count, 4096))
        }
    }

    func write(_ text: String) { write(Array(text.utf8)) }
}
