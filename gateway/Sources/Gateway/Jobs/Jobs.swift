import SQLEngines

/// Something that must be done outside until it is, as one row: a kind and a key that names the cause.
struct Job: Hashable, Sendable {
    private static let insert = Query(
        """
        INSERT INTO jobs (kind, key, due_at, created_at) VALUES ($1, $2, $3, $3)
        ON CONFLICT (kind, key) DO UPDATE SET asks = jobs.asks + 1
        """)

    let key: String
    /// Tries that have begun before this one.
    let attempts: Int64
    let asks: Int64

    /// Asks for a job. There is at most one of a kind and key; one that is running will run again.
    static func ask(_ kind: String, _ key: String, in transaction: any Transaction) throws(EngineError) {
        try transaction.enqueue(insert(.text(kind), .text(key), .integer(try transaction.now())))
    }
}

/// What became of a try.
enum JobOutcome: Hashable, Sendable {
    case done
    /// Again after that time; nil: after a rest that grows with the tries.
    case later(milliseconds: Int64?)
}

/// What a job begins with.
enum JobPreparation<Work: Sendable>: Sendable {
    case work(Work)
    /// There is nothing to do.
    case done
    /// Not now, nor any other of this kind: what limits them all has nothing left for so long.
    case wait(milliseconds: Int64)
}

/// Does one kind of job in three steps, so that no transaction waits for others: prepare, perform, finish. An instance may
/// die between any two of them, and a second one may begin the same job after `JobRunner.leaseMilliseconds`.
protocol JobWorker: Sendable {
    associatedtype Work: Sendable
    associatedtype Finding: Sendable

    var kind: String { get }
    /// Asks for jobs that nobody else asks for, before each round.
    func lookAround() async throws(EngineError)
    /// In the transaction that claims the job. The job's row is locked.
    func prepare(_ job: Job, in transaction: any Transaction) throws(EngineError) -> JobPreparation<Work>
    /// Ends within `JobRunner.leaseMilliseconds`.
    func perform(_ work: Work) async -> Finding
    /// In the transaction that ends the job or puts it off. The job's row is locked first: whoever needs more locks takes
    /// them after it.
    func finish(_ work: Work, _ finding: Finding, in transaction: any Transaction) throws(EngineError) -> JobOutcome
}
