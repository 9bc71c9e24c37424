import Foundation
import TestKit
import Testing

@testable import Sound

/// The alarm that ships, held to requirement S-1 (SOUND-7). `board/sounds/make_alarm.py` makes it.
@Suite(.requirement("SOUND-7")) struct ShippedAlarmTests {
    private static let rate = 48_000.0
    /// Where the notes begin, in seconds, and their fundamentals in Hz: seven beats at 105 a minute.
    private static let notes: [(at: Double, hertz: Double)] = [
        (0, 392), (1, 440), (2, 523.25), (3, 440), (3.5, 523.25), (4, 587.33), (5, 523.25),
    ].map { ($0.0 * 60 / 105, $0.1) }

    private static func samples() throws -> [Float] {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try WAVReader.read(root.path + "/board/sounds/AniccaWake.wav", maximumFrames: 48_000 * 60)
    }

    @Test func itLastsSevenBeatsOf105AMinuteAndLoopsWithoutAnEdge() throws {
        let samples = try Self.samples()
        #expect(samples.count == 192_000)
        #expect(abs((samples.first ?? 1) - (samples.last ?? 1)) < 0.001)
        // The last beat is a rest, in which a ring's voice begins.
        #expect(rms(samples.suffix(28_000)) < 0.0001)
    }

    @Test func itsNotesClimbFromG4ToC5() throws {
        let samples = try Self.samples()
        for note in Self.notes {
            let first = Int((note.at + 0.02) * Self.rate)
            let heard = Array(samples[first..<first + 4800])
            let energy = { (hertz: Double) in tone(hertz, in: heard) }
            let loudest = stride(from: 300.0, through: 1300, by: 4).max { energy($0) < energy($1) } ?? 0
            #expect(abs(loudest - note.hertz) <= 4 && (388...620).contains(loudest))
            // Harmonics 1, 3, 5 and 7, within 1.5 dB of a softened square; even ones are missing.
            let decibels = { (n: Double) in 10 * log10(energy(n * note.hertz) / energy(note.hertz)) }
            for (n, level) in [(3.0, -9.5), (5, -14), (7, -17)] { #expect(abs(decibels(n) - level) < 1.5) }
            #expect(decibels(2) < -30 && decibels(4) < -30)
        }
        #expect(Self.notes.first?.hertz == 392 && Self.notes.last?.hertz == 523.25)
    }

    @Test func aNoteBeginsSoftlyAndLastsBetween250And450Milliseconds() throws {
        let samples = try Self.samples()
        let ends = Self.notes.dropFirst().map(\.at) + [4]
        for (note, end) in zip(Self.notes, ends) {
            let (first, last) = (Int(note.at * Self.rate), Int(end * Self.rate))
            let peaks = stride(from: first, to: last - 239, by: 240).map { block in
                samples[block..<block + 240].reduce(Float(0)) { max($0, abs($1)) }
            }
            let peak = peaks.max() ?? 0
            let length = Double((peaks.lastIndex { $0 > peak * 0.01 } ?? 0) + 1) * 0.005
            #expect((0.25...0.455).contains(length))
            // Within 10 to 20 ms it has reached its height.
            #expect((peaks.first ?? 1) < peak * 0.5)
            #expect((peaks.prefix(4).max() ?? 0) > peak * 0.85)
        }
    }

    @Test func itsEnergyLiesWhereSmallSpeakersSpeakAndOldEarsHear() throws {
        let spectrum = PowerSpectrum(try Self.samples())
        #expect(spectrum.share(400, 2500) >= 0.7)
        #expect(spectrum.share(4000, 24_000) < 0.05)
        #expect(spectrum.share(0, 300) < 0.01)
    }

    @Test func itsTruePeakIsMinus3AndItsLoudnessMinus16() throws {
        let samples = try Self.samples()
        // It loops, so its end meets its beginning.
        let peak = 20 * log10(truePeak(samples + samples.prefix(480)))
        #expect((-3.3 ... -2.95).contains(peak))
        let loudness = samples.withUnsafeBufferPointer(Loudness.integrated)
        #expect(abs(loudness + 16) <= 1)
        let five = Array(repeatElement(samples, count: 5).joined())
        #expect(abs(five.withUnsafeBufferPointer(Loudness.integrated) + 16) <= 1)
    }

    @Test func itsBeginningStartlesNobody() throws {
        let samples = try Self.samples()
        #expect(largestStep([0] + samples.prefix(48_000)) < 0.2)
        #expect(largestStep(samples) < 0.2)
        let tenths = stride(from: 0, to: 48_000, by: 4800).map { rms(samples[$0..<$0 + 4800]) }
        #expect(20 * log10((tenths.max() ?? 1) / (tenths.first ?? 0)) <= 12)
        // Yet a ring is proven by it at once (SOUND-6).
        #expect(MaterialLoader.lowestGain(samples) < 0.022)
    }
}

/// The measures themselves, against signals whose results are known.
@Suite(.requirement("SOUND-7")) struct LoudnessTests {
    private func loudness(_ samples: [Float]) -> Double { samples.withUnsafeBufferPointer(Loudness.integrated) }

    /// BS.1770: a sine of 997 Hz at full scale, in one channel, reads -3.01.
    @Test func aSineReadsAsTheStandardSays() {
        #expect(abs(loudness(sine(997, seconds: 5, amplitude: 1)) + 3.01) < 0.05)
        #expect(abs(loudness(sine(997, seconds: 5, amplitude: 0.1)) + 23.01) < 0.05)
        #expect(abs(loudness(sine(997, seconds: 0.2, amplitude: 0.1)) + 23) < 0.5)
        // The head's shelf and the high-pass.
        #expect(abs(loudness(sine(4000, seconds: 2, amplitude: 0.1)) + 20) < 0.5)
        #expect(loudness(sine(40, seconds: 2, amplitude: 0.1)) < -27)
    }

    /// EBU Tech 3341, cases 3 and 4: what is 10 LU softer than the whole does not count, nor does silence.
    @Test func softPartsAreGatedOut() {
        let loud = sine(997, seconds: 10, amplitude: 0.1)
        let soft = sine(997, seconds: 10, amplitude: 0.01)
        let silence = [Float](repeating: 0, count: 480_000)
        #expect(abs(loudness(soft + loud + silence) + 23.01) < 0.2)
        #expect(loudness(silence) == Loudness.silence)
        #expect(loudness([]) == Loudness.silence)
    }

    @Test func theTruePeakIsBetweenTheSamples() {
        // A quarter of the rate at 45 degrees: no sample meets the peak.
        let samples: [Float] = (0..<4800).map { 0.5 * Float(sin(.pi / 2 * Double($0) + .pi / 4)) }
        #expect(abs((samples.map { abs($0) }.max() ?? 0) - 0.3536) < 0.001)
        #expect(abs(truePeak(Array(samples[480..<4320])) - 0.5) < 0.01)
    }
}

/// The largest value between the samples, at four times the rate.
func truePeak(_ samples: [Float]) -> Double {
    let fine = Resampler.convert(samples, from: 48_000, to: 192_000)
    return Double(max(fine.reduce(0) { max($0, abs($1)) }, samples.reduce(0) { max($0, abs($1)) }))
}

/// Energy by frequency, of 1 s at a time.
struct PowerSpectrum {
    /// By Hz.
    private var powers = [Double](repeating: 0, count: 24_001)

    init(_ samples: [Float]) {
        for first in stride(from: 0, through: samples.count - 48_000, by: 48_000) {
            let spectrum = Self.transform(samples[first..<first + 48_000].map(Double.init))
            for hertz in powers.indices { powers[hertz] += spectrum[hertz] }
        }
    }

    func share(_ from: Int, _ to: Int) -> Double {
        let whole = powers.reduce(0, +)
        return whole > 0 ? powers[from..<min(to, powers.count)].reduce(0, +) / whole : 0
    }

    func power(_ hertz: Int) -> Double { powers[max(0, hertz - 2)...min(24_000, hertz + 2)].reduce(0, +) }

    /// Squared magnitudes of a discrete Fourier transform (Bluestein's method would do; a mixed radix is simpler).
    private static func transform(_ x: [Double]) -> [Double] {
        let (real, imaginary) = fourier(x, [Double](repeating: 0, count: x.count))
        return zip(real, imaginary).map { $0 * $0 + $1 * $1 }
    }

    private static func fourier(_ real: [Double], _ imaginary: [Double]) -> ([Double], [Double]) {
        let n = real.count
        guard let radix = [2, 3, 5].first(where: { n % $0 == 0 }), n > 1 else { return (real, imaginary) }
        let m = n / radix
        let parts = (0..<radix).map { r in
            fourier(
                stride(from: r, to: n, by: radix).map { real[$0] },
                stride(from: r, to: n, by: radix).map { imaginary[$0] })
        }
        var result = ([Double](repeating: 0, count: n), [Double](repeating: 0, count: n))
        for k in 0..<n {
            for (r, part) in parts.enumerated() {
                let angle = -2 * .pi * Double(r * k % n) / Double(n)
                let (c, s) = (cos(angle), sin(angle))
                result.0[k] += part.0[k % m] * c - part.1[k % m] * s
                result.1[k] += part.0[k % m] * s + part.1[k % m] * c
            }
        }
        return result
    }
}
