/// A feeling by which the owner labelled a day, with its strength (E-1).
public struct FeltLabel: Hashable, Codable, Sendable {
    public static let strengths = 1...3

    /// Where a label comes from: only from the owner, in one of two ways (E-2).
    public enum Source: String, Codable, CaseIterable, Sendable, Hashable {
        /// The owner said the word.
        case owner
        /// The companion suggested it, and the owner said yes.
        case confirmed
    }

    public var label: EmotionLabel
    /// 1 a little … 3 very.
    public var intensity: Int
    public var source: Source

    public init(_ label: EmotionLabel, intensity: Int = 2, source: Source = .owner) {
        self.label = label
        self.intensity = min(max(intensity, Self.strengths.lowerBound), Self.strengths.upperBound)
        self.source = source
    }

    enum CodingKeys: String, CodingKey { case label, intensity, source }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(EmotionLabel.self, forKey: .label),
            intensity: try values.decode(Int.self, forKey: .intensity),
            // The first rows do not say.
            source: try values.decodeIfPresent(Source.self, forKey: .source) ?? .owner)
    }
}

/// The labels of one day.
public struct LabelledDay: Hashable, Codable, Sendable {
    public var date: LocalDate
    public var feelings: [FeltLabel]
    /// When a companion was to offer that a person may be good to talk to, if this day was among those that led to it
    /// (E-5).
    public var offeredOn: LocalDate?

    public init(date: LocalDate, feelings: [FeltLabel], offeredOn: LocalDate? = nil) {
        self.date = date
        self.feelings = Array(feelings.prefix(Reflection.maximumLabels))
        self.offeredOn = offeredOn
    }

    enum CodingKeys: String, CodingKey { case date, feelings, offeredOn }
}

/// How often each label was given in one week, which is what is left of days that are long past (E-4).
public struct LabelledWeek: Hashable, Codable, Sendable {
    /// The week's Monday.
    public var monday: LocalDate
    public var counts: [EmotionLabel: Int]

    public init(monday: LocalDate, counts: [EmotionLabel: Int] = [:]) {
        self.monday = monday
        self.counts = counts
    }

    enum CodingKeys: String, CodingKey { case monday, counts }
}

/// The labels of the last 90 days and the weekly counts before (E-4). The series never leaves the device.
public struct LabelDiary: Hashable, Codable, Sendable {
    public static let days = 90
    /// Weeks before that; older ones are dropped.
    public static let maximumWeeks = 260

    /// By date.
    public private(set) var days: [LabelledDay] = []
    /// By date.
    public private(set) var weeks: [LabelledWeek] = []
    /// Whether labels are kept at all.
    public private(set) var isOn = true

    public init() {}

    enum CodingKeys: String, CodingKey { case days, weeks, isOn }

    /// One change; a store that makes the same changes holds the same diary.
    public enum Change: Hashable, Codable, Sendable {
        /// A day, or one in the place of that day's.
        case keep(LabelledDay)
        case remove(LocalDate)
        case keepWeek(LabelledWeek)
        case removeWeek(LocalDate)
        /// Off erases everything, and keeps nothing more.
        case isOn(Bool)

        enum CodingKeys: String, CodingKey { case keep, remove, keepWeek, removeWeek, isOn }
        enum KeepCodingKeys: String, CodingKey { case _0 = "day" }
        enum RemoveCodingKeys: String, CodingKey { case _0 = "date" }
        enum KeepWeekCodingKeys: String, CodingKey { case _0 = "week" }
        enum RemoveWeekCodingKeys: String, CodingKey { case _0 = "monday" }
        enum IsOnCodingKeys: String, CodingKey { case _0 = "isOn" }

        /// Whether the change destroys what was written.
        var erases: Bool {
            switch self {
            case .remove, .removeWeek, .isOn(false): true
            case .keep, .keepWeek, .isOn: false
            }
        }
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .keep(let day):
            days.removeAll { $0.date == day.date }
            days.insert(day, at: days.firstIndex { $0.date > day.date } ?? days.endIndex)
        case .remove(let date): days.removeAll { $0.date == date }
        case .keepWeek(let week):
            weeks.removeAll { $0.monday == week.monday }
            weeks.insert(week, at: weeks.firstIndex { $0.monday > week.monday } ?? weeks.endIndex)
        case .removeWeek(let monday): weeks.removeAll { $0.monday == monday }
        case .isOn(let isOn):
            if !isOn { (days, weeks) = ([], []) }
            self.isOn = isOn
        }
    }

    /// The changes that keep a day's labels; none while labels are off.
    func keeping(_ day: LabelledDay) -> [Change] {
        guard isOn else { return [] }
        let before = days.first { $0.date == day.date }
        if day.feelings.isEmpty { return before == nil ? [] : [.remove(day.date)] }
        let day = LabelledDay(date: day.date, feelings: day.feelings, offeredOn: before?.offeredOn)
        return day == before ? [] : [.keep(day)]
    }

    // MARK: Heavy days (E-5)

    /// How many of the last days are sad or averse before a person is offered, and how long that then rests.
    private static let (heavyDays, lastDays, daysBetweenOffers): (Int, Int32, Int32) = (5, 7, 14)

    /// The changes that note the offer of a person to talk to, made today; none if it is not due.
    func offering(on today: LocalDate) -> [Change] {
        let isRecent = days.contains { day in
            day.offeredOn.map { (0..<Self.daysBetweenOffers).contains(today.dayNumber - $0.dayNumber) } ?? false
        }
        // The day that is ending has no label yet, as a rule.
        let first: Int32 = days.contains { $0.date == today } ? 0 : 1
        let heavy = days.filter { day in
            (first..<first + Self.lastDays).contains(today.dayNumber - day.date.dayNumber)
                && day.feelings.contains { $0.label == .sadness || $0.label == .aversion }
        }
        guard !isRecent, heavy.count >= Self.heavyDays, var last = heavy.last else { return [] }
        last.offeredOn = today
        return [.keep(last)]
    }

    /// Whether a day is so long ago that its labels are only counted.
    static func isPast(_ date: LocalDate, on today: LocalDate) -> Bool { today.dayNumber - date.dayNumber > Self.days }

    /// When the first day is so long ago, wherever the device is; nil without any.
    var countAt: CivilTime? {
        days.first.map { CivilTime(seconds: (Int64($0.date.dayNumber) + Int64(Self.days) + 2) * 86_400) }
    }

    /// The changes that count days which are more than 90 days ago into their weeks.
    func counting(on today: LocalDate) -> [Change] {
        var diary = self
        var changes: [Change] = []
        func make(_ change: Change) {
            diary.apply(change)
            changes.append(change)
        }
        for day in days where Self.isPast(day.date, on: today) {
            let monday = day.date.adding(days: 1 - day.date.weekday.rawValue)
            var week = diary.weeks.first { $0.monday == monday } ?? LabelledWeek(monday: monday)
            for felt in day.feelings { week.counts[felt.label, default: 0] += 1 }
            make(.keepWeek(week))
            make(.remove(day.date))
        }
        while diary.weeks.count > Self.maximumWeeks, let oldest = diary.weeks.first { make(.removeWeek(oldest.monday)) }
        return changes
    }
}
