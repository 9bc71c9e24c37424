import TestKit
import Testing

@testable import Bedside

/// What is settled stays settled although its time is still ahead; what rings goes on although the clock is nonsense; and
/// a time without a day means the morning that its owner thinks of.
@Suite(.requirement("ALARM-6", "ALARM-8", "ALARM-13"))
struct SettledAheadTests {
    private func at(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

    private func bedside(
        zone: String = "Europe/Berlin", from: String, _ change: (inout Profile) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[0].at = try #require(LocalTime("06:00"))
        change(&profile)
        let rules = try TestZones.load(zone)
        let start = try #require(rules.instant(of: try at(from)))
        let bedside = VirtualBedside(
            profile: profile, zone: rules, at: start, configuration: Configuration(clockFloor: start - .days(4000)))
        bedside.powerOn()
        return bedside
    }

    private func wakeRings(_ bedside: VirtualBedside, on date: String) -> Int {
        bedside.entries(.ring).count {
            $0.occurrence?.habit == .wake && $0.occurrence?.date == LocalDate(date) && $0.followUp ?? 0 == 0
        }
    }

    /// A zone of the same time, and one that is left again after half a minute.
    @Test(arguments: ["Europe/Paris", "Europe/London"], [true, false])
    func whoWasUpEarlyIsNotRungForByAnotherZone(zone: String, isOff: Bool) throws {
        let bedside = try bedside(from: "2026-12-10T12:00")
        bedside.advance(to: try at("2026-12-11T05:00"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .minutes(10))
        if isOff { bedside.cutPower() }
        bedside.change(zone: try TestZones.load(zone))
        if isOff { bedside.powerOn() }
        bedside.advance(by: .seconds(30))
        bedside.change(zone: try TestZones.load("Europe/Berlin"))
        bedside.advance(to: try at("2026-12-11T12:00"))
        #expect(wakeRings(bedside, on: "2026-12-11") == 0)
        bedside.advance(to: try at("2026-12-12T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// Six hours to the west it is another morning.
    @Test func aJourneyBringsTheNextMorningToWhoWasUpEarly() throws {
        let bedside = try bedside(from: "2026-12-10T12:00")
        bedside.advance(to: try at("2026-12-11T05:00"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .minutes(10))
        bedside.change(zone: try TestZones.load("America/New_York"))
        bedside.advance(to: try at("2026-12-11T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    @Test(arguments: ["Europe/Paris", "Europe/London"], [60, 3600])
    func aStoppedAlarmDoesNotRingAgainByAClockSetBackAndAnotherZone(zone: String, seconds: Int) throws {
        let bedside = try bedside(from: "2026-12-10T12:00")
        bedside.advance(to: try at("2026-12-11T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .seconds(10))
        bedside.step(.zero - .seconds(seconds))
        bedside.advance(by: .seconds(5))
        bedside.change(zone: try TestZones.load(zone))
        bedside.advance(by: .hours(3))
        #expect(wakeRings(bedside, on: "2026-12-11") == 1)
    }

    /// Thirty years back, which the device does not believe.
    @Test(arguments: [true, false]) func anImpossibleClockSilencesNothing(isSetRight: Bool) throws {
        let bedside = try bedside(from: "2026-12-10T12:00")
        bedside.advance(to: try at("2026-12-11T06:01:10"))
        #expect(bedside.light == .ringing)
        let years = TimeSpan.days(30 * 365)
        bedside.step(.zero - years)
        #expect(bedside.light == .ringing)
        bedside.advance(by: .seconds(100))
        let rung = bedside.entries(.ring).count
        #expect(rung >= 3, "it goes on by the boot clock")
        if isSetRight {
            bedside.step(years)
            #expect(bedside.entries(.missed).isEmpty)
        }
        bedside.advance(by: .minutes(2))
        #expect(bedside.entries(.ring).count > rung)
        bedside.press(.stop)
        if !isSetRight { bedside.step(years) }
        bedside.advance(by: .hours(3))
        #expect(wakeRings(bedside, on: "2026-12-11") == 1)
        bedside.advance(to: try at("2026-12-12T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// Half a day ahead, as when morning and evening are confused; the power goes, and the owner confirms the right time.
    @Test(arguments: [12, 24]) func theOwnersWordForTheClockBringsTheMorningBack(hoursAhead: Int) throws {
        let bedside = try bedside(from: "2026-12-10T12:00")
        let ahead = TimeSpan.hours(hoursAhead)
        bedside.advance(by: .hours(2))
        bedside.step(ahead)
        bedside.advance(to: try at(hoursAhead == 12 ? "2026-12-11T06:00:10" : "2026-12-12T06:00:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        bedside.cutPower()
        bedside.step(.zero - ahead, isAnnounced: false)
        bedside.advance(by: .hours(hoursAhead == 12 ? 1 : 13))
        bedside.powerOn()
        bedside.advance(by: .minutes(1))
        bedside.ask(.trustClock)
        bedside.advance(to: try at(hoursAhead == 12 ? "2026-12-11T06:00:05" : "2026-12-12T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// The time, the night, and when the habit rings next by that.
    @Test(arguments: [
        // A quarter of an hour ago it was half past eleven: tomorrow's bedtime is meant, and tonight's rings.
        ("00:30", "2026-12-10T23:45", "23:30", ["2026-12-11T00:30", "2026-12-11T23:30"]),
        ("00:30", "2026-12-10T20:00", "23:30", ["2026-12-10T23:30", "2026-12-12T00:30"]),
        ("23:30", "2026-12-10T20:00", "00:30", ["2026-12-11T00:30", "2026-12-11T23:30"]),
        ("06:00", "2026-12-10T12:30", "19:00", ["2026-12-11T19:00", "2026-12-12T06:00"]),
        ("06:00", "2026-12-10T20:30", "19:00", ["2026-12-11T19:00", "2026-12-12T06:00"]),
        ("06:00", "2026-12-10T20:30", "05:00", ["2026-12-11T05:00", "2026-12-12T06:00"]),
        ("06:00", "2026-12-11T05:45", "05:30", ["2026-12-11T06:00", "2026-12-12T05:30"]),
    ])
    func aTimeWithoutADayIsTheNearestOneThatIsAhead(own: String, now: String, to: String, rings: [String]) throws {
        let bedside = try bedside(from: now) { $0.habits[0].at = LocalTime(own) ?? $0.habits[0].at }
        bedside.ask(.move(.wake, time: try #require(LocalTime(to)), date: nil))
        for ring in rings {
            #expect(bedside.status?.next?.local.description == ring)
            bedside.advance(to: try at(ring))
            bedside.advance(by: .seconds(5))
            #expect(bedside.light == .ringing)
            bedside.press(.stop)
        }
    }
}
