/// Reads `Prompts/meditation.guided.json` (MIND-5, D-1). All faults are collected, each with its place, and one fault
/// refuses the whole file: half a meditation is worse than none.
public enum MeditationDocument {
    public static let limitBytes = 65_536
    static let maximumSteps = 200

    public static func read(_ document: Field) -> Result<MeditationScript, FieldErrors> {
        var reader = MeditationReader()
        let script = reader.script(document)
        return reader.fields.errors.isEmpty ? .success(script) : .failure(FieldErrors(reader.fields.errors))
    }
}

private struct MeditationReader {
    typealias Step = MeditationScript.Step
    typealias Act = MeditationScript.Act

    var fields = FieldReader(root: "meditation")

    private static let acts = ["say", "pause", "breath", "bell", "silence", "ask"]
    private static let stepFields = ["id", "part", "minutes", "breathing", "once_days", "with_bell"] + acts

    mutating func script(_ document: Field) -> MeditationScript {
        let top = fields.mapping(document, "", known: ["about", "steps"]) ?? [:]
        let expected = FieldExpectation.told(
            Wording("1 to \(MeditationDocument.maximumSteps) steps", "1〜\(MeditationDocument.maximumSteps)個の段"))
        guard case .list(let items, _)? = top["steps"], (1...MeditationDocument.maximumSteps).contains(items.count)
        else {
            fields.fail(top["steps"] ?? document, "steps", expected: expected)
            return MeditationScript(steps: [])
        }
        var steps: [Step] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            guard let step = step(item, "steps[\(index)]") else { continue }
            if !seen.insert(step.id).inserted { fields.fail(item, "steps[\(index)].id", .repeated(step.id)) }
            steps.append(step)
        }
        let script = MeditationScript(steps: steps)
        if fields.errors.isEmpty { checkLengths(of: script, at: top["steps"]) }
        if fields.errors.isEmpty { checkRoom(of: script, in: items, at: top["steps"]) }
        return script
    }

    /// The words leave room for silence.
    private mutating func checkRoom(of script: MeditationScript, in items: [Field], at field: Field?) {
        for fault in script.crowding {
            let place = fault.step.map { "steps[\($0)]" } ?? "steps"
            fields.fail(fault.step.map { items[$0] } ?? field, place, expected: .told(fault.expected))
        }
    }

    /// Each version has to be able to last exactly as long as its name says.
    private mutating func checkLengths(of script: MeditationScript, at field: Field?) {
        for length in MeditationLength.allCases {
            for breath in BreathStyle.allCases where script.has(breath, for: length) {
                let (fixed, stretchable) = script.seconds(for: length, breath)
                let wanted = length.minutes * 60
                guard stretchable > 0 ? fixed >= wanted : fixed != wanted else { continue }
                let (english, japanese) = breath == .sigh ? (" with sighs", "（sigh）") : ("", "")
                fields.fail(
                    field, "steps",
                    expected: .told(
                        Wording(
                            "\(wanted) s in the version of \(length.minutes) minutes\(english), with pauses that stretch; the rest lasts \(fixed) s",
                            "\(length.minutes)分の版\(japanese)は、伸び縮みする間（stretch）を入れて\(wanted)秒。それ以外で\(fixed)秒あります")))
            }
        }
    }

    private mutating func step(_ field: Field, _ path: String) -> Step? {
        guard let values = fields.mapping(field, path, known: Self.stepFields) else { return nil }
        let id = identifier(values["id"], "\(path).id", in: field)
        let part = required(values["part"], "\(path).part", in: field).flatMap {
            fields.choice($0, "\(path).part", of: MeditationPart.self)
        }
        let lengths = lengths(values["minutes"], "\(path).minutes")
        let breaths = breaths(values["breathing"], "\(path).breathing")
        let days = fields.integer(values["once_days"], "\(path).once_days", 1...365)
        let isAboutBells = fields.flag(values["with_bell"], "\(path).with_bell") ?? false
        let given = Self.acts.filter { values[$0] != nil }
        guard given.count == 1, let name = given.first, let value = values[name] else {
            fields.fail(
                field, path,
                expected: .told(
                    Wording(
                        "exactly one of say, pause, breath, bell, silence, ask",
                        "say、pause、breath、bell、silence、ask のどれか一つ")))
            return nil
        }
        for stray in ["once_days", "with_bell"] where values[stray] != nil && name != "say" {
            fields.fail(
                values[stray], "\(path).\(stray)", expected: .told(Wording("it only beside say", "say と一緒のときだけ")))
        }
        let place = "\(path).\(name)"
        guard var act = act(name, value, place), let id, let part, let lengths, let breaths else { return nil }
        if case .breath(let breath) = act, breath.topUp > 0, breaths.contains(.even) {
            fields.fail(
                value, "\(place).top_up",
                expected: .told(
                    Wording("it only in a step with \"breathing\": \"sigh\"", "\"breathing\": \"sigh\" の段でだけ")))
            return nil
        }
        if case .say(var sentence) = act {
            sentence.onceInDays = days
            sentence.isAboutBells = isAboutBells
            act = .say(sentence)
        }
        return Step(id: id, part: part, lengths: lengths, breaths: breaths, act: act)
    }

    private mutating func act(_ name: String, _ field: Field, _ path: String) -> Act? {
        switch name {
        case "say": sentence(field, path).map { .say($0) }
        case "pause": pause(field, path)
        case "breath": breath(field, path).map { .breath($0) }
        case "bell": bell(field, path)
        case "silence": silence(field, path)
        default: ask(field, path)
        }
    }

    // MARK: Acts

    private mutating func sentence(_ field: Field, _ path: String) -> MeditationScript.Sentence? {
        guard let values = fields.mapping(field, path, known: ["en", "ja", "reading", "s"]) else { return nil }
        let english = words(values["en"], "\(path).en", in: field)
        let japanese = words(values["ja"], "\(path).ja", in: field)
        let reading = reading(values["reading"], "\(path).reading", in: field)
        let seconds = seconds(values, "s", path, 1...12, in: field)
        guard let english, let japanese, let reading, let seconds else { return nil }
        return MeditationScript.Sentence(
            english: english, japanese: japanese, reading: reading, seconds: seconds, onceInDays: nil,
            isAboutBells: false)
    }

    private mutating func pause(_ field: Field, _ path: String) -> Act? {
        guard let values = fields.mapping(field, path, known: ["s", "stretch"]) else { return nil }
        let stretch = fields.flag(values["stretch"], "\(path).stretch")
        guard let seconds = seconds(values, "s", path, 1...120, in: field), values["stretch"] == nil || stretch != nil
        else { return nil }
        return .pause(seconds: seconds, isStretchable: stretch ?? false)
    }

    private mutating func breath(_ field: Field, _ path: String) -> MeditationScript.Breath? {
        let known = ["in", "top_up", "hold", "out", "hold2", "count"]
        guard let values = fields.mapping(field, path, known: known) else { return nil }
        let rise = seconds(values, "in", path, 1...20, in: field)
        let topUp = values["top_up"] == nil ? 0 : seconds(values, "top_up", path, 1...10, in: field)
        let hold = values["hold"] == nil ? 0 : seconds(values, "hold", path, 0...20, in: field)
        let fall = seconds(values, "out", path, 1...20, in: field)
        let rest = values["hold2"] == nil ? 0 : seconds(values, "hold2", path, 0...20, in: field)
        let count = seconds(values, "count", path, 1...60, in: field)
        guard let rise, let topUp, let hold, let fall, let rest, let count else { return nil }
        guard topUp == 0 || hold == 0 else {
            fields.fail(values["hold"], "\(path).hold", expected: .told(Wording("0 beside top_up", "top_up と一緒のときは0")))
            return nil
        }
        return MeditationScript.Breath(
            rise: rise, topUp: topUp, hold: hold, fall: fall, rest: rest, count: count)
    }

    private mutating func bell(_ field: Field, _ path: String) -> Act? {
        guard let values = fields.mapping(field, path, known: ["sound", "db", "s"]) else { return nil }
        let sound = required(values["sound"], "\(path).sound", in: field).flatMap {
            fields.choice($0, "\(path).sound", ["bowl": true])
        }
        let decibels = decibels(values["db"], "\(path).db", in: field)
        let seconds = values["s"] == nil ? Tone.bellMilliseconds / 1000 : seconds(values, "s", path, 1...30, in: field)
        guard sound != nil, let decibels, let seconds else { return nil }
        return .bell(decibels: decibels, seconds: seconds)
    }

    private mutating func silence(_ field: Field, _ path: String) -> Act? {
        guard let values = fields.mapping(field, path, known: ["s", "bell_every"]) else { return nil }
        let every = fields.integer(values["bell_every"], "\(path).bell_every", 10...600)
        guard let seconds = seconds(values, "s", path, 1...480, in: field), values["bell_every"] == nil || every != nil
        else { return nil }
        return .silence(seconds: seconds, bellEverySeconds: every)
    }

    private mutating func ask(_ field: Field, _ path: String) -> Act? {
        guard let values = fields.mapping(field, path, known: ["one_word", "s"]) else { return nil }
        let isWord = required(values["one_word"], "\(path).one_word", in: field).flatMap {
            fields.choice($0, "\(path).one_word", ["true": true])
        }
        guard let seconds = seconds(values, "s", path, 1...60, in: field), isWord != nil else { return nil }
        return .ask(seconds: seconds)
    }

    // MARK: Values

    private mutating func required(_ field: Field?, _ path: String, in parent: Field) -> Field? {
        if field == nil {
            let expected = FieldExpectation.told(Wording("this field", "この項目"))
            fields.fail(parent.position, path, .expected(expected, found: .nothing, suggestion: nil))
        }
        return field
    }

    private mutating func seconds(
        _ values: [String: Field], _ key: String, _ path: String, _ range: ClosedRange<Int>, in parent: Field
    ) -> Int? {
        required(values[key], "\(path).\(key)", in: parent).flatMap { fields.integer($0, "\(path).\(key)", range) }
    }

    private mutating func words(_ field: Field?, _ path: String, in parent: Field) -> String? {
        let expected = FieldExpectation.told(Wording("words in quotation marks", "引用符の中の言葉"))
        guard let field = required(field, path, in: parent) else { return nil }
        guard !Self.isBare(field) else {
            fields.fail(field, path, expected: expected)
            return nil
        }
        return fields.text(field, path, expected: .line(maximumCharacters: 200), limit: 200)
    }

    /// The Japanese words in kana: the voice spells out kanji.
    private mutating func reading(_ field: Field?, _ path: String, in parent: Field) -> String? {
        let expected = FieldExpectation.told(
            Wording("kana and spaces only, as it sounds, like きょうの さんぽ", "発音どおりの仮名と空白だけ（例：きょうの さんぽ）"))
        guard let text = words(field, path, in: parent) else { return nil }
        guard Kana.isSayable(text) else {
            fields.fail(field, path, expected: expected)
            return nil
        }
        return text
    }

    /// Whether it is what JSON writes without quotation marks: a number, true or false.
    private static func isBare(_ field: Field) -> Bool {
        guard case .scalar(let text, _) = field else { return false }
        return text == "true" || text == "false" || Double(text) != nil
    }

    private mutating func identifier(_ field: Field?, _ path: String, in parent: Field) -> String? {
        let expected = FieldExpectation.told(
            Wording("a name like body-feet: a to z, 0 to 9 and -", "body-feet のような名前（英小文字、数字、-）"))
        guard let field = required(field, path, in: parent) else { return nil }
        let isBare = Self.isBare(field)
        return fields.text(field, path, expected: expected) { !isBare && MeditationScript.isID($0) }
    }

    private mutating func lengths(_ field: Field?, _ path: String) -> Set<MeditationLength>? {
        guard let field else { return Set(MeditationLength.allCases) }
        let names = MeditationLength.allCases.map { "\($0.minutes)" }
        let chosen = fields.choices(field, path, names: names) { name in
            MeditationLength.allCases.first { "\($0.minutes)" == name }
        }
        guard let chosen else { return nil }
        guard !chosen.isEmpty else {
            fields.fail(field, path, expected: .listOf(names))
            return nil
        }
        return Set(chosen)
    }

    private mutating func breaths(_ field: Field?, _ path: String) -> Set<BreathStyle>? {
        guard let field else { return Set(BreathStyle.allCases) }
        return fields.choice(field, path, of: BreathStyle.self).map { [$0] }
    }

    private mutating func decibels(_ field: Field?, _ path: String, in parent: Field) -> Int? {
        let expected = FieldExpectation.told(Wording("-60 to -12 dB, like -30", "-60〜-12（dB。例：-30）"))
        func value(_ text: String) -> Int? {
            guard text.hasPrefix("-"), let number = FieldReader.number(text.dropFirst()), (12...60).contains(number)
            else { return nil }
            return -number
        }
        guard let field = required(field, path, in: parent) else { return nil }
        return fields.text(field, path, expected: expected) { value($0) != nil }.flatMap(value)
    }
}

extension MeditationScript {
    static func isID(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
