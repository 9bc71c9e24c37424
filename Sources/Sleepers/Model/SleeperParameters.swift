/// Every number of the simulated sleepers, in one place, each with its unit and its source (FADE-6).
///
/// Sources in brackets: [A] is an assumption of ours, which the sensitivity grid varies where it could matter; [2nd] is a
/// figure that was read in a second source; all other names are papers. Two kinds of owner share a number here only if
/// nothing that we found tells them apart.
///
/// What the numbers are not: they were not fitted to owners of this speaker, because there are none yet. A study of these
/// sleepers shows whether a rule is sound under the stated assumptions, and not how people will sleep.
public struct SleeperParameters: Sendable, Hashable {
    // MARK: Two processes of sleep (Borbély 1982; Daan, Beersma, Borbély 1984)

    /// Time constant of the rise of sleep pressure while awake, in hours (Daan 1984).
    public var wakeRiseHours = 18.2
    /// Time constant of the fall of sleep pressure while asleep, in hours (Daan 1984).
    public var sleepDecayHours = 4.2
    /// Pressure at which sleep begins, before the circadian part; pressure lies between 0 and 1 (Daan 1984).
    public var upperThreshold = 0.67
    /// Pressure at which sleep ends by itself, before the circadian part (Daan 1984).
    public var lowerThreshold = 0.17
    /// Amplitude of the circadian part of both thresholds (Daan 1984: 0.1 to 0.15).
    public var circadianAmplitude = 0.12
    /// Standard deviation of the noise in sleep pressure after one hour of sleep; it grows with the root of the hours
    /// (npj 2025 [2nd]).
    public var noisePerRootHour = 0.022
    /// Night-to-night deviation of the lower threshold: light, noise, a drink [A]. It is chosen so that the length of free
    /// sleep differs as it does between the nights of one person, by 1.26 h (CARDIA, Knutson 2007); a test checks that.
    public var thresholdDeviation = 0.05
    /// Time of the upward zero of the circadian wave less the mid-sleep on free days, in hours [A]: chosen so that a
    /// sleeper without duties has their mid-sleep where their chronotype says; a test checks that.
    public var phaseAfterMidSleepHours = 6.0

    // MARK: Waking shortly before the time

    /// How early the lower threshold begins to rise before the time on a night on which the sleeper anticipates, in
    /// hours (Born 1999: ACTH rises in the hour before an expected waking; Verga 2023: criterion of ±30 min).
    public var anticipationHours = 0.5
    /// How far the threshold has risen at the time itself [A]: enough for all but a short night.
    public var anticipationRise = 0.20

    // MARK: The week

    /// Mean and standard deviation of the mid-sleep on free days, in hours after midnight (MCTQ, Roenneberg 2012 [2nd]).
    public var midSleepMeanHours = 4.25
    public var midSleepDeviationHours = 1.2
    /// Wake time of a middle chronotype, in hours [A]; how much of a later chronotype shows in it; its spread.
    public var wakeTimeHours = 6.75
    public var wakeTimePerChronotypeHour = 0.25
    public var wakeTimeDeviationHours = 0.5
    /// From falling asleep to the wake time on a working night of a middle chronotype, in hours (about 7 h in Japan and
    /// half an hour more elsewhere [2nd]), and how much later per hour of chronotype a person falls asleep [A].
    public var sleepOpportunityHours = 7.0
    public var bedtimePerChronotypeHour = 0.2
    /// Social jetlag: how much later bedtime is on the two nights before free days, per hour of chronotype after
    /// `jetlagFromMidSleepHours`, at most `jetlagMaximumHours` (Wittmann 2006: mean about 1 h, owls 2 h).
    public var jetlagPerChronotypeHour = 0.5
    public var jetlagFromMidSleepHours = 2.5
    public var jetlagMaximumHours = 2.0
    /// Night-to-night standard deviation of falling asleep, in hours (CARDIA, Knutson 2007: 31 min), and its factor for
    /// irregular owners (shift, infant) [A].
    public var onsetDeviationHours = 31.0 / 60
    public var irregularOnsetFactor = 2.5

    // MARK: The habit

    /// The kinds of owner, with their shares.
    public var kinds = OwnerKind.allCases.map(KindParameters.init(kind:))
    /// Spread of the asymptote between owners of one kind [A].
    public var asymptoteDeviation = 0.06
    /// Added to every asymptote; the grid sets ±0.1.
    public var asymptoteShift = 0.0
    /// Days to 95 % of the asymptote: lognormal with this median and this deviation of the logarithm, cut to the range
    /// (Lally 2010: 18 to 254, median 66).
    public var daysTo95Median = 66.0
    public var daysTo95LogDeviation = 0.6
    public var daysTo95Range = 18.0...254.0
    /// Multiplies the time constant of learning; the grid sets 0.5 and 2.
    public var learningTimeFactor = 1.0
    /// Learning on a day with a ring at the time itself, against a day without: reminders support repetition and hinder
    /// the habit (Stawarz 2015: direction; the size is [A]). A net after the time does not slow it.
    public var learningUnderRing = 0.6
    /// Learning on a day that did not work, against one that did (Lally 2010: one miss did not matter; size [A]).
    public var learningOnOtherDays = 0.5

    // MARK: Answering a ring

    /// Shares of heavy, moderate and light snoozers (Robbins 2025, n = 21,222: 45.2, 27.9 and 26.9 %).
    public var snoozeShares = SnoozeShares.global
    /// Chance that a sleeper of the class answers within 30 s (Robbins 2025: snoozes on > 80 %, about half, < 20 %).
    public var promptChance = PerSnoozer(heavy: 0.12, moderate: 0.5, light: 0.9)
    /// Chance that a sleeper of the class sleeps through all rings of an episode (heavy sleepers 10 % [A]: few papers
    /// report arousal by class, and the class of arousal is taken to follow that of snoozing).
    public var missChance = PerSnoozer(heavy: 0.10, moderate: 0.04, light: 0.015)
    /// Chance that somebody who is already up stops the ring within 30 s; the others are in the shower [A].
    public var upAndNearChance = 0.88
    /// Chance that an answer is Start and not Stop, which opens the talk at level 0 [A].
    public var startChance = 0.7
    /// Mean time from the first ring to getting up of a slow answer, in minutes (Robbins 2025: 10.8 min of snoozing).
    public var slowMinutes = 8.0

    // MARK: What the speaker sees, and what it is told

    /// Chance that a waking before the ring is seen (a button, a word, a sensor), if it is the same for everybody.
    /// nil: each owner has a chance of their own from `ownSeenRange` (reports only, no sensor [A]).
    public var seen: Double? = 0.95
    public var ownSeenRange = 0.5...0.95
    /// Chance of claiming to be up on a day when the owner then sleeps on [A].
    public var lieChance = 0.02
    /// Chance of answering a question (evening question, "were you already up?"), at first; how much it falls per week;
    /// the least (HeartSteps: prompts decay; sizes [A]).
    public var answerChance = 0.8
    public var answerFallPerWeek = 0.01
    public var answerLeast = 0.4
    /// Chance that somebody who is up and is rung at says so (Stop held for 1 s), as a share of `answerChance` [A].
    public var correctsPromptShare = 0.3
    /// Rating of "it happens by itself": 1 + 6 x chance of waking in time, with this deviation (Gardner 2012: the items;
    /// the relation is [A]).
    public var ratingDeviation = 0.9
    /// Share of owners who agree to graduate when they are asked and have answered [A].
    public var consentChance = 0.8

    // MARK: Life

    /// Mean days between the beginnings of two episodes (illness, a deadline), and their length in days (FADE-6).
    public var episodeEveryDays = 45.0
    public var episodeDays = 3...10
    /// What an episode does to anticipation; how much later sleep begins, in hours; what it does to answering [A].
    public var episodeFactor = 0.3
    public var episodeDelayHours = 1.0
    public var episodePromptFactor = 0.6
    public var episodeMissFactor = 2.0
    /// Mean days between lapses (a new job, a move), after which this part of the habit is left and is learnt again
    /// (Geffken 1986: 41 % relapsed after an alarm treatment; as one lapse in about two years [A]).
    public var lapseEveryDays = 730.0
    public var lapseKeeps = 0.4
    /// Holidays: mean days between two, and their length; the alarm is skipped [A].
    public var holidayEveryDays = 150.0
    public var holidayDays = 4...10
    /// Travel without the speaker: mean days between two journeys, their length, the deviation of the shift of the inner
    /// clock at the return in hours, and how many hours of a shift are left after a day [A].
    public var travelEveryDays = 180.0
    public var travelDays = 3...7
    public var travelShiftHours = 3.0
    public var shiftLeftPerDay = 0.65
    /// Share of owners whose zone changes its clocks, on days 83 and 300 of each year, by 1 h (Kantermann 2007: the
    /// inner clock needs days to follow).
    public var clockChangeShare = 0.5
    /// Share of nights on which the power was off (FADE-6).
    public var powerOffShare = 0.02

    // MARK: What counts

    /// Chance of waking in time under which a graduation was too early (FADE-6).
    public var readyChance = 0.75
    /// A relapse: the chance stays under this for at least so many days (FADE-6).
    public var relapseChance = 0.5
    public var relapseDays = 7
    /// Somebody who is not up so many minutes after the time, although no ring told them, is late: the end of the
    /// follow-ups of a net at T+15.
    public var lateMinutes = 25

    // MARK: Words of the speaker, in words [A]

    /// A talk in the morning; the voice in a ring that is not answered at once; a change of level; a question; the
    /// sentence after a sign of life.
    public var talkWords = 160.0
    public var ringWords = 12.0
    public var changeWords = 22.0
    public var questionWords = 14.0
    public var signWords = 8.0

    /// The usual parameters.
    public init() {}
}

/// The kinds of owner.
public enum OwnerKind: String, Sendable, CaseIterable {
    case lark
    case selfAwakener = "self_awakener"
    case middle
    case owl
    case irregular
}

/// What is different between kinds of owner.
public struct KindParameters: Sendable, Hashable {
    public let kind: OwnerKind
    /// Share of all owners (Ikeda 2012, Matsuura 2002, Moorcroft 1997: 10 to 25 % wake by themselves with some
    /// reliability; the rest [A]).
    public var share: Double
    /// Chance of being awake by the time on an ordinary working night, before the speaker came, and in the end
    /// (Moorcroft 1997: good self-awakeners .6 to .9; Verga 2023; the others [A]). It holds natural waking and
    /// anticipation together: the sleeper anticipates as often as natural waking leaves to be done. Where natural waking
    /// alone does more, it is that: at first 10 % for owls and 30 % for middle owners.
    public var firstChance: Double
    public var asymptote: Double
    /// Which part of the distribution of chronotypes the kind has: quantiles. Together they make up the whole.
    public var chronotypes: ClosedRange<Double>
    /// Larks and self-awakeners are moderate snoozers at worst [A].
    public var isNeverHeavySnoozer: Bool

    init(kind: OwnerKind) {
        self.kind = kind
        switch kind {
        case .lark:
            (share, firstChance, asymptote, chronotypes, isNeverHeavySnoozer) = (0.10, 0.75, 0.93, 0...0.10, true)
        case .selfAwakener:
            (share, firstChance, asymptote, chronotypes, isNeverHeavySnoozer) = (0.25, 0.45, 0.85, 0.10...0.75, true)
        case .middle:
            (share, firstChance, asymptote, chronotypes, isNeverHeavySnoozer) = (0.30, 0.12, 0.65, 0.10...0.75, false)
        case .owl:
            (share, firstChance, asymptote, chronotypes, isNeverHeavySnoozer) = (0.25, 0.03, 0.25, 0.75...1, false)
        case .irregular:
            (share, firstChance, asymptote, chronotypes, isNeverHeavySnoozer) = (0.10, 0.10, 0.40, 0.10...0.75, false)
        }
    }
}

/// Shares of heavy and moderate snoozers; the others are light ones.
public struct SnoozeShares: Sendable, Hashable {
    public var heavy: Double
    public var moderate: Double

    /// All users (Robbins 2025, scientific reports 15, s41598-025-99563-y).
    public static let global = SnoozeShares(heavy: 0.452, moderate: 0.279)
    /// Japan: 2.2 presses a morning against 2.4 of all; the shares of the classes are not published by country, so heavy
    /// snoozers are taken in that proportion [A].
    public static let japan = SnoozeShares(heavy: 0.452 * 2.2 / 2.4, moderate: 0.279)
    /// Sweden: 2.7 presses a morning.
    public static let sweden = SnoozeShares(heavy: 0.452 * 2.7 / 2.4, moderate: 0.279)
}

/// A number for each class of snoozer.
public struct PerSnoozer: Sendable, Hashable {
    public var heavy: Double
    public var moderate: Double
    public var light: Double

    func callAsFunction(_ snoozer: Snoozer) -> Double {
        switch snoozer {
        case .heavy: heavy
        case .moderate: moderate
        case .light: light
        }
    }
}

/// How readily a sleeper answers an alarm.
public enum Snoozer: Sendable, CaseIterable {
    case heavy, moderate, light
}
