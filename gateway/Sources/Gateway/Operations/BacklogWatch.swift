import SQLEngines
import ServiceLifecycle

/// Counts what waits for somebody outside, and talks that are open, for the metrics, in every instance and whatever it
/// sells (GATEWAY-9).
struct BacklogWatch: Service {
    private static let pause = Duration.seconds(10)

    let store: Store
    let metrics: GatewayMetrics

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // While the database is away the last count stays; whether it is ready says so.
            try? await look()
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
        }
    }

    func look() async throws(EngineError) {
        metrics.backlog(try await store.backlog())
    }
}
