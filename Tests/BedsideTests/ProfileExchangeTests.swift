import TestKit
import Testing

@testable import Bedside

/// The owner's profile at a gateway, as its owner meets it (ACCOUNT-2).
@Suite(.requirement("ACCOUNT-2")) struct ProfileExchangeTests {
    /// A request as the gateway sees it, with the time of the change in what is sent.
    enum Asked: Equatable {
        case read(Int?)
        case send(CivilTime?)
    }

    static let held = SharedProfileTests.held

    /// Signed in, and in step with the gateway.
    static var known: AccountStanding {
        var standing = AccountTests.signedIn
        standing.profile = ProfileStanding(version: 3, heldAt: held, zone: "UTC", user: standing.user)
        return standing
    }

    static func requests(_ bedside: VirtualBedside) -> [Asked] {
        bedside.performed.compactMap {
            guard case .account(let effect) = $0 else { return nil }
            switch effect {
            case .readProfile(let version, _): return .read(version)
            case .sendProfile(let body, _):
                let time = (try? JSONValue.parse(body.words))?["updatedAt"]?.integer
                return .send(time.map { CivilTime(nanoseconds: Int64($0) * 1_000_000) })
            default: return nil
            }
        }
    }

    /// Answers what was asked last.
    static func answer(_ bedside: VirtualBedside, _ answer: ProfileAnswer, thousandth: Int = 0) {
        let number = bedside.machine?.features.account.exchange.awaited
        #expect(number != nil, "nothing was asked")
        bedside.post(.account(.profile(answer, request: number ?? 0, thousandth: thousandth)))
    }

    /// The owner looks at the account, so the profile is asked for.
    static func look(_ bedside: VirtualBedside) {
        #expect(bedside.ask(.account(.refresh)) == .done)
        bedside.advance(by: .milliseconds(10))
    }

    static func named(_ name: String) -> ProfilePatch {
        var patch = ProfilePatch()
        patch.ownerName = name
        return patch
    }

    private static var wakeOff: ProfilePatch {
        var patch = ProfilePatch()
        patch.habits = [.init(id: .wake)]
        patch.habits[0].isOn = false
        return patch
    }

    private static func spoken(_ bedside: VirtualBedside) -> Int {
        let words = AccountPhrase.habitsChanged.wording.text(in: .english)
        return bedside.played.count { if case .speech(let said) = $0.source { said.text == words } else { false } }
    }

    static func standing(_ bedside: VirtualBedside) -> ProfileStanding { bedside.disk.account.profile }

    // MARK: What is chosen here

    @Test func aChoiceIsOwedUntilTheGatewayHasConfirmedItAlsoOverAPowerCut() throws {
        let bedside = try AccountTests.bedside(Self.known)
        let chosenAt = bedside.now.civil
        _ = bedside.ask(.apply(Self.named("Aiko")))
        #expect(Self.requests(bedside).isEmpty, "several choices in a row are sent once")
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside) == [.send(chosenAt)])
        bedside.advance(by: .seconds(50))
        #expect(Self.requests(bedside).count == 1, "one at a time")
        bedside.cutPower()
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .seconds(90))
        #expect(Self.requests(bedside) == [.send(chosenAt), .send(chosenAt)])
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 4, at: chosenAt)))
        #expect(Self.standing(bedside) == ProfileStanding(version: 4, heldAt: chosenAt, zone: "UTC", user: "u_1"))
        bedside.advance(by: .hours(3))
        #expect(Self.requests(bedside).dropFirst(2).allSatisfy { $0 == .read(4) })
        #expect((4...12).contains(Self.requests(bedside).count), "\(Self.requests(bedside).count)")
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func whatFailsIsTriedAgainWithFullJitterAndWhenTheGatewaySays() throws {
        let bedside = try AccountTests.bedside(Self.known)
        _ = bedside.ask(.apply(Self.named("Aiko")))
        bedside.advance(by: .seconds(6))
        var waits: [Int] = []
        // An answer that does not fit is a failure, too.
        let answers: [(ProfileAnswer, Int)] = [
            (.failed(retryAfterSeconds: nil), 999), (.none, 0), (.unchanged, 500),
            (.failed(retryAfterSeconds: 120), 0), (.failed(retryAfterSeconds: nil), 999),
        ]
        for (answer, thousandth) in answers {
            let before = Self.requests(bedside).count
            let start = bedside.now.boot
            Self.answer(bedside, answer, thousandth: thousandth)
            // Neither a look nor another choice is a reason to ask before the gateway wants it.
            if case .failed(120) = answer { Self.look(bedside) }
            while Self.requests(bedside).count == before { bedside.advance(by: .milliseconds(250)) }
            waits.append(((bedside.now.boot - start).milliseconds + 500) / 1000)
        }
        #expect(waits == [2, 1, 4, 120, 32], "\(waits)")
        #expect(Self.standing(bedside).isOwed)
    }

    @Test func theGatewaysIsNewerSoItWins() throws {
        let bedside = try AccountTests.bedside(Self.known)
        _ = bedside.ask(.apply(Self.named("Aiko")))
        bedside.advance(by: .seconds(6))
        var other = try #require(bedside.status?.profile)
        other.ownerName = "Ren"
        Self.answer(bedside, .newest(try SharedProfileTests.shared(other, version: 9)))
        #expect(bedside.status?.profile.ownerName == "Ren")
        #expect(Self.standing(bedside).version == 9 && !Self.standing(bedside).isOwed)
        #expect(Self.spoken(bedside) == 0, "no alarm was changed")
    }

    @Test(arguments: [3, nil] as [Int?]) func whatIsChosenWhileTheOtherIsOnItsWayIsNotLost(version: Int?) throws {
        var standing = Self.known
        standing.profile.version = version
        let bedside = try AccountTests.bedside(standing)
        let first = bedside.status?.profile
        Self.look(bedside)
        #expect(Self.requests(bedside) == [.read(version)])
        _ = bedside.ask(.apply(Self.named("Ren")))
        Self.answer(bedside, .newest(try SharedProfileTests.shared(first, version: 4)))
        #expect(bedside.status?.profile.ownerName == "Ren" && Self.standing(bedside).isOwed)
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside).count == 2)
        _ = bedside.ask(.apply(Self.named("Mio")))
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 5)))
        #expect(bedside.status?.profile.ownerName == "Mio" && Self.standing(bedside).isOwed)
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside).count == 3)
    }

    /// The gateway's profile may come from a clock that is ahead of this one.
    @Test func aChoiceIsNewerThanWhatItWasMadeOn() throws {
        var standing = Self.known
        let ahead = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-25T09:00")))
        standing.profile.heldAt = ahead
        let bedside = try AccountTests.bedside(standing)
        _ = bedside.ask(.apply(Self.named("Aiko")))
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside) == [.send(ahead + .milliseconds(1))])
    }

    @Test func whatTheGatewayDoesNotTakeIsNotSentForEverAndNotRevertedEither() throws {
        let bedside = try AccountTests.bedside(Self.known)
        let older = bedside.status?.profile
        _ = bedside.ask(.apply(Self.named("Aiko")))
        bedside.advance(by: .seconds(6))
        Self.answer(bedside, .refused)
        bedside.advance(by: .hours(12))
        #expect(Self.requests(bedside).count == 1)
        Self.look(bedside)
        Self.answer(bedside, .newest(try SharedProfileTests.shared(older, version: 3)))
        #expect(bedside.status?.profile.ownerName == "Aiko" && bedside.status?.account?.isProfileOwed == true)
        // Another choice may be taken.
        _ = bedside.ask(.apply(Self.named("Ren")))
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside).count == 3)
    }

    @Test func theAnswerToAnotherQuestionIsNotTaken() throws {
        let bedside = try AccountTests.bedside(Self.known)
        Self.look(bedside)
        let number = try #require(bedside.machine?.features.account.exchange.awaited)
        AccountTests.signIn(bedside)
        let other = try SharedProfileTests.wakes(bedside.status?.profile, at: "04:00")
        bedside.post(
            .account(
                .profile(.newest(try SharedProfileTests.shared(other, version: 5)), request: number, thousandth: 0)))
        #expect(bedside.status?.profile.habit(.wake)?.at == LocalTime("06:00"))
    }

    // MARK: Signing in

    @Test func aChoiceOfWhoeverIsSignedOutIsKeptForTheNextSignIn() throws {
        var standing = Self.known
        standing.user = nil
        let bedside = try AccountTests.bedside(standing, companion: .automatic)
        let chosenAt = bedside.now.civil
        // Also that nothing is to ring.
        _ = bedside.ask(.apply(Self.wakeOff))
        bedside.advance(by: .hours(1))
        #expect(Self.requests(bedside).isEmpty)
        AccountTests.signIn(bedside)
        #expect(Self.requests(bedside) == [.send(chosenAt)])
    }

    /// What was not chosen since is not sent over what the page has meanwhile.
    @Test func whoSignsInAgainWithoutAChoiceAsksFirst() throws {
        var standing = Self.known
        standing.user = nil
        let bedside = try AccountTests.bedside(standing, companion: .automatic)
        AccountTests.signIn(bedside)
        #expect(Self.requests(bedside) == [.read(nil)])
    }

    @Test func whatWasChosenForAnotherIsNotTheirs() throws {
        var standing = Self.known
        standing.user = nil
        standing.profile = ProfileStanding(isOwed: true, changedAt: Self.held, version: 3, user: "u_9")
        let bedside = try AccountTests.bedside(standing, companion: .automatic)
        AccountTests.signIn(bedside)
        #expect(Self.requests(bedside) == [.read(nil)])
        #expect(Self.standing(bedside) == ProfileStanding(user: "u_1"))
    }

    @Test func aNewSpeakerTakesWhatTheGatewayHas() throws {
        let bedside = try AccountTests.bedside(companion: .automatic)
        _ = bedside.ask(.apply(Self.wakeOff))
        AccountTests.signIn(bedside)
        #expect(Self.requests(bedside) == [.read(nil)])
        var kept = try SharedProfileTests.wakes(Profile(ownerName: "Aiko", language: .japanese), at: "05:30")
        kept.sleepLocation = "寝室"
        kept.trainingFocus = [.pushUp, .stretch]
        kept.habits.append(Habit(id: try #require(HabitID("reading")), at: LocalTime(wrappingSecondOfDay: 72_000)))
        Self.answer(bedside, .newest(try SharedProfileTests.shared(kept, version: 12)))
        let now = try #require(bedside.status?.profile)
        #expect(SharedProfile.isSame(now, kept) && now.companion == .gateway)
        #expect(Self.standing(bedside) == ProfileStanding(version: 12, heldAt: Self.held, user: "u_1"))
        bedside.advance(by: .seconds(4))
        #expect(Self.requests(bedside).last == .read(12), "it says that it has taken it over")
    }

    @Test func aGatewayWithoutAProfileIsToldOne() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        Self.look(bedside)
        Self.answer(bedside, .none)
        bedside.advance(by: .seconds(3))
        #expect(Self.requests(bedside) == [.read(nil), .send(nil)])
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 1)))
        #expect(Self.standing(bedside).version == 1 && Self.standing(bedside).zone == "UTC")
        bedside.advance(by: .hours(1))
        #expect(Self.requests(bedside).last == .read(1))
    }

    /// Whoever signed in on the page first has a name there, and nothing else.
    @Test func aProfileWithoutHabitsIsCompleted() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        Self.look(bedside)
        var patch = ProfilePatch()
        patch.ownerName = "Aiko"
        patch.trainingFocus = []
        Self.answer(bedside, .newest(SharedProfile(patch: patch, version: 1, changedAt: Self.held)))
        #expect(bedside.status?.profile.ownerName == "Aiko" && Self.standing(bedside).isOwed)
        bedside.advance(by: .seconds(6))
        guard case .send? = Self.requests(bedside).last else {
            Issue.record("the habits are not sent")
            return
        }
    }

    /// Stop takes back what a companion changed, whatever the gateway has heard of it by then.
    @Test(.requirement("TALK-9"), arguments: [true, false])
    func whatIsTakenBackIsNotAppliedAgain(isAnsweredFirst: Bool) throws {
        let bedside = try AccountTests.bedside(Self.known, at: "2026-11-24T22:40")
        CompanionRightsTests.open(bedside, .heard)
        let chosenAt = bedside.now.civil
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","on":false}"#)
        bedside.advance(by: .milliseconds(5_100))
        #expect(Self.requests(bedside) == [.send(chosenAt)])
        let echo = try SharedProfileTests.shared(bedside.status?.profile, version: 4, at: chosenAt)
        if isAnsweredFirst { Self.answer(bedside, .newest(echo)) }
        bedside.press(.stop)
        let backAt = bedside.now.civil
        if !isAnsweredFirst { Self.answer(bedside, .newest(echo)) }
        #expect(bedside.status?.profile.habit(.wake)?.isOn == true)
        bedside.advance(by: .seconds(6))
        #expect(Self.requests(bedside) == [.send(chosenAt), .send(backAt)])
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 5, at: backAt)))
        #expect(bedside.status?.profile.habit(.wake)?.isOn == true && !Self.standing(bedside).isOwed)
        bedside.advance(to: try EpisodeTests.at("2026-11-25T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    // MARK: What is chosen elsewhere

    @Test func aTimeThatIsChosenOnThePageRingsAndIsSaidOnce() throws {
        let bedside = try AccountTests.bedside(Self.known, at: "2026-11-24T16:00")
        Self.look(bedside)
        let later = try SharedProfileTests.wakes(bedside.status?.profile, at: "07:10")
        Self.answer(bedside, .newest(try SharedProfileTests.shared(later, version: 4, isFromPage: true)))
        bedside.advance(by: .seconds(10))
        #expect(Self.spoken(bedside) == 1)
        #expect(bedside.entries(.settingsChanged).last?.cause == .gateway)
        #expect(Self.requests(bedside).last == .read(4))
        Self.answer(bedside, .unchanged)
        bedside.advance(to: try #require(LocalDateTime("2026-11-25T07:09:59")))
        #expect(bedside.entries(.ring).isEmpty)
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.spoken(bedside) == 1 && !Self.standing(bedside).isOwed)
    }

    @Test func nothingIsSaidAtNight() throws {
        let bedside = try AccountTests.bedside(Self.known, at: "2026-11-24T23:30")
        Self.look(bedside)
        let later = try SharedProfileTests.wakes(bedside.status?.profile, at: "07:10")
        Self.answer(bedside, .newest(try SharedProfileTests.shared(later, version: 4, isFromPage: true)))
        bedside.advance(by: .hours(7))
        #expect(Self.spoken(bedside) == 0 && bedside.status?.profile.habit(.wake)?.at == LocalTime("07:10"))
    }

    /// At five to six the page's "ten to six" is over: today rings as it was.
    @Test func aChangeByWhichTodaysAlarmWouldBeLostWaitsForIt() throws {
        let bedside = try AccountTests.bedside(Self.known, at: "2026-11-25T05:55")
        Self.look(bedside)
        let earlier = try SharedProfileTests.shared(
            try SharedProfileTests.wakes(bedside.status?.profile, at: "05:50"), version: 4, isFromPage: true)
        Self.answer(bedside, .newest(earlier))
        #expect(Self.standing(bedside).version == 3)
        bedside.advance(by: .minutes(6))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .minutes(5))
        Self.look(bedside)
        Self.answer(bedside, .newest(earlier))
        #expect(bedside.status?.profile.habit(.wake)?.at == LocalTime("05:50"))
        bedside.advance(to: try #require(LocalDateTime("2026-11-26T05:50:01")))
        #expect(bedside.status?.activity == .ringing)
    }

    @Test func whatCannotBeIsPutRightOnThePageOnceButNotToAnotherSpeaker() throws {
        for isFromPage in [true, false] {
            let bedside = try AccountTests.bedside(Self.known)
            let before = bedside.status?.profile
            Self.look(bedside)
            var shared = try SharedProfileTests.shared(before, version: 4, isFromPage: isFromPage)
            shared.isPartial = true
            Self.answer(bedside, .newest(shared))
            #expect(bedside.status?.profile == before && Self.standing(bedside).isOwed == isFromPage)
            // What breaks a rule of the device is not applied at all.
            bedside.advance(by: .seconds(6))
            shared.version = 5
            shared.patch.habits = [.init(id: .wake)]
            shared.patch.habits[0].followUps = 31
            shared.patch.ownerName = "Mallory"
            Self.answer(bedside, .newest(shared))
            #expect(bedside.status?.profile == before && Self.standing(bedside).isOwed == isFromPage)
            guard isFromPage else { continue }
            // A gateway that answers the same for ever does not keep the device busy.
            bedside.advance(by: .seconds(6))
            Self.answer(bedside, .newest(shared))
            let asked = Self.requests(bedside).count
            bedside.advance(by: .minutes(20))
            #expect(Self.requests(bedside).count <= asked + 1)
        }
    }

    /// A proxy that drops If-None-Match makes every answer a whole one.
    @Test func theSameVersionAgainIsNoReasonToHurry() throws {
        let bedside = try AccountTests.bedside(Self.known)
        Self.look(bedside)
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 3)))
        bedside.advance(by: .minutes(29))
        #expect(Self.requests(bedside).count == 1)
    }

    @Test func theZoneIsToldWithoutBeatingWhatIsNewer() throws {
        var standing = Self.known
        standing.profile.zone = "Asia/Tokyo"
        let bedside = try AccountTests.bedside(standing)
        Self.look(bedside)
        Self.answer(bedside, .unchanged)
        bedside.advance(by: .seconds(3))
        #expect(Self.requests(bedside) == [.read(3), .send(Self.held + .milliseconds(1))])
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 4)))
        #expect(Self.standing(bedside).zone == "UTC")
    }

    // MARK: While something rings

    @Test func nothingIsAskedOrAppliedWhileSomethingRings() throws {
        let bedside = try AccountTests.bedside(Self.known, at: "2026-11-25T05:59:20")
        bedside.advance(by: .seconds(30))
        Self.look(bedside)
        let asked = Self.requests(bedside).count
        bedside.advance(by: .seconds(11))
        #expect(bedside.status?.activity == .ringing)
        let off = try SharedProfileTests.wakes(bedside.status?.profile, at: "06:00", isOn: false)
        Self.answer(bedside, .newest(try SharedProfileTests.shared(off, version: 4, isFromPage: true)))
        #expect(bedside.status?.activity == .ringing && Self.standing(bedside).version == 3)
        bedside.advance(by: .minutes(5))
        #expect(Self.requests(bedside).count == asked && bedside.entries(.ring).count >= 5)
        bedside.press(.stop)
        bedside.advance(by: .minutes(3))
        #expect(Self.requests(bedside).count == asked + 1)
    }

    @Test(.requirement("ALARM-14")) func aChangeFromAfarEndsNoAlarmWhoseOwnerWasNotHeard() throws {
        var held = Self.known
        held.isHeld = true
        let bedside = try AccountTests.bedside(held, at: "2026-11-25T05:59:20")
        bedside.advance(by: .seconds(42))
        bedside.press(.start)
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity != .ringing && bedside.machine?.episodes.count == 1)
        Self.look(bedside)
        let off = try SharedProfileTests.wakes(bedside.status?.profile, at: "06:00", isOn: false)
        Self.answer(bedside, .newest(try SharedProfileTests.shared(off, version: 4, isFromPage: true)))
        #expect(bedside.machine?.episodes.count == 1 && bedside.status?.profile.habit(.wake)?.isOn == true)
        bedside.advance(by: .minutes(20))
        #expect(bedside.entries(.ring).count > 1, "nobody was heard, so it rings again")
    }
}
