import ArgumentParser
import GatewayRules
import SQLEngines

struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Deletes a person and everything that is kept of them, as their own deletion does.",
        discussion: """
            For somebody who cannot do it themselves; 'export' lists who there is. It cannot be taken back. The owner is \
            deleted on the page alone, at /me/delete.
            """)

    @OptionGroup var options: SettingsOptions

    @Argument(help: "The person's id, as 'export' lists it.")
    var user: String

    @Flag(help: "Without it nothing is deleted.")
    var yes = false

    func run() async throws {
        let settings = try await options.settings()
        let engine = try await options.engineWithSchema(settings)
        let found = try await orFailure { () async throws(EngineError) in
            try await Store(engine: engine).caller(named: user)
        }
        guard let person = found else {
            await engine.close()
            throw CommandFailure(sentence: "there is no person of that id; 'export' lists them", exit: 1)
        }
        guard yes else {
            await engine.close()
            throw CommandFailure(sentence: "nothing was deleted; say --yes if everything of them is to go", exit: 1)
        }
        let metering = Metering(
            engine: engine, limits: settings.planLimits, metrics: GatewayMetrics(), starts: settings.starts)
        let removal = try await orFailure { () async throws(EngineError) in
            try await metering.delete(person, by: .command)
        }
        await engine.close()
        guard removal == .removed else {
            throw CommandFailure(sentence: "that is the owner, who is deleted on the page, at /me/delete", exit: 1)
        }
        print("removed")
    }
}
