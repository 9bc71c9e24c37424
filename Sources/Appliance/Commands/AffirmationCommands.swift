import ArgumentParser
import Bedside
import Glibc

/// `anicca affirmation`: the owner's own phrases (MIND-7).
struct AffirmationCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "affirmation",
        abstract: "Keep up to three phrases of your own, played at times that you choose.",
        discussion: """
            At most two plays a day, and never in an alarm, in a talk or while the microphone is muted. The words are \
            sealed, and stay on this device.
            """,
        subcommands: [List.self, Add.self, Record.self, Play.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your phrases.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let phrases = try link.phrases().phrases
            if format.json { return Console.print(AffirmationViews.json(phrases).line) }
            AffirmationViews.lines(phrases, language: link.language).forEach(Console.print)
        }
    }

    struct Add: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a phrase, or give one that you have other times.",
            discussion: """
                With - in place of the phrase, it is read from standard input; with --kana -, so is its reading, on the \
                next line. Neither is then in the shell's history, or seen by other users.
                """)
        @Argument(help: "At most 12 words, or 30 Japanese characters.")
        var text: String
        @Option(
            help: ArgumentHelp("When it is played, each day; may be given twice.", valueName: "time"),
            transform: ArgumentText.time)
        var at: [LocalTime] = []
        @Option(help: ArgumentHelp("How a Japanese phrase with kanji is read, as it sounds.", valueName: "reading"))
        var kana: String?
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { request(text, kana: kana) }

        private func request(_ words: String, kana: String?) -> WritingRequest {
            WritingRequest(.affirmation(.add(PrivateText(words), kana: kana.map { PrivateText($0) }, times: at)))
        }

        func run() throws {
            let link = try state.open()
            // Not in the shell's history, and not among the arguments that other users can see.
            let words = text == "-" ? Console.readLine() ?? "" : text
            // The same words once more.
            let reading = kana == "-" ? Console.readLine() ?? "" : kana
            guard
                case .affirmation(.kept(let phrase, let place, let offer)) = try link.ask(
                    request(words, kana: reading).command)
            else { throw link.unexpectedAnswer() }
            if format.json { return Console.print(AffirmationViews.json(phrase, place: place, offer: offer).line) }
            let language = link.language
            var texts: [AffirmationText] = [.kept(place: place)]
            if !phrase.isAudible {
                texts.append(.needsKana)
            } else if phrase.times.isEmpty {
                texts.append(.noTimes)
            }
            if let offer { texts.append(.offer(offer.words)) }
            for text in texts { Console.print(text.text(in: language)) }
        }
    }

    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record a phrase in your own voice, at the bedside.",
            discussion: "Speak after the tone. Start or Stop ends it, and so do ten seconds.")
        @OptionGroup
        var one: AffirmationArgument
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let language = link.language
            _ = try link.ask(.affirmation(.record(one.number)), whenOff: .fail)
            Console.print(AffirmationText.speakNow.text(in: language))
            // Longer than the longest recording and its judgement.
            for _ in 0..<120 {
                usleep(250_000)
                let (_, isRecording, take) = try link.phrases()
                guard !isRecording else { continue }
                guard let words = AffirmationText(take ?? .failed) else { break }
                Console.error("anicca: \(words.text(in: language))")
                throw ExitCode(ExitStatus.temporary)
            }
            Console.print(AffirmationText.taken.text(in: language))
        }
    }

    struct Play: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Play a phrase now. Any alarm and Stop end it.")
        @OptionGroup
        var one: AffirmationArgument
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.affirmation(.play(one.number))) }

        func run() throws {
            let link = try state.open()
            _ = try link.ask(request().command, whenOff: .fail)
            Console.print(AffirmationText.playing.text(in: link.language))
        }
    }

    struct Remove: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Erase a phrase from the disk.")
        @OptionGroup
        var one: AffirmationArgument
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.affirmation(.remove(one.number))) }

        func run() throws {
            let link = try state.open()
            let isTraceKept = try link.ask(request().command) == .affirmation(.traceKept)
            Console.print((isTraceKept ? AffirmationText.removing : .removed).text(in: link.language))
        }
    }
}

/// The place of one phrase in the list.
struct AffirmationArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The phrase's number in the list.", valueName: "number"))
    var number: Int

    func validate() throws {
        guard number > 0 else { throw ValidationError("expected a phrase's number; found \(number)") }
    }
}

extension ApplianceLink {
    fileprivate func phrases() throws -> (phrases: [Affirmation], isRecording: Bool, take: PhraseTake?) {
        guard case .affirmation(.list(let phrases, let isRecording, let take)) = try ask(.affirmation(.list)) else {
            throw unexpectedAnswer()
        }
        return (phrases, isRecording, take)
    }
}

/// Shows phrases as JSON and as a table.
enum AffirmationViews {
    static func json(_ phrases: [Affirmation]) -> JSONValue {
        .list(phrases.enumerated().map { json($1, place: $0 + 1, offer: nil) })
    }

    static func json(_ phrase: Affirmation, place: Int, offer: PrivateText?) -> JSONValue {
        .object([
            "number": .integer(place), "text": .text(phrase.text.words), "kana": .optional(phrase.kana?.words),
            "language": .text(phrase.language.rawValue), "at": .list(phrase.times.map { .text($0.description) }),
            "heard": .flag(phrase.isAudible),
            "recorded": .flag(phrase.recording != nil), "offer": .optional(offer?.words),
        ])
    }

    static func lines(_ phrases: [Affirmation], language: Language) -> [String] {
        func word(_ text: AffirmationText) -> String { text.text(in: language) }
        guard !phrases.isEmpty else { return [word(.none)] }
        var table = Table(AffirmationText.Heading.allCases.map { word(.heading($0)) })
        for (index, phrase) in phrases.enumerated() {
            let times = phrase.times.map(\.description).joined(separator: " ")
            let voice: AffirmationText =
                phrase.recording != nil ? .recorded : phrase.isAudible ? .voice : .unheard
            table.add("\(index + 1)", times.isEmpty ? "-" : times, word(voice), phrase.text.words)
        }
        return table.lines
    }
}
