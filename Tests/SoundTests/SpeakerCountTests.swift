import Foundation
import TestKit
import Testing

@testable import Sound

/// Two voices in a sample are likely, or not; it is a warning only (V-5).
@Suite(.requirement("MIND-9")) struct SpeakerCountTests {
    private static let text =
        "The sea was quiet that morning, and the boats lay still. A man walked along the beach with his dog, and stopped "
        + "to look at the birds. There were seven of them, standing in the shallow water. When the wind came up they rose "
        + "all at once, and flew low over the waves towards the island."
    private static let japanese =
        "うみは そのあさ しずかで、ふねは とまっていました。おとこのひとが いぬと はまべを あるき、とりを みるために たちどまりました。"
        + "かぜが ふくと いっせいに とびたち、しまの ほうへ とんで いきました。"

    private static let low = SpeechMaterial.speak("en-us", pitch: 40, text)
    private static let high = SpeechMaterial.speak("en-us+f2", pitch: 50, text)
    private static let lively = SpeechMaterial.speak("en-us", pitch: 75, text)
    private static let ja = SpeechMaterial.speak("ja", pitch: 50, japanese)

    @Test func oneVoiceIsOne() {
        for voice in [Self.low, Self.high, Self.lively, Self.ja] {
            #expect(voice.count > 5 * 48_000, "the synthesizer speaks")
            #expect(!SpeakerCount.isLikelyTwo(voice), "\(SpeakerCount.examine(voice))")
        }
    }

    @Test func twoVoicesAfterEachOtherAreTwo() {
        for other in [Self.low, Self.ja] {
            let both = Array(other.prefix(6 * 48_000)) + Array(Self.high.prefix(6 * 48_000))
            #expect(SpeakerCount.isLikelyTwo(both), "\(SpeakerCount.examine(both))")
        }
    }

    @Test func twoVoicesAtOnceAreTwo() {
        let both = zip(Self.lively, Self.high).map { 0.5 * $0 + 0.5 * $1 }
        #expect(SpeakerCount.isLikelyTwo(both), "\(SpeakerCount.examine(both))")
    }

    @Test func whatIsNoVoiceIsNotTwo() {
        var noise = SeededRandom(seed: 27)
        let hiss = (0..<480_000).map { _ in Float.random(in: -0.3...0.3, using: &noise) }
        let tone = (0..<480_000).map { 0.3 * Float(sin(Double($0) * 0.02)) }
        let odd = [Float](repeating: .nan, count: 480_000) + [.infinity, -.infinity]
        for sound in [[], [0.5], hiss, tone, odd, [Float](repeating: 1, count: 480_000)] {
            #expect(!SpeakerCount.isLikelyTwo(sound), "\(SpeakerCount.examine(sound))")
        }
    }

    @Test func aTakeIsJudgedBeforeItIsSent() {
        func judge(_ samples: [Float]) -> VoiceTakeSound.Judgement {
            VoiceTakeSound.judge(samples, speechMilliseconds: 4000, maximumMilliseconds: 29_900)
        }
        let quiet = [Float](repeating: 0.0005, count: 48_000)
        #expect(judge([]) == .silent && judge(quiet) == .silent)
        #expect(judge(quiet + Self.low.prefix(2 * 48_000) + quiet) == .short)
        #expect(judge(Self.low.map { $0 * 9 }) == .clipped)
        guard case .good(let kept, mayBeTwo: false) = judge(quiet + Self.low + quiet) else {
            return #expect(Bool(false))
        }
        let seconds = Double(Self.low.count) / 48_000
        #expect(abs(Double(kept.count) / 24_000 - seconds) < 1.5, "without most of the silence around it")
        let two = Array(Self.low.prefix(8 * 48_000)) + Array(Self.high.prefix(8 * 48_000))
        if case .good(_, mayBeTwo: true) = judge(two) {} else { #expect(Bool(false)) }
        let long = (0..<40 * 48_000).map { 0.2 * Float(sin(Double($0) * 0.03)) }
        if case .good(let kept, _) = judge(long) {
            #expect(kept.count <= 29_900 * 24 + 2)
        } else {
            #expect(Bool(false))
        }
    }
}
