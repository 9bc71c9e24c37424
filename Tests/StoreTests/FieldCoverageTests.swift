import Bedside
import TestKit
import Testing

@testable import Store

/// The random values of `Support.swift` prove that every field has a column: they are written, read back and compared
/// (`CommitTests`). That proves nothing about a field which they leave at its default, so every field has to vary.
@Suite struct FieldCoverageTests {
    /// Fields with the same value in each of `values`.
    private static func constantFields(_ values: [some Any]) -> [String] {
        var seen: [String: Set<String>] = [:]
        for value in values {
            for child in Mirror(reflecting: value).children {
                seen[child.label ?? "", default: []].insert("\(child.value)")
            }
        }
        return seen.filter { $0.value.count < 2 }.map(\.key).sorted()
    }

    @Test func theRandomValuesLeaveNoFieldAtItsDefault() {
        var random = SeededRandom(seed: 18)
        func constant(_ make: (inout SeededRandom) -> some Any) -> [String] {
            Self.constantFields((0..<200).map { _ in make(&random) })
        }
        #expect(constant { $0.settings() } == [])
        #expect(constant { $0.habit() } == [])
        #expect(constant { $0.profile() } == [])
        #expect(constant { $0.profile().volume } == [])
        #expect(constant { $0.record() } == [])
        #expect(constant { $0.oneOff() } == [])
        #expect(constant { $0.nightEntry() } == [])
        #expect(constant { SetupProgress(step: $0.step()) } == [])
        #expect(
            constant { random in
                var durable = Durable()
                for _ in 0..<60 { for change in random.changes() where change != .wipe { durable.apply(change) } }
                return durable.schedule
            } == [])
    }

    @Test func whatIsWrittenIsReadBackFieldByField() throws {
        var random = SeededRandom(seed: 19)
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            var expected = Durable()
            do {
                let store = try openStore(folder)
                for _ in 0..<10 {
                    let changes = random.changes()
                    try store.commit(changes)
                    for change in changes { expected.apply(change) }
                }
            }
            let again = try openStore(folder)
            #expect(again.report == .clean)
            #expect(try again.load() == expected)
        }
    }
}
