import CLinux
import Glibc

/// Unix sockets at paths of any length.
enum ControlAddress {
    enum Verb {
        case bind, connect
    }

    /// Binds the socket to the path, or connects it. Returns 0 or an errno.
    static func apply(_ verb: Verb, socket: Int32, path: String) -> Int32 {
        withAddress(path) { address, size in
            switch verb {
            case .bind: Glibc.bind(socket, address, size)
            case .connect: retryingOnInterrupt { Glibc.connect(socket, address, size) }
            }
        }
    }

    /// Sends one datagram without waiting; `@…` is a name in the abstract namespace. Returns 0 or an errno.
    static func send(_ bytes: [UInt8], to path: String, socket: Int32) -> Int32 {
        withAddress(path) { address, size in
            let flags = clinux_no_signal | clinux_no_wait
            let sent = retryingOnInterrupt { sendto(socket, bytes, bytes.count, flags, address, size) }
            return sent == bytes.count ? 0 : -1
        }
    }

    /// Calls `body` with the address. A path longer than `sun_path` is reached through its folder's descriptor in
    /// /proc. `body` returns 0, or -1 and errno.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        var folderDescriptor: Int32 = -1
        if isAbstract {
            bytes[0] = 0
        } else if bytes.count >= capacity {
            folderDescriptor = open(Files.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folderDescriptor >= 0 else { return errno }
            bytes = Array("/proc/self/fd/\(folderDescriptor)/\(Files.name(of: path))".utf8)
        }
        defer { if folderDescriptor >= 0 { close(folderDescriptor) } }
        guard bytes.count < capacity else { return ENAMETOOLONG }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // The size given to the kernel ends an abstract name; a zero byte ends a path.
        let whole = MemoryLayout<sockaddr_un>.size
        let size = socklen_t(isAbstract ? whole - capacity + bytes.count : whole)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
        return result == 0 ? 0 : errno
    }

    static func socketPath(stateFolder: String) -> String { stateFolder + "/control.sock" }

    /// Paths for the socket if the state folder cannot hold it (read-only, full): in the folder that systemd made for
    /// the service, in the user's runtime folder, or for root in `/run`. A client outside the service also tries the
    /// service's folder. A folder that others can write to is never used.
    static func fallbackPaths(stateFolder: String) -> [String] {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in stateFolder.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let ours = Files.environment("RUNTIME_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
        let users = Files.environment("XDG_RUNTIME_DIR") ?? (getuid() == 0 ? "/run" : nil)
        return [ours, users, ours == nil ? serviceFolder : nil].compactMap { $0 }
            .map { "\($0)/anicca-\(String(hash, radix: 16)).sock" }
    }

    /// The folder that `RuntimeDirectory=` in the service's unit names.
    private static let serviceFolder = "/run/anicca"

    /// The paths in the order in which a client tries them.
    static func candidates(stateFolder: String) -> [String] {
        [socketPath(stateFolder: stateFolder)] + fallbackPaths(stateFolder: stateFolder)
    }
}

/// Why the control socket cannot be opened.
public enum ControlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another appliance answers at the path.
    case alreadyRunning(path: String)
    case system(path: String, call: String, code: Int32)

    public var description: String {
        switch self {
        case .alreadyRunning(let path): "\(path): another anicca is running with this state folder"
        case .system(let path, let call, let code): "\(path): \(call): \(errorText(code))"
        }
    }
}
