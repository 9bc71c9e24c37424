import ArgumentParser
import Bedside

/// What `anicca run` was told, resolved: every path absolute, every default chosen.
public struct RunOptions: Sendable, Hashable {
    /// `terminal`, a board's name, or a file; nil: `/etc/anicca/board.yaml` where there is one, else `terminal`.
    public var board: String?
    public var stateFolder: String
    public var shared: SharedFolders
    public var logLevel: LogLevel
    public var companion: CompanionSettings
    /// The file that all this comes from; nil: none.
    public var configurationFile: String?
    /// A service manager runs it: it begins with the last good settings where it must.
    public var isService = false
    /// Why some of this is of the last good start (`LastSettings`); a line each.
    public var settingsProblems: [String] = []
}

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the appliance until SIGTERM, Ctrl-C or q.")

    @Option(
        help: ArgumentHelp(
            "The board: `terminal`, a name under board/, or a file.",
            discussion: "Default: the configuration's, else /etc/anicca/board.yaml, else terminal.", valueName: "board")
    )
    var board: String?
    @Option(help: ArgumentHelp("The configuration file (default: /etc/anicca/anicca.yaml).", valueName: "file"))
    var config: String?
    @OptionGroup
    var state: StateOptions

    func run() throws {
        // Before any thread: threads inherit the mask, and the loop alone takes these signals.
        Signals.blockEarly()
        let isService = ServiceManager.isAnnounced
        let (file, problem) = try configuration(isService: isService)
        let options = RunOptions(
            board: board ?? file.board,
            stateFolder: StateLocation.resolve(option: state.stateDir, configured: file.stateFolder),
            shared: SharedFolders.locate(configured: file.shareFolder), logLevel: file.logLevel ?? .info,
            companion: file.companion, configurationFile: ConfigFile.path(option: config), isService: isService,
            settingsProblems: problem.map { [$0] } ?? [])
        do throws(FileError) {
            try Files.makeFolder(options.stateFolder)
        } catch {
            throw Console.failure(SysExit.cannotCreate, "state folder \(error)")
        }
        let code = ApplianceLoop.run(options: options)
        if code != 0 { throw ExitCode(code) }
    }

    /// And why it is not what its file says.
    private func configuration(isService: Bool) throws -> (ConfigFile, problem: String?) {
        do throws(ConfigError) {
            return (try ConfigFile.load(option: config), nil)
        } catch {
            // The state folder cannot be the file's own choice here.
            let last = LastSettings(stateFolder: StateLocation.resolve(option: state.stateDir))
            guard isService, let file = last.configuration() else {
                throw Console.failure(error.exitCode, "\(error)")
            }
            return (file, "\(error)")
        }
    }
}
