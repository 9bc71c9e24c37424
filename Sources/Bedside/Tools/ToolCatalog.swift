/// One tool that a live companion may call (TALK-9).
///
/// Descriptions are English in every language of the owner: they steer the model and are never spoken, one set serves the
/// provider's prompt cache, and what the companion says is the prompts' matter.
public struct Tool: Hashable, Sendable {
    /// The wire's name.
    public enum Name: String, CaseIterable, Codable, Sendable, Hashable {
        case nextUp = "next_up"
        case setHabit = "set_habit"
        case removeHabit = "remove_habit"
        case skipNext = "skip_next"
        case moveNextOnce = "move_next_once"
        case oneOffAlarm = "one_off_alarm"
        case cancelException = "cancel_exception"
        case upForGood = "up_for_good"
        case setVolume = "set_volume"
        case endConversation = "end_conversation"
        case waitForUser = "wait_for_user"
    }
    public let name: Name
    public let description: String
    public let parameters: [ToolParameter]
    /// Nothing is to be said after its answer: no response is asked for.
    public var isSilent: Bool { name == .endConversation || name == .waitForUser }
    /// It changes something on the device.
    public var isWrite: Bool {
        switch name {
        case .nextUp, .endConversation, .waitForUser: false
        case .setHabit, .removeHabit, .skipNext, .moveNextOnce, .oneOffAlarm, .cancelException, .upForGood, .setVolume:
            true
        }
    }
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

/// One argument of a tool.
public struct ToolParameter: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// `pattern` for the model; what counts is what `ToolCall.parse` accepts.
        case text(pattern: String)
        case flag
        case integer(ClosedRange<Int>)
        /// A list of some of these, each once.
        case choices([String])
    }
    public let name: String
    public let kind: Kind
    public let description: String
    public let isRequired: Bool

    var schema: JSONValue {
        switch kind {
        case .text(let pattern):
            .object(["type": .text("string"), "pattern": .text(pattern), "description": .text(description)])
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

/// The tools whose feature exists.
public enum ToolCatalog {
    public static let all: [Tool] = Tool.Name.allCases.map(tool)

    public static func tool(_ name: Tool.Name) -> Tool {
        switch name {
        case .nextUp:
            Tool(
                name: name,
                description: "Reads the present time, the next alarm, and how every habit and one-off alarm stands. "
                    + "Changes nothing.",
                parameters: [])
        case .setHabit:
            Tool(
                name: name,
                description: "Changes a habit for good: its time, its weekdays, whether it is on; or makes a new one, "
                    + "which needs a time. Giving a time switches the habit on. For one day only use move_next_once or "
                    + "skip_next. Call it only after the owner has confirmed habit, days and time.",
                parameters: [
                    habit("wake, training, bedtime or another habit's name; for a new one a short English name."),
                    time("The new time. Leave out to keep it.", isRequired: false), weekdays,
                    ToolParameter(
                        name: "on", kind: .flag, description: "False switches the habit off and keeps its settings.",
                        isRequired: false),
                    ToolParameter(
                        name: "new", kind: .flag,
                        description: "True only for a habit that is not there yet and that the owner wants added.",
                        isRequired: false),
                ])
        case .removeHabit:
            Tool(
                name: name,
                description: "Removes a habit that the owner added. wake, training and bedtime cannot be removed: "
                    + "switch them off with set_habit. Call it only after the owner has confirmed.",
                parameters: [habit("The habit's name.")])
        case .skipNext:
            Tool(
                name: name,
                description: "Skips the next occurrence of a habit, once. Call it only after the owner has confirmed "
                    + "habit and day.",
                parameters: [habit("The habit's name.")])
        case .moveNextOnce:
            Tool(
                name: name,
                description: "Moves the next occurrence of a habit to another time, once; later ones stay. Call it "
                    + "only after the owner has confirmed habit, day and time.",
                parameters: [
                    habit("The habit's name."), time("The time for this once.", isRequired: true),
                    date("The day. Leave out for the day of the next occurrence."),
                ])
        case .oneOffAlarm:
            Tool(
                name: name,
                description: "Sets an alarm that rings once, beside the habits. Call it only after the owner has "
                    + "confirmed day and time.",
                parameters: [
                    time("The time.", isRequired: true), date("The day. Leave out for the next such time."),
                    habit(
                        "The habit whose sound and task it borrows. Leave out for wake.", name: "like",
                        isRequired: false),
                ])
        case .cancelException:
            Tool(
                name: name,
                description: "Takes back a skipped or moved occurrence of a habit, or cancels a one-off alarm. Call it "
                    + "only after the owner has confirmed which.",
                parameters: [habit("The habit's name, or the one-off alarm's, such as once-1.", name: "name")])
        case .upForGood:
            Tool(
                name: name,
                description: "The owner is up for good before the wake alarm, which then does not ring today. Works "
                    + "within 90 minutes before it. Call it only after the owner has clearly said so and has confirmed "
                    + "it when repeated; never for somebody who cannot sleep.",
                parameters: [])
        case .setVolume:
            Tool(
                name: name,
                description: "Sets how loud the companion's voice is. Alarms have a loudness of their own.",
                parameters: [
                    ToolParameter(
                        name: "percent", kind: .integer(audiblePercent), description: "Of the loudest; a step is 10.",
                        isRequired: true)
                ])
        case .endConversation:
            Tool(
                name: name,
                description: "Ends the conversation. Call it after your farewell, and say nothing after it.",
                parameters: [])
        case .waitForUser:
            Tool(
                name: name,
                description: "Does nothing and says nothing. Call it in place of a reply to silence, noise, "
                    + "television, breathing, or speech that is not meant for you.",
                parameters: [])
        }
    }

    /// A companion that has made itself inaudible could not say so.
    static let audiblePercent = 10...100

    private static func habit(_ description: String, name: String = "habit", isRequired: Bool = true) -> ToolParameter {
        ToolParameter(
            name: name, kind: .text(pattern: "^[a-z][a-z0-9_-]{0,31}$"), description: description,
            isRequired: isRequired)
    }

    private static func time(_ description: String, isRequired: Bool) -> ToolParameter {
        ToolParameter(
            name: "time", kind: .text(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"),
            description: "\(description) HH:MM, 24 hours.", isRequired: isRequired)
    }

    private static func date(_ description: String) -> ToolParameter {
        ToolParameter(
            name: "date", kind: .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
            description: "\(description) YYYY-MM-DD.", isRequired: false)
    }

    private static var weekdays: ToolParameter {
        ToolParameter(
            name: "weekdays", kind: .choices(Weekday.allCases.map(\.shortName)),
            description: "All days on which it rings. Leave out to keep them.", isRequired: false)
    }
}
