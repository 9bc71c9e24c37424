import TestKit
import Testing

@testable import Bedside

/// Records, the night log and what was asked for once are forgotten only when it is certain that they are old: the boot
/// clock has seen the days pass since the clock was last set, or a time server keeps the clock (ALARM-6, ALARM-13).
@Suite(.requirement("ALARM-6", "ALARM-13"))
struct KeptRecordsTests {
    /// A speaker with a record of each of the last 400 days; one day more, and the oldest is forgotten.
    ///
    /// - Parameter isSynchronized: a time server keeps the clock when it is switched on.
    private static func bedside(isSynchronized: Bool = false) throws -> VirtualBedside {
        let now = try EpisodeTests.at("2026-11-20T20:00")
        let start = try #require(ZoneRules.utc.instant(of: now))
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 0
        var disk = Durable()
        disk.profile = profile
        for days in 0..<Agenda.maximumAbsenceDays {
            let local = LocalDateTime(date: now.date.adding(days: -days), time: profile.habits[0].at)
            let due = try #require(ZoneRules.utc.instant(of: local))
            let occurrence = Occurrence(habit: .wake, date: local.date)
            disk.records[occurrence] = OccurrenceRecord(
                occurrence: occurrence, due: due, outcome: .dismissed, committedFollowUp: 0, rings: 1,
                endedAt: due + .seconds(10))
            disk.armedSince[.wake] = due
        }
        disk.lastWritten = start
        let configuration = Configuration(clockFloor: start - .days(4000))
        let bedside = VirtualBedside(at: start, configuration: configuration, disk: disk)
        bedside.powerOn(isClockSynchronized: isSynchronized)
        return bedside
    }

    /// The times before which the night log was told to forget.
    private static func forgettings(_ bedside: VirtualBedside) -> [CivilTime] {
        bedside.performed.flatMap { action -> [CivilTime] in
            guard case .commit(let changes) = action else { return [] }
            return changes.compactMap { if case .forgetNight(let oldest) = $0 { oldest } else { nil } }
        }
    }

    private static func holds(_ records: [Occurrence: OccurrenceRecord], _ bedside: VirtualBedside) -> Bool {
        records.allSatisfy { bedside.disk.records[$0.key] == $0.value }
    }

    /// Sets a skip of the next alarm, and an alarm before it.
    private static func askForOnce(_ bedside: VirtualBedside) throws {
        bedside.ask(.skip(.wake))
        bedside.ask(.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake))
        try #require(bedside.disk.exceptions.count == 1 && bedside.disk.oneOffs.count == 1)
    }

    // MARK: The boot clock

    /// The clock is ahead for two days each time. It does not matter whether the step is announced, or whether a time
    /// server kept the clock before.
    @Test(arguments: [true, false], [true, false])
    func noRecordAndNoNightIsForgottenWhileTheClockIsDaysAhead(isAnnounced: Bool, wasSynchronized: Bool) throws {
        let bedside = try Self.bedside(isSynchronized: wasSynchronized)
        let before = bedside.disk.records
        let forgettings = Self.forgettings(bedside).count
        for days in [5, 403, 4000] {
            bedside.step(.days(days), isAnnounced: isAnnounced)
            bedside.advance(by: .days(2))
            #expect(Self.holds(before, bedside), "\(days) days ahead")
            bedside.step(.days(-days), isAnnounced: isAnnounced)
            bedside.post(.tick)
        }
        #expect(Self.holds(before, bedside))
        #expect(Self.forgettings(bedside).count == forgettings)
    }

    /// By the false clock, what was asked for is over for days; what is asked for after the step is forgotten as ever.
    @Test func whatWasAskedForIsKeptUntilTheBootClockHasSeenTheDaysPass() throws {
        let bedside = try Self.bedside()
        try Self.askForOnce(bedside)
        let before = bedside.disk
        bedside.step(.days(5))
        bedside.ask(.skip(.wake))
        let later = Occurrence(habit: .wake, date: try #require(LocalDate("2026-11-26")))
        try #require(bedside.disk.exceptions[later] == .skip)
        bedside.advance(by: .hours(12))
        #expect(bedside.disk.oneOffs == before.oneOffs)
        #expect(before.exceptions.allSatisfy { bedside.disk.exceptions[$0.key] == $0.value })
        bedside.advance(by: .hours(36))
        #expect(bedside.disk.exceptions[later] == .skip, "its date is not two days ago")
        bedside.advance(by: .days(2))
        #expect(bedside.disk.exceptions[later] == nil)
        #expect(Self.holds(before.records, bedside), "four days are not four hundred")
        #expect(Self.forgettings(bedside).isEmpty)
    }

    @Test func fourHundredDaysAfterTheStepWhatCameAfterItIsForgotten() throws {
        let bedside = try Self.bedside()
        let before = bedside.disk.records
        bedside.step(.days(5))
        let stepped = bedside.now.civil
        bedside.advance(by: .days(399))
        #expect(Self.holds(before, bedside))
        #expect(Self.forgettings(bedside).isEmpty)
        bedside.advance(by: .days(4))
        let oldest = bedside.now.civil - .days(Agenda.maximumAbsenceDays)
        #expect(!bedside.disk.records.values.contains { stepped < $0.due && $0.due < oldest - .days(1) })
        #expect(bedside.disk.records.values.contains { oldest < $0.due && $0.due < oldest + .days(1) })
        let forgettings = Self.forgettings(bedside)
        #expect(!forgettings.isEmpty && forgettings.allSatisfy { $0 >= stepped && $0 <= oldest })
    }

    // MARK: The time server

    /// The same step by a clock that nobody vouches for, and by a time server: it is five days later.
    @Test(arguments: [true, false]) func onlyATimeServerMakesThingsOldAtOnce(isSynchronized: Bool) throws {
        let bedside = try Self.bedside()
        try Self.askForOnce(bedside)
        let before = bedside.disk.records
        bedside.step(.days(5), isSynchronized: isSynchronized)
        let oldest = bedside.now.civil - .days(Agenda.maximumAbsenceDays)
        #expect(bedside.disk.exceptions.isEmpty == isSynchronized)
        #expect(bedside.disk.oneOffs.isEmpty == isSynchronized)
        #expect(Self.forgettings(bedside) == (isSynchronized ? [oldest] : []))
        for (occurrence, record) in before {
            let isForgotten = bedside.disk.records[occurrence] == nil
            #expect(isForgotten == (isSynchronized && record.due <= oldest), "\(occurrence)")
        }
    }

    /// A time server takes over a clock that was set days ahead, and finds it right.
    @Test func whatATimeServerConfirmsIsForgottenWithTheNextAlarm() throws {
        let bedside = try Self.bedside()
        try Self.askForOnce(bedside)
        bedside.step(.days(5))
        bedside.advance(by: .hours(12))
        #expect(!bedside.disk.exceptions.isEmpty && !bedside.disk.oneOffs.isEmpty)
        bedside.step(.zero, isSynchronized: true)
        #expect(Self.forgettings(bedside).isEmpty)
        bedside.advance(by: .days(1))
        #expect(bedside.disk.exceptions.isEmpty && bedside.disk.oneOffs.isEmpty)
        let forgettings = Self.forgettings(bedside)
        #expect(forgettings.count == 1)
        let oldest = try #require(forgettings.first)
        #expect(!bedside.disk.records.values.contains { $0.due < oldest })
    }
}
