import Glibc
import Synchronization
import TestKit
import Testing

@testable import PeerConnection

/// Voice between two of our own peers, through Opus, SRTP and sockets, in real time.
@Suite(.requirement("TALK-1"), .serialized) struct AudioConnectionTests {
    /// Acts as a sound card: a period of 10 ms each 10 ms, both ways, at both ends.
    private final class Cards {
        var phase: Float = 0
        var heard: [[Float]] = []
        private var next = timespec()

        init() { clock_gettime(CLOCK_MONOTONIC, &next) }

        func run(_ pair: PeerPair, periods: Int, amplitude: Float) {
            var tone = [Float](repeating: 0, count: 480)
            var out = tone
            for _ in 0..<periods {
                next.tv_nsec += 10_000_000
                if next.tv_nsec >= 1_000_000_000 {
                    next.tv_nsec -= 1_000_000_000
                    next.tv_sec += 1
                }
                clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &next, nil)
                for index in tone.indices {
                    tone[index] = amplitude * sin(phase)
                    phase = (phase + 2 * .pi * 440 / 48_000).truncatingRemainder(dividingBy: 2 * .pi)
                }
                tone.withUnsafeBufferPointer { pair.offerer.peer?.line.capture($0) }
                _ = out.withUnsafeMutableBufferPointer { pair.answerer.peer?.line.render(into: $0) }
                heard.append(out)
            }
        }

        func level(last periods: Int) -> Float {
            let samples = heard.suffix(periods).flatMap { $0 }
            guard !samples.isEmpty else { return 0 }
            return (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
        }
    }

    @Test func carriesAToneMutesItAndCutsIt() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        let cards = Cards()
        // Muted at first: the microphone is not heard.
        cards.run(pair, periods: 50, amplitude: 0.3)
        #expect(cards.level(last: 20) < 0.001)
        #expect(!pair.answerer.has(.firstAudio))
        pair.offerer.peer?.setSending(true)
        cards.run(pair, periods: 100, amplitude: 0.3)
        // Measured again if the machine interrupted what was heard last.
        for _ in 0..<20 where abs(cards.level(last: 30) - 0.212) >= 0.05 {
            cards.run(pair, periods: 30, amplitude: 0.3)
        }
        #expect(abs(cards.level(last: 30) - 0.212) < 0.05)
        #expect(wait(upToMilliseconds: 500) { pair.answerer.has(.firstAudio) })
        pair.answerer.peer?.cut(ignoringMilliseconds: 500)
        cards.run(pair, periods: 30, amplitude: 0.3)
        #expect(cards.level(last: 15) < 0.001)
        pair.offerer.peer?.setSending(false)
        cards.run(pair, periods: 100, amplitude: 0.3)
        #expect(cards.level(last: 20) < 0.001)
        #expect(pair.answerer.log.filter { $0 == .firstAudio }.count == 1)
    }

    @Test func reportsTheQualityOfTheAudio() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.setSending(true)
        let cards = Cards()
        cards.run(pair, periods: 300, amplitude: 0.2)
        #expect(
            wait(upToMilliseconds: 10_000) {
                let there = pair.offerer.peer?.statistics
                let here = pair.answerer.peer?.statistics
                return there?.roundTripMilliseconds ?? 1e9 < 100 && here?.packetsReceived ?? 0 > 100
            })
        let sent = pair.offerer.peer?.statistics
        let received = pair.answerer.peer?.statistics
        #expect(sent?.packetsSent ?? 0 > 130)
        #expect(sent?.bytesSent ?? 0 > 5000)
        #expect(received?.packetsLost == 0)
        #expect(received?.bytesReceived ?? 0 > 5000)
        #expect(received?.playout.packetsReceived ?? 0 > 100)
        #expect(received?.refusedPackets == 0)
        #expect(received?.path == .init(local: .host, remote: .host, isTCP: false, isIPv6: false))
    }

    @Test func keepsTheStreamAliveWithoutAMicrophone() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        // ALARM-12: connected and muted during the ring, with no device open.
        #expect(wait(upToMilliseconds: 3000) { pair.answerer.peer?.statistics.packetsReceived ?? 0 >= 45 })
        #expect(pair.offerer.peer?.statistics.packetsSent ?? 0 >= 45)
    }

    /// 50 packets each way in a second make 100 wake-ups; timers share them. On a busy machine each turn of the loop
    /// finds more to do, which only makes the turns fewer.
    @Test func wakesForPacketsAndHardlyForAnythingElse() throws {
        let pair = try PeerPair()
        defer { pair.stop() }
        #expect(pair.connect())
        pair.offerer.peer?.setSending(true)
        let cards = Cards()
        cards.run(pair, periods: 50, amplitude: 0.2)
        let before = pair.threads.map(\.turns)
        cards.run(pair, periods: 200, amplitude: 0.2)
        let turns = zip(pair.threads, before).map { $0.turns - $1 }
        #expect(turns.allSatisfy { $0 > 20 && $0 <= 2 * 130 }, "\(turns) in 2 s of sound")
    }
}
