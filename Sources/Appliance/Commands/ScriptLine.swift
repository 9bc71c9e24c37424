import Bedside

struct ScriptLineError: WordedError {
    var wording: Wording
    init(_ wording: Wording) { self.wording = wording }
    init(_ english: String, _ japanese: String) { wording = Wording(english, japanese) }
}

/// Reads one line of a simulation's script. Unknown and contradicting fields are errors, so that a typing error cannot
/// silently change what the script tests.
enum ScriptLine {
    private static let kinds = [
        "press", "power", "clockStep", "zone", "network", "command", "tool", "said", "companion", "summary", "life",
        "answer", "correct",
    ]

    /// - Parameter language: the owner's, in which refusals of commands are reported.
    static func parse(
        _ bytes: [UInt8], language: Language = .english
    ) throws(ScriptLineError) -> Simulator.Step {
        let object: JSONValue
        do throws(JSONFault) {
            object = try JSONValue.read(bytes)
        } catch {
            if let step = summaryToRefuse(bytes, error) { return step }
            if case .repeated(let name) = error {
                let shown = PrintableText.line(name.words, limit: 40)
                throw ScriptLineError("\(shown): given twice", "\(shown): 二回書かれています")
            }
            if case .tooLong(let maximum) = error {
                throw ScriptLineError("a line of over \(maximum) bytes", "一行が\(maximum)バイトを超えています")
            }
            throw ScriptLineError("expected one JSON object; \(error)", "JSONオブジェクトを一つ書いてください")
        }
        guard case .object(let members) = object else {
            throw ScriptLineError("expected one JSON object", "JSONオブジェクトを一つ書いてください")
        }
        let known = ["at", "hold", "voice"] + kinds
        if let stranger = members.map(\.name).filter({ !known.contains($0) }).min() {
            let shown = PrintableText.line(stranger, limit: 40)
            throw ScriptLineError(
                "unknown field \"\(shown)\"; expected \(known.joined(separator: ", "))",
                "\"\(shown)\" という項目はありません（使える項目：\(known.joined(separator: "、"))）")
        }
        guard let text = object["at"]?.text, let at = LocalDateTime(text) else {
            throw ScriptLineError(
                "at: expected a time like \"2026-03-29T06:00:10\"", "at: \"2026-03-29T06:00:10\" のような時刻にしてください")
        }
        let given = kinds.filter { object[$0] != nil }
        guard given.count == 1, let kind = given.first else {
            throw ScriptLineError(
                "expected exactly one of \(kinds.joined(separator: ", "))",
                "\(kinds.joined(separator: "、")) のうち一つだけを書いてください")
        }
        if kind != "press", let extra = ["hold", "voice"].first(where: { object[$0] != nil }) {
            throw ScriptLineError("\(extra): only with press", "\(extra): press とだけ使えます")
        }
        return Simulator.Step(at: at, kind: try step(kind, object, language))
    }

    private static func step(
        _ kind: String, _ object: JSONValue, _ language: Language
    ) throws(ScriptLineError) -> Simulator.Step.Kind {
        switch kind {
        case "press":
            guard let name = object["press"]?.text, let button = Button(rawValue: name) else {
                let names = Button.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw ScriptLineError("press: expected one of \(names)", "press: \(names) のいずれかにしてください")
            }
            let hold = try number("hold", object, in: 0...3600) ?? 0
            let voice = try flag("voice", object) ?? true
            return .press(button, heldMilliseconds: Int(hold * 1000), ownerSpeaks: voice)
        case "power": return .power(isOn: try isOn("power", object))
        case "network": return .network(isUp: try isOn("network", object))
        case "clockStep":
            guard let seconds = try number("clockStep", object, in: -4e9...4e9) else {
                throw ScriptLineError("clockStep: expected seconds", "clockStep: 秒数にしてください")
            }
            return .clockStep(.seconds(fraction: seconds))
        case "command":
            let given = object["command"]?.list ?? []
            let words = given.compactMap(\.text)
            guard !words.isEmpty, words.count == given.count else {
                throw ScriptLineError(
                    "command: expected a list of words like [\"alarm\", \"once\", \"05:30\"]",
                    "command: [\"alarm\", \"once\", \"05:30\"] のような語の並びにしてください")
            }
            return try ScriptedCommand.step(words, language: language)
        case "tool":
            return try tool(object["tool"])
        case "said": return .said(.owner, try words("said", object))
        case "companion": return .said(.companion, try words("companion", object))
        case "summary": return try summary(object["summary"])
        case "life":
            guard object["life"]?.text == "up" else {
                throw ScriptLineError("life: expected \"up\"", "life: \"up\" にしてください")
            }
            return .life
        case "answer":
            switch object["answer"]?.text {
            case "yes": return .answer(isYes: true)
            case "no": return .answer(isYes: false)
            default: throw ScriptLineError("answer: expected \"yes\" or \"no\"", "answer: \"yes\" か \"no\" にしてください")
            }
        case "correct":
            guard object["correct"]?.flag == true else {
                throw ScriptLineError("correct: expected true", "correct: true にしてください")
            }
            return .correct
        default:
            guard let name = object["zone"]?.text else {
                throw ScriptLineError(
                    "zone: expected a name like \"America/New_York\"", "zone: \"America/New_York\" のような名前にしてください")
            }
            do throws(ZoneReadError) {
                return .zone(try SystemZone.load(name: name))
            } catch {
                throw ScriptLineError(error.wording.after("zone: "))
            }
        }
    }

    private static func words(_ name: String, _ object: JSONValue) throws(ScriptLineError) -> PrivateText {
        guard let words = object[name]?.text else {
            throw ScriptLineError("\(name): expected a text", "\(name): 文にしてください")
        }
        return PrivateText(words)
    }

    /// A service may return anything: a summary that cannot be read is refused by its talk, and the script goes on. A
    /// line that is no JSON at all stays an error, because it is mistyped.
    private static func summaryToRefuse(_ bytes: [UInt8], _ fault: JSONFault) -> Simulator.Step? {
        let refusal: SummaryRefusal
        switch fault {
        case .tooLong: refusal = .tooLong
        case .tooDeep, .tooManyValues: refusal = .tooDeep
        case .badNumber, .badText, .repeated: refusal = .unreadable
        case .incomplete, .unexpected: return nil
        }
        guard let outline = ScriptOutline(bytes), outline.names.sorted() == ["at", "summary"],
            let at = outline.at.flatMap({ LocalDateTime($0) })
        else { return nil }
        return Simulator.Step(at: at, kind: .badSummary(refusal))
    }

    /// The arguments of the summary's function, or that the service fails.
    private static func summary(_ value: JSONValue?) throws(ScriptLineError) -> Simulator.Step.Kind {
        switch value {
        case .text("fails"): return .summary(nil)
        case .object(let members):
            guard let summary = MemorySummary.read(arguments: JSONValue.object(members).line) else {
                return .badSummary(.tooLong)
            }
            return .summary(summary)
        case nil, .null, .flag, .integer, .decimal, .text, .list:
            throw ScriptLineError(
                "summary: expected an object with items and day, or \"fails\"",
                "summary: items と day のオブジェクトか、\"fails\" にしてください")
        }
    }

    private static func tool(_ value: JSONValue?) throws(ScriptLineError) -> Simulator.Step.Kind {
        guard case .object(let members)? = value, let name = value?["name"]?.text,
            members.allSatisfy({ ["name", "arguments"].contains($0.name) })
        else {
            throw ScriptLineError(
                "tool: expected an object with name and arguments", "tool: name と arguments のオブジェクトにしてください")
        }
        switch value?["arguments"] {
        case nil: return .tool(name: name, arguments: "{}")
        case .text(let text): return .tool(name: name, arguments: text)
        case .object(let members): return .tool(name: name, arguments: JSONValue.object(members).line)
        case .null, .flag, .integer, .decimal, .list:
            throw ScriptLineError("tool: arguments: expected an object", "tool: arguments: オブジェクトにしてください")
        }
    }

    private static func isOn(_ name: String, _ object: JSONValue) throws(ScriptLineError) -> Bool {
        switch object[name]?.text {
        case "on": return true
        case "off": return false
        default: throw ScriptLineError("\(name): expected \"on\" or \"off\"", "\(name): \"on\" か \"off\" にしてください")
        }
    }

    private static func number(
        _ name: String, _ object: JSONValue, in range: ClosedRange<Double>
    ) throws(ScriptLineError) -> Double? {
        guard let value = object[name] else { return nil }
        guard let number = value.decimal, range.contains(number) else {
            throw ScriptLineError(
                "\(name): expected a number of seconds from \(range.lowerBound) to \(range.upperBound)",
                "\(name): \(range.lowerBound)から\(range.upperBound)までの秒数にしてください")
        }
        return number
    }

    private static func flag(_ name: String, _ object: JSONValue) throws(ScriptLineError) -> Bool? {
        guard let value = object[name] else { return nil }
        guard let flag = value.flag else {
            throw ScriptLineError("\(name): expected true or false", "\(name): true か false にしてください")
        }
        return flag
    }
}
