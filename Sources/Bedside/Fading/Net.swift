/// The net: how long after its time a habit rings, and only if there was no sign of life (FADE-1, F-2, F-11).
enum Net {
    /// A sign of life counts from this long before the habit's time on; for `wake` a held Start counts earlier
    /// (ALARM-11).
    static let window = TimeSpan.minutes(30)
    /// By how many minutes a later time is offered.
    static let later = 15
    /// A habit whose time moves by more than this is at a time at which nothing is known.
    private static let otherTimeMinutes = 30

    /// How long after its time the habit rings at a level; never after the owner's latest time.
    static func delay(_ habit: Habit, at level: FadingLevel) -> TimeSpan {
        let grace: TimeSpan
        switch level {
        case .companion, .ringOnly: return .zero
        case .net: grace = habit.id == .wake ? .minutes(10) : .minutes(30)
        case .graduated: grace = habit.id == .wake ? .minutes(15) : .minutes(30)
        }
        guard let latest = habit.latest else { return grace }
        let until = secondsUntil(latest, from: habit.at)
        // A latest time that has passed when the habit is due leaves no grace.
        return until > 12 * 3600 ? .zero : min(grace, .seconds(until))
    }

    /// Whether the net of this habit is a soft chime and not a ring.
    static func isSoft(_ habit: HabitID) -> Bool { habit != .wake }

    static func isOtherTime(_ old: LocalTime, _ new: LocalTime) -> Bool {
        let apart = secondsUntil(new, from: old)
        return min(apart, 86_400 - apart) > otherTimeMinutes * 60
    }

    /// Whether the habit could be a quarter of an hour later, on the same day and before the owner's latest time.
    static func mayBeLater(_ habit: Habit) -> Bool {
        guard Int(habit.at.secondOfDay) + later * 60 < 86_400 else { return false }
        guard let latest = habit.latest else { return true }
        let until = secondsUntil(latest, from: habit.at)
        return until <= 12 * 3600 && until >= later * 60
    }

    private static func secondsUntil(_ time: LocalTime, from start: LocalTime) -> Int {
        (Int(time.secondOfDay) - Int(start.secondOfDay) + 86_400) % 86_400
    }
}
