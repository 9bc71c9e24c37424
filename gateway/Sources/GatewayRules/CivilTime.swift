/// A moment as a calendar and a clock on the wall show it (proleptic Gregorian calendar).
public struct CivilTime: Hashable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int
    public let day: Int
    public let hour: Int
    public let minute: Int
    public let second: Int
    /// 0 is Sunday.
    public let weekday: Int

    /// Where the clock shows so much more than UTC.
    public init(at milliseconds: Int64, offsetSeconds: Int = 0) {
        let seconds = floorDivision(milliseconds, 1000) + Int64(offsetSeconds)
        let days = floorDivision(seconds, 86_400)
        (year, month, day) = civil(daysSince1970: days)
        let ofDay = Int(seconds - days * 86_400)
        hour = ofDay / 3_600
        minute = ofDay / 60 % 60
        second = ofDay % 60
        // 1970 began on a Thursday.
        weekday = Int(days + 4 - floorDivision(days + 4, 7) * 7)
    }

    /// "2026-12-01T06:00:00Z" (RFC 3339), of an instant in UTC.
    public static func text(at milliseconds: Int64) -> String {
        let time = CivilTime(at: milliseconds)
        return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))T"
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))Z"
    }

    /// "06:05"
    public var clock: String { "\(padded(hour, 2)):\(padded(minute, 2))" }
}

/// Digits with zeros in front.
public func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
}

/// - Parameter divisor: At least 2, so that no number is too large or too small.
func floorDivision(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}

/// The civil calendar counted from March, in eras of 400 years, so that a leap day is a year's last.
func civil(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), Int(month), Int(day))
}

func daysSince1970(year: Int, month: Int) -> Int64 {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivision(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}
