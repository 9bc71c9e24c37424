import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// Disks that are full, read-only or gone.
@Suite(.requirement("ALARM-7")) struct DiskTests {
    private static func filler(_ number: Int) -> Change {
        .night(NightEntry(at: noon, kind: .preview, detail: String(repeating: "x\(number)", count: 2000)))
    }

    private static let ring = Change.record(
        OccurrenceRecord(
            occurrence: Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_602)), due: noon, committedFollowUp: 0))

    @Test func fullDatabaseRefusesQuicklyAndCatchesUpWhenSpaceReturns() throws {
        let folder = try TemporaryFolder()
        let log = LogLines()
        let store = try BedsideStore.open(folder: folder.path, access: .owner, now: noon) { log.add($0, $1) }
        try store.commit([.profile(Profile(ownerName: "before"))])
        try store.queueForTest?.writeWithoutTransaction {
            let pages = try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0
            try $0.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        #expect(throws: StoreError.diskFull) { for number in 0..<50 { try store.commit([Self.filler(number)]) } }
        #expect(!store.isWorking)
        let start = Date()
        #expect(throws: StoreError.diskFull) { try store.commit([Self.ring, Self.filler(0)]) }
        #expect(Date().timeIntervalSince(start) < 2)
        #expect(try store.load().records.isEmpty, "no part of a failed transaction is on disk")
        try store.queueForTest?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        // The next commit also writes what was missed.
        try store.commit([.armedSince(.wake, noon)])
        #expect(store.isWorking)
        #expect(try store.load().records.count == 1)
        #expect(try store.load().armedSince[.wake] == noon)
        #expect(log.all == ["error: could not save: the disk is full: free some space", "notice: saving works again"])
    }

    /// MIND-3: with a memory among the changes, all of them wait, in their order; nothing is half kept, what was forgotten
    /// meanwhile does not come back, and the alarm's record is written with them.
    @Test(.requirement("MIND-3"), arguments: [false, true]) func aMemoryWaitsForSpaceLikeAnythingElse(isForgotten: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let log = LogLines()
        let store = try BedsideStore.open(folder: folder.path, access: .owner, now: noon) { log.add($0, $1) }
        try store.commit([.memory(.mode(.on)), .memory(.record(.keep(try SealedMemory.item(1))))])
        try store.queueForTest?.writeWithoutTransaction {
            let pages = try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0
            try $0.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
        }
        #expect(throws: StoreError.diskFull) { for number in 0..<50 { try store.commit([Self.filler(number)]) } }
        var memory = try store.load().memory.memory
        let second = try SealedMemory.item(2, text: "Plays the cello")
        #expect(throws: StoreError.diskFull) { try store.commit([.memory(.record(.keep(second))), Self.ring]) }
        #expect(try store.load().memory.memory == memory && store.load().records.isEmpty)
        memory.apply(.keep(second))
        if isForgotten {
            let changes = memory.forget(MemoryID(2)).map { Change.memory(.record($0)) }
            #expect(throws: StoreError.diskFull) { try store.commit(changes) }
        }
        try store.queueForTest?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        #expect(store.flush() && store.isWorking)
        #expect(try store.load().memory.memory == memory && store.load().records.count == 1)
        let messages = log.all.filter { $0.hasPrefix("error") }
        #expect(messages == ["error: could not save: the disk is full: free some space"])
        let reopened = try openStore(folder, .readOnly)
        #expect(try reopened.load().memory.memory == memory && reopened.load().memory.fault == nil)
    }

    /// E-4: labels that were erased are not back because labels were switched on again before the disk could write.
    @Test(.requirement("MIND-2")) func labelsThatAreErasedOnAFullDiskStayErased() throws {
        let (off, on) = (
            Change.memory(.record(.label(.isOn(false)))), Change.memory(.record(.label(.isOn(true))))
        )
        let waiting = Backlog().adding([off]).adding([on])
        #expect(waiting.changes == [off, on])
        #expect(waiting.adding([off]).changes == [on, off])
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let day = LabelledDay(date: try #require(LocalDate("2026-11-24")), feelings: [FeltLabel(.calm)])
        try store.commit([.memory(.mode(.on)), .memory(.record(.label(.keep(day))))])
        try store.commit(waiting.changes)
        let labels = try store.load().memory.memory.labels
        #expect(labels.days.isEmpty && labels.isOn)
    }

    /// A separate file system. Without one its test fails, because root without the right to mount proves nothing.
    private final class SmallDisk {
        let folder: TemporaryFolder
        init(kibibytes: Int) throws {
            let folder = try TemporaryFolder()
            let isMounted = SmallDisk.run(
                "mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k,mode=700", "tmpfs", folder.path)
            try #require(isMounted, "mounting a tmpfs")
            self.folder = folder
        }
        deinit { _ = Self.run("umount", "-l", folder.path) }

        var path: String { folder.file("state") }
        func remount(readOnly: Bool) -> Bool {
            Self.run("mount", "-o", readOnly ? "remount,ro" : "remount,rw", folder.path)
        }
        /// Uses up all the space.
        func fill() throws {
            let descriptor = Glibc.open(folder.file("ballast"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
            defer { close(descriptor) }
            let block = [UInt8](repeating: 0, count: 4096)
            while block.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 {}
        }
        func free() throws { try folder.remove("ballast") }
        func read() throws -> Durable {
            try BedsideStore.open(folder: path, access: .readOnly, now: noon).load()
        }

        private static func run(_ arguments: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }

    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func fullFileSystemIsSurvived() throws {
        let disk = try SmallDisk(kibibytes: 800)
        let store = try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
        try store.commit([.profile(Profile(ownerName: "before")), .armedSince(.wake, noon)])
        try disk.fill()
        var failures = 0
        for number in 0..<40 {
            let start = Date()
            do throws(StoreError) {
                try store.commit([Self.filler(number), .profile(Profile(ownerName: "name \(number)"))])
            } catch {
                #expect(error == .diskFull)
                failures += 1
            }
            #expect(Date().timeIntervalSince(start) < 2)
        }
        #expect(failures > 0)
        store.journal.append("not kept")
        #expect(store.journal.droppedLines == 1)
        #expect(throws: StoreError.diskFull) { try store.commit([Self.ring]) }
        try disk.free()
        #expect(store.flush())
        #expect(try store.load().profile.ownerName == "name 39")
        #expect(try store.load().records.count == 1)
        #expect(store.journal.append("kept"))
        let copy = StateFolder(path: disk.path)
        #expect(ScheduleCopy.read(from: copy)?.schedule.profile.ownerName == "name 39")
    }

    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func fullDiskAtStartStillLoadsAndSavesLater() throws {
        let disk = try SmallDisk(kibibytes: 800)
        let profile = Profile(ownerName: "saved")
        do {
            let store = try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
            try store.commit([.profile(profile)])
        }
        try disk.fill()
        let store = try BedsideStore.openForRinging(folder: disk.path, now: noon)
        #expect(store.report == .clean)
        #expect(try store.load().profile == profile)
        #expect(throws: StoreError.diskFull) { try store.commit([Self.ring]) }
        #expect(throws: StoreError.busy) { try disk.read() }
        // Still no room.
        #expect(!store.flush())
        #expect(throws: StoreError.busy) { try disk.read() }
        try disk.free()
        #expect(store.flush())
        #expect(try store.load().records.count == 1)
        // `anicca log` and similar commands, without a restart of the appliance.
        #expect(try disk.read().records.count == 1)
        try store.commit([.profile(Profile(ownerName: "after"))])
        #expect(try disk.read().profile.ownerName == "after")
        #expect(store.report == .clean && store.isWorking)
    }

    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func readersStayOutSafelyIfThereIsNoRoomForThem()
        throws
    {
        let disk = try SmallDisk(kibibytes: 800)
        let opening = Opening(folder: StateFolder(path: disk.path))
        do {
            let store = try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
            try store.commit([Self.ring])
        }
        try disk.fill()
        let result = try opening.openExisting(report: .clean)
        #expect(result.isExclusive)
        func pragma(_ name: String) throws -> String? {
            try result.queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") }
        }
        #expect(try !result.queue.writeWithoutTransaction { try opening.letReadersIn($0) })
        #expect(try pragma("journal_mode") == "wal" && pragma("synchronous") == "2")
        #expect(try result.queue.read { try DurableTables.read($0, Seals(folder: .nowhere)) }.records.count == 1)
        try disk.free()
        #expect(try result.queue.writeWithoutTransaction { try opening.letReadersIn($0) })
        #expect(try pragma("journal_mode") == "wal" && pragma("synchronous") == "2")
        #expect(try disk.read().records.count == 1)
        try result.queue.close()
    }

    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func fullDiskAtTheVeryFirstStartRingsFromMemory() throws
    {
        let disk = try SmallDisk(kibibytes: 64)
        try disk.fill()
        #expect(throws: StoreError.diskFull) {
            try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
        }
        let store = try BedsideStore.openForRinging(folder: disk.path, now: noon)
        #expect(store.report == .inMemory(.diskFull, fromDisk: false))
        try store.commit([Self.ring])
        #expect(try store.load().records.count == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func readOnlyFileSystemGivesWhatWasLastSaved() throws {
        let disk = try SmallDisk(kibibytes: 2000)
        let state = disk.path
        var durable = Durable()
        do {
            let store = try BedsideStore.open(folder: state, access: .owner, now: noon)
            let changes: [Change] = [.profile(Profile(ownerName: "saved")), Self.ring]
            try store.commit(changes)
            changes.forEach { durable.apply($0) }
        }
        #expect(disk.remount(readOnly: true))
        #expect(throws: StoreError.readOnly) {
            try BedsideStore.open(folder: state, access: .owner, now: noon)
        }
        let store = try BedsideStore.openForRinging(folder: state, now: noon)
        #expect(store.report == .inMemory(.readOnly, fromDisk: true))
        #expect(try store.load() == durable)
        #expect(try BedsideStore.open(folder: state, access: .readOnly, now: noon).load() == durable)
        try store.commit([.lastWritten(noon)])
        #expect(!store.isWorking)
        // SETUP-4: nothing on that card was erased, and nobody is told otherwise.
        #expect(throws: StoreError.readOnly) { try store.erase() }
        #expect(try store.load() == Durable(), "the store is empty, as in a new appliance")
    }

    /// ALARM-7: a start on a disk that accepts nothing is no reason to forget everything until the next start.
    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func aDiskThatIsUsableAgainHasWhatMemoryHad() throws {
        let disk = try SmallDisk(kibibytes: 2000)
        var durable = Durable()
        func commit(_ changes: [Change], to store: BedsideStore) throws {
            try store.commit(changes)
            changes.forEach { durable.apply($0) }
        }
        do {
            let store = try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
            try commit([.profile(Profile(ownerName: "saved")), .setup(SetupProgress(step: .habits))], to: store)
        }
        #expect(disk.remount(readOnly: true))
        let store = try BedsideStore.openForRinging(folder: disk.path, now: noon)
        try commit([.profile(Profile(ownerName: "while it took nothing")), Self.ring], to: store)
        #expect(!store.flush() && !store.isWorking)
        #expect(disk.remount(readOnly: false))
        #expect(store.flush() && store.isWorking)
        #expect(store.report == .clean)
        #expect(throws: StoreError.inUse(pid: getpid())) {
            try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
        }
        #expect(try store.load() == durable)
        try commit([.settings(Settings())], to: store)
        #expect(try BedsideStore.open(folder: disk.path, access: .readOnly, now: noon).load() == durable)
    }

    /// What memory began with is gone from the disk, or older there, when it comes back: what rings is kept. A wipe
    /// leaves no journal of an earlier start.
    @Test(.enabled(if: geteuid() == 0, "mounting needs root"), arguments: [false, true])
    func aDiskThatComesBackEmptiedGetsAllThatMemoryHas(isWiped: Bool) throws {
        let disk = try SmallDisk(kibibytes: 2000)
        do {
            let store = try BedsideStore.open(folder: disk.path, access: .owner, now: noon)
            try store.commit([.profile(Profile(ownerName: "saved")), Self.ring])
            store.journal.append("a line")
        }
        #expect(disk.remount(readOnly: true))
        let store = try BedsideStore.openForRinging(folder: disk.path, now: noon)
        try store.commit([.setup(SetupProgress(step: .habits))])
        if isWiped { #expect(throws: StoreError.readOnly) { try store.erase() } }
        #expect(disk.remount(readOnly: false))
        if !isWiped {
            for name in ["anicca.db", "anicca.db-wal", "anicca.db-shm", "schedule.json"] {
                unlink("\(disk.path)/\(name)")
            }
        }
        #expect(store.flush() && store.isWorking)
        var expected = Durable()
        if !isWiped {
            expected.apply(.profile(Profile(ownerName: "saved")))
            expected.apply(Self.ring)
            expected.apply(.setup(SetupProgress(step: .habits)))
            #expect(store.report.needsAttention)
        }
        #expect(try BedsideStore.open(folder: disk.path, access: .readOnly, now: noon).load() == expected)
        #expect((access("\(disk.path)/journal.jsonl", F_OK) == 0) == !isWiped)
    }

    /// Memory that began with defaults knows nothing about what is on the disk.
    @Test func whatCouldNotBeReadIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let store = BedsideStore.inMemory(reason: .readOnly, folder: folder.path, now: noon)
        #expect(store.report == .inMemory(.readOnly, fromDisk: false))
        try store.commit([.profile(Profile(ownerName: "in memory"))])
        do {
            let other = try openStore(folder)
            try other.commit([.profile(Profile(ownerName: "on disk"))])
        }
        #expect(!store.flush() && !store.isWorking)
        #expect(try openStore(folder).load().profile.ownerName == "on disk")
        // If there is nothing, it is written.
        let empty = try TemporaryFolder()
        let first = BedsideStore.inMemory(reason: .diskFull, folder: empty.path, now: noon)
        try first.commit([.profile(Profile(ownerName: "in memory"))])
        #expect(first.flush() && first.isWorking)
        #expect(try openStore(empty, .readOnly).load().profile.ownerName == "in memory")
    }

    @Test func aClosedStoreReportsThatItSavesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([Self.ring])
        store.close()
        #expect(throws: StoreError.readOnly) { try store.commit([Self.ring]) }
        #expect(!store.isWorking)
        #expect(!store.flush())
        #expect(!folder.names.contains("anicca.db-wal"), "the log is gone, because closing moved it into the database")
    }

    @Test func missedWritesAreBoundedAndTheNewestWins() {
        var backlog = Backlog()
        var random = SeededRandom(seed: 21)
        var expected = Durable()
        for _ in 0..<3000 {
            let changes = random.changes().filter { $0 != .wipe }
            changes.forEach { expected.apply($0) }
            backlog = backlog.adding(changes)
        }
        var applied = Durable()
        backlog.changes.forEach { applied.apply($0) }
        #expect(applied == expected)
        #expect(backlog.changes.filter { if case .night = $0 { true } else { false } }.count == 500)
        #expect(backlog.changes.count < 6000)
        let wiped = backlog.adding([.wipe, .lastWritten(noon)])
        #expect(wiped.changes == [.wipe, .lastWritten(noon)])
    }
}
