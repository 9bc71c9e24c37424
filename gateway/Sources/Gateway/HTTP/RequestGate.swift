import GatewayRules
import HTTPTypes
import Hummingbird
import Logging
import SQLEngines

/// The outermost layer: a request's id, its allowance, how much it matters while too much waits, its errors as JSON,
/// its line in the log, its metrics.
struct RequestGate: RouterMiddleware {
    typealias Context = GatewayContext

    let store: Store
    let trustedProxies: Set<String>
    let allowances: RequestAllowances
    let headers: AnswerHeaders
    let metrics: GatewayMetrics
    let logger: Logger

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        let started = ContinuousClock.now
        let notes = context.notes
        notes.requestID = requestID(sent: request.headers[.requestID])
        notes.block = clientBlock(
            peer: context.peer, forwarded: request.headers[.forwardedFor], trusted: trustedProxies)
        var response: Response
        do {
            try allowances.take(request, notes)
            let asked = Importance(path: request.uri.path)
            // Whoever has not been let in refuses nobody by stops; `TalkRoutes` makes it one once its speaker is known.
            let importance = asked == .stop && notes.payer != .token ? .start : asked
            response = try await Importance.$current.withValue(importance) {
                try await next(request, context)
            }
        } catch {
            let failure = await failure(of: error, notes)
            notes.inside = failure.inside
            notes.bucket = failure.bucket
            response = failure.response(requestID: notes.requestID)
        }
        response.headers[.requestID] = notes.requestID
        headers.add(to: &response)
        if response.status.code == 429 { metrics.limited(notes.bucket) }
        let elapsed = started.duration(to: .now)
        // The template, not the path: a path may have an id. What no route matches may be anything.
        let route = context.endpointPath ?? "-"
        metrics.request(method: request.method, route: route, status: response.status.code, elapsed: elapsed)
        log(request, response, route: route, notes: notes, elapsed: elapsed)
        // RFC 9110 §9.3.2: no text, whatever was found. A client would take it for the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func failure(of error: any Error, _ notes: RequestNotes) async -> Failure {
        // The owner was deleted while the request was answered: its speaker does not ask a second time.
        if case .gone? = error as? EngineError, let hash = notes.tokenHash, (try? await store.isOfDeleted(hash)) == true
        {
            return DeviceAuthentication.deleted
        }
        return Failure(any: error)
    }

    private func log(
        _ request: Request, _ response: Response, route: String, notes: RequestNotes, elapsed: Duration
    ) {
        let level: Logger.Level = response.status.code >= 500 ? .error : .info
        guard level >= logger.logLevel else { return }
        var metadata: Logger.Metadata = [
            "method": "\(knownMethod(request.method))", "route": "\(route)", "status": "\(response.status.code)",
            "microseconds": "\(elapsed.microseconds)", "request": "\(notes.requestID)",
        ]
        if let credential = notes.credential { metadata["credential"] = "\(credential)" }
        if let inside = notes.inside { metadata["inside"] = "\(inside)" }
        logger.log(level: level, "request", metadata: metadata)
    }
}

/// The client's id if it is a harmless word, else one of ours.
func requestID(sent: String?) -> String {
    if let sent, isWord(sent, with: "-_.", of: 1...64) { return sent }
    return String(UInt64.random(in: 0...UInt64.max), radix: 36)
}

/// A method's name for logs and metrics, in which a client cannot invent words.
func knownMethod(_ method: HTTPRequest.Method) -> String {
    [.get, .head, .post, .put, .delete, .options, .patch].contains(method) ? method.rawValue : "OTHER"
}

extension Duration {
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

extension HTTPField.Name {
    /// A header's name that is known to be one.
    static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }

    static let requestID = known("X-Request-Id")
    static let forwardedFor = known("X-Forwarded-For")
    static let deviceID = known("device-id")
    static let userID = known("user-id")
    static let secFetchSite = known("Sec-Fetch-Site")
    static let referrerPolicy = known("Referrer-Policy")
    static let permissionsPolicy = known("Permissions-Policy")
    static let openerPolicy = known("Cross-Origin-Opener-Policy")
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    static let clearSiteData = known("Clear-Site-Data")
}
