import Testing

@testable import Sound

@Suite struct PaceTests {
    private let second: Int64 = 1_000_000_000

    /// Frames moved by a device that never refuses, in blocks of 1024.
    private func drain(_ pace: inout Pace) -> Int {
        var moved = 0
        while !pace.isSpent {
            pace.take(1024)
            moved += 1024
        }
        return moved
    }

    @Test(arguments: [8000, 44_100, 48_000, 192_000]) func followsTheClockWithATwoPercentMargin(rate: Int) {
        var pace = Pace(rate: rate, burstFrames: rate / 5, startFrames: 0, now: second)
        var moved = 0
        for turn in 1...1000 {
            pace.advance(to: second + Int64(turn) * second / 100)
            moved += drain(&pace)
        }
        #expect(moved >= rate * 10 && moved <= rate * 103 / 10 + 1024)
    }

    @Test func givesNothingBeforeTimeHasPassedUnlessConfigured() {
        var capture = Pace(rate: 48_000, burstFrames: 19_200, startFrames: 0, now: second)
        #expect(drain(&capture) == 0)
        var playback = Pace(rate: 48_000, burstFrames: 19_200, startFrames: 4096, now: second)
        #expect(drain(&playback) == 4096)
    }

    @Test func aSuspendedMachineDoesNotCatchUp() {
        var pace = Pace(rate: 48_000, burstFrames: 19_200, startFrames: 0, now: 0)
        pace.advance(to: 3600 * second)
        #expect(drain(&pace) <= 19_200 + 1024)
        // Nor does a clock that goes back take anything away.
        pace.advance(to: 3599 * second)
        pace.advance(to: 3600 * second)
        #expect(drain(&pace) >= 19_200 - 1024)
    }
}
