import Bedside
import Glibc

/// A file that a command writes for whoever typed it. It is opened before the work begins, so that a path that cannot be
/// written is reported at once, and what was there is replaced only when the new text is there. A device, a pipe or a
/// terminal is written to, and stays what it is.
struct OutputFile {
    let path: String
    private let descriptor: Int32

    /// - Throws: `FileError` if it cannot be opened for writing, as a folder or a pipe that nobody reads.
    init(path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }

    /// Writes all of it and closes the file.
    func write(_ text: String) throws(FileError) {
        defer { close(descriptor) }
        // Only opening must not wait; a pipe takes the rest when its reader has read.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var fault = ftruncate(descriptor, 0) == 0 || errno == EINVAL ? 0 : errno
        if fault == 0 { fault = Files.write(Array(text.utf8), to: descriptor) }
        guard fault == 0 else { throw FileError(path: path, code: fault) }
    }
}

extension Files {
    /// Writes all bytes.
    ///
    /// - Returns: 0, or an errno if not all of them could be written.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { raw in
                retryingOnInterrupt { Glibc.write(descriptor, raw.baseAddress, raw.count) }
            }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Whether a file of that path may take the place of what is there: a regular file, or nothing.
    static func isReplaceable(_ path: String) -> Bool { isFile(path) || !exists(path) }
}
