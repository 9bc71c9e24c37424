import ArgumentParser
import Bedside

/// `anicca meditate`: a guided meditation on the device itself (MIND-5, D-8).
struct MeditateCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "meditate", abstract: "Begin a guided meditation; no network and no microphone is used.",
        discussion: "Start pauses it and lets it go on, Stop ends it. An alarm that falls due rings at its time.")

    enum Minutes: String, ExpressibleByArgument, CaseIterable {
        case three = "3"
        case five = "5"
        case eight = "8"

        var length: MeditationLength {
            switch self {
            case .three: .three
            case .five: .five
            case .eight: .eight
            }
        }
    }

    @Option(help: "How long: 3, 5 or 8 minutes.")
    var minutes: Minutes = .eight
    @Option(help: "even: in 4 s, out 6 s; sigh: in 2 s, a little more 1 s, out 6 s.")
    var breath: BreathStyle = .even
    @Option(help: ArgumentHelp("The step to begin with, such as body-feet.", valueName: "step"))
    var from: String?
    @Option(help: "on: bells begin it, end it and mark the minutes of silence; off: none are heard.")
    var bell: Switch = .on
    @Option(help: ArgumentHelp("Begins so many seconds later, 0 to 300.", valueName: "seconds"))
    var delay = 0
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func validate() throws {
        guard MeditationRequest.delay.contains(delay) else {
            throw ValidationError("--delay: expected seconds, 0 to 300")
        }
    }

    func request() -> WritingRequest {
        WritingRequest(
            .meditate(
                MeditationRequest(
                    minutes: minutes.length, breath: breath, from: from, hasBells: bell == .on, delaySeconds: delay)))
    }

    func run() throws {
        let link = try state.open()
        _ = try link.ask(request().command, whenOff: .fail)
        let status = try link.status()
        if format.json { return Console.print((status.meditation.map(Views.json) ?? Views.done).line) }
        let language = status.profile.language
        Console.print(MeditationText.begins(minutes.length, afterSeconds: delay).text(in: language))
    }
}

extension BreathStyle: ExpressibleByArgument {}

/// What the command line says about meditations.
enum MeditationText {
    static func begins(_ length: MeditationLength, afterSeconds seconds: Int) -> Wording {
        let minutes = length.minutes
        let beginning =
            seconds == 0
            ? Wording("The meditation of \(minutes) minutes begins.", "\(minutes)分の瞑想を始めます。")
            : Wording(
                "The meditation of \(minutes) minutes begins in \(seconds) s.", "\(seconds)秒後に、\(minutes)分の瞑想を始めます。")
        return Wording(
            beginning.english + " Start pauses it, Stop ends it.",
            beginning.japanese + "スタートで一時停止、ストップで終わります。")
    }
}
