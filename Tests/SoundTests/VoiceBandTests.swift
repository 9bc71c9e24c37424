import Glibc
import TestKit
import Testing

@testable import Sound

/// The band in which echo is cancelled (SOUND-3): a voice goes through it unchanged.
@Suite(.requirement("SOUND-3")) struct VoiceBandTests {
    /// What a second of a tone is after both conversions.
    private func passed(_ bandwidth: VoiceBandwidth = .wide, hertz: Float) -> (input: [Float], output: [Float]) {
        let band = VoiceBand(bandwidth)
        let input = (0..<48_000).map { Float(0.5 * sin(2 * .pi * Double(hertz) * Double($0) / 48_000)) }
        var output: [Float] = []
        for start in stride(from: 0, to: input.count, by: 480) {
            var block = Array(input[start..<start + 480])
            band.take(far: block, near: block)
            band.give(near: &block)
            output += block
        }
        return (input, output)
    }

    private func power(_ samples: ArraySlice<Float>) -> Double {
        decibels(meanSquare: Double(samples.reduce(0) { $0 + $1 * $1 }) / Double(samples.count))
    }

    @Test(arguments: [Float(80), 440, 1000, 3400, 6000]) func keepsAVoiceAndLagsByTwoMilliseconds(hertz: Float) {
        let (input, output) = passed(hertz: hertz)
        let lag = 96
        let differences = (4_800..<40_000).map { output[$0 + lag] - input[$0] }
        #expect(power(differences[...]) - power(input[4_800..<40_000]) < -60)
    }

    @Test(arguments: [Float(9500), 12_000, 20_000]) func leavesNothingOfWhatLiesAbove(hertz: Float) {
        let (input, output) = passed(hertz: hertz)
        #expect(power(output[4_800..<40_000]) - power(input[4_800..<40_000]) < -60)
    }

    /// A voice that is kept loses nothing, neither here nor in the cancellers.
    @Test func aVoiceThatIsKeptKeepsItsWholeBand() throws {
        let (input, output) = passed(.full, hertz: 12_000)
        #expect(input == output)
        #expect(try hiss(.full) - hiss(.wide) > 30)
    }

    /// How much a canceller leaves of bursts at 10 kHz, over three seconds.
    private func hiss(_ bandwidth: VoiceBandwidth) throws -> Double {
        let canceller = try #require(EchoCanceller.make(.preferred, bandwidth))
        let far = [Float](repeating: 0, count: 480)
        var output: [Float] = []
        for block in 0..<300 {
            var near = (0..<480).map { block % 20 < 6 ? 0.1 * Float(sin(2 * .pi * 10 * Double($0) / 48)) : 0 }
            #expect(canceller.process(far: far, near: &near, delayMilliseconds: 10))
            output += near
        }
        return power(output[48_000...])
    }

    @Test func whatIsPlayedAndWhatIsHeardStayInStep() {
        let band = VoiceBand(.wide)
        var random = SeededNoise(seed: 7)
        for _ in 0..<20 {
            let block = (0..<480).map { _ in random.next() }
            band.take(far: block, near: block)
            #expect((0..<band.blockFrames).allSatisfy { band.far[$0] == band.near[$0] })
        }
    }
}
