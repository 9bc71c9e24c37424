import Bedside

/// One line of the event journal that `anicca replay` reads (GUARD-8).
enum JournalLine: Codable, Sendable {
    /// A start: everything that the rules were told. What follows belongs to it.
    case start(Start)
    /// What happened, when, and a digest of what the rules did about it.
    case event(Event, at: Moment, digest: UInt64)

    struct Start: Codable, Sendable {
        var configuration: Configuration
        var durable: Durable
        var zone: ZoneRules
        var isClockSynchronized: Bool
        var at: Moment
        var digest: UInt64
    }

    /// Tells whether a replay did the same, nothing more.
    static func digest(_ actions: [Action]) -> UInt64 {
        let told = actions.filter { action in
            // Their words depend on arguments that are not kept where they make no sense.
            switch action {
            case .answerTool, .log: false
            default: true
            }
        }
        return Fingerprint.of(told)
    }
}

/// FNV-1a over a value's textual form: the same in every process.
enum Fingerprint {
    static func of(_ value: some Any) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in String(describing: value).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension Event {
    /// As the journal keeps it. The arguments of a tool call are the owner's words, more or less (GUARD-1): they are kept
    /// where the rules took them for a change of the settings, which are kept as well.
    func kept(after actions: [Action]) -> Event {
        guard case .conversation(.toolCall(let request), let call) = self else { return self }
        let isTaken = actions.contains {
            if case .answerTool(let answer) = $0 { !answer.output.hasPrefix(#"{"ok":false"#) } else { false }
        }
        if isTaken { return self }
        return .conversation(.toolCall(ToolRequest(callID: request.callID, name: "", arguments: "")), call: call)
    }
}
