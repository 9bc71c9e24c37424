import Crypto
import CryptoExtras
import Foundation
import GatewayRules
import Hummingbird
import Synchronization

@testable import Gateway
@testable import SQLEngines

/// Apple on loopback: keys of its own, codes, tokens. Safe on any thread.
final class StandInApple: Sendable {
    static let servicesID = "com.example.speaker.web"
    static let bundleID = "com.example.speaker"
    static let teamID = "TEAM123456"
    static let keyID = "KEY1234567"

    /// A key that signs tokens. Three for all tests: making one takes a while.
    struct SigningKey: Sendable {
        let id: String
        let key: Result<_RSA.Signing.PrivateKey, any Error>

        private init(_ id: String) {
            self.id = id
            key = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
        }

        static let first = SigningKey("KEYONE")
        static let second = SigningKey("KEYTWO")
        /// One of somebody else.
        static let stranger = SigningKey("KEYONE")

        /// As Apple publishes it.
        var published: JSON {
            let primitives = try? key.get().publicKey.getKeyPrimitives()
            return .members([
                "kty": "RSA", "kid": .text(id), "use": "sig", "alg": "RS256",
                "n": .text(base64url(primitives?.modulus ?? Data())),
                "e": .text(base64url(primitives?.publicExponent ?? Data())),
            ])
        }
    }

    struct State: Sendable {
        var keys: [SigningKey] = [.first]
        /// More members of the answer's array, before the keys.
        var otherKeys: [JSON] = []
        var keyRequests = 0
        /// Statuses with which the next requests are answered instead.
        var faults: [Int] = []
        var milliseconds = 0
        /// The tokens that codes are good for.
        var codes: [String: String] = [:]
        var exchanges: [Form] = []
        /// Refresh tokens that were given out and not revoked.
        var refreshTokens: Set<String> = []
        /// Answers with which the next revocations are refused.
        var refusals: [(status: Int, error: String?)] = []
        var revocations: [Form] = []
    }

    private let state = Mutex(State())
    let port: Int

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Runs one while `body` runs.
    static func with(_ body: (StandInApple) async throws -> Void) async throws {
        let box = Box()
        try await withLoopbackServer(router(box)) { port in
            let apple = StandInApple(port: port)
            box.apple.withLock { $0 = apple }
            try await body(apple)
        }
    }

    private final class Box: Sendable { let apple = Mutex<StandInApple?>(nil) }

    private init(port: Int) { self.port = port }

    private static func router(_ box: Box) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.get("/auth/keys") { _, _ in
            guard let apple = box.apple.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
            let pause = apple.now.milliseconds
            if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
            return apple.keys()
        }
        router.post("/auth/token") { request, _ in
            guard let apple = box.apple.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
            let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
            return apple.exchange(try Form(body))
        }
        router.post("/auth/revoke") { request, _ in
            guard let apple = box.apple.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
            let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
            return apple.revoke(try Form(body))
        }
        return router
    }

    private func keys() -> Response {
        state.withLock { state in
            state.keyRequests += 1
            if !state.faults.isEmpty { return Response(status: .init(code: state.faults.removeFirst())) }
            return Response(json: .members(["keys": .array(state.otherKeys + state.keys.map(\.published))]))
        }
    }

    /// A code is good once, with the secret and the verifier that belong to it.
    private func exchange(_ form: Form) -> Response {
        state.withLock { state in
            state.exchanges.append(form)
            if !state.faults.isEmpty { return Response(status: .init(code: state.faults.removeFirst())) }
            guard let code = form["code"], let token = state.codes.removeValue(forKey: code) else {
                return Response(json: .members(["error": "invalid_grant"]), status: .badRequest)
            }
            let refresh = "r.of." + code + "." + UUID().uuidString
            state.refreshTokens.insert(refresh)
            return Response(json: .members(["id_token": .text(token), "refresh_token": .text(refresh)]))
        }
    }

    /// Ends what belongs to a token. One that is over already is as good.
    private func revoke(_ form: Form) -> Response {
        state.withLock { state in
            state.revocations.append(form)
            if !state.refusals.isEmpty {
                let refusal = state.refusals.removeFirst()
                let body = JSON.members(["error": refusal.error.map { .text($0) }])
                return Response(json: body, status: .init(code: refusal.status))
            }
            state.refreshTokens.remove(form["token"] ?? "")
            return Response(status: .ok)
        }
    }
}

/// A token of Apple's, or one that differs from it.
struct AppleToken {
    var header: [String: JSON]
    var claims: [String: JSON]

    /// An identity token of somebody who signs in now.
    init(subject: String, nonce: String, audience: String = StandInApple.bundleID, at now: Int64) {
        header = ["alg": "RS256", "kid": .text(StandInApple.SigningKey.first.id)]
        // Booleans are texts here: Apple sends both.
        claims = [
            "iss": "https://appleid.apple.com", "aud": .text(audience), "sub": .text(subject),
            "iat": .integer(now), "exp": .integer(now + 600), "nonce": .text(AppleVerifier.sent(nonce)),
            "nonce_supported": .bool(true), "email_verified": "true", "is_private_email": "false",
        ]
    }

    /// An event.
    init(event: String, subject: String, id: String, at now: Int64) {
        header = ["alg": "RS256", "kid": .text(StandInApple.SigningKey.first.id)]
        let one = JSON.members(["type": .text(event), "sub": .text(subject), "event_time": .integer(now * 1000)])
        claims = [
            "iss": "https://appleid.apple.com", "aud": .text(StandInApple.bundleID), "iat": .integer(now),
            "jti": .text(id), "events": .text(one.encoded),
        ]
    }

    func with(_ changes: [String: JSON?]) -> AppleToken {
        var token = self
        for (name, value) in changes { token.claims[name] = value }
        return token
    }

    func withHeader(_ changes: [String: JSON?]) -> AppleToken {
        var token = self
        for (name, value) in changes { token.header[name] = value }
        return token
    }

    private static func part(_ members: [String: JSON]) -> String {
        let sorted = members.sorted { $0.key < $1.key }.map { JSON.Member(name: $0.key, value: $0.value) }
        return base64url(JSON.object(sorted).encoded.utf8)
    }

    /// The first two parts with the dot.
    var unsigned: String { Self.part(header) + "." + Self.part(claims) }

    func signed(by key: StandInApple.SigningKey = .first) throws -> String {
        let signature = try key.key.get().signature(
            for: SHA256.hash(data: Array(unsigned.utf8)), padding: .insecurePKCS1v1_5)
        return unsigned + "." + base64url(signature.rawRepresentation)
    }

    /// With a MAC instead of a signature.
    func authenticated(with secret: some ContiguousBytes) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(unsigned.utf8), using: SymmetricKey(data: secret))
        return unsigned + "." + base64url(code)
    }
}

/// A gateway and Apple on loopback.
struct AppleHome {
    let gateway: RunningGateway
    let apple: StandInApple
    let time: ManualTime
    let keyClock: TestClock

    /// - Parameter hasKey: Whether the gateway has a key at Apple, so that codes are exchanged.
    static func with(
        _ kind: DatabaseKind, hasKey: Bool = false,
        tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (AppleHome) async throws -> Void
    ) async throws {
        let (time, keyClock) = (ManualTime(), TestClock())
        let key = P256.Signing.PrivateKey()
        try await StandInApple.with { apple in
            try await RunningGateway.with(
                kind, time: time,
                tune: { tuning, settings in
                    settings.apple.address = "http://127.0.0.1:\(apple.port)"
                    settings.apple.servicesID = StandInApple.servicesID
                    settings.apple.bundleIDs = [StandInApple.bundleID, "com.example.other"]
                    if hasKey {
                        settings.apple.key = .init(
                            teamID: StandInApple.teamID, keyID: StandInApple.keyID, pem: key.pemRepresentation)
                        settings.masterKey = masterKey
                    }
                    tuning.keyClock = { keyClock.now }
                    tuning.runsJobs = false
                    tune(&tuning, &settings)
                }
            ) { gateway in
                gateway.logs.isSecret(key.pemRepresentation)
                gateway.logs.isSecret(masterKey)
                try await body(AppleHome(gateway: gateway, apple: apple, time: time, keyClock: keyClock))
            }
        }
    }

    static let masterKey = "a master key of the tests, 32 and more".replacing(" ", with: "-")

    var seconds: Int64 { time.now / 1000 }

    /// A nonce of the gateway's.
    func nonce(from address: String = "198.51.100.7") async throws -> String {
        let answer = try await gateway.client.send(
            "POST", "/auth/apple/nonce", headers: [("X-Forwarded-For", address)])
        gateway.logs.isSecret(answer.text("nonce"))
        return answer.text("nonce")
    }

    func token(_ subject: String, nonce: String) -> AppleToken {
        AppleToken(subject: subject, nonce: nonce, at: seconds)
    }

    /// What an app sends. `more` replaces members.
    func signIn(
        _ token: String, nonce: String, user: String = "001.apple.user", device: String? = "phone-1",
        more: [String: JSON?] = [:], path: String = "/auth/apple"
    ) async throws -> LoopbackClient.Answer {
        gateway.logs.isSecret(token)
        var members: [String: JSON] = [
            "identity_token": .text(token), "nonce": .text(nonce), "user_id": .text(user),
        ]
        if let device { members["device_id"] = .text(device) }
        for (name, value) in more { members[name] = value }
        let body = JSON.object(members.map { JSON.Member(name: $0.key, value: $0.value) }).encoded
        let answer = try await gateway.client.send(
            "POST", path, headers: [("Content-Type", "application/json"), ("X-Forwarded-For", "198.51.100.7")],
            body: body)
        gateway.logs.isSecret(answer.text("access_token"))
        return answer
    }

    /// Signs an app in, with everything as it should be.
    func signIn(_ user: String = "001.apple.user", device: String? = "phone-1") async throws -> LoopbackClient.Answer {
        let nonce = "an app's own " + UUID().uuidString
        let plain = nonce.replacing(" ", with: "-")
        return try await signIn(try token(user, nonce: plain).signed(), nonce: plain, user: user, device: device)
    }

    func count(_ table: String) async throws -> Int64 {
        try await gateway.engine.rows(Query("SELECT COUNT(*) FROM \(table)")()).first?.integer(0) ?? -1
    }
}
