import ArgumentParser
import Bedside

/// `anicca memory`: what is remembered, in the owner's hands (M-8).
struct MemoryCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Show, correct and erase what is remembered of your talks, and what companions were told of it.",
        discussion: """
            Nothing of a talk is kept before you agree to it: in anicca setup, or with anicca memory resume. Every memory \
            has your own words as its proof (anicca memory why ID). What you forget is erased from the disk.
            """,
        subcommands: [
            List.self, Show.self, Why.self, Add.self, Edit.self, Pin.self, Unpin.self, Forget.self, Wipe.self,
            Rekey.self, Export.self, Pause.self, Resume.self, Sent.self, Labels.self, Voice.self, Trust.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is remembered, and what your days were about.")
        @Flag(help: "Also what was replaced, is past its last day, or was forgotten.")
        var all = false
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let (items, days, mode) = try link.memories()
            let shown = all ? items : items.filter(\.isActive)
            if format.json { return Console.print(MemoryViews.json(shown).line) }
            let language = link.language
            if mode != .on { Console.error(CommandText.memoryMode(mode).text(in: language)) }
            guard !shown.isEmpty || !days.isEmpty else {
                return Console.print(CommandText.nothingRemembered.text(in: language))
            }
            MemoryViews.table(shown, language: language).forEach(Console.print)
            MemoryViews.table(days, language: language).forEach(Console.print)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one memory.")
        @OptionGroup
        var one: MemoryArgument
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let story = try link.story(one.id)
            if format.json { return Console.print((story.first.map(MemoryViews.json) ?? .null).line) }
            if let item = story.first { MemoryViews.lines(item, language: link.language).forEach(Console.print) }
        }
    }

    struct Why: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show your words behind a memory, each use of it, and what it replaced.")
        @OptionGroup
        var one: MemoryArgument
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let story = try link.story(one.id)
            guard let item = story.first else { return }
            let talks = try link.sentTalks().filter { $0.tells(of: item) }
            if format.json {
                guard case .object(let members) = MemoryViews.json(item) else { return }
                let more: [JSONValue.Member] = [
                    .init(name: "toldIn", value: MemoryViews.json(talks, areLinesShown: false)),
                    .init(name: "replaced", value: .list(story.dropFirst().map(MemoryViews.json))),
                ]
                return Console.print(JSONValue.object(members + more).line)
            }
            MemoryViews.lines(item, toldIn: talks, language: link.language).forEach(Console.print)
            for item in story.dropFirst() { MemoryViews.lines(item, language: link.language).forEach(Console.print) }
        }
    }

    struct Add: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add something yourself.",
            discussion: """
                A newer memory of the same slot replaces the older one. Companions are told the slot, too. Put -- before \
                a text that begins with a hyphen.
                """)
        @Option(help: ArgumentHelp("A name of what it answers, such as wake-time or dog-name.", valueName: "slot"))
        var slot: String
        @Argument(help: "One short sentence.")
        var text: String
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest {
            WritingRequest(.memory(.add(slot: PrivateText(slot), text: PrivateText(text))))
        }

        func run() throws { try state.open().change(request().command, asJSON: format.json) }
    }

    struct Edit: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Correct the text of a memory.")
        @OptionGroup
        var one: MemoryArgument
        @Argument(help: "The new text.")
        var text: String
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.edit(one.id, text: PrivateText(text)))) }
        func run() throws { try state.open().change(request().command, asJSON: format.json) }
    }

    struct Pin: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep a memory although newer ones need its place.")
        @OptionGroup
        var one: MemoryArgument
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.pin(one.id, true))) }
        func run() throws { try state.open().change(request().command, asJSON: format.json) }
    }

    struct Unpin: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Undo anicca memory pin.")
        @OptionGroup
        var one: MemoryArgument
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.pin(one.id, false))) }
        func run() throws { try state.open().change(request().command, asJSON: format.json) }
    }

    struct Forget: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a memory, or everything about something. The words are erased from the disk.")
        @Argument(help: ArgumentHelp("The memory's number.", valueName: "id"))
        var id: Int?
        @Option(help: ArgumentHelp("Forget everything that speaks of this.", valueName: "text"))
        var about: String?
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            guard (id == nil) != (about == nil) else {
                throw ValidationError("forget: expected a memory's number or --about TEXT")
            }
            if let about, about.trimmed().isEmpty { throw ValidationError("--about: expected a text") }
        }

        func request() -> WritingRequest {
            if let about { return WritingRequest(.memory(.forgetAbout(PrivateText(about)))) }
            return WritingRequest(.memory(.forget(MemoryID(id ?? 0))))
        }

        func run() throws { try state.open().change(request().command, asJSON: format.json) }
    }

    struct Wipe: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase everything that is remembered, its key, and your phrases with their recordings.")
        @Flag(help: "Do not ask.")
        var yes = false
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.wipe)) }

        func run() throws {
            let link = try state.open()
            let language = link.language
            guard try yes || Console.confirms(CommandText.memoryWipeQuestion, in: language) else {
                return Console.print(CommandText.resetCancelled.text(in: language))
            }
            _ = try link.ask(request().command)
            Console.print(CommandText.memoryWiped.text(in: language))
        }
    }

    struct Rekey: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seal everything that is remembered under a new key, and destroy the old one.",
            discussion: """
                For when somebody may have read vault.key. Nothing that is remembered changes. A power cut meanwhile loses \
                nothing: the change goes on at the next start. While another program reads the database, the old key stays; \
                that is said, shown by anicca status and anicca doctor, and tried again every 15 seconds.
                """)
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.rekey)) }

        func run() throws {
            let link = try state.open()
            let isOldKeyKept = try link.ask(request().command) == .memory(.oldKeyKept)
            Console.print((isOldKeyKept ? CommandText.memoryRekeying : .memoryRekeyed).text(in: link.language))
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print everything that is remembered and was told, as one JSON object.")
        /// Accepted because all its neighbours take it.
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let (items, days, mode) = try link.memories()
            let memories = items.filter { $0.use.status != .forgotten }
            Console.print(
                JSONValue.object([
                    "mode": .text(mode.rawValue), "memories": MemoryViews.json(memories),
                    "days": .list(
                        days.map {
                            .object([
                                "date": .text($0.date.description), "lines": .list($0.lines.map { .text($0.words) }),
                            ])
                        }),
                    "sent": MemoryViews.json(try link.sentTalks()),
                    "pending": try link.pendingTalk().map(MemoryViews.json) ?? .null,
                    "labels": MemoryViews.json(try link.labels(.labels)),
                ]).line)
        }
    }

    struct Pause: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep nothing more, and tell companions nothing, until anicca memory resume.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.mode(.paused))) }
        func run() throws { try state.open().changeMemoryMode(request().command) }
    }

    struct Resume: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Agree that talks are remembered, from now on.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.memory(.mode(.on))) }
        func run() throws { try state.open().changeMemoryMode(request().command) }
    }

    struct Sent: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the exact lines from the memory that companions were told, talk by talk.")
        @Flag(help: "The last talk only.")
        var last = false
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let all = try link.sentTalks()
            let talks = last ? all.suffix(1) : all[...]
            if format.json { return Console.print(MemoryViews.json(Array(talks)).line) }
            let language = link.language
            guard !talks.isEmpty else { return Console.print(CommandText.nothingSent.text(in: language)) }
            for talk in talks {
                let habit = talk.habit.map { HabitName($0).text(in: language) } ?? ""
                Console.print("\(talk.talk)  \(MemoryViews.stamp(talk.at))  \(habit)")
                for line in talk.lines {
                    let words = line.words.isEmpty ? "(\(MemoryStatus.forgotten.text(in: language)))" : line.words
                    Console.print("    \(words)")
                }
            }
        }
    }
}

/// The number of one memory.
struct MemoryArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The memory's number.", valueName: "id"))
    var number: Int
    var id: MemoryID { MemoryID(number) }

    func validate() throws {
        guard number > 0 else { throw ValidationError("expected a memory's number; found \(number)") }
    }
}

extension ApplianceLink {
    func memories() throws -> (items: [MemoryItem], days: [DaySummary], mode: MemoryMode) {
        guard case .memory(.items(let items, let days, let mode)) = try ask(.memory(.list)) else {
            throw unexpectedAnswer()
        }
        return (items, days, mode)
    }

    fileprivate func story(_ id: MemoryID) throws -> [MemoryItem] {
        guard case .memory(.story(let items)) = try ask(.memory(.why(id))) else { throw unexpectedAnswer() }
        return items
    }

    fileprivate func sentTalks() throws -> [SentTalk] {
        guard case .memory(.sent(let talks)) = try ask(.memory(.sent)) else { throw unexpectedAnswer() }
        return talks
    }

    fileprivate func pendingTalk() throws -> PendingTalk? {
        guard case .memory(.pending(let talk)) = try ask(.memory(.pending)) else { throw unexpectedAnswer() }
        return talk
    }

    /// What a companion would be told from the memory now.
    func toldFromMemory(_ habit: HabitID?) throws -> MemoryTold {
        guard case .memory(.told(let told)) = try ask(.memory(.told(habit))) else { throw unexpectedAnswer() }
        return told
    }

    func change(_ command: Command, asJSON: Bool) throws {
        let reply = try ask(command)
        if case .done = reply {
            // No record, but a line about a day, or of what companions were told.
            let none = JSONValue.list([])
            let json = JSONValue.object(["kept": none, "forgotten": none, "forgottenLines": .flag(true)])
            return Console.print(asJSON ? json.line : CommandText.forgottenLines.text(in: language))
        }
        if case .memory(.traceKept(let forgotten)) = reply {
            let ids = JSONValue.list(forgotten.map { .integer($0.number) })
            let json = JSONValue.object(["kept": .list([]), "forgotten": ids, "traceKept": .flag(true)])
            return Console.print(asJSON ? json.line : CommandText.traceKept.text(in: language))
        }
        guard case .memory(.changed(let kept, let forgotten)) = reply else { throw unexpectedAnswer() }
        if asJSON {
            return Console.print(
                JSONValue.object([
                    "kept": MemoryViews.json(kept), "forgotten": .list(forgotten.map { .integer($0.number) }),
                ]).line)
        }
        if kept.isEmpty, forgotten.isEmpty {
            var text = CommandText.nothingChanged
            if case .memory(.forgetAbout) = command { text = .nothingToForget }
            return Console.print(text.text(in: language))
        }
        MemoryViews.table(kept, language: language).forEach(Console.print)
        if !forgotten.isEmpty {
            let ids = forgotten.map { "\($0)" }.joined(separator: " ")
            Console.print(CommandText.forgotten(ids).text(in: language))
        }
    }

    fileprivate func changeMemoryMode(_ command: Command) throws {
        guard case .memory(.mode(let mode)) = try ask(command) else { throw unexpectedAnswer() }
        Console.print(CommandText.memoryMode(mode).text(in: language))
    }
}
