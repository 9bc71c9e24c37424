import Crypto
import CryptoExtras
import Foundation
import GatewayRules

/// What the gateway asks of Apple: its keys, and whether a code is good.
struct AppleClient: Sendable {
    typealias PublicKey = _RSA.Signing.PublicKey

    /// Without a slash at the end: "https://appleid.apple.com".
    let address: String
    let http: OutgoingHTTP
    let metrics: GatewayMetrics
    private let setting: @Sendable () -> Settings.Apple.Key?

    /// - Parameter key: Asked for with each request: it may be replaced meanwhile.
    init(
        _ settings: Settings.Apple, http: OutgoingHTTP, metrics: GatewayMetrics,
        key: @escaping @Sendable () -> Settings.Apple.Key?
    ) throws(Failure) {
        if let initial = key() { _ = try ClientKey(initial) }
        address = settings.address
        self.http = http
        self.metrics = metrics
        setting = key
    }

    /// With the key that is set, for good.
    init(_ settings: Settings.Apple, http: OutgoingHTTP, metrics: GatewayMetrics) throws(Failure) {
        let key = settings.key
        try self.init(settings, http: http, metrics: metrics) { key }
    }

    var key: ClientKey? { setting().flatMap { try? ClientKey($0) } }

    // MARK: - Keys

    private static let mostKeys = 32

    /// Apple's keys by their ids; nil: no answer that has any.
    func keys() async -> [String: PublicKey]? {
        let request = OutgoingRequest(method: "GET", url: address + "/auth/keys")
        guard let answer = await send("apple_keys", request) else { return nil }
        guard answer.status == 200, let json = try? JSON(parsing: answer.body), case .array(let all)? = json["keys"]
        else {
            metrics.providerError(call: "apple_keys", code: answer.status == 200 ? "body" : String(answer.status))
            return nil
        }
        var keys: [String: PublicKey] = [:]
        for one in all.prefix(Self.mostKeys) {
            guard let (id, key) = Self.publicKey(one), keys[id] == nil else { continue }
            keys[id] = key
        }
        if keys.isEmpty { metrics.providerError(call: "apple_keys", code: "none") }
        return keys.isEmpty ? nil : keys
    }

    /// A key for RS256 of 2,048 to 4,096 bits (RFC 7518 §3.3, §6.3.1). Others are nobody's business.
    static func publicKey(_ json: JSON) -> (id: String, key: PublicKey)? {
        func isIfAny(_ name: String, _ value: String) -> Bool { json[name].map { $0 == .text(value) } ?? true }
        guard json["kty"] == .text("RSA"), isIfAny("use", "sig"), isIfAny("alg", "RS256"),
            case .text(let id)? = json["kid"], (1...AppleHeader.longestKeyID).contains(id.utf8.count),
            case .text(let n)? = json["n"], case .text(let e)? = json["e"],
            let modulus = base64urlBytes(n.utf8), let exponent = base64urlBytes(e.utf8),
            (256...512).contains(modulus.count), (1...4).contains(exponent.count),
            let key = try? PublicKey(n: modulus, e: exponent)
        else { return nil }
        return (id, key)
    }

    // MARK: - Codes

    enum Exchange: Sendable {
        /// The identity token that came with it, and what revokes the sign-in, if Apple gave it.
        case tokens(identity: String, refresh: String?)
        /// Apple does not know the code, or not for this id.
        case refused
        case away
    }

    /// What only a browser's code goes with (RFC 6749 §4.1.3, RFC 7636 §4.5).
    struct BrowserProof: Sendable {
        let returnAddress: String
        let verifier: String
    }

    /// Has Apple confirm a code.
    ///
    /// - Parameter proof: Nil: an app brought it.
    func exchange(
        code: String, client: String, _ proof: BrowserProof?, with key: ClientKey, at now: Int64
    ) async -> Exchange {
        guard let secret = try? key.secret(client: client, at: now) else { return .away }
        var fields = [
            ("client_id", client), ("client_secret", secret), ("code", code), ("grant_type", "authorization_code"),
        ]
        if let proof { fields += [("redirect_uri", proof.returnAddress), ("code_verifier", proof.verifier)] }
        guard let answer = await send("apple_token", form("/auth/token", fields)) else { return .away }
        let json = try? JSON(parsing: answer.body)
        switch answer.status {
        case 200:
            guard case .text(let token)? = json?["id_token"] else {
                metrics.providerError(call: "apple_token", code: "body")
                return .away
            }
            guard case .text(let refresh)? = json?["refresh_token"] else {
                return .tokens(identity: token, refresh: nil)
            }
            return .tokens(identity: token, refresh: refresh)
        case 400 where json?["error"] == .text("invalid_grant"): return .refused
        default:
            // Our own id or key is wrong, or Apple is in trouble: not the visitor's fault.
            metrics.providerError(call: "apple_token", code: String(answer.status))
            return .away
        }
    }

    /// Ends a sign-in at Apple (RFC 7009 §2.1). True: nothing is left of it there, also if Apple no longer knew it.
    func revoke(_ token: String, client: String, with key: ClientKey, at now: Int64) async -> Bool {
        guard let secret = try? key.secret(client: client, at: now) else { return false }
        let fields = [
            ("client_id", client), ("client_secret", secret), ("token", token), ("token_type_hint", "refresh_token"),
        ]
        guard let answer = await send("apple_revoke", form("/auth/revoke", fields)) else { return false }
        if answer.status == 200 { return true }
        if answer.status == 400, (try? JSON(parsing: answer.body))?["error"] == .text("invalid_grant") { return true }
        metrics.providerError(call: "apple_revoke", code: String(answer.status))
        return false
    }

    private func form(_ path: String, _ fields: [(name: String, value: String)]) -> OutgoingRequest {
        var request = OutgoingRequest(url: address + path, body: Array(formEncoded(fields).utf8))
        request.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        return request
    }

    private func send(_ call: String, _ request: OutgoingRequest) async -> OutgoingAnswer? {
        let started = ContinuousClock.now
        let result = await http.send(request)
        metrics.provider(call: call, elapsed: started.duration(to: .now))
        switch result {
        case .success(let answer): return answer
        case .failure(let failure):
            metrics.providerError(call: call, code: failure.label)
            return nil
        }
    }
}

/// The gateway's own key at Apple, with which it signs that it is itself.
struct ClientKey: Sendable {
    /// Apple accepts at most six months. A new one is made for each request.
    static let secretSeconds: Int64 = 300

    private let teamID: String
    private let keyID: String
    private let key: P256.Signing.PrivateKey

    init(_ settings: Settings.Apple.Key) throws(Failure) {
        teamID = settings.teamID
        keyID = settings.keyID
        do { key = try P256.Signing.PrivateKey(pemRepresentation: settings.pem) } catch {
            throw .fault(inside: "Apple's key cannot be read")
        }
    }

    /// A JWT in ES256 (RFC 7518 §3.4).
    func secret(client: String, at now: Int64) throws -> String {
        let header = JSON.members(["alg": "ES256", "kid": .text(keyID)]).encoded
        let payload = JSON.members([
            "iss": .text(teamID), "iat": .integer(now), "exp": .integer(now + Self.secretSeconds),
            "aud": .text(AppleClaims.issuer), "sub": .text(client),
        ]).encoded
        let signed = base64url(header.utf8) + "." + base64url(payload.utf8)
        return signed + "." + base64url(try key.signature(for: Array(signed.utf8)).rawRepresentation)
    }
}

/// For a query and for a form's body.
func formEncoded(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
}
