/// A telephone number as a voice says it: digits one by one, with a pause between their groups.
public struct PhoneNumber: Hashable, Sendable {
    /// `0120-279-338`: digits in groups with one `-` or space between them.
    public let text: String

    static let maximumDigits = 15

    /// nil unless `text` is 2 to 15 digits in groups.
    public init?(_ text: String) {
        let groups = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == " " }
        guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            (2...Self.maximumDigits).contains(groups.reduce(0) { $0 + $1.utf8.count })
        else { return nil }
        self.text = text
    }

    public var groups: [String] { text.split { $0 == "-" || $0 == " " }.map(String.init) }

    /// `0 1 2 0, 2 7 9, 3 3 8`, or the same in kana.
    public func reading(in language: Language) -> String {
        switch language {
        case .english: groups.map { $0.map(String.init).joined(separator: " ") }.joined(separator: ", ")
        case .japanese:
            groups.map { $0.map { Kana.number($0.wholeNumberValue ?? 0) }.joined(separator: " ") }
                .joined(separator: "、")
        }
    }
}

/// When somebody answers a help line.
public enum HelpHours: Hashable, Sendable {
    case always
    /// Nobody has verified the hours: never said to be open.
    case unknown
    /// By the clock of a zone.
    case windows([Window], zone: String)

    public struct Window: Hashable, Sendable {
        public var days: WeekdaySet
        public var from: LocalTime
        /// A time that is not after `from` is on the next day.
        public var until: LocalTime

        /// Whether the window holds at `local`; the end is excluded.
        func contains(_ local: LocalDateTime) -> Bool {
            let isToday = days.contains(local.date.weekday)
            if from < until { return isToday && from <= local.time && local.time < until }
            if isToday && from <= local.time { return true }
            return days.contains(local.date.adding(days: -1).weekday) && local.time < until
        }
    }

    /// Whether the line is open; false as long as hours or zone are unknown.
    public func areOpen(at time: CivilTime, zone rules: (String) -> ZoneRules?) -> Bool {
        switch self {
        case .always: true
        case .unknown: false
        case .windows(let windows, let zone):
            rules(zone).map { rules in windows.contains { $0.contains(rules.local(time)) } } ?? false
        }
    }
}

/// A line that somebody in need can call (SAFE-4), as `Prompts/crisis.yaml` describes it.
public struct HelpLine: Hashable, Sendable {
    public var name: Wording
    public var number: PhoneNumber
    public var hours: HelpHours
    public var isFree: Bool
    public var isForMinorsOnly: Bool
    /// Two-letter codes of the languages that are spoken there.
    public var languages: [String]
    public var note: String?
    public var source: String
    /// When the number and hours were copied from the source, which does not count as a check.
    public var copiedOn: LocalDate
    /// nil as long as no person has compared the entry with its source.
    public var check: Check?

    /// A person's comparison of an entry with its source.
    public struct Check: Hashable, Sendable {
        public var person: String
        public var date: LocalDate

        public init(person: String, date: LocalDate) {
            self.person = person
            self.date = date
        }
    }

    /// When somebody or something last looked at the source.
    var lastSeenOn: LocalDate { max(copiedOn, check?.date ?? copiedOn) }
}

/// The number to dial when a life is in danger now.
public struct EmergencyNumber: Hashable, Sendable {
    public var name: Wording
    public var number: PhoneNumber
}

/// All help lines, by the two-letter code of the country that setup asks for (SAFE-4, G-6).
public struct HelpLines: Hashable, Sendable {
    public struct Country: Hashable, Sendable {
        public var emergency: [EmergencyNumber]
        public var lines: [HelpLine]
    }

    /// The help lines that can be given to a person in need at one moment.
    public struct Selection: Hashable, Sendable {
        /// The lines that are open, those that never close first, each kind in the file's order.
        public var lines: [HelpLine]
        public var emergency: [EmergencyNumber]
    }

    /// Said where the country is unknown, or has no entry: no number is invented.
    public static let unknownCountry = Wording(
        "Please call the emergency number of the place where you are, or go to someone near you.",
        "今いる場所の緊急の番号に電話するか、近くの人のところへ行ってください。",
        kana: "いま いる ばしょの きんきゅうの ばんごうに でんわ するか、ちかくの ひとの ところえ いって ください。")

    public var countries: [String: Country] { didSet { known = Set(countries.keys) } }
    /// The countries that have a line of their own.
    public private(set) var known: Set<String>

    public init(countries: [String: Country]) {
        self.countries = countries
        known = Set(countries.keys)
    }

    /// The lines that are open in a country; nil for a country without an entry, for which `unknownCountry` is said.
    public func linesOpen(
        country: String, at time: CivilTime, isMinor: Bool = false, zone rules: (String) -> ZoneRules?
    ) -> Selection? {
        guard let entry = countries[country] else { return nil }
        let open = entry.lines.filter {
            (isMinor || !$0.isForMinorsOnly) && $0.hours.areOpen(at: time, zone: rules)
        }
        return Selection(
            lines: open.filter { $0.hours == .always } + open.filter { $0.hours != .always },
            emergency: entry.emergency)
    }

    /// The country of the owner, else of their zone; nil where nobody knows it.
    public static func country(of profile: Profile, zone: String) -> String? {
        profile.country?.letters ?? country(ofZone: zone)
    }

    // MARK: Age

    public static let warningAgeDays = 120

    /// The days since each line was copied or checked, if more than `days`; names contain the country: `JP/いのちSOS`.
    public func linesUnseen(forDays days: Int, on today: LocalDate) -> [(name: String, days: Int)] {
        named.compactMap { name, line in
            let age = Int(today.dayNumber) - Int(line.lastSeenOn.dayNumber)
            return age > days ? (name, age) : nil
        }
    }

    /// The lines that no person has checked, however new they are.
    public var linesNobodyChecked: [String] { named.filter { $0.line.check == nil }.map(\.name) }

    public var count: Int { countries.values.reduce(0) { $0 + $1.lines.count } }

    private var named: [(name: String, line: HelpLine)] {
        countries.sorted { $0.key < $1.key }.flatMap { code, country in
            country.lines.map { ("\(code)/\($0.name.japanese)", $0) }
        }
    }
}
