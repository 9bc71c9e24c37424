import TestKit
import Testing

@testable import Bedside

/// The check, every evening, of what the morning needs (GUARD-7).
@Suite(.requirement("GUARD-7"))
struct EveningCheckTests {
    /// Wake at 06:00 every day; bedtime as given.
    private static func bedside(
        bedtime: String? = "22:30", days: WeekdaySet = .everyDay, companion: Companion = .offline,
        from: String = "2026-11-20T12:00", zone: ZoneRules = .utc
    ) throws -> VirtualBedside {
        var profile = Profile()
        profile.companion = companion
        profile.habits[0].isOn = true
        profile.habits[0].at = try #require(LocalTime("06:00"))
        if let bedtime {
            let index = try #require(profile.habits.firstIndex { $0.id == .bedtime })
            profile.habits[index].isOn = true
            profile.habits[index].at = try #require(LocalTime(bedtime))
            profile.habits[index].days = days
        }
        let start = try #require(zone.instant(of: try EpisodeTests.at(from)))
        let configuration = Configuration(
            clockFloor: start - .days(30), outputs: ["default"], hasBuzzer: true, hasMicrophone: true)
        let bedside = VirtualBedside(profile: profile, zone: zone, at: start, configuration: configuration)
        bedside.powerOn()
        return bedside
    }

    private func looks(_ bedside: VirtualBedside, since index: Int = 0) -> Int {
        bedside.performed.dropFirst(index).count { if case .eveningCheck = $0 { true } else { false } }
    }

    /// Local times of the checks of the next days; whatever rings is stopped.
    private func lookTimes(_ bedside: VirtualBedside, days: Int) -> [String] {
        var times: [String] = []
        for _ in 0..<(days * 24 * 12) {
            let before = bedside.performed.count
            bedside.advance(by: .minutes(5))
            if bedside.light == .ringing { bedside.press(.stop) }
            if looks(bedside, since: before) > 0 {
                times.append(String("\(bedside.zone.local(bedside.now.civil))".prefix(16)))
            }
        }
        return times
    }

    // MARK: When

    @Test func runsOnceAnHourBeforeBedtime() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:29:59"))
        #expect(looks(bedside) == 0)
        bedside.advance(by: .seconds(1))
        #expect(looks(bedside) == 1)
        bedside.post(.eveningCheck([]))
        #expect(bedside.light == .idle)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T21:29:59"))
        #expect(looks(bedside) == 1)
        bedside.advance(by: .seconds(1))
        #expect(looks(bedside) == 2)
    }

    @Test func runsAtNineInEveningsWithoutBedtime() throws {
        let bedside = try Self.bedside(bedtime: "22:30", days: .weekdays)
        // Friday; Saturday and Sunday; Monday.
        #expect(
            lookTimes(bedside, days: 4) == [
                "2026-11-20T21:30", "2026-11-21T21:00", "2026-11-22T21:00", "2026-11-23T21:30",
            ])
        #expect(lookTimes(try Self.bedside(bedtime: nil), days: 2) == ["2026-11-20T21:00", "2026-11-21T21:00"])
    }

    @Test func aBedtimeAfterMidnightEndsTheEveningBefore() throws {
        let bedside = try Self.bedside(bedtime: "00:30")
        #expect(lookTimes(bedside, days: 2) == ["2026-11-20T23:30", "2026-11-21T23:30"])
    }

    /// An hour before bedtime, and not before the net that comes half an hour after it.
    @Test(.requirement("FADE-1"), arguments: ["22:30", "23:45"])
    func aNetAtBedtimePutsNoCheckOff(bedtime: String) throws {
        let other = try Self.bedside(bedtime: bedtime)
        var disk = other.disk
        disk.fading.apply(.base(.bedtime, FadingStoryTests.base(.net)))
        let bedside = VirtualBedside(at: other.now.civil, configuration: other.configuration, disk: disk)
        bedside.powerOn()
        let time = bedtime == "22:30" ? "21:30" : "22:45"
        #expect(lookTimes(bedside, days: 2) == ["2026-11-20T\(time)", "2026-11-21T\(time)"])
    }

    @Test func aSkippedBedtimeMeansTheStandardTimeAndAMovedOneMovesTheCheck() throws {
        let skipped = try Self.bedside()
        skipped.ask(.skip(.bedtime))
        #expect(lookTimes(skipped, days: 1) == ["2026-11-20T21:00"])
        let moved = try Self.bedside()
        moved.ask(.move(.bedtime, time: try #require(LocalTime("23:15")), date: nil))
        #expect(lookTimes(moved, days: 1) == ["2026-11-20T22:15"])
    }

    @Test func runsAfterAStartInTheEvening() throws {
        let bedside = try Self.bedside(from: "2026-11-20T22:10")
        bedside.advance(by: .seconds(1))
        #expect(looks(bedside) == 1)
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .seconds(1))
        #expect(looks(bedside) == 2)
        // In the middle of the night a check is too late to be useful.
        let night = try Self.bedside(from: "2026-11-21T02:00")
        night.advance(by: .hours(3))
        #expect(looks(night) == 0)
    }

    @Test func withNothingAheadNothingIsChecked() throws {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        let bedside = VirtualBedside(at: start)
        bedside.powerOn()
        bedside.advance(by: .days(2))
        #expect(looks(bedside) == 0)
        #expect(bedside.machine?.deadline.civil == nil)
    }

    @Test func aClockSetForwardAndBackLosesNoEvening() throws {
        let bedside = try Self.bedside()
        bedside.step(.days(3))
        bedside.advance(by: .minutes(1))
        let skipped = looks(bedside)
        #expect(skipped <= 1)
        bedside.step(-.days(3))
        bedside.advance(by: .minutes(4))
        #expect(lookTimes(bedside, days: 2).map { $0.suffix(5) } == ["21:30", "21:30"])
    }

    @Test func anotherZoneHasItsOwnEvening() throws {
        let bedside = try Self.bedside(bedtime: nil, from: "2026-11-20T12:00")
        let tokyo = try TestZones.load("Asia/Tokyo")
        bedside.change(zone: tokyo)
        #expect(looks(bedside) == 1, "21:00 has passed in the new zone, so the check is made")
        #expect(lookTimes(bedside, days: 1) == ["2026-11-21T21:00"])
    }

    @Test(arguments: ["Europe/Berlin", "America/New_York"])
    func everyEveningOfAYearHasOneCheck(zone name: String) throws {
        let zone = try TestZones.load(name)
        for bedtime in [nil, "22:30", "00:10", "03:30"] as [String?] {
            let bedside = try Self.bedside(bedtime: bedtime, from: "2026-01-01T12:00", zone: zone)
            var evenings: [LocalDate: Int] = [:]
            for _ in 0..<(365 * 4) {
                let before = bedside.performed.count
                bedside.advance(by: .hours(6))
                let found = looks(bedside, since: before)
                // Steps end at 18:00, 00:00, 06:00, 12:00 (an hour later in summer): an evening is what ends by noon.
                let evening = zone.local(bedside.now.civil - .hours(13)).date
                if found > 0 { evenings[evening, default: 0] += found }
                if bedside.light == .ringing { bedside.press(.stop) }
            }
            #expect(evenings.count >= 364, "\(bedtime ?? "none"): \(evenings.count)")
            #expect(evenings.values.allSatisfy { $0 == 1 }, "\(bedtime ?? "none")")
        }
    }

    /// At six in the evening or at any other hour, if the check keeps the card open, a ring fails.
    @Test func neverChecksWhileAnAlarmUsesTheCardOrSoonWill() throws {
        let bedside = try Self.bedside()
        // An hour before bedtime to the second.
        bedside.ask(.once(time: LocalTime(wrappingSecondOfDay: 77_400), date: nil, like: .wake))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30:05"))
        #expect(bedside.light == .ringing)
        #expect(looks(bedside) == 0)
        bedside.post(.sound(.devicesChanged))
        bedside.advance(by: .minutes(4))
        #expect(looks(bedside) == 0)
        bedside.press(.stop)
        bedside.advance(by: .minutes(5))
        #expect(looks(bedside) == 1)
        bedside.advance(by: .minutes(40))
        #expect(looks(bedside) == 1)
    }

    @Test func aMutedMicrophoneIsNotTriedAndItsLastResultStays() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.microphone]))
        bedside.ask(.mute(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T21:30"))
        let tried = bedside.performed.compactMap {
            if case .eveningCheck(let check) = $0 { check.triesMicrophone } else { nil }
        }
        #expect(tried == [true, false])
        bedside.post(.eveningCheck([]))
        #expect(bedside.status?.attention == [.microphone])
    }

    // MARK: What is found

    @Test func aFaultIsShownUntilItIsFixed() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.sound, .disk, .alarmSound]))
        #expect(bedside.status?.attention == [.alarmSound, .disk, .sound])
        #expect(bedside.light == .needsAttention)
        #expect(bedside.entries(.preflight).map(\.detail) == ["alarm_sound, disk, sound"])
        // A card is plugged in, so it is checked again.
        bedside.post(.sound(.devicesChanged))
        #expect(looks(bedside) == 2)
        bedside.post(.eveningCheck([.disk]))
        #expect(bedside.status?.attention == [.disk])
        bedside.post(.sound(.devicesChanged))
        #expect(looks(bedside) == 2, "no new check is made, because the last one missed no device")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T21:30"))
        bedside.post(.eveningCheck([]))
        #expect(bedside.status?.attention == [])
    }

    @Test func aRingThatIsHeardOverridesTheCheck() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([.sound]))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:01"))
        #expect(bedside.status?.attention == [], "the sound works, because frames of the ring left the device")
        bedside.post(.eveningCheck([.sound]))
        #expect(bedside.status?.attention == [])
    }

    /// A check of devices is believed only about devices.
    @Test func onlyDevicesAreAcceptedFromACheckOfDevices() throws {
        let bedside = try Self.bedside()
        bedside.post(.eveningCheck([.storage, .clock, .quota, .microphone]))
        #expect(bedside.status?.attention == [.microphone])
        bedside.post(.store(isWorking: false))
        bedside.post(.eveningCheck([]))
        #expect(bedside.status?.attention == [.storage])
    }

    @Test func aMissingNetworkIsShownThroughTheNightAndCheckedAgain() throws {
        let bedside = try Self.bedside(companion: .openai)
        func lookedAgain() -> Int { bedside.performed.count { $0 == .checkCompanion(.openai) } }
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30"))
        bedside.post(.eveningCheck([]))
        bedside.post(.companionChecked(.network))
        #expect(bedside.status?.attention == [.network])
        bedside.advance(by: .minutes(14))
        #expect(lookedAgain() == 0)
        bedside.advance(by: .minutes(1))
        #expect(lookedAgain() == 1)
        bedside.post(.companionChecked(.network))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:02"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        #expect(bedside.status?.attention == [.network], "the light still shows the missing network")
        bedside.advance(by: .minutes(15))
        let asked = lookedAgain()
        bedside.post(.companionChecked(nil))
        #expect(bedside.light == .idle)
        bedside.advance(by: .hours(2))
        #expect(lookedAgain() == asked)
    }

    /// A gateway whose own key is refused answers all questions, and opens no talk.
    @Test func aGatewayWithoutAGoodKeyIsShownThroughTheNightUntilItHasOne() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        for _ in 0..<2 {
            bedside.post(.account(.left(seconds: 3000)))
            bedside.post(.companionChecked(.credentials))
            #expect(bedside.status?.attention == [.credentials])
        }
        bedside.press(.start)
        #expect(bedside.call == 1, "it is tried all the same, which is how the gateway learns of a new key")
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.post(.companionChecked(nil))
        bedside.post(.account(.left(seconds: 3000)))
        #expect(bedside.status?.attention == [])
    }

    // MARK: What is said

    private func bedtimeRings(_ companion: Companion, failing: [Attention]) throws -> VirtualBedside {
        let bedside = try Self.bedside(companion: companion)
        bedside.advance(to: try EpisodeTests.at("2026-11-20T21:30"))
        bedside.post(.eveningCheck(failing))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:30:02"))
        #expect(bedside.light == .ringing)
        return bedside
    }

    @Test func stopAtBedtimeIsAnsweredWithWhatWouldFail() throws {
        let bedside = try bedtimeRings(.offline, failing: [.microphone])
        bedside.press(.stop)
        #expect(bedside.said == [Phrase.beforeSleep([.microphone]).text(in: .english)])
        #expect(bedside.machine?.episodes.isEmpty == true)
        bedside.press(.stop)
        #expect(bedside.machine?.activity == .idle, "a second Stop ends what the device says")
        let well = try bedtimeRings(.offline, failing: [])
        well.press(.stop)
        #expect(well.said == [])
    }

    @Test func onlyBedtimeMentionsIt() throws {
        let bedside = try bedtimeRings(.offline, failing: [.microphone])
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        let before = bedside.said.count
        bedside.press(.stop)
        #expect(bedside.said.count == before)
    }

    /// Start tries the microphone again, but what the evening check found out about it is said anyway.
    @Test(arguments: [Attention.disk, .microphone])
    func startAtBedtimeSaysItBeforeTheRoutine(failing: Attention) throws {
        let bedside = try bedtimeRings(.offline, failing: [failing])
        bedside.press(.start)
        bedside.advance(by: .seconds(10))
        let words = Phrase.beforeSleep([failing]).text(in: .english)
        #expect(bedside.said.first == words)
        #expect(bedside.said.count > 1)
        #expect(bedside.said.dropFirst().allSatisfy { !$0.contains(words) })
    }

    /// A cold card: the call is connected before the voice is ready, but what the morning lacks is said anyway.
    @Test func whatALateVoiceCouldNotSayFollowsAtTheEnd() throws {
        let bedside = try bedtimeRings(.openai, failing: [.disk])
        let words = Phrase.beforeSleep([.disk]).text(in: .english)
        bedside.companion(.ready)
        bedside.isVoiceLate = true
        bedside.press(.start)
        bedside.advance(by: .seconds(4))
        bedside.isVoiceLate = false
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(3))
        bedside.companion(.speaking(false))
        let before = bedside.said.count
        bedside.press(.stop)
        #expect(bedside.said.dropFirst(before).first == words)
    }

    @Test func withoutAKeyItIsSaidWithTheFirstLine() throws {
        let bedside = try bedtimeRings(.automatic, failing: [.disk])
        bedside.press(.start)
        // It begins while the call is being connected, and is not lost if that fails at once.
        #expect(bedside.said.last == Phrase.beforeSleep([.disk]).text(in: .english))
        bedside.advance(by: .seconds(10))
        #expect(bedside.said.count { $0 == Phrase.beforeSleep([.disk]).text(in: .english) } <= 2)
        #expect(bedside.said.count > 2)
    }

    @Test func theOnlineCompanionWaitsUntilItIsSaid() throws {
        let bedside = try bedtimeRings(.openai, failing: [.disk])
        func openings() -> Int { bedside.performed.count { if case .open = $0 { true } else { false } } }
        bedside.companion(.ready)
        bedside.press(.start)
        #expect(bedside.said == [Phrase.beforeSleep([.disk]).text(in: .english)])
        #expect(openings() == 0)
        bedside.advance(by: .seconds(3))
        #expect(openings() == 1)
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(1))
        #expect(bedside.said.count { $0.hasPrefix("Before you sleep") } == 1)
    }

    @Test func theOwnerIsInformedBrieflyAndInTheirLanguage() {
        let all = Phrase.beforeSleep(Attention.allCases)
        let text = all.text(in: .english)
        #expect(text.hasPrefix("Before you sleep: "))
        #expect(text.count < 300)
        #expect(Simulator.speechSpan(all.utterance(in: .english)) < Phrase.maximumSaying)
        #expect(Simulator.speechSpan(all.utterance(in: .japanese)) < Phrase.maximumSaying)
        for attention in Attention.allCases {
            #expect(Kana.isSayable(Phrase.beforeSleep([attention]).utterance(in: .japanese).spoken), "\(attention)")
        }
    }
}
