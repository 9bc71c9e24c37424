import ArgumentParser
import Bedside
import Glibc

/// The options of `anicca run`, resolved: every path is absolute, every default is chosen.
public struct RunOptions: Sendable, Hashable {
    /// `terminal`, a board's name, or a file; nil: `/etc/anicca/board.yaml` where there is one, else `terminal`.
    public var board: String?
    public var stateFolder: String
    public var shared: SharedFolders
    public var logLevel: LogLevel
    public var companion: CompanionSettings
    /// The configuration file; nil if there is none.
    public var configurationFile: String?
    /// The folder with the copies of the last good start.
    public var settingsFolder: String
    /// Whether a service manager runs it: then it may start with the last good settings.
    public var isService = false
    /// Why settings of the last good start are used (`LastSettings`); one line for each.
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
        // Before any thread starts: threads inherit the mask, and only the loop takes these signals.
        Signals.blockEarly()
        let isService = ServiceManager.isAnnounced
        let (file, problems) = try configuration(isService: isService)
        let options = RunOptions(
            board: board ?? file.board,
            stateFolder: StateLocation.resolve(option: state.stateDir, configured: file.stateFolder),
            shared: SharedFolders.locate(configured: file.shareFolder), logLevel: file.logLevel ?? .info,
            companion: file.companion, configurationFile: ConfigFile.path(option: config),
            settingsFolder: settingsFolder, isService: isService,
            settingsProblems: problems)
        // Beside the service it would ring without saving anything, hold the service's buttons, and answer in its
        // place.
        if !isService, geteuid() == 0, let owner = Files.owner(options.stateFolder), owner != 0 {
            let folder = options.stateFolder
            let remedy =
                folder == StateLocation.system
                ? "the service's: sudo systemctl start anicca" : "another user's: run it as that user"
            throw Console.failure(ExitStatus.notAllowed, "the state in \(folder) is not root's, but \(remedy)")
        }
        do throws(FileError) {
            try Files.makeFolder(options.stateFolder)
        } catch {
            throw Console.failure(ExitStatus.cannotWrite, "state folder \(error)")
        }
        let code = ApplianceLoop.run(options: options)
        if code != 0 { throw ExitCode(code) }
    }

    /// Reads the configuration, and says why it differs from its file.
    private func configuration(isService: Bool) throws -> (ConfigFile, problems: [String]) {
        let last = LastSettings(folder: settingsFolder)
        do throws(ConfigError) {
            let file = try ConfigFile.load(option: config)
            // An empty file is what a power cut leaves of a file that was being written. The shipped one has only
            // comments.
            if isService, let path = ConfigFile.path(option: config), (try? Files.read(path, limit: 1)) == [],
                let before = last.configuration(), before != file
            {
                return (before, ["\(path): it is empty"])
            }
            return (file, [])
        } catch {
            let lines = error.lines.map(\.english)
            guard isService, let file = last.configuration() else {
                throw Console.failure(error.exitCode, lines.joined(separator: "\nanicca: "))
            }
            return (file, lines)
        }
    }

    /// The folder with the copies: the state folder, but never one that the file itself names.
    private var settingsFolder: String {
        StateLocation.resolve(option: state.stateDir)
    }
}
