/// What the core has to know of a gateway's address: the driver reads it whole.
enum GatewayAddress {
    /// Whether it is `https://HOST[:PORT][/PATH]`. Plain http never leaves this machine (GUARD-2).
    static func isUsable(_ text: String) -> Bool {
        guard text.utf8.count <= AccountStanding.maximumAddressBytes,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "@?#\\".contains($0) })
        else { return false }
        let isPlain = text.hasPrefix("http://")
        guard isPlain || text.hasPrefix("https://") else { return false }
        let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
        guard let (host, port) = parts(authority), port.map({ isPort($0) }) ?? true else { return false }
        return isPlain ? isThisMachine(host) : isHost(host)
    }

    /// The host, with its brackets, and what stands behind a colon; nil for a bracket that is not closed.
    private static func parts(_ authority: Substring) -> (host: Substring, port: Substring?)? {
        var end = authority.firstIndex(of: ":") ?? authority.endIndex
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            end = authority.index(after: close)
        }
        let rest = authority[end...]
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        return (authority[..<end], rest.isEmpty ? nil : rest.dropFirst())
    }

    private static func isPort(_ text: Substring) -> Bool {
        FieldReader.number(text).map { (1...65_535).contains($0) } ?? false
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") {
            return host.count > 3 && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.".contains($0) }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A name may end in the dot of the root.
        let named = labels.last?.isEmpty == true && labels.count > 1 ? labels.dropLast() : labels[...]
        return named.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        }
    }

    private static func isThisMachine(_ host: Substring) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.first == "127"
            && numbers.allSatisfy { $0.utf8.count <= 3 && FieldReader.number($0).map { $0 <= 255 } ?? false }
    }
}
