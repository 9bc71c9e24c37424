import Foundation
import GatewayRules
import Logging
import Synchronization
import Testing

@testable import Gateway
@testable import SQLEngines

/// A whole gateway on loopback, on a database of its own.
final class RunningGateway: Sendable {
    static let publicAddress = "https://gateway.example"

    let database: TestDatabase
    let engine: any Engine
    let logs: CollectedLogs
    let client: LoopbackClient
    let operations: LoopbackClient
    let server: GatewayServer

    private init(
        database: TestDatabase, engine: any Engine, logs: CollectedLogs, server: GatewayServer, ports: [String: Int]
    ) {
        self.database = database
        self.engine = engine
        self.logs = logs
        self.server = server
        client = LoopbackClient(port: ports["public"] ?? 0)
        operations = LoopbackClient(port: ports["operations"] ?? 0)
    }

    var store: Store { Store(engine: engine) }

    /// Runs a gateway while `body` runs. Afterwards every invariant must hold, and no secret may be in its log.
    static func with(
        _ kind: DatabaseKind, time: ManualTime? = nil, trusted: Set<String> = ["127.0.0.1"],
        watch: (any Engine) -> any Engine = { $0 },
        tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (RunningGateway) async throws -> Void
    ) async throws {
        let database = try TestDatabase(kind, time: time)
        let engine = watch(try database.open())
        _ = try await engine.migrate(Schema.migrations, apply: true)
        let logs = CollectedLogs()
        var settings = Settings()
        settings.listen = .tcp(host: "127.0.0.1", port: 0)
        settings.operations = .tcp(host: "127.0.0.1", port: 0)
        settings.publicAddress = publicAddress
        settings.trustedProxies = trusted
        var tuning = GatewayServer.Tuning()
        // Tests that are not about limits do not meet them.
        tuning.addressAllowance = .perMinute(100_000)
        tuning.credentialAllowance = .perMinute(100_000)
        settings.starts = .unmet
        tune(&tuning, &settings)
        let (listening, continuation) = AsyncStream<(String, Int)>.makeStream()
        tuning.onListening = { name, port in continuation.yield((name, port ?? 0)) }
        var server = GatewayServer(settings: settings, engine: engine, logger: logs.logger)
        server.tuning = tuning
        let task = Task { [server] in try await server.run() }
        var ports: [String: Int] = [:]
        for await (name, port) in listening {
            ports[name] = port
            if ports.count == 2 { break }
        }
        let gateway = RunningGateway(database: database, engine: engine, logs: logs, server: server, ports: ports)
        do {
            try await body(gateway)
            for (invariant, violations) in try await Invariant.counts(in: engine) {
                #expect(violations == 0, "\(invariant.number): \(invariant.sentence)")
            }
        } catch {
            Issue.record(error)
        }
        task.cancel()
        _ = await task.result
        logs.expectNoSecrets()
    }
}

extension StartLimits {
    /// For tests that are not about these limits.
    static var unmet: StartLimits {
        var limits = StartLimits()
        (limits.startsPerHour, limits.startsPerDay) = (100_000, 100_000)
        (limits.preparesPerHabit, limits.spareHabits) = (1_000, 1_000)
        limits.preparedMinutesPerDay = 100_000
        return limits
    }
}

/// A gateway's log as text, and every secret that a test has seen. Safe on any thread.
final class CollectedLogs: Sendable {
    private let lines = Mutex<[String]>([])
    private let secrets = Mutex<Set<String>>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    var logger: Logger {
        var logger = Logger(label: "gateway", factory: { _ in Handler(logs: self) })
        logger.logLevel = .debug
        return logger
    }

    /// Notes a token, a code or a cookie that must not appear.
    func isSecret(_ secret: String) { _ = secrets.withLock { $0.insert(secret) } }

    func expectNoSecrets() {
        let text = text
        for secret in secrets.withLock({ $0 }) where secret.count >= 9 {
            #expect(!text.contains(secret), "a secret is in the log")
        }
        // Every token of ours has a prefix, whoever made it.
        #expect(!Self.holdsToken(text), "a token is in the log")
    }

    /// Whether a word begins as a token does, and is as long as one: identifiers are random, and four of their letters are
    /// a prefix by chance.
    static func holdsToken(_ text: String) -> Bool {
        let words = text.utf8.split { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                false
            default: true
            }
        }
        return words.contains { word in
            word.count > Token.randomBytes && Token.Kind.allCases.contains { word.starts(with: $0.rawValue.utf8) }
        }
    }

    private struct Handler: LogHandler {
        let logs: CollectedLogs
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let words = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            logs.lines.withLock { $0.append("\(event.level) \(event.message) \(words.joined(separator: " "))") }
        }
    }
}
