import SQLEngines
import ServiceLifecycle
import Synchronization

/// Whether this instance should be sent requests (GATEWAY-9): its schema is complete, the database answered within the
/// last 5 s, and it is not ending. Safe on any thread.
final class Readiness: Service {
    static let patienceMilliseconds: Int64 = 5_000
    private static let question = Query("SELECT COUNT(*) FROM migrations")

    private struct State: Sendable {
        var lastAnswer: Int64?
        var isDraining = false
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
            if state.isDraining { return "this instance is ending" }
            guard let last = state.lastAnswer, now - last <= Self.patienceMilliseconds else { return state.why }
            return nil
        }
    }

    func drain() { state.withLock { $0.isDraining = true } }

    /// Asks the database once.
    func ask() async {
        do throws(EngineError) {
            let steps = try await engine.read(Self.question()).first?.integer(0) ?? 0
            let isComplete = steps >= Int64(Schema.migrations.count)
            let now = clock()
            state.withLock { state in
                if isComplete { state.lastAnswer = now } else { state.why = "migrations are missing" }
            }
        } catch {
            state.withLock { $0.why = Failure(error).message }
        }
    }

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            await ask()
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
