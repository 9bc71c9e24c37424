import TestKit
import Testing

@testable import Bedside

/// The weekly question comes at bedtime: a silent graduate may press no button at any other time (FADE-1).
extension SilenceTests {
    enum Evening: String, CaseIterable {
        case stop, talk, hold
    }

    private func atBedtime(_ bedside: VirtualBedside, _ evening: Evening, _ time: LocalDateTime) {
        bedside.advance(to: time)
        switch evening {
        case .stop:
            bedside.advance(by: .seconds(5))
            bedside.press(.stop)
        // The routine ends by itself.
        case .talk:
            bedside.advance(by: .seconds(5))
            bedside.press(.start)
        case .hold: bedside.press(.start, heldMilliseconds: 2500)
        }
    }

    /// Once in each of the twelve weeks; another question of that evening may put it off by a day.
    @Test(.requirement("FADE-1"), arguments: Evening.allCases, ["22:30", "00:30"])
    func whoPressesOnlyAtBedtimeIsAskedEachWeek(evening: Evening, bedtime: String) throws {
        let time = try #require(LocalTime(bedtime))
        // Held before a net, Start settles it.
        let bedside = try FadingStoryTests.bedside(
            levels: [.wake: .graduated, .bedtime: evening == .hold ? .net : .companion]
        ) { profile in
            profile.habits[2].isOn = true
            profile.habits[2].at = time
        }
        bedside.ownerSpeaks = evening == .talk
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(by: .minutes(1))
        let first = try #require(LocalDate("2026-11-20"))
        var asked: [Int] = []
        for index in 1...100 {
            atBedtime(bedside, evening, LocalDateTime(date: first.adding(days: index), time: time))
            for _ in 0..<90 {
                bedside.advance(by: .seconds(1))
                guard bedside.machine?.features.fading.asked?.question == .week else { continue }
                asked.append(index)
                bedside.advance(by: .seconds(2))
                bedside.press(.start)
            }
            bedside.advance(by: .minutes(3))
        }
        #expect(asked.map { $0 / 7 } == Array(1...12), "\(asked)")
        #expect(isSilent(bedside) && rings(bedside).isEmpty)
    }
}
