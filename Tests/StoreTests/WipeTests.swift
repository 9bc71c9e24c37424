import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

@Suite(.requirement("SETUP-4")) struct WipeTests {
    private static let secret = "Ozymandias"

    private func used(_ folder: TemporaryFolder) throws -> BedsideStore {
        let store = try openStore(folder)
        for step in 0..<40 {
            try store.commit([
                .profile(Profile(ownerName: Self.secret, sleepLocation: Self.secret + "\(step)")),
                .night(NightEntry(at: noon, kind: .started, detail: Self.secret)),
                .record(
                    OccurrenceRecord(
                        occurrence: Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_000 + Int32(step))),
                        due: noon)),
            ])
        }
        // Pages freed without being overwritten, as pruning does.
        let long = String(repeating: Self.secret, count: 2000)
        try store.commit((0..<4).map { _ in .night(NightEntry(at: noon, kind: .started, detail: long)) })
        try store.queueForTest?.write { try $0.execute(sql: "DELETE FROM night WHERE length(detail) > 100") }
        store.journal.append(Self.secret)
        try folder.write(Array(Self.secret.utf8), to: "journal.1.jsonl")
        try folder.write(Array(Self.secret.utf8), to: "anicca.db.corrupt-20260101T000000")
        try folder.write(Array(Self.secret.utf8), to: "anicca.db.corrupt-20260101T000000-wal")
        try folder.write(Array(Self.secret.utf8), to: "anicca.db.kept-1")
        return store
    }

    private func traces(_ folder: TemporaryFolder) throws -> [String] {
        let secret = Data(Self.secret.utf8)
        return try folder.names.filter { Data(try folder.read($0)).range(of: secret) != nil }
    }

    @Test func erasingLeavesNoTraceInAnyFile() throws {
        let folder = try TemporaryFolder()
        let store = try used(folder)
        #expect(try traces(folder).count >= 5)
        try store.erase()
        #expect(try traces(folder) == [])
        #expect(!folder.names.contains { $0.contains("corrupt") || $0.contains("kept") || $0.contains("journal") })
        #expect(try store.load() == Durable())
        #expect(try store.night(limit: 10).isEmpty)
        // The store can still be used, even in the same transaction as a wipe.
        try store.commit([.wipe, .profile(Profile(ownerName: "next"))])
        #expect(try store.load().profile.ownerName == "next")
        #expect(store.journal.append("new"))
        store.close()
        #expect(try traces(folder) == [])
        #expect(try folder.read("journal.jsonl") == Array("\"new\"\n".utf8))
    }

    @Test func powerCutBetweenWipeAndCleaningIsFinishedAtTheNextStart() throws {
        let folder = try TemporaryFolder()
        let store = try used(folder)
        // The wipe's transaction alone, as `commit` writes it.
        try store.queueForTest?.write {
            try DurableTables.apply(.wipe, to: $0, Seals(folder: .nowhere))
            try $0.execute(sql: "UPDATE store SET commits = commits + 1, schedule_commits = commits + 1")
        }
        let cut = try TemporaryFolder()
        for name in folder.names where name != "lock" && !name.hasSuffix("-shm") {
            try cut.write(try folder.read(name), to: name)
        }
        #expect(try traces(cut).count >= 5)
        let next = try openStore(cut)
        #expect(try next.load() == Durable())
        #expect(try traces(cut) == [])
        #expect(try next.queueForTest?.read { try Int.fetchOne($0, sql: "SELECT is_wiping FROM store") } == 0)
    }

    @Test func readerInTheWayDelaysTheCleaningAndIsReported() throws {
        let folder = try TemporaryFolder()
        let store = try used(folder)
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: folder.file("anicca.db"), configuration: configuration)
        try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT count(*) FROM night") }
        #expect(throws: StoreError.self) { try store.erase() }
        #expect(try store.load() == Durable())
        try reader.inDatabase { try $0.execute(sql: "ROLLBACK") }
        store.flush()
        #expect(try traces(folder) == [])
    }

    @Test func reopeningAfterAWipeIsClean() throws {
        let folder = try TemporaryFolder()
        do { try used(folder).erase() }
        let store = try openStore(folder)
        #expect(store.report == .clean)
        #expect(try store.load() == Durable())
    }
}
