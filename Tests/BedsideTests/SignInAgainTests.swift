import TestKit
import Testing

@testable import Bedside

/// Signing in again at the bedside, with no screen and no terminal (ACCOUNT-1): Start, and Start once more.
@Suite(.requirement("ACCOUNT-1")) struct SignInAgainTests {
    /// A speaker of u_1's that its gateway has signed out.
    private static func signedOut(
        at time: String = "2026-11-24T16:00", language: Language = .english
    ) throws -> VirtualBedside {
        var standing = AccountTests.signedIn
        standing.profile.user = "u_1"
        let bedside = try AccountTests.bedside(standing, at: time, language: language)
        bedside.post(.account(.refused))
        bedside.advance(by: .seconds(20))
        #expect(bedside.disk.account.user == nil)
        return bedside
    }

    @Test(arguments: Language.allCases) func startTellsOfItAndStartOnceMoreGivesTheCode(language: Language) throws {
        let bedside = try Self.signedOut(language: language)
        let offer = AccountPhrase.signInOffer.text(in: language)
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        #expect(bedside.status?.answering == .offline)
        #expect(bedside.said.last?.contains(offer) == true)
        #expect(AccountTests.effects(bedside).isEmpty, "nothing is asked before the second press")
        bedside.press(.start)
        #expect(AccountTests.effects(bedside) == [.ask(gateway: AccountTests.gateway)])
        #expect(bedside.said.last == AccountPhrase.askingForCode.text(in: language))
        bedside.advance(by: .seconds(5))
        #expect(bedside.status?.activity == .idle)
        bedside.post(.account(.code(AccountTests.code)))
        bedside.advance(by: .seconds(60))
        let code = AccountPhrase.code(AccountTests.code.digits).text(in: language)
        #expect(bedside.said.filter { $0 == code }.count == 2)
        bedside.post(.account(.polled(.approved(user: "u_1"))))
        bedside.post(.account(.left(seconds: 3000)))
        #expect(bedside.disk.account.user == "u_1" && bedside.status?.attention == [])
        bedside.advance(by: .seconds(30))
        bedside.press(.start)
        #expect(bedside.call == 1, "the companion is there again")
    }

    /// The gateway's refusal may come after the call has failed and that was said: what Start does now comes first, and
    /// not once more that the companion is away.
    @Test func theOfferComesFirst() throws {
        var standing = AccountTests.signedIn
        standing.profile.user = "u_1"
        let bedside = try AccountTests.bedside(standing, at: "2026-11-24T16:00")
        bedside.press(.start)
        bedside.post(.conversation(.failed(.unavailable), call: bedside.call))
        bedside.post(.account(.refused))
        bedside.press(.stop)
        bedside.press(.start)
        bedside.advance(by: .milliseconds(100))
        let offer = AccountPhrase.signInOffer.text(in: .english)
        #expect(bedside.said.last?.hasPrefix(offer) == true, "\(bedside.said)")
    }

    /// Whoever is in the room can press Start: no other account gets the speaker by that.
    @Test func anotherAccountIsNotTaken() throws {
        let bedside = try Self.signedOut()
        bedside.press(.start)
        bedside.press(.start)
        bedside.post(.account(.code(AccountTests.code)))
        bedside.advance(by: .seconds(60))
        bedside.post(.account(.polled(.approved(user: "u_2"))))
        bedside.advance(by: .seconds(20))
        #expect(bedside.disk.account.user == nil && bedside.status?.account?.failure == .anotherAccount)
        let effects = AccountTests.effects(bedside)
        #expect(effects.contains(.forget) && effects.last == .endAsking, "the token is destroyed: \(effects)")
        #expect(bedside.said.last == AccountPhrase.notSignedIn(.anotherAccount).text(in: .english))
    }

    /// The command line is the owner's, and may change the account.
    @Test func theCommandTakesAnyAccount() throws {
        let bedside = try Self.signedOut()
        #expect(bedside.ask(.account(.signIn(gateway: nil))) == .done)
        bedside.post(.account(.code(AccountTests.code)))
        bedside.post(.account(.polled(.approved(user: "u_2"))))
        #expect(bedside.disk.account.user == "u_2")
    }

    @Test func stopEndsTheTalkAndAsksForNothing() throws {
        let bedside = try Self.signedOut()
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        #expect(AccountTests.effects(bedside).isEmpty && bedside.status?.activity == .idle)
    }

    /// At an alarm it is the routine that matters: nothing is offered, and a second Start asks for nothing.
    @Test func nothingIsOfferedAtAnAlarm() throws {
        let bedside = try Self.signedOut(at: "2026-11-25T05:50")
        bedside.advance(by: .minutes(10))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.start)
        bedside.advance(by: .seconds(2))
        bedside.press(.start)
        bedside.advance(by: .seconds(2))
        #expect(AccountTests.effects(bedside).isEmpty && bedside.status?.answering == .offline)
        #expect(!bedside.said.contains { $0.contains(AccountPhrase.signInOffer.text(in: .english)) })
    }

    /// An alarm that falls due while the code is awaited rings, and is answered like any other.
    @Test func anAlarmThatIsDueMeanwhileRingsAndStopEndsIt() throws {
        let bedside = try Self.signedOut(at: "2026-11-25T05:59")
        bedside.press(.start)
        bedside.press(.start)
        bedside.post(.account(.code(AccountTests.code)))
        bedside.advance(by: .minutes(1))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        #expect(bedside.status?.activity == .idle && bedside.entries(.dismissed).count == 1)
        #expect(bedside.stuckDeadlines == 0)
    }

    /// Owners who signed out by command, or never signed in, are offered nothing.
    @Test func whoSignedOutIsNotAskedBack() throws {
        for standing in [AccountStanding(gateway: AccountTests.gateway), AccountStanding()] {
            let bedside = try AccountTests.bedside(standing)
            bedside.press(.start)
            bedside.advance(by: .seconds(1))
            bedside.press(.start)
            #expect(AccountTests.effects(bedside).isEmpty)
        }
    }

    /// Without a gateway to be reached, the device says so and rests.
    @Test func aGatewayThatIsAwayIsSaid() throws {
        let bedside = try Self.signedOut()
        bedside.press(.start)
        bedside.press(.start)
        bedside.advance(by: .seconds(5))
        bedside.post(.account(.noCode(.network)))
        #expect(bedside.said.last == AccountPhrase.notSignedIn(.network).text(in: .english))
        bedside.advance(by: .minutes(2))
        #expect(AccountTests.effects(bedside).count == 1 && bedside.status?.account?.state == .signedOut)
    }

    // MARK: By voice

    /// An open talk with a companion that needs no gateway, in which the owner was heard.
    private static func talk(_ standing: AccountStanding, companion: Companion = .openai) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(standing, companion: companion)
        CompanionRightsTests.open(bedside, .heard)
        return bedside
    }

    private static var knownOwner: AccountStanding {
        var standing = AccountStanding(gateway: AccountTests.gateway)
        standing.profile.user = "u_1"
        return standing
    }

    /// The companion calls the tool within its last sentence, during which the gateway's answer comes.
    private static func ask(_ bedside: VirtualBedside) {
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "sign_in", "{}")
        bedside.post(.account(.code(AccountTests.code)))
        bedside.advance(by: .seconds(3))
    }

    @Test func askedForInATalkTheCodeComesAfterTheFarewell() throws {
        let bedside = try Self.talk(Self.knownOwner)
        Self.ask(bedside)
        #expect(CompanionRightsTests.answers(bedside).last?.contains(#""ok":true"#) == true)
        #expect(AccountTests.effects(bedside).first == .ask(gateway: AccountTests.gateway))
        let code = AccountPhrase.code(AccountTests.code.digits).text(in: .english)
        #expect(bedside.machine?.conversation != nil && !bedside.said.contains(code))
        bedside.companion(.speaking(false))
        #expect(bedside.machine?.conversation == nil)
        bedside.advance(by: .seconds(60))
        #expect(bedside.said.filter { $0 == code }.count == 2)
        bedside.post(.account(.polled(.approved(user: "u_1"))))
        #expect(bedside.disk.account.user == "u_1" && bedside.disk.profile.companion == .gateway)
    }

    /// Whoever is in the room can ask.
    @Test func askedForInATalkNoOtherAccountIsTaken() throws {
        let bedside = try Self.talk(Self.knownOwner)
        Self.ask(bedside)
        bedside.companion(.speaking(false))
        bedside.post(.account(.polled(.approved(user: "u_2"))))
        #expect(bedside.disk.account.user == nil && AccountTests.effects(bedside).contains(.forget))
        #expect(bedside.status?.account?.failure == .anotherAccount)
    }

    /// A code that a stranger types would replace the owner's token, or be the first account of a speaker that knows its
    /// owner by name.
    @Test(arguments: [AccountTests.signedIn, AccountStanding(gateway: AccountTests.gateway), AccountStanding()])
    func onlyAnAccountOfBeforeIsAskedForInATalk(standing: AccountStanding) throws {
        let bedside = try Self.talk(standing, companion: standing.isSignedIn ? .gateway : .openai)
        CompanionRightsTests.call(bedside, "sign_in", "{}")
        bedside.advance(by: .seconds(2))
        let answer = try #require(CompanionRightsTests.answers(bedside).last)
        #expect(answer.contains(#""ok":false"#) && answer.contains("anicca sign-in"))
        #expect(bedside.machine?.conversation != nil)
        #expect(!AccountTests.effects(bedside).contains { if case .ask = $0 { true } else { false } })
    }

    /// The gateway is away, and says so while the companion says goodbye.
    @Test func aFailureIsSaidAfterTheFarewell() throws {
        let bedside = try Self.talk(Self.knownOwner)
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "sign_in", "{}")
        bedside.post(.account(.noCode(.network)))
        bedside.advance(by: .seconds(2))
        let failure = AccountPhrase.notSignedIn(.network).text(in: .english)
        #expect(!bedside.said.contains(failure))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(10))
        #expect(bedside.said.filter { $0 == failure }.count == 1)
    }
}
