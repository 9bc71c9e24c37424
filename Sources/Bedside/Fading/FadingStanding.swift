/// A habit's level and what led to it: a fold over the counted days and the owner's answers (FADE-3, F-1, F-5).
///
/// Spans are in counted days: a day on which the habit was not due, was skipped, or the power was off shortens no pause
/// and fills no window, and neither does a clock that jumps. Windows begin after the last step, so a missed day leads
/// down only once.
public struct FadingStanding: Hashable, Sendable {
    /// The direction of a step.
    private enum Direction: Hashable, Sendable {
        case up, down
    }

    public private(set) var level = FadingLevel.companion
    /// The day of the last step; nil: there was none.
    public private(set) var since: LocalDate?
    /// Counted days since the last step.
    public private(set) var daysHere = 0
    /// The last answer to "it happens by itself", 1 to 7.
    public private(set) var automaticity: Int?
    /// Complete silence, at the owner's wish; nil: it rings as its level says.
    public private(set) var silence: Silence?
    private var lastStep: Direction?
    /// The days since the last step, the newest last; no more than the longest window.
    private var window: [Day] = []

    private struct Day: Hashable, Sendable {
        var word: DayWord
        var isWeekend: Bool

        init(word: DayWord, isWeekend: Bool) {
            self.word = word
            self.isWeekend = isWeekend
        }

        init?(letter: Character) {
            guard let word = DayWord.allCases.first(where: { $0.rawValue.first == letter.lowercased().first })
            else { return nil }
            self.init(word: word, isWeekend: letter.isUppercase)
        }

        var letter: Character {
            let letter = word.rawValue.first ?? "?"
            return isWeekend ? letter.uppercased().first ?? letter : letter
        }
    }

    public init() {}

    /// A standing as it is read from disk.
    ///
    /// - Parameter days: the window, as `letters` writes it; other letters are left out.
    public init(
        level: FadingLevel, since: LocalDate?, daysHere: Int, wasStepDown: Bool?, automaticity: Int?, days: String,
        silence: Silence? = nil
    ) {
        self.level = level
        self.since = since
        self.daysHere = max(daysHere, 0)
        lastStep = wasStepDown.map { $0 ? .down : .up }
        self.automaticity = automaticity
        window = days.compactMap(Day.init(letter:))
        self.silence = level == .graduated ? silence : nil
    }

    /// Whether the last step led down; nil: there was none.
    public var wasStepDown: Bool? { lastStep.map { $0 == .down } }

    /// The days since the last step that a rule still asks for, one letter a day: the first letter of its word, and a
    /// capital for Saturdays and Sundays.
    public var letters: String { String(window.map(\.letter)) }

    /// Takes the next entry of the ledger.
    ///
    /// - Returns: the step that it leads to, if it leads to one.
    public mutating func take(_ entry: FadingEntry, by rules: FadingRules = .current) -> LevelStep? {
        switch entry {
        case .day(let day):
            daysHere = min(daysHere, 1_000_000) + 1
            window.append(Day(word: day.word, isWeekend: day.date.weekday.isWeekend))
            if window.count > rules.longestWindow { window.removeFirst(window.count - rules.longestWindow) }
            // No day is due in silence. One that was open when it began ends no silence, which a correction would
            // bring back unasked.
            guard silence == nil, let (target, reason) = stepAfterDay(rules) else { return nil }
            return step(to: target, on: day.date, because: reason)
        case .automaticity(_, let score):
            automaticity = score
            return nil
        case .asked, .untold: return nil
        case .consent(let date, let isGiven):
            guard isGiven, isRipeForConsent(rules) else { return nil }
            return step(to: .graduated, on: date, because: .consented)
        case .recall(let date): return fall(on: date, because: .recalled)
        case .newTime(let date): return fall(on: date, because: .newTime)
        case .silence(let date, let plan):
            if let plan {
                if level == .graduated, silence?.plan != plan { silence = Silence(since: date, plan: plan) }
            } else {
                silence = nil
            }
            return nil
        case .week(let date, let answer): return takeWeek(answer, on: date, by: rules)
        }
    }

    /// The net is back, and nearer than before, once the owner wants it or has said no often enough.
    private mutating func takeWeek(_ answer: WeekAnswer, on date: LocalDate, by rules: FadingRules) -> LevelStep? {
        guard var silence else { return nil }
        switch answer {
        case .asMeant: silence.noes = 0
        case .notAsMeant: silence.noes = min(silence.noes, 1_000) + 1
        case .ringAgain: silence.noes = rules.noesToRingAgain
        }
        self.silence = silence
        return silence.noes >= rules.noesToRingAgain ? step(to: .net, on: date, because: .silenceEnded) : nil
    }

    /// This standing with the silence lifted.
    var audible: FadingStanding {
        var other = self
        other.silence = nil
        return other
    }

    // MARK: What the table says

    private func stepAfterDay(_ rules: FadingRules) -> (FadingLevel, FadingReason)? {
        stepDown(rules) ?? stepUp(rules)
    }

    private func stepDown(_ rules: FadingRules) -> (FadingLevel, FadingReason)? {
        guard let lower = level.lower else { return nil }
        if share(rules.missed, { $0.word == .missed }) { return (lower, .missedTwice) }
        guard level == .graduated, daysHere >= rules.betweenSteps else { return nil }
        return share(rules.neededNet) { $0.word != .unaided } ? (lower, .neededNet) : nil
    }

    private func stepUp(_ rules: FadingRules) -> (FadingLevel, FadingReason)? {
        guard isRested(rules) else { return nil }
        switch level {
        case .companion:
            if unaidedInARow(rules.unaidedInARow) { return (.ringOnly, .fiveUnaided) }
            let isSteady =
                isWithoutMiss(rules.steady.of) && share(rules.steady) { $0.word == .unaided || $0.word == .prompt }
            return isSteady ? (.ringOnly, .steadyWeek) : nil
        case .ringOnly:
            let isRipe =
                daysHere >= rules.daysAtRingOnly && isWithoutMiss(rules.ripeForNet.of)
                && share(rules.ripeForNet) { $0.word == .unaided }
            return isRipe ? (.net, .unaidedWeek) : nil
        case .net, .graduated: return nil
        }
    }

    /// Whether the days are enough for the step to `graduated`; then the owner is asked how much happens by itself.
    public func isRipeForQuestion(_ rules: FadingRules = .current) -> Bool {
        let needed = rules.graduation
        guard level == .net, isRested(rules), daysHere >= needed.daysHere,
            window.count >= needed.unaided.of, isWithoutMiss(needed.withoutMiss)
        else { return false }
        let days = window.suffix(needed.unaided.of)
        let weekend = days.filter(\.isWeekend)
        return days.count { $0.word == .unaided } >= needed.unaided.count
            && weekend.count { $0.word == .unaided } * needed.weekend.of >= weekend.count * needed.weekend.count
    }

    /// Whether only the owner's consent is missing for the step to `graduated`.
    public func isRipeForConsent(_ rules: FadingRules = .current) -> Bool {
        isRipeForQuestion(rules) && (automaticity ?? 0) >= rules.graduation.automaticity
    }

    /// Whether enough days have passed since the last step for one up, by the rules in force (F-5).
    var isRested: Bool { isRested(.current) }

    /// Whether enough days have passed since the last step for one up, by the given rules (F-5).
    private func isRested(_ rules: FadingRules) -> Bool {
        switch lastStep {
        case nil: true
        case .up: daysHere >= rules.betweenSteps
        case .down: daysHere >= rules.afterStepDown
        }
    }

    /// Whether enough of the last days are of a kind. The window need not be full for that.
    private func share(_ share: FadingRules.Share, _ isOfKind: (Day) -> Bool) -> Bool {
        window.suffix(share.of).count(where: isOfKind) >= share.count
    }

    private func unaidedInARow(_ count: Int) -> Bool {
        window.count >= count && window.suffix(count).allSatisfy { $0.word == .unaided }
    }

    private func isWithoutMiss(_ days: Int) -> Bool {
        window.count >= days && window.suffix(days).allSatisfy { $0.word != .missed }
    }

    // MARK: Steps

    private mutating func step(to target: FadingLevel, on date: LocalDate, because reason: FadingReason) -> LevelStep {
        let made = LevelStep(from: level, to: target, reason: reason)
        lastStep = target > level ? .up : .down
        level = target
        since = date
        daysHere = 0
        window = []
        // It is asked for again when it is next needed.
        automaticity = nil
        silence = nil
        return made
    }

    /// Goes back to the level that rings at its time, if it is above.
    private mutating func fall(on date: LocalDate, because reason: FadingReason) -> LevelStep? {
        level > .ringOnly ? step(to: .ringOnly, on: date, because: reason) : nil
    }
}

extension Weekday {
    var isWeekend: Bool { self == .saturday || self == .sunday }
}

extension FadingStanding: Codable {
    enum CodingKeys: String, CodingKey { case level, since, daysHere, wasStepDown, automaticity, letters, silence }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            level: try values.value(.level, or: .companion),
            since: try values.decodeIfPresent(LocalDate.self, forKey: .since),
            daysHere: try values.value(.daysHere, or: 0),
            wasStepDown: try values.decodeIfPresent(Bool.self, forKey: .wasStepDown),
            automaticity: try values.decodeIfPresent(Int.self, forKey: .automaticity),
            days: try values.value(.letters, or: ""),
            // A silence that does not make sense counts as none.
            silence: (try? values.decodeIfPresent(Silence.self, forKey: .silence)) ?? nil)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(level, forKey: .level)
        try values.encodeIfPresent(since, forKey: .since)
        try values.encode(daysHere, forKey: .daysHere)
        try values.encodeIfPresent(wasStepDown, forKey: .wasStepDown)
        try values.encodeIfPresent(automaticity, forKey: .automaticity)
        try values.encode(letters, forKey: .letters)
        try values.encodeIfPresent(silence, forKey: .silence)
    }
}
