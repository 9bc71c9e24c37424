import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

/// The owner's recordings of phrases on disk (MIND-7, GUARD-1).
@Suite(.requirement("MIND-7", "GUARD-1"))
struct PhraseShelfTests {
    private static let sound = [UInt8]("the owner's voice".utf8)

    private static func phrase(_ id: Int) -> Change {
        .affirmation(
            .keep(Affirmation(id: id, text: PrivateText("x"), language: .english, recordingMilliseconds: 900)))
    }

    @Test func aRecordingIsSealedAndReadableByNobodyElse() throws {
        let folder = try TemporaryFolder()
        let shelf = PhraseShelf(stateFolder: folder.path)
        try shelf.keep(Self.sound, of: 1)
        #expect(try shelf.open(1) == Self.sound)
        #expect(try folder.mode("phrases/1.phrase") == 0o600)
        #expect(try folder.mode("phrases") == 0o700)
        #expect(try folder.mode("phrases.key") == 0o600)
        #expect(Data(try folder.read("phrases/1.phrase")).range(of: Data(Self.sound)) == nil)
        // A recording of another phrase cannot stand in its place.
        try folder.write(try folder.read("phrases/1.phrase"), to: "phrases/2.phrase")
        #expect(throws: RecordingError.self) { try shelf.open(2) }
        #expect(throws: RecordingError.self) { try shelf.open(3) }
        #expect(throws: RecordingError.self) {
            try shelf.keep([UInt8](repeating: 0, count: PhraseShelf.maximumBytes + 1), of: 1)
        }
    }

    @Test func aRemovedPhraseTakesItsRecordingWithIt() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let shelf = PhraseShelf(stateFolder: folder.path)
        try store.commit([Self.phrase(1), Self.phrase(2)])
        try shelf.keep(Self.sound, of: 1)
        try shelf.keep(Self.sound, of: 2)
        try store.commit([.affirmation(.remove(id: 1))])
        #expect(shelf.phrases == [2])
        #expect(try shelf.open(2) == Self.sound)
        try store.commit([.affirmation(.remove(id: 2))])
        #expect(shelf.phrases == [])
        #expect(!folder.names.contains("phrases.key"))
    }

    @Test func aPowerCutBetweenBothIsMadeGoodAtTheNextStart() throws {
        let folder = try TemporaryFolder()
        let shelf = PhraseShelf(stateFolder: folder.path)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([Self.phrase(1)])
        }
        try shelf.keep(Self.sound, of: 1)
        try shelf.keep(Self.sound, of: 7)
        let again = try openStore(folder)
        defer { again.close() }
        again.flush()
        #expect(shelf.phrases == [1])
    }

    @Test(.requirement("SETUP-4")) func aWipeOfTheMemoryAndAnErasureTakeAll() throws {
        for isErasure in [false, true] {
            let folder = try TemporaryFolder()
            let store = try openStore(folder)
            defer { store.close() }
            let shelf = PhraseShelf(stateFolder: folder.path)
            try store.commit([Self.phrase(1)])
            try shelf.keep(Self.sound, of: 1)
            if isErasure { try store.erase() } else { try store.commit([.memory(.wipe)]) }
            #expect(shelf.phrases == [])
            #expect(!folder.names.contains("phrases.key"))
        }
    }

    /// A key that is missing for a moment costs no recording.
    @Test func phrasesThatCannotBeReadNowKeepTheirRecordings() throws {
        let folder = try TemporaryFolder()
        let shelf = PhraseShelf(stateFolder: folder.path)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([Self.phrase(1)])
        }
        try shelf.keep(Self.sound, of: 1)
        let key = try folder.read("vault.key")
        try folder.remove("vault.key")
        do {
            let store = try openStore(folder)
            defer { store.close() }
            store.flush()
        }
        #expect(shelf.phrases == [1])
        try folder.write(key, to: "vault.key")
    }
}
