import TestKit
import Testing

@testable import Bedside

/// ALARM-6, ALARM-7, ALARM-8: what happens to an alarm at a restart, when the clock is set, or in a new zone.
@Suite(.requirement("ALARM-6"))
struct RecoveryTests {
    private func at(_ text: String) throws -> LocalDateTime { try EpisodeTests.at(text) }

    @Test func powerBackInMidEpisodeResumesAtTheFollowUpNowDue() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:50"))
        bedside.cutPower()
        bedside.advance(to: try at("2026-11-21T06:03:20"))
        bedside.powerOn()
        bedside.advance(by: .hours(1))
        let rings = bedside.entries(.ring)
        #expect(rings.map(\.followUp) == [3, 4, 5, 6, 7, 8, 9, 10])
        #expect(bedside.entries(.resumed).map(\.followUp) == [3])
        #expect(rings[0].at == ZoneRules.utc.instant(of: try at("2026-11-21T06:03:20")))
        #expect(rings[1].at == ZoneRules.utc.instant(of: try at("2026-11-21T06:04:00")))
    }

    @Test func powerBackAfterTheLastFollowUpIsRecordedAsAMiss() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.cutPower()
        bedside.advance(to: try at("2026-11-21T06:11"))
        bedside.powerOn()
        #expect(bedside.entries(.missed).count == 1)
        #expect(bedside.entries(.ring).isEmpty)
        #expect(bedside.light == .missed)
        bedside.cutPower()
        bedside.powerOn()
        #expect(bedside.light == .missed, "the light shows the miss until a press, also after a restart")
        bedside.press(.stop)
        #expect(bedside.light == .idle)
    }

    @Test(.requirement("ALARM-7")) func powerCutInMidRingRepeatsThatRingAlone() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:01:05"))
        bedside.cutPower()
        bedside.advance(by: .seconds(5))
        bedside.powerOn()
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).map(\.followUp) == [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }

    /// Start has silenced the ring, but nobody was heard yet, so the owner may be asleep again.
    @Test(.requirement("ALARM-7", "ALARM-14")) func powerCutAfterStartRepeatsThatRingIfNobodyWasHeard() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ownerSpeaks = false
        bedside.advance(to: try at("2026-11-21T06:01:05"))
        bedside.press(.start)
        bedside.cutPower()
        bedside.advance(by: .seconds(5))
        bedside.powerOn()
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).map(\.followUp) == [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }

    @Test(.requirement("ALARM-7")) func powerCutBetweenRingsRepeatsNone() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:01:40"))
        bedside.cutPower()
        bedside.advance(by: .seconds(5))
        bedside.powerOn()
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).map(\.followUp) == Array(0...10))
    }

    @Test(.requirement("ALARM-7")) func aDismissedAlarmStaysDismissedAfterAPowerCut() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        bedside.press(.stop)
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .hours(2))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test func aStepForwardOverTheAlarmResumesIt() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.step(.seconds(62 * 60))
        bedside.advance(by: .seconds(1))
        #expect(bedside.entries(.resumed).map(\.followUp) == [2])
        #expect(bedside.light == .ringing)
    }

    @Test func aStepFarOverTheAlarmIsAMissAndAStepBackUndoesItIfItNeverRang() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.step(.hours(3))
        #expect(bedside.entries(.missed).count == 1)
        bedside.step(.hours(-3))
        bedside.advance(to: try at("2026-11-21T06:00:01"))
        #expect(bedside.light == .ringing)
    }

    @Test func aStepBackNeverRingsTwice() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        bedside.press(.stop)
        bedside.step(.hours(-1))
        bedside.advance(by: .hours(3))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test func aStepDuringAnEpisodeNeitherHurriesNorDelaysItsFollowUps() throws {
        for step in [TimeSpan.hours(-2), .hours(2), .minutes(5)] {
            let bedside = try EpisodeTests.bedside()
            bedside.advance(to: try at("2026-11-21T06:00:40"))
            bedside.step(step)
            bedside.advance(by: .seconds(25))
            #expect(bedside.entries(.ring).map(\.followUp) == [0, 1])
            // A restart reads the shifted record and continues.
            bedside.cutPower()
            bedside.advance(by: .seconds(60))
            bedside.powerOn()
            bedside.advance(by: .seconds(20))
            #expect(bedside.entries(.ring).map(\.followUp) == [0, 1, 2])
        }
    }

    @Test func anUnannouncedStepIsNoticed() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.step(.seconds(61 * 60), isAnnounced: false)
        bedside.post(.tick)
        #expect(bedside.entries(.clockStep).count == 1)
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("ALARM-8")) func aClockBeforeTheLastWriteIsNotTrustedUntilItIsSet() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.press(.mute)
        bedside.cutPower()
        bedside.step(.days(-10), isAnnounced: false)
        bedside.powerOn()
        #expect(bedside.entries(.untrustedClock).count == 1)
        #expect(bedside.status?.attention == [.clock])
        #expect(bedside.status?.next == nil)
        bedside.step(.days(10) + .minutes(62))
        bedside.advance(by: .seconds(1))
        #expect(bedside.entries(.trustedClock).count == 1)
        #expect(bedside.entries(.resumed).map(\.followUp) == [2])
    }

    @Test(.requirement("ALARM-8")) func aTimeServerConfirmsAnEarlierClock() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.press(.mute)
        bedside.cutPower()
        bedside.step(.hours(-5), isAnnounced: false)
        bedside.powerOn(isClockSynchronized: true)
        #expect(bedside.status?.isClockTrusted == true)
        bedside.advance(by: .hours(7))
        #expect(bedside.entries(.ring).first?.followUp == 0)
    }

    /// A typing error in the year records that year as missed; once corrected, each day of it rings.
    @Test(.requirement("ALARM-8")) func aYearThatOnlyTheClockWentThroughStillRings() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(to: try at("2026-11-20T20:00"))
        bedside.step(.days(365))
        bedside.advance(by: .minutes(1))
        bedside.press(.mute)
        bedside.cutPower()
        bedside.step(.days(-365), isAnnounced: false)
        bedside.powerOn()
        #expect(bedside.status?.isClockTrusted == false)
        bedside.cutPower()
        bedside.powerOn(isClockSynchronized: true)
        #expect(bedside.status?.isClockTrusted == true)
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("ALARM-8")) func theOwnerCanConfirmTheClock() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.advance(by: .hours(1))
        bedside.press(.mute)
        bedside.cutPower()
        bedside.step(.days(-2), isAnnounced: false)
        bedside.powerOn()
        #expect(bedside.status?.isClockTrusted == false)
        #expect(bedside.ask(.once(time: try #require(LocalTime("07:00")), date: nil, like: .wake)).isRefused)
        _ = bedside.ask(.trustClock)
        #expect(bedside.status?.isClockTrusted == true)
        #expect(bedside.status?.next?.local == (try at("2026-11-19T06:00")))
    }

    @Test(.requirement("ALARM-8")) func aClockBeforeTheBuildDateIsRefusedEvenByTheOwner() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.step(.days(-100))
        #expect(bedside.status?.isClockTrusted == false)
        #expect(bedside.ask(.trustClock).isRefused)
        bedside.step(.days(100))
        #expect(bedside.status?.isClockTrusted == true)
    }

    @Test(.requirement("ALARM-8")) func aHabitSetUnderAWrongClockCountsFromThen() throws {
        let start = try #require(ZoneRules.utc.instant(of: try at("2026-11-21T05:30")))
        var disk = Durable()
        disk.lastWritten = start
        let bedside = VirtualBedside(
            at: start - .days(3), configuration: Configuration(clockFloor: start - .days(900)), disk: disk)
        bedside.powerOn()
        #expect(bedside.status?.isClockTrusted == false)
        var patch = ProfilePatch()
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.at = LocalTime("06:00")
        wake.isOn = true
        patch.habits = [wake]
        guard case .changed = bedside.ask(.apply(patch)) else {
            Issue.record("not applied")
            return
        }
        bedside.advance(by: .minutes(20))
        // In truth it was set at 05:43, and 06:00 has passed since.
        bedside.step(.days(3) + .minutes(13))
        bedside.advance(by: .seconds(1))
        #expect(bedside.entries(.ring).first?.followUp == 3)
    }

    @Test func daylightSavingGapRingsAtItsEndAndARepeatedHourOnce() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        let rings = [("2026-03-29", "2026-03-29T03:00:00+02:00"), ("2026-10-25", "2026-10-25T02:30:00+02:00")]
        for (day, expected) in rings {
            var profile = Profile()
            profile.habits[0].isOn = true
            profile.habits[0].at = try #require(LocalTime("02:30"))
            let eve = try #require(LocalDate(day)).adding(days: -1)
            let noon = try #require(LocalTime("12:00"))
            let start = try #require(berlin.instant(of: LocalDateTime(date: eve, time: noon)))
            let bedside = VirtualBedside(profile: profile, zone: berlin, at: start)
            bedside.powerOn()
            bedside.advance(by: .hours(20))
            #expect(bedside.entries(.ring).filter { $0.followUp == 0 }.map { berlin.iso8601($0.at) } == [expected])
        }
    }

    @Test func aDateThatTheZoneSkipsHasNoOccurrence() throws {
        let apia = try TestZones.load("Pacific/Apia")
        var profile = Profile()
        profile.habits[0].isOn = true
        let start = try #require(apia.instant(of: try at("2011-12-29T12:00")))
        let bedside = VirtualBedside(profile: profile, zone: apia, at: start)
        bedside.powerOn()
        bedside.advance(by: .hours(36))
        #expect(Set(bedside.log.compactMap { $0.occurrence?.date.description }) == ["2011-12-31"])
    }

    @Test func aNewZoneRearms() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.change(zone: try TestZones.load("Asia/Tokyo"))
        // 22:00 UTC is 07:00 in Tokyo: today's 06:00 is an hour past, and did not exist yet when the habit was set.
        #expect(bedside.status?.next?.local == (try at("2026-11-22T06:00")))
        bedside.change(zone: try TestZones.load("America/New_York"))
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
    }

    @Test func lateArrivalFollowsOneRule() {
        let habit = Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: 0))
        func arrival(_ seconds: Int, _ committed: Int? = nil) -> LateArrival {
            LateArrival(habit: habit, elapsed: .seconds(seconds), committed: committed)
        }
        #expect(arrival(0) == .ring(followUp: 0))
        #expect(arrival(59) == .ring(followUp: 0))
        #expect(arrival(60) == .ring(followUp: 1))
        #expect(arrival(10, 0) == .ring(followUp: 0))
        #expect(arrival(40, 0) == .wait(followUp: 1))
        #expect(arrival(600) == .ring(followUp: 10))
        #expect(arrival(610, 10) == .ring(followUp: 10))
        #expect(arrival(640, 9) == .missed)
        #expect(arrival(640, 10) == .missed)
        #expect(arrival(661) == .missed)
        #expect(arrival(-5, 3) == .wait(followUp: 4))
    }
}

extension Reply? {
    var isRefused: Bool {
        if case .refused = self { true } else { false }
    }
}
