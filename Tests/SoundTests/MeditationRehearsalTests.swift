import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// Whole meditations as they leave the device: the real rules on a virtual clock say what is played when, the real mixer
/// plays it, and every sample is examined (MIND-5, D-1 to D-3).
@Suite(.requirement("MIND-5")) struct MeditationRehearsalTests {
    /// A sound, and the samples that the device got for it.
    private struct Heard {
        var source: Playback.Source
        /// Frames from the beginning of the meditation.
        var at: Int
        var samples: [Float]
        /// The frame of its first sound, as it was made.
        var ownOnset: Int
        var wasWhole: Bool
    }

    @Test(arguments: [
        (MeditationLength.three, Language.english, BreathStyle.sigh), (.five, .japanese, .even),
        (.eight, .english, .even), (.eight, .japanese, .sigh),
    ])
    func everySampleOfAMeditationIsAsItShouldBe(
        length: MeditationLength, language: Language, breath: BreathStyle
    ) throws {
        let script = try MeditationToneTests.shipped()
        let sounds = try Self.rehearse(script, length, language, breath)
        let plan = MeditationPlan(script, length, breath: breath, in: language)
        #expect(sounds.count == plan.cues.count)
        var words: [Double] = []
        var before = 0
        for (heard, cue) in zip(sounds, plan.cues) {
            let place = "\(cue.at.milliseconds) ms: \(heard.source)"
            // D-3: on the clock, to the end of the eight minutes; nothing sounds between.
            #expect(abs(heard.at - cue.at.milliseconds * 48) <= 50 * 48, "\(place)")
            let onset = heard.samples.firstIndex { $0 != 0 } ?? .max
            #expect(abs(onset - heard.ownOnset) <= 48, "\(place)")
            #expect(heard.at >= before && heard.wasWhole, "\(place): cut off, or into the one before")
            before = heard.at + (heard.samples.lastIndex { abs($0) > 0.0005 } ?? 0)
            let peak = heard.samples.reduce(Float(0)) { max($0, abs($1)) }
            // Neither clipped nor cut: a step of more than a voice makes would be a click.
            #expect(peak < 0.95 && peak > 0.005, "\(place): \(peak)")
            #expect(Self.largestStep(heard.samples) < max(peak / 3, 0.02), "\(place)")
            if case .speech = heard.source {
                words.append(heard.samples.withUnsafeBufferPointer(Loudness.integrated))
            }
        }
        // All sentences are as loud as each other, and bells and breaths are softer than the words (D-3).
        let (softest, loudest) = (words.min() ?? 0, words.max() ?? 0)
        #expect(loudest - softest < 6, "\(softest)...\(loudest) LUFS")
        for heard in sounds {
            guard case .tone = heard.source else { continue }
            let level = heard.samples.withUnsafeBufferPointer(Loudness.integrated)
            #expect(level < softest, "\(heard.source): \(level) LUFS beside \(softest)")
        }
    }

    private static func largestStep(_ samples: [Float]) -> Float {
        var largest: Float = 0
        for index in samples.indices.dropFirst() { largest = max(largest, abs(samples[index] - samples[index - 1])) }
        return largest
    }

    // MARK: As the appliance does

    private static func rehearse(
        _ script: MeditationScript, _ length: MeditationLength, _ language: Language, _ breath: BreathStyle
    ) throws -> [Heard] {
        let profile = Profile(language: language, companion: .offline)
        var configuration = Configuration(clockFloor: CivilTime(seconds: 1_750_000_000), outputs: ["usb"])
        configuration.meditation = script
        let bedside = VirtualBedside(
            profile: profile, at: CivilTime(seconds: 1_780_000_000), configuration: configuration)
        bedside.powerOn()
        var played: [(at: BootTime, playback: Playback)] = []
        bedside.observe = { _, moment, actions in
            for case .play(let playback) in actions { played.append((moment.boot, playback)) }
        }
        bedside.ask(.meditate(MeditationRequest(minutes: length, breath: breath)))
        bedside.advance(by: .minutes(length.minutes + 1))
        let first = try #require(played.first?.at)
        return try played.map { try heard($0.playback, at: ($0.at - first).milliseconds * 48) }
    }

    private static func heard(_ playback: Playback, at frame: Int) throws -> Heard {
        let samples: [Float]
        switch playback.source {
        case .tone(let tone): samples = Tones.samples(of: tone)
        case .speech(let utterance): samples = try MeditationToneTests.spoken(utterance)
        case .alarm, .square, .phrase, .chime: samples = []
        }
        let material = Material(samples, isLooping: false)
        var voice = material.voice
        voice.curve = GainCurve(fromPercent: playback.fromPercent, toPercent: playback.toPercent, riseFrames: 0)
        voice.limitFrames = playback.limitMilliseconds * 48
        var mixer = Mixer(click: [])
        mixer.start(voice)
        var result = [Float](repeating: 0, count: (samples.count / 480 + 20) * 480)
        result.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for block in stride(from: 0, to: buffer.count - 479, by: 480) {
                mixer.render(into: base + block, count: 480)
            }
        }
        withExtendedLifetime(material) {}
        // What is left of a bell after three seconds is 30 dB below it, and the first words may follow.
        let end = samples.lastIndex { abs($0) > 0.002 } ?? 0
        return Heard(
            source: playback.source, at: frame, samples: result, ownOnset: samples.firstIndex { $0 != 0 } ?? 0,
            wasWhole: end < voice.limitFrames)
    }
}
