import Foundation
import TestKit
import Testing

@testable import PeerConnection

/// Our connection against libwebrtc itself, in Debian's headless Chromium.
@Suite(
    .requirement("TALK-1"), .serialized, .enabled(if: WithChromium.isPossible), WithChromium(), .bounded)
struct ChromiumTests {
    private static let label = "oai-events"
    private static let ourHertz: Float = 750
    private static let theirHertz: Float = 1500

    enum Offerer: Sendable { case we, chromium }

    /// One call: our end, and Chromium's identified by its number.
    private final class Call {
        let chromium: PeerProcess
        let thread: EventThread
        let end: Endpoint
        let peer: PeerConnection
        private(set) var number = ""
        private var card: SoundCard?

        init(
            offerer: Offerer = .we, setup: PeerConnection.Configuration.Setup = .active,
            rewrite: (String) -> String = { $0 }
        ) throws {
            chromium = try #require(WithChromium.running)
            thread = try EventThread(name: "chromium-test")
            var configuration = PeerConnection.Configuration()
            configuration.localAddresses = ["127.0.0.1"]
            if offerer == .chromium { configuration.setup = setup }
            end = try Endpoint(configuration, thread: thread)
            peer = try #require(end.peer)
            let options = "hertz=\(Int(ChromiumTests.theirHertz))"
            switch offerer {
            case .we:
                peer.createChannel(label: ChromiumTests.label)
                peer.createOffer()
                let answer = chromium.http(
                    "POST", "/offer?\(options)&setup=\(setup == .active ? "active" : "passive")",
                    try description())
                #expect(answer.status == 200, "\(answer.body)")
                number = try #require(answer.header("Peer-Id"))
                peer.accept(answer: rewrite(answer.body))
            case .chromium:
                let offer = chromium.http("POST", "/create?\(options)&label=\(ChromiumTests.label)")
                #expect(offer.status == 200, "\(offer.body)")
                number = try #require(offer.header("Peer-Id"))
                peer.answer(offer: rewrite(offer.body))
                let taken = chromium.http("POST", "/peers/\(number)/answer", try description())
                #expect(taken.status == 200, "\(taken.body)")
            }
        }

        private func description() throws -> String {
            #expect(wait { self.end.description.withLock { $0 } != nil || self.end.failure != nil })
            return try #require(end.description.withLock { $0 })
        }

        var isOpen: Bool { end.has(.channelOpen(label: ChromiumTests.label)) }

        func speak() -> SoundCard {
            let card = SoundCard(peer, toneHertz: ChromiumTests.ourHertz)
            peer.setSending(true)
            self.card = card
            return card
        }

        /// What Chromium reports; `get` reads one number from its statistics of one type.
        func state() -> [String: Any] { chromium.http("GET", "/peers/\(number)").json as? [String: Any] ?? [:] }

        static func get(_ state: [String: Any], _ type: String, _ key: String) -> Double? {
            let entries = (state["stats"] as? [String: Any])?[type] as? [[String: Any]] ?? []
            return entries.compactMap { ($0[key] as? NSNumber)?.doubleValue }.first
        }

        static func transport(_ state: [String: Any], _ key: String) -> String? {
            ((state["stats"] as? [String: Any])?["transport"] as? [[String: Any]])?.first?[key] as? String
        }

        func stop() {
            card?.stop()
            chromium.http("DELETE", "/peers/\(number)")
            end.connection.withLock { $0 = nil }
            thread.stop()
        }
    }

    @Test(arguments: [
        (Offerer.we, PeerConnection.Configuration.Setup.active), (.we, .passive), (.chromium, .active),
        (.chromium, .passive),
    ])
    func talksBothWaysInBothRoles(offerer: Offerer, setup: PeerConnection.Configuration.Setup) throws {
        let call = try Call(offerer: offerer, setup: setup)
        defer { call.stop() }
        #expect(wait { call.isOpen || call.end.failure != nil })
        try #require(call.isOpen, "\(call.end.log)")
        let card = call.speak()
        // Which end is the DTLS client, as Chromium sees itself.
        #expect(
            Call.transport(call.state(), "dtlsRole") == ((offerer == .we) == (setup == .active) ? "client" : "server"))
        // Its tone at our speaker, and nothing else.
        #expect(wait { card.share(ofHertz: Self.theirHertz) > 0.9 })
        #expect(wait { abs(card.level - 0.177) < 0.06 }, "level \(card.level)")
        // Our tone at its loudspeaker. (Its statistics' own audioLevel stays 0 if no device plays.)
        var state: [String: Any] = [:]
        func isNear(_ key: String, _ value: Float, within margin: Float) -> Bool {
            abs(((state[key] as? NSNumber)?.floatValue ?? 0) - value) < margin
        }
        let isHeard = waits(seconds: 8) {
            state = call.state()
            return isNear("loudestHertz", Self.ourHertz, within: 30) && isNear("level", 0.212, within: 0.07)
                && Call.get(state, "inbound-rtp", "packetsReceived") ?? 0 > 20
        }
        #expect(isHeard, "\(state["loudestHertz"] ?? "nothing") Hz, \(state["level"] ?? 0)")
        #expect(Call.get(state, "inbound-rtp", "packetsLost") == 0)
        #expect(call.end.has(.firstAudio))
        #expect(call.end.failure == nil)
    }

    @Test func echoesMessagesOfAllSizesWholeAndInOrder() throws {
        let call = try Call()
        defer { call.stop() }
        #expect(wait { call.isOpen || call.end.failure != nil })
        var sent: [PeerMessage] = []
        for size in [0, 1, 1199, 66_000, 256 << 10] {
            let bytes = (0..<size).map { UInt8($0 % 251) }
            let text = String((0..<size).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
            call.peer.send(bytes, channel: Self.label)
            call.peer.send(text, channel: Self.label)
            sent += [.binary(bytes), .text(text)]
        }
        #expect(wait { call.end.messages.count == sent.count })
        #expect(call.end.messages == sent)
        // And a message that begins at its side.
        #expect(call.chromium.http("POST", "/peers/\(call.number)/send", "おはよう").status == 200)
        #expect(call.chromium.http("POST", "/peers/\(call.number)/send?bytes=\(256 << 10)").status == 200)
        #expect(wait { call.end.messages.count == sent.count + 2 })
        #expect(
            Array(call.end.messages.suffix(2)) == [
                .text("おはよう"), .binary([UInt8](repeating: 0, count: 256 << 10)),
            ])
        #expect(call.end.failure == nil)
    }

    @Test func bothSidesLearnTheQualityFromRTCP() throws {
        let call = try Call()
        defer { call.stop() }
        #expect(wait { call.isOpen || call.end.failure != nil })
        let card = call.speak()
        var state: [String: Any] = [:]
        let isReported = waits(seconds: 15) {
            state = call.state()
            guard Call.get(state, "remote-inbound-rtp", "roundTripTimeMeasurements") ?? 0 >= 1,
                Call.get(state, "remote-outbound-rtp", "reportsSent") ?? 0 >= 2,
                // Our receiver reports.
                Call.get(state, "remote-inbound-rtp", "roundTripTime") ?? 9 < 0.1,
                Call.get(state, "remote-inbound-rtp", "jitter") ?? 9 < 0.05
            else { return false }
            // Its receiver reports.
            return call.peer.statistics.roundTripMilliseconds ?? 1e9 < 100
        }
        #expect(isReported, "\((state["stats"] as? [String: Any])?["remote-inbound-rtp"] ?? "no report of ours")")
        #expect(Call.get(state, "remote-inbound-rtp", "packetsLost") == 0)
        // Our sender reports agree with what came.
        let told = Call.get(state, "remote-outbound-rtp", "packetsSent") ?? 0
        let came = Call.get(state, "inbound-rtp", "packetsReceived") ?? 0
        #expect(told > 20 && abs(came - told) < 120, "told \(told), came \(came)")
        #expect(Call.get(state, "inbound-rtp", "packetsLost") == 0)
        let ours = call.peer.statistics
        #expect(ours.lossPercentSeenByPeer == 0 && ours.packetsLost == 0 && ours.refusedPackets == 0)
        #expect(card.level > 0.1)
    }

    @Test func chromiumSeesThatWeClose() throws {
        let call = try Call()
        defer { call.stop() }
        #expect(wait { call.isOpen || call.end.failure != nil })
        #expect(call.state()["channelState"] as? String == "open")
        call.peer.send("the last word", channel: Self.label)
        call.peer.close()
        #expect(wait(upToMilliseconds: 1000) { call.end.log.last == .closed })
        #expect(
            waits(seconds: 3) {
                let state = call.state()
                return state["channelState"] as? String == "closed" && Call.transport(state, "dtlsState") == "closed"
            }, "\(call.state()["channelState"] ?? ""), \(Call.transport(call.state(), "dtlsState") ?? "")")
        let messages = call.chromium.http("GET", "/peers/\(call.number)/messages").json as? [String]
        #expect(messages == ["the last word"])
    }

    @Test func weSeeThatChromiumCloses() throws {
        let call = try Call()
        defer { call.stop() }
        #expect(wait { call.isOpen || call.end.failure != nil })
        call.chromium.http("DELETE", "/peers/\(call.number)")
        #expect(wait(upToMilliseconds: 3000) { call.end.failure == .closedByPeer }, "\(call.end.log)")
    }

    @Test func refusesAChromiumWithAnotherCertificate() throws {
        let call = try Call { description in
            description.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
                guard line.hasPrefix("a=fingerprint:sha-256 ") else { return String(line) }
                return line.dropLast() + (line.last == "0" ? "1" : "0")
            }.joined(separator: "\r\n")
        }
        defer { call.stop() }
        #expect(wait { call.end.failure == .fingerprintMismatch })
        #expect(!call.isOpen && !call.end.has(.connected))
    }
}
