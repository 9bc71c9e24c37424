import Foundation

@testable import Bedside

/// A scripted dialogue of `Tests/Memory/dialogues`, as its README and `check_dialogues.py` describe it.
struct MemoryDialogue: Decodable {
    struct Talk: Decodable {
        var at: String
        var habit: String?
        var turns: [Turn]
        var summary: Summary?
    }

    struct Turn: Decodable {
        var owner: String?
        var companion: String?
        var heard: String?
        var tool: Tool?
    }

    struct Tool: Decodable {
        var name: String
        var arguments: Arguments
    }

    struct Arguments: Decodable {
        var slot, text, quote, until, habit, action, cue, words, obstacle, coping, query, answer: String?
        var cueKind: String?
        var oneLine: String?
        var labels: [String]?
        var on: Bool?

        enum CodingKeys: String, CodingKey {
            case slot, text, quote, until, habit, action, cue, words, obstacle, coping, query, answer, labels, on
            case cueKind = "cue_kind"
            case oneLine = "one_line"
        }
    }

    /// What the out-of-band response at the end of a talk returned.
    enum Summary: Decodable {
        case fails
        case made(day: [String], items: [Item])

        struct Item: Decodable {
            var kind, slot, text, quote: String
            var until: String?
        }

        private enum CodingKeys: String, CodingKey { case day, items }

        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) == "fails" {
                self = .fails
                return
            }
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self = .made(
                day: try values.decode([String].self, forKey: .day),
                items: try values.decode([Item].self, forKey: .items))
        }
    }

    struct Kept: Decodable {
        var kind: String
        var has: [String]
    }

    struct Prompt: Decodable {
        var at: String
        var habit: String?
        var has: [String]
        var lacks: [String]
    }

    struct Answer: Decodable {
        var query: String
        private var has: [String]
        private var lacks: [String]

        /// A list that begins with "- " is the writer's shorthand for what the answer lacks: each of these 37 questions
        /// asks for what was never said, was forgotten, or was off the record.
        private var isShorthand: Bool { has.first?.hasPrefix("- ") ?? false }
        var mustHave: [String] { isShorthand ? [] : has }
        var mustLack: [String] {
            lacks + (isShorthand ? has.map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : $0 } : [])
        }
    }

    struct Expectation: Decodable {
        var kept: [Kept]
        var notKept: [String]
        var refused: Int
        var prompts: [Prompt]
        var answer: Answer?

        enum CodingKeys: String, CodingKey {
            case kept, refused, prompts, answer
            case notKept = "not_kept"
        }
    }

    var id, category, language, about: String
    var talks: [Talk]
    var expect: Expectation

    /// Whether it is one of the twenty about something that is told or recalled twice.
    var isAboutRepeating: Bool { about.hasPrefix("Duplicate") || about.hasPrefix("Loop") }
    var spoken: Language { language == "ja" ? .japanese : .english }

    /// Every dialogue of a set: `dialogues`, or `dialogues-2`.
    static func all(of set: String = "dialogues") throws -> [MemoryDialogue] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Memory/\(set)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path() < $1.path() }
            .map { try JSONDecoder().decode(MemoryDialogue.self, from: Data(contentsOf: $0)) }
    }
}

/// What became of a dialogue: its talks through gate, memory and prompt, in the order of time.
struct MemoryRun {
    private(set) var memory = Memory()
    private(set) var refusals: [MemoryRefusal] = []
    private(set) var refusedTexts: [String] = []
    private(set) var accepted = 0
    /// Prompts that were asked for, with the whole block.
    private(set) var prompts: [(expected: MemoryDialogue.Prompt, block: MemoryPrompt)] = []
    private(set) var answer: String?
    private(set) var refusedForgets = 0
    private let language: Language
    private let isOthersTakenForOwner: Bool

    /// - Parameter isOthersTakenForOwner: whether the transcript takes guests and television for the owner, as it does
    ///   when nothing can distinguish them.
    init(_ dialogue: MemoryDialogue, isOthersTakenForOwner: Bool = false) throws {
        language = dialogue.spoken
        self.isOthersTakenForOwner = isOthersTakenForOwner
        var waiting = dialogue.expect.prompts[...]
        var last = try Self.moment("2026-11-01T00:00")
        for (number, talk) in dialogue.talks.enumerated() {
            while let prompt = waiting.first, prompt.at <= talk.at {
                try make(prompt)
                waiting.removeFirst()
            }
            last = try Self.moment(talk.at)
            try take(talk, number: number + 1, at: last)
        }
        for prompt in waiting { try make(prompt) }
        if let question = dialogue.expect.answer?.query {
            let prompted = try dialogue.expect.prompts.last.map { try Self.moment($0.at) } ?? last
            if prompted.civil > last.civil { last = prompted }
            _ = memory.expire(at: last)
            answer = memory.recall(question, at: last).map(\.text.words).joined(separator: "\n")
        }
    }

    struct BadMoment: Error { var text: String }

    static func moment(_ text: String) throws -> LocalMoment {
        guard let local = LocalDateTime(text) else { throw BadMoment(text: text) }
        return LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
    }

    private mutating func make(_ prompt: MemoryDialogue.Prompt) throws {
        let now = try Self.moment(prompt.at)
        _ = memory.expire(at: now)
        let block = MemoryPrompt(memory, habit: prompt.habit.flatMap { HabitID($0) }, at: now, language: language)
        prompts.append((prompt, block))
    }

    private mutating func take(_ talk: MemoryDialogue.Talk, number: Int, at now: LocalMoment) throws {
        let habit = talk.habit.flatMap { HabitID($0) }
        _ = memory.expire(at: now)
        let block = MemoryPrompt(memory, habit: habit, at: now, language: language)
        _ = memory.use(block.ids, offered: block.offered, at: now)
        if habit == .bedtime, let open = memory.intentionsToAsk(at: now).first { _ = memory.ask(open.id, at: now) }
        let told = block.lines.map { PrivateText($0) }
        var transcript = TalkTranscript()
        var kept: [MemoryCandidate] = []
        // The appliance listens for a risk to the owner, and keeps nothing of a talk that holds one (G-4).
        var isCrisis = false
        func listen(_ words: String, _ speaker: SafetyDetector.Speaker) {
            isCrisis = isCrisis || SafetyDetector.level(of: words, spokenBy: speaker) > .none
        }
        func gate() -> MemoryGate {
            var gate = MemoryGate(lines: transcript.lines, told: told, isCrisis: isCrisis, language: language)
            for candidate in kept { gate.keep(candidate) }
            return gate
        }
        func consider(_ candidate: MemoryCandidate, in memory: inout Memory) -> MemoryRefusal? {
            let gate = gate()
            if let refusal = gate.refusal(of: candidate, today: now.date) { return refusal }
            let candidate = gate.completed(candidate)
            switch memory.keep(candidate, at: now, talk: number, habit: habit) {
            case .success: kept.append(candidate)
            case .failure(let refusal): return refusal
            }
            return nil
        }
        func note(_ refusal: MemoryRefusal?, _ candidate: MemoryCandidate) {
            guard let refusal else { return accepted += 1 }
            refusals.append(refusal)
            refusedTexts.append("\(refusal.rawValue): \(candidate.text.words) <- \(candidate.quote.words)")
        }
        for turn in talk.turns {
            if let words = turn.owner {
                transcript.hear(.owner, words)
                listen(words, .owner)
            }
            if let words = turn.companion {
                transcript.hear(.companion, words)
                listen(words, .companion)
            }
            if let words = turn.heard { transcript.hear(isOthersTakenForOwner ? .owner : .another, words) }
            guard let tool = turn.tool else { continue }
            let arguments = tool.arguments
            switch tool.name {
            case "off_record": if arguments.on ?? false { transcript.goOffRecord() }
            case "forget":
                let query = PrivateText(arguments.query ?? "")
                if gate().mayForget(query) { _ = memory.forget(about: query.words) } else { refusedForgets += 1 }
            case "answer_intention":
                if let answer = Intention.Status(rawValue: arguments.answer ?? "") {
                    _ = memory.answer(answer, at: now)
                }
            default:
                guard let candidate = Self.candidate(tool, at: now, isOffRecord: transcript.isOffRecord) else {
                    continue
                }
                note(consider(candidate, in: &memory), candidate)
            }
        }
        guard case .made(let day, let items) = talk.summary else { return }
        for item in items {
            let candidate = MemoryCandidate(
                kind: MemoryKind(rawValue: item.kind), slot: item.slot, text: PrivateText(item.text),
                quote: PrivateText(item.quote), validUntil: item.until.flatMap { LocalDate($0) })
            note(consider(candidate, in: &memory), candidate)
        }
        _ = memory.keepDay(gate().lines(ofDay: day.map { PrivateText($0) }), of: now.evening, language: language)
    }

    private static func candidate(
        _ tool: MemoryDialogue.Tool, at now: LocalMoment, isOffRecord: Bool
    ) -> MemoryCandidate? {
        let arguments = tool.arguments
        func text(_ text: String?) -> PrivateText { PrivateText(text ?? "") }
        switch tool.name {
        case "remember":
            return MemoryCandidate(
                slot: arguments.slot ?? "", text: text(arguments.text), quote: text(arguments.quote),
                validUntil: arguments.until.flatMap { LocalDate($0) }, isOffRecord: isOffRecord)
        case "save_intention":
            guard let habit = arguments.habit.flatMap({ HabitID($0) }),
                let cueKind = arguments.cueKind.flatMap(Intention.CueKind.init(rawValue:))
            else { return nil }
            return MemoryCandidate(
                Intention(
                    habit: habit, forDate: now.evening.adding(days: 1), cueKind: cueKind, cue: text(arguments.cue),
                    action: text(arguments.action), obstacle: arguments.obstacle.map { PrivateText($0) },
                    coping: arguments.coping.map { PrivateText($0) }, words: text(arguments.words)),
                isOffRecord: isOffRecord)
        case "save_reflection":
            let labels = (arguments.labels ?? []).compactMap(EmotionLabel.init(rawValue:))
            return MemoryCandidate(
                Reflection(date: now.evening, labels: labels), line: text(arguments.oneLine),
                quote: text(arguments.quote),
                isOffRecord: isOffRecord)
        default: return nil
        }
    }
}
