import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// A commit that returned is a promise, whatever happens to the file under the open connection.
@Suite(.requirement("ALARM-7")) struct AcknowledgedTests {
    private static func wake(_ hour: Int) -> Change {
        .profile(Profile(habits: [Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: hour * 3600))]))
    }

    private static func wakeHour(_ store: BedsideStore) throws -> Int? {
        try store.load().profile.habits.first { $0.id == .wake }.map { $0.at.hour }
    }

    /// What is seen if the power fails now.
    private static func afterPowerCut(_ folder: TemporaryFolder) throws -> BedsideStore {
        let left = try TemporaryFolder()
        try folder.copy(["", "-wal"], to: left)
        if folder.names.contains("schedule.json") {
            try left.write(try folder.read("schedule.json"), to: "schedule.json")
        }
        let store = try openStore(left)
        // Read before the folder disappears.
        _ = try store.night(limit: 1)
        return store
    }

    /// Random bytes over the first 120 KiB, in place, as a failing card or a stray `dd` would.
    private static func overwrite(_ folder: TemporaryFolder, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("anicca.db")))
        try handle.write(contentsOf: Data((0..<120 << 10).map { _ in UInt8(random.below(256)) }))
        try handle.close()
    }

    enum Cache: CaseIterable { case warm, cold, foldedAndCold }

    private static func chill(_ store: BedsideStore, _ cache: Cache) throws {
        let queue = try #require(store.queueForTest)
        if cache == .foldedAndCold {
            _ = try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        if cache != .warm { queue.releaseMemory() }
    }

    @Test(arguments: Cache.allCases, [false, true])
    func scheduleAcknowledgedOverADamagedFileIsThereAtTheNextStart(cache: Cache, isClosed: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([Self.wake(7)])
        try Self.chill(store, cache)
        try Self.overwrite(folder, seed: 3)
        if cache != .warm { store.queueForTest?.releaseMemory() }
        try store.commit([Self.wake(5)])
        #expect(try Self.wakeHour(store) == 5)
        if isClosed {
            store.close()
        }
        #expect(try Self.wakeHour(try Self.afterPowerCut(folder)) == 5)
        guard !isClosed else { return }
        // And what follows the repair is just as safe.
        try store.commit([Self.wake(4)])
        #expect(try Self.wakeHour(try Self.afterPowerCut(folder)) == 4)
    }

    /// The first of these commits does not touch the schedule copy, so that the database alone has to hold it.
    @Test(arguments: Cache.allCases) func recordAcknowledgedOverADamagedFileIsThereAtTheNextStart(cache: Cache) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let today = Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_602))
        try store.commit([Self.wake(7)])
        try store.commit([.record(OccurrenceRecord(occurrence: today, due: noon, committedFollowUp: 0))])
        try Self.chill(store, cache)
        try Self.overwrite(folder, seed: 4)
        if cache != .warm { store.queueForTest?.releaseMemory() }
        let answered = OccurrenceRecord(occurrence: today, due: noon, outcome: .answered, committedFollowUp: 1)
        try store.commit([.record(answered)])
        let next = try Self.afterPowerCut(folder)
        #expect(try Self.wakeHour(next) == 7)
        #expect(try next.load().records[today] == answered)
        #expect(store.report.isWritable)
        #expect(store.isWorking)
    }

    @Test func aCommitWithoutChangesDoesNotHideMissedWrites() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([Self.wake(7)])
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: folder.file("anicca.db"), configuration: configuration)
        try holder.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(throws: StoreError.busy) { try store.commit([Self.wake(5)]) }
        #expect(throws: StoreError.busy) { try store.commit([]) }
        #expect(!store.isWorking)
        #expect(!store.flush())
        #expect(!store.isWorking)
        try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(!store.isWorking, "nothing has been written since")
        try store.commit([])
        #expect(store.isWorking)
        #expect(try Self.wakeHour(try Self.afterPowerCut(folder)) == 5)
    }

    @Test func onlyAStoreInMemoryIsNotWritable() throws {
        #expect(!OpenReport.inMemory(.diskFull, fromDisk: true).isWritable)
        let writable: [OpenReport] = [
            .clean, .created, .migrated(["2"]), .recovered(fromCopy: true, setAside: nil),
            .recovered(fromCopy: false, setAside: "x"),
        ]
        for report in writable { #expect(report.isWritable, "\(report)") }
    }
}
