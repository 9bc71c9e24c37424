import Crypto
import GatewayRules

/// What the rules about passkeys need of swift-crypto.
struct P256Cryptography: PasskeyCryptography, Sendable {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    func isKey(_ key: PasskeyKey) -> Bool { (try? P256.Signing.PublicKey(x963Representation: key.point)) != nil }

    func isSignature(_ signature: [UInt8], of message: [UInt8], by key: PasskeyKey) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: key.point),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: SHA256.hash(data: message))
    }
}

/// A question to one browser. All of it follows from its cookie's secret, and leads nobody back to it.
struct PasskeyQuestion: Sendable {
    let place: PasskeyPlace
    let secret: Token

    var challenge: [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array("passkey challenge".utf8), using: SymmetricKey(data: Array(secret.text.utf8))))
    }

    private var ceremony: PasskeyCeremony<P256Cryptography> {
        PasskeyCeremony(place: place, challenge: challenge, cryptography: P256Cryptography())
    }

    /// The user handle: given to the authenticator with a new passkey, and returned by it at each sign-in.
    static func handle(of user: String) -> [UInt8] { Array(user.utf8) }

    /// Examines the form of a browser that has made a passkey.
    func made(_ form: Form) throws(PasskeyFault) -> MadePasskey {
        let clientData = try PasskeyClientData(parsing: try form.passkeyBytes("clientData", .clientData))
        return try ceremony.made(
            clientData, id: try form.passkeyBytes("id", .credentialID),
            attestation: try form.passkeyBytes("attestation", .attestation))
    }

    /// Examines the form of a browser whose passkey has signed, and returns the authenticator's counter.
    func counter(_ form: Form, by passkey: KnownPasskey) throws(PasskeyFault) -> UInt32 {
        let bytes = try form.passkeyBytes("clientData", .clientData)
        let answer = PasskeyAnswer(
            clientDataBytes: bytes, clientData: try PasskeyClientData(parsing: bytes),
            authenticatorData: try form.passkeyBytes("authenticatorData", .authenticatorData),
            signature: try form.passkeyBytes("signature", .signature),
            handle: try form.passkeyBytes("userHandle", .handle))
        return try ceremony.counter(of: answer, by: passkey.key, handle: Self.handle(of: passkey.user))
    }
}

extension Form {
    /// A field's bytes. A field that is missing, or no base64url, is that fault.
    func passkeyBytes(_ name: String, _ fault: PasskeyFault) throws(PasskeyFault) -> [UInt8] {
        guard let text = self[name] else { throw fault }
        guard text.utf8.count <= CBOR.longest * 4 / 3 + 4 else { throw .tooLong }
        guard let bytes = base64urlBytes(text.utf8) else { throw fault }
        return bytes
    }
}
