import ArgumentParser

/// `anicca help habit set`: like the library's own command, except that an unknown command is an error.
struct HelpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help", abstract: "Show how a command is used.", shouldDisplay: false)

    @Argument(help: "The command.")
    var names: [String] = []

    func run() throws {
        var command: any ParsableCommand.Type = AniccaCommand.self
        for name in names {
            let known = command.configuration.subcommands
            guard let next = known.first(where: { HelpCommand.name($0) == name }) else {
                let shown = known.filter { $0.configuration.shouldDisplay }.map { HelpCommand.name($0) }.joined(
                    separator: ", ")
                throw ValidationError(
                    "no command named \"\(name)\"" + (shown.isEmpty ? "" : "; there are: \(shown)"))
            }
            command = next
        }
        Console.print(AniccaCommand.helpMessage(for: command))
    }

    private static func name(_ command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}
