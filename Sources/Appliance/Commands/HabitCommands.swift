import ArgumentParser
import Bedside

struct HabitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "habit", abstract: "List and change habits, and skip or move single days.",
        subcommands: [
            List.self, Set.self, On.self, Off.self, Skip.self, Unskip.self, Move.self, Silence.self, Remove.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the habits and one-off alarms.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let status = try state.open().status()
            if format.json {
                return Console.print(
                    JSONValue.object([
                        "habits": .list(status.habits.map(Views.json)),
                        "oneOffs": .list(status.oneOffs.map { Views.json($0.alarm) }),
                    ]).line)
            }
            HabitTable.lines(status).forEach(Console.print)
        }
    }

    struct Set: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set a habit's time or details; the first --at creates a habit of your own.")
        @Argument(
            help: "wake, training, bedtime, or a name of your own.", completion: ArgumentText.habitCompletion,
            transform: ArgumentText.habit)
        var habit: HabitID
        @Option(help: ArgumentHelp("The local time.", valueName: "HH:MM"))
        var at: String?
        @Option(help: ArgumentHelp("every, weekdays, weekend, or names: mon,wed,fri.", valueName: "days"))
        var days: String?
        @Option(help: ArgumentHelp("Rings after the first, 0 to 30.", valueName: "count"))
        var followUps: String?
        @Option(help: ArgumentHelp("From one ring to the next: 60s, 2m.", valueName: "time"))
        var followUpInterval: String?
        @Option(
            help: ArgumentHelp(
                "A WAV: a name in board/sounds of the shared folder, or a whole path.", valueName: "file"),
            completion: .file(extensions: ["wav"]))
        var sound: String?
        @Option(
            help: ArgumentHelp("gentle, steady or brisk.", valueName: "curve"),
            completion: .list(["gentle", "steady", "brisk"]))
        var curve: String?
        @Option(
            help: ArgumentHelp(
                "normal, or heavy: a pattern like a fire alarm's rings from the first ring on.", valueName: "kind"),
            completion: .list(["normal", "heavy"]))
        var sleeper: String?
        @Option(help: ArgumentHelp("The prompt file's name, without .txt.", valueName: "name"))
        var prompt: String?
        @Option(help: "Ring again if Start was pressed and nobody spoke (wake only).")
        var wakeGuard: Switch?
        @Option(help: ArgumentHelp("The latest time at which a net rings; \"\" for none.", valueName: "HH:MM"))
        var latest: String?
        @Option(help: "Soft birds and a light for ten minutes before the alarm (wake only); no ring counts for it.")
        var dawn: Switch?
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() throws -> WritingRequest { WritingRequest(.apply(try ProfileAssignment.request(patch()))) }

        func run() throws { try ProfileAssignment.apply(patch(), link: state.open(), asJSON: format.json) }

        /// Makes a patch of the options. Setting a time also switches the habit on.
        private func patch() throws -> Result<ProfilePatch, FieldErrors> {
            var typed = ProfilePatch.HabitPatch(id: habit)
            if at != nil { typed.isOn = true }
            typed.guardsAgainstSleep = wakeGuard.map { $0 == .on }
            typed.hasDawn = dawn.map { $0 == .on }
            let texts: [(field: String, value: String?)] = [
                ("at", at), ("days", days), ("follow_ups", followUps), ("follow_up_interval", followUpInterval),
                ("sound", sound), ("curve", curve), ("sleeper", sleeper), ("prompt", prompt), ("latest", latest),
            ]
            let given = texts.compactMap { field, value in
                value.map { ProfileAssignment(path: "habits.\(habit).\(field)", value: $0) }
            }
            guard !given.isEmpty || typed != ProfilePatch.HabitPatch(id: habit) else {
                throw ValidationError("nothing to set; give --at, --days, --follow-ups or another option")
            }
            return ProfileAssignment.patch(given).map { patch in
                var whole = ProfilePatch()
                whole.habits = [typed]
                whole.merge(patch)
                return whole
            }
        }
    }

    struct On: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Switch a habit on.")
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest { one.switching(isOn: true) }
        func run() throws { try one.switchHabit(isOn: true) }
    }

    struct Off: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Switch a habit off; its settings stay.")
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest { one.switching(isOn: false) }
        func run() throws { try one.switchHabit(isOn: false) }
    }

    struct Skip: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Skip the next occurrence only.")
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest { WritingRequest(.skip(one.habit)) }
        func run() throws { try one.change(request().command) }
    }

    struct Unskip: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Undo the next skip or move.")
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest { WritingRequest(.unskip(one.habit)) }
        func run() throws { try one.change(request().command) }
    }

    struct Move: WritingCommand {
        static let configuration = CommandConfiguration(abstract: "Move the next occurrence only.")
        @OptionGroup
        var one: OneHabit
        @Argument(help: ArgumentHelp("The time for once.", valueName: "HH:MM"), transform: ArgumentText.time)
        var time: LocalTime
        @Option(
            help: ArgumentHelp("The day, where it is not the nearest.", valueName: "YYYY-MM-DD"),
            transform: ArgumentText.date)
        var date: LocalDate?
        func request() -> WritingRequest { WritingRequest(.move(one.habit, time: time, date: date)) }
        func run() throws { try one.change(request().command) }
    }

    struct Silence: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Never ring for a habit that has graduated; to be called again: anicca recall.",
            discussion: """
                Not even late and without a sign of you. For twelve weeks Anicca asks once a week how it goes. Stop pressed \
                within ten seconds takes it back.
                """)
        @Flag(help: "Ring again as a habit that has graduated does.")
        var off = false
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest { WritingRequest(.fading(.silence(one.habit, isOn: !off))) }

        func run() throws {
            let link = try one.state.open()
            guard case .next(let next) = try link.ask(request().command) else { throw link.unexpectedAnswer() }
            if one.format.json { return Console.print(Views.json(next).line) }
            let language = try link.profile().language
            if !off { Console.print(Phrase.fading(.silent(one.habit)).text(in: language)) }
            Views.printNext(next, language: language)
            link.warnWhereOff(language)
        }
    }

    struct Remove: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a habit of your own; the three built-in ones can only be switched off.")
        @OptionGroup
        var one: OneHabit
        func request() -> WritingRequest {
            var patch = ProfilePatch()
            patch.removedHabits = [one.habit]
            return WritingRequest(.apply(patch))
        }
        func run() throws { try one.change(request().command) }
    }
}

/// The arguments of a command that changes one habit and prints what changed.
struct OneHabit: ParsableArguments {
    @Argument(help: "The habit.", completion: ArgumentText.habitCompletion, transform: ArgumentText.habit)
    var habit: HabitID
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func change(_ command: Command) throws {
        let link = try state.open()
        let reply = try link.ask(command)
        try link.tellChange(reply, profile: try? link.profile(), asJSON: format.json)
    }

    func switchHabit(isOn: Bool) throws {
        let link = try state.open()
        let profile = try link.profile()
        guard profile.habit(habit) != nil else {
            throw Console.failure(.noSuchHabit(habit, known: profile.habits.map(\.id)), in: profile.language)
        }
        let reply = try link.ask(switching(isOn: isOn).command)
        try link.tellChange(reply, profile: profile, asJSON: format.json)
    }

    func switching(isOn: Bool) -> WritingRequest {
        var patch = ProfilePatch()
        var change = ProfilePatch.HabitPatch(id: habit)
        change.isOn = isOn
        patch.habits = [change]
        return WritingRequest(.apply(patch), existing: habit)
    }
}

enum HabitTable {
    static func lines(_ status: Status) -> [String] {
        let language = status.profile.language
        let headings: [CommandText.Heading] = [.habit, .state, .at, .days, .followUps, .sleeper, .next, .last, .level]
        var table = Table(headings.map { CommandText.heading($0).text(in: language) })
        for row in status.habits {
            let habit = row.habit
            var next = row.next.map { Views.stamp($0, language: language) } ?? "-"
            next += row.skippedText(in: language)
            if row.isMovedNext { next += " *" }
            var last = "-"
            if let date = row.lastDate, let outcome = row.lastOutcome { last = "\(date) \(outcome.text(in: language))" }
            let level = row.levelText(in: language) ?? "-"
            table.add(
                Views.habit(habit.id, language: language), (habit.isOn ? CommandText.on : .off).text(in: language),
                habit.at.description,
                Views.days(habit.days, language: language), "\(habit.followUps) × \(habit.followUpIntervalSeconds) s",
                CommandText.sleeper(habit.sleeper).text(in: language), next, last, level)
        }
        for row in status.oneOffs {
            table.add(
                row.alarm.id.name, CommandText.on.text(in: language), row.alarm.at.time.description,
                row.alarm.at.date.description, HabitName(row.alarm.like).text(in: language), "-",
                Views.stamp(row.alarm.at, language: language), "-", "-")
        }
        return table.lines
    }
}
