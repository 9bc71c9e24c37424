import TestKit
import Testing

@testable import Bedside

/// State that one rule clears or sets while another still needs it: faults found by reading the rules, each with the
/// events that showed it.
struct ForgottenStateTests {
    private func at(_ text: String) throws -> LocalDateTime { try EpisodeTests.at(text) }

    private func evening(_ companion: Companion = .offline) throws -> VirtualBedside {
        var profile = Profile(companion: companion)
        profile.habits[0].isOn = true
        let bedtime = try #require(profile.habits.firstIndex { $0.id == .bedtime })
        profile.habits[bedtime].isOn = true
        profile.habits[bedtime].at = try #require(LocalTime("22:30"))
        let start = try #require(ZoneRules.utc.instant(of: try at("2026-11-20T20:00")))
        let bedside = VirtualBedside(profile: profile, at: start)
        bedside.powerOn()
        return bedside
    }

    // MARK: ALARM-14

    @Test(.requirement("ALARM-14")) func aMicrophoneThatFailedInTheEveningIsUsedForTheMorningsWakeGuard() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.talk(nil))
        bedside.post(.microphoneFailed)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        bedside.press(.start)
        #expect(bedside.isMicrophoneOpen, "the microphone is tried again")
        #expect(bedside.entries(.answered).isEmpty, "the press alone does not answer, because no voice was heard yet")
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).count > 1, "the follow-ups ring, because no voice was heard")
    }

    // MARK: ALARM-5, SOUND-4

    /// The closed microphone cannot hear the owner stop speaking, so a voice that was being heard must not count as
    /// heard forever.
    @Test(.requirement("ALARM-5", "SOUND-4")) func muteEndsTheVoiceThatWasBeingHeard() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(1))
        bedside.post(.voice(isActive: true))
        func isHeard() -> Bool? {
            if case .offline(let routine) = bedside.machine?.conversation?.mode { routine.isVoiceActive } else { nil }
        }
        #expect(isHeard() == true)
        bedside.press(.mute)
        bedside.post(.voice(isActive: false))
        #expect(!bedside.isMicrophoneOpen)
        #expect(isHeard() == false)
    }

    @Test(.requirement("TALK-6")) func aMicrophoneThatComesBackIsHeardByTheRoutine() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(1))
        func canHear() -> Bool? {
            if case .offline(let routine) = bedside.machine?.conversation?.mode { routine.canHear } else { nil }
        }
        #expect(canHear() == true)
        bedside.post(.microphoneFailed)
        #expect(canHear() == false)
        bedside.post(.sound(.devicesChanged))
        #expect(canHear() == true)
    }

    @Test func aTalkBeginsWithWhatIsKnownAboutTheMicrophone() throws {
        let bedside = try evening()
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.microphone]))
        bedside.press(.start)
        #expect(bedside.said.first?.contains(Phrase.microphoneUnavailable.text(in: .english)) == true)
        let automatic = try evening(.automatic)
        automatic.advance(to: try at("2026-11-20T21:30"))
        automatic.post(.eveningCheck([.microphone]))
        automatic.press(.start)
        automatic.companion(.failed(.unavailable))
        #expect(automatic.said.first?.contains(Phrase.microphoneUnavailable.text(in: .english)) == true)
    }

    // MARK: GUARD-7

    @Test(.requirement("GUARD-7")) func aMissingNetworkIsNoticedInWhicheverOrderTheAnswersCome() throws {
        let bedside = try evening(.openai)
        func lookedAgain() -> Int { bedside.performed.count { $0 == .checkCompanion(.openai) } }
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.post(.companionChecked(.network))
        bedside.post(.eveningCheck([]))
        #expect(bedside.status?.attention == [.network])
        bedside.advance(by: .minutes(15))
        #expect(lookedAgain() == 1)
        bedside.post(.companionChecked(nil))
        #expect(bedside.status?.attention == [])
    }

    @Test(.requirement("GUARD-7"), arguments: [ConversationFailure.network, .busy, .provider])
    func aFailedCheckDoesNotForgetThatTheQuotaIsUsedUp(failure: ConversationFailure) throws {
        let bedside = try evening(.openai)
        bedside.post(.companionChecked(.quota))
        bedside.post(.companionChecked(failure))
        bedside.post(.companionChecked(nil))
        #expect(bedside.status?.attention == [.quota])
    }

    @Test(.requirement("GUARD-7")) func aCheckDuringAConversationDoesNotCloseTheMicrophone() throws {
        let bedside = try evening()
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.press(.start)
        #expect(bedside.isMicrophoneOpen)
        // The conversation had the microphone open.
        bedside.post(.eveningCheck([.microphone]))
        #expect(bedside.isMicrophoneOpen)
    }

    @Test(.requirement("GUARD-7")) func bedtimeIsAnnouncedEvenIfANewerAlarmRings() throws {
        let bedside = try evening()
        bedside.ask(.once(time: try #require(LocalTime("22:33")), date: nil, like: .training))
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.disk]))
        bedside.advance(to: try at("2026-11-20T22:33:02"))
        #expect(bedside.light == .ringing)
        bedside.press(.start)
        #expect(bedside.said.first == Phrase.beforeSleep([.disk]).text(in: .english))
    }

    /// Ten seconds before bedtime, with a full disk; the owner speaks.
    private func talkIntoBedtime(_ companion: Companion) throws -> VirtualBedside {
        let bedside = try evening(companion)
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.disk]))
        bedside.advance(to: try at("2026-11-20T22:29:50"))
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.companion(.ownerSpeaking(true))
        return bedside
    }

    @Test(.requirement("GUARD-7")) func bedtimeDuringATalkIsAnnouncedAtTheTalksEnd() throws {
        let words = Phrase.beforeSleep([.disk]).text(in: .english)
        for companion in [Companion.offline, .openai] {
            let bedside = try talkIntoBedtime(companion)
            for _ in 0..<12 {
                bedside.post(.voice(isActive: true))
                bedside.advance(by: .seconds(1))
                bedside.post(.voice(isActive: false))
            }
            #expect(bedside.machine?.conversation?.habit?.id == .bedtime, "\(companion)")
            if companion == .openai {
                bedside.ask(.talk(.wake))
                #expect(!bedside.said.contains(words), "the device does not speak over anybody")
                bedside.press(.stop)
            }
            #expect(bedside.said.contains { $0.hasPrefix(words) }, "\(companion)")
        }
    }

    @Test(.requirement("GUARD-7")) func theRoutineSaysWhatIsDueIfTheCallFails() throws {
        let bedside = try evening(.openai)
        bedside.advance(to: try at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.disk]))
        bedside.advance(to: try at("2026-11-20T22:20"))
        bedside.press(.start)
        bedside.ask(.talk(.bedtime))
        #expect(bedside.machine?.conversation?.habit?.id == .bedtime)
        bedside.companion(.failed(.quota))
        bedside.advance(by: .seconds(20))
        #expect(bedside.said.count { $0.contains("Before you sleep: ") } == 1)
    }

    @Test(.requirement("GUARD-7")) func anOwnerWhoFallsAsleepInATalkIsNotWokenByDueWords() throws {
        let bedside = try talkIntoBedtime(.openai)
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .seconds(12))
        bedside.post(.voice(isActive: false))
        bedside.companion(.ownerSpeaking(false))
        #expect(bedside.machine?.conversation?.habit?.id == .bedtime)
        bedside.advance(by: .minutes(5))
        #expect(bedside.machine?.conversation == nil)
        #expect(!bedside.said.contains(Phrase.beforeSleep([.disk]).text(in: .english)))
        #expect(bedside.light == .needsAttention)
    }

    // MARK: ALARM-11, ALARM-13, SETUP-4

    @Test(.requirement("ALARM-11")) func anOwnerWhoIsUpStaysUpIfOtherDaysAreChosen() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:40"))
        bedside.press(.start, heldMilliseconds: 2500)
        #expect(bedside.entries(.upEarly).count == 1)
        bedside.advance(by: .seconds(20))
        var days = ProfilePatch.HabitPatch(id: .wake)
        days.days = WeekdaySet(Weekday.allCases.filter { $0 != .sunday })
        var patch = ProfilePatch()
        patch.habits = [days]
        bedside.ask(.apply(patch))
        bedside.advance(to: try at("2026-11-21T06:05"))
        #expect(bedside.entries(.ring).isEmpty)
    }

    @Test(.requirement("ALARM-13")) func cancellingAOneOffAlarmWhileItRingsEndsIt() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.once(time: try #require(LocalTime("05:00")), date: nil, like: .wake))
        bedside.advance(to: try at("2026-11-21T05:00:02"))
        let id = try #require(bedside.disk.oneOffs.first?.id)
        bedside.ask(.cancelOnce(id))
        #expect(bedside.light == .idle)
        bedside.advance(by: .minutes(20))
        #expect(bedside.entries(.ring).count == 1)
        #expect(bedside.entries(.missed).isEmpty)
    }

    /// The skip was meant for a habit that is gone, and not for another one of its name.
    @Test(.requirement("ALARM-13"), arguments: [true, false])
    func aHabitThatIsAddedAgainIsNotSkipped(isMoved: Bool) throws {
        let bedside = try EpisodeTests.bedside()
        let yoga = try #require(HabitID("yoga"))
        func add(_ time: String) throws {
            var habit = ProfilePatch.HabitPatch(id: yoga)
            habit.at = LocalTime(time)
            habit.days = WeekdaySet([.monday])
            var patch = ProfilePatch()
            patch.habits = [habit]
            bedside.ask(.apply(patch))
        }
        try add("07:00")
        let five = try #require(LocalTime("05:00"))
        bedside.ask(isMoved ? .move(yoga, time: five, date: nil) : .skip(yoga))
        #expect(bedside.disk.exceptions.count == 1)
        var patch = ProfilePatch()
        patch.removedHabits = [yoga]
        bedside.ask(.apply(patch))
        #expect(bedside.disk.exceptions.isEmpty)
        bedside.advance(to: try at("2026-11-22T12:00"))
        try add("06:30")
        bedside.advance(to: try at("2026-11-23T06:30:02"))
        #expect(bedside.entries(.ring).contains { $0.occurrence?.habit == yoga })
        #expect(bedside.light == .ringing)
    }

    /// Within the time before wake in which a held Start says "I am up".
    @Test(.requirement("SETUP-4")) func anAbortedErasureAnswersNoAlarm() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.post(.edge(.stop, isActive: true))
        bedside.advance(by: .milliseconds(100))
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .seconds(7))
        bedside.post(.edge(.start, isActive: false))
        bedside.post(.edge(.stop, isActive: false))
        bedside.advance(to: try at("2026-11-21T06:00:02"))
        #expect(bedside.entries(.upEarly).isEmpty)
        #expect(bedside.light == .ringing)
    }

    // MARK: ALARM-6

    /// `timedatectl set-timezone` with a typing error, corrected at once.
    @Test(.requirement("ALARM-6")) func aZoneThatWasWrongForAMomentLosesNoAlarm() throws {
        let bedside = try EpisodeTests.bedside(wake: "06:00")
        bedside.advance(by: .days(2))
        bedside.ask(.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake))
        bedside.advance(to: try at("2026-11-22T22:00"))
        let before = bedside.status?.next
        #expect(before?.local == (try at("2026-11-23T05:30")))
        let rings = bedside.entries(.ring).count
        bedside.change(zone: try TestZones.load("Asia/Tokyo"))
        #expect(bedside.light == .missed)
        bedside.advance(by: .seconds(10))
        bedside.change(zone: .utc)
        #expect(bedside.status?.next == before)
        bedside.advance(to: try at("2026-11-23T05:30:02"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-23T06:00:02"))
        #expect(bedside.light == .ringing)
        #expect(bedside.entries(.ring).count == rings + 2)
    }

    // MARK: SOUND-6

    @Test(.requirement("SOUND-6"), arguments: [["default"], []])
    func aBuzzerThatFailsDoesNotCountAsARing(outputs: [String]) throws {
        let bedside = try EpisodeTests.bedside(followUps: 2, outputs: outputs)
        bedside.isSpeakerDead = true
        bedside.isBuzzerDead = true
        let wake = Occurrence(habit: .wake, date: try at("2026-11-21T00:00").date)
        bedside.advance(to: try at("2026-11-21T06:00:40"))
        #expect(bedside.disk.records[wake]?.rings == 0)
        #expect(bedside.entries(.unheard).map(\.followUp) == [0])
        bedside.advance(to: try at("2026-11-21T06:01:10"))
        let commits = bedside.performed.count { if case .commit = $0 { true } else { false } }
        bedside.advance(by: .seconds(5))
        #expect(
            bedside.performed.count { if case .commit = $0 { true } else { false } } == commits,
            "a ring that is not heard writes nothing more")
        bedside.isBuzzerDead = false
        bedside.advance(by: .seconds(2))
        #expect(bedside.isBuzzing, "the buzzer is tried again")
        #expect(bedside.disk.records[wake]?.rings == 1)
        bedside.advance(to: try at("2026-11-21T06:01:50"))
        #expect(bedside.entries(.unheard).map(\.followUp) == [0])
    }

    @Test(.requirement("SOUND-6")) func aBuzzerThatIsStoppedAtOnceCountsAsARing() throws {
        let bedside = try EpisodeTests.bedside(outputs: [])
        bedside.advance(to: try at("2026-11-21T06:00:00"))
        #expect(bedside.isBuzzing)
        bedside.advance(by: .milliseconds(100))
        bedside.press(.stop)
        #expect(bedside.entries(.unheard).isEmpty)
    }
}
