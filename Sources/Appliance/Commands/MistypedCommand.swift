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
        if let message = hyphen(in: words, isHelp: false) { return "Error: " + message }
        return command(words) ?? option(AniccaCommand.fullMessage(for: error))
    }

    /// - Parameter parsed: what the parser made of the words; it has a command of its own that prints the help.
    static func message(for words: [String], parsed: any ParsableCommand) -> String? {
        guard !isOurs(parsed, in: AniccaCommand.self) else { return nil }
        return hyphen(in: words, isHelp: true).map { "Error: " + $0 }
    }

    private static func isOurs(_ parsed: any ParsableCommand, in group: any ParsableCommand.Type) -> Bool {
        type(of: parsed) == group || group.configuration.subcommands.contains { isOurs(parsed, in: $0) }
    }

    /// Says that a text was read as options, because it begins with a hyphen.
    ///
    /// - Parameter isHelp: whether an "h" in it made the parser print the help; without one the text was missing.
    static func hyphen(in words: [String], isHelp: Bool) -> String? {
        let typed = words.prefix { $0 != "--" }
        guard !typed.contains(where: asksForHelp),
            let text = typed.first(where: { isHyphenated($0) && (isHelp ? $0.contains("h") : isNoOption($0)) })
        else { return nil }
        return """
            '\(PrintableText.line(String(text.prefix(40))))' begins with a hyphen, so it was read as options.
              Put -- before such a text, behind all options; the text of an option follows it after =.
            """
    }

    private static func asksForHelp(_ word: String) -> Bool {
        ["-h", "-help", "--help", "--help-hidden"].contains(word)
    }

    private static func isHyphenated(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
    }

    private static func isNoOption(_ word: String) -> Bool {
        word.contains { $0.isWhitespace || !$0.isASCII }
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
        let words = Array(CommandLine.arguments.dropFirst())
        func refuse(_ message: String?) {
            guard let message else { return }
            Console.error(message)
            exit(withError: ExitCode.validationFailure)
        }
        let command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch {
            refuse(MistypedCommand.message(for: words, error))
            exit(withError: error)
        }
        refuse(MistypedCommand.message(for: words, parsed: command))
        do {
            var command = command
            try command.run()
            exit()
        } catch {
            exit(withError: error)
        }
    }
}
