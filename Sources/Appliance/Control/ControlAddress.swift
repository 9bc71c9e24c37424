import CLinux
import Glibc

/// Binds and connects Unix sockets at paths of any length.
enum ControlAddress {
    enum Verb {
        case bind, connect
    }

    /// Returns 0 or an errno. A path longer than `sun_path` goes through the folder's descriptor in /proc.
    static func apply(_ verb: Verb, socket: Int32, path: String) -> Int32 {
        var address = sockaddr_un()
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        var shortPath = path
        var folderDescriptor: Int32 = -1
        if path.utf8.count >= capacity {
            folderDescriptor = open(Files.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folderDescriptor >= 0 else { return errno }
            shortPath = "/proc/self/fd/\(folderDescriptor)/\(Files.name(of: path))"
        }
        defer { if folderDescriptor >= 0 { close(folderDescriptor) } }
        let bytes = Array(shortPath.utf8)
        guard bytes.count < capacity else { return ENAMETOOLONG }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                switch verb {
                case .bind: Glibc.bind(socket, generic, size)
                case .connect: retryingOnInterrupt { Glibc.connect(socket, generic, size) }
                }
            }
        }
        return result == 0 ? 0 : errno
    }

    static func socketPath(stateFolder: String) -> String { stateFolder + "/control.sock" }

    /// Where the socket is while the state folder takes none (read-only, full): the user's runtime folder, root's is
    /// `/run`. Nil where there is none; a folder that others can write to is never used.
    static func fallbackPath(stateFolder: String) -> String? {
        guard let folder = Files.environment("XDG_RUNTIME_DIR") ?? (getuid() == 0 ? "/run" : nil) else { return nil }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in stateFolder.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "\(folder)/anicca-\(String(hash, radix: 16)).sock"
    }

    /// In the order in which a client looks.
    static func candidates(stateFolder: String) -> [String] {
        [socketPath(stateFolder: stateFolder)] + [fallbackPath(stateFolder: stateFolder)].compactMap { $0 }
    }
}

/// Why the control socket cannot be opened.
public enum ControlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another appliance answers there.
    case alreadyRunning(path: String)
    case system(path: String, call: String, code: Int32)

    public var description: String {
        switch self {
        case .alreadyRunning(let path): "\(path): another anicca is running with this state folder"
        case .system(let path, let call, let code): "\(path): \(call): \(errorText(code))"
        }
    }
}
