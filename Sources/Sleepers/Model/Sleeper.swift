import Glibc

/// One simulated owner: what does not change in their life with the speaker.
public struct Sleeper: Sendable {
    public let kind: OwnerKind
    /// Mid-sleep on free days, in hours after midnight.
    public let midSleep: Double
    /// The wake habit's time, in hours after midnight.
    public let time: Double
    /// Days to 95 % of the asymptote.
    public let daysTo95: Double
    public let snoozer: Snoozer
    /// Chance that a waking before the ring is seen.
    public let seen: Double
    /// Whether the zone changes its clocks.
    let hasClockChanges: Bool
    /// How much later bedtime is before free days, in hours.
    let jetlag: Double
    /// Chance of waking in time on an ordinary working night: before the speaker came, and in the end.
    public let firstChance: Double
    public let asymptote: Double
    /// What natural waking does, and what anticipation can add, by kind of night.
    private(set) var nights: PerNight<NightChances>

    /// Hour of the upward zero of the circadian wave.
    let phase: Double
    /// Bedtime before a working day, in hours of the next day (negative: before midnight).
    private let bedtime: Double
    private let onsetDeviation: Double

    init(number: Int, seed: UInt64, clockwork: SleepClockwork) {
        let p = clockwork.parameters
        var draws = Draws(seed: seed, owner: number, purpose: .owner)
        let kind = Self.kind(p.kinds, at: draws.fraction())
        let late = Self.chronotype(kind.chronotypes, draws: &draws) * p.midSleepDeviationHours
        let time = p.wakeTimeHours + p.wakeTimePerChronotypeHour * late + p.wakeTimeDeviationHours * draws.normal()
        self.kind = kind.kind
        midSleep = p.midSleepMeanHours + late
        self.time = (min(max(time, 4), 11) * 12).rounded() / 12
        phase = midSleep + p.phaseAfterMidSleepHours
        bedtime = self.time - p.sleepOpportunityHours + p.bedtimePerChronotypeHour * late
        jetlag = min(max(p.jetlagPerChronotypeHour * (midSleep - p.jetlagFromMidSleepHours), 0), p.jetlagMaximumHours)
        onsetDeviation = p.onsetDeviationHours * (kind.kind == .irregular ? p.irregularOnsetFactor : 1)
        let range = p.daysTo95Range
        let days = exp(log(p.daysTo95Median) + p.daysTo95LogDeviation * draws.normal())
        daysTo95 = min(max(days, range.lowerBound), range.upperBound)
        let asymptote = kind.asymptote + p.asymptoteShift + p.asymptoteDeviation * draws.normal()
        self.asymptote = min(0.98, max(kind.firstChance, asymptote))
        firstChance = kind.firstChance
        let snoozer = Self.snoozer(p.snoozeShares, at: draws.fraction())
        self.snoozer = kind.isNeverHeavySnoozer && snoozer == .heavy ? .moderate : snoozer
        let own = p.ownSeenRange.lowerBound + (p.ownSeenRange.upperBound - p.ownSeenRange.lowerBound) * draws.fraction()
        seen = p.seen ?? own
        hasClockChanges = draws.fraction() < p.clockChangeShare
        nights = PerNight(working: NightChances(), free: NightChances(), episode: NightChances())
        nights = measuredNights(number: number, seed: seed, clockwork: clockwork)
    }

    // MARK: Chances

    /// The share of working nights on which the sleeper anticipates, so that natural waking and anticipation together
    /// reach the chance of waking in time, as far as they can.
    func anticipation(for chance: Double) -> Double {
        guard nights.working.reachable > 0 else { return 0 }
        return min(max((chance - nights.working.natural) / nights.working.reachable, 0), 1)
    }

    /// The true chance of waking in time on an ordinary day, over a week with two free days.
    func weeklyChance(anticipation: Double) -> Double {
        (5 * nights.working.chance(anticipation) + 2 * nights.free.chance(anticipation)) / 7
    }

    /// The circumstances of a night for this sleeper.
    func night(_ kind: NightKind, shift: Double, parameters: SleeperParameters, draws: inout Draws) -> NightPlan {
        var plan = bedtime + onsetDeviation * draws.normal()
        switch kind {
        case .working: break
        case .free: plan += jetlag
        case .episode: plan += parameters.episodeDelayHours
        }
        return NightPlan(bedtime: min(plan, time - 2.5), phase: phase + shift)
    }

    /// Tries a year of nights out, without habit and ring, and counts.
    private func measuredNights(number: Int, seed: UInt64, clockwork: SleepClockwork) -> PerNight<NightChances> {
        var draws = Draws(seed: seed, owner: number, purpose: .calibration)
        var counts = PerNight(working: NightCount(), free: NightCount(), episode: NightCount())
        var last = LastWaking(hour: time, pressure: clockwork.parameters.lowerThreshold)
        for day in 0..<Self.triedNights {
            let kind: NightKind = day % 9 < 5 ? .working : day % 9 < 7 ? .free : .episode
            let plan = night(kind, shift: 0, parameters: clockwork.parameters, draws: &draws)
            let onset = clockwork.onset(
                bedtime: plan.bedtime, phase: plan.phase, wokeAt: last.hour - 24, pressure: last.pressure)
            var night = clockwork.night(
                onset: onset, time: time, phase: plan.phase, anticipates: false, draws: &draws)
            let isNatural = night.sleep(until: 0, draws: &draws)
            counts[kind].nights += 1
            counts[kind].natural += isNatural ? 1 : 0
            counts[kind].reachable += !isNatural && night.isWithinReach ? 1 : 0
            last = LastWaking(hour: time + Double(night.minute) / 60, pressure: night.pressure)
        }
        return PerNight(
            working: counts.working.chances, free: counts.free.chances, episode: counts.episode.chances)
    }

    /// How many nights are tried out for each owner: 200 working ones, 80 free, 80 in an episode. The error of a weekly
    /// chance is about .02.
    private static let triedNights = 360

    // MARK: Drawing

    private static func kind(_ kinds: [KindParameters], at fraction: Double) -> KindParameters {
        var rest = fraction * kinds.reduce(0) { $0 + $1.share }
        for kind in kinds {
            rest -= kind.share
            if rest < 0 { return kind }
        }
        return kinds.last ?? KindParameters(kind: .middle)
    }

    /// A standard normal draw from a range of quantiles.
    private static func chronotype(_ range: ClosedRange<Double>, draws: inout Draws) -> Double {
        for _ in 0..<1000 {
            let draw = draws.normal()
            if range.contains(0.5 * erfc(-draw / 2.0.squareRoot())) { return draw }
        }
        return 0
    }

    private static func snoozer(_ shares: SnoozeShares, at fraction: Double) -> Snoozer {
        if fraction < shares.heavy { return .heavy }
        return fraction < shares.heavy + shares.moderate ? .moderate : .light
    }
}

/// The circumstances of a night.
struct NightPlan {
    /// Hours of the day of the waking.
    var bedtime: Double
    /// Hour of the upward zero of the circadian wave.
    var phase: Double
}

/// When the last night ended, and at which sleep pressure.
struct LastWaking {
    /// Hours of that day.
    var hour: Double
    var pressure: Double
}

/// Kinds of night.
enum NightKind: Sendable {
    case working, free, episode
}

/// A value for each kind of night.
struct PerNight<Value: Sendable>: Sendable {
    var working: Value
    var free: Value
    var episode: Value

    subscript(kind: NightKind) -> Value {
        get {
            switch kind {
            case .working: working
            case .free: free
            case .episode: episode
            }
        }
        set {
            switch kind {
            case .working: working = newValue
            case .free: free = newValue
            case .episode: episode = newValue
            }
        }
    }
}

/// What wakes a sleeper by the time on one kind of night.
struct NightChances: Sendable {
    /// Chance of natural waking.
    var natural = 0.0
    /// Chance that sleep is light enough to be ended by anticipation, and does not end by itself.
    var reachable = 0.0

    func chance(_ anticipation: Double) -> Double { natural + anticipation * reachable }
}

private struct NightCount {
    var nights = 0.0
    var natural = 0.0
    var reachable = 0.0

    var chances: NightChances {
        NightChances(natural: natural / max(1, nights), reachable: reachable / max(1, nights))
    }
}
