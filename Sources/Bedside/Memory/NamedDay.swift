/// The day that an owner's sentence names: "tomorrow", "on Friday", 12月5日 (MIND-1, M-5). Pure functions.
enum NamedDay {
    /// Finds the one day that a sentence names.
    ///
    /// - Parameter today: the day of the talk; after midnight that of its evening.
    /// - Returns: Nil if the sentence names no day, one that is over, two different ones, the beginning of a span
    ///   ("from Friday on"), or days that come again.
    static func date(in sentence: String, from today: LocalDate) -> LocalDate? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        guard recurrence(in: sentence) == nil else { return nil }
        let english = EnglishDays(sentence, from: today)
        let japanese = JapaneseDays(sentence, from: today)
        guard !english.isSpan, !japanese.isSpan else { return nil }
        var days = english.days.union(japanese.days)
        // "I overslept today, tomorrow I get up" is about tomorrow; "today or tomorrow" names none of them.
        let ahead = days.filter { $0 > today }
        if !ahead.isEmpty, !joinsToday(sentence) { days = ahead }
        guard days.count == 1, let day = days.first, day >= today else { return nil }
        return day
    }

    /// Finds the weekdays on which something comes again: "every Monday", 毎朝.
    ///
    /// - Returns: Nil if the sentence speaks of nothing that comes again; an empty set if it does not say on which
    ///   weekdays, as "every other day" does not.
    static func recurrence(in sentence: String) -> WeekdaySet? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        return EnglishDays.recurrence(in: sentence) ?? JapaneseDays.recurrence(in: sentence)
    }

    /// Finds the day of an appointment that was kept as a fact: it is ahead, and no day of every year, such as a
    /// birthday.
    static func appointment(in sentence: String, kept text: String, from today: LocalDate) -> LocalDate? {
        guard let day = date(in: sentence, from: today), !isYearly(sentence), !isYearly(text) else { return nil }
        // "I have to call my brother Tom tomorrow" says for good that Tom is a brother.
        guard date(in: text, from: today) == day else { return nil }
        if names(sentence, english: ["tomorrow"], japanese: ["明日", "あした", "あさって", "明後日", "明朝", "明晩"]) { return day }
        guard !isPast(sentence), !isPast(text) else { return nil }
        let isTonight = names(sentence, english: ["tonight", "this evening"], japanese: ["今夜", "今晩"])
        return day > today || isTonight ? day : nil
    }

    private static func joinsToday(_ sentence: String) -> Bool {
        let now = ["today", "tonight", "this morning", "this evening"]
        return names(
            sentence, english: now.flatMap { ["\($0) or", "\($0) and tomorrow", "\($0) and on"] },
            japanese: ["今日と", "今日か", "今日や", "今日も", "今夜と", "今夜か", "今晩と", "今晩か"])
    }

    private static func names(_ sentence: String, english: [String], japanese: [String]) -> Bool {
        EnglishWords(sentence).contains(anyOf: english) || sentence.contains(anyOf: japanese)
    }

    private static func isYearly(_ sentence: String) -> Bool {
        names(sentence, english: ["birthday", "anniversary", "born"], japanese: ["誕生日", "記念日", "命日", "生まれ"])
    }

    private static func isPast(_ sentence: String) -> Bool {
        let english = [
            "was", "were", "had", "did", "met", "went", "died", "lost", "ago", "last", "moved", "started", "began",
            "quit", "stopped", "married", "ate", "saw", "came",
        ]
        return names(sentence, english: english, japanese: ["ました", "だった", "った。", "亡く"]) || sentence.hasSuffix("った")
    }

    // MARK: Calendar

    /// The next such weekday after a day.
    static func coming(_ weekday: Weekday, after today: LocalDate) -> LocalDate {
        let days = (weekday.rawValue - today.weekday.rawValue + 6) % 7 + 1
        return today.adding(days: days)
    }

    /// A weekday of a later week; weeks begin on Mondays.
    static func weekday(_ weekday: Weekday, ofWeek offset: Int, from today: LocalDate) -> LocalDate {
        today.adding(days: 7 * offset + weekday.rawValue - today.weekday.rawValue)
    }

    /// The next such date, today's included.
    static func coming(month: Int, day: Int, year: Int?, from today: LocalDate) -> LocalDate? {
        if let year { return LocalDate(year: year, month: month, day: day) }
        let first = today.components.year
        // February 29 may be eight years away.
        return (first...(first + 8)).lazy.compactMap { LocalDate(year: $0, month: month, day: day) }
            .first { $0 >= today }
    }
}

private struct EnglishDays {
    private(set) var days: Set<LocalDate> = []
    /// Whether a day is only where something begins or ends.
    private(set) var isSpan = false
    private var weekdays: [LocalDate] = []
    private let words: [String]
    private let today: LocalDate

    private static let names: [String: Weekday] = [
        "monday": .monday, "tuesday": .tuesday, "wednesday": .wednesday, "thursday": .thursday, "friday": .friday,
        "saturday": .saturday, "sunday": .sunday,
    ]
    private static let phrases: [String: Int] = [
        "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "this night": 0,
        "tomorrow": 1, "day after tomorrow": 2, "yesterday": -1, "last night": -1, "day before yesterday": -2,
        "in a week": 7, "a week from today": 7, "a week from now": 7,
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

    init(_ sentence: String, from today: LocalDate) {
        words = Self.words(of: sentence)
        self.today = today
        var place = 0
        while place < words.count { place += max(1, take(at: place)) }
        // "Friday, December 11" and "tomorrow, Friday" name one day.
        let named = Set(days.map(\.weekday))
        days.formUnion(weekdays.filter { !named.contains($0.weekday) })
    }

    private static func words(of sentence: String) -> [String] {
        sentence.lowercased().replacing("’", with: "'").split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .map { $0.hasSuffix("'s") ? String($0.dropLast(2)) : String($0) }
    }

    /// Takes the day that begins at a word.
    ///
    /// - Returns: The number of its words; 0 if none begins there.
    private mutating func take(at place: Int) -> Int {
        if let (offset, length) = relative(at: place) {
            noteSpan(before: place)
            days.insert(today.adding(days: offset))
            return length
        }
        if let weekday = Self.names[words[place]] {
            noteSpan(before: place)
            weekdays.append(date(of: weekday, at: place))
            return 1
        }
        guard let (day, length) = calendarDay(at: place) else { return 0 }
        noteSpan(before: place)
        let end = place + length
        if ["to", "till", "until", "through", "and", "or"].contains(word(end)), number(at: end + 1) != nil {
            isSpan = true
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
        guard ["day", "days"].contains(word(start + 1)), let number = count(word(start)) else { return nil }
        if start > place { return (number, 3) }
        let isFromNow = word(start + 2) == "from" && ["now", "today"].contains(word(start + 3))
        return isFromNow ? (number, 4) : nil
    }

    private func count(_ word: String) -> Int? {
        if let index = Self.counts.firstIndex(of: word) { return index + 1 }
        return Int(word).flatMap { (1...366).contains($0) ? $0 : nil }
    }

    private mutating func noteSpan(before place: Int) {
        var before = place - 1
        while ["the", "on", "next", "this", "coming"].contains(word(before)) { before -= 1 }
        let isStart = ["from", "since", "starting", "beginning", "after", "between"].contains(word(before))
        if isStart || word(before) == "of" && word(before - 1) == "as" { isSpan = true }
    }

    private func date(of weekday: Weekday, at place: Int) -> LocalDate {
        if ["last", "past"].contains(word(place - 1)) { return NamedDay.weekday(weekday, ofWeek: -1, from: today) }
        let before = word(place - 1) == "on" ? place - 2 : place - 1
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
            case "except" where found != nil: return WeekdaySet(mask: 0)
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

private struct JapaneseDays {
    private(set) var days: Set<LocalDate> = []
    private(set) var isSpan = false
    private let today: LocalDate

    /// Longer names before those that they end with.
    private static let names: [(name: String, offset: Int)] = [
        ("一昨日", -2), ("おととい", -2), ("昨日", -1), ("きのう", -1), ("昨夜", -1), ("昨晩", -1), ("明々後日", 3), ("明明後日", 3),
        ("しあさって", 3), ("明後日", 2), ("あさって", 2), ("明日", 1), ("あした", 1), ("明朝", 1), ("明晩", 1), ("今日", 0), ("本日", 0),
        ("今夜", 0), ("今晩", 0), ("今夕", 0), ("今朝", 0), ("こんや", 0),
    ]
    /// Read as other words within a sentence, as in べんきょう.
    private static let openings: [(name: String, offset: Int)] = [("きょう", 0), ("あす", 1)]
    private static let weekdays: [Character: Weekday] = [
        "月": .monday, "火": .tuesday, "水": .wednesday, "木": .thursday, "金": .friday, "土": .saturday, "日": .sunday,
    ]
    private static let numerals = Set("0123456789０１２３４５６７８９〇一二三四五六七八九十")

    init(_ sentence: String, from today: LocalDate) {
        self.today = today
        var text = sentence
        for (name, offset) in Self.openings where text.hasPrefix(name) {
            guard let next = text.dropFirst(name.count).first, "はのも、夜朝".contains(next) else { continue }
            days.insert(today.adding(days: offset))
        }
        for (name, offset) in Self.names {
            while let range = text.firstRange(of: name) {
                let after = text[range.upperBound...]
                // 明日香 is a given name.
                if !after.hasPrefix("香") { take(today.adding(days: offset), before: after) }
                text.replaceSubrange(range, with: "、")
            }
        }
        let letters = Array(text)
        takeDates(letters)
        let dated = Set(days.map(\.weekday))
        takeWeekdays(letters, except: dated)
    }

    private mutating func take(_ day: LocalDate, before after: some StringProtocol) {
        days.insert(day)
        if after.hasPrefix("から") || after.hasPrefix("以降") { isSpan = true }
    }

    private mutating func takeWeekdays(_ letters: [Character], except dated: Set<Weekday>) {
        for place in letters.indices where letters[place] == "曜" && place > 0 {
            guard let weekday = Self.weekdays[letters[place - 1]], !dated.contains(weekday) else { continue }
            var before = String(letters[..<(place - 1)])
            if before.hasSuffix("の") { before.removeLast() }
            var after = String(letters[(place + 1)...])
            if after.hasPrefix("日") { after.removeFirst() }
            let weeks = [("再来週", 2), ("来週", 1), ("今週", 0), ("先週", -1), ("この前", -1)]
            let week = weeks.first { before.hasSuffix($0.0) }?.1
            let day = week.map { NamedDay.weekday(weekday, ofWeek: $0, from: today) }
            take(day ?? NamedDay.coming(weekday, after: today), before: after)
        }
    }

    /// 12月5日, 来年の三月二十日, 二日後, 一週間後.
    private mutating func takeDates(_ letters: [Character]) {
        for place in letters.indices {
            let rest = letters[place...]
            if rest.starts(with: "日後"), let count = Self.number(endingAt: place, in: letters).value {
                days.insert(today.adding(days: count))
            } else if rest.starts(with: "週間後"), let count = Self.number(endingAt: place, in: letters).value {
                days.insert(today.adding(days: 7 * count))
            } else if letters[place] == "月" {
                takeDate(letters, month: place)
            }
        }
    }

    private mutating func takeDate(_ letters: [Character], month place: Int) {
        let month = Self.number(endingAt: place, in: letters)
        let run = letters[(place + 1)...].prefix { Self.numerals.contains($0) }
        guard let value = month.value, let day = Self.value(run), letters.indices.contains(run.endIndex),
            letters[run.endIndex] == "日"
        else { return }
        let before = String(letters[..<month.start])
        let years = [("再来年", 2), ("来年", 1), ("今年", 0)]
        let ahead = years.first { before.hasSuffix($0.0) || before.hasSuffix($0.0 + "の") }
        var year = ahead.map { today.components.year + $0.1 }
        if before.hasSuffix("年"), ahead == nil {
            year = Self.number(endingAt: month.start - 1, in: letters).value
        }
        guard let date = NamedDay.coming(month: value, day: day, year: year, from: today) else { return }
        take(date, before: String(letters[(run.endIndex + 1)...]))
    }

    private static func number(endingAt end: Int, in letters: [Character]) -> (value: Int?, start: Int) {
        var start = max(0, end)
        while start > 0, numerals.contains(letters[start - 1]) { start -= 1 }
        return end > start ? (value(letters[start..<end]), start) : (nil, start)
    }

    private static func value(_ run: ArraySlice<Character>) -> Int? {
        let values = SpokenNumbers.values(in: String(run))
        guard values.count == 1, let value = values.first, (1...9999).contains(value) else { return nil }
        return value
    }

    static func recurrence(in sentence: String) -> WeekdaySet? {
        guard sentence.contains("毎") || sentence.contains(anyOf: ["まいにち", "まいあさ", "まいばん", "平日", "曜日ごと", "曜ごと"])
        else { return nil }
        let letters = Array(sentence)
        let named = letters.indices.filter { letters[$0] == "曜" && $0 > 0 }.compactMap { weekdays[letters[$0 - 1]] }
        if sentence.contains(anyOf: ["一日おき", "隔日", "以外"]) { return WeekdaySet(mask: 0) }
        if sentence.contains(anyOf: ["毎週末", "毎週土日"]) { return WeekdaySet([.saturday, .sunday]) }
        if sentence.contains("毎週") || sentence.contains("曜日ごと") || sentence.contains("曜ごと") {
            return WeekdaySet(named)
        }
        // "明日は平日だから" speaks of one day.
        if sentence.contains("平日"), !sentence.contains(anyOf: ["明日", "あした", "今日", "平日だ", "平日な"]) {
            return WeekdaySet.weekdays
        }
        let daily = ["毎日", "毎朝", "毎晩", "毎夜", "まいにち", "まいあさ", "まいばん"]
        if sentence.contains(anyOf: daily) { return WeekdaySet.everyDay }
        return sentence.contains(anyOf: ["毎月", "毎年"]) ? WeekdaySet(mask: 0) : nil
    }
}
