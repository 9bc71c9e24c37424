import Foundation
import TestKit
import Testing

@testable import PeerConnection

/// Our connection against aiortc as it comes from PyPI, without the service's dialect, over a bad path.
@Suite(.requirement("TALK-1"), .serialized, .enabled(if: PeerProcess.interpreter != nil), .bounded)
struct PlainAiortcTests {
    private static let label = "oai-events"

    /// Answers and offers over HTTP, echoes what comes over channels, sends silence.
    private static let source = """
        import asyncio
        import aioice.ice
        from aiohttp import web
        from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
        from aiortc.mediastreams import AudioStreamTrack

        aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]

        async def serve():
            pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))

            def listen(channel):
                channel.on("message", channel.send)

            pc.on("datachannel", listen)

            async def offer(request):
                await pc.setRemoteDescription(RTCSessionDescription(await request.text(), "offer"))
                pc.addTrack(AudioStreamTrack())
                await pc.setLocalDescription(await pc.createAnswer())
                return web.Response(text=pc.localDescription.sdp)

            async def create(request):
                pc.addTrack(AudioStreamTrack())
                listen(pc.createDataChannel("oai-events"))
                await pc.setLocalDescription(await pc.createOffer())
                return web.Response(text=pc.localDescription.sdp)

            async def answer(request):
                await pc.setRemoteDescription(RTCSessionDescription(await request.text(), "answer"))
                return web.Response(text="")

            async def end(request):
                await pc.close()
                return web.Response(text="")

            app = web.Application()
            app.add_routes([web.post("/offer", offer), web.post("/create", create), web.post("/answer", answer),
                            web.delete("/", end)])
            runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            print("listening on", site._server.sockets[0].getsockname()[1], flush=True)
            stop = asyncio.Event()
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
            await stop.wait()
            await pc.close()
            await runner.cleanup()

        asyncio.run(serve())

        """

    enum Arrangement: Sendable { case weOffer, weAnswerAsClient, weAnswerAsServer }

    /// The description with its UDP candidates redirected through the forwarder, so that nothing bypasses it.
    private func rewritten(_ description: String, through forwarder: PeerProcess) throws -> String {
        try description.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("a=candidate:") else { return String(line) }
            var fields = line.split(separator: " ").map(String.init)
            try #require(fields.count > 7 && fields[2].lowercased() == "udp")
            let made = forwarder.http("POST", "/paths", #"{"target":["\#(fields[4])",\#(fields[5])]}"#)
            let path = try #require(made.json as? [String: Any], "\(made)")
            fields[5] = "\(try #require(path["port"] as? Int))"
            return fields.joined(separator: " ")
        }.joined(separator: "\r\n")
    }

    @Test(arguments: [Arrangement.weOffer, .weAnswerAsClient, .weAnswerAsServer])
    func connectsOverABadPathEvenIfTheFirstHandshakeDatagramsAreLost(arrangement: Arrangement) throws {
        let forwarder = try PeerProcess(script: "udp_forwarder.py", arguments: ["--seed", "11"])
        defer { forwarder.stop() }
        let aiortc = try PeerProcess(source: Self.source)
        defer { aiortc.stop() }
        let bad = #"[{"loss":0.05,"delay_ms":10,"jitter_ms":20,"reorder":0.1,"duplicate":0.1}]"#
        #expect(forwarder.http("POST", "/phases", bad).status == 200)
        // Two whole datagrams of the first flights, from either side; the forwarder cannot distinguish DTLS from STUN.
        let loss = Loss(seed: 1, percent: 100, kind: .dtls, limit: 2)
        let thread = try EventThread(name: "aiortc-test")
        defer { thread.stop() }
        var configuration = PeerConnection.Configuration()
        configuration.localAddresses = ["127.0.0.1"]
        configuration.allowsTCP = false
        // aiortc sends a flight again after 1 s and then 2 s.
        configuration.handshakeTimeoutMilliseconds = 12_000
        configuration.pass(through: loss.seam)
        if arrangement != .weOffer { configuration.setup = arrangement == .weAnswerAsClient ? .active : .passive }
        let end = try Endpoint(configuration, thread: thread)
        defer { end.connection.withLock { $0 = nil } }
        let peer = try #require(end.peer)
        func described() throws -> String {
            #expect(wait { end.description.withLock { $0 } != nil || end.failure != nil })
            return try rewritten(try #require(end.description.withLock { $0 }), through: forwarder)
        }
        if arrangement == .weOffer {
            peer.createChannel(label: Self.label)
            peer.createOffer()
            let answer = aiortc.http("POST", "/offer", try described())
            #expect(answer.status == 200, "\(answer.body)")
            peer.accept(answer: try rewritten(answer.body, through: forwarder))
        } else {
            let offer = aiortc.http("POST", "/create")
            #expect(offer.status == 200, "\(offer.body)")
            peer.answer(offer: try rewritten(offer.body, through: forwarder))
            #expect(aiortc.http("POST", "/answer", try described()).status == 200)
        }
        #expect(wait(upToMilliseconds: 15_000) { end.has(.channelOpen(label: Self.label)) || end.failure != nil })
        try #require(end.failure == nil && end.has(.channelOpen(label: Self.label)), "\(end.log)")
        #expect(loss.lost == 2)
        let text = String(repeating: "0123456789", count: 6600)
        peer.send(text, channel: Self.label)
        peer.send([1, 2, 3], channel: Self.label)
        #expect(wait { end.messages == [.text(text), .binary([1, 2, 3])] }, "\(end.messages.count) messages")
        #expect(wait { peer.statistics.packetsReceived > 50 })
        // All of it went through the bad path.
        let ways = (forwarder.http("GET", "/stats").json as? [String: Any])?["paths"] as? [[String: [String: Int]]]
        for counter in ["passed", "lost", "duplicated", "reordered"] {
            let total = (ways ?? []).flatMap(\.values).reduce(0) { $0 + ($1[counter] ?? 0) }
            #expect(total > (counter == "passed" ? 150 : 0), "\(counter): \(total)")
        }
        // It says goodbye once, in two datagrams. Lost ones are another test's: here the way is good again before.
        #expect(forwarder.http("POST", "/phases", "[{}]").status == 200)
        aiortc.http("DELETE", "/")
        // Its abort has no cause, and DTLS's goodbye may come before it.
        #expect(wait { end.failure != nil })
        let ends: [PeerError?] = [.closedByPeer, .associationFailed(code: 0)]
        #expect(ends.contains(end.failure), "\(String(describing: end.failure))")
    }
}
