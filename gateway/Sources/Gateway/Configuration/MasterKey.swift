import Crypto
import Foundation
import GatewayRules

/// Seals what must come back as it was and what the database alone must not give away (gateway-design §4). The key is kept
/// beside the database, never in it, and is never printed.
struct MasterKey: Sendable {
    static let shortest = 32

    private let appleTokens: SymmetricKey

    init(_ text: String) {
        appleTokens = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(text.utf8)),
            info: Array("anicca-gateway: refresh tokens of Apple, 1".utf8), outputByteCount: 32)
    }

    /// Seals a refresh token of Apple's. The row's name is sealed along, so that no row opens as another.
    func seal(_ token: String, row: String) throws(Failure) -> String {
        do {
            let box = try ChaChaPoly.seal(Array(token.utf8), using: appleTokens, authenticating: Array(row.utf8))
            return base64url(box.combined)
        } catch {
            throw .fault(inside: "a token cannot be sealed")
        }
    }

    /// Nil: it was sealed with another key, or for another row.
    func open(_ sealed: String, row: String) -> String? {
        guard let bytes = base64urlBytes(sealed.utf8), let box = try? ChaChaPoly.SealedBox(combined: bytes),
            let token = try? ChaChaPoly.open(box, using: appleTokens, authenticating: Array(row.utf8))
        else { return nil }
        return String(validating: token, as: UTF8.self)
    }
}

extension Settings {
    /// The file of the key that the gateway makes if none is set.
    var masterKeyFile: String { stateFolderOrDefault + "/master.key" }

    /// Whether something is sealed here at all.
    var needsMasterKey: Bool { apple.key != nil }

    /// With a key from the state folder, made there at first, if something needs one and none is set. Several instances
    /// have no folder in common, so on PostgreSQL it has to be set.
    func withMasterKey() throws(TLSFailure) -> Settings {
        guard makesMasterKey else { return self }
        var settings = self
        if try storedMasterKey() == nil {
            // Another process may be as fast: the first one's stays.
            try PrivateFile.write(base64url(randomBytes(32)) + "\n", to: masterKeyFile, replaces: false)
        }
        guard let key = try storedMasterKey() else { throw TLSFailure("\(masterKeyFile) has vanished") }
        settings.masterKey = key
        return settings
    }

    /// The key of the state folder. Nil: none was made yet, or none is needed.
    func storedMasterKey() throws(TLSFailure) -> String? {
        guard makesMasterKey, let text = try PrivateFile.read(masterKeyFile) else { return nil }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard key.utf8.count >= MasterKey.shortest else {
            throw TLSFailure("\(masterKeyFile) is no key; put it back from a backup")
        }
        return key
    }

    private var makesMasterKey: Bool {
        guard case .sqlite = database else { return false }
        return needsMasterKey && masterKey == nil
    }
}
