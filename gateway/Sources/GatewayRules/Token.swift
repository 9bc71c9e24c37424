/// A secret that somebody shows to be let in: `agd_0`, 256 random bits in base64url, and a checksum, 54 characters.
///
/// The prefix lets scanners of public code find it, the checksum keeps a mistyped one away from the database. The
/// character after the prefix is spare, for shards. At rest there is its SHA-256 alone; 256 bits need no salt.
public struct Token: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A speaker's bearer token.
        case device = "agd_"
        /// A browser's cookie.
        case web = "agw_"
        /// RFC 8628's device code.
        case deviceCode = "agc_"
        /// What ties a form to the browser that it was sent to.
        case form = "agf_"
        /// What an app has Apple put into its token, so that the token works once.
        case nonce = "agn_"
        /// What ties a sign-in at Apple to the browser that began it.
        case appleState = "aga_"
        /// What ties a passkey's answer to the browser that was asked.
        case passkey = "agp_"
    }

    public static let randomBytes = 32
    static let length = 4 + 1 + 43 + 6

    public let kind: Kind
    /// The whole token. Secret: never in a log.
    public let text: String

    /// - Parameter random: `randomBytes` bytes of a cryptographic generator.
    public init?(_ kind: Kind, random: [UInt8]) {
        guard random.count == Self.randomBytes else { return nil }
        self.kind = kind
        let body = kind.rawValue + "0" + base64url(random)
        text = body + Self.checksum(body)
    }

    /// A token as somebody sent it. Nil: not one of that kind, without asking the database.
    public init?(_ kind: Kind, sent text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.length, bytes.allSatisfy(isBase64url) else { return nil }
        let body = String(decoding: bytes.prefix(Self.length - 6), as: UTF8.self)
        guard body.hasPrefix(kind.rawValue), text.hasSuffix(Self.checksum(body)) else { return nil }
        self.kind = kind
        self.text = String(text)
    }

    /// CRC-32 in 6 characters of base64url; the first has 2 bits.
    private static func checksum(_ body: String) -> String {
        let crc = crc32(body.utf8)
        return String(decoding: [30, 24, 18, 12, 6, 0].map { base64urlCharacter(crc >> $0) }, as: UTF8.self)
    }
}

/// The character of the low 6 bits.
private func base64urlCharacter(_ bits: UInt32) -> UInt8 {
    let index = UInt8(bits & 63)
    return switch index {
    case 0..<26: UInt8(ascii: "A") + index
    case 26..<52: UInt8(ascii: "a") + index - 26
    case 52..<62: UInt8(ascii: "0") + index - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
}

private func isBase64url(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
}

/// RFC 4648 §5, without padding. Compiled into each caller for its kind of bytes.
@inlinable public func base64url(_ bytes: some Sequence<UInt8>) -> String { base64url(Array(bytes)) }

public func base64url(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        count += 8
        while count >= 6 {
            count -= 6
            text.append(base64urlCharacter(bits >> UInt32(count)))
        }
        bits &= 0xFF
    }
    if count > 0 { text.append(base64urlCharacter(bits << UInt32(6 - count))) }
    return String(decoding: text, as: UTF8.self)
}

/// CRC-32 of IEEE 802.3, bit by bit: 50 bytes a request.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
}
