import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Gateway

@Suite("How long a request may take to arrive", .requirement("GATEWAY-7", "GATEWAY-3"))
struct RequestDeadlineTests {
    /// A connection on a clock of its own, on which the head of a request has come.
    private static func connection(_ method: HTTPRequest.Method, _ path: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestDeadline(limit: .seconds(30)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        let head = HTTPRequest(method: method, scheme: "https", authority: "gateway.example", path: path)
        try channel.writeInbound(HTTPRequestPart.head(head))
        return channel
    }

    private static func send(_ kibibytes: Int, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 7, count: kibibytes << 10)))
    }

    @Test(
        "A slow line has two minutes for the recording of a voice",
        arguments: ["/mobile/voice", "/api/mobile/voice", "/mobile/voice?x=1"])
    func recording(path: String) throws {
        let channel = try Self.connection(.post, path)
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        // 16 KiB a second: 1.9 MB in less than two minutes.
        for _ in 0..<11 {
            try Self.send(160, on: channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(10))
            #expect(channel.isActive)
        }
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(600))
        #expect(channel.isActive, "it is whole")
    }

    @Test("A recording that trickles in, or takes longer than that, is cut")
    func slowRecording() throws {
        for (kibibytes, seconds) in [(70, 30), (160, 120)] {
            let channel = try Self.connection(.post, "/mobile/voice")
            defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
            for second in stride(from: 10, through: seconds, by: 10) {
                try Self.send(kibibytes, on: channel)
                channel.embeddedEventLoop.advanceTime(by: .seconds(10))
                #expect(channel.isActive == (second < seconds), "\(second) s")
            }
        }
    }

    @Test("Any other request has half a minute, also after a recording on the same connection")
    func others() throws {
        for (method, path) in [(.put, "/mobile/profile"), (.get, "/mobile/voice"), (.post, "/mobile/voices")]
            as [(HTTPRequest.Method, String)]
        {
            let channel = try Self.connection(.post, "/mobile/voice")
            defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
            try channel.writeInbound(HTTPRequestPart.end(nil))
            let head = HTTPRequest(method: method, scheme: "https", authority: "gateway.example", path: path)
            try channel.writeInbound(HTTPRequestPart.head(head))
            try Self.send(1_000, on: channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive, "\(path)")
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive, "\(path)")
        }
    }
}
