import CNice
import Glibc
import Synchronization
import System

/// A WebRTC connection to one peer: Opus both ways and reliable, ordered data channels.
///
/// Calls may come from any thread and do their work on the event thread, in order; events come on that thread. Only
/// ``line`` is for real-time threads.
/// Dropping the last reference closes it without a word to the owner.
public final class PeerConnection: Sendable {
    public struct Configuration: Sendable {
        /// What an offer offers, and what an answer to `actpass` takes (RFC 8842); `actpass` in an answer: active.
        public enum Setup: Sendable { case actpass, active, passive }

        public var setup = Setup.actpass
        /// Addresses to be reached at; empty: all of this machine's but loopback.
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
        /// The largest message that is taken in; a larger one ends the connection.
        public var maximumMessageBytes = 1 << 20
        /// From both descriptions known to a working path.
        public var pathTimeoutMilliseconds = 8000
        public var handshakeTimeoutMilliseconds = 5000
        /// From secured to the first channel open.
        public var channelTimeoutMilliseconds = 5000
        /// Nothing heard for so long: `.disconnected`; and for so long: `.failed(.connectionLost)`.
        public var silenceMilliseconds = 3500
        public var lostMilliseconds = 15_000
        /// What an orderly end may take.
        public var closeTimeoutMilliseconds = 300
        /// The largest message that goes out; a smaller limit of the peer's counts instead.
        public var maximumSentMessageBytes = 256 << 10
        /// Makes the path to the peer.
        var makePath: @Sendable (ICETransport.Configuration, EventThread) throws(PeerError) -> any DatagramPath = {
            configuration, thread throws(PeerError) in try ICETransport(configuration: configuration, thread: thread)
        }

        public init() {}
    }

    private let thread: EventThread
    private let snapshot = PeerSnapshot()
    /// What is heard and said.
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

    /// A channel of ours, before the offer. `.channelOpen` follows when the peer has it too.
    public func createChannel(label: String) { perform { $0.createChannel(label: label) } }

    public func closeChannel(label: String) { perform { $0.closeChannel(label: label) } }

    /// `.offer` follows, with all candidates.
    public func createOffer() { perform { $0.createOffer() } }

    /// The peer's answer to our offer. `.connected` or `.failed` follows.
    public func accept(answer: String) { perform { $0.accept(answer: answer) } }

    /// The peer's offer. `.answer` follows, then `.connected` or `.failed`.
    public func answer(offer: String) { perform { $0.answer(offer: offer) } }

    /// A text message; `.sendFailed` follows if it cannot be taken (too large, no such channel, queue full).
    public func send(_ text: String, channel: String) { perform { $0.send(.text(text), channel: channel) } }

    public func send(_ bytes: [UInt8], channel: String) { perform { $0.send(.binary(bytes), channel: channel) } }

    /// Ends in order and within ``Configuration/closeTimeoutMilliseconds``; `.closed` follows.
    public func close() { perform { $0.close() } }

    /// Any thread. Off, as it is at first: silence goes out, never the microphone.
    public func setSending(_ isOn: Bool) { line.sender.setSending(isOn) }

    /// Any thread: what is buffered is not played any more (barge-in).
    /// - Parameter ignoringMilliseconds: what the peer has sent within this time after the newest packet is ignored too.
    public func cut(ignoringMilliseconds: Int = 0) { line.receiver.cut(ignoringMilliseconds: ignoringMilliseconds) }

    /// Any thread: the peer has sent audio, silent or not, within that time.
    public func hasReceivedAudio(withinMilliseconds time: Int) -> Bool {
        line.receiver.hasReceived(sinceNanoseconds: bootNanoseconds() - Int64(time) * 1_000_000)
    }

    /// Any thread: nothing audible is left to be played.
    public var isDrained: Bool { line.receiver.isDrained }

    /// Any thread. What RTCP and the path say is up to a second old.
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

/// What the event thread leaves for other threads to read.
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
