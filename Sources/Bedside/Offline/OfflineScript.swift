/// The offline companion's routine for one habit in one language (TALK-6): what it says, how long it listens, and how
/// it insists while it hears nobody. Read from `Prompts/offline/NAME.LANGUAGE.txt` by `OfflineScript.parse`.
public struct OfflineScript: Hashable, Codable, Sendable {
    public struct Line: Hashable, Codable, Sendable {
        public var text: String
        /// Kana for the synthesizer, where the text's own reading would be wrong.
        public var reading: String?
        /// Whether it holds words of the owner's, so that no journal and no log may hold it.
        public var isPrivate = false
        /// The owner's own recording, which is heard instead of the text.
        var recording: PhraseRecordingFile?
        enum CodingKeys: String, CodingKey { case text, reading }
        public init(text: String, reading: String? = nil) {
            self.text = text
            self.reading = reading
        }
    }
    /// A question that the owner answers by button: Start is yes, and Stop is no.
    public struct Ask: Hashable, Codable, Sendable {
        public enum Question: String, CaseIterable, Codable, Sendable {
            /// Whether today's intention was carried out.
            case intention
            /// Whether an earlier intention is meant for tomorrow, too.
            case tomorrow
        }
        public var question: Question
        /// Seconds of waiting for a button after the lines, 1 … 120.
        public var seconds: Int
        /// Lines that are said after Start.
        public var yes: [Line]
        /// Lines that are said after Stop.
        public var no: [Line]
        public init(_ question: Question, seconds: Int, yes: [Line] = [], no: [Line] = []) {
            self.question = question
            self.seconds = seconds
            self.yes = yes
            self.no = no
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
        /// What the lines ask; the step is left out if there is nothing to ask about.
        public var ask: Ask?
        /// Whether the answer may be recorded as tomorrow's intention, if the owner has agreed to that; nil: no.
        public var records: Bool?
        public init(
            lines: [Line], listenSeconds: Int = 0, insisting: [Line] = [], pauseSeconds: Int = 0, ask: Ask? = nil,
            records: Bool? = nil
        ) {
            self.lines = lines
            self.listenSeconds = listenSeconds
            self.insisting = insisting
            self.pauseSeconds = pauseSeconds
            self.ask = ask
            self.records = records
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
