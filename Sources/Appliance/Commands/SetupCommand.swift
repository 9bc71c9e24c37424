import ArgumentParser
import Bedside
import Glibc

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up the appliance by a few questions; Ctrl-D leaves, the next run continues.")

    @Flag(help: "Begin again at the first question; what is set stays until it is changed.")
    var again = false
    @Option(
        help: ArgumentHelp("The board whose microphone is tried (default: the configuration's).", valueName: "board"))
    var board: String?
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open()
        if again { _ = try link.ask(.setup(.go(to: .welcome))) }
        let terminal = SetupTerminal(
            ask: { command in
                guard case .setup(let turn) = try link.ask(.setup(command)) else { throw link.unexpectedAnswer() }
                return turn
            },
            say: { Console.print(TextWrap.wrap($0)) },
            readLine: { question in
                Console.ask(TextWrap.wrap(question))
                return Console.readLine()
            },
            listen: { MicrophoneCheck(link: link, board: board ?? link.config.board).listen(seconds: $0) },
            isRunning: { link.isRunning },
            playAlarm: {
                guard link.isRunning else { return .notPlayed(nil) }
                if case .refused(let refusal) = try link.answer(.preview(nil), whenOff: .fail) {
                    return .notPlayed(refusal)
                }
                return .played
            },
            signIn: { language in
                guard link.isRunning else { return .notSignedIn(nil) }
                switch try SignInWait(link: link).outcome(in: language) {
                case .shown, .signedIn:
                    // What the gateway has of the profile comes within a moment, and is what the next questions show.
                    usleep(1_500_000)
                    return .signedIn
                case .failed(let failure): return .notSignedIn(failure)
                }
            },
            lookUpPlan: {
                if link.isRunning { _ = try link.refreshedAccount() }
            })
        if let turn = try terminal.run(), turn.opening == .completion {
            Console.print(Views.nextLine(try link.status().next, language: turn.language))
        }
        link.warnWhereOff(link.language)
    }
}
