import Bedside
import TestKit
import Testing

@testable import Appliance

/// What `anicca up` prints is about the habit that it settled, which need not be the wake alarm.
@Suite(.requirement("ALARM-11", "FADE-2")) struct UpCommandTests {
    /// An owner who gets up at 06:00 and goes to bed at 22:30.
    private func bedside() throws -> VirtualBedside {
        var profile = Profile(companion: .offline)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id != .training }
        profile.habits[0].at = try #require(LocalTime("06:00"))
        profile.habits[2].at = try #require(LocalTime("22:30"))
        let start = try #require(LocalDateTime("2026-11-20T12:00"))
        let bedside = VirtualBedside(profile: profile, at: try #require(ZoneRules.utc.instant(of: start)))
        bedside.powerOn()
        return bedside
    }

    @Test func itNamesTheHabitThatWillNotRing() throws {
        let bedside = try bedside()
        for (time, phrase) in [
            ("2026-11-20T22:10", Phrase.fading(.done(.bedtime))), ("2026-11-21T05:40", .upEarlyConfirmed),
            ("2026-11-21T22:10", .fading(.done(.bedtime))),
        ] {
            bedside.advance(to: try #require(LocalDateTime(time)))
            let before = try #require(bedside.status)
            bedside.ask(.upEarly)
            #expect(UpCommand.settled(from: before, to: try #require(bedside.status)) == phrase, "\(time)")
        }
    }

    @Test func itNamesTheHabitThatIsCorrected() throws {
        let bedside = try bedside()
        func progress() throws -> FadingReply {
            guard case .fading(let progress)? = bedside.ask(.fading(.progress)) else {
                throw UnexpectedAnswer()
            }
            return progress
        }
        for (time, id) in [("2026-11-20T22:31", HabitID.bedtime), ("2026-11-21T06:01", .wake)] {
            bedside.advance(to: try #require(LocalDateTime(time)))
            bedside.press(.stop)
            let before = try progress()
            bedside.ask(.fading(.alreadyUp(nil)))
            #expect(UpCommand.corrected(from: before, to: try progress()) == .fading(.alreadyUp(id)), "\(time)")
        }
    }

    private struct UnexpectedAnswer: Error {}
}
