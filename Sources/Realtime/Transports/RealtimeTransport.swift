import Bedside

/// How events and sound reach the service.
public enum TransportKind: String, Sendable, Hashable {
    case webRTC, webSocket
}

/// How far the sound of the answer has been played.
package struct Playout: Sendable, Equatable {
    /// Received and not yet passed to the speaker; on WebRTC an estimate (what the jitter buffer holds).
    var pendingMilliseconds = 0
    /// WebRTC: sound has come recently, audible or not.
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
    /// How much of this item was really rendered.
    var playedMilliseconds: Int
    var receivedMilliseconds: Int
}

/// What a transport reports to its owner, always on the event thread, in order, and never after `close()`.
enum TransportEvent: Sendable {
    /// A step of connecting was reached; for statistics and logs only.
    case phase(ConnectPhase)
    /// Events can be sent and received, because the data channel is open or the socket is upgraded.
    case opened
    /// One event of the service: UTF-8 JSON, at most `EventLimits.maximumBytes`; longer ones are `oversized`.
    case message([UInt8])
    case oversized(bytes: Int)
    /// The connection is silent and may come back (ICE consent, a missing pong).
    case faltering(Bool)
    /// The end; reported once, with nothing after it.
    case failed(RealtimeFailure)
    /// Also the end: this kind of transport cannot connect here, but another may (WebRTC only, TALK-3). `otherwise`:
    /// the failure to report if no other is tried. `isLocal`: the cause is on this machine and says nothing about the
    /// network.
    case unusable(String, otherwise: RealtimeFailure = .timedOut(.connected), isLocal: Bool = false)
}

/// Steps of a connection, in the order in which they are usually reached.
public enum ConnectPhase: String, Sendable, Hashable, CaseIterable {
    case offer, secret, call, connected, opened, created, configured
}

/// What a transport knows about its connection; zero where it cannot know.
public struct TransportStatistics: Sendable, Equatable {
    public var packetsReceived = 0
    public var packetsLost = 0
    public var jitterMilliseconds = 0.0
    public var roundTripMilliseconds = 0.0
    /// Voice in the jitter buffer or the play-out queue.
    public var bufferMilliseconds = 0.0
    public var concealedMilliseconds = 0
    /// Sound removed and inserted to bring the delay back to its target.
    public var acceleratedMilliseconds = 0
    public var expandedMilliseconds = 0
    public var bytesSent = 0
    public var bytesReceived = 0

    public init() {}

    /// Adds what can be summed; values that describe a connection's state are this one's, if it carried anything.
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
/// Threads: everything on the event thread, except the getters (any thread) and what real-time threads do with `sound`.
/// After `close`, every call does nothing.
protocol RealtimeTransport: AnyObject, Sendable {
    var kind: TransportKind { get }

    /// Begins to connect; ends in `.opened` or `.failed`, within its own time limits (TALK-3). `session` is the JSON
    /// object of `session` (TheService.md, Session settings) for transports that can hand it over while connecting;
    /// `session.update` follows in any case.
    func connect(session: [UInt8])

    /// Sends one client event, UTF-8 JSON without a newline. Ignored before `.opened`.
    func send(_ event: [UInt8])

    /// Switches the microphone on or off. While it is off, as at first, its sound never leaves the device; the
    /// connection carries silence or nothing.
    func setSending(_ isOn: Bool)

    /// Plays sound of the answer that came inside events (WebSocket): PCM16 little-endian, 24 kHz, mono. Others ignore
    /// it.
    func play(_ pcm: [UInt8], item: String, contentIndex: Int)

    /// Drops what is buffered for the speaker, at once (barge-in). What arrives later is played.
    func cut()

    /// Ends in order and in bounded time; also asks the service to hang up if it can. Reports nothing afterwards.
    /// - Parameter whenGone: called on the event thread once nothing more is sent to the service, so that the holder of
    ///   the transport can release it; it may never be called.
    func close(whenGone: @escaping @Sendable () -> Void)

    /// Any thread.
    var playout: Playout { get }
    /// Any thread.
    var statistics: TransportStatistics { get }

    /// The sound for the real-time threads; the same object each time.
    var sound: any TransportSound { get }
}

/// A transport's sound, as the real-time threads use it: no allocation, locks or logging. It may be used after the
/// transport's end.
protocol TransportSound: AnyObject, Sendable {
    /// Fills all of `frames` with 48 kHz mono; returns how many samples come from the service (the rest is silence).
    /// Playback thread only.
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int

    /// Takes captured samples, 48 kHz mono; called while muted too. Capture thread only.
    func capture(_ frames: UnsafeBufferPointer<Float>)
}

extension RealtimeTransport {
    func close() { close(whenGone: {}) }
}
