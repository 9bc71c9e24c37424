import Foundation

/// Why the gateway cannot serve with TLS: one sentence for the operator.
struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// Whether another try may do although nobody changes anything: the clock is set meanwhile, or the disk has room again.
    let mayPass: Bool

    init(_ sentence: String, mayPass: Bool = false) {
        description = sentence
        self.mayPass = mayPass
    }

    /// An exit code of sysexits.h. systemd restarts the unit after 69 (unavailable), but not after 78 (configuration).
    var exit: Int32 { mayPass ? 69 : 78 }
}

/// Files that only the gateway's own user may read.
enum PrivateFile {
    static let largest = 64 << 10

    /// Nil: it is not there.
    static func read(_ path: String) throws(TLSFailure) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(path) cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw TLSFailure("\(path) is no file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw TLSFailure("\(path) can be read by others; run 'chmod 600 \(path)'")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while bytes.count <= largest {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure("\(path) cannot be read") }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
            throw TLSFailure("\(path) is no text of at most 64 KiB")
        }
        return text
    }

    /// Writes a file whole or not at all, durably.
    ///
    /// - Parameter replaces: False: one that is there stays. Then this returns false.
    @discardableResult static func write(
        _ text: String, to path: String, replaces: Bool
    ) throws(TLSFailure) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw failure("\(folder) cannot be made")
        }
        let draft = "\(path).\(base64url16())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("\(folder) cannot be written to") }
        defer { unlink(draft) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten else { throw failure("\(path) cannot be written") }
        guard (replaces ? rename(draft, path) : link(draft, path)) == 0 else {
            if !replaces, errno == EEXIST { return false }
            throw failure("\(path) cannot be written")
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
        return true
    }

    /// What another try meets again: the settings name a wrong place, or its rights are wrong.
    private static let lasting: Set<Int32> = [EACCES, EPERM, ENOENT, ENOTDIR, ELOOP]

    /// Why the system has refused something just now.
    private static func failure(_ what: @autoclosure () -> String) -> TLSFailure {
        let code = errno
        return TLSFailure("\(what()): \(String(cString: strerror(code)))", mayPass: !lasting.contains(code))
    }
}
