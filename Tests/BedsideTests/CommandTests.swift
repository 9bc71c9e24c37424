import TestKit
import Testing

@testable import Bedside

/// Settings and exceptions while the appliance runs (SETUP-3, ALARM-9, ALARM-13).
@Suite(.requirement("SETUP-3"))
struct CommandTests {
    private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }
    private func next(_ bedside: VirtualBedside) -> String? {
        bedside.status?.next.map { "\($0.occurrence) \($0.local)" }
    }

    @Test(.requirement("ALARM-13")) func skippingLeavesOutOneOccurrenceAndEndsByItself() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.skip(.wake))
        #expect(next(bedside) == "wake@2026-11-22 2026-11-22T06:00")
        bedside.advance(by: .hours(12))
        #expect(bedside.entries(.skipped).count == 1)
        #expect(bedside.entries(.ring).isEmpty)
        bedside.advance(by: .hours(24))
        #expect(bedside.entries(.ring).count == 11)
        bedside.advance(by: .hours(72))
        #expect(bedside.disk.exceptions.isEmpty)
    }

    @Test(.requirement("ALARM-13")) func skippingTwiceLeavesOutTwoAndUnskipTakesTheFirstBack() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.skip(.wake))
        bedside.ask(.skip(.wake))
        #expect(next(bedside) == "wake@2026-11-23 2026-11-23T06:00")
        bedside.ask(.unskip(.wake))
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T06:00")
        bedside.ask(.unskip(.wake))
        #expect(bedside.ask(.unskip(.wake)).isRefused)
    }

    @Test(.requirement("ALARM-13")) func movingOnceRingsAtTheNewTimeAndNextDayAtTheOld() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.move(.wake, time: try time("05:30"), date: nil))
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T05:30")
        #expect(bedside.status?.next?.isMoved == true)
        bedside.advance(to: try EpisodeTests.at("2026-11-22T07:00"))
        let mains = bedside.entries(.ring).filter { $0.followUp == 0 }
        #expect(mains.map { ZoneRules.utc.local($0.at).description } == ["2026-11-21T05:30", "2026-11-22T06:00"])
        bedside.advance(by: .hours(48))
        #expect(bedside.disk.exceptions.isEmpty)
    }

    @Test(.requirement("ALARM-13")) func movingPastMidnightKeepsTheOccurrence() throws {
        let bedside = try EpisodeTests.bedside(wake: "23:30", from: try EpisodeTests.at("2026-11-20T20:00"))
        bedside.ask(.move(.wake, time: try time("00:30"), date: nil))
        #expect(next(bedside) == "wake@2026-11-20 2026-11-21T00:30")
        bedside.advance(by: .hours(30))
        #expect(
            bedside.entries(.ring).filter { $0.followUp == 0 }.map { ZoneRules.utc.local($0.at).description }
                == ["2026-11-21T00:30", "2026-11-21T23:30"])
    }

    @Test(.requirement("ALARM-13")) func movingToADateWithoutAnOccurrenceSaysWhatToDoInstead() throws {
        // 2026-11-20 is a Friday.
        let bedside = try EpisodeTests.bedside()
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.days = .weekdays
        var patch = ProfilePatch()
        patch.habits = [wake]
        bedside.ask(.apply(patch))
        let saturday = bedside.ask(.move(.wake, time: try time("05:30"), date: LocalDate("2026-11-21")))
        guard case .refused(let refusal) = saturday else {
            Issue.record("the alarm was moved")
            return
        }
        #expect(refusal == .tooFarToMove(.wake, to: try #require(LocalDateTime("2026-11-21T05:30"))))
        bedside.ask(.move(.wake, time: try time("05:30"), date: LocalDate("2026-11-24")))
        #expect(next(bedside) == "wake@2026-11-23 2026-11-23T06:00")
        bedside.advance(to: try EpisodeTests.at("2026-11-24T05:30:01"))
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("ALARM-13")) func aTimeThatHasPassedCannotBeMovedTo() throws {
        let bedside = try EpisodeTests.bedside()
        #expect(bedside.ask(.move(.wake, time: try time("21:00"), date: LocalDate("2026-11-20"))).isRefused)
        #expect(bedside.ask(.once(time: try time("21:00"), date: LocalDate("2026-11-20"), like: .wake)).isRefused)
        #expect(bedside.ask(.skip(try #require(HabitID("nobody")))).isRefused)
        #expect(bedside.ask(.skip(.training)).isRefused)
    }

    /// A date that no clock can reach is refused, and not shown as the last one that a clock can reach.
    @Test(.requirement("ALARM-13"), arguments: ["2262-04-10", "9999-12-31"])
    func aDateBeyondTheCalendarIsRefused(date: String) throws {
        let bedside = try EpisodeTests.bedside()
        let far = try #require(LocalDate(date))
        let refused = Reply.refused(.tooFarAhead(far, last: CivilTime.lastDate))
        #expect(bedside.ask(.once(time: try time("06:00"), date: far, like: .wake)) == refused)
        #expect(bedside.ask(.move(.wake, time: try time("06:00"), date: far)) == refused)
        #expect(!bedside.ask(.once(time: try time("23:59"), date: CivilTime.lastDate, like: .wake)).isRefused)
        let at = try #require(bedside.disk.oneOffs.first?.at)
        for posix in ["XXX14", "XXX-14"] {
            let zone = try ZoneRules(name: "X", posix: posix)
            #expect(try zone.local(#require(zone.instant(of: at))) == at)
        }
    }

    @Test(.requirement("ALARM-13")) func aOneOffAlarmRingsOnceAndIsGone() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.once(time: try time("04:00"), date: nil, like: .wake))
        #expect(bedside.status?.next?.isOneOff == true)
        #expect(bedside.status?.next?.habit == .wake)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T04:00:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        func names() -> [String]? { bedside.status?.oneOffs.map(\.alarm.id.name) }
        #expect(names() == [])
        #expect(bedside.ask(.cancelOnce(.once(1))) == .refused(.noSuchOneOff(.once(1), known: [])))
        bedside.advance(by: .hours(16))
        #expect(bedside.entries(.ring).filter { $0.followUp == 0 }.count == 2)
        bedside.ask(.once(time: try time("23:00"), date: nil, like: .wake))
        #expect(names() == ["once-2"])
        bedside.ask(.cancelOnce(.once(2)))
        #expect(names() == [])
        #expect(bedside.ask(.cancelOnce(.once(2))).isRefused)
        // It is kept for some days, because clock and zone may be corrected.
        #expect(bedside.disk.oneOffs.map(\.id) == [.once(1)])
        bedside.advance(by: .days(4))
        #expect(bedside.disk.oneOffs.isEmpty)
    }

    @Test(.requirement("ALARM-13")) func aOneOffAlarmSurvivesAPowerCutInMidEpisode() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.tryOut(afterSeconds: 10))
        bedside.advance(by: .seconds(45))
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .seconds(40))
        #expect(bedside.entries(.ring).map(\.followUp) == [0, 1])
    }

    @Test(.requirement("ALARM-13")) func atMostSixteenOneOffAlarms() throws {
        let bedside = try EpisodeTests.bedside()
        for minute in 0..<16 {
            let at = LocalTime(wrappingSecondOfDay: minute * 60)
            #expect(!bedside.ask(.once(time: at, date: nil, like: .wake)).isRefused)
        }
        #expect(bedside.ask(.once(time: try time("03:00"), date: nil, like: .wake)).isRefused)
        #expect(bedside.ask(.tryOut(afterSeconds: 0)).isRefused)
        #expect(bedside.ask(.volume(percent: 101)).isRefused)
    }

    private func patch(_ at: String, isOn: Bool? = nil) throws -> ProfilePatch {
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.at = try time(at)
        wake.isOn = isOn
        var patch = ProfilePatch()
        patch.habits = [wake]
        return patch
    }

    @Test func aNewTimeLaterTodayRingsThoughTodaysAlarmIsOver() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.press(.stop)
        bedside.ask(.apply(try patch("06:10")))
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T06:10")
        bedside.advance(by: .minutes(15))
        #expect(bedside.entries(.ring).count > 1)
    }

    @Test func theSameProfileAgainChangesNothing() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.press(.stop)
        guard case .changed(let differences, _) = bedside.ask(.apply(try patch("06:00"))) else {
            Issue.record("refused")
            return
        }
        #expect(differences.isEmpty)
        bedside.advance(by: .hours(3))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test func aTimeThatHasPassedTodayCountsFromTomorrow() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.apply(try patch("21:00")))
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T21:00")
        #expect(bedside.entries(.missed).isEmpty)
    }

    @Test func switchingAHabitOffInMidRingSilencesIt() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.ask(.apply(try patch("06:00", isOn: false)))
        #expect(bedside.light == .idle)
        bedside.advance(by: .hours(30))
        #expect(bedside.entries(.ring).count == 1)
        #expect(bedside.entries(.dismissed).count == 1)
    }

    @Test func aBadPatchIsRefusedCompletelyWithItsFields() throws {
        let bedside = try EpisodeTests.bedside()
        var patch = try patch("07:00")
        patch.floorPercent = 90
        patch.ceilingPercent = 50
        guard case .refused(let refusal) = bedside.ask(.apply(patch)) else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.code == .badData && !refusal.fields.isEmpty)
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T06:00")
    }

    @Test func inGatewayModeHabitsAreLockedBeforeSignInAndStillRing() throws {
        let bedside = try EpisodeTests.bedside()
        var gateway = ProfilePatch()
        gateway.companion = .gateway
        #expect(!bedside.ask(.apply(gateway)).isRefused)
        #expect(bedside.ask(.apply(try patch("07:00"))).isRefused)
        var name = ProfilePatch()
        name.ownerName = "Aiko"
        #expect(!bedside.ask(.apply(name)).isRefused)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        #expect(bedside.light == .ringing)
        var local = try patch("07:00")
        local.companion = .offline
        #expect(!bedside.ask(.apply(local)).isRefused)
    }

    @Test(.requirement("SOUND-4")) func volumeAndMuteAreRememberedAcrossAPowerCut() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.press(.volumeUp)
        bedside.press(.mute)
        bedside.cutPower()
        bedside.powerOn()
        #expect(bedside.status?.settings.voicePercent == 70)
        #expect(bedside.light == .muted)
        bedside.press(.volumeDown)
        #expect(bedside.status?.settings.voicePercent == 60)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing, "mute never silences an alarm")
    }

    @Test(.requirement("SOUND-4")) func mutingInAConversationClosesTheMicrophone() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.talk(nil))
        #expect(bedside.isMicrophoneOpen)
        bedside.ask(.mute(true))
        #expect(!bedside.isMicrophoneOpen)
        bedside.ask(.mute(false))
        #expect(bedside.isMicrophoneOpen)
    }

    @Test(.requirement("ALARM-11")) func upEarlyByCommandNeedsAWakeAlarmAhead() throws {
        let bedside = try EpisodeTests.bedside()
        #expect(bedside.ask(.upEarly).isRefused)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:30"))
        #expect(!bedside.ask(.upEarly).isRefused)
        #expect(next(bedside) == "wake@2026-11-22 2026-11-22T06:00")
    }

    @Test(.requirement("SETUP-4")) func resettingErasesEverything() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.setup(.go(to: nil)))
        #expect(bedside.disk.setup.step == nil)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.ask(.reset)
        #expect(bedside.disk.profile == Profile())
        #expect(bedside.disk.records.isEmpty && bedside.disk.armedSince.isEmpty)
        #expect(bedside.light != .ringing)
        bedside.advance(by: .hours(30))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("SETUP-4")) func bothButtonsHeldWarnAtFiveAndEraseAtTenSeconds() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.buttonsRead([]))
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .milliseconds(300))
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .milliseconds(4900))
        #expect(bedside.entries(.reset).isEmpty)
        bedside.advance(by: .milliseconds(300))
        let warned = bedside.played.last
        #expect(warned?.source == .speech(Phrase.resetWarning.utterance(in: .english)))
        bedside.advance(by: .milliseconds(5000))
        #expect(bedside.entries(.reset).count == 1)
        #expect(bedside.disk.armedSince.isEmpty)
        bedside.advance(by: .milliseconds(100))
        #expect(bedside.played.last?.source == .speech(Phrase.resetDone.utterance(in: .english)))
    }

    /// SETUP-4: announced only for what is erased on disk, and in the language that was spoken before.
    @Test(.requirement("SETUP-4")) func anErasureThatTheCardRefusedIsNotAnnounced() throws {
        let bedside = try EpisodeTests.bedside()
        var patch = ProfilePatch()
        patch.language = .japanese
        bedside.ask(.apply(patch))
        let actions = bedside.machine.map { machine in
            var machine = machine
            return machine.handle(.command(.reset, ticket: 9), at: bedside.now)
                + machine.handle(.erased(isComplete: false), at: bedside.now)
        }
        let said = (actions ?? []).compactMap { action in
            if case .play(let playback) = action, case .speech(let words) = playback.source { words.text } else { nil }
        }
        #expect(said == [Phrase.resetFailed.text(in: .japanese)])
    }

    @Test(.requirement("SETUP-4")) func releasingOneButtonBeforeTenSecondsErasesNothing() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.edge(.start, isActive: true))
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .seconds(9))
        bedside.post(.edge(.stop, isActive: false))
        bedside.advance(by: .seconds(20))
        #expect(bedside.entries(.reset).isEmpty)
        #expect(next(bedside) == "wake@2026-11-21 2026-11-21T06:00")
    }

    @Test(.requirement("BOARD-2")) func aStuckButtonIsReportedAndTheOtherStillWorks() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.buttonsRead([ButtonLevel(button: .start, isActive: true)]))
        #expect(bedside.status?.attention == [.button])
        #expect(bedside.entries(.buttonStuck).count == 1)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .milliseconds(10))
        #expect(bedside.light == .needsAttention)
        bedside.post(.edge(.start, isActive: false))
        bedside.advance(by: .milliseconds(30))
        #expect(bedside.status?.attention == [])
    }

    @Test(.requirement("BOARD-2")) func eachStuckButtonIsNamed() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.buttonsRead([Button.start, .stop].map { ButtonLevel(button: $0, isActive: true) }))
        #expect(bedside.entries(.buttonStuck).map(\.detail) == ["start", "stop"])
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.buttonStuck).count == 2, "each stuck button is noted once")
    }

    @Test(.requirement("ALARM-11")) func theHeldButtonBeforeTheWakeTimeIsUpEarlyAfterTwoSeconds() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:00"))
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .milliseconds(1900))
        #expect(bedside.entries(.upEarly).isEmpty && bedside.entries(.conversation).isEmpty)
        bedside.advance(by: .milliseconds(200))
        #expect(bedside.entries(.upEarly).count == 1)
        bedside.post(.edge(.start, isActive: false))
        bedside.advance(by: .hours(3))
        #expect(bedside.entries(.ring).isEmpty && bedside.entries(.conversation).isEmpty)
    }

    @Test(.requirement("ALARM-6")) func terminatingInMidRingSilencesAndTheNextStartResumes() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.post(.terminate)
        #expect(bedside.hasExited)
        #expect(bedside.performed.contains(.silence))
        bedside.cutPower()
        bedside.advance(by: .seconds(60))
        bedside.powerOn()
        bedside.advance(by: .seconds(1))
        #expect(bedside.entries(.ring).map(\.followUp) == [0, 1])
    }

    /// `timeout` signals its child and then the whole group.
    @Test func aSecondSignalNotesNoSecondEnd() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.terminate)
        bedside.post(.terminate)
        #expect(bedside.hasExited && bedside.entries(.stopped).count == 1)
    }

    @Test(.requirement("ALARM-14")) func aPressCountsIfTheMicrophoneFails() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.press(.start)
        bedside.post(.microphoneFailed)
        #expect(bedside.status?.attention == [.microphone])
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.answered).count == 1)
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test func withoutAnApplianceACommandIsAnsweredFromTheStoreAndNothingIsServed() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.cutPower()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:02"))
        let (reply, changes) = Bedside.answer(
            .skip(.wake), configuration: bedside.configuration, durable: bedside.disk, zone: .utc,
            isClockSynchronized: false, at: bedside.now)
        guard case .changed(_, let next) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(next?.local == (try EpisodeTests.at("2026-11-23T06:00")))
        var disk = bedside.disk
        for change in changes { disk.apply(change) }
        #expect(disk.records.isEmpty && disk.lastWritten == bedside.disk.lastWritten)
        let later = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
        later.powerOn()
        #expect(later.light == .ringing, "today's alarm, due two minutes ago, is still the appliance's")
    }
}
