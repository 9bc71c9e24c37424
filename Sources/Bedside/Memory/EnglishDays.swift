/// The days that an English sentence names.
struct EnglishDays {
    private(set) var days: Set<LocalDate> = []
    /// Those with which something begins: "from Friday".
    private(set) var starts: Set<LocalDate> = []
    /// Those with which something ends: "until Friday".
    private(set) var ends: Set<LocalDate> = []
    /// Whether a day is only where something begins or ends.
    private(set) var isSpan = false
    private var weekdays: [LocalDate] = []
    private let words: [String]
    private let today: LocalDate
    /// Whether "next Friday" is the one of next week.
    private let isLate: Bool

    private static let names: [String: Weekday] = [
        "monday": .monday, "tuesday": .tuesday, "wednesday": .wednesday, "thursday": .thursday, "friday": .friday,
        "saturday": .saturday, "sunday": .sunday,
    ]
    private static let phrases: [String: Int] = [
        "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "this night": 0,
        "tomorrow": 1, "day after tomorrow": 2, "yesterday": -1, "last night": -1, "day before yesterday": -2,
        "in a week": 7, "a week from today": 7, "a week from now": 7, "in a fortnight": 14,
    ]
    private static let months = [
        ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"], ["may"], ["june", "jun"],
        ["july", "jul"], ["august", "aug"], ["september", "sep", "sept"], ["october", "oct"], ["november", "nov"],
        ["december", "dec"],
    ]
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
        "twentieth",
    ]
    private static let counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    init(_ sentence: String, from today: LocalDate, isLate: Bool = false) {
        words = Self.words(of: sentence)
        self.today = today
        self.isLate = isLate
        var place = 0
        while place < words.count { place += max(1, take(at: place)) }
        // "Friday, December 11" and "tomorrow, Friday" name one day.
        let named = Set(days.map(\.weekday))
        days.formUnion(weekdays.filter { !named.contains($0.weekday) })
    }

    /// Finds a span by a name of its own: "this weekend", "next week", "for three days".
    var span: NamedSpan? {
        let text = words.joined(separator: " ")
        for (name, offset, first) in Self.spans where (" " + text + " ").contains(" " + name + " ") {
            return NamedDay.span(from: first, ofWeek: offset, today: today)
        }
        for (name, offset) in [("this month", 0), ("next month", 1), ("rest of the month", 0)] where text.contains(name)
        {
            return NamedDay.month(offset, from: today)
        }
        for place in words.indices where ["day", "days", "week", "weeks"].contains(words[place]) {
            let isCounted = word(place - 2) == "for" || word(place - 2) == "next"
            guard isCounted, let number = word(place - 1) == "a" ? 1 : count(word(place - 1)) else { continue }
            let length = words[place].hasPrefix("week") ? 7 * number : number
            return NamedDay.span(days: length, from: starts.min() ?? days.filter { $0 > today }.min(), today: today)
        }
        return nil
    }

    private static let spans: [(name: String, offset: Int, first: Weekday)] = [
        ("next weekend", 1, .saturday), ("this weekend", 0, .saturday), ("the weekend", 0, .saturday),
        ("coming weekend", 0, .saturday), ("next week", 1, .monday), ("this week", 0, .monday),
        ("all week", 0, .monday),
        ("rest of the week", 0, .monday),
    ]

    private static func words(of sentence: String) -> [String] {
        sentence.lowercased().replacing("’", with: "'").split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .map { $0.hasSuffix("'s") ? String($0.dropLast(2)) : String($0) }
    }

    /// Takes the day that begins at a word.
    ///
    /// - Returns: The number of its words; 0 if none begins there.
    private mutating func take(at place: Int) -> Int {
        if let length = deniedDay(at: place) { return length }
        if let (last, length) = endOfSpan(at: place) {
            ends.insert(last)
            return length
        }
        if let (day, length) = holiday(at: place) {
            note(day, at: place)
            days.insert(day)
            return length
        }
        if let (offset, length) = relative(at: place) {
            note(today.adding(days: offset), at: place)
            days.insert(today.adding(days: offset))
            return length
        }
        if let weekday = Self.names[words[place]] {
            let day = date(of: weekday, at: place)
            let (numbered, length) = numberedDay(weekday, at: place) ?? (day, 1)
            note(numbered, at: place)
            weekdays.append(numbered)
            return length
        }
        guard let (day, length) = calendarDay(at: place) ?? dayOfMonth(at: place) else { return 0 }
        note(day, at: place)
        let end = place + length
        if Self.joints.contains(word(end)), let (number, _) = number(at: end + 1) {
            isSpan = true
            let (year, month, _) = day.components
            if let last = LocalDate(year: year, month: month, day: number), last > day { ends.insert(last) }
        }
        days.insert(day)
        return length
    }

    private func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }

    private func relative(at place: Int) -> (offset: Int, length: Int)? {
        for length in [4, 3, 2, 1] where place + length <= words.count {
            let phrase = words[place..<place + length].joined(separator: " ")
            if let offset = Self.phrases[phrase] { return (offset, length) }
        }
        let start = word(place) == "in" ? place + 1 : place
        guard let unit = ["day": 1, "days": 1, "week": 7, "weeks": 7][word(start + 1)],
            let number = count(word(start)).map({ $0 * unit })
        else { return nil }
        if start > place { return (number, 3) }
        let isFromNow = word(start + 2) == "from" && ["now", "today"].contains(word(start + 3))
        return isFromNow ? (number, 4) : nil
    }

    /// The words of a day that is not meant: "not tomorrow but on Wednesday", "instead of Monday".
    private func deniedDay(at place: Int) -> Int? {
        let isDenied =
            word(place) == "not" || word(place) == "instead" && word(place + 1) == "of"
            || word(place) == "rather" && word(place + 1) == "than"
        guard isDenied else { return nil }
        var start = place + (word(place) == "not" ? 1 : 2)
        while ["on", "the", "this", "next"].contains(word(start)) { start += 1 }
        if let (_, length) = relative(at: start) { return start + length - place }
        if Self.names[word(start)] != nil { return start + 1 - place }
        return calendarDay(at: start).map { start + $0.length - place }
    }

    private static let afterDay: Set<String> = [
        "", "i", "i'll", "i'm", "we", "we'll", "he", "she", "they", "it", "my", "our", "at", "in", "when", "and", "or",
        "but", "after", "before", "with", "for", "to", "there", "is", "instead", "not", "because", "so", "as", "next",
        "this", "until", "till", "til", "through",
    ]

    /// "on the 12th": the next day of a month with that number, or the one of a month that stands beside it. Floors and
    /// attempts are no days.
    private func dayOfMonth(at place: Int) -> (day: LocalDate, length: Int)? {
        guard word(place).last?.isLetter == true, let (value, length) = number(at: place) else { return nil }
        let end = place + length
        let ahead = monthsAhead(before: place, after: end)
        if let ahead, isBesideMonth(place, end) {
            return NamedDay.day(value, monthsAhead: ahead, from: today).map { ($0, length) }
        }
        guard word(place - 1) == "the",
            ["on", "until", "till", "by", "from", "to", "through"].contains(word(place - 2)),
            !["first", "second", "third"].contains(word(place)), Self.afterDay.contains(word(end))
        else { return nil }
        guard let ahead else { return NamedDay.coming(day: value, from: today).map { ($0, length) } }
        return NamedDay.day(value, monthsAhead: ahead, from: today).map { ($0, length) }
    }

    // MARK: A month beside a number

    private static let monthPhrases = [
        (words: ["month", "after", "next"], offset: 2), (words: ["next", "month"], offset: 1),
        (words: ["this", "month"], offset: 0),
    ]

    /// "Next month" and its like, if it begins at a word.
    private func monthPhrase(at place: Int) -> (offset: Int, length: Int)? {
        let phrase = Self.monthPhrases.first { phrase in
            phrase.words.indices.allSatisfy { word(place + $0) == phrase.words[$0] }
        }
        return phrase.map { ($0.offset, $0.words.count) }
    }

    /// "Next month, the third", "the third of next month".
    private func isBesideMonth(_ place: Int, _ end: Int) -> Bool {
        let isAfterThe = word(place - 1) == "the"
        // "A third of this month" is a share and not a day.
        if word(end) == "of", !["a", "one", "two"].contains(word(place - 1)) {
            return monthPhrase(at: end + (word(end + 1) == "the" ? 2 : 1)) != nil
        }
        if isAfterThe, monthPhrase(at: end) != nil { return true }
        guard isAfterThe || word(place - 1) == "on", Self.afterDay.contains(word(end)) else { return false }
        let last = word(place - 2) == "on" && isAfterThe ? place - 2 : place - 1
        return (2...3).contains { monthPhrase(at: last - $0)?.length == $0 }
    }

    private static let clauseBreaks: Set<String> = ["and", "but", "or", "then", "so", "because", "before", "after"]

    /// How many months ahead the number between two places is: that of "next month" in the same clause.
    private func monthsAhead(before start: Int, after end: Int) -> Int? {
        var place = end
        while place < words.count {
            if let (offset, length) = monthPhrase(at: place) {
                // "On the 3rd I move, next month I rest" names two times.
                let isNear = place == end || word(place - 1) == "of" || word(place - 2) == "of"
                if isNear || !FirstPerson.subjects.contains(word(place + length)) { return offset }
                break
            }
            if Self.clauseBreaks.contains(words[place]) { break }
            place += 1
        }
        place = start - 1
        while place >= 0 {
            if let (offset, _) = monthPhrase(at: place) { return offset }
            if Self.clauseBreaks.contains(words[place]), word(place + 1) != "next" { return nil }
            place -= 1
        }
        return nil
    }

    private static let holidays = [
        (words: ["christmas", "eve"], month: 12, day: 24), (words: ["christmas", "day"], month: 12, day: 25),
        (words: ["new", "year", "eve"], month: 12, day: 31), (words: ["new", "years", "eve"], month: 12, day: 31),
        (words: ["new", "year", "day"], month: 1, day: 1), (words: ["new", "years", "day"], month: 1, day: 1),
        (words: ["christmas"], month: 12, day: 25),
    ]

    /// "Christmas Eve"; "Christmas" itself only where it is a time, and not what somebody loves.
    private func holiday(at place: Int) -> (day: LocalDate, length: Int)? {
        let found = Self.holidays.first { holiday in
            holiday.words.indices.allSatisfy { word(place + $0) == holiday.words[$0] }
        }
        guard let found else { return nil }
        let isTime =
            ["on", "at", "over", "this", "until", "till", "til"].contains(word(place - 1))
            && Self.afterDay.contains(word(place + 1))
        guard found.words.count > 1 || isTime else { return nil }
        let day = NamedDay.coming(month: found.month, day: found.day, year: nil, from: today)
        return day.map { ($0, found.words.count) }
    }

    private func count(_ word: String) -> Int? {
        if let index = Self.counts.firstIndex(of: word) { return index + 1 }
        return Int(word).flatMap { (1...366).contains($0) ? $0 : nil }
    }

    /// "until the end of the week", "by the end of next month": the last day, and the number of words from "end" on.
    private func endOfSpan(at place: Int) -> (last: LocalDate, length: Int)? {
        guard word(place) == "end", word(place + 1) == "of",
            ["until", "till", "til", "to", "through", "by"].contains(
                word(word(place - 1) == "the" ? place - 2 : place - 1))
        else { return nil }
        let named = ["the", "this", "next"].contains(word(place + 2)) ? place + 3 : place + 2
        let offset = word(place + 2) == "next" ? 1 : 0
        switch word(named) {
        case "week" where named > place + 2:
            return (NamedDay.weekday(.sunday, ofWeek: offset, from: today), named + 1 - place)
        case "month" where named > place + 2:
            return NamedDay.month(offset, from: today)?.last.map { ($0, named + 1 - place) }
        case "year" where named > place + 2:
            return LocalDate(year: today.components.year + offset, month: 12, day: 31).map { ($0, named + 1 - place) }
        case let name:
            guard named == place + 2, let month = monthNumber(name) else { return nil }
            let ahead = (month - today.components.month + 12) % 12
            return NamedDay.month(ahead, from: today)?.last.map { ($0, 3) }
        }
    }

    private static let joints: Set<String> = ["to", "till", "until", "through", "and", "or"]

    /// Notes whether something begins or ends with a day.
    private mutating func note(_ day: LocalDate, at place: Int) {
        var before = place - 1
        while ["the", "on", "next", "this", "coming"].contains(word(before)) { before -= 1 }
        let isStart =
            ["from", "since", "starting", "beginning", "after", "between"].contains(word(before))
            && monthPhrase(at: before - 1) == nil
        if isStart || word(before) == "of" && word(before - 1) == "as" {
            isSpan = true
            starts.insert(day)
        } else if ["to", "till", "til", "until", "through"].contains(word(before)) {
            ends.insert(day)
        }
    }

    /// "Friday the 11th", "Friday 11": the next such day of a month that is that day of the week.
    private func numberedDay(_ weekday: Weekday, at place: Int) -> (day: LocalDate, length: Int)? {
        let start = word(place + 1) == "the" ? place + 2 : place + 1
        guard let (value, length) = number(at: start), monthNumber(word(start + length)) == nil,
            start > place + 1 || word(start).last?.isLetter == true,
            // "On Friday the first thing I do" names no day of a month.
            !["first", "second", "third", "last"].contains(word(start))
        else { return nil }
        return NamedDay.coming(day: value, on: weekday, from: today).map { ($0, start + length - place) }
    }

    private func date(of weekday: Weekday, at place: Int) -> LocalDate {
        if ["last", "past"].contains(word(place - 1)) { return NamedDay.weekday(weekday, ofWeek: -1, from: today) }
        let before = word(place - 1) == "on" ? place - 2 : place - 1
        // "Thursday week"
        if word(place + 1) == "week" { return NamedDay.coming(weekday, after: today).adding(days: 7) }
        if isLate, word(place - 1) == "next" { return NamedDay.weekday(weekday, ofWeek: 1, from: today) }
        func isNextWeek(_ place: Int) -> Bool { word(place) == "next" && word(place + 1) == "week" }
        return isNextWeek(place + 1) || isNextWeek(before - 1)
            ? NamedDay.weekday(weekday, ofWeek: 1, from: today) : NamedDay.coming(weekday, after: today)
    }

    /// "December 5", "Dec the 5th", "5 December", "the fifth of December", with or without a year.
    private func calendarDay(at place: Int) -> (day: LocalDate, length: Int)? {
        var end: Int
        let found: (month: Int, day: Int)
        if let month = monthNumber(word(place)) {
            let start = word(place + 1) == "the" ? place + 2 : place + 1
            guard let (day, length) = number(at: start) else { return nil }
            found = (month, day)
            end = start + length
        } else if word(place - 1) != "at", let (day, length) = number(at: place) {
            let start = word(place + length) == "of" ? place + length + 1 : place + length
            guard let month = monthNumber(word(start)) else { return nil }
            // "The second may be better" names no day.
            let isVerb = ["may", "march"].contains(word(start)) && start == place + length
            if isVerb, word(place).first?.isNumber != true { return nil }
            found = (month, day)
            end = start + 1
        } else {
            return nil
        }
        var year: Int?
        if word(end).utf8.count == 4, let named = Int(word(end)) {
            year = named
            end += 1
        }
        guard let day = NamedDay.coming(month: found.month, day: found.day, year: year, from: today) else { return nil }
        return (day, end - place)
    }

    private func monthNumber(_ name: String) -> Int? { Self.months.firstIndex { $0.contains(name) }.map { $0 + 1 } }

    /// A day of a month: "5", "5th", "fifth", "twenty-fifth".
    private func number(at place: Int) -> (value: Int, length: Int)? {
        let name = word(place)
        if let index = Self.ordinals.firstIndex(of: name) { return (index + 1, 1) }
        if name == "thirtieth" { return (30, 1) }
        if let ten = ["twenty": 20, "thirty": 30][name],
            let unit = Self.ordinals.prefix(9).firstIndex(of: word(place + 1))
        {
            return (ten + unit + 1, 2)
        }
        let isOrdinal = ["st", "nd", "rd", "th"].contains { name.hasSuffix($0) }
        guard let value = Int(isOrdinal ? name.dropLast(2) : name[...]), (1...31).contains(value) else { return nil }
        return (value, 1)
    }

    private static let vague: Set<String> = ["other", "second", "third", "few", "month", "year", "two", "three"]

    static func recurrence(in sentence: String) -> WeekdaySet? {
        let words = words(of: sentence)
        var found: WeekdaySet?
        var named: [Weekday] = []
        var isNamed = false
        var isWeekly = false
        for (place, word) in words.enumerated() {
            let next = words.dropFirst(place + 1).first { $0 != "single" } ?? ""
            if let weekday = names[word] ?? (word.hasSuffix("s") ? names[String(word.dropLast())] : nil) {
                named.append(weekday)
                // "On Mondays", "on Monday mornings".
                let isPlural = names[word] == nil || ["mornings", "afternoons", "evenings", "nights"].contains(next)
                isNamed = isNamed || isPlural
            }
            switch word {
            case "every" where vague.contains(next): return WeekdaySet(mask: 0)
            case "except" where found != nil:
                let others = words[place...].compactMap { names[$0] ?? names[String($0.dropLast())] }
                return WeekdaySet(Weekday.allCases.filter { !others.contains($0) })
            case "every", "each":
                isNamed = isNamed || names[next] != nil
                switch next {
                case "day", "morning", "afternoon", "evening", "night": found = WeekdaySet.everyDay
                case "weekday", "workday": found = WeekdaySet.weekdays
                case "weekend": found = WeekdaySet([.saturday, .sunday])
                case "week": isWeekly = true
                default: break
                }
            case "daily", "everyday":
                // "My daily walk" is one walk.
                if place > 0, ["my", "the", "a", "our"].contains(words[place - 1]) { break }
                found = WeekdaySet.everyDay
            case "weekdays", "workdays": found = WeekdaySet.weekdays
            case "weekends": found = WeekdaySet([.saturday, .sunday])
            default: break
            }
        }
        return isNamed || isWeekly ? WeekdaySet(named) : found
    }
}
