import ArgumentParser
import Bedside

/// What somebody may have meant who mistyped the name of a command or of an option.
enum MistypedCommand {
    /// - Parameters:
    ///   - words: what was typed after `anicca`.
    ///   - error: what the parser says about it.
    /// - Returns: the message to print; nil if the parser's own says enough, or if the words were understood.
    static func message(for words: [String], _ error: any Error) -> String? {
        guard AniccaCommand.exitCode(for: error) == .validationFailure else { return nil }
        return command(words) ?? option(AniccaCommand.fullMessage(for: error))
    }

    /// A group of commands takes no words of its own, so that a word that names none of them was meant to.
    private static func command(_ words: [String]) -> String? {
        var current: any ParsableCommand.Type = AniccaCommand.self
        var path = name(of: current)
        for word in words.prefix(while: { !$0.hasPrefix("-") }) {
            let commands = current.configuration.subcommands
            if commands.isEmpty { return nil }
            if let next = commands.first(where: { names(of: $0).contains(word) }) {
                (current, path) = (next, path + " " + name(of: next))
                continue
            }
            let typed = PrintableText.line(String(word.prefix(40)))
            let meant = FieldReader.suggestion(for: typed, among: commands.map(name(of:)))
            let hint = meant.map { ". Did you mean '\(path) \($0)'?" } ?? ""
            return "Error: Unknown command '\(typed)'\(hint)\n  See '\(path) --help' for more information."
        }
        return nil
    }

    /// An option that is the beginning of another, as --state is of --state-dir: the parser finds only mistyped letters.
    private static func option(_ message: String) -> String? {
        let opening = "Error: Unknown option '"
        guard message.hasPrefix(opening), !message.contains("Did you mean"),
            let end = message.dropFirst(opening.count).firstIndex(of: "'")
        else { return nil }
        let typed = message[message.index(message.startIndex, offsetBy: opening.count)..<end]
        let known = message[end...].split { " []|\n".contains($0) }.filter { $0.hasPrefix("--") && $0.count > 2 }
        guard typed.count > 4, let meant = known.first(where: { $0.hasPrefix(typed) }) else { return nil }
        return message[...end] + ". Did you mean '\(meant)'?" + message[message.index(after: end)...]
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [name(of: command)] + command.configuration.aliases
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }
}

extension AniccaCommand {
    /// Runs the command that was typed, and ends the program.
    public static func start() -> Never {
        let command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch {
            if let message = MistypedCommand.message(for: Array(CommandLine.arguments.dropFirst()), error) {
                Console.error(message)
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
        do {
            var command = command
            try command.run()
            exit()
        } catch {
            exit(withError: error)
        }
    }
}
