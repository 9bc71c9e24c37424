import TestKit
import Testing

@testable import Bedside

/// A talk through a gateway that is prepared while an alarm rings (ALARM-12, ACCOUNT-3): never counted before Start.
@Suite(.requirement("ALARM-12", "ACCOUNT-3")) struct PreparedTalkTests {
    /// A signed-in speaker that has asked what is left two minutes before its alarm, and rings.
    private static func ringing(early milliseconds: Int?, seconds: Int = 3000) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T05:58:30")
        bedside.post(.account(.left(seconds: seconds, earlyAfterMilliseconds: milliseconds)))
        bedside.advance(to: try #require(LocalDateTime("2026-11-25T06:00:02")))
        #expect(bedside.status?.activity == .ringing)
        return bedside
    }

    private static func sessions(_ bedside: VirtualBedside) -> [AccountKeeper.Effect] {
        AccountTests.effects(bedside).filter {
            switch $0 {
            case .begin, .sync, .stop: true
            default: false
            }
        }
    }

    /// What the last call was asked to be.
    private static func isPrepared(_ bedside: VirtualBedside) -> Bool? {
        bedside.performed.reversed().lazy.compactMap { action in
            if case .connect(let request) = action { request.isPrepared } else { nil }
        }.first
    }

    @Test func startBeginsWhatWasPreparedAndOnlyThenItIsCounted() throws {
        let bedside = try Self.ringing(early: 0)
        #expect(bedside.call == 1 && Self.isPrepared(bedside) == true)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(20))
        #expect(Self.sessions(bedside).isEmpty && bedside.disk.account.openSession == "s_1")
        bedside.press(.start)
        bedside.advance(by: .milliseconds(10))
        #expect(bedside.call == 1, "no other call is made")
        #expect(Self.sessions(bedside) == [.begin(session: "s_1")])
        // The speaker repeats this until the gateway answers; from then on it syncs every five minutes.
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(16))
        #expect(Self.sessions(bedside) == [.begin(session: "s_1"), .begin(session: "s_1")])
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 2000)))
        bedside.advance(by: .minutes(5))
        #expect(Self.sessions(bedside).last == .sync(session: "s_1") && bedside.status?.account?.minutesLeft == 33)
        bedside.press(.stop)
        #expect(bedside.disk.account.openSession == nil && bedside.disk.account.owedStops == ["s_1"])
    }

    @Test func whoPressesStopHasOnlyTheEndOfItToldAndNothingWhileItRings() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(50))
        #expect(Self.sessions(bedside).isEmpty)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(Self.sessions(bedside) == [.stop(session: "s_1")] && bedside.disk.account.openSession == nil)
        #expect(bedside.performed.contains(.disconnect(isFinal: true)))
    }

    @Test func aSessionThatComesAfterStartBeginsAtOnceAndOneAfterStopEnds() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.press(.start)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        #expect(Self.sessions(bedside) == [.begin(session: "s_1")])
        let late = try Self.ringing(early: 0)
        late.press(.stop)
        late.post(.account(.prepared(session: "s_2")))
        late.advance(by: .seconds(1))
        #expect(Self.sessions(late) == [.stop(session: "s_2")] && late.disk.account.openSession == nil)
    }

    @Test func aPowerCutWhileItRingsOwesTheEnd() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity == .ringing && Self.sessions(bedside).isEmpty)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(Self.sessions(bedside) == [.stop(session: "s_1")])
    }

    @Test func aTalkThatWasLostMeanwhileGoesOnInTheSameSession() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        bedside.press(.start)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(5))
        #expect(bedside.call == 2 && Self.isPrepared(bedside) == false)
        bedside.post(.account(.opened(session: "s_1", leftSeconds: 900)))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(20))
        #expect(Self.sessions(bedside) == [.begin(session: "s_1")], "it is counted, so nothing begins again")
        #expect(bedside.disk.account.openSession == "s_1" && bedside.disk.account.owedStops.isEmpty)
    }

    @Test func whereTheGatewayDoesNotWantItNothingIsPrepared() throws {
        let bedside = try Self.ringing(early: nil)
        bedside.advance(by: .seconds(30))
        #expect(bedside.call == 0)
        bedside.press(.start)
        #expect(bedside.call == 1 && Self.isPrepared(bedside) == false)
    }

    @Test func theCallComesWhenItsMomentHasComeAndNotAfterTheRing() throws {
        let bedside = try Self.ringing(early: 20_000)
        bedside.advance(by: .seconds(17))
        #expect(bedside.call == 0)
        bedside.advance(by: .seconds(2))
        #expect(bedside.call == 1 && Self.isPrepared(bedside) == true && bedside.stuckDeadlines == 0)
        let stopped = try Self.ringing(early: 20_000)
        stopped.press(.stop)
        stopped.advance(by: .minutes(2))
        #expect(stopped.call == 0 && stopped.stuckDeadlines == 0)
    }

    @Test func whoIsHeldHasNothingPrepared() throws {
        let bedside = try Self.ringing(early: 0, seconds: 30)
        #expect(bedside.call == 0)
    }

    /// Found by the walk: what was last known was that nothing is left.
    @Test func whatTheGatewayHasOpenedIsNotEndedByWhatWasKnownBefore() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.post(.account(.exhausted))
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        bedside.press(.start)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(10))
        #expect(bedside.status?.answering == .live && !bedside.disk.account.isHeld)
    }

    @Test func aBeginningForWhichNothingIsLeftEndsTheTalk() throws {
        let bedside = try Self.ringing(early: 0)
        bedside.post(.account(.prepared(session: "s_1")))
        bedside.companion(.ready)
        bedside.press(.start)
        bedside.companion(.speaking(true))
        bedside.post(.account(.exhausted))
        bedside.advance(by: .seconds(1))
        #expect(bedside.status?.lastConversationEnd == .limit && bedside.disk.account.isHeld)
        #expect(bedside.disk.account.owedStops == ["s_1"] || Self.sessions(bedside).last == .stop(session: "s_1"))
    }
}
