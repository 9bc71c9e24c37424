import TestKit
import Testing

@testable import PeerConnection

/// Whole calls over a simulated network, with the real codec.
@Suite(.requirement("TALK-1")) struct NetworkTests {
    /// Framing, the codec's lookahead and the decoder's delay are not part of the buffer: 20 + 6.5 ms.
    static let codecMilliseconds = 26.5

    @Test func cleanPathIsBufferedForNoMoreThanFortyMilliseconds() throws {
        let voice = TestSound.babble(seconds: 10)
        let call = try SimulatedCall(seed: 1) { $0 < voice.count ? voice[$0] : 0 }
        call.run(seconds: 9)
        let delay = try #require(Measure.delay(of: call.output, behind: call.input, at: 6 * 48_000))
        let buffered = delay - Self.codecMilliseconds - 20
        print("clean path: \(call.counters); end to end \(delay) ms, buffered \(buffered) ms")
        #expect(buffered <= 40)
        #expect(call.counters.targetMilliseconds == 20)
        #expect(call.counters.packetsLost == 0)
        #expect(call.counters.concealedMilliseconds == 0)
        #expect(Measure.longestSilence(call.output[(48_000)...]) < 1)
    }

    @Test func lossAndJitterAreConcealedAndDelayReturnsAfterThem() throws {
        let voice = TestSound.babble(seconds: 45)
        let call = try SimulatedCall(seed: 2) { $0 < voice.count ? voice[$0] : 0 }
        call.run(seconds: 3)
        call.path.conditions = .init(jitterMilliseconds: 30, lossPercent: 5, burstPercent: 20)
        call.run(seconds: 20)
        let inJitter = call.counters
        var worst = 0.0
        for second in stride(from: 8, to: 22, by: 2) {
            let delay = try #require(Measure.delay(of: call.output, behind: call.input, at: second * 48_000))
            worst = max(worst, delay - Self.codecMilliseconds - 20)
        }
        call.path.conditions = .init()
        call.run(seconds: 11)
        let after =
            try #require(Measure.delay(of: call.output, behind: call.input, at: 33 * 48_000))
            - Self.codecMilliseconds - 20
        let hole = Measure.longestSilence(call.output[(24_000)...])
        let settled = try #require(call.delays.suffix(1100).firstIndex { $0 < 80 })
        print("5 % loss, 30 ms jitter: \(inJitter)")
        print(
            "  delay at worst \(worst) ms, 10 s after \(after) ms, below 80 ms after \((settled - call.delays.count + 1100) * 10) ms, "
                + "longest hole \(hole) ms, lost on the way \(call.path.lost)")
        #expect(worst < 150)
        #expect(after < 80)
        #expect(hole < 10)
        #expect(inJitter.framesRecovered > 10)
    }

    @Test(arguments: [-1000.0, -200.0, 200.0, 1000.0])
    func driftBetweenTheCardsIsCompensatedWithoutAClick(ppm: Double) throws {
        let hertz = 440.0
        let call = try SimulatedCall(seed: 3, microphone: TestSound.sine(hertz: hertz, amplitude: 0.4))
        call.senderPPM = ppm
        // At least 30 ms of drift, more than the tolerance.
        call.run(seconds: abs(ppm) < 500 ? 150 : 60)
        let steady = call.output[(96_000)...]
        let peak = steady.reduce(Float(0)) { max($0, abs($1)) }
        let step = Measure.largestStep(steady)
        let own = Float(2 * Double.pi * hertz / 48_000) * peak
        print("drift \(ppm) ppm: \(call.counters); peak \(peak), largest step \(step), the sine's own \(own)")
        #expect(call.counters.underruns == 0)
        #expect(call.counters.concealedMilliseconds == 0)
        #expect(call.delays.suffix(5000).max() ?? 0 <= 40)
        #expect(step < own * 1.1)
        #expect(Measure.longestSilence(steady) < 1)
        #expect(ppm > 0 ? call.counters.acceleratedSamples > 0 : call.counters.expandedSamples > 0)
    }
}
