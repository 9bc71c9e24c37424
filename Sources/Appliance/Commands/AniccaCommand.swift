import ArgumentParser

/// `anicca`: the appliance and its command line.
public struct AniccaCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "anicca",
        abstract: "A bedside speaker that wakes you, settles your day's habits, and makes itself unnecessary.",
        discussion: """
            Begin with `anicca run` in one terminal and `anicca setup` in another; on a board the service runs already.
            Commands ask the running appliance, and change its stored settings while it is off.
            """,
        version: BuildInfo.version,
        subcommands: [HelpCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "The appliance", subcommands: [RunCommand.self, SetupCommand.self, ProvisionCommand.self]),
            CommandGroup(
                name: "Every day",
                subcommands: [
                    StatusCommand.self, NextCommand.self, HabitCommand.self, AlarmCommand.self, PressCommand.self,
                    TalkCommand.self, MeditateCommand.self, AffirmationCommands.self, UpCommand.self,
                    AnswerCommand.self,
                    RecallCommand.self, ProgressCommand.self, NudgeCommands.self, VolumeCommand.self, MuteCommand.self,
                ]),
            CommandGroup(
                name: "Looking after it",
                subcommands: [
                    MemoryCommands.self, TeachingCommands.self, RecordingCommands.self, VoiceCommands.self,
                    ProfileCommand.self,
                    PromptCommand.self,
                    KeyCommand.self, SignInCommand.self, SignOutCommand.self, AccountCommand.self,
                    SessionCommand.self, LogCommand.self, DoctorCommand.self, ClockCommand.self,
                    ResetCommand.self, CompletionsCommand.self,
                ]),
            CommandGroup(name: "Trying the rules", subcommands: [SimulateCommand.self, ReplayCommand.self]),
        ])

    public init() {}
}

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a shell's completion script.",
        discussion: "For instance: anicca completions bash > /etc/bash_completion.d/anicca")

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell
    @OptionGroup
    var state: StateOptions

    func run() {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        Console.print(AniccaCommand.completionScript(for: kind))
    }
}
