import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// The soft sound before an alarm, as samples (S-2).
@Suite(.requirement("SOUND-7")) struct DawnToneTests {
    private static func decibels(_ x: Float) -> Double { 20 * log10(Double(max(x, 1e-9))) }
    private static func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

    @Test func itIs30DecibelsBelowTheAlarm() throws {
        let samples = Tones.samples(of: .dawn)
        #expect(samples.count == Tone.dawnMilliseconds * 48)
        let peak = Self.peak(samples)
        // The shipped alarm's true peak is at -3 dBFS.
        #expect(abs(Self.decibels(peak) + 33) < 0.5)
        #expect(Tones.samples(of: .dawn) == samples)
    }

    /// Nothing in it may startle: no edge, no step, and most of it is rest.
    @Test func itHasNoEdgeAndManyRests() throws {
        let samples = Tones.samples(of: .dawn)
        let peak = Self.peak(samples)
        let steps = zip(samples, samples.dropFirst()).reduce(Float(0)) { max($0, abs($1.1 - $1.0)) }
        // A sine of 3.3 kHz changes by 0.43 of its peak from one sample to the next.
        #expect(steps < 0.45 * peak)
        let blocks = stride(from: 0, to: samples.count, by: 480).map { Self.peak(samples[$0..<$0 + 480]) }
        let isSounding = blocks.map { $0 > peak / 100 }
        #expect(isSounding.count { $0 } * 2 < isSounding.count)
        // The loop closes in silence.
        #expect(!isSounding.prefix(20).contains(true) && !isSounding.suffix(50).contains(true))
        // From silence to half of the loudness takes more than 10 ms.
        for (before, block) in zip(blocks, blocks.dropFirst()) where block > peak / 2 { #expect(before > peak / 20) }
    }

    @Test func itGoesOnUntilSomethingElseSounds() {
        #expect(Material.tone(.dawn).isLooping)
        #expect(!Material.tone(.bell(decibels: -30)).isLooping)
    }
}
