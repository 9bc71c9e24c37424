import Foundation
import Synchronization

/// OpenAI's Realtime API, or a service that speaks it (reference: realtime-api §1 and §2).
struct RealtimeProvider: VoiceProvider {
    static let secretSeconds: Int64 = 60
    /// How long a start waits for its turn. With what the provider may then take (`GatewayServer.outgoing`) it is
    /// answered before the speaker gives up, so that nobody pays for a call that no speaker hears.
    static let longestWaitMilliseconds: Int64 = 1_000

    /// Without a slash at the end: "https://api.openai.com".
    let address: String
    private let key: @Sendable () -> String
    let http: OutgoingHTTP
    let metrics: GatewayMetrics
    private let refusals = RefusedKey()

    /// - Parameter key: Asked for with each request: it may be replaced meanwhile.
    init(
        address: String, key: @autoclosure @escaping @Sendable () -> String, http: OutgoingHTTP, metrics: GatewayMetrics
    ) {
        self.address = address
        self.key = key
        self.http = http
        self.metrics = metrics
    }

    var canTalk: Bool { !refusals.isRefused(key()) }

    func call(offer: String, _ order: VoiceOrder) async -> Result<VoiceCall, VoiceFailure> {
        let boundary = "anicca" + base64url16()
        let session = Self.session(order).encoded
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"sdp\"\r\nContent-Type: application/sdp\r\n\r\n"
            + offer
            + "\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"session\"\r\nContent-Type: application/json\r\n\r\n"
            + session + "\r\n--\(boundary)--\r\n"
        let result = await send("calls", "/v1/realtime/calls", "multipart/form-data; boundary=\(boundary)", body, order)
        return result.flatMap { answer in
            let text = String(decoding: answer.body, as: UTF8.self)
            // An error must never be taken for an SDP answer.
            guard text.hasPrefix("v=0"), let location = answer.header("location") else {
                return .failure(refused("calls", "no answer in the answer"))
            }
            let path = location.prefix { $0 != "?" }
            let id = String(path.split(separator: "/").last ?? "")
            guard isCallID(id) else { return .failure(refused("calls", "no call id")) }
            return .success(VoiceCall(answer: text, id: id))
        }
    }

    func secret(_ order: VoiceOrder) async -> Result<ClientSecret, VoiceFailure> {
        let body = JSON.members([
            "expires_after": .members(["anchor": "created_at", "seconds": .integer(Self.secretSeconds)]),
            "session": Self.session(order),
        ]).encoded
        let result = await send("client_secrets", "/v1/realtime/client_secrets", "application/json", body, order)
        return result.flatMap { answer in
            guard let json = try? JSON(parsing: answer.body), case .text(let value)? = json["value"],
                case .integer(let expiry)? = json["expires_at"]
            else { return .failure(refused("client_secrets", "no secret in the answer")) }
            return .success(ClientSecret(value: value, expiresAt: expiry))
        }
    }

    func hangUp(_ call: String) async -> HangUp {
        guard isCallID(call) else { return .gone }
        let asked = request("/v1/realtime/calls/\(call)/hangup", "application/json", "", nil, key: key())
        switch await http.send(asked) {
        case .success(let answer):
            switch answer.status {
            case 200..<300: return .ended
            case 404, 410: return .gone
            default:
                metrics.providerError(call: "hangup", code: String(answer.status))
                return .unknown
            }
        case .failure(let failure):
            metrics.providerError(call: "hangup", code: failure.label)
            return .unknown
        }
    }

    private static func session(_ order: VoiceOrder) -> JSON {
        .members(["type": "realtime", "model": .text(order.model)])
    }

    private func request(
        _ path: String, _ type: String, _ body: String, _ order: VoiceOrder?, key: String
    ) -> OutgoingRequest {
        var request = OutgoingRequest(url: address + path, body: Array(body.utf8))
        request.headers = [("Authorization", "Bearer \(key)"), ("Content-Type", type)]
        if let order { request.headers.append(("OpenAI-Safety-Identifier", order.safetyIdentifier)) }
        return request
    }

    private func send(
        _ name: String, _ path: String, _ type: String, _ body: String, _ order: VoiceOrder
    ) async -> Result<OutgoingAnswer, VoiceFailure> {
        let started = ContinuousClock.now
        let key = self.key()
        var outgoing = request(path, type, body, order, key: key)
        outgoing.longestWaitMilliseconds = Self.longestWaitMilliseconds
        let result = await http.send(outgoing)
        metrics.provider(call: name, elapsed: started.duration(to: .now))
        switch result {
        case .failure(.busy):
            metrics.providerError(call: name, code: "queue")
            return .failure(.busy(retryAfter: nil))
        case .failure(let failure): return .failure(refused(name, failure.label))
        case .success(let answer):
            refusals.note(answer.status, of: key)
            switch answer.status {
            case 200..<300: return .success(answer)
            case 400:
                metrics.providerError(call: name, code: "400")
                let text = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
                return .failure(text.contains("invalid_offer") ? .badOffer : .refused("400"))
            case 429:
                metrics.providerError(call: name, code: "429")
                return .failure(.busy(retryAfter: answer.header("retry-after").flatMap { Int64($0) }))
            default: return .failure(refused(name, String(answer.status)))
            }
        }
    }

    private func refused(_ call: String, _ code: String) -> VoiceFailure {
        metrics.providerError(call: call, code: code)
        return .refused(code)
    }
}

/// The key that the provider refused when it was last used. One that replaces it has not been tried yet. Safe on any
/// thread.
private final class RefusedKey: Sendable {
    private let refused = Mutex<String?>(nil)

    func note(_ status: Int, of key: String) {
        switch status {
        case 401, 403: refused.withLock { $0 = key }
        case 200..<300: refused.withLock { if $0 == key { $0 = nil } }
        default: break
        }
    }

    func isRefused(_ key: String) -> Bool { refused.withLock { $0 == key } }
}

extension OutgoingFailure {
    /// For the log and the metrics.
    var label: String {
        switch self {
        case .busy: "queue"
        case .incomplete: "libcurl"
        case .noAnswer(let code): "curl \(code)"
        }
    }
}

/// No key is set: every conversation is refused, and everything else works.
struct NoProvider: VoiceProvider {
    func call(offer: String, _ order: VoiceOrder) async -> Result<VoiceCall, VoiceFailure> {
        .failure(.refused("no key"))
    }
    func secret(_ order: VoiceOrder) async -> Result<ClientSecret, VoiceFailure> { .failure(.refused("no key")) }
    func hangUp(_ call: String) async -> HangUp { .unknown }
    var canTalk: Bool { false }
}
