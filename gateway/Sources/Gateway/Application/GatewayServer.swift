import GatewayRules
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SQLEngines
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The whole server, put together once (composition root).
struct GatewayServer: Sendable {
    /// What a test may want otherwise.
    struct Tuning: Sendable {
        var addressAllowance = Allowance.perMinute(120)
        var credentialAllowance = Allowance.perMinute(30, burst: 60)
        var requestSeconds: Int64 = 30
        var idleSeconds: Int64 = 75
        /// Called with the port of each TCP listener: 0 in the settings is any free one.
        var onListening: @Sendable (_ name: String, _ port: Int?) -> Void = { _, _ in }
    }

    let settings: Settings
    let engine: any Engine
    let logger: Logger
    let readiness: Readiness
    let metrics = GatewayMetrics()
    var tuning = Tuning()

    init(settings: Settings, engine: any Engine, logger: Logger) {
        self.settings = settings
        self.engine = engine
        self.logger = logger
        readiness = Readiness(engine: engine)
    }

    /// The public routes, each under `/` and under `/api`.
    func router() throws -> Router<GatewayContext> {
        let store = Store(engine: engine)
        let router = Router(context: GatewayContext.self)
        router.add(
            middleware: RequestGate(
                trustedProxies: settings.trustedProxies,
                budgets: BoundedBudgets(tuning.addressAllowance, now: monotonicMilliseconds), metrics: metrics,
                logger: logger))
        let authentication = DeviceAuthentication(
            store: store, budgets: BoundedBudgets(tuning.credentialAllowance, now: monotonicMilliseconds),
            pseudonyms: Pseudonyms(), metrics: metrics)
        let speakers = SpeakerRoutes(
            store: store, authentication: authentication, metrics: metrics, publicAddress: settings.publicAddress)
        speakers.add(to: router)
        speakers.add(to: router.group("/api"))
        ServerMetadata(publicAddress: settings.publicAddress).add(to: router)
        let pages = PageRoutes(
            store: store, templates: try PageTemplates(), guardian: FormGuard(publicAddress: settings.publicAddress),
            publicAddress: settings.publicAddress)
        pages.add(to: router)
        return router
    }

    /// Runs until SIGTERM or SIGINT, or until the task is cancelled, and ends in order: not ready, a pause for the
    /// balancer, no new connections, the requests that run, the database.
    func run() async throws {
        let listener = try listener(
            "public", settings.listen, router().buildResponder(), HTTPServerBuilder.http1(configuration: limits))
        let operations = try self.listener(
            "operations", settings.operations,
            OperationsRoutes(readiness: readiness, metrics: metrics, engine: engine).router().buildResponder(), .http1()
        )
        await readiness.ask()
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: readiness), .init(service: Tidying(store: Store(engine: engine), logger: logger)),
                .init(service: operations), .init(service: listener),
            ], logger: quiet)
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        let group = ServiceGroup(configuration: configuration)
        let ending = Task {
            let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
            for await signal in signals {
                logger.notice("ending", metadata: ["signal": "\(signal)"])
                readiness.drain()
                try? await Task.sleep(for: .seconds(settings.drainSeconds))
                await group.triggerGracefulShutdown()
            }
        }
        defer { ending.cancel() }
        do { try await group.run() } catch {
            await engine.close()
            throw error
        }
        await engine.close()
        logger.notice("ended")
    }

    /// The libraries' own chatter is of no use to an operator.
    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return quiet
    }

    private var limits: HTTP1Channel.Configuration {
        let seconds = tuning.requestSeconds
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadline(limit: .seconds(seconds))],
            idleTimeout: .seconds(tuning.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: RequestBounds.headerField, maxHeaderListSize: RequestBounds.headers,
                maxHeaderFieldCount: RequestBounds.headerCount))
    }

    private func listener<Responder: HTTPResponder>(
        _ name: String, _ address: Settings.Listener, _ responder: Responder, _ server: HTTPServerBuilder
    ) throws -> Application<Responder>
    where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let bind: BindAddress =
            switch address {
            case .tcp(let host, let port): .hostname(host, port: port)
            case .unix(let path): .unixDomainSocket(path: path)
            }
        let onListening = tuning.onListening
        let logger = logger
        return Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: bind, serverName: nil, backlog: 4_096, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.connectionsMaximum)),
            onServerRunning: { channel in
                logger.notice(
                    "listening", metadata: ["for": "\(name)", "address": "\(channel.localAddress?.description ?? "")"])
                onListening(name, channel.localAddress?.port)
            }, logger: quiet)
    }
}
