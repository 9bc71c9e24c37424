import TestKit
import Testing

@testable import Bedside

/// How long the owner may talk with a live companion, through the whole machine (SAFE-5; G-3, G-8, G-9).
@Suite(.requirement("SAFE-5"))
struct TalkLimitTests {
    static func bedside(
        _ start: String, age: AgeBand = .adult, minutes: Int = 60, alarms: [(HabitID, String)] = [],
        record: TalkRecord = TalkRecord(disclosedOn: LocalDate("2026-11-19")), isClockTrusted: Bool = true
    ) throws -> VirtualBedside {
        let at = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(start)))
        var disk = Durable()
        disk.profile = Profile(age: age, companion: .openai, talkMinutes: minutes)
        for (id, time) in alarms {
            let index = try #require(disk.profile.habits.firstIndex { $0.id == id })
            disk.profile.habits[index].isOn = true
            disk.profile.habits[index].at = try #require(LocalTime(time))
            disk.armedSince[id] = at
        }
        disk.lastWritten = isClockTrusted ? at : at + .days(30)
        disk.talks = record
        let configuration = Configuration(clockFloor: isClockTrusted ? at - .days(365) : at + .days(30))
        let bedside = VirtualBedside(at: at, configuration: configuration, disk: disk)
        bedside.powerOn(isClockSynchronized: isClockTrusted)
        return bedside
    }

    static func isLive(_ bedside: VirtualBedside) -> Bool {
        if case .online = bedside.machine?.conversation?.mode { true } else { false }
    }

    /// Begins to talk, by Start or in answer to an alarm; both go on until something ends the talk.
    @discardableResult static func begin(_ bedside: VirtualBedside) -> Bool {
        bedside.press(.start)
        guard bedside.machine?.conversation?.needsCall == true else { return false }
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        return isLive(bedside)
    }

    private static func heard(_ bedside: VirtualBedside) -> [String] {
        bedside.played.compactMap { if case .speech(let words) = $0.source { words.key } else { nil } }
    }

    private static func key(_ phrase: LimitPhrase) -> String { "phrase.\(phrase.key).en" }

    private static func limits(_ bedside: VirtualBedside) -> [String] {
        bedside.entries(.talkLimit).compactMap(\.detail)
    }

    /// Words that nobody could hear were not said, and are tried again within a bound.
    @Test(arguments: [AgeBand.adult, .from13To17]) func wordsAboutALimitCountOnceTheyWereSaid(age: AgeBand) throws {
        let bedside = try Self.bedside("2026-11-20T15:00", age: age, minutes: 20)
        #expect(Self.begin(bedside))
        let (phrase, minutes): (LimitPhrase, Int) = age == .adult ? (.nearlyOver(.day), 18) : (.pause, 10)
        bedside.advance(by: .minutes(minutes) - .seconds(1))
        func count() -> Int { Self.heard(bedside).count { $0 == Self.key(phrase) } }
        #expect(count() == 0)
        bedside.isVoiceLate = true
        bedside.advance(by: .seconds(8))
        #expect(count() == 1)
        bedside.isVoiceLate = false
        bedside.advance(by: .seconds(30))
        #expect(count() == 2 && Self.isLive(bedside))
        bedside.advance(by: .seconds(50))
        #expect(count() == 2 && bedside.stuckDeadlines == 0)
        // A dead speaker does not have them tried for ever.
        let silent = try Self.bedside("2026-11-20T15:00", age: age, minutes: 20)
        #expect(Self.begin(silent))
        silent.isSpeakerDead = true
        silent.advance(by: .minutes(minutes) + .seconds(110))
        #expect(Self.heard(silent).count { $0 == Self.key(phrase) } <= 10 && silent.stuckDeadlines == 0)
    }

    private static func volumes(_ bedside: VirtualBedside) -> [Int] {
        bedside.performed.compactMap {
            switch $0 {
            case .open(let opening): opening.volumePercent
            case .callVolume(let percent): percent
            default: nil
            }
        }
    }

    /// G-8: a step, once, and only the companion's voice; each press of the owner's still moves it by a step.
    @Test(
        .requirement("SOUND-4"),
        arguments: [
            ("2026-11-20T23:00", true), ("2026-11-20T04:59", true), ("2026-11-20T05:00", false),
            ("2026-11-20T22:59", false),
        ]) func aTalkAtNightIsOneStepLower(start: String, isLower: Bool) throws
    {
        let bedside = try Self.bedside(start)
        #expect(Self.begin(bedside))
        let step = isLower ? 10 : 0
        #expect(Self.volumes(bedside) == [60 - step])
        // It grows late: nothing changes once more.
        bedside.advance(by: .minutes(3))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ready)
        #expect(Self.volumes(bedside) == [60 - step, 60 - step])
        bedside.ask(.volume(percent: 70))
        bedside.ask(.volume(percent: 60))
        #expect(Self.volumes(bedside).suffix(2) == [70 - step, 60 - step])
        #expect(bedside.disk.settings.voicePercent == 60)
    }

    /// Nor while nobody knows the hour, and never for an alarm, also not for one that takes a talk over.
    @Test func anAlarmIsNeverLower() throws {
        let unknown = try Self.bedside("2026-11-20T01:00", isClockTrusted: false)
        #expect(Self.begin(unknown))
        #expect(Self.volumes(unknown) == [60])
        let alarm = try Self.bedside("2026-11-20T03:59:50", alarms: [(.wake, "04:00")])
        alarm.advance(by: .seconds(12))
        #expect(Self.begin(alarm))
        #expect(Self.volumes(alarm) == [60])
        let taken = try Self.bedside("2026-11-20T03:59:00", alarms: [(.wake, "04:00")])
        #expect(Self.begin(taken))
        taken.companion(.speaking(false))
        taken.advance(by: .seconds(65))
        #expect(taken.performed.contains { if case .handOver = $0 { true } else { false } })
        #expect(Self.volumes(taken) == [50, 60])
    }

    /// A lost line begins no new talk: the time goes on where it was.
    @Test func aRedialDoesNotBeginTheNightsTalkAnew() throws {
        let bedside = try Self.bedside("2026-11-20T01:00")
        #expect(Self.begin(bedside))
        bedside.advance(by: .minutes(10))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(5))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(5))
        bedside.companion(.speaking(true))
        bedside.companion(.ownerSpeaking(true))
        #expect(Self.isLive(bedside))
        bedside.advance(by: .minutes(4))
        #expect(Self.isLive(bedside))
        bedside.advance(by: .minutes(2))
        #expect(bedside.machine?.conversation == nil && bedside.machine?.lastConversationEnd == .limit)
    }

    // MARK: The day

    @Test func aDayHasSixtyMinutesOfTalkAndAlarmsKeepFive() throws {
        let bedside = try Self.bedside("2026-11-20T15:00", alarms: [(.training, "19:00")])
        for _ in 0..<2 {
            #expect(Self.begin(bedside))
            bedside.advance(by: .minutes(25))
            bedside.press(.stop)
        }
        #expect(bedside.status?.talk == TalkStanding(minutesToday: 50, minutesPerDay: 60))
        #expect(Self.begin(bedside))
        bedside.advance(by: .seconds(479))
        #expect(!Self.heard(bedside).contains(Self.key(.nearlyOver(.day))))
        bedside.advance(by: .seconds(2))
        #expect(Self.heard(bedside).last == Self.key(.nearlyOver(.day)) && Self.isLive(bedside))
        bedside.advance(by: .seconds(120))
        #expect(!Self.isLive(bedside) && Self.heard(bedside).last == Self.key(.over(.day)))
        #expect(bedside.status?.lastConversationEnd == .limit && Self.limits(bedside) == ["day"])
        #expect(bedside.disk.talks.seconds == 3600)
        // The next Start says so, and the offline companion is there.
        bedside.advance(by: .minutes(1))
        #expect(!Self.begin(bedside) && bedside.status?.answering == .offline)
        #expect(Self.limits(bedside) == ["day", "day"])
        bedside.press(.stop)
        // An alarm's talk is possible all the same, for five minutes.
        bedside.advance(to: try EpisodeTests.at("2026-11-20T19:00:05"))
        #expect(Self.begin(bedside))
        bedside.advance(by: .seconds(299))
        #expect(Self.isLive(bedside))
        bedside.advance(by: .seconds(2))
        #expect(!Self.isLive(bedside))
        // A new day begins at five.
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:00:01"))
        #expect(Self.begin(bedside) && bedside.disk.talks.day == LocalDate("2026-11-20"))
    }

    @Test func theOwnerMayRaiseItAndLowerIt() throws {
        let bedside = try Self.bedside(
            "2026-11-20T15:00", record: TalkRecord(day: LocalDate("2026-11-20"), seconds: 3600))
        #expect(!Self.begin(bedside))
        bedside.press(.stop)
        var patch = ProfilePatch()
        for (minutes, isGood) in [(121, false), (-1, false), (120, true)] {
            patch.talkMinutes = minutes
            let reply = bedside.ask(.apply(patch))
            if case .changed? = reply { #expect(isGood) } else { #expect(!isGood) }
        }
        #expect(Self.begin(bedside))
        patch.talkMinutes = 30
        bedside.ask(.apply(patch))
        #expect(!Self.isLive(bedside), "a limit that is lowered holds at once")
    }

    @Test(.requirement("ALARM-7")) func aPowerCutLosesAMinuteAtMost() throws {
        let bedside = try Self.bedside("2026-11-20T15:00")
        Self.begin(bedside)
        bedside.advance(by: .seconds(630))
        bedside.cutPower()
        #expect((570...630).contains(bedside.disk.talks.seconds))
    }

    // MARK: The night

    @Test func aTalkAtNightHasFifteenMinutes() throws {
        let bedside = try Self.bedside("2026-11-20T22:50")
        Self.begin(bedside)
        bedside.advance(to: try EpisodeTests.at("2026-11-20T23:14:58"))
        #expect(Self.isLive(bedside) && Self.heard(bedside).last == Self.key(.nearlyOver(.night)))
        bedside.advance(by: .seconds(4))
        #expect(!Self.isLive(bedside) && Self.limits(bedside) == ["night"])
        // The next one has fifteen again, and towards morning it goes on.
        bedside.advance(to: try EpisodeTests.at("2026-11-21T04:50"))
        #expect(Self.begin(bedside))
        bedside.advance(by: .minutes(20))
        #expect(Self.isLive(bedside))
    }

    // MARK: Minors

    @Test func aMinorHasTwentyMinutesABreakAndNoNight() throws {
        let bedside = try Self.bedside("2026-11-20T15:00", age: .from13To17, minutes: 120, alarms: [(.wake, "04:30")])
        Self.begin(bedside)
        bedside.advance(by: .seconds(601))
        #expect(Self.heard(bedside).last == Self.key(.pause))
        bedside.advance(by: .seconds(600))
        #expect(!Self.isLive(bedside) && Self.limits(bedside) == ["day"])
        // A new day, towards 23:00.
        bedside.advance(to: try EpisodeTests.at("2026-11-21T04:30:05"))
        #expect(!Self.begin(bedside) && bedside.status?.answering == .offline)
        #expect(!bedside.performed.suffix(40).contains { if case .connect = $0 { true } else { false } })
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T22:55"))
        #expect(Self.begin(bedside))
        bedside.advance(by: .seconds(301))
        #expect(!Self.isLive(bedside) && Self.limits(bedside).last == "night")
        bedside.advance(by: .minutes(5))
        #expect(!Self.begin(bedside))
    }

    @Test(.requirement("SAFE-2")) func aHintOfAMinorCountsAsAWord() throws {
        for (age, isSaid) in [(AgeBand.adult, false), (.from13To17, true)] {
            let bedside = try Self.bedside("2026-11-20T15:00", age: age)
            Self.begin(bedside)
            let before = bedside.played.count
            bedside.companion(
                .toolCall(ToolRequest(callID: "1", name: "safety_concern", arguments: #"{"level":"intermediate"}"#)))
            #expect((bedside.played.count > before) == isSaid)
        }
    }

    @Test(.requirement("ALARM-12")) func aChildHasNoLiveTalkAndEveryAlarm() throws {
        let bedside = try Self.bedside("2026-11-20T15:00", age: .under13, alarms: [(.wake, "16:00")])
        #expect(!Self.begin(bedside) && bedside.status?.answering == .offline)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-20T16:00:05"))
        #expect(bedside.light == .ringing)
        #expect(!Self.begin(bedside) && bedside.status?.answering == .offline)
        #expect(bedside.entries(.ring).count == 1)
        #expect(!bedside.performed.contains { if case .connect = $0 { true } else { false } })
        #expect(bedside.status?.talk == TalkStanding(minutesToday: 0, minutesPerDay: 0))
    }

    // MARK: What is never cut

    @Test(.requirement("SAFE-2")) func aTalkInACrisisIsNeverCut() throws {
        for age in [AgeBand.adult, .from13To17] {
            let bedside = try Self.bedside("2026-11-20T22:50", age: age)
            Self.begin(bedside)
            bedside.advance(by: .minutes(5))
            bedside.companion(.said(.owner, PrivateText("I want to kill myself."), turn: 2))
            bedside.advance(by: .minutes(90))
            #expect(Self.isLive(bedside) && Self.limits(bedside).isEmpty)
            bedside.press(.stop)
            bedside.advance(by: .minutes(1))
            // Nor is the next one, on that day.
            #expect(Self.begin(bedside))
        }
    }

    @Test(.requirement("ALARM-8")) func aWrongClockLocksNobodyOut() throws {
        let full = TalkRecord(day: LocalDate("2026-11-20"), seconds: 3600)
        let bedside = try Self.bedside("2026-11-20T23:30", record: full, isClockTrusted: false)
        #expect(Self.begin(bedside))
        bedside.advance(by: .minutes(25))
        #expect(Self.isLive(bedside))
        // A clock that was ahead has left a day that is yet to come.
        let ahead = try Self.bedside("2026-11-19T15:00", record: full)
        #expect(Self.begin(ahead))
    }
}
