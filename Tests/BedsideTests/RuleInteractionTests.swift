import TestKit
import Testing

@testable import Bedside

/// Cases in which two rules affect each other. Each was a fault once; the test repeats the events that showed it.
struct RuleInteractionTests {
    private func at(_ text: String) throws -> LocalDateTime { try EpisodeTests.at(text) }
    private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

    @Test(.requirement("ALARM-11")) func takingBackUpEarlyDuringATalkEndsTheTalk() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .seconds(4))
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        bedside.press(.stop)
        bedside.advance(by: .seconds(5))
        #expect(bedside.entries(.conversationEnded).count == 1)
        #expect(bedside.light == .idle)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
    }

    @Test func oneMicrophoneFailureDoesNotDeafenTheNextTalk() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.talk(nil))
        bedside.post(.microphoneFailed)
        #expect(!bedside.isMicrophoneOpen)
        bedside.press(.stop)
        bedside.ask(.talk(nil))
        #expect(bedside.isMicrophoneOpen)
        bedside.post(.microphoneFailed)
        bedside.post(.sound(.devicesChanged))
        #expect(bedside.isMicrophoneOpen)
    }

    @Test(.requirement("ALARM-6", "ALARM-13")) func aMovedAlarmAndAOneOffSurviveAClockThatWasWrongForAMinute() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.move(.wake, time: try time("05:30"), date: nil))
        bedside.ask(.once(time: try time("05:00"), date: nil, like: .wake))
        bedside.step(.days(1))
        #expect(bedside.entries(.missed).count == 2)
        bedside.advance(by: .minutes(1))
        bedside.step(.days(-1))
        #expect(bedside.status?.next?.local == (try at("2026-11-21T05:00")))
        bedside.advance(to: try at("2026-11-21T05:00:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-21T05:30:05"))
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("ALARM-6")) func anEpisodeThatANewerOneTookOverIsNotUndoneByAStepBack() throws {
        let bedside = try EpisodeTests.bedside(training: "06:00", followUps: 1)
        bedside.advance(to: try at("2026-11-21T06:20"))
        let before = bedside.entries(.ring).count
        bedside.step(.minutes(-30))
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).count == before)
    }

    @Test(.requirement("TALK-6")) func anExplanationDoesNotShiftThePreRenderedLines() throws {
        let script = OfflineScript(
            key: "wake_up.en", steps: [OfflineScript.Step(lines: [OfflineScript.Line(text: "Good morning.")])])
        let start = try #require(ZoneRules.utc.instant(of: EpisodeTests.evening))
        let bedside = VirtualBedside(
            profile: Profile(companion: .openai), at: start,
            configuration: Configuration(clockFloor: start - .days(1), scripts: [script.key: script]))
        bedside.powerOn()
        bedside.ask(.talk(.wake))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(3))
        let keys = bedside.played.compactMap { playback -> String? in
            if case .speech(let utterance) = playback.source { utterance.key } else { nil }
        }
        #expect(keys == ["phrase.companion_network.en", "wake_up.en.1.say.1"])
    }

    @Test(.requirement("SOUND-6")) func aRingThatNobodyCouldHearIsNotCounted() throws {
        let bedside = try EpisodeTests.bedside(followUps: 1)
        bedside.isSpeakerDead = true
        bedside.advance(to: try at("2026-11-21T06:00:40"))
        let wake = Occurrence(habit: .wake, date: try at("2026-11-21T00:00").date)
        // The board has a buzzer, so that was heard.
        #expect(bedside.disk.records[wake]?.rings == 1)
        let mute = VirtualBedside(
            profile: bedside.disk.profile, at: bedside.now.civil - .hours(1),
            configuration: Configuration(clockFloor: bedside.now.civil - .days(1)))
        mute.isSpeakerDead = true
        mute.powerOn()
        mute.advance(by: .minutes(75))
        #expect(mute.entries(.ring).count == 2)
        #expect(mute.entries(.unheard).map(\.followUp) == [0, 1])
        #expect(mute.disk.records[wake]?.rings == 0)
    }

    @Test(.requirement("ALARM-14")) func mutingInAHeldConversationLetsThePressCount() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        bedside.press(.start)
        bedside.press(.mute)
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.answered).count == 1)
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("ALARM-13")) func unskipUndoesWhatIsAheadNotWhatHasPassed() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.skip(.wake))
        var off = ProfilePatch.HabitPatch(id: .wake)
        off.isOn = false
        var on = off
        on.isOn = true
        on.at = try time("06:00")
        var patch = ProfilePatch()
        patch.habits = [off]
        bedside.ask(.apply(patch))
        bedside.advance(by: .hours(12))
        patch.habits = [on]
        bedside.ask(.apply(patch))
        bedside.ask(.skip(.wake))
        #expect(bedside.status?.next?.local == (try at("2026-11-23T06:00")))
        bedside.ask(.unskip(.wake))
        #expect(bedside.status?.next?.local == (try at("2026-11-22T06:00")))
    }

    @Test(.requirement("ALARM-4"), arguments: [Button.start, .stop, .volumeUp, .volumeDown, .mute])
    func anyPressTurnsTheMissedLightOff(
        button: Button
    ) throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T07:00"))
        #expect(bedside.light == .missed)
        bedside.press(button)
        #expect(bedside.light != .missed)
    }

    @Test(.requirement("SETUP-4")) func theEraseWarningIsHeardOverARing() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:59:57"))
        bedside.post(.edge(.start, isActive: true))
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .milliseconds(5100))
        #expect(bedside.played.last?.source == .speech(Phrase.resetWarning.utterance(in: .english)))
        bedside.post(.edge(.start, isActive: false))
        bedside.advance(by: .minutes(2))
        #expect(bedside.entries(.reset).isEmpty)
        #expect(bedside.entries(.ring).count >= 2, "the episode goes on, because the buttons were released in time")
    }

    @Test(.requirement("ALARM-5")) func theNewerHabitsLastRingDoesNotEndTheOlderOnes() throws {
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[1].isOn = true
        profile.habits[1].at = try time("06:01")
        profile.habits[1].followUps = 0
        let start = try #require(ZoneRules.utc.instant(of: EpisodeTests.evening))
        let bedside = VirtualBedside(profile: profile, at: start)
        bedside.powerOn()
        bedside.advance(to: try at("2026-11-21T07:00"))
        let rings = bedside.entries(.ring).map { "\($0.occurrence?.habit.name ?? "") \($0.followUp ?? -1)" }
        #expect(rings == ["wake 0", "training 0"] + (2...10).map { "wake \($0)" })
        #expect(bedside.entries(.missed).count == 2)
    }

    @Test(.requirement("ALARM-5")) func wakeWinsATie() throws {
        let bedside = try EpisodeTests.bedside(training: "06:00")
        bedside.ownerSpeaks = true
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        #expect(bedside.entries(.ring).map { $0.occurrence?.habit } == [.wake])
        bedside.press(.start)
        #expect(bedside.entries(.conversation).first?.occurrence?.habit == .wake)
        bedside.advance(by: .hours(1))
        #expect(Set(bedside.entries(.answered).compactMap(\.occurrence?.habit)) == [.wake, .training])
    }

    @Test(.requirement("ALARM-14")) func allRemainingFollowUpsRingAfterASilentTalk() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:07:20"))
        bedside.press(.start)
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).map(\.followUp) == Array(0...10))
        let seconds = bedside.entries(.ring).map { ZoneRules.utc.local($0.at).time.second }
        #expect(seconds.allSatisfy { $0 == 0 }, "every ring begins on a full minute")
    }

    @Test(.requirement("SETUP-3")) func aNewTimeInItsOwnEpisodeEndsItAndRingsAtTheNewTime() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:02:10"))
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.at = try time("06:30")
        var patch = ProfilePatch()
        patch.habits = [wake]
        bedside.ask(.apply(patch))
        #expect(bedside.light == .idle)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:30")))
        bedside.advance(to: try at("2026-11-21T06:30:01"))
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("ALARM-13")) func aOneOffAlarmHasTheConversationOfTheHabitItResembles() throws {
        let script = OfflineScript(
            key: "training.en", steps: [OfflineScript.Step(lines: [OfflineScript.Line(text: "Ten push-ups.")])])
        let start = try #require(ZoneRules.utc.instant(of: EpisodeTests.evening))
        let bedside = VirtualBedside(
            profile: Profile(companion: .openai), at: start,
            configuration: Configuration(clockFloor: start - .days(1), scripts: [script.key: script]))
        bedside.powerOn()
        bedside.ask(.once(time: try time("22:10"), date: nil, like: .training))
        bedside.advance(to: try at("2026-11-20T22:10:05"))
        bedside.press(.start)
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(3))
        guard case .speech(let said) = try #require(bedside.played.last).source else {
            Issue.record("nothing was said")
            return
        }
        #expect(said.text == "Ten push-ups.")
    }

    @Test(.requirement("SOUND-6")) func proofThatComesLateEndsTheRetries() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["default"])
        bedside.isSpeakerDead = true
        bedside.advance(to: try at("2026-11-21T06:00:01"))
        let late = try #require(bedside.played.last)
        let count = bedside.played.count
        bedside.post(.sound(.audible(id: late.id)))
        bedside.advance(by: .seconds(10))
        #expect(bedside.played.count == count)
        #expect(!bedside.isBuzzing)
    }

    @Test(.requirement("SETUP-3")) func aNewTimeForTomorrowLeavesTheRingAlone() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.at = try time("05:00")
        var patch = ProfilePatch()
        patch.habits = [wake]
        bedside.ask(.apply(patch))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        #expect(bedside.status?.next?.local == (try at("2026-11-22T05:00")))
    }

    @Test func aRecoveredStoreNeedsAttentionUntilSettingsChange() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.post(.storeRecovered)
        #expect(bedside.status?.attention == [.recovered])
        var patch = ProfilePatch()
        patch.ownerName = "Aiko"
        bedside.ask(.apply(patch))
        #expect(bedside.status?.attention == [])
    }

    @Test(.requirement("SOUND-2")) func soundThatComesBackIsNoted() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb"])
        bedside.deadOutputs = [0]
        bedside.advance(to: try at("2026-11-21T06:00:03"))
        bedside.deadOutputs = []
        bedside.advance(by: .seconds(2))
        #expect(bedside.entries(.noOutput).count == 1)
        #expect(bedside.entries(.outputWorks).count == 1)
    }
}
