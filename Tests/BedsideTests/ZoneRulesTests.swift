import Foundation
import TestKit
import Testing

@testable import Bedside

/// Cases made by hand; `ZonePeerTests` compares every zone of the system with another implementation.
@Suite(.requirement("ALARM-6")) struct ZoneRulesTests {
    private static let berlinText = "CET-1CEST,M3.5.0,M10.5.0/3"
    private let berlin: ZoneRules

    init() throws {
        berlin = try ZoneRules(name: "Europe/Berlin", posix: Self.berlinText)
    }

    private func time(_ text: String) throws -> CivilTime { try #require(CivilTime(iso8601: text)) }
    private func wall(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }
    /// When the wall shows this time, as the zone itself writes it; nil if it never does.
    private func rings(_ text: String, in zone: ZoneRules) throws -> String? {
        zone.instant(of: try wall(text)).map(zone.iso8601)
    }

    @Test func givesTheFirstInstantAfterTheGapForASkippedTime() throws {
        #expect(try rings("2026-03-29T01:59:59", in: berlin) == "2026-03-29T01:59:59+01:00")
        #expect(try rings("2026-03-29T02:00", in: berlin) == "2026-03-29T03:00:00+02:00")
        #expect(try rings("2026-03-29T02:30", in: berlin) == "2026-03-29T03:00:00+02:00")
        #expect(try rings("2026-03-29T03:00", in: berlin) == "2026-03-29T03:00:00+02:00")
        #expect(try rings("2026-03-29T03:00:01", in: berlin) == "2026-03-29T03:00:01+02:00")
    }

    @Test func givesTheFirstPassOfARepeatedTime() throws {
        #expect(try rings("2026-10-25T01:59:59", in: berlin) == "2026-10-25T01:59:59+02:00")
        #expect(try rings("2026-10-25T02:00", in: berlin) == "2026-10-25T02:00:00+02:00")
        #expect(try rings("2026-10-25T02:59:59", in: berlin) == "2026-10-25T02:59:59+02:00")
        #expect(try rings("2026-10-25T03:00", in: berlin) == "2026-10-25T03:00:00+01:00")
    }

    @Test func givesNothingOnADateThatTheZoneSkipsCompletely() throws {
        // Samoa went from 2011-12-29 to 2011-12-31 at midnight, from -10 to +14.
        let apia = try ZoneRules(
            name: "Pacific/Apia", transitions: [1_325_239_200], offsets: [50_400], initialOffset: -36_000)
        #expect(try rings("2011-12-29T23:59:59", in: apia) == "2011-12-29T23:59:59-10:00")
        for clock in ["00:00", "06:00", "23:59:59"] {
            #expect(try rings("2011-12-30T\(clock)", in: apia) == nil)
        }
        #expect(try rings("2011-12-31T00:00", in: apia) == "2011-12-31T00:00:00+14:00")
        let kwajalein = try ZoneRules(
            name: "Pacific/Kwajalein", transitions: [745_934_400], offsets: [43_200], initialOffset: -43_200)
        #expect(try rings("1993-08-21T06:00", in: kwajalein) == nil)
        #expect(try rings("1993-08-20T23:59:59", in: kwajalein) == "1993-08-20T23:59:59-12:00")
        #expect(try rings("1993-08-22T06:00", in: kwajalein) == "1993-08-22T06:00:00+12:00")
    }

    @Test func ringsOnBothDatesThatAGapAcrossMidnightTouches() throws {
        // Toronto, 1919: 23:30 became 00:30; here at 2026-06-10T23:30-05:00.
        let start = try time("2026-06-10T23:30:00-05:00")
        let zone = try ZoneRules(
            name: "Test/Midnight", transitions: [start.seconds], offsets: [-14_400], initialOffset: -18_000)
        #expect(try rings("2026-06-10T23:45", in: zone) == "2026-06-11T00:30:00-04:00")
        #expect(try rings("2026-06-11T00:15", in: zone) == "2026-06-11T00:30:00-04:00")
        #expect(try rings("2026-06-11T00:30", in: zone) == "2026-06-11T00:30:00-04:00")
    }

    @Test func aDateWithOneSecondLeftIsNotSkipped() throws {
        // 24 h less a second are skipped: 2026-06-10 ends at once, 2026-06-11 keeps its last second.
        let start = try time("2026-06-11T00:00:00-12:00")
        let zone = try ZoneRules(
            name: "Test/Second", transitions: [start.seconds], offsets: [43_199], initialOffset: -43_200)
        #expect(try rings("2026-06-11T06:00", in: zone) == "2026-06-11T23:59:59+11:59:59")
        #expect(try rings("2026-06-12T06:00", in: zone) == "2026-06-12T06:00:00+11:59:59")
    }

    @Test func aDateThatComesTwiceRingsOnce() throws {
        // Kwajalein, 1969: a day was repeated.
        let start = try time("2026-06-11T00:00:00+12:00")
        let zone = try ZoneRules(
            name: "Test/Twice", transitions: [start.seconds], offsets: [-43_200], initialOffset: 43_200)
        #expect(try rings("2026-06-10T06:00", in: zone) == "2026-06-10T06:00:00+12:00")
        #expect(try rings("2026-06-11T06:00", in: zone) == "2026-06-11T06:00:00-12:00")
    }

    @Test func anExactTimeWinsOverAnEarlierJumpAcrossIt() throws {
        // Forward over 12:00, and back across it an hour later: 12:00 exists once.
        let start = try time("2026-06-10T11:30:00+00:00").seconds
        let zone = try ZoneRules(
            name: "Test/Nervous", transitions: [start, start + 600], offsets: [7200, 0], initialOffset: 0)
        #expect(try rings("2026-06-10T12:00", in: zone) == "2026-06-10T12:00:00+00:00")
        #expect(try rings("2026-06-10T11:35", in: zone) == "2026-06-10T13:30:00+02:00")
    }

    @Test func readsNegativeDaylightTime() throws {
        let dublin = try ZoneRules(name: "Europe/Dublin", posix: "IST-1GMT0,M10.5.0,M3.5.0/1")
        #expect(dublin.iso8601(try time("2026-01-15T12:00:00Z")) == "2026-01-15T12:00:00+00:00")
        #expect(dublin.iso8601(try time("2026-03-29T00:59:59Z")) == "2026-03-29T00:59:59+00:00")
        #expect(dublin.iso8601(try time("2026-03-29T01:00:00Z")) == "2026-03-29T02:00:00+01:00")
        #expect(dublin.iso8601(try time("2026-10-25T00:59:59Z")) == "2026-10-25T01:59:59+01:00")
        #expect(dublin.iso8601(try time("2026-10-25T01:00:00Z")) == "2026-10-25T01:00:00+00:00")
        #expect(try rings("2026-03-29T01:30", in: dublin) == "2026-03-29T02:00:00+01:00")
        #expect(try rings("2026-10-25T01:30", in: dublin) == "2026-10-25T01:30:00+01:00")
    }

    @Test func readsRulesOfTheSouthernHalf() throws {
        let sydney = try ZoneRules(name: "Australia/Sydney", posix: "AEST-10AEDT,M10.1.0,M4.1.0/3")
        #expect(sydney.iso8601(try time("2026-12-31T13:00:00Z")) == "2027-01-01T00:00:00+11:00")
        #expect(sydney.iso8601(try time("2027-04-03T15:59:59Z")) == "2027-04-04T02:59:59+11:00")
        #expect(sydney.iso8601(try time("2027-04-03T16:00:00Z")) == "2027-04-04T02:00:00+10:00")
    }

    @Test(arguments: [
        // Hours outside the day: Greenland's Saturday night, Gaza's Saturday after the fourth Thursday.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", "2026-03-28T23:00:00-02:00", -3600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", "2026-03-28T02:00:00+02:00", 10_800),
        // A week before and after, expressed in hours alone.
        ("AAA0BBB,M5.2.0/-167,M10.1.0/167", "2026-05-03T01:00:00Z", "2026-05-03T01:00:00+00:00", 3600),
        // J60 is March 1 in every year, 60 is February 29 in a leap year.
        ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", "2028-03-01T00:00:00+00:00", 3600),
        ("AAA0BBB,J60/0,J300/0", "2027-03-01T00:00:00Z", "2027-03-01T00:00:00+00:00", 3600),
        ("AAA0BBB,59/0,J300/0", "2028-02-29T00:00:00Z", "2028-02-29T00:00:00+00:00", 3600),
        ("AAA0BBB,59/0,J300/0", "2027-03-01T00:00:00Z", "2027-03-01T00:00:00+00:00", 3600),
        // A step of half an hour, and offsets with seconds.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30:00Z", "2026-10-04T02:00:00+10:30", 39_600),
        ("LMT0:01:15BBB-0:20:30,M4.1.0,M10.1.0", "2026-04-05T02:01:15Z", "2026-04-05T02:00:00-00:01:15", 1230),
    ])
    func readsEveryFormOfRule(text: String, change: String, shownBefore: String, offset: Int32) throws {
        let zone = try ZoneRules(name: "Test/Rule", posix: text)
        let instant = try time(change)
        let before = instant - .seconds(1)
        #expect(zone.offset(at: before) != offset)
        #expect(zone.offset(at: instant) == offset)
        let shown = LocalDateTime(wallSeconds: instant.seconds + Int64(zone.offset(at: before)))
        #expect(shown.description == String(shownBefore.prefix(19)).replacing(/:00$/, with: ""))
        #expect(zone.iso8601(before).hasSuffix(shownBefore.dropFirst(19)))
    }

    @Test(arguments: [
        // The first two are RFC 9636's own; the last ends after it starts again.
        ("XXX3EDT4,0/0,J365/23", -14_400), ("EST5EDT,0/0,J365/25", -14_400), ("AAA0BBB,0/0,J365/48", 3600),
        // Ends at the very instant at which it starts.
        ("AAA0BBB,M6.1.0/2,M6.1.0/3", 3600),
    ])
    func staysOnDaylightTimeAllYear(text: String, offset: Int32) throws {
        let zone = try ZoneRules(name: "Test/Always", posix: text)
        for year in 1990...2040 {
            let newYear = Int64(try #require(LocalDate(year: year, month: 1, day: 1)).dayNumber) * 86_400
            for shift in stride(from: Int64(-3 * 86_400), through: 3 * 86_400, by: 1800) {
                #expect(zone.offset(at: CivilTime(seconds: newYear + shift)) == offset)
                #expect(zone.offset(at: CivilTime(seconds: newYear + shift - 1)) == offset)
            }
            #expect(zone.offset(at: CivilTime(seconds: newYear + 180 * 86_400)) == offset)
        }
    }

    @Test func usesTheTableBeforeTheFooterAndTheFirstTypeBeforeTheTable() throws {
        let footer = try PosixZone(Self.berlinText)
        let start = try time("2000-01-01T00:00:00Z").seconds
        let zone = try ZoneRules(
            name: "Test/Order", transitions: [start, start + 1000, start + 2000], offsets: [60, 120, 3600],
            initialOffset: -60, footer: footer)
        for (seconds, offset) in [(-1, -60), (0, 60), (999, 60), (1000, 120), (1999, 120), (2000, 3600)] {
            #expect(zone.offset(at: CivilTime(seconds: start + Int64(seconds))) == Int32(offset))
        }
        #expect(zone.offset(at: try time("2000-07-01T00:00:00Z")) == 7200)
        #expect(zone.offset(at: CivilTime(nanoseconds: .min)) == -60)
        #expect(zone.offset(at: CivilTime(nanoseconds: .max)) == 7200)
    }

    @Test func roundsPartsOfASecondDown() throws {
        let change = try time("2026-03-29T01:00:00Z")
        #expect(berlin.offset(at: CivilTime(nanoseconds: change.nanoseconds - 1)) == 3600)
        #expect(berlin.iso8601(CivilTime(nanoseconds: change.nanoseconds - 1)) == "2026-03-29T01:59:59+01:00")
        #expect(berlin.local(CivilTime(nanoseconds: -1)).description == "1970-01-01T00:59:59")
    }

    @Test func utcHasNoOffset() throws {
        #expect(ZoneRules.utc.iso8601(CivilTime(seconds: 0)) == "1970-01-01T00:00:00+00:00")
        #expect(try rings("2026-03-29T02:30", in: .utc) == "2026-03-29T02:30:00+00:00")
    }

    @Test func writesAndReadsOffsetsOfEveryForm() throws {
        for (text, seconds) in [
            ("1970-01-01T00:00:00+00:00", Int64(0)), ("1970-01-01T05:45:00+05:45", 0),
            ("1969-12-31T20:00:00-04:00", 0), ("1937-07-01T00:19:32+00:19:32", -1_025_740_800),
            ("2261-12-31T23:59:59+00:00", 9_214_646_399), ("1678-01-01T00:00:00+00:00", -9_214_560_000),
        ] {
            let parsed = try time(text)
            #expect(parsed.seconds == seconds, "\(text)")
            let offset = Int32(try wall(String(text.prefix(19))).wallSeconds - seconds)
            #expect(try ZoneRules(name: "Test/Fixed", initialOffset: offset).iso8601(parsed) == text)
        }
        #expect(try time("2026-03-29T03:00:00Z").seconds == 1_774_753_200)
    }

    @Test(arguments: [
        "", "2026-03-29", "2026-03-29T03:00:00", "2026-03-29T03:00+02:00", "2026-03-29 03:00:00+02:00",
        "2026-02-29T03:00:00+02:00", "2026-03-29T24:00:00+02:00", "2026-03-29T03:00:00+0200",
        "2026-03-29T03:00:00+2:00",
        "2026-03-29T03:00:00+02:60", "2026-03-29T03:00:00+26:00", "2026-03-29T03:00:00Zulu", "2026-03-29T03:00:00ZZ",
        "2026-03-29T03:00:00+", "2026-03-29T03:00:00 02:00", "1677-12-31T00:00:00Z", "2262-01-01T00:00:00Z",
        "2026-03-29T03:00:00.5+02:00", "２０２６-03-29T03:00:00Z", "2026-03-29T03:00:00+02:00:00:00",
        "2026-03-29T3:00:000+02:00",
    ])
    func refusesTimesOfAnotherForm(text: String) {
        #expect(CivilTime(iso8601: text) == nil)
    }

    @Test func survivesTheEndsOfTime() throws {
        let apia = try ZoneRules(
            name: "Test/Ends", transitions: [.min, -1, .max], offsets: [93_599, -89_999, 0], initialOffset: 1)
        for zone in [berlin, apia, ZoneRules.utc] {
            for nanoseconds in [Int64.min, -1, 0, .max] {
                let instant = CivilTime(nanoseconds: nanoseconds)
                #expect(!zone.iso8601(instant).isEmpty)
                #expect(zone.instant(of: zone.local(instant)) != nil)
            }
            for day in [Int32.min, .max] {
                let wall = LocalDateTime(date: LocalDate(dayNumber: day), time: LocalTime(wrappingSecondOfDay: -1))
                #expect(zone.instant(of: wall)?.nanoseconds == (day < 0 ? .min : .max))
            }
        }
    }

    @Test func keepsItsValueThroughCoding() throws {
        let start = try time("2000-01-01T00:00:00Z").seconds
        let zone = try ZoneRules(
            name: "Test/Coded", transitions: [start], offsets: [3600], initialOffset: -60,
            footer: PosixZone(Self.berlinText))
        for value in [zone, .utc, berlin] {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(ZoneRules.self, from: data) == value)
        }
    }

    @Test(arguments: [
        #"{"name":"A","transitions":[1,1],"offsets":[0,0],"initialOffset":0}"#,
        #"{"name":"A","transitions":[1,2],"offsets":[0],"initialOffset":0}"#,
        #"{"name":"A","transitions":[1],"offsets":[93600],"initialOffset":0}"#,
        #"{"name":"A","transitions":[],"offsets":[],"initialOffset":-90000}"#,
        #"{"name":"","transitions":[],"offsets":[],"initialOffset":0}"#,
        #"{"name":"A","transitions":[],"offsets":[],"initialOffset":0,"footer":"CET-1CEST"}"#,
    ])
    func refusesRecordedRulesThatCannotBe(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ZoneRules.self, from: Data(json.utf8)) }
    }
}
