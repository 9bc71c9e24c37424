import Bedside
import Cloud
import Realtime

/// The gateway's protocol as a speaker uses it (gateway/README.md): addresses, forms, and what answers say.
struct GatewayWire: Sendable {
    static let clientID = "anicca-speaker"
    static let deviceCodeGrant = "urn:ietf:params:oauth:grant-type:device_code"
    static let rotateGrant = "urn:anicca:rotate"
    private static let maximumAnswerBytes = 64 << 10
    /// A gateway takes 64 KiB, and may write each character in a longer way.
    private static let maximumProfileBytes = 256 << 10
    private static let profile = "/mobile/profile"

    /// Without a trailing slash.
    let base: String
    let isOnThisMachine: Bool
    /// The root that alone may vouch for it (`GatewayAuthority`); nil: the system's authorities do.
    var authorityFile: String?

    /// Takes https, and plain http to this machine alone, because the token is sent over it (GUARD-2).
    init(address: String) throws(RealtimeFailure) {
        let read = try ServiceAddress(parsing: address, defaultPath: "")
        base = read.base
        isOnThisMachine = read.isOnThisMachine
    }

    var session: String { base + "/mobile/realtime/session" }

    func ask(device: String, name: String) -> HTTPRequest {
        form(
            "/auth/device",
            [("client_id", Self.clientID), ("scope", "device"), ("device_id", device), ("device_name", name)])
    }

    func poll(deviceCode: String) -> HTTPRequest {
        form(
            "/auth/token",
            [("grant_type", Self.deviceCodeGrant), ("client_id", Self.clientID), ("device_code", deviceCode)])
    }

    func rotate() -> HTTPRequest { form("/auth/token", [("grant_type", Self.rotateGrant)]) }

    func revoke(_ token: Credential) -> HTTPRequest { form("/auth/revoke", [("token", token.secret)]) }

    func entitlement() -> HTTPRequest {
        request(.get, "/mobile/entitlement")
    }

    func sync(_ session: String) -> HTTPRequest { about(session, "/mobile/realtime/session/sync") }
    /// Start was pressed in a session that was prepared.
    func begin(_ session: String) -> HTTPRequest {
        about(session, "/mobile/realtime/session/sync", phase: "talk")
    }
    func stop(_ session: String) -> HTTPRequest { about(session, "/mobile/realtime/session/stop") }

    func sendProfile(_ body: [UInt8], of user: String?) -> HTTPRequest {
        Self.naming(user, request(.put, Self.profile, body, "application/json"))
    }

    /// - Parameter version: the one that is known, which need not be sent again.
    func readProfile(_ version: Int?, of user: String?) -> HTTPRequest {
        var request = request(.get, Self.profile)
        if let version { request.headers.append((name: "If-None-Match", value: "\"\(version)\"")) }
        return Self.naming(user, request)
    }

    /// Says whose profile is meant. If the token is another person's, because the power failed in the middle of a sign-in,
    /// the gateway answers 403, and neither profile gets into the other account (ACCOUNT-2). It stays owed, and signs
    /// nobody out. What costs minutes does not say it: a refused talk would help nobody at six in the morning.
    ///
    /// - Parameter user: the gateway's name for whoever is signed in; nil: it is not known. A name that a header cannot
    ///   hold is left out.
    private static func naming(_ user: String?, _ request: HTTPRequest) -> HTTPRequest {
        guard let user, (1...255).contains(user.utf8.count), user.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return request }
        var named = request
        named.headers.append((name: "user-id", value: user))
        return named
    }

    private func about(_ session: String, _ path: String, phase: String? = nil) -> HTTPRequest {
        let body: JSONValue =
            phase.map { .object(["session_id": .text(session), "phase": .text($0)]) }
            ?? .object(["session_id": .text(session)])
        return post(path, body.encoded, "application/json")
    }

    private func form(_ path: String, _ fields: [(String, String)]) -> HTTPRequest {
        let body = fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        return post(path, Array(body.utf8), "application/x-www-form-urlencoded")
    }

    private func post(_ path: String, _ body: [UInt8], _ content: String) -> HTTPRequest {
        request(.post, path, body, content)
    }

    func request(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], _ content: String? = nil
    ) -> HTTPRequest {
        var request = HTTPRequest(
            method: method, url: base + path, headers: content.map { [(name: "Content-Type", value: $0)] } ?? [],
            body: body,
            maximumResponseBytes: path == Self.profile ? Self.maximumProfileBytes : Self.maximumAnswerBytes)
        request.authorityFile = authorityFile
        return request
    }

    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                for nibble in [Int(byte >> 4), Int(byte & 15)] where digits.indices.contains(nibble) {
                    result.append(digits[nibble])
                }
            }
        }
    }
}

/// What came back from a gateway.
enum GatewayAnswer: Sendable {
    struct Body: Sendable {
        private(set) var value: JSONValue

        fileprivate init(value: JSONValue) { self.value = value }

        /// A text of it.
        subscript(name: String) -> String? {
            guard let text = value[name]?.text, !text.isEmpty, text.utf8.count <= 4096 else { return nil }
            return text
        }

        var signInCode: SignInCode? {
            guard let digits = self["user_code"]?.filter({ $0 != "-" && $0 != " " }),
                (6...20).contains(digits.utf8.count),
                digits.allSatisfy({ $0.isASCII && $0.isNumber }), let page = self["verification_uri"],
                page.utf8.count <= 512, page.hasPrefix("http"), page.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                let lives = value["expires_in"]?.integer
            else { return nil }
            return SignInCode(
                digits: PrivateText(digits), page: page, livesSeconds: lives,
                intervalSeconds: value["interval"]?.integer ?? 5)
        }

        var profile: SharedProfile? { SharedProfile(reading: value) }

        /// Within how many seconds after a ring has begun talks may be prepared; nil: not at all (ACCOUNT-3).
        var earlyWithinSeconds: Int? { value["early_within_seconds"]?.integer.map { min(max($0, 0), 60) } }

        /// False: it says itself that the provider would refuse every talk.
        var canTalk: Bool { value["can_talk"] != .flag(false) }

        /// What is left, in seconds; nil if the answer does not say.
        var leftSeconds: Int? {
            if let seconds = value["remaining_seconds"]?.integer { return min(max(seconds, 0), 100_000_000) }
            guard let entitlement = value["entitlement"], let month = entitlement["monthly_usage_remaining"]?.integer
            else { return nil }
            let minutes = month + (entitlement["packs_remaining"]?.integer ?? 0) - (entitlement["held"]?.integer ?? 0)
            return min(max(minutes, 0), 1_000_000) * 60
        }
    }

    case body(Body)
    /// An error of the gateway's: status, code, and after how many seconds it may be tried again.
    case refused(Int, String, retryAfter: Int?)
    /// Its 401 about the token that was sent.
    case tokenRefused(TokenRefusal)
    /// No gateway answered so: no JSON, or none that is one.
    case noGateway
    case unreached(HTTPFailure)

    init(_ result: Result<HTTPResponse, HTTPFailure>) {
        switch result {
        case .failure(.tooLarge), .failure(.malformed): self = .noGateway
        case .failure(let failure): self = .unreached(failure)
        case .success(let response):
            let value = try? JSONValue.ofService(response.body)
            guard (200..<300).contains(response.status) else {
                if let refusal = TokenRefusal(status: response.status, body: value) {
                    self = .tokenRefused(refusal)
                    return
                }
                let code = value?["error"]?.text.flatMap { $0.utf8.count <= 64 ? $0 : nil }
                let isCode = code?.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F } ?? false
                let retry = response.header("Retry-After").flatMap { Int($0) }
                self = .refused(response.status, isCode ? code ?? "" : "", retryAfter: retry)
                return
            }
            self =
                value.map { .body(Body(value: $0)) }
                ?? (response.body.isEmpty ? .body(Body(value: .object([:]))) : .noGateway)
        }
    }
}
