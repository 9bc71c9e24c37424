import HTTPTypes
import Hummingbird
import SQLEngines

/// Why a request is refused: status, a name for programs, a sentence for a log. A superset of RFC 6749 §5.2, so that one
/// decoder serves (gateway-design §1.1).
struct Failure: Error, Hashable, Sendable {
    let status: Int
    let error: String
    let message: String
    /// Seconds; goes out as `Retry-After`.
    var retryAfter: Int64?
    /// The `WWW-Authenticate` header.
    var challenge: String?
    /// More members of the answer.
    var details: [JSON.Member] = []
    /// What was wrong inside, for the log alone.
    var inside: String?
    /// Which limit was met, for the metrics alone.
    var bucket: Bucket?

    /// The limits by the names that the metrics have for them.
    enum Bucket: String, CaseIterable, Hashable, Sendable {
        /// Requests of an address block, without a token that is known.
        case address
        /// Requests with a token.
        case token
        case webhook
        /// Speakers that ask for a code.
        case ask
        /// Codes that somebody types.
        case guess
        case apple
        case passkey
        /// Talks of a speaker.
        case start
        case speech
        case voice
        /// Wishes to have a plan read.
        case plan
    }

    init(_ status: Int, _ error: String, _ message: String, retryAfter: Int64? = nil, challenge: String? = nil) {
        self.status = status
        self.error = error
        self.message = message
        self.retryAfter = retryAfter
        self.challenge = challenge
    }

    static func badRequest(_ message: String) -> Failure { Failure(400, "invalid_request", message) }

    /// A member of a body that is not as it should be, by its name.
    static func badField(_ name: String, _ what: String) -> Failure {
        var failure = Failure.badRequest("\(name) \(what)")
        failure.details = [JSON.Member(name: "field", value: .text(name))]
        return failure
    }

    static let notFound = Failure(404, "not_found", "there is nothing at this address")
    static let tooLarge = Failure(413, "too_large", "the request's body is larger than this address takes")
    static let badJSON = badRequest("the body is no object of JSON, or deeper than \(JSON.deepest)")
    static let badForm = badRequest("a form is needed: application/x-www-form-urlencoded, UTF-8, each field once")

    /// Too often. The wait is lengthened at random, so that many who were refused at once do not return at once.
    static func tooMany(
        _ bucket: Bucket, waitMilliseconds: Int64, _ message: String = "too many requests; wait"
    ) -> Failure {
        let seconds = max(1, (waitMilliseconds + 999) / 1000)
        var failure = Failure(
            429, "too_many_requests", message,
            retryAfter: seconds + Int64.random(in: 0...seconds / 4 + 1))
        failure.bucket = bucket
        return failure
    }

    /// Our own trouble: never a 401 or a 402, so no speaker signs out because a database is away.
    static func unavailable(_ message: String, inside: String) -> Failure {
        var failure = Failure(503, "unavailable", message, retryAfter: Int64.random(in: 2...10))
        failure.inside = inside
        return failure
    }

    static func quotaExhausted(_ entitlement: Entitlement) -> Failure {
        var failure = Failure(402, "quota_exhausted", "no minute is left")
        failure.details = [JSON.Member(name: "entitlement", value: entitlement.json)]
        return failure
    }

    /// The provider takes no more now.
    ///
    /// - Parameter seconds: What the provider asks for; nil: it says nothing. The wait is lengthened at random.
    static func providerBusy(seconds: Int64?) -> Failure {
        let seconds = min(max(1, seconds ?? 5), 300)
        return Failure(
            503, "provider_busy", "the provider takes no more now",
            retryAfter: seconds + Int64.random(in: 0...seconds / 4 + 1))
    }

    /// The provider has failed.
    static func provider(inside: String) -> Failure {
        var failure = Failure(502, "provider", "the provider did not do it", retryAfter: Int64.random(in: 5...15))
        failure.inside = inside
        return failure
    }

    static func fault(inside: String) -> Failure {
        var failure = Failure(500, "internal", "a fault of the gateway; its log has the request's id")
        failure.inside = inside
        return failure
    }

    init(_ error: EngineError) {
        switch error {
        case .busy: self = .unavailable("too much waits for the database", inside: "the lane is full")
        case .away(let why): self = .unavailable("the database is away", inside: why)
        case .conflict(let why): self = .unavailable("the database is busy", inside: "conflict \(why)")
        case .unusable(let why): self = .unavailable("the database cannot be used", inside: why)
        case .gone:
            self = Failure(
                401, "invalid_token", "the account is gone, or this speaker was signed out",
                challenge: "Bearer error=\"invalid_token\"")
        case .constraint(let why): self = .fault(inside: "constraint \(why)")
        case .refused(let why): self = .fault(inside: why)
        case .shape(let why): self = .fault(inside: why)
        }
    }

    /// Whatever a handler threw.
    init(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as EngineError: self = Failure(error)
        case let error as HTTPError:
            switch error.status.code {
            case 404: self = .notFound
            case 405: self = Failure(405, "method_not_allowed", "this address does not take that method")
            case 413: self = .tooLarge
            case 400..<500: self = Failure(error.status.code, "invalid_request", error.status.reasonPhrase)
            default: self = .fault(inside: "HTTP error \(error.status.code)")
            }
        default: self = .fault(inside: "\(type(of: error))")
        }
    }

    func response(requestID: String) -> Response {
        let members = [
            JSON.Member(name: "error", value: .text(error)), JSON.Member(name: "message", value: .text(message)),
            JSON.Member(name: "request_id", value: .text(requestID)),
        ]
        var response = Response(json: .object(members + details), status: HTTPResponse.Status(code: status))
        addHeaders(to: &response)
        return response
    }

    func addHeaders(to response: inout Response) {
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if let challenge { response.headers[.wwwAuthenticate] = challenge }
    }
}

extension Response {
    init(json: JSON, status: HTTPResponse.Status = .ok) {
        let bytes = ByteBuffer(string: json.encoded)
        self.init(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
    }
}
