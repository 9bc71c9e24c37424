import TestKit
import Testing

@testable import Bedside

/// Minutes may come while a talk is on: a pack, a subscription, a month that begins at midnight. The speaker does not end a
/// talk, nor say that one minute is left, by an answer that is minutes old (ACCOUNT-5).
@Suite(.requirement("ACCOUNT-5")) struct LastMinuteTests {
    private static let minutesLeft = Phrase.account(.minuteLeft).text(in: .english)
    private static let nothingLeft = Phrase.account(.nothingLeft).text(in: .english)

    /// A talk that had two minutes left, after that many seconds. The companion speaks all the while.
    private static func talk(seconds: Int) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        AccountTests.talk(bedside, seconds: 120)
        goOn(bedside, seconds: seconds)
        return bedside
    }

    private static func goOn(_ bedside: VirtualBedside, seconds: Int) {
        for _ in 0..<seconds {
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(1))
            bedside.companion(.speaking(false))
        }
    }

    private static func hears(_ words: String, _ bedside: VirtualBedside) -> Bool {
        bedside.said.contains { $0.contains(words) }
    }

    private static func asked(_ bedside: VirtualBedside) -> Int {
        AccountTests.effects(bedside).count { $0 == .sync(session: "s_1") }
    }

    @Test func theGatewayIsAskedBeforeTheWarningAndBeforeTheEndAndNotAllTheTime() throws {
        let bedside = try Self.talk(seconds: 40)
        #expect(Self.asked(bedside) == 0)
        Self.goOn(bedside, seconds: 10)
        #expect(Self.asked(bedside) == 1)
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 70)))
        Self.goOn(bedside, seconds: 50)
        #expect(Self.asked(bedside) == 1 && Self.hears(Self.minutesLeft, bedside))
        Self.goOn(bedside, seconds: 10)
        #expect(Self.asked(bedside) == 2)
        Self.goOn(bedside, seconds: 20)
        #expect(Self.asked(bedside) == 2 && bedside.machine?.conversation == nil)
        #expect(Self.hears(Self.nothingLeft, bedside) && bedside.stuckDeadlines == 0)
    }

    @Test func anAnswerThatShortensTheTalkIsAskedAboutToo() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        AccountTests.talk(bedside, seconds: 3000)
        Self.goOn(bedside, seconds: 20)
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 100)))
        #expect(Self.asked(bedside) == 0)
        Self.goOn(bedside, seconds: 30)
        #expect(Self.asked(bedside) == 1)
        Self.goOn(bedside, seconds: 60)
        #expect(Self.asked(bedside) == 2)
    }

    @Test(arguments: [50, 110]) func minutesThatCameAreUsed(seconds: Int) throws {
        let bedside = try Self.talk(seconds: seconds)
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 1800)))
        Self.goOn(bedside, seconds: 120)
        #expect(bedside.machine?.conversation != nil && !Self.hears(Self.nothingLeft, bedside))
        #expect(Self.hears(Self.minutesLeft, bedside) == (seconds > 60))
    }
}
