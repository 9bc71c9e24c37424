/// Why a conversation could not be opened, or ended (TALK-5).
public enum RealtimeFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No route, connection refused, or no connection comes up.
    case network
    case nameResolution
    case tls
    case timedOut(ConnectPhase)
    /// 401 or 403: the key is missing, wrong or expired.
    case credentials
    /// 402, or `insufficient_quota`: the account has no credit left.
    case quota
    /// 429 for any other reason.
    case rateLimited
    /// 5xx, or an error of the service itself (`server_error`, failed responses in a row).
    case provider(status: Int)
    /// The service refuses what we sent (400, `invalid_offer`, unknown model).
    case refused(code: String)
    /// The service's answer makes no sense.
    case malformed
    /// The connection was up and is gone.
    case lost
    /// The connection is up, but the service does not answer.
    case silent
    /// The service's time limit for a session (60 min); the conversation can go on in a new one.
    case sessionExpired
    /// The base URL or another setting cannot be used.
    case configuration(String)
    /// A library that conversations need is missing on this machine; names it in the system's words.
    case incomplete(String)

    /// Whether it may pass, so that it is tried again soon (TALK-5: after 3 s, at most 3 times); otherwise the offline
    /// companion takes over.
    public var isRetryable: Bool {
        switch self {
        case .network, .nameResolution, .timedOut, .provider, .lost, .silent, .sessionExpired, .malformed: true
        // A certificate that cannot be verified often means that the clock is not set yet, or a captive portal.
        case .tls: true
        // Trying again at once changes nothing.
        case .rateLimited, .refused, .incomplete: false
        // Only the owner can fix it (key, plan, setting).
        case .credentials, .quota, .configuration: false
        }
    }

    /// The service's codes for an account without credit.
    static let quotaCodes: Set<String> = ["insufficient_quota", "billing_hard_limit_reached"]

    /// What a code of the service means after which it does nothing more in the session; nil for any other code.
    static func ending(_ code: String) -> RealtimeFailure? {
        switch code {
        case "session_expired": .sessionExpired
        case _ where quotaCodes.contains(code): .quota
        case "invalid_api_key", "authentication_error", "token_expired", "ephemeral_token_expired": .credentials
        default: nil
        }
    }

    public var description: String {
        switch self {
        case .network: "the service cannot be reached"
        case .nameResolution: "the service's name cannot be resolved"
        case .tls: "the secure connection to the service was refused"
        case .timedOut(let phase): "no answer in time (\(phase.rawValue))"
        case .credentials: "the service refuses the key"
        case .quota: "the account has no quota left"
        case .rateLimited: "too many requests"
        case .provider(let status): "the service failed (\(status))"
        case .refused(let code): "the service refused the request (\(code))"
        case .malformed: "the service's answer makes no sense"
        case .lost: "the connection was lost"
        case .silent: "the service does not answer"
        case .sessionExpired: "the session reached the service's time limit"
        case .configuration(let text): "\(text)"
        case .incomplete(let text): "a library is missing: \(text)"
        }
    }
}
