import ArgumentParser
import Bedside
import Glibc
import Synchronization

/// `anicca voice`: a synthetic voice of the owner's own (MIND-9).
struct VoiceCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "Have your phrases and wake messages read in a synthetic voice of your own.",
        discussion: """
            It needs a gateway with a plan that has voices, and an owner of 18 or older. You agree to it aloud, at the \
            bedside. The recordings are sent once, and destroyed right after that. The voice says only your own phrases and \
            your wake message; the companion never speaks with it.
            """,
        subcommands: [Status.self, List.self, Learn.self, Use.self, Delete.self], defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show whose voice reads, your consent, and what is still being deleted.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws { try VoiceCommands.show(state.open(), format) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The same as status.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws { try VoiceCommands.show(state.open(), format) }
    }

    struct Learn: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have a voice made of yours, at the bedside.",
            discussion: """
                Speak after the tone, as the text here asks. Start on the speaker goes on at once and ends a recording; Stop, \
                Ctrl-C, an alarm or a talk ends it all, and nothing is kept. The first recording is your consent, the second \
                half a minute of a text. They go to the gateway and to the provider that it names, and are destroyed here \
                within a minute of the answer, and within ten minutes without one.
                """)
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let language = link.language
            _ = try link.ask(.ownVoice(.learn), whenOff: .fail)
            Interruption.listen()
            let outcome = try VoiceLesson(link: link, language: language).outcome()
            switch outcome {
            case .learned: Console.print(OwnVoiceWords.learned.text(in: language))
            case .failed(let failure):
                throw Console.failure(failure.code, OwnVoiceWords.notLearned(failure).text(in: language))
            }
        }
    }

    struct Use: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose who reads your phrases and wake messages.",
            discussion:
                "In a talk you can ask for the same. A phrase that you have recorded is played as you recorded it.")
        @Argument(help: ArgumentHelp("own or standard.", valueName: "voice"), transform: VoiceArgument.choice)
        var voice: VoiceChoice
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.ownVoice(.use(voice))) }

        func run() throws {
            let link = try state.open()
            _ = try link.ask(request().command)
            Console.print(OwnVoiceWords.chosen(voice).text(in: link.language))
        }
    }

    struct Delete: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete your voice, here at once, and at the gateway and its provider.",
            discussion:
                "The speaker asks the gateway until the provider has confirmed it; `anicca voice` shows how that stands."
        )
        @Flag(help: "Do not ask.")
        var yes = false
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.ownVoice(.delete)) }

        func run() throws {
            let link = try state.open()
            let language = link.language
            if !yes {
                Console.ask(OwnVoiceWords.deleteQuestion.text(in: language) + " ")
                let answer = Console.readLine()?.lowercased().filter { !$0.isWhitespace } ?? ""
                guard ["y", "yes", "はい"].contains(answer) else {
                    return Console.print(OwnVoiceWords.deleteCancelled.text(in: language))
                }
            }
            _ = try link.ask(request().command)
            Console.print(OwnVoiceWords.deleted.text(in: language))
            VoiceViews.pending(try link.voice().standing, zone: link.zone()).forEach {
                Console.print($0.text(in: language))
            }
        }
    }

    private static func show(_ link: ApplianceLink, _ format: FormatOptions) throws {
        let report = try link.voice()
        if format.json { return Console.print(VoiceViews.json(report).line) }
        let language = link.language
        VoiceViews.lines(report, zone: link.zone()).map { $0.text(in: language) }.forEach(Console.print)
    }
}

/// A voice on the command line.
enum VoiceArgument {
    static func choice(_ text: String) throws -> VoiceChoice {
        guard let choice = VoiceChoice(rawValue: text.lowercased()) else {
            throw ValidationError("expected own or standard; found \"\(PrintableText.line(text))\"")
        }
        return choice
    }
}

extension ApplianceLink {
    func voice() throws -> VoiceReport {
        guard case .ownVoice(.report(let report)) = try ask(.ownVoice(.report)) else { throw unexpectedAnswer() }
        return report
    }
}

/// Shows what the owner has to read, while the speaker learns a voice, and waits for the end.
struct VoiceLesson {
    let link: ApplianceLink
    let language: Language

    private static let pollMicroseconds: UInt32 = 250_000

    func outcome() throws -> VoiceOutcome {
        var shown: Step?
        var isGivenUp = false
        var wasSending = false
        while true {
            let report = try link.voice()
            if Interruption.hasCome {
                // What is sent cannot be taken back; the speaker waits for the answer.
                guard report.learning != nil || isGivenUp else { throw ExitCode(130) }
                if !isGivenUp { _ = try link.ask(.ownVoice(.giveUp), whenOff: .fail) }
                isGivenUp = true
            }
            if let learning = report.learning {
                let step = Step(learning)
                if step != shown { tell(learning, isNewText: step.isOtherText(than: shown)) }
                shown = step
            } else if let outcome = report.outcome {
                if report.mayBeTwo { Console.error("anicca: \(OwnVoiceWords.mayBeTwo.text(in: language))") }
                return outcome
            } else if report.standing.isSending {
                if !wasSending { Console.print(OwnVoiceWords.sending.text(in: language)) }
                wasSending = true
            } else {
                return .failed(.interrupted)
            }
            usleep(Self.pollMicroseconds)
        }
    }

    /// What has to change for something to be said.
    private struct Step: Equatable {
        var stage: VoiceLearningStanding.Stage
        var kind: VoiceTakeKind
        var attempt: Int

        init(_ learning: VoiceLearningStanding) {
            (stage, kind, attempt) = (learning.stage, learning.kind, learning.attempt)
        }

        /// Whether the owner has not seen yet what to read.
        func isOtherText(than other: Step?) -> Bool { other?.kind != kind || other?.stage == .checking }
    }

    private func tell(_ learning: VoiceLearningStanding, isNewText: Bool) {
        func say(_ text: OwnVoiceWords) { Console.print(text.text(in: language)) }
        switch learning.stage {
        case .checking: say(.checking)
        case .announcing, .recording:
            if learning.stage == .announcing, let fault = learning.fault {
                say(.again(fault, attempt: learning.attempt))
            }
            if isNewText {
                say(.read(learning.kind))
                let text = learning.text.words
                let lines = VoiceViews.lines(toRead: text, kind: learning.kind, language: language)
                Console.print("\n" + lines.map { "    \($0)" }.joined(separator: "\n") + "\n")
            }
            if learning.stage == .recording { say(.recording(learning.kind)) }
        case .transcribing: say(.comparing)
        case .sending: say(.sending)
        }
    }
}

/// Whether the owner has pressed Ctrl-C.
enum Interruption {
    private static let flag = Atomic<Bool>(false)

    static var hasCome: Bool { flag.load(ordering: .acquiring) }

    static func listen() {
        signal(SIGINT) { _ in Interruption.flag.store(true, ordering: .releasing) }
    }
}

extension VoiceFailure {
    fileprivate var code: ExitStatus {
        switch self {
        case .unreachable, .taken, .deleted, .unheard, .interrupted, .stopped, .powerCut, .otherWords, .takes:
            .temporary
        case .plan, .off, .signedOut: .notAllowed
        case .refused: .badData
        case .noRoom: .cannotWrite
        case .device: .inputOutput
        }
    }
}
