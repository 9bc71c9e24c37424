import Bedside
import Glibc

/// Runs one owner's life under one rule.
struct OwnerRun<Rule: WakingRule> {
    let sleeper: Sleeper
    let number: Int
    let seed: UInt64
    let clockwork: SleepClockwork
    var rule = Rule()
    private(set) var record = OwnerRecord()

    /// Lally's curve: the chance of waking in time, but for episodes.
    private var chance: Double
    private var last: LastWaking
    private var lastWords = RecentWords()
    private var relapse = RelapseWatch()
    private var lastLevel = FadingLevel.companion
    private var graduateDueDays = 0
    private var parameters: SleeperParameters { clockwork.parameters }

    /// The date of day 0: a Monday.
    private static var firstDate: LocalDate { LocalDate(dayNumber: 20_458) }

    init(sleeper: Sleeper, number: Int, seed: UInt64, clockwork: SleepClockwork) {
        self.sleeper = sleeper
        self.number = number
        self.seed = seed
        self.clockwork = clockwork
        chance = sleeper.firstChance
        last = LastWaking(hour: sleeper.time, pressure: clockwork.parameters.lowerThreshold)
        record.kind = sleeper.kind
        record.readyChance = clockwork.parameters.readyChance
    }

    /// Lives all days.
    ///
    /// - Parameter atEnd: called after each day with the level.
    mutating func live(_ life: Life, eachDay: (Int, FadingLevel) -> Void) {
        record.days = life.days.count
        for (index, day) in life.days.enumerated() {
            live(index, day)
            eachDay(index, rule.level)
        }
        record.lastWords = lastWords.sum
        relapse.close(into: &record)
    }

    private mutating func live(_ index: Int, _ day: LifeDay) {
        var draws = Draws(seed: seed, owner: number, purpose: .night, day: index)
        let morningDraws = MorningDraws(&draws)
        if day.lapses { chance *= parameters.lapseKeeps }
        let anticipation = sleeper.anticipation(for: chance)
        let factor = day.night == .episode ? parameters.episodeFactor : 1
        let today = sleeper.nights[day.night].chance(anticipation * factor)
        let usual = sleeper.weeklyChance(anticipation: anticipation)
        let chanceNow = day.night == .episode ? today : usual
        if day.isDue, day.hasPower { rule.know(chance: chanceNow) }

        let plan = sleeper.night(day.night, shift: day.shift, parameters: parameters, draws: &draws)
        let onset = clockwork.onset(
            bedtime: plan.bedtime, phase: plan.phase, wokeAt: last.hour - 24, pressure: last.pressure)
        var night = clockwork.night(
            onset: onset, time: sleeper.time, phase: plan.phase,
            anticipates: day.isDue && morningDraws.anticipates < anticipation * factor, draws: &draws)
        relapse.look(index, chance: chanceNow, level: rule.level, by: parameters, &record)
        if day.isDue, day.hasPower {
            wake(index, day, &night, usual: usual, morningDraws, &draws)
        } else {
            _ = night.sleep(until: 180, draws: &draws)
        }
        last = LastWaking(hour: sleeper.time + Double(night.minute) / 60, pressure: night.pressure)
    }

    /// A morning with an alarm, and the evening after it.
    private mutating func wake(
        _ index: Int, _ day: LifeDay, _ night: inout Night, usual: Double, _ drawn: MorningDraws, _ draws: inout Draws
    ) {
        let plan = rule.plan
        let level = rule.level
        let inTime = night.sleep(until: 0, draws: &draws)
        let wasUp = night.sleep(until: plan.ringMinutes ?? parameters.lateMinutes, draws: &draws)
        let behaviour = self.behaviour(index, isEpisode: day.night == .episode)
        let morning = behaviour.morning(wasUp: wasUp, plan: plan, draws: drawn)
        let minutesAfter = rise(morning, plan, &night, &draws)
        count(morning, level: level, minutesAfter: minutesAfter)
        var words = self.words(of: morning, level: level, plan: plan)

        learn(hasRingAtTime: plan.ringMinutes == 0, worked: inTime || (morning.rang && morning.observed == .prompt))
        let date = Self.firstDate.adding(days: index)
        if plan.ringMinutes != nil || morning.showedLife {
            rule.ended(CountedDay(date: date, observed: morning.observed, isCorrected: morning.isCorrected))
        }
        words += evening(date, usual: usual, behaviour: behaviour, drawn)
        if rule.level != lastLevel {
            noteStep(from: lastLevel, on: index, usual: usual)
            lastLevel = rule.level
            words += parameters.changeWords
        }
        record.words += words
        if record.dueDays <= RecentWords.days { record.firstWords += words }
        lastWords.add(words)
        graduateDueDays = rule.level == .graduated ? graduateDueDays + 1 : 0
        if graduateDueDays == ForcedTrials<Rule>.afterDays, record.forced.isEmpty {
            record.forced = ForcedTrials(rule: rule, behaviour: behaviour, date: date, number: number, seed: seed)
                .delays()
        }
    }

    private func behaviour(_ index: Int, isEpisode: Bool) -> MorningBehaviour {
        let fallen = parameters.answerChance - parameters.answerFallPerWeek * Double(index / 7)
        return MorningBehaviour(
            parameters: parameters, snoozer: sleeper.snoozer, seen: sleeper.seen,
            answers: max(parameters.answerLeast, fallen), isEpisode: isEpisode)
    }

    /// Gets the owner up; returns how many minutes after the time that was, 0 if before.
    private func rise(_ morning: Morning, _ plan: MorningPlan, _ night: inout Night, _ draws: inout Draws) -> Double {
        let ring = Double(plan.ringMinutes ?? 0)
        if morning.rang, !morning.wasUp {
            switch morning.observed {
            case .unaided, .prompt: return ring
            case .slow: return ring + parameters.slowMinutes
            case .missed: break
            }
        }
        // Up already, or asleep without a ring that reached them.
        _ = night.sleep(until: 180, draws: &draws)
        return Double(max(0, night.minute))
    }

    private mutating func count(_ morning: Morning, level: FadingLevel, minutesAfter: Double) {
        let isLate = (morning.sleptThrough || !morning.rang) && minutesAfter > Double(parameters.lateMinutes)
        record.dueDays += 1
        record.rings += morning.rang ? 1 : 0
        record.unneeded += morning.rang && morning.wasUp ? 1 : 0
        record.late += isLate ? 1 : 0
        record.misses += morning.sleptThrough ? 1 : 0
        record.minutesAfter += minutesAfter
        guard level == .graduated else { return }
        record.graduateDays += 1
        record.graduateLate += isLate ? 1 : 0
        record.graduateRings += morning.rang ? 1 : 0
        record.graduateNags += morning.rang && morning.wasUp ? 1 : 0
    }

    private mutating func learn(hasRingAtTime: Bool, worked: Bool) {
        let rate = 1 - exp(-3 / (sleeper.daysTo95 * parameters.learningTimeFactor))
        chance +=
            (sleeper.asymptote - chance) * rate * (hasRingAtTime ? parameters.learningUnderRing : 1)
            * (worked ? 1 : parameters.learningOnOtherDays)
    }

    /// Words of the speaker in a morning.
    private mutating func words(of morning: Morning, level: FadingLevel, plan: MorningPlan) -> Double {
        var words = 0.0
        if morning.rang {
            if morning.observed == .slow || morning.observed == .missed { words += parameters.ringWords }
            if morning.pressedStart, morning.observed != .missed, plan.opensTalk {
                words += parameters.talkWords
                if level > .companion { record.unaskedTalks += 1 }
            }
            if morning.observed == .missed { words += parameters.questionWords }
        } else if morning.showedLife, plan.ringMinutes != nil {
            words += parameters.signWords
        }
        return words
    }

    /// The evening's question, if there is one; returns the words that it takes.
    private mutating func evening(
        _ date: LocalDate, usual: Double, behaviour: MorningBehaviour, _ drawn: MorningDraws
    ) -> Double {
        let level = rule.level
        guard let question = rule.question(on: date) else { return 0 }
        var answer: OwnerAnswer?
        if drawn.answers < behaviour.answers {
            switch question {
            case .automaticity:
                let rating = 1 + 6 * usual + parameters.ratingDeviation * drawn.rating
                answer = .rating(min(7, max(1, Int(rating.rounded()))))
            case .consent: answer = .consent(drawn.consents < parameters.consentChance)
            case .areYouUp, .wereYouUp, .laterTime, .week, .ringAgain: break
            }
        }
        rule.answered(question, answer, on: date)
        if level == .graduated { record.graduateNags += 1 }
        return parameters.questionWords
    }

    private mutating func noteStep(from level: FadingLevel, on index: Int, usual: Double) {
        record.levelChanges += 1
        if rule.level > level {
            for reached in (level.rawValue + 1)...rule.level.rawValue
            where record.firstDay(of: reached) == nil {
                record.firstDays[reached - 1] = Int32(index + 1)
                if reached == FadingLevel.graduated.rawValue { record.chanceAtGraduation = usual }
            }
        } else {
            relapse.steppedDown(index)
        }
    }
}

/// The words of the last 28 due days.
private struct RecentWords {
    static let days = 28
    private var ring = [Double](repeating: 0, count: RecentWords.days)
    private var next = 0

    mutating func add(_ words: Double) {
        ring[next] = words
        next = (next + 1) % Self.days
    }

    var sum: Double { ring.reduce(0, +) }
}

/// Notices relapses: at level 2 or 3 the chance of waking in time falls under .5 and stays there for at least 7 days. A
/// step down within 28 days of the onset counts as the answer to it, also if the relapse has passed meanwhile.
private struct RelapseWatch {
    private static let answerDays = 28

    private struct Relapse {
        var onset: Int
        var lasted = false
        var delay: Int?
    }

    private var wasAbove = false
    private var isBelow = false
    private var current: Relapse?

    mutating func look(
        _ index: Int, chance: Double, level: FadingLevel, by p: SleeperParameters, _ record: inout OwnerRecord
    ) {
        if let current, index - current.onset >= Self.answerDays { close(into: &record) }
        isBelow = chance < p.relapseChance
        if isBelow, wasAbove {
            close(into: &record)
            if level.isNet { current = Relapse(onset: index) }
        }
        if let onset = current?.onset, isBelow, index - onset + 1 >= p.relapseDays { current?.lasted = true }
        if let known = current, !isBelow, !known.lasted { current = nil }
        wasAbove = !isBelow
    }

    mutating func steppedDown(_ index: Int) {
        if let onset = current?.onset, current?.delay == nil { current?.delay = index - onset + 1 }
    }

    mutating func close(into record: inout OwnerRecord) {
        if let ended = current, ended.lasted {
            record.relapses += 1
            if let delay = ended.delay { record.relapseDelays.append(delay) }
        }
        current = nil
    }
}

/// Trials of the rule after four weeks at level 3: the chance of being up before the net falls to a value and stays
/// there (F-4). Nothing else changes: no episodes, no learning.
struct ForcedTrials<Rule: WakingRule> {
    /// Due days at level 3 before the trials.
    static var afterDays: Int { 28 }
    static var trials: Int { 20 }
    static var maximumDays: Int { 60 }

    let rule: Rule
    let behaviour: MorningBehaviour
    let date: LocalDate
    let number: Int
    let seed: UInt64

    func delays() -> [ForcedChance: [Int?]] {
        var result: [ForcedChance: [Int?]] = [:]
        for (index, chance) in ForcedChance.allCases.enumerated() {
            result[chance] = (0..<Self.trials).map { trial in
                var draws = Draws(seed: seed, owner: number, purpose: .relapse, day: index * Self.trials + trial)
                return delay(chance.rawValue, &draws)
            }
        }
        return result
    }

    private func delay(_ chance: Double, _ draws: inout Draws) -> Int? {
        var rule = rule
        for day in 1...Self.maximumDays {
            let wasUp = draws.fraction() < chance
            rule.know(chance: chance)
            let plan = rule.plan
            let morning = behaviour.morning(wasUp: wasUp, plan: plan, draws: MorningDraws(&draws))
            if plan.ringMinutes != nil || morning.showedLife {
                rule.ended(
                    CountedDay(
                        date: date.adding(days: day), observed: morning.observed, isCorrected: morning.isCorrected))
            }
            if rule.level < .graduated { return day }
        }
        return nil
    }
}
