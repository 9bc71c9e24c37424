/// A parsed `wss` or `ws` URL.
struct WebSocketAddress: Sendable, Equatable {
    let isSecure: Bool
    /// Without brackets, lower case.
    let host: String
    let port: UInt16
    /// Includes the query.
    let path: String

    /// nil: another scheme, no host, a user name, a fragment, bytes outside printable ASCII, or too long for the
    /// library (127 bytes of host).
    init?(_ url: String) {
        guard url.utf8.count <= 2_048, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let lower = url.lowercased()
        isSecure = lower.hasPrefix("wss://")
        guard isSecure || lower.hasPrefix("ws://") else { return nil }
        let rest = url.dropFirst(isSecure ? 6 : 5)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let target = rest.dropFirst(authority.count)
        guard !authority.contains("@"), !target.contains("#") else { return nil }
        path = target.hasPrefix("/") ? String(target) : "/" + target
        var name = authority
        var number: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[authority.index(after: authority.startIndex)..<end]
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { return nil }
            number = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            name = authority[..<colon]
            number = authority[authority.index(after: colon)...]
        }
        guard !name.isEmpty, name.utf8.count <= 127 else { return nil }
        host = name.lowercased()
        if let number {
            guard number.utf8.count <= 5, let port = UInt16(number), port > 0 else { return nil }
            self.port = port
        } else {
            port = isSecure ? 443 : 80
        }
    }

    /// The `Host` header; the library also reads the certificate's name from it.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Whether this numeric address is a loopback address.
    static func isLoopback(_ address: String) -> Bool {
        if address == "::1" { return true }
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Alternates between address families, beginning with the system's first choice (RFC 8305 §4).
    static func interleaved(_ addresses: [String]) -> [String] {
        guard let first = addresses.first else { return [] }
        let isSix = first.contains(":")
        var one = addresses.filter { $0.contains(":") == isSix }[...]
        var other = addresses.filter { $0.contains(":") != isSix }[...]
        var result: [String] = []
        while !one.isEmpty || !other.isEmpty {
            if let next = one.popFirst() { result.append(next) }
            if let next = other.popFirst() { result.append(next) }
        }
        return result
    }
}

/// Why a WebSocket did not open, or has ended.
enum WebSocketFailure: Error, Sendable, Equatable {
    case notAllowed
    case resolve
    case connect
    case tls
    case timedOut
    /// The server answered the upgrade with a status other than 101; 0: the answer was not HTTP.
    case refused(status: Int)
    /// Frames that break the protocol, or an endless message.
    case malformed
    /// The server closed the connection; code 0: it gave none.
    case closed(code: Int, reason: String)
    /// The connection ended without a close, or no pong came.
    case lost
    case system(code: Int32)
}
