import Bedside

/// Reads the prompt files of this machine. Any thread.
public struct PromptFiles: Sendable {
    public var shared: SharedFolders
    public init(shared: SharedFolders) { self.shared = shared }

    /// Reads `Prompts/NAME.LANGUAGE.txt`, or else `NAME.txt`: the owner's, or else what ships. The text is nil if it is
    /// missing or not UTF-8.
    public func source(prompt: String, language: Language) -> SourceText {
        own(prompt, language) ?? shipped(prompt, language)
    }

    /// Whether there is a file for this prompt in this language, or one for every language.
    func isThere(prompt: String, language: Language) -> Bool {
        own(prompt, language) != nil || shipped(prompt, language).text != nil
    }

    private func own(_ prompt: String, _ language: Language) -> SourceText? {
        guard let folder = shared.ownPrompts else { return nil }
        var isThere = false
        let found = PromptTemplate.source(prompt: prompt, language: language, in: folder) { path in
            let text = Self.text(at: path)
            isThere = isThere || text != nil
            return text
        }
        return isThere ? found : nil
    }

    private func shipped(_ prompt: String, _ language: Language) -> SourceText {
        PromptTemplate.source(prompt: prompt, language: language, in: shared.prompts) { Self.text(at: $0) }
    }

    /// Nil if nothing is there.
    private static func text(at path: String) -> SourceText? {
        guard Files.mayExist(path) else { return nil }
        let bytes = try? Files.read(path, limit: PromptTemplate.maximumBytes + 1)
        return SourceText(fileName: path, text: bytes.flatMap { String(validating: $0, as: UTF8.self) })
    }

    /// Like `source`, but the file that ships takes the place of an owner's that cannot be used; `problems` gets why.
    private func usable(
        _ prompt: String, _ language: Language, values: PromptValues, problems: inout [PromptError]
    ) -> SourceText {
        let shipped = shipped(prompt, language)
        guard let written = own(prompt, language) else { return shipped }
        // With nothing to take its place it is replaced, and reported, as any file that fails.
        guard shipped.text != nil else { return written }
        do throws(PromptError) {
            _ = try PromptTemplate.render(common: written, habit: nil, values: values.texts)
            return written
        } catch {
            problems.append(error)
            return shipped
        }
    }

    /// The whole instructions of a talk, with what comes from the memory (PROMPT-1, M-6); a file that fails is replaced
    /// and reported.
    func instructions(for request: ConversationRequest, status: Status) -> (text: String, problems: [PromptError]) {
        let language = status.profile.language
        let values = PromptValues(profile: status.profile, habit: request.habit, status: status)
        var unusable: [PromptError] = []
        func file(_ name: String) -> SourceText {
            usable(name, language, values: values, problems: &unusable)
        }
        if request.care == .crisis {
            var (text, problems) = PromptTemplate.instructions(
                common: file(PromptTemplate.crisis), habit: nil, values: values)
            text += "\n\n" + PromptTemplate.helpLine(isSaid: request.isHelpLineSaid).text(in: language)
            return (request.told.added(to: text), unusable + problems)
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
        return (request.told.added(to: text), unusable + problems)
    }
}
