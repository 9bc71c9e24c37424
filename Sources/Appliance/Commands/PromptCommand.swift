import ArgumentParser
import Bedside
import Sound

struct PromptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompt", abstract: "Show what the companion is told.", subcommands: [Show.self, Recorded.self])

    /// For the installer, which records the words (SAFE-2): the device says them then although its synthesizer fails.
    struct Recorded: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the words that are recorded at installation: name, language, speed and words, with tabs.",
            shouldDisplay: false)
        @Argument(help: "The folder of the prompts.", completion: .directory)
        var folder: String

        func run() throws {
            var isFaulty = false
            let lines = HelpLinesFile.load(folder: folder) {
                isFaulty = true
                Console.error("anicca: \($1.text(in: .english))")
            }
            if isFaulty { throw ExitCode(ExitStatus.badData) }
            for words in lines.utterances {
                let speed = words.pace.synthesizerSpeed(in: words.language)
                Console.print(
                    [words.key ?? "", words.language.rawValue, "\(speed)", words.spoken].joined(separator: "\t"))
            }
        }
    }

    /// Prints what would be sent (PROMPT-4).
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the instructions that a conversation of this habit would begin with.")
        @Argument(
            help: "The habit; or talk, for a talk that you open yourself.",
            completion: .list(["wake", "training", "bedtime", "talk"]), transform: ArgumentText.habit)
        var habit: HabitID
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let profile = try link.profile()
            let subject = profile.habit(habit)
            // An owner's habit of that name comes first.
            guard subject != nil || habit.name == PromptTemplate.talk else {
                throw Console.failure(.noSuchHabit(habit, known: profile.habits.map(\.id)), in: profile.language)
            }
            let files = PromptFiles(shared: SharedFolders.locate(configured: link.config.shareFolder))
            let told = try link.toldFromMemory(subject?.subject)
            let status = try link.status()
            var request = ConversationRequest(
                call: 0, companion: profile.companion, habit: subject, told: told,
                teaching: try Teaching.Occasion(subject?.subject).flatMap { try link.teachingRequest($0) })
            (request.status, request.talk) = (status, status.talk)
            var (text, problems) = files.instructions(for: request, status: status)
            let thought = files.thought(for: request) { Console.error("anicca: \($1.text(in: profile.language))") }
            if let part = thought?.instructions(in: profile.language) { text += "\n\n" + part }
            if format.json {
                Console.print(
                    JSONValue.object([
                        "task": .text(subject?.taskID ?? PromptTemplate.talk), "instructions": .text(text),
                        "memories": .list(told.ids.map { JSONValue.integer($0.number) }),
                        "problems": .list(problems.map { .text($0.text(in: profile.language)) }),
                    ]).line)
            } else {
                Console.print(text)
                let ids = told.ids.map { "\($0)" }.joined(separator: " ")
                if !ids.isEmpty { Console.error(CommandText.memoriesInPrompt(ids).text(in: profile.language)) }
            }
            // A companion is told the same then: everything but the notes.
            if let fault = status.memoryFault { Console.error("anicca: \(fault.text(in: profile.language))") }
            for problem in problems { Console.error("anicca: \(problem.text(in: profile.language))") }
            // What is printed is what would be sent, including a fallback; a faulty file is still reported.
            if !problems.isEmpty { throw ExitCode(ExitStatus.badData) }
        }
    }
}
