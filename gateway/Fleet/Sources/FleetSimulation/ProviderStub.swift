import Bedside

/// The service that talks: takes calls, ends them, keeps its own record of each, and can have a limit. Its time is the
/// simulation's.
final class ProviderStub {
    static let key = "sk-fleet-simulator"

    struct Call {
        let createdAt: CivilTime
        /// When the last sound was heard on it, or it was hung up.
        var endedAt: CivilTime?
    }

    private(set) var calls: [String: Call] = [:]
    /// Calls that were hung up while somebody may still have been talking.
    private(set) var cutOff: [String] = []
    private(set) var refused = 0
    var now = CivilTime(nanoseconds: 0)

    /// So many calls a second; nil: any number.
    private let callsPerSecond: Double?
    private var permits: Double
    private var permitsAt: CivilTime?
    /// For the test of the test: every so manieth call is forgotten a minute before its end.
    private let forgetsEvery: Int?

    init(callsPerSecond: Double?, forgetsEvery: Int? = nil) {
        self.callsPerSecond = callsPerSecond
        self.forgetsEvery = forgetsEvery
        permits = max(1, callsPerSecond ?? 0)
    }

    /// What it answers a request.
    func answer(_ request: HTTPMessage) -> [UInt8] {
        guard request.header("authorization") == "Bearer \(Self.key)" else { return Self.json("401 Unauthorized") }
        let parts = request.path.split(separator: "/")
        if parts.last == "hangup", let call = parts.dropLast().last { return hangUp(String(call)) }
        guard request.path == "/v1/realtime/calls" else { return Self.json("404 Not Found") }
        guard takePermit() else {
            refused += 1
            return Self.json("429 Too Many Requests", [("Retry-After", "5")])
        }
        let call = "rtc_\(calls.count + 1)"
        calls[call] = Call(createdAt: now)
        return HTTPMessage.bytes(
            "HTTP/1.1 201 Created",
            [("Content-Type", "application/sdp"), ("Location", "/v1/realtime/calls/\(call)")],
            body: "v=0\r\ns=\(call)\r\n")
    }

    /// The call that an SDP answer of its own belongs to.
    static func call(of answer: String) -> String? {
        answer.split(whereSeparator: \.isNewline).first { $0.hasPrefix("s=") }.map { String($0.dropFirst(2)) }
    }

    /// The speaker's last packet has come.
    func mediaEnded(_ call: String) {
        guard calls[call]?.endedAt == nil, let index = Int(call.dropFirst(4)) else { return }
        let isForgotten = forgetsEvery.map { index.isMultiple(of: $0) } ?? false
        calls[call]?.endedAt = isForgotten ? now - .minutes(1) : now
    }

    /// Returns the calls that were cut off since it was last asked.
    func takeCutOff() -> [String] {
        defer { cutOff = [] }
        return cutOff
    }

    private func hangUp(_ call: String) -> [UInt8] {
        guard let known = calls[call], known.endedAt == nil else { return Self.json("404 Not Found") }
        calls[call]?.endedAt = now
        cutOff.append(call)
        return Self.json("200 OK")
    }

    /// A token bucket of one second's calls.
    private func takePermit() -> Bool {
        guard let callsPerSecond else { return true }
        let passed = permitsAt.map { (now - $0).seconds } ?? 0
        permitsAt = now
        permits = min(max(1, callsPerSecond), permits + passed * callsPerSecond)
        guard permits >= 1 else { return false }
        permits -= 1
        return true
    }

    private static func json(_ status: String, _ headers: [(String, String)] = []) -> [UInt8] {
        HTTPMessage.bytes("HTTP/1.1 \(status)", headers + [("Content-Type", "application/json")], body: "{}")
    }
}
