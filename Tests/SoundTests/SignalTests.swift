import Foundation
import TestKit
import Testing

@testable import Sound

@Suite struct SignalTests {
    @Test(
        .requirement("SOUND-1"),
        arguments: [8000, 11_025, 16_000, 22_050, 24_000, 44_100, 44_101, 88_200, 96_000, 192_000])
    func resamplesAToneCleanly(rate: Int) {
        let source = sine(1000, seconds: 0.3, rate: Double(rate))
        let result = Resampler.convert(source, from: rate, to: 48_000)
        #expect(abs(result.count - 14_400) <= 2)
        let middle = Array(result.dropFirst(2400).prefix(9600))
        #expect(tone(1000, in: middle) > 0.99999)
        #expect(abs(rms(middle) - 0.5 / 2.0.squareRoot()) < 0.002)
        // Aligned: the converted tone has the phase of the original.
        let expected = sine(1000, seconds: 0.3)
        let worst = zip(result, expected).dropFirst(2400).prefix(9600).map { abs($0 - $1) }.max() ?? 1
        // Within half a sample, which is this much at 1 kHz.
        #expect(worst < 0.035)
    }

    @Test func whatTheLowerRateCannotHoldIsFilteredOut() {
        let source = sine(11_000, seconds: 0.3)
        let result = Resampler.convert(source, from: 48_000, to: 16_000)
        #expect(rms(result.dropFirst(800).prefix(3200)) < 0.0005)
    }

    @Test func resamplerSaysHowMuchItNeeds() {
        let resampler = Resampler(from: 48_000, to: 44_100)
        let input = [Float](repeating: 0.5, count: 4096)
        var output = [Float](repeating: 0, count: 4096)
        for wanted in [1, 7, 96, 441, 1000] {
            let needed = resampler.inputsNeeded(outputs: wanted)
            let made = resampler.process(input, count: needed, into: &output, capacity: 4096)
            #expect(made >= wanted && made <= wanted + 2)
        }
    }

    @Test func gainNeverLeavesItsBounds() {
        let curve = GainCurve(fromPercent: 20, toPercent: 80, riseFrames: 1000)
        #expect(curve.gain(at: 0) == 0.2)
        #expect(curve.gain(at: 1000) == 0.8)
        #expect((0..<2000).allSatisfy { curve.gain(at: $0) <= 0.8 && curve.gain(at: $0) >= 0.2 })
        #expect(GainCurve(fromPercent: 90, toPercent: 40, riseFrames: 10).gain(at: 0) == 0.4)
        #expect(GainCurve(fromPercent: -5, toPercent: 0, riseFrames: 0).gain(at: 5) == 0.02)
        #expect(GainCurve(fromPercent: 500, toPercent: 900, riseFrames: 0).gain(at: 0) == 1)
    }

    @Test func limiterBendsAndNeverClips() {
        #expect(softLimit(0.5) == 0.5)
        let curve = stride(from: Float(-8), through: 8, by: 0.01).map(softLimit)
        #expect(curve.allSatisfy { abs($0) < 1 })
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(.requirement("SOUND-1"), arguments: SampleFormat.allCases) func formatsKeepTheSound(format: SampleFormat) {
        let source = sine(1000, seconds: 0.01) + [1, -1, 2, -2, 0]
        for channels in [1, 2, 6] {
            let raw = UnsafeMutableRawPointer.allocate(byteCount: source.count * channels * format.bytes, alignment: 16)
            defer { raw.deallocate() }
            var back = [Float](repeating: 9, count: source.count)
            format.encode(source, count: source.count, channels: channels, to: raw)
            format.decode(raw, count: source.count, channels: channels, to: &back)
            let limit: Float = format == .u8 ? 0.012 : 0.0001
            #expect(zip(source, back).allSatisfy { abs(min(max($0, -1), 1) - $1) < limit })
        }
    }

    @Test func tonesAreAudibleAndLoopWithoutAnEdge() {
        let alarm = Tones.alarm()
        #expect(rms(alarm.prefix(4800)) > 0.05)
        #expect(abs((alarm.last ?? 1) - (alarm.first ?? 1)) < largestStep(alarm))
        #expect((alarm.map { abs($0) }.max() ?? 1) < 0.95)
        #expect(Tones.click().count == 240)
        #expect((Tones.click().map { abs($0) }.max() ?? 1) < 0.2)
        #expect(rms(Tones.chime()) > 0.02)
    }
}
