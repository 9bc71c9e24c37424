import Glibc
import Synchronization
import TestKit
import Testing

@testable import PeerConnection

/// Two of our own peers over real sockets on loopback.
@Suite(.requirement("TALK-1"), .serialized) struct ConnectionTests {
    private static let label = PeerPair.label

    @Test(arguments: [PeerConnection.Configuration.Setup.active, .passive])
    func connectsInBothHandshakeRoles(role: PeerConnection.Configuration.Setup) throws {
        let pair = try PeerPair(answerer: { $0.setup = role })
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.send("from the offerer", channel: Self.label)
        pair.answerer.peer?.send("from the answerer", channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.text("from the offerer")] }))
        #expect(wait(for: { pair.offerer.messages == [.text("from the answerer")] }))
        let setup = role == .active ? "a=setup:active" : "a=setup:passive"
        #expect(pair.answerer.description.withLock { $0 }?.contains(setup) == true)
    }

    @Test func connectsOverIPv6() throws {
        let pair = try PeerPair(address: "::1")
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.send([1, 2], channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.binary([1, 2])] }))
        #expect(wait(upToMilliseconds: 3000) { pair.offerer.peer?.statistics.path?.isIPv6 == true })
    }

    @Test(.requirement("TALK-3")) func connectsOverTCPIfThereIsNoUDP() throws {
        let pair = try PeerPair(offerer: { $0.allowsUDP = false }, answerer: { $0.allowsUDP = false })
        defer { pair.stop() }
        #expect(pair.connect())
        let large = [UInt8](repeating: 5, count: 200_000)
        pair.offerer.peer?.send(large, channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.binary(large)] }))
        #expect(wait(upToMilliseconds: 3000) { pair.offerer.peer?.statistics.path?.isTCP == true })
    }

    @Test func connectsTwoPeersOfOneEventThread() throws {
        let pair = try PeerPair(sharesThread: true)
        defer { pair.stop() }
        #expect(pair.connect())
        #expect(pair.offerer.log.filter { $0 == .connected }.count == 1)
        let steps = pair.offerer.peer?.statistics.milestones
        #expect(steps?.channelOpenMilliseconds ?? 1e9 < 5000)
        #expect(steps?.gatheredMilliseconds ?? 1e9 <= steps?.answeredMilliseconds ?? 0)
        #expect(steps?.answeredMilliseconds ?? 1e9 <= steps?.connectedMilliseconds ?? 0)
        #expect(steps?.connectedMilliseconds ?? 1e9 <= steps?.securedMilliseconds ?? 0)
        #expect(steps?.securedMilliseconds ?? 1e9 <= steps?.channelOpenMilliseconds ?? 0)
    }

    @Test func bringsMessagesOfAllSizesWholeAndInOrder() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        let sizes = [0, 1, 1199, 1200, 66_000, 100_000, 256 << 10]
        for size in sizes {
            pair.offerer.peer?.send([UInt8](repeating: UInt8(size & 0xFF), count: size), channel: Self.label)
            pair.offerer.peer?.send(String(repeating: "x", count: size), channel: Self.label)
        }
        #expect(wait(for: { pair.answerer.messages.count == 2 * sizes.count }))
        for (index, size) in sizes.enumerated() where pair.answerer.messages.count == 2 * sizes.count {
            #expect(
                pair.answerer.messages[2 * index] == .binary([UInt8](repeating: UInt8(size & 0xFF), count: size)))
            #expect(pair.answerer.messages[2 * index + 1] == .text(String(repeating: "x", count: size)))
        }
        #expect(pair.offerer.failure == nil)
    }

    @Test func acceptsOneMebibyteAndEndsAboveItWithAClearError() throws {
        let limit = 1 << 20
        for (size, isTaken) in [(limit, true), (limit + 1, false)] {
            let pair = try PeerPair(
                offerer: { $0.maximumSentMessageBytes = 2 * limit }, answerer: { $0.maximumMessageBytes = limit })
            defer { pair.stop() }
            // A sender without our limits, to which the answer promises more than is accepted.
            #expect(
                pair.connect { $0.replacing("a=max-message-size:\(limit)", with: "a=max-message-size:\(2 * limit)") })
            let message = [UInt8](repeating: 3, count: size)
            pair.offerer.peer?.send(message, channel: Self.label)
            if isTaken {
                #expect(wait(for: { !pair.answerer.messages.isEmpty }))
                #expect(pair.answerer.messages == [.binary(message)])
                #expect(pair.answerer.failure == nil)
            } else {
                #expect(wait(for: { pair.answerer.failure == .messageTooLarge(limitBytes: limit) }))
                #expect(pair.answerer.messages.isEmpty)
            }
        }
    }

    @Test func refusesToSendWhatIsTooLargeOrToAnUnknownChannelAndGoesOn() throws {
        let pair = try PeerPair(answerer: { $0.maximumMessageBytes = 1000 })
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.send([UInt8](repeating: 1, count: 1001), channel: Self.label)
        #expect(wait(for: { pair.offerer.has(.sendFailed(channel: Self.label, .messageTooLarge(limitBytes: 1000))) }))
        pair.offerer.peer?.send("x", channel: "nobody")
        #expect(wait(for: { pair.offerer.has(.sendFailed(channel: "nobody", .unknownChannel("nobody"))) }))
        pair.answerer.peer?.send([UInt8](repeating: 1, count: 300_000), channel: Self.label)
        #expect(
            wait(for: { pair.answerer.has(.sendFailed(channel: Self.label, .messageTooLarge(limitBytes: 256 << 10))) }))
        pair.offerer.peer?.send("still here", channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.text("still here")] }))
    }

    @Test func opensAndClosesAChannelOfThePeersWhileTheConnectionLives() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        pair.answerer.peer?.createChannel(label: "second")
        #expect(
            wait(for: {
                pair.offerer.has(.channelOpen(label: "second")) && pair.answerer.has(.channelOpen(label: "second"))
            }))
        pair.offerer.peer?.closeChannel(label: "second")
        #expect(
            wait(for: {
                pair.offerer.has(.channelClosed(label: "second")) && pair.answerer.has(.channelClosed(label: "second"))
            }))
        pair.offerer.peer?.send("first lives", channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.text("first lives")] }))
    }

    @Test func closesInOrderWithinItsTimeAndThePeerLearnsOfIt() throws {
        // If the machine stalls for longer than the goodbye may take, the other end never receives it.
        let pair = try PeerPair(
            offerer: { $0.closeTimeoutMilliseconds = 5000 }, answerer: { $0.closeTimeoutMilliseconds = 5000 })
        defer { pair.stop() }
        #expect(pair.connect())
        for _ in 0..<20 {
            pair.offerer.peer?.send([UInt8](repeating: 1, count: 1000), channel: Self.label)
        }
        pair.offerer.peer?.close()
        #expect(wait(upToMilliseconds: 2000) { pair.offerer.log.last == .closed })
        #expect(wait(upToMilliseconds: 2000) { pair.answerer.failure == .closedByPeer })
        // What was submitted before is delivered, and the channel is closed before the connection.
        #expect(pair.answerer.messages.count == 20)
        let log = pair.answerer.log
        let channel = log.firstIndex(of: .channelClosed(label: Self.label))
        let end = log.firstIndex(of: .failed(.closedByPeer))
        #expect(channel != nil && end != nil && channel ?? 0 < end ?? 0)
    }

    @Test func closesBoundedInTimeWhenThePeerIsGone() throws {
        let switchOff = Switch()
        let pair = try PeerPair(offerer: { $0.pass(through: switchOff.seam) })
        defer { pair.stop() }
        #expect(pair.connect())
        switchOff.cut()
        pair.offerer.peer?.close()
        #expect(wait(upToMilliseconds: 1500) { pair.offerer.log.last == .closed })
    }

    @Test func refusesAPeerWithAnotherCertificateThanAnnounced() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        let isExchanged = pair.exchange { answer in
            answer.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
                guard line.hasPrefix("a=fingerprint:sha-256 ") else { return String(line) }
                let flipped = line.dropLast() + (line.last == "0" ? "1" : "0")
                return String(flipped)
            }.joined(separator: "\r\n")
        }
        #expect(isExchanged)
        #expect(wait(for: { pair.offerer.failure != nil }))
        #expect(pair.offerer.failure == .fingerprintMismatch)
        #expect(!pair.offerer.has(.connected))
        #expect(wait(for: { pair.answerer.failure != nil }))
        #expect(!pair.answerer.has(.channelOpen(label: Self.label)))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func connectsEvenIfHandshakeDatagramsAreLost(seed: UInt64) throws {
        let loss = Loss(seed: seed, percent: 30, kind: .dtls, limit: 40)
        // How soon is judged below.
        let pair = try PeerPair(
            offerer: {
                $0.pass(through: loss.seam)
                Self.patient(&$0)
            }, answerer: Self.patient)
        defer { pair.stop() }
        #expect(pair.connect(withinMilliseconds: 30_000))
        #expect(loss.lost > 0)
    }

    /// A machine that stands still must not end a connection.
    private static func patient(_ configuration: inout PeerConnection.Configuration) {
        configuration.handshakeTimeoutMilliseconds = 30_000
        configuration.channelTimeoutMilliseconds = 30_000
    }

    /// Both peers ask for the association, again after 250 ms and then every half second, and each question and each
    /// answer of one of them is lost ten times: that takes 2.4 s. With doubled intervals it would take over 5 s.
    @Test func opensTheChannelSoonEvenIfItsFirstPacketsAreLost() throws {
        let standstill = Standstill.begin()
        let pair = try PeerPair(
            offerer: {
                $0.pass(through: AfterHandshake(limit: 10).seam)
                Self.patient(&$0)
            }, answerer: Self.patient)
        defer { pair.stop() }
        #expect(pair.connect(withinMilliseconds: 30_000))
        let milestones = pair.offerer.peer?.statistics.milestones
        let span = (milestones?.channelOpenMilliseconds ?? 1e9) - (milestones?.securedMilliseconds ?? 0)
        #expect(span < 3500 + 1000 * Standstill.seconds(since: standstill))
    }

    @Test func connectsWithinASecondEvenIfTheFirstHandshakeDatagramsAreLost() throws {
        let standstill = Standstill.begin()
        let loss = Loss(seed: 1, percent: 100, kind: .dtls, limit: 2)
        let pair = try PeerPair(offerer: { $0.pass(through: loss.seam) })
        defer { pair.stop() }
        #expect(pair.connect())
        #expect(loss.lost == 2)
        let secured = pair.offerer.peer?.statistics.milestones.securedMilliseconds ?? 1e9
        #expect(secured < 1500 + 1000 * Standstill.seconds(since: standstill))
    }

    @Test func reportsThatThePeerHasVanishedAndThenThatItIsLost() throws {
        let switchOff = Switch()
        let pair = try PeerPair(offerer: {
            $0.pass(through: switchOff.seam)
            $0.silenceMilliseconds = 1000
            $0.lostMilliseconds = 3000
        })
        defer { pair.stop() }
        #expect(pair.connect())
        switchOff.cut()
        #expect(wait(upToMilliseconds: 4000) { pair.offerer.has(.disconnected) })
        #expect(wait(upToMilliseconds: 6000) { pair.offerer.failure == .connectionLost })
    }

    @Test func reportsThatASilentPeerIsBack() throws {
        let switchOff = Switch()
        let pair = try PeerPair(offerer: {
            $0.pass(through: switchOff.seam)
            $0.silenceMilliseconds = 1000
            $0.lostMilliseconds = 20_000
        })
        defer { pair.stop() }
        #expect(pair.connect())
        switchOff.cut()
        #expect(wait(upToMilliseconds: 5000) { pair.offerer.has(.disconnected) })
        switchOff.mend()
        #expect(wait(upToMilliseconds: 5000) { pair.offerer.log.filter { $0 == .connected }.count == 2 })
        pair.answerer.peer?.send("back", channel: Self.label)
        #expect(wait(for: { pair.offerer.messages == [.text("back")] }))
    }

    @Test func aQuietPeerIsNotTakenForAVanishedOne() throws {
        let pair = try PeerPair(
            offerer: { $0.silenceMilliseconds = 4000 }, answerer: { $0.pass(through: Loss.everyKind(.media)) })
        defer { pair.stop() }
        #expect(pair.connect())
        usleep(7_000_000)
        #expect(!pair.offerer.has(.disconnected))
        #expect(pair.offerer.failure == nil)
    }

    @Test func failsWhenNoPathIsFoundInTime() throws {
        let pair = try PeerPair(offerer: { $0.pathTimeoutMilliseconds = 700 })
        defer { pair.stop() }
        #expect(
            pair.exchange { answer in
                // Checks with these credentials are not answered.
                answer.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
                    line.hasPrefix("a=ice-pwd:") ? "a=ice-pwd:0123456789012345678901" : String(line)
                }.joined(separator: "\r\n")
            })
        #expect(wait(upToMilliseconds: 3000) { pair.offerer.failure == .pathTimedOut(milliseconds: 700) })
    }

    @Test func failsWhenThePeerNeverShakesHands() throws {
        let pair = try PeerPair(
            offerer: { $0.handshakeTimeoutMilliseconds = 500 }, answerer: { $0.pass(through: Loss.everyKind(.dtls)) })
        defer { pair.stop() }
        #expect(pair.exchange())
        #expect(wait(upToMilliseconds: 5000) { pair.offerer.failure == .handshakeTimedOut(milliseconds: 500) })
    }

    @Test func failsWhenTheChannelNeverOpens() throws {
        let muzzle = AfterHandshake()
        let pair = try PeerPair(
            offerer: { $0.channelTimeoutMilliseconds = 500 }, answerer: { $0.pass(through: muzzle.seam) })
        defer { pair.stop() }
        #expect(pair.exchange())
        #expect(wait(upToMilliseconds: 5000) { pair.offerer.failure == .channelTimedOut(milliseconds: 500) })
        #expect(pair.offerer.has(.connected))
    }

    @Test func refusesInvalidDescriptions() throws {
        for text in ["", "{\"error\":{}}", "v=0\r\n", String(repeating: "v=0\r\n", count: 100_000)] {
            let pair = try PeerPair()
            defer { pair.stop() }
            pair.answerer.peer?.answer(offer: text)
            #expect(
                wait(for: {
                    if case .badDescription = pair.answerer.failure { true } else { false }
                }))
        }
    }

    @Test func ignoresDescriptionsThatComeAtTheWrongTime() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        pair.offerer.peer?.accept(answer: "v=0")
        #expect(wait(for: { pair.offerer.has(.refused(.wrongState("no answer is expected"))) }))
        #expect(pair.connect())
        let refusal = PeerEvent.refused(.wrongState("an offer or an answer was made already"))
        pair.offerer.peer?.createOffer()
        pair.answerer.peer?.answer(offer: "v=0")
        #expect(wait(for: { pair.offerer.has(refusal) && pair.answerer.has(refusal) }))
        pair.offerer.peer?.send("still here", channel: Self.label)
        #expect(wait(for: { pair.answerer.messages == [.text("still here")] }))
    }

    @Test(.requirement("GUARD-6")) func survivesGarbageOfEveryKindInMidConnection() throws {
        let tap = Tap()
        let pair = try PeerPair(offerer: { $0.pass(through: tap.seam) })
        defer { pair.stop() }
        #expect(pair.connect())
        var random = SplitMix(seed: 7)
        for first in UInt8.min...UInt8.max {
            for count in [0, 1, 3, 11, 12, 40, 1300] {
                var datagram = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                if !datagram.isEmpty { datagram[0] = first }
                tap.inject(datagram)
            }
        }
        // Real packets again: replayed unchanged, cut short, with one bit flipped.
        #expect(wait(for: { tap.media.count > 20 }))
        for packet in tap.media.prefix(20) {
            tap.inject(packet)
            tap.inject(Array(packet.prefix(packet.count / 2)))
            var turned = packet
            turned[turned.count - 1] ^= 1
            tap.inject(turned)
        }
        for record in tap.records { tap.inject(record) }
        pair.answerer.peer?.send("still here", channel: Self.label)
        #expect(wait(for: { pair.offerer.messages == [.text("still here")] }))
        #expect(pair.offerer.failure == nil)
        #expect(wait(upToMilliseconds: 3000) { pair.offerer.peer?.statistics.refusedPackets ?? 0 > 60 })
        #expect(pair.offerer.peer?.statistics.unknownDatagrams ?? 0 > 500)
    }

    @Test func keepsEveryDatagramUnderTheMTU() throws {
        let tap = Tap()
        let pair = try PeerPair(offerer: { $0.pass(through: tap.seam) })
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.send([UInt8](repeating: 1, count: 200_000), channel: Self.label)
        pair.answerer.peer?.send([UInt8](repeating: 1, count: 200_000), channel: Self.label)
        #expect(wait(for: { pair.answerer.messages.count == 1 && pair.offerer.messages.count == 1 }))
        #expect(tap.largest > 1000)
        #expect(tap.largest <= 1200)
    }
}
