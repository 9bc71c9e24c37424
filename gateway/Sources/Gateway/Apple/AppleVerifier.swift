import Crypto
import CryptoExtras
import Foundation
import GatewayRules

/// Apple's keys, asked for when they are needed, by one request for all who wait. Its answer is good for six hours.
actor AppleKeys {
    private let client: AppleClient
    private let now: @Sendable () -> Int64
    private var cache = KeyCache<AppleClient.PublicKey>()
    private var asking: Task<Void, Never>?

    /// - Parameter now: Milliseconds on a clock that is never set.
    init(client: AppleClient, now: @escaping @Sendable () -> Int64) {
        self.client = client
        self.now = now
    }

    /// A key by its id; nil: Apple has none of that name. Whatever keeps us from knowing is a 503.
    func key(_ id: String) async throws(Failure) -> AppleClient.PublicKey? {
        var step = cache.step(id, at: now())
        if case .ask = step {
            await ask()
            step = cache.step(id, at: now())
        }
        switch step {
        case .use(let key): return key
        // Asked just now: Apple does not know it.
        case .unknown, .ask: return nil
        case .away: throw Self.away
        }
    }

    private static var away: Failure { .unavailable("Apple cannot be reached", inside: "no keys of Apple") }

    private func ask() async {
        if let asking {
            await asking.value
            return
        }
        let task = Task { await refresh() }
        asking = task
        await task.value
    }

    private func refresh() async {
        let answer = await client.keys()
        cache.note(answer, at: now())
        asking = nil
    }
}

/// Examines tokens that should be Apple's (gateway-design §4): RS256 alone, a key of Apple's, for us, of now.
struct AppleVerifier: Sendable {
    let keys: AppleKeys

    /// Returns who signed in: the token must be for one of these ids and have this nonce. The nonce is the app's own text:
    /// Apple has its SHA-256.
    func person(
        in text: String, audiences: Set<String>, nonce: String, at now: Int64
    ) async throws(Failure) -> AppleClaims {
        let claims = try Self.claims(try await signed(text))
        if let fault = claims.identityFault(audiences: audiences, at: now) { throw Self.refusal(fault.rawValue) }
        guard isEqualInConstantTime(claims.nonce ?? "", Self.sent(nonce)) else {
            throw Self.refusal("its nonce is not the SHA-256 of the one that was sent")
        }
        return claims
    }

    /// Something that happened at Apple, by a token for one of those ids.
    func event(in text: String, audiences: Set<String>, at now: Int64) async throws(Failure) -> AppleEvent {
        let payload = try await signed(text)
        if let fault = try Self.claims(payload).eventFault(audiences: audiences, at: now) {
            throw Self.refusal(fault.rawValue)
        }
        guard let event = AppleEvent(payload) else { throw Self.refusal("it has no event") }
        return event
    }

    /// What an app puts into its request to Apple for a nonce of ours.
    static func sent(_ nonce: String) -> String {
        hexadecimal(SHA256.hash(data: Array(nonce.utf8)))
    }

    /// The payload of a token that Apple has signed.
    private func signed(_ text: String) async throws(Failure) -> JSON {
        guard let token = SignedToken(text), let header = Self.header(token), let id = header.acceptedKeyID else {
            throw Self.refusal("it is no token in RS256")
        }
        guard let key = try await keys.key(id) else { throw Self.refusal("Apple has no such key") }
        guard let payload = Self.payload(of: token, signedWith: key) else {
            throw Self.refusal("its signature is wrong")
        }
        return payload
    }

    static func header(_ token: SignedToken) -> AppleHeader? {
        guard let json = try? JSON(parsing: token.header), case .object = json else { return nil }
        return AppleHeader(
            algorithm: json["alg"]?.plainText, keyID: json["kid"]?.plainText, hasExtensions: json["crit"] != nil)
    }

    /// The payload, if the signature is that key's and it is an object of JSON.
    static func payload(of token: SignedToken, signedWith key: AppleClient.PublicKey) -> JSON? {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
        guard key.isValidSignature(signature, for: SHA256.hash(data: token.signed), padding: .insecurePKCS1v1_5),
            let json = try? JSON(parsing: token.payload), case .object = json
        else { return nil }
        return json
    }

    static func claims(_ payload: JSON) throws(Failure) -> AppleClaims {
        guard let issuer = payload["iss"]?.plainText, let audience = payload["aud"]?.plainText,
            case .integer(let issuedAt)? = payload["iat"]
        else { throw refusal("it lacks iss, aud or iat") }
        var expiresAt: Int64?
        switch payload["exp"] {
        case nil: break
        case .integer(let time)?: expiresAt = time
        default: throw refusal("its exp is no time")
        }
        return AppleClaims(
            issuer: issuer, audience: audience, subject: payload["sub"]?.plainText, issuedAt: issuedAt,
            expiresAt: expiresAt, nonce: payload["nonce"]?.plainText)
    }

    /// 401, and never for our own trouble.
    static func refusal(_ why: String) -> Failure {
        Failure(
            401, "invalid_token", "Apple's token was refused: \(why)", challenge: "Bearer error=\"invalid_token\"")
    }
}

extension JSON {
    /// The text, if it is one.
    fileprivate var plainText: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

extension AppleEvent {
    /// From the payload of Apple's message. Its `events` is a text that has an object of JSON, one event each time.
    init?(_ payload: JSON) {
        var event: JSON?
        switch payload["events"] {
        case .text(let text)?: event = try? JSON(parsing: Array(text.utf8))
        case .object?: event = payload["events"]
        default: return nil
        }
        guard let id = payload["jti"]?.plainText, (1...AppleClaims.longestSubject).contains(id.utf8.count),
            let type = event?["type"]?.plainText, let subject = event?["sub"]?.plainText,
            (1...AppleClaims.longestSubject).contains(subject.utf8.count)
        else { return nil }
        self.id = id
        self.subject = subject
        // Apple's documentation shows seconds, its messages have milliseconds.
        if case .integer(let time)? = event?["event_time"], time > 0 {
            happenedAt = time < 100_000_000_000 ? time * 1000 : time
        }
        switch type {
        case "consent-revoked": kind = .consentRevoked
        case "account-delete", "account-deleted": kind = .accountDeleted
        default: kind = .other
        }
    }
}
