import ArgumentParser
import Bedside

/// The option for the appliance's state folder, which every command has.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The appliance's state folder.",
            discussion: "Default: $ANICCA_STATE_DIR, else /var/lib/anicca or ~/.local/state/anicca.",
            valueName: "folder"),
        completion: .directory)
    var stateDir: String?

    /// Connects to the appliance. If the system's configuration file is faulty, the fault is reported and the last good
    /// copy is used, or the defaults if there is none, so that `anicca press stop` still works.
    ///
    /// - Parameter configFile: the configuration file, which must be good; nil: the system's, where there is one.
    func open(configFile: String? = nil) throws -> ApplianceLink {
        do throws(ConfigError) {
            return link(try ConfigFile.load(option: configFile))
        } catch {
            let last = configFile == nil ? LastSettings(folder: StateLocation.resolve(option: stateDir)) : nil
            var link = link(last?.configuration() ?? ConfigFile())
            let language = link.language
            for line in error.lines { Console.error("anicca: \(line.text(in: language))") }
            guard configFile == nil else { throw ExitCode(error.exitCode) }
            link.configurationProblem = error.wording
            return link
        }
    }

    private func link(_ config: ConfigFile) -> ApplianceLink {
        ApplianceLink(
            stateFolder: StateLocation.resolve(option: stateDir, configured: config.stateFolder), config: config)
    }
}

struct FormatOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}

/// Arguments of the core's types; the error for a wrong one says what is expected.
enum ArgumentText {
    static let habitCompletion = CompletionKind.list(["wake", "training", "bedtime"])

    @Sendable static func habit(_ text: String) throws -> HabitID {
        guard let id = HabitID(text) else {
            throw ValidationError("expected wake, training, bedtime, or a name of small letters, digits, - and _")
        }
        return id
    }

    @Sendable static func time(_ text: String) throws -> LocalTime {
        guard let time = LocalTime(text) else {
            throw ValidationError("expected a time from 00:00 to 23:59, like 06:00")
        }
        return time
    }

    @Sendable static func date(_ text: String) throws -> LocalDate {
        guard let date = LocalDate(text) else { throw ValidationError("expected a day like 2026-03-29") }
        return date
    }
}

/// The output format of commands with several answers.
struct LinesFormatOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line.")
    var json = false
}

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
