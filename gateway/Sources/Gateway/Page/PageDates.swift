import GatewayRules

extension CivilTime {
    /// As an owner's clock shows it. An unknown zone counts as UTC.
    init(at milliseconds: Int64, zone: String) {
        self.init(at: milliseconds, offsetSeconds: Month.offsetSeconds(zone: zone, at: milliseconds))
    }
}

/// Times, months and minutes in words. Written out here: the formats must not change with the system's data.
extension PageLanguage {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func name(ofMonth month: Int) -> String {
        months.indices.contains(month - 1) ? months[month - 1] : ""
    }

    /// "Sun", "日", from 0.
    func weekday(_ day: Int) -> String {
        let names =
            self == .en ? ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] : ["日", "月", "火", "水", "木", "金", "土"]
        return names.indices.contains(day) ? names[day] : ""
    }

    /// "1 December 2026", "2026年12月1日"
    func day(_ time: CivilTime) -> String {
        switch self {
        case .en: "\(time.day) \(Self.name(ofMonth: time.month)) \(time.year)"
        case .ja: "\(time.year)年\(time.month)月\(time.day)日"
        }
    }

    /// "Fri 27 November 2026, 06:49", "2026年11月27日（金）6:49"
    func moment(_ time: CivilTime) -> String {
        switch self {
        case .en: "\(weekday(time.weekday)) \(day(time)), \(time.clock)"
        case .ja: "\(day(time))（\(weekday(time.weekday))）\(time.hour):\(padded(time.minute, 2))"
        }
    }

    /// "December 2026", "2026年12月"
    func name(of month: Month) -> String {
        switch self {
        case .en: "\(Self.name(ofMonth: month.month)) \(month.year)"
        case .ja: "\(month.year)年\(month.month)月"
        }
    }

    /// "1 minute", "23分"
    func minutes(_ count: Int64) -> String {
        switch self {
        case .en: count == 1 ? "1 minute" : "\(count) minutes"
        case .ja: "\(count)分"
        }
    }

    /// Several names in a row.
    func list(_ names: [String]) -> String { names.joined(separator: self == .en ? ", " : "、") }
}
