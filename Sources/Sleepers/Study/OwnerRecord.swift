import Bedside

/// What one owner went through under one rule: counts of which the measures are made.
struct OwnerRecord: Sendable {
    var kind = OwnerKind.middle
    var days = 0
    /// Days on which the alarm was due and the power on.
    var dueDays = 0
    var rings = 0
    /// Rings although the owner was up.
    var unneeded = 0
    /// Mornings on which the owner was not up `lateMinutes` after the time, and no ring had told them in time.
    var late = 0
    /// Rings that were slept through.
    var misses = 0
    /// Day of the first step to levels 1, 2 and 3, counted from 1; 0: never.
    var firstDays: [Int32] = [0, 0, 0]
    /// Chance of waking in time on the day of graduation.
    var chanceAtGraduation: Double?
    /// The chance under which a graduation was too early.
    var readyChance = 0.75
    var graduateDays = 0
    var graduateLate = 0
    var graduateRings = 0
    /// Rings while up, and questions, at level 3.
    var graduateNags = 0
    /// Talks that Start opened unasked at levels 1 to 3.
    var unaskedTalks = 0
    var levelChanges = 0
    /// Words of the speaker, in all and in the first and last 28 due days.
    var words = 0.0
    var firstWords = 0.0
    var lastWords = 0.0
    /// Minutes from the time to getting up, over all due days.
    var minutesAfter = 0.0
    var relapses = 0
    /// Days from the onset of each relapse to the step down, for those that led to one.
    var relapseDelays: [Int] = []
    /// Due days to the step down at level 3 after the chance fell to .3, .5 and .85, for each trial; nil: none in 60 days.
    var forced: [ForcedChance: [Int?]] = [:]

    func firstDay(of level: Int) -> Int? {
        let day = firstDays[level - 1]
        return day > 0 ? Int(day) : nil
    }
}

/// To what a chance of waking in time falls in the trials at level 3 (F-4).
enum ForcedChance: Double, Sendable, CaseIterable {
    case low = 0.3
    case middle = 0.5
    case healthy = 0.85
}
