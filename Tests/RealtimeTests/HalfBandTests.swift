import Foundation
import TestKit
import Testing

@testable import Realtime

func tone(_ hertz: Double, rate: Double, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * Double.pi * hertz * Double($0) / rate)) }
}

/// Level of one frequency in dB against a tone of amplitude 0.5, by correlation over whole periods.
func level(_ samples: some Collection<Float>, _ hertz: Double, rate: Double) -> Double {
    var real = 0.0
    var imaginary = 0.0
    for (index, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * hertz * Double(index) / rate
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
    }
    let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    return 20 * log10(max(amplitude, 1e-12) / 0.5)
}

func powerDB(_ samples: some Collection<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(max(power, 1e-20) / 0.125)
}

/// The filters between the sound devices' rate and the service's.
@Suite(.requirement("TALK-3")) struct HalfBandTests {
    @Test(arguments: Array(stride(from: 200.0, through: 10_400, by: 600)))
    func decimatingKeepsTheBand(_ hertz: Double) {
        var decimator = HalfBand.Decimator()
        let output = decimator.process(tone(hertz, rate: 48_000, count: 24_000)).dropFirst(2_400)
        #expect(abs(level(output.prefix(9_600), hertz, rate: 24_000)) < 0.1)
    }

    @Test(arguments: Array(stride(from: 12_050.0, through: 23_950, by: 350)))
    func decimatingLetsNoAliasThrough(_ hertz: Double) {
        var decimator = HalfBand.Decimator()
        let output = decimator.process(tone(hertz, rate: 48_000, count: 24_000)).dropFirst(2_400)
        #expect(powerDB(output) < -60)
    }

    @Test(arguments: Array(stride(from: 200.0, through: 10_400, by: 600)))
    func interpolatingKeepsTheBandAndMakesNoImages(_ hertz: Double) {
        var interpolator = HalfBand.Interpolator()
        let input = tone(hertz, rate: 24_000, count: 12_000).map { Int16($0 * 32_767) }
        let output = interpolator.process(input).dropFirst(4_800)
        let whole = output.prefix(14_400)
        #expect(abs(level(whole, hertz, rate: 48_000)) < 0.1)
        #expect(level(whole, 24_000 - hertz, rate: 48_000) < -60)
    }

    @Test func piecesOfAnySizeGiveTheSameSamples() {
        let input = tone(440, rate: 48_000, count: 9_600)
        var whole = HalfBand.Decimator()
        var parts = HalfBand.Decimator()
        let expected = whole.process(input)
        var made: [Float] = []
        var random = SeededRandom(seed: 7)
        var rest = input[...]
        while !rest.isEmpty {
            let count = min(rest.count, 2 * (1 + Int(random.next() % 300)))
            made += parts.process(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(made == expected)

        let pcm = input.map { Int16($0 * 20_000) }
        var wholeUp = HalfBand.Interpolator()
        var partsUp = HalfBand.Interpolator()
        let expectedUp = wholeUp.process(pcm)
        var madeUp: [Float] = []
        var restUp = pcm[...]
        while !restUp.isEmpty {
            let count = min(restUp.count, 1 + Int(random.next() % 300))
            madeUp += partsUp.process(restUp.prefix(count))
            restUp = restUp.dropFirst(count)
        }
        #expect(madeUp == expectedUp)
    }
}
