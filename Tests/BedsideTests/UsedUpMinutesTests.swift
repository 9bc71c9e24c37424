import TestKit
import Testing

@testable import Bedside

/// No minute is left: what the owner is told, once, and how the speaker hears that there are some again (ACCOUNT-4).
@Suite(.requirement("ACCOUNT-4")) struct UsedUpMinutesTests {
    private static func told(_ bedside: VirtualBedside) -> Int {
        bedside.said.count { $0.contains("used up") }
    }

    private static func lookUps(_ bedside: VirtualBedside) -> Int {
        AccountTests.effects(bedside).count { $0 == .lookUp }
    }

    private static func pressStart(_ bedside: VirtualBedside) {
        bedside.press(.start)
        bedside.advance(by: .seconds(10))
    }

    private static func pressStop(_ bedside: VirtualBedside) {
        bedside.press(.stop)
        bedside.advance(by: .seconds(5))
    }

    /// Another speaker of the household holds all that is left while this one rings.
    @Test(.requirement("ALARM-12")) func aTalkThatCouldNotBePreparedIsExplainedAtStart() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T05:58:30")
        bedside.post(.account(.left(seconds: 480, earlyAfterMilliseconds: 0)))
        bedside.advance(to: try #require(LocalDateTime("2026-11-25T06:00:02")))
        #expect(bedside.call == 1 && bedside.status?.activity == .ringing)
        bedside.post(.account(.exhausted))
        bedside.companion(.failed(.quota))
        #expect(Self.told(bedside) == 0)
        Self.pressStart(bedside)
        #expect(Self.told(bedside) == 1 && bedside.status?.answering == .offline)
        Self.pressStop(bedside)
        Self.pressStart(bedside)
        #expect(Self.told(bedside) == 1 && bedside.call == 1)
    }

    @Test func whatEndedTheTalkIsNotSaidAgainAtTheNext() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        AccountTests.talk(bedside, seconds: 70)
        for _ in 0..<8 {
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(9))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(1))
        }
        #expect(Self.told(bedside) == 1 && bedside.machine?.conversation == nil)
        bedside.post(.account(.stopped(session: "s_1")))
        bedside.post(.account(.left(seconds: 0)))
        Self.pressStart(bedside)
        #expect(Self.told(bedside) == 1 && bedside.status?.answering == .offline)
    }

    /// A pack that was bought on the phone works at the next press, and not only after the evening check.
    @Test func startAsksWhetherMinutesHaveComeAtMostOnceAMinute() throws {
        var standing = AccountTests.signedIn
        standing.isHeld = true
        let bedside = try AccountTests.bedside(standing)
        for _ in 0..<3 {
            Self.pressStart(bedside)
            Self.pressStop(bedside)
        }
        #expect(Self.lookUps(bedside) == 1 && bedside.call == 0)
        bedside.advance(by: .minutes(1))
        Self.pressStart(bedside)
        #expect(Self.lookUps(bedside) == 2)
        bedside.post(.account(.left(seconds: 600)))
        Self.pressStop(bedside)
        Self.pressStart(bedside)
        #expect(bedside.call == 1)
    }
}
