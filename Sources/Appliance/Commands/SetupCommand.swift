import ArgumentParser
import Bedside

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set the bedside up by a few questions; Ctrl-D leaves, the next time goes on.")

    @Flag(help: "Begin again at the first question; what is set stays until it is changed.")
    var again = false
    @Option(
        help: ArgumentHelp("The board whose microphone is tried (default: the configuration's).", valueName: "board"))
    var board: String?
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let session = try state.open()
        if again { _ = try session.ask(.setup(SetupProgress())) }
        let wizard = SetupWizard(
            say: { Console.print(TextWrap.wrap($0)) },
            ask: { question in
                Console.ask(TextWrap.wrap(question))
                return Console.readLine()
            },
            perform: { try session.answer($0) },
            status: { try session.status() },
            listen: { MicrophoneCheck(session: session, board: board ?? session.config.board).listen(seconds: $0) },
            isRunning: { session.isRunning },
            playAlarm: {
                guard session.isRunning else {
                    return SetupText.speakerLeftOut.text(in: session.language)
                }
                if case .refused(let refusal) = try session.answer(.preview(nil), whenOff: .fail) {
                    return refusal.text(in: session.language)
                }
                return nil
            })
        do {
            _ = try wizard.run()
            session.warnWhereOff(session.language)
        } catch let refused as SetupRefused {
            throw Console.failure(refused.refusal, in: session.language)
        }
    }
}
