import ArgumentParser
import Foundation
import GatewayRules
import Logging
import SQLEngines

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the server until it gets SIGTERM.",
        discussion: """
            Applies migrations that are missing. Listens on this machine only, for a proxy with TLS; or encrypts itself, \
            with files or a root of its own (setting tls). SIGHUP has it read the secrets and the certificate again.
            """
    )

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        // Until it is listened for, it must not end the process.
        signal(SIGHUP, SIG_IGN)
        let sources = try options.sources()
        var settings = try await SettingsOptions.read(sources)
        do throws(TLSFailure) { settings = try settings.withMasterKey() } catch {
            throw CommandFailure(error)
        }
        var logger = Logger(label: "anicca-gateway", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
        let engine = try options.engine(settings, role: .server)
        let report = try await orFailure { () async throws(EngineError) in
            try await engine.migrate(Schema.migrations, apply: true)
        }
        logger.notice(
            "database", metadata: ["kind": "\(settings.database.label)", "applied": "\(report.applied.count)"])
        for step in report.newer { logger.notice("a newer program has been here", metadata: ["step": "\(step)"]) }
        for warning in settings.warnings { logger.warning("\(warning)") }
        var server = GatewayServer(settings: settings, engine: engine, logger: logger)
        server.reread = { await sources.read() }
        try await server.run()
    }
}

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the settings and the database, and says what to do.",
        discussion: """
            It also asks each provider that is set up one question, which costs and changes nothing; the exit code is \
            1 if one does not take it.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try await options.settings()
        try settings.checkFiles(at: Date())
        print("settings: good")
        for warning in settings.warnings { print("warning: \(warning)") }
        print("database: \(settings.database.label)")
        print("page: \(settings.publicAddress)/")
        switch settings.tls {
        case .proxy: print("tls: a proxy's")
        case .files(let certificate, _): print("tls: \(certificate)")
        case .own(let names): print("tls: own, for \(names.joined(separator: ", "))")
        }
        let engine = try await options.engineWithSchema(settings)
        print("schema: complete")
        print(
            settings.providerKey == nil
                ? "provider: no key; set provider_key, or nobody can talk" : "provider: \(settings.providerAddress)")
        print("apple: \(settings.apple.summary)")
        if settings.needsMasterKey, settings.masterKey == nil, case .postgres = settings.database {
            print("master key: none; set master_key, or sign-ins stay valid at Apple after a deletion here")
        }
        let passkeys = PasskeyPlace(publicAddress: settings.publicAddress).map { "for \($0.id)" }
        print("passkeys: \(passkeys ?? "off; public_address needs https and a name, or http://localhost")")
        for sentence in settings.revenueCat.sentences { print(sentence) }
        print("voices: \(settings.cloning.summary)")
        let hasOwner = try await orFailure { () async throws(EngineError) in try await Store(engine: engine).hasOwner()
        }
        print(
            hasOwner
                ? "owner: yes; a new sign-in: \(settings.ownerCommand)"
                : "owner: nobody yet; enter the code on the page that this prints: \(settings.ownerCommand)")
        await engine.close()
        let http = OutgoingHTTP(limits: .init(threads: 4))
        let findings = await DryCalls(settings: settings, http: http).findings()
        http.close()
        for finding in findings { print(finding.sentence) }
        if findings.contains(where: { $0.fault != nil }) { throw ExitCode(1) }
    }
}

extension Settings {
    /// Reads the files that the server needs to start, and makes and writes none: one that is only made at the first start
    /// may be missing.
    func checkFiles(at now: Date) throws(CommandFailure) {
        do throws(TLSFailure) { _ = try storedMasterKey() } catch { throw CommandFailure(error) }
        do throws(TLSFailure) { _ = try certificateSource?.stored(at: now)?.context() } catch {
            throw CommandFailure(sentence: "tls: \(error)", exit: error.exit)
        }
    }
}

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Brings the database's schema to what this version needs.")

    @OptionGroup var options: SettingsOptions

    @Flag(help: "Only says what is missing; the exit code is 1 if something is.")
    var check = false

    func run() async throws {
        let settings = try await options.settings()
        if check, case .sqlite(let path) = settings.database, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure(sentence: "\(path): no database yet", exit: 1)
        }
        let engine = try options.engine(settings, role: check ? .command : .server)
        let isCheck = check
        let report = try await orFailure { () async throws(EngineError) in
            try await engine.migrate(Schema.migrations, apply: !isCheck)
        }
        for step in report.applied { print("applied: \(step)") }
        for step in report.missing { print("missing: \(step)") }
        for step in report.newer { print("newer than this program: \(step)") }
        await engine.close()
        if !report.isComplete { throw ExitCode(1) }
        print("schema: complete")
    }
}

struct OwnerCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "owner-code",
        abstract: "Prints a code with which the owner signs in on the page, once, within an hour.",
        discussion: "Whoever may run this on the machine may own the gateway. An older code that was not used is void.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try await options.settings()
        let engine = try await options.engineWithSchema(settings)
        let code = try await orFailure { () async throws(EngineError) in try await Store(engine: engine).makeOwnerCode()
        }
        await engine.close()
        print(code.grouped)
        print("Enter it within an hour at \(settings.publicAddress)/signin")
    }
}

struct InvariantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invariants",
        abstract: "Checks what must always be true of the database; the exit code is 1 if it is not.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try await options.settings()
        let engine = try await options.engineWithSchema(settings)
        let counts = try await orFailure { () async throws(EngineError) in try await Invariant.counts(in: engine) }
        await engine.close()
        for (invariant, violations) in counts {
            print(
                "\(invariant.number) \(violations == 0 ? "holds" : "VIOLATED \(violations) times"): \(invariant.sentence)"
            )
        }
        if counts.contains(where: { $0.violations > 0 }) { throw ExitCode(1) }
    }
}
