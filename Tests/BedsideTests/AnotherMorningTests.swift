import TestKit
import Testing

@testable import Bedside

/// Zones that are corrected or crossed by plane, and clocks that were far ahead (ALARM-6, ALARM-13).
@Suite(.requirement("ALARM-6"))
struct AnotherMorningTests {
    private func at(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

    private func bedside(wake: String = "06:00", zone: String, from: String) throws -> VirtualBedside {
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[0].at = try #require(LocalTime(wake))
        let rules = try TestZones.load(zone)
        let start = try #require(rules.instant(of: try at(from)))
        let bedside = VirtualBedside(
            profile: profile, zone: rules, at: start, configuration: Configuration(clockFloor: start - .days(4000)))
        bedside.powerOn()
        return bedside
    }

    /// The zone is London, but the owner is in New York.
    @Test func anAlarmRingsInTheMorningIfTheZoneIsCorrectedOnTheFirstNight() throws {
        let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.change(zone: try TestZones.load("America/New_York"))
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    @Test func anAlarmRingsInTheMorningIfTheZoneIsCorrectedDuringARingOrPowerCut() throws {
        for isOff in [false, true] {
            let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
            bedside.advance(to: try at("2026-11-21T06:00:10"))
            if isOff { bedside.cutPower() }
            bedside.change(zone: try TestZones.load("America/New_York"))
            bedside.powerOn()
            bedside.press(.stop)
            #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
            bedside.advance(to: try at("2026-11-21T06:00:10"))
            #expect(bedside.light == .ringing)
        }
    }

    /// An hour back on a journey is still the same morning.
    @Test func anHourToTheWestIsTheSameMorning() throws {
        let bedside = try bedside(zone: "America/New_York", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.change(zone: try TestZones.load("America/Chicago"))
        #expect(bedside.status?.next?.local == (try at("2026-11-22T06:00")))
    }

    /// Three seconds before a follow-up, its number is on disk already, and no other ring is known.
    @Test func anAlarmRingsInTheMorningIfTheZoneIsCorrectedJustBeforeAFollowUp() throws {
        let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:58"))
        bedside.change(zone: try TestZones.load("America/New_York"))
        bedside.press(.stop)
        #expect(bedside.light != .ringing)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    enum Order: CaseIterable { case zoneFirst, zoneMeanwhile, clockFirst }

    /// Zone and clock are both wrong: the clock is days ahead, and the owner is not in London. In whichever order they
    /// are put right, the alarm that rang at one o'clock rings in the morning.
    @Test(arguments: Order.allCases, [1, 4, 403])
    func anAlarmRingsInTheMorningIfZoneAndClockAreCorrected(order: Order, daysAhead: Int) throws {
        let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
        let newYork = try TestZones.load("America/New_York")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .hours(1))
        if order == .zoneFirst { bedside.change(zone: newYork) }
        bedside.step(.days(daysAhead))
        bedside.advance(by: .minutes(1))
        if order == .zoneMeanwhile { bedside.change(zone: newYork) }
        bedside.advance(by: .minutes(1))
        bedside.step(.days(-daysAhead))
        if order == .clockFirst { bedside.change(zone: newYork) }
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
        #expect(bedside.entries(.ring).count { $0.followUp == 0 } == 2)
    }

    /// The zone is corrected during a ring, and that ring ends while the clock is a day ahead for a moment.
    @Test func anAlarmRingsInTheMorningIfItsOtherRingEndedByAWrongClock() throws {
        let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.change(zone: try TestZones.load("America/Los_Angeles"))
        bedside.step(.days(1))
        bedside.press(.stop)
        bedside.step(.days(-1))
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    @Test func aFlightToTheEastRecordsNoMissForWhatWasNeverDue() throws {
        let bedside = try bedside(zone: "America/New_York", from: "2026-11-20T12:00")
        bedside.ask(.once(time: try #require(LocalTime("08:30")), date: LocalDate("2026-11-21"), like: .wake))
        bedside.advance(to: try at("2026-11-21T05:00"))
        bedside.change(zone: try TestZones.load("Asia/Tokyo"))
        bedside.advance(by: .minutes(30))
        #expect(bedside.entries(.missed).isEmpty)
        #expect(bedside.entries(.ring).isEmpty)
        #expect(bedside.light != .missed)
    }

    /// The clock is four days ahead for a minute, whether or not the step is announced.
    @Test(arguments: [true, false]) func aClockThatIsDaysAheadForAMinuteForgetsNothing(isAnnounced: Bool) throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.ask(.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake))
        bedside.ask(.move(.wake, time: try #require(LocalTime("06:30")), date: nil))
        let before = bedside.disk
        for days in [4, 5, 403, 4000] {
            bedside.step(.days(days), isAnnounced: isAnnounced)
            bedside.advance(by: .seconds(60))
            bedside.step(.days(-days), isAnnounced: isAnnounced)
            bedside.post(.tick)
            #expect(bedside.light != .missed, "nothing that was never due")
        }
        #expect(bedside.disk.oneOffs == before.oneOffs)
        #expect(bedside.disk.exceptions == before.exceptions)
        bedside.advance(to: try at("2026-11-21T05:30:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        #expect(bedside.light != .ringing)
        bedside.advance(to: try at("2026-11-21T06:30:05"))
        #expect(bedside.light == .ringing)
    }

    @Test func aStoppedAlarmStaysStoppedAfterAClockWasYearsAhead() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.step(.days(403))
        bedside.advance(by: .seconds(20))
        bedside.step(.days(-403))
        #expect(bedside.light != .ringing)
        bedside.advance(by: .minutes(20))
        #expect(bedside.entries(.ring).count { $0.occurrence?.date == LocalDate("2026-11-21") } == 1)
        #expect(bedside.entries(.missed).allSatisfy { $0.occurrence?.date != LocalDate("2026-11-21") })
    }

    @Test func anEpisodeOfAWrongClockIsWithdrawnAndRingsWhenItIsReallyDue() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.hours(10) + .seconds(5))
        bedside.post(.tick)
        #expect(bedside.light == .ringing)
        bedside.step(.zero - .hours(10))
        #expect(bedside.light != .ringing)
        #expect(bedside.entries(.missed).isEmpty)
        bedside.advance(to: try at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    @Test func whatLiesFourHundredDaysBackIsForgottenOnceTheBootClockHasSeenIt() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.advance(by: .days(500))
        let dates = bedside.disk.records.keys.map(\.date)
        #expect((400...410).contains(dates.count))
        #expect(
            bedside.performed.contains { action in
                guard case .commit(let changes) = action else { return false }
                return changes.contains { if case .forgetNight = $0 { true } else { false } }
            })
    }

    /// The clock is nine hours ahead, so it rings in the evening, and Stop is pressed. A time server corrects it at five
    /// in the morning: an hour is left, and the morning is another one all the same.
    @Test func whoWasCalledInTheEveningIsCalledInTheMorning() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.hours(9))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-21T14:00"))
        bedside.step(.zero - .hours(9), isSynchronized: true)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// The same, but the power goes before anybody corrects the clock, and the next start has a time server.
    @Test func aCorrectedClockAfterAPowerCutBringsTheMorningBack() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.hours(9))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.cutPower()
        bedside.step(.zero - .hours(9), isAnnounced: false)
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .minutes(1))
        bedside.step(.zero, isSynchronized: true)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// The date was wrong by a day or more when it rang, and somebody sets it right by hand: the next real morning has its
    /// alarm, although that date was stopped already.
    @Test(arguments: [1, 2, 30, 500]) func aDateThatIsSetRightByHandBringsTheMorningBack(days: Int) throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.days(days))
        bedside.advance(by: .hours(10) + .seconds(10))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .hours(3))
        bedside.step(.zero - .days(days))
        for day in 22..<(days < 3 ? 25 : 23) {
            bedside.advance(to: try at("2026-11-\(day)T06:00:10"))
            #expect(bedside.light == .ringing, "\(day)")
            bedside.press(.stop)
        }
        if days == 30 {
            bedside.advance(to: try at("2026-12-21T06:00:10"))
            #expect(bedside.light == .ringing)
        }
    }

    /// The next morning comes while a time server sets the clock over its time: it is no ring of yesterday's.
    @Test func aMorningThatIsArmedAgainIsNotTakenForYesterdays() throws {
        let bedside = try rangUnderAWrongDate()
        bedside.step(.zero - .days(1))
        bedside.advance(to: try at("2026-11-22T05:58"))
        bedside.step(.minutes(5), isSynchronized: true)
        bedside.advance(by: .minutes(1))
        #expect(bedside.light == .ringing)
    }

    /// A clock 14 hours ahead, set right by hand, and then by two seconds by a time server.
    @Test func aSmallCorrectionForgetsNoEarlierOne() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T12:00")
        bedside.step(.hours(14))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .hours(1))
        bedside.step(.zero - .hours(14))
        bedside.advance(to: try at("2026-11-21T03:30"))
        bedside.step(.seconds(2), isSynchronized: true)
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// Whenever the power goes after the date was set right by hand, and however often.
    @Test(arguments: [["09:30", "20:00"], ["12:00", "12:00"], ["12:00", "12:05", "19:00", "19:05"]])
    func powerCutsForgetNoCorrectedDate(times: [String]) throws {
        let bedside = try rangUnderAWrongDate()
        bedside.step(.zero - .days(1))
        #expect(bedside.status?.next?.local == (try at("2026-11-22T06:00")))
        for (index, time) in times.enumerated() {
            bedside.advance(to: try at("2026-11-21T\(time)"))
            if index.isMultiple(of: 2) { bedside.cutPower() } else { bedside.powerOn(isClockSynchronized: false) }
        }
        bedside.advance(to: try at("2026-11-22T06:00:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try at("2026-11-23T05:00"))
        #expect(bedside.entries(.ring).count { $0.occurrence?.habit == .wake && $0.followUp == 0 } == 2)
    }

    /// The clock is a day ahead until the power goes in the night, and the next start has a time server.
    @Test func aDateThatIsRightAfterAPowerCutBringsTheMorningBack() throws {
        let bedside = try rangUnderAWrongDate()
        bedside.advance(by: .hours(17))
        // The last that is known of the wrong clock.
        bedside.press(.volumeUp)
        bedside.advance(by: .minutes(30))
        bedside.cutPower()
        bedside.step(.zero - .days(1) + .minutes(30), isAnnounced: false)
        bedside.powerOn(isClockSynchronized: true)
        bedside.step(.zero, isSynchronized: true)
        bedside.advance(to: try at("2026-11-22T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// The time server's mark comes a moment after its step, and so does the program's notice of it.
    @Test(arguments: [true, false]) func aLateMarkOfATimeServerBringsTheMorningBack(isAnnounced: Bool) throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.hours(9))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(10))
        bedside.step(.zero - .hours(9), isAnnounced: isAnnounced)
        bedside.post(.tick)
        bedside.advance(by: .seconds(30))
        bedside.step(.zero, isSynchronized: true)
        #expect(bedside.status?.next?.local == (try at("2026-11-21T06:00")))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// Half a day ahead, as by morning and afternoon mistaken, and set right by hand.
    @Test(arguments: [false, true]) func aClockThatIsHalfADayAheadCallsInTheMorning(isLate: Bool) throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T12:00")
        bedside.step(.hours(12))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        if isLate { bedside.advance(by: .minutes(5)) }
        bedside.press(.stop)
        bedside.advance(by: .minutes(20))
        bedside.step(.zero - .hours(12))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// Eleven hours ahead, less than half a day: set right by hand it stays settled, until a time server vouches for it.
    @Test func aSmallCorrectionForgetsNoSmallerOne() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T12:00")
        bedside.step(.hours(10))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(30))
        bedside.step(.zero - .hours(10))
        #expect(bedside.status?.next?.local == (try at("2026-11-22T06:00")))
        bedside.advance(to: try at("2026-11-21T03:30"))
        bedside.step(.seconds(2), isSynchronized: true)
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// What has rung by another clock does not stand in the way of a new time.
    @Test func aNewTimeRingsAlthoughTheDateWasSetToAndFro() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.step(.zero - .days(1))
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.at = LocalTime("08:00")
        var patch = ProfilePatch()
        patch.habits = [habit]
        bedside.ask(.apply(patch))
        bedside.advance(by: .minutes(1))
        bedside.step(.days(1))
        bedside.advance(to: try at("2026-11-21T08:00:10"))
        #expect(bedside.light == .ringing)
    }

    /// A one-off alarm, too, that rang on a wrong date; but a journey does not bring back what was set for once.
    @Test(arguments: [true, false]) func aOneOffAlarmComesAgain(isSynchronized: Bool) throws {
        let bedside = try bedside(zone: "Europe/London", from: "2026-11-20T20:00")
        bedside.ask(.once(time: try #require(LocalTime("04:30")), date: LocalDate("2026-11-24"), like: .wake))
        bedside.step(.days(3))
        bedside.advance(to: try at("2026-11-24T04:30:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        #expect(bedside.status?.oneOffs.isEmpty == true)
        bedside.advance(by: .minutes(20))
        bedside.step(.zero - .days(3), isSynchronized: isSynchronized)
        #expect(bedside.status?.oneOffs.count == 1)
        bedside.advance(to: try at("2026-11-24T04:30:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.change(zone: try TestZones.load("America/New_York"))
        bedside.step(.seconds(1), isSynchronized: true)
        #expect(bedside.status?.oneOffs.isEmpty == true)
        bedside.advance(to: try at("2026-11-30T12:00"))
        #expect(bedside.disk.oneOffs.isEmpty)
        #expect(bedside.entries(.ring).count { $0.occurrence?.habit.isOneOff == true && $0.followUp == 0 } == 2)
    }

    /// Rang at the real six o'clock, by a clock that is a day ahead; three hours ago.
    private func rangUnderAWrongDate() throws -> VirtualBedside {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.days(1))
        bedside.advance(by: .hours(10) + .seconds(10))
        bedside.press(.stop)
        bedside.advance(by: .hours(3))
        return bedside
    }

    @Test func onlySoManyOneOffAlarmsAreKept() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T08:00")
        for _ in 0..<40 {
            bedside.ask(.tryOut(afterSeconds: 5))
            bedside.advance(by: .seconds(6))
            #expect(bedside.light == .ringing)
            bedside.press(.stop)
            bedside.advance(by: .seconds(10))
        }
        #expect(bedside.disk.oneOffs.count == 32)
        #expect(bedside.disk.oneOffs.map(\.id).contains(.once(40)))
    }

    /// A clock that jumps back by a day and forth again shortly after the ring has it ring no second time.
    @Test(arguments: [1, 11, 13], [false, true])
    func aDateThatIsWrongForAWhileRingsNothingTwice(hours: Int, isSynchronized: Bool) throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.step(.zero - .days(1), isSynchronized: isSynchronized)
        bedside.advance(by: .hours(hours))
        bedside.step(.days(1), isSynchronized: isSynchronized)
        bedside.advance(to: try at("2026-11-21T23:00"))
        let rings = bedside.entries(.ring).filter { $0.occurrence?.habit == .wake && $0.followUp == 0 }
        #expect(rings.count == 1)
        #expect(bedside.entries(.missed).allSatisfy { $0.occurrence?.habit != .wake })
        // Nor is the day lost.
        let date = try #require(LocalDate("2026-11-21"))
        #expect(bedside.disk.fading.ledgers[.wake]?.day(on: date)?.word == .prompt)
    }

    /// Morning and afternoon mistaken, and put right a minute later: what rang a while ago does not ring again.
    @Test(arguments: [false, true]) func aSlipWhileTheClockIsSetRingsNothingTwice(isSynchronized: Bool) throws {
        let bedside = try bedside(wake: "07:00", zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.minutes(20))
        bedside.advance(to: try at("2026-11-21T07:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        let slip: TimeSpan = isSynchronized ? .hours(5) : .hours(12)
        bedside.step(slip - .minutes(20), isSynchronized: isSynchronized)
        bedside.advance(by: .minutes(1))
        bedside.step(.zero - slip, isSynchronized: isSynchronized)
        #expect(bedside.now.civil == ZoneRules.utc.instant(of: try at("2026-11-21T06:42:10")))
        bedside.advance(by: .hours(2))
        #expect(bedside.entries(.ring).count { $0.occurrence?.habit == .wake && $0.followUp == 0 } == 1)
    }

    /// A clock that was two hours ahead rang two hours early: that was the morning.
    @Test func aMorningThatRangTwoHoursEarlyDoesNotRingTwice() throws {
        let bedside = try bedside(zone: "UTC", from: "2026-11-20T20:00")
        bedside.step(.hours(2))
        bedside.advance(to: try at("2026-11-21T06:00:10"))
        bedside.press(.stop)
        bedside.advance(by: .minutes(5))
        bedside.step(.zero - .hours(2), isSynchronized: true)
        bedside.advance(to: try at("2026-11-21T06:30"))
        #expect(bedside.entries(.ring).count { $0.occurrence?.habit == .wake && $0.followUp == 0 } == 1)
    }
}
