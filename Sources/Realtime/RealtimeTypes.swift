/// A request to open one conversation.
public struct SessionRequest: Sendable, Hashable {
    /// Names the conversation in every call and report.
    public var id: Int
    public var instructions: String
    public var tools: [ToolDefinition]
    public var voice: String
    /// `ja` or `en`: a hint for the transcription of the owner's words.
    public var language: String
    /// What was said so far, if a lost conversation goes on here (TALK-5).
    public var history: [Turn]
    /// A lost conversation goes on here, whether or not anything was said in it.
    public var isResumed: Bool
    /// The least silence after which the owner's turn is over; nil: as configured (R-10).
    public var minimumSilenceMilliseconds: Int?
    /// Connect and configure, then wait for `begin` (ALARM-12). False: it begins by itself as soon as it is ready.
    public var isMuted: Bool

    public init(
        id: Int, instructions: String, tools: [ToolDefinition] = [], voice: String = "marin", language: String = "en",
        history: [Turn] = [], isResumed: Bool = false, minimumSilenceMilliseconds: Int? = nil, isMuted: Bool = false
    ) {
        self.id = id
        self.instructions = instructions
        self.tools = tools
        self.voice = voice
        self.language = language
        self.history = history
        self.isResumed = isResumed
        self.minimumSilenceMilliseconds = minimumSilenceMilliseconds
        self.isMuted = isMuted
    }
}

/// A function that the companion may call (TALK-9).
public struct ToolDefinition: Sendable, Hashable {
    public var name: String
    public var description: String
    /// JSON Schema of the arguments, as JSON text.
    public var parameters: String
    /// Its output needs no reply: the companion says nothing about it.
    public var isSilent: Bool
    /// Output that is returned at once, without a report, for tools that do nothing (`wait_for_user`).
    public var ownOutput: String?
    /// Its calls are reported only once the owner's last words are written down, because they are judged by them.
    public var needsWords: Bool

    public init(
        name: String, description: String, parameters: String = #"{"type":"object","properties":{}}"#,
        isSilent: Bool = false, ownOutput: String? = nil, needsWords: Bool = false
    ) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.isSilent = isSilent
        self.ownOutput = ownOutput
        self.needsWords = needsWords
    }
}

/// What one side said, as text. Kept in memory only, for the length of a conversation; never logged (GUARD-1).
public struct Turn: Sendable, Hashable {
    public enum Speaker: String, Sendable, Hashable { case owner, companion }

    /// Counted from 1 in a conversation; a turn that changes is reported again under its number.
    public var number: Int
    public var speaker: Speaker
    /// The companion's text is cut to what was heard, by estimate.
    public var text: String
    public var isInterrupted: Bool

    public init(number: Int = 0, speaker: Speaker, text: String, isInterrupted: Bool = false) {
        self.number = number
        self.speaker = speaker
        self.text = text
        self.isInterrupted = isInterrupted
    }
}

/// What a conversation reports to the appliance. Each case carries the request's id; none comes after `ended` or
/// `failed`, except `summary` if it was asked for later.
public enum RealtimeReport: Sendable, Hashable {
    case connecting(id: Int)
    /// The service has accepted the whole configuration; the microphone may still be muted.
    case ready(id: Int)
    /// True with the first audible sample at our speaker; false when everything was played and the service has no more.
    case speaking(id: Int, Bool)
    /// As detected by the service.
    case ownerSpeaking(id: Int, Bool)
    /// Only between `speaking` true and false. True: an answer has more to say, but nothing was heard or received from
    /// the service for longer than a pause between words. False: it goes on, or was cut.
    case voiceMissing(id: Int, Bool)
    /// Must be answered with `answer`; `arguments` is a JSON object, otherwise unchecked.
    case toolCall(id: Int, callID: String, name: String, arguments: String)
    /// For the panel; never logged.
    case turn(id: Int, Turn)
    /// The answer to `end`, once: the arguments with which the service called the function, at most 64 KiB, unread.
    /// nil: there are none, whatever the cause.
    case summary(id: Int, arguments: String?)
    case ended(id: Int, EndReason)
    case failed(id: Int, RealtimeFailure)

    public enum EndReason: String, Sendable, Hashable {
        /// `close` or `end` was called.
        case closed
        /// Another conversation was opened.
        case replaced
    }
}
