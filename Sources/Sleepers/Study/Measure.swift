import Bedside

/// What a study measures (FADE-6). The raw value is the name in JSON.
public enum Measure: String, Sendable, CaseIterable {
    /// Rings although the owner was up, per 7 due days.
    case unneededRings = "unneeded_rings_per_week"
    /// Mornings on which the owner was not up 25 min after the time because no ring came, or none was heard; per 7 due
    /// days.
    case lateWakes = "late_wakes_per_week"
    /// Episodes that were slept through, per 7 due days.
    case trueMisses = "true_misses_per_week"
    /// All rings, per 7 due days.
    case rings = "rings_per_week"
    /// Minutes from the time to getting up, mean over due days; 0 for somebody who was up.
    case minutesAfterTime = "minutes_up_after_time"
    /// Share of owners who reached a level.
    case reachedLevel1 = "reached_level_1"
    case reachedLevel2 = "reached_level_2"
    case reachedLevel3 = "reached_level_3"
    /// Day on which those owners reached it, counted from 1.
    case dayToLevel1 = "median_day_to_level_1"
    case dayToLevel2 = "median_day_to_level_2"
    case dayToLevel3 = "median_day_to_level_3"
    /// Share of first graduations on a day on which the true chance of waking in time was under .75.
    case premature = "premature_graduation"
    /// Late wakes and rings per 7 due days at level 3, over all those days.
    case lateAsGraduate = "late_as_graduate_per_week"
    case ringsAsGraduate = "rings_as_graduate_per_week"
    /// Rings while up, and questions, per 7 due days at level 3.
    case nagsAsGraduate = "nags_after_graduation_per_week"
    /// Talks at levels 1 to 3 that nobody asked for, per owner.
    case unaskedTalks = "unasked_talks_at_levels_1_to_3"
    case levelChanges = "level_changes_per_year"
    /// Words that the speaker says, mean over due days: all, the first 28, the last 28.
    case words = "words_per_day"
    case wordsFirst = "words_per_day_first_28_days"
    case wordsLast = "words_per_day_last_28_days"
    /// Days from the onset of a relapse at level 2 or 3 (the chance falls under .5 for at least 7 days) to the step down.
    case relapseDelay = "days_from_relapse_to_step_down"
    /// Share of those relapses that led to a step down within 28 days.
    case relapseAnswered = "stepped_down_after_relapse"
    /// Share of trials at level 3 that stepped down within 14 due days after the chance fell to .3 and to .5; and, wrongly,
    /// at .85.
    case steppedDownAtLow = "stepped_down_within_14_days_at_0.3"
    case steppedDownAtMiddle = "stepped_down_within_14_days_at_0.5"
    case steppedDownAtHealthy = "wrongly_stepped_down_within_14_days_at_0.85"

    /// Decimals that are worth showing.
    public var decimals: Int {
        switch self {
        case .unneededRings, .lateWakes, .trueMisses, .rings, .lateAsGraduate, .ringsAsGraduate, .nagsAsGraduate: 2
        case .unaskedTalks, .levelChanges, .minutesAfterTime, .words, .wordsFirst, .wordsLast: 1
        case .dayToLevel1, .dayToLevel2, .dayToLevel3, .relapseDelay: 0
        case .reachedLevel1, .reachedLevel2, .reachedLevel3, .premature, .relapseAnswered, .steppedDownAtLow,
            .steppedDownAtMiddle, .steppedDownAtHealthy:
            0
        }
    }

    /// Whether it is a share, shown in percent.
    public var isShare: Bool {
        switch self {
        case .reachedLevel1, .reachedLevel2, .reachedLevel3, .premature, .relapseAnswered, .steppedDownAtLow,
            .steppedDownAtMiddle, .steppedDownAtHealthy:
            true
        case .unneededRings, .lateWakes, .trueMisses, .rings, .lateAsGraduate, .ringsAsGraduate, .nagsAsGraduate,
            .unaskedTalks, .levelChanges, .minutesAfterTime, .words, .wordsFirst, .wordsLast, .dayToLevel1,
            .dayToLevel2, .dayToLevel3, .relapseDelay:
            false
        }
    }
}

/// The value of a measure, with its distribution where there is one.
public struct Statistic: Hashable, Sendable {
    /// The mean over owners, a share, or a median, as the measure says; nil: nothing happened that could be measured.
    public var value: Double?
    /// 10th, 50th and 90th percentile over owners, or over what was counted.
    public var p10: Double?
    public var p50: Double?
    public var p90: Double?
}

/// The outcomes of one rule for some owners.
public struct Outcomes: Sendable {
    public let owners: Int
    private let statistics: [Measure: Statistic]

    public subscript(measure: Measure) -> Statistic { statistics[measure] ?? Statistic() }

    init(_ records: [OwnerRecord]) {
        owners = records.count
        statistics = Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, Self.statistic($0, records)) })
    }

    private static func statistic(_ measure: Measure, _ records: [OwnerRecord]) -> Statistic {
        switch measure {
        case .unneededRings: weekly(records) { Double($0.unneeded) }
        case .lateWakes: weekly(records) { Double($0.late) }
        case .trueMisses: weekly(records) { Double($0.misses) }
        case .rings: weekly(records) { Double($0.rings) }
        case .minutesAfterTime: daily(records) { ($0.minutesAfter, $0.dueDays) }
        case .reachedLevel1: share(records) { $0.firstDay(of: 1) != nil }
        case .reachedLevel2: share(records) { $0.firstDay(of: 2) != nil }
        case .reachedLevel3: share(records) { $0.firstDay(of: 3) != nil }
        case .dayToLevel1: median(records.compactMap { $0.firstDay(of: 1).map(Double.init) })
        case .dayToLevel2: median(records.compactMap { $0.firstDay(of: 2).map(Double.init) })
        case .dayToLevel3: median(records.compactMap { $0.firstDay(of: 3).map(Double.init) })
        case .premature: share(records.filter { $0.chanceAtGraduation != nil }, \.isPremature)
        case .lateAsGraduate: asGraduate(records) { $0.graduateLate }
        case .ringsAsGraduate: asGraduate(records) { $0.graduateRings }
        case .nagsAsGraduate: asGraduate(records) { $0.graduateNags }
        case .unaskedTalks: mean(records.map { Double($0.unaskedTalks) })
        case .levelChanges: mean(records.map { Double($0.levelChanges) * 365 / Double(max(1, $0.days)) })
        case .words: daily(records) { ($0.words, $0.dueDays) }
        case .wordsFirst: daily(records) { ($0.firstWords, min(28, $0.dueDays)) }
        case .wordsLast: daily(records) { ($0.lastWords, min(28, $0.dueDays)) }
        case .relapseDelay: median(records.flatMap { $0.relapseDelays.map(Double.init) })
        case .relapseAnswered:
            ratio(records.reduce(0) { $0 + $1.relapseDelays.count }, records.reduce(0) { $0 + $1.relapses })
        case .steppedDownAtLow: within14Days(records, .low)
        case .steppedDownAtMiddle: within14Days(records, .middle)
        case .steppedDownAtHealthy: within14Days(records, .healthy)
        }
    }

    // MARK: Kinds of statistic

    private static func weekly(_ records: [OwnerRecord], _ count: (OwnerRecord) -> Double) -> Statistic {
        mean(records.filter { $0.dueDays > 0 }.map { 7 * count($0) / Double($0.dueDays) })
    }

    private static func daily(_ records: [OwnerRecord], _ part: (OwnerRecord) -> (Double, Int)) -> Statistic {
        mean(records.map(part).filter { $0.1 > 0 }.map { $0.0 / Double($0.1) })
    }

    private static func asGraduate(_ records: [OwnerRecord], _ count: (OwnerRecord) -> Int) -> Statistic {
        var result = mean(
            records.filter { $0.graduateDays > 0 }.map { 7 * Double(count($0)) / Double($0.graduateDays) })
        result.value = ratio(records.reduce(0) { $0 + 7 * count($1) }, records.reduce(0) { $0 + $1.graduateDays }).value
        return result
    }

    private static func within14Days(_ records: [OwnerRecord], _ chance: ForcedChance) -> Statistic {
        let trials = records.flatMap { $0.forced[chance] ?? [] }
        return ratio(trials.count { ($0 ?? .max) <= 14 }, trials.count)
    }

    private static func share(_ records: [OwnerRecord], _ isCounted: (OwnerRecord) -> Bool) -> Statistic {
        ratio(records.count(where: isCounted), records.count)
    }

    private static func ratio(_ part: Int, _ whole: Int) -> Statistic {
        Statistic(value: whole > 0 ? Double(part) / Double(whole) : nil)
    }

    private static func mean(_ values: [Double]) -> Statistic {
        guard !values.isEmpty else { return Statistic() }
        var result = median(values)
        result.value = values.reduce(0, +) / Double(values.count)
        return result
    }

    private static func median(_ values: [Double]) -> Statistic {
        let sorted = values.sorted()
        let p50 = sorted.percentile(0.5)
        return Statistic(value: p50, p10: sorted.percentile(0.1), p50: p50, p90: sorted.percentile(0.9))
    }
}

extension OwnerRecord {
    fileprivate var isPremature: Bool { (chanceAtGraduation ?? 1) < readyChance }
}

extension [Double] {
    /// A percentile of sorted values, between its neighbours in proportion; nil if there are none.
    func percentile(_ fraction: Double) -> Double? {
        guard let last else { return nil }
        let place = fraction * Double(count - 1)
        let below = Int(place)
        guard below + 1 < count else { return last }
        return self[below] + (self[below + 1] - self[below]) * (place - Double(below))
    }
}
