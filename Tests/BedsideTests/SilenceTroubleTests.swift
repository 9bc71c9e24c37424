import Foundation
import TestKit
import Testing

@testable import Bedside

/// Silence over power cuts, zones, wrong clocks and damaged ledgers.
extension SilenceTests {
    // MARK: Power, zones, damage

    /// After a flight to the west the same date comes again, and the owner has asked to be called again meanwhile.
    @Test func aDayThatWasSilentRingsOnceItComesAgain() throws {
        let bedside = try silent()
        bedside.change(zone: try TestZones.load("Asia/Tokyo"))
        try at("2026-11-25T10:00", bedside)
        bedside.change(zone: try TestZones.load("America/Los_Angeles"))
        #expect(bedside.zone.local(bedside.now.civil).date == LocalDate("2026-11-24"))
        bedside.ask(.fading(.recall(.wake)))
        bedside.advance(by: .hours(15))
        #expect(rings(bedside) == ["2026-11-25T06:00"])
    }

    /// What a clock that was days ahead had settled is forgotten, like a missed alarm.
    @Test(arguments: [false, true]) func aClockThatWasAheadTakesNoAlarm(isSynchronized: Bool) throws {
        let bedside = try silent()
        bedside.step(.days(3))
        bedside.advance(by: .minutes(1))
        bedside.step(.days(-3), isAnnounced: false)
        bedside.post(.clockSet(isSynchronized: isSynchronized))
        bedside.ask(.fading(.recall(.wake)))
        bedside.advance(by: .days(3))
        #expect(rings(bedside).count == 3)
    }

    @Test func itOutlastsPowerCutsZonesAndTheJournal() throws {
        let bedside = try silent()
        for day in 21...29 {
            try at("2026-11-\(day)T05:59:55", bedside)
            bedside.cutPower()
            try at("2026-11-\(day)T06:07:00", bedside)
            bedside.powerOn()
            bedside.change(zone: try TestZones.load(day.isMultiple(of: 2) ? "Asia/Tokyo" : "America/New_York"))
            bedside.advance(by: .hours(3))
        }
        bedside.cutPower()
        bedside.advance(by: .days(10))
        bedside.powerOn()
        bedside.advance(by: .days(2))
        #expect(rings(bedside).isEmpty)
        #expect(isSilent(bedside))
        #expect(bedside.status?.settings.hasUnseenMiss == false)
        let compact = bedside.disk.fading.compact(before: try #require(LocalDate("2026-12-20")))
        #expect(compact.silence(of: .wake) == bedside.disk.fading.silence(of: .wake))
    }

    @Test func withoutALedgerItRings() throws {
        let quiet = try silent()
        try at("2026-11-25T12:00", quiet)
        var disk = quiet.disk
        disk.fading.apply(.forget(.wake))
        let bedside = VirtualBedside(at: quiet.now.civil, disk: disk)
        bedside.powerOn()
        try at("2026-11-26T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-26T06:00"])
    }

    @Test func anUnknownOrDamagedSilenceDecodesToNone() throws {
        let standing = FadingStanding(
            level: .graduated, since: nil, daysHere: 1, wasStepDown: nil, automaticity: nil, days: "u",
            silence: Silence(since: LocalDate(dayNumber: 20_000), plan: Self.plan, noes: 1))
        let text = try String(decoding: JSONEncoder().encode(standing), as: UTF8.self)
        #expect(try JSONDecoder().decode(FadingStanding.self, from: Data(text.utf8)) == standing)
        // First as an older version wrote it, then with values that no version writes.
        for damaged in [
            #"{"level":3,"daysHere":1,"letters":"u"}"#, #"{"level":3,"letters":"u","silence":{"noes":1}}"#,
            #"{"level":3,"letters":"u","silence":"yes"}"#,
            #"{"level":3,"letters":"u","silence":{"since":"2026-01-01","noes":1}}"#,
            #"{"level":2,"letters":"u","silence":{"since":"2026-01-01"}}"#,
            #"{"level":8,"letters":"u","silence":{"since":"2026-01-01"}}"#,
        ] {
            let read = try JSONDecoder().decode(FadingStanding.self, from: Data(damaged.utf8))
            #expect(read.silence == nil, "\(damaged)")
        }
        let entries: [FadingEntry] =
            [.silence(LocalDate(dayNumber: 20_000), Self.plan), .silence(LocalDate(dayNumber: 20_000), nil)]
            + WeekAnswer.allCases.map { .week(LocalDate(dayNumber: 20_000), $0) }
        for entry in entries {
            #expect(try JSONDecoder().decode(FadingEntry.self, from: JSONEncoder().encode(entry)) == entry)
        }
    }

    /// A simulation shows when silence begins, what is asked, and that it ends.
    @Test(.requirement("GUARD-8")) func aSimulationShowsSilence() throws {
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        let from = try #require(LocalDateTime("2026-11-20T12:00"))
        let start = try #require(ZoneRules.utc.instant(of: from))
        func on(_ day: Int, _ clock: String) throws -> LocalDateTime {
            LocalDateTime(date: from.date.adding(days: day), time: try #require(LocalTime(clock)))
        }
        let hold = Simulator.Step.Kind.press(.start, heldMilliseconds: 2500, ownerSpeaks: true)
        let stop = Simulator.Step.Kind.press(.stop, heldMilliseconds: 0, ownerSpeaks: true)
        var steps = try (1...41).map { Simulator.Step(at: try on($0, "05:30"), kind: hold) }
        let commands: [FadingCommand] = [
            .automaticity(.wake, score: 6), .consent(.wake), .silence(.wake, isOn: true),
        ]
        for (minute, command) in commands.enumerated() {
            let time = try on(41, "12:0\(minute)")
            steps.append(Simulator.Step(at: time, kind: .command(.fading(command), existing: nil)))
        }
        for day in [49, 56] {
            steps.append(Simulator.Step(at: try on(day, "12:00"), kind: stop))
            steps.append(Simulator.Step(at: try on(day, "12:00:20"), kind: .answer(isYes: false)))
        }
        var simulator = try #require(
            Simulator(
                configuration: Configuration(clockFloor: start - .days(366)), profile: profile, zone: .utc,
                from: from, days: 57, steps: steps))
        var lines: [String] = []
        simulator.runAll { lines.append($0.json(in: $1)) }
        let levels = lines.filter { $0.contains(#""kind":"level""#) }
        #expect(levels.count == 5, "\(levels)")
        #expect(levels.dropFirst(3).first?.contains(#""from":3,"to":3,"reason":"silent""#) == true)
        #expect(levels.last?.contains(#""from":3,"to":2,"reason":"silence_ended""#) == true)
        let questions = lines.filter { $0.contains(#""kind":"question""#) }.map { $0.contains(#""question":"week""#) }
        #expect(questions == [true, false, true], "the second one is the offer to ring again")
        let rings = lines.filter { $0.contains(#""kind":"net""#) }
        #expect(rings.allSatisfy { $0.contains("2027-01-16") }, "\(rings)")
        #expect(!rings.isEmpty)
    }
}
