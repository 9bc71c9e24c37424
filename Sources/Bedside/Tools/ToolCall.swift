/// What a companion asks for, understood; whether it may be done is decided like any other command's (TALK-9).
public enum ToolCall: Hashable, Codable, Sendable {
    case nextUp
    /// `isNew`: a habit of that name may be made; else it has to be there.
    case setHabit(ProfilePatch.HabitPatch, isNew: Bool)
    case removeHabit(HabitID)
    case skipNext(HabitID)
    case moveNextOnce(HabitID, time: LocalTime, date: LocalDate?)
    case oneOffAlarm(time: LocalTime, date: LocalDate?, like: HabitID)
    /// Of a habit, or a one-off alarm by its own name.
    case cancelException(HabitID)
    case upForGood
    case setVolume(percent: Int)
    case endConversation
    case waitForUser

    public var name: Tool.Name {
        switch self {
        case .nextUp: .nextUp
        case .setHabit: .setHabit
        case .removeHabit: .removeHabit
        case .skipNext: .skipNext
        case .moveNextOnce: .moveNextOnce
        case .oneOffAlarm: .oneOffAlarm
        case .cancelException: .cancelException
        case .upForGood: .upForGood
        case .setVolume: .setVolume
        case .endConversation: .endConversation
        case .waitForUser: .waitForUser
        }
    }

    public var tool: Tool { ToolCatalog.tool(name) }

    /// The same as over the control socket; nil where it concerns the conversation alone.
    ///
    /// - Parameter profile: A habit by a name that the model made up would ring beside the one that was meant.
    public func command(in profile: Profile) throws(ToolError) -> Command? {
        switch self {
        case .nextUp:
            return .next
        case .setHabit(let change, let isNew):
            guard isNew || profile.habit(change.id) != nil else {
                throw .unknownHabit(change.id, known: profile.habits.map(\.id))
            }
            var patch = ProfilePatch()
            patch.habits = [change]
            return .apply(patch)
        case .removeHabit(let id):
            var patch = ProfilePatch()
            patch.removedHabits = [id]
            return .apply(patch)
        case .skipNext(let id): return .skip(id)
        case .moveNextOnce(let id, let time, let date): return .move(id, time: time, date: date)
        case .oneOffAlarm(let time, let date, let like): return .once(time: time, date: date, like: like)
        case .cancelException(let id): return id.oneOffNumber == nil ? .unskip(id) : .cancelOnce(id)
        case .upForGood: return .upEarly
        case .setVolume(let percent): return .volume(percent: percent)
        case .endConversation, .waitForUser: return nil
        }
    }
}

/// Why a tool call is not understood; worded for the model, which may call again. What the model sent may be the owner's
/// words: it is in the description, which goes back to the model, and nowhere else (GUARD-1).
public enum ToolError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    case unknownTool(PrivateText)
    case malformed(JSONFault)
    /// Not an object at the top.
    case notAnObject
    case missing(argument: String)
    case unknownArgument(PrivateText, tool: Tool.Name)
    case invalid(argument: String, expected: FieldExpectation, found: PrivateText)
    /// `set_habit` with a name alone.
    case nothingToSet
    case unknownHabit(HabitID, known: [HabitID])

    static func quoted(_ text: String) -> String { "\"\(PrintableText.line(text, limit: 64))\"" }

    public var description: String {
        switch self {
        case .unknownTool(let name):
            "there is no tool named \(ToolError.quoted(name.words)); there are: "
                + FieldFault.listed(Tool.Name.allCases.map(\.rawValue), in: .english)
        case .malformed(let fault): "the arguments are not JSON: \(fault)"
        case .notAnObject: "the arguments are not a JSON object"
        case .missing(let argument): "\(argument) is missing"
        case .unknownArgument(let argument, let tool):
            "\(tool.rawValue) has no argument \(ToolError.quoted(argument.words)); "
                + (ToolCatalog.tool(tool).parameters.isEmpty
                    ? "it takes none"
                    : "it takes: " + FieldFault.listed(ToolCatalog.tool(tool).parameters.map(\.name), in: .english))
        case .invalid(let argument, let expected, let found):
            "\(argument): expected \(expected.text(in: .english)); found \(found.words)"
        case .nothingToSet: "set_habit needs a time, weekdays, or on"
        case .unknownHabit(let id, let known):
            "there is no habit \(id); there are: \(FieldFault.listed(known.map(\.name), in: .english)); "
                + "to make one, ask the owner and give new: true"
        }
    }
}

extension ToolCall {
    /// Understands a call of the model's, whatever it sent; nothing is believed that the command line would not believe.
    ///
    /// - Parameter arguments: JSON text; blank counts as an object without members.
    public static func parse(name: String, arguments: String) throws(ToolError) -> ToolCall {
        guard let tool = Tool.Name(rawValue: name) else { throw .unknownTool(PrivateText(name)) }
        let given = try ToolArguments(of: tool, text: arguments)
        switch tool {
        case .nextUp: return .nextUp
        case .upForGood: return .upForGood
        case .endConversation: return .endConversation
        case .waitForUser: return .waitForUser
        case .removeHabit: return .removeHabit(try given.habit("habit"))
        case .skipNext: return .skipNext(try given.habit("habit"))
        case .cancelException: return .cancelException(try given.habit("name"))
        case .setVolume: return .setVolume(percent: try given.integer("percent", ToolCatalog.audiblePercent))
        case .moveNextOnce:
            return .moveNextOnce(
                try given.habit("habit"), time: try given.required("time", given.time("time")),
                date: try given.date("date"))
        case .oneOffAlarm:
            return .oneOffAlarm(
                time: try given.required("time", given.time("time")), date: try given.date("date"),
                like: try given.has("like") ? given.habit("like") : .wake)
        case .setHabit:
            var patch = ProfilePatch.HabitPatch(id: try given.habit("habit"))
            patch.at = try given.time("time")
            patch.days = try given.weekdays("weekdays")
            patch.isOn = try given.flag("on")
            guard patch.at != nil || patch.days != nil || patch.isOn != nil else { throw .nothingToSet }
            return .setHabit(patch, isNew: try given.flag("new") ?? false)
        }
    }
}

/// The members of the arguments, each of a known name; null counts as left out.
private struct ToolArguments {
    private var values: [String: JSONValue] = [:]

    init(of tool: Tool.Name, text: String) throws(ToolError) {
        if text.utf8.count <= JSONValue.maximumBytes, TemplateLine.isBlank(text) { return }
        let document: JSONValue
        do throws(JSONFault) {
            document = try JSONValue.parse(text)
        } catch {
            throw .malformed(error)
        }
        guard case .object(let members) = document else { throw .notAnObject }
        let known = ToolCatalog.tool(tool).parameters.map(\.name)
        for member in members {
            guard known.contains(member.name) else { throw .unknownArgument(PrivateText(member.name), tool: tool) }
            if member.value != .null { values[member.name] = member.value }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func required<Value>(_ name: String, _ value: Value?) throws(ToolError) -> Value {
        guard let value else { throw .missing(argument: name) }
        return value
    }

    private func invalid(_ name: String, _ expected: FieldExpectation, _ value: JSONValue) -> ToolError {
        let found =
            switch value {
            case .text(let text): ToolError.quoted(text)
            case .list: "a list"
            case .object: "an object"
            case .null, .flag, .integer, .decimal: value.line
            }
        return .invalid(argument: name, expected: expected, found: PrivateText(found))
    }

    func habit(_ name: String) throws(ToolError) -> HabitID {
        let value = try required(name, values[name])
        guard case .text(let text) = value, let id = HabitID(text) else {
            throw invalid(name, .habitName, value)
        }
        return id
    }

    func time(_ name: String) throws(ToolError) -> LocalTime? {
        guard let value = values[name] else { return nil }
        guard case .text(let text) = value, let time = LocalTime(text), ProfileRules.isTime(time) else {
            throw invalid(name, .time, value)
        }
        return time
    }

    func date(_ name: String) throws(ToolError) -> LocalDate? {
        guard let value = values[name] else { return nil }
        guard case .text(let text) = value, let date = LocalDate(text) else {
            throw invalid(name, .told(Wording("a date like 2026-03-29", "日付（例：2026-03-29）")), value)
        }
        return date
    }

    func flag(_ name: String) throws(ToolError) -> Bool? {
        guard let value = values[name] else { return nil }
        guard case .flag(let flag) = value else { throw invalid(name, .trueOrFalse, value) }
        return flag
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
        let value = try required(name, values[name])
        let number: Int? =
            switch value {
            case .integer(let number): number
            // 70.0 is an integer of JSON Schema's.
            case .decimal(let number): Int(exactly: number)
            default: nil
            }
        guard let number, range.contains(number) else {
            throw invalid(name, .wholeNumber(from: range.lowerBound, through: range.upperBound), value)
        }
        return number
    }

    func weekdays(_ name: String) throws(ToolError) -> WeekdaySet? {
        guard let value = values[name] else { return nil }
        let expected = FieldExpectation.listOf(Weekday.allCases.map(\.shortName))
        guard case .list(let items) = value, !items.isEmpty else { throw invalid(name, expected, value) }
        var days: [Weekday] = []
        for item in items {
            guard case .text(let text) = item, let day = Weekday(shortName: text) else {
                throw invalid(name, expected, item)
            }
            days.append(day)
        }
        return WeekdaySet(days)
    }
}
