import ArgumentParser
import Foundation
import Logging
import SQLEngines

/// `anicca-gateway`.
public struct GatewayCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "anicca-gateway",
        abstract: "The server behind Anicca speakers: signs them in and counts their minutes.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, CheckCommand.self, MigrateCommand.self, OwnerCodeCommand.self, AuthorityCommand.self,
            InvariantsCommand.self, ExportCommand.self, RemoveCommand.self, BackupCommand.self,
        ])

    public init() {}
}

/// What every command takes.
struct SettingsOptions: ParsableArguments {
    @Option(help: "The settings: a flat YAML file, NAME: VALUE a line.")
    var config: String?

    @Option(help: ArgumentHelp("A setting, before all other sources.", valueName: "NAME=VALUE"))
    var set: [String] = []

    func settings() async throws -> Settings { try await Self.read(sources()) }

    func sources() throws -> SettingsSources {
        var sources = SettingsSources()
        sources.environment = ProcessInfo.processInfo.environment
        sources.file = config
        for assignment in set {
            guard let equals = assignment.firstIndex(of: "=") else {
                throw ValidationError("--set takes NAME=VALUE")
            }
            sources.overrides[String(assignment[..<equals])] = String(assignment[assignment.index(after: equals)...])
        }
        return sources
    }

    static func read(_ sources: SettingsSources) async throws -> Settings {
        switch await sources.read() {
        case .success(var settings):
            settings.ownerCommand = OwnerCommand(sources, database: settings.database).text
            return settings
        case .failure(let faults): throw CommandFailure(sentence: faults.description, exit: 78)
        }
    }

    /// Opens the database. A command beside a running server takes no lock.
    func engine(_ settings: Settings, role: SQLiteEngine.Role) throws -> any Engine {
        switch settings.database {
        case .sqlite(let path):
            return try orFailure { () throws(EngineError) in
                try SQLiteEngine(
                    path: path, role: role, queue: settings.queueMaximum,
                    leapShifts: role == .server ? Metering.leapShifts : [])
            }
        case .postgres(let information):
            return PostgresEngine(information, writers: settings.databaseConnections, queue: settings.queueMaximum)
        }
    }

    /// A command that needs the schema says so, instead of failing in the middle.
    func engineWithSchema(_ settings: Settings) async throws -> any Engine {
        if case .sqlite(let path) = settings.database, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure(
                sentence: "\(path): no database yet; start the server or run 'anicca-gateway migrate'", exit: 69)
        }
        let engine = try engine(settings, role: .command)
        let report = try await orFailure { () async throws(EngineError) in
            try await engine.migrate(Schema.migrations, apply: false)
        }
        guard report.isComplete else {
            throw CommandFailure(sentence: "the database lacks steps: run 'anicca-gateway migrate'", exit: 69)
        }
        return engine
    }
}

/// Ends a command with one sentence. Exit codes of sysexits.h: 69 unavailable, 70 internal, 78 configuration.
struct CommandFailure: Error, CustomStringConvertible {
    let sentence: String
    let exit: Int32
    var description: String { sentence }
}

func orFailure<Result>(_ body: () throws(EngineError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw CommandFailure(error) }
}

func orFailure<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(EngineError) -> sending Result
) async throws(CommandFailure) -> sending Result {
    do { return try await body() } catch { throw CommandFailure(error) }
}

extension CommandFailure {
    init(_ failure: TLSFailure) { self.init(sentence: failure.description, exit: failure.exit) }

    init(_ error: EngineError) {
        switch error {
        case .away(let why), .unusable(let why): self.init(sentence: "database: \(why)", exit: 69)
        case .busy: self.init(sentence: "database: too much waits", exit: 69)
        case .conflict(let why): self.init(sentence: "database: conflict \(why)", exit: 69)
        case .gone: self.init(sentence: "database: what this was about was deleted meanwhile", exit: 69)
        case .constraint(let why), .refused(let why), .shape(let why):
            self.init(sentence: "database: \(why) (a fault of anicca-gateway)", exit: 70)
        }
    }
}

extension GatewayCommand {
    /// Parses and runs. A failure is one sentence on the standard error and an exit code.
    public static func start() async {
        // Whatever it makes is for its user alone.
        umask(0o077)
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            FileHandle.standardError.write(Data("anicca-gateway: \(failure.sentence)\n".utf8))
            Foundation.exit(failure.exit)
        } catch let failure as TLSFailure {
            FileHandle.standardError.write(Data("anicca-gateway: tls: \(failure)\n".utf8))
            Foundation.exit(failure.exit)
        } catch {
            exit(withError: error)
        }
    }
}
