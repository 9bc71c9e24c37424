import TestKit
import Testing

@testable import Bedside

/// The account at a gateway, as its owner meets it (ACCOUNT-1, ACCOUNT-3, ACCOUNT-4, ACCOUNT-5, ACCOUNT-6).
@Suite(.requirement("ACCOUNT-1", "ACCOUNT-4")) struct AccountTests {
    static let gateway = "https://gateway.example"
    static let code = SignInCode(
        digits: PrivateText("482913775"), page: "https://gateway.example/device", livesSeconds: 900, intervalSeconds: 5)

    static func bedside(
        _ standing: AccountStanding = AccountStanding(), at time: String = "2026-11-24T16:00",
        companion: Companion = .gateway, language: Language = .english
    ) throws -> VirtualBedside {
        var profile = Profile(language: language, companion: companion)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].subject == .wake }
        let now = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(time)))
        var disk = VirtualBedside(profile: profile, at: now).disk
        disk.account = standing
        let bedside = VirtualBedside(profile: profile, at: now, disk: disk)
        bedside.powerOn()
        bedside.advance(by: .seconds(1))
        return bedside
    }

    static var signedIn: AccountStanding { AccountStanding(gateway: gateway, user: "u_1") }

    /// Without those about the profile, which has tests of its own.
    static func effects(_ bedside: VirtualBedside) -> [AccountKeeper.Effect] {
        bedside.performed.compactMap {
            guard case .account(let effect) = $0, !effect.isAboutProfile else { return nil }
            return effect
        }
    }

    /// Signs a speaker in.
    static func signIn(_ bedside: VirtualBedside, as user: String = "u_1") {
        show(bedside)
        bedside.post(.account(.polled(.approved(user: user))))
        bedside.advance(by: .seconds(20))
    }

    /// Signs in at the gateway, up to the code.
    private static func show(_ bedside: VirtualBedside) {
        #expect(bedside.ask(.account(.signIn(gateway: gateway))) == .done)
        bedside.post(.account(.code(code)))
    }

    static func talk(_ bedside: VirtualBedside, seconds: Int = 600, session: String = "s_1") {
        bedside.press(.start)
        bedside.post(.account(.opened(session: session, leftSeconds: seconds)))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(1))
        bedside.companion(.speaking(false))
    }

    // MARK: Signing in

    @Test(arguments: Language.allCases) func theCodeIsSpokenTwiceInThreesAndThenTheOwnerIsSignedIn(
        language: Language
    ) throws {
        let bedside = try Self.bedside(companion: .automatic, language: language)
        Self.show(bedside)
        bedside.advance(by: .seconds(60))
        let said = bedside.said
        let digits = language == .english ? "four eight two, nine one three, seven seven five" : "482 913 775"
        #expect(said.count == 2 && said.allSatisfy { $0.contains(digits) }, "\(said)")
        #expect(bedside.status?.account?.state == .showing && bedside.status?.account?.code == Self.code)
        bedside.post(.account(.polled(.approved(user: "u_1"))))
        var standing = Self.signedIn
        standing.profile.user = "u_1"
        #expect(bedside.disk.account == standing)
        #expect(bedside.status?.account?.state == .signedIn && bedside.status?.profile.companion == .gateway)
        #expect(Self.effects(bedside).last == .lookUp)
        #expect(bedside.entries(.signedIn).count == 1)
    }

    @Test func pollsComeAtTheIntervalAndSlowerWhenAskedTo() throws {
        let bedside = try Self.bedside()
        Self.show(bedside)
        var times: [Int] = []
        for answer in [AccountKeeper.Poll.pending, .slowDown, .pending, .noAnswer, .noAnswer, .pending] {
            let before = Self.effects(bedside).count
            let start = bedside.now.boot
            while Self.effects(bedside).count == before { bedside.advance(by: .milliseconds(500)) }
            times.append((bedside.now.boot - start).milliseconds / 1000)
            #expect(Self.effects(bedside).last == .poll)
            bedside.post(.account(.polled(answer)))
        }
        #expect(times == [5, 5, 10, 10, 20, 40])
    }

    @Test func aPollThatIsNeverAnsweredIsTriedAgain() throws {
        let bedside = try Self.bedside()
        Self.show(bedside)
        bedside.advance(by: .minutes(14))
        let polls = Self.effects(bedside).filter { $0 == .poll }.count
        #expect((10...20).contains(polls), "\(polls)")
        bedside.advance(by: .minutes(2))
        #expect(bedside.status?.account?.state == .signedOut && bedside.status?.account?.failure == .expired)
        #expect(Self.effects(bedside).last == .endAsking)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test(arguments: SignInFailure.allCases) func whatWentWrongIsSaidAndShown(failure: SignInFailure) throws {
        let bedside = try Self.bedside()
        #expect(bedside.ask(.account(.signIn(gateway: Self.gateway))) == .done)
        bedside.post(.account(.noCode(failure)))
        #expect(bedside.status?.account?.failure == failure)
        #expect(bedside.said.count == 1)
        #expect(bedside.disk.account == AccountStanding())
    }

    @Test func aGatewayThatNeverAnswersIsGivenUp() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.account(.signIn(gateway: Self.gateway)))
        bedside.advance(by: .seconds(31))
        #expect(bedside.status?.account?.failure == .network)
    }

    @Test func theGatewayOfLastTimeNeedsNoAddress() throws {
        let bedside = try Self.bedside(AccountStanding(gateway: Self.gateway))
        #expect(bedside.ask(.account(.signIn(gateway: nil))) == .done)
        #expect(Self.effects(bedside) == [.ask(gateway: Self.gateway)])
    }

    /// The token of the former is given back, and with another one the gateway would not end their talks.
    @Test(.requirement("ACCOUNT-3"), arguments: ["u_1", "u_2"]) func anotherPersonDoesNotOweTheFormersTalks(
        user: String
    ) throws {
        var standing = Self.signedIn
        standing.owedStops = ["s_7"]
        let bedside = try Self.bedside(standing)
        Self.signIn(bedside, as: user)
        #expect(bedside.disk.account.user == user && bedside.disk.account.owedStops == (user == "u_1" ? ["s_7"] : []))
    }

    @Test func signingOutDestroysTheTokenAndKeepsTheAlarms() throws {
        let bedside = try Self.bedside(Self.signedIn)
        let next = bedside.status?.next
        #expect(bedside.ask(.account(.signOut)) == .done)
        #expect(bedside.disk.account.user == nil && bedside.disk.account.gateway == Self.gateway)
        #expect(Self.effects(bedside) == [.endAsking, .forget])
        #expect(bedside.status?.profile.companion == .automatic && bedside.status?.next == next)
        #expect(bedside.ask(.account(.refresh)) == .refused(.signInFirst))
    }

    /// SETUP-3.
    @Test(.requirement("SETUP-3")) func habitsCanBeChangedOnceSignedIn() throws {
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.at = LocalTime("05:30")
        patch.habits = [habit]
        #expect(try Self.bedside().ask(.apply(patch)) == .refused(.signInFirst))
        guard case .changed = try Self.bedside(Self.signedIn).ask(.apply(patch)) else {
            Issue.record("not changed")
            return
        }
    }

    // MARK: 401 and 402

    @Test func a401SignsOutIsSaidOnceAndTheAlarmRings() throws {
        let bedside = try Self.bedside(Self.signedIn, at: "2026-11-24T23:00")
        bedside.post(.account(.refused))
        bedside.post(.account(.refused))
        bedside.advance(by: .seconds(20))
        #expect(bedside.disk.account.user == nil)
        #expect(bedside.said.count == 1)
        #expect(bedside.light == .needsAttention && bedside.status?.attention == [.gateway])
        bedside.advance(by: .hours(7) + .seconds(5))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.start)
        bedside.advance(by: .seconds(2))
        #expect(bedside.call == 0, "no call is tried")
        #expect(bedside.status?.answering == .offline)
    }

    /// Deleted on the gateway's page: whoever signs in next may be anybody.
    @Test func aDeletedAccountSignsOutForGoodAndTheAlarmRings() throws {
        var account = Self.signedIn
        account.owedStops = ["s_1"]
        account.profile.user = account.user
        let bedside = try Self.bedside(account, at: "2026-11-24T23:00")
        bedside.post(.account(.accountDeleted))
        bedside.post(.account(.accountDeleted))
        bedside.advance(by: .seconds(20))
        #expect(bedside.disk.account == AccountStanding(gateway: account.gateway))
        #expect(bedside.said.filter { $0.contains("was deleted") }.count == 1)
        #expect(Self.effects(bedside).filter { $0 == .forget }.count == 1)
        bedside.advance(by: .hours(7) + .seconds(5))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .hours(3))
        bedside.press(.start)
        bedside.advance(by: .seconds(2))
        #expect(bedside.disk.profile.companion == .automatic)
        bedside.press(.stop)
        Self.signIn(bedside, as: "u_2")
        #expect(bedside.disk.account.user == "u_2")
    }

    @Test func a402HoldsUntilTheGatewaySaysThatThereIsTime() throws {
        let bedside = try Self.bedside(Self.signedIn)
        bedside.press(.start)
        #expect(bedside.call == 1)
        bedside.post(.account(.exhausted))
        bedside.companion(.failed(.quota))
        bedside.advance(by: .seconds(10))
        #expect(bedside.disk.account.isHeld && bedside.status?.answering == .offline)
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        let said = bedside.said.filter { $0.contains("used up") }.count
        bedside.press(.start)
        bedside.advance(by: .seconds(10))
        #expect(bedside.call == 1 && bedside.status?.answering == .offline)
        #expect(said == 1 && bedside.said.filter { $0.contains("used up") }.count == 1)
        bedside.press(.stop)
        bedside.post(.account(.left(seconds: 1800)))
        #expect(!bedside.disk.account.isHeld && bedside.status?.attention == [])
        bedside.press(.start)
        #expect(bedside.call == 2)
    }

    /// GUARD-7: what is left would not cover the talk at tomorrow's alarm.
    @Test(.requirement("GUARD-7")) func tooLittleForTheMorningIsShownInTheEvening() throws {
        let bedside = try Self.bedside(Self.signedIn)
        bedside.post(.account(.left(seconds: 240)))
        #expect(bedside.status?.attention == [.quota] && !bedside.disk.account.isHeld)
        bedside.post(.account(.left(seconds: 3000)))
        #expect(bedside.status?.attention == [])
    }

    // MARK: A talk

    @Test(.requirement("ACCOUNT-3")) func theEndOfATalkIsOwedUntilItIsConfirmed() throws {
        let bedside = try Self.bedside(Self.signedIn)
        Self.talk(bedside)
        #expect(bedside.disk.account.openSession == "s_1")
        bedside.press(.stop)
        #expect(bedside.disk.account.openSession == nil && bedside.disk.account.owedStops == ["s_1"])
        var waits: [Int] = []
        for _ in 0..<6 {
            let before = Self.effects(bedside).count
            let start = bedside.now.boot
            while Self.effects(bedside).count == before { bedside.advance(by: .milliseconds(100)) }
            waits.append((bedside.now.boot - start).milliseconds)
            #expect(Self.effects(bedside).last == .stop(session: "s_1"))
            bedside.post(.account(.notStopped(session: "s_1", retryAfterSeconds: nil, thousandth: 999)))
        }
        #expect(zip(waits.dropFirst(), waits.dropFirst(2)).allSatisfy { $0 < $1 }, "\(waits)")
        bedside.advance(by: .hours(1))
        bedside.post(.account(.stopped(session: "s_1")))
        #expect(bedside.disk.account.owedStops.isEmpty)
        let count = Self.effects(bedside).count
        bedside.advance(by: .hours(1))
        #expect(Self.effects(bedside).count == count && bedside.stuckDeadlines == 0)
    }

    @Test(.requirement("ACCOUNT-3")) func aPowerCutInATalkOwesItsEnd() throws {
        let bedside = try Self.bedside(Self.signedIn)
        Self.talk(bedside)
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.account.openSession == nil)
        #expect(Self.effects(bedside).last == .stop(session: "s_1"))
    }

    @Test(.requirement("ACCOUNT-3")) func aTalkThatGoesOnOfflineIsCountedNoMore() throws {
        let bedside = try Self.bedside(Self.signedIn)
        Self.talk(bedside)
        for _ in 0..<4 {
            bedside.companion(.failed(.provider))
            bedside.advance(by: .seconds(20))
        }
        #expect(bedside.status?.answering == .offline)
        #expect(bedside.disk.account.openSession == nil && bedside.disk.account.owedStops == ["s_1"])
        #expect(Self.effects(bedside).contains(.stop(session: "s_1")))
    }

    @Test(.requirement("ACCOUNT-5")) func aMinuteBeforeTheEndItIsSaidAndThenTheTalkEnds() throws {
        let bedside = try Self.bedside(Self.signedIn)
        Self.talk(bedside, seconds: 150)
        for _ in 0..<9 {
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(9))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(1))
        }
        #expect(bedside.said.contains { $0.contains("about a minute left") })
        #expect(bedside.status?.answering == .live)
        for _ in 0..<7 {
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(9))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(1))
        }
        #expect(bedside.status?.lastConversationEnd == .limit)
        #expect(bedside.said.last?.contains("used up") == true)
    }

    @Test(.requirement("ACCOUNT-5")) func aSyncRenewsWhatIsLeftAndAFailedOneCutsNothing() throws {
        let bedside = try Self.bedside(Self.signedIn)
        Self.talk(bedside, seconds: 3000)
        func talkOn(minutes: Int) {
            for _ in 0..<(minutes * 6) {
                bedside.companion(.speaking(true))
                bedside.advance(by: .seconds(9))
                bedside.companion(.speaking(false))
                bedside.advance(by: .seconds(1))
            }
        }
        talkOn(minutes: 11)
        #expect(Self.effects(bedside).filter { $0 == .sync(session: "s_1") }.count == 2)
        #expect(bedside.status?.answering == .live, "nobody has answered a sync")
        bedside.post(.account(.synced(session: "s_1", leftSeconds: 100)))
        talkOn(minutes: 1)
        #expect(bedside.said.contains { $0.contains("about a minute left") })
        #expect(bedside.status?.account?.minutesLeft == 1)
    }

    // MARK: While something rings, and the token

    @Test(.requirement("ACCOUNT-2")) func nothingIsAskedWhileSomethingRings() throws {
        var standing = Self.signedIn
        standing.owedStops = ["s_7"]
        let bedside = try Self.bedside(standing, at: "2026-11-25T05:59:58")
        bedside.post(.account(.notStopped(session: "s_7", retryAfterSeconds: nil, thousandth: 0)))
        bedside.advance(by: .seconds(5))
        #expect(bedside.status?.activity == .ringing)
        let before = Self.effects(bedside).count
        bedside.advance(by: .seconds(40))
        #expect(Self.effects(bedside).count == before)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(Self.effects(bedside).last == .stop(session: "s_7"))
    }

    @Test(.requirement("ACCOUNT-6")) func theTokenIsReplacedOnceADayAndNotBeforeAnAlarm() throws {
        let bedside = try Self.bedside(Self.signedIn, at: "2026-11-24T21:00")
        func rotations() -> Int { Self.effects(bedside).filter { $0 == .rotate }.count }
        bedside.post(.account(.left(seconds: 3000)))
        #expect(rotations() == 1)
        bedside.post(.account(.left(seconds: 3000)))
        #expect(rotations() == 1, "one is on its way")
        bedside.post(.account(.rotated(isDone: true)))
        bedside.advance(by: .hours(8) + .minutes(58))
        bedside.post(.account(.left(seconds: 3000)))
        #expect(rotations() == 1, "shortly before the alarm")
        bedside.advance(by: .minutes(5))
        bedside.press(.stop)
        bedside.advance(by: .hours(15))
        bedside.post(.account(.left(seconds: 3000)))
        #expect(rotations() == 2)
        bedside.post(.account(.rotated(isDone: false)))
        bedside.post(.account(.left(seconds: 3000)))
        #expect(rotations() == 3, "it failed, so it is tried at the next look")
    }

    @Test(.requirement("GUARD-1")) func noJournalHasTheCode() throws {
        let bedside = try Self.bedside()
        Self.show(bedside)
        let coded = bedside.performed.map { String(reflecting: $0) }.joined() + String(reflecting: Self.code)
        #expect(!coded.contains("482913775") && !"\(Self.code)".contains("482913775"))
    }

    // MARK: Every order of events

    /// A wake-up at another time, in the minute after.
    private static let fromThePage: SharedProfile = {
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.at = LocalTime("06:01")
        var patch = ProfilePatch()
        patch.habits = [habit]
        return SharedProfile(patch: patch, listed: [.wake], version: 8, isFromPage: true)
    }()

    private static func alphabet(_ machine: Bedside, at now: BootTime) -> [(TimeSpan, Event)] {
        let soon = TimeSpan.milliseconds(10)
        let asked = machine.features.account.exchange.awaited ?? 0
        var events: [(TimeSpan, Event)] = [
            (soon, .press(.start, heldMilliseconds: 0, from: .button)),
            (soon, .press(.stop, heldMilliseconds: 0, from: .button)),
            (soon, .command(.account(.signIn(gateway: gateway)), ticket: 1)),
            (soon, .command(.account(.signInAfterTalk), ticket: 1)), (soon, .command(.account(.signOut), ticket: 1)),
            (soon, .account(.code(code))), (soon, .account(.noCode(.network))),
            (soon, .account(.polled(.pending))), (soon, .account(.polled(.approved(user: "u_2")))),
            (soon, .account(.polled(.failed(.denied)))),
            (soon, .account(.refused)), (soon, .account(.accountDeleted)), (soon, .account(.exhausted)),
            (soon, .account(.left(seconds: 900))),
            (soon, .account(.opened(session: "s_2", leftSeconds: 61))),
            (soon, .account(.left(seconds: 900, earlyAfterMilliseconds: 0))),
            (soon, .account(.prepared(session: "s_2"))),
            (soon, .account(.synced(session: "s_2", leftSeconds: 0))),
            (soon, .account(.stopped(session: "s_2"))),
            (soon, .account(.notStopped(session: "s_2", retryAfterSeconds: 2, thousandth: 5))),
            (soon, .account(.rotated(isDone: true))),
            (soon, .account(.profile(.failed(retryAfterSeconds: nil), request: asked, thousandth: 9))),
            (soon, .account(.profile(.newest(fromThePage), request: asked, thousandth: 9))),
            (.minutes(2), .tick), (.minutes(20), .tick),
        ]
        if let call = machine.call.connection {
            events += [
                (soon, .conversation(.ready, call: call.id)), (soon, .conversation(.failed(.quota), call: call.id)),
            ]
        }
        if let id = machine.playing?.playback.id {
            events += [(soon, .sound(.audible(id: id))), (soon, .sound(.finished(id: id)))]
        }
        if let boot = machine.deadline.boot { events.append((max(boot - now, .zero), .tick)) }
        return events
    }

    @Test(arguments: ["2026-11-24T22:00:00", "2026-11-25T05:58:30", "2026-11-25T06:00:05"], [true, false])
    func noSequenceContradictsItself(start: String, isSignedIn: Bool) throws {
        let bedside = try Self.bedside(isSignedIn ? Self.signedIn : AccountStanding(), at: "2026-11-24T21:00")
        bedside.advance(to: try #require(LocalDateTime(start)))
        let machine = try #require(bedside.machine)
        var found: [String] = []
        WalkTests.walk(machine, at: bedside.now, depth: 3, found: &found) { Self.alphabet($0, at: $1) }
        #expect(found.isEmpty, "\(found)")
    }
}

extension AccountKeeper.Effect {
    var isAboutProfile: Bool {
        switch self {
        case .sendProfile, .readProfile: true
        case .ask, .poll, .lookUp, .sync, .begin, .stop, .rotate, .endAsking, .forget: false
        }
    }
}
