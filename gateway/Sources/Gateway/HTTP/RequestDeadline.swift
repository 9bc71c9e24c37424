import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection on which a request does not arrive whole in time: a client that sends a byte now and then must
/// not hold a connection for ever. On the connection's event loop only.
///
/// The first request's time begins with the connection. A later one's begins with its head; until that is whole, the
/// connection counts as idle, which hummingbird ends.
///
/// A recording of a voice is long for a slow line: while enough of it comes, its time begins anew, a few times.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// How often the time of a recording begins: four times 30 s are what a speaker waits.
    static let recordingRounds = 4
    /// What has to come of a recording until its time begins anew.
    static let recordingBytesPerSecond = 8 << 10
    private static let recordingPaths: Set<Substring> = ["/mobile/voice", "/api/mobile/voice"]

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isInRequest = false
    /// How often the time may still begin anew.
    private var roundsLeft = 0
    /// What has come of the body since the time last began.
    private var bytes = 0

    init(limit: TimeAmount) { self.limit = limit }

    /// The first request has to come, too.
    func channelActive(context: ChannelHandlerContext) {
        arm(context.channel)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { arm(context.channel) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isInRequest = true
            if Self.isRecording(head) {
                roundsLeft = Self.recordingRounds - 1
                arm(context.channel)
            }
        case .body(let buffer): bytes += buffer.readableBytes
        case .end:
            isInRequest = false
            roundsLeft = 0
            disarm()
        }
        context.fireChannelRead(data)
    }

    /// Most requests come in one piece, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isInRequest, deadline == nil { arm(context.channel) }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        disarm()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { disarm() }

    private static func isRecording(_ head: HTTPRequest) -> Bool {
        head.method == .post && recordingPaths.contains((head.path ?? "").prefix { $0 != "?" })
    }

    private func arm(_ channel: any Channel) {
        disarm()
        bytes = 0
        let this = NIOLoopBound(self, eventLoop: channel.eventLoop)
        deadline = channel.eventLoop.scheduleTask(in: limit) { this.value.isOver(channel) }
    }

    private func isOver(_ channel: any Channel) {
        let needed = limit.nanoseconds / 1_000_000_000 * Int64(Self.recordingBytesPerSecond)
        guard roundsLeft > 0, Int64(bytes) >= needed else { return channel.close(promise: nil) }
        roundsLeft -= 1
        arm(channel)
    }

    private func disarm() {
        deadline?.cancel()
        deadline = nil
    }
}
