import Foundation
import SoundTestKit
import TestKit
import Testing

@testable import Sound

/// The engines on mixtures of real speech, without a device (SOUND-3).
@Suite(.requirement("SOUND-3"), .serialized) struct EchoCancellerTests {
    private static let reports = EchoEngine.allCases.compactMap {
        EchoBench.run(engine: $0, far: SpeechMaterial.companion, near: SpeechMaterial.owner)
    }

    private func report(_ engine: EchoEngine) throws -> EchoBench.Report {
        try #require(Self.reports.first { $0.engine == engine })
    }

    @Test(arguments: EchoEngine.allCases) func speechComesBackThirtyDecibelsQuieterWithinThreeSeconds(
        engine: EchoEngine
    ) throws {
        try #require(engine.isAvailable)
        let report = try report(engine)
        #expect(report.enhancementDB >= 30)
        #expect((report.secondsTo30DB ?? 99) <= 3, "\(report)")
        #expect(report.enhancementAfterDB >= 25)
        #expect(!report.library.isEmpty)
    }

    @Test func theNearVoiceIsKeptWhileTheFarOneSpeaks() throws {
        let report = try report(.preferred)
        #expect(abs(report.nearChangeDB) <= 3, "\(report)")
        #expect(report.nearLikeness > 0.85, "\(report)")
    }

    @Test func thePreferredEngineIsQuickFromTheFirstWord() throws {
        try #require(EchoEngine.both.isAvailable)
        let report = try report(.preferred)
        #expect((report.secondsTo30DB ?? 99) <= 1, "\(report)")
    }

    @Test(arguments: EchoEngine.allCases) func evensAQuietVoiceAndLeavesSilenceAlone(engine: EchoEngine) throws {
        let canceller = try #require(EchoCanceller.make(engine))
        let far = [Float](repeating: 0, count: 480)
        func run(_ input: [Float]) -> [Float] {
            var output: [Float] = []
            for start in stride(from: 0, to: input.count - 480, by: 480) {
                var block = Array(input[start..<start + 480])
                let isTaken = canceller.process(far: far, near: &block, delayMilliseconds: 10)
                #expect(isTaken)
                output += block
            }
            return output
        }
        let quiet = (SpeechMaterial.owner + SpeechMaterial.owner).map { $0 * 0.15 }
        let louder = power(run(quiet)) - power(quiet)
        #expect(louder > 2 && louder < 20, "\(louder)")
        let silence = run([Float](repeating: 0, count: 48_000))
        #expect(power(silence.suffix(24_000)) < -80)
    }

    /// The two cancellers treat a hum differently, and if nothing is played that is not echo.
    @Test func evensAQuietVoiceThatIsBelowAHum() throws {
        func voicePower(controlsGain: Bool) throws -> Double {
            let canceller = try #require(EchoCanceller(engine: .preferred, controlsGain: controlsGain))
            let voice = SpeechMaterial.owner + SpeechMaterial.owner
            var (before, beforeThat, output): (Float, Float, [Float]) = (0, 0, [])
            for start in stride(from: 0, to: voice.count - 480, by: 480) {
                var block = (start..<start + 480).map {
                    0.15 * voice[$0] + 0.03 * sinf(2 * .pi * Float($0 % 960) / 960)
                }
                _ = canceller.process(far: [Float](repeating: 0, count: 480), near: &block, delayMilliseconds: 10)
                for x in block {
                    // The second difference leaves a hum of 50 Hz at -87 dB.
                    output.append(x - 2 * before + beforeThat)
                    (before, beforeThat) = (x, before)
                }
            }
            return power(output.suffix(output.count / 2))
        }
        let louder = try voicePower(controlsGain: true) - voicePower(controlsGain: false)
        #expect(louder > 2 && louder < 26, "\(louder)")
    }

    @Test func brokenInputGivesFiniteSound() throws {
        for engine in EchoEngine.allCases {
            let canceller = try #require(EchoCanceller.make(engine))
            for value: Float in [1, -1, 40, -40, 1e-30] {
                var block = [Float](repeating: value, count: 480)
                for delay in [-5, 0, 60, 100_000] {
                    _ = canceller.process(
                        far: [Float](repeating: -value, count: 480), near: &block, delayMilliseconds: delay)
                }
                #expect(block.allSatisfy { $0.isFinite })
            }
        }
    }

    /// In a separate process, because other suites allocate beside this one.
    @Test func makesAndDropsCancellersWithoutGrowing() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 { _ = EchoCanceller(engine: .both) }
            let before = residentKilobytes()
            for _ in 0..<200 { _ = EchoCanceller(engine: .both) }
            #expect(residentKilobytes() - before < 4096)
        }
    }
}

@Suite(.requirement("SOUND-3")) struct EchoSupervisorTests {
    private func feed(
        _ supervisor: inout EchoSupervisor, _ milliseconds: Int, far: Float = 0.001, before: Float, fast: Float,
        fine: Float
    ) {
        for _ in 0..<milliseconds / 10 {
            _ = supervisor.trustsFine(far: far, before: before, fast: fast, fine: fine)
        }
    }

    @Test func trustsTheFineOneOnceItHasLearnt() {
        var supervisor = EchoSupervisor()
        feed(&supervisor, 2000, before: 0.001, fast: 1e-7, fine: 0.0002)
        #expect(!supervisor.trustsFine)
        feed(&supervisor, 2000, before: 0.001, fast: 1e-7, fine: 1e-6)
        #expect(supervisor.trustsFine)
    }

    @Test func speechOverTheEchoDoesNotShakeThatTrust() {
        var supervisor = EchoSupervisor()
        feed(&supervisor, 2000, before: 0.001, fast: 1e-7, fine: 1e-6)
        // The fast canceller lets a tenth of the voice through.
        feed(&supervisor, 10_000, before: 0.002, fast: 0.0001, fine: 0.001)
        #expect(supervisor.trustsFine)
    }

    @Test func aRoomThatChangesIsLearntAgain() {
        var supervisor = EchoSupervisor()
        feed(&supervisor, 2000, before: 0.001, fast: 1e-7, fine: 1e-6)
        feed(&supervisor, 1500, before: 0.001, fast: 1e-7, fine: 0.0005)
        #expect(supervisor.trustsFine)
        feed(&supervisor, 1500, before: 0.001, fast: 1e-7, fine: 0.0005)
        #expect(!supervisor.trustsFine)
        feed(&supervisor, 2000, before: 0.001, fast: 1e-7, fine: 1e-6)
        #expect(supervisor.trustsFine)
    }

    @Test func nothingIsLearntWhileTheCompanionIsSilent() {
        var supervisor = EchoSupervisor()
        feed(&supervisor, 5000, far: 0, before: 0.001, fast: 1e-7, fine: 1e-7)
        #expect(!supervisor.trustsFine)
    }
}

@Suite(.requirement("SOUND-3")) struct EchoAlignerTests {
    private static let zero: Int64 = 5_000_000_000

    /// Blocks of a microphone whose time readings are off by up to `jitter` ms, with a far end that is `ahead` ms
    /// ahead.
    private struct Room {
        var aligner = EchoAligner()
        init() { aligner.leastLeadFrames = EchoAligner.exactLeadFrames }
        var noise = SeededNoise(seed: 3)
        var turn = 0
        var jitter = 0.5
        var ahead = 12.0
        /// Drift of the microphone's clock relative to the speaker's.
        var ppm = 0.0
        /// Milliseconds that the far end has jumped.
        var jump = 0.0
        var breaks = 0
        /// By how many frames the far end was read too early.
        private(set) var leads: [Double] = []

        mutating func run(blocks: Int) {
            for _ in 0..<blocks {
                let truth = Double(turn) * 10 * (1 + ppm * 1e-6) + 100 - jump
                let reading = truth + jitter * Double(noise.uniform() * 2 - 1)
                let written = Int((truth + 10 + ahead) * 48)
                let wasHolding = aligner.isHolding
                let position = aligner.next(
                    capturedAt: zero + Int64(reading * 1e6), frameZeroAt: zero, written: written, breaks: breaks)
                // Held back: the same block comes again, 10 ms later.
                if wasHolding == aligner.isHolding {
                    leads.append(position - truth * 48)
                    turn += 1
                }
            }
        }
    }

    @Test func readsAheadOfTheEchoWithASteadyLead() {
        var room = Room()
        room.run(blocks: 6000)
        let steady = room.leads.dropFirst(30)
        let spread = (steady.max() ?? 99) - (steady.min() ?? -99)
        // It moves by less than a tenth of a sample, whatever the readings do.
        #expect(spread < 0.1)
        #expect((steady.first ?? 0) >= 96 && (steady.first ?? 0) <= 960)
        #expect(room.aligner.resyncs == 0)
        #expect(room.aligner.rate == 1)
    }

    @Test func findsADifferenceBetweenTheClocks() {
        var room = Room()
        room.ppm = 80
        room.run(blocks: 4600)
        #expect(abs(room.aligner.rate - 1.000_08) < 8e-6)
        let before = room.leads.last ?? 0
        room.run(blocks: 3000)
        #expect(abs((room.leads.last ?? 0) - before) < 15)
        #expect(room.aligner.resyncs == 0)
    }

    @Test func aServersWanderingReadingsAreNotTakenForDrift() {
        var drift = ClockDrift()
        var found: [Double] = []
        for i in 0..<12_000 {
            // 4 ms back and forth over a quarter of a minute.
            let off = 192 * sin(Double(i) / 240)
            if let rate = drift.add(off) { found.append(rate) }
        }
        #expect(found.isEmpty)
    }

    @Test func resynchronisesAfterABreakAndOnlyThen() {
        var room = Room()
        room.run(blocks: 500)
        room.jump = 80
        room.breaks = 1
        room.run(blocks: 500)
        #expect(room.aligner.resyncs == 1)
        // A break after which nothing has moved costs nothing.
        room.breaks = 2
        let before = room.leads.last ?? 0
        room.run(blocks: 500)
        #expect(room.aligner.resyncs == 1)
        #expect(abs((room.leads.last ?? 0) - before) < 0.1)
    }

    @Test func anUnannouncedJumpIsFoundWithinASecond() {
        var room = Room()
        room.run(blocks: 500)
        room.jump = 15
        room.run(blocks: 100)
        #expect(room.aligner.resyncs == 1)
        let lead = room.leads.last ?? 0
        #expect(lead > 48 && lead < 1000)
    }

    @Test func aSpeakersQueueThatBecomesShorterIsNoticed() {
        var room = Room()
        room.run(blocks: 300)
        let before = room.leads.last ?? 0
        room.ahead = 6
        room.run(blocks: 200)
        #expect(room.aligner.resyncs == 1)
        #expect((room.leads.last ?? 0) < before)
        #expect((room.leads.last ?? 0) >= 48)
    }

    @Test func holdsTheMicrophoneBackIfTheSpeakersQueueIsTooShort() {
        var room = Room()
        room.ahead = 2
        room.run(blocks: 300)
        #expect(room.aligner.isHolding)
        #expect((room.leads.last ?? 0) > 48)
        var plenty = Room()
        plenty.ahead = 12
        plenty.run(blocks: 300)
        #expect(!plenty.aligner.isHolding)
        // A sound server's timing needs more room for its errors.
        var server = Room()
        server.aligner.leastLeadFrames = EchoAligner.serverLeadFrames
        server.ahead = 8
        server.run(blocks: 300)
        #expect(server.aligner.isHolding)
        #expect((server.leads.last ?? 0) > 400)
    }
}
