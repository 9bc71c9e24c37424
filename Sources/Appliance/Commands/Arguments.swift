import ArgumentParser
import Bedside

/// Where the appliance's state is; every command takes it.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The appliance's state folder.",
            discussion: "Default: $ANICCA_STATE_DIR, else /var/lib/anicca or ~/.local/state/anicca.",
            valueName: "folder"),
        completion: .directory)
    var stateDir: String?

    func open() throws -> Session {
        let config = try Self.config(option: nil)
        return Session(
            stateFolder: StateLocation.resolve(option: stateDir, configured: config.stateFolder), config: config)
    }

    static func config(option: String?) throws -> ConfigFile {
        do throws(ConfigError) {
            return try ConfigFile.load(option: option)
        } catch {
            throw Console.failure(error.exitCode, "\(error)")
        }
    }
}

struct FormatOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}

extension HabitID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
    public static var defaultCompletionKind: CompletionKind { .list(["wake", "training", "bedtime"]) }
}

extension LocalTime: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension LocalDate: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
