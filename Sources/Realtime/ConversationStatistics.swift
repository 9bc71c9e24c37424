/// How the last conversation went, in figures only: for `anicca session stats`.
public struct ConversationStatistics: Sendable, Equatable {
    /// 0: there was none yet.
    public var id = 0
    public var transport: TransportKind?
    public var isOpen = false
    /// Milliseconds from `open` to each step, of the last connection.
    public var phaseMilliseconds: [ConnectPhase: Int] = [:]
    /// From `open` to `ready`.
    public var readyMilliseconds: Int?
    /// From `begin` (or `open`, where it began by itself) to the first audible sample.
    public var firstVoiceMilliseconds: Int?
    public var durationMilliseconds = 0
    public var connections = 0
    public var line = TransportStatistics()
    public var responses = 0
    public var interruptions = 0
    public var failedResponses = 0
    public var toolCalls = 0
    public var serviceErrors = 0
    public var malformedEvents = 0
    public var failure: RealtimeFailure?

    public init() {}

    mutating func count(_ counts: SessionCounts) {
        responses = counts.responses
        interruptions = counts.interruptions
        failedResponses = counts.failedResponses
        toolCalls = counts.toolCalls
        serviceErrors = counts.serviceErrors
        malformedEvents = counts.malformedEvents
    }
}
