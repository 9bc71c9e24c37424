import Bedside

/// How events and sound reach the service.
public enum TransportKind: String, Sendable, Hashable {
    case webRTC, webSocket
}

/// Where the sound of the answer stands.
package struct Playout: Sendable, Equatable {
    /// Received and not yet given to the speaker; an estimate on WebRTC (what the jitter buffer holds).
    var pendingMilliseconds = 0
    /// WebRTC: sound has come lately, audible or not.
    var isFed = false
    /// The item whose sound was rendered last, with how much of it was rendered and received. WebSocket only: on WebRTC
    /// the service paces the sound and truncates by itself.
    var item: PlayoutItem?

    package init(pendingMilliseconds: Int = 0, isFed: Bool = false, item: PlayoutItem? = nil) {
        self.pendingMilliseconds = pendingMilliseconds
        self.isFed = isFed
        self.item = item
    }
}

package struct PlayoutItem: Sendable, Equatable {
    var id: String
    var contentIndex: Int
    /// Samples really rendered of this item.
    var playedMilliseconds: Int
    var receivedMilliseconds: Int
}

/// What a transport says to its owner; always on the event thread, in order, nothing after `close()`.
enum TransportEvent: Sendable {
    /// A step on the way was reached; for statistics and logs only.
    case phase(ConnectPhase)
    /// Events can be sent and received: the data channel is open, or the socket upgraded.
    case opened
    /// One event of the service: UTF-8 JSON, at most `EventLimits.maximumBytes`; longer ones are `oversized`.
    case message([UInt8])
    case oversized(bytes: Int)
    /// The line is silent and may come back (ICE consent, a missing pong).
    case faltering(Bool)
    /// The end: posted once, and nothing after it.
    case failed(RealtimeFailure)
    /// The end, too: this kind of transport cannot connect here, another may (WebRTC only, TALK-3). `otherwise`: what it is
    /// where no other is tried. `isLocal`: the cause is on this machine and says nothing of the network.
    case unusable(String, otherwise: RealtimeFailure = .timedOut(.connected), isLocal: Bool = false)
}

/// Steps of a connection, in the order in which they are usually reached.
public enum ConnectPhase: String, Sendable, Hashable, CaseIterable {
    case offer, secret, call, connected, opened, created, configured
}

/// What a transport knows about its line; zero where it cannot know.
public struct TransportStatistics: Sendable, Equatable {
    public var packetsReceived = 0
    public var packetsLost = 0
    public var jitterMilliseconds = 0.0
    public var roundTripMilliseconds = 0.0
    /// Voice in the jitter buffer or the play-out queue.
    public var bufferMilliseconds = 0.0
    public var concealedMilliseconds = 0
    /// Taken out of the sound, and put into it, to bring the delay back to its target.
    public var acceleratedMilliseconds = 0
    public var expandedMilliseconds = 0
    public var bytesSent = 0
    public var bytesReceived = 0

    public init() {}

    /// What adds up does; of what is a state of the line, this one's, if it ever carried anything.
    func added(to earlier: TransportStatistics) -> TransportStatistics {
        var sum = packetsReceived == 0 && bytesReceived == 0 ? earlier : self
        sum.packetsReceived = earlier.packetsReceived + packetsReceived
        sum.packetsLost = earlier.packetsLost + packetsLost
        sum.concealedMilliseconds = earlier.concealedMilliseconds + concealedMilliseconds
        sum.acceleratedMilliseconds = earlier.acceleratedMilliseconds + acceleratedMilliseconds
        sum.expandedMilliseconds = earlier.expandedMilliseconds + expandedMilliseconds
        sum.bytesSent = earlier.bytesSent + bytesSent
        sum.bytesReceived = earlier.bytesReceived + bytesReceived
        return sum
    }
}

/// One connection to the service, used once. Two exist while a session is renewed, so nothing in it may be global.
///
/// Threads: everything on the event thread, except the getters (any thread) and what real-time threads do with `sound`. Every call after `close` does nothing.
protocol RealtimeTransport: AnyObject, Sendable {
    var kind: TransportKind { get }

    /// Begins to connect; ends in `.opened` or `.failed`, within bounds of its own (TALK-3). `session` is the JSON
    /// object of `session` (§3) for those that can hand it over on the way; `session.update` follows in any case.
    func connect(session: [UInt8])

    /// One client event, UTF-8 JSON without a newline. Ignored before `.opened`.
    func send(_ event: [UInt8])

    /// Off (at first): the microphone never leaves the device; the line carries silence or nothing.
    func setSending(_ isOn: Bool)

    /// Sound of the answer that came inside events (WebSocket): PCM16 little-endian, 24 kHz, mono. Others ignore it.
    func play(_ pcm: [UInt8], item: String, contentIndex: Int)

    /// Drops what is buffered for the speaker, now (barge-in). What arrives later plays again.
    func cut()

    /// Orderly and bounded end; also tells the service to hang up where it can. Posts nothing afterwards.
    /// - Parameter whenGone: called on the event thread once nothing more is said to the service, so that whoever holds
    ///   the transport until then can let it go; it may be never.
    func close(whenGone: @escaping @Sendable () -> Void)

    /// Any thread.
    var playout: Playout { get }
    /// Any thread.
    var statistics: TransportStatistics { get }

    /// The same object each time.
    var sound: any TransportSound { get }
}

/// A transport's sound, as the real-time threads use it: no allocation, locks, logging. It may be used after the
/// transport's end.
protocol TransportSound: AnyObject, Sendable {
    /// Playback thread only. 48 kHz mono; fills all; returns how many samples come from the service (the rest is silence).
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int

    /// Capture thread only. 48 kHz mono. Called while muted too.
    func capture(_ frames: UnsafeBufferPointer<Float>)
}

extension RealtimeTransport {
    func close() { close(whenGone: {}) }
}
