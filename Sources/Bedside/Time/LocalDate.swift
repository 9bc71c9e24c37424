/// A day of the week; raw values follow ISO 8601 (Monday is 1).
public enum Weekday: Int, CaseIterable, Codable, Sendable, Hashable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The name used in profiles and on the command line: `mon` … `sun`.
    public var shortName: String {
        switch self {
        case .monday: "mon"
        case .tuesday: "tue"
        case .wednesday: "wed"
        case .thursday: "thu"
        case .friday: "fri"
        case .saturday: "sat"
        case .sunday: "sun"
        }
    }

    public init?(shortName: String) {
        guard let day = Weekday.allCases.first(where: { $0.shortName == shortName }) else { return nil }
        self = day
    }
}

/// A set of weekdays, stored as a bit mask (bit 0 is Monday).
public struct WeekdaySet: Hashable, Codable, Sendable {
    public private(set) var mask: UInt8

    public init(_ days: some Sequence<Weekday>) {
        mask = days.reduce(into: 0) { $0 |= 1 << UInt8($1.rawValue - 1) }
    }
    /// - Parameter mask: bit 0 is Monday; a bit that is not a day is left out.
    public init(mask: UInt8) { self.mask = mask & 0x7F }

    public static let everyDay = WeekdaySet(Weekday.allCases)
    public static let weekdays = WeekdaySet([.monday, .tuesday, .wednesday, .thursday, .friday])

    public func contains(_ day: Weekday) -> Bool { mask & (1 << UInt8(day.rawValue - 1)) != 0 }
    public var isEmpty: Bool { mask & 0x7F == 0 }
    /// The days, Monday first.
    public var days: [Weekday] { Weekday.allCases.filter(contains) }

    public init(from decoder: any Decoder) throws {
        mask = try decoder.singleValueContainer().decode(UInt8.self) & 0x7F
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(mask)
    }
}

/// A calendar date without a zone, kept as days since 1970-01-01 (proleptic Gregorian).
public struct LocalDate: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public var dayNumber: Int32

    public init(dayNumber: Int32) { self.dayNumber = dayNumber }

    /// A date from year, month and day; nil if the calendar has no such date (2026-02-30) or the year is outside
    /// 1…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= LocalDate.days(inMonth: month, year: year)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        dayNumber = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Reads `2026-03-29`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(dayNumber) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    public var weekday: Weekday {
        // 1970-01-01 was a Thursday (4).
        let index = (Int(dayNumber) + 3) % 7
        return Weekday(rawValue: (index < 0 ? index + 7 : index) + 1) ?? .monday
    }

    public func adding(days: Int) -> LocalDate {
        LocalDate(dayNumber: Int32(clamping: Int(dayNumber) + days))
    }

    public static func < (a: LocalDate, b: LocalDate) -> Bool { a.dayNumber < b.dayNumber }

    /// `2026-03-29`.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = LocalDate(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected a date like 2026-03-29"))
        }
        self = date
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A wall-clock time of day, 00:00:00 … 23:59:59, without a zone.
public struct LocalTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Seconds after midnight by the wall clock, 0 ..< 86,400.
    public let secondOfDay: Int32

    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        secondOfDay = Int32(hour * 3600 + minute * 60 + second)
    }

    /// A time from any number of seconds, taken modulo a day.
    public init(wrappingSecondOfDay seconds: Int) {
        let remainder = seconds % 86_400
        secondOfDay = Int32(remainder < 0 ? remainder + 86_400 : remainder)
    }

    /// Reads `6:00`, `06:00` or `06:00:30`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), let second = parts.count == 3 ? Int(parts[2]) : 0
        else { return nil }
        self.init(hour: hour, minute: minute, second: second)
    }

    public var hour: Int { Int(secondOfDay) / 3600 }
    public var minute: Int { Int(secondOfDay) / 60 % 60 }
    public var second: Int { Int(secondOfDay) % 60 }

    public static func < (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay < b.secondOfDay }

    /// `06:00`, or `06:00:30` where the seconds are not zero.
    public var description: String {
        "\(padded(hour, 2)):\(padded(minute, 2))" + (second == 0 ? "" : ":\(padded(second, 2))")
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let time = LocalTime(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected a time like 06:00"))
        }
        self = time
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A wall-clock date and time without a zone.
public struct LocalDateTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public var date: LocalDate
    public var time: LocalTime

    public init(date: LocalDate, time: LocalTime) {
        self.date = date
        self.time = time
    }

    /// Reads `2026-03-28T12:00` or `2026-03-28 12:00:30`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard parts.count == 2, let date = LocalDate(parts[0]), let time = LocalTime(parts[1]) else { return nil }
        self.init(date: date, time: time)
    }

    /// Seconds since 1970-01-01T00:00:00 on the same wall clock.
    public var wallSeconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay) }

    public init(wallSeconds: Int64) {
        let day = wallSeconds >= 0 ? wallSeconds / 86_400 : (wallSeconds - 86_399) / 86_400
        date = LocalDate(dayNumber: Int32(clamping: day))
        time = LocalTime(wrappingSecondOfDay: Int(wallSeconds - day * 86_400))
    }

    public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { a.wallSeconds < b.wallSeconds }
    public var description: String { "\(date)T\(time)" }
}

/// A non-negative number in decimal with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
