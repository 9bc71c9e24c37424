import Bedside
import Cloud
import Synchronization

/// Calls that a gateway opens for this device, with a key of its own (ACCOUNT-3): the offer goes to the gateway, and the
/// device never has a key of the service's. For a WebSocket it gets a secret that lives for a minute.
public struct GatewayCalls: Sendable {
    /// What the gateway said about a call; reported on the thread of an HTTP client.
    public enum Report: Sendable, Hashable {
        /// The gateway has opened this session for the talk; `leftSeconds` of talk are left this month.
        case opened(session: String, leftSeconds: Int)
        /// It has opened this session for a talk that may come, and counts nothing yet.
        case prepared(session: String)
        case refused(TokenRefusal)
        /// It says that no minute is left (402).
        case exhausted
        /// It is too busy (429, 503), and says when to ask again.
        case busy(retryAfterSeconds: Int)

        /// What an answer says, also one that comes when nobody waits for the call any more. A 401 or 402 of
        /// anything else on the way says nothing.
        init?(_ result: Result<HTTPResponse, HTTPFailure>, isPrepared: Bool = false) {
            guard case .success(let response) = result else { return nil }
            switch response.status {
            case 200, 201:
                let body = Self.body(response)
                guard let session = response.header("Anicca-Session") ?? body?["session_id"]?.text, !session.isEmpty,
                    session.utf8.count <= EventLimits.maximumIdentifierBytes,
                    session.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
                else { return nil }
                if isPrepared {
                    self = .prepared(session: session)
                    return
                }
                let left =
                    response.header("Anicca-Remaining").flatMap { Int($0) } ?? body?["remaining_seconds"]?.integer
                self = .opened(session: session, leftSeconds: left ?? Self.unknownLeftSeconds)
            case 401:
                guard let refusal = TokenRefusal(status: response.status, body: Self.body(response)) else { return nil }
                self = .refused(refusal)
            case 402:
                guard Self.body(response)?["error"]?.text == "quota_exhausted" else { return nil }
                self = .exhausted
            case 429, 503:
                guard let seconds = response.header("Retry-After").flatMap({ Int($0) }), seconds >= 0 else {
                    return nil
                }
                self = .busy(retryAfterSeconds: seconds)
            default: return nil
            }
        }

        /// Assumed if the gateway does not say how much is left. The next sync corrects it.
        private static let unknownLeftSeconds = 600

        private static func body(_ response: HTTPResponse) -> JSONValue? {
            guard response.body.count <= EventLimits.maximumBytes else { return nil }
            return try? JSONValue.ofService(response.body)
        }
    }

    /// A random name of the time for which this program runs.
    private static let run = String(UInt64.random(in: .min ... .max), radix: 16)
    /// The numbers of the requests for calls that this program has sent, to all gateways.
    private static let sent = Mutex(Sent())

    private struct Sent {
        private var count = 0
        /// The number of the last one of each device.
        private var last: [String: Int] = [:]

        mutating func next(of device: String) -> Int {
            count += 1
            last[device] = count
            return count
        }

        /// - Returns: nil: request `number` was not the last one.
        mutating func next(of device: String, after number: Int) -> Int? {
            last[device] == number ? next(of: device) : nil
        }
    }

    /// The address to which offers are posted.
    public var address: String
    /// The root that alone may vouch for the gateway; nil: the system's authorities do. PEM.
    public var authorityFile: String?
    /// The name by which the gateway knows this device.
    public var device: String
    /// The session to go on with when a call was lost; nil: a new talk.
    public var session: @Sendable () -> String?
    /// Whether the next call is for a talk that may come, and is not to be counted yet (ALARM-12).
    public var isPrepared: @Sendable () -> Bool
    /// The habit of the next call, which names the talk on the gateway's page; nil: a plain one.
    public var habit: @Sendable () -> HabitID?
    public var report: @Sendable (Report) -> Void

    public init(
        address: String, authorityFile: String? = nil, device: String, session: @escaping @Sendable () -> String?,
        isPrepared: @escaping @Sendable () -> Bool = { false }, habit: @escaping @Sendable () -> HabitID? = { nil },
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.address = address
        self.authorityFile = authorityFile
        self.device = device
        self.session = session
        self.isPrepared = isPrepared
        self.habit = habit
        self.report = report
    }

    /// Asks for a call, or for a secret, with its own key; the answer is reported, also one that comes when nobody waits
    /// for it any more: the gateway may have opened a session by then, which somebody has to end. For the same reason an
    /// answer that was lost on the way is asked for once more, under the same key: the gateway then opens nothing new.
    ///
    /// Each request has a number, because one that was given up may still be on its way: if it arrives after a later one,
    /// the gateway does not carry it out, and the later one's call goes on. For the same reason nothing is asked for once
    /// more after a later call was.
    ///
    /// - Parameters:
    ///   - isResumed: to go on with the session that there is.
    ///   - done: called on the client's thread.
    func send(
        _ body: [UInt8], content: String, isResumed: Bool, credential: Credential, limits: RealtimeLimits,
        over http: HTTPClient, done: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        let isPrepared = isPrepared()
        let key = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
        var request = HTTPRequest(
            method: .post, url: address,
            headers: [
                (name: "Content-Type", value: content), (name: "Idempotency-Key", value: key),
                (name: "Anicca-Phase", value: isPrepared ? "prepare" : "talk"), (name: "device-id", value: device),
            ], body: body, connectTimeoutMilliseconds: limits.httpConnectMilliseconds,
            timeoutMilliseconds: limits.httpMilliseconds, maximumResponseBytes: 256 << 10)
        request.authorityFile = authorityFile
        request.authorize(credential)
        if isResumed, let session = session() { request.headers.append((name: "Anicca-Resume", value: session)) }
        if let habit = habit()?.name, habit.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), habit.utf8.count <= 64 {
            request.headers.append((name: "Anicca-Habit", value: habit))
        }
        let (unnumbered, report) = (request, report)
        @Sendable func tell(_ result: Result<HTTPResponse, HTTPFailure>) {
            if let said = Report(result, isPrepared: isPrepared) { report(said) }
        }
        let number = Self.sent.withLock { $0.next(of: device) }
        http.send(Self.numbered(number, unnumbered)) { [device] result in
            guard case .failure(.interrupted) = result,
                let next = Self.sent.withLock({ $0.next(of: device, after: number) })
            else {
                tell(result)
                return done(result)
            }
            http.send(Self.numbered(next, unnumbered)) { result in
                tell(result)
                done(result)
            }
        }
    }

    private static func numbered(_ number: Int, _ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers.append((name: "Anicca-Start", value: "\(run)-\(number)"))
        return request
    }
}
