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
}
