/// The offline companion's routine with what this evening tells and asks: facts from the habit log, today's
/// intention, an earlier one for tomorrow. Nothing is inferred.
extension Bedside {
    /// The steps of a routine for now.
    func routineSteps(of script: OfflineScript, for habit: Habit?, at now: Moment) -> [Routine.Step] {
        let values = PromptValues(profile: profile, habit: habit)
        let facts = EveningFacts(durable: durable, wake: agenda.nextWake(after: now.civil), zone: zone, at: now)
        let texts = values.texts.merging(facts.texts(in: profile.language)) { $1 }
        let readings = values.readings.merging(facts.readings) { $1 }
        let questions = habit?.subject == .bedtime ? eveningQuestions(at: now) : MemoryKeeper.Questions()
        let isRecording = habit?.subject == .bedtime && recordsIntention(at: now)
        func step(_ index: Int, about item: MemoryItem? = nil, _ name: EveningPlaceholder? = nil) -> Routine.Step {
            var texts = texts
            let recording = item?.intention?.recording
            if let name, recording == nil, let act = item?.intention?.spokenAct { texts[name.rawValue] = act }
            var filled = script.rendered(script.steps[index], values: texts, readings: readings)
            // In the place of the line that names the act.
            if let recording { filled.lines.append(OfflineScript.Line(recording)) }
            return Routine.Step(
                step: filled, number: index + 1, asked: item?.id,
                records: isRecording && script.steps[index].records == true)
        }
        let steps = script.steps.indices.flatMap { index -> [Routine.Step] in
            switch script.steps[index].ask?.question {
            case nil: return [step(index)]
            case .intention: return questions.open.map { step(index, about: $0, .intention) }
            case .tomorrow:
                let offers = questions.earlier.map { step(index, about: $0, .earlier) }
                // An act that the local voice cannot say is known to the owner if it is the last one, and else is not.
                let whole = script.steps[index].lines.count
                return offers.enumerated().filter { $0.offset == 0 || $0.element.step.lines.count == whole }.map(
                    \.element)
            }
        }.filter { $0.asked == nil || !$0.step.lines.isEmpty }
        return withRecordedIntention(steps, for: habit, at: now)
    }

    /// Whether a button would answer a question of the device's now. An alarm comes first, whatever is being asked.
    var isAskingByVoice: Bool {
        guard !isRinging, case .offline(let routine) = conversation?.mode else { return false }
        return routine.isAsking
    }

    /// Takes Start as yes and Stop as no, if the device has asked something.
    ///
    /// - Returns: whether it had.
    mutating func answerQuestion(isYes: Bool, at now: Moment) -> Bool {
        guard isAskingByVoice else { return false }
        emit(.click)
        if playing?.purpose == .line { stopPlaying(at: now) }
        routineStep(at: now) { $0.answer(isYes: isYes) }
        return true
    }

    mutating func answered(_ id: MemoryID, _ question: OfflineScript.Ask.Question, isYes: Bool, at now: Moment) {
        var line: OfflineScript.Line?
        switch question {
        case .intention:
            switch intentionAnswered(id, isDone: isYes, at: now) {
            case .none: break
            case .offerSmaller: line = OfflineScript.Line(.smallerAct, in: profile.language)
            case .drop: line = OfflineScript.Line(.intentionDropped, in: profile.language)
            }
        case .tomorrow: if isYes { intendedAgain(id, at: now) }
        }
        routineStep(at: now) { $0.reply(with: line, at: now.boot) }
    }
}

extension OfflineScript.Line {
    init(_ phrase: Phrase, in language: Language) {
        self.init(text: phrase.text(in: language), reading: phrase.reading(in: language))
    }
}

extension Intention {
    /// The act, which an evening can speak of without the "tomorrow" in which it was said.
    var spokenAct: String { TemplateLine.isBlank(action.words) ? words.words : action.words }
}

extension Agenda {
    /// The next ring that wakes the owner: of `wake`, or of a one-off alarm like it.
    fileprivate func nextWake(after now: CivilTime) -> Due? {
        let oneOffs = durable.oneOffs.filter { $0.like == .wake }.map(\.id)
        return ([.wake] + oneOffs).compactMap { next(of: $0, after: now) }.min { $0.at < $1.at }
    }
}

/// Facts from the habit log and the calendar, for the device's own words in the evening.
struct EveningFacts: Hashable, Sendable {
    private struct Mornings: Hashable, Sendable {
        var all: Int
        var up: Int
    }

    /// The last mornings, and on how many of them the owner was up.
    private var mornings: Mornings?
    /// Nil also before a net, which rings only without a sign of life: nothing can be promised of it.
    private var wake: CallTime?

    private static let days = 7
    private static let fewestDays = 3

    init(durable: Durable, wake: Due?, zone: ZoneRules, at now: Moment) {
        let settled = durable.records.values.filter { record in
            guard record.occurrence.habit == .wake else { return false }
            switch record.outcome {
            case .answered, .unaided, .dismissed, .missed: return true
            case .open, .skipped: return false
            }
        }.sorted { $0.occurrence > $1.occurrence }.prefix(Self.days)
        let ledger = durable.fading.ledgers[.wake]
        let up = settled.count { Self.wasUp($0, ledger?.day(on: $0.occurrence.date)) }
        // A rate is told, never a failure.
        if settled.count >= Self.fewestDays, up * 2 >= settled.count { mornings = Mornings(all: settled.count, up: up) }
        if let wake, !wake.isNet, wake.at - now.civil <= .days(1) {
            self.wake = CallTime(at: zone.local(wake.at), now: zone.local(now.civil))
        }
    }

    /// Whether the owner was up on a morning, also by the word of its day, which heeds "I was already up" (FADE-2).
    private static func wasUp(_ record: OccurrenceRecord, _ day: CountedDay?) -> Bool {
        record.outcome == .answered || record.outcome == .unaided || day?.word == .unaided || day?.word == .prompt
    }

    func texts(in language: Language) -> [String: String] {
        var texts: [String: String] = [:]
        if let mornings {
            texts[EveningPlaceholder.upRate.rawValue] =
                Wording("\(mornings.up) of the last \(mornings.all)", "\(mornings.all)回のうち\(mornings.up)回").text(
                    in: language)
        }
        if let wake { texts[EveningPlaceholder.wakeTime.rawValue] = wake.text(in: language) }
        return texts
    }

    var readings: [String: String] {
        var readings: [String: String] = [:]
        if let mornings {
            readings[EveningPlaceholder.upRate.rawValue] =
                "\(Self.times(mornings.all)) のうち \(Self.times(mornings.up))"
        }
        if let wake { readings[EveningPlaceholder.wakeTime.rawValue] = wake.japaneseReading }
        return readings
    }

    /// 1 … 7 times in kana.
    private static func times(_ count: Int) -> String {
        let kana = ["いっかい", "にかい", "さんかい", "よんかい", "ごかい", "ろっかい", "ななかい"]
        return kana.indices.contains(count - 1) ? kana[count - 1] : Kana.number(count) + "かい"
    }
}
