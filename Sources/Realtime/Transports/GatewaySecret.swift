import Bedside
import Cloud

/// The way to the secret with which a WebSocket is opened, where a gateway stands in front of the service (ACCOUNT-3):
/// the gateway opens a session, or goes on with the one whose call did not connect, and gives out a secret that lives for
/// a minute.
struct GatewaySecret: Sendable {
    enum Step: Sendable {
        case take(Credential)
        /// The session is over, but the talk is not: ask once more, for a new one.
        case askAnew
        case fail(RealtimeFailure)
    }

    let gateway: GatewayCalls
    let credential: Credential
    let limits: RealtimeLimits
    let http: HTTPClient

    /// - Parameter done: called once, on the client's thread.
    func fetch(_ done: @escaping @Sendable (Result<Credential, RealtimeFailure>) -> Void) {
        ask(isResumed: gateway.session() != nil, done)
    }

    private func ask(isResumed: Bool, _ done: @escaping @Sendable (Result<Credential, RealtimeFailure>) -> Void) {
        gateway.send(
            Array("{}".utf8), content: "application/json", isResumed: isResumed, credential: credential,
            limits: limits, over: http
        ) { result in
            switch Self.step(after: result, isResumed: isResumed) {
            case .take(let secret): done(.success(secret))
            case .askAnew: ask(isResumed: false, done)
            case .fail(let failure): done(.failure(failure))
            }
        }
    }

    static func step(after result: Result<HTTPResponse, HTTPFailure>, isResumed: Bool) -> Step {
        switch result {
        case .failure(let failure): return .fail(RealtimeFailure(failure, during: .secret))
        case .success(let response) where response.status == 200 || response.status == 201:
            guard response.body.count <= EventLimits.maximumBytes,
                let body = try? JSONValue.ofService(response.body),
                let secret = body["client_secret"]?["value"]?.text.flatMap({ Credential($0) })
            else { return .fail(.malformed) }
            return .take(secret)
        case .success(let response):
            switch (response.status, GatewayCalls.Report(.success(response))) {
            case (_, .refused): return .fail(.configuration("signed out at the gateway"))
            case (_, .exhausted): return .fail(.quota)
            case (404, _) where isResumed, (409, _) where isResumed: return .askAnew
            // It gives out no secrets: there is no other way for the voice on this network.
            case (403, _): return .fail(.timedOut(.connected))
            case (401...405, _), (501, _): return .fail(.provider(status: response.status))
            default: return .fail(RealtimeFailure(response))
            }
        }
    }
}
