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
    /// … and for so many more. Follow-up rings are counted besides (`prepares`).
    public var spareHabits: Int64 = 2
    /// How long a speaker may keep prepared talks open within a day, in minutes, whatever its profile says. A ring lasts
    /// half a minute, and what was prepared for it ends with it: three habits that nobody answers need 17 minutes.
    public var preparedMinutesPerDay: Int64 = 60

    /// The habits of a speaker that has not told of any: it begins with these.
    static let usualHabits = 3
    /// How many rings follow the first one where a habit does not say it.
    static let usualFollowUps: Int64 = 10
    /// A speaker takes no more of them for one habit (`ProfileRules.followUps`).
    static let mostFollowUps: Int64 = 30
    static let hour: Int64 = 3_600_000
    public static let day: Int64 = 86_400_000

    public init() {}

    /// How often Start may be pressed within an hour.
    public var hourly: Ceiling { Ceiling(startsPerHour, in: Self.hour) }
    /// How often Start may be pressed within a day.
    public var daily: Ceiling { Ceiling(startsPerDay, in: Self.day) }

    /// How often a talk may be prepared within a day. Each ring prepares one (ALARM-12), so an alarm that nobody answers
    /// needs one more for each of its follow-ups; these take nothing from what is there for other alarms.
    ///
    /// - Parameter followUps: How many rings may follow the first one, for each habit of the profile; nil: the habit does
    ///   not say it. An empty list does not speak of habits.
    public func prepares(followUps: [Int64?]) -> Ceiling {
        let habits = followUps.isEmpty ? [Int64?](repeating: nil, count: Self.usualHabits) : followUps
        let rings: Int64 = habits.reduce(0) { $0 + min(max($1 ?? Self.usualFollowUps, 0), Self.mostFollowUps) }
        return Ceiling((Int64(habits.count) + spareHabits) * preparesPerHabit + rings, in: Self.day)
    }

    /// The milliseconds until a speaker may prepare another talk; nil: now.
    ///
    /// - Parameters:
    ///   - kept: How long it has kept prepared talks open within the last day, in milliseconds.
    ///   - oldest: When the first of them was prepared; nil: there is none.
    public func preparedWait(kept: Int64, oldest: Int64?, at now: Int64) -> Int64? {
        guard kept >= preparedMinutesPerDay * 60_000, let oldest else { return nil }
        return min(max(oldest + Self.day - now, 1), Self.day)
    }
}
