/// The part of an address that one customer of a provider has: /24 of IPv4, /56 of IPv6. Limits and stored addresses
/// know only that much.
public struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    /// "192.0.2.0/24", "2001:db8:12:3400::/56", "local" for a socket without an address, or "unknown".
    public let description: String

    public static let local = AddressBlock(description: "local")
    /// Clients whose network nobody knows: a proxy names something that is no address, or the proxy is not trusted. They
    /// share the limits of one block.
    public static let unknown = AddressBlock(description: "unknown")

    private init(description: String) { self.description = description }

    /// From an address as text, with or without a zone ("fe80::1%eth0"). Nil: no address.
    public init?(_ address: some StringProtocol) {
        guard address.utf8.count <= 64 else { return nil }
        let text = String(address.prefix { $0 != "%" })
        if let four = ipv4(text[...]) {
            self = Self.of4(four)
        } else if let six = ipv6(text) {
            if let four = ipv4(in: six) {
                self = Self.of4(four)
            } else {
                let groups = zip(six, [0xFFFF, 0xFFFF, 0xFFFF, 0xFF00] as [UInt16]).map { String($0 & $1, radix: 16) }
                description = groups.joined(separator: ":") + "::/56"
            }
        } else {
            return nil
        }
    }

    private static func of4(_ four: [UInt8]) -> AddressBlock {
        AddressBlock(description: four.prefix(3).map { "\($0)." }.joined() + "0/24")
    }
}

/// Four numbers of 0 to 255; nil if it is not that.
private func ipv4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let numbers = parts.compactMap { part -> UInt8? in
        guard part.utf8.count <= 3, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt8(part)
    }
    return numbers.count == 4 ? numbers : nil
}

/// Eight groups, or nil. `::` stands for one or more groups of zeros (RFC 4291 §2.2).
private func ipv6(_ text: String) -> [UInt16]? {
    func groups(_ part: Substring) -> [UInt16]? {
        guard !part.isEmpty else { return [] }
        var result: [UInt16] = []
        let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            if index == pieces.count - 1, let four = ipv4(piece) {
                let number = four.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
                result += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
            } else if piece.utf8.count <= 4, let group = UInt16(piece, radix: 16), piece.first != "+" {
                result.append(group)
            } else {
                return nil
            }
        }
        return result
    }
    guard let gap = text.firstRange(of: "::") else {
        guard let all = groups(text[...]), all.count == 8 else { return nil }
        return all
    }
    guard let before = groups(text[..<gap.lowerBound]), let after = groups(text[gap.upperBound...]),
        before.count + after.count <= 7
    else { return nil }
    return before + Array(repeating: 0, count: 8 - before.count - after.count) + after
}

/// An IPv4 address that is written as IPv6 (RFC 4291 §2.5.5.2); nil: it is another.
private func ipv4(in six: [UInt16]) -> [UInt8]? {
    guard six.prefix(6) == [0, 0, 0, 0, 0, 0xFFFF] else { return nil }
    return six.suffix(2).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
}

/// An address in one form, however it was written: "192.0.2.7", or eight groups in lower case, with the zone if it has
/// one ("fe80:0:0:0:0:0:0:1%eth0"). Nil: no address.
public func canonicalAddress(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let address = text.prefix { $0 != "%" }
    let zone = text[address.endIndex...]
    let six = ipv6(String(address))
    if let four = ipv4(address) ?? six.flatMap({ ipv4(in: $0) }) {
        return "\(four.map { String($0) }.joined(separator: "."))\(zone)"
    }
    return six.map { groups in "\(groups.map { String($0, radix: 16) }.joined(separator: ":"))\(zone)" }
}

/// Where a request came from: the socket's peer, unless that is a proxy of ours. Then the right-most address of
/// `X-Forwarded-For` that is none: what stands left of it, the client may have written itself.
///
/// - Parameter trusted: the proxies, as `canonicalAddress` writes them.
public func clientAddress(peer: String?, forwarded: String?, trusted: Set<String>) -> String? {
    guard let peer else {
        // A unix socket: only a proxy of ours can open it.
        return forwarded.flatMap { rightmostUntrusted($0, trusted) }
    }
    guard isTrusted(peer, trusted), let forwarded else { return peer }
    return rightmostUntrusted(forwarded, trusted) ?? peer
}

/// The network that a request came from. One that comes through a proxy on this machine that is not trusted has none that
/// is known: by the proxy's own address all its clients would look like neighbours.
///
/// - Parameter trusted: the proxies, as `canonicalAddress` writes them.
public func clientBlock(peer: String?, forwarded: String?, trusted: Set<String>) -> AddressBlock {
    guard !isOfUntrustedProxy(peer: peer, forwarded: forwarded, trusted: trusted) else { return .unknown }
    let address = clientAddress(peer: peer, forwarded: forwarded, trusted: trusted)
    return address.map { AddressBlock($0) ?? .unknown } ?? .local
}

private func isOfUntrustedProxy(peer: String?, forwarded: String?, trusted: Set<String>) -> Bool {
    guard let peer, forwarded != nil, !isTrusted(peer, trusted) else { return false }
    let address = canonicalAddress(peer) ?? peer
    return address.hasPrefix("127.") || address == "0:0:0:0:0:0:0:1"
}

/// Whether it is one of them, however it is written.
private func isTrusted(_ address: String, _ trusted: Set<String>) -> Bool {
    guard !trusted.isEmpty else { return false }
    return trusted.contains(address) || canonicalAddress(address).map(trusted.contains) ?? false
}

private func rightmostUntrusted(_ forwarded: String, _ trusted: Set<String>) -> String? {
    let space = UInt8(ascii: " ")
    // No chain of proxies is longer.
    var rest = Substring(forwarded).utf8.suffix(1_000)
    while true {
        let comma = rest.lastIndex(of: UInt8(ascii: ","))
        var part = comma.map { rest[rest.index(after: $0)...] } ?? rest
        part = part.drop { $0 == space }
        while part.last == space { part.removeLast() }
        let address = withoutPort(String(decoding: part, as: UTF8.self))
        if !address.isEmpty, !isTrusted(address, trusted) { return address }
        guard let comma else { return nil }
        rest = rest[..<comma]
    }
}

/// The address of "192.0.2.7:5678", "[2001:db8::1]:5678" or "[2001:db8::1]": some proxies write where their peer's
/// connection began. Whatever else it is stays as it is.
private func withoutPort(_ text: String) -> String {
    if text.first == "[", let bracket = text.lastIndex(of: "]") {
        let rest = text[text.index(after: bracket)...]
        return rest.isEmpty || rest.first == ":" ? String(text[..<bracket].dropFirst()) : text
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts.first ?? "") : text
}
