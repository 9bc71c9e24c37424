/// How the service finds the end of a turn.
public enum TurnDetection: Sendable, Hashable {
    /// Threshold 0…1. All values are always sent, because the documents disagree about the service's default silence.
    case serverVAD(
        threshold: Double = 0.5, prefixMilliseconds: Int = 300, silenceMilliseconds: Int = 500,
        createsResponse: Bool = true, interruptsResponse: Bool = true)
    case semanticVAD(eagerness: Eagerness = .auto, createsResponse: Bool = true, interruptsResponse: Bool = true)

    public enum Eagerness: String, Sendable, Hashable { case low, medium, high, auto }

    /// This detection with more patience: a turn ends only after at least so much silence. The semantic kind judges by
    /// what was said, so it gets its longest wait. Nil changes nothing.
    func waiting(atLeastMilliseconds minimum: Int?) -> TurnDetection {
        guard let minimum else { return self }
        switch self {
        case .serverVAD(let threshold, let prefix, let silence, let creates, let interrupts):
            return .serverVAD(
                threshold: threshold, prefixMilliseconds: prefix, silenceMilliseconds: max(silence, minimum),
                createsResponse: creates, interruptsResponse: interrupts)
        case .semanticVAD(_, let creates, let interrupts):
            return .semanticVAD(eagerness: .low, createsResponse: creates, interruptsResponse: interrupts)
        }
    }

    var interruptsResponse: Bool {
        switch self {
        case .serverVAD(_, _, _, _, let interrupts): interrupts
        case .semanticVAD(_, _, let interrupts): interrupts
        }
    }

    /// How much silence to send so that the service finds the end of a turn; the semantic kind waits up to 8 s.
    var trailMilliseconds: Int {
        switch self {
        case .serverVAD(_, _, let silence, _, _): max(1_000, silence + 500)
        case .semanticVAD: 8_500
        }
    }
}

public enum NoiseReduction: String, Sendable, Hashable {
    case nearField = "near_field"
    case farField = "far_field"
}

/// Time limits of a conversation and of connecting.
public struct RealtimeLimits: Sendable, Hashable {
    public var httpConnectMilliseconds = 3000
    public var httpMilliseconds = 8000
    /// From the answer to a connected pair (UDP or TCP); after that the WebSocket transport is tried.
    public var iceMilliseconds = 4000
    /// From connected to the open data channel, and from there to `session.created`.
    public var channelMilliseconds = 4000
    /// From `session.update` to `session.updated`.
    public var configuredMilliseconds = 5000
    /// A connection that falters for longer is lost.
    public var falterMilliseconds = 2000
    /// A session is renewed in the first silence after this (TALK-4) …
    public var renewAfterMilliseconds = 50 * 60_000
    /// … and must be renewed by this time, silence or not; the service ends it at 60 min.
    public var renewByMilliseconds = 58 * 60_000
    /// How long both sides must have been silent for a renewal to go unnoticed.
    public var renewSilenceMilliseconds = 1500
    /// For the whole farewell to the service.
    public var closeMilliseconds = 2000

    public init() {}
}
