import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

@Suite(.requirement("ALARM-7")) struct CorruptionTests {
    /// What a device looks like in use, and after how many commits the copy was last written.
    private struct Device {
        let folder: TemporaryFolder
        /// The state after each commit.
        var history: [Durable]
        var copied: Int
    }

    /// Files as after a power cut (`unclean`), or as after a clean end.
    private func device(unclean: Bool) throws -> Device {
        var random = SeededRandom(seed: 7)
        let working = try TemporaryFolder()
        let left = try TemporaryFolder()
        let store = try openStore(working)
        var durable = Durable()
        var history: [Durable] = []
        var copied = 0
        func commit(_ changes: [Change]) throws {
            try store.commit(changes)
            changes.forEach { durable.apply($0) }
            history.append(durable)
            if changes.contains(where: \.touchesScheduleCopy) { copied = history.count }
        }
        try commit([.profile(random.profile()), .armedSince(.wake, noon), .setup(SetupProgress(step: nil))])
        try commit((0..<200).map { _ in .record(random.record()) })
        try commit((0..<500).map { _ in .night(random.nightEntry()) })
        store.flush()
        for step in 0..<30 {
            try commit([.record(random.record()), .night(random.nightEntry()), .lastWritten(noon + .seconds(step))])
            if step == 20 { try commit([.exception(random.occurrence(), .skip), .profile(random.profile())]) }
        }
        if unclean {
            try working.copy(["", "-wal"], to: left)
            try left.write(try working.read("schedule.json"), to: "schedule.json")
        } else {
            store.close()
            copied = history.count
            try working.copy([""], to: left)
            try left.write(try working.read("schedule.json"), to: "schedule.json")
            #expect(!FileManager.default.fileExists(atPath: working.file("anicca.db-wal")))
        }
        return Device(folder: left, history: history, copied: copied)
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        switch random.below(4) {
        case 0:
            for _ in 0...random.below(20) { bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8)) }
        case 1:
            bytes.removeLast(random.below(bytes.count))
        case 2:
            // A flash page that came back empty, or full of something else.
            let start = random.below(bytes.count)
            let fill: UInt8? = random.chance(50) ? 0xFF : nil
            for index in start..<min(start + 4096, bytes.count) { bytes[index] = fill ?? UInt8(random.below(256)) }
        default:
            let page = 4096
            guard bytes.count >= 2 * page else { break }
            let from = random.below(bytes.count / page) * page
            let to = random.below(bytes.count / page) * page
            bytes.replaceSubrange(to..<to + page, with: bytes[from..<from + page])
        }
        return bytes
    }

    private func withoutRecords(_ durable: Durable) -> Durable {
        var durable = durable
        durable.records = [:]
        durable.lastWritten = nil
        return durable
    }

    private func damaged(_ device: Device, _ file: String, _ seed: Int) throws -> TemporaryFolder {
        var random = SeededRandom(seed: UInt64(1000 + seed))
        let folder = try TemporaryFolder()
        for name in device.folder.names {
            let bytes = try device.folder.read(name)
            try folder.write(name == file ? damage(bytes, &random) : bytes, to: name)
        }
        return folder
    }

    @Test func damagedDatabaseNeverTrapsAndNeverLosesSettings() throws {
        let device = try device(unclean: false)
        let last = try #require(device.history.last)
        var recoveries = 0
        for seed in 0..<50 {
            let folder = try damaged(device, "anicca.db", seed)
            let store = try openStore(folder)
            let loaded = try store.load()
            #expect(withoutRecords(loaded) == withoutRecords(last), "seed \(seed) \(store.report)")
            _ = try store.night(limit: 10_000)
            try store.commit([.lastWritten(noon + .days(1)), .night(NightEntry(at: noon, kind: .started))])
            #expect(try store.load().lastWritten == noon + .days(1))
            switch store.report {
            case .clean: #expect(loaded.records.count == last.records.count, "seed \(seed)")
            case .recovered(let fromCopy, let setAside):
                recoveries += 1
                #expect(fromCopy, "seed \(seed)")
                if let setAside { #expect(folder.names.contains(setAside)) }
            default: Issue.record("seed \(seed): \(store.report)")
            }
        }
        #expect((10..<50).contains(recoveries), "some damage is recovered from and some does no harm: \(recoveries)")
    }

    @Test func damagedLogLeavesAStateOfThePastNoOlderThanTheCopy() throws {
        let device = try device(unclean: true)
        var recoveries = 0
        for seed in 0..<40 {
            let folder = try damaged(device, "anicca.db-wal", seed)
            let store = try openStore(folder)
            let loaded = try store.load()
            if store.report == .clean {
                let index = try #require(
                    device.history.firstIndex(of: loaded), "seed \(seed): the state is one that was written")
                #expect(index + 1 >= device.copied, "seed \(seed)")
            } else {
                recoveries += 1
                let copied = device.history[device.copied - 1]
                #expect(withoutRecords(loaded) == withoutRecords(copied), "seed \(seed) \(store.report)")
            }
        }
        #expect(recoveries > 0)
    }

    @Test(arguments: ["anicca.db", "anicca.db-wal"]) func aMissingFileIsRestoredFromTheCopy(name: String) throws {
        let device = try device(unclean: true)
        try device.folder.remove(name)
        let store = try openStore(device.folder)
        guard case .recovered(fromCopy: true, _) = store.report else { throw StoreError.corrupt("\(store.report)") }
        #expect(withoutRecords(try store.load()) == withoutRecords(device.history[device.copied - 1]))
    }

    @Test func damageWithoutACopyGivesReportedDefaultsAndKeepsTheFile() throws {
        let folder = try TemporaryFolder()
        let rubbish = [UInt8](repeating: 0x55, count: 9000)
        try folder.write(rubbish, to: "anicca.db")
        try folder.write(Array("{\"version\":1".utf8), to: "schedule.json")
        // Its first byte says that it is finished, so SQLite leaves it in place.
        let journal: [UInt8] = [0, 1, 2, 3]
        try folder.write(journal, to: "anicca.db-journal")
        let name = "anicca.db.corrupt-20260528T202640"
        do {
            let store = try openStore(folder)
            #expect(store.report == .recovered(fromCopy: false, setAside: name))
            #expect(try store.load() == Durable())
        }
        #expect(try folder.read(name) == rubbish)
        #expect(try folder.read(name + "-journal") == journal, "the rollback journal is set aside with its database")
        // Again in the same second: another name, and nothing is overwritten.
        try folder.write(rubbish, to: "anicca.db")
        try folder.remove("schedule.json")
        #expect(try openStore(folder).report == .recovered(fromCopy: false, setAside: name + "-2"))
        #expect(try folder.read(name) == rubbish)
    }

    @Test func readingADamagedDatabaseShowsTheCopyAndTouchesNothing() throws {
        let device = try device(unclean: false)
        let rubbish = [UInt8](repeating: 0x55, count: 9000)
        try device.folder.write(rubbish, to: "anicca.db")
        let store = try openStore(device.folder, .readOnly)
        #expect(withoutRecords(try store.load()) == withoutRecords(try #require(device.history.last)))
        guard case .inMemory(.corrupt, fromDisk: true) = store.report else {
            throw StoreError.corrupt("\(store.report)")
        }
        #expect(device.folder.names == ["anicca.db", "schedule.json"])
        #expect(try device.folder.read("anicca.db") == rubbish)
    }

    @Test func damagedNightLogCostsNoRecord() throws {
        let device = try device(unclean: false)
        var bytes = try device.folder.read("anicca.db")
        let entry = Array("untrusted_clock".utf8)
        let place = try #require(bytes.indices.last { bytes[$0...].starts(with: entry) }) / 4096 * 4096
        for index in place..<place + 100 { bytes[index] = 0xEE }
        try device.folder.write(bytes, to: "anicca.db")
        let store = try openStore(device.folder)
        guard case .recovered(fromCopy: true, _?) = store.report else { throw StoreError.corrupt("\(store.report)") }
        #expect(try store.load() == device.history.last)
        #expect(try store.night(limit: 10).isEmpty)
    }

    @Test func damageWhileRunningIsRepairedFromMemoryWithinTheCommit() throws {
        let folder = try TemporaryFolder()
        let log = LogLines()
        let store = try BedsideStore.open(folder: folder.path, access: .owner, now: noon) { log.add($0, $1) }
        var expected = Durable()
        func commit(_ changes: [Change]) throws {
            try store.commit(changes)
            changes.forEach { expected.apply($0) }
        }
        try commit([.profile(Profile(ownerName: "still here")), .armedSince(.wake, noon)])
        let today = Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_602))
        try commit([.record(OccurrenceRecord(occurrence: today, due: noon, committedFollowUp: 0))])
        let queue = try #require(store.queueForTest)
        _ = try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        // Every page except the first is damaged under the open connection; its cache is dropped.
        var bytes = try folder.read("anicca.db")
        for index in 4096..<bytes.count { bytes[index] = 0xA5 }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("anicca.db")))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        queue.releaseMemory()

        try commit([
            .record(OccurrenceRecord(occurrence: today, due: noon, outcome: .answered, committedFollowUp: 1, rings: 2)),
            .night(NightEntry(at: noon, kind: .answered, occurrence: today)), .lastWritten(noon + .seconds(5)),
        ])
        guard case .recovered(fromCopy: true, let name?) = store.report else {
            throw StoreError.corrupt("\(store.report)")
        }
        #expect(folder.names.contains(name))
        #expect(try store.load() == expected)
        #expect(try store.night(limit: 5).map(\.kind) == [.answered])
        #expect(log.all.contains { $0.hasPrefix("error") })
        store.close()
    }

    @Test func interruptedReplacementIsDoneAgain() throws {
        let device = try device(unclean: false)
        // The power failed after the damaged file was set aside and while the new one was being built.
        try FileManager.default.moveItem(
            atPath: device.folder.file("anicca.db"), toPath: device.folder.file("anicca.db.corrupt-20260101T000000"))
        try device.folder.write([1, 2, 3], to: "anicca.db.new")
        try device.folder.write([4], to: "anicca.db.new-journal")
        let store = try openStore(device.folder)
        #expect(store.report == .recovered(fromCopy: true, setAside: nil))
        #expect(withoutRecords(try store.load()) == withoutRecords(try #require(device.history.last)))
        #expect(!device.folder.names.contains { $0.hasPrefix("anicca.db.new") })
    }

    @Test func aDamagedCopyIsNotAccepted() throws {
        let device = try device(unclean: false)
        var random = SeededRandom(seed: 5)
        let good = try device.folder.read("schedule.json")
        #expect(ScheduleCopy.parse(good) != nil)
        for _ in 0..<300 {
            let bad = damage(good, &random)
            if bad != good, bad != good.dropLast() { #expect(ScheduleCopy.parse(bad) == nil) }
        }
    }

    @Test func aChangedDigitInTheCopyIsNotAccepted() throws {
        let folder = try TemporaryFolder()
        try ScheduleCopy(commits: 17, schedule: Schedule()).write(to: StateFolder(path: folder.path))
        let good = try folder.read("schedule.json")
        #expect(ScheduleCopy.parse(good) == ScheduleCopy(commits: 17, schedule: Schedule()))
        for field in ["\"voicePercent\":", "\"commits\":"] {
            let start = try #require(good.indices.first { good[$0...].starts(with: Array(field.utf8)) })
            var bad = good
            bad[start + field.utf8.count] ^= 0x08
            #expect(ScheduleCopy.parse(bad) == nil, "\(field)")
        }
    }

    @Test func changedDigitInTheDatabaseLosesToTheCopy() throws {
        let folder = try TemporaryFolder()
        var profile = Profile()
        profile.habits = [Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: 6 * 3600))]
        do { try openStore(folder).commit([.profile(profile)]) }
        var bytes = try folder.read("anicca.db")
        let time = Array("06:00".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: time) })
        bytes[place + 1] = UInt8(ascii: "9")
        try folder.write(bytes, to: "anicca.db")
        let store = try openStore(folder)
        #expect(try store.load().profile == profile)
        #expect(store.report == .recovered(fromCopy: true, setAside: nil))
    }
}
