import Glibc

/// A key of the service. It has no text form: printing, dumping or reflecting it shows `Credential(redacted)`.
public struct Credential: Sendable {
    /// For the header of a request and nothing else.
    let secretBytes: [UInt8]
    /// Where it came from, for `anicca doctor`.
    public let source: Source

    public enum Source: Sendable, Equatable {
        case environment(String)
        case file(String)
        /// Minted by the service for one conversation.
        case ephemeral
    }

    /// nil if the secret is empty, longer than 4 KiB, or not printable ASCII.
    public init?(_ secret: String, source: Source = .ephemeral) {
        guard let bytes = Credentials.checked(Array(secret.utf8)) else { return nil }
        self.init(checked: bytes, source: source)
    }

    init(checked bytes: [UInt8], source: Source) {
        secretBytes = bytes
        self.source = source
    }

    /// The key itself, for an `Authorization` header. It must never get into a log, an argument or a file.
    public var secret: String { String(decoding: secretBytes, as: UTF8.self) }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Credential(redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// Why a key could not be read or stored; each text says what to do.
public enum CredentialError: Error, Sendable, Equatable, CustomStringConvertible {
    case notAKey(source: String)
    case cannotRead(path: String, code: Int32)
    case notAFile(path: String)
    case tooOpen(path: String, mode: UInt32)
    case wrongOwner(path: String)
    case tooLong(path: String)
    case cannotWrite(path: String, code: Int32)

    public var description: String {
        switch self {
        case .notAKey(let source): "\(source) holds no key: one line of printable characters is expected"
        case .cannotRead(let path, let code): "cannot read the key file \(path): \(errorText(code))"
        case .notAFile(let path): "\(path) is not a plain file: put the key itself there, not a link"
        case .tooOpen(let path, let mode):
            "others can read the key file \(path) (mode \(octal(mode))): chmod 600 \(path)"
        case .wrongOwner(let path): "the key file \(path) belongs to somebody else: chown it to the user of anicca"
        case .tooLong(let path): "the key file \(path) is too long: a key has at most 4 KiB"
        case .cannotWrite(let path, let code): "cannot write the key file \(path): \(errorText(code))"
        }
    }

    private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
    private func errorText(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// Finds the owner's key: in the environment, else in a file of mode 0600 (GUARD-1).
public enum Credentials {
    public static let variable = "OPENAI_API_KEY"
    public static let fileVariable = "ANICCA_OPENAI_KEY_FILE"
    public static let fileName = "openai.key"
    static let maximumBytes = 4_096

    /// The first of: `OPENAI_API_KEY`; the file that `ANICCA_OPENAI_KEY_FILE` names; systemd's
    /// `$CREDENTIALS_DIRECTORY/openai.key`; `file` (`<config dir>/openai.key`). nil if there is none. A key that exists
    /// and cannot be used is an error and is never skipped. An empty variable counts as none.
    public static func load(environment: [String: String], file: String?) throws(CredentialError) -> Credential? {
        if let text = environment[variable], !text.isEmpty {
            guard let bytes = checked(Array(text.utf8)) else { throw .notAKey(source: variable) }
            return Credential(checked: bytes, source: .environment(variable))
        }
        if let path = environment[fileVariable], !path.isEmpty {
            guard let found = try read(path) else { throw .cannotRead(path: path, code: ENOENT) }
            return found
        }
        if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty,
            let found = try read(folder + "/" + fileName)
        {
            return found
        }
        guard let file else { return nil }
        return try read(file)
    }

    /// Writes a key to `file`, mode 0600, whole or not at all; the folder must exist.
    public static func store(_ secret: String, file: String) throws(CredentialError) {
        guard let bytes = checked(Array(secret.utf8)) else { throw .notAKey(source: "the input") }
        try replace(file, with: bytes + [0x0A])
    }

    /// Writes a file of the owner's alone (0600), whole or not at all. It is on disk when this returns.
    public static func replace(_ file: String, with bytes: [UInt8]) throws(CredentialError) {
        let temporary = file + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: file, code: errno) }
        var code: Int32 = 0
        // The umask may have removed bits from the owner, never added any.
        if fchmod(descriptor, 0o600) != 0 { code = errno }
        var written = 0
        while code == 0, written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count > 0 {
                written += count
            } else if count < 0, errno != EINTR {
                code = errno
            }
        }
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0, rename(temporary, file) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw .cannotWrite(path: file, code: code)
        }
        // The file's name must survive a power cut, too.
        let folder = file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private static func folderOwner(_ path: String) -> uid_t? {
        var status = stat()
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return stat(String(path[..<slash]), &status) == 0 ? status.st_uid : nil
    }

    /// The file's key; nil if there is no such file.
    static func read(_ path: String) throws(CredentialError) -> Credential? {
        // Neither follow a link nor wait for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw errno == ELOOP ? .notAFile(path: path) : .cannotRead(path: path, code: errno)
        }
        defer { close(descriptor) }
        // Checked on what was opened, so that nothing can be swapped in between.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        // Root reads the service's key, too (`sudo anicca doctor`): such a key belongs to the owner of its folder.
        let isServices = geteuid() == 0 && status.st_uid == folderOwner(path)
        guard status.st_uid == geteuid() || status.st_uid == 0 || isServices else { throw .wrongOwner(path: path) }
        // systemd hands credentials to the service's user by an access list, which shows as group bits (0440).
        let isSystems = status.st_uid == 0 && geteuid() != 0
        let forbidden: mode_t = isSystems ? 0o137 : 0o177
        guard status.st_mode & forbidden == 0 else {
            throw .tooOpen(path: path, mode: UInt32(status.st_mode & 0o7777))
        }
        guard status.st_size <= maximumBytes else { throw .tooLong(path: path) }
        var bytes = [UInt8](repeating: 0, count: maximumBytes + 2)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { room in
                Glibc.read(descriptor, room.baseAddress.map { $0 + count }, room.count - count)
            }
            if got > 0 {
                count += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                throw .cannotRead(path: path, code: errno)
            }
        }
        guard count <= maximumBytes else { throw .tooLong(path: path) }
        guard let key = checked(Array(bytes[..<count])) else { throw .notAKey(source: path) }
        return Credential(checked: key, source: .file(path))
    }

    /// The key without line ends and blanks around it; nil if nothing is left, it is too long, or it is not printable
    /// ASCII.
    static func checked(_ bytes: [UInt8]) -> [UInt8]? {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        let trimmed = bytes.drop(while: isBlank)
        guard let last = trimmed.lastIndex(where: { !isBlank($0) }) else { return nil }
        let key = Array(trimmed[...last])
        guard key.count <= maximumBytes, key.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return key
    }
}
