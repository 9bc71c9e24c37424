/// One line of a simulation's output: what the night log would hold, and what only a simulation shows.
public enum SimulatedLine: Hashable, Sendable {
    case night(NightEntry)
    case memory(SimulatedMemory, at: CivilTime)
    /// The owner may be at risk.
    case safety(SafetyLevel, at: CivilTime)
    /// A day that counts, a level that changed, a question that is asked (FADE-3).
    case fading(SimulatedFading, at: CivilTime)
    /// A daytime nudge begins (MIND-8).
    case nudge(HabitID, at: CivilTime)
    /// What a companion would be told; `habit` nil: for a plain conversation.
    case prompt(habit: HabitID?, text: PrivateText, at: CivilTime)
    /// The wake message that was made for a ring.
    case message(text: PrivateText, at: CivilTime)
}

/// A decision about the memory. It holds words, which a simulation keeps in memory only.
public enum SimulatedMemory: Hashable, Sendable {
    case kept(MemoryItem)
    case refused(MemoryRefusal)
    /// A scripted summary is not taken by its talk.
    case summaryRefused(SummaryRefusal)
    case forgot(MemoryID)
    /// The companion is told to ask about this intention.
    case asked(MemoryItem)

    init(_ report: MemoryKeeper.Report) {
        self =
            switch report {
            case .kept(let item): .kept(item)
            case .refused(let reason): .refused(reason)
            case .forgot(let id): .forgot(id)
            case .asked(let item): .asked(item)
            }
    }
}

extension SimulatedLine {
    /// One JSON object on one line; times in `zone`, with their offset.
    public func json(in zone: ZoneRules) -> String {
        switch self {
        case .night(let entry): return entry.json(in: zone)
        case .memory(let decided, let at):
            return JSONValue.object([JSONValue.Member(name: "at", value: .text(zone.iso8601(at)))] + decided.members)
                .line
        case .safety(let level, let at):
            return JSONValue.object([
                "at": .text(zone.iso8601(at)), "kind": .text("safety"), "level": .text(level.rawValue),
            ]).line
        case .fading(let decided, let at):
            return JSONValue.object([JSONValue.Member(name: "at", value: .text(zone.iso8601(at)))] + decided.members)
                .line
        case .nudge(let habit, let at):
            return JSONValue.object([
                "at": .text(zone.iso8601(at)), "kind": .text("nudge"), "habit": .text(habit.name),
            ]).line
        case .prompt(let habit, let text, let at):
            return JSONValue.object([
                "at": .text(zone.iso8601(at)), "kind": .text("prompt"), "habit": .optional(habit?.name),
                "text": .text(text.words),
            ]).line
        case .message(let text, let at):
            return JSONValue.object([
                "at": .text(zone.iso8601(at)), "kind": .text("message"), "text": .text(text.words),
            ]).line
        }
    }

    /// One line for people: a word for the kind, and what it is about.
    public func text(in language: Language) -> (kind: String, detail: String)? {
        switch self {
        case .night: nil
        case .fading(let decided, _): decided.text(in: language)
        case .safety(let level, _): (Wording("safety", "安全").text(in: language), level.text(in: language))
        case .nudge(let habit, _): (Wording("nudge", "お知らせ").text(in: language), habit.name)
        case .message(let text, _): (Wording("wake message", "目覚めの言葉").text(in: language), text.words)
        case .prompt(_, let text, _): (Wording("prompt", "指示文").text(in: language), text.words)
        case .memory(.kept(let item), _): (Wording("kept", "覚えた").text(in: language), "\(item.id) \(item.text.words)")
        case .memory(.refused(let reason), _):
            (Wording("not kept", "覚えなかった").text(in: language), reason.text(in: language))
        case .memory(.summaryRefused(let reason), _):
            (Wording("refused", "却下").text(in: language), reason.text(in: language))
        case .memory(.forgot(let id), _): (Wording("forgot", "忘れた").text(in: language), "\(id)")
        case .memory(.asked(let item), _):
            (Wording("asks about", "尋ねる").text(in: language), "\(item.id) \(item.text.words)")
        }
    }
}

extension SimulatedMemory {
    fileprivate var members: [JSONValue.Member] {
        func list(_ pairs: KeyValuePairs<String, JSONValue>) -> [JSONValue.Member] {
            pairs.map { JSONValue.Member(name: $0.key, value: $0.value) }
        }
        switch self {
        case .kept(let item):
            // The line's kind and the memory's kind are two things; the whole record stands under "item".
            let record: KeyValuePairs<String, JSONValue> = [
                "id": .integer(item.id.number), "kind": .text(item.kind.rawValue), "slot": .text(item.slot.words),
                "text": .text(item.text.words),
            ]
            return list([
                "kind": .text("kept"), "id": .integer(item.id.number), "memoryKind": .text(item.kind.rawValue),
                "slot": .text(item.slot.words), "text": .text(item.text.words), "item": .object(list(record)),
            ])
        case .refused(let reason):
            return list([
                "kind": .text("refused"), "cause": .text("device"), "reason": .text(reason.rawValue),
                "detail": .text(reason.text(in: .english)),
            ])
        case .summaryRefused(let reason):
            return list([
                "kind": .text("refused"), "cause": .text("device"), "reason": .text(reason.rawValue),
                "detail": .text(reason.text(in: .english)),
            ])
        case .forgot(let id): return list(["kind": .text("forgot"), "id": .integer(id.number)])
        case .asked(let item):
            return list([
                "kind": .text("asked"), "id": .integer(item.id.number), "text": .text(item.text.words),
            ])
        }
    }
}
