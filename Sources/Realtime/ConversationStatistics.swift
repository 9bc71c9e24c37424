/// How the last conversation went, as figures only, for `anicca session stats`.
public struct ConversationStatistics: Sendable, Equatable {
    /// 0 if there was no conversation yet.
    public var id = 0
    public var transport: TransportKind?
    public var isOpen = false
    /// Milliseconds from `open` to each step, for the last connection.
    public var phaseMilliseconds: [ConnectPhase: Int] = [:]
    /// From `open` to `ready`.
    public var readyMilliseconds: Int?
    /// From `begin` (or from `open`, if it began by itself) to the first audible sample.
    public var firstVoiceMilliseconds: Int?
    public var durationMilliseconds = 0
    public var connections = 0
    public var transportFigures = TransportStatistics()
    public var responses = 0
    public var interruptions = 0
    public var failedResponses = 0
    public var toolCalls = 0
    public var serviceErrors = 0
    public var malformedEvents = 0
    public var failure: RealtimeFailure?

    public init() {}

    /// These figures added to those of the earlier calls in the same conversation.
    func added(to earlier: ConversationStatistics) -> ConversationStatistics {
        var sum = self
        sum.transport = transport ?? earlier.transport
        sum.firstVoiceMilliseconds = earlier.firstVoiceMilliseconds ?? firstVoiceMilliseconds
        sum.readyMilliseconds = readyMilliseconds ?? earlier.readyMilliseconds
        sum.durationMilliseconds += earlier.durationMilliseconds
        sum.connections += earlier.connections
        sum.transportFigures = transportFigures.added(to: earlier.transportFigures)
        sum.responses += earlier.responses
        sum.interruptions += earlier.interruptions
        sum.failedResponses += earlier.failedResponses
        sum.toolCalls += earlier.toolCalls
        sum.serviceErrors += earlier.serviceErrors
        sum.malformedEvents += earlier.malformedEvents
        return sum
    }

    mutating func count(_ counts: SessionCounts) {
        responses = counts.responses
        interruptions = counts.interruptions
        failedResponses = counts.failedResponses
        toolCalls = counts.toolCalls
        serviceErrors = counts.serviceErrors
        malformedEvents = counts.malformedEvents
    }
}

/// The figures of the last conversation, over all its calls. A call that was prepared for the next conversation and
/// never used changes nothing in them.
struct StatisticsKeeper: Sendable {
    /// Figures of the current call, or of the last one.
    var call = ConversationStatistics()
    /// Figures of the earlier calls in the same conversation.
    private var earlier: ConversationStatistics?
    /// Figures of this call's connections before a renewal.
    private var renewed = TransportStatistics()
    /// Figures of the previous conversation, kept while a call is only prepared.
    private var former: ConversationStatistics?
    private var isUsed = true

    /// - Parameter isContinued: a conversation that was lost goes on.
    mutating func connect(id: Int, isContinued: Bool, isMuted: Bool) {
        let last = isUsed ? shown(transport: nil) : former
        earlier = isContinued ? last : nil
        former = isMuted && !isContinued ? last : nil
        isUsed = isContinued || !isMuted
        renewed = TransportStatistics()
        call = ConversationStatistics()
        call.id = id
        call.isOpen = true
    }

    mutating func open() { isUsed = true }

    /// Another connection takes over.
    mutating func renew(after connection: TransportStatistics) { renewed = connection.added(to: renewed) }

    mutating func end(afterMilliseconds milliseconds: Int, failure: RealtimeFailure?) {
        call.isOpen = false
        call.durationMilliseconds = milliseconds
        call.failure = failure
    }

    /// - Parameter transport: figures of the connection in use; nil if there is none any more.
    func shown(transport: TransportStatistics?) -> ConversationStatistics {
        if !isUsed, !call.isOpen, call.failure == nil, let former, former.id != 0 { return former }
        var all = call
        all.transportFigures = (transport ?? call.transportFigures).added(to: renewed)
        return earlier.map { all.added(to: $0) } ?? all
    }
}
