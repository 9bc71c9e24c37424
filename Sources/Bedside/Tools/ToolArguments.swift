/// The arguments of a call, all of known names; null counts as left out.
struct ToolArguments {
    private var values: [String: JSONValue] = [:]

    init(of tool: Tool, text: String) throws(ToolError) {
        if text.utf8.count <= JSONValue.maximumBytes, TemplateLine.isBlank(text) { return }
        let document: JSONValue
        do throws(JSONFault) {
            document = try JSONValue.parse(text)
        } catch {
            throw .malformed(error)
        }
        guard case .object(let members) = document else { throw .notAnObject }
        let known = tool.parameters.map(\.name)
        for member in members {
            guard known.contains(member.name) else {
                throw .unknownArgument(PrivateText(member.name), tool: tool.name)
            }
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

    /// Nil if it is left out.
    func optionalInteger(_ name: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int? {
        values[name] == nil ? nil : try integer(name, range)
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(ToolError) -> Int {
        let value = try required(name, values[name])
        let number: Int? =
            switch value {
            case .integer(let number): number
            // JSON Schema counts 70.0 as an integer.
            case .decimal(let number): Int(exactly: number)
            default: nil
            }
        guard let number, range.contains(number) else {
            throw invalid(name, .wholeNumber(from: range.lowerBound, through: range.upperBound), value)
        }
        return number
    }

    /// Words, trimmed and bounded; a longer text is refused and not cut, because half a quote is another quote.
    func words(_ name: String) throws(ToolError) -> PrivateText? {
        guard let value = values[name] else { return nil }
        guard case .text(let text) = value, text.utf8.count <= Self.maximumWordsBytes else {
            throw invalid(name, .told(Wording("a text of at most 400 characters", "400文字までの文")), value)
        }
        let words = text.trimmed()
        return words.isEmpty ? nil : PrivateText(words)
    }

    private static let maximumWordsBytes = 4 * MemoryLimits.quoteCharacters

    func choice(_ name: String, of choices: [String]) throws(ToolError) -> String? {
        guard let value = values[name] else { return nil }
        guard case .text(let text) = value, choices.contains(text) else {
            throw invalid(name, .oneOf(choices), value)
        }
        return text
    }

    /// A list of words out of a set, each at most once; empty if it is left out.
    func choices(_ name: String, of choices: [String], atMost maximum: Int) throws(ToolError) -> [String] {
        guard let value = values[name] else { return [] }
        guard case .list(let items) = value, items.count <= maximum else {
            throw invalid(name, .listOf(choices), value)
        }
        var chosen: [String] = []
        for item in items {
            guard case .text(let text) = item, choices.contains(text) else {
                throw invalid(name, .listOf(choices), item)
            }
            if !chosen.contains(text) { chosen.append(text) }
        }
        return chosen
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
