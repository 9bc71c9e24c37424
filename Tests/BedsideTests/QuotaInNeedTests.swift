import TestKit
import Testing

@testable import Bedside

/// A talk in which the owner seems to be at risk is not cut when the gateway's minutes are used up (SAFE-2, G-3).
@Suite(.requirement("SAFE-2", "ACCOUNT-5")) struct QuotaInNeedTests {
    /// A talk of two minutes that is left, 90 s into it.
    private static func talking(inNeed: Bool) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        AccountTests.talk(bedside, seconds: 120)
        bedside.advance(by: .seconds(10))
        if inNeed { bedside.companion(.said(.owner, PrivateText("I want to die."), turn: 2)) }
        keepTalking(bedside, seconds: 80)
        return bedside
    }

    /// Time passes, in which the companion speaks now and then.
    private static func keepTalking(_ bedside: VirtualBedside, seconds: Int) {
        for _ in 0..<(seconds / 10) {
            bedside.advance(by: .seconds(9))
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(1))
            bedside.companion(.speaking(false))
        }
    }

    private static func isTalking(_ bedside: VirtualBedside) -> Bool { bedside.machine?.conversation != nil }

    private static func saysMinutes(_ bedside: VirtualBedside) -> Bool {
        bedside.said.contains { words in
            [AccountPhrase.minuteLeft, .nothingLeft].contains { words.contains(Phrase.account($0).text(in: .english)) }
        }
    }

    @Test func anyOtherTalkEndsWithItsLastMinute() throws {
        let bedside = try Self.talking(inNeed: false)
        Self.keepTalking(bedside, seconds: 60)
        #expect(!Self.isTalking(bedside) && Self.saysMinutes(bedside))
    }

    @Test func aTalkInNeedGoesOnForTwentyMinutesAndNothingIsSaidOfMinutes() throws {
        let bedside = try Self.talking(inNeed: true)
        Self.keepTalking(bedside, seconds: 60)
        #expect(Self.isTalking(bedside) && !Self.saysMinutes(bedside))
        // The gateway hears that the talk is alive when its minutes are over, and nothing else.
        let asked = AccountTests.effects(bedside).filter { $0 == .sync(session: "s_1") }
        #expect(asked.count >= 2)
        Self.keepTalking(bedside, seconds: 18 * 60)
        #expect(Self.isTalking(bedside) && !Self.saysMinutes(bedside))
        Self.keepTalking(bedside, seconds: 3 * 60)
        #expect(!Self.isTalking(bedside))
        #expect(bedside.stuckDeadlines == 0)
        // Nobody has said why, so the next press does.
        #expect(bedside.machine?.features.account.isTold == false)
    }

    /// Minutes that came meanwhile (a subscription) count again.
    @Test func minutesThatComeInTheGraceEndIt() throws {
        let bedside = try Self.talking(inNeed: true)
        Self.keepTalking(bedside, seconds: 60)
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 3600)))
        Self.keepTalking(bedside, seconds: 30 * 60)
        #expect(Self.isTalking(bedside))
        bedside.press(.stop)
        #expect(!Self.isTalking(bedside))
    }
}
