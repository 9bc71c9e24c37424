import Foundation

/// A bounded queue in front of database threads. Safe on any thread.
final class Lane<Job: Sendable>: @unchecked Sendable {
    // Everything below is touched with `condition` locked.
    private let condition = NSCondition()
    private let maximum: Int
    private var jobs: [Job] = []
    private var isClosed = false

    init(maximum: Int) { self.maximum = maximum }

    enum Refusal { case full, closed }

    /// Adds a job, or says why not. Never waits.
    func add(_ job: Job, _ importance: Importance) -> Refusal? {
        condition.withLock {
            guard !isClosed else { return .closed }
            guard jobs.count < importance.limit(of: maximum) else { return .full }
            jobs.append(job)
            condition.signal()
            return nil
        }
    }

    /// Waits for jobs and takes the oldest, at most that many. Empty: closed, and all were taken.
    func take(atMost count: Int) -> [Job] {
        condition.withLock {
            while jobs.isEmpty && !isClosed { condition.wait() }
            let taken = Array(jobs.prefix(count))
            jobs.removeFirst(taken.count)
            // One signal may stand for several jobs of which this thread left some.
            if !jobs.isEmpty { condition.signal() }
            return taken
        }
    }

    /// From now on nothing is added; threads end when they have taken what is there.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    var count: Int { condition.withLock { jobs.count } }
}

extension Lane.Refusal {
    var error: EngineError {
        switch self {
        case .full: .busy
        case .closed: .away("the database is closed")
        }
    }
}

/// Threads that are waited for at the end.
final class DatabaseThreads: Sendable {
    private let group = DispatchGroup()

    /// Starts a thread. Stacks are 1 MB: SQLite's parser and libpq were not measured below.
    func start(_ name: String, _ run: @escaping @Sendable () -> Void) {
        group.enter()
        let thread = Thread { [group] in
            run()
            group.leave()
        }
        thread.name = name
        thread.stackSize = 1 << 20
        thread.start()
    }

    func waitForAll() async {
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }
}

/// A write that waits for its turn. One thread at a time touches it: whoever took it from the lane.
protocol PendingWrite: Sendable {
    /// Runs the closure, and keeps its result. May be called again, until `finish`.
    func perform(_ transaction: any Transaction) throws(EngineError)
    /// Answers whoever waits: with what `perform` kept, or with the error. Exactly once.
    func finish(_ error: EngineError?)
}

final class TypedWrite<Result: Sendable>: PendingWrite, @unchecked Sendable {
    private let body: @Sendable (any Transaction) throws(EngineError) -> Result
    private let continuation: CheckedContinuation<Swift.Result<Result, EngineError>, Never>
    private var result: Result?

    init(
        body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result,
        continuation: CheckedContinuation<Swift.Result<Result, EngineError>, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func perform(_ transaction: any Transaction) throws(EngineError) { result = try body(transaction) }

    func finish(_ error: EngineError?) {
        if let error {
            continuation.resume(returning: .failure(error))
        } else if let result {
            continuation.resume(returning: .success(result))
        } else {
            continuation.resume(returning: .failure(.shape("a transaction that never ran")))
        }
    }
}

/// A read that waits for its turn.
struct PendingRead: Sendable {
    let statements: [Statement]
    let continuation: CheckedContinuation<Result<[[Row]], EngineError>, Never>
}

extension Lane {
    /// Puts a read into the lane and waits for its answer.
    func read(_ statements: [Statement]) async throws(EngineError) -> [[Row]] where Job == PendingRead {
        let importance = Importance.current
        return try await withCheckedContinuation { continuation in
            if let refusal = add(PendingRead(statements: statements, continuation: continuation), importance) {
                continuation.resume(returning: .failure(refusal.error))
            }
        }.get()
    }

    /// Puts a transaction into the lane and waits for its end.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> Result
    ) async throws(EngineError) -> Result where Job == any PendingWrite {
        let importance = Importance.current
        return try await withCheckedContinuation { continuation in
            let write = TypedWrite(body: body, continuation: continuation)
            if let refusal = add(write, importance) { write.finish(refusal.error) }
        }.get()
    }
}
