import Hummingbird
import Logging

/// Runs a server on loopback while `body` runs, which gets its port.
func withLoopbackServer(
    _ router: Router<BasicRequestContext>, _ body: (_ port: Int) async throws -> Void
) async throws {
    let (listening, continuation) = AsyncStream<Int>.makeStream()
    let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
        logger: Logger(label: "stand-in", factory: { _ in SwiftLogNoOpLogHandler() }))
    let running = Task { try await application.run() }
    defer { running.cancel() }
    for await port in listening {
        try await body(port)
        break
    }
}
