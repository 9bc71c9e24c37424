import Bedside
import Board
import Realtime

/// Reads the `companion` part of `anicca.yaml`; every fault names file, line and field.
struct CompanionSettingsReader {
    let fileName: String
    private var settings = CompanionSettings()

    init(fileName: String) { self.fileName = fileName }

    private static let fields = [
        "base_url", "model", "voice", "transport", "turn_detection", "noise_reduction", "transcription", "reasoning",
        "silence_seconds", "longest_minutes", "voice_within_ms",
    ]

    mutating func read(_ document: Field) throws(ConfigError) -> CompanionSettings {
        for entry in try entries(document, "companion", known: Self.fields) {
            let path = "companion.\(entry.key)"
            switch entry.key {
            case "base_url":
                let url = try text(entry, path, limit: 512)
                do throws(RealtimeFailure) {
                    _ = try ServiceAddress(parsing: url)
                } catch {
                    throw wrong(entry.line, path, "\(error)")
                }
                settings.baseURL = url
            case "model": settings.model = try name(entry, path)
            case "voice": settings.voice = try name(entry, path)
            case "transport":
                settings.transport = try choice(
                    entry, path, ["automatic": .automatic, "webrtc": .webRTC, "websocket": .webSocket])
            case "turn_detection": settings.turnDetection = try turnDetection(entry.value, path)
            case "noise_reduction":
                settings.noiseReduction = try choice(
                    entry, path, ["none": nil, "near_field": .nearField, "far_field": .farField])
            case "transcription":
                let model = try name(entry, path)
                settings.transcriptionModel = model == "none" ? "" : model
            case "reasoning":
                settings.reasoningEffort = try choice(
                    entry, path,
                    ["none": "", "minimal": "minimal", "low": "low", "medium": "medium", "high": "high"])
            case "silence_seconds": settings.timing.silenceSeconds = try number(entry, path, 3...600)
            case "longest_minutes": settings.timing.longestMinutes = try number(entry, path, 1...240)
            default: settings.timing.voiceWithinMilliseconds = try number(entry, path, 200...1900)
            }
        }
        return settings
    }

    private func turnDetection(_ document: Field, _ path: String) throws(ConfigError) -> TurnDetection {
        let known = [
            "type", "threshold_percent", "prefix_ms", "silence_ms", "eagerness", "create_response",
            "interrupt_response",
        ]
        let ofEither: Set = ["type", "create_response", "interrupt_response"]
        var isSemantic = false
        var (creates, interrupts) = (true, true)
        var (threshold, prefix, silence) = (50, 300, 500)
        var eagerness = TurnDetection.Eagerness.auto
        var ofOneKind: [(isSemantic: Bool, line: Int, field: String)] = []
        for entry in try entries(document, path, known: known) {
            let field = "\(path).\(entry.key)"
            if !ofEither.contains(entry.key) { ofOneKind.append((entry.key == "eagerness", entry.line, field)) }
            switch entry.key {
            case "type": isSemantic = try choice(entry, field, ["server_vad": false, "semantic_vad": true])
            case "threshold_percent": threshold = try number(entry, field, 0...100)
            case "prefix_ms": prefix = try number(entry, field, 0...5000)
            case "silence_ms": silence = try number(entry, field, 100...10_000)
            case "create_response": creates = try choice(entry, field, ["true": true, "false": false])
            case "interrupt_response": interrupts = try choice(entry, field, ["true": true, "false": false])
            default:
                eagerness = try choice(
                    entry, field, ["low": .low, "medium": .medium, "high": .high, "auto": .auto])
            }
        }
        // The service refuses what belongs to the other kind.
        if let stray = ofOneKind.first(where: { $0.isSemantic != isSemantic }) {
            throw wrong(
                stray.line, stray.field,
                isSemantic
                    ? "goes with type: server_vad; semantic_vad takes eagerness in its place"
                    : "goes with type: semantic_vad")
        }
        if isSemantic {
            return .semanticVAD(
                eagerness: eagerness, createsResponse: creates, interruptsResponse: interrupts)
        }
        return .serverVAD(
            threshold: Double(threshold) / 100, prefixMilliseconds: prefix, silenceMilliseconds: silence,
            createsResponse: creates, interruptsResponse: interrupts)
    }

    // MARK: Values

    private func wrong(_ line: Int, _ path: String, _ text: String) -> ConfigError {
        .malformed("\(fileName):\(line): \(path): \(text)")
    }

    private func entries(_ document: Field, _ path: String, known: [String]) throws(ConfigError) -> [Field.Entry] {
        if case .null = document { return [] }
        guard case .mapping(let entries, _) = document else {
            throw wrong(document.line, path, "expected fields (\(known.joined(separator: ", ")))")
        }
        for entry in entries where !known.contains(entry.key) {
            throw wrong(
                entry.line, "\(path).\(ControlCoding.printable(entry.key))",
                "unknown field; expected \(known.joined(separator: ", "))")
        }
        return entries
    }

    private func text(_ entry: Field.Entry, _ path: String, limit: Int) throws(ConfigError) -> String {
        guard case .scalar(let text, _) = entry.value, !text.isEmpty, text.utf8.count <= limit,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw wrong(entry.line, path, "expected a text of at most \(limit) characters without spaces") }
        return text
    }

    private func name(_ entry: Field.Entry, _ path: String) throws(ConfigError) -> String {
        try text(entry, path, limit: 64)
    }

    private func number(
        _ entry: Field.Entry, _ path: String, _ range: ClosedRange<Int>
    ) throws(ConfigError) -> Int {
        guard case .scalar(let text, _) = entry.value, text.utf8.count <= 6,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            throw wrong(
                entry.line, path, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func choice<Value>(
        _ entry: Field.Entry, _ path: String, _ choices: KeyValuePairs<String, Value>
    ) throws(ConfigError) -> Value {
        if case .scalar(let text, _) = entry.value, let found = choices.first(where: { $0.key == text }) {
            return found.value
        }
        throw wrong(entry.line, path, "expected one of \(choices.map(\.key).joined(separator: ", "))")
    }
}
