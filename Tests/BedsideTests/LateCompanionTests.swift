import TestKit
import Testing

@testable import Bedside

/// A gateway that is too busy at Start says when to ask again: the offline companion begins, and the live one joins
/// between two of its lines (ACCOUNT-3, TALK-5).
@Suite(.requirement("ACCOUNT-3", "TALK-5")) struct LateCompanionTests {
    private static func text(_ phrase: Phrase) -> String { phrase.text(in: .english) }

    private static func refuse(_ bedside: VirtualBedside, seconds: Int) {
        bedside.post(.account(.busy(retryAfterSeconds: seconds)))
        bedside.companion(.failed(.provider))
    }

    /// A signed-in speaker whose owner has pressed Start at the wake alarm, and whose gateway was busy.
    private static func begun(seconds: Int = 30) throws -> VirtualBedside {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T05:59:30")
        bedside.advance(to: try #require(LocalDateTime("2026-11-25T06:00:02")))
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        try #require(bedside.call == 1)
        refuse(bedside, seconds: seconds)
        return bedside
    }

    /// Lets time pass until the live companion could speak, or a minute and a half are over.
    private static func wait(_ bedside: VirtualBedside) {
        for _ in 0..<900 where bedside.status?.answering != .live { bedside.advance(by: .milliseconds(100)) }
    }

    private static func opened(_ bedside: VirtualBedside) {
        bedside.post(.account(.opened(session: "s_1", leftSeconds: 900)))
        bedside.companion(.ready)
    }

    private static func stops(_ bedside: VirtualBedside) -> Int {
        AccountTests.effects(bedside).count { $0 == .stop(session: "s_1") }
    }

    @Test func itBeginsOfflineAndTheCompanionJoinsWhenItsTurnComes() throws {
        let bedside = try Self.begun()
        bedside.advance(by: .seconds(20))
        #expect(bedside.said.contains { $0.contains(Self.text(.companionLater)) })
        #expect(bedside.call == 1 && bedside.status?.answering != .live)
        bedside.advance(by: .seconds(11))
        #expect(bedside.call == 2 && bedside.status?.call == .connecting)
        let request = try #require(bedside.connects.last)
        #expect(request.joinsLate && !request.isResumed && !request.isPrepared && request.habit?.id == .wake)
        Self.opened(bedside)
        Self.wait(bedside)
        #expect(bedside.said.last == Self.text(.companionJoins))
        #expect(bedside.performed.contains { if case .open(let opening) = $0 { opening.call == 2 } else { false } })
        let lines = bedside.said.count
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(60))
        #expect(bedside.said.count == lines, "the routine is over")
        // It is counted like any other, and not ended before it began.
        #expect(bedside.disk.account.openSession == "s_1" && Self.stops(bedside) == 0)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(bedside.status?.activity == .idle && bedside.stuckDeadlines == 0)
        #expect(Self.stops(bedside) == 1)
    }

    /// Not into a line, not while an answer is waited for, and not while the owner speaks.
    @Test func itComesBetweenTwoStepsOfTheRoutine() throws {
        let bedside = try Self.begun(seconds: 5)
        for _ in 0..<100 where bedside.call < 2 { bedside.advance(by: .milliseconds(100)) }
        bedside.companion(.ready)
        var answers = 0
        for _ in 0..<900 where bedside.status?.answering == .offline {
            if case .offline(let routine) = bedside.machine?.conversation?.mode, case .listening = routine.stage {
                answers += 1
                bedside.post(.voice(isActive: true))
                bedside.advance(by: .seconds(1))
                #expect(bedside.status?.answering == .offline, "the owner is speaking")
                bedside.post(.voice(isActive: false))
            }
            bedside.advance(by: .milliseconds(100))
        }
        #expect(answers > 0 && bedside.said.last == Self.text(.companionJoins))
    }

    @Test func whoIsBusyAgainIsAskedAgainLater() throws {
        let bedside = try Self.begun(seconds: 5)
        bedside.advance(by: .seconds(6))
        #expect(bedside.call == 2)
        Self.refuse(bedside, seconds: 20)
        bedside.advance(by: .seconds(18))
        #expect(bedside.call == 2)
        bedside.advance(by: .seconds(3))
        #expect(bedside.call == 3 && bedside.status?.answering != .live)
        Self.opened(bedside)
        Self.wait(bedside)
        #expect(bedside.status?.answering == .live)
    }

    /// Another failure than being busy ends the attempts, and so does a call that does not come about.
    @Test(arguments: [true, false]) func otherFailuresLeaveTheTalkToTheOfflineCompanion(isRefused: Bool) throws {
        let bedside = try Self.begun(seconds: 5)
        bedside.advance(by: .seconds(6))
        if isRefused { bedside.companion(.failed(.network)) }
        bedside.advance(by: .seconds(20))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(60))
        #expect(bedside.call == 2 && !bedside.said.contains(Self.text(.companionJoins)))
        #expect(bedside.stuckDeadlines == 0)
    }

    /// The routine goes on where it was left, and says nothing twice.
    @Test(arguments: [ConversationFailure.network, .silent])
    func whereTheCompanionIsLostAtOnceTheRoutineGoesOn(failure: ConversationFailure) throws {
        let bedside = try Self.begun(seconds: 5)
        bedside.advance(by: .seconds(6))
        Self.opened(bedside)
        for _ in 0..<900 where bedside.said.last != Self.text(.companionJoins) {
            bedside.advance(by: .milliseconds(100))
        }
        let lines = bedside.said
        if failure == .network { bedside.companion(.failed(.network)) }
        bedside.advance(by: .seconds(60))
        let all = bedside.said
        #expect(all.count > lines.count && Set(all).count == all.count, "\(all)")
        #expect(Self.stops(bedside) > 0)
    }

    /// At most until the routine ends, or Stop is pressed.
    @Test(arguments: [true, false]) func nobodyJoinsATalkThatIsOver(isStopped: Bool) throws {
        let bedside = try Self.begun(seconds: 600)
        if isStopped { bedside.press(.stop) }
        bedside.advance(by: .minutes(9))
        #expect(bedside.status?.answering == nil)
        bedside.advance(by: .minutes(5))
        #expect(bedside.call == 1 && bedside.stuckDeadlines == 0)
    }

    @Test func stopClosesACallThatWaits() throws {
        let bedside = try Self.begun(seconds: 5)
        bedside.advance(by: .seconds(6))
        Self.opened(bedside)
        #expect(Self.stops(bedside) == 0)
        bedside.press(.stop)
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity == .idle && bedside.performed.contains(.disconnect(isFinal: true)))
        #expect(Self.stops(bedside) == 1)
    }

    /// Whoever wants another companion meanwhile, or is signed out, is not called for.
    @Test(arguments: [Companion.offline, .openai, .automatic])
    func aChangeOfCompanionEndsIt(companion: Companion) throws {
        for hasCall in [false, true] {
            let bedside = try Self.begun(seconds: 5)
            if hasCall { bedside.advance(by: .seconds(6)) }
            var patch = ProfilePatch()
            patch.companion = companion
            bedside.ask(.apply(patch))
            bedside.advance(by: .seconds(60))
            #expect(bedside.call == (hasCall ? 2 : 1) && bedside.machine?.call.connection == nil)
            #expect(!bedside.said.contains(Self.text(.companionJoins)))
        }
    }

    /// Without a time to ask again, or with one that is too far away, all is as it was.
    @Test(arguments: [nil, 601]) func aGatewayThatOnlyFailsIsNotAskedAgain(seconds: Int?) throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T12:00")
        bedside.ask(.talk(nil))
        if let seconds { bedside.post(.account(.busy(retryAfterSeconds: seconds))) }
        bedside.companion(.failed(.provider))
        #expect(bedside.said.first?.hasPrefix(Self.text(.companionUnavailable(.provider))) == true)
        bedside.advance(by: .minutes(12))
        #expect(bedside.call == 1)
    }

    /// A turn is forgotten with the talk that it was for.
    @Test func anOldTurnIsNotForTheNextTalk() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn, at: "2026-11-25T12:00")
        bedside.ask(.talk(nil))
        bedside.post(.account(.busy(retryAfterSeconds: 500)))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.ask(.talk(nil))
        bedside.companion(.failed(.provider))
        bedside.advance(by: .minutes(12))
        #expect(bedside.call == 2 && !bedside.said.contains { $0.contains(Self.text(.companionLater)) })
    }

    /// Whatever happens meanwhile, in random order: no call is left over, no deadline is missed, and it still rings.
    @Test(arguments: 0..<60) func nothingIsLeftOverInAnyOrder(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let bedside = try Self.begun(seconds: Int.random(in: 1...20, using: &random))
        var faults: [String] = []
        bedside.observe = { event, now, _ in
            let found = bedside.machine?.contradictions(at: now) ?? []
            if !found.isEmpty { faults.append("\(event): \(found)") }
        }
        for _ in 0..<60 {
            switch Int.random(in: 0...12, using: &random) {
            case 0: Self.refuse(bedside, seconds: Int.random(in: 0...20, using: &random))
            case 1: Self.opened(bedside)
            case 2: bedside.companion(.ready)
            case 3: bedside.companion(.speaking(true))
            case 4: bedside.companion(.speaking(false))
            case 5: bedside.companion(.failed(.network))
            case 6: bedside.companion(.ended)
            case 7: bedside.post(.voice(isActive: true))
            case 8: bedside.post(.voice(isActive: false))
            case 9: bedside.press(Int.random(in: 0...3, using: &random) == 0 ? .stop : .start)
            case 10: bedside.ask(.preview(.wake))
            default: bedside.advance(by: .seconds(Int.random(in: 1...12, using: &random)))
            }
        }
        bedside.press(.stop)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(faults.isEmpty, "\(faults.first ?? "")")
        #expect(bedside.machine?.call.connection == nil && bedside.stuckDeadlines == 0)
        bedside.advance(to: try #require(LocalDateTime("2026-11-26T06:00:02")))
        #expect(bedside.status?.activity == .ringing)
    }
}
