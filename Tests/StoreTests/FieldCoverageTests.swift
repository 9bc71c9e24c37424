import Bedside
import TestKit
import Testing

@testable import Store

/// Every field that is kept has a column, or a place in what is sealed: random values are written in each of the ways
/// in which the store writes, read back, and compared. That proves nothing about a field which they leave at its
/// default, so every field has to vary, however deep it lies. A new field is therefore reported here until it varies
/// and comes back.
@Suite struct FieldCoverageTests {
    /// Fields without a column, because reading finds out what they say: why stored words cannot be read.
    private static let unstored = ["affirmations.fault", "memory.fault"]

    @Test func theRandomValuesLeaveNoFieldAtItsDefault() {
        var random = SeededRandom(seed: 18)
        var (durable, night, recordings) = (Fields(), Fields(), Fields())
        for _ in 0..<100 {
            durable.add(random.durable())
            night.add(random.nightEntry())
            recordings.add(random.recordingInfo())
        }
        #expect(durable.constant == Self.unstored)
        #expect(night.constant == [])
        #expect(recordings.constant == [])
    }

    /// As the appliance writes: change by change, on what is there already.
    @Test func whatIsWrittenIsReadBackFieldByField() throws {
        var random = SeededRandom(seed: 19)
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            var expected = Durable()
            var night: [NightEntry] = []
            do {
                let store = try openStore(folder)
                for _ in 0..<3 {
                    let changes = random.everyPart()
                    try store.commit(changes)
                    for change in changes {
                        expected.apply(change)
                        if case .night(let entry) = change { night.append(entry) }
                    }
                }
            }
            let again = try openStore(folder)
            #expect(again.report == .clean)
            Self.compare(try again.load(), with: expected)
            #expect(try again.night(limit: 1000) == night)
        }
    }

    /// As a database is written that takes the place of a damaged one: whole, into empty tables.
    @Test func whatIsBuiltAnewIsReadBackFieldByField() throws {
        var random = SeededRandom(seed: 20)
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            let expected = random.durable()
            let night = (0..<5).map { _ in random.nightEntry() }
            try Opening(folder: StateFolder(path: folder.path)).build(expected, commits: 1, night: night)
            let store = try openStore(folder)
            #expect(store.report == .clean)
            Self.compare(try store.load(), with: expected)
            #expect(try store.night(limit: 1000) == night)
        }
    }

    /// What rings after the database is lost.
    @Test func theScheduleCopyIsReadBackFieldByField() throws {
        var random = SeededRandom(seed: 21)
        let folder = try TemporaryFolder()
        for _ in 0..<20 {
            let schedule = random.durable().schedule
            try ScheduleCopy(commits: 1, schedule: schedule).write(to: StateFolder(path: folder.path))
            let found = try #require(ScheduleCopy.read(from: StateFolder(path: folder.path))).schedule
            Self.compare(found, with: ScheduleCopy.trimmed(schedule))
        }
    }

    @Test func theHeadOfARecordingIsReadBackFieldByField() throws {
        var random = SeededRandom(seed: 22)
        let key = VaultKey(secret: [UInt8](repeating: 7, count: VaultKey.secretBytes), credential: [])
        for _ in 0..<20 {
            let info = random.recordingInfo()
            let head = try RecordingFormat.head(info, under: Vault(current: key)).bytes
            Self.compare(try #require(RecordingFormat.info(head, id: info.id)), with: info)
        }
    }

    /// Names the fields that did not come back.
    private static func compare<Value: Equatable>(_ found: Value, with written: Value) {
        #expect(Fields(of: found).differing(from: Fields(of: written)) == [])
        #expect(found == written)
    }
}
