import Bedside

/// Reads the prompt files of this machine. Any thread.
public struct PromptFiles: Sendable {
    public var shared: SharedFolders
    public init(shared: SharedFolders) { self.shared = shared }

    /// Reads `Prompts/NAME.LANGUAGE.txt`, or else `NAME.txt`; the text is nil if it is missing or not UTF-8.
    public func source(prompt: String, language: Language) -> SourceText {
        PromptTemplate.source(prompt: prompt, language: language, in: shared.prompts) { path in
            guard Files.exists(path) else { return nil }
            let bytes = try? Files.read(path, limit: PromptTemplate.maximumBytes + 1)
            return SourceText(fileName: path, text: bytes.flatMap { String(validating: $0, as: UTF8.self) })
        }
    }

    /// The whole instructions of a talk, with what comes from the memory (PROMPT-1, M-6); a file that fails is replaced
    /// and reported.
    func instructions(
        for habit: Habit?, status: Status, told: MemoryTold
    ) -> (text: String, problems: [PromptError]) {
        let language = status.profile.language
        let (text, problems) = PromptTemplate.instructions(
            common: source(prompt: "common", language: language),
            memory: told.isOn ? source(prompt: PromptTemplate.memory, language: language) : nil,
            habit: source(prompt: habit?.prompt ?? PromptTemplate.talk, language: language),
            values: PromptValues(profile: status.profile, habit: habit, status: status))
        return (told.added(to: text), problems)
    }
}
