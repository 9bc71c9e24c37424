import System
import TestKit
import Testing

@testable import Sound

/// A line in the playback loop, on virtual time.
@Suite struct LineLoopTests {
    /// A speaker with a line that renders these samples over and over.
    private func speaker(
        _ samples: [Float], canRewind: Bool = false, rate: Int = 48_000, percent: Int = 100
    ) -> (SimulatedSpeaker, LineSource, TestLine) {
        let port = SimulatedPort(rate: rate, bufferFrames: rate / 20, canRewind: canRewind)
        let speaker = SimulatedSpeaker(port)
        let voice = TestLine(samples)
        let source = LineSource(render: voice.line.render, volumePercent: percent)
        source.give(to: speaker.link)
        speaker.link.line.publish(source)
        speaker.run(milliseconds: 0)
        return (speaker, source, voice)
    }

    @Test(arguments: [true, false]) func playsTheLineUntilItIsClosedWithoutAClick(canRewind: Bool) {
        let (speaker, _, _) = speaker(sine(440, seconds: 1), canRewind: canRewind)
        speaker.run(milliseconds: 2000)
        #expect(speaker.end == nil)
        #expect(tone(440, in: Array(speaker.port.played.suffix(9600))) > 0.99)
        speaker.link.line.publish(nil)
        speaker.run(milliseconds: 100)
        #expect(abs(speaker.port.played.last ?? 1) < 0.001)
        #expect(largestStep(speaker.port.played) < 0.04)
        speaker.run(milliseconds: 400)
        #expect(speaker.end == .closed)
    }

    @Test(.requirement("ALARM-3"), arguments: [true, false])
    func anAlarmOverALineSoundsAtOnceAndStopsWithinFifteenMilliseconds(
        canRewind: Bool
    ) {
        let (speaker, _, _) = speaker(sine(440, seconds: 1, amplitude: 0.1), canRewind: canRewind)
        speaker.run(milliseconds: 500)
        let started = speaker.port.played.count
        speaker.start(sine(1000, seconds: 1, amplitude: 0.6))
        speaker.run(milliseconds: 300)
        let first = speaker.port.played.dropFirst(started).firstIndex { abs($0) > 0.15 } ?? .max
        #expect(first - started < 48 * 15)
        #expect(speaker.isAudible)
        let stopped = speaker.port.played.count
        speaker.send(.stop)
        speaker.run(milliseconds: 200)
        let last = speaker.port.played.dropFirst(stopped).lastIndex { abs($0) > 0.15 } ?? 0
        #expect(last - stopped < 48 * 15)
        // The line continued, and none of it was lost or heard twice.
        #expect(tone(440, in: Array(speaker.port.played.suffix(4800))) > 0.99)
        #expect(largestStep(speaker.port.played) < 0.12)
        #expect(speaker.end == nil)
    }

    @Test func aLineIsToppedUpEveryFiveMillisecondsAndAnAlarmAloneEveryMillisecond() {
        let (speaker, _, _) = speaker(sine(440, seconds: 1))
        speaker.run(milliseconds: 100)
        var before = speaker.steps
        var longest = 0
        for _ in 0..<1000 {
            speaker.run(milliseconds: 1)
            longest = max(longest, speaker.port.delayFrames())
        }
        #expect(speaker.steps - before <= 210)
        #expect(longest <= 48 * 7)
        speaker.link.line.publish(nil)
        speaker.wake()
        speaker.run(milliseconds: 50)
        speaker.start(sine(1000, seconds: 1))
        speaker.run(milliseconds: 100)
        before = speaker.steps
        speaker.run(milliseconds: 1000)
        #expect(speaker.steps - before >= 900)
        #expect(speaker.port.delayFrames() <= 48 * 3)
        #expect(speaker.link.totals.underruns.load(ordering: .relaxed) == 0)
    }

    @Test(.requirement("SOUND-3")) func theFarEndIsWhatTheDevicePlayed() {
        let (speaker, source, _) = speaker(sine(300, seconds: 1, amplitude: 0.7))
        speaker.run(milliseconds: 200)
        speaker.start(sine(1000, seconds: 1, amplitude: 0.6))
        speaker.run(milliseconds: 300)
        let played = speaker.port.played
        var far = [Float](repeating: 0, count: played.count)
        source.far.read(at: 0, count: far.count, into: &far)
        #expect(played.count > 23_000)
        #expect(zip(far, played).allSatisfy { $0 == $1 })
        // Frame 0 was heard when the device began, less than a millisecond after the first turn.
        let zero = source.far.heardFrameZeroAt ?? 0
        #expect(abs(zero - 1_000_000_000) < 1_500_000)
    }

    @Test(.requirement("SOUND-3")) func theFarEndKnowsTheDelayBehindTheQueue() {
        let (speaker, source, _) = speaker(sine(300, seconds: 1))
        speaker.port.extraDelay = 1920
        speaker.run(milliseconds: 200)
        #expect(abs((source.far.heardFrameZeroAt ?? 0) - 1_040_000_000) < 1_500_000)
    }

    @Test(.requirement("SOUND-3"), arguments: [44_100, 16_000]) func theFarEndIsTimedOnOtherRatesAsWell(rate: Int) {
        let (speaker, source, _) = speaker(sine(300, seconds: 1), rate: rate)
        speaker.run(milliseconds: 500)
        #expect(abs((source.far.heardFrameZeroAt ?? 0) - 1_000_000_000) < 3_000_000)
        #expect(tone(300, in: Array(speaker.port.played.suffix(rate / 10)), rate: Double(rate)) > 0.99)
    }

    @Test func theVolumeMovesWithoutAStep() {
        let (speaker, source, _) = speaker(sine(440, seconds: 1), percent: 80)
        speaker.run(milliseconds: 200)
        #expect(abs((speaker.port.played.suffix(480).map { abs($0) }.max() ?? 0) - 0.4) < 0.01)
        source.setVolume(percent: 20)
        speaker.run(milliseconds: 5)
        source.setVolume(percent: 60)
        speaker.run(milliseconds: 100)
        #expect(abs((speaker.port.played.suffix(480).map { abs($0) }.max() ?? 0) - 0.3) < 0.01)
        #expect(largestStep(speaker.port.played) < 0.04)
        source.setVolume(percent: 500)
        speaker.run(milliseconds: 100)
        #expect((speaker.port.played.map { abs($0) }.max() ?? 1) <= 0.501)
    }

    @Test(.requirement("SOUND-5")) func anUnderrunIsABreakOfTheFarEndAndTheLineGoesOn() {
        let (speaker, source, _) = speaker(sine(440, seconds: 1))
        speaker.run(milliseconds: 200)
        let before = source.far.breakCount
        speaker.run(milliseconds: 60, lateness: 30_000_000)
        speaker.run(milliseconds: 200)
        #expect(source.far.breakCount > before)
        #expect(speaker.link.totals.underruns.load(ordering: .relaxed) >= 1)
        #expect(rms(speaker.port.played.suffix(4800)) > 0.3)
    }

    @Test func aDeviceThatWasGivenUpGetsSilence() {
        let (old, source, voice) = speaker(sine(440, seconds: 1))
        old.run(milliseconds: 100)
        let new = SimulatedSpeaker(SimulatedPort(canRewind: false))
        source.give(to: new.link)
        new.link.line.publish(source)
        let rendered = voice.rendered.count
        old.run(milliseconds: 200)
        #expect(voice.rendered.count == rendered)
        #expect(rms(old.port.played.suffix(4800)) == 0)
        new.run(milliseconds: 0)
        new.run(milliseconds: 200)
        #expect(rms(new.port.played.suffix(4800)) > 0.3)
    }

    @Test func aLineThatReplacesAnotherIsHeard() {
        let (speaker, old, oldVoice) = speaker(sine(440, seconds: 1))
        speaker.run(milliseconds: 200)
        let voice = TestLine(sine(1000, seconds: 1))
        let new = LineSource(render: voice.line.render, volumePercent: 100)
        new.give(to: speaker.link)
        speaker.link.line.publish(new)
        speaker.run(milliseconds: 100)
        let before = oldVoice.rendered.count
        speaker.run(milliseconds: 300)
        #expect(oldVoice.rendered.count == before)
        #expect(tone(1000, in: Array(speaker.port.played.suffix(9600))) > 0.99)
        #expect(largestStep(speaker.port.played) < 0.08)
        #expect(speaker.end == nil)
        withExtendedLifetime(old) {}
    }

    /// VoiceLine promises silence 100 ms after it is closed, whatever a device that hung does when it recovers.
    @Test func anEndedLineIsNeverRenderedAgain() {
        let voice = TestLine(sine(440, seconds: 1))
        let source = LineSource(render: voice.line.render, volumePercent: 100)
        let link = OutputLink(driverWakeUp: WakeUp(), totals: SoundTotals())
        source.give(to: link)
        var samples = [Float](repeating: 1, count: 480)
        source.fill(&samples, count: 480, serial: link.serial)
        #expect(voice.rendered.count == 480)
        source.end(withinMilliseconds: 0)
        source.fill(&samples, count: 480, serial: link.serial)
        #expect(voice.rendered.count == 480)
        #expect(samples.allSatisfy { $0 == 0 })
    }

    @Test func whatIsNotANumberIsSilence() {
        let (speaker, _, _) = speaker([.nan, .infinity, -.infinity, 7, -7])
        speaker.run(milliseconds: 100)
        #expect(speaker.port.played.allSatisfy { $0.isFinite && abs($0) <= 1 })
    }
}
