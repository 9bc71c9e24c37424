import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// Files that released versions have written, and that every later version must read (GUARD-4, ALARM-7). A release adds
/// a folder; none is ever changed.
@Suite struct GoldenTests {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Golden/0.1.0")

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// As version 0.1.0 received it.
    private static func written() throws -> Schedule {
        let reading = try #require(HabitID("reading"))
        let date = try #require(LocalDate("2026-03-29"))
        let start = try #require(CivilTime(iso8601: "2026-03-29T05:57:30Z"))
        let six = try #require(LocalTime("06:00"))
        func at(_ days: Int) -> LocalDateTime { LocalDateTime(date: date.adding(days: days), time: six) }
        var schedule = Schedule()
        schedule.profile = Profile(
            ownerName: "Aki", language: .japanese, sleepLocation: "attic", trainingFocus: [.pushUp, .stretch],
            companion: .openai, volume: VolumeRange(floorPercent: 10, ceilingPercent: 70),
            habits: [
                Habit(id: .wake, isOn: true, at: six),
                Habit(id: .training, isOn: false, at: try #require(LocalTime("19:00"))),
                Habit(id: .bedtime, isOn: false, at: try #require(LocalTime("22:30"))),
                Habit(
                    id: reading, at: six, days: .weekdays, followUps: 2, followUpIntervalSeconds: 90, sound: "bell.wav",
                    curve: .gentle),
            ])
        schedule.settings = Settings(voicePercent: 35, isMicrophoneMuted: true, hasUnseenMiss: true)
        schedule.setup = SetupProgress(step: .wakePlace)
        schedule.armedSince = [.wake: start - .days(3), reading: start - .days(1)]
        schedule.exceptions = [
            Occurrence(habit: .wake, date: date.adding(days: 2)): .skip,
            Occurrence(habit: reading, date: date.adding(days: 2)): .move(to: at(2)),
        ]
        schedule.oneOffs = [
            OneOffAlarm(id: try #require(HabitID("once-1")), at: at(1), like: .wake),
            OneOffAlarm(id: try #require(HabitID("once-2")), at: at(3), like: reading),
        ]
        let missed = Occurrence(habit: reading, date: date.adding(days: -1))
        let open = Occurrence(habit: .wake, date: date)
        schedule.records = [
            missed: OccurrenceRecord(
                occurrence: missed, due: start - .days(1), outcome: .missed, rings: 3, endedAt: start - .hours(20)),
            open: OccurrenceRecord(occurrence: open, due: start + .seconds(150), committedFollowUp: 0, rings: 1),
        ]
        schedule.lastWritten = start + .seconds(150)
        return schedule
    }

    /// A state folder with the database of version 0.1.0.
    private static func database() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let dump = String(decoding: try bytes("anicca.sql"), as: UTF8.self).split(separator: "\n")
            .filter { $0 != "BEGIN TRANSACTION;" && $0 != "COMMIT;" && !$0.hasPrefix("PRAGMA") }
        let queue = try DatabaseQueue(path: folder.file("anicca.db"))
        try queue.write { try $0.execute(sql: dump.joined(separator: "\n")) }
        try queue.close()
        return folder
    }

    @Test(.requirement("GUARD-4")) func theScheduleCopyOfVersion010IsRead() throws {
        let copy = try #require(ScheduleCopy.parse(try Self.bytes("schedule.json")))
        #expect(copy.commits == 3)
        #expect(copy.schedule == (try Self.written()))
    }

    @Test(.requirement("GUARD-4")) func theDatabaseOfVersion010IsReadAndAgreesWithItsCopy() throws {
        let folder = try Self.database()
        try folder.write(try Self.bytes("schedule.json"), to: "schedule.json")
        do {
            let store = try openStore(folder)
            #expect(!store.report.needsAttention, "\(store.report)")
            #expect(try store.load().schedule == (try Self.written()))
            let night = try store.night(limit: 10)
            #expect(night.map(\.kind) == [.ring, .started])
            #expect(night.first?.detail == "first" && night.first?.cause == .timer && night.first?.followUp == 0)
            // The copy that is written next is accepted beside it, too.
            try store.commit([.setup(SetupProgress(step: nil))])
        }
        #expect(try openStore(folder).report == .clean)
    }

    @Test(.requirement("ALARM-7")) func alarmsComeBackFromTheCopyOfVersion010Alone() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Self.bytes("schedule.json"), to: "schedule.json")
        let store = try openStore(folder)
        #expect(store.report == .recovered(fromCopy: true, setAside: nil))
        #expect(try store.load().schedule == (try Self.written()))
    }

    // MARK: Newer and older ones

    private static func decoded(_ json: String) throws -> Schedule {
        try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
    }

    /// Trap 1 of the first formats: an additional field made every older copy unreadable.
    @Test func whatAnOlderVersionDidNotWriteHasItsDefault() throws {
        #expect(try Self.decoded("{}") == Schedule())
        let habit = #"{"id":"wake","at":"06:00"}"#
        let record = #"{"occurrence":{"habit":"wake","date":"2026-03-29"},"due":{"nanoseconds":5}}"#
        let schedule = try Self.decoded(
            #"{"settings":{},"profile":{"volume":{},"habits":[\#(habit)]},"setup":{},"#
                + #""records":[{"habit":"wake","date":"2026-03-29"},\#(record)]}"#)
        #expect(schedule.settings == Settings())
        #expect(schedule.profile.volume == VolumeRange())
        #expect(schedule.profile.habits == [Habit(id: .wake, at: try #require(LocalTime("06:00")))])
        #expect(schedule.records.values.map(\.rings) == [0])
    }

    @Test(.requirement("GUARD-4")) func whatOnlyANewerVersionKnowsCostsNoAlarm() throws {
        let habit = #"{"id":"wake","at":"06:00","curve":"soft","chime":true}"#
        let record =
            #"{"occurrence":{"habit":"wake","date":"2026-03-29"},"due":{"nanoseconds":5},"outcome":"slept","mood":1}"#
        let schedule = try Self.decoded(
            #"{"fade":{"level":2},"settings":{"isQuiet":true},"setup":{"step":"voice"},"#
                + #""profile":{"language":"fr","companion":"x","trainingFocus":["core","yoga"],"habits":[\#(habit)]},"#
                + #""records":[{"habit":"wake","date":"2026-03-29"},\#(record)]}"#)
        #expect(schedule.profile.habits.map(\.at) == [try #require(LocalTime("06:00"))])
        #expect(schedule.profile.trainingFocus == [.core])
        #expect(schedule.profile.language == .english)
        #expect(schedule.records.values.map(\.outcome) == [.missed])
        #expect(schedule.setup.step == nil)
    }

    @Test func migrationsAreNumberedInTheOrderInWhichTheyShipped() {
        let migrations = Schema.migrations
        #expect(migrations.map(\.number) == Array(1...migrations.count))
        // Databases of version 0.1.0 already have these.
        #expect(migrations.prefix(2).map(\.identifier) == ["v1 first tables", "v2 unseen miss"])
    }

    @Test func everyTableBelongsToOnePart() throws {
        let store = try openStore(try TemporaryFolder())
        let queue = try #require(store.queueForTest)
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        let tables = try queue.read { try String.fetchAll($0, sql: sql) }
        let owned = DurableTables.parts.flatMap { $0.tables + $0.logs }
        #expect(tables.sorted() == (owned + ["grdb_migrations", "store"]).sorted())
        #expect(Set(DurableTables.parts.map { $0.name }).count == DurableTables.parts.count)
    }

    /// Taking the copy's schedule empties the tables of these parts, so each other part keeps its own.
    @Test func theScheduleCopyHoldsOnlyTheSchedule() {
        #expect(DurableTables.parts.filter { $0.isInScheduleCopy }.map { $0.name } == ["schedule"])
    }
}
