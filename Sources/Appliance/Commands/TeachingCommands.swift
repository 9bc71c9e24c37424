import ArgumentParser
import Bedside

/// `anicca teaching`: the morning's teaching, and the owner's choice about teachings (MIND-6).
struct TeachingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teaching",
        abstract: "Show the teaching of the morning and why it was chosen, or switch teachings off.",
        discussion: """
            One sentence of our own, in the instructions of the morning's talk. It is chosen on this device by the theme of \
            what you said of the last days, and repeats nothing within 30 days.
            """,
        subcommands: [Show.self, Why.self, On.self, Off.self, Secular.self, Grief.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show today's teaching and its act.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let today = try TodaysTeaching(try state.open())
            if format.json { return Console.print(today.json.line) }
            guard let teaching = today.thought?.teaching else { return Console.print(today.silence) }
            Console.print(teaching.sentence.text(in: today.language))
            Console.print(teaching.practice.text(in: today.language))
        }
    }

    struct Why: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the theme of today's teaching, where it is from, and why it was chosen.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let today = try TodaysTeaching(try state.open())
            if format.json { return Console.print(today.json.line) }
            guard let teaching = today.thought?.teaching else { return Console.print(today.silence) }
            var table = Table(["", ""])
            func add(_ label: TeachingText, _ value: Wording?) {
                if let value { table.add(label.text(in: today.language), value.text(in: today.language)) }
            }
            add(.theme, teaching.theme.wording)
            add(.source, teaching.origin)
            add(.tradition, teaching.tradition?.wording)
            add(.reason, teaching.basis.wording)
            table.lines.forEach(Console.print)
        }
    }

    struct On: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Switch teachings on.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.teaching(.mode(.full))) }
        func run() throws { try state.open().chooseTeachings(request().command) }
    }

    struct Off: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Switch teachings off.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.teaching(.mode(.off))) }
        func run() throws { try state.open().chooseTeachings(request().command) }
    }

    struct Secular: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switch teachings on, without the names of traditions and texts.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.teaching(.mode(.secular))) }
        func run() throws { try state.open().chooseTeachings(request().command) }
    }

    struct Grief: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose whether there are teachings while you grieve (default: none).")
        @Argument(help: "on: there are; off: there are none.")
        var value: Switch
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.teaching(.grief(value == .on))) }
        func run() throws { try state.open().chooseTeachings(request().command) }
    }
}

/// The teaching of today with what it was chosen by; the file is read here, not by the appliance.
private struct TodaysTeaching {
    let language: Language
    let request: TeachingRequest?
    let thought: MorningThought?

    init(_ link: ApplianceLink) throws {
        let language = link.language
        let request = try link.teachingRequest()
        self.language = language
        self.request = request
        let files = PromptFiles(shared: link.shared)
        var isFileUsable = true
        let entries = request.map { request in
            files.teachings(for: request) { _, problem in
                isFileUsable = false
                Console.error("anicca: \(problem.text(in: language))")
            }
        }
        guard isFileUsable else { throw ExitCode(ExitStatus.badData) }
        thought = request.map { MorningThought($0, entries: entries ?? []) }
    }

    /// Why there is none, in one sentence.
    var silence: String {
        switch thought?.choice {
        case .silence(.off): TeachingText.off.text(in: language)
        case .silence(.grief): TeachingText.grief.text(in: language)
        case .silence(.allHeard): TeachingText.allHeard.text(in: language)
        case .silence(.crisis), .silence(.enough), .teaching, nil: TeachingText.noneToday.text(in: language)
        }
    }

    var json: JSONValue {
        let teaching = thought?.teaching
        func text(_ wording: Wording?) -> JSONValue { .optional(wording?.text(in: language)) }
        let reason: TeachingChoice.Reason? =
            if case .silence(let reason) = thought?.choice, reason != .crisis { reason } else { nil }
        return .object([
            "date": .optional(request?.date.description), "mode": .optional(request?.mode.rawValue),
            "id": .optional(teaching?.id), "theme": .optional(teaching?.theme.rawValue),
            "sentence": text(teaching?.sentence), "practice": text(teaching?.practice),
            "source": text(teaching?.origin), "tradition": .optional(teaching?.tradition?.rawValue),
            "basis": .optional(teaching?.basis.rawValue), "none": .optional(reason?.rawValue),
        ])
    }
}

extension ApplianceLink {
    /// The facts by which today's teaching is chosen; nil: there is none today.
    func teachingRequest(_ occasion: Teaching.Occasion = .wake) throws -> TeachingRequest? {
        // Without an occasion an older program understands it, too.
        let asked = TeachingCommand.today(occasion: occasion == .wake ? nil : occasion)
        guard case .teaching(.today(let request)) = try ask(.teaching(asked)) else { throw unexpectedAnswer() }
        return request
    }

    fileprivate func chooseTeachings(_ command: Command) throws {
        guard case .teaching(.choice(let mode, let includesGrief)) = try ask(command) else { throw unexpectedAnswer() }
        Console.print(TeachingText.chosen(mode, includesGrief: includesGrief).text(in: language))
    }
}
