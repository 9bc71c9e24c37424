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
        let link = try state.open()
        if again { _ = try link.ask(.setup(SetupProgress())) }
        let wizard = SetupWizard(
            say: { Console.print(TextWrap.wrap($0)) },
            ask: { question in
                Console.ask(TextWrap.wrap(question))
                return Console.readLine()
            },
            perform: { try link.answer($0) },
            status: { try link.status() },
            listen: { MicrophoneCheck(link: link, board: board ?? link.config.board).listen(seconds: $0) },
            isRunning: { link.isRunning },
            playAlarm: {
                guard link.isRunning else {
                    return SetupText.speakerLeftOut.text(in: link.language)
                }
                if case .refused(let refusal) = try link.answer(.preview(nil), whenOff: .fail) {
                    return refusal.text(in: link.language)
                }
                return nil
            })
        do {
            _ = try wizard.run()
            link.warnWhereOff(link.language)
        } catch let refused as SetupRefused {
            throw Console.failure(refused.refusal, in: link.language)
        }
    }
}
