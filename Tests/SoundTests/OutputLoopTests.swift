import Bedside
import System
import TestKit
import Testing

@testable import Sound

@Suite struct OutputLoopTests {
    @Test(.requirement("ALARM-3"), arguments: [true, false])
    func stopFadesWithinMillisecondsAndWithoutAClick(canRewind: Bool) {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: canRewind))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 300)
        let before = speaker.port.played.count
        speaker.send(.stop)
        speaker.run(milliseconds: 100)
        let after = Array(speaker.port.played.dropFirst(before))
        let loud = after.lastIndex { abs($0) > 0.004 } ?? 0
        // The guard or queue (2 to 3 ms) and the fade (2 ms), whatever was queued.
        #expect(loud > 48 && loud < 6 * 48)
        let ownStep = largestStep(speaker.port.played.prefix(before))
        #expect(largestStep(speaker.port.played) <= ownStep * 1.1)
        #expect(speaker.port.stops == 1)
    }

    @Test(.requirement("ALARM-3")) func rewindsWhatIsQueuedIfTheDeviceCan() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        // The queue is long, so only rewinding explains the quick stop above.
        #expect(speaker.port.delayFrames() > 1000)
    }

    @Test func replacesASoundWithoutGapOrClick() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1), id: 1)
        speaker.run(milliseconds: 200)
        speaker.start(sine(660, seconds: 1), id: 2)
        speaker.run(milliseconds: 200)
        #expect(largestStep(speaker.port.played) < 0.08)
        #expect(tone(660, in: Array(speaker.port.played.suffix(4800))) > 0.98)
        #expect(speaker.noted { if case .released(1) = $0 { true } else { false } })
        #expect(speaker.port.stops == 0)
    }

    @Test func stopsTwiceInsideAFadeWithoutAClick() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1), id: 1)
        speaker.run(milliseconds: 100)
        speaker.start(sine(660, seconds: 1), id: 2)
        speaker.run(milliseconds: 1)
        speaker.send(.stop)
        speaker.run(milliseconds: 100)
        #expect(largestStep(speaker.port.played) < 0.08)
        #expect(abs(speaker.port.played.last ?? 1) < 0.001)
    }

    @Test(.requirement("SOUND-6")) func reportsAudibleOnlyOnceFramesHaveLeftTheDevice() {
        let port = SimulatedPort(canRewind: false)
        port.extraDelay = 4800
        let speaker = SimulatedSpeaker(port)
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 90)
        #expect(!speaker.isAudible)
        speaker.run(milliseconds: 30)
        #expect(speaker.isAudible)
    }

    @Test(.requirement("SOUND-6")) func silenceIsNeverReportedAsAudible() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start([Float](repeating: 0.0005, count: 4800), looping: false)
        speaker.run(milliseconds: 300)
        #expect(!speaker.isAudible)
        #expect(speaker.noted { if case .silent(1) = $0 { true } else { false } })
        #expect(!speaker.isFinished)
    }

    @Test(.requirement("ALARM-2")) func finishesAtItsLimitWithAFade() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false), lingerMilliseconds: 100)
        speaker.start(sine(440, seconds: 1), limit: 9600)
        speaker.run(milliseconds: 190)
        #expect(!speaker.isFinished)
        speaker.run(milliseconds: 60)
        #expect(speaker.isFinished)
        let last = speaker.port.played.lastIndex { abs($0) > 0.004 } ?? 0
        #expect(last > 9000 && last < 9600)
        speaker.run(milliseconds: 200)
        #expect(speaker.end == .closed)
    }

    @Test(.requirement("SOUND-1")) func closesOnlyAfterTheLingerAndKeepsOpenWhilePrepared() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.send(.hold(speaker.now + 2_000_000_000))
        speaker.run(milliseconds: 1900)
        #expect(speaker.end == nil)
        #expect(speaker.port.played.isEmpty)
        speaker.start(sine(440, seconds: 0.1), looping: false)
        speaker.run(milliseconds: 300)
        #expect(speaker.end == nil)
        speaker.run(milliseconds: 300)
        #expect(speaker.end == .closed)
    }

    @Test(.requirement("SOUND-5")) func xrunIsCountedRecoveredAndTheSoundGoesOn() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        speaker.run(milliseconds: 60, lateness: 30_000_000)
        speaker.run(milliseconds: 200)
        #expect(speaker.port.recoveries >= 1)
        // Each once.
        #expect(speaker.link.totals.underruns.load(ordering: .relaxed) == speaker.port.recoveries)
        #expect(speaker.link.totals.lateWakeUps.load(ordering: .relaxed) >= 1)
        #expect(rms(speaker.port.played.suffix(4800)) > 0.3)
        #expect(speaker.end == nil)
    }

    /// What happened in the night does not make Stop slow in the morning.
    @Test(.requirement("ALARM-3")) func stopIsAsQuickAMinuteAfterUnderruns() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        func longestQueue() -> Int {
            var longest = 0
            for _ in 0..<20 {
                speaker.run(milliseconds: 1)
                longest = max(longest, speaker.port.delayFrames())
            }
            return longest
        }
        let usual = longestQueue()
        speaker.run(milliseconds: 500, lateness: 10_000_000)
        #expect(longestQueue() > 2 * usual)
        speaker.run(milliseconds: 60_000)
        #expect(longestQueue() <= usual)
        #expect(speaker.end == nil)
    }

    @Test(.requirement("SOUND-2")) func aDeviceThatMovesNoFramesIsStuckAfterHalfASecond() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        speaker.port.isStill = true
        speaker.run(milliseconds: 450)
        #expect(speaker.end == nil)
        speaker.run(milliseconds: 150)
        guard case .stuck = speaker.end else {
            Issue.record("not stuck: \(String(describing: speaker.end))")
            return
        }
    }

    @Test(.requirement("SOUND-2")) func aVanishedDeviceIsReportedAtOnce() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        speaker.port.fault = .lost(-19)
        speaker.run(milliseconds: 30)
        #expect(speaker.end == .lost(-19))
    }

    @Test(.requirement("SOUND-1"), arguments: [44_100, 16_000, 96_000]) func convertsToTheDevicesRate(rate: Int) {
        let port = SimulatedPort(rate: rate, bufferFrames: rate / 20, canRewind: true)
        let speaker = SimulatedSpeaker(port)
        speaker.start(sine(1000, seconds: 1))
        speaker.run(milliseconds: 400)
        #expect(tone(1000, in: Array(port.played.suffix(rate / 10)), rate: Double(rate)) > 0.999)
        let before = port.played.count
        let own = largestStep(port.played)
        speaker.send(.stop)
        speaker.run(milliseconds: 100)
        let loud = port.played.dropFirst(before).lastIndex { abs($0) > 0.004 } ?? before
        #expect(loud - before < rate * 8 / 1000)
        #expect(largestStep(port.played) < own * 1.1)
    }

    @Test func clickIsHeardAloneAndOverASound() {
        let alone = SimulatedSpeaker(SimulatedPort(canRewind: false))
        alone.send(.click)
        alone.run(milliseconds: 100)
        #expect((alone.port.played.map { abs($0) }.max() ?? 0) > 0.05)
        #expect(!alone.noted { _ in true })

        let over = SimulatedSpeaker(SimulatedPort(canRewind: false))
        over.start(sine(200, seconds: 1, amplitude: 0.2))
        over.run(milliseconds: 100)
        over.send(.click)
        over.run(milliseconds: 100)
        #expect((over.port.played.map { abs($0) }.max() ?? 0) > 0.23)
        #expect(rms(over.port.played.suffix(480)) > 0.1)
    }

    @Test(.requirement("ALARM-2")) func volumeRisesQuadraticallyAndStaysUnderItsCeiling() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start(sine(1000, seconds: 1, amplitude: 0.7), from: 10, to: 60, rise: 48_000)
        speaker.run(milliseconds: 1500)
        let parts = stride(from: 0, to: 48_000, by: 4800).map { rms(speaker.port.played[$0..<$0 + 4800]) }
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 < $1 })
        // Halfway up, a quadratic rise has done a quarter.
        let half = rms(speaker.port.played[23_900..<24_100]) * 2.0.squareRoot() / 0.7
        #expect(abs(half - 0.225) < 0.02)
        #expect((speaker.port.played.map { abs($0) }.max() ?? 1) <= 0.7 * 0.6 + 0.001)
    }

    @Test func closingFadesOutAndEnds() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        #expect(!speaker.link.giveUp(), "the link is kept, because its thread may still read commands")
        speaker.wake()
        speaker.run(milliseconds: 100)
        #expect(speaker.end == .closed)
        #expect(largestStep(speaker.port.played) < 0.05)
    }

    /// The driver may send both before the thread runs again.
    @Test func nothingBeginsAfterTheClose() {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: true))
        speaker.start(sine(440, seconds: 1))
        #expect(!speaker.link.giveUp())
        speaker.run(milliseconds: 300)
        #expect(speaker.end == .closed)
        #expect(rms(speaker.port.played) < 0.001)
        #expect(speaker.noted { if case .released = $0 { true } else { false } })
    }

    /// What was sent belongs to the driver again: the thread that comes back later reads none of it.
    @Test func anOpeningThatIsGivenUpNeverReadsWhatWasSent() {
        let link = OutputLink(driverWakeUp: WakeUp(), totals: SoundTotals())
        #expect(link.giveUp())
        #expect(!link.hasOpened())
    }

    @Test func fourOpeningsThatHangMakeTheNextOneWait() {
        let second: Int64 = 1_000_000_000
        func inTheWay(_ startedAt: [Int64], settledAt: Int64 = .min, now: Int64) -> Int {
            HangingOpenings.inTheWay(
                startedAt: startedAt.map(BootTime.init(nanoseconds:)), settledAt: BootTime(nanoseconds: settledAt),
                now: BootTime(nanoseconds: now))
        }
        #expect(inTheWay([], now: 0) == 0)
        #expect(inTheWay([1, 2, 3], now: 4) == 0)
        let four = [4 * second, second, 3 * second, 2 * second]
        #expect(inTheWay(four, now: 14 * second - 1) == 4)
        #expect(inTheWay(four, now: 14 * second) == 0)
        #expect(inTheWay(four + [14 * second], now: 15 * second) == 5)
        // Another card is tried at once, but not forever.
        #expect(inTheWay(four, settledAt: 5 * second, now: 6 * second) == 0)
        let often = (1...16).map { Int64($0) * second }
        #expect(inTheWay(Array(often.dropLast()), settledAt: 15 * second, now: 17 * second) == 0)
        #expect(inTheWay(often, settledAt: 17 * second, now: 17 * second) == 16)
        #expect(inTheWay(often, settledAt: 17 * second, now: 26 * second) == 0)
    }

    @Test func aDeviceWithoutAClockIsFilledInRealTimeAndSeldom() {
        let port = SimulatedPort(canRewind: false)
        port.isClockless = true
        let speaker = SimulatedSpeaker(port)
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 10_000)
        #expect(speaker.isAudible)
        #expect((480_000...550_000).contains(port.played.count))
        #expect(speaker.steps < 1300)
        #expect(speaker.link.totals.underruns.load(ordering: .relaxed) == 0)
        // A machine that was suspended for an hour does not play that hour at once.
        let before = port.played.count
        speaker.sleep(milliseconds: 3_600_000)
        speaker.run(milliseconds: 1000)
        #expect(port.played.count - before < 90_000)
        speaker.send(.stop)
        speaker.run(milliseconds: 100)
        #expect(abs(port.played.last ?? 1) < 0.001)
        #expect(port.stops == 1)
    }

    @Test(.requirement("SOUND-2"), .bounded) func aDeviceThatUnderrunsAtEveryWriteIsGivenUp() {
        let port = SimulatedPort(canRewind: false)
        port.isAlwaysDry = true
        let speaker = SimulatedSpeaker(port)
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 600)
        guard case .stuck = speaker.end else {
            Issue.record("not stuck: \(String(describing: speaker.end))")
            return
        }
        // Once per turn, not as fast as it can.
        #expect(port.recoveries <= 2 * speaker.steps)
    }

    @Test(
        .requirement("SOUND-6"), .bounded, arguments: [SimulatedPort.ThrowingAway.atOnce, .later],
        [true, false])
    func aDeviceThatDiscardsWhatItAcceptsHasPlayedNothing(when: SimulatedPort.ThrowingAway, canRewind: Bool) {
        let port = SimulatedPort(canRewind: canRewind)
        port.throwsAway = when
        let speaker = SimulatedSpeaker(port)
        speaker.start(sine(440, seconds: 1))
        speaker.run(milliseconds: 700)
        #expect(!speaker.isAudible)
        guard case .stuck = speaker.end else {
            Issue.record("not stuck: \(String(describing: speaker.end))")
            return
        }
    }
}
