import TestKit
import Testing

@testable import Recording

/// Both voices of a recording stay in step, whatever is missing of either (GUARD-1).
@Suite(.requirement("GUARD-1")) struct TalkTimelineTests {
    private func place(_ line: inout TalkTimeline, _ count: Int, of value: Int16, at position: Int) {
        let block = [Int16](repeating: value, count: count)
        block.withUnsafeBufferPointer { line.place($0, at: position) }
    }

    @Test func blocksOfAnUnevenPaceAreJoined() {
        var line = TalkTimeline()
        for index in 0..<100 {
            let jitter = [0, 900, -700, 300][index % 4]
            place(&line, 480, of: Int16(index), at: index * 480 + jitter)
        }
        #expect(line.end == 48_000 && line.pending.count == 48_000 && line.late == 0)
        #expect(line.pending.enumerated().allSatisfy { $0.element == Int16($0.offset / 480) })
    }

    @Test func whatIsMissingIsSilenceAndWhatComesTooLateIsLeftOut() {
        var line = TalkTimeline()
        place(&line, 480, of: 1, at: 0)
        place(&line, 480, of: 2, at: 48_000)
        #expect(line.end == 48_480)
        #expect(line.pending[480..<48_000].allSatisfy { $0 == 0 })
        place(&line, 480, of: 3, at: 1_000)
        #expect(line.end == 48_480 && line.late == 480)
    }

    /// A muted microphone gives nothing at all, and a device may fall silent for a while.
    @Test(arguments: 0..<20) func bothVoicesStayInStep(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let (owner, companion) = (TalkSide(capacity: 1 << 16), TalkSide(capacity: 1 << 16))
        var mixer = TalkMixer(beganAt: 0, owner: owner, companion: companion)
        var heard: [[Int16]] = []
        // Each voice says at which 10 ms it speaks; a block may be late by some milliseconds, and some are missing.
        for tick in 1...3_000 {
            let at = Int64(tick) * 10_000_000
            for (side, offset) in [(owner, 0), (companion, Int64(10_000_000))]
            where !random.chance(tick % 700 < 200 ? 90 : 2) {
                let jitter = Int64(Int.random(in: 0...20, using: &random)) * 1_000_000
                let samples = [Float](repeating: Float(tick % 100 + 1) / 32_767, count: 480)
                samples.withUnsafeBufferPointer { side.write($0, at: at - offset + jitter) }
            }
            if tick % 10 == 0 { mixer.collect(silenceUntil: at - 200_000_000) }
            while let frame = mixer.next() { heard.append(frame) }
        }
        #expect(heard.count >= 1_480)
        // Whatever is heard of a voice is heard when it was said, to within the tolerance.
        for (number, frame) in heard.enumerated() {
            for side in 0..<2 {
                for i in stride(from: side, to: frame.count, by: 240) where frame[i] != 0 {
                    let tick = number * 2 + (i / 2) / 480 + 1
                    let distance = (Int(frame[i]) - 1 - tick % 100 + 150) % 100 - 50
                    #expect(abs(distance) <= 15, "tick \(tick): \(frame[i])")
                }
            }
        }
        #expect(owner.dropped.load(ordering: .relaxed) == 0)
    }

    @Test func aFullRingDropsWholeBlocksAndCountsThem() {
        let side = TalkSide(capacity: 1_024)
        let samples = [Float](repeating: 2, count: 480)
        for _ in 0..<4 { samples.withUnsafeBufferPointer { side.write($0, at: 0) } }
        #expect(side.samples.count == 960 && side.blocks.count == 2)
        #expect(side.dropped.load(ordering: .relaxed) == 960)
        #expect(side.samples.pop() == 32_767)
    }

    @Test func withoutARecordingTheTapTakesNothing() {
        let tap = TalkTap()
        [Float](repeating: 1, count: 480).withUnsafeBufferPointer {
            tap.owner($0)
            tap.companion($0)
        }
        #expect(tap.reap())
    }
}

extension SeededRandom {
    fileprivate mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
