import ArgumentParser
import Bedside

struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm", abstract: "Try the alarm, and set alarms that ring once.",
        subcommands: [Preview.self, Once.self, Cancel.self])

    struct Preview: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play 5 s of the real alarm, as it will sound.")
        @Argument(
            help: "The habit whose sound is played (default: the board's sound).",
            completion: ArgumentText.habitCompletion,
            transform: ArgumentText.habit)
        var habit: HabitID?
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.preview(habit)) }

        func run() throws {
            let link = try state.open()
            _ = try link.ask(request().command, whenOff: .fail)
            if format.json { return Console.print(Views.done.line) }
            let language = try link.profile().language
            Console.print(CommandText.previewing(habit ?? .wake).text(in: language))
        }
    }

    struct Once: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Set an alarm that rings once.")
        @Argument(help: ArgumentHelp("The time.", valueName: "HH:MM"), transform: ArgumentText.time)
        var time: LocalTime
        @Option(
            help: ArgumentHelp("The day; without it the next such time.", valueName: "YYYY-MM-DD"),
            transform: ArgumentText.date)
        var date: LocalDate?
        @Option(
            help: "The habit whose sound, follow-ups and prompt it uses.", completion: ArgumentText.habitCompletion,
            transform: ArgumentText.habit)
        var like: HabitID = .wake
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.once(time: time, date: date, like: like)) }

        func run() throws {
            let link = try state.open()
            let reply = try link.ask(request().command)
            try link.tellChange(reply, profile: try? link.profile(), asJSON: format.json)
        }
    }

    struct Cancel: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Cancel an alarm that rings once.")
        @Argument(help: "Its name, as `anicca alarm once` and `anicca habit list` show it: once-1.", transform: named)
        var id: HabitID
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.cancelOnce(id)) }

        func run() throws {
            let link = try state.open()
            let reply = try link.ask(request().command)
            try link.tellChange(reply, profile: try? link.profile(), asJSON: format.json)
        }

        /// Reads an alarm's name: `once-1`, or with its date as the answer to a change shows it, `once-1.2026-11-21`.
        @Sendable private static func named(_ text: String) throws -> HabitID {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let isDated = parts.count == 1 || LocalDate(String(parts[1])) != nil
            guard let name = parts.first, isDated, let id = HabitID(String(name)) else {
                throw ValidationError("expected the alarm's name, like once-1; found \"\(text)\"")
            }
            return id
        }
    }
}

struct PressCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press Start or Stop, as at the bedside.")

    enum Key: String, ExpressibleByArgument, CaseIterable {
        case start, stop
    }

    @Argument(help: "start or stop.")
    var button: Key
    @Option(help: ArgumentHelp("Hold it for so long, 0 to 60.", valueName: "seconds"))
    var hold: Double = 0
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func validate() throws {
        guard (0...60).contains(hold) else { throw ValidationError("--hold: expected 0 to 60 seconds") }
    }

    func request() -> WritingRequest {
        let held = Int((hold * 1000).rounded())
        return WritingRequest(.press(button == .start ? .start : .stop, heldMilliseconds: held, from: .socket))
    }

    func run() throws {
        _ = try state.open().ask(request().command, whenOff: .fail)
        if format.json { Console.print(Views.done.line) }
    }
}

struct TalkCommand: WritingCommand {
    static let configuration = CommandConfiguration(commandName: "talk", abstract: "Begin a conversation.")

    @Option(
        help: "The habit to talk about, also in a conversation that is on (default: an open talk).",
        completion: ArgumentText.habitCompletion,
        transform: ArgumentText.habit)
    var habit: HabitID?
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(.talk(habit)) }

    func run() throws {
        let link = try state.open()
        _ = try link.ask(request().command, whenOff: .fail)
        if format.json { return Console.print(Views.done.line) }
        Console.print(CommandText.talking.text(in: try link.profile().language))
    }
}

struct UpCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Report that you are up: today's wake alarm does not ring. Stop within 10 s takes it back.")

    @Flag(help: "Report that you were up already when it rang today.")
    var already = false

    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(already ? .fading(.alreadyUp(nil)) : .upEarly) }

    func run() throws {
        let link = try state.open()
        if already { return try correct(link) }
        if format.json { return Console.print(Views.json(try sayUp(link)).line) }
        let before = try link.status(whenOff: .fail)
        _ = try sayUp(link)
        let after = try link.status(whenOff: .fail)
        Console.print(Self.settled(from: before, to: after).text(in: after.profile.language))
    }

    private func sayUp(_ link: ApplianceLink) throws -> NextUp? {
        guard case .next(let next) = try link.ask(request().command, whenOff: .fail) else {
            throw link.unexpectedAnswer()
        }
        return next
    }

    private func correct(_ link: ApplianceLink) throws {
        if format.json {
            _ = try link.ask(request().command)
            return Console.print(Views.done.line)
        }
        let before = try progress(link)
        _ = try link.ask(request().command)
        let after = try progress(link)
        Console.print(Self.corrected(from: before, to: after).text(in: after.language))
    }

    private func progress(_ link: ApplianceLink) throws -> FadingReply {
        guard case .fading(let progress) = try link.ask(.fading(.progress)) else { throw link.unexpectedAnswer() }
        return progress
    }

    /// What to say of the habit that was settled between two reports: wake, or another one whose time is near.
    static func settled(from before: Status, to after: Status) -> Phrase {
        let row = after.habits.first { row in
            row.lastOutcome == .unaided
                && !before.habits.contains { old in
                    old.habit.id == row.habit.id && old.lastDate == row.lastDate && old.lastOutcome == .unaided
                }
        }
        guard let id = row?.habit.id, id != .wake else { return .upEarlyConfirmed }
        return .fading(.done(id))
    }

    /// What to say of the habit whose day was corrected between two reports.
    static func corrected(from before: FadingReply, to after: FadingReply) -> Phrase {
        let row = after.rows.first { row in
            !before.rows.contains { $0.habit == row.habit && $0.days == row.days }
        }
        return .fading(.alreadyUp(row?.habit ?? .wake))
    }
}
