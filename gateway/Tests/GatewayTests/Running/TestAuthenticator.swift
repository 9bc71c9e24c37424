import Crypto
import Foundation
import GatewayRules
import Testing

@testable import Gateway

extension CBOR {
    /// As an authenticator writes it.
    var encoded: [UInt8] {
        switch self {
        case .unsigned(let number): Self.head(0, number)
        case .negative(let number): Self.head(1, number)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values): Self.head(4, UInt64(values.count)) + values.flatMap(\.encoded)
        case .map(let entries):
            Self.head(5, UInt64(entries.count)) + entries.flatMap { $0.key.encoded + $0.value.encoded }
        case .bool(let value): [value ? 0xF5 : 0xF4]
        }
    }

    /// - Parameter width: Bytes of the number, where it is not to be the shortest.
    static func head(_ kind: UInt8, _ number: UInt64, width: Int? = nil) -> [UInt8] {
        let shortest =
            switch number {
            case 0..<24: 0
            case 0..<0x100: 1
            case 0..<0x1_0000: 2
            case 0..<0x1_0000_0000: 4
            default: 8
            }
        let width = width ?? shortest
        let detail: [Int: UInt8] = [0: UInt8(number & 31), 1: 24, 2: 25, 4: 26, 8: 27]
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - $0))) }
        return [kind << 5 | (detail[width] ?? 31)] + bytes
    }

    static func named(_ entries: KeyValuePairs<String, CBOR>) -> CBOR {
        .map(entries.map { Entry(key: .text($0), value: $1) })
    }
}

/// What a page has asked a browser's authenticator.
struct AskedOfAuthenticator {
    var place = "gateway.example"
    var origin = RunningGateway.publicAddress
    var challenge: [UInt8] = []
    /// The user's, for a new passkey.
    var handle: [UInt8] = []
    /// Passkeys that there are already, in base64url.
    var others: [String] = []

    init() {}

    init(page: String) throws {
        func value(_ name: String) -> String? {
            page.components(separatedBy: "data-\(name)=\"").dropFirst().first?.components(separatedBy: "\"").first
        }
        place = try #require(value("place"))
        challenge = try #require(value("challenge").flatMap { base64urlBytes($0.utf8) })
        handle = base64urlBytes((value("user") ?? "").utf8) ?? []
        others = (value("others") ?? "").split(separator: " ").map(String.init)
    }
}

/// A software authenticator, like a phone's: makes passkeys that it finds by itself, signs with them, and counts.
final class TestAuthenticator {
    struct Passkey {
        let id: [UInt8]
        let key: P256.Signing.PrivateKey
        let handle: [UInt8]
    }

    /// What is put together otherwise than a good authenticator and browser do.
    struct Change {
        var type: String?
        var challenge: [UInt8]?
        var origin: String?
        var place: String?
        /// More members of the client data, as JSON with a comma before them.
        var clientData = #","crossOrigin":false"#
        /// Present and verified.
        var flags: UInt8 = 0x05
        var counter: UInt32?
        var handle: [UInt8]?
        var key: P256.Signing.PrivateKey?
        var format = "none"
        var statement = CBOR.map([])
        var cose: CBOR?
        var extensions: [UInt8] = []
        /// The id that the browser says.
        var id: [UInt8]?
    }

    private(set) var passkeys: [Passkey] = []
    var counter: UInt32 = 0
    var idBytes = 32

    static func cose(_ key: P256.Signing.PublicKey) -> CBOR {
        let point = [UInt8](key.rawRepresentation)
        let entries: [(CBOR, CBOR)] = [
            (.unsigned(1), .unsigned(2)), (.unsigned(3), .negative(6)), (.negative(0), .unsigned(1)),
            (.negative(1), .bytes(Array(point.prefix(32)))), (.negative(2), .bytes(Array(point.suffix(32)))),
        ]
        return .map(entries.map { CBOR.Entry(key: $0, value: $1) })
    }

    private static func clientData(_ type: String, _ asked: AskedOfAuthenticator, _ change: Change) -> [UInt8] {
        let challenge = base64url(change.challenge ?? asked.challenge)
        let (type, origin) = (change.type ?? type, change.origin ?? asked.origin)
        return Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(change.clientData)}"#.utf8)
    }

    private func authenticatorData(
        _ asked: AskedOfAuthenticator, _ change: Change, flags: UInt8, made: [UInt8] = []
    ) -> [UInt8] {
        if change.counter == nil { counter += 1 }
        let place = Array(SHA256.hash(data: Array((change.place ?? asked.place).utf8)))
        let counted = withUnsafeBytes(of: (change.counter ?? counter).bigEndian) { Array($0) }
        return place + [change.flags | flags] + counted + made + change.extensions
    }

    struct Made {
        let id: [UInt8]
        let clientData: [UInt8]
        let attestation: [UInt8]
        let authenticatorData: [UInt8]

        /// As the page's script fills the form in.
        var fields: [(String, String)] {
            [("id", base64url(id)), ("clientData", base64url(clientData)), ("attestation", base64url(attestation))]
        }
    }

    func make(_ asked: AskedOfAuthenticator, _ change: Change = Change()) -> Made {
        let (id, key) = (randomBytes(idBytes), change.key ?? P256.Signing.PrivateKey())
        passkeys.append(Passkey(id: id, key: key, handle: change.handle ?? asked.handle))
        let length = [UInt8(id.count >> 8), UInt8(id.count & 255)]
        let made = [UInt8](repeating: 0, count: 16) + length + id + (change.cose ?? Self.cose(key.publicKey)).encoded
        let data = authenticatorData(asked, change, flags: 0x40, made: made)
        let object = CBOR.named([
            "fmt": .text(change.format), "attStmt": change.statement, "authData": .bytes(data),
        ])
        return Made(
            id: change.id ?? id, clientData: Self.clientData("webauthn.create", asked, change),
            attestation: object.encoded, authenticatorData: data)
    }

    struct Signed {
        var id: [UInt8]
        var clientData: [UInt8]
        var authenticatorData: [UInt8]
        var signature: [UInt8]
        var handle: [UInt8]

        var fields: [(String, String)] {
            [
                ("id", base64url(id)), ("clientData", base64url(clientData)),
                ("authenticatorData", base64url(authenticatorData)), ("signature", base64url(signature)),
                ("userHandle", base64url(handle)),
            ]
        }
    }

    /// Signs with the newest passkey, or with that one.
    func sign(
        _ asked: AskedOfAuthenticator, with number: Int? = nil, _ change: Change = Change()
    ) throws -> Signed {
        let passkey = try #require(number.map { passkeys[$0] } ?? passkeys.last)
        let clientData = Self.clientData("webauthn.get", asked, change)
        let data = authenticatorData(asked, change, flags: 0)
        let message = data + Array(SHA256.hash(data: clientData))
        let signature = try (change.key ?? passkey.key).signature(for: SHA256.hash(data: message))
        return Signed(
            id: change.id ?? passkey.id, clientData: clientData, authenticatorData: data,
            signature: [UInt8](signature.derRepresentation), handle: change.handle ?? passkey.handle)
    }
}

extension TestBrowser {
    /// Goes to where a new passkey is asked for.
    func beginPasskey() async throws -> AskedOfAuthenticator {
        try await visit("/me/passkeys")
        try await submit("/me/passkeys/new")
        return try AskedOfAuthenticator(page: page.body)
    }

    /// Adds a passkey, as the page's script does.
    @discardableResult func addPasskey(
        of authenticator: TestAuthenticator, named name: String = "Phone", _ change: TestAuthenticator.Change = .init()
    ) async throws -> TestAuthenticator.Made {
        let made = authenticator.make(try await beginPasskey(), change)
        try await submit("/me/passkeys", made.fields + [("name", name)])
        return made
    }

    /// Goes to where a passkey is asked for.
    func beginSignIn(at address: String = "/signin") async throws -> AskedOfAuthenticator {
        try await visit(address)
        try await submit("/signin/passkey")
        return try AskedOfAuthenticator(page: page.body)
    }

    /// Signs in with a passkey, as the page's script does.
    @discardableResult func signIn(
        by authenticator: TestAuthenticator, with number: Int? = nil, at address: String = "/signin",
        _ change: TestAuthenticator.Change = .init()
    ) async throws -> TestAuthenticator.Signed {
        let signed = try authenticator.sign(try await beginSignIn(at: address), with: number, change)
        try await submit("/signin/passkey/answer", signed.fields)
        return signed
    }
}
