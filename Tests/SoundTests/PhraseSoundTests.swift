import Foundation
import TestKit
import Testing

@testable import Sound

/// What is kept of an owner's voice, and how loud it is (MIND-7).
@Suite(.requirement("MIND-7"))
struct PhraseSoundTests {
    /// A voice-like tone of so many seconds, with silence around it.
    private static func voice(
        seconds: Double, peak: Float = 0.1, before: Double = 0.6, after: Double = 0.6
    ) -> [Float] {
        let rate = Double(PhraseSound.samplesPerSecond)
        let quiet = { (seconds: Double) in [Float](repeating: 0.0005, count: Int(seconds * rate)) }
        let tone = (0..<Int(seconds * rate)).map { peak * Float(sin(2 * Double.pi * 220 * Double($0) / rate)) }
        return quiet(before) + tone + quiet(after)
    }

    @Test(arguments: [Float(0.02), 0.1, 0.4, 0.9]) func aVoiceIsTrimmedAndMadeEquallyLoud(peak: Float) throws {
        guard case .good(let sound) = PhraseSound.judge(Self.voice(seconds: 2, peak: peak)) else {
            return #expect(Bool(false))
        }
        let seconds = Double(sound.count) / Double(PhraseSound.samplesPerSecond)
        #expect((2.0...2.3).contains(seconds))
        let loudness = sound.withUnsafeBufferPointer { Loudness.integrated($0) }
        #expect((-21.5 ... -18.5).contains(loudness), "\(loudness)")
        #expect(sound.allSatisfy { abs($0) <= 0.9 })
    }

    @Test func whatCannotBeKeptIsTold() {
        #expect(PhraseSound.judge([]) == .silent)
        #expect(PhraseSound.judge(Self.voice(seconds: 2, peak: 0.002)) == .silent)
        #expect(PhraseSound.judge(Self.voice(seconds: 0.2)) == .short)
        #expect(PhraseSound.judge(Self.voice(seconds: 2, peak: 3)) == .clipped)
        #expect(PhraseSound.judge(Self.voice(seconds: 12)) == .long)
        // Neither is silence until the end a phrase that is too long, nor what the owner thinks before.
        if case .good = PhraseSound.judge(Self.voice(seconds: 8, before: 9)) {} else { #expect(Bool(false)) }
        #expect(PhraseSound.judge(Self.voice(seconds: 9, before: 9, after: 0)) == .long)
        if case .good = PhraseSound.judge(Self.voice(seconds: 3, after: 9)) {} else { #expect(Bool(false)) }
    }

    @Test(arguments: 0..<20) func noSoundOfWhateverKindIsTooMuch(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let values: [Float] = [0, 1, -1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 0.5]
        let samples = (0..<Int.random(in: 0...90_000, using: &random)).map { _ in
            values.randomElement(using: &random) ?? 0
        }
        if case .good(let sound) = PhraseSound.judge(samples) {
            #expect(sound.allSatisfy { $0.isFinite && abs($0) <= 1 })
        }
    }
}
