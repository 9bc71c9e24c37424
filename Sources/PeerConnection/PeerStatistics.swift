/// How a peer connection is doing: times in milliseconds, counts since it was created.
public struct PeerStatistics: Sendable, Equatable {
    public enum CandidateKind: Sendable, Equatable { case host, serverReflexive, peerReflexive, relayed }

    /// The candidate pair in use.
    public struct Path: Sendable, Equatable {
        public var local: CandidateKind
        public var remote: CandidateKind
        public var isTCP: Bool
        public var isIPv6: Bool
    }

    /// When each step was reached, in milliseconds since the offer (or the answer) was begun.
    public struct Milestones: Sendable, Equatable {
        public var gatheredMilliseconds: Double?
        /// When the peer's description was accepted.
        public var answeredMilliseconds: Double?
        /// When ICE had a working path.
        public var connectedMilliseconds: Double?
        /// When DTLS was done.
        public var securedMilliseconds: Double?
        public var channelOpenMilliseconds: Double?

        public init() {}
    }

    public var milestones = Milestones()
    public var path: Path?
    public var packetsSent = 0
    public var bytesSent = 0
    public var packetsReceived = 0
    public var bytesReceived = 0
    /// Lost packets of the peer's audio, net of duplicates, as RTCP counts them.
    public var packetsLost = 0
    /// Loss of our own audio, as the peer last reported it.
    public var lossPercentSeenByPeer = 0
    public var jitterMilliseconds = 0.0
    /// From RTCP; nil until the peer has answered one of our reports.
    public var roundTripMilliseconds: Double?
    /// The jitter buffer: delay, target, concealment, what came late.
    public var playout = ReceiverCounters()
    /// Packets that SRTP refused: replayed, forged or broken.
    public var refusedPackets = 0
    /// Datagrams of no known kind.
    public var unknownDatagrams = 0
    /// Datagrams that the path did not accept.
    public var unsentDatagrams = 0

    public init() {}

    /// How long a packet that took the shortest path waits before it is played.
    public var delayMilliseconds: Int { playout.delayMilliseconds }
    public var concealedMilliseconds: Int { playout.concealedMilliseconds }
}
