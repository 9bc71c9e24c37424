import Bedside

extension BoardDescription {
    /// Reads a board from a board file's fields (BOARD-1). Unknown fields are errors; every error names its line.
    public static func read(_ field: Field, fileName: String) throws(BoardFileError) -> BoardDescription {
        var reader = BoardReader()
        let board = reader.board(field)
        let errors = FieldErrors(reader.fields.errors).fields
        guard errors.isEmpty, let board else { throw .invalid(file: fileName, errors) }
        return board
    }

    /// Reads a board file.
    public static func read(path: String) throws(BoardFileError) -> BoardDescription {
        let field: Field
        do {
            field = try YAMLDocument.read(path: path)
        } catch {
            throw .yaml(error)
        }
        return try read(field, fileName: path)
    }
}

private struct BoardReader {
    var fields = FieldReader(takesNullAsAbsent: true)
    /// From the top-level `chip`; lines without one of their own use these.
    private var chips: [String] = []
    /// Which part uses which line, so that no line is given two roles.
    private var users: [String: String] = [:]

    mutating func board(_ document: Field) -> BoardDescription? {
        let known = ["name", "chip", "debounce", "buttons", "light", "buzzer", "shaker", "presence", "sound"]
        guard let top = fields.mapping(document, "", known: known) else { return nil }
        guard let name = fields.text(top["name"], "name", expected: BoardWords.name, limit: 32) else {
            if fields.errors.isEmpty {
                fields.fail(top["name"] ?? document, "name", .missing(BoardWords.name))
            }
            return nil
        }
        if BoardCatalog.builtIn.contains(where: { $0.name == name }) {
            fields.fail(top["name"], "name", BoardWords.builtInName(name))
        }
        chips = chipList(top["chip"], "chip") ?? []
        var board = BoardDescription(name: name)
        readDebounce(top["debounce"], into: &board)
        readButtons(top["buttons"], into: &board)
        if let field = top["light"] { board.light = light(field) }
        if let field = top["buzzer"], let entries = fields.mapping(field, "buzzer", known: Self.outputFields) {
            board.buzzer = line(entries, field, "buzzer", isInput: false)
        }
        if let field = top["shaker"], let entries = fields.mapping(field, "shaker", known: Self.outputFields) {
            board.shaker = line(entries, field, "shaker", isInput: false)
        }
        if let field = top["presence"], let entries = fields.mapping(field, "presence", known: Self.inputFields) {
            board.presence = line(entries, field, "presence", isInput: true, isSensor: true)
        }
        readSound(top["sound"], into: &board)
        return board
    }

    private mutating func readDebounce(_ field: Field?, into board: inout BoardDescription) {
        guard let field, let entries = fields.mapping(field, "debounce", known: ["hold", "bounce"]) else { return }
        if let hold = fields.number(entries["hold"], "debounce.hold", 1...500, suffix: "ms", example: "5ms") {
            board.timing.holdMilliseconds = hold
        }
        if let bounce = fields.number(entries["bounce"], "debounce.bounce", 0...1000, suffix: "ms", example: "20ms") {
            board.timing.bounceMilliseconds = bounce
        }
    }

    private mutating func readButtons(_ field: Field?, into board: inout BoardDescription) {
        guard let field, let entries = fields.mapping(field, "buttons", known: Button.allCases.map(\.rawValue)) else {
            return
        }
        for button in Button.allCases {
            let path = "buttons.\(button.rawValue)"
            guard let entry = entries[button.rawValue] else {
                // The bedside needs Start and Stop (ALARM-3); the other buttons are optional.
                if !entries.isEmpty, button == .start || button == .stop {
                    fields.fail(field, path, .missing(BoardWords.anyLine))
                }
                continue
            }
            guard let members = fields.mapping(entry, path, known: Self.inputFields),
                let line = line(members, entry, path, isInput: true)
            else { continue }
            board.buttons.append(ButtonLine(button: button, line: line))
        }
    }

    private static let outputFields = ["chip", "line", "active"]
    private static let inputFields = ["chip", "line", "active", "bias"]

    /// - Parameter isSensor: the line is driven, and active when high unless the file says otherwise; without a sensor
    ///   it is held inactive.
    private mutating func line(
        _ entries: [String: Field], _ field: Field, _ path: String, isInput: Bool, isSensor: Bool = false
    ) -> LineDescription? {
        let own = chipList(entries["chip"], "\(path).chip")
        let active = fields.choice(entries["active"], "\(path).active", ["low": true, "high": false])
        let bias = fields.choice(
            entries["bias"], "\(path).bias",
            ["pull-up": .pullUp, "pull-down": .pullDown, "none": .none, "as-is": LineDescription.Bias.asIs])
        let expected = BoardWords.line
        let before = fields.errors.count
        guard let text = fields.text(entries["line"], "\(path).line", expected: expected, limit: 63) else {
            if fields.errors.count == before {
                fields.fail(entries["line"] ?? field, "\(path).line", .missing(expected))
            }
            return nil
        }
        let place: LineDescription.Place
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let offset = FieldReader.number(text), offset <= 4095 else {
                fields.fail(entries["line"], "\(path).line", expected: BoardWords.lineNumber)
                return nil
            }
            place = .offset(offset)
        } else {
            place = .name(text)
        }
        let isActiveLow = active ?? (isInput && !isSensor)
        let standardBias: LineDescription.Bias = isInput ? (isActiveLow ? .pullUp : .pullDown) : .asIs
        let result = LineDescription(
            chips: own ?? chips, place: place, isActiveLow: isActiveLow,
            bias: bias ?? (isInput && !isSensor ? .pullUp : standardBias))
        if case .offset = place, result.chips.isEmpty {
            fields.fail(entries["line"], "\(path).line", BoardWords.numberWithoutChip)
        }
        let key = "\(result.chips.joined(separator: "|"))#\(place)"
        if let user = users[key] {
            fields.fail(entries["line"], "\(path).line", BoardWords.lineInUse(by: user))
        }
        users[key] = path
        return result
    }

    private mutating func chipList(_ field: Field?, _ path: String) -> [String]? {
        fields.texts(field, path, expected: BoardWords.chip)
    }

    private mutating func light(_ field: Field) -> LightDescription {
        var light = LightDescription()
        let lamp = ["chip", "line", "active", "led"]
        let colours = LightDescription.Colour.allCases.filter { $0 != .any }
        let known = lamp + colours.map(\.rawValue) + ["brightness", "night_ceiling", "night"]
        guard let entries = fields.mapping(field, "light", known: known) else { return light }
        for colour in colours {
            let path = "light.\(colour.rawValue)"
            guard let entry = entries[colour.rawValue], let members = fields.mapping(entry, path, known: lamp),
                let source = source(members, entry, path)
            else { continue }
            light.channels.append(.init(colour: colour, source: source))
        }
        if lamp.contains(where: { entries[$0] != nil }) {
            if colours.contains(where: { entries[$0.rawValue] != nil }) {
                fields.fail(field, "light", BoardWords.lampOrColours)
            } else if let source = source(entries, field, "light") {
                light.channels = [.init(colour: .any, source: source)]
            }
        }
        if let value = fields.number(entries["brightness"], "light.brightness", 1...100, example: "100") {
            light.brightnessPercent = value
        }
        if let value = fields.number(entries["night_ceiling"], "light.night_ceiling", 0...100, example: "10") {
            light.nightCeilingPercent = value
        }
        if let night = entries["night"], let members = fields.mapping(night, "light.night", known: ["from", "to"]) {
            light.nightFrom = time(members["from"], "light.night.from") ?? light.nightFrom
            light.nightTo = time(members["to"], "light.night.to") ?? light.nightTo
        }
        return light
    }

    private mutating func source(
        _ entries: [String: Field], _ field: Field, _ path: String
    ) -> LightDescription.Source? {
        guard let led = entries["led"] else {
            return line(entries, field, path, isInput: false).map { .line($0) }
        }
        if entries["line"] != nil {
            fields.fail(field, path, BoardWords.lineOrLED)
            return nil
        }
        let expected = BoardWords.led
        guard let name = fields.text(led, "\(path).led", expected: expected, limit: 63) else {
            return nil
        }
        guard !name.contains("/"), !name.hasPrefix(".") else {
            fields.fail(led, "\(path).led", expected: expected)
            return nil
        }
        return .led(name: name)
    }

    private mutating func time(_ field: Field?, _ path: String) -> LocalTime? {
        guard let field, let text = fields.text(field, path, expected: BoardWords.time) else { return nil }
        guard let time = LocalTime(text) else {
            fields.fail(field, path, expected: BoardWords.time)
            return nil
        }
        return time
    }

    private mutating func readSound(_ field: Field?, into board: inout BoardDescription) {
        guard let field, let entries = fields.mapping(field, "sound", known: ["outputs", "inputs", "alarm"]) else {
            return
        }
        let expected = BoardWords.device
        board.outputs = fields.texts(entries["outputs"], "sound.outputs", expected: expected) ?? board.outputs
        board.inputs = fields.texts(entries["inputs"], "sound.inputs", expected: expected) ?? board.inputs
        let alarm = BoardWords.alarm
        guard let path = fields.text(entries["alarm"], "sound.alarm", expected: alarm, limit: 1024) else { return }
        guard path.hasPrefix("/") || !path.contains("/") else {
            fields.fail(entries["alarm"], "sound.alarm", expected: alarm)
            return
        }
        board.alarmSound = path
    }
}
