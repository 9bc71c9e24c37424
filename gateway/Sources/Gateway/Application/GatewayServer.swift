import Foundation
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
        /// Whether the sweep, the job runners and the watch over what waits run by themselves. Tests call them when they
        /// want to.
        var runsJobs = true
        /// For the age of certificates.
        var civilClock: @Sendable () -> Date = { Date() }
        var renewalPauseMilliseconds: ClosedRange<Int64> = 50_000...70_000
        /// For the age of Apple's keys, in milliseconds.
        var keyClock: @Sendable () -> Int64 = monotonicMilliseconds
        /// Between two rounds of a job runner.
        var jobPauseMilliseconds: ClosedRange<Int64> = 7_000...13_000
        /// Instead of the one of the settings.
        var provider: (any VoiceProvider)?
        /// Called when a listener is ready, with its port (0 in the settings is any free one); nil: a unix socket.
        var onListening: @Sendable (_ name: String, _ port: Int?) -> Void = { _, _ in }
    }

    let settings: Settings
    let engine: any Engine
    let logger: Logger
    let readiness: Readiness
    let metrics = GatewayMetrics()
    let metering: Metering
    /// A provider that needs a quarter of a second lets 500 conversations begin in each. A speaker gives up after 8 s;
    /// one that waits for a thread (`RealtimeProvider.longestWaitMilliseconds`), then for the provider, is answered before.
    let outgoing = OutgoingHTTP(
        limits: .init(threads: 128, connectMilliseconds: 3_000, totalMilliseconds: 6_000))
    let billingWakeUp = WakeUp()
    /// Apart from the provider's: a seller that is slow must not hold up conversations.
    let billingOutgoing = OutgoingHTTP(limits: .init(threads: 4))
    let voiceWakeUp = WakeUp()
    let uploads = ConcurrencyLimit(most: VoiceRoutes.mostUploads)
    /// What makes voices and speaks with them is slow, and its answers are long.
    let voiceOutgoing = OutgoingHTTP(
        limits: .init(threads: 4, queue: 16, totalMilliseconds: 45_000, answerBytes: 16 << 20))
    /// For jobs about voices, which must end within their lease.
    let voiceJobOutgoing = OutgoingHTTP(limits: .init(threads: 2, answerBytes: 16 << 20))
    /// Sound that was made of texts.
    let speechDesk = SpeechDesk()
    var tuning = Tuning()
    /// What SIGHUP replaces.
    let secrets: LiveSecrets
    /// Reads the settings again; nil: they have no sources.
    var reread: (@Sendable () async -> Result<Settings, SettingsFaults>)?

    init(settings: Settings, engine: any Engine, logger: Logger) {
        self.settings = settings
        secrets = LiveSecrets(settings.secrets)
        let engine = MeasuredEngine(base: engine, metrics: metrics)
        self.engine = engine
        self.logger = logger
        readiness = Readiness(engine: engine)
        metering = Metering(
            engine: engine, limits: settings.planLimits, metrics: metrics, starts: settings.starts)
    }

    var provider: any VoiceProvider {
        if let provider = tuning.provider { return provider }
        guard settings.providerKey != nil else { return NoProvider() }
        let secrets = secrets
        return RealtimeProvider(
            address: settings.providerAddress, key: secrets.current.provider ?? "", http: outgoing, metrics: metrics)
    }

    /// Deletes whom somebody else has told to be gone.
    var deletions: JobRunner<DeletionWorker> {
        JobRunner(
            worker: DeletionWorker(metering: metering), engine: engine, logger: logger, wakeUp: WakeUp(),
            pauseMilliseconds: tuning.jobPauseMilliseconds)
    }

    private func appleClient() throws(Failure) -> AppleClient {
        let secrets = secrets
        return try AppleClient(settings.apple, http: outgoing, metrics: metrics) { secrets.current.apple }
    }

    /// Keeps what revokes a sign-in at Apple; nil: it has no key there, or none for sealing.
    private func appleKeeper(_ client: AppleClient) -> AppleTokenKeeper? {
        guard let key = client.key, let master = settings.masterKey else { return nil }
        return AppleTokenKeeper(client: client, key: key, master: MasterKey(master))
    }

    /// Revokes the sign-ins at Apple of people who were deleted. Nil: a key is not set; the jobs wait until it is.
    var appleRevocations: JobRunner<AppleRevocationWorker>? {
        guard let client = try? appleClient(), let keeper = appleKeeper(client) else { return nil }
        return JobRunner(
            worker: AppleRevocationWorker(store: Store(engine: engine), keeper: keeper, metrics: metrics),
            engine: engine, logger: logger, wakeUp: WakeUp(), pauseMilliseconds: tuning.jobPauseMilliseconds)
    }

    var backlogWatch: BacklogWatch { BacklogWatch(store: Store(engine: engine), metrics: metrics) }

    /// Reads what was bought; nil: nothing is sold.
    var billing: JobRunner<BillingWorker>? {
        guard let offer = settings.revenueCat.offer, let project = settings.revenueCat.projectID,
            settings.revenueCat.restKey != nil
        else { return nil }
        let secrets = secrets
        let client = RevenueCatClient(
            address: settings.revenueCat.address, project: project, key: secrets.current.revenueCat ?? "",
            readsPurchases: !offer.packs.isEmpty, http: billingOutgoing, metrics: metrics)
        let worker = BillingWorker(
            store: Store(engine: engine), client: client, offer: offer, limits: metering.limits, metrics: metrics)
        return JobRunner(
            worker: worker, engine: engine, logger: logger, wakeUp: billingWakeUp,
            pauseMilliseconds: tuning.jobPauseMilliseconds)
    }

    /// Has a plan read again; nil: nothing is sold.
    private var planQuestion: PlanQuestion? {
        settings.revenueCat.isOn ? PlanQuestion(store: Store(engine: engine), wakeUp: billingWakeUp) : nil
    }

    private var speech: any SpeechProvider {
        guard settings.providerKey != nil else { return NoSpeechProvider() }
        let secrets = secrets
        return RealtimeSpeech(
            address: settings.providerAddress, key: secrets.current.provider ?? "", metrics: metrics)
    }

    /// Who makes voices; nil: nobody.
    func voiceMaker(_ http: OutgoingHTTP) -> VoiceMaker? {
        guard settings.cloning.key != nil else { return nil }
        let secrets = secrets
        return VoiceMaker(
            address: settings.cloning.address, key: secrets.current.voices ?? "", model: settings.cloning.model,
            http: http, metrics: metrics)
    }

    /// Deletes voices. Without a key its jobs wait until there is one again.
    var voices: JobRunner<VoiceWorker>? {
        voiceMaker(voiceJobOutgoing).map {
            JobRunner(
                worker: VoiceWorker(maker: $0), engine: engine, logger: logger, wakeUp: voiceWakeUp,
                pauseMilliseconds: tuning.jobPauseMilliseconds)
        }
    }

    /// The public routes, each under `/` and under `/api`.
    func router() throws -> Router<GatewayContext> {
        let store = Store(engine: engine)
        let router = Router(context: GatewayContext.self)
        let allowances = RequestAllowances(
            addresses: BoundedBudgets(tuning.addressAllowance, now: monotonicMilliseconds),
            each: { BoundedBudgets(tuning.credentialAllowance, now: monotonicMilliseconds) })
        router.add(
            middleware: RequestGate(
                store: store, trustedProxies: settings.trustedProxies, allowances: allowances,
                headers: AnswerHeaders(settings), metrics: metrics, logger: logger))
        let authentication = DeviceAuthentication(
            store: store, allowances: allowances, pseudonyms: Pseudonyms(), metrics: metrics)
        let speakers = SpeakerRoutes(
            store: store, authentication: authentication, metering: metering, metrics: metrics,
            publicAddress: settings.publicAddress)
        speakers.add(to: router)
        speakers.add(to: router.group("/api"))
        let profiles = ProfileRoutes(store: store, authentication: authentication)
        profiles.add(to: router)
        profiles.add(to: router.group("/api"))
        let (freeModel, proModel) = (settings.freeModel, settings.proModel)
        let talks = TalkRoutes(
            authentication: authentication, metering: metering, provider: provider,
            models: { $0 == .free ? freeModel : proModel }, earlyConnectionSeconds: settings.earlyConnectionSeconds,
            hasClientSecrets: settings.clientSecrets)
        talks.add(to: router)
        talks.add(to: router.group("/api"))
        let billing = BillingRoutes(
            store: store, authentication: authentication, metering: metering, settings: settings.revenueCat,
            budgets: BoundedBudgets(.perMinute(3_000), now: monotonicMilliseconds), wakeUp: billingWakeUp,
            planQuestion: planQuestion, secrets: secrets)
        billing.add(to: router)
        billing.add(to: router.group("/api"))
        let voices = VoiceRoutes(
            store: store, authentication: authentication, metering: metering, maker: voiceMaker(voiceOutgoing),
            wakeUp: voiceWakeUp, uploads: uploads)
        voices.add(to: router)
        voices.add(to: router.group("/api"))
        let speeches = SpeechRoutes(
            store: store, authentication: authentication, metering: metering, provider: speech,
            maker: voiceMaker(voiceOutgoing), models: { $0 == .free ? freeModel : proModel }, desk: speechDesk)
        speeches.add(to: router)
        speeches.add(to: router.group("/api"))
        ServerMetadata(publicAddress: settings.publicAddress).add(to: router)
        var pages = PageRoutes(
            store: store, templates: try PageTemplates(), guardian: FormGuard(publicAddress: settings.publicAddress),
            metering: metering, publicAddress: settings.publicAddress, ownerCommand: settings.ownerCommand)
        pages.planQuestion = planQuestion
        pages.apple = try addApple(to: router, store)
        pages.passkeys = PasskeyPlace(publicAddress: settings.publicAddress)
        pages.add(to: router)
        let description = try OpenAPIRoutes(publicAddress: settings.publicAddress, routes: router.routes)
        description.add(to: router)
        description.add(to: router.group("/api"))
        router.add(middleware: MissingPages(pages: pages))
        return router
    }

    /// Adds what apps and Apple itself ask, and returns what the page needs; nil: nobody signs in there with Apple.
    private func addApple(to router: Router<GatewayContext>, _ store: Store) throws -> AppleWeb? {
        let client = try appleClient()
        let verifier = AppleVerifier(keys: AppleKeys(client: client, now: tuning.keyClock))
        let routes = AppleRoutes(
            store: store, verifier: verifier, metering: metering, metrics: metrics,
            bundleIDs: settings.apple.bundleIDs, audiences: settings.apple.audiences, keeper: appleKeeper(client),
            planQuestion: planQuestion)
        routes.add(to: router)
        routes.add(to: router.group("/api"))
        return settings.apple.servicesID.map {
            AppleWeb(servicesID: $0, client: client, verifier: verifier, keeper: appleKeeper(client))
        }
    }

    /// Runs until SIGTERM or SIGINT, or until the task is cancelled, and ends in order: not ready, a pause for the
    /// balancer, no new connections, the requests that run, the database.
    func run() async throws {
        let limits = limits
        let tls = try settings.certificateSource.map { source in try ServerTLS(source, at: tuning.civilClock()) }
        let builder = HTTPServerBuilder { responder -> any ServerChildChannel in
            let plain = HTTP1Channel(responder: responder, configuration: limits)
            guard let tls else { return OnLoopChannel(base: plain) }
            return OnLoopChannel(base: RenewedTLSChannel(base: plain, tls: tls))
        }
        let listener = try listener("public", settings.listen, router().buildResponder(), builder)
        let operations = try self.listener(
            "operations", settings.operations,
            OperationsRoutes(readiness: readiness, metrics: metrics, engine: engine).router().buildResponder(), .http1()
        )
        if !provider.canTalk { logger.warning("no provider_key is set, so nobody can talk") }
        await readiness.ask()
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            // When it finds that this program is too old, what was begun is still answered.
            .init(service: readiness, failureTerminationBehavior: .gracefullyShutdownGroup),
            .init(service: Tidying(store: Store(engine: engine), logger: logger, desk: speechDesk)),
        ]
        if tuning.runsJobs {
            services.append(.init(service: backlogWatch))
            services.append(.init(service: Sweep(metering: metering, provider: provider, logger: logger)))
            services.append(.init(service: deletions))
            if let billing { services.append(.init(service: billing)) }
            if let appleRevocations { services.append(.init(service: appleRevocations)) }
            if let voices { services.append(.init(service: voices)) }
        }
        if let tls {
            let renewal = TLSRenewal(
                tls: tls, logger: logger, clock: tuning.civilClock, pauseMilliseconds: tuning.renewalPauseMilliseconds)
            services.append(.init(service: renewal))
        }
        services += [.init(service: operations), .init(service: listener)]
        var configuration = ServiceGroupConfiguration(services: services, logger: quiet)
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        let group = ServiceGroup(configuration: configuration)
        let ending = Task {
            let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
            for await signal in signals {
                guard signal != .sighup else {
                    await readAgain(tls)
                    continue
                }
                logger.notice("ending", metadata: ["signal": "\(signal)"])
                readiness.drain()
                try? await Task.sleep(for: .seconds(settings.drainSeconds))
                await group.triggerGracefulShutdown()
            }
        }
        defer {
            ending.cancel()
            outgoing.close()
            billingOutgoing.close()
            voiceOutgoing.close()
            voiceJobOutgoing.close()
        }
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
            additionalChannelHandlers: [ContinueAnswer(), RequestDeadline(limit: .seconds(seconds))],
            idleTimeout: .seconds(tuning.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: RequestBounds.headerField, maxHeaderListSize: RequestBounds.headers,
                maxHeaderFieldCount: RequestBounds.headerCount))
    }

    private func listener<Responder: HTTPResponder>(
        _ name: String, _ address: Settings.Listener, _ responder: Responder, _ server: HTTPServerBuilder
    ) throws -> NamedListener
    where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let bind: BindAddress =
            switch address {
            case .tcp(let host, let port): .hostname(host, port: port)
            case .unix(let path): .unixDomainSocket(path: path)
            }
        let onListening = tuning.onListening
        let logger = logger
        let progress = NamedListener.Progress()
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: bind, serverName: nil, backlog: 4_096, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.connectionsMaximum)),
            onServerRunning: { channel in
                progress.began()
                if case .unix(let path) = address { shareSocket(path, logger) }
                logger.notice(
                    "listening", metadata: ["for": "\(name)", "address": "\(channel.localAddress?.description ?? "")"])
                onListening(name, channel.localAddress?.port)
            }, logger: quiet)
        let setting = name == "operations" ? name : "listen"
        return NamedListener(base: application, setting: setting, address: address, progress: progress)
    }
}

/// Lets the group of a socket's user in, whatever the umask of the service is: that is how a proxy of another user gets
/// there. Nobody else does, because whoever can open it is believed about addresses (`clientAddress`).
private func shareSocket(_ path: String, _ logger: Logger) {
    do {
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: path)
    } catch { logger.warning("the socket's group cannot open it", metadata: ["path": "\(path)"]) }
}
