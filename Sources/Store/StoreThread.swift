import Bedside
import Dispatch
import Synchronization
import System

/// A `BedsideStore` on a thread of its own, for a caller that cannot wait for a disk (ALARM-7). Every call returns
/// within its patience; what it asks for is done in any case, in order, once the disk answers.
///
/// Theory of operation. A memory card near its end can take seconds for one fsync(2), or never return from it. A call
/// that is not done in time throws `.slow`. From then on, until all calls are done, later calls measure their patience
/// from the start of that first late call, so that a dead disk is waited for only once. As after any commit that
/// failed, the caller's own state has moved on, and the changes are not on disk yet. For one caller's thread.
public final class StoreThread: Sendable {
    private struct State {
        /// Number of calls that are not done; lines for the journal are not counted.
        var unfinished = 0
        /// When the first call was made that returned before it was done; nil once all are done.
        var behindSince: DispatchTime?
        var journalLines = 0
        /// Changes that the thread has not begun to write, by the number of their job.
        var waiting: [Int: [Change]] = [:]
        var lastCommit = 0
        /// The waiting commit that later changes may join, because no job that must come in between was added after it.
        var joinable: Int?
        var report: OpenReport
        var isWorking: Bool
        var isOldKeyKept = false
        var owesRemoval = false
    }
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    /// The jobs of the thread, in order. Where the system has no thread to give, each is done at once by whoever adds it:
    /// that may wait for a disk, and is still better than changes that nobody writes.
    private final class Jobs: Sendable {
        private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
        private let count = DispatchSemaphore(value: 0)
        private let hasThread = Mutex(false)

        /// Starts the thread, before anything is added.
        func start() throws(ThreadError) {
            try startThread("store", .roomy) { [self] in
                while let job = next() { job() }
            }
            hasThread.withLock { $0 = true }
        }

        /// Adds a job; nil ends the thread.
        func add(_ job: (@Sendable () -> Void)?) {
            guard hasThread.withLock({ $0 }) else {
                job?()
                return
            }
            waiting.withLock { $0.append(job) }
            count.signal()
        }

        private func next() -> (@Sendable () -> Void)? {
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
        state = Mutex(
            State(
                report: store.report, isWorking: store.isWorking, isOldKeyKept: store.isOldKeyKept,
                owesRemoval: store.owesRemoval))
        do throws(ThreadError) { try jobs.start() } catch {
            store.log(.error, "the store has no thread of its own, so a slow disk makes others wait: \(error.code)")
        }
    }

    deinit { jobs.add(nil) }

    /// Like `BedsideStore.report`; never waits.
    public var report: OpenReport { state.withLock { $0.report } }

    /// Like `BedsideStore.isWorking`, and false while anything is unfinished; never waits.
    public var isWorking: Bool { state.withLock { $0.isWorking && $0.unfinished == 0 } }

    /// Like `BedsideStore.isOldKeyKept`, as of the last call that is done; never waits.
    public var isOldKeyKept: Bool { state.withLock { $0.isOldKeyKept } }

    /// Like `BedsideStore.owesRemoval`, as of the last call that is done; never waits.
    public var owesRemoval: Bool { state.withLock { $0.owesRemoval } }

    /// Whether a call returned before it was done, and not all calls have been done since.
    public var isBehind: Bool { state.withLock { $0.behindSince != nil } }

    /// Like `BedsideStore.commit`; throws `.slow` if the changes are not on disk in time.
    ///
    /// Once the patience has run out, changes join those that are waiting already. So a stalled disk collects the
    /// changes to be written and not every call, as `BedsideStore` does for a full disk.
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

    /// Takes the changes of a waiting commit. On the store's thread.
    private func begin(_ job: Int) -> [Change] {
        state.withLock { state in
            if state.joinable == job { state.joinable = nil }
            return state.waiting.removeValue(forKey: job) ?? []
        }
    }

    /// Number of commits that wait for the disk.
    var waitingCommits: Int { state.withLock { $0.waiting.count } }

    /// Like `BedsideStore.erase`; throws `.slow` if it is not done in time. `others` then removes what does not belong to
    /// the store; if it returns false, something is left, and `.readOnly` is thrown. `onEnd` is called when nothing
    /// more will be removed. Both are called on the store's thread.
    public func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError) {
        state.withLock { $0.joinable = nil }
        try perform(within: patience) { store throws(StoreError) in
            var failure: StoreError?
            do throws(StoreError) { try store.erase() } catch { failure = error }
            if !others() { failure = failure ?? .readOnly }
            onEnd(failure == nil)
            if let failure { throw failure }
        }
    }

    /// Like `BedsideStore.flush`; false if it is not done in time, and at once if earlier calls are late.
    public func flush(within patience: TimeSpan) -> Bool {
        if isBehind { return false }
        return ask(within: patience) { $0.flush() } ?? false
    }

    /// Adds a line to the journal, without waiting for it. The line is dropped if a thousand are waiting for the disk.
    ///
    /// - Parameter entry: makes the line, on the store's thread.
    public func note(_ entry: @escaping @Sendable () -> some Encodable & Sendable) {
        let isTaken = state.withLock { state in
            guard state.journalLines < StoreThread.journalLimit else { return false }
            state.journalLines += 1
            return true
        }
        guard isTaken else { return }
        jobs.add { [self] in
            store.journal.append(entry())
            state.withLock { $0.journalLines -= 1 }
        }
    }

    /// Like `BedsideStore.close`, after everything that was asked for before. Returns false if that is not done in
    /// time; what is not done is lost if the process ends.
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

    /// Adds a job and waits for its value; nil if it is not done in time.
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

    /// Gives the answer under the lock, together with the store's new state: a caller either finds the answer or is
    /// counted as late, never both. On the store's thread.
    private func finish(_ give: () -> Void) {
        let (report, isWorking) = (store.report, store.isWorking)
        let (isOldKeyKept, owesRemoval) = (store.isOldKeyKept, store.owesRemoval)
        let hasCaughtUp = state.withLock { state in
            give()
            state.report = report
            state.isWorking = isWorking
            state.isOldKeyKept = isOldKeyKept
            state.owesRemoval = owesRemoval
            state.unfinished -= 1
            guard state.behindSince != nil, state.unfinished == 0 else { return false }
            state.behindSince = nil
            return true
        }
        if hasCaughtUp { onCaughtUp() }
    }
}
