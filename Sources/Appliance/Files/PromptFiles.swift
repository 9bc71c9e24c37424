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
    func instructions(for request: ConversationRequest, status: Status) -> (text: String, problems: [PromptError]) {
        let language = status.profile.language
        let values = PromptValues(profile: status.profile, habit: request.habit, status: status)
        func file(_ name: String) -> SourceText { source(prompt: name, language: language) }
        if request.care == .crisis {
            let (text, problems) = PromptTemplate.instructions(
                common: file(PromptTemplate.crisis), habit: nil, values: values)
            return (request.told.added(to: text), problems)
        }
        var (text, problems) = PromptTemplate.instructions(
            common: file("common"), memory: request.told.isOn ? file(PromptTemplate.memory) : nil,
            habit: file(request.habit?.prompt ?? PromptTemplate.talk), values: values)
        if request.mustDisclose { text = PromptTemplate.disclosure.text(in: language) + "\n\n" + text }
        if let hours = request.shortNightHours {
            text += "\n\n" + PromptTemplate.shortNights(hours: hours).text(in: language)
        }
        if request.isLate { text += "\n\n" + PromptTemplate.late(status.profile.age).text(in: language) }
        if request.isTrainingLight { text += "\n\n" + PromptTemplate.lightTraining.text(in: language) }
        if request.joinsLate { text += "\n\n" + PromptTemplate.joinsLate.text(in: language) }
        if request.isClosing { text += "\n\n" + PromptTemplate.closing.text(in: language) }
        if status.profile.age.isMinor { text += "\n\n" + PromptTemplate.minor.text(in: language) }
        if request.care == .gentle { text += "\n\n" + PromptTemplate.gentle.text(in: language) }
        return (request.told.added(to: text), problems)
    }
}
