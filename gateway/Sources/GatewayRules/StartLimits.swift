/// So many at most in any time of that length. It slides: what counts are the times of the newest, which are stored anyway.
public struct Ceiling: Hashable, Sendable {
    /// At least 1.
    public let count: Int64
    public let periodMilliseconds: Int64

    public init(_ count: Int64, in periodMilliseconds: Int64) {
        self.count = max(1, count)
        self.periodMilliseconds = max(1, periodMilliseconds)
    }

    /// The milliseconds until there may be another; nil: now.
    ///
    /// - Parameter last: When the newest but `count - 1` was; nil: there were fewer. A clock that was set back makes
    ///   nobody wait longer than a period.
    public func wait(last: Int64?, at now: Int64) -> Int64? {
        guard let last else { return nil }
        let left = last + periodMilliseconds - now
        return left > 0 ? min(left, periodMilliseconds) : nil
    }
}

/// How often one speaker may begin something (gateway-design §4): an owner who shares a token with a crowd soon notices it.
/// Retries, resumes and renewals begin nothing; whoever stops or syncs is never asked.
public struct StartLimits: Hashable, Sendable {
    /// Conversations in which Start was pressed.
    public var startsPerHour: Int64 = 6
    public var startsPerDay: Int64 = 40
    /// Preparations are free, so they are few: so many a day for each habit that the profile has …
    public var preparesPerHabit: Int64 = 2
    /// … and for so many more.
    public var spareHabits: Int64 = 2

    /// Of a speaker that has not told of its habits: it begins with these.
    static let usualHabits: Int64 = 3
    static let hour: Int64 = 3_600_000
    static let day: Int64 = 86_400_000

    public init() {}

    public var starts: [Ceiling] { [Ceiling(startsPerHour, in: Self.hour), Ceiling(startsPerDay, in: Self.day)] }

    /// - Parameter habits: How many the profile has; an empty list does not speak of habits.
    public func prepares(habits: Int) -> Ceiling {
        let habits = habits > 0 ? Int64(habits) : Self.usualHabits
        return Ceiling((habits + spareHabits) * preparesPerHabit, in: Self.day)
    }
}
