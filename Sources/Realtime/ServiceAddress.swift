/// Where a server of the protocol is: the base of its URLs, `https://api.openai.com/v1` by default (TALK-2).
public struct ServiceAddress: Sendable, Hashable {
    /// Without a trailing slash, version included.
    public let base: String
    public let isSecure: Bool

    public static let openAI = ServiceAddress(
        base: "https://api.openai.com/v1", isSecure: true, isOnThisMachine: false)

    private init(base: String, isSecure: Bool, isOnThisMachine: Bool) {
        self.base = base
        self.isSecure = isSecure
        self.isOnThisMachine = isOnThisMachine
    }

    /// Reads `OPENAI_BASE_URL` or the setting. A base without a path gets the default one. Plain http is allowed for the
    /// loopback only, unless `allowsPlain` is set, because the key is sent over it (GUARD-2).
    public init(
        parsing text: String, allowsPlain: Bool = false, defaultPath: String = "/v1"
    ) throws(RealtimeFailure) {
        let isSecure: Bool
        let rest: Substring
        if text.lowercased().hasPrefix("https://") {
            isSecure = true
            rest = text.dropFirst(8)
        } else if text.lowercased().hasPrefix("http://") {
            isSecure = false
            rest = text.dropFirst(7)
        } else {
            throw .configuration("the base URL must begin with https:// (or http:// for this machine)")
        }
        let allowed = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let authority = rest.prefix { $0 != "/" }
        guard allowed, text.utf8.count <= 512, !rest.contains("?"), !rest.contains("#"), !rest.contains("\\") else {
            throw .configuration("the base URL has characters that are not allowed")
        }
        guard !authority.contains("@") else { throw .configuration("the base URL must not contain a user or password") }
        guard let host = ServiceAddress.host(of: authority) else {
            throw .configuration("the base URL has no host or an invalid port")
        }
        guard isSecure || allowsPlain || ServiceAddress.isLoopback(host) else {
            throw .configuration("the base URL must be https, because the key is sent to it")
        }
        var path = rest.dropFirst(authority.count)
        while path.hasSuffix("/") { path = path.dropLast() }
        self.base = (isSecure ? "https://" : "http://") + authority + (path.isEmpty ? Substring(defaultPath) : path)
        self.isSecure = isSecure
        isOnThisMachine = ServiceAddress.isLoopback(host)
    }

    /// Whether its host is a loopback address.
    public let isOnThisMachine: Bool

    public var clientSecrets: String { base + "/realtime/client_secrets" }
    public var calls: String { base + "/realtime/calls" }
    public func hangUp(call: String) -> String { base + "/realtime/calls/" + ServiceAddress.escaped(call) + "/hangup" }
    public func webSocket(model: String) -> String {
        (isSecure ? "wss" : "ws") + base.dropFirst(isSecure ? 5 : 4) + "/realtime?model="
            + ServiceAddress.escaped(model)
    }

    /// The call's id: the last path segment of `Location`; nil if there is none or it is too long.
    static func callID(location: String) -> String? {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let last = path.split(separator: "/").last, last.utf8.count <= EventLimits.maximumIdentifierBytes,
            last.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return String(last)
    }

    private static func host(of authority: Substring) -> Substring? {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            let after = authority[authority.index(after: end)...]
            if !after.isEmpty {
                guard after.hasPrefix(":") else { return nil }
                port = after.dropFirst()
            }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        if let port {
            guard let number = UInt16(port), number > 0, port.utf8.count <= 5 else { return nil }
        }
        return host.isEmpty ? nil : host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host == "[::1]" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func escaped(_ text: String) -> String {
        let hexDigits = Array("0123456789ABCDEF".unicodeScalars)
        var result = ""
        for byte in text.utf8.prefix(EventLimits.maximumIdentifierBytes) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%"
                for nibble in [byte >> 4, byte & 15] {
                    for (index, digit) in hexDigits.enumerated() where index == Int(nibble) {
                        result.unicodeScalars.append(digit)
                    }
                }
            }
        }
        return result
    }
}
