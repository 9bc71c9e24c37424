import Bedside
import Cloud

/// The steps from a key to a connected call: the client secret is fetched while the offer is made, then the offer is
/// posted with the secret (TheService.md, Calls). A gateway needs no secret: it gets the offer and the device's
/// token (ACCOUNT-3). Pure: answers in, requests out.
struct CallSetup: Sendable {
    enum Output: Sendable {
        /// POST to `client_secrets`.
        case requestSecret(body: [UInt8])
        /// POST to `calls`, with `secret` as bearer token.
        case postOffer(String, secret: Credential)
        /// POST to the gateway with its token; `isResumed`: to go on with the session that there is.
        case postToGateway(String, isResumed: Bool)
        /// The answer to the offer, and the call's id if the service gave one.
        case accept(answer: String, call: String?)
        case phase(ConnectPhase)
        case failed(RealtimeFailure)
        /// The cause; `otherwise` is the failure to report if no other transport is tried.
        case unusable(String, otherwise: RealtimeFailure = .timedOut(.connected))
    }

    private enum State {
        /// Can go to `calling`, `over`. Offer and secret may come in either order.
        case preparing
        /// Can go to `over`, and once to `preparing`.
        case calling
        case over
    }

    static let maximumAnswerBytes = 64 << 10

    private let session: [UInt8]
    private let model: String
    private var state = State.preparing
    private var offer: String?
    private var secret: Credential?
    private var mints = 0
    private var isMinimal = false
    private let isThroughGateway: Bool
    private var isResumed: Bool

    init(session: [UInt8], model: String) {
        self.session = session
        self.model = model
        (isThroughGateway, isResumed) = (false, false)
    }

    /// Through a gateway, which knows the model; everything else follows by `session.update`.
    init(throughGateway isResumed: Bool) {
        (session, model) = ([], "")
        isThroughGateway = true
        self.isResumed = isResumed
    }

    mutating func start() -> [Output] { isThroughGateway ? [] : mint() }

    private mutating func mint() -> [Output] {
        mints += 1
        secret = nil
        state = .preparing
        let minimal = JSONValue.object(["type": .text("realtime"), "model": .text(model)])
        let full = isMinimal ? nil : try? JSONValue.ofService(session)
        let body = JSONValue.object([
            "expires_after": .object(["anchor": .text("created_at"), "seconds": .integer(600)]),
            "session": full ?? minimal,
        ])
        return [.requestSecret(body: body.encoded)]
    }

    mutating func offered(_ sdp: String) -> [Output] {
        guard offer == nil else { return [] }
        offer = sdp
        return [.phase(.offer)] + call()
    }

    private mutating func call() -> [Output] {
        if isThroughGateway, case .preparing = state, let offer {
            state = .calling
            return [.postToGateway(offer, isResumed: isResumed)]
        }
        guard case .preparing = state, let offer, let secret else { return [] }
        state = .calling
        return [.postOffer(offer, secret: secret)]
    }

    mutating func secretAnswered(_ result: Result<HTTPResponse, HTTPFailure>) -> [Output] {
        guard case .preparing = state, secret == nil else { return [] }
        switch result {
        case .failure(let failure): return over(.failed(RealtimeFailure(failure, during: .secret)))
        case .success(let response) where response.status == 200 || response.status == 201:
            guard let body = try? JSONValue.ofService(response.body), let value = body["value"]?.text,
                let secret = Credential(value)
            else { return over(.failed(.malformed)) }
            self.secret = secret
            return [.phase(.secret)] + call()
        case .success(let response) where [404, 405, 501].contains(response.status):
            return over(.unusable("the service has no client secrets (\(response.status))"))
        case .success(let response) where response.status == 400 && !isMinimal:
            // It may not know a part of the session. The parts that it knows follow by `session.update`.
            isMinimal = true
            return mint()
        case .success(let response): return over(.failed(RealtimeFailure(response)))
        }
    }

    mutating func callAnswered(_ result: Result<HTTPResponse, HTTPFailure>) -> [Output] {
        guard case .calling = state else { return [] }
        switch result {
        case .failure(let failure): return over(.failed(RealtimeFailure(failure, during: .call)))
        case .success(let response) where response.status == 201 || response.status == 200:
            guard response.body.count <= CallSetup.maximumAnswerBytes, response.body.starts(with: Array("v=0".utf8)),
                let answer = String(validating: response.body, as: UTF8.self)
            else { return over(.unusable("the answer is not a session description", otherwise: .malformed)) }
            state = .over
            // Only the gateway hangs up.
            if isThroughGateway { return [.phase(.call), .accept(answer: answer, call: nil)] }
            let call = response.header("Location").flatMap(ServiceAddress.callID(location:))
            return [.phase(.call), .accept(answer: answer, call: call)]
        case .success(let response) where isThroughGateway: return gatewayRefused(response)
        case .success(let response) where response.status == 401 && mints < 2: return mint()
        case .success(let response) where [404, 405, 501].contains(response.status):
            return over(.unusable("the service accepts no calls (\(response.status))"))
        case .success(let response): return over(.failed(RealtimeFailure(response)))
        }
    }

    private mutating func gatewayRefused(_ response: HTTPResponse) -> [Output] {
        switch (response.status, GatewayCalls.Report(.success(response))) {
        case (_, .refused): return over(.failed(.configuration("signed out at the gateway")))
        case (_, .exhausted): return over(.failed(.quota))
        case (404, _) where isResumed, (409, _) where isResumed:
            // The session is over, but the talk is not.
            isResumed = false
            state = .preparing
            return call()
        // Nothing there is about a key of the owner's.
        case (401...405, _), (501, _): return over(.failed(.provider(status: response.status)))
        default: return over(.failed(RealtimeFailure(response)))
        }
    }

    private mutating func over(_ output: Output) -> [Output] {
        state = .over
        return [output]
    }
}

extension RealtimeFailure {
    init(_ failure: HTTPFailure, during phase: ConnectPhase) {
        switch failure {
        case .resolve: self = .nameResolution
        case .connect, .interrupted, .cancelled, .other: self = .network
        case .tls: self = .tls
        case .timedOut: self = .timedOut(phase)
        case .incomplete(let words): self = .incomplete(words)
        case .tooLarge, .malformed: self = .malformed
        case .notAllowed: self = .configuration("the base URL is not allowed: https, or http to this machine")
        }
    }

    /// Translates an unsuccessful answer into a failure, by its status and by the code in its body if there is one.
    public init(_ response: HTTPResponse) {
        let body = response.body.count <= EventLimits.maximumBytes ? try? JSONValue.ofService(response.body) : nil
        let code = ServerEvent.code(body?["error"]?["code"])
        let type = ServerEvent.code(body?["error"]?["type"])
        let isQuota = Self.quotaCodes.contains(code.isEmpty ? type : code)
        switch response.status {
        case 401, 403: self = .credentials
        case 402: self = .quota
        case 429: self = isQuota ? .quota : .rateLimited
        case 408: self = .timedOut(.call)
        case 500...599: self = .provider(status: response.status)
        case 400...499: self = .refused(code: [code, type].first { !$0.isEmpty } ?? "\(response.status)")
        default: self = .malformed
        }
    }
}
