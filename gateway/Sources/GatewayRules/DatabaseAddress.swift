/// What of a connection string of PostgreSQL says how far its words travel (libpq, "Connection Strings"). Nothing else is
/// read, and nothing is kept: it may have a password.
public struct DatabaseAddress: Hashable, Sendable {
    /// Whether all servers are on this machine: a unix socket or loopback.
    public let isLocal: Bool
    /// Whether the server's certificate is checked, so that TLS is certain, too.
    public let isVerified: Bool
    /// Whether it can be read. A text of which libpq would take a part of the password for something else, and name it in a
    /// message, cannot.
    public let isReadable: Bool
    /// Whether a password stands in it. True for a text that cannot be read, which may have one.
    public let hasPassword: Bool

    /// - Parameter environment: What libpq takes where the text says nothing: `PGHOST`, `PGHOSTADDR`, `PGSSLMODE`,
    ///   `PGSERVICE`.
    public init(_ text: String, environment: [String: String] = [:]) {
        let read = Self.fields(of: text)
        let fields = read ?? [:]
        isReadable = read != nil
        func value(_ name: String, _ variable: String) -> String? {
            fields[name].flatMap { $0.isEmpty ? nil : $0 } ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        hasPassword = read == nil || fields["password"]?.isEmpty == false
        isVerified = ["verify-ca", "verify-full"].contains(value("sslmode", "PGSSLMODE") ?? "")
        let authority = fields["authority"]
        let host = authority == nil ? value("host", "PGHOST") : fields["host"]
        let hosts = [authority, host, value("hostaddr", "PGHOSTADDR")].compactMap(\.self)
        // A service's file may name any host. What cannot be read may, too.
        let isKnown = read != nil && value("service", "PGSERVICE") == nil
        isLocal = isKnown && hosts.allSatisfy { $0.split(separator: ",").allSatisfy(Self.isLocal) }
    }

    private static func isLocal(_ host: Substring) -> Bool {
        // `@` begins a socket of Linux that is in no folder.
        if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" { return true }
        return host == "::1" || AddressBlock(String(host))?.description.hasPrefix("127.") == true
    }

    /// Names and values, the last of each; nil: it cannot be read. The hosts before a URI's path are `authority`.
    private static func fields(of text: String) -> [String: String]? {
        for scheme in ["postgresql://", "postgres://"] where text.hasPrefix(scheme) {
            return uri(text.dropFirst(scheme.count))
        }
        return pairs(Array(text))
    }

    private static func uri(_ text: Substring) -> [String: String]? {
        var fields: [String: String] = [:]
        // As libpq does: what stands before the first @ is user and password, if no slash comes before it.
        let start = text.prefix { $0 != "/" }.firstIndex(of: "@").map { text.index(after: $0) } ?? text.startIndex
        let user = text[..<start].dropLast()
        if let colon = user.firstIndex(of: ":") { fields["password"] = String(user[colon...].dropFirst()) }
        let halves = text[start...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // Another @, or one behind a slash, is a password's that was not encoded.
        guard let place = halves.first, !place.contains("@") else { return nil }
        let hosts = place.prefix { $0 != "/" }
        var names: [String] = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: true) {
            let name: Substring
            if host.hasPrefix("[") {
                guard let end = host.firstIndex(of: "]") else { return nil }
                name = host[host.index(after: host.startIndex)..<end]
            } else {
                name = host.prefix { $0 != ":" }
            }
            guard let decoded = percentDecoded(name) else { return nil }
            names.append(decoded)
        }
        if !names.isEmpty { fields["authority"] = names.joined(separator: ",") }
        guard halves.count == 2 else { return fields }
        for pair in halves[1].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = percentDecoded(parts[0]), let value = percentDecoded(parts[1]) else {
                return nil
            }
            fields[name] = value
        }
        return fields
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(decoded)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `name = value`, with spaces between; a value may stand in single quotes, and \ takes what follows as it is.
    private static func pairs(_ text: [Character]) -> [String: String]? {
        var fields: [String: String] = [:]
        var rest = text[...]
        func isSpace(_ character: Character) -> Bool { character.isWhitespace }
        while true {
            rest = rest.drop(while: isSpace)
            if rest.isEmpty { return fields }
            let name = String(rest.prefix { $0 != "=" && !isSpace($0) })
            rest = rest.dropFirst(name.count).drop(while: isSpace)
            guard !name.isEmpty, rest.popFirst() == "=" else { return nil }
            rest = rest.drop(while: isSpace)
            let isQuoted = rest.first == "'"
            if isQuoted { rest = rest.dropFirst() }
            var value = ""
            var isEnded = !isQuoted
            while let next = rest.first {
                if isQuoted ? next == "'" : isSpace(next) {
                    rest = rest.dropFirst()
                    isEnded = true
                    break
                }
                rest = rest.dropFirst()
                if next == "\\" {
                    guard let taken = rest.popFirst() else { break }
                    value.append(taken)
                } else {
                    value.append(next)
                }
            }
            guard isEnded else { return nil }
            fields[name] = value
        }
    }
}
