import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// The owner's own voice on disk: read again whole, sealed, and gone when it is to be (MIND-9, GUARD-1).
@Suite(.requirement("MIND-9", "GUARD-1")) struct VoiceStoreTests {
    private static let words = "I am the owner of this voice. My name is Quetzalcoatl."

    private static func part() -> OwnerVoice {
        let consent = VoiceConsent(text: PrivateText(words), language: .english, sha256: "c0ffee", givenAt: noon)
        var part = OwnerVoice()
        part.voice = ClonedVoice(
            id: "voc_1", gateway: "https://gateway.example", user: "u_1", madeAt: noon, consent: consent)
        (part.choice, part.chosenAt) = (.own, noon)
        part.sending = VoiceSending(
            key: "voice-1", name: "bedside-1", gateway: "https://gateway.example", user: "u_1", consent: consent)
        part.receipts = [
            VoiceReceipt(file: 1 << 51, kind: .consent, sha256: "c0ffee", made: noon, sent: noon, destroyed: noon),
            VoiceReceipt(file: 7, kind: .sample, sha256: "5a", made: noon),
        ]
        part.deletions = [
            VoiceDeletion(
                id: "voc_0", gateway: "https://gateway.example", user: "u_0", askedAt: noon, lastTriedAt: noon,
                isAccepted: true)
        ]
        (part.mayHoldRaw, part.mayHoldClips) = (true, true)
        return part
    }

    @Test func whatIsCommittedIsReadAgainWholeAndNoWordIsInAnyFile() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([.ownVoice(Self.part())])
        }
        let again = try openStore(folder)
        #expect(try again.load().ownVoice == Self.part())
        try again.commit([.memory(.rekey)])
        #expect(try again.load().ownVoice == Self.part())
        again.close()
        #expect(try !folder.holds("Quetzalcoatl"))
    }

    /// The consent's words are sealed with the memory's key. What proves the consent, and what is owed, stays.
    @Test func aWipeOfTheMemoryTakesTheWordsOfTheConsentAlone() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([.ownVoice(Self.part())])
            try store.commit([.memory(.wipe)])
            #expect(try store.load().ownVoice == Self.part().withoutWords)
        }
        let again = try openStore(folder)
        defer { again.close() }
        #expect(try again.load().ownVoice == Self.part().withoutWords)
        #expect(try again.load().ownVoice.voice?.consent.sha256 == "c0ffee")
    }

    @Test func aLostKeyCostsTheWordsAndNoAlarm() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            defer { store.close() }
            try store.commit([.profile(Profile(ownerName: "x")), .ownVoice(Self.part())])
        }
        try folder.remove("vault.key")
        let again = try openStore(folder)
        defer { again.close() }
        #expect(try again.load().ownVoice == Self.part().withoutWords)
        #expect(try again.load().profile.ownerName == "x")
    }

    /// A deletion of a voice leaves no sealed consent behind, even for whoever has the key.
    @Test func aDeletedVoiceLeavesNoSealedConsent() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        try store.commit([.ownVoice(Self.part())])
        let sealed = try #require(
            try store.queueForTest?.read { db in
                try Data.fetchOne(db, sql: "SELECT sealed FROM voice_consent WHERE id = 1")
            })
        #expect(try folder.holds(sealed))
        var gone = Self.part()
        (gone.voice, gone.sending) = (nil, nil)
        try store.commit([.ownVoice(gone)])
        #expect(try !folder.holds(sealed))
        #expect(try store.load().ownVoice == gone)
    }

    @Test(.requirement("SETUP-4")) func anErasureLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        try store.commit([.ownVoice(Self.part())])
        let raw = SoundShelf(.rawVoice, stateFolder: folder.path)
        let clips = SoundShelf(.voiceClips, stateFolder: folder.path)
        _ = try (raw.keep([1, 2]), clips.keep([3, 4]))
        try store.erase()
        #expect(try store.load().ownVoice == OwnerVoice())
        #expect(raw.recordings == [] && clips.recordings == [])
        #expect(!folder.names.contains("voice-raw.key") && !folder.names.contains("voice-clips.key"))
    }

    // MARK: The migration

    @Test(.requirement("GUARD-4")) func aDatabaseOfTheVersionBeforeIsBroughtForwardWhole() throws {
        let folder = try TemporaryFolder()
        var before = Durable()
        var account = AccountStanding(gateway: "https://gateway.example", user: "u_1", owedStops: ["s_1"])
        account.profile.user = "u_1"
        before.account = account
        before.profile = Profile(ownerName: "Aki", age: .adult)
        do {
            let store = try openStore(folder)
            try store.commit([.profile(before.profile), .account(account)])
            store.close()
        }
        // As the version before left it.
        let queue = try DatabaseQueue(path: folder.file("anicca.db"))
        try queue.write { db in
            for table in VoiceTables.tables { try db.execute(sql: "DROP TABLE \(table)") }
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'v20 own voice'")
        }
        try queue.close()
        let store = try openStore(folder)
        defer { store.close() }
        #expect(!store.report.needsAttention, "\(store.report)")
        #expect(try store.load().account == account && store.load().profile == before.profile)
        #expect(try store.load().ownVoice == OwnerVoice())
        try store.commit([.ownVoice(Self.part())])
        #expect(try store.load().ownVoice == Self.part())
    }

    // MARK: The recordings

    private static let sound = [UInt8]("RIFF the owner's voice ".utf8) + [UInt8](repeating: 7, count: 100_000)

    @Test func aRawRecordingIsSealedAndOverwrittenBeforeItIsRemoved() throws {
        let folder = try TemporaryFolder()
        var shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        let one = try shelf.keep(Self.sound)
        let two = try shelf.keep(Self.sound)
        let name = "voice-raw/\(one).voice"
        #expect(try folder.mode(name) == 0o600 && folder.mode("voice-raw") == 0o700)
        #expect(try folder.mode("voice-raw.key") == 0o600)
        #expect(try Data(folder.read(name)).range(of: Data("owner's voice".utf8)) == nil)
        // A hard link is what an unlinked file leaves on a disk.
        let link = folder.file("left")
        try FileManager.default.linkItem(atPath: folder.file(name), toPath: link)
        try shelf.remove(one)
        let left = try folder.read("left")
        #expect(left.count > 100_000 && left.allSatisfy { $0 == 0 })
        #expect(shelf.recordings == [two])
        #expect(try shelf.open(two) == Self.sound)
        try shelf.removeAll()
        #expect(shelf.recordings == [] && !folder.names.contains("voice-raw.key"))
        // What is gone already is no fault.
        try shelf.remove(one)
        try shelf.removeAll()
        shelf.freeBytes = { _ in 1 }
        #expect(throws: RecordingError.noRoom) { try shelf.keep(Self.sound) }
    }

    @Test func halfAMinuteFits() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        let sound = [UInt8](repeating: 1, count: 30 * 24_000 * 2 + 44)
        #expect(try shelf.open(try shelf.keep(sound)) == sound)
        #expect(throws: RecordingError.maximumLength(seconds: 30)) {
            try shelf.keep([UInt8](repeating: 1, count: SoundShelf.Kind.rawVoice.maximumBytes + 1))
        }
    }

    /// The power fails before each step of a removal; the next one leaves nothing, and nothing whole was left before.
    @Test func aPowerCutAtAnyStepOfARemovalIsMadeGoodByTheNext() throws {
        struct Cut: Error {}
        for step in 0..<4 {
            let folder = try TemporaryFolder()
            var shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
            let files = [try shelf.keep(Self.sound), try shelf.keep(Self.sound)]
            let sealed = try files.map { try folder.read("voice-raw/\($0).voice") }
            let left = LogLines()
            shelf.willRemove = { (removal) throws(StoreError) in
                if left.all.count == step { throw .inputOutput(code: 5, "the power failed") }
                left.add(.info, "\(removal)")
            }
            #expect(throws: RecordingError.self) { try shelf.removeAll() }
            // The key goes first: whatever is left cannot be read.
            #expect(!folder.names.contains("voice-raw.key"))
            let next = SoundShelf(.rawVoice, stateFolder: folder.path)
            for file in files { #expect(throws: RecordingError.self) { try next.open(file) } }
            try next.removeAll()
            #expect(next.recordings == [])
            #expect(sealed.allSatisfy { $0.count > Self.sound.count })
        }
    }

    /// A power cut while one is written leaves an unfinished file.
    @Test func anUnfinishedRecordingGoesToo() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        _ = try shelf.keep(Self.sound)
        try folder.write([1, 2, 3], to: "voice-raw/5.voice.new")
        try shelf.removeAll()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("voice-raw")) == [])
    }

    /// A database that was lost says nothing of them any more.
    @Test func recordingsThatALostDatabaseHasLeftAreRemovedAtTheNextStart() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        do {
            let store = try openStore(folder)
            try store.commit([.ownVoice(Self.part())])
            store.close()
        }
        _ = try shelf.keep(Self.sound)
        do {
            let store = try openStore(folder)
            store.flush()
            // The rules know of them, and see to it.
            #expect(shelf.recordings.count == 1)
            store.close()
        }
        try folder.write([UInt8]("not a database, whatever it was before".utf8), to: "anicca.db")
        let store = try openStore(folder)
        defer { store.close() }
        store.flush()
        #expect(shelf.recordings == [] && !store.owesRemoval)
    }

    // MARK: Clips

    private static func phrase(_ id: Int, _ text: String) -> Change {
        .affirmation(.keep(Affirmation(id: id, text: PrivateText(text), language: .english)))
    }

    @Test(arguments: ["remove", "edit", "voice", "memory"]) func clipsGoWithTheirWordsAndWithTheVoice(
        how: String
    ) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        defer { store.close() }
        let clips = SoundShelf(.voiceClips, stateFolder: folder.path)
        var part = Self.part()
        try store.commit([.ownVoice(part), Self.phrase(1, "I can come back.")])
        _ = try clips.keep(Self.sound)
        try store.commit([Self.phrase(2, "I breathe.")])
        #expect(clips.recordings.count == 1)
        switch how {
        case "remove": try store.commit([.affirmation(.remove(id: 1))])
        case "edit": try store.commit([Self.phrase(1, "I can return.")])
        case "voice":
            part.voice = nil
            try store.commit([.ownVoice(part)])
        default: try store.commit([.memory(.wipe)])
        }
        #expect(clips.recordings == [] && !folder.names.contains("voice-clips.key") && !store.owesRemoval)
    }
}
