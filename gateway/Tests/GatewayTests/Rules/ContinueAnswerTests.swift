import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Gateway

@Suite("A client that waits for 100 before it sends a body gets it", .requirement("GATEWAY-1"))
struct ContinueAnswerTests {
    private static func head(_ expectation: String?) -> HTTPRequestPart {
        var head = HTTPRequest(method: .post, scheme: "https", authority: "gateway.example", path: "/mobile/voice")
        head.headerFields[.expect] = expectation
        return .head(head)
    }

    /// The statuses that were written since the last time.
    private static func statuses(_ channel: EmbeddedChannel) throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status.code) }
        }
        return statuses
    }

    @Test("Once for each request, and for no other expectation")
    func once() throws {
        let channel = EmbeddedChannel(handler: ContinueAnswer())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let cases: [(expectation: String?, statuses: [Int])] = [
            ("100-continue", [100]), ("100-Continue", [100]), (nil, []), ("something", []),
        ]
        for one in cases {
            try channel.writeInbound(Self.head(one.expectation))
            let first = try Self.statuses(channel)
            #expect(first == one.statuses, "\(one.expectation ?? "-")")
            try channel.writeInbound(HTTPRequestPart.end(nil))
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .created)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            let last = try Self.statuses(channel)
            #expect(last == [201])
        }
    }

    @Test("Nothing is written into the middle of an answer")
    func inTheMiddle() throws {
        let channel = EmbeddedChannel(handler: ContinueAnswer())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.writeInbound(Self.head(nil))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeInbound(Self.head("100-continue"))
        let statuses = try Self.statuses(channel)
        #expect(statuses == [200])
    }
}
