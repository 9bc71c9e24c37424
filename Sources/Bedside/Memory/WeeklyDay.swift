/// A weekday that has a name because of what comes on it each week: "Tuesday is bin day", 木曜は合唱の日 (MIND-1, M-5).
enum WeeklyDay {
    /// Finds the weekdays of a sentence that says which kind of day they are.
    ///
    /// - Returns: Nil if the sentence says no such thing, or speaks of one occasion.
    static func days(in sentence: String) -> WeekdaySet? {
        guard !OnceOnly.isOnce(sentence), !NamedDay.isPast(sentence) else { return nil }
        let words = EnglishWords(sentence).words
        if let days = english(words) { return WeekdaySet(days) }
        for clause in sentence.split(whereSeparator: { "、。，．,.！？!?\n".contains($0) }) {
            if let days = japanese(clause) { return WeekdaySet(days) }
        }
        return nil
    }

    /// Whether all that a text says of its day is one weekday: "Choir on Thursday", and not "next Thursday", nor "until
    /// Thursday".
    static func isAlone(in text: String) -> Bool {
        let words = EnglishWords(text).words
        let named = words.filter { weekday($0) != nil }
        let bounds = ["from", "until", "till", "til", "to", "through", "by", "since", "week", "last"]
        let count = named.count + text.count { $0 == "曜" }
        guard count == 1 else { return false }
        return named.isEmpty
            ? !text.contains(anyOf: ["曜から", "曜日から", "まで"]) : !words.contains { bounds.contains($0) }
    }

    // MARK: English

    private static let names: [String: Weekday] = [
        "monday": .monday, "tuesday": .tuesday, "wednesday": .wednesday, "thursday": .thursday, "friday": .friday,
        "saturday": .saturday, "sunday": .sunday,
    ]

    private static func weekday(_ word: String) -> Weekday? {
        names[word] ?? (word.hasSuffix("'s") ? names[String(word.dropLast(2))] : nil)
    }

    /// What may stand behind the kind of day, or behind the weekday.
    private static let ends: Set<String> = [
        "", "and", "so", "but", "because", "for", "at", "in", "with", "when", "i", "we", "here", "too", "again",
    ]
    /// Days that come once, or every year or month, and what only tells what a day is like.
    private static let single: Set<String> = [
        "not", "never", "i", "we", "he", "she", "they", "it", "big", "good", "bad", "best", "worst", "great", "nice",
        "hard", "long", "busy", "sad", "happy", "special", "first", "last", "final", "whole", "same", "another", "new",
        "old", "election", "polling", "match", "game", "launch", "release", "opening", "pay", "court", "sick", "snow",
        "sports", "stag", "hen", "prom", "mother's", "father's", "mothers", "fathers", "valentine's", "christmas",
        "boxing", "independence", "parents", "parents'", "judgment", "presentation", "results", "open", "photo",
        "delivery", "every", "that",
    ]
    private static let copulas: Set<String> = ["is", "are", "means"]

    private static func english(_ words: [String]) -> [Weekday]? {
        for place in words.indices where weekday(words[place]) != nil {
            if let days = subject(words, at: place) ?? predicate(words, at: place) { return days }
        }
        return nil
    }

    /// Weekdays from a place on, and the place behind them: "Saturday and Sunday".
    private static func list(_ words: [String], at place: Int) -> (days: [Weekday], end: Int) {
        var (days, end): ([Weekday], Int) = ([], place)
        while end < words.count, let day = weekday(words[end]) {
            days.append(day)
            end += 1
            if end + 1 < words.count, words[end] == "and", weekday(words[end + 1]) != nil { end += 1 }
        }
        return (days, end)
    }

    /// "Thursday night is choir night", "Tuesday's bin day".
    private static func subject(_ words: [String], at place: Int) -> [Weekday]? {
        guard place == 0 || !["on", "by", "until", "till", "from"].contains(words[place - 1]) else { return nil }
        let listed = list(words, at: place)
        var end = listed.end
        if end < words.count, ["morning", "afternoon", "evening", "night"].contains(words[end]) { end += 1 }
        if end < words.count, copulas.contains(words[end]) {
            end += 1
        } else if !words[end - 1].hasSuffix("'s") {
            return nil
        }
        for kind in end..<max(end, min(end + 5, words.count)) {
            if let last = endOfKind(words, from: end, at: kind) {
                return ends.contains(last < words.count ? words[last] : "") ? listed.days : nil
            }
        }
        return nil
    }

    /// "Bin day is Tuesday", "my days off are Saturday and Sunday".
    private static func predicate(_ words: [String], at place: Int) -> [Weekday]? {
        var end = place
        if end > 0, words[end - 1] == "on" { end -= 1 }
        if end > 0, copulas.contains(words[end - 1]) {
            end -= 1
        } else if end == 0 || !words[end - 1].hasSuffix("'s") {
            return nil
        }
        let (days, after) = list(words, at: place)
        guard ends.contains(after < words.count ? words[after] : "") else { return nil }
        for kind in max(0, end - 2)..<max(0, end) {
            let start = max(0, kind - 2)
            if endOfKind(words, from: start, at: kind) == end { return days }
        }
        return nil
    }

    /// The place behind "bin day" or "my day off", if its "day" stands at a place.
    private static func endOfKind(_ words: [String], from start: Int, at place: Int) -> Int? {
        let word = words[place].hasSuffix("'s") ? String(words[place].dropLast(2)) : words[place]
        guard ["day", "days", "night", "nights"].contains(word) else { return nil }
        let owners = ["a", "an", "my", "our", "his", "her", "their", "the"]
        let before = words[start..<place].filter { !owners.contains($0) }
        guard !before.contains(where: { single.contains($0) }) else { return nil }
        let isOff = place + 1 < words.count && ["off", "off's"].contains(words[place + 1])
        if isOff { return place + 2 }
        return before.isEmpty ? nil : place + 1
    }

    // MARK: Japanese

    private static let japaneseNames: [Character: Weekday] = [
        "月": .monday, "火": .tuesday, "水": .wednesday, "木": .thursday, "金": .friday, "土": .saturday, "日": .sunday,
    ]

    /// 燃えるゴミは火曜, 日曜が休みです.
    private static func japanese(_ clause: Substring) -> [Weekday]? {
        var start = clause.startIndex
        for place in clause.indices where "はが".contains(clause[place]) {
            let subject = String(clause[start..<place])
            start = clause.index(after: place)
            let said = withoutCopula(String(clause[start...]))
            if let days = weekdays(subject), isKind(said) { return days }
            if let days = weekdays(said), isKind(subject) { return days }
        }
        return nil
    }

    private static func withoutCopula(_ text: String) -> String {
        let copulas = ["なんです", "なんだ", "ですよ", "ですね", "です", "だよ", "だね", "だ", "よ", "ね"]
        guard let copula = copulas.first(where: { text.hasSuffix($0) }) else { return text }
        return String(text.dropLast(copula.count))
    }

    /// The weekdays of words that name nothing else: 土曜と日曜, 木曜の夜.
    private static func weekdays(_ text: String) -> [Weekday]? {
        var text = text
        let parts = ["の朝", "の夜", "の晩", "の午前", "の午後"]
        if let part = parts.first(where: { text.hasSuffix($0) }) { text = String(text.dropLast(part.count)) }
        var days: [Weekday] = []
        for name in text.split(whereSeparator: { "と・や".contains($0) }) {
            let rest = String(name.dropFirst())
            guard let first = name.first, let day = japaneseNames[first], rest == "曜" || rest == "曜日" else {
                return nil
            }
            days.append(day)
        }
        return days.isEmpty ? nil : days
    }

    private static func isKind(_ text: String) -> Bool {
        let isNamed = ["の日", "休み", "休日", "ゴミ", "ごみ", "ゴミ出し", "ごみ出し"].contains { text.hasSuffix($0) }
        let others = [
            "を", "に", "で", "式", "夏休み", "冬休み", "春休み", "連休", "最後", "最初", "給料", "その", "あの", "前の日", "後の日", "敬老", "文化",
            "どもの日", "子供の日", "海の日", "山の日",
        ]
        return isNamed && text.count <= 14 && text != "の日" && !text.contains(anyOf: others)
    }
}
