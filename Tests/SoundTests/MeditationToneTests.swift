import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// The sounds of a guided meditation (MIND-5, D-2, D-3), as samples.
@Suite(.requirement("MIND-5")) struct MeditationToneTests {
    private static func decibels(_ x: Float) -> Double { 20 * log10(Double(max(x, 1e-9))) }
    private static func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }
    private static func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }

    /// Zero crossings a second, half of them: good enough for the pitch of a tone.
    private static func hertz(_ samples: ArraySlice<Float>) -> Double {
        let crossings = zip(samples, samples.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
        return Double(crossings) * 48_000 / Double(samples.count)
    }

    @Test(arguments: [-60, -30, -24]) func aBellIsAsSoftAsItIsAskedToBeAndHasNoEdge(decibels: Int) throws {
        let samples = Tones.samples(of: .bell(decibels: decibels))
        #expect(samples.count == Tone.bellMilliseconds * 48)
        let peak = Self.peak(samples)
        #expect(abs(Self.decibels(peak) - Double(decibels)) < 0.1)
        let last = try #require(samples.last)
        #expect(samples.first == 0 && abs(last) < peak / 1000)
        // The loudest moment comes within 300 ms, and not within the first 50 (attack-free).
        let loudest = try #require(samples.firstIndex { abs($0) == peak })
        #expect((2400...14_400).contains(loudest))
        #expect(Self.peak(samples.prefix(480)) < peak / 10)
        // No step larger than the tone itself makes.
        #expect(Self.largestStep(samples) < peak / 4)
    }

    @Test func aBreathRisesAndFalls() {
        let samples = Tones.samples(of: .breath(rise: 4000, hold: 0, fall: 6000))
        #expect(samples.count == 480_000)
        let peak = Self.peak(samples)
        #expect(Self.decibels(peak) < -20 && Self.decibels(peak) > -30)
        #expect(samples.first == 0 && abs(samples[479_999]) < peak / 1000)
        let levels = stride(from: 0, to: 480_000, by: 24_000).map { Self.peak(samples[$0..<$0 + 24_000]) }
        #expect(zip(levels[0..<8], levels[1..<8]).allSatisfy { $0 < $1 })
        #expect(zip(levels[8..<20], levels[9..<20]).allSatisfy { $0 > $1 })
        #expect(Self.hertz(samples[24_000..<48_000]) < Self.hertz(samples[144_000..<168_000]) - 40)
        #expect(Self.hertz(samples[200_000..<224_000]) > Self.hertz(samples[430_000..<454_000]) + 40)
        #expect(Self.largestStep(samples) < peak / 4)
    }

    @Test func aBreathThatIsHeldStaysLoud() {
        let samples = Tones.samples(of: .breath(rise: 2000, hold: 3000, fall: 2000))
        let held = Self.peak(samples[96_000..<240_000])
        #expect(samples.count == 336_000 && held == Self.peak(samples))
        #expect(Self.peak(samples[230_000..<240_000]) > 0.95 * held)
    }

    /// D-2: the second breath in is heard as a rise of its own, in loudness and in pitch; then all of it falls.
    @Test func aSighRisesTwiceAndFallsOnce() {
        let samples = Tones.samples(of: .sigh(rise: 2000, topUp: 1000, fall: 6000))
        #expect(samples.count == 432_000)
        let peak = Self.peak(samples)
        #expect(
            abs(Self.decibels(peak) - Self.decibels(Self.peak(Tones.breath(rise: 4000, hold: 0, fall: 6000)))) < 0.1)
        #expect(samples.first == 0 && abs(samples[431_999]) < peak / 1000)
        #expect(Self.largestStep(samples) < peak / 4)
        func level(_ milliseconds: Int) -> Double {
            Double(Self.peak(samples[(milliseconds - 50) * 48..<(milliseconds + 50) * 48]))
        }
        func pitch(_ milliseconds: Int) -> Double {
            Self.hertz(samples[(milliseconds - 50) * 48..<(milliseconds + 50) * 48])
        }
        // How much louder it becomes within 200 ms: twice a lot, in between hardly.
        let growth = stride(from: 200, through: 2800, by: 100).map { at in
            (at: at, grown: (level(at + 100) - level(at - 100)) / Double(peak))
        }
        #expect(growth.allSatisfy { $0.grown > -0.01 })
        let tops = growth.indices.dropFirst().dropLast().filter {
            growth[$0].grown > growth[$0 - 1].grown && growth[$0].grown >= growth[$0 + 1].grown
        }
        #expect(
            tops.map { growth[$0].at / 1000 } == [1, 2] || tops.map { growth[$0].at / 1000 } == [0, 2], "\(growth)")
        let rest = growth.first { $0.at == 2000 }?.grown ?? 1
        #expect(tops.allSatisfy { growth[$0].grown > 2 * rest }, "\(growth)")
        // By a quarter of an octave at the least, and not over before the end of its second.
        #expect(pitch(2950) - pitch(1950) > 30 && pitch(1950) - pitch(150) > 40)
        #expect(level(2950) > 1.4 * level(1950))
        let falling = stride(from: 3200, through: 8900, by: 300).map(level)
        #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 > $1 })
        #expect(pitch(8500) < pitch(3500) - 80)
    }

    /// D-1: what is said fits into its time, in the synthesizer's own pace for meditations.
    @Test(arguments: Language.allCases) func everyLineFitsItsTime(language: Language) throws {
        let script = try Self.shipped()
        var words = 0
        var seconds = 0.0
        for step in script.steps {
            guard case .say(let sentence) = step.act else { continue }
            var line = Utterance(
                text: language == .english ? sentence.english : sentence.japanese,
                reading: language == .japanese ? sentence.reading : nil, language: language)
            line.pace = .slow
            let spoken = try Self.seconds(of: line)
            // The rest of it may reach a little into the pause.
            #expect(spoken <= Double(sentence.seconds) + 0.5, "\(step.id): \(spoken) s")
            seconds += spoken
            words +=
                language == .english
                ? sentence.english.split(separator: " ").count
                : sentence.japanese.filter { $0.isLetter || $0.isNumber }.count
        }
        let rate = Double(words) * 60 / seconds
        let wanted = language == .english ? 90.0...100 : 200...220
        #expect(wanted.contains(rate), "\(rate) a minute")
    }

    static func shipped() throws -> MeditationScript {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Prompts/meditation.guided.json")
        let limits = JSONValue.Limits(bytes: MeditationDocument.limitBytes, depth: 16, values: 8192)
        let value = try JSONValue.read(Array(try Data(contentsOf: path)), within: limits)
        return try MeditationDocument.read(Field(value)).get()
    }

    /// From the first sound of the words to the last.
    private static func seconds(of line: Utterance) throws -> Double {
        let samples = try spoken(line)
        let first = samples.firstIndex { abs($0) > 0.006 } ?? 0
        let last = samples.lastIndex { abs($0) > 0.006 } ?? 0
        return Double(last - first) / 48_000
    }

    /// What the synthesizer makes of the words.
    static func spoken(_ line: Utterance) throws -> [Float] {
        let speech = try SpeechProcess(line, synthesizer: "espeak-ng") { _ in }
        var samples: [Float] = []
        var chunk = [Float](repeating: 0, count: 4800)
        for _ in 0..<3000 {
            let isOver = speech.stream.isEnded
            let count = chunk.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { speech.stream.ring.read($0, count: buffer.count) } ?? 0
            }
            samples += chunk.prefix(count)
            if count == 0, isOver { break }
            if count == 0 { usleep(10_000) }
        }
        return samples
    }
}
