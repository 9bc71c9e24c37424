import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

/// Recordings over real files: sealed, in order, and as whole as the power left them (GUARD-1).
@Suite(.requirement("GUARD-1")) struct RecordingShelfTests {
    private static let local = LocalDateTime(wallSeconds: 1_780_000_000)

    private func packets(_ chunk: Int) -> [[UInt8]] {
        (0..<40).map { [UInt8(chunk), UInt8($0)] + Array("Ozymandias".utf8.prefix($0 % 11)) }
    }

    private func shelf(_ folder: TemporaryFolder) -> RecordingShelf {
        var shelf = RecordingShelf(stateFolder: folder.path)
        shelf.freeBytes = { _ in 1 << 40 }
        return shelf
    }

    /// - Parameter date: when it was made, by the clock of then; the file's last write has the same date.
    @discardableResult
    private func record(
        _ shelf: RecordingShelf, chunks: Int, keepDays: Int = 7, on date: LocalDate? = nil, ends: Bool = true
    ) throws -> Int {
        let local = date.map { LocalDateTime(date: $0, time: Self.local.time) } ?? Self.local
        let writer = try shelf.begin(at: noon, local: local, keepDays: keepDays)
        for chunk in 0..<chunks { try writer.append(packets(chunk)) }
        if ends { try writer.finish() }
        let written = Date(timeIntervalSince1970: Double(local.wallSeconds))
        try FileManager.default.setAttributes(
            [.modificationDate: written], ofItemAtPath: shelf.file(writer.info.id))
        return writer.info.id
    }

    private func read(_ shelf: RecordingShelf, _ id: Int) throws -> (pieces: [RecordingReader.Piece], RecordingReader) {
        let reader = try shelf.open(id)
        var pieces: [RecordingReader.Piece] = []
        while let piece = reader.next() { pieces.append(piece) }
        return (pieces, reader)
    }

    private func file(_ id: Int) -> String { "recordings/\(id).talk" }

    /// Where each chunk begins, and where the file ends.
    private func places(_ bytes: [UInt8]) throws -> [Int] {
        var places = [RecordingFormat.headBytes]
        while let at = places.last, at < bytes.count {
            let head = try #require(RecordingFormat.ChunkHead(bytes[at...]))
            places.append(at + RecordingFormat.ChunkHead.bytes + head.length)
        }
        return places
    }

    @Test func whatIsRecordedIsPlayedAndNoFileHoldsIt() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        #expect(shelf.list().isEmpty && folder.names.isEmpty)
        let id = try record(shelf, chunks: 5)
        let (pieces, reader) = try read(shelf, id)
        #expect(pieces == (0..<5).map { .sound(packets($0)) })
        #expect(reader.hasEnded && reader.damages == 0)
        #expect(
            reader.info == RecordingInfo(id: 1, startedAt: noon, local: Self.local, keepDays: 7))
        let bytes = try folder.read(file(id))
        #expect(Data(bytes).range(of: Data("Ozymand".utf8)) == nil)
        #expect(try folder.mode(file(id)) == 0o600 && folder.mode("recordings") == 0o700)
        #expect(try folder.mode("recordings.key") == 0o600)
        let listed = try #require(shelf.list().first)
        #expect(listed.state == .whole && listed.seconds == 4 && listed.bytes == bytes.count)
    }

    /// The power fails at any byte: every whole chunk before it plays, and the recording says that it has no end.
    @Test func aPowerCutAtAnyByteCostsOnlyTheTail() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let id = try record(shelf, chunks: 3)
        let bytes = try folder.read(file(id))
        let places = try places(bytes)
        for length in RecordingFormat.headBytes..<bytes.count {
            try folder.write(Array(bytes.prefix(length)), to: file(id))
            let (pieces, reader) = try read(shelf, id)
            let whole = places.dropFirst().prefix(3).count { $0 <= length }
            #expect(pieces == (0..<whole).map { .sound(packets($0)) }, "\(length) bytes")
            #expect(!reader.hasEnded && reader.damages == 0, "\(length) bytes")
        }
        #expect(shelf.list().first?.state == .cutShort)
    }

    @Test func aFlippedBitAnywhereIsToldAndTheRestPlays() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let id = try record(shelf, chunks: 4)
        let bytes = try folder.read(file(id))
        let places = try places(bytes)
        for at in stride(from: RecordingFormat.headBytes, to: bytes.count, by: 7) {
            var flipped = bytes
            flipped[at] ^= 1 << UInt8(at % 8)
            try folder.write(flipped, to: file(id))
            let (pieces, reader) = try read(shelf, id)
            let hit = (places.firstIndex { $0 > at } ?? 0) - 1
            #expect(reader.damages == 1, "byte \(at)")
            #expect(reader.hasEnded == (hit < 4), "byte \(at)")
            let sounds = pieces.filter { if case .sound = $0 { true } else { false } }
            #expect(sounds == (0..<4).filter { $0 != hit }.map { .sound(packets($0)) }, "byte \(at)")
            if hit < 4 { #expect(pieces.contains(.lost(chunks: 1)), "byte \(at)") }
        }
    }

    @Test func chunksThatAreSwappedRepeatedOrLeftOutAreTold() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let id = try record(shelf, chunks: 4)
        let bytes = try folder.read(file(id))
        let places = try places(bytes)
        let chunks = (0..<5).map { Array(bytes[places[$0]..<places[$0 + 1]]) }
        func played(_ order: [Int]) throws -> (sounds: [RecordingReader.Piece], RecordingReader) {
            try folder.write(Array(bytes.prefix(places[0])) + order.flatMap { chunks[$0] }, to: file(id))
            let (pieces, reader) = try read(shelf, id)
            return (pieces.filter { if case .sound = $0 { true } else { false } }, reader)
        }
        for (order, heard) in [
            ([1, 0, 2, 3, 4], [1, 2, 3]), ([0, 2, 3, 4], [0, 2, 3]), ([0, 1, 1, 2, 3, 4], [0, 1, 2, 3]),
            ([0, 1, 3, 2, 4], [0, 1, 3]), ([2, 3, 0, 1, 4], [2, 3]),
        ] {
            let (sounds, reader) = try played(order)
            #expect(sounds == heard.map { .sound(packets($0)) }, "\(order)")
            #expect(reader.damages > 0, "\(order)")
        }
        // What is left out before the end mark shows too; what is cut off with it shows by the missing mark.
        let (_, short) = try played([0, 1, 4])
        #expect(short.damages == 1 && short.hasEnded)
        let (_, tail) = try played([0, 1])
        #expect(!tail.hasEnded)
    }

    @Test func aChunkOfAnotherRecordingCannotStandInThisOne() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let (first, second) = (try record(shelf, chunks: 2), try record(shelf, chunks: 2))
        #expect(first == 1 && second == 2)
        let (one, two) = (try folder.read(file(first)), try folder.read(file(second)))
        try folder.write(
            Array(one.prefix(RecordingFormat.headBytes)) + two.dropFirst(RecordingFormat.headBytes), to: file(first))
        let (pieces, reader) = try read(shelf, first)
        #expect(pieces.isEmpty && reader.damages == 1)
        // Nor can a whole file take another's number.
        try folder.write(two, to: file(first))
        #expect(throws: RecordingError.damaged(id: first)) { try shelf.open(first) }
        // A date that was changed is told, too.
        var later = one
        later[RecordingFormat.magic.count + 1] ^= 1
        try folder.write(later, to: file(first))
        #expect(throws: RecordingError.damaged(id: first)) { try shelf.open(first) }
    }

    @Test func randomFilesAreReadWithoutACrash() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let id = try record(shelf, chunks: 3)
        let bytes = try folder.read(file(id))
        var random = SeededRandom(seed: 19)
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<(1 + random.below(20)) { changed[random.below(bytes.count)] = UInt8(random.below(256)) }
            if random.chance(30) { changed.removeSubrange(random.below(changed.count)...) }
            try folder.write(changed, to: file(id))
            _ = shelf.list()
            guard let reader = try? shelf.open(id) else { continue }
            var sounds = 0
            while let piece = reader.next() {
                guard case .sound(let heard) = piece else { continue }
                #expect((0..<3).contains { heard == packets($0) })
                sounds += 1
            }
            #expect(sounds <= 3)
        }
    }

    // MARK: Keys

    @Test func aLostOrAnotherKeyIsToldAndNothingIsDeleted() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let id = try record(shelf, chunks: 2)
        let key = try folder.read("recordings.key")
        try folder.remove("recordings.key")
        #expect(throws: RecordingError.sealed(.keyMissing(path: folder.file("recordings.key")))) { try shelf.open(id) }
        #expect(shelf.list().count == 1)
        // A new key would make the lost one useless, so nothing more is recorded.
        #expect(throws: RecordingError.self) { try record(shelf, chunks: 1) }
        #expect(!folder.names.contains("recordings.key"))
        let other = try TemporaryFolder()
        try record(self.shelf(other), chunks: 1)
        try folder.write(try other.read("recordings.key"), to: "recordings.key")
        #expect(chmod(folder.file("recordings.key"), 0o600) == 0)
        #expect(shelf.list().first?.state == .unreadable(.sealed(.otherKey)))
        _ = try shelf.tidy(today: Self.local.date, keepDays: nil)
        try folder.write(key, to: "recordings.key")
        #expect(try read(shelf, id).pieces.count == 2)
    }

    @Test func theMemorysWipeLeavesRecordingsAndAResetTakesKeyAndFiles() throws {
        let folder = try TemporaryFolder()
        let (store, shelf) = (try openStore(folder), shelf(folder))
        let id = try record(shelf, chunks: 1)
        try store.commit([.memory(.wipe)])
        #expect(try read(shelf, id).pieces.count == 1)
        try store.erase()
        #expect(!folder.names.contains { $0.hasPrefix("recordings") })
        #expect(shelf.list().isEmpty)
    }

    /// The key goes first: a power cut in the middle of it leaves nothing that can be opened.
    @Test func deletingAllDestroysTheKeyFirst() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        for _ in 0..<3 { try record(shelf, chunks: 1) }
        try shelf.destroyKey()
        #expect(shelf.list().count == 3 && shelf.list().allSatisfy { $0.state == .toBeDestroyed })
        #expect(try shelf.deleteAll() == 3)
        #expect(folder.names == [])
        #expect(try record(shelf, chunks: 1) == 1)
    }

    /// The disk takes no write when a talk is to be forgotten: that is remembered over a restart, and done.
    @Test func aDestructionThatFailedIsOwedUntilItIsDone() throws {
        let folder = try TemporaryFolder()
        var shelf = shelf(folder)
        shelf.destroyFile = { (_, _) throws(StoreError) in throw .readOnly }
        for _ in 0..<2 { try record(shelf, chunks: 1) }
        #expect(throws: RecordingError.store(.readOnly)) { try shelf.delete(1) }
        // After a restart it is neither played nor called complete, and no other recording takes its number.
        var later = self.shelf(folder)
        later.destroyFile = shelf.destroyFile
        #expect(later.list().map(\.state) == [.toBeDestroyed, .whole] && later.owed == [1])
        #expect(throws: RecordingError.toBeDestroyed(id: 1)) { try later.open(1) }
        #expect(throws: RecordingError.store(.readOnly)) { try later.tidy(today: nil, keepDays: nil) }
        #expect(later.ids == [1, 2])
        let healed = self.shelf(folder)
        try folder.remove(file(2))
        #expect(try record(healed, chunks: 1) == 2)
        #expect(try healed.tidy(today: nil, keepDays: nil).left == 1)
        #expect(healed.list().map(\.id) == [2] && healed.list().first?.state == .whole)
        #expect(!folder.names.contains("recordings.owed"))
        // Where not even a note could be written, its maker knows.
        _ = try healed.tidy(today: nil, keepDays: nil, destroying: [2])
        #expect(healed.ids.isEmpty)
    }

    /// The power fails after the key in a recording's head was overwritten, and before its file was removed.
    @Test func aDestructionThatThePowerInterruptedIsDone() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        for _ in 0..<2 { try record(shelf, chunks: 1) }
        let bytes = try folder.read(file(1))
        let head = RecordingFormat.headBytes
        try folder.write([UInt8](repeating: 0, count: head) + bytes.dropFirst(head), to: file(1))
        #expect(shelf.list().map(\.state) == [.toBeDestroyed, .whole])
        _ = try shelf.tidy(today: nil, keepDays: nil)
        #expect(shelf.ids == [2])
    }

    /// The power fails inside `delete --all` or a reset: with the key overwritten, gone, or half of the files gone.
    @Test(arguments: 0..<4) func recordingsGoOnAfterAPowerCutInsideDeleteAll(cut: Int) throws {
        for tidies in [true, false] {
            let folder = try TemporaryFolder()
            let shelf = shelf(folder)
            for _ in 0..<3 { try record(shelf, chunks: 1) }
            let key = try folder.read("recordings.key")
            try shelf.destroyKey()
            if cut == 0 { try folder.write(key, to: "recordings.key") }
            if cut == 1 { try folder.write([UInt8](repeating: 0x30, count: key.count), to: "recordings.key") }
            if cut == 3 { try folder.remove(file(2)) }
            if tidies {
                #expect(try shelf.tidy(today: nil, keepDays: nil).left == 0)
                #expect(folder.names == [])
            }
            #expect(try record(shelf, chunks: 1) == 1)
            #expect(shelf.list().map(\.state) == [.whole])
            #expect(try folder.read("recordings.key") != key)
            #expect(folder.names == ["recordings", "recordings.key"])
        }
    }

    @Test func aDroppedRecordingIsGoneAndTheNextOneWorks() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let writer = try shelf.begin(at: noon, local: Self.local, keepDays: 1)
        try writer.append(packets(0))
        try writer.drop()
        #expect(shelf.list().isEmpty)
        // Its owner may have erased it while it was made.
        #expect(throws: RecordingError.noSuchRecording(id: 1)) { try writer.drop() }
        #expect(try record(shelf, chunks: 1) == 1)
    }

    /// The service seals with systemd's credential, which a command line does not get; root reads it where the running
    /// service has it.
    @Test func aCommandLineOpensWhatTheServiceSealedWithItsCredential() throws {
        let folder = try TemporaryFolder()
        var (service, command) = (shelf(folder), shelf(folder))
        service.credential = { [] }
        command.credential = { [] }
        command.serviceCredential = { [] }
        // From before there was a credential.
        try record(service, chunks: 2)
        service.credential = { Array("of systemd".utf8) }
        try record(service, chunks: 2)
        #expect(service.list().map(\.state) == [.whole, .whole])
        // The service does not run: one clear reason, with what to do.
        #expect(command.list().map(\.state) == [.whole, .unreadable(.sealed(.otherKey))])
        #expect(throws: RecordingError.sealed(.otherKey)) { try command.open(2) }
        #expect(RecordingError.sealed(.otherKey).wording.english.contains("start the service"))
        command.serviceCredential = service.credential
        #expect(command.list().map(\.state) == [.whole, .whole])
        #expect(try read(command, 2).pieces.count == 2)
        // Only the right one opens it.
        command.serviceCredential = { Array("of another".utf8) }
        #expect(throws: RecordingError.sealed(.otherKey)) { try command.open(2) }
    }

    // MARK: Time and room

    @Test func aRecordingOfMaximumLengthEndsWholeAndSaysWhy() throws {
        let folder = try TemporaryFolder()
        var shelf = shelf(folder)
        shelf.limits.maximumSeconds = 3
        let writer = try shelf.begin(at: noon, local: Self.local, keepDays: 1)
        // 40 packets of 20 ms each.
        for chunk in 0..<3 { try writer.append(packets(chunk)) }
        #expect(throws: RecordingError.maximumLength(seconds: 3)) { try writer.append(packets(3)) }
        try writer.finish()
        let (pieces, reader) = try read(shelf, 1)
        #expect(pieces == (0..<3).map { .sound(packets($0)) } && reader.hasEnded && reader.damages == 0)
        #expect(shelf.list().map(\.state) == [.whole])
    }

    /// However the clock goes, what is deleted had its days, and what had its days is deleted.
    @Test(arguments: 0..<20) func retentionCountsWholeDaysUnderAnyClock(seed: Int) throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        var random = SeededRandom(seed: UInt64(seed))
        var there: [Int: (date: LocalDate, days: Int)] = [:]
        var today = LocalDate(dayNumber: 20_700)
        for _ in 0..<40 {
            today = today.adding(days: [1, 1, 1, 0, -2, 30, -400, 5][random.below(8)])
            let days = 1 + random.below(90)
            if random.chance(70) { there[try record(shelf, chunks: 1, keepDays: days, on: today)] = (today, days) }
            let choice: Int? = random.chance(40) ? nil : 1 + random.below(90)
            let isTrusted = random.chance(70)
            // One that is dated ahead counts from the day on which that is noticed.
            for (id, known) in there where isTrusted && known.date > today.adding(days: 1) { there[id]?.date = today }
            let (deleted, left) = try shelf.tidy(today: isTrusted ? today : nil, keepDays: choice)
            let due = there.filter { isTrusted && $0.value.date.adding(days: min($0.value.days, choice ?? 90)) < today }
            #expect(Set(deleted) == Set(due.keys))
            for id in due.keys { there[id] = nil }
            #expect(shelf.ids == there.keys.sorted() && left == there.count)
        }
    }

    /// A talk under a clock that was two months ahead is kept no longer than any other.
    @Test func aRecordingThatIsDatedAheadIsKeptNoLonger() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        let today = Self.local.date
        let ids = [
            try record(shelf, chunks: 1, on: today.adding(days: 60)), try record(shelf, chunks: 1, on: today),
        ]
        for day in 0...7 {
            #expect(try shelf.tidy(today: today.adding(days: day), keepDays: nil).deleted == [])
        }
        #expect(try shelf.tidy(today: today.adding(days: 8), keepDays: nil).deleted == ids)
    }

    @Test func theOldestGoWhenThereAreTooMany() throws {
        let folder = try TemporaryFolder()
        var shelf = shelf(folder)
        let size = try folder.read(file(try record(shelf, chunks: 2))).count
        shelf.limits.totalBytes = 3 * size
        for _ in 0..<4 { try record(shelf, chunks: 2) }
        _ = try shelf.tidy(today: nil, keepDays: nil)
        #expect(shelf.ids == [3, 4, 5])
        // Not the one that is being made.
        shelf.limits.totalBytes = 1
        _ = try shelf.tidy(today: nil, keepDays: nil, keeping: 3)
        #expect(shelf.ids == [3, 4, 5])
    }

    @Test func aDiskWithLittleRoomIsNotFilled() throws {
        let folder = try TemporaryFolder()
        var shelf = shelf(folder)
        let writer = try shelf.begin(at: noon, local: Self.local, keepDays: 1)
        try writer.append(packets(0))
        shelf.freeBytes = { _ in 199_999_999 }
        #expect(throws: RecordingError.noRoom) { try record(shelf, chunks: 1) }
        // What is there stays, and keeping house is no error.
        #expect(try shelf.tidy(today: nil, keepDays: nil).left == 1)
        let full = try shelf.open(1)
        #expect(full.next() == .sound(packets(0)))
    }

    @Test func aTalkIsCutWhenTheDiskFillsUp() throws {
        let folder = try TemporaryFolder()
        var shelf = shelf(folder)
        let begun = FileManager.default
        shelf.freeBytes = { _ in begun.fileExists(atPath: folder.file("full")) ? 0 : 1 << 40 }
        let writer = try shelf.begin(at: noon, local: Self.local, keepDays: 1)
        for chunk in 0..<15 { try writer.append(packets(chunk)) }
        try folder.write([], to: "full")
        #expect(throws: RecordingError.noRoom) { for chunk in 15..<40 { try writer.append(packets(chunk)) } }
        #expect(try read(shelf, 1).pieces.count >= 15)
    }

    @Test func anUnfinishedBeginningIsRemoved() throws {
        let folder = try TemporaryFolder()
        let shelf = shelf(folder)
        try record(shelf, chunks: 1)
        try folder.write([1, 2, 3], to: file(2) + ".new")
        _ = try shelf.tidy(today: nil, keepDays: nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("recordings")) == ["1.talk"])
    }
}
