import CNice
import Glibc
import Synchronization
import System

/// A WebRTC connection to one peer: Opus both ways and reliable, ordered data channels.
///
/// Calls may come from any thread; they do their work on the event thread, in order, and events are reported on that
/// thread. Only ``line`` is for real-time threads. Dropping the last reference closes the connection without reporting
/// anything to the owner.
public final class PeerConnection: Sendable {
    public struct Configuration: Sendable {
        /// The role that an offer offers, and that an answer to `actpass` takes (RFC 8842); `actpass` in an answer
        /// means active.
        public enum Setup: Sendable { case actpass, active, passive }

        public var setup = Setup.actpass
        /// Addresses that the peer can reach us at; empty: all of this machine except loopback.
        public var localAddresses: [String] = []
        public var allowsUDP = true
        /// Candidates over TCP too, for networks that block UDP (TALK-3).
        public var allowsTCP = true
        public var bitrate = 32_000
        /// Opus's effort, 0...10.
        public var complexity = 5
        /// Bounds of the jitter buffer's target.
        public var minimumDelayMilliseconds = 20
        public var maximumDelayMilliseconds = 200
        /// The largest message that is accepted; a larger one ends the connection.
        public var maximumMessageBytes = 1 << 20
        /// From having both descriptions to a working path.
        public var pathTimeoutMilliseconds = 8000
        public var handshakeTimeoutMilliseconds = 5000
        /// From the end of the DTLS handshake to the first open channel.
        public var channelTimeoutMilliseconds = 5000
        /// When nothing was heard for this long: `.disconnected`; for ``lostMilliseconds``: `.failed(.connectionLost)`.
        public var silenceMilliseconds = 3500
        public var lostMilliseconds = 15_000
        /// How long an orderly end may take.
        public var closeTimeoutMilliseconds = 300
        /// The largest message that we send, unless the peer's limit is smaller.
        public var maximumSentMessageBytes = 256 << 10
        /// Creates the path to the peer.
        var makePath: @Sendable (ICETransport.Configuration, EventThread) throws(PeerError) -> any DatagramPath = {
            configuration, thread throws(PeerError) in try ICETransport(configuration: configuration, thread: thread)
        }

        public init() {}
    }

    private let thread: EventThread
    private let snapshot = PeerSnapshot()
    /// The audio in both directions, for the real-time threads.
    package let line: AudioLine
    private let session: Held<PeerSession>

    /// - Parameter report: called on the event thread.
    public init(
        configuration: Configuration, thread: EventThread, report: @escaping @Sendable (PeerEvent) -> Void
    ) throws(PeerError) {
        self.thread = thread
        let line = try AudioLine(configuration: configuration)
        self.line = line
        let audio = PeerAudio(line: line)
        session = Held(
            try PeerSession(
                configuration: configuration, thread: thread, snapshot: snapshot, audio: audio, report: report))
    }

    deinit {
        let session = session
        thread.run { session.value.close() }
    }

    /// Creates a channel of ours; call it before the offer. `.channelOpen` follows when the peer has it too.
    public func createChannel(label: String) { perform { $0.createChannel(label: label) } }

    public func closeChannel(label: String) { perform { $0.closeChannel(label: label) } }

    /// Makes an offer. `.offer` follows, with all candidates.
    public func createOffer() { perform { $0.createOffer() } }

    /// Takes the peer's answer to our offer. `.connected` or `.failed` follows.
    public func accept(answer: String) { perform { $0.accept(answer: answer) } }

    /// Takes the peer's offer. `.answer` follows, then `.connected` or `.failed`.
    public func answer(offer: String) { perform { $0.answer(offer: offer) } }

    /// Sends a text message; `.sendFailed` follows if it cannot be accepted (too large, no such channel, queue full).
    public func send(_ text: String, channel: String) { perform { $0.send(.text(text), channel: channel) } }

    public func send(_ bytes: [UInt8], channel: String) { perform { $0.send(.binary(bytes), channel: channel) } }

    /// Ends the connection in order, within ``Configuration/closeTimeoutMilliseconds``; `.closed` follows.
    public func close() { perform { $0.close() } }

    /// Switches the microphone on or off. Any thread. While it is off, as it is at first, only silence is sent.
    public func setSending(_ isOn: Bool) { line.sender.setSending(isOn) }

    /// Stops playing what is buffered (barge-in). Any thread.
    /// - Parameter ignoringMilliseconds: what the peer sends within this time after the newest packet is ignored too.
    public func cut(ignoringMilliseconds: Int = 0) { line.receiver.cut(ignoringMilliseconds: ignoringMilliseconds) }

    /// Whether the peer has sent audio, silent or not, within that time. Any thread.
    public func hasReceivedAudio(withinMilliseconds time: Int) -> Bool {
        line.receiver.hasReceived(sinceNanoseconds: bootNanoseconds() - Int64(time) * 1_000_000)
    }

    /// Whether nothing audible is left to be played. Any thread.
    public var isDrained: Bool { line.receiver.isDrained }

    /// How the connection is doing. Any thread. Figures from RTCP and the path are up to a second old.
    public var statistics: PeerStatistics {
        var statistics = snapshot.statistics.withLock { $0 }
        let sent = line.sender.counters
        statistics.packetsSent = sent.packetsSent
        statistics.bytesSent = sent.bytesSent
        statistics.playout = line.receiver.counters()
        return statistics
    }

    private func perform(_ work: @escaping @Sendable (PeerSession) -> Void) {
        let session = session
        thread.run { work(session.value) }
    }
}

/// What the event thread publishes for other threads to read.
final class PeerSnapshot: Sendable {
    let statistics = Mutex(PeerStatistics())
}

extension SessionDescription.Setup {
    init(_ setup: PeerConnection.Configuration.Setup) {
        switch setup {
        case .actpass: self = .actpass
        case .active: self = .active
        case .passive: self = .passive
        }
    }
}
