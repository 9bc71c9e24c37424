import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// What is remembered, on disk: sealed, whole after any cut, and erased in its bytes (GUARD-1, MIND-3; M-9).
@Suite(.requirement("GUARD-1", "MIND-3"))
struct MemoryStoreTests {
    /// Opens the store, and lets go of it at the end, so that it can be opened again.
    private static func with<Value>(
        _ folder: TemporaryFolder, _ body: (BedsideStore) throws -> Value
    ) throws -> Value {
        let store = try openStore(folder)
        defer { store.close() }
        return try body(store)
    }

    private static func settings(_ percent: Int) -> Change {
        .settings(Settings(voicePercent: percent, isMicrophoneMuted: false, hasUnseenMiss: false))
    }

    private static func setKey(_ bytes: [UInt8]?, _ folder: TemporaryFolder) throws {
        guard let bytes else { return try FileManager.default.removeItem(atPath: folder.file("vault.key")) }
        try folder.write(bytes, to: "vault.key")
        chmod(folder.file("vault.key"), 0o600)
    }

    @Test func whatIsCommittedIsReadAgainWhole() throws {
        let folder = try TemporaryFolder()
        let changes = try SealedMemory.everything()
        var expected = Durable()
        for change in changes { expected.apply(change) }
        try Self.with(folder) { store in
            try store.commit(changes)
            #expect(try store.load().memory == expected.memory)
            let reader = try BedsideStore.open(folder: folder.path, access: .readOnly, now: CivilTime(seconds: 0))
            #expect(try reader.load().memory == expected.memory)
        }
        #expect(try Self.with(folder) { try $0.load() }.memory == expected.memory)
    }

    /// E-4: what was felt is sealed, and gone from the disk once labels are off.
    @Test(.requirement("MIND-2")) func labelsAreSealedAndErased() throws {
        let folder = try TemporaryFolder()
        let day = LabelledDay(date: try #require(LocalDate("2026-11-24")), feelings: [FeltLabel(.aversion)])
        try Self.with(folder) { try $0.commit([.memory(.mode(.on)), .memory(.record(.label(.keep(day))))]) }
        #expect(try !folder.holds("aversion"))
        #expect(try Self.with(folder) { try $0.load() }.memory.memory.labels.days == [day])
        let sealed = try Self.with(folder) { store in
            try store.queueForTest?.read { try Data.fetchOne($0, sql: "SELECT sealed FROM memory_label") }
        }
        try Self.with(folder) { try $0.commit([.memory(.record(.label(.isOn(false))))]) }
        let diary = try Self.with(folder) { try $0.load() }.memory.memory.labels
        #expect(diary.days.isEmpty && !diary.isOn)
        #expect(try folder.allBytes().range(of: try #require(sealed)) == nil)
        try Self.with(folder) { try $0.commit([.memory(.record(.label(.isOn(true))))]) }
        #expect(try Self.with(folder) { try $0.load() }.memory.memory.labels.isOn)
    }

    @Test func noWordIsInAnyFile() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything())
            for words in [
                SealedMemory.text, "Momotaro", "夕方に散歩", "dog-name", "open the window", "walked", "静か", "calm",
            ] {
                #expect(try !folder.holds(words), "\(words)")
            }
        }
        #expect(try !folder.holds("Momotaro"))
    }

    /// Even who has the key finds nothing: the sealed record itself is gone, from the log too.
    @Test func whatIsForgottenLeavesNoSealedCopy() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { store in
            try store.commit([.memory(.mode(.on)), .memory(.record(.keep(try SealedMemory.item(1))))])
            let sealed = try #require(
                try store.queueForTest?.read { try Data.fetchOne($0, sql: "SELECT sealed FROM memory WHERE id = 1") })
            #expect(try folder.holds(sealed))
            var memory = Memory()
            memory.apply(.keep(try SealedMemory.item(1)))
            try store.commit(memory.forget(MemoryID(1)).map { .memory(.record($0)) })
            #expect(try !folder.holds(sealed))
            #expect(try store.load().memory.memory.items.first?.use.status == .forgotten)
        }
    }

    /// A reader keeps the log, and then the power goes: the next start makes it good, at an idle moment.
    @Test func aPowerCutBeforeTheLogIsEmptiedLeavesNoSealedCopyEither() throws {
        let (folder, cut) = (try TemporaryFolder(), try TemporaryFolder())
        let sealed: Data = try Self.with(folder) { store in
            try store.commit([.memory(.mode(.on)), .memory(.record(.keep(try SealedMemory.item(1))))])
            let sealed = try #require(
                try store.queueForTest?.read { try Data.fetchOne($0, sql: "SELECT sealed FROM memory WHERE id = 1") })
            var memory = Memory()
            memory.apply(.keep(try SealedMemory.item(1)))
            let reader = try DatabaseQueue(path: folder.file("anicca.db"))
            try reader.inDatabase { db in
                try db.execute(sql: "BEGIN; SELECT count(*) FROM memory")
                // A transaction that stays open would end the whole run.
                defer { try? db.execute(sql: "ROLLBACK") }
                try store.commit(memory.forget(MemoryID(1)).map { .memory(.record($0)) })
                #expect(store.owesRemoval)
                try folder.copy(["", "-wal"], to: cut)
            }
            try Self.setKey(try folder.read("vault.key"), cut)
            return sealed
        }
        #expect(try cut.holds(sealed))
        try Self.with(cut) { store in
            #expect(store.owesRemoval)
            store.flush()
            #expect(!store.owesRemoval)
            let left = try cut.allBytes()
            #expect(left.range(of: sealed) == nil)
        }
    }

    /// What is taken back leaves none either, and what it replaced is there with its words, after a restart too.
    @Test func whatIsTakenBackLeavesNoSealedCopy() throws {
        let folder = try TemporaryFolder()
        let sealed: [Data] = try Self.with(folder) { store in
            var memory = Memory()
            var changes: [MemoryChange] = []
            for (talk, text) in [SealedMemory.text, "Has a dog named Bruno"].enumerated() {
                let words = PrivateText(text)
                changes += try memory.keep(
                    MemoryCandidate(slot: "dog-name", text: words, quote: words), at: try SealedMemory.moment(),
                    talk: talk + 1, habit: nil
                ).get()
            }
            try store.commit([.memory(.mode(.on))])
            try store.commit(changes.map { .memory(.record($0)) })
            return try #require(
                try store.queueForTest?.read { try Data.fetchAll($0, sql: "SELECT sealed FROM memory ORDER BY id") })
        }
        try #require(sealed.count == 2)
        try Self.with(folder) { store in
            var memory = try store.load().memory.memory
            #expect(memory.items.map(\.use.status) == [.superseded, .active])
            try store.commit(memory.takeBack([MemoryID(2)]).map { .memory(.record($0)) })
        }
        #expect(try folder.allBytes().range(of: sealed[1]) == nil)
        #expect(try folder.allBytes().range(of: sealed[0]) != nil)
        let items = try Self.with(folder) { try $0.load() }.memory.memory.items
        #expect(items.map(\.use.status) == [.active, .forgotten])
        #expect(items.map(\.text.words) == [SealedMemory.text, ""])
    }

    /// Nor does what other words took the place of: an edited memory, a day's or a talk's lines, labels, a transcript that
    /// waits.
    @Test func whatIsReplacedLeavesNoSealedCopy() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
        let day = try #require(LocalDate("2026-11-25"))
        let monday = try #require(LocalDate("2026-08-03"))
        var edited = try SealedMemory.item(1)
        edited.text = PrivateText("Has a cat")
        let at = try SealedMemory.moment()
        let replacements: [(query: String, change: OwnerMemory.Change)] = [
            ("memory WHERE id = 1", .record(.keep(edited))),
            (
                "memory_day",
                .record(.keepDay(DaySummary(date: day, lines: [PrivateText("ran")], language: .english)))
            ),
            ("memory_label", .record(.label(.keep(LabelledDay(date: monday, feelings: [FeltLabel(.joy)]))))),
            ("memory_talk", .sent(SentTalk(talk: 3, at: at, habit: nil, lines: [PrivateText("")]))),
            (
                "memory_pending",
                .pending(PendingTalk(at: at, lines: [TalkLine(.owner, PrivateText("another talk"))]))
            ),
        ]
        for isOpenedAnew in [false, true] {
            for (query, change) in replacements {
                func sealed(_ store: BedsideStore) throws -> Data {
                    try #require(
                        try store.queueForTest?.read { try Data.fetchOne($0, sql: "SELECT sealed FROM \(query)") })
                }
                // Sealed anew as it was first, and then replaced, by the same store or after a restart.
                try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
                let store = try openStore(folder)
                defer { store.close() }
                if !isOpenedAnew { try store.commit(try SealedMemory.everything()) }
                let before = try sealed(store)
                try store.commit([.memory(change)])
                #expect(try sealed(store) != before)
                #expect(try folder.allBytes().range(of: before) == nil, "\(query), opened anew: \(isOpenedAnew)")
            }
        }
    }

    @Test func aLostOrAnotherKeyLeavesTheAlarmsAndDeletesNothing() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything() + [Self.settings(33)]) }
        let key = try folder.read("vault.key")
        let another = Array("anicca vault 1\n\(String(repeating: "ab", count: 32))\n".utf8)
        let others: [(key: [UInt8]?, fault: VaultFault)] = [
            (nil, .key), (another, .key), (Array("no key\n".utf8), .keyUnusable),
        ]
        for other in others {
            try Self.setKey(other.key, folder)
            try Self.with(folder) { store in
                let durable = try store.load()
                #expect(durable.memory.fault == other.fault && durable.memory.memory.items.isEmpty)
                #expect(durable.memory.mode == .on && durable.settings.voicePercent == 33)
                // An alarm's progress is written all the same.
                try store.commit([.lastWritten(CivilTime(seconds: 9_000_000))])
                #expect(store.isWorking)
            }
            try Self.setKey(key, folder)
        }
        #expect(try Self.with(folder) { try $0.load() }.memory.memory.items.count == 4)
    }

    @Test func aChangeThatCannotBeSealedIsLeftOutAloneAndReported() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) {
            try $0.commit([.memory(.mode(.on)), .memory(.record(.keep(try SealedMemory.item(1))))])
        }
        try Self.setKey(Array("no key\n".utf8), folder)
        try Self.with(folder) { store in
            #expect(throws: StoreError.self) {
                try store.commit([.memory(.record(.keep(try SealedMemory.item(2)))), Self.settings(44)])
            }
            // What is not private is on disk, and nothing waits for a key.
            #expect(store.isWorking)
        }
        #expect(try Self.with(folder) { try $0.load() }.settings.voicePercent == 44)
    }

    @Test func aDamagedRecordIsReportedAndNotDeleted() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything())
            try store.queueForTest?.write {
                try $0.execute(sql: "UPDATE memory SET sealed = zeroblob(80) WHERE id = 1")
            }
        }
        try Self.with(folder) { store in
            #expect(try store.load().memory.fault != nil)
            let count = try store.queueForTest?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") }
            #expect(count == 4)
        }
    }

    /// Nor does a value outside the seal that makes no sense: the memory cannot be read, and everything else can.
    @Test(arguments: [
        "UPDATE memory SET status = 'odd' WHERE id = 1", "UPDATE memory SET is_pinned = -3, id = -1 WHERE id = 1",
        "UPDATE memory_mode SET mode = 'odd'", "UPDATE memory_run SET habit = '?!'",
        "UPDATE memory_day SET sealed = x''",
    ]) func aValueThatMakesNoSenseCostsNoAlarm(damage: String) throws {
        let folder = try TemporaryFolder()
        let once = OneOffAlarm(id: try #require(HabitID("once-1")), at: try SealedMemory.moment().local, like: .wake)
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything() + [.oneOff(once), Self.settings(33)])
            try store.queueForTest?.write { try $0.execute(sql: damage) }
        }
        try Self.with(folder) { store in
            let durable = try store.load()
            #expect(durable.memory.fault == .damaged && durable.memory.memory.items.isEmpty)
            #expect(durable.oneOffs.count == 1 && durable.settings.voicePercent == 33)
            try store.commit([.lastWritten(CivilTime(seconds: 9_000_000))])
            #expect(store.isWorking)
        }
    }

    /// Nor do those of other parts on which no alarm depends: each is none, and the memory is read.
    @Test(arguments: [
        "INSERT INTO talk_record (id, seconds, day, disclosed_on) VALUES (1, 5, 'odd', '2026-13-40')",
        "INSERT INTO teaching_heard VALUES ('kindness', 'odd')", "UPDATE profile SET country = '??', age = 'odd'",
    ]) func anOddValueOfALesserPartIsNone(damage: String) throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything() + [.profile(Profile(ownerName: "Ann"))])
            try store.queueForTest?.write { try $0.execute(sql: damage) }
        }
        try Self.with(folder) { store in
            let durable = try store.load()
            #expect(store.report == .clean && durable.memory.memory.items.count == 4)
            #expect(durable.profile == Profile(ownerName: "Ann") && durable.talks.day == nil)
            #expect(durable.teachings == OwnerTeachings())
        }
    }

    @Test func wipingTheMemoryDestroysItsKeyAndKeepsTheAlarms() throws {
        let folder = try TemporaryFolder()
        let once = OneOffAlarm(id: try #require(HabitID("once-1")), at: try SealedMemory.moment().local, like: .wake)
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything() + [.oneOff(once)])
            let before = try folder.read("vault.key")
            try store.commit([.memory(.wipe)])
            #expect(!folder.names.contains("vault.key"))
            let durable = try store.load()
            #expect(durable.memory.memory.items.isEmpty && durable.memory.mode == .on && durable.oneOffs.count == 1)
            // What is kept from now on is sealed under another key.
            try store.commit([.memory(.record(.keep(try SealedMemory.item(1))))])
            #expect(try folder.read("vault.key") != before)
        }
        let durable = try Self.with(folder) { try $0.load() }
        #expect(durable.memory.memory.items.count == 1 && durable.memory.fault == nil)
    }

    /// A database that takes the schedule of the copy keeps its own memory.
    @Test func theScheduleCopyTouchesNoMemory() throws {
        let folder = try TemporaryFolder()
        var profile = Profile()
        profile.ownerName = "Ann"
        try Self.with(folder) { store in
            try store.commit(try SealedMemory.everything())
            try store.commit([.profile(profile)])
            try store.queueForTest?.write { try $0.execute(sql: "UPDATE profile SET owner_name = 'Bob'") }
        }
        let durable = try Self.with(folder) { try $0.load() }
        #expect(durable.profile.ownerName == "Ann" && durable.memory.memory.items.count == 4)
        #expect(try !folder.holds("Momotaro"))
    }

    /// M-9: the package keeps a copy of the database for an older version; what is forgotten goes there, too, and the
    /// alarms stay.
    @Test(.requirement("GUARD-4")) func whatIsForgottenLeavesTheCopiesOfOtherVersionsToo() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything() + [Self.settings(61)]) }
        for name in ["anicca.db.kept-3", "anicca.db.corrupt-20261124T223000Z"] {
            try folder.write(Array(try folder.read("anicca.db")), to: name)
        }
        let sealed = try Self.with(folder) { store in
            try #require(
                try store.queueForTest?.read { try Data.fetchAll($0, sql: "SELECT sealed FROM memory ORDER BY id") })
        }
        try #require(sealed.count == 4)
        #expect(Data(try folder.read("anicca.db.kept-3")).range(of: sealed[0]) != nil)
        try Self.with(folder) { store in
            #expect(!store.owesRemoval || store.flush())
            let memory = try store.load().memory.memory
            var changed = memory
            try store.commit(changed.forget(MemoryID(1)).map { .memory(.record($0)) })
            // Not within the commit, which a ring may wait for.
            #expect(store.owesRemoval)
            store.flush()
            #expect(!store.owesRemoval)
        }
        for name in folder.names where name.contains("kept") {
            let bytes = Data(try folder.read(name))
            #expect(sealed.allSatisfy { bytes.range(of: $0) == nil }, "\(name)")
        }
        #expect(!folder.names.contains { $0.contains("corrupt") })
        let kept = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT voice_percent FROM settings") } == 61)
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") } == 0)
    }

    /// A talk that waits for its summary is kept for a day at most; a copy knows no time.
    @Test func aTalkThatWaitsIsTakenOutOfTheCopiesAtTheFirstIdleMoment() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
        try folder.write(Array(try folder.read("anicca.db")), to: "anicca.db.kept-3")
        try Self.with(folder) { #expect($0.flush()) }
        let kept = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory_pending") } == 0)
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") } == 4)
    }

    /// An older version may need the copy: it stays where it cannot be written now, and is owed.
    @Test func aCopyThatIsBusyStaysAndIsErasedLater() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
        try folder.write(Array(try folder.read("anicca.db")), to: "anicca.db.kept-3")
        try folder.write(Array("{}".utf8), to: "anicca.db.kept-3-schedule")
        let other = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        try Self.with(folder) { store in
            var memory = try store.load().memory.memory
            try other.inDatabase { db in
                try db.execute(sql: "BEGIN IMMEDIATE")
                try store.commit(memory.forget(MemoryID(1)).map { .memory(.record($0)) })
                store.flush()
                #expect(store.owesRemoval)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM memory") == 4)
                try db.execute(sql: "ROLLBACK")
            }
            try other.close()
            store.flush()
            #expect(!store.owesRemoval)
        }
        let kept = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") } == 0)
        #expect(folder.names.contains("anicca.db.kept-3-schedule"))
    }

    /// A power cut before the idle moment does not bring the words back; nor does a log without its database.
    @Test func whatIsOwedToTheCopiesIsKnownAfterARestart() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
        try folder.write(Array(try folder.read("anicca.db")), to: "anicca.db.kept-3")
        let orphan = "anicca.db.corrupt-20261124T223000Z-wal"
        try folder.write(Array(repeating: 7, count: 9000), to: orphan)
        let other = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            try Self.with(folder) { store in
                var memory = try store.load().memory.memory
                try store.commit(memory.forget(MemoryID(1)).map { .memory(.record($0)) })
            }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM memory") == 4)
            try db.execute(sql: "ROLLBACK")
        }
        try other.close()
        let before = folder.names
        try Self.with(folder) { store in
            store.flush()
            #expect(!store.owesRemoval)
        }
        let kept = try DatabaseQueue(path: folder.file("anicca.db.kept-3"))
        #expect(try kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") } == 0)
        #expect(!folder.names.contains(orphan))
        // The note itself goes, so that the words of a later copy stay until something else is forgotten.
        #expect(before.contains(StateFolder.setAsideOwedName) && !folder.names.contains(StateFolder.setAsideOwedName))
    }

    /// What cannot be read as a database may hold anything.
    @Test func aCopyThatIsDamagedGoes() throws {
        let folder = try TemporaryFolder()
        try Self.with(folder) { try $0.commit(try SealedMemory.everything()) }
        try folder.write(Array(repeating: 7, count: 9000), to: "anicca.db.kept-3")
        try Self.with(folder) { store in
            var memory = try store.load().memory.memory
            try store.commit(memory.forget(MemoryID(1)).map { .memory(.record($0)) })
            #expect(try store.load().memory.memory.item(MemoryID(1))?.use.status == .forgotten)
        }
        #expect(!folder.names.contains("anicca.db.kept-3"))
    }
}
