import Bedside
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Store

/// The owner's recordings of phrases on disk (MIND-7, GUARD-1).
@Suite(.requirement("MIND-7", "GUARD-1"))
struct SoundShelfTests {
    private static let sound = [UInt8]("the owner's voice".utf8)

    private static func phrase(_ id: Int, _ recording: Int?) -> Change {
        .affirmation(
            .keep(
                Affirmation(
                    id: id, text: PrivateText("x"), language: .english,
                    recording: recording.map { PhraseRecordingFile(number: $0, milliseconds: 900) })))
    }

    @Test func aRecordingIsSealedAndReadableByNobodyElse() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        let name = "phrases/\(one).phrase"
        #expect(try shelf.open(one) == Self.sound)
        #expect(try folder.mode(name) == 0o600)
        #expect(try folder.mode("phrases") == 0o700)
        #expect(try folder.mode("phrases.key") == 0o600)
        #expect(try Data(folder.read(name)).range(of: Data(Self.sound)) == nil)
        // No recording can stand in the place of another.
        try folder.write(try folder.read(name), to: "phrases/2.phrase")
        #expect(throws: RecordingError.self) { try shelf.open(2) }
        #expect(throws: RecordingError.self) { try shelf.open(3) }
        #expect(throws: RecordingError.self) {
            try shelf.keep([UInt8](repeating: 0, count: SoundShelf.Kind.phrases.maximumBytes + 1))
        }
    }

    /// The next wake message is erased with everything else (SETUP-4), and is no recording of a phrase.
    @Test(.requirement("MIND-4", "SETUP-4")) func aWakeMessageHasAFolderAndAKeyOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let shelf = SoundShelf(.wakeVoice, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        #expect(try shelf.open(one) == Self.sound)
        #expect(try folder.mode("wake-voice.key") == 0o600)
        store.flush()
        #expect(SoundShelf(.phrases, stateFolder: folder.path).recordings == [])
        #expect(try shelf.open(one) == Self.sound)
        #expect(throws: RecordingError.maximumLength(seconds: 12)) {
            try shelf.keep([UInt8](repeating: 0, count: SoundShelf.Kind.wakeVoice.maximumBytes + 1))
        }
        try store.erase()
        #expect(shelf.recordings == [] && !folder.names.contains("wake-voice.key"))
        try shelf.removeAll()
    }

    @Test func aDiskThatIsNearlyFullTakesNone() throws {
        let folder = try TemporaryFolder()
        var shelf = SoundShelf(.phrases, stateFolder: folder.path)
        shelf.freeBytes = { _ in 199_999_999 }
        #expect(throws: RecordingError.noRoom) { try shelf.keep(Self.sound) }
        #expect(shelf.recordings == [])
    }

    @Test func aRemovedPhraseTakesItsRecordingWithIt() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let (one, two) = (try shelf.keep(Self.sound), try shelf.keep(Self.sound))
        try store.commit([Self.phrase(1, one), Self.phrase(2, two)])
        try store.commit([.affirmation(.remove(id: 1))])
        #expect(shelf.recordings == [two] && !store.owesRemoval)
        #expect(try shelf.open(two) == Self.sound)
        try store.commit([.affirmation(.remove(id: 2))])
        #expect(shelf.recordings == [])
        #expect(!folder.names.contains("phrases.key"))
    }

    /// Until the phrase refers to the new one on disk, the old one is whole.
    @Test func anotherRecordingTakesThePlaceOfTheFirstOnlyWhenItIsCommitted() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let first = try shelf.keep(Self.sound)
        do {
            let store = try openStore(folder)
            try store.commit([Self.phrase(1, first)])
            // One that is given up, or a power cut before the commit.
            let late = try shelf.keep([1, 2])
            #expect(try shelf.open(first) == Self.sound)
            store.flush()
            #expect(shelf.recordings == [first, late].sorted())
            store.close()
        }
        let store = try openStore(folder)
        defer { store.close() }
        store.flush()
        #expect(shelf.recordings == [first])
        let second = try shelf.keep([3, 4])
        try store.commit([Self.phrase(1, second)])
        #expect(shelf.recordings == [second])
        #expect(try shelf.open(second) == [3, 4])
        #expect(try store.load().affirmations.phrases.first?.recording?.number == second)
    }

    private static func intention(_ id: Int, _ recording: Int?) throws -> MemoryItem {
        let date = try #require(LocalDate("2026-11-25"))
        var item = try SealedMemory.item(id)
        item.detail = .intention(
            Intention(
                habit: .wake, forDate: date, cueKind: .wake, cue: PrivateText(""), action: PrivateText(""),
                words: PrivateText("recorded"),
                recording: recording.map { PhraseRecordingFile(number: $0, milliseconds: 900) }))
        return item
    }

    /// the recording of what the owner intends stays as long as its memory, whatever becomes of the phrases.
    @Test(.requirement("MIND-1")) func anIntentionKeepsItsRecordingUntilItIsForgotten() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let (phrase, said, again) = (
            try shelf.keep(Self.sound), try shelf.keep(Self.sound), try shelf.keep(Self.sound)
        )
        do {
            let store = try openStore(folder)
            defer { store.close() }
            let items = [try Self.intention(1, said), try Self.intention(2, again), try Self.intention(3, again)]
            try store.commit([Self.phrase(1, phrase)] + items.map { .memory(.record(.keep($0))) })
            try store.commit([.affirmation(.remove(id: 1))])
            #expect(shelf.recordings == [said, again].sorted())
        }
        let store = try openStore(folder)
        defer { store.close() }
        store.flush()
        #expect(shelf.recordings == [said, again].sorted() && !store.owesRemoval)
        #expect(try store.load().memory.memory.recordings == [said, again])
        let items = try store.load().memory.memory.items
        var gone = try #require(items.first)
        (gone.text, gone.quote, gone.detail) = (PrivateText(""), PrivateText(""), nil)
        gone.use.status = .forgotten
        try store.commit([.memory(.record(.erase(gone)))])
        #expect(shelf.recordings == [again])
        // Taken for another day, too, it stays with that one.
        try store.commit([.memory(.record(.remove(MemoryID(2))))])
        #expect(try shelf.recordings == [again] && (shelf.open(again)) == Self.sound)
        try store.commit([.memory(.wipe)])
        #expect(shelf.recordings == [] && !folder.names.contains("phrases.key"))
    }

    private static func wakeIntention(_ id: Int, _ act: String) throws -> MemoryItem {
        let date = try #require(LocalDate("2026-11-25"))
        var item = try SealedMemory.item(id)
        item.detail = .intention(
            Intention(
                habit: .wake, forDate: date, cueKind: .wake, cue: PrivateText(""), action: PrivateText(act),
                words: PrivateText(act)))
        return item
    }

    /// Whatever the clock says: the rules alone cannot know the morning under one that is not trusted.
    @Test(.requirement("MIND-4", "GUARD-1"), arguments: ["forgotten", "edited", "replaced", "refused", "kept"])
    func aReadingGoesWithItsWords(how: String) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let item = try Self.wakeIntention(1, "open the window")
        try store.commit([.memory(.record(.keep(item)))])
        let shelf = SoundShelf(.wakeVoice, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        let file = folder.path + "/wake-voice/\(one).reading"
        if how == "refused" {
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        }
        switch how {
        case "edited": try store.commit([.memory(.record(.keep(try Self.wakeIntention(1, "breathe"))))])
        case "replaced":
            var use = item.use
            use.status = .superseded
            try store.commit([.memory(.record(.use(item.id, use)))])
        case "kept":
            try store.commit([.memory(.record(.keep(try Self.wakeIntention(2, "breathe"))))])
            #expect(try shelf.open(one) == Self.sound)
            return
        default:
            var gone = item
            (gone.text, gone.quote, gone.detail) = (PrivateText(""), PrivateText(""), nil)
            gone.use.status = .forgotten
            try store.commit([.memory(.record(.erase(gone)))])
        }
        #expect(!folder.names.contains("wake-voice.key") && store.owesRemoval == (how == "refused"))
        if how == "refused" { try FileManager.default.removeItem(atPath: file) }
        store.flush()
        #expect(shelf.recordings == [] && !store.owesRemoval)
    }

    /// A key that is lost makes what it sealed unreadable, and nothing else.
    @Test func aPhraseIsRecordedAlthoughTheKeyIsLost() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let lost = try shelf.keep(Self.sound)
        try folder.remove("phrases.key")
        let two = try shelf.keep(Self.sound)
        #expect(try shelf.open(two) == Self.sound)
        #expect(throws: RecordingError.self) { try shelf.open(lost) }
    }

    /// One that no key opens keeps no other from its new seal; the older key stays, and that is told.
    @Test func oneThatCannotBeSealedAgainKeepsNoOtherFromIt() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        var shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let good = try shelf.keep(Self.sound)
        let strange = try SoundShelf(.phrases, stateFolder: other.path).keep(Self.sound)
        try folder.write(try other.read("phrases/\(strange).phrase"), to: "phrases/1.phrase")
        let renewed = Renewed()
        shelf.willWrite = { step in renewed.steps.withLock { $0.append(step) } }
        #expect(throws: RecordingError.self) { try shelf.renewKey() }
        #expect(renewed.steps.withLock { $0.contains(.writingHead(id: good)) } && shelf.isRenewingKey)
        try folder.remove("phrases/1.phrase")
        try shelf.finishKeyRenewal()
        #expect(try !shelf.isRenewingKey && shelf.open(good) == Self.sound)
    }

    private final class Renewed: Sendable {
        let steps = Mutex<[KeyRenewal]>([])
    }

    /// Nobody removes one while it is being sealed again, and the store's thread does not wait for that.
    @Test func aShelfThatIsInUseIsBusy() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        let descriptor = open(folder.path + "/phrases", O_RDONLY | O_DIRECTORY)
        #expect(flock(descriptor, LOCK_EX) == 0)
        #expect(throws: RecordingError.store(.busy)) { try shelf.remove(one) }
        #expect(throws: RecordingError.store(.busy)) { try shelf.removeAll() }
        #expect(folder.names.contains("phrases.key"))
        close(descriptor)
        try shelf.removeAll()
        #expect(shelf.recordings == [])
    }

    /// A memory that cannot be opened may still refer to them.
    @Test(.requirement("GUARD-1")) func nothingIsRemovedWhileTheMemoryCannotBeRead() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let said = try shelf.keep(Self.sound)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([.memory(.record(.keep(try Self.intention(1, said))))])
        }
        let key = try folder.read("vault.key")
        try FileManager.default.removeItem(atPath: folder.path + "/vault.key")
        do {
            let store = try openStore(folder)
            defer { store.close() }
            store.flush()
            #expect(shelf.recordings == [said] && !store.owesRemoval)
        }
        try folder.write(key, to: "vault.key")
        chmod(folder.path + "/vault.key", 0o600)
        let store = try openStore(folder)
        defer { store.close() }
        store.flush()
        #expect(try shelf.recordings == [said] && (store.load().memory.memory.recordings) == [said])
    }

    @Test func aPowerCutBetweenBothIsMadeGoodAtTheNextStart() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([Self.phrase(1, one)])
        }
        let other = try shelf.keep(Self.sound)
        try folder.write([UInt8](), to: "phrases/7.phrase.new")
        let again = try openStore(folder)
        defer { again.close() }
        #expect(again.owesRemoval && shelf.recordings.contains(other))
        again.flush()
        #expect(shelf.recordings == [one] && !again.owesRemoval)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/phrases/7.phrase.new"))
    }

    /// What a disk does not remove now is tried again, and said.
    @Test func aRecordingThatCannotBeRemovedIsOwed() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let (one, two) = (try shelf.keep(Self.sound), try shelf.keep(Self.sound))
        try store.commit([Self.phrase(1, one), Self.phrase(2, two)])
        // Nobody, not even root, can unlink a folder.
        let file = folder.path + "/phrases/\(one).phrase"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        try store.commit([.affirmation(.remove(id: 1))])
        #expect(store.owesRemoval)
        store.flush()
        #expect(store.owesRemoval)
        try FileManager.default.removeItem(atPath: file)
        store.flush()
        #expect(!store.owesRemoval && shelf.recordings == [two])
    }

    /// A phrase that comes after a removed one never has its sound, also if neither could be written for a while.
    @Test func whatWaitedForTheDiskRevivesNoRecording() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        try store.commit([Self.phrase(1, one)])
        // As in a backlog, where the later change overrides the removal.
        try store.commit(Backlog().adding([.affirmation(.remove(id: 1)), Self.phrase(1, nil)]).changes)
        #expect(shelf.recordings == [])
        #expect(try store.load().affirmations.phrases.first?.recording == nil)
    }

    @Test(.requirement("SETUP-4")) func aWipeOfTheMemoryAndAnErasureTakeAll() throws {
        for isErasure in [false, true] {
            let folder = try TemporaryFolder()
            let store = try openStore(folder)
            defer { store.close() }
            let shelf = SoundShelf(.phrases, stateFolder: folder.path)
            try store.commit([Self.phrase(1, try shelf.keep(Self.sound))])
            if isErasure { try store.erase() } else { try store.commit([.memory(.wipe)]) }
            #expect(shelf.recordings == [])
            #expect(!folder.names.contains("phrases.key"))
        }
    }

    /// A key that is missing for a moment costs no recording.
    @Test func phrasesThatCannotBeReadNowKeepTheirRecordings() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([Self.phrase(1, one)])
        }
        let key = try folder.read("vault.key")
        try folder.remove("vault.key")
        do {
            let store = try openStore(folder)
            defer { store.close() }
            store.flush()
            #expect(!store.owesRemoval)
        }
        #expect(shelf.recordings == [one])
        try folder.write(key, to: "vault.key")
    }
}
