import TestKit
import Testing

@testable import Bedside

/// When what an alarm may need is checked; speakers of one gateway do not ask it all at once (ALARM-12, ACCOUNT-3).
@Suite(.requirement("ALARM-12", "ACCOUNT-3")) struct AlarmCheckTests {
    private static let date = LocalDate(year: 2026, month: 11, day: 25)

    @Test func withoutAGatewayItIsTwoMinutes() throws {
        #expect(AlarmCheck.lead(user: nil, on: try #require(Self.date)) == .minutes(2))
    }

    /// Neighbouring names, as a gateway gives them: in each of 180 seconds about as many, and on each day others.
    @Test func speakersAreSpreadEvenlyAndByDay() throws {
        let date = try #require(Self.date)
        let users = (0..<18_000).map { "usr_\($0)" }
        let leads = users.map { AlarmCheck.lead(user: $0, on: date) }
        #expect(leads.allSatisfy { $0 >= .minutes(1) && $0 < .minutes(4) })
        #expect(leads == users.map { AlarmCheck.lead(user: $0, on: date) })
        var perSecond: [Int: Int] = [:]
        for lead in leads { perSecond[lead.milliseconds / 1000, default: 0] += 1 }
        // 100 are expected in each; five deviations.
        #expect(perSecond.count == 180 && perSecond.values.allSatisfy { (50...150).contains($0) })
        let tomorrow = users.map { AlarmCheck.lead(user: $0, on: LocalDate(dayNumber: date.dayNumber + 1)) }
        let isLike = zip(leads, tomorrow).count { abs(($0 - $1).milliseconds) < 1000 }
        // If both days are independent, 1.1 % of the times are within a second of each other: about 200.
        #expect((100...300).contains(isLike))
    }

    @Test func aSpeakerLooksOnceAtItsOwnTime() throws {
        let lead = AlarmCheck.lead(user: AccountTests.signedIn.user, on: try #require(Self.date))
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T05:50")
        func looks() -> Int { bedside.performed.count { if case .checkBeforeAlarm = $0 { true } else { false } } }
        bedside.advance(by: .minutes(10) - .seconds(1) - lead - .milliseconds(1))
        #expect(looks() == 0)
        bedside.advance(by: .milliseconds(1))
        #expect(looks() == 1)
        bedside.advance(by: .seconds(50))
        #expect(looks() == 1)
    }

    /// Moved after it was checked, or under a clock that was wrong: it is checked before it rings.
    @Test(arguments: [true, false]) func anAlarmThatComesLaterIsLookedAtAgain(isMoved: Bool) throws {
        let bedside = try AccountTests.bedside(at: "2026-11-25T05:57", companion: .offline)
        func looks() -> Int { bedside.performed.count { if case .checkBeforeAlarm = $0 { true } else { false } } }
        bedside.advance(to: try EpisodeTests.at("2026-11-25T05:59"))
        #expect(looks() == 1)
        if isMoved {
            bedside.ask(.move(.wake, time: try #require(LocalTime("08:00")), date: nil))
        } else {
            bedside.step(.zero - .hours(2), isSynchronized: true)
        }
        bedside.advance(by: .hours(2) - .minutes(1) - .milliseconds(1))
        #expect(looks() == 1)
        bedside.advance(by: .milliseconds(1))
        #expect(looks() == 2)
    }

    /// The offline companion asks no gateway, whoever is signed in.
    @Test(arguments: [Companion.offline, .openai]) func whoTalksWithoutTheGatewayLooksTwoMinutesBefore(
        companion: Companion
    ) throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T05:50", companion: companion)
        func looks() -> Int { bedside.performed.count { if case .checkBeforeAlarm = $0 { true } else { false } } }
        bedside.advance(by: .minutes(8) - .seconds(1) - .milliseconds(1))
        #expect(looks() == 0)
        bedside.advance(by: .milliseconds(1))
        #expect(looks() == 1)
    }
}
