/// The days that a Japanese sentence names.
struct JapaneseDays {
    private(set) var days: Set<LocalDate> = []
    /// Those with which something begins: 明日から.
    private(set) var starts: Set<LocalDate> = []
    /// Those with which something ends: 金曜まで.
    private(set) var ends: Set<LocalDate> = []
    private(set) var isSpan = false
    private let today: LocalDate
    private let sentence: String

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
        self.sentence = sentence
        var text = sentence
        for (name, offset) in Self.openings where text.hasPrefix(name) {
            guard let next = text.dropFirst(name.count).first, "はのも、夜朝".contains(next) else { continue }
            days.insert(today.adding(days: offset))
        }
        for (name, month, day) in Self.holidays {
            while let range = text.firstRange(of: name) {
                let after = text[range.upperBound...]
                if Self.isTime(after), let date = NamedDay.coming(month: month, day: day, year: nil, from: today) {
                    take(date, before: after)
                }
                text.replaceSubrange(range, with: "、")
            }
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

    /// Longer names before those that they begin with.
    private static let holidays: [(name: String, month: Int, day: Int)] = [
        ("クリスマスイブ", 12, 24), ("クリスマスイヴ", 12, 24), ("クリスマス・イブ", 12, 24), ("クリスマス・イヴ", 12, 24), ("クリスマス", 12, 25),
        ("大晦日", 12, 31), ("大みそか", 12, 31), ("おおみそか", 12, 31), ("元日", 1, 1), ("元旦", 1, 1),
    ]

    /// クリスマスに, and not クリスマスが好き or クリスマスツリー.
    private static func isTime(_ after: some StringProtocol) -> Bool {
        ["に", "は", "の朝", "の昼", "の夜", "の晩", "の日", "まで", "から", "も", "です", "だ", "、", "。"].contains(where: after.hasPrefix)
            || after.isEmpty
    }

    private static let denials = ["じゃなく", "ではなく", "でなく", "じゃない", "ではない"]

    private mutating func take(_ day: LocalDate, before after: some StringProtocol) {
        // 明日じゃなくて水曜に.
        if Self.denials.contains(where: after.hasPrefix) { return }
        days.insert(day)
        if after.hasPrefix("から") || after.hasPrefix("以降") {
            isSpan = true
            starts.insert(day)
        } else if after.hasPrefix("まで") {
            ends.insert(day)
        }
    }

    /// Finds a span by a name of its own: 今週末, 来週, 三日間.
    var span: NamedSpan? {
        // "毎週末" comes again.
        if sentence.contains("毎週") { return nil }
        for (name, offset, first) in Self.spans where sentence.contains(name) {
            return NamedDay.span(from: first, ofWeek: offset, today: today)
        }
        for (name, offset) in [("今月", 0), ("来月", 1)] where sentence.contains(name) {
            return NamedDay.month(offset, from: today)
        }
        let letters = Array(sentence)
        for place in letters.indices where letters[place...].starts(with: "日間") {
            guard let count = Self.number(endingAt: place, in: letters).value, count <= 366 else { continue }
            return NamedDay.span(days: count, from: starts.min() ?? days.filter { $0 > today }.min(), today: today)
        }
        return nil
    }

    private static let spans: [(name: String, offset: Int, first: Weekday)] = [
        ("来週末", 1, .saturday), ("来週の土日", 1, .saturday), ("週末", 0, .saturday), ("今度の土日", 0, .saturday),
        ("今週の土日", 0, .saturday), ("再来週", 2, .monday), ("来週", 1, .monday), ("今週", 0, .monday),
    ]

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
            } else if letters[place] == "日" {
                takeDayOfMonth(letters, at: place)
            }
        }
    }

    /// 10日に, 13日の朝, 13日の金曜: the next such day of a month; 来月の三日: that of the month.
    private mutating func takeDayOfMonth(_ letters: [Character], at place: Int) {
        let number = Self.number(endingAt: place, in: letters)
        let before = String(letters[..<number.start])
        let rest = String(letters[(place + 1)...])
        let month = Self.month(endingIn: before)
        guard let value = number.value, (month?.isJoined == true ? 1...31 : 2...31).contains(value),
            month != nil || !before.hasSuffix("月")
        else { return }
        let weekday = rest.hasPrefix("の") ? letters.dropFirst(place + 2).first.flatMap { Self.weekdays[$0] } : nil
        let isWeekday = weekday != nil && letters.dropFirst(place + 3).first == "曜"
        let partOfDay = ["の朝", "の夜", "の昼", "の晩", "の夕", "の午前", "の午後"].contains { rest.hasPrefix($0) }
        let isOften = ["に一", "に1", "に１", "に二", "に2", "にいち", "おき"].contains { rest.hasPrefix($0) }
        let isNamed = month?.isJoined == true && rest.first.map { !"間後前目分ほくぐも".contains($0) } != false
        guard
            isNamed || isWeekday || partOfDay || month != nil && Self.isEnd(rest)
                || isPredicate(letters, number.start, rest)
                || !isOften && rest.first.map({ "にはまか".contains($0) }) == true
        else { return }
        let day: LocalDate? =
            if let ahead = month?.ahead ?? Self.monthsAhead(before: before, after: rest) {
                NamedDay.day(value, monthsAhead: ahead, from: today)
            } else {
                NamedDay.coming(day: value, on: isWeekday ? weekday : nil, from: today)
            }
        if let day { take(day, before: rest) }
    }

    private static let months = [("再来月", 2), ("さ来月", 2), ("来月", 1), ("今月", 0)]

    /// The month that stands directly before a number, and whether の joins them: 来月の, 来月、.
    private static func month(endingIn before: String) -> (ahead: Int, isJoined: Bool)? {
        for (name, ahead) in months {
            if before.hasSuffix(name + "の") { return (ahead, true) }
            if ["", "、", "は", "は、"].contains(where: { before.hasSuffix(name + $0) }) { return (ahead, false) }
        }
        return nil
    }

    /// 来月、京都に三日に引っ越す; 三日に引っ越す、来月の.
    private static func monthsAhead(before: String, after: String) -> Int? {
        var clause = before
        for end in ["。", "けど", "けれど", "が、", "から、", "ので"] {
            while let range = clause.firstRange(of: end) { clause = String(clause[range.upperBound...]) }
        }
        for (name, ahead) in months where clause.contains(name) && !clause.contains("\(name)から") { return ahead }
        for (name, ahead) in months {
            guard let range = after.firstRange(of: name) else { continue }
            let rest = after[range.upperBound...]
            return isEnd(rest.hasPrefix("の") ? String(rest.dropFirst()) : String(rest)) ? ahead : nil
        }
        return nil
    }

    private static func isEnd(_ rest: String) -> Bool {
        ["です", "だ", "だよ", "だね", "ですね", "ですよ", "なんだ", "なんです", "ね", ""].contains { end in
            rest == end || ["。", "、"].contains { rest.hasPrefix(end + $0) }
        }
    }

    /// What lasts, so that 五日 is how long, and not when.
    private static let lengths = ["旅行", "休み", "休暇", "入院", "期間", "滞在", "出張", "連休", "有給", "合宿"]

    /// 試験は五日です: what stands behind は and ends the sentence.
    private func isPredicate(_ letters: [Character], _ start: Int, _ rest: String) -> Bool {
        let before = String(letters[max(0, start - 4)..<start])
        return Self.isEnd(rest) && before.hasSuffix("は") && !Self.lengths.contains { before.hasSuffix($0 + "は") }
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
        let rest = letters[(run.endIndex + 1)...]
        take(date, before: String(rest))
        // 12月5日から8日まで.
        let last = rest.dropFirst(2).prefix { Self.numerals.contains($0) }
        let (namedYear, namedMonth, _) = date.components
        guard rest.starts(with: "から"), letters.indices.contains(last.endIndex), letters[last.endIndex] == "日",
            let number = Self.value(last), let end = LocalDate(year: namedYear, month: namedMonth, day: number),
            end > date
        else { return }
        ends.insert(end)
    }

    static func number(endingAt end: Int, in letters: [Character]) -> (value: Int?, start: Int) {
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
        if sentence.contains(anyOf: ["一日おき", "隔日"]) { return WeekdaySet(mask: 0) }
        if sentence.contains("以外") {
            // 日曜以外は毎朝.
            return named.isEmpty ? WeekdaySet(mask: 0) : WeekdaySet(Weekday.allCases.filter { !named.contains($0) })
        }
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
