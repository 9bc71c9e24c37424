import Bedside
import Dispatch
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Store

/// ALARM-7 when the disk stalls: a ring does not wait for it, and nothing is lost.
@Suite(.requirement("ALARM-7")) struct StoreThreadTests {
    private static let patience = TimeSpan.milliseconds(50)
    private static let ample = TimeSpan.seconds(20)

    /// A disk that stalls from now on, for every user of this store.
    private final class Standing: Sendable {
        private let end = DispatchSemaphore(value: 0)
        private let last = Mutex<@Sendable (inout BedsideStore.State) -> Void>({ _ in })

        init(_ store: BedsideStore) {
            let begun = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self] in
                store.state.withLock { state in
                    begun.signal()
                    end.wait()
                    last.withLock { $0 }(&state)
                }
            }
            begun.wait()
        }

        /// `last` runs before anything else gets access to the store again.
        func goOn(_ last: @escaping @Sendable (inout BedsideStore.State) -> Void = { _ in }) {
            self.last.withLock { $0 = last }
            end.signal()
        }
    }

    private func entry(_ number: Int) -> Change {
        .night(NightEntry(at: noon + .seconds(number), kind: .ring, detail: "\(number)"))
    }

    private func told(_ folder: TemporaryFolder) throws -> [String?] {
        try openStore(folder, .readOnly).night(limit: 100).map(\.detail)
    }

    /// The time it took, minus the time for which the machine stalled; for upper limits.
    private func milliseconds(_ body: () -> Void) -> Double {
        let mark = Standstill.begin()
        let took = ContinuousClock().measure(body)
        return took / .milliseconds(1) - Standstill.seconds(since: mark) * 1000
    }

    private func isSoon(_ semaphore: DispatchSemaphore) -> Bool { semaphore.wait(timeout: .now() + 20) == .success }

    @Test func whatIsDoneInTimeIsOnDiskWhenItReturns() throws {
        let folder = try TemporaryFolder()
        let thread = StoreThread(try openStore(folder)) { Issue.record("it was never behind") }
        for number in 0..<20 {
            try thread.commit([entry(number)], within: Self.ample)
            #expect(try told(folder).count == number + 1)
            #expect(thread.isWorking && !thread.isBehind)
        }
        #expect(thread.report == .created)
        #expect(thread.flush(within: Self.ample))
        #expect(thread.close(within: Self.ample))
        #expect(throws: StoreError.readOnly) { try thread.commit([entry(20)], within: Self.ample) }
        #expect(!thread.isWorking)
    }

    /// GUARD-6: a companion that changes the volume endlessly fills no memory while the disk stalls.
    @Test func whatWaitsForTheDiskIsBoundedByWhatCanBeChanged() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let isThere = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { isThere.signal() }
        let standing = Standing(store)
        var settings = Settings()
        for number in 0..<5000 {
            settings.voicePercent = number % 100
            #expect(throws: StoreError.slow) {
                try thread.commit([.settings(settings), entry(number)], within: Self.patience)
            }
        }
        #expect(thread.waitingCommits <= 3)
        standing.goOn()
        #expect(isSoon(isThere))
        #expect(thread.waitingCommits == 0)
        #expect(try openStore(folder, .readOnly).load().settings == settings)
        #expect(try told(folder).last == "4999")
    }

    /// What is changed after a wipe is not written before it.
    @Test func nothingJoinsWhatWaitsBeforeAWipe() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let isThere = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { isThere.signal() }
        let standing = Standing(store)
        for number in 0..<2 {
            #expect(throws: StoreError.slow) { try thread.commit([entry(number)], within: Self.patience) }
        }
        #expect(throws: StoreError.slow) {
            try thread.erase(within: Self.patience, others: { true }, onEnd: { _ in })
        }
        #expect(throws: StoreError.slow) { try thread.commit([entry(7)], within: Self.patience) }
        standing.goOn()
        #expect(isSoon(isThere))
        #expect(try told(folder) == ["7"])
    }

    @Test func aStalledDiskHoldsNothingUpAndLosesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let caughtUp = Mutex(0)
        let isThere = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) {
            caughtUp.withLock { $0 += 1 }
            isThere.signal()
        }
        try thread.commit([entry(0)], within: Self.ample)
        let standing = Standing(store)
        var waited = Duration.zero
        let first = milliseconds {
            waited = ContinuousClock().measure {
                #expect(throws: StoreError.slow) { try thread.commit([entry(1)], within: Self.patience) }
            }
        }
        #expect(waited >= .milliseconds(49) && first < 200)
        #expect(thread.isBehind && !thread.isWorking)
        // The timeout counts from the first call: a hundred later calls while the disk stalls do not wait.
        let others = milliseconds {
            for number in 2..<100 {
                #expect(throws: StoreError.slow) { try thread.commit([entry(number)], within: Self.patience) }
            }
            #expect(!thread.flush(within: Self.ample))
            #expect(thread.report == .created)
            thread.note { ["a line"] }
        }
        #expect(others < 1000)
        #expect(caughtUp.withLock { $0 } == 0)
        standing.goOn()
        #expect(isSoon(isThere))
        #expect(caughtUp.withLock { $0 } == 1)
        #expect(thread.isWorking && !thread.isBehind)
        #expect(try told(folder) == (0..<100).map { "\($0)" })
        // And the next call may wait again.
        try thread.commit([entry(100)], within: Self.ample)
        #expect(thread.flush(within: Self.ample))
        #expect(caughtUp.withLock { $0 } == 1)
    }

    /// A tick's write that came first, with its small timeout, does not shorten a larger one.
    @Test func aCallWithALongerTimeoutWaitsForTheRestOfIt() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let thread = StoreThread(store) {}
        let standing = Standing(store)
        #expect(throws: StoreError.slow) { try thread.commit([entry(0)], within: .milliseconds(10)) }
        Thread.detachNewThread {
            usleep(100_000)
            standing.goOn()
        }
        try thread.commit([entry(1)], within: Self.ample)
        #expect(try told(folder) == ["0", "1"])
    }

    @Test func theJournalNeverWaitsAndIsBounded() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let hasCaughtUp = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { hasCaughtUp.signal() }
        let standing = Standing(store)
        #expect(throws: StoreError.slow) { try thread.commit([entry(0)], within: .zero) }
        for number in 0..<3000 { thread.note { ["line": number] } }
        standing.goOn()
        #expect(isSoon(hasCaughtUp))
        // After all lines that were accepted.
        #expect(thread.flush(within: Self.ample))
        var lines: [Int?] = []
        let damaged = try EventJournal.read(folder: folder.path, as: [String: Int].self) { lines.append($0["line"]) }
        #expect(damaged == 0 && lines == (0..<1000).map { $0 })
    }

    /// At the end of the process, queued work is waited for as long as that may take, and no longer.
    @Test func closingWaitsForWhatWasRequestedBefore() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let thread = StoreThread(store) {}
        let standing = Standing(store)
        for number in 0..<3 {
            #expect(throws: StoreError.slow) { try thread.commit([entry(number)], within: .milliseconds(10)) }
        }
        Thread.detachNewThread {
            usleep(100_000)
            standing.goOn()
        }
        #expect(thread.close(within: Self.ample))
        #expect(try told(folder) == ["0", "1", "2"])
        let deaf = try openStore(try TemporaryFolder())
        let other = StoreThread(deaf) {}
        let forLong = Standing(deaf)
        let took = milliseconds { #expect(!other.close(within: Self.patience)) }
        #expect(took < 200)
        forLong.goOn()
    }

    @Test func aLateFailureIsStillReported() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let hasCaughtUp = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { hasCaughtUp.signal() }
        let standing = Standing(store)
        #expect(throws: StoreError.slow) { try thread.commit([entry(0)], within: .milliseconds(10)) }
        // Something else closed it first, and the commit notices.
        standing.goOn { $0.backing = .closed }
        #expect(isSoon(hasCaughtUp))
        #expect(!thread.isWorking && !thread.isBehind)
        #expect(throws: StoreError.readOnly) { try thread.commit([entry(1)], within: Self.ample) }
    }

    @Test(arguments: [true, false]) func theEndOfALateErasureIsStillReported(areOthersGone: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let ends = Mutex<[Bool]>([])
        let hasCaughtUp = DispatchSemaphore(value: 0)
        let thread = StoreThread(store) { hasCaughtUp.signal() }
        func erase(within patience: TimeSpan) throws(StoreError) {
            try thread.erase(within: patience) {
                areOthersGone
            } onEnd: { isComplete in
                ends.withLock { $0.append(isComplete) }
            }
        }
        try thread.commit([entry(0)], within: Self.ample)
        if areOthersGone {
            try erase(within: Self.ample)
        } else {
            #expect(throws: StoreError.readOnly) { try erase(within: Self.ample) }
        }
        #expect(ends.withLock { $0 } == [areOthersGone])
        #expect(try told(folder).isEmpty)
        let standing = Standing(store)
        #expect(throws: StoreError.slow) { try erase(within: Self.patience) }
        #expect(ends.withLock { $0.count } == 1)
        standing.goOn()
        #expect(isSoon(hasCaughtUp))
        #expect(ends.withLock { $0 } == [areOthersGone, areOthersGone])
    }
}
