import Crypto
import GatewayRules
import SQLEngines

/// A key that this gateway has made for itself, to keep what nobody else can recognize. Nobody without it can ask
/// whether somebody, or something, was here.
enum OwnKey: String {
    /// How those sign in who were deleted.
    case forgotten
    /// Purchases of accounts that were deleted.
    case packs

    struct Material: Sendable {
        fileprivate let text: String

        /// A keyed hash, 43 characters.
        func hash(_ message: String) -> String {
            base64url(
                HMAC<SHA256>.authenticationCode(
                    for: Array(message.utf8), using: SymmetricKey(data: Array(text.utf8))))
        }
    }

    private static let insert = Query(
        "INSERT INTO own_keys (name, key, made_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING")
    private static let select = Query("SELECT key FROM own_keys WHERE name = $1")

    /// Nil: it was never needed.
    func read(in transaction: any Transaction) throws(EngineError) -> Material? {
        guard let row = try transaction.run(Self.select(.text(rawValue))).first else { return nil }
        return Material(text: try row.text(0))
    }

    /// The key, made at its first use.
    func make(_ fresh: String, in transaction: any Transaction) throws(EngineError) -> Material {
        try transaction.enqueue(Self.insert(.text(rawValue), .text(fresh), .integer(try transaction.now())))
        guard let value = try read(in: transaction) else { throw .shape("no key") }
        return value
    }
}
