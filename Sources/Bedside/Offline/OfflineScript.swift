/// The offline companion's routine for one habit in one language (TALK-6): what it says, how long it listens, and how
/// it insists while it hears nobody. Read from `Prompts/offline/NAME.LANGUAGE.txt` by `OfflineScript.parse`.
public struct OfflineScript: Hashable, Codable, Sendable {
    public struct Line: Hashable, Codable, Sendable {
        public var text: String
        /// Kana for the synthesizer, where the text's own reading would be wrong.
        public var reading: String?
        public init(text: String, reading: String? = nil) {
            self.text = text
            self.reading = reading
        }
    }
    public struct Step: Hashable, Codable, Sendable {
        /// Lines that are said one after the other.
        public var lines: [Line]
        /// Seconds of listening after the lines, 0 … 120; 0 goes on at once.
        public var listenSeconds: Int
        /// Lines that are said one by one, louder each time, while nobody is heard.
        public var insisting: [Line]
        /// Seconds of silence after the step, 0 … 600.
        public var pauseSeconds: Int
        public init(lines: [Line], listenSeconds: Int = 0, insisting: [Line] = [], pauseSeconds: Int = 0) {
            self.lines = lines
            self.listenSeconds = listenSeconds
            self.insisting = insisting
            self.pauseSeconds = pauseSeconds
        }
    }
    /// `wake_up.en`
    public var key: String
    public var steps: [Step]

    public init(key: String, steps: [Step]) {
        self.key = key
        self.steps = steps
    }

    public static func key(prompt: String, language: Language) -> String { "\(prompt).\(language.rawValue)" }
}
