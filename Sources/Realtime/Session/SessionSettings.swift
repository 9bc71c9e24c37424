import Bedside

/// The complete `session` object of the service (TheService.md, Session settings). Every field is sent, because the
/// service's documents disagree about its defaults.
package struct SessionSettings: Sendable, Equatable {
    /// Parts that a server of the same protocol may not know; they are left out once it has refused them.
    enum Part: String, Sendable, Hashable, CaseIterable {
        case reasoning, transcription
        case noiseReduction = "noise_reduction"
        case languages, keywords
    }

    var model: String
    var voice: String
    var instructions: String
    var language: String
    var transcriptionModel: String?
    var noiseReduction: NoiseReduction?
    var turnDetection: TurnDetection
    var reasoningEffort: String?
    var tools: [Tool]
    /// Names that may be heard, so that they are spelled as their owners do.
    var keywords: [String] = []
    var omitted: Set<Part> = []
    /// Whether the owner's words are written down.
    var isTranscribing: Bool { transcriptionModel != nil && !omitted.contains(.transcription) }

    package struct Tool: Sendable, Equatable {
        var name: String
        var description: String
        var parameters: JSONValue
        var isSilent: Bool
        var ownOutput: String?
        var needsWords: Bool

        var json: JSONValue {
            .object([
                "type": .text("function"), "name": .text(name), "description": .text(description),
                "parameters": parameters,
            ])
        }
    }

    /// The object for the client secret, with the model; an update must not name the model, which is fixed from the
    /// start.
    func json(withModel: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [.init(name: "type", value: .text("realtime"))]
        if withModel { members.append(.init(name: "model", value: .text(model))) }
        members.append(.init(name: "output_modalities", value: .list([.text("audio")])))
        members.append(.init(name: "instructions", value: .text(instructions)))
        members.append(.init(name: "audio", value: audio))
        members.append(.init(name: "tools", value: toolsJSON))
        members.append(.init(name: "tool_choice", value: .text("auto")))
        if let reasoningEffort, !omitted.contains(.reasoning) {
            members.append(.init(name: "reasoning", value: .object(["effort": .text(reasoningEffort)])))
        }
        return .object(members)
    }

    /// The change after which the service no longer looks for the end of a turn, and obeys a commit; before it refuses one.
    static let withoutTurns = JSONValue.object([
        "type": .text("realtime"), "audio": .object(["input": .object(["turn_detection": .null])]),
    ])

    /// The part that changes at a hand-over (ALARM-5).
    ///
    /// - Parameter withTurns: also how the end of a turn is found.
    func behaviour(withTurns: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "type", value: .text("realtime")), .init(name: "instructions", value: .text(instructions)),
        ]
        if withTurns {
            members.append(
                .init(name: "audio", value: .object(["input": .object(["turn_detection": turnDetection.json])])))
        }
        members.append(.init(name: "tools", value: toolsJSON))
        return .object(members)
    }

    private var toolsJSON: JSONValue {
        .list(tools.map(\.json))
    }

    private var audio: JSONValue {
        let format = JSONValue.object(["type": .text("audio/pcm"), "rate": .integer(24_000)])
        var input: [JSONValue.Member] = [.init(name: "format", value: format)]
        if !omitted.contains(.noiseReduction) {
            input.append(
                .init(
                    name: "noise_reduction",
                    value: noiseReduction.map { .object(["type": .text($0.rawValue)]) } ?? .null))
        }
        if !omitted.contains(.transcription) { input.append(.init(name: "transcription", value: transcription)) }
        input.append(.init(name: "turn_detection", value: turnDetection.json))
        return .object([
            "input": .object(input), "output": .object(["format": format, "voice": .text(voice)]),
        ])
    }

    private var transcription: JSONValue {
        guard let transcriptionModel else { return .null }
        var members = [JSONValue.Member(name: "model", value: .text(transcriptionModel))]
        let isNewer = transcriptionModel == "gpt-transcribe" || transcriptionModel.hasPrefix("gpt-live-")
        if !language.isEmpty, !omitted.contains(.languages) {
            // Newer models take a list, older ones a single language (TheService.md, Session settings).
            members.append(
                isNewer
                    ? .init(name: "languages", value: .list([.text(language)]))
                    : .init(name: "language", value: .text(language)))
        }
        if isNewer, !keywords.isEmpty, !omitted.contains(.keywords) {
            members.append(.init(name: "keywords", value: .list(keywords.map { .text($0) })))
        }
        return .object(members)
    }

    /// Leaves out a part that the service has just refused; false if it is not one of those that may be left out.
    mutating func omit(refused parameter: String) -> Bool {
        let names = parameter.split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
        // The innermost name comes first, so that `…transcription.languages` costs only the hint.
        for name in names.reversed() {
            guard let part = Part(rawValue: name == "language" ? Part.languages.rawValue : name) else { continue }
            return omitted.insert(part).inserted
        }
        return false
    }
}

extension SessionSettings {
    static let maximumTools = 64

    /// Tools whose schema is not a JSON object are left out and named in `rejected`.
    static func tools(from definitions: [ToolDefinition]) -> (tools: [Tool], rejected: [String]) {
        var tools: [Tool] = []
        var rejected: [String] = []
        for definition in definitions {
            guard tools.count < maximumTools, !tools.contains(where: { $0.name == definition.name }),
                let schema = try? JSONValue.ofService(Array(definition.parameters.utf8)), schema.isObject
            else {
                rejected.append(definition.name)
                continue
            }
            tools.append(
                Tool(
                    name: definition.name, description: definition.description, parameters: schema,
                    isSilent: definition.isSilent, ownOutput: definition.ownOutput,
                    needsWords: definition.needsWords))
        }
        return (tools, rejected)
    }
}

extension TurnDetection {
    var createsResponse: Bool {
        switch self {
        case .serverVAD(_, _, _, let creates, _): creates
        case .semanticVAD(_, let creates, _): creates
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .serverVAD(let threshold, let prefix, let silence, let creates, let interrupts):
            .object([
                "type": .text("server_vad"), "threshold": .decimal(min(1, max(0, threshold))),
                "prefix_padding_ms": .integer(max(0, prefix)), "silence_duration_ms": .integer(max(0, silence)),
                "create_response": .flag(creates), "interrupt_response": .flag(interrupts),
            ])
        case .semanticVAD(let eagerness, let creates, let interrupts):
            .object([
                "type": .text("semantic_vad"), "eagerness": .text(eagerness.rawValue),
                "create_response": .flag(creates), "interrupt_response": .flag(interrupts),
            ])
        }
    }
}
