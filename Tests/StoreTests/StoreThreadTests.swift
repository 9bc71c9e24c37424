import Bedside
import Dispatch
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Store

/// ALARM-7 where the disk stands still: whoever rings does not wait for it, and nothing of it is lost.
@Suite struct StoreThreadTests {
    private static let patience = Span.milliseconds(50)
    private static let ample = Span.seconds(20)

    /// A disk that stands still from now on, for whoever uses this store.
    private final class Standing: Sendable {
        private let end = DispatchSemaphore(value: 0)

        init(_ store: BedsideStore) {
            let begun = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [end] in
                store.state.withLock { _ in
                    begun.signal()
                    end.wait()
                }
            }
            begun.wait()
        }

        func goOn() { end.signal() }
    }

    private func entry(_ number: Int) -> Change {
        .night(NightEntry(at: noon + .seconds(number), kind: .ring, detail: "\(number)"))
    }

    private func told(_ folder: TemporaryFolder) throws -> [String?] {
        try openStore(folder, .readOnly).night(limit: 100).map(\.detail)
    }

    private func milliseconds(_ body: () -> Void) -> Double {
        let mark = Standstill.begin()
        let took = ContinuousClock().measure(body)
        return took / .milliseconds(1) - Standstill.seconds(since: mark) * 1000
    }

    @Test func whatIsDoneInTimeIsOnDiskWhenItReturns() throws {
        let folder = try TemporaryFolder()
        let thread = StoreThread(try openStore(folder)) { _ in Issue.record("it was never behind") }
        for number in 0..<20 {
            try thread.commit([entry(number)], within: Self.ample)
            #expect(try told(folder).count == number + 1)
            #expect(thread.isWorking)
        }
        #expect(thread.report == .created)
        #expect(thread.flush(within: Self.ample))
        thread.close(within: Self.ample)
        #expect(throws: StoreError.readOnly) { try thread.commit([entry(20)], within: Self.ample) }
        #expect(!thread.isWorking)
    }

    @Test func aDiskThatStandsStillHoldsNobodyUpAndLosesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let caughtUp = Mutex<[Bool]>([])
        let isThere = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { isWorking in
            caughtUp.withLock { $0.append(isWorking) }
            isThere.signal()
        }
        try thread.commit([entry(0)], within: Self.ample)
        let standing = Standing(store)
        let first = milliseconds {
            #expect(throws: StoreError.slow) { try thread.commit([entry(1)], within: Self.patience) }
        }
        #expect(first > 45 && first < 200)
        // Patience is had once: a hundred calls while it stands still wait for nothing.
        let others = milliseconds {
            for number in 2..<100 {
                #expect(throws: StoreError.slow) { try thread.commit([entry(number)], within: Self.ample) }
            }
            #expect(!thread.flush(within: Self.ample))
            #expect(!thread.isWorking)
            #expect(thread.report == .created)
            thread.note(["a line"])
        }
        #expect(others < 1000)
        #expect(caughtUp.withLock { $0 } == [])
        standing.goOn()
        isThere.wait()
        #expect(caughtUp.withLock { $0 } == [true])
        #expect(thread.isWorking)
        #expect(try told(folder) == (0..<100).map { "\($0)" })
        // And patience is had again.
        try thread.commit([entry(100)], within: Self.ample)
        #expect(thread.flush(within: Self.ample))
        #expect(caughtUp.withLock { $0 }.count == 1)
    }

    @Test func theJournalNeverWaitsAndIsBounded() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let hasCaughtUp = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { _ in hasCaughtUp.signal() }
        let standing = Standing(store)
        #expect(throws: StoreError.slow) { try thread.commit([entry(0)], within: .zero) }
        for number in 0..<3000 { thread.note(["line": number]) }
        standing.goOn()
        hasCaughtUp.wait()
        // After all lines that were taken.
        #expect(thread.flush(within: Self.ample))
        var lines: [Int?] = []
        let damaged = try EventJournal.read(folder: folder.path, as: [String: Int].self) { lines.append($0["line"]) }
        #expect(damaged == 0 && lines == (0..<1000).map { $0 })
    }

    @Test func closingComesBackThoughTheDiskDoesNot() throws {
        let store = try openStore(try TemporaryFolder())
        let thread = StoreThread(store) { _ in }
        let standing = Standing(store)
        #expect(milliseconds { thread.close(within: Self.patience) } < 200)
        standing.goOn()
        thread.close(within: Self.ample)
    }

    @Test func aFailureIsToldAsTheStoreTellsIt() throws {
        let store = BedsideStore.inMemory(reason: .diskFull, now: noon)
        let thread = StoreThread(store) { _ in }
        try thread.commit([entry(0)], within: Self.ample)
        #expect(!thread.isWorking)
        #expect(thread.report == .inMemory(.diskFull, fromDisk: false))
    }
}
