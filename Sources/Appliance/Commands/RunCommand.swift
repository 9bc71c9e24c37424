import ArgumentParser
import Bedside
import Glibc

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
    /// Where the copies of the last good start are.
    public var settingsFolder: String
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
        let (file, problems) = try configuration(isService: isService)
        let options = RunOptions(
            board: board ?? file.board,
            stateFolder: StateLocation.resolve(option: state.stateDir, configured: file.stateFolder),
            shared: SharedFolders.locate(configured: file.shareFolder), logLevel: file.logLevel ?? .info,
            companion: file.companion, configurationFile: ConfigFile.path(option: config),
            settingsFolder: settingsFolder, isService: isService,
            settingsProblems: problems)
        // Beside the service it would ring without saving anything, hold its buttons, and answer in its place.
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

    /// And why it is not what its file says.
    private func configuration(isService: Bool) throws -> (ConfigFile, problems: [String]) {
        let last = LastSettings(folder: settingsFolder)
        do throws(ConfigError) {
            let file = try ConfigFile.load(option: config)
            // What a power cut leaves of a file that was being written. The shipped one is comments.
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

    /// Where the copies are: the state folder, but never by the file's own choice.
    private var settingsFolder: String {
        StateLocation.resolve(option: state.stateDir)
    }
}
