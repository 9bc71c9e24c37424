/// One HTTP request. Header values may be secret, so it prints without headers, body and query.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET", head = "HEAD", post = "POST", put = "PUT", delete = "DELETE"
    }

    public var method: Method
    /// `https`, or `http` to this machine.
    public var url: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Limit for name, TCP and TLS together.
    public var connectTimeoutMilliseconds: Int
    /// Limit for the whole request.
    public var timeoutMilliseconds: Int
    public var maximumResponseBytes: Int
    /// Certification authorities that alone may vouch for this server; nil: those of the client. PEM.
    public var authorityFile: String?

    public init(
        method: Method = .get, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        connectTimeoutMilliseconds: Int = 5_000, timeoutMilliseconds: Int = 15_000,
        maximumResponseBytes: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
        self.timeoutMilliseconds = timeoutMilliseconds
        self.maximumResponseBytes = maximumResponseBytes
    }

    /// Adds `Authorization: Bearer …`.
    public mutating func authorize(_ credential: Credential) {
        headers.append((name: "Authorization", value: "Bearer " + credential.secret))
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let shown = url.prefix { $0 != "?" && $0 != "#" }
        // What comes before an @ may be a password.
        guard let at = shown.lastIndex(of: "@") else { return "\(method.rawValue) \(shown)" }
        return "\(method.rawValue) …\(shown[at...])"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// An answer, whatever its status. Its body may hold a short-lived key, so it prints as status and length.
public struct HTTPResponse: Sendable {
    public let status: Int
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// When each step was done, and over which connection.
    public let timing: HTTPTiming

    public init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timing: HTTPTiming = HTTPTiming()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.timing = timing
    }

    /// The first header of that name, in any case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "status \(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// Microseconds since the request began; zero if the step was not needed (a kept connection) or not reached.
public struct HTTPTiming: Sendable, Equatable {
    public var nameMicroseconds = 0
    public var connectMicroseconds = 0
    public var tlsMicroseconds = 0
    public var firstByteMicroseconds = 0
    public var totalMicroseconds = 0
    /// False if a connection from an earlier request carried it.
    public var isNewConnection = true

    public init() {}
}

/// Why a request has no answer.
public enum HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name is unknown, or no name server answered.
    case resolve
    /// No address of the name took the connection (refused, unreachable, silent).
    case connect
    /// The other side could not prove its identity, or does not speak TLS.
    case tls
    /// Connected, but no whole answer came in time.
    case timedOut
    /// Connected, but the connection was cut before the answer was whole.
    case interrupted
    /// Longer than the request allows, or endless headers.
    case tooLarge
    /// Not HTTP.
    case malformed
    /// A request that this client refuses: other protocols, `http` to another machine, header values with line ends.
    case notAllowed
    case cancelled
    /// libcurl, or a library that is loaded with it, is missing on this machine; the text is the system's.
    case incomplete(String)
    /// A libcurl code that fits none of these.
    case other(code: Int)

    public var description: String {
        switch self {
        case .resolve: "the server's name cannot be resolved (no network, or no DNS)"
        case .connect: "the server cannot be reached"
        case .tls: "the server's identity cannot be verified (TLS)"
        case .timedOut: "the server did not answer in time"
        case .interrupted: "the connection was cut in the middle of the answer"
        case .tooLarge: "the answer is too large"
        case .malformed: "the answer is not HTTP"
        case .notAllowed: "the address is not allowed: https only, or http to this machine"
        case .cancelled: "the request was cancelled"
        case .incomplete(let words): "a library is missing: \(words)"
        case .other(let code): "the request failed (libcurl code \(code))"
        }
    }
}
