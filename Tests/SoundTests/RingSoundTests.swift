import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// What a ring sounds like, in the frames that leave the device (SOUND-7).
@Suite(.requirement("SOUND-7")) struct RingSoundTests {
    static func melody() throws -> [Float] {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try WAVReader.read(root.path + "/board/sounds/AniccaWake.wav", maximumFrames: 48_000 * 60)
    }

    /// The frames of this time of a ring, as the device gets them.
    static func rendered(
        _ samples: [Float], seconds: Int, percent: Int = 100, fade: FadeIn = .none, clip: RingClip? = nil,
        voice change: (inout Voice) -> Void = { _ in }
    ) -> [Float] {
        let material = Material(samples, isLooping: true)
        var voice = material.voice
        voice.curve = GainCurve(fromPercent: percent, toPercent: percent, riseFrames: 0)
        voice.curve.fade = fade
        change(&voice)
        var mixer = Mixer(click: [])
        mixer.start(voice)
        var result: [Float] = []
        var block = [Float](repeating: 0, count: 240)
        for _ in 0..<(seconds * 200) {
            block.withUnsafeMutableBufferPointer {
                if let base = $0.baseAddress { mixer.render(into: base, count: 240) }
            }
            result += block
        }
        withExtendedLifetime((material, clip)) {}
        return result
    }

    /// Levels in dB of 4 s each of the melody against the melody in full.
    private func levels(_ ring: [Float], every frames: Int) -> [Double] {
        stride(from: 0, to: ring.count - frames + 1, by: frames).map { 20 * log10(rms(ring[$0..<$0 + frames])) }
    }

    // MARK: The fade

    /// S-1, S-2: the first ring begins 20 dB below its level, is 8 dB below it after 10 s, and in full soon after.
    @Test func theFirstRingFadesInOver10Seconds() {
        let tone = sine(500, seconds: 1)
        let fade = FadeIn(
            fromDecibels: -20, toDecibels: -8, frames: 480_000, glideFrames: 48_000, lowest: 0, elapsedFrames: 0)
        let ring = Self.rendered(tone, seconds: 20, fade: fade)
        let full = 20 * log10(rms(tone))
        let tenths = levels(ring, every: 4800).map { $0 - full }
        #expect(abs(tenths[0] + 20) < 0.3 && abs(tenths[49] + 14) < 0.3 && abs(tenths[99] + 8) < 0.3)
        #expect(tenths[110...].allSatisfy { abs($0) < 0.05 })
        // It never falls, and rises by far less than 12 dB in the first second.
        #expect(zip(tenths, tenths.dropFirst()).allSatisfy { $0 <= $1 + 0.05 })
        #expect(tenths[9] - tenths[0] < 2)
        #expect(zip(tenths, tenths.dropFirst(10)).allSatisfy { $1 - $0 < 9 })
    }

    @Test func aRingThatMovesToAnotherOutputFadesOnFromThere() {
        let fade = { (elapsed: Int) in
            FadeIn(
                fromDecibels: -20, toDecibels: -8, frames: 480_000, glideFrames: 48_000, lowest: 0,
                elapsedFrames: elapsed)
        }
        #expect(abs(fade(240_000).gain(at: 0) - fade(0).gain(at: 240_000)) < 0.0001)
        #expect(fade(600_000).gain(at: 0) == 1)
        #expect(FadeIn.none.gain(at: 0) == 1)
    }

    @Test func aSoftSoundFadesInFromWhereItCanBeProven() throws {
        // Surely audible at 20 % only: it begins there, and is not replaced by another sound.
        let quiet = sine(440, seconds: 2, amplitude: 0.045)
        let lowest = MaterialLoader.lowestGain(quiet)
        #expect((0.19...0.21).contains(lowest))
        let fade = FadeIn(
            fromDecibels: -20, toDecibels: -8, frames: 480_000, glideFrames: 48_000, lowest: lowest / 0.2,
            elapsedFrames: 0)
        #expect((0.95...1).contains(fade.gain(at: 0)))
        #expect(fade.gain(at: 480_000) >= fade.gain(at: 0))
        // The alarm that ships fades in from the beginning, at the lowest volume too.
        #expect(MaterialLoader.lowestGain(try Self.melody()) / 0.2 < 0.11)
        #expect(MaterialLoader.lowestGain(Tones.alarm()) / 0.2 < 0.11)
    }

    // MARK: The pattern of fire alarms

    /// S-3: half a second on and off three times, then one second and a half of silence, from 520 Hz and its odd
    /// harmonics.
    @Test func thePatternIsA520HzSquareInT3() {
        let ring = Self.rendered(Tones.alarm(), seconds: 12, percent: 80)
        for turn in 0..<3 {
            for half in 0..<8 {
                let first = turn * 192_000 + half * 24_000 + 1000
                let level = 20 * log10(max(rms(ring[first..<first + 22_000]), 1e-9))
                let isOn = [0, 2, 4].contains(half)
                #expect(isOn ? abs(level + 10 + 1.94) < 0.5 : level < -100)
            }
        }
        let spectrum = PowerSpectrum(Array(ring.prefix(192_000)))
        let fundamental = spectrum.power(520)
        for n in [3, 5, 7, 9] {
            let decibels = 10 * log10(spectrum.power(n * 520) / fundamental)
            #expect(abs(decibels + 20 * log10(Double(n))) < 1)
        }
        for n in [2, 4, 6] { #expect(spectrum.power(n * 520) < fundamental * 0.001) }
        // 520 Hz is the loudest of all, and nothing folds back from above the highest harmonic.
        #expect(spectrum.share(500, 541) > 0.75)
        #expect(spectrum.share(12_500, 24_000) < 1e-6)
        #expect(spectrum.share(0, 480) < 0.001)
    }

    // MARK: The voice

    private func clip(_ samples: [Float]) -> RingClip {
        let clip = RingClip()
        clip.supply(samples)
        return clip
    }

    /// Where something other than the melody is heard: frames of the first and last sample of 700 Hz.
    private func voiceSpan(_ ring: [Float]) -> [(from: Double, to: Double)] {
        var spans: [(from: Double, to: Double)] = []
        for block in stride(from: 0, to: ring.count - 959, by: 960) {
            guard tone(700, in: Array(ring[block..<block + 960])) > 0.9 else { continue }
            let at = Double(block) / 48_000
            if let last = spans.last, at - last.to < 0.1 {
                spans[spans.count - 1].to = at + 0.02
            } else {
                spans.append((at, at + 0.02))
            }
        }
        return spans
    }

    /// S-5: 10 s fading in, 10 s in full, the voice over silence, then the melody again from its beginning.
    @Test func theMelodyGivesWayToTheVoiceAfter20SecondsAndGoesOnAfterIt() throws {
        let voice = clip(sine(700, seconds: 3, amplitude: 0.3))
        let ring = Self.rendered(try Self.melody(), seconds: 30, clip: voice) {
            $0.clip = Unmanaged.passUnretained(voice)
            $0.clipFrame = 19_600 * 48
            $0.limitFrames = 30 * 48_000
        }
        let spans = voiceSpan(ring)
        #expect(spans.count == 1)
        let span = try #require(spans.first)
        #expect(span.from > 19.5 && span.from < 20 && abs(span.to - span.from - 3) < 0.1)
        let silence = { (from: Double, to: Double) in rms(ring[Int(from * 48_000)..<Int(to * 48_000)]) }
        #expect(silence(span.from - 0.1, span.from - 0.03) < 0.0001)
        #expect(silence(span.to + 0.05, span.to + 0.25) < 0.0001)
        // The melody goes on, from its first note.
        let rest = Array(ring[Int((span.to + 0.35) * 48_000)..<Int((span.to + 0.55) * 48_000)])
        #expect(tone(392, in: rest) > 0.7)
        #expect(largestStep(ring) < 0.2)
    }

    @Test func aVoiceThatIsNotReadyLeavesTheMelodyWhole() throws {
        let melody = try Self.melody()
        let never = RingClip()
        let ring = Self.rendered(melody, seconds: 30, clip: never) {
            $0.clip = Unmanaged.passUnretained(never)
            $0.clipFrame = 19_600 * 48
        }
        #expect(ring == Self.rendered(melody, seconds: 30))
    }

    @Test func aVoiceThatComesLateIsStillHeard() throws {
        let voice = RingClip()
        let material = Material(try Self.melody(), isLooping: true)
        var sound = material.voice
        sound.clip = Unmanaged.passUnretained(voice)
        sound.clipFrame = 48_000 * 2
        var mixer = Mixer(click: [])
        mixer.start(sound)
        var ring: [Float] = []
        var block = [Float](repeating: 0, count: 480)
        for turn in 0..<800 {
            if turn == 450 { voice.supply(sine(700, seconds: 1, amplitude: 0.3)) }
            block.withUnsafeMutableBufferPointer {
                if let base = $0.baseAddress { mixer.render(into: base, count: 480) }
            }
            ring += block
        }
        withExtendedLifetime((material, voice)) {}
        let span = try #require(voiceSpan(ring).first)
        #expect(span.from > 4.5 && span.from < 4.9)
    }

    /// A wake message of the longest kind is heard to its end, within the ring's 30 s.
    @Test func aLongVoiceSpeaksSooner() throws {
        let voice = clip(sine(700, seconds: 12, amplitude: 0.3))
        let ring = Self.rendered(try Self.melody(), seconds: 30, clip: voice) {
            $0.clip = Unmanaged.passUnretained(voice)
            $0.clipFrame = 19_600 * 48
            $0.limitFrames = 30 * 48_000
        }
        let span = try #require(voiceSpan(ring).first)
        #expect(abs(span.to - span.from - 12) < 0.1 && span.to <= 30 && span.from > 15)
        // In a ring that is too short for it, the alarm stays.
        let short = Self.rendered(try Self.melody(), seconds: 10, clip: voice) {
            $0.clip = Unmanaged.passUnretained(voice)
            $0.clipFrame = 8000 * 48
            $0.limitFrames = 10 * 48_000
        }
        #expect(voiceSpan(short).isEmpty)
    }

    /// S-3: with the pattern of fire alarms the voice takes turns.
    @Test func theVoiceTakesTurnsWithThePattern() throws {
        let voice = clip(sine(700, seconds: 2, amplitude: 0.3))
        let ring = Self.rendered(Tones.alarm(), seconds: 30, clip: voice) {
            $0.clip = Unmanaged.passUnretained(voice)
            $0.clipFrame = 8000 * 48
            $0.clipPauseFrames = 8000 * 48
            $0.limitFrames = 30 * 48_000
        }
        let spans = voiceSpan(ring)
        // The last one speaks a little sooner, to be heard to its end.
        #expect(spans.count == 3)
        #expect(spans.allSatisfy { abs($0.to - $0.from - 2) < 0.1 })
        #expect((spans.first?.from ?? 0) < 8.3)
        // What is not voice has the spectrum of the 520 Hz square.
        let spectrum = PowerSpectrum(Array(ring[0..<384_000]))
        #expect(spectrum.share(500, 541) > 0.75)
    }

    /// ALARM-3: silence within 2 ms in every part of a ring, without an edge.
    @Test(.requirement("ALARM-3"), arguments: [1000, 2005, 2080, 2500, 4300]) func stopIsAsQuickInEveryPart(
        milliseconds: Int
    ) throws {
        let voice = clip(sine(700, seconds: 2, amplitude: 0.3))
        let material = Material(sine(500, seconds: 1, amplitude: 0.3), isLooping: true)
        var sound = material.voice
        sound.clip = Unmanaged.passUnretained(voice)
        sound.clipFrame = 48_000 * 2
        var mixer = Mixer(click: [])
        mixer.start(sound)
        var block = [Float](repeating: 0, count: 480)
        func render(_ count: Int) -> [Float] {
            block.withUnsafeMutableBufferPointer {
                if let base = $0.baseAddress { mixer.render(into: base, count: count) }
            }
            return Array(block.prefix(count))
        }
        var before: [Float] = []
        for _ in 0..<(milliseconds / 5) { before = render(240) }
        mixer.stop(fadedFrames: 0)
        let after = render(480)
        #expect(after.dropFirst(96).allSatisfy { $0 == 0 })
        #expect(largestStep(before.suffix(10) + after) < 0.05)
        #expect(mixer.takeReleased() != nil && !mixer.isSounding)
        withExtendedLifetime((material, voice)) {}
    }

    // MARK: Loudness

    @Test func thePatternIsAsLoudAsItMayBeBesideTheMelody() throws {
        let square = Tones.alarm().withUnsafeBufferPointer(Loudness.integrated)
        let melody = try Self.melody().withUnsafeBufferPointer(Loudness.integrated)
        #expect((4...8).contains(square - melody))
        #expect(truePeak(Tones.alarm()) < 0.5)
        #expect(largestStep(Tones.alarm().prefix(96)) < 0.2)
    }
}
