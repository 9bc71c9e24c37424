/// A decision about what the device does less and less, as a simulation shows it.
public enum SimulatedFading: Hashable, Sendable {
    case day(HabitID, CountedDay)
    case level(HabitID, LevelStep)
    case question(HabitID, FadingQuestion)

    init(_ report: FadingKeeper.Report) {
        self =
            switch report {
            case .day(let id, let day): .day(id, day)
            case .level(let id, let step): .level(id, step)
            case .question(let id, let question): .question(id, question)
            }
    }

    var members: [JSONValue.Member] {
        func list(_ pairs: KeyValuePairs<String, JSONValue>) -> [JSONValue.Member] {
            pairs.map { JSONValue.Member(name: $0.key, value: $0.value) }
        }
        switch self {
        case .day(let id, let day):
            return list([
                "kind": .text("day"), "habit": .text(id.name), "date": .text(day.date.description),
                "word": .text(day.word.rawValue), "corrected": .flag(day.isCorrected),
            ])
        case .level(let id, let step):
            return list([
                "kind": .text("level"), "habit": .text(id.name), "from": .integer(step.from.rawValue),
                "to": .integer(step.to.rawValue), "reason": .text(step.reason.rawValue),
            ])
        case .question(let id, let question):
            return list([
                "kind": .text("question"), "habit": .text(id.name), "question": .text(question.rawValue),
            ])
        }
    }

    /// One line for people.
    func text(in language: Language) -> (kind: String, detail: String) {
        switch self {
        case .day(let id, let day):
            (Wording("day", "日").text(in: language), "\(id) \(day.date) \(day.word.text(in: language))")
        case .level(let id, let step):
            (
                Wording("level", "段階").text(in: language),
                "\(id) \(step.from.rawValue) -> \(step.to.rawValue), \(step.reason.text(in: language))"
            )
        case .question(let id, let question):
            (
                Wording("question", "質問").text(in: language),
                Phrase.fading(.question(question, id)).text(in: language)
            )
        }
    }
}
