import SQLEngines
import ServiceLifecycle
import Synchronization

/// Whether this instance should be sent requests (GATEWAY-9): its schema is complete, the database answered within the
/// last 5 s, and it is not ending. It also ends an instance under which a newer program has changed the schema so that this
/// one cannot live with it. Safe on any thread.
final class Readiness: Service {
    static let patienceMilliseconds: Int64 = 5_000
    private static let question = Query("SELECT version, additive FROM migrations")
    private static let known = Set(Schema.migrations.map(\.version))

    private struct State: Sendable {
        var lastAnswer: Int64?
        var isDraining = false
        /// The step of a newer program with which this one cannot live.
        var foreign: Int64?
        var why = "the database has not answered yet"
    }

    private let engine: any Engine
    private let clock: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameter clock: Milliseconds on a clock that is never set.
    init(engine: any Engine, clock: @escaping @Sendable () -> Int64 = monotonicMilliseconds) {
        self.engine = engine
        self.clock = clock
    }

    /// Why not, in a sentence; nil: ready.
    var obstacle: String? {
        let now = clock()
        return state.withLock { state in
            if state.isDraining || state.foreign != nil { return "this instance is ending" }
            guard let last = state.lastAnswer, now - last <= Self.patienceMilliseconds else { return state.why }
            return nil
        }
    }

    func drain() { state.withLock { $0.isDraining = true } }

    /// Asks the database once.
    func ask() async {
        do throws(EngineError) {
            var missing = Self.known
            var foreign: Int64?
            for row in try await engine.read(Self.question()) {
                let version = try row.integer(0)
                if missing.remove(version) == nil, !Self.known.contains(version), try row.integer(1) != 1 {
                    foreign = version
                }
            }
            let (isComplete, step, now) = (missing.isEmpty, foreign, clock())
            state.withLock { state in
                state.foreign = step
                if isComplete { state.lastAnswer = now } else { state.why = "migrations are missing" }
            }
        } catch {
            state.withLock { $0.why = Failure(error).message }
        }
    }

    /// - Throws: When this program is too old for the database.
    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            await ask()
            if let step = state.withLock({ $0.foreign }) { throw CommandFailure(.unusable(Migration.tooNew(step))) }
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(1)) }
        }
    }
}

/// Milliseconds since some moment; never set, never back.
func monotonicMilliseconds() -> Int64 {
    let elapsed = ContinuousClock.now - monotonicStart
    return elapsed.microseconds / 1000
}

private let monotonicStart = ContinuousClock.now
