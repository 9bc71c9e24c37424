/// The day that an owner's sentence names: "tomorrow", "on Friday", 12月5日 (MIND-1, M-5). Pure functions.
enum NamedDay {
    /// Finds the one day that a sentence names.
    ///
    /// - Parameters:
    ///   - today: the day of the talk; after midnight that of its evening.
    ///   - isLate: whether "next Friday" is the one of next week, and not the one that comes first.
    /// - Returns: Nil if the sentence names no day, one that is over, two different ones, the beginning of a span
    ///   ("from Friday on"), or days that come again.
    static func date(in sentence: String, from today: LocalDate, isLate: Bool = false) -> LocalDate? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        guard recurrence(in: sentence) == nil else { return nil }
        let english = EnglishDays(sentence, from: today, isLate: isLate)
        let japanese = JapaneseDays(sentence, from: today)
        guard !english.isSpan, !japanese.isSpan else { return nil }
        var days = english.days.union(japanese.days)
        // "I overslept today, tomorrow I get up" is about tomorrow; "today or tomorrow" names none of them.
        let ahead = days.filter { $0 > today }
        if !ahead.isEmpty, !joinsToday(sentence) { days = ahead }
        guard days.count == 1, let day = days.first, day >= today else { return nil }
        return day
    }

    /// Finds the weekdays on which something comes again: "every Monday", "Tuesday is bin day", 毎朝.
    ///
    /// - Returns: Nil if the sentence speaks of nothing that comes again; an empty set if it does not say on which
    ///   weekdays, as "every other day" does not.
    static func recurrence(in sentence: String) -> WeekdaySet? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        return EnglishDays.recurrence(in: sentence) ?? JapaneseDays.recurrence(in: sentence)
            ?? WeeklyDay.days(in: sentence)
    }

    /// Finds the last day of what was kept as a fact though it is for a day ahead, or for days that end; what comes every
    /// year, such as a birthday, has none.
    ///
    /// - Parameters:
    ///   - isStated: whether the companion said that it is a fact: then a weekday alone does not end it.
    ///   - isLate: whether "next Friday" is the one of next week.
    static func appointment(
        in sentence: String, kept text: String, from today: LocalDate, isStated: Bool = false, isLate: Bool = false
    ) -> LocalDate? {
        guard !isYearly(sentence), !isYearly(text), !Holidays.isTradition(sentence) else { return nil }
        guard let near = date(in: sentence, from: today) else {
            guard !isPast(sentence), !isPast(text) else { return nil }
            if let span = onceSpan(in: sentence, from: today), onceSpan(in: text, from: today) == span {
                return span.last
            }
            return endOfSpan(in: sentence, kept: text, from: today, isLate: isLate)
                ?? endOfMonth(in: sentence, kept: text, from: today)
        }
        let day = isLate ? date(in: sentence, from: today, isLate: true) ?? near : near
        // "I have to call my brother Tom tomorrow" says for good that Tom is a brother.
        guard let kept = date(in: text, from: today) else { return nil }
        // The text may say less of the same day: "on the 3rd" for "next month on the 3rd".
        let isSame = kept.weekday == day.weekday || kept.components.day == day.components.day
        guard isSame || kept == near else { return nil }
        if names(sentence, english: ["tomorrow"], japanese: ["明日", "あした", "あさって", "明後日", "明朝", "明晩"]) { return day }
        guard !isPast(sentence), !isPast(text) else { return nil }
        if isStated, WeeklyDay.isAlone(in: text), !OnceOnly.isOnce(sentence), !OnceOnly.isOnce(text) { return nil }
        let isTonight = names(sentence, english: ["tonight", "this evening"], japanese: ["今夜", "今晩"])
        return day > today || isTonight ? day : nil
    }

    /// Finds the last day that a sentence names and that is ahead.
    static func ahead(in sentence: String, from today: LocalDate, isLate: Bool = false) -> LocalDate? {
        let day =
            date(in: sentence, from: today, isLate: isLate) ?? span(in: sentence, from: today, isLate: isLate)?.last
            ?? onceMonth(in: sentence, from: today)?.last
        return day.flatMap { $0 > today ? $0 : nil }
    }

    /// Finds the last day of what a sentence tells for a day ahead, or for days that it names once: "this weekend", 来週.
    static func end(in sentence: String, from today: LocalDate, isLate: Bool = false) -> LocalDate? {
        guard !isYearly(sentence), !isPast(sentence) else { return nil }
        let day = date(in: sentence, from: today, isLate: isLate).flatMap { $0 > today ? $0 : nil }
        return day ?? onceSpan(in: sentence, from: today)?.last
    }

    /// Days by a name that no habit has: "the weekend" comes again, "this weekend" does not.
    private static func onceSpan(in sentence: String, from today: LocalDate) -> NamedSpan? {
        let spans = ["weekend", "week", "month"].flatMap { ["this \($0)", "next \($0)", "rest of the \($0)"] }
        let japanese = ["今週", "来週", "再来週", "今度の", "今月", "来月"]
        // "From next week on", 来週から.
        let starts = ["from", "starting", "since", "as of", "beginning"].flatMap { start in
            spans.map { "\(start) \($0)" }
        }
        guard names(sentence, english: spans + ["coming weekend"], japanese: japanese), recurrence(in: sentence) == nil,
            !names(
                sentence, english: starts, japanese: japanese.flatMap { ["\($0)から", "\($0)末から", "\($0)以降"] })
        else { return nil }
        return span(in: sentence, from: today)
    }

    private static func joinsToday(_ sentence: String) -> Bool {
        let now = ["today", "tonight", "this morning", "this evening"]
        return names(
            sentence, english: now.flatMap { ["\($0) or", "\($0) and tomorrow", "\($0) and on"] },
            japanese: ["今日と", "今日か", "今日や", "今日も", "今夜と", "今夜か", "今晩と", "今晩か"])
    }

    static func names(_ sentence: String, english: [String], japanese: [String]) -> Bool {
        EnglishWords(sentence).contains(anyOf: english) || sentence.contains(anyOf: japanese)
    }

    private static func isYearly(_ sentence: String) -> Bool {
        names(
            sentence, english: ["birthday", "anniversary", "born"], japanese: ["誕生日", "記念日", "命日", "生まれ", "周年", "回忌"])
    }

    static func isPast(_ sentence: String) -> Bool {
        // "We're getting married" is to come.
        let sentence = sentence.lowercased().replacing("getting married", with: "marrying")
            .replacing("get married", with: "marry").replacing("gets married", with: "marries")
        let english = [
            "was", "were", "been", "had", "did", "met", "went", "died", "lost", "ago", "last", "moved", "started",
            "began",
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

    /// The next day with that number in its month, today included; on that day of the week, if one is given.
    static func coming(day: Int, on weekday: Weekday? = nil, from today: LocalDate) -> LocalDate? {
        (0...400).lazy.map { today.adding(days: $0) }
            .first { $0.components.day == day && (weekday == nil || $0.weekday == weekday) }
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
