import ArgumentParser
import Bedside
import Board
import Glibc

/// `anicca progress`: how far each habit has come (FADE-4), and the owner's part in the last step.
struct ProgressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress",
        abstract: "Show how much each habit still needs Anicca, and what comes next.",
        discussion: """
            Levels: 0 rings and talks, 1 rings only, 2 rings a while after the time and only if there was no sign of you, \
            3 the same, later. The rate is that of the last 28 days that count.
            """,
        subcommands: [Show.self, Agree.self, Rate.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show levels, rates and the last days.")
        @Option(
            help: ArgumentHelp("Write a page of HTML, in place of a file of that name.", valueName: "file"),
            completion: .file(extensions: ["html"]))
        var html: String?
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            guard case .fading(let progress) = try link.ask(.fading(.progress)) else { throw link.unexpectedAnswer() }
            if let html {
                do throws(FileError) {
                    try ProgressPage(progress: progress).write(to: html)
                } catch {
                    throw Console.failure(ExitStatus.cannotWrite, error, in: progress.language)
                }
                if !format.json { return Console.print(CommandText.done.text(in: progress.language)) }
            }
            if format.json { return Console.print(Views.json(progress).line) }
            ProgressChart(progress: progress, columns: TerminalSize.columns).lines.forEach(Console.print)
        }
    }

    struct Agree: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Agree that a habit graduates, once its days are enough.")
        @Argument(help: "The habit.", completion: ArgumentText.habitCompletion, transform: ArgumentText.habit)
        var habit: HabitID
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.fading(.consent(habit))) }
        func run() throws { try state.open().doFading(request().command) }
    }

    struct Rate: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rate from 1 to 7 how much a habit happens by itself.")
        @Argument(help: "The habit.", completion: ArgumentText.habitCompletion, transform: ArgumentText.habit)
        var habit: HabitID
        @Argument(help: "1 (not at all) to 7 (wholly).")
        var score: Int
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.fading(.automaticity(habit, score: score))) }
        func run() throws { try state.open().doFading(request().command) }
    }
}

/// `anicca recall`: call me again (FADE-5).
struct RecallCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall",
        abstract: "Have Anicca ring at your time again, exactly as before; the same as holding Start for 5 s.")

    @Argument(
        help: "One habit (default: all that ring only as a net).", completion: ArgumentText.habitCompletion,
        transform: ArgumentText.habit)
    var habit: HabitID?
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(.fading(.recall(habit))) }

    func run() throws {
        let link = try state.open()
        guard case .next(let next) = try link.ask(request().command) else { throw link.unexpectedAnswer() }
        if format.json { return Console.print(Views.json(next).line) }
        let language = try link.profile().language
        Console.print(Phrase.fading(.recalled).text(in: language))
        Views.printNext(next, language: language)
        link.warnWhereOff(language)
    }
}

/// `anicca answer`: the answer to the question that the device asked last.
struct AnswerCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer the question that Anicca has just asked, as the buttons do.")

    enum Word: String, ExpressibleByArgument, CaseIterable {
        case yes, no
    }

    @Argument(help: "yes or no.")
    var answer: Word
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(.fading(.answer(isYes: answer == .yes))) }

    func run() throws {
        let link = try state.open()
        _ = try link.ask(request().command, whenOff: .fail)
        Console.print(CommandText.done.text(in: try link.profile().language))
    }
}

extension ApplianceLink {
    fileprivate func doFading(_ command: Command) throws {
        _ = try ask(command)
        Console.print(CommandText.done.text(in: try profile().language))
    }
}

/// The width of the terminal.
enum TerminalSize {
    /// The width of the terminal in columns, or 80 if standard output is not a terminal.
    static var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// The progress of all habits as text: for each its level and rate, the last counted days as a row of marks, and what
/// comes next.
struct ProgressChart {
    var progress: FadingReply
    /// The width of the terminal.
    var columns: Int

    private static let indent = "  "

    var lines: [String] {
        guard !progress.rows.isEmpty else { return wrapped(Phrase.nothingPlanned.text(in: language)) }
        let blocks = progress.rows.map(block)
        let shown = Set(progress.rows.flatMap { $0.days.suffix(marks).map(\.word) })
        let legend = DayWord.allCases.filter(shown.contains).map { "\(Self.mark($0)) \($0.text(in: language))" }
        return Array(blocks.joined(separator: [""])) + (legend.isEmpty ? [] : [""] + rows(of: legend))
    }

    private var language: Language { progress.language }
    private var marks: Int { max(columns - Self.indent.count, 7) }

    /// The text, wrapped to the width of the terminal.
    private func wrapped(_ text: String, indent: String = "") -> [String] {
        TextWrap.wrap(text, columns: columns - indent.count).split(separator: "\n").map { indent + $0 }
    }

    /// Lines of words that stay whole, two spaces apart, as wide as the terminal allows.
    private func rows(of words: [String]) -> [String] {
        words.reduce(into: [String]()) { lines, word in
            if let last = lines.last, TextWidth.columns(last + "  " + word) <= columns {
                lines[lines.count - 1] = last + "  " + word
            } else {
                lines.append(Self.indent + word)
            }
        }
    }

    private func block(_ row: FadingReply.Row) -> [String] {
        var title = "\(HabitName(row.habit).text(in: language)): \(row.level.rawValue) \(row.level.text(in: language))"
        if row.isSilent == true { title += FadingLevel.silence.text(in: language) }
        if let since = row.since {
            title += Wording(", since \(since)", "（\(since)から）").text(in: language)
        }
        var lines = wrapped(title)
        if let rate = row.rateText(in: language) {
            lines += wrapped(rate, indent: Self.indent)
            lines.append(Self.indent + row.days.suffix(marks).map { Self.mark($0.word) }.joined())
        }
        let next = Wording("next: ", "次：").text(in: language) + row.next.text(in: language)
        return lines + wrapped(next, indent: Self.indent)
    }

    /// One column each, so that a row is as wide as it has days.
    private static func mark(_ word: DayWord) -> String {
        switch word {
        case .unaided: "#"
        case .prompt: "+"
        case .slow: "-"
        case .missed: "."
        }
    }
}

extension Views {
    static func json(_ progress: FadingReply) -> JSONValue {
        .object(["habits": .list(progress.rows.map(json))])
    }

    private static func json(_ row: FadingReply.Row) -> JSONValue {
        .object([
            "habit": .text(row.habit.name),
            "level": .integer(row.level.rawValue),
            "since": .optional(row.since?.description),
            "rate28": row.rate28.map { .decimal(($0 * 1000).rounded() / 1000) } ?? .null,
            "next": .text(row.next.rawValue),
            "days": .list(
                row.days.map { day in
                    .object([
                        "date": .text(day.date.description), "word": .text(day.word.rawValue),
                        "corrected": .flag(day.isCorrected),
                    ])
                }),
            "silent": .flag(row.isSilent == true),
        ])
    }
}
