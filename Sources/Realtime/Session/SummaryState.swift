import Bedside

/// The summary of a talk that the service was asked for, until it is answered or late (MIND-3).
struct SummaryState: Sendable, Equatable {
    static let purpose = "summary"
    static let maximumMilliseconds = 60_000
    static let maximumOutputTokens = 700
    /// Less than a message over the data channel may hold (256 KiB).
    static let maximumRequestBytes = 192 << 10
    /// How many answers of the conversation are cancelled while the summary is awaited; more would be a flood.
    static let maximumCancels = 8

    private let request: SummaryRequest
    private let tool: SessionSettings.Tool
    let until: BootTime
    let askedAt: BootTime
    /// Our latest `response.create`.
    var event = ""
    /// Asked without the parameters that only reasoning models know.
    var isPlain: Bool
    var cancels = 0
    /// The event that ended a turn in which the owner was still speaking; nil: they were not.
    var commit: String?
    /// Whether the service has answered, so that only the owner's last words are awaited.
    private(set) var isAnswered = false
    /// The arguments of the service's answer; nil if there is no summary.
    private(set) var arguments: String?

    /// nil if the request cannot be sent: its schema is not an object, or it is too long.
    init?(_ request: SummaryRequest, isPlain: Bool, at now: BootTime) {
        guard let tool = SessionSettings.tools(from: [request.tool]).tools.first,
            request.talk.utf8.count <= EventLimits.maximumIdentifierBytes
        else { return nil }
        self.request = request
        self.tool = tool
        self.isPlain = isPlain
        askedAt = now
        until = now + .milliseconds(min(max(1, request.deadlineMilliseconds), Self.maximumMilliseconds))
        guard response.encoded.count <= Self.maximumRequestBytes else { return nil }
    }

    mutating func answered(_ arguments: String?) {
        isAnswered = true
        self.arguments = arguments
    }

    /// Whether a response with this `metadata` is the summary.
    func isOurs(_ tag: ServerEvent.ResponseTag?) -> Bool {
        tag == ServerEvent.ResponseTag(purpose: Self.purpose, talk: request.talk)
    }

    /// The `response` object of our `response.create` (TheService.md, Out-of-band responses).
    var response: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
        add("conversation", .text("none"))
        add("metadata", .object(["purpose": .text(Self.purpose), "talk": .text(request.talk)]))
        add("output_modalities", .list([.text("text")]))
        add("input", .list([ClientEvent.Item.owner(request.input).json]))
        add("instructions", .text(request.instructions))
        add("tools", .list([tool.json]))
        add("tool_choice", .object(["type": .text("function"), "name": .text(tool.name)]))
        if !isPlain {
            add("parallel_tool_calls", .flag(false))
            add("reasoning", .object(["effort": .text("minimal")]))
        }
        add("max_output_tokens", .integer(Self.maximumOutputTokens))
        return .object(members)
    }

    /// Whether to ask again, once, because the service does not know a parameter that can be left out.
    func canLeaveOut(_ parameter: String) -> Bool {
        guard !isPlain else { return false }
        return parameter.split(separator: ".").contains { $0 == "reasoning" || $0 == "parallel_tool_calls" }
    }

    enum Verdict: Sendable, Equatable {
        case arguments(String)
        /// The reason is safe to log.
        case refused(String)
    }

    /// Accepts a completed response that calls our function and nothing else. The arguments are not read.
    func verdict(on response: ServerEvent.FinishedResponse) -> Verdict {
        switch response.status {
        case .completed: break
        case .cancelled: return .refused("cancelled")
        case .incomplete(let reason): return .refused("incomplete: \(reason)")
        case .failed(let code): return .refused("failed: \(code)")
        }
        guard let call = response.calls.first else { return .refused("no call") }
        guard response.calls.count == 1 else { return .refused("\(response.calls.count) calls") }
        guard call.name == tool.name else { return .refused("a call of another function") }
        return .arguments(call.arguments)
    }
}
