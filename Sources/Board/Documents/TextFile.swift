import Bedside
import Glibc

/// Reads small files whole. Any thread.
enum TextFile {
    /// At most `limitBytes`; one byte more is `EFBIG`. Errors are errno values.
    static func bytes(path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard fd >= 0 else { throw SystemError(errno) }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: limitBytes + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(fd, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError(errno)
            }
            if count == 0 { break }
            filled += count
        }
        guard filled <= limitBytes else { throw SystemError(EFBIG) }
        return Array(bytes[..<filled])
    }

    /// File names in a folder, sorted; empty where there is none.
    static func names(folder: String, limit: Int = 256) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// An errno, with the system's words for it.
public struct SystemError: WordedError, Equatable {
    public var code: Int32
    public init(_ code: Int32) { self.code = code }

    public var wording: Wording { SystemReason(code: code, english: text).wording }

    private var text: String {
        var buffer = [CChar](repeating: 0, count: 128)
        // strerror shares one buffer among threads; this form does not.
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension YAMLDocument {
    /// From a file. Any thread.
    public static func read(path: String, limitBytes: Int = defaultLimitBytes) throws(YAMLError) -> Field {
        let bytes: [UInt8]
        do {
            bytes = try TextFile.bytes(path: path, limitBytes: limitBytes)
        } catch {
            if error.code == EFBIG { throw .tooLarge(file: path, limitBytes: limitBytes) }
            throw .unreadable(file: path, reason: error.wording)
        }
        return try read(bytes: bytes, fileName: path, limitBytes: limitBytes)
    }
}
