import Bedside
import Realtime

extension CompanionSettings {
    private static let known = [
        "base_url", "model", "voice", "transport", "turn_detection", "noise_reduction", "transcription", "reasoning",
        "silence_seconds", "longest_minutes", "bedtime_minutes", "bedtime_silence_ms", "voice_within_ms",
    ]

    /// Reads the `companion` part of `anicca.yaml`; its faults are in `fields`. A field that is not good keeps its
    /// standard.
    static func read(_ document: Field, _ path: String, _ fields: inout FieldReader) -> CompanionSettings {
        var settings = CompanionSettings()
        if case .null = document { return settings }
        for entry in fields.entries(of: document, at: path, names: known, expected: .fields(known)) {
            settings.read(entry.key, entry.value, "\(path).\(entry.key)", &fields)
        }
        return settings
    }

    private mutating func read(_ key: String, _ field: Field, _ path: String, _ fields: inout FieldReader) {
        switch key {
        case "base_url": baseURL = Self.address(field, path, &fields) ?? baseURL
        case "model": model = Self.word(field, path, &fields) ?? model
        case "voice": voice = Self.word(field, path, &fields) ?? voice
        case "transport":
            let choices: KeyValuePairs<String, RealtimeConfiguration.TransportChoice> = [
                "automatic": .automatic, "webrtc": .webRTC, "websocket": .webSocket,
            ]
            transport = fields.choice(field, path, choices) ?? transport
        case "turn_detection": turnDetection = Self.turnDetection(field, path, &fields) ?? turnDetection
        case "noise_reduction":
            let choices: KeyValuePairs<String, NoiseReduction?> = [
                "none": nil, "near_field": .nearField, "far_field": .farField,
            ]
            if let choice = fields.choice(field, path, choices) { noiseReduction = choice }
        case "transcription":
            if let model = Self.word(field, path, &fields) { transcriptionModel = model == "none" ? "" : model }
        case "reasoning":
            reasoningEffort =
                fields.choice(
                    field, path,
                    ["none": "", "minimal": "minimal", "low": "low", "medium": "medium", "high": "high"])
                ?? reasoningEffort
        case "silence_seconds": timing.silenceSeconds = fields.integer(field, path, 3...600) ?? timing.silenceSeconds
        case "longest_minutes": timing.longestMinutes = fields.integer(field, path, 1...240) ?? timing.longestMinutes
        case "bedtime_minutes": timing.bedtimeMinutes = fields.integer(field, path, 2...240) ?? timing.bedtimeMinutes
        case "bedtime_silence_ms":
            bedtimeSilenceMilliseconds = fields.integer(field, path, 900...10_000) ?? bedtimeSilenceMilliseconds
        default:
            timing.voiceWithinMilliseconds =
                fields.integer(field, path, 200...1900) ?? timing.voiceWithinMilliseconds
        }
    }

    // MARK: Turn detection

    private static let knownOfTurns = [
        "type", "threshold_percent", "prefix_ms", "silence_ms", "eagerness", "create_response", "interrupt_response",
    ]
    private static let ofEitherKind: Set = ["type", "create_response", "interrupt_response"]

    private static func turnDetection(_ document: Field, _ path: String, _ fields: inout FieldReader) -> TurnDetection?
    {
        if case .null = document { return nil }
        var isSemantic = false
        var (creates, interrupts) = (true, true)
        var (threshold, prefix, silence) = (50, 300, 500)
        var eagerness = TurnDetection.Eagerness.auto
        let entries = fields.entries(of: document, at: path, names: knownOfTurns, expected: .fields(knownOfTurns))
        for entry in entries {
            let (field, path) = (entry.value, "\(path).\(entry.key)")
            switch entry.key {
            case "type":
                isSemantic = fields.choice(field, path, ["server_vad": false, "semantic_vad": true]) ?? isSemantic
            case "threshold_percent": threshold = fields.integer(field, path, 0...100) ?? threshold
            case "prefix_ms": prefix = fields.integer(field, path, 0...5000) ?? prefix
            case "silence_ms": silence = fields.integer(field, path, 100...10_000) ?? silence
            case "create_response": creates = fields.flag(field, path) ?? creates
            case "interrupt_response": interrupts = fields.flag(field, path) ?? interrupts
            default:
                eagerness =
                    fields.choice(
                        field, path, ["low": .low, "medium": .medium, "high": .high, "auto": .auto]) ?? eagerness
            }
        }
        // The service refuses fields of the other kind.
        for entry in entries where !ofEitherKind.contains(entry.key) && (entry.key == "eagerness") != isSemantic {
            fields.fail(entry.position, "\(path).\(entry.key)", isSemantic ? ofServerDetection : ofSemanticDetection)
        }
        if isSemantic {
            return .semanticVAD(eagerness: eagerness, createsResponse: creates, interruptsResponse: interrupts)
        }
        return .serverVAD(
            threshold: Double(threshold) / 100, prefixMilliseconds: prefix, silenceMilliseconds: silence,
            createsResponse: creates, interruptsResponse: interrupts)
    }

    private static let ofServerDetection = FieldFault.told(
        Wording(
            "goes with type: server_vad; semantic_vad takes eagerness in its place",
            "type: server_vad のときだけ使えます（semantic_vad では eagerness を使います）"))
    private static let ofSemanticDetection = FieldFault.told(
        Wording("goes with type: semantic_vad", "type: semantic_vad のときだけ使えます"))

    // MARK: Values

    private static func word(
        _ field: Field, _ path: String, _ fields: inout FieldReader, limit: Int = 64
    ) -> String? {
        let expected = FieldExpectation.told(
            Wording("a text of at most \(limit) characters without spaces", "空白を含まない\(limit)文字以内の英数字や記号"))
        return fields.text(field, path, expected: expected) { text in
            (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
    }

    private static func address(_ field: Field, _ path: String, _ fields: inout FieldReader) -> String? {
        guard let url = word(field, path, &fields, limit: 512) else { return nil }
        do throws(RealtimeFailure) {
            _ = try ServiceAddress(parsing: url)
            return url
        } catch {
            fields.fail(field, path, .told(error.wording))
            return nil
        }
    }
}
