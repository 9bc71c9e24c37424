/// A month of an owner, "2026-12". Quota is counted in these (GATEWAY-2).
public struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// The month of an instant, where the clock shows so much more than UTC.
    public init(at milliseconds: Int64, offsetSeconds: Int) {
        let time = CivilTime(at: milliseconds, offsetSeconds: offsetSeconds)
        (year, month) = (time.year, time.month)
    }

    /// "2026-12". Nil: not a month.
    @inlinable public init?(_ text: some StringProtocol) { self.init(bytes: Array(text.utf8)) }

    @usableFromInline init?(bytes: [UInt8]) {
        var (year, month) = (0, 0)
        for (place, byte) in bytes.enumerated() {
            switch (place, byte) {
            case (4, UInt8(ascii: "-")): continue
            case (0...3, 0x30...0x39): year = year * 10 + Int(byte - 0x30)
            case (5...6, 0x30...0x39): month = month * 10 + Int(byte - 0x30)
            default: return nil
            }
        }
        guard bytes.count == 7, (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    private init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// Never back: an owner who travels, or a clock that is set, can neither repeat a month's grant nor lose one.
    public static func current(newestSeen: Month?, local: Month) -> Month { max(newestSeen ?? local, local) }

    public var next: Month { month == 12 ? Month(year: year + 1, month: 1) : Month(year: year, month: month + 1) }

    /// So many months before, at the earliest the first of year 0.
    public func earlier(by months: Int) -> Month {
        let count = max(0, year * 12 + month - 1 - months)
        return Month(year: count / 12, month: count % 12 + 1)
    }

    public var description: String {
        padded(year, 4) + "-" + padded(month, 2)
    }

    /// Its first midnight as if it were UTC's, in milliseconds.
    public var startInUTC: Int64 { daysSince1970(year: year, month: month) * 86_400_000 }

    /// How many days it has.
    public var days: Int { Int((next.startInUTC - startInUTC) / 86_400_000) }

    /// When it is over in every zone, in milliseconds: the last is UTC-12.
    public var endEverywhere: Int64 { next.startInUTC + 12 * 3_600_000 }

    public static func < (one: Month, other: Month) -> Bool { (one.year, one.month) < (other.year, other.month) }
}
