import TestKit
import Testing

@testable import Bedside

/// What the gateway has is not always newer than what is here, and not always asked for.
extension ProfileExchangeTests {
    private static func wakesAt(_ bedside: VirtualBedside) -> LocalTime? { bedside.status?.profile.habit(.wake)?.at }

    // MARK: A gateway whose database was put back to an older state

    /// The operator restores a backup. What was chosen since is not undone, and the gateway gets it back: also by a
    /// speaker whose newer token it does not know any more.
    @Test(.requirement("GATEWAY-9"), arguments: [false, true]) func aRestoredGatewayUndoesNoAlarm(
        signsInAgain: Bool
    ) throws {
        let bedside = try AccountTests.bedside(Self.known)
        let older = try SharedProfileTests.wakes(bedside.status?.profile, at: "04:00")
        if signsInAgain {
            bedside.post(.account(.refused))
            AccountTests.signIn(bedside)
        } else {
            Self.look(bedside)
        }
        #expect(Self.requests(bedside) == [.read(signsInAgain ? nil : 3)])
        Self.answer(bedside, .newest(try SharedProfileTests.shared(older, version: 1)))
        #expect(Self.wakesAt(bedside) == LocalTime("06:00"))
        bedside.advance(by: .seconds(6))
        let sentAt = Self.held + .milliseconds(1)
        #expect(Self.requests(bedside).last == .send(sentAt))
        // It counts on from where it was put back to.
        Self.answer(bedside, .newest(try SharedProfileTests.shared(bedside.status?.profile, version: 2, at: sentAt)))
        #expect(Self.standing(bedside).version == 2 && !Self.standing(bedside).isOwed)
        bedside.advance(by: .hours(1))
        #expect(Self.requests(bedside).last == .read(2) && Self.wakesAt(bedside) == LocalTime("06:00"))
    }

    /// Its count is lower and its date is not: somebody has changed it since.
    @Test(.requirement("GATEWAY-9")) func whatIsChosenOnThePageAfterARestoreIsTaken() throws {
        let bedside = try AccountTests.bedside(Self.known)
        Self.look(bedside)
        let later = try SharedProfileTests.shared(
            try SharedProfileTests.wakes(bedside.status?.profile, at: "07:10"), version: 2, isFromPage: true,
            at: Self.held + .minutes(1))
        Self.answer(bedside, .newest(later))
        #expect(Self.wakesAt(bedside) == LocalTime("07:10") && Self.standing(bedside).version == 2)
    }

    // MARK: What nobody has chosen

    /// The name that Apple tells at a sign-in on the page is dated 0.
    @Test(arguments: ["Bo", nil] as [String?]) func aNameThatNobodyHasChosenReplacesNone(own: String?) throws {
        let bedside = try AccountTests.bedside(companion: .automatic)
        if let own { _ = bedside.ask(.apply(Self.named(own))) }
        AccountTests.signIn(bedside)
        var patch = ProfilePatch()
        patch.ownerName = "Robert Miller"
        Self.answer(bedside, .newest(SharedProfile(patch: patch, version: 1, changedAt: CivilTime(seconds: 0))))
        #expect(bedside.status?.profile.ownerName == own ?? "Robert Miller")
        #expect(Self.standing(bedside).isOwed, "the gateway gets what is here")
    }

    // MARK: The offline companion

    /// `companion=offline` is how owners take their consent back: only what is owed is settled.
    @Test func whoChoosesTheOfflineCompanionSendsNothingAndIsAskedNothing() throws {
        var standing = Self.known
        standing.owedStops = ["s_7"]
        let bedside = try AccountTests.bedside(standing, companion: .offline)
        let chosenAt = bedside.now.civil
        _ = bedside.ask(.apply(Self.named("Aiko")))
        bedside.advance(by: .hours(2))
        #expect(Self.requests(bedside).isEmpty && Self.standing(bedside).isOwed)
        #expect(AccountTests.effects(bedside).contains(.stop(session: "s_7")))
        var patch = ProfilePatch()
        patch.companion = .gateway
        _ = bedside.ask(.apply(patch))
        bedside.advance(by: .seconds(100))
        #expect(Self.requests(bedside) == [.send(chosenAt)])
    }
}
