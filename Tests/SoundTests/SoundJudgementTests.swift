import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// What is said about an owner's own sound (SOUND-7, S-6).
@Suite(.requirement("SOUND-7")) struct SoundJudgementTests {
    @Test func theAlarmsThatShipAreNotWarnedAbout() throws {
        #expect(SoundJudgement.warnings(about: try RingSoundTests.melody()) == [])
        #expect(SoundJudgement.warnings(about: Tones.alarm()) == [])
        #expect(SoundJudgement.bandShare(try RingSoundTests.melody()) >= 70)
    }

    @Test func aHighOrLowToneIsOutsideTheBand() {
        for hertz in [100.0, 3150, 8000] {
            let warnings = SoundJudgement.warnings(about: sine(hertz, seconds: 4))
            #expect(warnings.count == 1)
            guard case .outsideBand(let percent)? = warnings.first else {
                Issue.record("not warned about at \(hertz) Hz")
                continue
            }
            #expect(percent < 20)
        }
        for hertz in [450.0, 1000, 2200] {
            #expect(SoundJudgement.warnings(about: sine(hertz, seconds: 4)) == [])
            #expect(SoundJudgement.bandShare(sine(hertz, seconds: 4)) > 70)
        }
    }

    @Test func aLongQuietBeginningIsNoticed() {
        let quiet = sine(600, seconds: 8, amplitude: 0.01)
        #expect(
            SoundJudgement.warnings(about: quiet + sine(600, seconds: 10)).contains { warning in
                if case .quietBeginning(let seconds) = warning { (7...8).contains(seconds) } else { false }
            })
        let short = sine(600, seconds: 3, amplitude: 0.01)
        #expect(SoundJudgement.warnings(about: short + sine(600, seconds: 10)) == [])
    }

    @Test func aSoundThatIsSoftEvenWhenRaisedIsNoticed() {
        // One loud click keeps it from being raised.
        var soft = sine(600, seconds: 6, amplitude: 0.02)
        soft[100_000] = 0.9
        #expect(
            SoundJudgement.warnings(about: soft).contains { if case .soft = $0 { true } else { false } })
        // A quiet recording is raised by the ring.
        #expect(SoundJudgement.warnings(about: sine(600, seconds: 6, amplitude: 0.05)) == [])
    }

    /// What the ring itself takes for silent, so that another sound is played.
    @Test(.requirement("SOUND-2")) func silenceIsNoticed() {
        var one = [Float](repeating: 0, count: 96_000)
        #expect(SoundJudgement.warnings(about: one) == [.silent])
        one[40_000] = 3.0 / 32_768
        #expect(SoundJudgement.warnings(about: one) == [.silent])
        #expect(SoundJudgement.warnings(about: sine(600, seconds: 8, amplitude: 0.009)) == [.silent])
        #expect(MaterialLoader.readyForAlarm(one, fromPercent: 100) == nil)
    }

    /// Loudness is judged over time: a beep every ten seconds wakes nobody, and nor does a click before something soft.
    @Test func aSoundThatIsHardlyEverHeardIsNoticed() {
        func isSparse(_ samples: [Float]) -> Bool {
            SoundJudgement.warnings(about: samples).contains { if case .sparse = $0 { true } else { false } }
        }
        let beep = Array(sine(600, seconds: 1, amplitude: 0.5).prefix(480))
        let gap = [Float](repeating: 0, count: 10 * 48_000 - beep.count)
        #expect(isSparse(beep + gap + beep + gap))
        #expect(isSparse(beep + sine(600, seconds: 8, amplitude: 0.0015)))
        // A click before something that is only softer is soft throughout.
        let softer = SoundJudgement.warnings(about: beep + sine(600, seconds: 8, amplitude: 0.015))
        #expect(softer.contains { if case .soft = $0 { true } else { false } })
        // Alarm clocks beep with pauses, and a short sound is played again and again.
        let pause = [Float](repeating: 0, count: 24_000)
        #expect(!isSparse(sine(600, seconds: 1) + pause + sine(600, seconds: 1) + pause))
        #expect(!isSparse(beep))
        #expect(SoundJudgement.heardPercent(Tones.alarm()) > 30)
    }

    @Test func nothingIsSaidAboutNonsense() throws {
        #expect(SoundJudgement.warnings(about: []) == [])
        #expect(SoundJudgement.warnings(about: [.nan, .infinity, 1]) == [])
        #expect(throws: WAVError.self) { _ = try SoundJudgement.warnings(of: "/nonexistent.wav") }
    }

    @Test func everyWarningExistsInBothLanguages() {
        for warning in [
            SoundWarning.outsideBand(percent: 3), .quietBeginning(seconds: 9), .soft(loudness: -31), .silent,
            .sparse(percent: 4),
        ] {
            #expect(warning.text(in: .english) != warning.text(in: .japanese))
        }
    }
}
