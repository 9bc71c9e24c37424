import Bedside
import Foundation
import GRDB
import Synchronization
import TestKit
import Testing

@testable import Store

@Suite(.requirement("ALARM-7")) struct PowerCutTests {
    /// The changes of commit `number`: enough to see that none is missing or half done.
    private static func changes(_ number: Int) -> [Change] {
        let occurrence = Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_600 + Int32(number % 200)))
        var settings = Settings()
        settings.voicePercent = number % 101
        return [
            .record(OccurrenceRecord(occurrence: occurrence, due: noon, rings: number)),
            .lastWritten(CivilTime(nanoseconds: Int64(number))),
            .night(NightEntry(at: noon, kind: .ring, followUp: number)),
        ] + (number.isMultiple(of: 7) ? [.settings(settings)] : [])
    }

    private static func state(after count: Int) -> Durable {
        var durable = Durable()
        for number in stride(from: 1, through: count, by: 1) { changes(number).forEach { durable.apply($0) } }
        return durable
    }

    /// Files copied at random moments show all commits acknowledged before, and all or nothing of the one under way.
    @Test func anyMomentShowsEveryAcknowledgedCommitAndNoHalfOne() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let progress = Progress()
        let writer = Thread {
            var random = SeededRandom(seed: 3)
            var number = 0
            while !progress.isDone.load(ordering: .acquiring) {
                number += 1
                guard (try? store.commit(Self.changes(number))) != nil else { break }
                progress.acknowledged.store(number, ordering: .releasing)
                guard random.chance(3) else { continue }
                store.flush()
                _ = try? store.queueForTest?.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
            }
            progress.hasEnded.store(true, ordering: .releasing)
        }
        writer.start()
        defer {
            progress.isDone.store(true, ordering: .releasing)
            while !progress.hasEnded.load(ordering: .acquiring) { usleep(1000) }
        }
        var seen: Set<Int> = []
        var random = SeededRandom(seed: 4)
        let end = Date(timeIntervalSinceNow: 20)
        while seen.count < 25, Date() < end {
            usleep(UInt32(random.below(15_000)))
            let before = progress.acknowledged.load(ordering: .acquiring)
            guard let cut = try powerCut(folder) else { continue }
            let after = progress.acknowledged.load(ordering: .acquiring) + 1
            let found = try openStore(cut)
            let durable = try found.load()
            let count = Int(durable.lastWritten?.nanoseconds ?? 0)
            #expect((before...after).contains(count), "\(count) is not in \(before)...\(after)")
            #expect(durable == Self.state(after: count))
            #expect(try found.night(limit: 1).last?.followUp ?? 0 == count)
            #expect(found.report == .clean)
            seen.insert(count)
        }
        #expect(seen.count >= 10, "at least 10 different moments are cut: \(seen.count)")
    }

    /// Database and log as they are at one instant; nil if a checkpoint ran meanwhile (then the copy matches no
    /// instant).
    private func powerCut(_ folder: TemporaryFolder) throws -> TemporaryFolder? {
        func stamp() throws -> [UInt8] {
            var info = stat()
            guard stat(folder.file("anicca.db"), &info) == 0 else { return [] }
            let header = try folder.read("anicca.db-wal").prefix(32)
            return header + Array("\(info.st_mtim.tv_sec).\(info.st_mtim.tv_nsec).\(info.st_size)".utf8)
        }
        let before = try stamp()
        let cut = try TemporaryFolder()
        try folder.copy(["", "-wal"], to: cut)
        return try stamp() == before ? cut : nil
    }

    /// A commit that was cut off after any number of bytes, followed by rubbish, is as if it had never begun.
    @Test func aTornLogShowsThePreviousCommit() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        for number in 1...5 { try store.commit(Self.changes(number)) }
        let before = try folder.read("anicca.db-wal")
        try store.commit(Self.changes(6))
        let after = try folder.read("anicca.db-wal")
        #expect(after.count > before.count && after.starts(with: before))
        let database = try folder.read("anicca.db")
        var random = SeededRandom(seed: 11)
        let tail = after.count - before.count
        for cut in [0, 1, 24, tail - 1] + (0..<30).map({ _ in random.below(tail) }) {
            for fill in [nil, 0, 0xFF] as [UInt8?] {
                let torn = try TemporaryFolder()
                try torn.write(database, to: "anicca.db")
                let rest = fill.map { [UInt8](repeating: $0, count: tail - cut) } ?? []
                try torn.write(Array(after.prefix(before.count + cut)) + rest, to: "anicca.db-wal")
                let durable = try openStore(torn).load()
                // The last bytes of the last frame may happen to equal the fill.
                let isWhole = Array(after.prefix(before.count + cut)) + rest == after
                #expect(durable == Self.state(after: isWhole ? 6 : 5), "cut at \(cut) of \(tail)")
            }
        }
        let whole = try TemporaryFolder()
        try whole.write(database, to: "anicca.db")
        try whole.write(after, to: "anicca.db-wal")
        #expect(try openStore(whole).load() == Self.state(after: 6))
    }

    /// What is kept of a talk, and for it: a tool's write, a transcript that waits, its replacement, a correction, the wipe.
    private static func memorySteps() throws -> [[OwnerMemory.Change]] {
        let at = try SealedMemory.moment()
        var corrected = try SealedMemory.item(1)
        corrected.text = PrivateText("Has a cat")
        func waiting(_ words: String) -> OwnerMemory.Change {
            .pending(PendingTalk(at: at, lines: [TalkLine(.owner, PrivateText(words))]))
        }
        return [
            [
                .record(.use(MemoryID(1), MemoryItem.Use(status: .superseded))),
                .record(.keep(try SealedMemory.item(2, text: "Plays the cello"))),
                .sent(SentTalk(talk: 4, at: at, habit: nil, lines: [PrivateText("- Plays the cello")])),
            ],
            [waiting("the first talk")], [waiting("the second talk")], [.record(.keep(corrected))], [.pending(nil)],
            [.wipe],
        ]
    }

    /// MIND-3: each is there whole or not at all after a cut at any byte of the log. A wipe destroys the key first, so that
    /// a cut inside it leaves nothing that can be read, and says so; alarms are as they were.
    @Test(.requirement("MIND-3", "GUARD-1")) func aTornLogShowsTheMemoryAsItWasOrAsItIs() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        try store.commit([
            .armedSince(.wake, noon), .memory(.mode(.on)), .memory(.record(.keep(try SealedMemory.item(1)))),
        ])
        var random = SeededRandom(seed: 12)
        for (number, step) in try Self.memorySteps().enumerated() {
            let isWipe = step == [.wipe]
            let before = try store.load().memory
            let older = try folder.read("anicca.db-wal")
            let database = try folder.read("anicca.db")
            // A reader keeps the log from being emptied, so that the cut can be put anywhere in it.
            var configuration = GRDB.Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: folder.file("anicca.db"), configuration: configuration)
            try reader.writeWithoutTransaction {
                try $0.execute(sql: "BEGIN")
                _ = try Row.fetchOne($0, sql: "SELECT * FROM memory_mode")
            }
            try store.commit(step.map { .memory($0) })
            let log = try folder.read("anicca.db-wal")
            #expect(log.starts(with: older) && log.count > older.count && folder.names.contains("vault.key") != isWipe)
            // The database itself may have taken in what the log had before; the older one with the whole log says the same.
            let after = try store.load().memory
            #expect(before != after)
            let tail = log.count - older.count
            for cut in [0, 1, 24, tail / 2, tail - 1, tail] + (0..<12).map({ _ in random.below(tail) }) {
                let torn = try TemporaryFolder()
                try torn.write(database, to: "anicca.db")
                try torn.write(Array(log.prefix(older.count + cut)), to: "anicca.db-wal")
                if !isWipe {
                    try torn.write(try folder.read("vault.key"), to: "vault.key")
                    chmod(torn.file("vault.key"), 0o600)
                }
                let found = try openStore(torn)
                let durable = try found.load()
                #expect(durable.armedSince[.wake] == noon && found.report == .clean)
                let isWhole = cut == tail
                let place = "step \(number), cut at \(cut) of \(tail)"
                if isWipe, !isWhole {
                    #expect(durable.memory.fault == .key && durable.memory.memory.items.isEmpty, "\(place)")
                    try found.commit([.memory(.wipe), .memory(.record(.keep(try SealedMemory.item(1))))])
                    #expect(try found.load().memory.memory.items.count == 1 && found.load().memory.fault == nil)
                } else {
                    #expect(durable.memory == (isWhole ? after : before), "\(place)")
                }
                found.close()
            }
            try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try reader.close()
            store.flush()
        }
    }

    /// The next start shows a commit whose schedule copy was not written in time.
    @Test func copyOlderThanTheDatabaseDoesNotWin() throws {
        let folder = try TemporaryFolder()
        var store: BedsideStore? = try openStore(folder)
        try store?.commit([.profile(Profile(ownerName: "old"))])
        let old = try folder.read("schedule.json")
        try store?.commit([.profile(Profile(ownerName: "new"))])
        store = nil
        try folder.write(old, to: "schedule.json")
        store = try openStore(folder)
        #expect(store?.report == .clean)
        #expect(try store?.load().profile.ownerName == "new")
        store?.flush()
        #expect(try ScheduleCopy.parse(folder.read("schedule.json"))?.schedule.profile.ownerName == "new")
    }
}

/// How far the writing thread has come, and whether it is to stop.
private final class Progress: Sendable {
    let acknowledged = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
    let hasEnded = Atomic<Bool>(false)
}
