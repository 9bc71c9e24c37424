/// Why a passkey, or an answer that should be one's, is refused. The words are for a log.
public enum PasskeyFault: String, Error, Hashable, Sendable, CaseIterable {
    case tooLong = "it is too long"
    case clientData = "what the browser says cannot be read"
    case type = "it answers another question"
    case challenge = "it answers another challenge"
    case origin = "it was given to another page"
    case crossOrigin = "it was given to a page within another page"
    case attestation = "its attestation object cannot be read"
    case authenticatorData = "what the authenticator says cannot be read"
    case place = "it is for another gateway"
    case absent = "nobody has touched the authenticator"
    case nothingMade = "no passkey was made"
    case credentialID = "its id is not one, or another than the browser says"
    case algorithm = "its key is not for ES256"
    case key = "its key is no point of P-256"
    case unknown = "nobody has that passkey"
    case handle = "it is another user's"
    case signature = "its signature is wrong"
    case counter = "its counter does not grow: somebody may have a copy"
}

/// What the rules leave to others, since they import nothing.
public protocol PasskeyCryptography {
    func sha256(_ bytes: [UInt8]) -> [UInt8]
    /// Whether that is a point of P-256.
    func isKey(_ key: PasskeyKey) -> Bool
    /// - Parameter signature: ECDSA with SHA-256, in DER.
    func isSignature(_ signature: [UInt8], of message: [UInt8], by key: PasskeyKey) -> Bool
}

/// What a browser says that it has asked the authenticator (WebAuthn §5.8.1). It is JSON, which is read elsewhere.
public struct PasskeyClientData: Hashable, Sendable {
    public let type: String
    /// In base64url.
    public let challenge: String
    public let origin: String
    /// Whether a page of another origin is around ours.
    public let isCrossOrigin: Bool

    public init(type: String, challenge: String, origin: String, isCrossOrigin: Bool) {
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.isCrossOrigin = isCrossOrigin
    }

    public static let longest = 4 << 10
}

/// A passkey that was made.
public struct MadePasskey: Hashable, Sendable {
    /// The authenticator's name for it.
    public let id: [UInt8]
    public let key: PasskeyKey
    public let counter: UInt32

    public init(id: [UInt8], key: PasskeyKey, counter: UInt32) {
        self.id = id
        self.key = key
        self.counter = counter
    }
}

/// What a browser brings of a passkey that has signed.
public struct PasskeyAnswer: Hashable, Sendable {
    /// The browser's own bytes, of which the signature has the hash.
    public let clientDataBytes: [UInt8]
    public let clientData: PasskeyClientData
    public let authenticatorData: [UInt8]
    public let signature: [UInt8]
    /// What the authenticator was given when the passkey was made.
    public let handle: [UInt8]

    public init(
        clientDataBytes: [UInt8], clientData: PasskeyClientData, authenticatorData: [UInt8], signature: [UInt8],
        handle: [UInt8]
    ) {
        self.clientDataBytes = clientDataBytes
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.handle = handle
    }
}

/// A question to a browser: to make a passkey, or to sign with one (WebAuthn §7). Our subset: ES256, no attestation, no
/// extensions, passkeys that the authenticator finds by itself.
public struct PasskeyCeremony<Cryptography: PasskeyCryptography> {
    public let place: PasskeyPlace
    public let challenge: [UInt8]
    private let cryptography: Cryptography

    public init(place: PasskeyPlace, challenge: [UInt8], cryptography: Cryptography) {
        self.place = place
        self.challenge = challenge
        self.cryptography = cryptography
    }

    /// Examines what a browser brings of a new passkey.
    ///
    /// - Parameters:
    ///   - id: The passkey's, as the browser says it.
    ///   - attestation: The attestation object. Nothing in it is signed: whoever is signed in may have made it themselves.
    public func made(
        _ clientData: PasskeyClientData, id: [UInt8], attestation: [UInt8]
    ) throws(PasskeyFault) -> MadePasskey {
        try examine(clientData, type: "webauthn.create")
        let object: CBOR
        do throws(CBOR.Fault) { object = try CBOR(attestation) } catch {
            throw error == .tooLong ? .tooLong : .attestation
        }
        // A statement of the maker's was not asked for. Some browsers bring one all the same; it is not judged.
        guard case .map(let entries) = object, entries.count == 3, case .text? = object["fmt"],
            case .map? = object["attStmt"], case .bytes(let bytes)? = object["authData"]
        else { throw .attestation }
        let data = try AuthenticatorData(bytes)
        try examine(data)
        guard let made = data.made else { throw .nothingMade }
        guard made.id == id else { throw .credentialID }
        guard cryptography.isKey(made.key) else { throw .key }
        return MadePasskey(id: made.id, key: made.key, counter: data.counter)
    }

    /// Examines an answer, and returns the authenticator's counter, which `PasskeyCounter` judges.
    ///
    /// - Parameters:
    ///   - key: Of the passkey that the answer names.
    ///   - handle: Its user's.
    public func counter(of answer: PasskeyAnswer, by key: PasskeyKey, handle: [UInt8]) throws(PasskeyFault) -> UInt32 {
        try examine(answer.clientData, type: "webauthn.get")
        guard answer.handle == handle else { throw .handle }
        let data = try AuthenticatorData(answer.authenticatorData)
        try examine(data)
        let message = answer.authenticatorData + cryptography.sha256(answer.clientDataBytes)
        guard cryptography.isSignature(answer.signature, of: message, by: key) else { throw .signature }
        return data.counter
    }

    private func examine(_ clientData: PasskeyClientData, type: String) throws(PasskeyFault) {
        guard clientData.type == type else { throw .type }
        guard clientData.challenge == base64url(challenge) else { throw .challenge }
        guard clientData.origin == place.origin else { throw .origin }
        guard !clientData.isCrossOrigin else { throw .crossOrigin }
    }

    /// Whether it knows who has touched it is its own affair: that is preferred, not required.
    private func examine(_ data: AuthenticatorData) throws(PasskeyFault) {
        guard data.placeHash == cryptography.sha256(Array(place.id.utf8)) else { throw .place }
        guard data.isPresent else { throw .absent }
    }
}

/// An authenticator's count of its signatures.
public enum PasskeyCounter {
    /// Whether the next one may follow. One that does not grow shows a copy of the authenticator, unless it never counts.
    public static func mayFollow(_ next: UInt32, after stored: UInt32) -> Bool {
        next > stored || (next == 0 && stored == 0)
    }
}

/// What belongs to one ceremony.
public enum PasskeyLimits {
    /// So long may somebody take.
    public static let challengeMilliseconds: Int64 = 300_000
    public static let mostOfUser = 10
    public static let longestName = 60
}
