/// A point on the boot clock (`CLOCK_BOOTTIME`): never steps, counts while suspended, starts at 0 with the kernel.
public struct BootTime: Hashable, Comparable, Codable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public static let zero = BootTime(nanoseconds: 0)
    public static func < (a: BootTime, b: BootTime) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// A point on the civil clock (`CLOCK_REALTIME`): nanoseconds since 1970-01-01T00:00:00Z. May step, may be untrusted.
public struct CivilTime: Hashable, Comparable, Codable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    /// Whole seconds since the epoch; saturates at the ends of the range (years 1677 and 2262).
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }
    /// Seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
    /// The last date of which every instant can be counted in every zone: 2262-04-09.
    public static let lastDate = LocalDate(dayNumber: 106_749)
    public static func < (a: CivilTime, b: CivilTime) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// A length of time in nanoseconds; arithmetic saturates, so that no clock value can trap.
public struct TimeSpan: Hashable, Comparable, Codable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public static let zero = TimeSpan(nanoseconds: 0)
    public static func milliseconds(_ value: Int) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(Int64(value), by: 1_000_000))
    }
    public static func seconds(_ value: Int) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(Int64(value), by: 1_000_000_000))
    }
    public static func minutes(_ value: Int) -> TimeSpan { .seconds(value) * 60 }
    public static func hours(_ value: Int) -> TimeSpan { .seconds(value) * 3600 }
    public static func days(_ value: Int) -> TimeSpan { .seconds(value) * 86_400 }
    /// Seconds with a fraction; saturates, and reads a NaN as zero.
    public static func seconds(fraction value: Double) -> TimeSpan {
        guard value.isFinite else {
            return value.isNaN || value == 0 ? .zero : TimeSpan(nanoseconds: value < 0 ? .min : .max)
        }
        let scaled = (value * 1e9).rounded()
        if scaled >= 9.2e18 { return TimeSpan(nanoseconds: .max) }
        if scaled <= -9.2e18 { return TimeSpan(nanoseconds: .min) }
        return TimeSpan(nanoseconds: Int64(scaled))
    }

    public var milliseconds: Int { Int(nanoseconds / 1_000_000) }
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.nanoseconds < b.nanoseconds }
    public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(a.nanoseconds, plus: b.nanoseconds))
    }
    public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(a.nanoseconds, minus: b.nanoseconds))
    }
    public static prefix func - (a: TimeSpan) -> TimeSpan { TimeSpan(nanoseconds: saturating(0, minus: a.nanoseconds)) }
    public static func * (a: TimeSpan, b: Int) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(a.nanoseconds, by: Int64(b)))
    }
}

extension CivilTime {
    public static func + (a: CivilTime, b: TimeSpan) -> CivilTime {
        CivilTime(nanoseconds: saturating(a.nanoseconds, plus: b.nanoseconds))
    }
    public static func - (a: CivilTime, b: TimeSpan) -> CivilTime {
        CivilTime(nanoseconds: saturating(a.nanoseconds, minus: b.nanoseconds))
    }
    public static func - (a: CivilTime, b: CivilTime) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(a.nanoseconds, minus: b.nanoseconds))
    }
}

extension BootTime {
    public static func + (a: BootTime, b: TimeSpan) -> BootTime {
        BootTime(nanoseconds: saturating(a.nanoseconds, plus: b.nanoseconds))
    }
    public static func - (a: BootTime, b: TimeSpan) -> BootTime {
        BootTime(nanoseconds: saturating(a.nanoseconds, minus: b.nanoseconds))
    }
    public static func - (a: BootTime, b: BootTime) -> TimeSpan {
        TimeSpan(nanoseconds: saturating(a.nanoseconds, minus: b.nanoseconds))
    }
}

/// Both clocks, read together: boot time for durations, civil time for when habits are due.
public struct Moment: Hashable, Codable, Sendable {
    public var boot: BootTime
    public var civil: CivilTime

    public init(boot: BootTime, civil: CivilTime) {
        self.boot = boot
        self.civil = civil
    }

    /// The moment that comes `span` later on this machine, if the civil clock does not step.
    public func advanced(by span: TimeSpan) -> Moment { Moment(boot: boot + span, civil: civil + span) }
}

private func saturating(_ a: Int64, plus b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b < 0 ? .min : .max) : sum
}

private func saturating(_ a: Int64, minus b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (b < 0 ? .max : .min) : difference
}

private func saturating(_ a: Int64, by b: Int64) -> Int64 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? ((a < 0) != (b < 0) ? .min : .max) : product
}

extension Optional where Wrapped: Comparable {
    /// The earlier of two times; nil stands for never.
    func earlier(_ other: Wrapped?) -> Wrapped? {
        guard let self else { return other }
        guard let other else { return self }
        return Swift.min(self, other)
    }
}
