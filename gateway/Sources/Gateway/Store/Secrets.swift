import Crypto
import GatewayRules

/// Random bytes of the system's generator, eight with each call of the kernel.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    while bytes.count < count {
        let eight: UInt64 = generator.next()
        withUnsafeBytes(of: eight) { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
    }
    return bytes
}

extension Token {
    /// A fresh token.
    static func fresh(_ kind: Kind) throws(Failure) -> Token {
        guard let token = Token(kind, random: Gateway.randomBytes(Token.randomBytes)) else {
            throw .fault(inside: "no random bytes")
        }
        return token
    }

    /// What is stored of it.
    var hash: String { base64urlOfHash(text) }
}

extension OwnerCode {
    var hash: String { base64urlOfHash(text) }
}

/// Turns ids into short names for logs, which only this process understands (gateway-design §4, log hygiene).
struct Pseudonyms: Sendable {
    private let key = SymmetricKey(size: .bits256)

    func name(_ secret: String) -> String {
        base64url(HMAC<SHA256>.authenticationCode(for: Array(secret.utf8), using: key).prefix(6))
    }
}

/// Ids of rows, about in the order of time: a kind, a spare character for shards, milliseconds, 80 random bits.
func freshID(_ kind: String, at now: Int64) -> String { firstID(kind, at: now) + base64url(randomBytes(10)) }

/// What no id of that moment is less than.
func firstID(_ kind: String, at moment: Int64) -> String {
    let time = String(max(0, moment), radix: 16)
    return kind + "0" + String(repeating: "0", count: max(0, 12 - time.count)) + time
}

/// Compares without telling by its time where two texts differ.
func isEqualInConstantTime(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    guard a.count == b.count else { return false }
    // In Swift `|` and `^` bind alike, so the parentheses matter.
    return zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}

/// SHA-256 in base64url.
func base64urlOfHash(_ text: String) -> String { base64url(SHA256.hash(data: Array(text.utf8))) }

/// Two lower-case digits a byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// 16 random bytes as text.
func base64url16() -> String { base64url(randomBytes(16)) }
