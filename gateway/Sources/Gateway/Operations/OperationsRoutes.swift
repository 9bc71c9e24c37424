import Hummingbird
import SQLEngines

/// What only the operator sees, on a listener of its own: health and metrics (GATEWAY-9).
struct OperationsRoutes: Sendable {
    let readiness: Readiness
    let metrics: GatewayMetrics
    let engine: any Engine

    func router() -> Router<BasicRequestContext> {
        // Monitors ask with HEAD.
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.get("/health/live") { _, _ in Self.text("live\n") }
        router.get("/health/ready") { _, _ in
            guard let obstacle = readiness.obstacle else { return Self.text("ready\n") }
            return Self.text("not ready: \(obstacle)\n", status: .serviceUnavailable)
        }
        router.get("/metrics") { _, _ in
            Self.text(metrics.text(engine: engine), type: "text/plain; version=0.0.4; charset=utf-8")
        }
        return router
    }

    private static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
