extension NamedDay {
    /// The weekdays of a list: "on Thursday and Friday", 月曜と木曜, 土日, 週末.
    ///
    /// - Returns: Nil if the sentence names no two weekdays, or only those of one week.
    static func list(in sentence: String) -> WeekdaySet? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        let words = EnglishWords(sentence)
        let ofOneWeek = ["next", "this", "last", "coming", "or", "until", "till", "through", "between"]
        guard !words.contains(anyOf: ofOneWeek), !sentence.contains(anyOf: japaneseOfOneWeek) else { return nil }
        if sentence.contains(anyOf: ["土日", "週末"]) || words.contains(anyOf: ["the weekend", "weekend mornings"]) {
            return WeekdaySet([.saturday, .sunday])
        }
        let english = Weekday.allCases.filter { day in words.words.contains { $0 == "\(day)" } }
        if english.count > 1 { return WeekdaySet(english) }
        let japanese = zip(weekdayNames, Weekday.allCases).filter { sentence.contains("\($0.0)曜") }.map(\.1)
        return japanese.count > 1 ? WeekdaySet(japanese) : shortList(in: sentence)
    }

    private static let weekdayNames = "月火水木金土日"

    /// 月水金は, 火木に: the days of the week in their order, and no other kanji beside them.
    private static func shortList(in sentence: String) -> WeekdaySet? {
        func isKanji(_ letter: Character) -> Bool { ("\u{4E00}"..."\u{9FFF}").contains(letter) }
        for run in sentence.split(whereSeparator: { !isKanji($0) }) where (2...6).contains(run.count) {
            let places = run.compactMap { weekdayNames.firstIndex(of: $0) }
            guard places.count == run.count, zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }),
                // 月日は流れる.
                !run.contains("日") || run.contains("土")
            else { continue }
            let rest = sentence[run.endIndex...]
            guard ["は", "に", "の", "、", "だけ", "も"].contains(where: { rest.hasPrefix($0) }) else { continue }
            return WeekdaySet(zip(weekdayNames, Weekday.allCases).filter { run.contains($0.0) }.map(\.1))
        }
        return nil
    }

    private static let japaneseOfOneWeek = ["今週", "来週", "先週", "この週末", "から", "まで", "曜か", "曜日か"]
}

extension MemoryGate {
    /// Whether the owner spoke of more days than one, on the record: no model makes a habit of what was meant for
    /// tomorrow.
    var speaksOfMoreDays: Bool {
        lines.contains { line in
            guard line.voice == .owner, !line.isOffRecord else { return false }
            return EnglishWords(line.text).contains(anyOf: Self.english) || line.text.contains(anyOf: Self.japanese)
        }
    }

    private static let english = [
        "every", "each", "daily", "weekdays", "weekends", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays",
        "saturdays", "sundays", "from now on",
    ]
    private static let japanese = ["毎日", "毎朝", "毎晩", "毎週", "まいにち", "まいあさ", "平日", "週末", "これから"]
}
