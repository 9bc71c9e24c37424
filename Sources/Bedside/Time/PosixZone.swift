/// The POSIX TZ string in a TZif footer, parsed (POSIX.1-2024 §8.3, RFC 9636 §3.3.2): `CET-1CEST,M3.5.0,M10.5.0/3`.
public struct PosixZone: Hashable, Sendable {
    /// Names a day of any year.
    enum Day: Hashable, Sendable {
        /// `J60`: 1 … 365, February 29 is never counted.
        case julian(Int)
        /// `59`: 0 … 365, February 29 is counted.
        case zeroBased(Int)
        /// `M3.5.0`: month, week (5 is the last), weekday (0 is Sunday).
        case month(Int, week: Int, weekday: Int)
    }
    /// When a change happens: a day, and seconds after its midnight by the clock in force before (-167 h … 167 h).
    struct Rule: Hashable, Sendable {
        var day: Day
        var seconds: Int64
    }
    struct Daylight: Hashable, Sendable {
        /// Offset east of UTC, in seconds; may be less than the standard offset (Europe/Dublin).
        var offset: Int32
        var start: Rule
        var end: Rule
    }

    public let text: String
    /// Standard offset east of UTC, in seconds.
    public let standardOffset: Int32
    let daylight: Daylight?

    /// The offset in force at `seconds` since 1970 (UTC). Never allocates.
    func offset(at seconds: Int64) -> Int32 {
        guard let daylight else { return standardOffset }
        return isDaylight(daylight, at: seconds) ? daylight.offset : standardOffset
    }

    /// The first instant after `seconds` at which a rule applies, whether or not it changes the offset.
    func nextBoundary(after seconds: Int64) -> Int64? {
        guard let daylight else { return nil }
        let year = Self.year(of: seconds)
        var best: Int64?
        for candidate in (year - 1)...(year + 2) {
            let (start, end) = (start(daylight, in: candidate), end(daylight, in: candidate))
            if start > seconds { best = min(best ?? start, start) }
            if end > seconds { best = min(best ?? end, end) }
        }
        return best
    }

    /// Daylight time runs from each year's start to that year's end, or to the next year's if the end comes first. By
    /// this rule, a zone whose daylight time ends as (or after) it starts again is on daylight time all year, as zic
    /// means it.
    private func isDaylight(_ rules: Daylight, at seconds: Int64) -> Bool {
        let year = Self.year(of: seconds)
        let (start, end) = (start(rules, in: year), end(rules, in: year))
        let newYear = Self.newYear(year) * 86_400
        // Rules reach at most 167 h and an offset over the edge of their year; in its middle the year alone decides.
        if seconds - newYear > Self.reach, newYear + 365 * 86_400 - seconds > Self.reach,
            abs(start - end) > 2 * Self.reach
        {
            return start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
        }
        for candidate in (year - 2)...(year + 1) {
            let start = self.start(rules, in: candidate)
            guard start <= seconds else { continue }
            var end = self.end(rules, in: candidate)
            if end <= start { end = self.end(rules, in: candidate + 1) }
            if seconds < end { return true }
        }
        return false
    }

    private static let reach: Int64 = 9 * 86_400

    private func start(_ rules: Daylight, in year: Int64) -> Int64 {
        Self.wallSeconds(of: rules.start, in: year) - Int64(standardOffset)
    }
    private func end(_ rules: Daylight, in year: Int64) -> Int64 {
        Self.wallSeconds(of: rules.end, in: year) - Int64(rules.offset)
    }

    private static func wallSeconds(of rule: Rule, in year: Int64) -> Int64 {
        let newYear = newYear(year)
        let leapDay: Int64 = isLeap(year) ? 1 : 0
        let day: Int64
        switch rule.day {
        case .julian(let number): day = newYear + Int64(number) - 1 + (number >= 60 ? leapDay : 0)
        case .zeroBased(let number): day = newYear + Int64(number)
        case .month(let month, let week, let weekday):
            let first = newYear + daysBefore(month: Int64(month), leapDay: leapDay)
            let length = daysBefore(month: Int64(month) + 1, leapDay: leapDay) + newYear - first
            // 1970-01-01 was a Thursday (4).
            let firstWeekday = floorModulo(first + 4, 7)
            var dayOfMonth = floorModulo(Int64(weekday) - firstWeekday, 7) + Int64(week - 1) * 7
            if dayOfMonth >= length { dayOfMonth -= 7 }
            day = first + dayOfMonth
        }
        return day * 86_400 + rule.seconds
    }

    /// Days from New Year to the first of `month`, 1 … 13.
    private static func daysBefore(month: Int64, leapDay: Int64) -> Int64 {
        (367 * month - 362) / 12 - (month <= 2 ? 0 : 2 - leapDay)
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Days from 1970-01-01 to January 1 of `year`.
    private static func newYear(_ year: Int64) -> Int64 {
        let before = year - 1
        return before * 365 + floorDivide(before, 4) - floorDivide(before, 100) + floorDivide(before, 400) - 719_162
    }

    private static func year(of seconds: Int64) -> Int64 {
        let days = floorDivide(seconds, 86_400)
        // 400 years have 146,097 days; the estimate is off by one at most.
        let estimate = 1970 + floorDivide(days * 400, 146_097)
        if newYear(estimate) > days { return estimate - 1 }
        return newYear(estimate + 1) <= days ? estimate + 1 : estimate
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : (a - b + 1) / b }
    private static func floorModulo(_ a: Int64, _ b: Int64) -> Int64 { a - floorDivide(a, b) * b }
}

extension PosixZone: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(ZoneError) {
            self = try PosixZone(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension PosixZone {
    /// Parses a TZ string; a daylight name needs its rules, as TZif footers have them.
    public init(_ text: some StringProtocol) throws(ZoneError) {
        guard text.utf8.count <= 256 else { throw .badFooter("it is longer than 256 characters") }
        var reader = PosixZoneReader(bytes: Array(text.utf8))
        try reader.name()
        let standard = -(try reader.offset())
        self.text = String(text)
        standardOffset = Int32(standard)
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        try reader.name()
        let daylightOffset = try reader.next == UInt8(ascii: ",") ? standard + 3600 : -reader.offset()
        let start = try reader.rule()
        let end = try reader.rule()
        guard reader.isAtEnd else { throw .badFooter("there is more after its rules") }
        daylight = Daylight(offset: Int32(daylightOffset), start: start, end: end)
    }
}

/// Reads the parts of a TZ string, byte by byte.
private struct PosixZoneReader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// `CET`, or `<+0330>`; at least three characters.
    mutating func name() throws(ZoneError) {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
        let isQuoted = take("<")
        let start = index
        while let byte = next {
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            guard isLetter(byte) || isQuoted && (isSign || (0x30...0x39).contains(byte)) else { break }
            index += 1
        }
        let length = index - start
        guard length >= 3, !isQuoted || take(">") else {
            throw .badFooter("a zone abbreviation of three or more letters is missing at character \(start + 1)")
        }
    }

    mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(ZoneError) -> Int {
        let start = index
        var value = 0
        while let byte = next, (0x30...0x39).contains(byte), index - start < 4 {
            value = value * 10 + Int(byte - 0x30)
            index += 1
        }
        guard index > start, range.contains(value) else {
            throw .badFooter(
                "\(what) from \(range.lowerBound) to \(range.upperBound) is missing at character \(start + 1)")
        }
        return value
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time(maxHours: Int) throws(ZoneError) -> Int {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        var seconds = try number(0...maxHours, "an hour") * 3600
        if take(":") {
            seconds += try number(0...59, "a minute") * 60
            if take(":") { seconds += try number(0...59, "a second") }
        }
        return isNegative ? -seconds : seconds
    }

    /// An offset west of UTC in seconds, as POSIX counts it.
    mutating func offset() throws(ZoneError) -> Int { try time(maxHours: 24) }

    /// `,M3.5.0/2`; without a time it is 02:00.
    mutating func rule() throws(ZoneError) -> PosixZone.Rule {
        guard take(",") else { throw .badFooter("the rules of its daylight saving time are missing") }
        let day: PosixZone.Day
        if take("M") {
            let month = try number(1...12, "a month")
            guard take(".") else { throw .badFooter("a week is missing at character \(index + 1)") }
            let week = try number(1...5, "a week")
            guard take(".") else { throw .badFooter("a weekday is missing at character \(index + 1)") }
            day = .month(month, week: week, weekday: try number(0...6, "a weekday"))
        } else if take("J") {
            day = .julian(try number(1...365, "a day"))
        } else {
            day = .zeroBased(try number(0...365, "a day"))
        }
        return PosixZone.Rule(day: day, seconds: take("/") ? Int64(try time(maxHours: 167)) : 7200)
    }
}
