import Foundation
import Synchronization
import System
import TestKit
import Testing

@testable import Recording

/// A recording is played until its end, until it is stopped, or until no speaker takes it (GUARD-1).
@Suite(.requirement("GUARD-1")) struct TalkPlayerTests {
    /// Starts a player with so many seconds of silence, and waits for its end.
    private func end(
        of player: TalkPlayer, seconds: Int, _ meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws -> TalkPlayer.End {
        let left = Mutex(seconds)
        return await withCheckedContinuation { (done: CheckedContinuation<TalkPlayer.End, Never>) in
            do {
                try player.start(
                    next: {
                        left.withLock { left in
                            left -= 1
                            return left >= 0 ? .silence(packets: 50) : nil
                        }
                    }, ended: { done.resume(returning: $0) })
            } catch {
                Issue.record(error)
            }
            meanwhile()
        }
    }

    @Test func aRecordingThatNoSpeakerTakesEnds() async throws {
        let player = TalkPlayer(patienceNanoseconds: 200_000_000)
        #expect(try await end(of: player, seconds: 60) == .unheard)
        // Nor does the rest of it wait for ever.
        #expect(try await end(of: TalkPlayer(patienceNanoseconds: 200_000_000), seconds: 0) == .played)
    }

    @Test func aSpeakerThatGoesAwayEndsIt() async throws {
        let player = TalkPlayer(patienceNanoseconds: 300_000_000)
        let asked = Mutex(0)
        let end = try await end(of: player, seconds: 60) {
            try? startThread("speaker") {
                var frames = [Float](repeating: 1, count: 480)
                for _ in 0..<40 {
                    asked.withLock { $0 += frames.withUnsafeMutableBufferPointer { player.render(into: $0) } }
                    usleep(10_000)
                }
            }
        }
        #expect(end == .unheard && asked.withLock { $0 } > 0)
    }

    @Test func aStoppedOneSaysSo() async throws {
        let player = TalkPlayer()
        #expect(try await end(of: player, seconds: 60) { player.stop() } == .stopped)
    }

    @Test func whatIsHeardToItsEndIsPlayed() async throws {
        let player = TalkPlayer(patienceNanoseconds: 2_000_000_000)
        let isOver = Mutex(false)
        let end = try await end(of: player, seconds: 3) {
            try? startThread("speaker") {
                var frames = [Float](repeating: 1, count: 480)
                while !isOver.withLock({ $0 }) {
                    _ = frames.withUnsafeMutableBufferPointer { player.render(into: $0) }
                    usleep(1_000)
                }
            }
        }
        isOver.withLock { $0 = true }
        #expect(end == .played)
    }
}
