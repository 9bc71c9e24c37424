import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// Sealing everything again under a new key (GUARD-1): nothing is lost at any step, and the old key opens nothing after.
@Suite(.requirement("GUARD-1")) struct ChangeOfKeysTests {
    /// A folder with one sealed record of each table, and what it holds.
    private static func sealed() throws -> (folder: TemporaryFolder, memory: OwnerMemory) {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            try store.commit(try SealedMemory.everything())
        }
        return (folder, SealedMemory.expected(after: try SealedMemory.everything()))
    }

    private static func keyCount(_ folder: TemporaryFolder) throws -> Int {
        String(decoding: try folder.read("vault.key"), as: UTF8.self).split(separator: "\n").count - 1
    }

    /// The folder as a power cut leaves it now, open or not.
    private static func cut(_ folder: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in folder.names where name != "lock" && !name.hasSuffix("-shm") {
            try copy.write(try folder.read(name), to: name)
            chmod(copy.file(name), 0o600)
        }
        return copy
    }

    /// After a cut everything can be read, and the change ends at the next idle moment.
    private static func goesOn(_ folder: TemporaryFolder, _ memory: OwnerMemory, _ step: String) throws {
        do {
            let store = try openStore(folder)
            #expect(try store.load().memory == memory, "\(step)")
            store.flush()
        }
        #expect(try keyCount(folder) == 1, "\(step)")
        #expect(try loaded(folder) == memory, "\(step)")
    }

    /// What the next start finds.
    private static func loaded(_ folder: TemporaryFolder) throws -> OwnerMemory {
        let store = try openStore(folder)
        defer { store.close() }
        return try store.load().memory
    }

    private static func records(_ store: BedsideStore) throws -> [Data] {
        try store.queueForTest?.read { db in
            try ["memory", "memory_day", "memory_talk", "memory_pending"].flatMap {
                try Data.fetchAll(db, sql: "SELECT sealed FROM \($0)")
            }
        } ?? []
    }

    private static func commits(_ store: BedsideStore) throws -> Int64? {
        try store.queueForTest?.read { try Int64.fetchOne($0, sql: "SELECT commits FROM store") }
    }

    @Test func everyRecordIsSealedAgainAndTheOldKeyOpensNothing() throws {
        let (folder, memory) = try Self.sealed()
        let before = try folder.read("vault.key")
        #expect(link(folder.file("vault.key"), folder.file("held")) == 0)
        var old: [Data] = []
        do {
            let store = try openStore(folder)
            old = try Self.records(store)
            #expect(old.count == 7)
            try store.commit([.memory(.rekey)])
            #expect(try store.load().memory == memory)
            let new = try Self.records(store)
            #expect(new.count == old.count && Set(new).isDisjoint(with: old))
        }
        let after = try folder.read("vault.key")
        #expect(after != before && after.count == before.count)
        // Neither the old key nor what it sealed is in any file.
        #expect(try folder.read("held").allSatisfy { $0 == 0x30 })
        let bytes = try folder.names.filter { $0 != "lock" }.reduce(into: Data()) { $0 += try folder.read($1) }
        for record in old { #expect(bytes.range(of: record) == nil) }
        #expect(bytes.range(of: Data(before.dropFirst(15).prefix(64))) == nil)
        try folder.write(before, to: "vault.key")
        chmod(folder.file("vault.key"), 0o600)
        #expect(try Self.loaded(folder).fault == .key)
        try folder.write(after, to: "vault.key")
        // A key that others can read is not lost: to wipe the memory is not what helps.
        chmod(folder.file("vault.key"), 0o640)
        #expect(try Self.loaded(folder).fault == .keyUnusable)
        chmod(folder.file("vault.key"), 0o600)
        #expect(try Self.loaded(folder).memory == memory.memory)
    }

    @Test func aPowerCutAfterAnyStepLosesNothing() throws {
        let (folder, memory) = try Self.sealed()
        let store = try openStore(folder)
        _ = try VaultKeyFile(stateFolder: folder.path).addKey()
        try Self.goesOn(try Self.cut(folder), memory, "both keys, nothing sealed again")
        let before = try folder.read("anicca.db-wal")
        try store.queueForTest?.write {
            try DurableTables.apply(.memory(.rekey), to: $0, store.seals)
            try $0.execute(sql: "UPDATE store SET commits = commits + 1")
        }
        #expect(try Self.keyCount(folder) == 2)
        let after = try folder.read("anicca.db-wal")
        #expect(after.starts(with: before) && after.count > before.count)
        var random = SeededRandom(seed: 19)
        for bytes in [0, 1, after.count - before.count]
            + (0..<20).map({ _ in random.below(after.count - before.count) })
        {
            let torn = try Self.cut(folder)
            try torn.write(Array(after.prefix(before.count + bytes)), to: "anicca.db-wal")
            try Self.goesOn(torn, memory, "the log cut after \(bytes) bytes")
        }
        try store.queueForTest?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try Self.goesOn(try Self.cut(folder), memory, "sealed again, both keys")
        try store.commit([.memory(.rekey)])
        try Self.goesOn(try Self.cut(folder), memory, "ended")
    }

    /// Who reads the database while the keys change sees older records, and needs the older key.
    @Test func theOlderKeyStaysAsLongAsSomebodyReads() throws {
        let (folder, memory) = try Self.sealed()
        let store = try openStore(folder)
        try store.commit([.lastWritten(CivilTime(seconds: 9_000_000))])
        let reader = try DatabaseQueue(path: folder.file("anicca.db"))
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM memory")
            // A transaction that stays open would end the whole run.
            defer { try? db.execute(sql: "ROLLBACK") }
            try store.commit([.memory(.rekey)])
            #expect(try Self.keyCount(folder) == 2)
            // Whoever asked for it learns that, and so does a command that only looks at the folder.
            #expect(store.isOldKeyKept && store.owesRemoval && VaultKeyFile(stateFolder: folder.path).holdsOlderKeys)
            store.flush()
            #expect(store.isOldKeyKept && store.owesRemoval && store.isWorking)
            #expect(try Self.keyCount(folder) == 2)
            let sealed = try #require(try Data.fetchOne(db, sql: "SELECT sealed FROM memory WHERE id = 1"))
            let vault = try VaultKeyFile(stateFolder: folder.path).open(holdsRecords: true)
            #expect(try !vault.open([UInt8](sealed), for: "memory/1").isEmpty)
        }
        let commits = try Self.commits(store)
        store.flush()
        #expect(try Self.keyCount(folder) == 1 && store.load().memory == memory)
        #expect(!store.isOldKeyKept && !store.owesRemoval && !VaultKeyFile(stateFolder: folder.path).holdsOlderKeys)
        // Everything was sealed again already: trying again writes nothing.
        #expect(try Self.commits(store) == commits)
    }

    /// What replaces a damaged database is sealed under the key that was there, so the change is still owed.
    @Test func aDatabaseThatIsReplacedMeanwhileStillGetsItsNewKey() throws {
        let (folder, memory) = try Self.sealed()
        let before = try folder.read("vault.key")
        do {
            let store = try openStore(folder)
            let size = try folder.read("anicca.db").count
            try folder.write([UInt8](repeating: 0x2A, count: size), to: "anicca.db")
            try store.commit([.memory(.rekey)])
            #expect(store.report.needsAttention && store.isOldKeyKept && store.owesRemoval)
            #expect(try folder.read("vault.key").starts(with: before) || Self.keyCount(folder) == 2)
            store.flush()
            #expect(!store.isOldKeyKept && !store.owesRemoval)
        }
        let after = try folder.read("vault.key")
        #expect(try after != before && Self.keyCount(folder) == 1)
        #expect(Data(after).range(of: Data(before.dropFirst(15).prefix(64))) == nil)
        #expect(try Self.loaded(folder).memory == memory.memory)
    }

    @Test func aDamagedRecordIsReportedAndCostsNoKey() throws {
        let (folder, _) = try Self.sealed()
        let store = try openStore(folder)
        try store.queueForTest?.write { db in
            let sealed = try Data.fetchOne(db, sql: "SELECT sealed FROM memory WHERE id = 2") ?? Data()
            let damaged = sealed.dropLast(1) + Data([~(sealed.last ?? 0)])
            try db.execute(sql: "UPDATE memory SET sealed = ? WHERE id = 2", arguments: [damaged])
        }
        #expect(throws: StoreError.unsealed(.damaged)) { try store.commit([.memory(.rekey)]) }
        store.flush()
        #expect(try Self.keyCount(folder) == 2)
        #expect(store.isWorking)
    }

    @Test func withoutRecordsThereIsNoKeyToChange() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit([.memory(.mode(.on)), .memory(.rekey)])
        #expect(!folder.names.contains("vault.key"))
        // With a key and nothing sealed, the key is changed all the same.
        _ = try VaultKeyFile(stateFolder: folder.path).open(holdsRecords: false)
        let before = try folder.read("vault.key")
        try store.commit([.memory(.rekey)])
        #expect(try folder.read("vault.key") != before && Self.keyCount(folder) == 1)
    }
}
