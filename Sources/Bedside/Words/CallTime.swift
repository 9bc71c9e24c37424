/// A coming point in time as people say it (ALARM-9): "tonight at 19:00", 「明日06:00」.
public struct CallTime: Hashable, Sendable {
    enum Day: Hashable {
        case today
        /// Today from 18:00 on.
        case tonight
        case tomorrow
        /// Two to six days ahead; the seventh has today's name again and is called by its date.
        case weekday(Weekday)
        case date(LocalDate, withYear: Bool)
    }

    let day: Day
    let time: LocalTime

    /// Describes `at` as seen from `now`, both by the same wall clock.
    public init(at: LocalDateTime, now: LocalDateTime) {
        time = at.time
        switch Int(at.date.dayNumber) - Int(now.date.dayNumber) {
        case 0: day = at.time.hour >= 18 ? .tonight : .today
        case 1: day = .tomorrow
        case 2...6: day = .weekday(at.date.weekday)
        default: day = .date(at.date, withYear: at.date.components.year != now.date.components.year)
        }
    }

    public func text(in language: Language) -> String {
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
        switch language {
        case .english: return "\(englishDay) at \(clock)"
        case .japanese: return "\(japaneseDay)\(clock)"
        }
    }

    private var englishDay: String {
        switch day {
        case .today: return "today"
        case .tonight: return "tonight"
        case .tomorrow: return "tomorrow"
        case .weekday(let weekday): return "on \(weekday.text(in: .english))"
        case .date(let date, let withYear):
            let (year, month, dayOfMonth) = date.components
            return "on \(dayOfMonth) \(CallTime.englishMonth(month))" + (withYear ? " \(year)" : "")
        }
    }

    private var japaneseDay: String {
        switch day {
        case .today: return "今日"
        case .tonight: return "今夜"
        case .tomorrow: return "明日"
        case .weekday(let weekday): return "\(weekday.text(in: .japanese))の"
        case .date(let date, let withYear):
            let (year, month, dayOfMonth) = date.components
            return (withYear ? "\(year)年" : "") + "\(month)月\(dayOfMonth)日の"
        }
    }

    /// Day and time in kana.
    var japaneseReading: String {
        switch day {
        case .today: return "きょう、\(Kana.time(time))"
        case .tonight: return "こんや、\(Kana.time(time))"
        case .tomorrow: return "あした、\(Kana.time(time))"
        case .weekday(let weekday): return "\(weekday.reading(in: .japanese) ?? "")の \(Kana.time(time))"
        case .date(let date, let withYear):
            let (year, month, dayOfMonth) = date.components
            return (withYear ? "\(Kana.number(year))ねん " : "")
                + "\(Kana.month(month)) \(Kana.dayOfMonth(dayOfMonth))の \(Kana.time(time))"
        }
    }

    private static func englishMonth(_ month: Int) -> String {
        switch month {
        case 1: "January"
        case 2: "February"
        case 3: "March"
        case 4: "April"
        case 5: "May"
        case 6: "June"
        case 7: "July"
        case 8: "August"
        case 9: "September"
        case 10: "October"
        case 11: "November"
        default: "December"
        }
    }
}

extension Weekday: Worded {
    public var wording: Wording {
        switch self {
        case .monday: Wording("Monday", "月曜日", kana: "げつようび")
        case .tuesday: Wording("Tuesday", "火曜日", kana: "かようび")
        case .wednesday: Wording("Wednesday", "水曜日", kana: "すいようび")
        case .thursday: Wording("Thursday", "木曜日", kana: "もくようび")
        case .friday: Wording("Friday", "金曜日", kana: "きんようび")
        case .saturday: Wording("Saturday", "土曜日", kana: "どようび")
        case .sunday: Wording("Sunday", "日曜日", kana: "にちようび")
        }
    }

    /// `Mon`, `月`.
    public var shortWording: Wording {
        switch self {
        case .monday: Wording("Mon", "月")
        case .tuesday: Wording("Tue", "火")
        case .wednesday: Wording("Wed", "水")
        case .thursday: Wording("Thu", "木")
        case .friday: Wording("Fri", "金")
        case .saturday: Wording("Sat", "土")
        case .sunday: Wording("Sun", "日")
        }
    }
}

extension WeekdaySet: Worded {
    /// "every day", "Mon to Fri", "Sat, Sun".
    public var wording: Wording {
        if isEmpty { return Wording("never", "なし") }
        if self == .everyDay { return Wording("every day", "毎日") }
        if self == .weekdays { return Wording("Mon to Fri", "月〜金") }
        return Wording(
            days.map(\.shortWording.english).joined(separator: ", "),
            days.map(\.shortWording.japanese).joined(separator: "・"))
    }
}
