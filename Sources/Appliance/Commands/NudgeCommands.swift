import ArgumentParser
import Bedside

/// `anicca nudge`: the owner's choice about soft chimes during the day (MIND-8).
struct NudgeCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nudge",
        abstract: "Have Anicca chime softly on a day after a habit did not go well, or not at all (default).",
        discussion: """
            At most one a day and two a week, each a soft chime and the light for a minute. Press Start to hear what is \
            offered, Stop for \u{201C}not today\u{201D}. Two that you do not answer silence them for a week, four for good.
            """,
        subcommands: [List.self, On.self, Off.self, NotToday.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show where they are on, and how the last ones went.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            guard case .nudges(let nudges) = try link.ask(.nudge(.list)) else { throw link.unexpectedAnswer() }
            if format.json { return Console.print(Views.json(nudges).line) }
            NudgeList(nudges: nudges).lines.forEach(Console.print)
        }
    }

    struct On: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Allow them for a habit, within a daily window.")
        @Argument(help: "The habit.", completion: ArgumentText.habitCompletion, transform: ArgumentText.habit)
        var habit: HabitID
        @Option(
            name: .customLong("from"), help: ArgumentHelp("When the window opens.", valueName: "HH:MM"),
            transform: ArgumentText.time)
        var opens = LocalTime(wrappingSecondOfDay: 12 * 3600)
        @Option(
            name: .customLong("until"), help: ArgumentHelp("When it closes, on the same day.", valueName: "HH:MM"),
            transform: ArgumentText.time)
        var closes = LocalTime(wrappingSecondOfDay: 18 * 3600)
        @Flag(help: "Speak at once, and not only after Start.")
        var speak = false
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest {
            WritingRequest(.nudge(.on(habit, NudgeChoice(opens: opens, closes: closes, speaksAtOnce: speak))))
        }
        func run() throws { try state.open().chooseNudges(request().command) }
    }

    struct Off: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Switch them off, for a habit or for all.")
        @Argument(
            help: "One habit (default: all).", completion: ArgumentText.habitCompletion,
            transform: ArgumentText.habit)
        var habit: HabitID?
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.nudge(.off(habit))) }
        func run() throws { try state.open().chooseNudges(request().command) }
    }

    struct NotToday: WritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "not-today", abstract: "None on this day; the same as Stop while the light asks.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.nudge(.notToday)) }
        func run() throws { try state.open().chooseNudges(request().command) }
    }
}

extension ApplianceLink {
    fileprivate func chooseNudges(_ command: Command) throws {
        _ = try ask(command)
        Console.print(CommandText.done.text(in: try profile().language))
    }
}

/// The list for a terminal.
struct NudgeList {
    let nudges: NudgeReply

    var lines: [String] {
        let language = nudges.language
        guard !nudges.rows.isEmpty else { return [Refusal.noNudges.wording.text(in: language)] }
        var table = Table([
            Wording("habit", "習慣").text(in: language), Wording("window", "時間帯").text(in: language), "",
        ])
        for row in nudges.rows {
            let spoken = row.choice.speaksAtOnce ? Wording("speaks at once", "すぐに話す") : Wording("", "")
            table.add(
                row.habit.name, "\(row.choice.opens)-\(row.choice.closes)", spoken.text(in: language))
        }
        var lines = table.lines
        if nudges.isStopped {
            lines.append(
                Wording(
                    "stopped: nobody answered the last four; to go on: anicca nudge on HABIT",
                    "4回続けて応答がなかったため、止まっています。再開：anicca nudge on 習慣"
                ).text(in: language))
        }
        return lines + nudges.last.map { "\($0.date)  \($0.habit)  \($0.answer.text(in: language))" }
    }
}

extension Views {
    static func json(_ nudges: NudgeReply) -> JSONValue {
        .object([
            "choices": .list(
                nudges.rows.map { row in
                    .object([
                        "habit": .text(row.habit.name), "from": .text(row.choice.opens.description),
                        "until": .text(row.choice.closes.description), "speaks": .flag(row.choice.speaksAtOnce),
                    ])
                }),
            "stopped": .flag(nudges.isStopped),
            "last": .list(
                nudges.last.map { nudge in
                    .object([
                        "date": .text(nudge.date.description), "habit": .text(nudge.habit.name),
                        "answer": .text(nudge.answer.rawValue),
                    ])
                }),
        ])
    }
}
