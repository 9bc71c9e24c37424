// Days that end and do not come again, by what a sentence says of them (MIND-1, M-5).

extension NamedDay {
    // MARK: From one day to another

    /// The last day of what a sentence tells from one day to another: "in Berlin from Thursday to Sunday".
    static func endOfSpan(
        in sentence: String, kept text: String, from today: LocalDate, isLate: Bool
    ) -> LocalDate? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        guard recurrence(in: sentence) == nil, recurrence(in: text) == nil, !isOver(sentence), !isOver(text),
            isBounded(sentence, from: today), let last = span(in: sentence, from: today, isLate: isLate)?.last,
            last > today
        else { return nil }
        let near = span(in: sentence, from: today)?.last
        let kept = date(in: text, from: today) ?? span(in: text, from: today)?.last
        return kept == last || kept != nil && kept == near ? last : nil
    }

    /// Whether a sentence names the days at which something ends, for once: "from Monday to Friday I work" does not.
    private static func isBounded(_ sentence: String, from today: LocalDate) -> Bool {
        let english = EnglishDays(sentence, from: today)
        let japanese = JapaneseDays(sentence, from: today)
        let words = EnglishWords(sentence)
        guard !OnceOnly.isHabit(sentence) else { return false }
        let isWeekday =
            sentence.contains("曜") || Weekday.allCases.contains { day in words.words.contains { $0 == "\(day)" } }
        let isAway =
            words.contains(anyOf: away) || isInPlace(sentence) || sentence.contains(anyOf: japaneseAway)
        guard !english.ends.isEmpty || !japanese.ends.isEmpty else {
            // "On call Friday and Saturday"; choir on Tuesday and Thursday comes again.
            return isAway && english.days.union(japanese.days).count > 1
        }
        guard isWeekday, !isAway else { return true }
        if words.contains(anyOf: weekly) || sentence.contains(anyOf: japaneseWeekly) { return false }
        let isWorkWeek =
            words.contains(anyOf: ["monday to", "monday through", "monday until", "monday till"])
            || sentence.contains(anyOf: ["月曜から", "月曜日から"])
        return !isWorkWeek
    }

    /// "In Berlin".
    private static func isInPlace(_ sentence: String) -> Bool {
        let words = sentence.split { !$0.isLetter && $0 != "'" }
        return zip(words, words.dropFirst()).contains { word, next in
            word.lowercased() == "in" && next.first?.isUppercase == true
        }
    }

    private static let away = [
        "away", "trip", "visit", "visits", "visiting", "stay", "stays", "staying", "fly", "flying", "travelling",
        "traveling", "holiday", "vacation", "hospital", "conference", "on call", "on duty", "on nights", "on shift",
        "on earlies", "on lates", "camping", "abroad",
    ]
    private static let japaneseAway = [
        "にいる", "にいま", "出張", "旅行", "留守", "泊ま", "泊まり", "滞在", "入院", "合宿", "帰省", "休暇", "当直", "宿直", "待機", "オンコール",
    ]
    /// What somebody does on the same days of each week.
    private static let weekly = [
        "work", "works", "open", "opens", "closed", "train", "trains", "teach", "teaches", "study", "studies",
        "volunteer", "volunteers", "practise", "practises", "practice", "practices", "go", "goes", "sleep", "sleeps",
        "school", "class", "classes", "shop", "office", "run", "runs", "swim", "swims", "exercise", "babysit",
    ]
    private static let japaneseWeekly = [
        "働", "勤務", "仕事", "学校", "授業", "営業", "開い", "通", "出勤", "バイト", "教え", "練習", "走", "泳", "毎",
    ]

    /// 木曜から日曜までベルリンにいた; また and たい tell nothing of what is over.
    private static func isOver(_ sentence: String) -> Bool {
        let letters = Array(sentence.replacing("また", with: "、").replacing("あなた", with: "君"))
        return letters.indices.contains { place in
            guard letters[place] == "た", place > 0 else { return false }
            return place + 1 == letters.count || "。、のんばけかよね".contains(letters[place + 1])
        }
    }

    // MARK: A month

    /// The last day of the month in which something happens once: "we're getting married in January".
    static func endOfMonth(in sentence: String, kept text: String, from today: LocalDate) -> LocalDate? {
        guard let month = onceMonth(in: sentence, from: today), !isOver(text) else { return nil }
        return namedMonth(in: text, from: today) == month ? month.last : nil
    }

    /// The month that a sentence names for what is to come, and not for what is so each year: "in January", 一月に.
    static func onceMonth(in sentence: String, from today: LocalDate) -> NamedSpan? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        guard OnceOnly.isPlanned(sentence), recurrence(in: sentence) == nil, !isPast(sentence), !isOver(sentence),
            // A job that starts in January lasts.
            !names(sentence, english: ["start", "starts", "starting", "begin", "begins", "beginning"], japanese: ["始"])
        else { return nil }
        return namedMonth(in: sentence, from: today)
    }

    private static func namedMonth(in text: String, from today: LocalDate) -> NamedSpan? {
        guard let (number, year) = englishMonth(text) ?? japaneseMonth(text, from: today) else { return nil }
        let (thisYear, thisMonth, _) = today.components
        let ahead = year.map { ($0 - thisYear) * 12 + number - thisMonth } ?? (number - thisMonth + 12) % 12
        return ahead >= 0 ? month(ahead, from: today) : nil
    }

    private static func englishMonth(_ text: String) -> (month: Int, year: Int?)? {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for place in words.indices where words[place] == "in" {
            var start = place + 1
            while start < words.count, ["early", "mid", "late"].contains(words[start]) { start += 1 }
            guard start < words.count, let index = SpokenNumbers.months.firstIndex(of: words[start]) else { continue }
            let next = start + 1 < words.count ? words[start + 1] : ""
            return (index + 1, next.utf8.count == 4 ? Int(next) : nil)
        }
        return nil
    }

    private static func japaneseMonth(_ text: String, from today: LocalDate) -> (month: Int, year: Int?)? {
        let letters = Array(text)
        for place in letters.indices where letters[place] == "月" {
            let number = JapaneseDays.number(endingAt: place, in: letters)
            let rest = String(letters[(place + 1)...])
            guard let month = number.value, (1...12).contains(month),
                ["に", "の初め", "のはじめ", "の終わり", "の末", "末に", "中に", "頃", "ごろ"].contains(where: { rest.hasPrefix($0) }),
                // 一月に三回 is how often.
                rest.dropFirst().first.map({ "0123456789０１２３４５６７８９一二三四五六七八九十何".contains($0) }) != true
            else { continue }
            let before = String(letters[..<number.start])
            let years = [("再来年", 2), ("来年", 1), ("今年", 0)]
            let ahead = years.first { before.hasSuffix($0.0) || before.hasSuffix($0.0 + "の") }
            return (month, ahead.map { today.components.year + $0.1 })
        }
        return nil
    }
}
