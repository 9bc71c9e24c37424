/// Days as people name them, in either language: `weekdays,sat`, `Mon to Fri`, `月・水`, `毎日`.
public enum DayWords {
    /// Reads a list of days; nil if a word does not name one.
    public static func parse(_ text: String) -> WeekdaySet? {
        if let whole = set(text.lowercased()) { return whole }
        let words = text.lowercased().split { ",、，・;".contains($0) || $0.isWhitespace }
        var days: [Weekday] = []
        for word in words {
            guard let found = set(String(word)) else { return nil }
            days += found.days
        }
        return days.isEmpty ? nil : WeekdaySet(days)
    }

    private static func set(_ word: String) -> WeekdaySet? {
        switch word {
        case "every", "everyday", "every day", "daily", "毎日": return .everyDay
        case "weekdays", "mon-fri", "mon to fri", "平日", "月〜金": return .weekdays
        case "weekend", "weekends", "週末": return WeekdaySet([.saturday, .sunday])
        default: break
        }
        let day = Weekday.allCases.first { day in
            let names = [day.shortName, day.text(in: .english).lowercased(), day.shortWording.text(in: .japanese)]
            return names.contains(word) || day.text(in: .japanese) == word
        }
        return day.map { WeekdaySet([$0]) }
    }
}
