/// How often something may happen: so many at once, and so many again in each period (a token bucket).
public struct Allowance: Hashable, Sendable {
    /// So many at once; at least 1.
    public let burst: Int64
    /// So many come back …
    public let refill: Int64
    /// … in that time.
    public let periodMilliseconds: Int64

    public init(burst: Int64, refill: Int64, periodMilliseconds: Int64) {
        self.burst = max(1, burst)
        self.refill = max(1, refill)
        self.periodMilliseconds = max(1, periodMilliseconds)
    }

    public static func perMinute(_ count: Int64, burst: Int64? = nil) -> Allowance {
        Allowance(burst: burst ?? count, refill: count, periodMilliseconds: 60_000)
    }
    public static func perHour(_ count: Int64) -> Allowance {
        Allowance(burst: count, refill: count, periodMilliseconds: 3_600_000)
    }
    public static func perQuarterOfAnHour(_ count: Int64) -> Allowance {
        Allowance(burst: count, refill: count, periodMilliseconds: 900_000)
    }
}

/// What is left of an allowance. The unit is a millisecond's part of a refill, so that nothing is lost by rounding.
///
/// A clock that goes back refills nothing, and takes nothing. If it was ahead by more than a minute, the budget fills by the
/// new time from then on.
public struct Budget: Hashable, Sendable {
    /// Transactions that wait for each other come in another order than they began: times that go back by less are no
    /// clock's that was set.
    static let skewMilliseconds: Int64 = 60_000

    /// Stored where budgets are shared: units, and the time of the last change in milliseconds.
    public private(set) var units: Int64
    public private(set) var at: Int64

    public init(full allowance: Allowance, at now: Int64) {
        units = allowance.burst * allowance.periodMilliseconds
        at = now
    }

    public init(units: Int64, at: Int64) {
        self.units = units
        self.at = at
    }

    /// Takes one if there is one: nil. Else the milliseconds until there is.
    public mutating func take(_ allowance: Allowance, at now: Int64) -> Int64? {
        if let wait = wait(allowance, at: now) { return wait }
        units -= allowance.periodMilliseconds
        return nil
    }

    /// Gives one back that was taken.
    public mutating func giveBack(_ allowance: Allowance) {
        let full = allowance.burst * allowance.periodMilliseconds
        units = min(full, units + allowance.periodMilliseconds)
    }

    /// The milliseconds until there is one; nil: now.
    public mutating func wait(_ allowance: Allowance, at now: Int64) -> Int64? {
        let full = allowance.burst * allowance.periodMilliseconds
        let passed = max(0, now - at)
        at = at - now > Self.skewMilliseconds ? now : max(at, now)
        // The time that fills it is bounded, so the product is, too.
        let filling = (full - min(units, full)) / allowance.refill + 1
        units = min(full, units + min(passed, filling) * allowance.refill)
        let missing = allowance.periodMilliseconds - units
        return missing <= 0 ? nil : (missing + allowance.refill - 1) / allowance.refill
    }

    /// Whether it is as good as new: then it need not be remembered.
    public func isFull(_ allowance: Allowance, at now: Int64) -> Bool {
        var copy = self
        _ = copy.wait(allowance, at: now)
        return copy.units >= allowance.burst * allowance.periodMilliseconds
    }
}
