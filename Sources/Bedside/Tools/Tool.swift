/// One tool that a live companion may call (TALK-9): its description for the model, and how its arguments are read.
///
/// Descriptions are English whatever the owner's language is: they steer the model and are never spoken, and a single
/// set serves the provider's prompt cache. The prompts determine what the companion says.
public struct Tool: Sendable {
    /// The names on the wire, in the order in which the model is shown the tools.
    public enum Name: String, CaseIterable, Codable, Sendable, Hashable {
        case nextUp = "next_up"
        case setHabit = "set_habit"
        case removeHabit = "remove_habit"
        case skipNext = "skip_next"
        case moveNextOnce = "move_next_once"
        case oneOffAlarm = "one_off_alarm"
        case cancelException = "cancel_exception"
        case upForGood = "up_for_good"
        case alreadyUp = "already_up"
        case callMeAgain = "call_me_again"
        case stepBack = "step_back"
        case rateHabit = "rate_habit"
        case staySilent = "stay_silent"
        case stopNudges = "stop_nudges"
        case setVolume = "set_volume"
        case remember
        case saveIntention = "save_intention"
        case saveReflection = "save_reflection"
        case answerIntention = "answer_intention"
        case forget
        case offRecord = "off_record"
        case memoryRead = "memory_read"
        case startMeditation = "start_meditation"
        case recordPhrase = "record_phrase"
        case useVoice = "use_voice"
        case signIn = "sign_in"
        case safetyConcern = "safety_concern"
        case endConversation = "end_conversation"
        case waitForUser = "wait_for_user"
    }

    public let name: Name
    public let description: String
    public let parameters: [ToolParameter]
    /// Whether the tool changes something on the device, which requires that the owner was heard in the conversation.
    public let isWrite: Bool
    /// Whether it is offered only while talks are remembered.
    public let isAboutMemory: Bool
    /// When the owner has to say it twice (SAFE-6).
    let repetition: Repetition
    /// What the owner names who says it again.
    let topics: ToolTopics
    /// Whether a call waits a moment until the owner's last words are written down: they are the proof of what is kept and
    /// of a rating, and may be the "no" to what would be changed.
    public var needsWords: Bool { isAboutMemory || repetition != .never || name == .rateHabit }
    /// Whether it is offered while the owner seems to be at risk.
    public var isForCrisis: Bool { name == .safetyConcern || name == .endConversation || name == .waitForUser }
    /// Whether nothing is said after the answer: no response is requested.
    public let isSilent: Bool
    /// A fixed answer to every call, which the driver gives at once without asking the core; nil for most tools.
    public let constantAnswer: String?
    /// Parses the arguments of a call.
    let read: @Sendable (ToolArguments) throws(ToolError) -> ToolCall

    /// JSON Schema of the arguments, on one line.
    public var parametersSchema: String {
        JSONValue.object([
            "type": .text("object"),
            "properties": .object(parameters.map { JSONValue.Member(name: $0.name, value: $0.schema) }),
            "required": .list(parameters.filter(\.isRequired).map { .text($0.name) }),
            "additionalProperties": .flag(false),
        ]).line
    }
}

/// The definition of one tool, as a value. Each family of tools has a file with their definitions.
struct ToolSpec<Arguments>: Sendable {
    let tool: Tool
    /// The effect that a call requests. A feature's tool requests a command of that feature.
    let request: @Sendable (Arguments, Profile) throws(ToolError) -> ToolEffect
    /// What the arguments name.
    let names: @Sendable (Arguments) -> WishedThing
    /// Whether the owner's words bear out what the call says of the owner.
    let isProven: @Sendable (Arguments, OwnersWords) -> Bool
    /// The members that the answer has in addition to the success of the call; nil values are left out.
    let answer: @Sendable (Arguments, ToolOutcome) -> [(name: String, value: JSONValue?)]

    /// - Parameters:
    ///   - call: Makes the case of `ToolCall` that stands for a call of this tool.
    ///   - read: Parses the arguments; accepts nothing that the command line would not accept.
    init(
        _ name: Tool.Name, _ description: String, parameters: [ToolParameter] = [], isWrite: Bool,
        isAboutMemory: Bool = false, repetition: Tool.Repetition, topics: ToolTopics, isSilent: Bool = false,
        constantAnswer: String? = nil,
        call: @escaping @Sendable (Arguments) -> ToolCall,
        read: @escaping @Sendable (ToolArguments) throws(ToolError) -> Arguments,
        request: @escaping @Sendable (Arguments, Profile) throws(ToolError) -> ToolEffect,
        names: @escaping @Sendable (Arguments) -> WishedThing = { _ in WishedThing() },
        isProven: @escaping @Sendable (Arguments, OwnersWords) -> Bool = { _, _ in true },
        answer: @escaping @Sendable (Arguments, ToolOutcome) -> [(name: String, value: JSONValue?)] = { _, _ in [] }
    ) {
        tool = Tool(
            name: name, description: description, parameters: parameters, isWrite: isWrite,
            isAboutMemory: isAboutMemory, repetition: repetition, topics: topics, isSilent: isSilent,
            constantAnswer: constantAnswer,
            read: { (given: ToolArguments) throws(ToolError) -> ToolCall in call(try read(given)) })
        self.request = request
        self.names = names
        self.isProven = isProven
        self.answer = answer
    }

    /// The tool with the arguments of one call.
    func use(_ arguments: Arguments) -> ToolUse {
        ToolUse(
            tool: tool,
            request: { (profile: Profile) throws(ToolError) -> ToolEffect in try request(arguments, profile) },
            thing: names(arguments), isProven: { isProven(arguments, $0) }, answer: { answer(arguments, $0) })
    }
}

/// A tool together with the arguments of one call of it.
struct ToolUse {
    let tool: Tool
    let request: (Profile) throws(ToolError) -> ToolEffect
    let thing: WishedThing
    let isProven: (OwnersWords) -> Bool
    let answer: (ToolOutcome) -> [(name: String, value: JSONValue?)]
}

/// The effect that a tool call requests from the device.
enum ToolEffect: Hashable, Sendable {
    /// A command as over the control socket, validated in the same place.
    case command(Command)
    /// The companion has said goodbye.
    case farewell
    case nothing
}

/// The device's state after a tool call was carried out, from which the answer is made.
struct ToolOutcome {
    /// The reply to the command; `.done` for a call without one.
    let reply: Reply
    let status: Status

    var facts: DeviceFacts { DeviceFacts(status) }
}

/// One argument of a tool.
public struct ToolParameter: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// `pattern` is for the model only; `ToolCall.parse` decides what is accepted.
        case text(pattern: String)
        case flag
        case integer(ClosedRange<Int>)
        /// A list of one or more of these words, each once.
        case choices([String])
        case choice([String])
        /// What somebody said, or a short text about it.
        case words
    }
    public let name: String
    public let kind: Kind
    public let description: String
    public let isRequired: Bool

    var schema: JSONValue {
        switch kind {
        case .text(let pattern):
            .object(["type": .text("string"), "pattern": .text(pattern), "description": .text(description)])
        case .words: .object(["type": .text("string"), "description": .text(description)])
        case .choice(let names):
            .object([
                "type": .text("string"), "enum": .list(names.map { .text($0) }), "description": .text(description),
            ])
        case .flag:
            .object(["type": .text("boolean"), "description": .text(description)])
        case .integer(let range):
            .object([
                "type": .text("integer"), "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
                "description": .text(description),
            ])
        case .choices(let names):
            .object([
                "type": .text("array"),
                "items": .object(["type": .text("string"), "enum": .list(names.map { .text($0) })]),
                "minItems": .integer(1), "uniqueItems": .flag(true), "description": .text(description),
            ])
        }
    }
}

/// Parameters that several tools have.
extension ToolParameter {
    static func habit(_ description: String, name: String = "habit", isRequired: Bool = true) -> ToolParameter {
        ToolParameter(
            name: name, kind: .text(pattern: "^[a-z][a-z0-9_-]{0,31}$"), description: description,
            isRequired: isRequired)
    }

    static func time(_ description: String, isRequired: Bool) -> ToolParameter {
        ToolParameter(
            name: "time", kind: .text(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"),
            description: "\(description) HH:MM, 24 hours.", isRequired: isRequired)
    }

    static func date(_ description: String, name: String = "date") -> ToolParameter {
        ToolParameter(
            name: name, kind: .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
            description: "\(description) YYYY-MM-DD.", isRequired: false)
    }
}
