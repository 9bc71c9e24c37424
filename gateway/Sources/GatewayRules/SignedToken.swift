/// A compact JWS (RFC 7515 §7.1) taken apart: three parts of base64url, bounded. Nothing in it is believed yet.
public struct SignedToken: Hashable, Sendable {
    /// In bytes of the whole text. Apple's tokens have about 1,000.
    public static let longest = 8 << 10

    /// An object of JSON, if it is what it should be.
    public let header: [UInt8]
    public let payload: [UInt8]
    public let signature: [UInt8]
    /// What the signature is over: the first two parts as they were sent, with the dot.
    public let signed: [UInt8]

    /// Nil: not three parts of strict base64url, an empty one, or too long.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.longest else { return nil }
        let bytes = Array(text.utf8)
        var parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).makeIterator()
        guard let first = parts.next(), let second = parts.next(), let third = parts.next(), parts.next() == nil,
            let header = base64urlBytes(first), let payload = base64urlBytes(second),
            let signature = base64urlBytes(third), !header.isEmpty, !payload.isEmpty, !signature.isEmpty
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signed = Array(bytes.prefix(first.count + 1 + second.count))
    }
}

/// The bytes of base64url without padding (RFC 4648 §5). Nil: another character, a length that no bytes have, or bits
/// that are left over: each sequence of bytes has one text alone.
public func base64urlBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for character in text {
        guard let value = base64urlValue(character) else { return nil }
        // At most 6 bits are left over from before.
        bits = bits << 6 & 0xFFF | value
        count += 6
        if count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
    }
    guard bits & (1 << count - 1) == 0 else { return nil }
    return bytes
}

private func base64urlValue(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
}
