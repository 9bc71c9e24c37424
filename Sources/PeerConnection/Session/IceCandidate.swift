/// One way to reach a peer: a candidate line (RFC 8839 §5.1) without the extensions that trip up other parsers.
struct IceCandidate: Sendable, Equatable {
    enum Kind: String, Sendable {
        case host, srflx, prflx, relay
    }

    var foundation: String
    var component: UInt8
    var isTCP: Bool
    var priority: UInt32
    /// A numeric IPv4 or IPv6 address; names are not accepted, not even mDNS ones.
    var address: String
    var port: UInt16
    var type: Kind
    var relatedAddress: String?
    var relatedPort: UInt16?
    /// `active`, `passive` or `so`; TCP only (RFC 6544).
    var tcpType: String?

    /// The whole attribute line without its line end: `a=candidate:…`.
    var line: String {
        var text =
            "a=candidate:\(foundation) \(component) \(isTCP ? "TCP" : "UDP") \(priority) \(address) \(port) typ \(type.rawValue)"
        if let relatedAddress, let relatedPort { text += " raddr \(relatedAddress) rport \(relatedPort)" }
        if isTCP, let tcpType { text += " tcptype \(tcpType)" }
        return text
    }

    /// Reads a candidate with or without `a=`; nil for one that this end cannot use (a name, an unknown transport,
    /// nonsense).
    static func parse(_ line: some StringProtocol) -> IceCandidate? {
        var text = Substring(line)
        while let last = text.last, last.isNewline || last == " " { text.removeLast() }
        if text.hasPrefix("a=") { text.removeFirst(2) }
        guard text.hasPrefix("candidate:"), text.utf8.count <= 512 else { return nil }
        text.removeFirst("candidate:".count)
        let words = text.split(separator: " ", maxSplits: 40)
        guard words.count >= 8, words[6] == "typ" else { return nil }
        guard isFoundation(words[0]), let component = UInt8(words[1]), component > 0,
            let priority = UInt32(words[3]), let port = UInt16(words[5]),
            let type = Kind(rawValue: words[7].lowercased()), isNumericAddress(words[4])
        else { return nil }
        let isTCP: Bool
        switch words[2].lowercased() {
        case "udp": isTCP = false
        case "tcp": isTCP = true
        default: return nil
        }
        var candidate = IceCandidate(
            foundation: String(words[0]), component: component, isTCP: isTCP, priority: priority,
            address: String(words[4]), port: port, type: type)
        // Extensions come in pairs; unknown ones (generation, ufrag, network-cost) are left out.
        var at = 8
        while at + 1 < words.count {
            let value = words[at + 1]
            switch words[at] {
            case "raddr": candidate.relatedAddress = isNumericAddress(value) ? String(value) : nil
            case "rport": candidate.relatedPort = UInt16(value)
            case "tcptype": candidate.tcpType = ["active", "passive", "so"].first { $0 == value.lowercased() }
            default: break
            }
            at += 2
        }
        if isTCP && candidate.tcpType == nil { return nil }
        // An active TCP candidate's port means nothing (9 by convention); every other candidate needs a real port.
        if port == 0 && candidate.tcpType != "active" { return nil }
        if candidate.relatedAddress == nil || candidate.relatedPort == nil {
            candidate.relatedAddress = nil
            candidate.relatedPort = nil
        }
        return candidate
    }

    private static func isFoundation(_ text: Substring) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(SDPText.isIceCharacter)
    }

    /// Whether the text looks like a numeric IPv4 or IPv6 address; libnice checks the rest. A zone (`%eth0`) is
    /// refused.
    static func isNumericAddress(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard (2...45).contains(bytes.count) else { return false }
        if bytes.contains(UInt8(ascii: ":")) {
            return bytes.allSatisfy { SDPText.isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
                && bytes.count { $0 == UInt8(ascii: ":") } >= 2
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
                    && UInt8(part) != nil
            }
    }
}

/// Character classes of RFC 8866 and RFC 8839, on bytes.
enum SDPText {
    static func isHexDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }

    /// `ice-char`: letters, digits, `+` and `/`.
    static func isIceCharacter(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 43 || byte == 47
    }

    /// `token`: what a mid, a media name or a parameter name may consist of.
    static func isToken(_ text: some StringProtocol, maximumBytes: Int = 64) -> Bool {
        (1...maximumBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x21, 0x23...0x27, 0x2A...0x2B, 0x2D...0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7E: true
                default: false
                }
            }
    }

    static func value(ofHexDigit byte: UInt8) -> UInt8 {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        default: byte - 87
        }
    }
}
