import Bedside
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Store

/// A new key for recordings, by command (GUARD-1): after each of its writes everything can be played, whatever fails.
@Suite(.requirement("GUARD-1")) struct RecordingKeyTests {
    private static let local = LocalDateTime(wallSeconds: 1_780_000_000)
    private static let voice = [UInt8]("the owner's voice".utf8)

    private static func shelf(_ folder: TemporaryFolder) -> RecordingShelf {
        var shelf = RecordingShelf(stateFolder: folder.path)
        shelf.freeBytes = { _ in 1 << 40 }
        return shelf
    }

    @discardableResult
    private static func record(_ shelf: RecordingShelf, ends: Bool = true) throws -> Int {
        let writer = try shelf.begin(at: noon, local: local, keepDays: 7)
        try writer.append([voice, voice])
        if ends { try writer.finish() }
        return writer.info.id
    }

    private static func isWhole(_ shelf: RecordingShelf, _ id: Int) -> Bool {
        guard let reader = try? shelf.open(id) else { return false }
        return reader.next() == .sound([voice, voice]) && reader.next() == nil && reader.damages == 0
    }

    private static func secrets(_ folder: TemporaryFolder, _ name: String = "recordings.key") throws -> [String] {
        String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n").dropFirst().map(String.init)
    }

    private struct PowerCut: Error {}

    @Test func everythingOpensUnderTheNewKeyAndNothingUnderTheOld() throws {
        let folder = try TemporaryFolder()
        let shelf = Self.shelf(folder)
        let ids = [try Self.record(shelf), try Self.record(shelf, ends: false), try Self.record(shelf)]
        let (old, before) = (try folder.read("recordings.key"), try Self.secrets(folder))
        #expect(try shelf.renewKey() == 3)
        #expect(ids.allSatisfy { Self.isWhole(shelf, $0) } && shelf.ids == ids)
        let after = try Self.secrets(folder)
        #expect(after.count == 1 && after != before && !shelf.isRenewingKey)
        #expect(try folder.mode("recordings.key") == 0o600 && !folder.names.contains("recordings.head"))
        #expect(shelf.list().map(\.state) == [.whole, .cutShort, .whole])
        // Whoever has read the old key opens nothing with it.
        try folder.write(old, to: "recordings.key")
        chmod(folder.path + "/recordings.key", 0o600)
        #expect(ids.allSatisfy { !Self.isWhole(shelf, $0) })
    }

    @Test func withoutRecordingsThereIsNothingToSeal() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.shelf(folder).renewKey() == 0)
        #expect(folder.names.isEmpty)
    }

    /// The power fails before each of the writes in turn; a head is torn where it was being overwritten.
    @Test func aPowerCutAtAnyWriteLosesNothingAndTheChangeGoesOn() throws {
        var steps: Set<String> = []
        for cut in 0..<40 {
            let folder = try TemporaryFolder()
            let shelf = Self.shelf(folder)
            let ids = [try Self.record(shelf), try Self.record(shelf)]
            let before = try Self.secrets(folder)
            let count = Mutex(0)
            let seen = Mutex("")
            var failing = shelf
            failing.willWrite = { [path = folder.path] step throws(StoreError) in
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                guard number == cut else { return }
                seen.withLock { $0 = "\(step)".prefix { $0 != "(" }.description }
                if case .writingHead(let id) = step { Self.tear("\(path)/recordings/\(id).talk") }
                throw .inputOutput(code: EIO, "cut")
            }
            let isCut = (try? failing.renewKey()) == nil
            guard isCut else { break }
            steps.insert(seen.withLock { $0 })
            // At the next start.
            let again = Self.shelf(folder)
            _ = try again.tidy(today: nil, keepDays: 7)
            #expect(ids.allSatisfy { Self.isWhole(again, $0) }, "cut \(cut)")
            #expect(!again.isRenewingKey && !folder.names.contains("recordings.head"), "cut \(cut)")
            // Nothing had begun before the first write.
            #expect(try (Self.secrets(folder) == before) == (cut == 0), "cut \(cut)")
            try again.renewKey()
            #expect(ids.allSatisfy { Self.isWhole(again, $0) })
            #expect(try Self.secrets(folder).count == 1)
        }
        #expect(steps == ["addingKey", "notingHead", "writingHead", "removingNote", "forgettingOlderKey"])
    }

    /// Half of a head as a torn write leaves it.
    private static func tear(_ file: String) {
        let descriptor = open(file, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let noise = [UInt8](repeating: 0xEE, count: RecordingFormat.headBytes - RecordingFormat.plainBytes - 20)
        _ = noise.withUnsafeBytes {
            pwrite(descriptor, $0.baseAddress, $0.count, off_t(RecordingFormat.plainBytes + 10))
        }
    }

    @Test func aTalkThatIsBeingRecordedGoesOn() throws {
        let folder = try TemporaryFolder()
        let shelf = Self.shelf(folder)
        let writer = try shelf.begin(at: noon, local: Self.local, keepDays: 7)
        try writer.append([Self.voice])
        try shelf.renewKey()
        try writer.append([Self.voice])
        try writer.finish()
        let reader = try shelf.open(writer.info.id)
        #expect(reader.next() == .sound([Self.voice]) && reader.next() == .sound([Self.voice]))
        #expect(reader.next() == nil && reader.hasEnded && reader.damages == 0)
    }

    /// A recording that begins while the key is changed is not sealed under the one that goes.
    @Test func recordingsAndNewKeysAtTheSameTimeLoseNothing() async throws {
        let folder = try TemporaryFolder()
        let shelf = Self.shelf(folder)
        try Self.record(shelf)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<8 { _ = try? Self.record(Self.shelf(folder)) } }
            for _ in 0..<3 { group.addTask { for _ in 0..<4 { _ = try? Self.shelf(folder).renewKey() } } }
        }
        #expect(shelf.ids.count == 9 && !shelf.isRenewingKey)
        for id in shelf.ids { #expect(Self.isWhole(shelf, id), "\(id)") }
    }

    /// Under another credential a recording cannot be opened: nothing is deleted, and the older key stays for it.
    @Test func whatCannotBeOpenedKeepsTheOlderKey() throws {
        let folder = try TemporaryFolder()
        var service = Self.shelf(folder)
        service.credential = { [1, 2, 3] }
        let sealed = try Self.record(service)
        var owner = Self.shelf(folder)
        owner.credential = { [] }
        owner.serviceCredential = { [] }
        let plain = try Self.record(owner)
        let before = try #require(try Self.secrets(folder).first)
        #expect(throws: RecordingError.sealed(.otherKey)) { try owner.renewKey() }
        #expect(try Self.secrets(folder).contains(before) && owner.isRenewingKey)
        #expect(owner.ids == [sealed, plain] && Self.isWhole(owner, plain) && Self.isWhole(service, sealed))
        // The service goes on with it.
        _ = try service.tidy(today: nil, keepDays: 7)
        #expect(!service.isRenewingKey && Self.isWhole(service, plain) && Self.isWhole(service, sealed))
        #expect(try !(Self.secrets(folder).contains(before)))
        // A command line that can read the service's credential seals with it.
        owner.serviceCredential = { [1, 2, 3] }
        try owner.renewKey()
        #expect(Self.isWhole(service, sealed))
        owner.serviceCredential = { [] }
        #expect(!Self.isWhole(owner, sealed))
    }

    @Test func withoutItsKeyNothingIsChanged() throws {
        let folder = try TemporaryFolder()
        let shelf = Self.shelf(folder)
        let id = try Self.record(shelf)
        let head = try folder.read("recordings/\(id).talk")
        try FileManager.default.removeItem(atPath: folder.path + "/recordings.key")
        #expect(throws: RecordingError.self) { try shelf.renewKey() }
        #expect(try folder.read("recordings/\(id).talk") == head && !folder.names.contains("recordings.key"))
    }

    /// A damaged head keeps no key, and a deleted recording does not come back with a note that was left over.
    @Test func aLeftOverNoteChangesNoOtherRecording() throws {
        let folder = try TemporaryFolder()
        let shelf = Self.shelf(folder)
        let (first, second) = (try Self.record(shelf), try Self.record(shelf))
        let failing = Mutex(true)
        var cut = shelf
        cut.willWrite = { step throws(StoreError) in
            if case .writingHead = step, failing.withLock({ $0 }) { throw .inputOutput(code: EIO, "cut") }
        }
        #expect(throws: RecordingError.self) { try cut.renewKey() }
        #expect(folder.names.contains("recordings.head"))
        try shelf.delete(first)
        let other = try shelf.begin(at: noon + .seconds(5), local: Self.local, keepDays: 7)
        try other.append([Self.voice, Self.voice])
        // As if the number had been given again.
        try FileManager.default.moveItem(
            atPath: folder.path + "/recordings/\(other.info.id).talk", toPath: folder.path + "/recordings/\(first).talk"
        )
        let bytes = try folder.read("recordings/\(first).talk")
        try? shelf.finishKeyRenewal()
        #expect(try folder.read("recordings/\(first).talk") == bytes)
        #expect(!folder.names.contains("recordings.head") && Self.isWhole(shelf, second))
        // Deleting everything takes a note with it.
        try shelf.deleteAll()
        #expect(!folder.names.contains { $0.hasPrefix("recordings") })
    }

    // MARK: The owner's phrases

    @Test(.requirement("MIND-7")) func phrasesGetANewKeyAsSafely() throws {
        var steps = 0
        for cut in 0..<20 {
            let folder = try TemporaryFolder()
            let shelf = SoundShelf(.phrases, stateFolder: folder.path)
            let recordings = [try shelf.keep(Self.voice), try shelf.keep([1, 2, 3])]
            let before = try Self.secrets(folder, "phrases.key")
            let count = Mutex(0)
            var failing = shelf
            failing.willWrite = { _ throws(RecordingError) in
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                if number == cut { throw .store(.inputOutput(code: EIO, "cut")) }
            }
            let isCut = (try? failing.renewKey()) == nil
            #expect(
                try shelf.open(recordings[0]) == Self.voice && shelf.open(recordings[1]) == [1, 2, 3], "cut \(cut)")
            try shelf.finishKeyRenewal()
            #expect(try (Self.secrets(folder, "phrases.key") == before) == (cut == 0 && isCut))
            #expect(
                try shelf.open(recordings[0]) == Self.voice && shelf.open(recordings[1]) == [1, 2, 3], "cut \(cut)")
            #expect(!shelf.isRenewingKey && shelf.recordings == recordings.sorted())
            guard isCut else { break }
            steps += 1
        }
        // The key, two recordings, and the end.
        #expect(steps == 4)
    }

    /// An alarm may be due at the start, so opening the store does not wait for it; whoever records phrases goes on.
    @Test(.requirement("MIND-7", "ALARM-7")) func aStartDoesNotWaitForThePhrasesKeyAndGoesOnWithIt() throws {
        let folder = try TemporaryFolder()
        let shelf = SoundShelf(.phrases, stateFolder: folder.path)
        let one = try shelf.keep(Self.voice)
        do {
            let store = try openStore(folder)
            defer { store.close() }
            let file = PhraseRecordingFile(number: one, milliseconds: 900)
            try store.commit([
                .affirmation(.keep(Affirmation(id: 1, text: PrivateText("x"), language: .english, recording: file)))
            ])
        }
        var failing = shelf
        failing.willWrite = { step throws(RecordingError) in
            if step == .forgettingOlderKey { throw .store(.inputOutput(code: EIO, "cut")) }
        }
        #expect(throws: RecordingError.self) { try failing.renewKey() }
        #expect(shelf.isRenewingKey)
        let store = try openStore(folder)
        defer { store.close() }
        #expect(try shelf.isRenewingKey && (shelf.open(one)) == Self.voice)
        try shelf.finishKeyRenewal()
        #expect(try !shelf.isRenewingKey && (shelf.open(one)) == Self.voice)
    }
}
