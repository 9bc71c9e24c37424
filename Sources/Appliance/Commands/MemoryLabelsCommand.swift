import ArgumentParser
import Bedside

extension MemoryCommands {
    /// The labels of days (E-1, E-4).
    struct Labels: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the words that you gave your days, or erase them all.",
            discussion: """
                A label is kept only if you said that word or said yes to it. After 90 days only how often each was given in a \
                week is left.
                """)
        @Flag(help: "Erase all labels, and keep none from now on.")
        var off = false
        @Flag(help: "Keep labels again.")
        var on = false
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            guard !(on && off) else { throw ValidationError("labels: expected --on or --off, not both") }
        }

        func request() throws -> WritingRequest {
            guard on != off else { throw ValidationError("labels: expected --on or --off") }
            return WritingRequest(.memory(.keepLabels(on)))
        }

        func run() throws {
            let link = try state.open()
            let diary = try link.labels(on || off ? .keepLabels(on) : .labels)
            if format.json { return Console.print(MemoryViews.json(diary).line) }
            let language = link.language
            if !diary.isOn { Console.error(LabelText.off.text(in: language)) }
            guard !diary.days.isEmpty || !diary.weeks.isEmpty else {
                return Console.print(LabelText.none.text(in: language))
            }
            MemoryViews.table(diary, language: language).forEach(Console.print)
        }
    }
}

extension ApplianceLink {
    func labels(_ command: MemoryCommand) throws -> LabelDiary {
        guard case .memory(.labels(let diary)) = try ask(.memory(command)) else { throw unexpectedAnswer() }
        return diary
    }
}
