/// The arguments of a call; null counts as left out.
///
/// All have known names, except for the tools about the memory: an argument too many there loses nothing that the owner
/// said, while a tool that changes an alarm must not ignore what it was asked.
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
            guard tool.isAboutMemory || known.contains(member.name) else {
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
            case .list(let items): items.isEmpty ? "an empty list" : "a list"
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

    /// A date under a name that the schema does not have; nil if it is left out. The time of day does not count.
    func looseDate(_ name: String) throws(ToolError) -> LocalDate? {
        if case .text(let text)? = values[name] {
            // The day is taken from the owner's own sentence.
            if ["", "today", "tonight", "tomorrow", "今日", "明日"].contains(text.lowercased()) { return nil }
            if let time = LocalDateTime(text.prefix(16)) { return time.date }
        }
        return try date(name)
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

    /// - Parameter others: further words, with the choice that each stands for.
    func choice(
        _ name: String, of choices: [String], meaning others: [String: String] = [:]
    ) throws(ToolError) -> String? {
        guard let value = values[name] else { return nil }
        guard case .text(let text) = value else { throw invalid(name, .oneOf(choices), value) }
        if choices.contains(text) { return text }
        guard let meant = others[text.trimmed().lowercased()] else { throw invalid(name, .oneOf(choices), value) }
        return meant
    }

    /// A list of words out of a set, with their places in it, each word once; empty if it is left out. A word that is
    /// not in the set is left out, too.
    func choices(
        _ name: String, of choices: [String], atMost maximum: Int
    ) throws(ToolError) -> [(place: Int, word: String)] {
        guard let value = values[name] else { return [] }
        guard case .list(let items) = value else { throw invalid(name, .listOf(choices), value) }
        var chosen: [(place: Int, word: String)] = []
        for (place, item) in items.enumerated() {
            guard case .text(let text) = item else { throw invalid(name, .listOf(choices), item) }
            let word = text.trimmed().lowercased()
            if choices.contains(word), !chosen.contains(where: { $0.word == word }) { chosen.append((place, word)) }
        }
        guard chosen.count <= maximum else {
            let listed = FieldFault.listed(choices, in: .english)
            throw .invalid(
                argument: name,
                expected: .told(Wording("at most \(maximum) of \(listed)", "\(listed) のうち\(maximum)つまで")),
                found: PrivateText("\(chosen.count)"))
        }
        return chosen
    }

    /// Weekdays as a companion may write them under a name that the schema does not have: "daily", ["Monday"]. Nil if
    /// it says nothing that is understood.
    func looseWeekdays(_ name: String) -> WeekdaySet? {
        let items: [JSONValue] =
            switch values[name] {
            case .list(let items): items
            case .text(let text): text.split { $0 == "," || $0 == " " }.map { JSONValue.text(String($0)) }
            case nil, .null, .flag, .integer, .decimal, .object: []
            }
        var days: [Weekday] = []
        for case .text(let text) in items {
            switch text.lowercased() {
            case "daily", "everyday", "all": days += Weekday.allCases
            case "weekdays", "weekday": days += Weekday.allCases.filter { ![.saturday, .sunday].contains($0) }
            case "weekends", "weekend": days += [.saturday, .sunday]
            case let name:
                guard let day = Weekday(shortName: String(name.prefix(3))) else { continue }
                days.append(day)
            }
        }
        if case .text(let text)? = values[name], text.lowercased() == "every day" { days = Weekday.allCases }
        return days.isEmpty ? nil : WeekdaySet(days)
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
