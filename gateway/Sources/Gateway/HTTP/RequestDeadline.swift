import NIOCore
import NIOHTTPTypes

/// Closes a connection on which a request does not arrive whole in time: a client that sends a byte now and then must
/// not hold a connection for ever. On the connection's event loop only.
///
/// The first request's time begins with the connection. A later one's begins with its head; until that is whole, the
/// connection counts as idle, which hummingbird ends.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isInRequest = false

    init(limit: TimeAmount) { self.limit = limit }

    /// The first request has to come, too.
    func channelActive(context: ChannelHandlerContext) {
        arm(context)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { arm(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isInRequest = true
        case .body: break
        case .end:
            isInRequest = false
            disarm()
        }
        context.fireChannelRead(data)
    }

    /// Most requests come in one piece, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isInRequest, deadline == nil { arm(context) }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        disarm()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { disarm() }

    private func arm(_ context: ChannelHandlerContext) {
        disarm()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func disarm() {
        deadline?.cancel()
        deadline = nil
    }
}
