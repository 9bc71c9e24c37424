import ArgumentParser
import Bedside

struct PromptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompt", abstract: "Show what the companion is told.", subcommands: [Show.self])

    /// Prints what would be sent (PROMPT-4).
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the instructions that a conversation of this habit would begin with.")
        @Argument(help: "The habit.", completion: ArgumentText.habitCompletion, transform: ArgumentText.habit)
        var habit: HabitID
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let profile = try link.profile()
            guard let habit = profile.habit(habit) else {
                throw Console.failure(.noSuchHabit(habit, known: profile.habits.map(\.id)), in: profile.language)
            }
            let files = PromptFiles(shared: SharedFolders.locate(configured: link.config.shareFolder))
            let told = try link.toldFromMemory(habit.subject)
            let status = try link.status()
            var request = ConversationRequest(
                call: 0, companion: profile.companion, habit: habit, told: told,
                mustDisclose: status.talk?.owesDisclosure ?? false,
                shortNightHours: habit.subject == .bedtime ? status.talk?.shortNightHours : nil,
                teaching: habit.subject == .wake ? try link.teachingRequest() : nil)
            request.isTrainingLight = habit.subject == .training && status.talk?.isTrainingLight == true
            var (text, problems) = files.instructions(for: request, status: status)
            let thought = files.thought(for: request) { Console.error("anicca: \($1.text(in: profile.language))") }
            if let part = thought?.instructions(in: profile.language) { text += "\n\n" + part }
            if format.json {
                Console.print(
                    JSONValue.object([
                        "task": .text(habit.taskID), "instructions": .text(text),
                        "memories": .list(told.ids.map { JSONValue.integer($0.number) }),
                        "problems": .list(problems.map { .text($0.text(in: profile.language)) }),
                    ]).line)
            } else {
                Console.print(text)
                let ids = told.ids.map { "\($0)" }.joined(separator: " ")
                if !ids.isEmpty { Console.error(CommandText.memoriesInPrompt(ids).text(in: profile.language)) }
            }
            for problem in problems { Console.error("anicca: \(problem.text(in: profile.language))") }
            // What is printed is what would be sent, including a fallback; a faulty file is still reported.
            if !problems.isEmpty { throw ExitCode(ExitStatus.badData) }
        }
    }
}
