import Bedside
import Foundation
import Synchronization

/// A `BedsideStore` on a thread of its own, for a caller that cannot wait for a disk (ALARM-7): every call comes back
/// within its patience, and what it asks for is done in any case, in order, once the disk answers.
///
/// A card at its end lets one fsync(2) stand for seconds, or for good. A call that is not done in time throws `.slow`, and
/// its patience is not had again: a later call waits for the rest of its own, counted from that first one, until all that
/// was asked for is done. As after any commit that failed, the caller's own state has moved on, and what it tells of is
/// not on disk yet. For one caller's thread.
public final class StoreThread: Sendable {
    private struct State {
        /// Of the calls, not of the journal's lines.
        var unfinished = 0
        /// When the first call was made that has come back before it was done; nil once all are done.
        var behindSince: DispatchTime?
        var journalLines = 0
        /// Changes that the thread has not begun to write, by the number of their job.
        var waiting: [Int: [Change]] = [:]
        var lastCommit = 0
        /// The job that later changes may join: nothing was asked for behind it that must come between.
        var joinable: Int?
        var report: OpenReport
        var isWorking: Bool
    }
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    /// What the thread is to do, in order, until it is ended.
    private final class Jobs: Sendable {
        private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
        private let count = DispatchSemaphore(value: 0)

        /// Nil ends it.
        func add(_ job: (@Sendable () -> Void)?) {
            waiting.withLock { $0.append(job) }
            count.signal()
        }

        func next() -> (@Sendable () -> Void)? {
            count.wait()
            return waiting.withLock { $0.removeFirst() }
        }
    }

    private static let journalLimit = 1000
    private let store: BedsideStore
    private let onCaughtUp: @Sendable () -> Void
    private let state: Mutex<State>
    private let jobs = Jobs()

    /// `onCaughtUp` is called on the store's thread, when all is done after a call that was not done in time.
    public init(_ store: BedsideStore, onCaughtUp: @escaping @Sendable () -> Void) {
        self.store = store
        self.onCaughtUp = onCaughtUp
        state = Mutex(State(report: store.report, isWorking: store.isWorking))
        let thread = Thread { [jobs] in
            while let job = jobs.next() { job() }
        }
        thread.name = "store"
        thread.stackSize = 1 << 20
        thread.start()
    }

    deinit { jobs.add(nil) }

    /// As `BedsideStore.report`; never waits.
    public var report: OpenReport { state.withLock { $0.report } }

    /// As `BedsideStore.isWorking`, and false while anything is unfinished; never waits.
    public var isWorking: Bool { state.withLock { $0.isWorking && $0.unfinished == 0 } }

    /// Whether a call has come back before it was done, and not all have been done since.
    public var isBehind: Bool { state.withLock { $0.behindSince != nil } }

    /// As `BedsideStore.commit`; `.slow` where it is not on disk in time.
    ///
    /// Where patience has run out, changes join those that wait already: a disk that stands still gathers what is to be
    /// written, as `BedsideStore` does for one that is full, and not every call.
    public func commit(_ changes: [Change], within patience: TimeSpan) throws(StoreError) {
        let now = DispatchTime.now()
        let job: Int? = state.withLock { state in
            let wait = DispatchTimeInterval.nanoseconds(Int(clamping: patience.nanoseconds))
            let isLate = state.behindSince.map { $0 + wait <= now } ?? false
            if isLate, let number = state.joinable, let waiting = state.waiting[number] {
                state.waiting[number] = Backlog().adding(waiting).adding(changes).changes
                return nil
            }
            state.lastCommit += 1
            state.joinable = state.lastCommit
            state.waiting[state.lastCommit] = changes
            return state.lastCommit
        }
        guard let job else { throw .slow }
        try perform(within: patience) { [self] store throws(StoreError) in try store.commit(begin(job)) }
    }

    /// On the store's thread.
    private func begin(_ job: Int) -> [Change] {
        state.withLock { state in
            if state.joinable == job { state.joinable = nil }
            return state.waiting.removeValue(forKey: job) ?? []
        }
    }

    /// Commits that wait for the disk.
    var waitingCommits: Int { state.withLock { $0.waiting.count } }

    /// As `BedsideStore.erase`; `.slow` where some traces are still there. `others` removes what the store has no hand in,
    /// false: something stays, and `.readOnly` is thrown. `onEnd` is called when nothing more will be removed. Both on the
    /// store's thread.
    public func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError) {
        state.withLock { $0.joinable = nil }
        try perform(within: patience) { store throws(StoreError) in
            let areOthersGone = others()
            do throws(StoreError) {
                try store.erase()
            } catch {
                onEnd(false)
                throw error
            }
            onEnd(areOthersGone)
            if !areOthersGone { throw .readOnly }
        }
    }

    /// As `BedsideStore.flush`; false where it is not done in time, and at once where calls before it are not done.
    public func flush(within patience: TimeSpan) -> Bool {
        if isBehind { return false }
        return ask(within: patience) { $0.flush() } ?? false
    }

    /// Adds a line to the journal, soon. Where the disk has been behind for a thousand lines it is dropped.
    public func note(_ entry: some Encodable & Sendable) {
        let isTaken = state.withLock { state in
            guard state.journalLines < StoreThread.journalLimit else { return false }
            state.journalLines += 1
            return true
        }
        guard isTaken else { return }
        jobs.add { [self] in
            store.journal.append(entry)
            state.withLock { $0.journalLines -= 1 }
        }
    }

    /// As `BedsideStore.close`, after all that was asked for before. False: that is not done in time, and lost where the
    /// process ends.
    public func close(within patience: TimeSpan) -> Bool {
        ask(within: patience, isLast: true) { $0.close() } != nil
    }

    private func perform(
        within patience: TimeSpan, _ body: @escaping @Sendable (BedsideStore) throws(StoreError) -> Void
    ) throws(StoreError) {
        let result = ask(within: patience) { store -> Result<Void, StoreError> in
            do throws(StoreError) {
                return .success(try body(store))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .slow }
        try result.get()
    }

    /// Nil: it is not done yet.
    private func ask<Value: Sendable>(
        within patience: TimeSpan, isLast: Bool = false, _ body: @escaping @Sendable (BedsideStore) -> Value
    ) -> Value? {
        let answer = Answer<Value>()
        let now = DispatchTime.now()
        let from = state.withLock { state in
            state.unfinished += 1
            return isLast ? now : state.behindSince ?? now
        }
        jobs.add { [self] in
            let value = body(store)
            finish { answer.value.withLock { $0 = value } }
            answer.isThere.signal()
        }
        _ = answer.isThere.wait(timeout: from + .nanoseconds(Int(clamping: patience.nanoseconds)))
        return state.withLock { state in
            let value = answer.value.withLock { $0 }
            if value == nil, state.behindSince == nil { state.behindSince = now }
            return value
        }
    }

    /// Of the store's thread. The answer is given while nobody can find it missing.
    private func finish(_ give: () -> Void) {
        let (report, isWorking) = (store.report, store.isWorking)
        let hasCaughtUp = state.withLock { state in
            give()
            state.report = report
            state.isWorking = isWorking
            state.unfinished -= 1
            guard state.behindSince != nil, state.unfinished == 0 else { return false }
            state.behindSince = nil
            return true
        }
        if hasCaughtUp { onCaughtUp() }
    }
}
