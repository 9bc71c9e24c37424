/// A zone's rules as read from the system's TZif file (RFC 9636): a value, so that events stay replayable.
public struct ZoneRules: Hashable, Sendable {
    /// `Europe/Berlin`
    public let name: String
    /// Seconds since 1970 (UTC) at which a new offset begins, ascending.
    public let transitions: [Int64]
    /// Offsets east of UTC in seconds, one per transition.
    public let offsets: [Int32]
    /// The offset before the first transition.
    public let initialOffset: Int32
    /// The POSIX TZ footer for times from the last transition on; nil: the last offset holds.
    public let footer: PosixZone?

    static let maximumTransitions = 10_000
    /// RFC 9636 §3.2: offsets lie between -25 h and 26 h, both excluded.
    private static let offsetRange: ClosedRange<Int32> = -89_999...93_599
    private static let offsetReach: Int64 = 93_600

    /// Checks the rules: as many offsets as transitions, ascending, all within 26 hours.
    public init(
        name: String, transitions: [Int64] = [], offsets: [Int32] = [], initialOffset: Int32, footer: PosixZone? = nil
    ) throws(ZoneError) {
        guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .badName
        }
        guard transitions.count <= Self.maximumTransitions, offsets.count == transitions.count else {
            throw .badCount("transitions", transitions.count)
        }
        for index in transitions.indices.dropFirst() where transitions[index] <= transitions[index - 1] {
            throw .unsorted(transition: index)
        }
        for offset in offsets where !Self.offsetRange.contains(offset) { throw .badOffset(seconds: Int(offset)) }
        guard Self.offsetRange.contains(initialOffset) else { throw .badOffset(seconds: Int(initialOffset)) }
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
        self.initialOffset = initialOffset
        self.footer = footer
    }

    private init(utc name: String) {
        self.name = name
        transitions = []
        offsets = []
        initialOffset = 0
        footer = nil
    }

    public static let utc = ZoneRules(utc: "UTC")

    /// Rules from a POSIX TZ string alone, for all times.
    public init(name: String, posix text: String) throws(ZoneError) {
        let footer = try PosixZone(text)
        try self.init(name: name, initialOffset: footer.standardOffset, footer: footer)
    }

    /// The offset in seconds east of UTC. About 30 ns, no allocation.
    public func offset(at time: CivilTime) -> Int32 { offset(atSeconds: time.seconds) }

    /// What a clock on the wall shows.
    public func local(_ time: CivilTime) -> LocalDateTime {
        let seconds = time.seconds
        return LocalDateTime(wallSeconds: seconds + Int64(offset(atSeconds: seconds)))
    }

    /// When a clock on the wall shows `wall` (ALARM-6): the first pass of a time that is repeated, the first instant
    /// after the gap for one that is skipped, nil for a time of a date that the zone skips whole (Apia 2011-12-30).
    public func instant(of wall: LocalDateTime) -> CivilTime? {
        let target = wall.wallSeconds
        let dayStart = Int64(wall.date.dayNumber) * 86_400
        let dayEnd = dayStart + 86_400
        // All instants that can fall on the date, in stretches of one offset.
        var start = dayStart - Self.offsetReach
        let limit = dayEnd + Self.offsetReach
        var afterGap: Int64?
        var dateExists = false
        while start < limit {
            let offset = Int64(offset(atSeconds: start))
            let end = min(nextBoundary(after: start) ?? limit, limit)
            let candidate = target - offset
            if start <= candidate && candidate < end { return CivilTime(seconds: candidate) }
            if start + offset < dayEnd && end + offset > dayStart { dateExists = true }
            if afterGap == nil && start + offset > target { afterGap = start }
            start = end
        }
        return dateExists ? afterGap.map { CivilTime(seconds: $0) } : nil
    }

    private func offset(atSeconds seconds: Int64) -> Int32 {
        let following = indexOfTransition(after: seconds)
        if following == transitions.count, let footer { return footer.offset(at: seconds) }
        return following == 0 ? initialOffset : offsets[following - 1]
    }

    /// The first instant after `seconds` at which the offset may change.
    func nextBoundary(after seconds: Int64) -> Int64? {
        let following = indexOfTransition(after: seconds)
        return following < transitions.count ? transitions[following] : footer?.nextBoundary(after: seconds)
    }

    /// The index of the first transition later than `seconds`; the number of transitions if there is none.
    private func indexOfTransition(after seconds: Int64) -> Int {
        var low = 0
        var high = transitions.count
        // Most queries are about times after the table's end.
        if high > 0, seconds >= transitions[high - 1] { return high }
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ZoneRules: Codable {
    private enum Key: String, CodingKey {
        case name, transitions, offsets, initialOffset, footer
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let name = try values.decode(String.self, forKey: .name)
        let transitions = try values.decode([Int64].self, forKey: .transitions)
        let offsets = try values.decode([Int32].self, forKey: .offsets)
        let initialOffset = try values.decode(Int32.self, forKey: .initialOffset)
        let footer = try values.decodeIfPresent(PosixZone.self, forKey: .footer)
        do throws(ZoneError) {
            try self.init(
                name: name, transitions: transitions, offsets: offsets, initialOffset: initialOffset, footer: footer)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(transitions, forKey: .transitions)
        try values.encode(offsets, forKey: .offsets)
        try values.encode(initialOffset, forKey: .initialOffset)
        try values.encodeIfPresent(footer, forKey: .footer)
    }
}

extension ZoneRules {
    /// Local time with its offset, seconds rounded down: `2026-03-29T03:00:00+02:00`; `+00:19:32` where it has seconds.
    public func iso8601(_ time: CivilTime) -> String {
        let offset = Int(offset(at: time))
        let local = LocalDateTime(wallSeconds: time.seconds + Int64(offset))
        let (clock, size) = (local.time, abs(offset))
        let seconds = size % 60 == 0 ? "" : ":\(padded(size % 60, 2))"
        return "\(local.date)T\(padded(clock.hour, 2)):\(padded(clock.minute, 2)):\(padded(clock.second, 2))"
            + "\(offset < 0 ? "-" : "+")\(padded(size / 3600, 2)):\(padded(size / 60 % 60, 2))\(seconds)"
    }
}

extension CivilTime {
    /// Reads `2026-03-29T03:00:00+02:00`; the offset is `Z`, `±hh:mm` or `±hh:mm:ss`. Nil before 1678 and after 2261.
    public init?(iso8601 text: some StringProtocol) {
        let text = text.utf8
        // Only ASCII from here on: the date and time take the first 19 bytes.
        guard text.count <= 28, text.count >= 20, text.allSatisfy({ $0 < 0x80 }) else { return nil }
        let bytes = Array(text)
        guard bytes[10] == UInt8(ascii: "T"),
            let local = LocalDateTime(String(decoding: bytes[..<19], as: UTF8.self)),
            let offset = CivilTime.offset(bytes[19...]), (1678...2261).contains(local.date.components.year)
        else { return nil }
        self.init(seconds: local.wallSeconds - Int64(offset))
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return nil }
        if sign == UInt8(ascii: "Z") { return bytes.count == 1 ? 0 : nil }
        let parts = bytes.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), (2...3).contains(parts.count),
            parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        guard numbers[0] < 26, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 } * (numbers.count == 2 ? 60 : 1)
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
