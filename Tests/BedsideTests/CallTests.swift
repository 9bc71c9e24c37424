import TestKit
import Testing

@testable import Bedside

/// The call to the online companion: TALK-1, TALK-4, TALK-5, TALK-9, TALK-10; ALARM-5, ALARM-12, ALARM-14.
struct CallTests {
    static func bedside(
        _ companion: Companion = .openai, training: String? = nil, at time: String = "2026-11-20T22:00"
    ) throws -> VirtualBedside {
        let bedside = try EpisodeTests.bedside(training: training)
        var patch = ProfilePatch()
        patch.companion = companion
        bedside.ask(.apply(patch))
        if companion == .gateway { AccountTests.signIn(bedside) }
        bedside.advance(to: try EpisodeTests.at(time))
        return bedside
    }

    func openings(_ bedside: VirtualBedside) -> [Int] {
        bedside.performed.compactMap { if case .open(let opening) = $0 { opening.call } else { nil } }
    }

    func text(_ phrase: Phrase) -> String { phrase.text(in: .english) }

    /// A plain talk over an open call on which the companion was heard.
    func talking() throws -> VirtualBedside {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        return bedside
    }

    // MARK: Warm start (ALARM-12)

    @Test(.requirement("ALARM-12")) func twoMinutesBeforeAnAlarmEverythingIsCheckedOnce() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:57:59")
        func looks() -> Int { bedside.performed.count { if case .checkBeforeAlarm = $0 { true } else { false } } }
        #expect(looks() == 0)
        bedside.advance(by: .seconds(2))
        #expect(looks() == 1)
        bedside.post(.companionChecked(.network))
        #expect(bedside.status?.attention == [.network])
        #expect(bedside.light == .needsAttention)
        bedside.post(.companionChecked(nil))
        #expect(bedside.status?.attention == [])
        bedside.advance(by: .minutes(1))
        #expect(looks() == 1)
    }

    /// One that does not ring, shortly before or at the same time, hides no other.
    @Test(.requirement("ALARM-12"), arguments: ["05:58:30", "05:59:59", "06:00"])
    func aSkippedAlarmKeepsNoOtherFromBeingCheckedAndPrepared(training: String) throws {
        let bedside = try Self.bedside(training: training, at: "2026-11-21T05:57:59")
        bedside.ask(.skip(.training))
        func looks() -> Int { bedside.performed.count { if case .checkBeforeAlarm = $0 { true } else { false } } }
        let before = looks()
        bedside.advance(by: .seconds(2))
        #expect(looks() == before + 1)
        let wake = Occurrence(habit: .wake, date: try #require(LocalDate("2026-11-21")))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:58"))
        #expect(bedside.disk.records[wake]?.outcome == .open)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        #expect(bedside.entries(.ring).map(\.occurrence) == [wake])
        #expect(bedside.entries(.skipped).count == 1)
        bedside.press(.stop)
        bedside.advance(by: .days(1))
        #expect(bedside.entries(.ring).filter { $0.occurrence?.date == wake.date }.count == 1)
    }

    @Test(.requirement("ALARM-12")) func theCallConnectsDuringTheRingAndOnlyStartOpensIt() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:01")
        #expect(bedside.connects.map(\.habit?.id) == [.wake])
        bedside.companion(.ready)
        bedside.advance(by: .seconds(5))
        #expect(openings(bedside).isEmpty)
        #expect(bedside.light == .ringing)
        bedside.press(.start)
        #expect(openings(bedside) == [bedside.call])
        #expect(bedside.status?.call == .connected)
        #expect(bedside.connects.count == 1)
    }

    /// The appliance waits for its own words to end as long as they can be heard, and no longer (TALK-5).
    @Test func aLateWordDoesNotDelayACallThatIsReady() throws {
        let bedside = try Self.bedside()
        bedside.isVoiceLate = true
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(2))
        #expect(bedside.said == [text(.oneMoment(nil))])
        bedside.companion(.ready)
        #expect(openings(bedside).isEmpty)
        bedside.advance(by: .milliseconds(2600))
        #expect(openings(bedside) == [bedside.call])
        #expect(bedside.played.count == 1)
    }

    @Test(.requirement("ALARM-12"), arguments: [Button.stop, nil])
    func anUnusedCallIsClosed(button: Button?) throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:01")
        bedside.companion(.ready)
        if let button { bedside.press(button) } else { bedside.advance(by: .minutes(20)) }
        #expect(bedside.performed.contains(.disconnect(isFinal: true)))
        #expect(bedside.machine?.call.connection == nil)
        #expect(openings(bedside).isEmpty)
    }

    @Test(.requirement("ALARM-12")) func aMeteredCallIsNotPrepared() throws {
        let bedside = try Self.bedside(.gateway, at: "2026-11-21T06:00:01")
        #expect(bedside.connects.isEmpty)
        bedside.press(.start)
        #expect(bedside.connects.count == 1)
    }

    @Test(.requirement("ALARM-12")) func aCallThatCannotBePreparedIsTriedAgainWithTheNextRing() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:01")
        bedside.companion(.failed(.network))
        #expect(bedside.light == .ringing)
        bedside.advance(by: .minutes(1))
        #expect(bedside.connects.count == 2)
    }

    // MARK: A voice within two seconds (TALK-5)

    @Test(.requirement("TALK-5"), arguments: ConversationFailure.allCases)
    func aFirstFailureIsExplainedAndTheOfflineCompanionTakesOver(failure: ConversationFailure) throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        #expect(bedside.light == .connecting)
        bedside.companion(.failed(failure))
        #expect(bedside.said == [text(.companionUnavailable(failure))])
        bedside.advance(by: .seconds(5))
        #expect(bedside.said.count > 1)
    }

    @Test(.requirement("TALK-5")) func aSlowCallIsBridgedWithinTwoSecondsAndStillTaken() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.advance(by: .milliseconds(1999))
        #expect(bedside.said == [text(.oneMoment(.wake))])
        bedside.companion(.ready)
        #expect(openings(bedside).isEmpty, "the call opens only after the device has finished its words")
        bedside.advance(by: .seconds(3))
        #expect(openings(bedside) == [bedside.call])
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(60))
        #expect(bedside.said.count == 1)
    }

    @Test func theCompanionGreetsATryOutOfTheWakeAlarmAsATryOut() throws {
        let bedside = try Self.bedside()
        bedside.ask(.tryOut(afterSeconds: 2))
        bedside.advance(by: .seconds(3))
        bedside.press(.start)
        bedside.advance(by: .milliseconds(1999))
        #expect(bedside.said.last == text(.oneMoment(.wake)))
    }

    @Test(.requirement("TALK-5")) func aServiceThatFailsBeforeItsFirstWordIsNotCalledBack() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.failed(.provider))
        #expect(bedside.said == [text(.companionUnavailable(.provider))])
        bedside.advance(by: .seconds(20))
        #expect(bedside.connects.count == 1)
    }

    @Test(.requirement("TALK-5")) func aCallThatNeverComesIsGivenUpAfterEightSeconds() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.advance(by: .milliseconds(8100))
        #expect(bedside.said.prefix(2) == [text(.oneMoment(.wake)), text(.companionUnavailable(.network))])
        #expect(bedside.machine?.call.connection == nil)
    }

    @Test(.requirement("TALK-5")) func aCompanionThatSaysNothingIsBridgedAndThenReplaced() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.advance(by: .milliseconds(1999))
        #expect(bedside.said == [text(.oneMoment(.wake))])
        bedside.advance(by: .milliseconds(4100))
        #expect(bedside.said.prefix(2) == [text(.oneMoment(.wake)), text(.companionUnavailable(.silent))])
    }

    /// "Yes, I'm up, but …" before the companion has said a word: its answer comes after that, and nothing is spoken
    /// over the owner.
    @Test(.requirement("TALK-5")) func anOwnerWhoSpeaksFirstKeepsTheCallAndIsNotSpokenOver() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.advance(by: .milliseconds(700))
        bedside.companion(.ownerSpeaking(true))
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .milliseconds(4800))
        #expect(bedside.said.isEmpty)
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
        bedside.advance(by: .milliseconds(1400))
        #expect(bedside.said.isEmpty)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(3))
        #expect(bedside.light == .speaking && bedside.status?.call == .connected)
        #expect(bedside.connects.count == 1 && bedside.said.isEmpty)
    }

    @Test(.requirement("TALK-5")) func aMissingAnswerToTheOwnersFirstWordsIsBridgedAndThenReplaced() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.ownerSpeaking(true))
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
        bedside.advance(by: .milliseconds(1600))
        #expect(bedside.said == [text(.oneMoment(nil))])
        bedside.advance(by: .milliseconds(4500))
        #expect(bedside.said.dropFirst().first == text(.companionUnavailable(.silent)))
    }

    /// A television that the service takes for the owner.
    @Test(.requirement("TALK-5")) func aNoiseThatGoesOnIsSpokenOverAfterSixSeconds() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.ownerSpeaking(true))
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .milliseconds(7600))
        #expect(bedside.said == [text(.oneMoment(nil))])
        #expect(bedside.status?.call == .connected)
    }

    @Test func theCompanionsVoiceSilencesTheAppliancesOwn() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.advance(by: .milliseconds(1600))
        #expect(bedside.said == [text(.oneMoment(nil))])
        bedside.companion(.speaking(true))
        #expect(bedside.performed.last == .silence)
        #expect(bedside.light == .speaking)
    }

    // MARK: Lost calls (TALK-5)

    @Test(.requirement("TALK-5")) func aLostCallIsReconnectedAfterThreeSecondsAndGoesOn() throws {
        let bedside = try talking()
        bedside.companion(.failed(.network))
        #expect(bedside.said == [text(.lineLost)])
        #expect(bedside.performed.contains(.disconnect(isFinal: false)))
        bedside.advance(by: .milliseconds(2999))
        #expect(bedside.connects.count == 1)
        bedside.advance(by: .milliseconds(2))
        #expect(bedside.connects.map(\.isResumed) == [false, true])
        bedside.companion(.ready)
        #expect(openings(bedside).count == 2)
        bedside.companion(.speaking(true))
        #expect(bedside.light == .speaking)
    }

    @Test(.requirement("TALK-5")) func afterThreeReconnectionsTheOfflineCompanionTakesOver() throws {
        let bedside = try talking()
        for _ in 1...4 {
            bedside.companion(.failed(.network))
            bedside.advance(by: .milliseconds(3001))
        }
        #expect(bedside.connects.count == 4)
        #expect(
            bedside.said.prefix(4) == [
                text(.lineLost), text(.stillReaching), text(.stillReaching), text(.companionUnavailable(.network)),
            ])
        #expect(bedside.machine?.call.connection == nil)
    }

    @Test(.requirement("TALK-5")) func aReconnectionThatHangsIsExplained() throws {
        let bedside = try talking()
        bedside.companion(.failed(.network))
        bedside.advance(by: .milliseconds(3001))
        bedside.advance(by: .milliseconds(1500))
        #expect(bedside.said == [text(.lineLost), text(.stillReaching)])
        bedside.companion(.ready)
        bedside.advance(by: .seconds(3))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(5))
        #expect(bedside.said.count == 2, "the device says nothing more once the companion speaks")
    }

    /// The words for that last as long as in Japanese: longer than the pause before reconnecting.
    @Test(.requirement("TALK-5")) func theAppliancesOwnWordsAreFinishedBeforeTheCallIsOpened() throws {
        let bedside = try talking()
        bedside.speechSpan = .seconds(5)
        bedside.companion(.failed(.network))
        bedside.advance(by: .milliseconds(3300))
        bedside.companion(.ready)
        bedside.advance(by: .milliseconds(1600))
        #expect(openings(bedside).count == 1)
        bedside.advance(by: .milliseconds(200))
        #expect(openings(bedside).count == 2)
        bedside.advance(by: .milliseconds(1000))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(5))
        #expect(bedside.said == [text(.lineLost)])
    }

    @Test(.requirement("TALK-5")) func aSilentReconnectedCallIsExplainedLikeASilentFirstCall() throws {
        let bedside = try talking()
        bedside.companion(.failed(.network))
        bedside.advance(by: .milliseconds(3001))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(2))
        #expect(bedside.said == [text(.lineLost), text(.oneMoment(nil))])
    }

    @Test(.requirement("TALK-5")) func aReconnectionInTimeNeedsNoExplanation() throws {
        let bedside = try talking()
        bedside.companion(.failed(.network))
        bedside.advance(by: .milliseconds(3001))
        bedside.companion(.ready)
        bedside.advance(by: .milliseconds(1000))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(5))
        #expect(bedside.said == [text(.lineLost)])
    }

    @Test(.requirement("TALK-5")) func aCallThatWasStableForAWhileGetsAllItsRedialsAgain() throws {
        let bedside = try talking()
        for _ in 1...5 {
            bedside.advance(by: .seconds(31))
            bedside.companion(.failed(.network))
            bedside.advance(by: .milliseconds(3001))
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
        }
        #expect(bedside.connects.count == 6)
        #expect(bedside.light == .speaking)
    }

    @Test(.requirement("TALK-5"), arguments: [ConversationFailure.credentials, .quota])
    func whatAnotherTryCannotFixIsNotTriedAgain(failure: ConversationFailure) throws {
        let bedside = try talking()
        bedside.companion(.failed(failure))
        #expect(bedside.said == [text(.companionUnavailable(failure))])
        #expect(bedside.status?.attention == [failure == .quota ? .quota : .credentials])
    }

    @Test func aReportAboutAnOlderCallIsIgnored() throws {
        let bedside = try talking()
        bedside.companion(.failed(.network))
        bedside.advance(by: .milliseconds(3001))
        bedside.post(.conversation(.failed(.provider), call: bedside.call - 1))
        #expect(bedside.light == .connecting)
        #expect(bedside.connects.count == 2)
    }

    @Test(.requirement("ALARM-3", "TALK-4")) func stopEndsItFromEveryStateOfTheCall() throws {
        for steps in 0...5 {
            let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
            let events: [(VirtualBedside) -> Void] = [
                { $0.press(.start) }, { $0.companion(.ready) }, { $0.companion(.speaking(true)) },
                { $0.companion(.failed(.network)) }, { $0.advance(by: .milliseconds(3001)) },
            ]
            for event in events.prefix(steps) { event(bedside) }
            bedside.press(.stop)
            #expect(bedside.status?.call == .disconnected && bedside.machine?.call.connection == nil, "after \(steps)")
            #expect(bedside.light == .idle)
            if steps > 0 { #expect(bedside.status?.lastConversationEnd == .stopped) }
            bedside.advance(by: .hours(2))
            #expect(bedside.entries(.ring).count == 1)
        }
    }
}
