import System
import TestKit
import Testing

@testable import Sound

/// Unannounced gaps in a sound server's stream, in a call's microphone path on virtual time: the echo jumps, and what
/// comes through until it is found again must not count as a voice (TALK-6).
@Suite(.requirement("SOUND-3", "TALK-6")) struct EchoGapTests {
    enum Hole: CaseIterable, Sendable {
        /// The speaker is silent, and what was due comes later.
        case pause
        /// The microphone loses what it heard.
        case loss
    }
    private struct Outcome {
        /// When a voice was detected, in seconds.
        var voices: [Double] = []
        /// What was sent to the other side in the three seconds from the gap, or from the owner's first word.
        var powerDB = 0.0
    }
    private static let companion = SpeechMaterial.companion.map { $0 * 0.64 }
    private static let room: [(frame: Int, gain: Float)] = [
        (1920, 0.5), (2033, -0.17), (2227, 0.11), (2621, -0.07), (3431, 0.04), (4823, -0.02),
    ]
    private static let start: Int64 = 1_000_000_000

    /// The companion speaks; at second `at` something happens, and three more seconds are recorded.
    private func run(at second: Double, _ hole: Hole? = nil, frames: Int = 0, ownerGain: Float = 0) throws -> Outcome {
        let link = OutputLink(driverWakeUp: WakeUp(), totals: SoundTotals())
        let source = LineSource(render: { _ in 0 }, volumePercent: 100)
        source.give(to: link)
        source.begin(isExact: false, serial: link.serial)
        let canceller = try #require(EchoCanceller.make(.preferred))
        let path = CapturePath(
            line: VoiceLine(render: { _ in 0 }, capture: { _ in }), source: source, canceller: canceller,
            totals: SoundTotals())
        path.markBreak(isExact: false)
        let meter = CaptureMeter(rate: 48_000)
        var random = SeededNoise(seed: 3)
        let event = Int(second * 48_000)
        let gap = event..<event + frames
        // By the clock: what the speaker played, and what the microphone has that is not read yet.
        var played: [Float] = []
        var heard: [Float] = []
        var (written, consumed) = (0, 0)
        var outcome = Outcome()
        var after: [Float] = []
        for block in 1...Int((second + 3) * 100) {
            for now in played.count..<block * 480 {
                while written <= consumed + 144 {
                    var x = Self.companion[written % Self.companion.count]
                    source.wrote(&x, count: 1, serial: link.serial)
                    written += 1
                }
                let isPausing = hole == .pause && gap.contains(now)
                played.append(isPausing ? 0 : Self.companion[consumed % Self.companion.count])
                if !isPausing { consumed += 1 }
                var x = 1e-4 * (random.uniform() * 2 - 1)
                for way in Self.room where now >= way.frame { x += way.gain * played[now - way.frame] }
                if ownerGain > 0, now >= event, now - event < SpeechMaterial.owner.count {
                    x += ownerGain * SpeechMaterial.owner[now - event]
                }
                if hole != .loss || !gap.contains(now) { heard.append(x) }
            }
            let queued = written - consumed
            source.mark(
                nextHeardAt: Self.start + FarEnd.nanoseconds(played.count + queued), serial: link.serial)
            while heard.count >= 480 {
                var samples = Array(heard.prefix(480))
                let capturedAt = Self.start + FarEnd.nanoseconds(played.count - heard.count)
                heard.removeFirst(480)
                path.process(&samples, capturedAt: capturedAt, farZeroAt: path.farZeroAt)
                let was = meter.isVoiceActive
                meter.hear(samples, isEcho: path.isEcho)
                if meter.isVoiceActive, !was { outcome.voices.append(Double(block) / 100) }
                if block > event / 480 { after += samples }
            }
        }
        outcome.powerDB = power(after)
        return outcome
    }

    @Test(arguments: Hole.allCases, [24, 60, 72, 240, 480, 1200, 12_000])
    func whatComesThroughAfterAGapIsNotAVoice(hole: Hole, frames: Int) throws {
        for second in [5.1, 6.6] {
            let outcome = try run(at: second, hole, frames: frames)
            #expect(outcome.voices.isEmpty, "at \(second): \(outcome)")
            #expect(outcome.powerDB < -38, "at \(second): \(outcome)")
        }
    }

    @Test(arguments: [0.8, 0.4, 0.2] as [Float]) func theOwnerIsStillHeardAtOnce(gain: Float) throws {
        for second in [5.1, 8.3] {
            let outcome = try run(at: second, ownerGain: gain)
            #expect((outcome.voices.first ?? 99) - second < 0.5, "\(outcome)")
        }
    }

    @Test func withoutAGapNothingComesThrough() throws {
        let outcome = try run(at: 5)
        #expect(outcome.voices.isEmpty && outcome.powerDB < -65, "\(outcome)")
    }
}
