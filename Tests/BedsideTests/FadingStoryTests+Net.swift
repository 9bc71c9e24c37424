import TestKit
import Testing

@testable import Bedside

/// When a habit rings that rings only as a net (FADE-1).
extension FadingStoryTests {
    @Test func aNetRingsTenMinutesLaterOnlyWithoutASignOfLife() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        try at("2026-11-21T06:09:59", bedside)
        #expect(rings(bedside, on: "2026-11-21") == [])
        bedside.advance(by: .minutes(5))
        #expect(rings(bedside, on: "2026-11-21") == ["06:10", "06:11", "06:12"])
        #expect(bedside.entries(.net).count == 1)
        try at("2026-11-22T06:05:00", bedside)
        bedside.press(.start, heldMilliseconds: 2500)
        try at("2026-11-22T12:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-22") == [])
        #expect(try day(bedside, "2026-11-22")?.word == .unaided)
        #expect(bedside.unwrittenRings == 0)
    }

    @Test func aGraduatesNetRingsAfterFifteenMinutes() throws {
        let bedside = try Self.bedside(levels: [.wake: .graduated])
        try at("2026-11-21T06:15:10", bedside)
        #expect(rings(bedside, on: "2026-11-21") == ["06:15"])
        bedside.press(.stop)
        #expect(try day(bedside, "2026-11-21")?.word == .prompt)
    }

    @Test(arguments: [
        ("06:05", "06:05"), ("06:00", "06:00"), ("06:30", "06:10"), ("05:30", "06:00"), ("05:59", "06:00"),
    ]) func itNeverRingsAfterTheOwnersLatestTime(latest: String, ring: String) throws {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.habits[0].latest = LocalTime(latest) }
        try at("2026-11-21T12:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-21").first == ring)
    }

    /// The latest time is an instant of that day: one that daylight saving skips is the first one after the gap.
    @Test(
        .requirement("ALARM-6"),
        arguments: [
            ("02:00", "02:30", "03:00"), ("01:55", "02:30", "03:00"), ("01:45", "02:30", "01:55"),
            ("02:15", "03:05", "03:05"), ("01:58", "03:05", "03:05"), ("06:00", "06:05", "06:05"),
        ]) func norWhereDaylightSavingSkipsTheLatestTime(time: String, latest: String, ring: String) throws
    {
        let zone = try TestZones.load("Europe/Berlin")
        let evening = try #require(LocalDateTime("2026-03-28T20:00"))
        let now = try #require(zone.instant(of: evening))
        let date = try #require(LocalDate("2026-03-29"))
        var wake = Habit(id: .wake, at: try #require(LocalTime(time)))
        wake.isOn = true
        wake.latest = LocalTime(latest)
        var durable = Durable()
        durable.fading.apply(.base(.wake, Self.base(.net)))
        let agenda = Agenda(durable: durable, zone: zone, now: now)
        let due = try #require(agenda.due(wake, on: date))
        #expect(zone.local(due.at).description == "2026-03-29T\(ring)")
    }

    /// The night log says once that it was a net, whatever a power cut took of it.
    @Test(
        .requirement("GUARD-8"),
        arguments: [
            ("06:09:00", "06:11:10"), ("06:09:58", "06:10:05"), ("06:10:10", "06:10:20"), ("05:00:00", "06:12:05"),
        ])
    func aNetAfterAPowerCutIsNotedOnce(off: String, on: String) throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        try at("2026-11-21T\(off)", bedside)
        bedside.cutPower()
        try at("2026-11-21T\(on)", bedside)
        bedside.powerOn()
        try at("2026-11-21T07:00:00", bedside)
        #expect(!bedside.entries(.ring).isEmpty)
        #expect(bedside.entries(.net).count == 1)
    }

    /// A net says nothing of an owner whose signs of life could not be seen, because the power was off.
    @Test(
        arguments: [("05:20", "06:09:30", nil), ("05:20", "05:31", nil), ("05:00", "05:29", .missed)]
            as [(String, String, DayWord?)]
    ) func aDayWithoutPowerBeforeTheNetDoesNotCount(off: String, on: String, word: DayWord?) throws {
        for isUp in [false, true] {
            let bedside = try Self.bedside(levels: [.wake: .net])
            try at("2026-11-21T\(off)", bedside)
            bedside.cutPower()
            try at("2026-11-21T\(on)", bedside)
            bedside.powerOn()
            bedside.advance(by: .seconds(10))
            if isUp { bedside.press(.start, heldMilliseconds: 2500) }
            try at("2026-11-21T12:00:00", bedside)
            #expect(rings(bedside, on: "2026-11-21").first == (isUp ? nil : "06:10"))
            #expect(try day(bedside, "2026-11-21")?.word == (isUp ? .unaided : word))
        }
    }

    /// A clock that was ahead at the start, and is set right, has seen the whole morning.
    @Test(.requirement("ALARM-6")) func aClockThatWasAheadCostsNoDay() throws {
        let bedside = try Self.bedside("2026-11-20T12:00", levels: [.wake: .net])
        bedside.cutPower()
        bedside.step(.days(30), isAnnounced: false)
        bedside.powerOn()
        bedside.advance(by: .seconds(10))
        bedside.step(.days(-30))
        try at("2026-11-21T12:00:00", bedside)
        #expect(try day(bedside, "2026-11-21")?.word == .missed)
    }

    @Test func movedAndOneOffAlarmsRingAtTheirTime() throws {
        let bedside = try Self.bedside(levels: [.wake: .graduated])
        let five = try #require(LocalTime("05:00"))
        #expect(bedside.ask(.move(.wake, time: five, date: nil)) != nil)
        let four = try #require(LocalTime("04:00"))
        #expect(bedside.ask(.once(time: four, date: nil, like: .wake)) != nil)
        try at("2026-11-21T12:00:00", bedside)
        #expect(
            bedside.log.filter { $0.kind == .ring && $0.followUp == 0 }.map { bedside.zone.local($0.at).time }
                == [LocalTime("04:00"), LocalTime("05:00")])
    }

    @Test func aSensorIsASignOfLifeShortlyBeforeAndInTheNet() throws {
        for (time, settles) in [("05:25:00", false), ("05:35:00", true), ("06:09:00", true)] {
            let bedside = try Self.bedside(levels: [.wake: .net])
            try at("2026-11-21T\(time)", bedside)
            bedside.post(.presence)
            try at("2026-11-21T12:00:00", bedside)
            #expect(rings(bedside, on: "2026-11-21").isEmpty == settles, "\(time)")
        }
    }

    /// An alarm that rings at its time is never silenced by a sensor.
    @Test(arguments: [FadingLevel.companion, .ringOnly]) func aSensorSilencesNoAlarm(level: FadingLevel) throws {
        for isAnswered in [true, false] {
            let bedside = try Self.bedside(levels: [.wake: level])
            try at("2026-11-21T05:45:00", bedside)
            bedside.post(.presence)
            bedside.advance(by: .minutes(1))
            bedside.post(.presence)
            try at("2026-11-21T06:00:20", bedside)
            #expect(rings(bedside, on: "2026-11-21") == ["06:00"])
            if isAnswered { bedside.press(.stop) }
            try at("2026-11-21T12:00:00", bedside)
            #expect(rings(bedside, on: "2026-11-21").count == (isAnswered ? 1 : 3))
            #expect(try day(bedside, "2026-11-21")?.word == (isAnswered ? .unaided : .missed))
            // The next day is as its own ring shows it.
            try at("2026-11-22T06:00:10", bedside)
            bedside.press(.stop)
            #expect(try day(bedside, "2026-11-22")?.word == .prompt)
        }
    }

    @Test func aStopBeforeTheTimeIsAsked() throws {
        for isYes in [true, false] {
            let bedside = try Self.bedside()
            try at("2026-11-21T05:45:00", bedside)
            bedside.press(.stop)
            #expect(bedside.machine?.features.fading.asked?.question == .areYouUp)
            bedside.advance(by: .seconds(4))
            bedside.press(isYes ? .start : .stop)
            try at("2026-11-21T12:00:00", bedside)
            #expect(rings(bedside, on: "2026-11-21").isEmpty == isYes)
        }
    }

    @Test func anotherHabitsNetIsOneSoftChimeAfterHalfAnHour() throws {
        let bedside = try Self.bedside(levels: [.training: .net]) { $0.habits[1].isOn = true }
        let at = try #require(bedside.machine?.profile.habits[1].at)
        try self.at("2026-11-20T\(at)", bedside)
        let before = bedside.played.count
        bedside.advance(by: .minutes(29))
        #expect(bedside.played.count == before)
        bedside.advance(by: .minutes(5))
        let played = bedside.played.dropFirst(before)
        #expect(played.map(\.source) == [.chime])
        #expect(played.first?.toPercent == bedside.machine?.profile.volume.floorPercent)
        // It is listed as what it is: a net, and no ring (F-11).
        let kinds = bedside.log.filter { $0.occurrence?.habit == .training }.map(\.kind)
        #expect(kinds == [.net, .missed])
        #expect(try day(bedside, "2026-11-20", .training)?.word == .missed)
        #expect(level(bedside) == .companion)
    }

    /// It stays one where a change brings it forward (F-11).
    ///
    /// - Parameters:
    ///   - at: the new time; nil: none.
    ///   - latest: the new latest time; nil: none. Without both, the zone changes.
    @Test(
        arguments: [("19:20:00", "18:45", nil), ("19:10:00", nil, "19:05"), ("19:05:00", nil, nil)]
            as [(String, String?, String?)]
    ) func aSoftNetThatIsBroughtForwardIsOneChime(time: String, at: String?, latest: String?) throws {
        let bedside = try Self.bedside(levels: [.training: .net]) { $0.habits[1].isOn = true }
        try self.at("2026-11-20T\(time)", bedside)
        let before = bedside.played.count
        if at == nil, latest == nil {
            bedside.post(.zone(try TestZones.load("Asia/Tokyo")))
        } else {
            var habit = ProfilePatch.HabitPatch(id: .training)
            habit.at = at.flatMap { LocalTime($0) }
            habit.latest = latest
            var patch = ProfilePatch()
            patch.habits = [habit]
            #expect(bedside.ask(.apply(patch)) != nil)
        }
        bedside.advance(by: .minutes(2))
        #expect(bedside.played.dropFirst(before).map(\.source) == [.chime])
        #expect(bedside.entries(.net).count == 1 && bedside.entries(.ring).isEmpty)
        bedside.advance(by: .hours(1))
        #expect(bedside.played.dropFirst(before).count == 1)
    }

    @Test func anotherHabitIsSettledByAHeldStart() throws {
        let bedside = try Self.bedside(levels: [.training: .net]) { $0.habits[1].isOn = true }
        let at = try #require(bedside.machine?.profile.habits[1].at)
        try self.at("2026-11-20T\(at)", bedside)
        bedside.advance(by: .minutes(20))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .minutes(20))
        #expect(try day(bedside, "2026-11-20", .training)?.word == .unaided)
        #expect(bedside.entries(.ring).isEmpty)
    }
}
