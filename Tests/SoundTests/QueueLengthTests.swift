import TestKit
import Testing

@testable import Sound

@Suite(.requirement("SOUND-5")) struct QueueLengthTests {
    private static let second: Int64 = 1_000_000_000
    private var length = QueueLength(least: 144, most: 2880, step: 48)

    /// Plays on, in turns of 10 ms; underruns whenever the queue is shorter than `needed`.
    /// - Returns: how often it underran.
    @discardableResult
    private mutating func play(seconds: Int64, from: Int64, needed: Int = 0) -> Int {
        var dry = 0
        for turn in 0..<(seconds * 100) {
            let now = from + turn * 10_000_000
            if length.frames < needed {
                dry += 1
                length.ranDry(at: now, isSure: true)
            } else {
                length.pass(at: now)
            }
        }
        return dry
    }

    @Test mutating func oneUnderrunMayBeChanceButTwoInTwoSecondsAreNot() {
        length.ranDry(at: 10 * Self.second, isSure: false)
        #expect(length.frames == 144)
        length.ranDry(at: 13 * Self.second, isSure: false)
        #expect(length.frames == 144)
        length.ranDry(at: 14 * Self.second, isSure: false)
        #expect(length.frames == 192)
        length.ranDry(at: 20 * Self.second, isSure: true)
        #expect(length.frames == 240)
    }

    @Test mutating func aMachineThatStalledOnceSlowsNoStopAMinuteLater() {
        for number in 0..<100 { length.ranDry(at: Int64(number) * 20_000_000, isSure: true) }
        #expect(length.frames == 2880)
        play(seconds: 2, from: 2 * Self.second)
        #expect(length.frames > 1440, "the queue does not become short at once")
        play(seconds: 60, from: 4 * Self.second)
        #expect(length.frames == 144)
    }

    @Test mutating func aDeviceThatNeedsMoreIsSeldomTried() {
        let first = play(seconds: 60, from: 0, needed: 1000)
        #expect(length.frames >= 1000)
        #expect(first < 40)
        // An hour of alarms: tried after 2, 4, 8, … 600 s.
        #expect(play(seconds: 3600, from: 60 * Self.second, needed: 1000) <= 12)
        #expect(play(seconds: 3600, from: 3660 * Self.second, needed: 1000) <= 6)
        // What it needed for an evening is not needed forever.
        play(seconds: 7200, from: 7260 * Self.second)
        #expect(length.frames == 144)
    }

    @Test mutating func neverLeavesItsBounds() {
        var random = SeededRandom(seed: 27)
        var now: Int64 = 0
        for _ in 0..<20_000 {
            now += Int64.random(in: 0...3_000_000_000, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: length.aim(at: 96)
            case 1: length.aim(at: 144)
            case 2...6: length.ranDry(at: now, isSure: .random(using: &random))
            default: length.pass(at: now)
            }
            #expect((96...2880).contains(length.frames))
        }
    }

    @Test mutating func aLineIsShortAtOnceAndWhatFollowsItLongAgain() {
        length = QueueLength(least: 1440, most: 2880, step: 48)
        length.ranDry(at: Self.second, isSure: true)
        length.aim(at: 144)
        #expect(length.frames == 144)
        length.ranDry(at: 2 * Self.second, isSure: true)
        #expect(length.frames == 192)
        length.aim(at: 1440)
        #expect(length.frames == 1440)
        #expect(QueueLength(least: 5000, most: 2880, step: 48).frames == 2880)
    }
}
