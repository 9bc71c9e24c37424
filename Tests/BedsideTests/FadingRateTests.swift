import TestKit
import Testing

@testable import Bedside

/// The share of unaided days, as the device reports it.
@Suite(.requirement("FADE-4")) struct FadingRateTests {
    /// The rate that is reported after these counted days, the oldest first.
    private func rate(_ words: [DayWord]) throws -> Double? {
        let bedside = try NudgeTests.bedside(words: words, choice: nil)
        guard case .fading(let reply)? = bedside.ask(.fading(.progress)) else {
            Issue.record("no progress")
            return nil
        }
        let row = try #require(reply.rows.first { $0.habit == .wake })
        #expect(row.days.map(\.word) == words)
        return row.rate28
    }

    @Test func itIsTheShareOfUnaidedDaysAmongTheLast28() throws {
        var last = [DayWord](repeating: .unaided, count: 28)
        last.replaceSubrange(5..<8, with: [.missed, .prompt, .slow])
        for earlier in [DayWord.missed, .unaided] {
            let words = [DayWord](repeating: earlier, count: 12) + last
            #expect(try rate(words) == 25.0 / 28)
        }
    }

    @Test func ofFewerDaysItIsTheShareOfThose() throws {
        #expect(try rate([.unaided, .slow, .unaided, .prompt]) == 0.5)
    }

    /// F-9: once 28 days were counted, one more day changes the figure by no more than four points.
    @Test(arguments: [28, 29, 40, 60]) func oneMissedDayChangesItByFourPointsAtMost(count: Int) throws {
        let days = Array(repeating: DayWord.unaided, count: count)
        #expect(try rate(days) == 1)
        #expect(try rate(days + [.missed]) == 27.0 / 28)
    }
}
