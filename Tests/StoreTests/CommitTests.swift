import Bedside
import GRDB
import TestKit
import Testing

@testable import Store

@Suite(.requirement("ALARM-7")) struct CommitTests {
    @Test(arguments: 0..<12) func loadingEqualsApplyingTheSameChangesInMemory(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        var expected = Durable()
        var night: [NightEntry] = []
        for life in 0..<6 {
            // Freed at the end of each life, with or without a clean end.
            let store = try openStore(folder)
            #expect(store.report == (life == 0 ? .created : .clean))
            #expect(try store.load() == expected, "seed \(seed) life \(life)")
            for step in 0...random.below(6) {
                let changes = random.changes()
                try store.commit(changes)
                for change in changes {
                    expected.apply(change)
                    if case .night(let entry) = change { night.append(entry) }
                    if change == .wipe { night = [] }
                }
                #expect(try store.load() == expected, "seed \(seed) life \(life) step \(step)")
                #expect(try store.night(limit: 100_000) == night)
                if random.chance(20) { #expect(store.flush()) }
            }
            if random.chance(50) { store.close() }
        }
    }

    /// A field that is forgotten here makes the database differ from the schedule copy, and be taken for damaged.
    @Test(.requirement("SETUP-3")) func everyFieldOfTheSettingsIsKept() throws {
        let folder = try TemporaryFolder()
        var settings = Settings()
        settings.voicePercent = 33
        settings.isMicrophoneMuted = true
        settings.hasUnseenMiss = true
        settings.recordings = RecordingChoice(keepDays: 7, isTold: true)
        let (kept, standard) = (Mirror(reflecting: settings).children, Mirror(reflecting: Settings()).children)
        for (field, other) in zip(kept, standard) {
            #expect("\(field.value)" != "\(other.value)", "\(field.label ?? "") is not tried here")
        }
        try openStore(folder).commit([.settings(settings)])
        let store = try openStore(folder)
        #expect(try store.load().settings == settings)
        #expect(store.report == .clean)
    }

    @Test func memoryStoreBehavesAsTheOneOnDisk() throws {
        var random = SeededRandom(seed: 99)
        let store = BedsideStore.inMemory(reason: .diskFull, now: noon)
        var expected = Durable()
        for _ in 0..<60 {
            let changes = random.changes()
            try store.commit(changes)
            changes.forEach { expected.apply($0) }
            #expect(try store.load() == expected)
        }
        #expect(!store.isWorking)
        #expect(store.report == .inMemory(.diskFull, fromDisk: false))
    }

    @Test func commitsWithFullSynchronizationInWriteAheadMode() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let queue = try #require(store.queueForTest)
        #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 1)
    }

    @Test func nightIsReadByTimeAndLimit() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let entries = (0..<50).map { NightEntry(at: noon + .seconds($0), kind: .ring, followUp: $0) }
        try store.commit(entries.map { .night($0) })
        #expect(try store.night(limit: 3) == Array(entries.suffix(3)))
        #expect(
            try store.night(since: noon + .seconds(10), until: noon + .seconds(20), limit: 100)
                == Array(entries[10..<20]))
        #expect(try store.night(until: noon + .seconds(20), limit: 2) == Array(entries[18..<20]))
        #expect(try store.night(limit: 0).isEmpty)
    }

    @Test func nightKeepsItsNewestTwentyThousand() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let count = HistoryLimit.nightEntries + 500
        try store.commit((0..<count).map { .night(NightEntry(at: noon + .seconds($0), kind: .ring)) })
        let kept = try store.night(limit: 100_000)
        #expect(kept.count == HistoryLimit.nightEntries)
        #expect(kept.last?.at == noon + .seconds(count - 1))
    }

    /// The newest entry says nothing about what is past: it may come from a clock that was ahead for a minute
    /// (ALARM-6).
    @Test func nightForgetsOnlyWhatItIsToldTo() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.night(NightEntry(at: noon, kind: .started))])
        for step in 0..<70 {
            try store.commit([.night(NightEntry(at: noon + .days(4000) + .seconds(step), kind: .ring))])
        }
        #expect(try store.night(limit: 1000).count == 71)
        try store.commit([.forgetNight(before: noon + .days(1))])
        let kept = try store.night(limit: 1000)
        #expect(kept.count == 70)
        #expect(kept.first?.kind == .ring)
    }

    @Test func oneFarOffDateDoesNotEraseTheHistory() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let old = (0..<300).map { day in
            Change.record(
                OccurrenceRecord(
                    occurrence: Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_000 + Int32(day))), due: noon))
        }
        try store.commit(old)
        let far = Occurrence(habit: .wake, date: LocalDate(dayNumber: 60_000))
        try store.commit([.record(OccurrenceRecord(occurrence: far, due: noon))])
        try store.commit([.removeRecord(far)])
        #expect(try store.load().records.count == 300)
    }

    /// An alarm rang while the clock was ten years ahead; it has been corrected since.
    @Test func aRecordOfAWrongClockErasesNothing() throws {
        func record(_ day: Int32, _ outcome: OccurrenceOutcome = .dismissed) -> OccurrenceRecord {
            let due = CivilTime(nanoseconds: Int64(day) * 86_400_000_000_000)
            return OccurrenceRecord(
                occurrence: Occurrence(habit: .wake, date: LocalDate(dayNumber: day)), due: due, outcome: outcome)
        }
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.record(record(24_000))])
        for day in Int32(20_000)..<20_300 {
            try store.commit([.record(record(day)), .lastWritten(record(day).due)])
        }
        let left = try store.load()
        #expect(left.records.count == 301)
        #expect(ScheduleCopy.trimmed(left.schedule).records[record(20_299).occurrence] != nil)
        #expect(left.records[record(20_000).occurrence] != nil)
    }

    @Test func valuesOutsideTheirBoundsAreClampedOnReading() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.profile(Profile())])
        try store.queueForTest?.write {
            try $0.execute(sql: "UPDATE habit SET follow_ups = 9e15, follow_up_interval_seconds = -5")
        }
        let habit = try #require(try store.load().profile.habits.first)
        #expect(habit.followUps == 30)
        #expect(habit.followUpIntervalSeconds == 30)
    }

    @Test func readersCanReadWhileTheOwnerWrites() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.lastWritten(noon), .night(NightEntry(at: noon, kind: .started))])
        let reader = try openStore(folder, .readOnly)
        #expect(try reader.load().lastWritten == noon)
        #expect(try reader.night(limit: 10).count == 1)
        #expect(throws: StoreError.readOnly) { try reader.commit([.lastWritten(noon)]) }
        try store.commit([.lastWritten(noon + .seconds(1))])
        #expect(try reader.load().lastWritten == noon + .seconds(1))
    }

    @Test func aLockHeldByAnotherProgramIsReportedAndTheChangeWrittenLater() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.lastWritten(noon)])
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: folder.file("anicca.db"), configuration: configuration)
        try holder.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(throws: StoreError.busy) { try store.commit([.armedSince(.wake, noon)]) }
        #expect(!store.isWorking)
        try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(store.flush())
        #expect(try store.load().armedSince[.wake] == noon)
    }
}
