import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// The owner's phrases on disk: sealed, read again whole, and erased in their bytes (MIND-7, GUARD-1).
@Suite(.requirement("MIND-7", "GUARD-1"))
struct AffirmationStoreTests {
    private static let words = "I can get tired, and I can come back."

    private static func phrase(_ id: Int = 1) throws -> Affirmation {
        Affirmation(
            id: id, text: PrivateText(words), kana: PrivateText("つかれても もどれる"), language: .english,
            times: [try #require(LocalTime("07:00")), try #require(LocalTime("21:30"))], since: noon,
            recording: PhraseRecordingFile(number: 1 << 51, milliseconds: 2300))
    }

    private static func changes() throws -> [Change] {
        let date = try #require(LocalDate("2026-11-20"))
        let at = try #require(LocalTime("07:00"))
        return [
            .affirmation(.keep(try phrase())), .affirmation(.keep(try phrase(2))),
            .affirmation(.played(AffirmationPlay(id: 1, on: date, at: at))), .affirmation(.firstPlayed(on: date)),
            .affirmation(.asked(on: date)),
        ]
    }

    @Test func whatIsCommittedIsReadAgainWholeAndNoWordIsInAnyFile() throws {
        let folder = try TemporaryFolder()
        var expected = Durable()
        for change in try Self.changes() { expected.apply(change) }
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit(try Self.changes())
            #expect(try store.load().affirmations == expected.affirmations)
            #expect(try !folder.holds("come back"))
        }
        let again = try openStore(folder)
        #expect(try again.load().affirmations == expected.affirmations)
        again.close()
        #expect(try !folder.holds("come back"))
        #expect(try !folder.holds("もどれる"))
    }

    /// Even who has the key finds nothing.
    @Test func aRemovedPhraseLeavesNoSealedCopy() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        try store.commit(try Self.changes())
        let sealed = try #require(
            try store.queueForTest?.read { db in
                try Data.fetchOne(db, sql: "SELECT sealed FROM affirmation WHERE id = 1")
            })
        #expect(try folder.holds(sealed))
        try store.commit([.affirmation(.remove(id: 1))])
        #expect(try !folder.holds(sealed))
        #expect(try store.load().affirmations.phrases.map(\.id) == [2])
    }

    /// The vault's key seals both.
    @Test func aChangeOfKeysKeepsThePhrasesAndAWipeOfTheMemoryErasesThem() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit(try Self.changes())
            try store.commit([.memory(.rekey)])
        }
        let again = try openStore(folder)
        #expect(try again.load().affirmations.phrases.map(\.text.words) == [Self.words, Self.words])
        try again.commit([.memory(.wipe)])
        #expect(try again.load().affirmations.phrases.isEmpty)
        again.close()
    }

    @Test func theNumbersThatWereGivenOutliveTheirPhrases() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit(try Self.changes())
            try store.commit([.affirmation(.remove(id: 1)), .affirmation(.remove(id: 2))])
        }
        let again = try openStore(folder)
        defer { again.close() }
        #expect(try again.load().affirmations.phrases.isEmpty)
        #expect(try again.load().affirmations.lastID == 2)
    }

    @Test func aLostKeyCostsThePhrasesAndNoAlarm() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit(try Self.changes())
        }
        try folder.remove("vault.key")
        let again = try openStore(folder)
        defer { again.close() }
        let durable = try again.load()
        #expect(durable.affirmations.phrases.isEmpty)
        #expect(durable.affirmations.fault == .key)
        #expect(again.report == .clean)
    }
}
